/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a command costs is said before, and nothing beyond a threshold or a cap is called: without a terminal that is an
 * error which names the option that allows it.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-model.h"

#define ITEM "{type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}"
#define N_ITEMS 40
#define PAGE 4

static const char document[]
  = "openapi: 3.0.3\n"
    "info: {title: Shop, version: '1'}\n"
    "paths:\n"
    "  /items/{id}:\n"
    "    get:\n"
    "      operationId: item\n"
    "      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]\n"
    "      responses: {'200': {description: One, content: {application/json: {schema: " ITEM "}}}}\n"
    "  /goods:\n"
    "    get:\n"
    "      operationId: goods\n"
    "      parameters: [{name: page, in: query, schema: {type: integer, default: 1}}]\n"
    "      responses: {'200': {description: All, content: {application/json: {schema: {type: array, items: " ITEM "}}}}}\n";

typedef struct
{
  Cli cli;
  AskTestServer *server;
} Shop;

static void
answer (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_autofree char *page = ask_test_request_dup_param (request, "page");
  guint first = page != NULL ? ((guint) g_ascii_strtoull (page, NULL, 10) - 1) * PAGE : 0;
  g_autoptr (GString) json = g_string_new (NULL);

  if (g_str_has_prefix (request->path, "/items/"))
    g_string_printf (json, "{\"id\":%s,\"name\":\"n%s\"}", request->path + 7, request->path + 7);
  else
    {
      g_string_append_c (json, '[');
      for (guint i = first; i < MIN (first + PAGE, N_ITEMS); i++)
        g_string_append_printf (json, "%s{\"id\":%u,\"name\":\"n%u\"}", i > first ? "," : "", i + 1, i + 1);
      g_string_append_c (json, ']');
    }
  ask_test_reply_set (reply, 200, "application/json", json->str, -1);
}

static void
open_shop (Shop *self)
{
  g_autofree char *url = NULL;
  g_autofree char *path = NULL;

  self->server = ask_test_server_new (answer, NULL);
  url = ask_test_server_dup_url (self->server, "");
  cli_open (&self->cli);
  path = cli_path (&self->cli, "shop.yaml");
  g_assert_true (g_file_set_contents (path, document, -1, NULL));
  cli_run_good (&self->cli, "source", "add", "openapi", "shop", path, "--base-url", url, NULL);
  cli_add_sqlite (&self->cli, "file",
                  "CREATE TABLE wish (wish_id INTEGER PRIMARY KEY, item_id INTEGER);"
                  "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 20)"
                  " INSERT INTO wish SELECT i, i FROM s");
  ask_test_server_forget (self->server);
}

static void
close_shop (Shop *self)
{
  cli_close (&self->cli);
  ask_test_server_free (self->server);
}

static guint
count_calls (Shop *self)
{
  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (self->server);
  guint n = requests->len;

  ask_test_server_forget (self->server);
  return n;
}

static void
assert_err (Shop *self, const char *text)
{
  if (strstr (self->cli.err, text) == NULL)
    g_error ("“%s” is not in: %s", text, self->cli.err);
}

static void
assert_out (Shop *self, const char *text)
{
  if (strstr (self->cli.out, text) == NULL)
    g_error ("“%s” is not in: %s", text, self->cli.out);
}

/* It is refused before it ran further than @calls, and shows no row. */
static void
assert_refused (Shop *self, const char *text, guint calls)
{
  g_assert_cmpint (self->cli.code, ==, 1);
  g_assert_cmpstr (self->cli.out, ==, "");
  assert_err (self, text);
  g_assert_cmpuint (count_calls (self), ==, calls);
}

#define BY_KEY "SELECT count(name) AS n FROM wish JOIN items ON items.id = wish.item_id"
#define LIST "SELECT count(*) AS n FROM goods"

