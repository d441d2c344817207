/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Serves tables of a round as web APIs, each as its NightApi says, and describes them by one OpenAPI
 * document, which AskData imports as any other.
 */
#pragma once

#include "night-world.h"
#include "support/ask-test-server.h"

G_BEGIN_DECLS

/** NightColumns of @table that an API filters by have this bit in NightApi.filters. */
#define NIGHT_API_FILTERS(api, column) (((api)->filters >> (column)) & 1)

char *night_api_dup_document (const NightWorld     *world,
                              const char           *base_url);
void  night_api_handle       (AskTestServer        *server,
                              const AskTestRequest *request,
                              AskTestReply         *reply,
                              gpointer              world);

G_END_DECLS
