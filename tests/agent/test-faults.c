/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model that fails in the middle of a question, or speaks in no form that it was asked for. Each question ends in an
 * answer or in a clear sentence, and never in the answer to another query than the model wrote.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"
#include "base/ask-json.h"
#include "llm/ask-openai.h"

#define FINAL "Final Answer: SELECT count(*) AS stores FROM store"
#define HALF "Final Answer: SELECT count(*) AS stores FROM store" /* … WHERE city = 'Lyon' would have followed */
#define CHAT "/v1/chat/completions"

/**
 * Fault:
 * @FAULT_CUT: the connection is cut in the middle
 * @FAULT_NO_END: the stream ends without an end mark
 * @FAULT_LENGTH: the model may write no more
 * @FAULT_DROPPED: the connection is closed behind the answer, and nobody said so
 * @FAULT_HUGE: a megabyte
 */
typedef enum
{
  FAULT_NONE,
  FAULT_CUT,
  FAULT_NO_END,
  FAULT_LENGTH,
  FAULT_DROPPED,
  FAULT_HUGE,
  N_FAULTS
} Fault;

typedef struct
{
  Fault fault;
  const char *text;
} Said;

/** Script: what the model says, and the last of it again and again; how, as a stream or in one piece */
typedef struct
{
  Said said[16];
  guint n;
  guint next;
  gboolean stream;
} Script;

static char *
print_body (const Said *said, gboolean stream)
{
  g_autoptr (GString) body = g_string_new (NULL);
  g_autofree char *huge = said->fault == FAULT_HUGE ? g_strnfill (1024 * 1024, 'x') : NULL;

  g_string_append (body, stream ? "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":"
                                : "{\"choices\":[{\"index\":0,\"message\":{\"content\":");
  ask_json_append_string (body, huge != NULL ? huge : said->text, -1);
  if (said->fault == FAULT_NO_END)
    g_string_append (body, stream ? "}}]}\n\n" : "}}");
  else
    g_string_append_printf (body, "},\"finish_reason\":\"%s\"}]}%s", said->fault == FAULT_LENGTH ? "length" : "stop",
                            stream ? "\n\ndata: [DONE]\n\n" : "");
  return g_string_free (g_steal_pointer (&body), FALSE);
}

static void
handle (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  Script *script = data;
  const Said *said = &script->said[MIN (script->next, script->n - 1)];
  g_autofree char *body = NULL;
  const char *type = script->stream ? "text/event-stream" : "application/json";
  gsize length;

  /* It does nothing but chat: what else it is asked it does not know. */
  if (strcmp (request->path, CHAT) != 0)
    {
      ask_test_reply_set (reply, 404, NULL, "", 0);
      return;
    }
  body = print_body (said, script->stream);
  length = strlen (body);

  script->next++;
  if (said->fault == FAULT_DROPPED)
    {
      g_autofree char *raw
        = g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n%s", type, length, body);

      ask_test_reply_set_raw (reply, raw, -1);
      return;
    }
  ask_test_reply_set (reply, 200, type, body, (gssize) length);
  reply->chunked = script->stream;
  /* Behind the last word, before anything that says that it was the last. */
  if (said->fault == FAULT_CUT)
    reply->cut_at = (gssize) (strstr (body, "}") - body);
}

static AskAnswer *
ask (AskAgentFixture *fixture, Script *script, const char *question)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (handle, script);
  g_autofree char *url = ask_test_server_dup_url (server, "/v1");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskModel) model = ask_openai_new (
    &(AskOpenaiOptions) {
      .url = url, .model = "faulty", .stream = script->stream, .time_out_ms = 5000, .max_tries = 1 },
    &error);
  AskAnswer *answer;

  g_assert_no_error (error);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "off", &error));
  for (script->n = 0; script->n < G_N_ELEMENTS (script->said)
                      && (script->said[script->n].text != NULL || script->said[script->n].fault != FAULT_NONE);)
    script->n++;
  answer = ask_agent_ask (fixture->workspace, model, question, NULL, NULL, &error);
  g_assert_no_error (error);
  return answer;
}

