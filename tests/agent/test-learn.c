/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person chooses is an example, and what a person says of words or calls wrong is one as well: the same question
 * is answered with it.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-teach.h"
#include "ask-agent-fixture.h"
#include "store/ask-workspace-examples.h"

static AskAgentFixture *
open_music (void)
{
  AskAgentFixture *fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_music (fixture);
  return fixture;
}

static AskAnswer *
choose (AskAgentFixture *fixture, const char *question, guint reading, gboolean learn)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  AskAnswer *answer;

  options.reading = reading;
  options.learn = learn;
  answer = ask_agent_ask (fixture->workspace, NULL, question, &options, NULL, &error);
  g_assert_no_error (error);
  return answer;
}

static guint
count (AskAgentFixture *fixture)
{
  guint n = 0;

  g_assert_true (ask_workspace_count_learned (fixture->workspace, &n, NULL));
  return n;
}

/* A rule's choices, and readings: whichever was taken answers the same question at once. */
static void
test_choice (void)
{
  static const char *const questions[] = { "show names", "best artist" };
  g_autoptr (AskAgentFixture) fixture = open_music ();

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskAnswer) asked = ask_agent_fixture_ask (fixture, questions[i]);
      g_autoptr (AskAnswer) chosen = NULL;
      g_autoptr (AskAnswer) again = NULL;
      g_autoptr (GPtrArray) examples = NULL;

      g_assert_cmpint (asked->status, ==, ASK_STATUS_CLARIFY);
      g_assert_cmpuint (asked->choices->len, >, 1);
      chosen = choose (fixture, questions[i], 2, TRUE);
      g_assert_cmpint (chosen->status, ==, ASK_STATUS_ANSWERED);
      again = ask_agent_fixture_ask (fixture, questions[i]);
      g_assert_cmpint (again->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpstr (again->sql, ==, chosen->sql);
      g_assert_cmpstr (again->reading, ==, chosen->reading);
      examples = ask_workspace_find_examples (fixture->workspace, questions[i], NULL);
      g_assert_cmpuint (((AskExample *) examples->pdata[0])->wrong->len, ==, asked->choices->len - 1);
    }
  g_assert_cmpuint (count (fixture), ==, G_N_ELEMENTS (questions));
}

static void
test_not_chosen (void)
{
  g_autoptr (AskAgentFixture) fixture = open_music ();
  g_autoptr (AskAnswer) sure = ask_agent_fixture_ask (fixture, "how many albums are there?");
  g_autoptr (AskAnswer) known = choose (fixture, "how many albums are there?", 1, FALSE);
  g_autoptr (AskAnswer) beyond = choose (fixture, "show names", 9, TRUE);

  g_assert_cmpint (sure->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpint (known->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpint (beyond->status, ==, ASK_STATUS_UNANSWERABLE);
  g_assert_cmpuint (count (fixture), ==, 0);
}

static void
test_wrong (void)
{
  static const char *const question = "Which artists are from Germany?";
  g_autoptr (AskAgentFixture) fixture = open_music ();
  g_autoptr (AskInterpretation) before = ask_agent_interpret (fixture->workspace, question, NULL, NULL);
  const char *sql = ((AskQuestionReading *) before->readings->pdata[0])->sql;
  g_autoptr (AskInterpretation) after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (ask_teach_wrong (fixture->workspace, question, sql, "filter colour", NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "colour"));
  g_clear_error (&error);
  g_assert_false (ask_teach_wrong (fixture->workspace, question, "is that SQL", "", NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_cmpuint (count (fixture), ==, 0);
  g_assert_true (ask_teach_wrong (fixture->workspace, question, sql, "columns", "all of them", &error));
  g_assert_no_error (error);
  after = ask_agent_interpret (fixture->workspace, question, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (((AskQuestionReading *) after->readings->pdata[0])->sql, !=, sql);
}

/* Changing what words stand for is an example where the question is read otherwise then. */
static void
test_link (void)
{
  static const char *const question = "What are the names of all artists?";
  g_autoptr (AskAgentFixture) fixture = open_music ();
  g_autoptr (AskInterpretation) before = ask_agent_interpret (fixture->workspace, question, NULL, NULL);
  const char *sql = ((AskQuestionReading *) before->readings->pdata[0])->sql;
  AskTeachLink same = { question, sql, "names", "attribute:artist.name" };
  AskTeachLink other = { question, sql, "names", "attribute:artist.country" };
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) examples = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_teach_link (fixture->workspace, &same, NULL, &error));
  g_assert_no_error (error);
  none = ask_workspace_list_examples (fixture->workspace, FALSE, NULL);
  g_test_message ("%s", sql);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_true (ask_teach_link (fixture->workspace, &other, NULL, &error));
  g_assert_no_error (error);
  examples = ask_workspace_list_examples (fixture->workspace, FALSE, NULL);
  g_assert_cmpuint (examples->len, ==, 1);
  g_assert_cmpint (((AskExample *) examples->pdata[0])->origin, ==, ASK_EXAMPLE_LINK);
  g_assert_cmpstr (((AskExampleWrong *) ((AskExample *) examples->pdata[0])->wrong->pdata[0])->sql, ==, sql);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/learn/the-same-question-is-answered-as-chosen", test_choice);
  g_test_add_func ("/agent/learn/only-a-person-s-choice-is-an-example", test_not_chosen);
  g_test_add_func ("/agent/learn/what-is-called-wrong-is-not-first-again", test_wrong);
  g_test_add_func ("/agent/learn/a-changed-link-is-an-example-where-it-matters", test_link);
  return g_test_run ();
}
