/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions in each form of a reply: plain text, JSON, calls of tools. All give the same answers and steps; what a server
 * ignores, refuses or does half ends in the same answer, too.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-form.h"
#include "agent/ask-told.h"
#include "ask-agent-fixture.h"
#include "base/ask-json.h"

#define CHAT "/v1/chat/completions"
#define QUESTION "Which of them should be closed down?"
#define FINAL "Thought: done\nFinal Answer: SELECT count(*) AS stores FROM store\nSentence: There are {stores}."

static AskAgentFixture *
new_fixture (const char *form, const char *const *replies)
{
  AskAgentFixture *fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);
  ask_agent_fixture_set_form (fixture, form);
  return fixture;
}

/* The @n-th request for a chat. */
static char *
dup_chat (AskAgentFixture *fixture, guint n)
{
  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (ask_test_model_get_server (fixture->server));

  for (guint i = 0; i < requests->len; i++)
    {
      const AskTestRequest *request = requests->pdata[i];

      if (strcmp (request->path, CHAT) == 0 && n-- == 0)
        return g_strndup (g_bytes_get_data (request->body, NULL), g_bytes_get_size (request->body));
    }
  g_error ("There are fewer chats.");
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static char *
describe_steps (AskAnswer *answer)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      /* How many bytes went differs. */
      g_string_append_printf (text, "%s | %s | %s\n", step->kind, step->title,
                              strcmp (step->kind, "sent") == 0 ? "" : step->detail);
    }
  return g_string_free (text, FALSE);
}

/* What a model wants done, in three forms: the same steps, the same answer. A query with a word on a line of its own that
 * is a label in plain text stays whole. */
static void
test_same (void)
{
  static const char *const forms[] = { "text", "json", "tools" };
  static const char *const scripts[][5] = {
    { "Thought: look\nAction: describe_entities\nAction Input: store, sale",
      "Action: query\nAction Input: SELECT nosuch FROM store", "Action: query\nAction Input: SELECT city FROM store",
      FINAL, NULL },
    { "Action: list_entities\nAction Input:", "Action: nosuch\nAction Input: x", "I don't know: no weather here", NULL },
    { "From the question: Town B", NULL },
    { "Thought: known\nFrom general knowledge: Paris", NULL },
    { "Final Answer: SELECT id\nFROM store\nWHERE id < 3", NULL },
    { "Final Answer: DELETE FROM store", "Final Answer: there are 7", "Final Answer: SELECT 7 AS n", NULL },
  };

  for (guint s = 0; s < G_N_ELEMENTS (scripts); s++)
    {
      g_autofree char *steps = NULL;
      g_autofree char *text = NULL;

      for (guint f = 0; f < G_N_ELEMENTS (forms); f++)
        {
          g_autoptr (AskAgentFixture) fixture = new_fixture (forms[f], scripts[s]);
          g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, QUESTION);
          g_autofree char *now = describe_steps (answer);
          g_autofree char *chat = dup_chat (fixture, 0);

          g_assert_true ((strstr (chat, "\"response_format\":{\"type\":\"json_schema\"") != NULL) == (f == 1));
          g_assert_true ((strstr (chat, "\"tools\":[") != NULL) == (f == 2));
          assert_has (chat, f == 0 ? "exactly one of these forms" : f == 1 ? "one JSON object" : "call exactly one tool");
          if (f == 0)
            {
              steps = g_steal_pointer (&now);
              text = g_strdup (answer->text);
              continue;
            }
          g_assert_cmpstr (now, ==, steps);
          g_assert_cmpstr (answer->text, ==, text);
        }
    }
}

