/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions of several goals: each goal is a query, and SQL compares what they give; with a model as it plans them, and
 * without one as the words say.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-turn.h"
#include "ask-agent-fixture.h"

#define PLAN(one, other, final) "Thought: x\nGoal step_1: " one "\nGoal step_2: " other "\nFinal Answer: " final
#define STORES "SELECT count(*) AS n FROM store"
#define SHIPMENTS "SELECT count(*) AS n FROM shipment"
#define COMPARED \
  "SELECT 'stores' AS what, n FROM step_1 UNION ALL SELECT 'shipments', n FROM step_2 ORDER BY n DESC"

static char *
print_goals (const AskTurn *turn)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; turn->goals != NULL && i < turn->goals->len; i++)
    {
      const AskTurnGoal *goal = turn->goals->pdata[i];

      g_string_append_printf (text, "%u %s; ", goal->n, goal->sql);
    }
  return g_string_free (text, FALSE);
}

static void
test_forms (void)
{
  static const struct
  {
    const char *reply;
    AskTurnKind kind;
    const char *goals;
    const char *input;
  } cases[] = {
    { PLAN ("SELECT 1", "SELECT 2", "SELECT 3"), ASK_TURN_FINAL, "1 SELECT 1; 2 SELECT 2; ", "SELECT 3" },
    { "**Goal 1:** SELECT 1\n- Goal step 2: ```SELECT\n  2```\nFinal Answer:\nSELECT 3", ASK_TURN_FINAL,
      "1 SELECT 1; 2 SELECT\n  2; ", "SELECT 3" },
    { "GOAL: SELECT 1\nFinal Answer: SELECT 3", ASK_TURN_FINAL, "0 SELECT 1; ", "SELECT 3" },
    { "Goal step_1: SELECT 1", ASK_TURN_PLAN, "1 SELECT 1; ", "" },
    { "{\"goals\": [\"SELECT 1\", {\"sql\": \"SELECT 2\"}], \"final_answer\": \"SELECT 3\"}", ASK_TURN_FINAL,
      "1 SELECT 1; 2 SELECT 2; ", "SELECT 3" },
    { "{\"goals\": [\"SELECT 1\"]}", ASK_TURN_PLAN, "1 SELECT 1; ", "" },
    /* What is no statement is no goal, and a column may be called so. */
    { "Goal: find the larger one\nFinal Answer: SELECT 3", ASK_TURN_FINAL, "", "SELECT 3" },
    { "Final Answer: SELECT\ngoal\nFROM game", ASK_TURN_FINAL, "", "SELECT\ngoal\nFROM game" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTurn) turn = ask_turn_parse (cases[i].reply);
      g_autofree char *goals = print_goals (turn);

      g_test_message ("%s", cases[i].reply);
      g_assert_cmpint (turn->kind, ==, cases[i].kind);
      g_assert_cmpstr (goals, ==, cases[i].goals);
      g_assert_cmpstr (turn->input, ==, cases[i].input);
    }
}

static AskAgentFixture *
open_both (void)
{
  AskAgentFixture *fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_add_api (fixture, "[{\"shipment_id\":1,\"store_id\":1,\"carrier\":\"DHL\"},"
                                      "{\"shipment_id\":2,\"store_id\":2,\"carrier\":\"UPS\"}]");
  return fixture;
}

static void
assert_compared (const AskAnswer *answer)
{
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 2);
  g_assert_cmpstr (ask_rows_get (answer->rows, 0, 0)->text, ==, "stores");
  g_assert_cmpint (ask_rows_get (answer->rows, 0, 1)->integer, ==, 3);
  g_assert_cmpint (ask_rows_get (answer->rows, 1, 1)->integer, ==, 2);
}

/* A file and an API, in one turn; the answer stands on its own, and the model is told no count. */
static void
test_plan (void)
{
  static const char *const replies[] = { PLAN (STORES, SHIPMENTS, COMPARED), NULL };
  g_autoptr (AskAgentFixture) fixture = open_both ();
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskResult) again = NULL;
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "Which is larger: the number of stores or of shipments?");
  assert_compared (answer);
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (ask_answer_find_step (answer, "temp", 0)->fields, "temp_table"), ==,
                   "step_1");
  g_assert_cmpstr (json_object_get_string_member (ask_answer_find_step (answer, "temp", 1)->fields, "temp_table"), ==,
                   "step_2");
  engine = ask_workspace_open_engine (fixture->workspace, &error);
  again = ask_engine_query (engine, answer->sql, &ASK_LIMITS_DEFAULT, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (again->rows), ==, 2);
}

