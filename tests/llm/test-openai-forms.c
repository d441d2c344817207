/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Forms of a reply that the protocol knows: a JSON schema and calls of tools, in whatever pieces they come, and what a
 * server refuses of them.
 */
#include "config.h"

#include <string.h>

#include "base/ask-json.h"
#include "llm/ask-openai.h"
#include "support/ask-test-model.h"

#define CHAT "/v1/chat/completions"
#define SCHEMA "{\"type\":\"object\"}"
#define TOOLS "[{\"type\":\"function\",\"function\":{\"name\":\"query\"}}]"

static AskModel *
make_model (const char *url, gboolean stream)
{
  AskOpenaiOptions options
    = { .url = url, .model = "scripted", .stream = stream, .max_reply_bytes = 2000, .max_tries = 1 };
  g_autoptr (GError) error = NULL;
  AskModel *model = ask_openai_new (&options, &error);

  g_assert_no_error (error);
  return model;
}

static AskReply *
chat (AskModel *model, const char *schema, const char *tools, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);

  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, "x"));
  return ask_model_chat (model, &(AskChat) { .messages = messages, .schema = schema, .tools = tools }, NULL, error);
}

static JsonNode *
read_sent (AskTestServer *server, guint n)
{
  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (server);
  const AskTestRequest *request;
  gsize length;
  const char *body;

  g_assert_cmpuint (n, <, requests->len);
  request = requests->pdata[n];
  body = g_bytes_get_data (request->body, &length);
  return ask_json_parse (body, (gssize) length, NULL);
}

/* The type of the response format that the request asks for; "" for none */
static char *
dup_format (AskTestServer *server, guint n)
{
  g_autoptr (JsonNode) root = read_sent (server, n);
  JsonObject *format = ask_json_get_object (json_node_get_object (root), "response_format");

  return g_strdup (format != NULL ? ask_json_get_string (format, "type") : "");
}

static void
test_schema (void)
{
  static const char *const replies[] = { "{\"a\":1}", NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (replies);
  g_autoptr (AskModel) model = make_model (ask_test_model_get_url (server), TRUE);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskReply) reply = chat (model, SCHEMA, NULL, &error);
  g_autofree char *refused = ask_openai_dup_refused (ASK_OPENAI (model));

  g_assert_no_error (error);
  g_assert_cmpstr (reply->text, ==, "{\"a\":1}");
  g_assert_true (ask_test_model_received (server, "\"json_schema\":{\"name\":\"reply\",\"strict\":true,\"schema\":" SCHEMA));
  g_assert_cmpstr (refused, ==, "");
}

/* Step by step, whether the server says what it does not like or not. */
static void
test_refused_schema (void)
{
  static const AskTestForm cases[] = { ASK_TEST_FORM_REFUSED, ASK_TEST_FORM_SILENT };
  static const char *const formats[] = { "json_schema", "json_object", "", "", "" };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      static const char *const replies[] = { "one", "two", "three", NULL };
      g_autoptr (AskTestModel) server = ask_test_model_new (replies);
      g_autoptr (AskModel) model = make_model (ask_test_model_get_url (server), TRUE);
      g_autoptr (AskModel) later = make_model (ask_test_model_get_url (server), TRUE);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskReply) first = NULL;
      g_autoptr (AskReply) second = NULL;
      g_autoptr (AskReply) third = NULL;
      g_autofree char *refused = NULL;

      ask_test_model_set_forms (server, cases[c], ASK_TEST_FORM_IGNORED);
      first = chat (model, SCHEMA, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (first->text, ==, "one");
      second = chat (model, SCHEMA, NULL, &error);
      g_assert_no_error (error);
      refused = ask_openai_dup_refused (ASK_OPENAI (model));
      g_assert_nonnull (strstr (refused, "json_schema"));
      /* What one client has learnt can be told to another. */
      ask_openai_set_refused (ASK_OPENAI (later), refused);
      third = chat (later, SCHEMA, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_test_server_count (ask_test_model_get_server (server), CHAT), ==, G_N_ELEMENTS (formats));
      for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
        {
          g_autofree char *format = dup_format (ask_test_model_get_server (server), i);

          g_assert_cmpstr (format, ==, formats[i]);
        }
    }
}

/* A request that fails without the form, too, says nothing of the form. */
static void
test_other_fault (void)
{
  static const char *const replies[] = { NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (replies);
  g_autoptr (AskModel) model = make_model (ask_test_model_get_url (server), TRUE);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskReply) reply = chat (model, SCHEMA, NULL, &error);
  g_autofree char *refused = ask_openai_dup_refused (ASK_OPENAI (model));

  g_assert_null (reply);
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED);
  g_assert_cmpstr (refused, ==, "");
}