/* The conversation that goes back is in the form that it came in. */
static void
test_conversation (void)
{
  static const char *const replies[]
    = { "Thought: look\nAction: query\nAction Input: SELECT city FROM store", FINAL, NULL };
  g_autoptr (AskAgentFixture) json = new_fixture ("json", replies);
  g_autoptr (AskAgentFixture) tools = new_fixture ("tools", replies);
  g_autoptr (AskAnswer) first = ask_agent_fixture_ask (json, QUESTION);
  g_autoptr (AskAnswer) second = ask_agent_fixture_ask (tools, QUESTION);
  g_autofree char *json_chat = dup_chat (json, 1);
  g_autofree char *tools_chat = dup_chat (tools, 1);

  g_assert_cmpint (first->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpint (second->status, ==, ASK_STATUS_ANSWERED);
  assert_has (json_chat, "{\"role\":\"assistant\",\"content\":\"{\\\"thought\\\":\\\"look\\\",\\\"goals\\\":[],\\\"action\\\":\\\"query\\\","
                         "\\\"input\\\":\\\"SELECT city FROM store\\\",\\\"sentence\\\":\\\"\\\"}\"},"
                         "{\"role\":\"user\",\"content\":\"Observation: step_1");
  assert_has (tools_chat, "\"tool_calls\":[{\"id\":\"id_0\",\"type\":\"function\",\"function\":{\"name\":\"query\"");
  assert_has (tools_chat, "{\"role\":\"tool\",\"content\":\"Observation: step_1");
  assert_has (tools_chat, "\"tool_call_id\":\"id_0\"}");
}

/* Words that are labels in plain text are none where a form says where its parts end. */
static void
test_labels (void)
{
#define SQL "SELECT\\n  1 AS\\n  action\\n, 2 AS\\n  sentence\\nFROM store"
  static const char *const cases[][2]
    = { { "json", ("{\"thought\":\"\",\"action\":\"final_answer\",\"input\":\"" SQL "\",\"sentence\":\"\"}") },
        { "tools", ("call final_answer {\"sql\":\"" SQL "\"}") } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const replies[] = { cases[i][1], NULL };
      g_autoptr (AskAgentFixture) fixture = new_fixture (cases[i][0], replies);
      g_autoptr (AskAnswer) answer = NULL;

      ask_test_model_set_forms (fixture->server, ASK_TEST_FORM_IGNORED, ASK_TEST_FORM_IGNORED);
      answer = ask_agent_fixture_ask (fixture, QUESTION);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_rows_get_n_columns (answer->rows), ==, 2);
    }
}

/* A server that does not know the fields, or refuses them: the answer is there, and the next question is in plain text. */
static void
test_fall_back (void)
{
  static const AskTestForm does[] = { ASK_TEST_FORM_IGNORED, ASK_TEST_FORM_REFUSED, ASK_TEST_FORM_SILENT };
  static const char *const forms[] = { "json", "tools" };

  for (guint d = 0; d < G_N_ELEMENTS (does); d++)
    for (guint f = 0; f < G_N_ELEMENTS (forms); f++)
      {
        static const char *const replies[] = { FINAL, FINAL, FINAL, FINAL, NULL };
        g_autoptr (AskAgentFixture) fixture = new_fixture (forms[f], replies);
        gboolean refused = does[d] != ASK_TEST_FORM_IGNORED;
        guint n = 0;

        ask_test_model_set_forms (fixture->server, does[d], does[d]);
        for (guint q = 0; q < 2; q++)
          {
            g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, QUESTION);

            g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
            g_assert_cmpstr (answer->text, ==, "There are 3.");
            if (q == 0)
              n = ask_test_server_count (ask_test_model_get_server (fixture->server), CHAT);
          }
        /* Once is enough, for a client that is made anew, too. */
        g_assert_cmpuint (ask_test_server_count (ask_test_model_get_server (fixture->server), CHAT), ==, n + 1);
        if (refused)
          {
            g_autoptr (AskModel) model = ask_openai_new (
              &(AskOpenaiOptions) { .url = ask_test_model_get_url (fixture->server), .model = "scripted" }, NULL);
            g_autofree char *chat = dup_chat (fixture, n);
            g_autoptr (AskAnswer) third = NULL;

            assert_has (chat, "exactly one of these forms");
            g_object_unref (fixture->model);
            fixture->model = g_steal_pointer (&model);
            third = ask_agent_fixture_ask (fixture, QUESTION);
            g_assert_cmpint (third->status, ==, ASK_STATUS_ANSWERED);
            g_assert_cmpuint (ask_test_server_count (ask_test_model_get_server (fixture->server), CHAT), ==, n + 2);
          }
      }
}

