/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of making a query stand on its own. Each composed query is run by SQLite, where the same
 * with temporary tables gives the same.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "agent/ask-compose.h"

static const char *const steps[] = {
  "SELECT 1 AS a UNION SELECT 2 -- two of them",
  "WITH x AS (SELECT a * 10 AS b FROM step_1) SELECT b FROM x;",
  "SELECT 'step_1' AS c",
};

static const struct
{
  const char *sql;
  const char *needs; /* the steps that must stand in it, as digits */
} cases[] = {
  { "SELECT count(*) FROM step_1", "1" },
  { "SELECT sum(b) FROM step_2;", "12" },
  { "SELECT * FROM step_3", "3" },
  { "SELECT 'step_1'", "" },
  { "SELECT 1 /* step_1 */", "" },
  { "WITH y AS (SELECT b FROM step_2) SELECT max(b) FROM y", "12" },
  { "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT sum(i) + "
    "(SELECT count(*) FROM STEP_1) FROM n",
    "1" },
  { "WITH step_1 AS (SELECT 5 AS a) SELECT sum(a) FROM step_1", "" },
  /* What is called like a step is none, and a name means what it means where it stands. */
  { "SELECT step_1 FROM (SELECT 4 AS step_1)", "" },
  { "SELECT (WITH step_1 AS (SELECT 7 AS a) SELECT sum(a) FROM step_1) + count(*) FROM step_1", "1" },
  { "WITH y AS (SELECT a FROM step_1), step_1 AS (SELECT 9 AS a) SELECT sum(a) FROM y", "" },
  { "SELECT 2 IN step_1", "1" },
  { "SELECT max(b) FROM (SELECT 1 AS step_1) JOIN step_2 ON 1 ORDER BY (SELECT c FROM step_3)", "123" },
  { ";; SELECT count(*) FROM step_1 ; -- ;", "1" },
  { "-- why\nSELECT count(*) FROM \"step_1\", step_3 -- so", "13" },
};

static char *
run (sqlite3 *database, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  char *text = NULL;

  if (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sqlite3_errmsg (database), sql);
  if (sqlite3_step (statement) == SQLITE_ROW)
    text = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return text;
}

static void
test_compose (void)
{
  g_autoptr (GPtrArray) tables
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_step_table_free);
  sqlite3 *empty = NULL, *filled = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &empty), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_open (":memory:", &filled), ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *name = g_strdup_printf ("step_%u", i + 1);
      g_autofree char *create = g_strdup_printf ("CREATE TABLE %s AS %s", name, steps[i]);

      g_assert_cmpint (sqlite3_exec (filled, create, NULL, NULL, NULL), ==, SQLITE_OK);
      g_ptr_array_add (tables, ask_step_table_new (name, steps[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *composed = ask_compose_sql (cases[i].sql, tables);
      g_autofree char *here = run (empty, composed);
      g_autofree char *there = run (filled, cases[i].sql);

      g_test_message ("%s", composed);
      g_assert_cmpstr (here, ==, there);
      for (guint s = 1; s <= 3; s++)
        {
          g_autofree char *head = g_strdup_printf ("step_%u AS (\n", s);

          g_assert_true ((strstr (composed, head) != NULL)
                         == (strchr (cases[i].needs, (int) ('0' + s)) != NULL));
        }
    }
  sqlite3_close (empty);
  sqlite3_close (filled);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/compose/a-composed-query-runs-alone", test_compose);
  return g_test_run ();
}
