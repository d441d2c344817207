/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the store gives the inbox: which questions went wrong, since when, and what was dismissed.
 */
#include "config.h"

#include "store/ask-workspace-inbox.h"

#include <string.h>

#include "store-fixture.h"
#include "store/ask-workspace-private.h"

static gint64
keep (AskWorkspace *workspace, const char *question, const char *status, const char *answer)
{
  const AskHistoryRecord record = { question, status, NULL, 1, answer };
  g_autoptr (GError) error = NULL;
  gint64 id = ask_workspace_add_history (workspace, &record, &error);

  g_assert_no_error (error);
  return id;
}

static GPtrArray *
list (AskWorkspace *workspace)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *wanting = ask_workspace_list_wanting (workspace, &error);

  g_assert_no_error (error);
  return wanting;
}

static void
test_wanting (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) wanting = NULL;
  gint64 wrong = keep (workspace, "One?", "answered", "{}");
  const AskWanting *first;
  const AskWanting *second;

  keep (workspace, "Two?", "answered", NULL);
  keep (workspace, "Three?", "unanswerable", "{\"steps\":[\"no step\",{\"n\":1},{\"unknown\":[\"churn\",\"gizmo\"]}]}");
  keep (workspace, "Four?", "unanswerable", "this is no JSON");
  keep (workspace, "Five?", "failed", "{}");
  g_assert_true (ask_workspace_complain (workspace, wrong, "not so", NULL));
  wanting = list (workspace);
  g_assert_cmpuint (wanting->len, ==, 3);
  first = wanting->pdata[0];
  g_assert_cmpstr (first->question, ==, "One?");
  g_assert_cmpstr (first->complaint, ==, "not so");
  g_assert_cmpint (first->at, >, 0);
  g_assert_null (((AskWanting *) wanting->pdata[1])->unknown);
  second = wanting->pdata[2];
  g_assert_cmpstr (second->question, ==, "Three?");
  g_assert_true (g_strv_equal ((const char *const *) second->unknown, (const char *[]) { "churn", "gizmo", NULL }));
  g_assert_true (ask_workspace_complain (workspace, wrong, NULL, NULL));
  g_clear_pointer (&wanting, g_ptr_array_unref);
  wanting = list (workspace);
  g_assert_cmpuint (wanting->len, ==, 2);
}

/* However fast one complaint follows another, it is later. */
static void
test_complaints_have_an_order (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  gint64 id = keep (workspace, "One?", "answered", "{}");
  gint64 last = 0;

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GPtrArray) wanting = NULL;

      g_assert_true (ask_workspace_complain (workspace, id, "not so", NULL));
      wanting = list (workspace);
      g_assert_cmpint (((AskWanting *) wanting->pdata[0])->at, >, last);
      last = ((AskWanting *) wanting->pdata[0])->at;
    }
}

static void
test_asked_again (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) again = NULL;
  g_autoptr (GPtrArray) answered = NULL;
  g_autoptr (GError) error = NULL;
  gint64 first = keep (workspace, "One?", "unanswerable", "{}");
  gint64 wrong = keep (workspace, "Two?", "answered", "{\"sql\":\"SELECT 2\"}");

  keep (workspace, "Three?", "answered", "{\"sql\":\"SELECT 3\",\"follows\":1}");
  keep (workspace, "Four?", "answered", "{}");
  keep (workspace, "Five?", "answered", "{\"sql\":\"SELECT 5\"}");
  g_assert_true (ask_workspace_complain (workspace, wrong, "not so", NULL));
  again = ask_workspace_list_asked_again (workspace, first, &error);
  g_assert_no_error (error);
  /* The second was called wrong, the fourth has no query, and the fifth came too late. */
  g_assert_cmpuint (again->len, ==, 1);
  g_assert_cmpstr (((AskAskedAgain *) again->pdata[0])->sql, ==, "SELECT 3");
  g_assert_cmpint (((AskAskedAgain *) again->pdata[0])->follows, ==, 1);
  answered = ask_workspace_list_answered_since (workspace, first, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (answered->len, ==, 3);
  /* Within ten minutes. */
  g_assert_true (ask_workspace_exec (workspace, "", "UPDATE history SET asked_at = asked_at - 700000000 WHERE id = 1",
                                     NULL));
  g_clear_pointer (&again, g_ptr_array_unref);
  again = ask_workspace_list_asked_again (workspace, first, &error);
  g_assert_cmpuint (again->len, ==, 0);
}

static void
test_dismissals (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GHashTable) times = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_dismiss (workspace, "word:churn", 5, &error));
  g_assert_true (ask_workspace_dismiss (workspace, "word:churn", 7, &error));
  g_assert_true (ask_workspace_dismiss (workspace, "word:gizmo", 9, &error));
  g_assert_true (ask_workspace_dismiss (workspace, "word:gizmo", 0, &error));
  g_assert_no_error (error);
  g_clear_pointer (&workspace, ask_workspace_close);
  workspace = store_open (fixture->path);
  times = ask_workspace_load_dismissed (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (times), ==, 1);
  g_assert_cmpint (*(gint64 *) g_hash_table_lookup (times, "word:churn"), ==, 7);
}

static int
count_one (void *n)
{
  ++*(guint *) n;
  return 0;
}

/* Steps of SQLite's machine, in tens, that looking takes. */
static guint
count_steps (AskWorkspace *workspace)
{
  guint n = 0;
  g_autoptr (GPtrArray) wanting = NULL;
  g_autoptr (GPtrArray) answered = NULL;

  sqlite3_progress_handler (workspace->db, 10, count_one, &n);
  wanting = list (workspace);
  answered = ask_workspace_list_asked_again (workspace, 1, NULL);
  sqlite3_progress_handler (workspace->db, 0, NULL, NULL);
  g_assert_nonnull (answered);
  return n;
}

/* What is no concern of the inbox's costs it nothing, and what is has a limit. */
static void
test_long_history (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) wanting = NULL;
  guint before, after;

  for (guint i = 0; i < 20; i++)
    keep (workspace, "One?", i % 2 != 0 ? "unanswerable" : "answered", "{\"steps\":[]}");
  before = count_steps (workspace);
  g_assert_true (ask_workspace_exec (
    workspace, "",
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
    " INSERT INTO history (question, status, asked_at, elapsed_ms, answer)"
    " SELECT 'q' || i, 'answered', i, 1, '{}' FROM n",
    NULL));
  after = count_steps (workspace);
  g_assert_cmpuint (after, <=, 2 * before + 10);
  g_assert_true (ask_workspace_exec (workspace, "", "UPDATE history SET complaint = 'no', status = 'unanswerable'",
                                     NULL));
  wanting = list (workspace);
  g_assert_cmpuint (wanting->len, ==, 2 * ASK_WANTING_MAX);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  store_without_session ();
  g_test_add_func ("/store/inbox/wrong-and-unanswered-questions-are-listed", test_wanting);
  g_test_add_func ("/store/inbox/a-later-complaint-has-a-later-time", test_complaints_have_an_order);
  g_test_add_func ("/store/inbox/what-was-asked-soon-after-is-found", test_asked_again);
  g_test_add_func ("/store/inbox/a-dismissal-outlives-the-program", test_dismissals);
  g_test_add_func ("/store/inbox/a-long-history-costs-nothing", test_long_history);
  return g_test_run ();
}
