/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Guards that read meaning: what is said of a query that runs, to whom, and that it is said once.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"

#define FINAL(sql) "Thought: x\nFinal Answer: " sql

/* Four runners, two of them as fast as each other; bib numbers in text, one of a single digit. */
#define RACE \
  "CREATE TABLE team (team_id INTEGER PRIMARY KEY, town TEXT, points INTEGER);" \
  "CREATE TABLE runner (runner_id INTEGER PRIMARY KEY, name TEXT, team_id INTEGER REFERENCES team (team_id)," \
  "  bib TEXT, seconds INTEGER);" \
  "INSERT INTO team VALUES (1, 'Kiel', 10), (2, 'Lyon', 20);" \
  "INSERT INTO runner VALUES (1, 'Ann', 1, '9', 731013), (2, 'Bob', 1, '10', 731013), (3, 'Cy', 2, '11', 831013)," \
  "  (4, 'Di', 2, '12', 931013);"

static AskAnswer *
ask (AskAgentFixture *fixture, const char *question, const char *const *replies)
{
  ask_agent_fixture_add_sqlite (fixture, "race", RACE);
  ask_agent_fixture_script (fixture, replies);
  return ask_agent_fixture_ask (fixture, question);
}

static void
assert_doubt (const AskAnswer *answer, const char *part)
{
  const AskTraceStep *step = ask_answer_find_step ((AskAnswer *) answer, "guard", 0);

  g_assert_nonnull (step);
  g_assert_nonnull (strstr (step->detail, part));
}

/* Each is doubted once; the better query is the answer. */
static void
test_strong (void)
{
  static const struct
  {
    const char *question;
    const char *first;
    const char *asked; /* of the model */
    const char *second;
    guint n_rows;
  } cases[] = {
    { "Who is the fastest?", FINAL ("SELECT name FROM runner ORDER BY seconds LIMIT 1"), "LIMIT 1 shows one of several",
      FINAL ("SELECT name FROM runner WHERE seconds = (SELECT min(seconds) FROM runner)"), 2 },
    { "Who is the fastest?", FINAL ("SELECT name, seconds AS s FROM runner ORDER BY 2, name LIKE 'Z%' LIMIT 1"),
      "LIMIT 1 shows one of several", FINAL ("SELECT name FROM runner ORDER BY seconds LIMIT 2"), 2 },
    { "Which town has the fastest mean?",
      FINAL ("SELECT town, min(seconds) AS s FROM runner NATURAL JOIN team WHERE team_id = 1 GROUP BY name ORDER BY s "
             "LIMIT 1"),
      "LIMIT 1 shows one of several", FINAL ("SELECT town FROM team WHERE team_id = 1"), 1 },
    { "Whose bib is the highest?", FINAL ("SELECT name FROM runner ORDER BY bib DESC LIMIT 2"),
      "runner.bib holds numbers as text", FINAL ("SELECT name FROM runner ORDER BY CAST(bib AS REAL) DESC LIMIT 2"), 2 },
    { "Whose bib is above 9?", FINAL ("SELECT name FROM runner WHERE bib > '9'"), "runner.bib holds numbers as text",
      FINAL ("SELECT name FROM runner WHERE CAST(bib AS REAL) > 9"), 3 },
    { "How many points have the towns?",
      FINAL ("SELECT town, sum(points) AS p FROM team JOIN runner USING (team_id) GROUP BY town"),
      "sum() counts rows of team several times", FINAL ("SELECT town, points FROM team"), 2 },
    { "What is the average runner?", FINAL ("SELECT avg(runner_id) AS a FROM runner"), "runner.runner_id tells rows apart",
      FINAL ("SELECT avg(seconds) AS a FROM runner"), 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const replies[] = { cases[i].first, cases[i].second, NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = ask (fixture, cases[i].question, replies);

      g_test_message ("%s", cases[i].first);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 2);
      g_assert_true (ask_test_model_received (fixture->server, cases[i].asked));
      g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, cases[i].n_rows);
      g_assert_nonnull (strstr (cases[i].second, answer->sql));
    }
}

