/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli model: what is found on this computer, and what a test of a model says.
 */
#include "config.h"

#include <string.h>

#include "base/ask-json.h"
#include "cli-fixture.h"
#include "support/ask-test-model.h"

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static void
test_find (void)
{
  g_autoptr (AskTestServer) ollama = ask_test_server_new (NULL, NULL);
  g_autofree char *port = g_strdup_printf ("%u", ask_test_server_get_port (ollama));
  g_autofree char *url = ask_test_server_dup_url (ollama, "/v1");
  g_autoptr (JsonNode) root = NULL;
  JsonObject *entry;
  Cli cli;

  cli_open (&cli);
  g_setenv ("ASKDATA_MODEL_PORTS", port, TRUE);
  ask_test_server_add_json (ollama, "/v1/models",
                            "{\"data\":[{\"id\":\"llama3.1:latest\",\"owned_by\":\"library\"},{\"id\":\"phi\"}]}");
  ask_test_server_add_json (ollama, "/api/tags",
                            "{\"models\":[{\"name\":\"llama3.1:latest\",\"size\":4900000000,\"details\":"
                            "{\"parameter_size\":\"8.0B\",\"quantization_level\":\"Q4_K_M\"}}]}");
  cli_run_good (&cli, "model", "find", NULL);
  assert_has (cli.out, url);
  assert_has (cli.out, "Ollama\n  llama3.1:latest  8.0B parameters, Q4_K_M, 4.9");
  assert_has (cli.out, "\n  phi\n");
  assert_has (cli.out, "model set --url");
  cli_run_good (&cli, "model", "find", "--format", "json", NULL);
  root = cli_get_json (&cli);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (root)), ==, 2);
  entry = json_array_get_object_element (json_node_get_array (root), 0);
  g_assert_cmpstr (json_object_get_string_member (entry, "url"), ==, url);
  g_assert_cmpstr (json_object_get_string_member (entry, "server"), ==, "ollama");
  g_assert_cmpint (json_object_get_int_member (entry, "bytes"), ==, 4900000000);
  g_assert_false (json_object_has_member (entry, "context_length"));

  ask_test_server_add_json (ollama, "/v1/models", "{\"data\":[]}");
  cli_run_good (&cli, "model", "find", NULL);
  assert_has (cli.out, "It has no model yet.");
  g_assert_null (strstr (cli.out, "model set"));

  g_setenv ("ASKDATA_MODEL_PORTS", "", TRUE);
  cli_run_good (&cli, "model", "find", NULL);
  assert_has (cli.out, "No language model is running on this computer");
  cli_run_good (&cli, "model", "find", "--format=json", NULL);
  g_assert_cmpstr (g_strstrip (cli.out), ==, "[]");
  g_assert_cmpint (cli_run (&cli, "model", "find", "--format=csv", NULL), ==, 2);
  cli_close (&cli);
}

static void
test_set (void)
{
  Cli cli;

  cli_open (&cli);
  cli_run_good (&cli, "model", "set", "--url", "http://localhost:9/v1", "--model", "large", NULL);
  cli_run_good (&cli, "model", "set", "--time-out", "600", "--small", "tiny", "--constrain", "off", "--select-tables=off",
                NULL);
  assert_has (cli.out, "may be silent for 600 s.");
  cli_run_good (&cli, "model", "show", NULL);
  assert_has (cli.out, "tiny chooses tables");
  assert_has (cli.out, "may be silent for 600 s.");
  assert_has (cli.out, "Replies are not held to a form.");
  assert_has (cli.out, "No model chooses tables beforehand.");
  cli_run_good (&cli, "model", "set", "--time-out", "0", "--small", "none", NULL);
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_null (strstr (cli.out, "silent"));
  g_assert_null (strstr (cli.out, "tiny"));
  g_assert_cmpint (cli_run (&cli, "model", "set", "--time-out", "90000", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "model", "set", "--small-url", "http://localhost:9/v1", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "model", "set", "--small", "x", "--small-url", "localhost", NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "model", "set", "--small", "x", "--small-url", "http://h/v1?api_key=abcdefgh12", NULL), ==,
                   1);
  cli_close (&cli);
}