static void
test_parallel (void)
{
  static const char *const replies[]
    = { "call query {\"sql\":\"SELECT city FROM store\"}\ncall query {\"sql\":\"SELECT total FROM sale\"}", FINAL, NULL };
  g_autoptr (AskAgentFixture) fixture = new_fixture ("tools", replies);
  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, QUESTION);
  g_autofree char *chat = dup_chat (fixture, 1);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  assert_has (chat, "Observation: You called 2 tools at once. Only the first call was done; make one a turn. step_1");
  g_assert_null (strstr (chat, "total FROM sale"));
  g_assert_null (strstr (chat, "id_1"));
}

/* What cannot be read is told to the model once, as the result of its call where it was one. */
static void
test_repair (void)
{
  static const struct
  {
    const char *form;
    const char *reply;
    const char *told;
  } cases[] = {
    { "tools", "call final_answer {\"sql\":", "The arguments of final_answer are no JSON object." },
    { "tools", "call final_answer [1]", "The arguments of final_answer are no JSON object." },
    { "tools", "call final_answer {}", "The final answer has to be one SELECT" },
    { "tools", "call query {\"sql\":7}", "The input of query has to be one SELECT." },
    { "tools", "cut call final_answer {\"sql\":\"SELECT count(*) AS n FROM store\"}", "Your reply was cut off" },
    { "tools", "There are 7.", "There was neither an action nor a final answer." },
    { "json", "{\"thought\":\"x\"}", "There was neither an action nor a final answer." },
    { "json", "{\"thought\":\"x\",\"action\":\"final_answer\",\"input\":\"\",\"sentence\":\"\"}",
      "The final answer has to be one SELECT" },
    { "json", "cut {\"action\":\"final_answer\",\"input\":\"SELECT 1\"}", "Your reply was cut off" },
    { "text", "cut Final Answer: SELECT 1", "Your reply was cut off" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint again = 0; again < 2; again++)
      {
        const char *const replies[] = { cases[i].reply, again ? cases[i].reply : FINAL, NULL };
        g_autoptr (AskAgentFixture) fixture = new_fixture (cases[i].form, replies);
        g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, QUESTION);
        g_autofree char *chat = dup_chat (fixture, 1);

        assert_has (chat, cases[i].told);
        g_assert_true ((strstr (chat, "\"role\":\"tool\"") != NULL) == (strstr (cases[i].reply, "call ") != NULL));
        g_assert_cmpint (answer->status, ==, again ? ASK_STATUS_FAILED : ASK_STATUS_ANSWERED);
        if (again)
          assert_has (answer->text, "twice");
      }
}

/* Goals are told in each form, and stand in the conversation that goes back; a plan alone is one, too. */
static void
test_goals (void)
{
  static const char *const cases[][3] = {
    { "text", "Goal step_1: SELECT count(*) AS n FROM store\nFinal Answer: SELECT nosuch FROM step_1",
      "Final Answer: SELECT n FROM step_1" },
    { "json",
      "{\"goals\":[\"SELECT count(*) AS n FROM store\"],\"action\":\"final_answer\",\"input\":\"SELECT nosuch FROM step_1\"}",
      "{\"goals\":[],\"action\":\"final_answer\",\"input\":\"SELECT n FROM step_1\",\"sentence\":\"\"}" },
    { "json", "{\"thought\":\"two parts\",\"goals\":[\"SELECT count(*) AS n FROM store\"]}",
      "{\"goals\":[],\"action\":\"final_answer\",\"input\":\"SELECT n FROM step_1\",\"sentence\":\"\"}" },
    { "tools", "call final_answer {\"goals\":[\"SELECT count(*) AS n FROM store\"],\"sql\":\"SELECT nosuch FROM step_1\"}",
      "call final_answer {\"sql\":\"SELECT n FROM step_1\"}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const replies[] = { cases[i][1], cases[i][2], NULL };
      g_autoptr (AskAgentFixture) fixture = new_fixture (cases[i][0], replies);
      g_autoptr (AskAnswer) answer = NULL;
      g_autofree char *chat = NULL;

      ask_test_model_set_forms (fixture->server, ASK_TEST_FORM_IGNORED, ASK_TEST_FORM_IGNORED);
      answer = ask_agent_fixture_ask (fixture, QUESTION);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpint (ask_rows_get (answer->rows, 0, 0)->integer, ==, 3);
      chat = dup_chat (fixture, 1);
      assert_has (chat, "SELECT count(*) AS n FROM store");
    }
}

/* The last turn is announced in the words of the form. */
static void
test_last (void)
{
  static const char *const cases[][2] = { { "text", "Reply with \\\"Final Answer:\\\"" },
                                          { "json", "the action final_answer" },
                                          { "tools", "Call final_answer with one SELECT" } };
  static const char *const replies[] = { "Action: query\nAction Input: SELECT city FROM store", FINAL, NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAgentFixture) fixture = new_fixture (cases[i][0], replies);
      AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskAnswer) answer = NULL;
      g_autofree char *chat = NULL;

      options.max_steps = 2;
      answer = ask_agent_ask (fixture->workspace, fixture->model, QUESTION, &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      chat = dup_chat (fixture, 1);
      assert_has (chat, cases[i][1]);
    }
}

