/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Entities that lie in several places: the one that is read is the one that lets a query stay in as few
 * sources as can be, the entity's own where that is the same, and never one that is not there.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "engine-fixture.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-kinds.h"

/* Two files. "customer" is of the first, and lies in the second as "client", without its note. */
typedef struct
{
  char *folder;
  AskSchema *schema;
  GPtrArray *configs;
  AskEngine *engine;
} Fixture;

static void
make_file (Fixture *fixture, const char *name, const char *sql)
{
  g_autofree char *file = g_strconcat (name, ".sqlite", NULL);
  g_autofree char *path = g_build_filename (fixture->folder, file, NULL);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  g_ptr_array_add (fixture->configs, ask_source_config_new (name, &ask_sqlite_kind, path));
}

static AskEntity *
add_entity (Fixture *fixture, const char *name, const char *source, const char *const *columns)
{
  AskEntity *entity
    = ask_schema_add_entity (fixture->schema, ask_entity_new (name, source, name, ASK_ENTITY_TABLE));

  for (guint i = 0; columns[i] != NULL; i++)
    ask_entity_add_attribute (entity, columns[i], columns[i],
                              g_str_has_suffix (columns[i], "id") ? ASK_TYPE_INTEGER
                                                                  : ASK_TYPE_TEXT);
  return entity;
}

static void
set_up (Fixture *fixture)
{
  static const char *const customer_columns[] = { "id", "name", "note", NULL };
  static const char *const order_columns[] = { "id", "customer_id", NULL };
  static const char *const invoice_columns[] = { "id", "customer_id", NULL };
  g_autoptr (GError) error = NULL;
  AskEntity *customer;
  AskBinding *binding;

  fixture->folder = g_dir_make_tmp ("ask-bindings-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  fixture->schema = ask_schema_new ();
  /* That both hold the same is a promise; here it is broken, to see which one was read. */
  make_file (fixture, "sales",
             "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, note TEXT);"
             "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER);"
             "INSERT INTO customer VALUES (1, 'of sales', 'n'); INSERT INTO orders VALUES (7, 1);");
  make_file (fixture, "books",
             "CREATE TABLE client (nr INTEGER PRIMARY KEY, called TEXT);"
             "CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer_id INTEGER);"
             "INSERT INTO client VALUES (1, 'of books'); INSERT INTO invoice VALUES (9, 1);");
  customer = add_entity (fixture, "customer", "sales", customer_columns);
  ask_entity_add_attribute (customer, "shout", NULL, ASK_TYPE_TEXT)->expression
    = g_strdup ("upper(name)");
  binding = ask_entity_add_binding (customer, "books", NULL, "client", ASK_ENTITY_TABLE);
  g_ptr_array_set_size (binding->columns, 0);
  g_ptr_array_add (binding->columns, g_strdup ("nr"));
  g_ptr_array_add (binding->columns, g_strdup ("called"));
  g_ptr_array_add (binding->columns, g_strdup (""));
  g_ptr_array_add (binding->columns, g_strdup (""));
  add_entity (fixture, "orders", "sales", order_columns);
  add_entity (fixture, "invoice", "books", invoice_columns);
  fixture->engine = ask_engine_new (fixture->schema, fixture->configs, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture)
{
  g_autofree char *sales = g_build_filename (fixture->folder, "sales.sqlite", NULL);
  g_autofree char *books = g_build_filename (fixture->folder, "books.sqlite", NULL);

  ask_engine_free (fixture->engine);
  ask_schema_unref (fixture->schema);
  g_ptr_array_unref (fixture->configs);
  g_unlink (sales);
  g_unlink (books);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

/* @place: what the plan has to say, or nothing of it */
static void
check (Fixture *fixture, const char *sql, const char *rows, gboolean moved)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result
    = ask_engine_query (fixture->engine, sql, NULL, NULL, NULL, &error);
  g_autoptr (GString) got = NULL;
  g_autofree char *plan = NULL;

  g_assert_no_error (error);
  got = engine_fixture_rows (result->rows);
  if (strcmp (got->str, rows) != 0)
    g_error ("%s\nexpected:\n%sgot:\n%s", sql, rows, got->str);
  g_assert_nonnull (result->plan);
  plan = ask_plan_to_text (result->plan);
  if ((strstr (plan, "customer is read from books, where it lies too, and not from sales") != NULL)
      != moved)
    g_error ("%s\n%s", sql, plan);
}

static void
test_nearest (void)
{
  Fixture fixture;

  set_up (&fixture);
  check (&fixture, "SELECT name FROM customer", "\"of sales\"|\n", FALSE);
  check (&fixture, "SELECT name FROM customer JOIN orders ON customer_id = customer.id",
         "\"of sales\"|\n", FALSE);
  check (&fixture, "SELECT name FROM customer JOIN invoice ON customer_id = customer.id",
         "\"of books\"|\n", TRUE);
  check (&fixture, "SELECT shout, c.id FROM customer c JOIN invoice i ON i.customer_id = c.id",
         "\"OF BOOKS\"|1|\n", TRUE);
  check (&fixture, "SELECT 1 IN (SELECT id FROM customer), customer.name FROM invoice, customer",
         "1|\"of books\"|\n", TRUE);
  /* Both sources are needed whatever is taken: its own. */
  check (&fixture,
         "SELECT name FROM customer c JOIN invoice i ON i.customer_id = c.id JOIN orders o ON "
         "o.customer_id = c.id",
         "\"of sales\"|\n", FALSE);
  /* The other place has no note, and a star means that, too. */
  check (&fixture, "SELECT note FROM customer c JOIN invoice i ON i.customer_id = c.id", "\"n\"|\n",
         FALSE);
  check (&fixture, "SELECT c.* FROM customer c JOIN invoice i ON i.customer_id = c.id",
         "1|\"of sales\"|\"n\"|\"OF SALES\"|\n", FALSE);
  /* Whoever writes the source means it. */
  check (&fixture, "SELECT name FROM sales.customer c JOIN invoice i ON i.customer_id = c.id",
         "\"of sales\"|\n", FALSE);
  tear_down (&fixture);
}

/* A source that is not registered, or has a problem, is passed over; where no other is left, it is named. */
static void
test_not_there (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Fixture fixture;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result = NULL;

      set_up (&fixture);
      g_clear_pointer (&fixture.engine, ask_engine_free);
      if (i == 0)
        g_ptr_array_remove_index (fixture.configs, 0);
      else
        ((AskSourceConfig *) fixture.configs->pdata[0])->problem = g_strdup ("It has no key.");
      fixture.engine = ask_engine_new (fixture.schema, fixture.configs, &error);
      g_assert_no_error (error);
      check (&fixture, "SELECT name FROM customer", "\"of books\"|\n", TRUE);
      result = ask_engine_query (fixture.engine, "SELECT note FROM customer", NULL, NULL, NULL,
                                 &error);
      g_assert_null (result);
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
      tear_down (&fixture);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/bindings/the-nearest-place-of-an-entity-is-read", test_nearest);
  g_test_add_func ("/engine/bindings/a-place-that-is-not-there-is-passed-over", test_not_there);
  return g_test_run ();
}