static void
test_a_dry_run_says_the_cost_and_runs_nothing (void)
{
  Shop shop;
  g_autoptr (JsonNode) json = NULL;
  JsonObject *source;

  open_shop (&shop);
  cli_run_good (&shop.cli, "query", BY_KEY, "--dry-run", NULL);
  assert_out (&shop, "shop: 20 calls, at most 20 rows");
  assert_out (&shop, "Nothing was run.");
  g_assert_cmpuint (count_calls (&shop), ==, 0);
  cli_run_good (&shop.cli, "query", BY_KEY, "--dry-run", "--explain", NULL);
  assert_err (&shop, "(20 calls, at most 20 rows)");
  assert_err (&shop, "here (SQLite)");
  g_assert_cmpuint (count_calls (&shop), ==, 0);
  cli_run_good (&shop.cli, "query", LIST, "--dry-run", NULL);
  assert_out (&shop, "shop: an unknown number of calls (10,000 are allowed), an unknown number of rows");
  cli_run_good (&shop.cli, "query", "SELECT * FROM wish", "--dry-run", NULL);
  assert_out (&shop, "Only files of this computer are read.");
  cli_run_good (&shop.cli, "query", BY_KEY, "--dry-run", "--format", "json", NULL);
  json = cli_get_json (&shop.cli);
  source = json_array_get_object_element (
    json_object_get_array_member (json_node_get_object (json), "sources"), 0);
  g_assert_cmpstr (ask_json_get_string (source, "source"), ==, "shop");
  g_assert_cmpint (ask_json_get_integer (json_object_get_object_member (source, "calls"), "n", -1), ==, 20);
  g_assert_cmpuint (count_calls (&shop), ==, 0);

  /* What it says is what happens; and then it is known how long that takes. */
  cli_run_good (&shop.cli, "query", BY_KEY, "--format", "csv", NULL);
  g_assert_cmpstr (shop.cli.out, ==, "n\r\n20\r\n");
  g_assert_cmpuint (count_calls (&shop), ==, 20);
  cli_run (&shop.cli, "query", "SELECT nothing at all", "--dry-run", NULL);
  g_assert_cmpint (shop.cli.code, ==, 1);
  close_shop (&shop);
}

static void
test_a_question_s_dry_run_runs_nothing (void)
{
  Shop shop;

  open_shop (&shop);
  cli_run_good (&shop.cli, "ask", "How many goods are there?", "--no-model", "--dry-run", NULL);
  assert_out (&shop, "FROM goods");
  assert_out (&shop, "shop: an unknown number of calls");
  g_assert_cmpuint (count_calls (&shop), ==, 0);
  cli_run_good (&shop.cli, "history", NULL);
  g_assert_null (strstr (shop.cli.out, "goods"));
  close_shop (&shop);
}

static void
test_above_a_threshold_it_is_asked_first (void)
{
  Shop shop;

  open_shop (&shop);
  cli_run_good (&shop.cli, "source", "set", "shop", "--ask-above-calls", "5", NULL);
  cli_run (&shop.cli, "query", BY_KEY, NULL);
  assert_refused (&shop, "This may make more than 5 calls to “shop”.", 0);
  assert_err (&shop, "shop: 20 calls");
  assert_err (&shop, "--any-cost");
  assert_err (&shop, "--max-calls N");

  cli_run_good (&shop.cli, "query", BY_KEY, "--any-cost", "--format", "csv", NULL);
  g_assert_cmpstr (shop.cli.out, ==, "n\r\n20\r\n");
  cli_run_good (&shop.cli, "query", BY_KEY, "--max-calls", "20", "--format", "csv", NULL);
  g_assert_cmpstr (shop.cli.out, ==, "n\r\n20\r\n");
  count_calls (&shop);

  /* Nobody knew how long the list is: it is stopped at the threshold, with no part of the answer. */
  cli_run (&shop.cli, "query", LIST, NULL);
  assert_refused (&shop, "It has made 5 calls to “shop” and needs more.", 5);
  assert_err (&shop, "--any-cost");

  /* A cheap local file never asks. */
  cli_run_good (&shop.cli, "cost", "--ask-above-calls", "0", "--ask-above-rows", "0", "--ask-above-seconds", "0", NULL);
  cli_run_good (&shop.cli, "query", "SELECT count(*) AS n FROM wish", "--format", "csv", NULL);
  g_assert_cmpstr (shop.cli.out, ==, "n\r\n20\r\n");

  /* A source's own word goes before that for all; taken back, that for all holds. */
  cli_run_good (&shop.cli, "source", "set", "shop", "--ask-above-calls", "never", "--ask-above-rows", "never",
                "--ask-above-seconds", "never", NULL);
  cli_run_good (&shop.cli, "query", LIST, "--format", "csv", NULL);
  g_assert_cmpstr (shop.cli.out, ==, "n\r\n40\r\n");
  cli_run_good (&shop.cli, "source", "set", "shop", "--ask-above-calls", "usual", NULL);
  count_calls (&shop);
  cli_run (&shop.cli, "query", BY_KEY, NULL);
  assert_refused (&shop, "This may make more than 0 calls to “shop”.", 0);
  close_shop (&shop);
}

