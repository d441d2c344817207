/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several queries for one question: what most of them give is the answer, and what the others give can be taken.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"

#define FINAL(sql) "Thought: x\nFinal Answer: " sql
/* No reading of it is worth a vote. */
#define QUESTION "Which of them should be closed down?"

static AskAnswer *
ask (AskAgentFixture *fixture, const char *candidates, const char *const *replies)
{
  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/candidates", candidates, NULL));
  return ask_agent_fixture_ask (fixture, QUESTION);
}

static void
test_majority (void)
{
  static const struct
  {
    const char *queries[3];
    const char *sql; /* of the answer */
    const char *agreement;
    guint n_others;
  } cases[] = {
    /* The same rows under another name, in another order, with columns changed round. */
    { { FINAL ("SELECT id, city FROM store WHERE id < 3"), FINAL ("SELECT city AS town, id FROM store WHERE id <> 3"),
        FINAL ("SELECT id, city FROM store WHERE id IN (1, 2) ORDER BY id DESC") },
      "SELECT id, city FROM store WHERE id < 3", "All of 3 queries", 0 },
    { { FINAL ("SELECT city FROM store WHERE id = 1"), FINAL ("SELECT city FROM store WHERE id = 2"),
        FINAL ("SELECT city FROM store WHERE city LIKE 'Ly%'") },
      "SELECT city FROM store WHERE id = 2", "2 of 3 queries", 1 },
    /* What does not run has no vote. */
    { { FINAL ("SELECT town FROM store"), FINAL ("SELECT town FROM store"), FINAL ("SELECT city FROM store WHERE id = 2") },
      "SELECT city FROM store WHERE id = 2", "1 of 3 queries", 0 },
    /* Nor has what is no answer. */
    { { FINAL ("SELECT city FROM store WHERE id = 1"), "I don't know: why?", "Action: list_entities" },
      "SELECT city FROM store WHERE id = 1", NULL, 0 },
    { { FINAL ("SELECT sum(total) AS t FROM sale"), FINAL ("SELECT 135.75 AS t"), FINAL ("SELECT count(*) AS t FROM sale") },
      "SELECT sum(total) AS t FROM sale", "2 of 3 queries", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const replies[] = { cases[i].queries[0], cases[i].queries[1], cases[i].queries[2], NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = ask (fixture, "3", replies);
      const AskAnswerPart *part = answer->parts->len > 0 ? answer->parts->pdata[0] : NULL;

      g_test_message ("%s", cases[i].queries[0]);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 3);
      g_assert_cmpstr (answer->sql, ==, cases[i].sql);
      g_assert_true (cases[i].agreement == NULL ? answer->agreement == NULL
                                                : g_str_has_prefix (answer->agreement, cases[i].agreement));
      g_assert_cmpuint (part != NULL ? part->alternatives->len : 0, ==, cases[i].n_others);
    }
}

/* The others are asked the same, and more freely; one answer is asked for where nobody said otherwise. */
static void
test_messages (void)
{
  static const char *const replies[] = { FINAL ("SELECT city FROM store"), FINAL ("SELECT city FROM store"), NULL };

  for (guint n = 1; n <= 2; n++)
    {
      g_autofree char *candidates = g_strdup_printf ("%u", n);
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = ask (fixture, candidates, replies);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, n);
      g_assert_true (ask_test_model_received (fixture->server, "\"temperature\":0,"));
      g_assert_true (ask_test_model_received (fixture->server, "\"temperature\":0.8") == (n == 2));
      g_assert_false (ask_test_model_received (fixture->server, "\"role\":\"assistant\""));
    }
}

