/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of catalogue rows and their import: types from declarations, keys, foreign keys that lead
 * somewhere and such that do not.
 */
#include "config.h"

#include <string.h>

#include "schema/ask-catalog.h"

static void
test_types (void)
{
  static const struct
  {
    const char *declared;
    AskType type;
  } cases[] = {
    { NULL, ASK_TYPE_ANY },
    { "", ASK_TYPE_ANY },
    { "whatever", ASK_TYPE_ANY },
    { "INTEGER", ASK_TYPE_INTEGER },
    { "int unsigned", ASK_TYPE_INTEGER },
    { "BIGSERIAL", ASK_TYPE_INTEGER },
    { "TINYINT(1)", ASK_TYPE_INTEGER },
    { "year", ASK_TYPE_INTEGER },
    { "VARCHAR(20)", ASK_TYPE_TEXT },
    { "character varying", ASK_TYPE_TEXT },
    { "nvarchar(max)", ASK_TYPE_TEXT },
    { "uuid", ASK_TYPE_TEXT },
    { "ENUM('a')", ASK_TYPE_TEXT },
    { "time", ASK_TYPE_TEXT },
    { "interval", ASK_TYPE_TEXT },
    { "POINT", ASK_TYPE_TEXT },
    { "DOUBLE PRECISION", ASK_TYPE_REAL },
    { "decimal(10,2)", ASK_TYPE_REAL },
    { "NUMBER", ASK_TYPE_REAL },
    { "FLOAT8", ASK_TYPE_REAL },
    { "date", ASK_TYPE_DATE },
    { "DATETIME", ASK_TYPE_DATETIME },
    { "timestamp with time zone", ASK_TYPE_DATETIME },
    { "BOOLEAN", ASK_TYPE_BOOLEAN },
    { "jsonb", ASK_TYPE_JSON },
    { "BLOB", ASK_TYPE_BLOB },
    { "varbinary(16)", ASK_TYPE_BLOB },
    { "bytea", ASK_TYPE_BLOB },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (ask_catalog_type_from_sql (cases[i].declared), ==, cases[i].type);
}

static void
add_key (AskCatalogTable *table, const char *columns, const char *referred_table,
         const char *referred)
{
  AskCatalogForeignKey *key = ask_catalog_add_foreign_key (table, referred_table);
  g_auto (GStrv) from = g_strsplit (columns, " ", -1);
  g_auto (GStrv) to = g_strsplit (referred, " ", -1);

  for (guint i = 0; from[i] != NULL; i++)
    g_ptr_array_add (key->columns, g_strdup (from[i]));
  for (guint i = 0; to[i] != NULL; i++)
    g_ptr_array_add (key->referred, g_strdup (to[i]));
}

static void
test_import (void)
{
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  AskCatalogTable *orders = ask_catalog_add_table (catalog, "Orders", FALSE);
  AskCatalogTable *lines = ask_catalog_add_table (catalog, "lines", FALSE);
  AskCatalogTable *view = ask_catalog_add_table (catalog, "v", TRUE);
  AskCatalogColumn *column = ask_catalog_add_column (orders, "id", "INT", ASK_TYPE_INTEGER);
  g_autoptr (AskSchema) schema = NULL;
  const AskEntity *entity;
  const AskAttribute *attribute;
  const AskRelationship *relationship;

  column->key = 1;
  column->nullable = FALSE;
  column->comment = g_strdup ("number");
  orders->comment = g_strdup ("who bought what");
  orders->row_estimate = 7;
  ask_catalog_add_column (orders, "part", "INT", ASK_TYPE_INTEGER);
  ask_catalog_add_column (lines, "order", "INT", ASK_TYPE_INTEGER);
  ask_catalog_add_column (lines, "part", NULL, ASK_TYPE_ANY);
  ask_catalog_add_column (view, "x", "", ASK_TYPE_ANY);
  add_key (lines, "order part", "ORDERS", "ID Part");
  add_key (lines, "order", "gone", "id");
  add_key (lines, "order", "Orders", "nothing");
  add_key (lines, "nothing", "Orders", "id");
  add_key (lines, "order part", "Orders", "id");
  ask_catalog_add_foreign_key (lines, "Orders");

  schema = ask_catalog_import (catalog, "sales");
  g_assert_cmpuint (schema->entities->len, ==, 3);
  entity = ask_schema_find_entity (schema, "orders");
  g_assert_cmpstr (entity->name, ==, "Orders");
  g_assert_cmpstr (entity->source, ==, "sales");
  g_assert_cmpstr (entity->table, ==, "Orders");
  g_assert_cmpstr (entity->description, ==, "who bought what");
  g_assert_cmpint (entity->row_estimate, ==, 7);
  g_assert_cmpint (entity->kind, ==, ASK_ENTITY_TABLE);
  g_assert_null (entity->operation);
  attribute = ask_entity_find_column (entity, "id");
  g_assert_cmpstr (attribute->declared, ==, "INT");
  g_assert_cmpstr (attribute->description, ==, "number");
  g_assert_cmpuint (attribute->key, ==, 1);
  g_assert_false (attribute->nullable);
  entity = ask_schema_find_entity (schema, "v");
  g_assert_cmpint (entity->kind, ==, ASK_ENTITY_VIEW);
  g_assert_cmpint (entity->row_estimate, ==, -1);

  /* Only the one key whose tables and columns are all there. */
  g_assert_cmpuint (schema->relationships->len, ==, 1);
  relationship = schema->relationships->pdata[0];
  g_assert_cmpstr (relationship->from, ==, "lines");
  g_assert_cmpstr (relationship->to, ==, "Orders");
  g_assert_cmpuint (relationship->from_attributes->len, ==, 2);
  g_assert_cmpuint (relationship->to_attributes->len, ==, 2);
  g_assert_cmpint (relationship->cardinality, ==, ASK_CARDINALITY_MANY_TO_ONE);
}

/* Foreign keys to tables that differ by nothing but their case lead to the one that they name. */
static void
test_twins (void)
{
  g_autoptr (AskCatalog) catalog = ask_catalog_new ();
  AskCatalogTable *upper = ask_catalog_add_table (catalog, "T", FALSE);
  AskCatalogTable *lower = ask_catalog_add_table (catalog, "t", FALSE);
  AskCatalogTable *table = ask_catalog_add_table (catalog, "k", FALSE);
  g_autoptr (AskSchema) schema = NULL;

  ask_catalog_add_column (upper, "id", "INT", ASK_TYPE_INTEGER);
  ask_catalog_add_column (lower, "id", "INT", ASK_TYPE_INTEGER);
  ask_catalog_add_column (table, "a", "INT", ASK_TYPE_INTEGER);
  ask_catalog_add_column (table, "A", "INT", ASK_TYPE_INTEGER);
  add_key (table, "a", "T", "id");
  add_key (table, "A", "t", "id");
  schema = ask_catalog_import (catalog, "s");
  g_assert_cmpuint (schema->relationships->len, ==, 2);
  g_assert_cmpstr (((AskRelationship *) schema->relationships->pdata[0])->to, ==, "T");
  g_assert_cmpstr (((AskRelationship *) schema->relationships->pdata[1])->to, ==, "s_t");
  g_assert_cmpstr (((AskRelationship *) schema->relationships->pdata[0])->from_attributes->pdata[0], ==, "a");
  g_assert_cmpstr (((AskRelationship *) schema->relationships->pdata[1])->from_attributes->pdata[0], ==, "A_2");
}

static void
test_same_rows (void)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskCatalog) catalog = ask_catalog_new ();
      AskCatalogTable *table = ask_catalog_add_table (catalog, "t", FALSE);
      g_autoptr (AskSchema) schema = NULL;
      g_autoptr (JsonNode) document = NULL;

      ask_catalog_add_column (table, "a", "TEXT", ASK_TYPE_TEXT);
      ask_catalog_add_column (table, "b", "INT", ASK_TYPE_INTEGER);
      add_key (table, "b", "t", "a");
      schema = ask_catalog_import (catalog, "s");
      document = ask_schema_to_json (schema);
      g_ptr_array_add (texts, ask_json_to_string (document, TRUE));
    }
  g_assert_cmpstr (texts->pdata[0], ==, texts->pdata[1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/catalog/a-declared-type-becomes-one-of-ours", test_types);
  g_test_add_func ("/schema/catalog/rows-of-a-catalogue-become-a-schema", test_import);
  g_test_add_func ("/schema/catalog/foreign-keys-lead-to-the-table-of-that-case", test_twins);
  g_test_add_func ("/schema/catalog/equal-catalogues-give-equal-text", test_same_rows);
  return g_test_run ();
}
