/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli draft: edits are collected, looked at, published as one or discarded; questions do not see them before.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"

static void
open_shop (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "shop",
                  "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);"
                  "CREATE TABLE purchase (id INTEGER PRIMARY KEY, total REAL, customer_id INTEGER);"
                  "INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo')");
}

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static void
test_published (void)
{
  Cli cli;

  open_shop (&cli);
  cli_run_good (&cli, "verified", "add", "Totals?", "SELECT total FROM purchase", NULL);
  cli_run_good (&cli, "draft", "status", NULL);
  assert_has (cli.err, "No draft is open.");
  cli_run_good (&cli, "draft", "start", NULL);
  cli_run_good (&cli, "schema", "rename", "customer", "client", NULL);
  assert_has (cli.out, "Renamed customer to client, in the draft");
  cli_run_good (&cli, "schema", "remove", "purchase", NULL);
  assert_has (cli.err, "This breaks “Totals?”");
  cli_run_good (&cli, "query", "SELECT count(*) FROM customer", NULL);
  g_assert_cmpint (cli_run (&cli, "query", "SELECT count(*) FROM client", NULL), ==, 1);
  cli_run_good (&cli, "draft", "status", NULL);
  assert_has (cli.out, "with 2 edits");
  assert_has (cli.out, "  Renamed customer to client\n  Removed purchase\n");
  assert_has (cli.out, "breaks Totals?");
  cli_run_good (&cli, "draft", "status", "--run", NULL);
  assert_has (cli.out, "fails: Totals?");
  cli_run_good (&cli, "draft", "publish", NULL);
  assert_has (cli.out, "Published: Renamed customer to client; Removed purchase");
  cli_run_good (&cli, "query", "SELECT count(*) FROM client", NULL);
  cli_run_good (&cli, "schema", "versions", NULL);
  assert_has (cli.out, "Renamed customer to client; Removed purchase");
  cli_close (&cli);
}

static void
test_discarded (void)
{
  Cli cli;

  open_shop (&cli);
  g_assert_cmpint (cli_run (&cli, "draft", "publish", NULL), ==, 1);
  assert_has (cli.err, "Start one first.");
  cli_run_good (&cli, "draft", "start", NULL);
  cli_run_good (&cli, "schema", "rename", "customer", "client", NULL);
  cli_run_good (&cli, "draft", "discard", NULL);
  cli_run_good (&cli, "draft", "restore", NULL);
  cli_run_good (&cli, "draft", "status", "--format", "json", NULL);
  assert_has (cli.out, "\"Renamed customer to client\"");
  cli_run_good (&cli, "draft", "discard", NULL);
  cli_run_good (&cli, "schema", "rename", "customer", "buyer", NULL);
  g_assert_cmpstr (cli.out, ==, "Renamed customer to buyer\n");
  /* What came back is older than what is published, and says the same of another thing. */
  cli_run_good (&cli, "draft", "restore", NULL);
  g_assert_cmpint (cli_run (&cli, "draft", "publish", NULL), ==, 1);
  assert_has (cli.err, "both changed “buyer”");
  cli_close (&cli);
}

static char *
dup_published (Cli *cli)
{
  cli_run_good (cli, "schema", "versions", "--format", "json", NULL);
  return g_strdup (cli->out);
}

/* Whatever edits the schema goes to the draft, and a document, which cannot, says what to do. */
static void
test_one_rule (void)
{
  static const char *const commands[][6] = {
    { "schema", "rename", "customer", "client" },
    { "schema", "set", "purchase.total", "unit", "EUR" },
    { "schema", "metric", "purchase", "revenue", "sum(total)" },
    { "schema", "relate", "purchase.customer_id", "client.id" },
    { "schema", "unrelate", "purchase.customer_id", "client.id" },
    { "schema", "query", "large", "SELECT * FROM purchase WHERE total > 10" },
    { "schema", "bind", "purchase", "archive", "purchase" },
    { "schema", "suggest", "--accept", "1" },
    { "schema", "arrange", "--all" },
    { "schema", "restore", "1" },
    { "schema", "remove", "purchase" },
  };
  g_autofree char *before = NULL;
  g_autofree char *path = NULL;
  Cli cli;

  open_shop (&cli);
  before = dup_published (&cli);
  cli_run_good (&cli, "draft", "start", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char *const *words = commands[i];
      g_autofree char *after = NULL;

      cli_run (&cli, words[0], words[1], words[2], words[3], words[4], words[5], NULL);
      g_test_message ("%s %s: %s%s", words[0], words[1], cli.out, cli.err);
      assert_has (cli.out, ", in the draft");
      after = dup_published (&cli);
      g_assert_cmpstr (after, ==, before);
    }
  path = cli_path (&cli, "schema.json");
  cli_run_good (&cli, "schema", "export", path, NULL);
  g_assert_cmpint (cli_run (&cli, "schema", "import", path, NULL), ==, 1);
  assert_has (cli.err, "Publish or discard the draft first.");
  cli_run_good (&cli, "draft", "discard", NULL);
  cli_run_good (&cli, "schema", "import", path, NULL);
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/draft/edits-are-collected-and-published-as-one", test_published);
  g_test_add_func ("/cli/draft/every-edit-goes-to-it-and-an-import-says-what-to-do", test_one_rule);
  g_test_add_func ("/cli/draft/a-draft-is-discarded-and-brought-back", test_discarded);
  return g_test_run ();
}
