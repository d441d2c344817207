/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ledger of a question: what was sent for it stands under its number, whatever became of it, and a ledger that
 * cannot be written stops nothing and says so.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "ask-agent-fixture.h"
#include "store/ask-workspace-ledger.h"

/* Where the model is asked; its server is looked at, too. */
#define CHAT "/v1/chat/completions"
#define QUESTION "How many sales are there by carrier?"

static const char *const replies[]
  = { "Thought: look\nAction: query\nAction Input: SELECT carrier FROM shipment WHERE store_id IN (SELECT id FROM store)",
      "Final Answer: SELECT count(*) FROM sale", NULL };

static void
run_sql (AskAgentFixture *fixture, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (ask_workspace_get_path (fixture->workspace), &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static AskAgentFixture *
make (void)
{
  AskAgentFixture *fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_add_api (fixture, "[{\"shipment_id\":1,\"store_id\":2,\"carrier\":\"Blue\"}]");
  ask_agent_fixture_script (fixture, replies);
  return fixture;
}

static GPtrArray *
list (AskAgentFixture *fixture, const AskLedgerFilter *filter)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *entries = ask_workspace_list_ledger (fixture->workspace, filter, &error);

  g_assert_no_error (error);
  return entries;
}

static void
test_all_stands_under_its_number (void)
{
  static const char *const forms[] = { "text", "json", "tools", "refused" };

  for (guint f = 0; f < G_N_ELEMENTS (forms); f++)
    {
      gboolean refused = strcmp (forms[f], "refused") == 0;
      g_autoptr (AskAgentFixture) fixture = make ();
      g_autoptr (AskAnswer) answer = NULL;
      g_autoptr (GPtrArray) models = NULL;
      g_autoptr (GPtrArray) calls = NULL;
      gint64 bytes = 0;

      ask_agent_fixture_set_form (fixture, refused ? "json" : forms[f]);
      if (refused)
        ask_test_model_set_forms (fixture->server, ASK_TEST_FORM_REFUSED, ASK_TEST_FORM_REFUSED);
      answer = ask_agent_fixture_ask (fixture, QUESTION);
      models = list (fixture, &(AskLedgerFilter) { .history_id = answer->history_id, .text = CHAT });
      calls = list (fixture, &(AskLedgerFilter) { .history_id = answer->history_id, .kind = "api" });
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      /* What was refused has left, too. */
      g_assert_cmpuint (models->len, ==, refused ? 4 : 2);
      g_assert_cmpuint (calls->len, ==, answer->api_requests);
      g_assert_cmpuint (calls->len, >, 0);
      /* The answer's own count is the ledger's, and all of it is there byte for byte. */
      for (guint i = 0; i < models->len; i++)
        {
          const AskLedgerEntry *entry = models->pdata[i];
          g_autoptr (GError) error = NULL;
          AskLedgerBody state;
          g_autoptr (GBytes) kept = ask_workspace_get_ledger_body (fixture->workspace, entry->id, &state, &error);
          g_autofree char *body = NULL;

          g_assert_no_error (error);
          body = g_strndup (g_bytes_get_data (kept, NULL), g_bytes_get_size (kept));
          g_assert_true (ask_test_model_received (fixture->server, body));
          bytes += entry->bytes;
        }
      g_assert_cmpint (bytes, ==, answer->bytes_sent);
    }
}

static void
test_a_ledger_that_cannot_be_written_stops_nothing (void)
{
  g_autoptr (AskAgentFixture) fixture = make ();
  g_autoptr (AskAnswer) answer = NULL;
  const AskTraceStep *last;

  run_sql (fixture, "ALTER TABLE ledger RENAME TO away");
  answer = ask_agent_fixture_ask (fixture, QUESTION);
  run_sql (fixture, "ALTER TABLE away RENAME TO ledger");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpint (answer->history_id, >, 0);
  last = answer->steps->pdata[answer->steps->len - 1];
  g_assert_cmpstr (last->title, ==, "Not in the ledger");
  g_assert_nonnull (strstr (last->detail, "the ledger was not written"));
  /* And it is there as soon as it can be. */
  g_autoptr (GPtrArray) models = list (fixture, &(AskLedgerFilter) { .text = CHAT });

  g_assert_cmpuint (models->len, ==, 2);
  g_assert_cmpstr (((AskLedgerEntry *) models->pdata[0])->question, ==, QUESTION);
}

static char *
cancel (const char *last_user, JsonObject *request, gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_a_cancelled_question_is_in_it (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GPtrArray) models = NULL;
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script_func (fixture, cancel, cancellable);
  answer = ask_agent_ask (fixture->workspace, fixture->model, QUESTION, NULL, cancellable, &error);
  g_assert_null (answer);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  models = list (fixture, &(AskLedgerFilter) { .text = CHAT });
  g_assert_cmpuint (models->len, ==, 1);
  g_assert_cmpstr (((AskLedgerEntry *) models->pdata[0])->question, ==, QUESTION);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/ledger/all-stands-under-its-number", test_all_stands_under_its_number);
  g_test_add_func ("/agent/ledger/a-ledger-that-cannot-be-written-stops-nothing",
                   test_a_ledger_that_cannot_be_written_stops_nothing);
  g_test_add_func ("/agent/ledger/a-cancelled-question-is-in-it", test_a_cancelled_question_is_in_it);
  return g_test_run ();
}
