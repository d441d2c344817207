/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading a statement ends, however much it stands for: in memory that is counted, with a sentence that says
 * where and what to do. What it stands for is never counted too high: what SQLite takes in no time is taken.
 */
#include "config.h"

#include <string.h>

#include "ask-sql-fixture.h"
#include "sql/ask-sql-define.h"
#include "sql/ask-sql-guard.h"
#include "sql/ask-sql-printer.h"
#include "support/ask-test-bomb.h"

static AskSqlCatalog *
make_catalog (void)
{
  g_autofree char *schema = ask_test_bomb_get_schema ();
  sqlite3 *db = ask_fixture_open (NULL, schema);
  AskSqlCatalog *catalog = ask_fixture_make_catalog (db);
  AskSqlTable *o = (AskSqlTable *) ask_sql_catalog_find_table (catalog, NULL, "o");

  for (guint i = 0; i < ASK_TEST_BOMB_DEFINED; i++)
    {
      g_autofree char *attribute = ask_test_bomb_make_attribute (i);
      g_autofree char *metric = ask_test_bomb_make_metric (i);
      g_autofree char *k = g_strdup_printf ("k%u", i);
      g_autofree char *m = g_strdup_printf ("m%u", i);
      g_autofree char *q = g_strdup_printf ("q%u", i);
      g_autofree char *text = ask_test_bomb_make_query (i);
      AskSqlTable *query;

      ask_sql_table_add_calculated (o, k, ASK_TYPE_INTEGER, attribute)->unlisted = TRUE;
      ask_sql_table_add_metric (o, m, metric);
      query = ask_sql_catalog_add_table (catalog, "defined", q);
      query->has_rowid = FALSE;
      ask_sql_table_set_query (query, text);
      ask_sql_table_add_column (query, "id", ASK_TYPE_INTEGER, NULL);
    }
  sqlite3_close (db);
  return catalog;
}

/* Returns: whether it was refused as too large */
static gboolean
read_statement (const AskSqlCatalog *catalog, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) hints G_GNUC_UNUSED = ask_sql_guard (sql, catalog);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);
  g_autofree char *printed = NULL;
  gboolean changed;

  if (tree != NULL && ask_sql_define (tree, catalog, &changed, &error))
    printed = ask_sql_print_select (tree->select);
  if (tree != NULL)
    g_assert_cmpuint (ask_sql_tree_get_size (tree), <, 2 * ASK_SQL_MAX_MEMORY);
  if (printed != NULL)
    g_assert_cmpuint (strlen (printed), <, 20 * ASK_SQL_MAX_LENGTH);
  if (error == NULL)
    return FALSE;
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_suffix (error->message, "."));
  return g_error_matches (error, ASK_SQL_ERROR, ASK_SQL_ERROR_TOO_LARGE);
}

static void
test_bomb (gconstpointer data)
{
  const AskTestBomb *bomb = data;

  if (g_test_subprocess ())
    {
      g_autoptr (AskSqlCatalog) catalog = make_catalog ();
      g_autofree char *sql = bomb->make (bomb->n);

      ask_test_bomb_set_limits ();
      g_assert_cmpint (read_statement (catalog, sql), ==, bomb->refused);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

/* What names itself is no larger for that. */
static void
test_itself (void)
{
  static const char *const taken[] = {
    "SELECT id FROM o WINDOW w AS (ORDER BY count(*) OVER (w))",
    "SELECT count(*) OVER (w) FROM o WINDOW w AS (ORDER BY id), v AS (w)",
    "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT n FROM r",
    "SELECT x + x AS x FROM o WHERE x > 1 GROUP BY x, 1 ORDER BY x, 1",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_sql_parse (taken[i], -1, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (tree->n_parts, <, 100);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < ask_test_n_bombs; i++)
    {
      g_autofree char *path = g_strdup_printf ("/sql/limits/a-bomb-is-refused-or-read/%s", ask_test_bombs[i].name);

      g_test_add_data_func (path, &ask_test_bombs[i], test_bomb);
    }
  g_test_add_func ("/sql/limits/what-names-itself-is-not-multiplied", test_itself);
  return g_test_run ();
}
