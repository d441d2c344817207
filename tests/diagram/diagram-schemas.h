/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Schemas for the diagram's tests, pictures and benchmark: one with everything in it, and random ones of any size.
 * The same seed gives the same schema.
 */
#pragma once

#include "schema/ask-schema.h"

/* Static, and not all are used everywhere. */
#define UNUSED G_GNUC_UNUSED

/* "orders: customer_id → customer.id" */
static inline AskRelationship *
relate (AskSchema *schema, const char *from, const char *attribute, const char *to, const char *key, const char *verb)
{
  AskRelationship *relationship = ask_schema_add_relationship (schema, from, attribute, to, key);

  relationship->verb = g_strdup (verb);
  return relationship;
}

/* A small company: a database, an API, a view and a query over them. */
UNUSED static AskSchema *
make_company (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *e;

  e = ask_schema_add_entity (schema, ask_entity_new ("customer", "sales", "customers", ASK_ENTITY_TABLE));
  ask_entity_add_attribute (e, "customer_id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (e, "name", "name", ASK_TYPE_TEXT);
  ask_entity_add_attribute (e, "country", "country", ASK_TYPE_TEXT)->nullable = TRUE;
  ask_entity_add_attribute (e, "password_hash", "pwhash", ASK_TYPE_TEXT)->hidden = TRUE;
  ask_entity_add_attribute (e, "referred_by", "ref", ASK_TYPE_INTEGER)->nullable = TRUE;

  e = ask_schema_add_entity (schema, ask_entity_new ("order", "sales", "orders", ASK_ENTITY_TABLE));
  ask_entity_add_attribute (e, "order_id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (e, "customer_id", "customer_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (e, "invoice_customer_id", "inv", ASK_TYPE_INTEGER)->nullable = TRUE;
  ask_entity_add_attribute (e, "ordered_on", "ordered_on", ASK_TYPE_DATE);
  ask_entity_add_attribute (e, "quantity", "quantity", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (e, "price", "price", ASK_TYPE_DECIMAL);
  ask_entity_add_attribute (e, "amount", NULL, ASK_TYPE_DECIMAL)->expression = g_strdup ("quantity * price");
  ask_entity_add_metric (e, "revenue", "sum(quantity * price)")->unit = g_strdup ("EUR");
  ask_entity_add_metric (e, "average_order", "avg(quantity * price)");

  e = ask_schema_add_entity (schema, ask_entity_new ("product", "sales", "products", ASK_ENTITY_TABLE));
  ask_entity_add_attribute (e, "product_id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (e, "name_that_goes_on_for_longer_than_any_box_could_be_wide", "n", ASK_TYPE_TEXT);
  ask_entity_add_attribute (e, "weight", "weight", ASK_TYPE_REAL)->unit = g_strdup ("kg");

  e = ask_schema_add_entity (schema, ask_entity_new ("order_item", "sales", "items", ASK_ENTITY_TABLE));
  ask_entity_add_attribute (e, "order_id", "order_id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (e, "product_id", "product_id", ASK_TYPE_INTEGER)->key = 2;
  ask_entity_add_attribute (e, "quantity", "quantity", ASK_TYPE_INTEGER);

  e = ask_schema_add_entity (schema, ask_entity_new ("monthly_sales", "sales", "v_monthly", ASK_ENTITY_VIEW));
  ask_entity_add_attribute (e, "month", "month", ASK_TYPE_TEXT);
  ask_entity_add_attribute (e, "total", "total", ASK_TYPE_DECIMAL);

  e = ask_schema_add_entity (schema, ask_entity_new ("audit_log", "sales", "audit", ASK_ENTITY_TABLE));
  e->hidden = TRUE;
  ask_entity_add_attribute (e, "audit_id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (e, "order_id", "order_id", ASK_TYPE_INTEGER);

  e = ask_schema_add_entity (schema, ask_entity_new ("shipment", "logistics", "listShipments", ASK_ENTITY_API));
  ask_entity_add_attribute (e, "shipment_id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (e, "carrier_id", "carrier_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (e, "order_id", "order_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (e, "delivered_on", "delivered_on", ASK_TYPE_DATE)->nullable = TRUE;
  ask_entity_add_attribute (e, "language", NULL, ASK_TYPE_TEXT);
  e->operation = ask_operation_new ("/v1/carriers/{carrier_id}/shipments");
  ask_operation_add_parameter (e->operation, "carrier_id", ASK_PARAMETER_IN_PATH, "carrier_id", TRUE);
  ask_operation_add_parameter (e->operation, "lang", ASK_PARAMETER_IN_QUERY, "language", FALSE);

  e = ask_schema_add_entity (schema, ask_entity_new ("carrier", "logistics", "listCarriers", ASK_ENTITY_API));
  ask_entity_add_attribute (e, "carrier_id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (e, "name", "name", ASK_TYPE_TEXT);
  e->operation = ask_operation_new ("/v1/carriers");

  e = ask_schema_add_entity (schema, ask_entity_new ("late_shipment", "", "late_shipment", ASK_ENTITY_QUERY));
  e->query = g_strdup ("SELECT shipment_id, carrier_id FROM shipment");
  ask_entity_add_attribute (e, "shipment_id", "shipment_id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (e, "carrier_id", "carrier_id", ASK_TYPE_INTEGER);

  relate (schema, "order", "customer_id", "customer", "customer_id", "is placed by");
  relate (schema, "order", "invoice_customer_id", "customer", "customer_id", "is paid by");
  relate (schema, "customer", "referred_by", "customer", "customer_id", "came through");
  relate (schema, "order_item", "order_id", "order", "order_id", "is part of");
  relate (schema, "order_item", "product_id", "product", "product_id", "is of");
  relate (schema, "audit_log", "order_id", "order", "order_id", NULL);
  relate (schema, "shipment", "order_id", "order", "order_id", "delivers");
  relate (schema, "shipment", "carrier_id", "carrier", "carrier_id", "is carried by");
  return schema;
}

static inline const char *
pick_word (GRand *random)
{
  static const char *const words[] = { "account", "address", "batch", "booking", "branch", "campaign", "category",
                                       "channel", "contract", "country", "customer", "delivery", "discount", "employee",
                                       "invoice", "item", "ledger", "location", "machine", "order", "payment", "plan",
                                       "price", "product", "project", "region", "return", "route", "sensor", "shift",
                                       "stock", "supplier", "ticket", "vehicle", "visit", "warehouse" };

  return words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))];
}

/* @n entities of @attributes each on average, in @n_sources sources; about 1.4 relationships each, most to few. */
UNUSED static AskSchema *
make_random_schema (guint32 seed, guint n, guint attributes, guint n_sources)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  AskSchema *schema = ask_schema_new ();

  for (guint i = 0; i < n; i++)
    {
      guint s = i * n_sources / MAX (n, 1);
      g_autofree char *source = g_strdup_printf ("source_%u", s);
      g_autofree char *name = g_strdup_printf ("%s_%s_%u", pick_word (random), pick_word (random), i);
      AskEntity *e = ask_schema_add_entity (schema, ask_entity_new (name, source, name,
                                                                    s % 3 == 2 ? ASK_ENTITY_API : ASK_ENTITY_TABLE));
      guint own = (guint) g_rand_int_range (random, (int) attributes / 2, (int) (attributes + attributes / 2 + 1));

      ask_entity_add_attribute (e, "id", "id", ASK_TYPE_INTEGER)->key = 1;
      for (guint a = 1; a < own; a++)
        {
          g_autofree char *attribute = g_strdup_printf ("%s_%s_%u", pick_word (random), pick_word (random), a);

          ask_entity_add_attribute (e, attribute, attribute,
                                    g_rand_int_range (random, 0, 3) == 0 ? ASK_TYPE_INTEGER : ASK_TYPE_TEXT)
            ->nullable = g_rand_boolean (random);
        }
    }
  for (guint i = 1; i < n; i++)
    {
      AskEntity *from = schema->entities->pdata[i];
      guint many = (guint) g_rand_int_range (random, 0, 4);

      for (guint k = 0; k < MIN (many, from->attributes->len - 1) && k < 2; k++)
        {
          /* The square makes hubs. */
          double place = g_rand_double (random);
          AskEntity *to = schema->entities->pdata[(guint) (place * place * i)];

          if (strcmp (to->source, from->source) != 0 && g_rand_int_range (random, 0, 12) != 0)
            continue;
          ask_schema_add_relationship (schema, from->name, ((AskAttribute *) from->attributes->pdata[k + 1])->name,
                                       to->name, "id");
        }
    }
  return schema;
}

/* Writes where the boxes are into a fork of the schema, as an edit does. */
#define TAKE_PLACES(diagram, schema)                                                          \
  G_STMT_START                                                                                \
  {                                                                                           \
    for (guint i_ = 0; i_ < (schema)->entities->len; i_++)                                    \
      {                                                                                       \
        AskEntity *e_ = (schema)->entities->pdata[i_];                                        \
        AskDiagramRect at_ = ask_diagram_get_box ((diagram), i_);                             \
                                                                                              \
        e_->x = at_.x;                                                                        \
        e_->y = at_.y;                                                                        \
        e_->placed = TRUE;                                                                    \
      }                                                                                       \
  }                                                                                           \
  G_STMT_END
