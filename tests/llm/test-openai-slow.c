/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of servers that take their time, and of what is asked of a server that is known: a cache, a grammar, memory.
 */
#include "config.h"

#include <string.h>

#include "llm/ask-openai.h"
#include "support/ask-test-server.h"

#define CHAT "/v1/chat/completions"
#define SAYS(text) "data: {\"choices\":[{\"delta\":{\"content\":\"" text "\"}}]}\n\n"
#define END "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"

static AskModel *
make_model (AskTestServer *server, guint time_out_ms)
{
  g_autofree char *url = ask_test_server_dup_url (server, "");
  AskOpenaiOptions options
    = { .url = url, .model = "m", .stream = TRUE, .time_out_ms = time_out_ms, .max_tries = 2 };
  g_autoptr (GError) error = NULL;
  AskModel *model = ask_openai_new (&options, &error);

  g_assert_no_error (error);
  return model;
}

static AskReply *
chat (AskModel *model, const AskChat *more, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  AskChat whole = *more;

  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, "x"));
  whole.messages = messages;
  return ask_model_chat (model, &whole, cancellable, error);
}

/* Nothing but heartbeats for longer than silence is borne, then thoughts, then the answer. Between two of them there is
 * time for a busy computer. */
static GBytes *
think (guint n, gpointer data)
{
  const guint *until = data;
  const char *text;

  g_usleep (100 * 1000);
  if (n < until[0])
    text = n == 3 ? "\n" : ": ping\n\n";
  else if (n < until[1])
    text = "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"Hm. \"}}]}\n\n";
  else if (n == until[1])
    text = SAYS ("SELECT ");
  else if (n == until[1] + 1)
    text = SAYS ("1");
  else if (n == until[1] + 2)
    text = END;
  else
    return NULL;
  return g_bytes_new_static (text, strlen (text));
}

static void
count (guint64 n_chars, gpointer user_data)
{
  g_array_append_val ((GArray *) user_data, n_chars);
}

static void
test_heartbeats (void)
{
  static const guint until[] = { 34, 40 };
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskModel) model = make_model (server, 3000);
  g_autoptr (GArray) arrived = g_array_new (FALSE, FALSE, sizeof (guint64));
  AskTestReply *reply = ask_test_server_add (server, CHAT);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskReply) got = NULL;

  ask_test_reply_set (reply, 200, "text/event-stream", "", 0);
  reply->chunked = TRUE;
  reply->produce = think;
  reply->produce_data = (gpointer) until;
  got = chat (model, &(AskChat) { .on_arrived = count, .user_data = arrived }, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (got->text, ==, "SELECT 1");
  g_assert_cmpuint (ask_test_server_count (server, CHAT), ==, 1);
  /* Each thought was told of, and both pieces of the answer. */
  g_assert_cmpuint (arrived->len, ==, 8);
  g_assert_cmpuint (g_array_index (arrived, guint64, 0), ==, 4);
  g_assert_cmpuint (g_array_index (arrived, guint64, 7), ==, 6 * 4 + 8);
}

/* Silence is what ends it. */
static void
test_silence (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskModel) model = make_model (server, 300);
  AskTestReply *reply = ask_test_server_add (server, CHAT);
  g_autoptr (GError) error = NULL;

  ask_test_reply_set (reply, 200, "text/event-stream", ": ping\n\n" SAYS ("SELECT "), -1);
  reply->stall_at = 8;
  reply->stall_ms = G_MAXUINT;
  g_assert_null (chat (model, &(AskChat) { 0 }, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_TIMED_OUT);
  g_assert_nonnull (strstr (error->message, "model set --time-out"));
  /* A server that was too slow once is not made to think again. */
  g_assert_cmpuint (ask_test_server_count (server, CHAT), ==, 1);
}

