/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli board, as a person and as a nightly job use it.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-model.h"

#define BY_CITY "SELECT city, count(*) AS n FROM store WHERE city <> 'Brest' GROUP BY city ORDER BY city"

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static void
open_shop (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "shop",
                  "CREATE TABLE store (store_id INTEGER PRIMARY KEY, city TEXT);"
                  "INSERT INTO store VALUES (1, 'Nice'), (2, 'Lyon'), (3, 'Lyon'), (4, 'Brest')");
  cli_run_good (cli, "board", "create", "Stores", NULL);
  cli_run_good (cli, "board", "pin", "stores", BY_CITY, "--title", "By city", "--view", "table", NULL);
  cli_run_good (cli, "board", "pin", "Stores", "SELECT count(*) AS n FROM store WHERE city = 'Lyon'", "--title",
                "In Lyon", "--view", "value", NULL);
}

static void
test_shown (void)
{
  Cli cli;

  open_shop (&cli);
  cli_run_good (&cli, "board", "list", NULL);
  assert_has (cli.out, "Stores  2 tiles · never run");
  cli_run_good (&cli, "board", "show", "Stores", NULL);
  assert_has (cli.out, "By city · Not run yet");
  cli_run_good (&cli, "board", "refresh", "Stores", NULL);
  assert_has (cli.out, "By city · just now");
  assert_has (cli.out, "In Lyon: 2 · just now");
  cli_run_good (&cli, "board", "show", "Stores", NULL);
  assert_has (cli.out, "Lyon");
  cli_run_good (&cli, "board", "remove", "Stores", "--tile", "By city", NULL);
  cli_run_good (&cli, "board", "remove", "Stores", NULL);
  cli_run_good (&cli, "board", "list", NULL);
  g_assert_cmpstr (cli.out, ==, "");
  cli_close (&cli);
}

static JsonObject *
find_tile (JsonNode *node, const char *title)
{
  JsonArray *tiles = ask_json_get_array (json_node_get_object (node), "tiles");

  for (guint i = 0; i < json_array_get_length (tiles); i++)
    if (strcmp (ask_json_get_string (ask_json_element_object (tiles, i), "title"), title) == 0)
      return ask_json_element_object (tiles, i);
  g_error ("there is no tile “%s”", title);
}

/* A tile that fails is an exit code and one line; the others are there, with their age. */
static void
test_nightly (void)
{
  Cli cli;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonNode) shown = NULL;

  open_shop (&cli);
  cli_run_good (&cli, "board", "refresh", "Stores", NULL);
  cli_add_sqlite (&cli, "other", "CREATE TABLE thing (id INTEGER PRIMARY KEY); INSERT INTO thing VALUES (1)");
  cli_run_good (&cli, "board", "pin", "Stores", "SELECT count(*) AS n FROM thing", "--title", "Things", NULL);
  {
    g_autofree char *path = cli_path (&cli, "shop.sqlite");

    g_assert_cmpint (g_unlink (path), ==, 0);
  }
  g_assert_cmpint (cli_run (&cli, "board", "refresh", "Stores", "--format", "json", NULL), ==, 1);
  assert_has (cli.err, "askdata-cli: By city: ");
  assert_has (cli.err, "askdata-cli: In Lyon: ");
  g_assert_null (strstr (cli.err, "Things"));
  node = cli_get_json (&cli);
  g_assert_cmpstr (ask_json_get_string (find_tile (node, "Things"), "state"), ==, "done");
  g_assert_cmpstr (ask_json_get_string (find_tile (node, "By city"), "state"), ==, "failed");
  g_assert_nonnull (ask_json_get_string (find_tile (node, "By city"), "run_at"));
  cli_run_good (&cli, "board", "show", "Stores", "--format", "json", NULL);
  shown = cli_get_json (&cli);
  g_assert_nonnull (ask_json_get_object (find_tile (shown, "By city"), "result"));
  cli_close (&cli);
}

static void
test_parameters (void)
{
  Cli cli;

  open_shop (&cli);
  cli_run_good (&cli, "board", "parameters", "Stores", NULL);
  assert_has (cli.out, "City could be one: Lyon, in 1 tile");
  cli_run_good (&cli, "board", "parameters", "Stores", "--add", "Lyon", NULL);
  cli_run_good (&cli, "board", "refresh", "Stores", "--parameter", "city=Nice", NULL);
  assert_has (cli.out, "In Lyon: 1 · just now");
  cli_run_good (&cli, "board", "refresh", "Stores", NULL);
  assert_has (cli.out, "In Lyon: 2 · just now");
  g_assert_cmpint (cli_run (&cli, "board", "refresh", "Stores", "--parameter", "street=Nice", NULL), ==, 1);
  assert_has (cli.err, "street");
  g_assert_cmpint (cli_run (&cli, "board", "refresh", "Stores", "--parameter", "city", NULL), ==, 1);
  assert_has (cli.err, "NAME=VALUE");
  cli_close (&cli);
}