/* The goal that does not work is named; goals of a plan that is written again get tables of their own. */
static void
test_repair (void)
{
  static const char *const replies[] = { PLAN (STORES, "SELECT count(*) AS n FROM parcel", COMPARED),
                                         PLAN (STORES, SHIPMENTS, COMPARED), NULL };
  g_autoptr (AskAgentFixture) fixture = open_both ();
  g_autoptr (AskAnswer) answer = NULL;

  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "Which is larger: the number of stores or of shipments?");
  assert_compared (answer);
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 2);
  g_assert_true (ask_test_model_received (fixture->server, "Observation: step_2: "));
  g_assert_true (ask_test_model_received (fixture->server, "parcel"));
}

/* Goals alone are tables that the next turn may read. Of their rows nothing is told. */
static void
test_goals_alone (void)
{
  static const char *const replies[]
    = { "Goal step_1: " STORES "\nGoal step_2: " SHIPMENTS, "Final Answer: " COMPARED, NULL };
  g_autoptr (AskAgentFixture) fixture = open_both ();
  g_autoptr (AskAnswer) answer = NULL;

  ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_fixture_ask (fixture, "Which is larger: the number of stores or of shipments?");
  assert_compared (answer);
  g_assert_true (ask_test_model_received (fixture->server, "Tables that you can read now: step_1(n INTEGER)"));
  g_assert_false (ask_test_model_received (fixture->server, "1 row"));
}

/* Without a model: both goals are read as they stand, wherever they lie. */
static void
test_without_model (void)
{
  static const struct
  {
    const char *question;
    const char *first; /* what is larger, or NULL where it is a difference */
    gint64 number;
  } cases[] = {
    { "Which is larger: the number of stores or of shipments?", "stores", 3 },
    { "which is more, the number of shipments or the number of stores", "stores", 3 },
    { "Which is smaller: the number of stores or the number of shipments?", "shipments", 2 },
    { "Are there more shipments than stores?", "stores", 3 },
    { "Are there fewer sales than shipments?", "shipments", 2 },
    { "How many more sales than shipments are there?", NULL, 2 },
    { "How many more sales are there than shipments?", NULL, 2 },
    { "how many fewer shipments than stores", NULL, 1 },
    { "Was ist größer: die Anzahl der Store oder der Shipment?", "Store", 3 },
    { "Gibt es mehr Shipment als Store?", "Store", 3 },
    { "Wie viele mehr Sale als Shipment gibt es?", NULL, 2 },
    { "Which is larger: the number of sales where total is above 50 or of shipments?", "shipments", 2 },
    { "Which is larger: the highest total of sale or the number of stores?", "highest total of sale", 100 },
  };
  g_autoptr (AskAgentFixture) fixture = open_both ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, cases[i].question);
      guint column = cases[i].first != NULL ? 1 : 0;
      const AskValue *number;
      double value;

      g_test_message ("%s", cases[i].question);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpstr (ask_answer_get_by (answer), ==, "here");
      if (cases[i].first != NULL)
        g_assert_cmpstr (ask_rows_get (answer->rows, 0, 0)->text, ==, cases[i].first);
      number = ask_rows_get (answer->rows, 0, column);
      g_assert_true (ask_value_get_number (number, &value));
      g_assert_cmpfloat (value, ==, (double) cases[i].number);
    }
}

/* What the grammar does not read is no goal: nothing is compared with a guess, and no half of it is the answer. */
static void
test_not_composed (void)
{
  static const char *const questions[]
    = { "Which is larger: the number of zebras or of stores?", "How many more zebras than stores are there?",
        "Which is larger: stores by city or shipments?" };
  g_autoptr (AskAgentFixture) fixture = open_both ();

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, questions[i]);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_UNANSWERABLE);
      g_assert_null (answer->sql);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/plan/goals-are-read-in-the-ways-models-write-them", test_forms);
  g_test_add_func ("/agent/plan/goals-over-two-sources-are-compared-by-sql", test_plan);
  g_test_add_func ("/agent/plan/the-goal-that-does-not-work-is-named", test_repair);
  g_test_add_func ("/agent/plan/goals-alone-are-tables-for-the-next-turn", test_goals_alone);
  g_test_add_func ("/agent/plan/two-goals-are-compared-without-a-model", test_without_model);
  g_test_add_func ("/agent/plan/what-is-not-composed-is-not-compared", test_not_composed);
  return g_test_run ();
}