static GBytes *
think_for_ever (guint n, gpointer data)
{
  g_usleep (50 * 1000);
  if (n == 5)
    g_cancellable_cancel (data);
  return g_bytes_new_static (": ping\n\n", 8);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskModel) model = make_model (server, 60 * 1000);
  AskTestReply *reply = ask_test_server_add (server, CHAT);
  g_autoptr (GError) error = NULL;

  ask_test_reply_set (reply, 200, "text/event-stream", "", 0);
  reply->chunked = TRUE;
  reply->produce = think_for_ever;
  reply->produce_data = cancellable;
  g_assert_null (chat (model, &(AskChat) { 0 }, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static gboolean
was_sent (AskTestServer *server, guint nth, const char *part)
{
  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (server);
  const AskTestRequest *request;

  g_assert_cmpuint (nth, <, requests->len);
  request = requests->pdata[nth];
  return g_strstr_len (g_bytes_get_data (request->raw, NULL), (gssize) g_bytes_get_size (request->raw), part) != NULL;
}

static void
test_llama_cpp (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskModel) model = make_model (server, 0);
  const AskChat wanted = { .grammar = "root ::= \"x\"" };
  g_autoptr (AskReply) other = NULL;
  g_autoptr (AskReply) known = NULL;

  ask_test_reply_set (ask_test_server_add (server, CHAT), 200, "text/event-stream", SAYS ("x") END, -1);
  /* Nothing that is not known to be taken is sent to a server that nobody knows. */
  other = chat (model, &wanted, NULL, NULL);
  g_assert_false (was_sent (server, 0, "grammar") || was_sent (server, 0, "cache_prompt"));
  ask_openai_set_kind (ASK_OPENAI (model), ASK_SERVER_LLAMA_CPP);
  known = chat (model, &wanted, NULL, NULL);
  g_assert_cmpstr (known->text, ==, "x");
  g_assert_true (was_sent (server, 1, "\"cache_prompt\":true"));
  g_assert_true (was_sent (server, 1, "\"grammar\":\"root ::= \\\"x\\\"\""));
}

/* @user_data: how it refuses a grammar */
static void
refuse (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer user_data)
{
  if (g_strstr_len (g_bytes_get_data (request->body, NULL), (gssize) g_bytes_get_size (request->body), "grammar") == NULL)
    ask_test_reply_set (reply, 200, "text/event-stream", SAYS ("plain") END, -1);
  else if (user_data != NULL)
    ask_test_reply_set (reply, 400, "application/json", user_data, -1);
  else
    ask_test_reply_set (reply, 200, "text/event-stream", END, -1);
}

static void
test_refused (void)
{
  static const char *const how[]
    = { "{\"error\":{\"code\":400,\"message\":\"Failed to parse grammar\",\"type\":\"invalid_request_error\"}}", "no",
        NULL };

  for (guint i = 0; i < G_N_ELEMENTS (how); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (refuse, (gpointer) how[i]);
      g_autoptr (AskModel) model = make_model (server, 0);
      g_autoptr (GError) error = NULL;

      ask_openai_set_kind (ASK_OPENAI (model), ASK_SERVER_LLAMA_CPP);
      for (guint n = 0; n < 2; n++)
        {
          g_autoptr (AskReply) reply = chat (model, &(AskChat) { .grammar = "root ::= \"x\"" }, NULL, &error);

          g_assert_no_error (error);
          g_assert_cmpstr (reply->text, ==, "plain");
        }
      /* It was refused once. */
      g_assert_cmpuint (ask_test_server_count (server, CHAT), ==, 3);
    }
}

static void
test_ollama (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskModel) model = make_model (server, 0);

  ask_test_reply_set (ask_test_server_add (server, CHAT), 200, "text/event-stream", SAYS ("x") END, -1);
  ask_openai_set_kind (ASK_OPENAI (model), ASK_SERVER_OLLAMA);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskReply) reply = chat (model, &(AskChat) { 0 }, NULL, &error);

      /* That an older server does not know it (404) is no error. */
      g_assert_no_error (error);
      g_assert_cmpstr (reply->text, ==, "x");
    }
  g_assert_cmpuint (ask_test_server_count (server, "/api/generate"), ==, 1);
  g_assert_true (was_sent (server, 1, "{\"model\":\"m\",\"keep_alive\":\"30m\"}"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm/slow/heartbeats-keep-it-waiting-and-what-comes-is-counted", test_heartbeats);
  g_test_add_func ("/llm/slow/silence-ends-it-once", test_silence);
  g_test_add_func ("/llm/slow/a-cancel-ends-it-between-heartbeats", test_cancel);
  g_test_add_func ("/llm/slow/llama-cpp-is-asked-for-cache-and-grammar", test_llama_cpp);
  g_test_add_func ("/llm/slow/a-refused-grammar-is-left-out", test_refused);
  g_test_add_func ("/llm/slow/ollama-keeps-a-model-that-answered", test_ollama);
  return g_test_run ();
}