/* What was offered runs, and nothing else does. */
static void
test_taken (void)
{
  static const char *const replies[]
    = { FINAL ("SELECT city FROM store WHERE id = 1"), FINAL ("SELECT city FROM store WHERE id = 2"), NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = ask (fixture, "2", replies);
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) taken = NULL;
  g_autoptr (AskAnswer) refused = NULL;
  const AskAnswerPart *part;

  g_assert_cmpstr (answer->sql, ==, "SELECT city FROM store WHERE id = 1");
  g_assert_cmpuint (answer->parts->len, ==, 1);
  part = answer->parts->pdata[0];
  g_assert_cmpstr (part->kind, ==, "query");
  options.follow = answer->history_id;
  options.take = ((AskAnswerChoice *) part->alternatives->pdata[0])->sql;
  taken = ask_agent_ask (fixture->workspace, NULL, QUESTION, &options, NULL, NULL);
  g_assert_cmpint (taken->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (taken->sql, ==, "SELECT city FROM store WHERE id = 2");
  options.take = "SELECT city FROM store WHERE id = 3";
  refused = ask_agent_ask (fixture->workspace, NULL, QUESTION, &options, NULL, NULL);
  g_assert_cmpint (refused->status, ==, ASK_STATUS_UNANSWERABLE);
}

/* A model that fails while it is asked for more has answered all the same. */
static void
test_failing (void)
{
  static const char *const replies[] = { FINAL ("SELECT city FROM store WHERE id = 1"), NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = ask (fixture, "3", replies);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (answer->sql, ==, "SELECT city FROM store WHERE id = 1");
  g_assert_null (answer->agreement);
}

/* Queries that nobody read here are said in words, too: those of a model, those to choose from, those of a person. */
static void
test_words (void)
{
  static const char *const replies[]
    = { FINAL ("SELECT city FROM store WHERE id < 2 LIMIT 1"), FINAL ("SELECT city FROM store WHERE id < 2"),
        FINAL ("SELECT upper(city) AS c FROM store WHERE id = 2"), NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = ask (fixture, "3", replies);
  g_autoptr (AskAnswer) verified = NULL;
  const AskAnswerPart *part = answer->parts->pdata[0];

  g_assert_null (answer->reading);
  g_assert_cmpstr (answer->words, ==, "Shown: city. From: store. Only where: id below 2. Only the first: 1.");
  g_assert_cmpstr (((const AskAnswerChoice *) part->alternatives->pdata[0])->words, ==,
                   "Shown: c (city in capitals). From: store. Only where: id is 2.");
  ask_agent_fixture_verify (fixture, "How many houses?", "SELECT count(*) FROM store");
  verified = ask_agent_fixture_ask (fixture, "How many houses?");
  g_assert_nonnull (verified->verified);
  g_assert_cmpstr (verified->words, ==, "Counted: store.");
}

/* Two houses are equally dear, and the data spells their town as nobody typed it. */
static AskAnswer *
ask_town (AskAgentFixture *fixture, const char *const *replies, const char *candidates)
{
  ask_agent_fixture_add_sqlite (fixture, "town",
                                "CREATE TABLE house (id INTEGER PRIMARY KEY, name TEXT, city TEXT, price REAL);"
                                "INSERT INTO house VALUES (1, 'Elm', 'Le Havre', 90), (2, 'Oak', 'Le Havre', 90),"
                                "  (3, 'Fir', 'Lyon', 50), (4, 'Ash', 'Lyon', 20);");
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/candidates", candidates, NULL));
  return ask_agent_fixture_ask (fixture, "Which house in le havre has the highest price?");
}

/* What was read here without a model has a vote, and one of several. */
static void
test_reading (void)
{
  static const struct
  {
    const char *queries[2];
    const char *sql;
    const char *agreement;
    guint n_others;
  } cases[] = {
    { { FINAL ("SELECT name FROM house WHERE id = 1"), FINAL ("SELECT 'Elm' AS n") },
      "SELECT name FROM house WHERE id = 1", "All of 3 queries", 0 },
    { { FINAL ("SELECT name FROM house WHERE id = 3"), FINAL ("SELECT name FROM house WHERE id = 1") },
      "SELECT name FROM house WHERE id = 1", "2 of 3 queries", 1 },
    /* Against two of the model's it loses, and can be taken. */
    { { FINAL ("SELECT name FROM house WHERE id = 3"), FINAL ("SELECT name FROM house WHERE id = 3 LIMIT 1") },
      "SELECT name FROM house WHERE id = 3", "2 of 3 queries", 1 },
    /* Of as many votes each, the model's. */
    { { FINAL ("SELECT name FROM house WHERE id = 3"), "I don't know: why?" },
      "SELECT name FROM house WHERE id = 3", "1 of 2 queries", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const replies[] = { cases[i].queries[0], cases[i].queries[1], NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = ask_town (fixture, replies, "2");
      const AskAnswerPart *part = answer->parts->len > 0 ? answer->parts->pdata[0] : NULL;

      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpstr (answer->sql, ==, cases[i].sql);
      g_assert_true (g_str_has_prefix (answer->agreement, cases[i].agreement));
      g_assert_cmpuint (part != NULL ? part->alternatives->len : 0, ==, cases[i].n_others);
    }
}

/* Where none of the model's queries runs, the reading is the answer. It holds what nobody typed, so the model, which
 * would be asked about its tie, is not told of it. */
static void
test_reading_wins (void)
{
  static const char *const replies[] = { FINAL ("SELECT town FROM house"), FINAL ("SELECT place FROM house"),
                                         FINAL ("SELECT name FROM house"), NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = ask_town (fixture, replies, "2");

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (answer->sql, ==, "SELECT name FROM house WHERE city = 'Le Havre' ORDER BY price DESC LIMIT 1");
  g_assert_true (g_str_has_prefix (answer->agreement, "1 of 3 queries"));
  g_assert_cmpuint (answer->parts->len, ==, 0);
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 2);
  g_assert_false (ask_test_model_received (fixture->server, "Le Havre"));
  /* A person is told. */
  g_assert_nonnull (strstr (ask_answer_find_step (answer, "guard", 1)->detail, "equally first"));
}

/* Each query runs once and is among the steps, with what an API was asked for it. */
static void
test_once (void)
{
  static const char *const replies[]
    = { FINAL ("SELECT carrier FROM shipment WHERE store_id = 1"), FINAL ("SELECT carrier FROM shipment WHERE store_id = 2"),
        FINAL ("SELECT carrier AS c FROM shipment WHERE store_id = 2"), NULL };
  static const char *const queries[]
    = { "SELECT carrier FROM shipment WHERE store_id = 1", "SELECT carrier FROM shipment WHERE store_id = 2",
        "SELECT carrier AS c FROM shipment WHERE store_id = 2" };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;
  guint n_calls = 0;

  ask_agent_fixture_add_api (fixture, "[{\"shipment_id\":1,\"store_id\":1,\"carrier\":\"Post\"},"
                                      "{\"shipment_id\":2,\"store_id\":2,\"carrier\":\"Rail\"}]");
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/candidates", "3", NULL));
  ask_test_server_forget (fixture->api);
  answer = ask_agent_fixture_ask (fixture, QUESTION);
  g_assert_cmpstr (answer->sql, ==, queries[1]);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      const AskTraceStep *step = ask_answer_find_step (answer, "sql", i);

      g_assert_cmpstr (json_object_get_string_member (step->fields, "sql"), ==, queries[i]);
      n_calls += (guint) json_object_get_int_member (step->fields, "n_calls");
    }
  g_assert_null (ask_answer_find_step (answer, "sql", G_N_ELEMENTS (queries)));
  g_assert_cmpuint (answer->api_requests, ==, n_calls);
  g_assert_cmpuint (ask_test_server_count (fixture->api, "/shipment"), ==, n_calls);
}

/* In which rows the others differ is for the person alone. */
static void
test_difference (void)
{
  static const char *const replies[] = { FINAL ("SELECT city FROM store"),
                                         FINAL ("SELECT city FROM store WHERE city <> 'Le Havre'"), NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = ask (fixture, "2", replies);

  g_assert_cmpuint (answer->n_differences, ==, 1);
  g_assert_cmpstr (ask_rows_get (answer->difference, 0, 0)->text, ==, "Le Havre");
  g_assert_cmpstr (ask_rows_get (answer->difference, 0, 1)->text, ==, "yes");
  g_assert_cmpstr (ask_rows_get (answer->difference, 0, 2)->text, ==, "no");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/vote/what-most-give-is-the-answer", test_majority);
  g_test_add_func ("/agent/vote/others-are-asked-the-same", test_messages);
  g_test_add_func ("/agent/vote/only-what-was-offered-is-taken", test_taken);
  g_test_add_func ("/agent/vote/a-model-that-fails-later-has-answered", test_failing);
  g_test_add_func ("/agent/vote/what-was-read-here-has-one-vote", test_reading);
  g_test_add_func ("/agent/vote/what-was-read-here-wins-alone-and-stays-here", test_reading_wins);
  g_test_add_func ("/agent/vote/each-query-runs-once-and-is-told", test_once);
  g_test_add_func ("/agent/vote/what-nobody-read-here-is-said-in-words", test_words);
  g_test_add_func ("/agent/vote/the-rows-in-which-queries-differ-are-shown", test_difference);
  return g_test_run ();
}