/* Words of servers that take no tools, and of those that take tools, but no choice. */
static void
test_refused_tools (void)
{
  static const struct
  {
    guint status;
    const char *body;
    const char *refused;
  } cases[] = {
    { 400, "{\"error\":{\"message\":\"stablelm2:latest does not support tools\",\"param\":null}}", "tools" },
    { 400, "{\"error\":{\"message\":\"\\\"auto\\\" tool choice requires --enable-auto-tool-choice\"}}", "tools" },
    { 500, "{\"error\":{\"code\":500,\"message\":\"tools param requires --jinja flag\"}}", "tools" },
    { 422, "{\"detail\":\"extra fields\"}", "parallel_tool_calls,tool_choice,tools" },
    { 400, "{\"error\":{\"message\":\"no\",\"param\":\"tool_choice\"}}", "tool_choice" },
    { 400, "{\"error\":{\"message\":\"no\",\"param\":\"parallel_tool_calls\"}}", "parallel_tool_calls" },
    { 400, "{\"error\":{\"message\":\"no\",\"param\":\"tools[0].function\"}}", "tools" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autofree char *url = ask_test_server_dup_url (server, "/v1");
      g_autoptr (AskModel) model = make_model (url, FALSE);
      AskTestReply *refusal = ask_test_server_add (server, CHAT);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskReply) reply = NULL;
      g_autofree char *refused = NULL;

      ask_test_reply_set (refusal, cases[i].status, "application/json", cases[i].body, -1);
      ask_test_server_add_json (server, CHAT,
                                "{\"choices\":[{\"message\":{\"content\":\"fine\"},\"finish_reason\":\"stop\"}]}");
      reply = chat (model, NULL, TOOLS, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (reply->text, ==, "fine");
      refused = ask_openai_dup_refused (ASK_OPENAI (model));
      g_assert_cmpstr (refused, ==, cases[i].refused);
    }
}

static void
test_pieces (void)
{
  static const gsize wires[] = { 0, 1, 7, 64 };
  static const char *const replies[]
    = { "call query {\"sql\":\"SELECT 'ü\\u00e4' AS a\"}\ncall describe_entities {\"entities\":\"b\"}", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (wires) * 2; i++)
    {
      g_autoptr (AskTestModel) server = ask_test_model_new (replies);
      g_autoptr (AskModel) model = make_model (ask_test_model_get_url (server), i % 2 == 0);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskReply) reply = NULL;

      ask_test_model_set_pieces (server, 3, wires[i / 2]);
      reply = chat (model, NULL, TOOLS, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (reply->text, ==, "");
      g_assert_cmpuint (reply->n_calls, ==, 2);
      g_assert_cmpstr (reply->call->id, ==, "id_0");
      g_assert_cmpstr (reply->call->name, ==, "query");
      g_assert_cmpstr (reply->call->arguments, ==, "{\"sql\":\"SELECT 'ü\\u00e4' AS a\"}");
      g_assert_false (reply->cut);
      g_assert_true (ask_test_model_received (server, "\"tools\":" TOOLS ",\"tool_choice\":\"required\""));
    }
}

/* As servers write calls: whole under one index, with a name in each piece, as an object, without an id; cut off. */
static void
test_ways (void)
{
#define CALLS(calls) "data: {\"choices\":[{\"delta\":{\"tool_calls\":[" calls "]}}]}\n\n"
#define STOPS(reason) "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"" reason "\"}]}\n\n"
  static const struct
  {
    const char *body;
    const char *id;
    const char *name;
    const char *arguments;
    guint n;
    gboolean cut;
  } cases[] = {
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{}\"}},"
             "{\"index\":0,\"id\":\"b\",\"function\":{\"name\":\"two\",\"arguments\":\"{1}\"}}") STOPS ("tool_calls"),
      "a", "one", "{}", 2, FALSE },
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{\\\"x\\\":\"}}")
        CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"1}\"}}") STOPS ("tool_calls"),
      "a", "one", "{\"x\":1}", 1, FALSE },
    { CALLS ("{\"function\":{\"name\":\"one\",\"arguments\":{\"x\":1}}}") STOPS ("stop"), "call_1", "one", "{\"x\":1}", 1,
      FALSE },
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{\\\"x\"}}") STOPS ("length"), "a",
      "one", "{\"x", 1, TRUE },
    { "{\"choices\":[{\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"one\","
      "\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}",
      "a", "one", "{}", 1, FALSE },
    { CALLS ("1,null,{}") STOPS ("tool_calls"), "call_1", "", "", 1, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autofree char *url = ask_test_server_dup_url (server, "/v1");
      g_autoptr (AskModel) model = make_model (url, TRUE);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskReply) reply = NULL;

      ask_test_reply_set (ask_test_server_add (server, CHAT), 200,
                          *cases[i].body == '{' ? "application/json" : "text/event-stream", cases[i].body, -1);
      reply = chat (model, NULL, TOOLS, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (reply->call->id, ==, cases[i].id);
      g_assert_cmpstr (reply->call->name, ==, cases[i].name);
      g_assert_cmpstr (reply->call->arguments, ==, cases[i].arguments);
      g_assert_cmpuint (reply->n_calls, ==, cases[i].n);
      g_assert_cmpint (reply->cut, ==, cases[i].cut);
    }
}

