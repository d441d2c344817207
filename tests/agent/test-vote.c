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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/vote/what-most-give-is-the-answer", test_majority);
  g_test_add_func ("/agent/vote/others-are-asked-the-same", test_messages);
  g_test_add_func ("/agent/vote/only-what-was-offered-is-taken", test_taken);
  g_test_add_func ("/agent/vote/a-model-that-fails-later-has-answered", test_failing);
  g_test_add_func ("/agent/vote/what-nobody-read-here-is-said-in-words", test_words);
  return g_test_run ();
}
