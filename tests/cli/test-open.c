/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sources from the command line without a name and a kind: files, and the sample.
 */
#include "config.h"

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
  g_test_add_func ("/cli/open/the-sample-comes-and-goes-with-its-questions", test_sample);
  return g_test_run ();
}
