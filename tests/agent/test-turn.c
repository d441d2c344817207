/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of reading a model's reply: the form as agreed, and all the ways in which models bend it.
 */
#include "config.h"

#include "agent/ask-turn.h"

typedef struct
{
  const char *name;
  const char *reply;
  AskTurnKind kind;
  const char *action;
  const char *input; /* NULL: not compared */
  const char *thought; /* NULL: not compared */
} Case;

static const Case cases[] = {
  { "plain",
    "Thought: I need the carriers.\nAction: query\nAction Input: SELECT name FROM carrier",
    ASK_TURN_ACTION, "query", "SELECT name FROM carrier", "I need the carriers." },
  { "list", "Thought: What is there?\nAction: list_entities\nAction Input:", ASK_TURN_ACTION,
    "list_entities", "", "What is there?" },
  { "list-without-input", "Action: list_entities", ASK_TURN_ACTION, "list_entities", "", NULL },
  { "list-call", "Action: list_entities()", ASK_TURN_ACTION, "list_entities", "", NULL },
  { "describe", "Action: describe_entities\nAction Input: shipment, carrier", ASK_TURN_ACTION,
    "describe_entities", "shipment, carrier", NULL },
  { "final", "Thought: Done.\nFinal Answer: SELECT * FROM step_1", ASK_TURN_FINAL, NULL,
    "SELECT * FROM step_1", "Done." },
  { "final-fenced", "Final Answer:\n```sql\nSELECT *\nFROM step_1;\n```\nThat is it.",
    ASK_TURN_FINAL, NULL, "SELECT *\nFROM step_1", NULL },
  { "final-with", "Final Answer: WITH a AS (SELECT 1) SELECT * FROM a", ASK_TURN_FINAL, NULL,
    "WITH a AS (SELECT 1) SELECT * FROM a", NULL },
  { "final-words", "Final Answer: Nordfracht with 212 shipments", ASK_TURN_MALFORMED, NULL, NULL,
    NULL },
  { "final-with-words", "Final Answer: With pleasure: Nordfracht", ASK_TURN_MALFORMED, NULL, NULL,
    NULL },
  { "final-leading-words", "Final Answer: The query is\nSELECT 1", ASK_TURN_FINAL, NULL,
    "SELECT 1", NULL },
  { "final-prose-behind", "Final Answer: SELECT 1;\nThis query counts one.", ASK_TURN_FINAL, NULL,
    "SELECT 1", NULL },
  { "final-paragraph-behind", "Final Answer: SELECT 1\n\nThis query counts one.", ASK_TURN_FINAL,
    NULL, "SELECT 1", NULL },
  { "unknown", "Thought: no weather here\nI don't know: there is no data about the weather.",
    ASK_TURN_UNKNOWN, NULL, "there is no data about the weather.", "no weather here" },
  { "unknown-curly", "I don’t know: no.", ASK_TURN_UNKNOWN, NULL, "no.", NULL },
  { "unknown-bare", "I do not know, because nothing fits.", ASK_TURN_UNKNOWN, NULL,
    "because nothing fits.", NULL },
  { "unknown-in-final", "Final Answer: I don't know: no such data", ASK_TURN_UNKNOWN, NULL,
    "no such data", NULL },
  { "unknown-below-final", "Final Answer:\nI don't know: no such data", ASK_TURN_UNKNOWN, NULL,
    "no such data", NULL },
  { "unknown-bold", "**I don't know:** no such data", ASK_TURN_UNKNOWN, NULL, "no such data",
    NULL },
  { "from-question", "From the question: City B, with 3 universities.", ASK_TURN_WORDS, "question",
    "City B, with 3 universities.", NULL },
  { "from-knowledge", "Thought: no table\n**From general knowledge:** Paris", ASK_TURN_WORDS, "model", "Paris",
    "no table" },
  { "json-action", "{\"thought\": \"Which?\\nThese.\", \"action\": \"query\", \"input\": \"SELECT name\\nFROM carrier\"}",
    ASK_TURN_ACTION, "query", "SELECT name\nFROM carrier", "Which? These." },
  { "json-fenced", "<think>hm</think>\n```json\n{\"action\": \"query\", \"action_input\": {\"sql\": \"SELECT 1\"}}\n```",
    ASK_TURN_ACTION, "query", "SELECT 1", NULL },
  { "json-array", "{\"action\": \"describe_entities\", \"input\": [\"shipment\", \"carrier\"]}", ASK_TURN_ACTION,
    "describe_entities", NULL, NULL },
  { "json-final", "{\"thought\": \"Done.\", \"final_answer\": \"SELECT 1\", \"sentence\": \"It is {1}.\"}", ASK_TURN_FINAL,
    NULL, "SELECT 1", "Done." },
  { "json-final-as-action", "{\"action\": \"Final Answer\", \"input\": \"SELECT 1\"}", ASK_TURN_FINAL, NULL, "SELECT 1", NULL },
  { "json-sql-alone", "{\"sql\": \"SELECT 1\"}", ASK_TURN_ACTION, "query", "SELECT 1", NULL },
  { "json-unknown", "{\"thought\": \"no\", \"unknown\": \"there is\\nno weather\"}", ASK_TURN_UNKNOWN, NULL,
    "there is no weather", "no" },
  { "json-knowledge", "{\"from_general_knowledge\": \"Paris\"}", ASK_TURN_WORDS, "model", "Paris", NULL },
  { "json-call", "{\"name\": \"query\", \"arguments\": {\"thought\": \"count\", \"sql\": \"SELECT 1\"}}", ASK_TURN_ACTION,
    "query", "SELECT 1", "count" },
  { "json-call-marked", "<tool_call>\n{\"name\": \"final_answer\", \"parameters\": {\"sql\": \"SELECT 1\"}}\n</tool_call>",
    ASK_TURN_FINAL, NULL, "SELECT 1", NULL },
  { "json-name-alone", "{\"name\": \"query\"}", ASK_TURN_MALFORMED, NULL, NULL, NULL },
  { "json-of-something-else", "{\"a\": 1}", ASK_TURN_MALFORMED, NULL, NULL, NULL },
  { "json-broken", "{\"action\": \"query\", \"input\": \"SELECT", ASK_TURN_MALFORMED, NULL, NULL, NULL },
  { "from-nothing", "From the question:", ASK_TURN_MALFORMED, NULL, NULL, NULL },
  { "final-and-sentence", "Final Answer: SELECT 1 AS a\nSentence: It is {a}.", ASK_TURN_FINAL, NULL, "SELECT 1 AS a",
    NULL },
  { "unknown-is-a-thought", "I don't know yet which it is.\nAction: list_entities",
    ASK_TURN_ACTION, "list_entities", "", NULL },
  { "bold", "**Thought:** I look.\n**Action:** query\n**Action Input:** `SELECT 1`",
    ASK_TURN_ACTION, "query", "SELECT 1", "I look." },
  { "bold-outside", "**Action**: query\n**Action Input**: SELECT 1", ASK_TURN_ACTION, "query",
    "SELECT 1", NULL },
  { "heading", "### Action: query\n### Action Input:\nSELECT 1", ASK_TURN_ACTION, "query",
    "SELECT 1", NULL },
  { "lower-case", "thought: x\naction: QUERY\naction input: select 1", ASK_TURN_ACTION, "query",
    "select 1", "x" },
  { "numbered", "1. Thought: x\n2. Action: query\n3. Action Input: SELECT 1", ASK_TURN_ACTION,
    "query", "SELECT 1", "x" },
  { "counted", "Thought 1: x\nAction 1: query\nAction Input 1: SELECT 1", ASK_TURN_ACTION,
    "query", "SELECT 1", "x" },
  { "call", "Action: query(SELECT max(a) FROM t)", ASK_TURN_ACTION, "query",
    "SELECT max(a) FROM t", NULL },
  { "brackets", "Action: query[SELECT 1]", ASK_TURN_ACTION, "query", "SELECT 1", NULL },
  { "same-line", "Action: query SELECT count(*) FROM t", ASK_TURN_ACTION, "query",
    "SELECT count(*) FROM t", NULL },
  { "spaced-name", "Action: describe entities\nAction Input: a", ASK_TURN_ACTION,
    "describe_entities", "a", NULL },
  { "json-input", "Action: query\nAction Input: {\"sql\": \"SELECT 1\"}", ASK_TURN_ACTION,
    "query", "SELECT 1", NULL },
  { "json-names", "Action: describe_entities\nAction Input: {\"entities\": [\"a\", \"b\"]}",
    ASK_TURN_ACTION, "describe_entities", "a, b", NULL },
  { "fenced-input", "Action: query\nAction Input:\n```sql\nSELECT 1\n```", ASK_TURN_ACTION,
    "query", "SELECT 1", NULL },
  { "fenced-reply", "```\nThought: x\nAction: query\nAction Input: SELECT 1\n```",
    ASK_TURN_ACTION, "query", "SELECT 1", "x" },
  { "missing-thought", "Action: query\nAction Input: SELECT 1", ASK_TURN_ACTION, "query",
    "SELECT 1", NULL },
  { "unlabelled-thought", "Let me count.\nAction: query\nAction Input: SELECT 1",
    ASK_TURN_ACTION, "query", "SELECT 1", "Let me count." },
  { "invented-observation",
    "Action: query\nAction Input: SELECT 1\nObservation: step_1: 3 rows\nFinal Answer: SELECT 2",
    ASK_TURN_ACTION, "query", "SELECT 1", NULL },
  { "several-actions",
    "Action: query\nAction Input: SELECT 1\nAction: query\nAction Input: SELECT 2",
    ASK_TURN_ACTION, "query", "SELECT 1", NULL },
  { "action-is-final", "Action: Final Answer\nAction Input: SELECT 1", ASK_TURN_FINAL, NULL,
    "SELECT 1", NULL },
  { "action-none", "Thought: x\nAction: None\nFinal Answer: SELECT 1", ASK_TURN_FINAL, NULL,
    "SELECT 1", NULL },
  { "input-only", "Action Input: SELECT 1", ASK_TURN_ACTION, "query", "SELECT 1", NULL },
  { "thinking", "<think>Action: query\nAction Input: SELECT 9</think>\nFinal Answer: SELECT 1",
    ASK_TURN_FINAL, NULL, "SELECT 1", NULL },
  { "thinking-half", "Action: list_entities</think>\nFinal Answer: SELECT 1", ASK_TURN_FINAL,
    NULL, "SELECT 1", NULL },
  { "bare-statement", "SELECT 1", ASK_TURN_ACTION, "query", "SELECT 1", NULL },
  { "bare-delete", "DELETE FROM orders", ASK_TURN_ACTION, "query", "DELETE FROM orders", NULL },
  { "two-statements", "Final Answer: SELECT 1; DROP TABLE orders", ASK_TURN_FINAL, NULL,
    "SELECT 1; DROP TABLE orders", NULL },
  { "semicolon-in-text", "Final Answer: SELECT 'a; b'", ASK_TURN_FINAL, NULL, "SELECT 'a; b'",
    NULL },
  { "pragma", "Action: query\nAction Input: PRAGMA table_info(orders)", ASK_TURN_ACTION, "query",
    "PRAGMA table_info(orders)", NULL },
  { "query-of-words", "Action: query\nAction Input: all the orders", ASK_TURN_MALFORMED, NULL,
    NULL, NULL },
  { "unknown-tool", "Action: browse\nAction Input: http://example.org", ASK_TURN_ACTION, "browse",
    "http://example.org", NULL },
  { "carriage-returns", "Thought: x\r\nAction: query\r\nAction Input: SELECT 1\r\n",
    ASK_TURN_ACTION, "query", "SELECT 1", "x" },
  { "empty", "", ASK_TURN_MALFORMED, NULL, NULL, NULL },
  { "white", " \n\n ", ASK_TURN_MALFORMED, NULL, NULL, NULL },
  { "prose", "The answer is 42.", ASK_TURN_MALFORMED, NULL, NULL, NULL },
  { "no-utf8", "Thought: \xff\xfe\nAction: query\nAction Input: SELECT 1", ASK_TURN_ACTION,
    "query", "SELECT 1", NULL },
};