typedef struct
{
  const char *name;
  AskStatus status;
  const char *text; /* part of the answer's */
  guint n_turns;
  Said said[8];
} FaultCase;

static const FaultCase cases[] = {
  { "cut", ASK_STATUS_FAILED, "The model", 1, { { FAULT_CUT, HALF } } },
  { "no-end-mark", ASK_STATUS_FAILED, "model", 1, { { FAULT_NO_END, HALF } } },
  { "length-once",
    ASK_STATUS_ANSWERED,
    "2",
    2,
    { { FAULT_LENGTH, HALF }, { FAULT_NONE, "Final Answer: SELECT count(*) AS stores FROM store WHERE id > 1" } } },
  { "length-twice", ASK_STATUS_FAILED, "in the form", 2, { { FAULT_LENGTH, HALF }, { FAULT_LENGTH, HALF } } },
  { "length-in-a-thought",
    ASK_STATUS_ANSWERED,
    "3",
    2,
    { { FAULT_LENGTH, "Thought: let me think about that, and" }, { FAULT_NONE, FINAL } } },
  { "german",
    ASK_STATUS_ANSWERED,
    "3",
    2,
    { { FAULT_NONE, "Gedanke: Ich zähle.\nEndgültige Antwort: drei Läden" }, { FAULT_NONE, FINAL } } },
  { "chinese",
    ASK_STATUS_ANSWERED,
    "3",
    2,
    { { FAULT_NONE, "思考：数一下商店\n最终答案：三家商店" }, { FAULT_NONE, FINAL } } },
  { "chinese-for-ever", ASK_STATUS_FAILED, "in the form", 2, { { FAULT_NONE, "最终答案：三家商店" } } },
  { "other-language-with-the-labels",
    ASK_STATUS_ANSWERED,
    "3",
    1,
    { { FAULT_NONE, "Thought：数一下商店\nFinal Answer：SELECT count(*) AS stores FROM store" } } },
  { "circles-of-queries-that-work",
    ASK_STATUS_FAILED,
    "within 12 steps",
    12,
    { { FAULT_NONE, "Action: query\nAction Input: SELECT city FROM store" } } },
  { "circles-of-descriptions",
    ASK_STATUS_FAILED,
    "within 12 steps",
    12,
    { { FAULT_NONE, "Action: describe_entities\nAction Input: store" } } },
  { "knows-and-does-not",
    ASK_STATUS_UNANSWERABLE,
    "there are no stores",
    1,
    { { FAULT_NONE, "I don't know: there are no stores.\n" FINAL } } },
  { "answers-and-takes-it-back",
    ASK_STATUS_ANSWERED,
    "3",
    1,
    { { FAULT_NONE, FINAL "\nI don't know: forget that." } } },
  { "two-answers",
    ASK_STATUS_ANSWERED,
    "3",
    1,
    { { FAULT_NONE, FINAL "\nFinal Answer: SELECT count(*) AS stores FROM sale" } } },
  { "another-form-each-turn",
    ASK_STATUS_ANSWERED,
    "3",
    4,
    { { FAULT_NONE, "Thought: look\nAction: describe_entities\nAction Input: store" },
      { FAULT_NONE, "```sql\nSELECT city FROM store\n```" },
      { FAULT_NONE, "**Action:** query\n**Action Input:** {\"sql\": \"SELECT id FROM store\"}" },
      { FAULT_NONE, "<think>That is all.</think>\n1. **Final Answer:** `SELECT count(*) AS stores FROM store`" } } },
  { "tool-calls-as-text",
    ASK_STATUS_FAILED,
    "in the form",
    2,
    { { FAULT_NONE, "<tool_call>{\"name\":\"query\",\"arguments\":{}}</tool_call>" } } },
  { "a-megabyte", ASK_STATUS_FAILED, "did not stop", 1, { { FAULT_HUGE, NULL } } },
  { "connection-dropped-between-turns",
    ASK_STATUS_ANSWERED,
    "3",
    3,
    { { FAULT_DROPPED, "Action: query\nAction Input: SELECT city FROM store" },
      { FAULT_DROPPED, "Action: query\nAction Input: SELECT id FROM store" },
      { FAULT_DROPPED, FINAL } } },
};

