/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tabs with SQL come back as they were left, whoever else has the workspace open; of what was run the newest are kept.
 */
#include "config.h"

#include <string.h>

#include "store-fixture.h"
#include "store/ask-workspace-queries.h"

static AskQueryTab *
new_tab (const char *id, const char *title, const char *sql, gint64 cursor, const char *parameters)
{
  AskQueryTab *tab = g_new0 (AskQueryTab, 1);

  tab->id = g_strdup (id);
  tab->title = g_strdup (title);
  tab->sql = g_strdup (sql);
  tab->cursor = cursor;
  tab->parameters = g_strdup (parameters);
  return tab;
}

static GPtrArray *
new_tabs (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) ask_query_tab_free);
}

/* Returns: (transfer full): "id:title:sql:cursor:parameters|…" */
static char *
list_tabs (AskWorkspace *workspace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tabs = ask_workspace_list_query_tabs (workspace, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < tabs->len; i++)
    {
      const AskQueryTab *tab = tabs->pdata[i];

      g_string_append_printf (text, "%s%s:%s:%s:%d:%s", i > 0 ? "|" : "", tab->id,
                              tab->title != NULL ? tab->title : "-", tab->sql, (int) tab->cursor,
                              tab->parameters != NULL ? tab->parameters : "-");
    }
  return g_string_free (text, FALSE);
}

static void
save (AskWorkspace *workspace, GPtrArray *tabs, const char *removed)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  if (removed != NULL)
    g_ptr_array_add (gone, (gpointer) removed);
  g_assert_true (ask_workspace_save_query_tabs (workspace, tabs, gone, &error));
  g_assert_no_error (error);
}

static void
test_tabs (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (AskWorkspace) again = NULL;
  g_autoptr (GPtrArray) tabs = new_tabs ();
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  g_ptr_array_add (tabs, new_tab ("b", NULL, "SELECT 1 -- größe\n", 9, NULL));
  g_ptr_array_add (tabs, new_tab ("a", "Umsätze", "", 0, "{\":city\":\"Lyon\"}"));
  save (workspace, tabs, NULL);
  again = store_open (fixture->path);
  first = list_tabs (again);
  g_assert_cmpstr (first, ==, "b:-:SELECT 1 -- größe\n:9:-|a:Umsätze::0:{\":city\":\"Lyon\"}");
  /* Another order, and one that was closed. */
  g_ptr_array_add (tabs, g_ptr_array_steal_index (tabs, 0));
  save (workspace, tabs, NULL);
  second = list_tabs (again);
  g_assert_cmpstr (second, ==, "a:Umsätze::0:{\":city\":\"Lyon\"}|b:-:SELECT 1 -- größe\n:9:-");
  g_ptr_array_remove_index (tabs, 0);
  save (workspace, tabs, "a");
  third = list_tabs (again);
  g_assert_cmpstr (third, ==, "b:-:SELECT 1 -- größe\n:9:-");
}

/* Two windows on one workspace: what one saves takes none of the other's. */
static void
test_two_windows (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) one = store_open (fixture->path);
  g_autoptr (AskWorkspace) other = store_open (fixture->path);
  g_autoptr (GPtrArray) mine = new_tabs ();
  g_autoptr (GPtrArray) theirs = new_tabs ();
  g_autofree char *all = NULL;

  g_ptr_array_add (mine, new_tab ("mine", NULL, "SELECT 1", 0, NULL));
  g_ptr_array_add (theirs, new_tab ("theirs", NULL, "SELECT 2", 0, NULL));
  save (one, mine, NULL);
  save (other, theirs, NULL);
  g_free (((AskQueryTab *) mine->pdata[0])->sql);
  ((AskQueryTab *) mine->pdata[0])->sql = g_strdup ("SELECT 3");
  save (one, mine, NULL);
  all = list_tabs (other);
  g_assert_cmpstr (all, ==, "mine:-:SELECT 3:0:-|theirs:-:SELECT 2:0:-");
}

static void
add_run (AskWorkspace *workspace, const char *sql, gint64 n_rows, const char *message)
{
  g_autoptr (GError) error = NULL;
  AskQueryRun run = { 0, (char *) sql, 1700000000000000, 12.5, n_rows, n_rows > 100, (char *) message };

  g_assert_true (ask_workspace_add_query_run (workspace, &run, &error));
  g_assert_no_error (error);
}

static GPtrArray *
list_runs (AskWorkspace *workspace, const char *words, guint max)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *runs = ask_workspace_list_query_runs (workspace, words, max, &error);

  g_assert_no_error (error);
  return runs;
}

static void
test_runs (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) some = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GError) error = NULL;
  const AskQueryRun *run;

  add_run (workspace, "SELECT Größe FROM people", 3, NULL);
  add_run (workspace, "SELECT 100% FROM people", 0, "Line 1, column 12: …");
  add_run (workspace, "SELECT * FROM city", 101, NULL);
  all = list_runs (workspace, NULL, 2);
  g_assert_cmpuint (all->len, ==, 2);
  run = all->pdata[0];
  g_assert_cmpstr (run->sql, ==, "SELECT * FROM city");
  g_assert_cmpint (run->n_rows, ==, 101);
  g_assert_true (run->truncated);
  g_assert_null (run->error);
  g_assert_cmpint (run->ran_at, ==, 1700000000000000);
  g_assert_cmpfloat (run->elapsed_ms, ==, 12.5);
  g_assert_cmpstr (((const AskQueryRun *) all->pdata[1])->error, ==, "Line 1, column 12: …");
  some = list_runs (workspace, " PEOPLE grosse", 0);
  g_assert_cmpuint (some->len, ==, 1);
  g_assert_cmpstr (((const AskQueryRun *) some->pdata[0])->sql, ==, "SELECT Größe FROM people");
  g_assert_true (ask_workspace_remove_query_run (workspace, run->id, &error));
  left = list_runs (workspace, "", 0);
  g_assert_cmpuint (left->len, ==, 2);
  g_assert_true (ask_workspace_remove_query_run (workspace, 0, &error));
  g_assert_no_error (error);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM query_run"), ==, 0);
}

/* However long one works, the newest are kept, and those are found. */
static void
test_bound (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) some = NULL;

  store_exec (fixture->path, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10050)"
                             " INSERT INTO query_run (sql, ran_at, elapsed_ms, n_rows, truncated)"
                             " SELECT 'SELECT ' || i, i, 1, 1, 0 FROM n;"
                             "DELETE FROM query_run WHERE id % 1000 = 0");
  add_run (workspace, "SELECT the newest", 1, NULL);
  all = list_runs (workspace, NULL, 0);
  g_assert_cmpuint (all->len, ==, ASK_QUERY_MAX_RUNS);
  g_assert_cmpstr (((const AskQueryRun *) all->pdata[0])->sql, ==, "SELECT the newest");
  g_assert_cmpstr (((const AskQueryRun *) all->pdata[all->len - 1])->sql, ==, "SELECT 42");
  some = list_runs (workspace, "select 10049", 5);
  g_assert_cmpuint (some->len, ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/queries/tabs-come-back-as-they-were", test_tabs);
  g_test_add_func ("/store/queries/two-windows-keep-each-other-s-tabs", test_two_windows);
  g_test_add_func ("/store/queries/what-was-run-is-found-again", test_runs);
  g_test_add_func ("/store/queries/the-newest-ten-thousand-are-kept", test_bound);
  return g_test_run ();
}
