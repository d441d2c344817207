/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sources from the command line without a name and a kind: files, and the sample.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"

static void
test_files (void)
{
  Cli cli;
  g_autofree char *table = NULL;
  g_autofree char *document = NULL;

  cli_open (&cli);
  table = cli_path (&cli, "Prices 2025.csv");
  document = cli_path (&cli, "api.yaml");
  g_assert_true (g_file_set_contents (table, "product,price\ntent,120\n", -1, NULL));
  g_assert_true (g_file_set_contents (document, "openapi: 3.0.0\n", -1, NULL));
  cli_run_good (&cli, "source", "open", table, NULL);
  g_assert_nonnull (strstr (cli.out, "Added prices_2025: 1 entity."));
  g_assert_cmpint (cli_run (&cli, "source", "open", document, table, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "source add openapi NAME"));
  g_assert_nonnull (strstr (cli.err, "is here already, as the source “prices_2025”"));
  cli_close (&cli);
}

/* A folder is one of documents. What could not be read is said, and it is here only once. */
static void
test_folder (void)
{
  Cli cli;
  g_autofree char *folder = NULL;
  g_autofree char *again = NULL;
  g_autofree char *lease = NULL;
  g_autofree char *broken = NULL;

  cli_open (&cli);
  folder = cli_path (&cli, "My Papers");
  again = g_strconcat (folder, "/", NULL);
  lease = g_build_filename (folder, "lease.md", NULL);
  broken = g_build_filename (folder, "broken.pdf", NULL);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (lease, "# Lease\nThe notice periods are three months.\n", -1, NULL));
  g_assert_true (g_file_set_contents (broken, "%PDF nothing", -1, NULL));
  cli_run_good (&cli, "source", "open", folder, NULL);
  g_assert_nonnull (strstr (cli.out, "Added my_papers: 3 entities."));
  g_assert_nonnull (strstr (cli.err, "Note: broken.pdf: It is damaged, or no PDF."));
  cli_run_good (&cli, "query", "SELECT heading FROM passages WHERE passages MATCH 'period'", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "heading\r\nLease\r\n");
  g_assert_cmpint (cli_run (&cli, "source", "open", again, NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "is here already, as the source “my_papers”"));
  /* Its index goes with it. */
  cli_run_good (&cli, "source", "remove", "my_papers", NULL);
  g_assert_cmpint (g_unlink (lease), ==, 0);
  g_assert_cmpint (g_unlink (broken), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  cli_close (&cli);
}

static void
test_sample (void)
{
  Cli cli;

  cli_open (&cli);
  cli_run_good (&cli, "source", "sample", NULL);
  cli_run_good (&cli, "ask", "What was our revenue in 2025?", NULL);
  cli_run_good (&cli, "source", "remove", "sales", NULL);
  cli_run_good (&cli, "verified", "list", NULL);
  g_assert_null (strstr (cli.out, "revenue"));
  cli_close (&cli);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/open/files-are-sources-under-their-own-names", test_files);
  g_test_add_func ("/cli/open/a-folder-is-one-of-documents", test_folder);
  g_test_add_func ("/cli/open/the-sample-comes-and-goes-with-its-questions", test_sample);
  return g_test_run ();
}