static void
test_parse (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (AskTurn) turn = ask_turn_parse (c->reply);

  g_assert_cmpint (turn->kind, ==, c->kind);
  g_assert_cmpstr (turn->action, ==, c->action);
  g_assert_nonnull (turn->input);
  g_assert_true (g_utf8_validate (turn->used, -1, NULL));
  if (c->input != NULL)
    g_assert_cmpstr (turn->input, ==, c->input);
  if (c->thought != NULL)
    g_assert_cmpstr (turn->thought, ==, c->thought);
}

static void
test_cut (void)
{
  g_autoptr (AskTurn) turn = ask_turn_parse ("Thought: a\nAction: query\nAction Input: SELECT 1\n"
                                             "Observation: 212 rows\nThought: b");

  g_assert_cmpstr (turn->used, ==, "Thought: a\nAction: query\nAction Input: SELECT 1");
}

static void
test_names (void)
{
  static const char *const inputs[] = { "shipment, carrier", "[\"shipment\", \"carrier\"]",
                                        "`shipment`,\n'carrier', shipment", "- shipment\n- carrier",
                                        "(shipment; carrier.)" };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autoptr (GPtrArray) names = ask_turn_split_names (inputs[i]);

      g_assert_cmpuint (names->len, ==, 2);
      g_assert_cmpstr (names->pdata[0], ==, "shipment");
      g_assert_cmpstr (names->pdata[1], ==, "carrier");
    }
}