/* A call that never ends is no better than a text that never ends; one that breaks off is an error. */
static void
test_endless (void)
{
  g_autofree char *long_text = g_strnfill (3000, 'x');
  g_autofree char *long_call = g_strdup_printf ("call query {\"sql\":\"%s\"}", long_text);
  const char *const replies[] = { long_call, NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (replies);
  g_autoptr (AskModel) model = make_model (ask_test_model_get_url (server), TRUE);
  g_autoptr (GError) error = NULL;
  AskTestReply *cut;

  g_assert_null (chat (model, NULL, TOOLS, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_MALFORMED);
  g_clear_error (&error);

  cut = ask_test_server_add (ask_test_model_get_server (server), CHAT);
  ask_test_reply_set (cut, 200, "text/event-stream",
                      CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{}\"}}"), -1);
  g_assert_null (chat (model, NULL, TOOLS, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_UNREACHABLE);
}

/* The conversation has calls and their results where the server takes them, and plain text where it does not. */
static void
test_conversation (void)
{
  static const char *const replies[] = { "one", "two", NULL };
  g_autoptr (AskTestModel) server = ask_test_model_new (replies);
  g_autoptr (AskModel) model = make_model (ask_test_model_get_url (server), FALSE);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  g_autoptr (AskToolCall) call = ask_tool_call_new ("id_7", "query", "{\"sql\":\"SELECT 1\"}");
  g_autoptr (AskToolCall) broken = ask_tool_call_new ("id_8", "query", "{\"sql\":");
  AskChat talk = { .messages = messages, .tools = TOOLS };
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (messages, ask_message_new_call (ASK_ROLE_ASSISTANT, "Action: query", call));
  g_ptr_array_add (messages, ask_message_new_call (ASK_ROLE_TOOL, "Observation: 1 row", call));
  g_ptr_array_add (messages, ask_message_new_call (ASK_ROLE_ASSISTANT, "Action: broken", broken));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskReply) reply = ask_model_chat (model, &talk, NULL, &error);
      g_autoptr (JsonNode) root = read_sent (ask_test_model_get_server (server), i);
      g_autofree char *sent = NULL;

      g_assert_no_error (error);
      g_assert_cmpstr (reply->text, ==, i == 0 ? "one" : "two");
      sent = ask_json_to_string (json_object_get_member (json_node_get_object (root), "messages"), FALSE);
      if (i == 0)
        g_assert_cmpstr (sent, ==,
                         "[{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"id_7\",\"type\":\"function\","
                         "\"function\":{\"name\":\"query\",\"arguments\":\"{\\\"sql\\\":\\\"SELECT 1\\\"}\"}}]},"
                         "{\"role\":\"tool\",\"content\":\"Observation: 1 row\",\"tool_call_id\":\"id_7\"},"
                         "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"id_8\",\"type\":\"function\","
                         "\"function\":{\"name\":\"query\",\"arguments\":\"{}\"}}]}]");
      else
        g_assert_cmpstr (sent, ==,
                         "[{\"role\":\"assistant\",\"content\":\"Action: query\"},"
                         "{\"role\":\"user\",\"content\":\"Observation: 1 row\"},"
                         "{\"role\":\"assistant\",\"content\":\"Action: broken\"}]");
      ask_openai_set_refused (ASK_OPENAI (model), "tools");
    }
}

/* A form may keep a model from ever answering; then it is asked without. */
static void
test_empty (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/v1");
  g_autoptr (AskModel) model = make_model (url, FALSE);
  AskTestReply *empty = ask_test_server_add (server, CHAT);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskReply) held = NULL;
  g_autofree char *refused = NULL;

  ask_test_reply_set (empty, 200, "application/json",
                      "{\"choices\":[{\"message\":{\"content\":\"\"},\"finish_reason\":\"stop\"}]}", -1);
  ask_test_server_add_json (server, CHAT,
                            "{\"choices\":[{\"message\":{\"content\":\"fine\"},\"finish_reason\":\"stop\"}]}");
  held = chat (model, NULL, TOOLS, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (held->text, ==, "fine");
  refused = ask_openai_dup_refused (ASK_OPENAI (model));
  g_assert_cmpstr (refused, ==, "tool_choice");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm/forms/a-schema-goes-to-the-server", test_schema);
  g_test_add_func ("/llm/forms/a-refused-schema-is-left-out-and-not-tried-again", test_refused_schema);
  g_test_add_func ("/llm/forms/what-fails-without-the-form-too-refuses-no-form", test_other_fault);
  g_test_add_func ("/llm/forms/refused-tools-are-left-out-whatever-the-server-says", test_refused_tools);
  g_test_add_func ("/llm/forms/a-call-in-pieces-is-put-together", test_pieces);
  g_test_add_func ("/llm/forms/calls-are-read-as-servers-write-them", test_ways);
  g_test_add_func ("/llm/forms/an-endless-or-broken-call-is-an-error", test_endless);
  g_test_add_func ("/llm/forms/a-conversation-has-calls-only-where-they-are-taken", test_conversation);
  g_test_add_func ("/llm/forms/an-empty-reply-is-asked-for-with-less-force", test_empty);
  return g_test_run ();
}
