/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of AskOpenai where the server answers with an error, with something else, endlessly, or
 * not at all. Each is one sentence with its own code, and never holds the key.
 */
#include "config.h"

#include <string.h>

#include "llm/ask-openai-fault.h"
#include "llm/ask-openai.h"
#include "support/ask-test-server.h"

#define CHAT "/v1/chat/completions"
#define KEY "sk-s3cret"

typedef struct
{
  AskTestServer *server;
  AskModel *model;
  GPtrArray *messages;
} Fixture;

static AskModel *
new_model (Fixture *self, gboolean stream, guint time_out_ms)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = ask_test_server_dup_url (self->server, "/v1");
  AskOpenaiOptions options = { .url = url, .model = "llama9", .key = KEY,
                               .stream = stream, .time_out_ms = time_out_ms,
                               .max_reply_bytes = 1000, .max_tries = 2 };
  AskModel *model = ask_openai_new (&options, &error);

  g_assert_no_error (error);
  return model;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->server = ask_test_server_new (NULL, NULL);
  self->model = new_model (self, GPOINTER_TO_INT (data), 60000);
  self->messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  g_ptr_array_add (self->messages, ask_message_new (ASK_ROLE_USER, "question"));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_ptr_array_unref (self->messages);
  g_object_unref (self->model);
  ask_test_server_free (self->server);
}

static AskReply *
chat (Fixture *self, GCancellable *cancellable, GError **error)
{
  return ask_model_chat (self->model, &(AskChat){ .messages = self->messages }, cancellable, error);
}

