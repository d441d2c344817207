/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli with a folder of documents: added, searched, changed, joined with a table, removed.
 */
#include "config.h"

#include <ftw.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"

static char *cache; /* of all tests, so that nothing of this machine's is touched */

static void
put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
take_away (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
expect (Cli *cli, const char *sql, const char *csv)
{
  cli_run_good (cli, "query", sql, "--format", "csv", NULL);
  g_assert_cmpstr (cli->out, ==, csv);
}

/* The folder is known by what lies in it. */
static char *
add_folder (Cli *cli, const char *source)
{
  char *folder = g_build_filename (cache, "docs-XXXXXX", NULL);

  g_assert_nonnull (g_mkdtemp (folder));
  put (folder, "lease.md", "# Lease\nAbout it.\n## Notice\nThe notice periods are three months.\n");
  put (folder, "miete/köln.txt", "Die Kündigungsfrist beträgt drei Monate.\n");
  put (folder, "broken.pdf", "%PDF nothing");
  cli_run_good (cli, "source", "add", "documents", source, folder, NULL);
  g_assert_nonnull (strstr (cli->err, "broken.pdf: It is damaged"));
  return folder;
}

static void
test_search (void)
{
  Cli cli;
  g_autofree char *folder = NULL;

  cli_open (&cli);
  folder = add_folder (&cli, "docs");
  g_assert_cmpstr (cli.out, ==, "Added docs: 3 entities.\n");
  cli_run_good (&cli, "source", "show", "docs", NULL);
  g_assert_nonnull (strstr (cli.out, "  broken.pdf: It is damaged, or no PDF. Save it again, or fetch it anew.\n"));
  g_assert_cmpint (cli_run (&cli, "source", "show", "nobody", NULL), ==, 1);
  expect (&cli, "SELECT document, number, heading FROM passages WHERE passages MATCH 'notice AND period' ORDER BY rank",
          "document,number,heading\r\n2,2,Notice\r\n");
  expect (&cli, "SELECT heading FROM docs.passages WHERE passages MATCH 'notice'", "heading\r\nNotice\r\n");
  expect (
    &cli,
    "SELECT d.path FROM passages AS p JOIN documents AS d ON d.id = p.document WHERE p.passages MATCH 'kundigungsfrist' "
    "ORDER BY p.rank LIMIT 3",
    "path\r\nmiete/köln.txt\r\n");
  expect (
    &cli,
    "SELECT count(*) FROM passages WHERE passages MATCH (SELECT group_concat('\"' || word || '\"', ' OR ') FROM words "
    "WHERE word LIKE '%FRIST%')",
    "count(*)\r\n1\r\n");
  expect (&cli, "SELECT path, note IS NULL FROM documents ORDER BY id LIMIT 2",
          "path,note IS NULL\r\nbroken.pdf,0\r\nlease.md,1\r\n");
  /* Of the best few SQLite keeps no more while it sorts; names and rows are the same. */
  for (guint i = 0; i < 3; i++)
    {
      static const char *const best[] = {
        "SELECT heading, number AS n FROM passages WHERE passages MATCH 'three OR notice' ORDER BY rank LIMIT 1",
        "SELECT heading, number AS n, rank AS r FROM passages WHERE passages MATCH 'three OR notice' ORDER BY r LIMIT 1",
        ("SELECT * FROM (SELECT heading, number AS n FROM docs.passages WHERE passages MATCH 'three OR notice' "
         "ORDER BY passages.rank LIMIT 1)")
      };

      cli_run_good (&cli, "query", best[i], "--format", "csv", NULL);
      g_assert_true (g_str_has_prefix (cli.out, i == 1 ? "heading,n,r\r\nNotice,2,-" : "heading,n\r\nNotice,2\r\n"));
      cli_run_good (&cli, "query", best[i], "--explain", NULL);
      g_assert_nonnull (strstr (cli.err, "ORDER BY +"));
    }
  /* Neither the index's own columns nor its own tables are anything of the schema. */
  expect (&cli, "SELECT * FROM passages WHERE document = 3",
          "document,number,heading,text,page\r\n3,1,,Die Kündigungsfrist beträgt drei Monate.,\r\n");
  g_assert_cmpint (cli_run (&cli, "query", "SELECT * FROM passages_content", NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "query", "SELECT * FROM askdata_file", NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "query", "SELECT 1 FROM passages WHERE passages MATCH 'a \"'", NULL), ==, 1);
  cli_close (&cli);
}

/* What changes is there at the next question. */
static void
test_change (void)
{
  Cli cli;
  g_autofree char *folder = NULL;

  cli_open (&cli);
  folder = add_folder (&cli, "docs");
  put (folder, "lease.md", "# Lease\nDeposit only.\n");
  put (folder, "new.eml", "Subject: Notice\n\nI give notice.\n");
  take_away (folder, "broken.pdf");
  expect (&cli, "SELECT d.path FROM passages JOIN documents AS d ON d.id = document WHERE passages MATCH 'notice'",
          "path\r\nnew.eml\r\n");
  expect (&cli, "SELECT count(*) FROM documents", "count(*)\r\n3\r\n");
  cli_run_good (&cli, "source", "refresh", "docs", NULL);
  cli_run_good (&cli, "source", "test", "docs", NULL);
  cli_close (&cli);
}

/* Names that another source has already are others here, and MATCH follows them. */
static void
test_two (void)
{
  Cli cli;
  g_autofree char *folder = NULL;
  g_autofree char *other = NULL;

  cli_open (&cli);
  folder = add_folder (&cli, "docs");
  other = add_folder (&cli, "more");
  expect (&cli,
          "SELECT count(*) FROM passages AS p JOIN more_passages AS m ON m.number = p.number WHERE p.passages MATCH "
          "'notice' AND m.more_passages MATCH 'period' AND m.rank < 0",
          "count(*)\r\n1\r\n");
  expect (&cli, "SELECT * FROM more_passages WHERE more_passages MATCH 'notice' ORDER BY rank",
          "document,number,heading,text,page\r\n2,2,Notice,The notice periods are three months.,\r\n");
  cli_close (&cli);
}

/* Who wrote about notice, and who did not: the search stands on the right of an outer join. */
static void
expect_outer (Cli *cli, const char *entity, const char *documents)
{
  const char *const froms[] = {
    "$D AS d LEFT JOIN $P AS p ON p.document = d.id AND p.$P MATCH 'notice OR drei'",
    "$P AS p RIGHT JOIN $D AS d ON p.document = d.id AND p.$P MATCH 'notice OR drei'",
    "$D AS d LEFT JOIN ($P AS p JOIN $D AS e ON e.id = p.document AND p.$P MATCH 'notice OR drei') ON e.id = d.id",
    "$D AS d LEFT JOIN $P AS p ON p.document = d.id AND p.text MATCH 'notice OR drei' AND d.id > 0",
    "$D AS d LEFT JOIN $P AS p ON p.document = d.id AND p.$P MATCH (SELECT 'notice OR ' || 'drei')",
  };

  for (guint i = 0; i < G_N_ELEMENTS (froms); i++)
    {
      g_autoptr (GString) join = g_string_new (froms[i]);
      g_autofree char *all = NULL;
      g_autofree char *some = NULL;

      g_string_replace (join, "$P", entity, 0);
      g_string_replace (join, "$D", documents, 0);
      all = g_strdup_printf ("SELECT d.path, p.number FROM %s ORDER BY d.path", join->str);
      some = g_strdup_printf ("SELECT d.path, p.rank < 0 AS found FROM %s WHERE p.number IS NOT NULL ORDER BY d.path",
                              join->str);
      expect (cli, all, "path,number\r\nbroken.pdf,\r\nlease.md,2\r\nmiete/köln.txt,1\r\n");
      expect (cli, some, "path,found\r\nlease.md,1\r\nmiete/köln.txt,1\r\n");
    }
}

static void
expect_where (Cli *cli, const char *entity, const char *documents)
{
  g_autofree char *sql = g_strdup_printf (
    "SELECT * FROM (SELECT d.path, p.* FROM %2$s AS d LEFT JOIN %1$s AS p ON p.document = d.id WHERE p.%1$s MATCH 'notice' "
    "ORDER BY p.rank)",
    entity, documents);
  g_autofree char *kept = g_strdup_printf (
    "SELECT p.number, d.path FROM %1$s AS p LEFT JOIN %2$s AS d ON d.id = p.document AND p.%1$s MATCH 'notice' ORDER BY 1, 2",
    entity, documents);
  g_autofree char *own = g_strdup_printf ("SELECT heading FROM %1$s WHERE %1$s MATCH 'notice' ORDER BY rank", entity);

  expect (cli, sql,
          "path,document,number,heading,text,page\r\nlease.md,2,2,Notice,The notice periods are three months.,\r\n");
  expect (cli, own, "heading\r\nNotice\r\n");
  /* On the left of it each row stays, and SQLite cannot search: an error, never fewer rows. */
  g_assert_cmpint (cli_run (cli, "query", kept, NULL), ==, 1);
}

/* A steward calls things otherwise, and whoever asks does so, too. */
static void
test_renamed (void)
{
  Cli cli;
  g_autofree char *folder = NULL;

  cli_open (&cli);
  folder = add_folder (&cli, "docs");
  expect_outer (&cli, "passages", "documents");
  expect_where (&cli, "passages", "documents");
  cli_run_good (&cli, "schema", "set", "passages", "name", "clause", NULL);
  expect_outer (&cli, "clause", "documents");
  expect_where (&cli, "clause", "documents");
  cli_run_good (&cli, "schema", "rename", "documents", "contract", NULL);
  expect_outer (&cli, "clause", "contract");
  expect (&cli, "SELECT heading FROM docs.passages WHERE passages MATCH 'notice'", "heading\r\nNotice\r\n");
  cli_run_good (&cli, "ask", "search notice", NULL);
  g_assert_nonnull (strstr (cli.out, "The notice periods are three months."));
  cli_run_good (&cli, "schema", "rename", "clause", "my clauses", NULL);
  expect (&cli, "SELECT heading FROM \"my clauses\" AS c WHERE c.\"my clauses\" MATCH 'notice' ORDER BY c.rank",
          "heading\r\nNotice\r\n");
  cli_close (&cli);
}

static void
test_remove (void)
{
  Cli cli;
  g_autofree char *folder = NULL;
  g_autofree char *copies = g_build_filename (cache, "askdata", "documents", NULL);
  g_autoptr (GDir) dir = NULL;

  cli_open (&cli);
  folder = add_folder (&cli, "gone");
  cli_run_good (&cli, "source", "remove", "gone", NULL);
  dir = g_dir_open (copies, 0, NULL);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, folder, -1);

      g_assert_false (g_str_has_prefix (name, digest));
    }
  g_assert_cmpint (cli_run (&cli, "source", "add", "documents", "none", "/nowhere/at/all", NULL), ==, 1);
  cli_close (&cli);
}

static int
remove_one (const char *path, const struct stat *info, int kind, struct FTW *place)
{
  return remove (path);
}

int
main (int argc, char **argv)
{
  int code;

  cache = g_dir_make_tmp ("askdata-test-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/documents/passages-are-searched-in-sql", test_search);
  g_test_add_func ("/cli/documents/what-changed-is-found-at-once", test_change);
  g_test_add_func ("/cli/documents/two-folders-have-two-names", test_two);
  g_test_add_func ("/cli/documents/a-renamed-entity-is-searched-in-any-join", test_renamed);
  g_test_add_func ("/cli/documents/nothing-is-left-of-one-removed", test_remove);
  code = g_test_run ();
  nftw (cache, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  g_free (cache);
  return code;
}
