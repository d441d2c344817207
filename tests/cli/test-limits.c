/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli with statements that stand for more than any machine has: each call ends, with what is too large,
 * where, and what to do; and --timeout ends what has no end.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-bomb.h"

static void
open_with_file (Cli *cli)
{
  g_autofree char *schema = ask_test_bomb_get_schema ();
  g_autofree char *path = NULL;
  sqlite3 *db;

  cli_open (cli);
  path = cli_path (cli, "o.sqlite");
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, schema, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  cli_run_good (cli, "source", "add", "sqlite", "file", path, NULL);
}

static void
test_statements (void)
{
  static const char *const names[] = { "stars", "joins", "sums", "a wide star" };
  Cli cli;

  open_with_file (&cli);
  for (guint i = 0; i < ask_test_n_bombs; i++)
    {
      const AskTestBomb *bomb = &ask_test_bombs[i];
      g_autofree char *sql = NULL;

      for (gsize n = 0; n < G_N_ELEMENTS (names); n++)
        if (strcmp (names[n], bomb->name) == 0)
          sql = bomb->make (bomb->n);
      if (sql == NULL)
        continue;
      g_assert_cmpint (cli_run (&cli, "query", sql, NULL), ==, 1);
      g_assert_nonnull (strstr (cli.err, "Line 1, column "));
      g_assert_cmpstr (cli.out, ==, "");
    }
  cli_run_good (&cli, "query", "SELECT count(*) FROM o", NULL);
  cli_close (&cli);
}

static void
test_time_out (void)
{
  Cli cli;

  open_with_file (&cli);
  /* It has no end of its own. */
  g_assert_cmpint (cli_run (&cli, "query",
                            "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
                            "--timeout", "0.05", NULL),
                   ==, 1);
  g_assert_nonnull (strstr (cli.err, "took longer than 0.05 s"));
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/limits/a-bomb-ends-in-a-sentence", test_statements);
  g_test_add_func ("/cli/limits/a-time-out-ends-an-endless-query", test_time_out);
  return g_test_run ();
}
