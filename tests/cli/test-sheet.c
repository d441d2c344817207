/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli with spreadsheets: added, asked, changed, refreshed, removed.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "cli-fixture.h"

static char *cache; /* of all tests, so that nothing of this machine's is touched */

static char *
write_file (Cli *cli, const char *name, const char *text)
{
  char *path = cli_path (cli, name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static guint
count_copies (void)
{
  g_autofree char *folder = g_build_filename (cache, "askdata", "sheets", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* Those of a source that was changed behind the program's back. */
static void
remove_copies (void)
{
  g_autofree char *folder = g_build_filename (cache, "askdata", "sheets", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
}

static void
test_life (void)
{
  Cli cli;
  g_autofree char *path = NULL;

  cli_open (&cli);
  path = write_file (&cli, "orders.csv", "id;customer;amount\n1;Ann;10,5\n2;Bob;3,25\n3;Jos\xE9;1,0\n");
  cli_run_good (&cli, "source", "add", "sheet", "book", path, NULL);
  g_assert_cmpstr (cli.out, ==, "Added book: 1 entity.\n");
  g_assert_nonnull (strstr (cli.err, "WINDOWS-1252"));
  g_assert_cmpuint (count_copies (), ==, 1);
  cli_run_good (&cli, "query", "SELECT customer, amount FROM orders ORDER BY id", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "customer,amount\r\nAnn,10.5\r\nBob,3.25\r\nJos\xC3\xA9,1.0\r\n");
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_nonnull (strstr (cli.out, "sheet"));
  cli_run_good (&cli, "source", "test", "book", NULL);

  /* What changes is there at the next question; a column that went is told. */
  g_free (write_file (&cli, "orders.csv", "id;customer;total\n7;Zoe;9,5\n"));
  cli_run_good (&cli, "query", "SELECT 1", NULL);
  g_assert_cmpint (cli_run (&cli, "query", "SELECT customer FROM orders", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "Refresh the source"));
  cli_run_good (&cli, "source", "refresh", "book", NULL);
  cli_run_good (&cli, "query", "SELECT customer, total FROM orders", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "customer,total\r\nZoe,9.5\r\n");

  cli_run_good (&cli, "source", "remove", "book", NULL);
  g_assert_cmpuint (count_copies (), ==, 0);
  cli_close (&cli);
}

static void
test_options (void)
{
  Cli cli;
  g_autofree char *path = NULL;

  cli_open (&cli);
  path = write_file (&cli, "x.txt", "a#b\nc#\xB3\n");
  cli_run_good (&cli, "source", "add", "sheet", "x", path, "--delimiter", "#", "--encoding",
                "iso-8859-2", "--header", "no", NULL);
  cli_run_good (&cli, "query", "SELECT column_1, column_2 FROM x", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "column_1,column_2\r\na,b\r\nc,\xC5\x82\r\n");
  /* They are kept. */
  cli_run_good (&cli, "source", "refresh", "x", NULL);
  cli_run_good (&cli, "query", "SELECT column_2 FROM x", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "column_2\r\nb\r\n\xC5\x82\r\n");
  cli_run_good (&cli, "source", "remove", "x", NULL);
  g_assert_cmpuint (count_copies (), ==, 0);
  cli_close (&cli);
}

/* Another way to read it: tried first, then kept, and the copy of the old way goes. */
static void
test_set (void)
{
  Cli cli;
  g_autofree char *path = NULL;

  cli_open (&cli);
  path = write_file (&cli, "x.txt", "a#b;c\nd#e;\xB3\n");
  cli_run_good (&cli, "source", "add", "sheet", "x", path, "--header", "yes", NULL);
  cli_run_good (&cli, "query", "SELECT * FROM x", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "a#b,c\r\nd#e,\xC2\xB3\r\n");
  g_assert_cmpint (cli_run (&cli, "source", "set", "x", "--encoding", "klingon", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "klingon"));
  g_assert_cmpint (cli_run (&cli, "source", "set", "x", "--lanes", "2", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "source", "set", "x", "--header", "maybe", NULL), ==, 2);
  cli_run_good (&cli, "source", "refresh", "x", NULL);
  cli_run_good (&cli, "query", "SELECT * FROM x", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "a#b,c\r\nd#e,\xC2\xB3\r\n");
  g_assert_cmpuint (count_copies (), ==, 1);

  cli_run_good (&cli, "source", "set", "x", "--delimiter", "#", "--encoding", "iso-8859-2", "--header", "no", NULL);
  g_assert_cmpuint (count_copies (), ==, 1);
  cli_run_good (&cli, "source", "refresh", "x", NULL);
  cli_run_good (&cli, "query", "SELECT column_2 FROM x", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "column_2\r\nb;c\r\ne;\xC5\x82\r\n");
  cli_run_good (&cli, "schema", "versions", NULL);
  g_assert_nonnull (strstr (cli.out, "in another way"));
  /* What is not said is recognised. */
  cli_run_good (&cli, "source", "set", "x", "--header", "no", NULL);
  cli_run_good (&cli, "query", "SELECT column_1 FROM x", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "column_1\r\na#b\r\nd#e\r\n");
  cli_run_good (&cli, "source", "remove", "x", NULL);
  g_assert_cmpuint (count_copies (), ==, 0);
  cli_close (&cli);
}

/* A doubt is said, nothing of the data becomes a name, and what was decided stays when the file changes. */
static void
test_header (void)
{
  Cli cli;
  g_autofree char *path = NULL;
  sqlite3 *db;

  cli_open (&cli);
  path = write_file (&cli, "people.csv", "Alice,Rome\nBob,Paris\n");
  cli_run_good (&cli, "source", "add", "sheet", "book", path, NULL);
  g_assert_nonnull (strstr (cli.err, "people: nothing tells whether the first row holds names or data"));
  g_assert_nonnull (strstr (cli.err, "askdata-cli source set book --header yes"));
  cli_run_good (&cli, "schema", "show", NULL);
  g_assert_null (strstr (cli.out, "Alice"));
  cli_run_good (&cli, "query", "SELECT * FROM people", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "column_1,column_2\r\nAlice,Rome\r\nBob,Paris\r\n");
  g_assert_cmpuint (count_copies (), ==, 1);
  cli_run_good (&cli, "source", "set", "book", "--header", "yes", NULL);
  cli_run_good (&cli, "query", "SELECT * FROM people", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "Alice,Rome\r\nBob,Paris\r\n");
  cli_run_good (&cli, "source", "remove", "book", NULL);

  /* Names that are certain now would not be with other rows. */
  g_free (write_file (&cli, "people.csv", "who,points\nAlice,5\nBob,6\n"));
  cli_run_good (&cli, "source", "add", "sheet", "book", path, NULL);
  g_assert_nonnull (strstr (cli.err, "people: the first row was taken for names, since numbers"));
  g_assert_nonnull (strstr (cli.err, "askdata-cli source set book --header no"));
  g_free (write_file (&cli, "people.csv", "who,points\nAlice,none\nBob,few\n"));
  cli_run_good (&cli, "source", "refresh", "book", NULL);
  cli_run_good (&cli, "query", "SELECT who, points FROM people", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "who,points\r\nAlice,none\r\nBob,few\r\n");

  /* An earlier version kept no word about it, and read doubtful rows as names: that stays. */
  g_assert_cmpint (sqlite3_open (cli.workspace, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "UPDATE source SET options = '[]'", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_changes (db), ==, 1);
  sqlite3_close (db);
  remove_copies ();
  cli_run_good (&cli, "source", "refresh", "book", NULL);
  cli_run_good (&cli, "query", "SELECT who, points FROM people", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "who,points\r\nAlice,none\r\nBob,few\r\n");
  cli_run_good (&cli, "source", "remove", "book", NULL);
  cli_close (&cli);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *args[9];
    int code;
    const char *words;
  } cases[] = {
    { { "source", "add", "sheet", "x", "/nowhere/at all.csv" }, 1, "/nowhere/at all.csv" },
    { { "source", "add", "sheet", "x", "FILE", "--header", "maybe" }, 2, "yes, no or auto" },
    { { "source", "add", "sheet", "x", "FILE", "--delimiter", "ab" }, 1, "one character" },
    { { "source", "add", "sheet", "x", "FILE", "--encoding", "klingon" }, 1, "klingon" },
    { { "source", "add", "sheet", "x", "FILE", "--sheet", "y" }, 1, "no sheets" },
    { { "source", "add", "sheet", "x", "FILE", "--base-url", "http://x" }, 2, "openapi only" },
    { { "source", "add", "sqlite", "x", "FILE", "--delimiter", ";" }, 2, "sheet only" },
    { { "source", "add", "sheet", "x", "FILE", "--cache=5" }, 2, "openapi only" },
    { { "source", "add", "sheet", "x", "FILE" }, 1, "line 2 has 3 cells" },
  };
  Cli cli;
  g_autofree char *path = NULL;

  cli_open (&cli);
  path = write_file (&cli, "ragged.csv", "a,b\n1,2,3\n1,2\n1,2\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const *a = cases[i].args;

      g_assert_cmpint (cli_run (&cli, a[0], a[1], a[2], a[3], g_str_equal (a[4], "FILE") ? path : a[4],
                                a[5], a[6], a[7], NULL),
                       ==, cases[i].code);
      if (strstr (cli.err, cases[i].words) == NULL)
        g_error ("no “%s” in: %s", cases[i].words, cli.err);
      g_assert_cmpuint (count_copies (), ==, 0);
    }
  cli_run_good (&cli, "source", "list", NULL);
  g_assert_cmpstr (cli.out, ==, "");
  cli_close (&cli);
}

/* What was exported is a source again, with the same values; a name that says nothing is refused. */
static void
test_export (void)
{
  static const char *const sql = "SELECT customer, amount, day, count(*) OVER () AS n FROM orders ORDER BY id";
  Cli cli;
  g_autofree char *path = NULL;
  g_autofree char *book = NULL;
  g_autofree char *json = NULL;
  g_autofree char *text = NULL;

  cli_open (&cli);
  path = write_file (&cli, "orders.csv", "id;customer;amount;day\n1;Ann;10,5;2025-03-01\n2;007;3,25;2025-04-30\n");
  book = cli_path (&cli, "export.xlsx");
  json = cli_path (&cli, "export.json");
  cli_run_good (&cli, "source", "add", "sheet", "book", path, NULL);
  cli_run_good (&cli, "query", sql, "-o", book, NULL);
  g_assert_cmpstr (cli.out, ==, "");
  g_assert_nonnull (strstr (cli.err, "export.xlsx: 2 rows\n"));
  cli_run_good (&cli, "query", sql, "--output", json, NULL);
  g_assert_true (g_file_get_contents (json, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"rows\":[[\"Ann\",10.5,\"2025-03-01\",2],[\"007\",3.25,\"2025-04-30\",2]]"));
  cli_run_good (&cli, "source", "add", "sheet", "back", book, "--header", "yes", NULL);
  cli_run_good (&cli, "query", "SELECT * FROM export", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "customer,amount,day,n\r\nAnn,10.5,2025-03-01,2\r\n007,3.25,2025-04-30,2\r\n");
  cli_run_good (&cli, "ask", "show orders", "--no-model", "--export", book, NULL);
  g_assert_nonnull (strstr (cli.err, "export.xlsx: 2 rows\n"));
  g_assert_cmpint (cli_run (&cli, "query", sql, "--format", "xlsx", NULL), ==, 2);
  g_assert_nonnull (strstr (cli.err, "name it with -o"));
  g_assert_cmpint (cli_run (&cli, "query", sql, "-o", "rows.parquet", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "ask", "show orders", "--no-model", "--export", "rows", NULL), ==, 2);
  cli_run_good (&cli, "source", "remove", "book", NULL);
  cli_run_good (&cli, "source", "remove", "back", NULL);
  g_unlink (json);
  g_unlink (book);
  g_assert_cmpuint (count_copies (), ==, 0);
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("ask-cli-cache-XXXXXX", NULL);
  int code;

  cache = folder;
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/sheet/a-sheet-is-added-asked-refreshed-and-removed", test_life);
  g_test_add_func ("/cli/sheet/a-sheet-is-read-as-its-options-say", test_options);
  g_test_add_func ("/cli/sheet/another-way-to-read-is-tried-then-kept", test_set);
  g_test_add_func ("/cli/sheet/a-doubtful-header-gives-no-names", test_header);
  g_test_add_func ("/cli/sheet/what-is-no-sheet-is-refused-in-words", test_refused);
  g_test_add_func ("/cli/sheet/what-is-exported-is-a-source-again", test_export);
  code = g_test_run ();
  {
    g_autofree char *askdata = g_build_filename (cache, "askdata", NULL);
    g_autofree char *sheets = g_build_filename (askdata, "sheets", NULL);

    g_rmdir (sheets);
    g_rmdir (askdata);
    g_rmdir (cache);
  }
  return code;
}