/* What is set is said and shown; what is out of range is refused with what would be right, and changes nothing. */
static void
test_ranges (void)
{
  static const char *const wrong[][3] = {
    { "--candidates", "0", "--candidates takes a number from 1 to 7." },
    { "--candidates", "8", "--candidates takes a number from 1 to 7." },
    { "--candidates", "-3", "--candidates takes a number from 1 to 7." },
    { "--candidates", "-1", "--candidates takes a number from 1 to 7." },
    { "--candidates", "many", "many" },
    { "--candidates", "99999999999999", "99999999999999" },
    { "--context-length", "12", "--context-length takes a number of tokens" },
    { "--context-length", "-1", "--context-length takes a number of tokens" },
    { "--time-out", "-1", "--time-out takes seconds" },
    { "--tell-reasons", "maybe", "--tell-reasons takes on or off, not “maybe”." },
    { "--tell-facts", "", "--tell-facts takes on or off, not “”." },
    { "--form", "xml", "--form takes auto, text, json or tools, not “xml”." },
  };
  Cli cli;

  cli_open (&cli);
  cli_run_good (&cli, "model", "set", "--url", "http://localhost:9/v1", "--model", "large", NULL);
  cli_run_good (&cli, "model", "set", "--candidates", "7", "--tell-reasons", "off", "--form", "json", NULL);
  assert_has (cli.out, "The model is asked for 7 queries");
  assert_has (cli.out, "The model is not told why a query has no row.");
  assert_has (cli.out, "The model is asked for JSON.");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_test_message ("%s %s", wrong[i][0], wrong[i][1]);
      g_assert_cmpint (cli_run (&cli, "model", "set", wrong[i][0], wrong[i][1], NULL), ==, 2);
      assert_has (cli.err, wrong[i][2]);
    }
  cli_run_good (&cli, "model", "show", NULL);
  assert_has (cli.out, "The model is asked for 7 queries");
  assert_has (cli.out, "The model is not told why a query has no row.");
  assert_has (cli.out, "It is asked for JSON.");
  cli_run_good (&cli, "model", "set", "--candidates", "1", "--tell-reasons", "on", "--form", "auto", NULL);
  assert_has (cli.out, "The model is asked for one query.");
  assert_has (cli.out, "The model is told why a query has no row.");
  assert_has (cli.out, "“askdata-cli model test” found it best");
  cli_run_good (&cli, "model", "show", NULL);
  g_assert_null (strstr (cli.out, "queries"));
  g_assert_null (strstr (cli.out, "no row"));
  g_assert_null (strstr (cli.out, "asked for"));
  cli_close (&cli);
}

/* Says nothing of use in plain text; @user_data: whether it does in JSON. */
static char *
reply (const char *last_user, JsonObject *request, gpointer user_data)
{
  gboolean json = *(gboolean *) user_data && json_object_has_member (request, "response_format");

  if (json && strstr (last_user, "Oslo") != NULL)
    return g_strdup ("{\"action\":\"i_dont_know\",\"input\":\"no weather\"}");
  return g_strdup (json ? "{\"action\":\"final_answer\",\"input\":\"SELECT name FROM author\"}" : "Seven.");
}