static void
test_a_question_is_asked_about_like_a_query (void)
{
  Shop shop;

  open_shop (&shop);
  cli_run_good (&shop.cli, "source", "set", "shop", "--ask-above-calls", "5", NULL);
  cli_run (&shop.cli, "ask", "How many goods are there?", "--no-model", NULL);
  g_assert_cmpint (shop.cli.code, ==, 1);
  assert_err (&shop, "It has made 5 calls to “shop” and needs more.");
  assert_err (&shop, "--any-cost");
  count_calls (&shop);
  cli_run (&shop.cli, "ask", "How many goods are there?", "--no-model", "--max-calls", "7", NULL);
  g_assert_cmpint (shop.cli.code, ==, 1);
  assert_err (&shop, "The cap on calls is reached: 7 may be made");
  g_assert_cmpuint (count_calls (&shop), <=, 7);
  cli_run_good (&shop.cli, "ask", "How many goods are there?", "--no-model", "--any-cost", NULL);
  assert_out (&shop, "40");
  close_shop (&shop);
}

static void
test_a_cap_ends_in_words_never_in_fewer_rows (void)
{
  Shop shop;

  open_shop (&shop);
  cli_run (&shop.cli, "query", "SELECT * FROM goods", "--max-calls", "3", NULL);
  assert_refused (&shop, "The cap on calls is reached: 3 may be made, and the query needs more.", 3);
  cli_run (&shop.cli, "query", "SELECT * FROM goods", "--max-fetched", "9", NULL);
  g_assert_cmpint (shop.cli.code, ==, 1);
  g_assert_cmpstr (shop.cli.out, ==, "");
  assert_err (&shop, "The cap on fetched rows is reached: 9 may come, and the query needs more.");
  cli_run (&shop.cli, "query", "SELECT 1", "--max-calls", "0", NULL);
  g_assert_cmpint (shop.cli.code, ==, 2);
  cli_run (&shop.cli, "query", "SELECT 1", "--dry-run", "--any-cost", NULL);
  g_assert_cmpint (shop.cli.code, ==, 2);
  close_shop (&shop);
}

static void
test_thresholds_are_shown_and_go_with_their_source (void)
{
  Shop shop;

  open_shop (&shop);
  cli_run_good (&shop.cli, "cost", NULL);
  assert_out (&shop, "asked above 500 calls to an API");
  assert_out (&shop, "never asked for bytes to the model");
  cli_run_good (&shop.cli, "cost", "--ask-above-bytes", "2000", "--price-prompt", "2.5", "--price-reply", "10", NULL);
  assert_out (&shop, "asked above 2000 bytes to the model");
  assert_out (&shop, "A million tokens to the model cost 2.5, and back 10.");
  cli_run_good (&shop.cli, "source", "set", "shop", "--ask-above-calls", "7", NULL);
  cli_run_good (&shop.cli, "cost", NULL);
  assert_out (&shop, "shop:\n  asked above 7 calls");
  cli_run (&shop.cli, "cost", "--ask-above-calls", "many", NULL);
  g_assert_cmpint (shop.cli.code, ==, 1);
  assert_err (&shop, "“many” is no threshold.");
  cli_run (&shop.cli, "cost", "--price-prompt", "cheap", NULL);
  assert_err (&shop, "“cheap” is no price.");
  cli_run_good (&shop.cli, "source", "remove", "shop", NULL);
  cli_run_good (&shop.cli, "cost", NULL);
  g_assert_null (strstr (shop.cli.out, "shop:"));
  close_shop (&shop);
}

static const char *const replies[] = { "Final Answer: SELECT count(*) AS n FROM wish", NULL };