static void
test_files (void)
{
  static const char *const names[] = { "b.pdf", "b.png", "b.html", "b.askboard" };
  Cli cli;
  g_autofree char *file = NULL;

  open_shop (&cli);
  cli_run_good (&cli, "board", "refresh", "Stores", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = cli_path (&cli, names[i]);

      cli_run_good (&cli, "board", "export", "Stores", "-o", path, NULL);
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
    }
  file = cli_path (&cli, "b.askboard");
  g_assert_cmpint (cli_run (&cli, "board", "import", file, NULL), ==, 1);
  assert_has (cli.err, "There is already a board");
  cli_run_good (&cli, "board", "import", file, "--name", "Again", NULL);
  cli_run_good (&cli, "board", "show", "Again", NULL);
  assert_has (cli.out, "In Lyon: 2 · ");
  g_assert_cmpint (cli_run (&cli, "board", "export", "Stores", "-o", "b.txt", NULL), ==, 1);
  assert_has (cli.err, ".askboard");
  g_assert_cmpint (cli_run (&cli, "board", "export", "Stores", NULL), ==, 2);
  cli_close (&cli);
}

static void
test_versions (void)
{
  Cli cli;

  open_shop (&cli);
  cli_run_good (&cli, "board", "versions", "Stores", NULL);
  assert_has (cli.out, "   3  ");
  assert_has (cli.out, "Pinned “In Lyon”");
  cli_run_good (&cli, "board", "versions", "Stores", "--restore", "2", NULL);
  cli_run_good (&cli, "board", "show", "Stores", NULL);
  assert_has (cli.out, "By city");
  g_assert_null (strstr (cli.out, "In Lyon"));
  cli_run_good (&cli, "board", "versions", "Stores", NULL);
  assert_has (cli.out, "Brought back version 2");
  cli_close (&cli);
}

static void
test_refused (void)
{
  Cli cli;

  open_shop (&cli);
  g_assert_cmpint (cli_run (&cli, "board", "pin", "Stores", "SELECT ctiy FROM store", NULL), ==, 1);
  assert_has (cli.err, "city");
  g_assert_cmpint (cli_run (&cli, "board", "pin", "Nowhere", "SELECT 1", NULL), ==, 1);
  assert_has (cli.err, "There is no board “Nowhere”");
  g_assert_cmpint (cli_run (&cli, "board", "pin", "Stores", "77", NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "board", "pin", "Stores", "SELECT 1", "--view", "pie", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "board", "create", "STORES", NULL), ==, 1);
  assert_has (cli.err, "already");
  g_assert_cmpint (cli_run (&cli, "board", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "board", "remove", "Stores", "--tile", "Nothing", NULL), ==, 2);
  cli_close (&cli);
}

/* What was asked is pinned by its number. */
static void
test_history (void)
{
  Cli cli;

  open_shop (&cli);
  cli_run_good (&cli, "ask", "show store", NULL);
  cli_run_good (&cli, "board", "pin", "Stores", "1", NULL);
  cli_run_good (&cli, "board", "refresh", "Stores", NULL);
  assert_has (cli.out, "show store · just now");
  cli_close (&cli);
}

static char *
reply (const char *last_user, JsonObject *request, gpointer data)
{
  return g_strdup ("{\"1\": true, \"2\": false, \"3\": true}");
}

/* A tile whose SQL asks a model does so only where that is said, within its cap, and says what it took. */
static void
test_functions (void)
{
  g_autoptr (AskTestModel) model = ask_test_model_new_func (reply, NULL);
  Cli cli;

  open_shop (&cli);
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted", NULL);
  cli_run_good (&cli, "board", "pin", "Stores", "SELECT count(*) AS n FROM store WHERE llm_map('By the sea?', city)",
                "--title", "By the sea", "--view", "value", NULL);
  /* Without consent nothing leaves, whatever is said. */
  g_assert_cmpint (cli_run (&cli, "board", "refresh", "Stores", "--ask-model", "--any-cost", NULL), ==, 1);
  assert_has (cli.err, "store.city");
  cli_run_good (&cli, "schema", "set", "store.city", "sharing", "yes", NULL);
  g_assert_cmpint (cli_run (&cli, "board", "refresh", "Stores", NULL), ==, 1);
  assert_has (cli.err, "would be asked about 3 more values");
  assert_has (cli.out, "In Lyon: 2 · just now");
  g_assert_cmpint (cli_run (&cli, "board", "refresh", "Stores", "--ask-model", "--max-bytes", "10", NULL), ==, 1);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 0);
  cli_run_good (&cli, "cost", "--price-prompt", "1000", "--price-reply", "1000", NULL);
  cli_run_good (&cli, "board", "refresh", "Stores", "--ask-model", "--any-cost", NULL);
  assert_has (cli.out, "By the sea: 2 · just now · the model took ");
  assert_has (cli.out, "tokens, at a price of ");
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  /* Its answers are kept: from now on the board refreshes by itself, and asks nobody. */
  cli_run_good (&cli, "board", "refresh", "Stores", NULL);
  assert_has (cli.out, "By the sea: 2 · just now\n");
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/board/a-board-is-made-shown-and-removed", test_shown);
  g_test_add_func ("/cli/board/a-failing-tile-is-an-exit-code-and-a-line", test_nightly);
  g_test_add_func ("/cli/board/a-parameter-is-set-for-one-run", test_parameters);
  g_test_add_func ("/cli/board/a-board-is-written-and-taken", test_files);
  g_test_add_func ("/cli/board/an-earlier-version-comes-back", test_versions);
  g_test_add_func ("/cli/board/what-does-not-fit-is-said", test_refused);
  g_test_add_func ("/cli/board/an-answer-of-the-history-is-pinned", test_history);
  g_test_add_func ("/cli/board/a-tile-asks-a-model-only-where-that-is-said", test_functions);
  return g_test_run ();
}