static void
test_case (gconstpointer data)
{
  const FaultCase *c = data;

  for (guint stream = 0; stream < 2; stream++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = NULL;
      Script script = { .stream = stream > 0 };

      memcpy (script.said, c->said, sizeof c->said);
      ask_agent_fixture_add_shop (fixture);
      answer = ask (fixture, &script, "How many stores are there?");
      if (answer->status != c->status || strstr (answer->text, c->text) == NULL || script.next != c->n_turns)
        g_error ("%s after %u turns: “%s”", ask_status_to_string (answer->status), script.next, answer->text);
      g_assert_true (c->status != ASK_STATUS_FAILED || answer->sql == NULL);
    }
}

/* An API that closes its connection behind each answer, so that the next query of the same question finds it gone. */
static void
test_api_dropped (void)
{
  static const char body[] = "[{\"shipment_id\":1,\"store_id\":1,\"carrier\":\"Alpha\"}]";
  g_autofree char *raw
    = g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                       strlen (body), body);
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;
  Script script
    = { .said = { { FAULT_DROPPED, "Action: query\nAction Input: SELECT carrier FROM shipment" },
                  { FAULT_DROPPED, "Action: query\nAction Input: SELECT * FROM shipment WHERE store_id = 1" },
                  { FAULT_DROPPED, "Final Answer: SELECT count(*) AS shipments FROM shipment" } } };

  ask_agent_fixture_add_api (fixture, "[]");
  ask_test_reply_set_raw (fixture->shipments, raw, -1);
  answer = ask (fixture, &script, "How many shipments are there?");
  g_assert_cmpstr (answer->text, ==, "Shipments: 1");
  g_assert_cmpuint (script.next, ==, 3);
}

/* Whatever comes in whatever order: it ends, with words, and an answer is the answer of a query that was wholly said. */
static void
test_any_order (void)
{
  static const char *const texts[] = { FINAL,
                                       "Action: query\nAction Input: SELECT city FROM store",
                                       "Action: query\nAction Input: SELECT nothing FROM nowhere",
                                       "Action: describe_entities\nAction Input: store, nowhere",
                                       "Action: list_entities",
                                       "Final Answer: drei",
                                       "I don't know: nobody does.",
                                       "From general knowledge: three",
                                       "Ich weiß es nicht.",
                                       "```\n" FINAL "\n```",
                                       "Thought: and now\nAction:",
                                       "{\"action\": \"query\"}",
                                       "",
                                       "Observation: 3 rows\nFinal Answer: SELECT count(*) AS stores FROM store",
                                       "Final Answer: SELECT count(*) AS stores FROM store; DROP TABLE store" };
  guint n = g_test_thorough () ? 200 : 12;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = NULL;
      Script script = { .stream = g_test_rand_bit () };

      for (guint s = 0; s < G_N_ELEMENTS (script.said); s++)
        {
          Fault fault = g_test_rand_int_range (0, 3) > 0 ? FAULT_NONE : (Fault) g_test_rand_int_range (0, N_FAULTS);

          script.said[s] = (Said) { fault, texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))] };
        }
      ask_agent_fixture_add_shop (fixture);
      answer = ask (fixture, &script, "How many stores are there?");
      g_assert_cmpstr (answer->text, !=, NULL);
      g_assert_cmpuint (strlen (answer->text), >, 3);
      g_assert_cmpuint (script.next, <=, 12);
      if (answer->rows != NULL)
        g_assert_cmpint (ask_rows_get (answer->rows, 0, 0)->integer, ==, 3);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/agent/faults/a-fault-of-the-model-ends-in-words/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/agent/faults/an-api-that-drops-connections-is-asked-anew", test_api_dropped);
  g_test_add_func ("/agent/faults/faults-in-any-order-end-in-words", test_any_order);
  return g_test_run ();
}