static void
test_test (void)
{
  gboolean json = FALSE;
  g_autoptr (AskTestModel) model = ask_test_model_new_func (reply, &json);
  Cli cli;

  cli_open (&cli);
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted", NULL);
  cli_run_good (&cli, "model", "test", NULL);
  assert_has (cli.out, "scripted answers.");
  assert_has (cli.out, "not in the form");
  assert_has (cli.out, "plain text: 0 of 4, JSON: 0 of 4, calls of tools: 0 of 4. It is asked for plain text.");
  json = TRUE;
  cli_run_good (&cli, "model", "test", NULL);
  assert_has (cli.out, "It keeps to the form.");
  assert_has (cli.out, "plain text: 0 of 4, JSON: 2 of 4, calls of tools: 0 of 4. It is asked for JSON.");
  cli_run_good (&cli, "model", "show", NULL);
  assert_has (cli.out, "It is asked for JSON.");
  cli_close (&cli);
}

/* What the model says of itself is marked so everywhere; its sentence is filled here, or is not shown. */
static void
test_words (void)
{
  static const struct
  {
    const char *reply;
    const char *text;
    const char *origin; /* nullable */
    const char *mark;   /* nullable: what the command line says of it */
  } cases[] = {
    { "From general knowledge: Paris is the capital of France.", "Paris is the capital of France.", "model",
      "What the model knows by itself, not from your data." },
    { "From the question: Town B has more.", "Town B has more.", "question",
      "Taken from the question itself, not from your data." },
    { "Final Answer: SELECT city, count(*) AS n FROM store GROUP BY city ORDER BY n DESC\n"
      "Sentence: {city} has the most, {n} of them.",
      "Lyon has the most, 2 of them.", NULL, NULL },
    /* A number that nobody gave. */
    { "Final Answer: SELECT city, count(*) AS n FROM store GROUP BY city ORDER BY n DESC\n"
      "Sentence: {city} has 99 of them.",
      "Lyon has the highest n: 2", NULL, NULL },
  };
  const char *replies[G_N_ELEMENTS (cases) * 2 + 1] = { NULL };
  g_autoptr (AskTestModel) model = NULL;
  Cli cli;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    replies[2 * i] = replies[2 * i + 1] = cases[i].reply;
  model = ask_test_model_new (replies);
  cli_open (&cli);
  cli_add_sqlite (&cli, "shop",
                  "CREATE TABLE store (id INTEGER PRIMARY KEY, city TEXT);"
                  "INSERT INTO store VALUES (1, 'Lyon'), (2, 'Lyon'), (3, 'Nice')");
  cli_run_good (&cli, "model", "set", "--url", ask_test_model_get_url (model), "--model", "scripted",
                "--answer-here-first", "off", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) root = NULL;
      JsonObject *object;

      cli_run_good (&cli, "ask", "Which of them should be closed down?", NULL);
      assert_has (cli.out, cases[i].text);
      g_assert_true ((strstr (cli.out, "not from your data") != NULL) == (cases[i].mark != NULL));
      if (cases[i].mark != NULL)
        assert_has (cli.out, cases[i].mark);
      g_assert_null (strstr (cli.out, "{"));
      cli_run_good (&cli, "ask", "Which of them should be closed down?", "--format", "json", NULL);
      root = cli_get_json (&cli);
      object = json_node_get_object (root);
      assert_has (ask_json_get_string (ask_json_get_object (object, "answer"), "text"), cases[i].text);
      g_assert_cmpstr (ask_json_get_string (object, "origin"), ==, cases[i].origin);
      g_assert_true ((ask_json_get_string (object, "sql") != NULL) == (cases[i].origin == NULL));
      g_assert_cmpstr (ask_json_get_string (object, "status"), ==, "answered");
    }
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/model/finds-what-runs-here-and-how-large-it-is", test_find);
  g_test_add_func ("/cli/model/settings-are-kept-shown-and-taken-back", test_set);
  g_test_add_func ("/cli/model/a-model-s-own-words-are-marked-and-its-sentence-is-filled", test_words);
  g_test_add_func ("/cli/model/what-is-out-of-range-is-refused-and-changes-nothing", test_ranges);
  g_test_add_func ("/cli/model/a-test-says-in-which-form-it-does-best", test_test);
  return g_test_run ();
}
