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

static gboolean
count_node (AskSqlFrom *from, gpointer n)
{
  ++*(guint *) n;
  return TRUE;
}

/* A statement that is flat is not weighed. It has as many parts as the same one with something that makes it another, and
 * is flat no more once it has got a node that is not. */
static void
test_flat (void)
{
  static const struct
  {
    const char *sql;
    gboolean flat;
    guint parts;
    guint levels;
  } cases[] = {
    { "SELECT a.id, n FROM a WHERE a.id = 3", TRUE, 9, 1 },
    { "SELECT a.id AS i, n FROM a WHERE a.id = 3", FALSE, 9, 1 },
    { "SELECT a.id, n FROM a, b JOIN c ON c.id = -b.id LIMIT 5", TRUE, 13, 1 },
    { "SELECT a.id, n AS n2 FROM a, b JOIN c ON c.id = -b.id LIMIT 5", FALSE, 13, 1 },
    { "SELECT * FROM a WHERE n IN (1, 2) OR n BETWEEN 3 AND 4", TRUE, 12, 1 },
    { "SELECT * FROM a WHERE n IN (1, 2) OR n BETWEEN 3 AND 4 ORDER BY n", FALSE, 13, 1 },
    { "SELECT 1", TRUE, 3, 0 },
    { "SELECT id FROM a WHERE n IN b", FALSE, 6, 1 },
    { "SELECT id FROM a WHERE n IN (SELECT n FROM b)", FALSE, 10, 1 },
    { "SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b)", FALSE, 9, 1 },
    { "SELECT id FROM a WHERE lower (g) = 'x'", FALSE, 8, 1 },
    { "SELECT id FROM a NATURAL JOIN b", FALSE, 5, 1 },
    { "SELECT id FROM a JOIN b USING (id)", FALSE, 5, 1 },
    { "SELECT id FROM (SELECT id FROM a)", FALSE, 8, 2 },
    { "WITH t AS (SELECT id FROM a) SELECT id FROM t", FALSE, 8, 2 },
    { "SELECT id FROM a UNION SELECT id FROM b", FALSE, 8, 1 },
    { "VALUES (1)", FALSE, 2, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_sql_parse (cases[i].sql, -1, &error);
      g_autoptr (AskSqlTree) copy = NULL;
      guint walked[2] = { 0, 0 };

      g_assert_no_error (error);
      g_test_message ("%s: %d %u %u", cases[i].sql, tree->flat, tree->n_parts, tree->n_levels);
      g_assert_cmpint (tree->flat, ==, cases[i].flat);
      g_assert_cmpuint (tree->n_parts, ==, cases[i].parts);
      g_assert_cmpuint (tree->n_levels, ==, cases[i].levels);
      ask_sql_walk_tree (tree, &(AskSqlVisit) { .from = count_node, .user_data = &walked[0] });
      ask_sql_walk_select (tree->select, &(AskSqlVisit) { .from = count_node, .user_data = &walked[1] });
      g_assert_cmpuint (walked[0], ==, walked[1]);
      copy = ask_sql_tree_extract (tree, tree->select);
      g_assert_false (copy->flat);
      ask_sql_tree_new_one (tree);
      g_assert_cmpint (tree->flat, ==, cases[i].flat);
      ask_sql_tree_new_expr (tree, ASK_EXPR_EXISTS, (AskSqlSpan) { 0, 0 });
      g_assert_false (tree->flat);
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
  g_test_add_func ("/sql/limits/what-stands-for-itself-is-counted-and-not-weighed", test_flat);
  return g_test_run ();
}