/* A sentence belongs to the query before it. */
static void
test_sentence (void)
{
  g_autoptr (AskTurn) turn = ask_turn_parse ("Final Answer:\n```sql\nSELECT 1 AS a\n```\n**Sentence:** It is {a}.\n");
  g_autoptr (AskTurn) none = ask_turn_parse ("Sentence: It is {a}.\nFinal Answer: SELECT 1 AS a");

  g_assert_cmpstr (turn->input, ==, "SELECT 1 AS a");
  g_assert_cmpstr (turn->sentence, ==, "It is {a}.");
  g_assert_cmpint (none->kind, ==, ASK_TURN_FINAL);
  g_assert_null (none->sentence);
}

/* Whatever the bytes, a turn comes out and nothing is read beyond the end. */
static void
test_random (void)
{
  static const char *const pieces[]
    = { "Action:",  "Action Input:", "Final Answer:", "Thought:", "\n",   "```",    "```sql\n",
        "SELECT 1", ";",             "'",             "\"",       "(",    ")",      "<think>",
        "</think>", "**",            "query",         "[",        "--",   "WITH",   "I don't know",
        ":",        "\xc3",          "Observation:",  " ",        "/*",   "{\"sql\"",
        "Sentence:", "From the question:" };

  for (int round = 0; round < 3000; round++)
    {
      g_autoptr (GString) reply = g_string_new (NULL);
      int n = g_test_rand_int_range (0, 24);

      for (int i = 0; i < n; i++)
        g_string_append (reply, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);

      g_autoptr (AskTurn) turn = ask_turn_parse (reply->str);

      g_assert_nonnull (turn->input);
      g_assert_true ((turn->kind == ASK_TURN_ACTION || turn->kind == ASK_TURN_WORDS) == (turn->action != NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/agent/turn/a-reply-is-read/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_parse);
    }
  g_test_add_func ("/agent/turn/a-turn-is-cut-at-an-invented-observation", test_cut);
  g_test_add_func ("/agent/turn/a-list-of-names-is-read-in-any-form", test_names);
  g_test_add_func ("/agent/turn/a-sentence-belongs-to-its-query", test_sentence);
  g_test_add_func ("/agent/turn/any-bytes-become-a-turn", test_random);
  return g_test_run ();
}