/* Another query than the model's first one won: the conversation has it in the model's form. */
static void
test_vote (void)
{
  static const char *const replies[]
    = { "Final Answer: SELECT city FROM store WHERE id = 1", "Final Answer: SELECT sum(total * 1) AS t FROM sale",
        "Final Answer: SELECT sum(total * 1) AS t FROM sale", FINAL, NULL };
  g_autoptr (AskAgentFixture) fixture = new_fixture ("tools", replies);
  g_autoptr (AskAnswer) answer = NULL;

  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/candidates", "3", NULL));
  answer = ask_agent_fixture_ask (fixture, QUESTION);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (answer->sql, ==, "SELECT sum(total * 1) AS t FROM sale");
  g_assert_nonnull (answer->agreement);
}

/* What is said of a form is a steward's; a system prompt without {{form}} is for plain text. */
static void
test_prompts (void)
{
  static const char *const replies[] = { FINAL, FINAL, NULL };
  g_autoptr (AskAgentFixture) fixture = new_fixture ("json", replies);
  g_autoptr (AskAnswer) first = NULL;
  g_autoptr (AskAnswer) second = NULL;
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;

  g_assert_true (ask_prompts_replace (fixture->workspace, "form-json", "Speak JSON, please.", NULL));
  first = ask_agent_fixture_ask (fixture, QUESTION);
  one = dup_chat (fixture, 0);
  assert_has (one, "Speak JSON, please.\\n\\nRules:");
  g_assert_true (ask_prompts_replace (fixture->workspace, "system", "Say Final Answer and SQL. {{entities}}", NULL));
  second = ask_agent_fixture_ask (fixture, QUESTION);
  two = dup_chat (fixture, 1);
  g_assert_null (strstr (two, "response_format"));
  g_assert_cmpint (second->status, ==, ASK_STATUS_ANSWERED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/form/each-form-gives-the-same-answer-and-steps", test_same);
  g_test_add_func ("/agent/form/the-conversation-keeps-its-form", test_conversation);
  g_test_add_func ("/agent/form/a-query-in-json-is-not-cut-at-a-label", test_labels);
  g_test_add_func ("/agent/form/a-server-that-refuses-or-ignores-it-is-answered-all-the-same", test_fall_back);
  g_test_add_func ("/agent/form/of-several-calls-the-first-is-done-and-that-is-said", test_parallel);
  g_test_add_func ("/agent/form/what-cannot-be-read-is-repaired-once", test_repair);
  g_test_add_func ("/agent/form/goals-are-told-in-each-form", test_goals);
  g_test_add_func ("/agent/form/the-last-turn-is-announced-in-the-form", test_last);
  g_test_add_func ("/agent/form/a-vote-is-held-in-any-form", test_vote);
  g_test_add_func ("/agent/form/a-prompt-of-ones-own-counts", test_prompts);
  return g_test_run ();
}