static void
test_sound (void)
{
  static const char *const queries[] = {
    FINAL ("SELECT name FROM runner ORDER BY seconds DESC LIMIT 1"),
    FINAL ("SELECT name FROM runner ORDER BY seconds, name LIMIT 1"),
    FINAL ("SELECT name FROM runner ORDER BY seconds LIMIT 2"),
    FINAL ("SELECT name FROM runner ORDER BY name"),
    FINAL ("SELECT name FROM runner WHERE bib = '9'"),
    FINAL ("SELECT town, sum(seconds) AS s FROM team JOIN runner USING (team_id) GROUP BY town"),
    FINAL ("SELECT max(runner_id) AS r, count(runner_id) AS n FROM runner"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      const char *const replies[] = { queries[i], NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = ask (fixture, "Tell me something of the runners", replies);

      g_test_message ("%s", queries[i]);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
    }
}

/* Who gives the same answer again means it. */
static void
test_once (void)
{
  static const char *const replies[] = { FINAL ("SELECT name FROM runner ORDER BY seconds LIMIT 1"),
                                         FINAL ("SELECT name FROM runner ORDER BY seconds LIMIT 1"), NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = ask (fixture, "Who is the fastest?", replies);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 1);
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 2);
  assert_doubt (answer, "Several rows are equally first");
  /* The values that are equal are not told. */
  g_assert_false (ask_test_model_received (fixture->server, "Ann"));
  g_assert_false (ask_test_model_received (fixture->server, "731013"));
}

/* At the last turn there is nobody to be asked again: the answer counts, and the person is told. */
static void
test_last_turn (void)
{
  static const char *const replies[] = { FINAL ("SELECT name FROM runner ORDER BY seconds LIMIT 1"), NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskAnswer) answer = NULL;

  ask_agent_fixture_add_sqlite (fixture, "race", RACE);
  ask_agent_fixture_script (fixture, replies);
  options.max_steps = 1;
  answer = ask_agent_ask (fixture->workspace, fixture->model, "Who is the fastest?", &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  assert_doubt (answer, "Several rows are equally first");
}

static void
test_weak (void)
{
  static const struct
  {
    const char *question;
    const char *reply;
    const char *told; /* nullable: nothing */
  } cases[] = {
    { "Which runners are there?", FINAL ("SELECT name FROM runner JOIN team USING (team_id) WHERE town = 'Lyon'"),
      "The question does not ask for “town = 'Lyon'”." },
    { "Which runners are from lyon?", FINAL ("SELECT name FROM runner JOIN team USING (team_id) WHERE town = 'Lyon'"), NULL },
    { "How many teams are there?", FINAL ("SELECT count(*) AS n FROM runner"), "Nothing in the query answers to “teams”." },
    { "How many teams are there?", FINAL ("SELECT count(*) AS n FROM team"), NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const replies[] = { cases[i].reply, NULL };
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = ask (fixture, cases[i].question, replies);

      g_test_message ("%s", cases[i].reply);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
      if (cases[i].told != NULL)
        assert_doubt (answer, cases[i].told);
      else if (ask_answer_find_step (answer, "guard", 0) != NULL)
        g_error ("“%s” was said.", ask_answer_find_step (answer, "guard", 0)->detail);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/doubt/what-is-doubtful-is-asked-again", test_strong);
  g_test_add_func ("/agent/doubt/what-is-sound-is-not-doubted", test_sound);
  g_test_add_func ("/agent/doubt/the-same-answer-again-is-meant", test_once);
  g_test_add_func ("/agent/doubt/at-the-last-turn-only-the-person-is-told", test_last_turn);
  g_test_add_func ("/agent/doubt/words-are-doubted-to-the-person", test_weak);
  return g_test_run ();
}
