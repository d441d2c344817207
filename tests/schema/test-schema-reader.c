/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries written with a source's own names come out with the view's, and mean the same; what is not there is
 * refused in words that help.
 */
#include "config.h"

#include "schema/names/ask-schema-reader.h"

#include <string.h>

static AskEntity *
add (AskSchema *schema, const char *name, const char *source, const char *table, const char *attribute,
     const char *column)
{
  AskEntity *entity = ask_schema_add_entity (schema, ask_entity_new (name, source, table, ASK_ENTITY_TABLE));

  ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER);
  ask_entity_add_attribute (entity, attribute, column, ASK_TYPE_TEXT);
  return entity;
}

static AskSchema *
make_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *stock;

  add (schema, "city", "shop", "city", "name", "name");
  add (schema, "crm_city", "crm", "city", "town", "Home Town");
  add (schema, "people", "crm", "person", "name", "pname");
  /* What the view calls person is something else. */
  add (schema, "person", "crm", "contact", "name", "name");
  add (schema, "first", "pg", "log", "a", "a")->namespace = g_strdup ("one");
  add (schema, "second", "pg", "log", "a", "a")->namespace = g_strdup ("two");
  add (schema, "third", "pg", "note", "a", "a")->namespace = g_strdup ("two");
  add (schema, "fourth", "pg", "note", "a", "a");
  stock = ask_schema_add_entity (schema, ask_entity_new ("stock", "ship", "getStock", ASK_ENTITY_API));
  ask_entity_add_attribute (stock, "warehouse", "warehouse", ASK_TYPE_TEXT);
  ask_entity_add_attribute (stock, "amount", "amount", ASK_TYPE_INTEGER);
  stock->operation = ask_operation_new ("/stock/{w}");
  ask_operation_add_parameter (stock->operation, "w", ASK_PARAMETER_IN_PATH, "warehouse", TRUE);
  return schema;
}

static void
test_names (void)
{
  static const struct
  {
    const char *source;
    const char *sql;
    const char *expected;
  } cases[] = {
    { NULL, "SELECT  name FROM city -- as it is", "SELECT  name FROM city -- as it is" },
    { "shop", "SELECT name FROM City", "SELECT name FROM City" },
    { "crm", "SELECT \"home town\" FROM city", "SELECT town FROM crm_city" },
    { "CRM", "SELECT city.id FROM city", "SELECT crm_city.id FROM crm_city" },
    { "crm", "SELECT t.\"Home Town\" FROM crm.city t", NULL },
    { "crm", "SELECT pname FROM person WHERE id IN (SELECT id FROM contact)",
      "SELECT name FROM people WHERE id IN (SELECT id FROM person)" },
    { "crm", "SELECT town FROM crm_city", "SELECT town FROM crm_city" },
    { "crm", "SELECT pname FROM person UNION SELECT 'city'", "SELECT name FROM people UNION SELECT 'city'" },
    { "pg", "SELECT a FROM note", "SELECT a FROM fourth" },
    { "ship", "SELECT amount FROM getStock WHERE warehouse = 'x'", "SELECT amount FROM stock WHERE warehouse = 'x'" },
  };
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (schema);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *sql = ask_schema_reader_read (reader, cases[i].sql, cases[i].source, &error);

      g_assert_no_error (error);
      if (cases[i].expected != NULL)
        g_assert_cmpstr (sql, ==, cases[i].expected);
      g_test_message ("%s", sql);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *source;
    const char *sql;
    const char *why;
  } cases[] = {
    { NULL, "SELECT nam FROM city", "Did you mean “name”?" },
    { NULL, "SELECT FROM", "" },
    { NULL, "SELECT name FROM city WHERE id = :id", "parameter" },
    { NULL, "SELECT amount FROM stock", "can only be asked with its “warehouse”" },
    { "ship", "SELECT amount FROM getStock", "can only be asked with its “warehouse”" },
    { "crm", "SELECT name FROM city", "name" },
    { "shop", "SELECT pname FROM person", "There is no table “person”" },
    { "crm", "SELECT id FROM people JOIN contact USING (id)", "There is no table “people”" },
    /* Two of that name, and nobody knows which. */
    { "pg", "SELECT a FROM log", "There is no table “log”" },
    { "nobody", "SELECT 1", "There is no source “nobody”" },
  };
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (AskSchemaReader) reader = ask_schema_reader_new (schema);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *sql = ask_schema_reader_read (reader, cases[i].sql, cases[i].source, &error);

      g_assert_null (sql);
      g_assert_nonnull (error);
      if (strstr (error->message, cases[i].why) == NULL)
        g_error ("“%s” is not in: %s", cases[i].why, error->message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/reader/a-source-s-own-names-become-the-view-s", test_names);
  g_test_add_func ("/schema/reader/what-is-not-there-is-refused-in-words", test_refused);
  return g_test_run ();
}
