/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of AskOpenai against a scripted server: what is sent, what comes back, streams cut at
 * awkward places, and the test of a model.
 */
#include "config.h"

#include <string.h>

#include "base/ask-json.h"
#include "llm/ask-openai-url.h"
#include "llm/ask-openai.h"
#include "support/ask-test-model.h"

#define KEY "sk-s3cret"

static AskModel *
make_model (AskTestModel *server, gboolean stream, const char *key)
{
  g_autoptr (GError) error = NULL;
  AskOpenaiOptions options = { .url = ask_test_model_get_url (server), .model = "scripted",
                               .key = key, .stream = stream, .max_tries = 2 };
  AskModel *model = ask_openai_new (&options, &error);

  g_assert_no_error (error);
  return model;
}

static GPtrArray *
make_messages (const char *user)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);

  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_SYSTEM, "You answer in \"SQL\"."));
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, "before"));
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_ASSISTANT, "Grüße\n"));
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, user));
  return messages;
}

static void
add_delta (const char *text, gpointer user_data)
{
  /* Every piece is whole characters. */
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpuint (strlen (text), >, 0);
  g_string_append (user_data, text);
}

static void
test_chat (gconstpointer data)
{
  gboolean stream = GPOINTER_TO_INT (data);
  static const char *const replies[] = { "SELECT 'ü🙂' -- \"x\"\n", "", NULL };
  static const char *const stop[] = { "\nObservation:", NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (replies);
  g_autoptr (AskModel) model = make_model (server, stream, KEY);
  g_autoptr (GPtrArray) messages = make_messages ("how many?");
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  ask_test_model_set_key (server, KEY);

  g_autoptr (AskReply) reply
      = ask_model_chat (model,
                        &(AskChat){ .messages = messages, .stop = stop, .on_delta = add_delta, .user_data = seen }, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (reply->text, ==, replies[0]);
  g_assert_cmpstr (seen->str, ==, replies[0]);
  g_assert_cmpstr (ask_model_get_name (model), ==, "scripted");
  g_assert_true (g_str_has_prefix (reply->host, "127.0.0.1:"));

  g_autoptr (GPtrArray) requests
      = ask_test_server_dup_requests (ask_test_model_get_server (server));
  const AskTestRequest *request = g_ptr_array_index (requests, 0);
  g_autoptr (JsonNode) root = ask_json_parse (g_bytes_get_data (request->body, NULL),
                                              (gssize) g_bytes_get_size (request->body), &error);

  g_assert_no_error (error);
  g_assert_cmpint (reply->bytes_sent, ==, (gint64) g_bytes_get_size (request->body));
  g_assert_cmpint (reply->prompt_tokens, ==, reply->bytes_sent / 4);
  g_assert_cmpint (reply->completion_tokens, ==, (gint64) strlen (replies[0]) / 4 + 1);
  g_assert_cmpstr (request->path, ==, "/v1/chat/completions");
  g_assert_null (request->query);

  JsonObject *object = json_node_get_object (root);
  JsonArray *told = ask_json_get_array (object, "messages");

  g_assert_cmpstr (ask_json_get_string (object, "model"), ==, "scripted");
  g_assert_cmpint (ask_json_get_integer (object, "temperature", -1), ==, 0);
  g_assert_cmpint (ask_json_get_boolean (object, "stream", !stream), ==, stream);
  g_assert_false (json_object_has_member (object, "max_tokens"));
  g_assert_cmpstr (ask_json_element_string (ask_json_get_array (object, "stop"), 0), ==,
                   "\nObservation:");
  g_assert_cmpuint (json_array_get_length (told), ==, 4);
  g_assert_cmpstr (ask_json_get_string (ask_json_element_object (told, 0), "role"), ==, "system");
  g_assert_cmpstr (ask_json_get_string (ask_json_element_object (told, 2), "role"), ==,
                   "assistant");
  g_assert_cmpstr (ask_json_get_string (ask_json_element_object (told, 2), "content"), ==,
                   "Grüße\n");

  /* An empty reply is a reply. */
  g_autoptr (AskReply) empty = ask_model_chat (model, &(AskChat){ .messages = messages }, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (empty->text, ==, "");
}

static void
test_pieces (void)
{
  const char *text = "Grüße 🙂🙂 日本語\r\n\t\"x\" \\ \xe2\x80\xa8 Ende";

  /* Wherever the wire cuts, also within a character. */
  for (gsize wire = 1; wire < 12; wire++)
    {
      const char *replies[] = { text, NULL };
      g_autoptr (AskTestModel) server = ask_test_model_new (replies);
      g_autoptr (AskModel) model = make_model (server, TRUE, NULL);
      g_autoptr (GPtrArray) messages = make_messages ("x");
      g_autoptr (GString) seen = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      ask_test_model_set_pieces (server, wire % 3 + 1, wire);

      g_autoptr (AskReply) reply
          = ask_model_chat (model,
                            &(AskChat){ .messages = messages, .on_delta = add_delta, .user_data = seen }, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (reply->text, ==, text);
      g_assert_cmpstr (seen->str, ==, text);
    }
}

static void
test_stop (gconstpointer data)
{
  static const char *const replies[]
      = { "Thought: x\nAction: query\nObservation: 7 rows\nFinal", NULL };
  static const char *const stop[] = { "\nObservation:", NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (replies);
  g_autoptr (AskModel) model = make_model (server, GPOINTER_TO_INT (data), NULL);
  g_autoptr (GPtrArray) messages = make_messages ("x");
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  ask_test_model_set_pieces (server, 1, 0);

  /* This server does not obey. */
  g_autoptr (AskReply) reply
      = ask_model_chat (model,
                        &(AskChat){ .messages = messages, .stop = stop, .on_delta = add_delta, .user_data = seen }, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (reply->text, ==, "Thought: x\nAction: query");
  g_assert_cmpstr (seen->str, ==, reply->text);
}

static void
test_address (void)
{
  static const char *const rows[][2] = {
    { "http://h:11434", "http://h:11434/v1/chat/completions" },
    { "http://h:11434/", "http://h:11434/v1/chat/completions" },
    { "http://h:11434/v1", "http://h:11434/v1/chat/completions" },
    { "http://h:11434/v1/", "http://h:11434/v1/chat/completions" },
    { " http://h:11434/v1/chat/completions\n", "http://h:11434/v1/chat/completions" },
    { "http://h:11434/v1/chat/completions/", "http://h:11434/v1/chat/completions" },
    { "http://h/chat/completions", "http://h/v1/chat/completions" },
    { "https://h/v1/models", "https://h/v1/chat/completions" },
    { "https://h/api/v1", "https://h/api/v1/chat/completions" },
    { "https://h/v1beta/openai/", "https://h/v1beta/openai/chat/completions" },
    { "https://h/d/x?api-version=1", "https://h/d/x/chat/completions?api-version=1" },
    { "http://[::1]:8080/v1#x", "http://[::1]:8080/v1/chat/completions" },
  };
  static const char *const bad[] = { NULL, "", "localhost:11434", "localhost", "ftp://h/v1",
                                     "http://", "http://me:s3cret@h/v1", "/v1" };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *url = ask_openai_url_new (rows[i][0], "/chat/completions", NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (url, ==, rows[i][1]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      AskOpenaiOptions options = { .url = bad[i], .model = "m" };
      g_autoptr (AskModel) model = ask_openai_new (&options, &error);

      g_assert_null (model);
      g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG);
      g_assert_null (strstr (error->message, "s3cret"));
    }
}

static void
test_options (void)
{
  static const AskOpenaiOptions bad[] = {
    { .url = "http://h", .model = "" },
    { .url = "http://h", .model = NULL },
    { .url = "http://h", .model = "m", .key = "s3cret\r\nX-Evil: 1" },
    { .url = "http://h", .model = "m", .key = "s3cret two" },
    { .url = "http://h", .model = "m", .key = "s3crét" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskModel) model = ask_openai_new (&bad[i], &error);

      g_assert_null (model);
      g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG);
      g_assert_null (strstr (error->message, "s3cr"));
    }

  /* A line break at the end of a key is no part of it. */
  static const char *const replies[] = { "x", NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (replies);
  g_autoptr (AskModel) model = make_model (server, FALSE, KEY "\n");
  g_autoptr (GPtrArray) messages = make_messages ("x");
  g_autoptr (GError) error = NULL;

  ask_test_model_set_key (server, KEY);

  g_autoptr (AskReply) reply = ask_model_chat (model, &(AskChat){ .messages = messages }, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (reply->text, ==, "x");
}

static void
test_test (void)
{
  static const char *const many[]
      = { "zeta", "gpt-4o-mini", "scripted-2", "llama3.1:latest", "scriptes", "mistral", "phi",
          NULL };
  static const char *const none[] = { NULL };
  static const char *const latest[] = { "scripted:latest", NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (none);
  g_autoptr (AskModel) model = make_model (server, TRUE, NULL);
  g_autoptr (AskModel) keyed = make_model (server, TRUE, KEY);
  g_autoptr (AskModel) wrong = make_model (server, TRUE, "sk-wr0ng");
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_model_test (model, NULL, &error));
  g_assert_no_error (error);

  ask_test_model_set_key (server, KEY);
  g_assert_true (ask_model_test (keyed, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ask_test_model_get_n_chats (server), ==, 0);

  g_assert_false (ask_model_test (model, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_DENIED);
  g_assert_nonnull (strstr (error->message, "none is set"));
  g_clear_error (&error);

  g_assert_false (ask_model_test (wrong, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_DENIED);
  g_assert_nonnull (strstr (error->message, "does not accept the key"));
  g_assert_null (strstr (error->message, "wr0ng"));
  g_clear_error (&error);
  ask_test_model_set_key (server, NULL);

  ask_test_model_set_names (server, latest);
  g_assert_true (ask_model_test (model, NULL, &error));
  g_assert_no_error (error);

  ask_test_model_set_names (server, many);
  g_assert_false (ask_model_test (model, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_NO_MODEL);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "no model “scripted”. It has scripted-2, scriptes, "));
  g_assert_nonnull (strstr (error->message, " and 2 more."));
  g_clear_error (&error);

  ask_test_model_set_names (server, none);
  g_assert_false (ask_model_test (model, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_NO_MODEL);
}

static void
test_no_list (void)
{
  static const char *const replies[] = { NULL };

  /* A server without a list is asked with a chat of one token. */
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (AskTestModel) server = ask_test_model_new (replies);
      AskTestReply *list
          = ask_test_server_add (ask_test_model_get_server (server), "/v1/models");
      g_autoptr (AskModel) model = make_model (server, i == 1, NULL);
      g_autoptr (GError) error = NULL;

      ask_test_reply_set (list, i == 0 ? 404 : 200, "text/html",
                          i == 2 ? "[]" : "<html>not here</html>", -1);
      g_assert_true (ask_model_test (model, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (ask_test_server_count (ask_test_model_get_server (server),
                                               "/v1/chat/completions"), ==, 1);
    }
}

static gpointer
chat_there (gpointer data)
{
  AskModel *model = data;
  g_autoptr (GPtrArray) messages = make_messages ("x");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskReply) reply = ask_model_chat (model, &(AskChat){ .messages = messages }, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (reply->text), ==, 1);
  return NULL;
}

static void
test_threads (void)
{
  static const char *const replies[] = { "a", "b", "c", NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (replies);
  g_autoptr (AskModel) model = make_model (server, TRUE, NULL);

  chat_there (model);
  g_thread_join (g_thread_new ("other", chat_there, model));
  chat_there (model);
  g_assert_cmpuint (ask_test_model_get_n_chats (server), ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/llm/openai/a-chat-sends-and-returns-all-of-it", GINT_TO_POINTER (FALSE), test_chat);
  g_test_add_data_func ("/llm/openai/a-streamed-chat-returns-all-of-it", GINT_TO_POINTER (TRUE), test_chat);
  g_test_add_func ("/llm/openai/a-stream-cut-anywhere-is-whole", test_pieces);
  g_test_add_data_func ("/llm/openai/a-stop-word-ends-an-answer", GINT_TO_POINTER (FALSE), test_stop);
  g_test_add_data_func ("/llm/openai/a-stop-word-ends-a-stream", GINT_TO_POINTER (TRUE), test_stop);
  g_test_add_func ("/llm/openai/an-address-is-completed", test_address);
  g_test_add_func ("/llm/openai/bad-options-are-refused-without-the-key", test_options);
  g_test_add_func ("/llm/openai/a-test-finds-the-model-or-its-likes", test_test);
  g_test_add_func ("/llm/openai/without-a-list-one-token-is-asked", test_no_list);
  g_test_add_func ("/llm/openai/one-model-chats-from-two-threads", test_threads);
  return g_test_run ();
}
