/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli inbox: what wants a person is listed, done and dismissed.
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
                  "CREATE TABLE purchase (id INTEGER PRIMARY KEY, total REAL);"
                  "INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo');"
                  "INSERT INTO purchase VALUES (1, 10), (2, 5)");
}

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

/* Returns: (transfer full) (nullable): the id of the item of @kind and @title */
static char *
find (Cli *cli, const char *kind, const char *title)
{
  g_autoptr (JsonNode) node = NULL;
  JsonArray *items;

  cli_run_good (cli, "inbox", "list", "--format", "json", "--without-suggestions", NULL);
  node = cli_get_json (cli);
  items = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (items); i++)
    {
      JsonObject *item = json_array_get_object_element (items, i);

      if (strcmp (ask_json_get_string (item, "kind"), kind) == 0
          && strcmp (ask_json_get_string (item, "title"), title) == 0)
        return g_strdup (ask_json_get_string (item, "id"));
    }
  return NULL;
}

static void
test_word (void)
{
  Cli cli;
  g_autofree char *id = NULL;
  g_autofree char *gone = NULL;
  g_autofree char *same = NULL;

  open_shop (&cli);
  cli_run (&cli, "ask", "--no-model", "Show prchs", NULL);
  cli_run_good (&cli, "inbox", NULL);
  assert_has (cli.out, "Nobody could answer “Show prchs”.");
  assert_has (cli.out, "1  “prchs” means purchase");
  id = find (&cli, "word", "prchs");
  g_assert_nonnull (id);
  cli_run_good (&cli, "inbox", "show", id, NULL);
  assert_has (cli.out, "\"Show prchs\"");
  cli_run_good (&cli, "inbox", "dismiss", id, NULL);
  gone = find (&cli, "word", "prchs");
  g_assert_null (gone);
  cli_run (&cli, "ask", "--no-model", "Show prchs", NULL);
  same = find (&cli, "word", "prchs");
  g_assert_cmpstr (same, ==, id);
  cli_run_good (&cli, "inbox", "do", id, NULL);
  assert_has (cli.out, "purchase is also called “prchs”");
  cli_run_good (&cli, "ask", "--no-model", "Show prchs", NULL);
  cli_close (&cli);
}

static void
test_written (void)
{
  Cli cli;
  g_autofree char *word = NULL;
  g_autofree char *wrong = NULL;
  g_autofree char *gone = NULL;

  open_shop (&cli);
  cli_run (&cli, "ask", "--no-model", "Show the churn", NULL);
  word = find (&cli, "word", "churn");
  g_assert_cmpint (cli_run (&cli, "inbox", "do", word, "--statement", "churn", NULL), ==, 1);
  assert_has (cli.err, "colon");
  cli_run_good (&cli, "inbox", "do", word, "--statement", "churn: customers who left", NULL);
  gone = find (&cli, "word", "churn");
  g_assert_null (gone);

  cli_run_good (&cli, "ask", "--no-model", "How many customers are there?", NULL);
  cli_run_good (&cli, "learned", "wrong", "--note", "purchases", "How many customers are there?",
                "SELECT count(*) FROM customer", NULL);
  wrong = find (&cli, "wrong", "How many customers are there?");
  g_assert_nonnull (wrong);
  assert_has (cli.out, "Called wrong: purchases");
  g_assert_cmpint (cli_run (&cli, "inbox", "do", wrong, NULL), ==, 1);
  assert_has (cli.err, "--sql");
  g_assert_cmpint (cli_run (&cli, "inbox", "do", wrong, "--sql", "SELECT nothing FROM customer", NULL), ==, 1);
  cli_run_good (&cli, "inbox", "do", wrong, "--sql", "SELECT count(*) FROM purchase", NULL);
  cli_run_good (&cli, "inbox", "list", "--without-suggestions", NULL);
  g_assert_cmpstr (cli.out, ==, "");
  assert_has (cli.err, "Nothing wants you.");
  /* What was meant is verified, and answers from now on. */
  cli_run_good (&cli, "ask", "--no-model", "How many customers are there?", "--format", "json", NULL);
  assert_has (cli.out, "SELECT count(*) FROM purchase");
  assert_has (cli.out, "\"verified\"");
  cli_close (&cli);
}

static void
test_mistakes (void)
{
  Cli cli;
  g_autofree char *id = NULL;

  open_shop (&cli);
  cli_run (&cli, "ask", "--no-model", "Show the churn", NULL);
  id = find (&cli, "word", "churn");
  g_assert_cmpint (cli_run (&cli, "inbox", "do", "0badf00d", NULL), ==, 1);
  assert_has (cli.err, "no item “0badf00d”");
  g_assert_cmpint (cli_run (&cli, "inbox", "do", id, "9", NULL), ==, 1);
  assert_has (cli.err, "no proposal 9");
  g_assert_cmpint (cli_run (&cli, "inbox", "do", id, "first", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "inbox", "undo", NULL), ==, 2);
  assert_has (cli.err, "Say list, show, do or dismiss.");
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/inbox/a-word-is-dismissed-and-comes-back-and-is-settled", test_word);
  g_test_add_func ("/cli/inbox/what-a-person-writes-settles-an-item", test_written);
  g_test_add_func ("/cli/inbox/a-wrong-call-says-what-is-right", test_mistakes);
  return g_test_run ();
}