static void
test_what_leaves_to_a_model_is_asked_about_and_capped (void)
{
  Shop shop;
  AskTestModel *model;
  AskTestServer *server;

  open_shop (&shop);
  model = ask_test_model_new (replies);
  server = ask_test_model_get_server (model);
  ask_test_model_set_embeddings (model, 64, NULL);
  cli_run_good (&shop.cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted",
                "--embeddings", "minilm", "--answer-here-first", "off", NULL);
  cli_run_good (&shop.cli, "ask", "Which wishes are odd?", "--dry-run", NULL);
  assert_out (&shop, "bytes leave with the next turn");
  assert_out (&shop, "Nothing was sent.");
  {
    g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (server);

    g_assert_cmpuint (requests->len, ==, 0);
  }
  cli_run_good (&shop.cli, "cost", "--ask-above-bytes", "200", NULL);
  cli_run (&shop.cli, "ask", "Which wishes are odd?", NULL);
  g_assert_cmpint (shop.cli.code, ==, 1);
  assert_err (&shop, "This sends more than 200 bytes to the model.");
  assert_err (&shop, "--max-bytes N");
  cli_run (&shop.cli, "ask", "Which wishes are odd?", "--max-bytes", "300", NULL);
  g_assert_cmpint (shop.cli.code, ==, 1);
  assert_err (&shop, "The cap on bytes for the model is reached: 300 may leave");
  cli_run_good (&shop.cli, "cost", "--ask-above-bytes", "never", "--ask-above-price", "0.0001", "--price-prompt", "3", NULL);
  cli_run (&shop.cli, "ask", "Which wishes are odd?", NULL);
  assert_err (&shop, "This costs more than 0.0001 for the model's tokens.");
  cli_run (&shop.cli, "ask", "Which wishes are odd?", "--max-price", "0.0002", NULL);
  assert_err (&shop, "The cap on the model's price is reached");
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 0);
  cli_run_good (&shop.cli, "ask", "Which wishes are odd?", "--any-cost", NULL);
  g_assert_cmpuint (ask_test_model_get_n_chats (model), ==, 1);
  ask_test_model_free (model);
  close_shop (&shop);
}

static const char *const asking[] = { "Thought: look\nAction: query\nAction Input: SELECT item_id FROM wish LIMIT 2",
                                      "Thought: see\nAction: show_rows\nAction Input: step_1",
                                      "Final Answer: SELECT count(*) AS n FROM wish", NULL };

/* Without a terminal the model cannot ask; the option lets rows go once, and says which. */
static void
test_rows_are_shown_to_a_model_by_an_option_only (void)
{
  Shop shop;
  AskTestModel *model;

  open_shop (&shop);
  for (guint shown = 0; shown < 2; shown++)
    {
      model = ask_test_model_new (asking);
      cli_run_good (&shop.cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted",
                    "--answer-here-first", "off", NULL);
      cli_run_good (&shop.cli, "ask", "Which wishes are odd?", shown ? "--show-rows" : "--verbose", NULL);
      g_assert_cmpint (ask_test_model_received (model, "The rows:\\n1\\n2"), ==, shown);
      if (shown)
        {
          assert_err (&shop, "Shown to scripted, of file: wish.item_id:\nstep_1:\nThe rows:\n1\n2\n");
          cli_run_good (&shop.cli, "ledger", NULL);
          assert_out (&shop, "step_1: 2, allowed for this question");
        }
      ask_test_model_free (model);
    }
  close_shop (&shop);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/cost/a-dry-run-says-the-cost-and-runs-nothing", test_a_dry_run_says_the_cost_and_runs_nothing);
  g_test_add_func ("/cli/cost/a-question-s-dry-run-runs-nothing", test_a_question_s_dry_run_runs_nothing);
  g_test_add_func ("/cli/cost/above-a-threshold-it-is-asked-first", test_above_a_threshold_it_is_asked_first);
  g_test_add_func ("/cli/cost/a-question-is-asked-about-like-a-query", test_a_question_is_asked_about_like_a_query);
  g_test_add_func ("/cli/cost/a-cap-ends-in-words-never-in-fewer-rows", test_a_cap_ends_in_words_never_in_fewer_rows);
  g_test_add_func ("/cli/cost/thresholds-are-shown-and-go-with-their-source",
                   test_thresholds_are_shown_and_go_with_their_source);
  g_test_add_func ("/cli/cost/what-leaves-to-a-model-is-asked-about-and-capped",
                   test_what_leaves_to_a_model_is_asked_about_and_capped);
  g_test_add_func ("/cli/cost/rows-are-shown-to-a-model-by-an-option-only",
                   test_rows_are_shown_to_a_model_by_an_option_only);
  return g_test_run ();
}
