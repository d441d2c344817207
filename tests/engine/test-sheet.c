/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Spreadsheets in queries: joined with a database, compared by their types, changed under a running
 * session.
 */
#include "config.h"

#include "engine/ask-engine.h"
#include "source/sheet-fixture.h"
#include "support/ask-test-kinds.h"

typedef struct
{
  char *orders;
  char *customers;
  AskSchema *schema;
  GPtrArray *configs;
} Fixture;

static void
add (Fixture *self, AskSourceConfig *config)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = ask_source_new (config, &error);
  g_autoptr (AskIntrospection) found = NULL;

  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  ask_schema_merge (self->schema, config->name, found->schema);
  g_ptr_array_add (self->configs, config);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  sqlite3 *db;

  self->schema = ask_schema_new ();
  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  self->orders = sheet_write ("orders.csv",
                              "id,customer,amount,exact,day,paid\n"
                              "1,1,10.5,9.00000000000000000001,2024-01-31,true\n"
                              "2,2,3,10.5,2024-02-01,false\n"
                              "3,1,7.25,9.0,,true\n",
                              -1);
  add (self, sheet_config (self->orders, NULL));
  self->customers = g_build_filename (sheet_folder, "customers.sqlite", NULL);
  g_unlink (self->customers);
  g_assert_cmpint (sqlite3_open (self->customers, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);"
                                 "INSERT INTO customers VALUES (1, 'Ann'), (2, 'Bob')",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);
  add (self, ask_source_config_new ("crm", &ask_sqlite_kind, self->customers));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ask_sheet_cache_remove (self->configs->pdata[0]);
  ask_schema_unref (self->schema);
  g_ptr_array_unref (self->configs);
  g_unlink (self->customers);
  g_unlink (self->orders);
  g_free (self->orders);
  g_free (self->customers);
}

static AskResult *
query (Fixture *self, const char *sql, GError **error)
{
  g_autoptr (AskEngine) engine = ask_engine_new (self->schema, self->configs, error);
  AskLimits limits = ASK_LIMITS_DEFAULT;

  g_assert_nonnull (engine);
  return ask_engine_query (engine, sql, &limits, NULL, NULL, error);
}

static void
check (Fixture *self, const char *sql, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = query (self, sql, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_test_message ("%s", sql);
  g_assert_no_error (error);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (result->rows); c++)
      {
        g_autofree char *cell = ask_value_to_text (ask_rows_get (result->rows, r, c));

        g_string_append_printf (text, "%s%s", c > 0 ? "|" : r > 0 ? "\n" : "", cell);
      }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_queries (Fixture *self, gconstpointer data)
{
  check (self, "SELECT count(*), sum(amount) FROM orders", "3|20.75");
  check (self,
         "SELECT name, sum(amount) FROM orders JOIN customers ON orders.customer = customers.id "
         "GROUP BY name ORDER BY name",
         "Ann|17.75\nBob|3.0");
  check (self, "SELECT id FROM book.orders WHERE day >= '2024-02-01'", "2");
  check (self, "SELECT id FROM orders WHERE day IS NULL", "3");
  check (self, "SELECT id FROM orders WHERE paid ORDER BY id", "1\n3");
  check (self, "SELECT exact FROM orders ORDER BY exact", "9.0\n9.00000000000000000001\n10.5");
  check (self, "SELECT id FROM orders WHERE exact = 9", "3");
  check (self, "SELECT max(exact) FROM orders", "10.5");
}

static void
test_changed (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;
  AskEntity *entity;

  check (self, "SELECT count(*) FROM orders", "3");
  g_free (sheet_write ("orders.csv",
                       "id,customer,amount,exact,day,paid,new\n1,1,10.5,9.5,2024-01-31,true,x\n", -1));
  /* A column more is none of the query's business. */
  check (self, "SELECT count(*) FROM orders", "1");
  check (self, "SELECT amount FROM orders", "10.5");
  g_free (sheet_write ("orders.csv", "id,customer,total,exact,day,paid\n1,1,10.5,9.5,2024-01-31,true\n",
                       -1));
  result = query (self, "SELECT amount FROM orders", &error);
  g_assert_null (result);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED);
  g_assert_nonnull (strstr (error->message, "“amount”"));
  g_assert_nonnull (strstr (error->message, "Refresh the source"));
  g_clear_error (&error);
  /* The same where people renamed things, so that a view stands in between. */
  entity = self->schema->entities->pdata[0];
  g_assert_cmpstr (entity->table, ==, "orders");
  g_free (entity->name);
  entity->name = g_strdup ("sales_order");
  result = query (self, "SELECT amount FROM sales_order", &error);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED);
  g_clear_error (&error);
  g_assert_cmpint (g_unlink (self->orders), ==, 0);
  result = query (self, "SELECT 1 FROM sales_order", &error);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE);
}

/* Nothing but the sheet is there to ask for. */
static void
test_inside (Fixture *self, gconstpointer data)
{
  static const char *const queries[]
    = { "SELECT * FROM askdata_file", "SELECT * FROM book.askdata_file", "SELECT * FROM book.sqlite_schema" };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = query (self, queries[i], &error);

      g_assert_null (result);
      g_assert_nonnull (error);
    }
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/engine/sheet/a-sheet-is-joined-and-compared-by-its-types",
              Fixture, NULL, set_up, test_queries, tear_down);
  g_test_add ("/engine/sheet/a-sheet-that-changed-is-read-anew", Fixture, NULL, set_up, test_changed, tear_down);
  g_test_add ("/engine/sheet/nothing-but-the-sheet-can-be-read", Fixture, NULL, set_up, test_inside, tear_down);
  return sheet_end (g_test_run ());
}