static const struct
{
  const char *name;
  guint status;
  const char *body;
  AskLlmError code;
  const char *words;
  guint n_requests;
} answers[] = {
  { "openai-401", 401,
    "{\"error\":{\"message\":\"Incorrect API key provided: sk-s3cret\",\"code\":\"invalid_api_key\"}}",
    ASK_LLM_ERROR_DENIED, "does not accept the key", 1 },
  { "bare-403", 403, "Forbidden", ASK_LLM_ERROR_DENIED, "does not accept the key", 1 },
  { "openai-404", 404,
    "{\"error\":{\"message\":\"The model `llama9` does not exist\",\"code\":\"model_not_found\"}}",
    ASK_LLM_ERROR_NO_MODEL, "“llama9”", 1 },
  { "ollama-404", 404,
    "{\"error\":{\"message\":\"model \\\"llama9\\\" not found, try pulling it first\","
    "\"type\":\"api_error\",\"param\":null,\"code\":null}}",
    ASK_LLM_ERROR_NO_MODEL, "try pulling it first", 1 },
  { "ollama-old-404", 404, "{\"error\":\"model 'llama9' not found, try pulling it first\"}",
    ASK_LLM_ERROR_NO_MODEL, "“llama9”", 1 },
  { "vllm-404", 404,
    "{\"object\":\"error\",\"message\":\"The model `llama9` does not exist.\","
    "\"type\":\"NotFoundError\",\"param\":null,\"code\":404}",
    ASK_LLM_ERROR_NO_MODEL, "“llama9”", 1 },
  { "some-400-model", 400, "{\"error\":{\"message\":\"Invalid model: llama9 is not a valid model ID\"}}",
    ASK_LLM_ERROR_NO_MODEL, "“llama9”", 1 },
  { "page-404", 404, "<html><body>Not Found</body></html>", ASK_LLM_ERROR_CONFIG, "/v1", 1 },
  { "plain-404", 404, "404 page not found", ASK_LLM_ERROR_CONFIG, "/v1", 1 },
  { "get-only", 405, "Method Not Allowed", ASK_LLM_ERROR_CONFIG, "/v1", 1 },
  { "fastapi-422", 422, "{\"detail\":\"too many messages\"}", ASK_LLM_ERROR_MALFORMED,
    "too many messages", 1 },
  { "llamacpp-500", 500,
    "{\"error\":{\"code\":500,\"message\":\"context shift is disabled\",\"type\":\"server_error\"}}",
    ASK_LLM_ERROR_BUSY, "context shift is disabled", 2 },
  { "quota-429", 429,
    "{\"error\":{\"message\":\"You exceeded your quota, key sk-s3cret\\nis over\","
    "\"code\":\"insufficient_quota\"}}",
    ASK_LLM_ERROR_BUSY, "You exceeded your quota, key … is over", 2 },
  { "gateway-502", 502, "<html>Bad gateway</html>", ASK_LLM_ERROR_BUSY, "502", 2 },
  { "html-200", 200, "\n <!DOCTYPE html><html>Log in</html>", ASK_LLM_ERROR_MALFORMED,
    "a web page", 1 },
  { "empty-200", 200, "", ASK_LLM_ERROR_MALFORMED, "nothing at all", 1 },
  { "text-200", 200, "Ollama is running", ASK_LLM_ERROR_MALFORMED, "no reply of a model", 1 },
  { "array-200", 200, "[]", ASK_LLM_ERROR_MALFORMED, "no reply of a model", 1 },
  { "half-200", 200, "{\"choices\":[{\"message\":{\"content\":\"ab", ASK_LLM_ERROR_MALFORMED,
    "no reply of a model", 1 },
  { "other-200", 200, "{\"hello\":1}", ASK_LLM_ERROR_MALFORMED, "no reply of a model", 1 },
  { "no-choice-200", 200, "{\"choices\":[]}", ASK_LLM_ERROR_MALFORMED, "no reply of a model", 1 },
  { "not-utf8-200", 200, "{\"choices\":[{\"message\":{\"content\":\"\xff\xfe\"}}]}",
    ASK_LLM_ERROR_MALFORMED, "no reply of a model", 1 },
  { "error-200", 200, "{\"error\":{\"message\":\"overloaded\",\"code\":503}}", ASK_LLM_ERROR_BUSY,
    "overloaded", 1 },
  { "key-error-200", 200, "{\"error\":{\"message\":\"bad key sk-s3cret\",\"code\":401}}",
    ASK_LLM_ERROR_DENIED, "key", 1 },
  { "error-in-stream", 200,
    "data: {\"choices\":[{\"delta\":{\"content\":\"SEL\"}}]}\n\n"
    "data: {\"error\":{\"message\":\"worker died\"}}\n\n",
    ASK_LLM_ERROR_BUSY, "worker died", 1 },
  { "stream-without-end", 200,
    "data: {\"choices\":[{\"delta\":{\"content\":\"SELECT 1\"}}]}\n\n",
    ASK_LLM_ERROR_UNREACHABLE, "in the middle", 1 },
  { "stream-garbage", 200, "data: {\"choices\":[{\n\n", ASK_LLM_ERROR_MALFORMED,
    "no reply of a model", 1 },
};

static void
test_answer (gsize i, gboolean stream)
{
  Fixture fixture = { 0 };
  g_autoptr (GError) error = NULL;

  set_up (&fixture, GINT_TO_POINTER (stream));
  ask_test_reply_set (ask_test_server_add (fixture.server, CHAT), answers[i].status,
                      *answers[i].body == '{' ? "application/json" : "text/html", answers[i].body,
                      -1);

  g_autoptr (AskReply) reply = chat (&fixture, NULL, &error);

  g_assert_null (reply);
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_LLM_ERROR, (int) answers[i].code);
  if (strstr (error->message, answers[i].words) == NULL)
    g_error ("“%s” lacks “%s”", error->message, answers[i].words);
  g_assert_null (strstr (error->message, "s3cret"));
  g_assert_nonnull (strstr (error->message, "http://127.0.0.1:"));
  g_assert_cmpuint (ask_test_server_count (fixture.server, CHAT), ==, answers[i].n_requests);
  tear_down (&fixture, NULL);
}

