/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shipments of carriers to customers, customers in cities of another source, and employees with their bosses.
 */
#include "config.h"

#include "build-fixture.h"

static AskEntity *
add_entity (AskSchema *schema, const char *name, const char *source)
{
  return ask_schema_add_entity (schema, ask_entity_new (name, source, name, ASK_ENTITY_TABLE));
}

static AskAttribute *
add (AskEntity *entity, const char *name, AskType type)
{
  AskAttribute *attribute = ask_entity_add_attribute (entity, name, name, type);

  if (g_str_equal (name, "id"))
    attribute->key = 1;
  return attribute;
}

AskSchema *
build_fixture_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *city = add_entity (schema, "city", "places");
  AskEntity *carrier = add_entity (schema, "carrier", "shop");
  AskEntity *customer = add_entity (schema, "customer", "shop");
  AskEntity *shipment = add_entity (schema, "shipment", "shop");
  AskEntity *employee = add_entity (schema, "employee", "shop");

  add (city, "id", ASK_TYPE_INTEGER);
  add (city, "name", ASK_TYPE_TEXT);
  add (city, "country", ASK_TYPE_TEXT);
  add (carrier, "id", ASK_TYPE_INTEGER);
  add (carrier, "name", ASK_TYPE_TEXT);
  add (carrier, "city_id", ASK_TYPE_INTEGER);
  add (customer, "id", ASK_TYPE_INTEGER);
  add (customer, "name", ASK_TYPE_TEXT);
  add (customer, "city_id", ASK_TYPE_INTEGER);
  add (customer, "credit", ASK_TYPE_REAL);
  add (customer, "secret", ASK_TYPE_TEXT)->hidden = TRUE;
  add (shipment, "id", ASK_TYPE_INTEGER);
  add (shipment, "carrier_id", ASK_TYPE_INTEGER);
  add (shipment, "customer_id", ASK_TYPE_INTEGER);
  add (shipment, "day", ASK_TYPE_DATE);
  add (shipment, "price", ASK_TYPE_REAL);
  add (shipment, "weight", ASK_TYPE_REAL);
  add (shipment, "state", ASK_TYPE_TEXT);
  add (shipment, "on time", ASK_TYPE_BOOLEAN);
  ask_entity_add_metric (shipment, "revenue", "sum(price)");
  add (employee, "id", ASK_TYPE_INTEGER);
  add (employee, "name", ASK_TYPE_TEXT);
  add (employee, "boss_id", ASK_TYPE_INTEGER);
  ask_schema_add_relationship (schema, "shipment", "carrier_id", "carrier", "id");
  ask_schema_add_relationship (schema, "shipment", "customer_id", "customer", "id");
  ask_schema_add_relationship (schema, "customer", "city_id", "city", "id");
  ask_schema_add_relationship (schema, "carrier", "city_id", "city", "id");
  ask_schema_add_relationship (schema, "employee", "boss_id", "employee", "id");
  return schema;
}
