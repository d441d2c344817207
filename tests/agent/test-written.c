/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL that a person wrote, as an answer: run as it is, behind the same guards, and kept with who stands for it.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"

static AskAnswer *
answer_sql (AskAgentFixture *fixture, const char *sql, gint64 follow)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  AskAnswer *answer;

  options.sql = sql;
  options.follow = follow;
  answer = ask_agent_ask (fixture->workspace, NULL, "SQL of “Revenue”", &options, NULL, &error);
  g_assert_no_error (error);
  return answer;
}

static void
test_answered (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (AskAnswer) next = NULL;
  g_autoptr (AskAnswer) kept = NULL;
  g_autoptr (AskHistoryEntry) entry = NULL;
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_shop (fixture);
  answer = answer_sql (fixture, "SELECT 40 + 2 AS n", 0);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_true (answer->written);
  g_assert_cmpstr (ask_answer_get_by (answer), ==, "person");
  g_assert_cmpstr (answer->sql, ==, "SELECT 40 + 2 AS n");
  g_assert_null (answer->model);
  g_assert_null (answer->reading);
  g_assert_nonnull (strstr (answer->text, "42"));
  next = answer_sql (fixture, "SELECT 1", answer->history_id);
  g_assert_cmpint (next->before, ==, answer->history_id);
  g_assert_cmpint (next->follows, ==, 0);
  entry = ask_workspace_get_history (fixture->workspace, answer->history_id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (entry->question, ==, "SQL of “Revenue”");
  kept = ask_answer_from_json (entry->answer, &error);
  g_assert_no_error (error);
  g_assert_true (kept->written);
  g_assert_cmpstr (ask_answer_get_by (kept), ==, "person");
}

/* It says why, and the history has no question that nobody asked. */
static void
test_failed (void)
{
  static const char *const wrong[] = { "SELECT nowhere", "DELETE FROM orders", "SELECT 1; SELECT 2", "" };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GPtrArray) history = NULL;

  ask_agent_fixture_add_shop (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (AskAnswer) answer = answer_sql (fixture, wrong[i], 0);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
      g_assert_cmpuint (strlen (answer->text), >, 10);
      g_assert_cmpint (answer->history_id, ==, 0);
    }
  history = ask_workspace_list_history (fixture->workspace, 0, NULL);
  g_assert_cmpuint (history->len, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/written/sql-is-answered-by-who-wrote-it", test_answered);
  g_test_add_func ("/agent/written/what-fails-is-no-question", test_failed);
  return g_test_run ();
}