static void
test_answers (gconstpointer data)
{
  test_answer (GPOINTER_TO_SIZE (data), FALSE);
  test_answer (GPOINTER_TO_SIZE (data), TRUE);
}

static void
test_forms (void)
{
  static const char *const bodies[] = {
    /* Not streamed though asked to, and the other way round: told by the first byte. */
    "  {\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"ab\"}}]}",
    "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\r\n\r\n"
    "data: {\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}\r\n\r\n",
    ": OPENROUTER PROCESSING\n\ndata:{\"choices\":[{\"delta\":{\"content\":\"ab\"}}]}\n\n"
    "data: [DONE]\n\n",
    "{\"choices\":[{\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
    "{\"type\":\"image\"},{\"type\":\"text\",\"text\":\"b\"}]}}],\"error\":null}",
    "{\"choices\":[{\"text\":\"ab\"}]}",
    "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null,"
    "\"reasoning_content\":\"hm\"}}]}\n\n"
    "data: {\"choices\":[{\"delta\":{\"content\":\"ab\"}}],\"usage\":null}\n\ndata: [DONE]",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bodies); i++)
    for (int stream = 0; stream < 2; stream++)
      {
        Fixture fixture = { 0 };
        g_autoptr (GError) error = NULL;

        set_up (&fixture, GINT_TO_POINTER (stream));
        ask_test_reply_set (ask_test_server_add (fixture.server, CHAT), 200, NULL, bodies[i], -1);

        g_autoptr (AskReply) reply = chat (&fixture, NULL, &error);

        g_assert_no_error (error);
        g_assert_cmpstr (reply->text, ==, "ab");
        /* Nobody counted, so it is estimated. */
        g_assert_cmpint (reply->prompt_tokens, ==, (reply->bytes_sent + 3) / 4);
        g_assert_cmpint (reply->completion_tokens, ==, 1);
        tear_down (&fixture, NULL);
      }
}

