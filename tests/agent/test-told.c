/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the model's server tells of itself is asked for once and bounds the first prompt.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-told.h"
#include "ask-agent-fixture.h"
#include "llm/ask-prompt.h"

#define LIST_OF_4000 "{\"data\":[{\"id\":\"scripted\",\"owned_by\":\"vllm\",\"max_model_len\":4000}]}"

typedef struct
{
  AskAgentFixture *fixture;
  guint last_tokens; /* of the system's message of the last question */
} Told;

static char *
reply (const char *last_user, JsonObject *request, gpointer user_data)
{
  Told *told = user_data;
  JsonArray *messages = json_object_get_array_member (request, "messages");
  JsonObject *first = json_array_get_object_element (messages, 0);

  told->last_tokens = ask_prompt_count_tokens (json_object_get_string_member (first, "content"));
  return g_strdup ("I don't know: nothing");
}

static void
set_up (Told *told, gconstpointer data)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  told->fixture = ask_agent_fixture_new ();
  ask_agent_fixture_script_func (told->fixture, reply, told);
  for (guint i = 0; i < 110; i++)
    g_string_append_printf (sql, "CREATE TABLE log_%u (log_id INTEGER PRIMARY KEY, written_on DATE, text_of_line TEXT,"
                                 " level INTEGER, host_name TEXT);", i);
  ask_agent_fixture_add_sqlite (told->fixture, "many", sql->str);
}

static void
tear_down (Told *told, gconstpointer data)
{
  ask_agent_fixture_free (told->fixture);
}

static void
ask (Told *told)
{
  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (told->fixture, "Which violin is the dearest?");

  if (answer->status != ASK_STATUS_UNANSWERABLE)
    g_error ("%s", answer->text);
}

static AskTestServer *
get_server (Told *told)
{
  return ask_test_model_get_server (told->fixture->server);
}

static void
test_bounds (Told *told, gconstpointer data)
{
  guint usual;

  ask (told);
  usual = told->last_tokens;
  /* Nothing was told, and that is kept, too: the list, and one question whether this is Ollama. */
  ask (told);
  g_assert_cmpuint (ask_test_server_count (get_server (told), "/v1/models"), ==, 1);
  g_assert_cmpuint (ask_test_server_count (get_server (told), "/api/tags"), ==, 1);
  g_assert_cmpuint (ask_told_get_context_length (told->fixture->workspace, told->fixture->model), ==, 0);

  ask_test_server_add_json (get_server (told), "/v1/models", LIST_OF_4000);
  g_assert_true (ask_workspace_set_setting (told->fixture->workspace, "told/of", NULL, NULL));
  ask (told);
  g_assert_cmpuint (told->last_tokens, <, usual / 2);
  g_assert_cmpuint (ask_told_get_context_length (told->fixture->workspace, told->fixture->model), ==, 4000);
  ask (told);
  g_assert_cmpuint (ask_test_server_count (get_server (told), "/v1/models"), ==, 2);

  /* What a person sets counts for more. */
  g_assert_true (ask_workspace_set_setting (told->fixture->workspace, "model/context-length", "16384", NULL));
  ask (told);
  g_assert_cmpuint (told->last_tokens, ==, usual);
}

static void
test_other (Told *told, gconstpointer data)
{
  AskOpenaiOptions options = { .url = ask_test_model_get_url (told->fixture->server), .model = "another" };
  g_autoptr (GError) error = NULL;

  ask_test_model_set_names (told->fixture->server, (const char *const[]) { "scripted", "another", NULL });
  ask_test_server_add_json (get_server (told), "/v1/models", LIST_OF_4000);
  ask (told);
  g_assert_cmpuint (ask_told_get_context_length (told->fixture->workspace, told->fixture->model), ==, 4000);
  g_clear_object (&told->fixture->model);
  told->fixture->model = ask_openai_new (&options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_told_get_context_length (told->fixture->workspace, told->fixture->model), ==, 0);
  ask (told);
  g_assert_cmpuint (ask_test_server_count (get_server (told), "/v1/models"), ==, 2);
}

static void
test_silent (Told *told, gconstpointer data)
{
  AskTestReply *list = ask_test_server_add (get_server (told), "/v1/models");

  ask_test_reply_set (list, 500, "text/html", "<html>", -1);
  ask (told);
  list->cut_headers = TRUE;
  ask (told);
  /* As long as nobody answers, each question asks once more. */
  g_assert_cmpuint (ask_test_server_count (get_server (told), "/v1/models"), ==, 2);
}

/* A server that is known to do it is given the forms of a reply; every other one only asks for them. */
static void
test_grammar (Told *told, gconstpointer data)
{
  ask (told);
  g_assert_false (ask_test_model_received (told->fixture->server, "grammar"));
  ask_test_server_add_json (get_server (told), "/v1/models", "{\"data\":[{\"id\":\"m.gguf\",\"owned_by\":\"llamacpp\"}]}");
  g_assert_true (ask_workspace_set_setting (told->fixture->workspace, "told/of", NULL, NULL));
  g_assert_true (ask_workspace_set_setting (told->fixture->workspace, "model/constrain", "off", NULL));
  ask (told);
  g_assert_true (ask_test_model_received (told->fixture->server, "cache_prompt"));
  g_assert_false (ask_test_model_received (told->fixture->server, "grammar"));
  g_assert_true (ask_workspace_set_setting (told->fixture->workspace, "model/constrain", "on", NULL));
  ask (told);
  g_assert_true (ask_test_model_received (told->fixture->server, "root ::= thought?"));
}

static void
note_arrival (const AskTraceStep *step, guint64 n_chars, gpointer user_data)
{
  g_assert_cmpstr (step->kind, ==, "sent");
  *(guint64 *) user_data = n_chars;
}

static void
test_arrival (Told *told, gconstpointer data)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  guint64 n_chars = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskAnswer) answer = NULL;

  options.on_arrival = note_arrival;
  options.user_data = &n_chars;
  answer = ask_agent_ask (told->fixture->workspace, told->fixture->model, "Which violin is the dearest?", &options, NULL,
                          &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_chars, >, 0);
  g_assert_cmpuint (n_chars, <=, strlen ("I don't know: nothing"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/agent/told/a-short-memory-bounds-the-first-prompt-and-is-asked-for-once", Told, NULL, set_up, test_bounds,
              tear_down);
  g_test_add ("/agent/told/another-model-is-asked-anew", Told, NULL, set_up, test_other, tear_down);
  g_test_add ("/agent/told/a-server-that-says-nothing-is-no-error", Told, NULL, set_up, test_silent, tear_down);
  g_test_add ("/agent/told/llama-cpp-is-given-the-forms-unless-switched-off", Told, NULL, set_up, test_grammar, tear_down);
  g_test_add ("/agent/told/a-reply-on-its-way-is-counted", Told, NULL, set_up, test_arrival, tear_down);
  return g_test_run ();
}
