/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions of a query that another program computes: what the program is given, and what becomes of one that dies, hangs or
 * answers something else.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"

static const char rows[]
  = "CREATE TABLE events (id INTEGER PRIMARY KEY, name TEXT, year INTEGER);"
    "INSERT INTO events VALUES (1, 'Relay', 2024), (2, 'It''s \"}}\"\nnew', 2025), (3, 'Judo', 2025),"
    "(4, NULL, 2025), (5, 'Judo', 2025);"
    "CREATE TABLE sports (name TEXT);"
    "INSERT INTO sports VALUES ('Judo'), ('Chess')";

static void
open_events (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "events", rows);
}

static void
test_map (void)
{
  static const char program[]
    = "sh -c 'while read -r line; do printf \"%s\\\\n\" \"$line\" >> \"$0\"; echo true; done'";
  g_autofree char *path = NULL;
  g_autofree char *function = NULL;
  g_autofree char *given = NULL;
  g_autoptr (GError) error = NULL;
  Cli cli;

  open_events (&cli);
  path = cli_path (&cli, "given");
  function = g_strdup_printf ("team=map:%s %s", program, path);
  cli_run_good (&cli, "query",
                "SELECT id FROM events WHERE year = 2025 AND {{team('Team?', 'events::name')}} ORDER BY id",
                "--function", function, "--format", "csv", "--explain", NULL);
  g_assert_cmpstr (cli.out, ==, "id\r\n2\r\n3\r\n5\r\n");
  g_assert_nonnull (strstr (cli.err, "team ('Team?', …): 2 values in 1 round"));
  g_assert_true (g_file_get_contents (path, &given, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (given, ==,
                   "{\"value\":\"It's \\\"}}\\\"\\nnew\",\"question\":\"Team?\",\"options\":null}\n"
                   "{\"value\":\"Judo\",\"question\":\"Team?\",\"options\":null}\n");
  g_remove (path);
  cli_close (&cli);
}

static void
test_qa_and_join (void)
{
  static const char pairs[] = "same=join:sh -c 'read -r line; echo \"[[\\\"Judo\\\",\\\"Judo\\\"]]\"'";
  static const char latest[]
    = "latest=qa:sh -c 'read -r line; case \"$line\" in *2025*) echo 2025;; *) echo null;; esac'";
  Cli cli;

  open_events (&cli);
  cli_run_good (&cli, "query",
                "SELECT count(*) AS n FROM events WHERE year = latest('Which year?', (SELECT year FROM events))",
                "--function", latest, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "n\r\n4\r\n");
  cli_run_good (&cli, "query", "SELECT id FROM events JOIN {{same('events::name', 'sports::name')}} ORDER BY id",
                "--function", pairs, "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "id\r\n3\r\n5\r\n");
  cli_close (&cli);
}

static void
assert_fails (Cli *cli, const char *function, const char *text)
{
  int code
    = cli_run (cli, "query", "SELECT team('Team?', name) FROM events", "--function", function, "--timeout", "2", NULL);

  g_assert_cmpint (code, ==, 1);
  g_assert_cmpstr (cli->out, ==, "");
  if (strstr (cli->err, text) == NULL)
    g_error ("“%s” is not in: %s", text, cli->err);
}

static void
test_faults (void)
{
  Cli cli;

  open_events (&cli);
  assert_fails (&cli, "team=map:true", "ended before it had");
  assert_fails (&cli, "team=map:sh -c 'read -r line; echo 1'", "ended before it had answered all values");
  assert_fails (&cli, "team=map:sh -c 'while read -r line; do echo yes it is; done'", "no JSON value");
  assert_fails (&cli, "team=map:sleep 60", "took longer than 2 s");
  assert_fails (&cli, "team=map:/nowhere/at-all", "could not be started");
  assert_fails (&cli, "team=guess:cat", "A function is given as NAME=map:COMMAND");
  assert_fails (&cli, "other=map:cat", "There is no function team()");
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/function/a-program-gets-the-values-that-are-left", test_map);
  g_test_add_func ("/cli/function/a-program-answers-about-rows-and-joins", test_qa_and_join);
  g_test_add_func ("/cli/function/a-program-that-fails-ends-the-query-in-words", test_faults);
  return g_test_run ();
}
