/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Verified questions, history with complaints, versions of the schema, and files of earlier
 * versions.
 */
#include "config.h"

#include "store/ask-workspace-looks.h"
#include "store/ask-workspace-private.h"

#include <string.h>

#include "store-fixture.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-options.h"

static void
test_verified (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  gint64 before = g_get_real_time ();
  g_autoptr (AskVerified) one = NULL;
  g_autoptr (AskVerified) two = NULL;
  g_autoptr (AskVerified) again = NULL;
  g_autoptr (AskVerified) sign = NULL;
  g_autoptr (GPtrArray) list = NULL;
  const AskVerified *first;

  one = ask_workspace_add_verified (workspace, "  Sales in Lyon?  ", "SELECT 1", &error);
  g_assert_no_error (error);
  two = ask_workspace_add_verified (workspace, "Orders '; -- \"🙂\" > 5", "SELECT 'it''s'", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (one->question, ==, "Sales in Lyon?");
  g_assert_cmpint (one->verified_at, >=, before);
  g_assert_cmpint (one->id, !=, two->id);

  /* The same words take the new SQL, another sign is another question. */
  again = ask_workspace_add_verified (workspace, "SALES  in\tLyon?", "SELECT 2", &error);
  g_assert_no_error (error);
  g_assert_cmpint (again->id, ==, one->id);
  sign = ask_workspace_add_verified (workspace, "Orders '; -- \"🙂\" < 5", "SELECT 3", &error);
  g_assert_no_error (error);
  g_assert_cmpint (sign->id, !=, two->id);

  list = ask_workspace_list_verified (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 3);
  first = g_ptr_array_index (list, 0);
  g_assert_cmpstr (first->sql, ==, "SELECT 2");
  g_assert_cmpstr (((AskVerified *) g_ptr_array_index (list, 1))->question, ==,
                   "Orders '; -- \"🙂\" > 5");

  g_assert_true (ask_workspace_remove_verified (workspace, one->id, &error));
  g_assert_false (ask_workspace_remove_verified (workspace, one->id, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);
  g_assert_null (ask_workspace_add_verified (workspace, " \n ", "SELECT 1", &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (ask_workspace_add_verified (workspace, "What?", "", &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
}

static void
test_history (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskHistoryEntry) entry = NULL;
  g_autoptr (AskHistoryEntry) open = NULL;
  g_autoptr (GPtrArray) list = NULL;
  gint64 one;
  gint64 two;

  one = ask_workspace_add_history (workspace,
                                   &(AskHistoryRecord) { "How many?", "answered", "Seven.", 12.5, "{\"answer\":7}" },
                                   &error);
  g_assert_no_error (error);
  two = ask_workspace_add_history (workspace, &(AskHistoryRecord) { "Why?", "unanswerable", NULL, 1 }, &error);
  g_assert_no_error (error);
  g_assert_cmpint (one, >, 0);
  g_assert_cmpint (two, >, one);

  entry = ask_workspace_get_history (workspace, one, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (entry->question, ==, "How many?");
  g_assert_cmpstr (entry->status, ==, "answered");
  g_assert_cmpstr (entry->headline, ==, "Seven.");
  g_assert_cmpstr (entry->answer, ==, "{\"answer\":7}");
  g_assert_cmpfloat (entry->elapsed_ms, ==, 12.5);
  g_assert_null (entry->complaint);

  g_assert_true (ask_workspace_complain (workspace, one, "It was eight.", &error));
  g_assert_false (ask_workspace_complain (workspace, 4711, "x", &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);
  open = ask_workspace_get_history (workspace, 4711, &error);
  g_assert_null (open);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);

  list = ask_workspace_list_history (workspace, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 2);
  g_assert_cmpint (((AskHistoryEntry *) g_ptr_array_index (list, 0))->id, ==, two);
  g_assert_null (((AskHistoryEntry *) g_ptr_array_index (list, 0))->headline);
  g_assert_null (((AskHistoryEntry *) g_ptr_array_index (list, 1))->answer);
  g_assert_cmpstr (((AskHistoryEntry *) g_ptr_array_index (list, 1))->complaint, ==,
                   "It was eight.");
  g_clear_pointer (&list, g_ptr_array_unref);
  list = ask_workspace_list_history (workspace, 1, &error);
  g_assert_cmpuint (list->len, ==, 1);
}

/* What was changed of an answer's chart stays with it, until it is taken back or the answer is gone. */
static void
test_looks (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autofree char *none = NULL;
  g_autofree char *look = NULL;
  g_autofree char *other = NULL;
  g_autofree char *gone = NULL;
  gint64 one = ask_workspace_add_history (workspace, &(AskHistoryRecord) { "one", "answered", NULL, 1 }, &error);
  gint64 two = ask_workspace_add_history (workspace, &(AskHistoryRecord) { "two", "answered", NULL, 1 }, &error);

  g_assert_no_error (error);
  g_assert_true (ask_workspace_get_look (workspace, one, &none, &error));
  g_assert_null (none);
  g_assert_true (ask_workspace_set_look (workspace, one, "{\"kind\":\"pie\"}", &error));
  g_assert_true (ask_workspace_set_look (workspace, one, "{\"kind\":\"bar\"}", &error));
  g_assert_true (ask_workspace_get_look (workspace, one, &look, &error));
  g_assert_cmpstr (look, ==, "{\"kind\":\"bar\"}");
  g_assert_true (ask_workspace_get_look (workspace, two, &other, &error));
  g_assert_null (other);
  g_assert_false (ask_workspace_set_look (workspace, 4711, "{}", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_true (ask_workspace_exec (workspace, "", "DELETE FROM history WHERE id = 1", NULL));
  g_assert_true (ask_workspace_get_look (workspace, one, &gone, &error));
  g_assert_null (gone);
  g_assert_true (ask_workspace_set_look (workspace, two, NULL, &error));
  g_assert_no_error (error);
}

/* The newest thousand stay, and whatever somebody complained about; no id is used twice. */
static void
test_history_kept (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  gint64 last = 0;

  g_assert_true (ask_workspace_exec (
      workspace, "",
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)"
      " INSERT INTO history (question, status, asked_at, elapsed_ms, complaint)"
      " SELECT 'q' || i, 'answered', i, 1, iif(i % 100 = 7, 'wrong', NULL) FROM n",
      NULL));
  for (guint i = 0; i < 3; i++)
    last = ask_workspace_add_history (workspace, &(AskHistoryRecord) { "new", "answered", NULL, 1 }, &error);
  g_assert_no_error (error);
  g_assert_cmpint (last, ==, 1103);
  g_assert_cmpint (
      store_get_integer (fixture->path, "SELECT count(*) FROM history WHERE complaint IS NULL"), ==,
      1000);
  g_assert_cmpint (
      store_get_integer (fixture->path, "SELECT count(*) FROM history WHERE complaint = 'wrong'"),
      ==, 11);
  g_assert_cmpint (
      store_get_integer (fixture->path, "SELECT min(id) FROM history WHERE complaint IS NULL"), >,
      90);
}

static void
make_old_file (StoreFixture *fixture, const char *dump)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "tests", "store", dump, NULL);
  g_autofree char *sql = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &sql, NULL, &error);
  g_assert_no_error (error);
  store_exec (fixture->path, sql);
}

static void
test_version_1 (void)
{
  g_autofree char *said = NULL;
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GPtrArray) verified = NULL;
  g_autoptr (GPtrArray) history = NULL;
  g_autoptr (GPtrArray) hits = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autofree char *model = NULL;
  const AskSourceRecord *api;

  make_old_file (fixture, "workspace-v1.sql");
  g_assert_cmpint (store_get_integer (fixture->path, "PRAGMA user_version"), ==, 1);
  workspace = store_open (fixture->path);
  g_assert_cmpint (store_get_integer (fixture->path, "PRAGMA user_version"), ==, STORE_NEWEST_VERSION);
  store_assert_whole (fixture->path);
  g_assert_cmpstr (ask_workspace_get_id (workspace), ==, "00112233445566778899aabbccddeeff");

  sources = ask_workspace_list_sources (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 2);
  api = g_ptr_array_index (sources, 1);
  g_assert_cmpstr (api->name, ==, "museum");
  g_assert_true (api->kind == &ask_rest_kind);
  g_assert_cmpstr (api->base_url, ==, "https://museum.example.com/v1");
  g_assert_cmpstr (api->problem, ==, "The API did not answer.");
  said = ask_test_describe_options (api->options);
  g_assert_cmpstr (said, ==, "header X-Api-Key, query token=$MUSEUM_TOKEN, header Accept=application/json");

  schema = ask_workspace_load_schema (workspace, &error);
  g_assert_no_error (error);
  verified = ask_workspace_list_verified (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (verified->len, ==, 2);
  g_assert_cmpstr (((AskVerified *) g_ptr_array_index (verified, 1))->sql, ==,
                   "SELECT 'it''s' AS \"é🙂\"");
  history = ask_workspace_list_history (workspace, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (history->len, ==, 1);
  model = ask_workspace_get_setting (workspace, "model/name");
  g_assert_cmpstr (model, ==, "llama3.1");

  /* What version 2 brought works on the old rows. */
  g_assert_true (ask_workspace_complain (
      workspace, ((AskHistoryEntry *) g_ptr_array_index (history, 0))->id, "No.", &error));
  g_assert_no_error (error);
  hits = ask_workspace_find_value (workspace, "lyon", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hits->len, ==, 0);
  g_assert_true (ask_workspace_remove_source (workspace, "SALES", &error));
  g_assert_no_error (error);
}

/* A migration that cannot be finished leaves the file of its old version. */
static void
test_version_1_fails (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;

  make_old_file (fixture, "workspace-v1.sql");
  store_exec (fixture->path, "CREATE TABLE stale_secret (in_the_way)");
  workspace = ask_workspace_open (fixture->path, &error);
  g_assert_null (workspace);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE);
  g_assert_cmpint (store_get_integer (fixture->path, "PRAGMA user_version"), ==, 1);
  g_assert_cmpint (
      store_get_integer (fixture->path, "SELECT count(*) FROM pragma_table_info('history')"
                                        " WHERE name = 'complaint'"),
      ==, 0);
  store_exec (fixture->path, "DROP TABLE stale_secret");
  workspace = store_open (fixture->path);
}

static void
assert_tuning (AskWorkspace *workspace, gint64 cache_s, gint64 max_calls, gint64 lanes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) sources = ask_workspace_list_sources (workspace, &error);
  const AskSourceRecord *api;

  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 2);
  api = g_ptr_array_index (sources, 1);
  g_assert_cmpint (api->tuning.cache_s, ==, cache_s);
  g_assert_cmpint (api->tuning.max_calls, ==, max_calls);
  g_assert_cmpint (api->tuning.lanes, ==, lanes);
}

static void
test_version_2 (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) history = NULL;

  make_old_file (fixture, "workspace-v2.sql");
  g_assert_cmpint (store_get_integer (fixture->path, "PRAGMA user_version"), ==, 2);
  workspace = store_open (fixture->path);
  g_assert_cmpint (store_get_integer (fixture->path, "PRAGMA user_version"), ==, STORE_NEWEST_VERSION);
  store_assert_whole (fixture->path);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM value"), ==, 1);
  history = ask_workspace_list_history (workspace, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (history->len, ==, 1);
  g_assert_cmpstr (((AskHistoryEntry *) history->pdata[0])->complaint, ==, "No.");

  /* What version 3 brought works on the old rows. */
  assert_tuning (workspace, 0, 0, 0);
  g_assert_true (ask_workspace_tune_source (workspace, "MUSEUM",
                                            &(AskSourceTuning) { 300, -1, 4 }, &error));
  g_assert_no_error (error);
  assert_tuning (workspace, 300, 0, 4);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  store_without_session ();
  g_test_add_func ("/store/questions/verified-questions-are-kept-and-replaced", test_verified);
  g_test_add_func ("/store/questions/history-keeps-questions-with-their-complaints", test_history);
  g_test_add_func ("/store/questions/the-look-of-a-chart-stays-with-its-answer", test_looks);
  g_test_add_func ("/store/questions/the-newest-thousand-and-all-complaints-stay", test_history_kept);
  g_test_add_func ("/store/migrations/a-file-of-version-1-is-migrated", test_version_1);
  g_test_add_func ("/store/migrations/a-migration-that-fails-leaves-the-old-file", test_version_1_fails);
  g_test_add_func ("/store/migrations/a-file-of-version-2-is-migrated", test_version_2);
  return g_test_run ();
}
