/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli route: the sources of a question, without a model, as text and as JSON.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-model.h"

static void
open_two (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "concerts", "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
                        "INSERT INTO singer VALUES (1, 'Joe', 'France')");
  cli_add_sqlite (cli, "clinic", "CREATE TABLE patient (id INTEGER PRIMARY KEY, surname TEXT, insurance TEXT);"
                      "INSERT INTO patient VALUES (1, 'Smith', 'Plaza Mutual')");
}

/* Returns: (transfer full): the sources in their order, with blanks between them */
static char *
route (Cli *cli, const char *question, const char *top)
{
  g_autoptr (JsonNode) node = NULL;
  GString *names = g_string_new (NULL);

  cli_run_good (cli, "route", question, "--top", top, "--format", "json", NULL);
  node = cli_get_json (cli);
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      JsonObject *one = json_array_get_object_element (json_node_get_array (node), i);
      double score = json_object_get_double_member (one, "score");

      g_assert_cmpfloat (score, >=, 0);
      g_assert_cmpfloat (score, <=, 1);
      g_assert_cmpstr (ask_json_get_string (one, "why"), !=, NULL);
      g_string_append_printf (names, "%s%s", i > 0 ? " " : "", ask_json_get_string (one, "source"));
    }
  return g_string_free (names, FALSE);
}

static void
test_sources_are_listed_best_first (void)
{
  Cli cli;
  g_autofree char *singers = NULL;
  g_autofree char *names = NULL;
  g_autofree char *one = NULL;
  g_autofree char *none = NULL;

  open_two (&cli);
  singers = route (&cli, "How many singers are from France?", "5");
  names = route (&cli, "Which patient has Plaza Mutual, by surname and country?", "5");
  one = route (&cli, "Which patient has Plaza Mutual, by surname and country?", "1");
  none = route (&cli, "Zxqv?", "5");
  g_assert_true (g_str_has_prefix (singers, "concerts"));
  g_assert_cmpstr (names, ==, "clinic concerts");
  g_assert_cmpstr (one, ==, "clinic");
  g_assert_cmpstr (none, ==, "");
  cli_run_good (&cli, "route", "How many singers are from France?", NULL);
  g_assert_nonnull (strstr (cli.out, "concerts\n"));
  g_assert_nonnull (strstr (cli.out, "“france” is a value of singer.country"));
  cli_run_good (&cli, "route", "Zxqv?", NULL);
  g_assert_nonnull (strstr (cli.out, "No source has any word of this question."));
  cli_close (&cli);
}

static void
test_statements_of_a_source_lead_to_it (void)
{
  Cli cli;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *removed = NULL;

  open_two (&cli);
  before = route (&cli, "How is our churn?", "5");
  cli_run_good (&cli, "schema", "set", "--source", "clinic", "statements", "churn: share of those who left", NULL);
  after = route (&cli, "How is our churn?", "5");
  cli_run_good (&cli, "schema", "export", "-", NULL);
  g_assert_nonnull (strstr (cli.out, "churn: share of those who left"));
  cli_run_good (&cli, "schema", "set", "--source", "clinic", "statements", "", NULL);
  removed = route (&cli, "How is our churn?", "5");
  g_assert_cmpstr (before, ==, "");
  g_assert_cmpstr (after, ==, "clinic");
  g_assert_cmpstr (removed, ==, "");
  cli_close (&cli);
}

static void
test_wrong_words_are_told (void)
{
  Cli cli;

  open_two (&cli);
  g_assert_cmpint (cli_run (&cli, "route", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "route", "a", "b", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "route", "a", "--top", "0", NULL), ==, 2);
  g_assert_nonnull (strstr (cli.err, "--top needs a number from 1 on, not 0."));
  g_assert_cmpint (cli_run (&cli, "route", "a", "--format", "xml", NULL), ==, 2);
  /* Without a model nobody can rank by it. */
  g_assert_cmpint (cli_run (&cli, "route", "a", "--model", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "--model needs a language model, and none is set."));
  g_assert_cmpint (cli_run (&cli, "ask", "a", "--agent", "clever", NULL), ==, 2);
  g_assert_nonnull (strstr (cli.err, "--agent takes react, plain or pipeline, not “clever”."));
  g_assert_cmpint (cli_run (&cli, "ask", "a", "--agent", "pipeline", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "none is set"));
  g_assert_cmpint (cli_run (&cli, "ask", "a", "--agent", "baseline", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "none is set"));
  g_assert_cmpint (cli_run (&cli, "ask", "--help", NULL), ==, 0);
  g_assert_nonnull (strstr (cli.out, "plain (or baseline)"));
  cli_close (&cli);
}

static void
test_a_model_for_embeddings_is_set_beside_the_model (void)
{
  Cli cli;
  static const char *const alike[] = { "clients", "patient", NULL };
  static const char *const none[] = { NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (none);

  open_two (&cli);
  ask_test_model_set_embeddings (server, 256, alike);
  g_assert_cmpint (cli_run (&cli, "model", "set", "--embeddings", "minilm", NULL), ==, 2);
  g_assert_nonnull (strstr (cli.err, "Set one first"));
  g_assert_cmpint (cli_run (&cli, "model", "embed", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "No model for embeddings is set."));
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (server), "--model", "scripted", NULL);
  cli_run_good (&cli, "model", "set", "--embeddings", "minilm", NULL);
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_nonnull (strstr (cli.out, "minilm makes embeddings."));
  cli_run_good (&cli, "model", "embed", NULL);
  g_assert_nonnull (strstr (cli.out, "4 sources and entities were sent"));
  g_assert_true (ask_test_model_received (server, "insurance"));
  g_assert_false (ask_test_model_received (server, "Plaza"));
  cli_run_good (&cli, "model", "embed", NULL);
  g_assert_nonnull (strstr (cli.out, "0 sources and entities were sent"));
  ask_test_server_add_json (ask_test_model_get_server (server), "/v1/embeddings", "{\"data\":[]}");
  cli_run_good (&cli, "model", "set", "--embeddings", "other", NULL);
  g_assert_cmpint (cli_run (&cli, "model", "embed", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "“other” is a model for embeddings"));
  cli_run_good (&cli, "model", "set", "--embeddings", "none", NULL);
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_null (strstr (cli.out, "embeddings"));
  cli_close (&cli);
}

static void
test_only_a_source_is_asked (void)
{
  Cli cli;

  open_two (&cli);
  cli_run_good (&cli, "ask", "How many patients are there?", "--no-model", "--source", "clinic", NULL);
  g_assert_nonnull (strstr (cli.out, "1"));
  cli_run_good (&cli, "ask", "How many patients are there?", "--no-model", "--source", "moon", NULL);
  g_assert_nonnull (strstr (cli.out, "There is no source “moon”"));
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/route/sources-are-listed-best-first", test_sources_are_listed_best_first);
  g_test_add_func ("/cli/route/statements-of-a-source-lead-to-it", test_statements_of_a_source_lead_to_it);
  g_test_add_func ("/cli/route/a-model-for-embeddings-is-set-beside-the-model",
                   test_a_model_for_embeddings_is_set_beside_the_model);
  g_test_add_func ("/cli/route/only-a-source-is-asked", test_only_a_source_is_asked);
  g_test_add_func ("/cli/route/wrong-words-are-told", test_wrong_words_are_told);
  return g_test_run ();
}