static void
test_endless (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add (self->server, CHAT);

  ask_test_reply_set (reply, 200, "text/event-stream",
                      "data: {\"choices\":[{\"delta\":{\"content\":\"0123456789\"}}]}\n\n", -1);
  reply->chunked = TRUE;
  reply->repeat = TRUE;

  g_autoptr (AskReply) none = chat (self, NULL, &error);

  g_assert_null (none);
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED);
  g_assert_nonnull (strstr (error->message, "did not stop"));

  /* Endless, and no text at all. */
  g_clear_error (&error);
  reply = ask_test_server_add (self->server, CHAT);
  ask_test_reply_set (reply, 200, "text/event-stream", ": still here\n\n", -1);
  reply->chunked = TRUE;
  reply->repeat = TRUE;
  g_assert_null (chat (self, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED);

  /* In one object. */
  g_clear_error (&error);

  g_autofree char *much = g_strnfill (2000, 'x');
  g_autofree char *json
      = g_strdup_printf ("{\"choices\":[{\"message\":{\"content\":\"%s\"}}]}", much);

  ask_test_server_add_json (self->server, CHAT, json);
  g_assert_null (chat (self, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED);
  g_assert_nonnull (strstr (error->message, "did not stop"));
}

static void
test_connection (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add (self->server, CHAT);

  /* Cut in the middle: of the transfer, once text has come. */
  ask_test_reply_set (reply, 200, "text/event-stream",
                      "data: {\"choices\":[{\"delta\":{\"content\":\"SELECT 1\"}}]}\n\n"
                      "data: {\"choices\":[{\"delta\":{\"content\":\"00\"}}]}\n\ndata: [DONE]\n\n",
                      -1);
  reply->cut_at = 60;
  g_assert_null (chat (self, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_UNREACHABLE);
  g_assert_nonnull (strstr (error->message, "in the middle"));
  g_assert_cmpuint (ask_test_server_count (self->server, CHAT), ==, 1);

  g_clear_error (&error);
  g_object_unref (self->model);
  self->model = new_model (self, TRUE, 300);
  ask_test_server_add (self->server, CHAT)->never = TRUE;
  g_assert_null (chat (self, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_TIMED_OUT);
  g_assert_nonnull (strstr (error->message, "did not answer within 300 ms"));

  g_clear_error (&error);
  g_assert_false (ask_model_test (self->model, NULL, &error)); /* 404, then a chat that hangs */
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_TIMED_OUT);

  g_clear_error (&error);
  g_clear_pointer (&self->server, ask_test_server_free);
  g_assert_null (chat (self, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_UNREACHABLE);
  g_assert_nonnull (strstr (error->message, "refused the connection"));
  g_clear_error (&error);
  g_assert_false (ask_model_test (self->model, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_UNREACHABLE);
}

static void
test_redirect (Fixture *self, gconstpointer data)
{
  g_autoptr (AskTestServer) other = ask_test_server_new (NULL, NULL);
  g_autofree char *elsewhere = ask_test_server_dup_url (other, "/v1/chat/completions");
  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add (self->server, CHAT);

  ask_test_reply_set (reply, 307, NULL, NULL, 0);
  ask_test_reply_add_header (reply, "Location", elsewhere);
  g_assert_null (chat (self, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG);
  g_assert_cmpuint (ask_test_server_get_n_connections (other), ==, 0);
}

static void
test_retry (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add (self->server, CHAT);
  gint64 start = g_get_monotonic_time ();

  ask_test_reply_set (reply, 429, NULL, "{\"error\":\"slow down\"}", -1);
  ask_test_reply_add_header (reply, "Retry-After", "1");
  ask_test_server_add_json (self->server, CHAT,
                            "{\"choices\":[{\"message\":{\"content\":\"there\"}}]}");

  g_autoptr (AskReply) waited = chat (self, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (waited->text, ==, "there");
  g_assert_cmpint (g_get_monotonic_time () - start, >=, G_USEC_PER_SEC);
}

/* Each way in which a call fails is a code of the model's own, with the server's words. */
static void
test_codes (void)
{
  static const struct
  {
    AskHttpError failure;
    AskLlmError code;
  } cases[] = {
    { ASK_HTTP_ERROR_URL, ASK_LLM_ERROR_CONFIG },
    { ASK_HTTP_ERROR_UNREACHABLE, ASK_LLM_ERROR_UNREACHABLE },
    { ASK_HTTP_ERROR_TLS, ASK_LLM_ERROR_UNREACHABLE },
    { ASK_HTTP_ERROR_TIMED_OUT, ASK_LLM_ERROR_TIMED_OUT },
    { ASK_HTTP_ERROR_CUT, ASK_LLM_ERROR_UNREACHABLE },
    { ASK_HTTP_ERROR_TOO_LARGE, ASK_LLM_ERROR_MALFORMED },
    { ASK_HTTP_ERROR_BUSY, ASK_LLM_ERROR_BUSY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) failure
          = g_error_new (ASK_HTTP_ERROR, (int) cases[i].failure, "http://ai.example is odd.");
      g_autoptr (GError) error = NULL;

      ask_openai_fault_set_from_http (&error, failure);
      g_assert_error (error, ASK_LLM_ERROR, (int) cases[i].code);
      g_assert_true (g_str_has_prefix (error->message, "The model's server http://ai.example is odd."));
    }
}

static void
answer_500_once (AskTestServer *server,
                 const AskTestRequest *request,
                 AskTestReply *reply,
                 gpointer data)
{
  if (ask_test_server_count (server, CHAT) == 1)
    ask_test_reply_set (reply, 500, NULL, "oops", -1);
  else
    ask_test_reply_set (reply, 200, "application/json",
                        "{\"choices\":[{\"message\":{\"content\":\"back\"}}]}", -1);
}

static void
test_500 (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (answer_500_once, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "");
  g_autoptr (GError) error = NULL;
  AskOpenaiOptions options = { .url = url, .model = "m" };
  g_autoptr (AskModel) model = ask_openai_new (&options, &error);
  g_autoptr (GPtrArray) messages
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);

  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, "x"));

  g_autoptr (AskReply) reply = ask_model_chat (model, &(AskChat){ .messages = messages }, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (reply->text, ==, "back");
  g_assert_cmpuint (ask_test_server_count (server, CHAT), ==, 2);
}

/* Refuses one parameter after the other, as newer models do. */
static void
answer_picky (AskTestServer *server,
              const AskTestRequest *request,
              AskTestReply *reply,
              gpointer data)
{
  g_autofree char *body = g_strndup (g_bytes_get_data (request->body, NULL),
                                     g_bytes_get_size (request->body));

  if (strstr (body, "\"temperature\"") != NULL)
    ask_test_reply_set (reply, 400, "application/json",
                        "{\"error\":{\"message\":\"Unsupported value\",\"param\":\"temperature\"}}",
                        -1);
  else if (strstr (body, "\"stop\"") != NULL)
    ask_test_reply_set (reply, 400, "application/json",
                        "{\"error\":{\"message\":\"Unsupported parameter: 'stop' is not supported "
                        "with this model.\"}}", -1);
  else if (strstr (body, "\"stream_options\"") != NULL)
    ask_test_reply_set (reply, 422, "application/json",
                        "{\"detail\":\"stream_options: extra fields not permitted\"}", -1);
  else
    ask_test_reply_set (reply, 200, "application/json",
                        "{\"choices\":[{\"message\":{\"content\":\"ok STOP more\"}}]}", -1);
}

static void
test_picky (void)
{
  static const char *const stop[] = { " STOP", NULL };
  g_autoptr (AskTestServer) server = ask_test_server_new (answer_picky, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "");
  g_autoptr (GError) error = NULL;
  AskOpenaiOptions options = { .url = url, .model = "m", .stream = TRUE };
  g_autoptr (AskModel) model = ask_openai_new (&options, &error);
  g_autoptr (GPtrArray) messages
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);

  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, "x"));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskReply) reply = ask_model_chat (model,
                                                   &(AskChat){ .messages = messages, .stop = stop }, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (reply->text, ==, "ok");
    }
  /* What was learned is kept. */
  g_assert_cmpuint (ask_test_server_count (server, CHAT), ==, 5);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (100 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  /* No answer and no time-out in an hour: what comes back has been cancelled. */
  g_object_unref (self->model);
  self->model = new_model (self, TRUE, 60 * 60 * 1000);
  ask_test_server_add (self->server, CHAT)->never = TRUE;

  GThread *thread = g_thread_new ("canceller", cancel_soon, cancellable);

  g_assert_null (chat (self, cancellable, &error));
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *path = g_strconcat ("/llm/openai-faults/a-bad-answer-is-one-sentence/", answers[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_answers);
    }
#define ADD(path, func) \
  g_test_add ("/llm/openai-faults/" path, Fixture, GINT_TO_POINTER (TRUE), set_up, func, tear_down)
  g_test_add_func ("/llm/openai-faults/an-answer-in-another-form-is-read", test_forms);
  ADD ("an-endless-answer-is-ended", test_endless);
  ADD ("a-cut-connection-is-an-error", test_connection);
  ADD ("a-redirect-is-refused-with-the-key", test_redirect);
  ADD ("a-busy-server-is-asked-again", test_retry);
  g_test_add_func ("/llm/openai-faults/a-server-s-fault-is-tried-again", test_500);
  g_test_add_func ("/llm/openai-faults/what-a-picky-server-refuses-is-left-out", test_picky);
  ADD ("a-cancel-ends-the-wait", test_cancel);
  g_test_add_func ("/llm/openai-faults/each-failure-has-its-own-code", test_codes);
  return g_test_run ();
}
