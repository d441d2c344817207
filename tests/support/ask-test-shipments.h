/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A small API for tests, "Logistics": the operation "shipment" with the equality parameter store_id.
 */
#pragma once

/** ASK_TEST_SHIPMENTS: the document as a format, with the server's address for its one value */
#define ASK_TEST_SHIPMENTS \
  "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Logistics\",\"version\":\"1\"}," \
  "\"servers\":[{\"url\":\"%s\"}]," \
  "\"paths\":{\"/shipment\":{\"get\":{\"operationId\":\"shipment\"," \
  "\"parameters\":[{\"name\":\"store_id\",\"in\":\"query\",\"schema\":{\"type\":\"integer\"}}]," \
  "\"responses\":{\"200\":{\"description\":\"ok\",\"content\":{\"application/json\":{\"schema\":" \
  "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{" \
  "\"shipment_id\":{\"type\":\"integer\"},\"store_id\":{\"type\":\"integer\"}," \
  "\"carrier\":{\"type\":\"string\"}}}}}}}}}}}}"
