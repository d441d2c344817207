/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calculated columns and queries as tables mean what they mean as views: random statements, with the
 * definitions put in, give over plain tables the rows that the same statements give over SQLite's views.
 * Metrics give what their expression gives where somebody writes it out.
 */
#include "config.h"

#include <string.h>

#include "ask-sql-fixture.h"
#include "sql/ask-sql-define.h"
#include "sql/ask-sql-printer.h"
#include "support/ask-test-defined.h"

#define CASES 4000

#define TABLES                                                                                    \
  "CREATE TABLE a (id INTEGER PRIMARY KEY NOT NULL, g TEXT, n INT, x REAL);"                      \
  "CREATE TABLE b (id INTEGER PRIMARY KEY NOT NULL, a_id INT, t TEXT COLLATE NOCASE);"            \
  "INSERT INTO a VALUES (1,'a',1,0.5),(2,NULL,2,1.5),(3,'B',NULL,NULL),(4,'b',2,2.5),"            \
  "  (5,'',3,-1),(6,'c',4,NULL);"                                                                 \
  "INSERT INTO b VALUES (1,1,'A'),(2,1,NULL),(3,2,'b'),(4,NULL,'B'),(5,9,'none');"

static AskType
type_of (char letter)
{
  return letter == 'i' ? ASK_TYPE_INTEGER : letter == 'r' ? ASK_TYPE_REAL : ASK_TYPE_TEXT;
}

static AskSqlCatalog *
make_catalog (sqlite3 *db)
{
  AskSqlCatalog *catalog = ask_fixture_make_catalog (db);

  for (guint i = 0; i < ask_test_n_definitions; i++)
    {
      const AskTestDefinition *at = &ask_test_definitions[i];
      AskSqlTable *table = (AskSqlTable *) ask_sql_catalog_find_table (catalog, NULL, at->table);

      if (at->kind == 'm')
        ask_sql_table_add_metric (table, at->name, at->expression);
      else
        ask_sql_table_add_calculated (table, at->name, type_of (at->type), at->expression);
    }
  for (guint i = 0; i < ask_test_n_queries; i++)
    {
      const AskTestQuery *at = &ask_test_queries[i];
      AskSqlTable *table = ask_sql_catalog_add_table (catalog, "defined", at->name);

      ask_sql_table_set_query (table, at->sql);
      table->has_rowid = FALSE;
      for (guint c = 0; at->columns[c] != NULL; c++)
        {
          g_auto (GStrv) names = g_strsplit (at->columns[c], ":", 2);

          ask_sql_table_add_column (table, names[0], ASK_TYPE_ANY, NULL)->remote
            = g_strdup (names[1]);
        }
      if (i == 0)
        ask_sql_table_add_calculated (table, "ratio", ASK_TYPE_REAL, "sm / amount");
    }
  return catalog;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The columns' names and the sorted rows; NULL for what SQLite does not take or does not end. */
static char *
run (sqlite3 *db, const char *sql, char **message)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) names = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;
  GString *text;
  int code;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    {
      *message = g_strdup (sqlite3_errmsg (db));
      return NULL;
    }
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    g_string_append_printf (names, "%s|", sqlite3_column_name (statement, i));
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      GString *line = g_string_new (NULL);

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        g_string_append_printf (line, "%d:%s|", sqlite3_column_type (statement, i),
                                (const char *) sqlite3_column_text (statement, i));
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  if (code != SQLITE_DONE)
    *message = g_strdup (sqlite3_errmsg (db));
  sqlite3_finalize (statement);
  if (code != SQLITE_DONE)
    return NULL;
  g_ptr_array_sort (lines, compare);
  text = g_string_new (NULL);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (char *) lines->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
test_random (void)
{
  sqlite3 *plain = ask_fixture_open (NULL, TABLES);
  sqlite3 *views = ask_fixture_open (NULL, TABLES);
  AskSqlCatalog *catalog = make_catalog (plain);
  guint n_good = 0;
  guint n_changed = 0;

  g_assert_cmpint (sqlite3_exec (views, ask_test_defined_views, NULL, NULL, NULL), ==, SQLITE_OK);
  for (guint i = 0; i < CASES; i++)
    {
      AskTestDefined maker;
      g_autoptr (AskSqlTree) tree = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *message = NULL;
      g_autofree char *expected = NULL;
      g_autofree char *got = NULL;
      g_autofree char *sql = NULL;
      gboolean changed;

      ask_test_defined_make (&maker);
      expected = run (views, maker.plain->str, &message);
      tree = ask_sql_parse (maker.ours->str, -1, &error);
      g_assert_no_error (error);
      if (expected == NULL)
        {
          ask_test_defined_clear (&maker);
          continue;
        }
      if (!ask_sql_define (tree, catalog, &changed, &error))
        g_error ("%s\n%s", maker.ours->str, error->message);
      sql = ask_sql_print_select (tree->select);
      got = run (plain, sql, &message);
      if (g_strcmp0 (expected, got) != 0)
        g_error ("%s\nover views: %s\nbecame: %s\nexpected:\n%sgot:\n%s%s", maker.ours->str,
                 maker.plain->str, sql, expected, got, message != NULL ? message : "");
      n_good++;
      n_changed += changed;
      ask_test_defined_clear (&maker);
    }
  g_test_message ("%u of %u statements run, %u were changed", n_good, CASES, n_changed);
  g_assert_cmpuint (n_good, >, CASES / 2);
  g_assert_cmpuint (n_changed, >, CASES / 3);
  ask_sql_catalog_unref (catalog);
  sqlite3_close (plain);
  sqlite3_close (views);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/define-views/definitions-mean-what-views-mean", test_random);
  return g_test_run ();
}
