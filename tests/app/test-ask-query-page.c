/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page for SQL: what runs, what is shown of it, what is kept, what is asked before. Driven by its actions under a
 * display of its own.
 */
#include "config.h"

#include <string.h>

#include "app-keys.h"
#include "app-test.h"
#include "app/charts/ask-chart-view.h"
#include "app/grid/ask-grid.h"
#include "app/query/ask-plan-view.h"
#include "app/query/ask-query-history.h"
#include "app/query/ask-query-result.h"
#include "app/query/ask-query-view.h"
#include "store/ask-workspace-queries.h"
#include "support/ask-test-model.h"

static gboolean
has_tab (gpointer view)
{
  return ask_query_view_get_n_panes (view) > 0;
}

static AskQueryView *
get_view (AppTest *self)
{
  return ASK_QUERY_VIEW (ask_window_get_page (self->window, "sql"));
}

static AskQueryView *
open_page (AppTest *self)
{
  AskQueryView *view = get_view (self);

  ask_window_show_page (self->window, "sql");
  g_assert_true (app_test_wait (has_tab, view));
  return view;
}

static void
write_sql (AskQueryView *view, const char *sql, int cursor)
{
  AskSqlEditor *editor = ask_query_pane_get_editor (ask_query_view_get_pane (view));

  ask_sql_editor_put_text (editor, sql);
  ask_sql_editor_set_cursor (editor, cursor);
}

static gboolean
is_not_running (gpointer pane)
{
  return !g_str_equal (ask_query_pane_get_state (pane), "running");
}

static const char *
wait_for (AskQueryView *view, const char *state)
{
  AskQueryPane *pane = ask_query_view_get_pane (view);

  g_assert_true (app_test_wait (is_not_running, pane));
  g_test_message ("%s", ask_query_pane_get_words (pane));
  g_assert_cmpstr (ask_query_pane_get_state (pane), ==, state);
  return ask_query_pane_get_words (pane);
}

static void
activate (AskQueryView *view, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (ask_query_view_get_pane (view)), action, NULL));
}

static AskQueryResult *
get_result (AskQueryView *view)
{
  return ASK_QUERY_RESULT (app_test_find (GTK_WIDGET (ask_query_view_get_pane (view)), ASK_TYPE_QUERY_RESULT, NULL));
}

static char *
get_cell (AskQueryView *view)
{
  AskRows *rows = ask_query_result_get_rows (get_result (view));

  return ask_value_to_text (ask_rows_get (rows, 0, 0));
}

/* Of several the one at the cursor, and of one what is selected. */
static void
test_runs (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);
  g_autofree char *second = NULL;
  g_autofree char *first = NULL;
  const char *words;

  write_sql (view, "SELECT 'first';\nSELECT city, sum(amount) AS sales FROM sale GROUP BY city ORDER BY 2 DESC", 20);
  activate (view, "queries.run");
  words = wait_for (view, "result");
  g_assert_true (g_str_has_prefix (words, "3 rows · "));
  g_assert_nonnull (strstr (words, " · shop"));
  second = get_cell (view);
  g_assert_cmpstr (second, ==, "Lyon");
  app_test_looks (GTK_WIDGET (self->window), "query-page");
  ask_query_result_show_view (get_result (view), "chart");
  g_assert_nonnull (app_test_find (GTK_WIDGET (get_result (view)), ASK_TYPE_CHART_VIEW, NULL));
  app_test_picture (GTK_WIDGET (self->window), "query-page-chart");
  ask_query_result_show_view (get_result (view), "plan");
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (get_result (view)), "sale (SQLite shop)"));
  ask_query_result_show_view (get_result (view), "table");
  ask_sql_editor_set_cursor (ask_query_pane_get_editor (ask_query_view_get_pane (view)), 3);
  activate (view, "queries.run");
  wait_for (view, "result");
  first = get_cell (view);
  g_assert_cmpstr (first, ==, "first");
}

static gboolean
says (gpointer editor)
{
  return *ask_sql_editor_get_said (editor) != '\0';
}

/* Below the text stands what is wrong with it while it is written, and nothing that what was run says already. */
static void
test_says_once (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);
  AskSqlEditor *editor;

  write_sql (view, "SELECT moth FROM sale", 0);
  editor = ask_query_pane_get_editor (ask_query_view_get_pane (view));
  g_assert_true (app_test_wait (says, editor));
  activate (view, "queries.run");
  g_assert_nonnull (strstr (wait_for (view, "problem"), "month"));
  g_assert_cmpstr (ask_sql_editor_get_said (editor), ==, "");
  ask_sql_editor_set_cursor (editor, 8);
  g_assert_cmpstr (ask_sql_editor_get_said (editor), ==, "");
  write_sql (view, "SELECT moth FROM sale -- again", 0);
  g_assert_true (app_test_wait (says, editor));
}

/* What fails says why, with the way to mend it; nothing but one SELECT runs. */
static void
test_fails (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);

  write_sql (view, "SELECT moth FROM sale", 0);
  activate (view, "queries.run");
  g_assert_nonnull (strstr (wait_for (view, "problem"), "month"));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (view), "See Schema"));
  app_test_picture (GTK_WIDGET (self->window), "query-page-problem");
  write_sql (view, "DELETE FROM sale", 0);
  activate (view, "queries.run");
  wait_for (view, "problem");
  write_sql (view, "SELECT count(*) FROM sale WHERE city = 'Nowhere' GROUP BY city", 0);
  activate (view, "queries.run");
  g_assert_true (g_str_has_prefix (wait_for (view, "result"), "0 rows"));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (view), "Nowhere"));
}

static void
test_stops (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);

  write_sql (view, "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c, sale", 0);
  activate (view, "queries.run");
  g_assert_cmpstr (ask_query_pane_get_state (ask_query_view_get_pane (view)), ==, "running");
  app_test_wait_for_words (view, "Running…");
  activate (view, "query.stop");
  g_assert_cmpstr (wait_for (view, "problem"), ==, "Stopped.");
}

/* The first rows at once, and all of them when somebody wants them. */
static void
test_fetches_all (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);

  write_sql (view, "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10050) SELECT n FROM c",
             0);
  activate (view, "queries.run");
  g_assert_true (g_str_has_prefix (wait_for (view, "result"), "first 10,000 rows"));
  activate (view, "query.fetch-all");
  g_assert_true (g_str_has_prefix (wait_for (view, "result"), "10,050 rows"));
}

static gboolean
is_asking (gpointer pane)
{
  return g_str_equal (ask_query_pane_get_state (pane), "asking");
}

/* Asked for once, then kept; what is no such value is said. */
static void
test_parameters (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);
  GtkWidget *city, *least;
  g_autofree char *count = NULL;

  write_sql (view, "SELECT count(*) FROM sale WHERE city = :city AND amount > :least", 0);
  activate (view, "queries.run");
  g_assert_true (app_test_wait (is_asking, ask_query_view_get_pane (view)));
  city = app_test_find (GTK_WIDGET (view), GTK_TYPE_ENTRY, ":city");
  least = app_test_find (GTK_WIDGET (view), GTK_TYPE_ENTRY, ":least");
  g_assert_nonnull (city);
  gtk_editable_set_text (GTK_EDITABLE (city), "Köln");
  gtk_editable_set_text (GTK_EDITABLE (least), "much");
  app_test_picture (GTK_WIDGET (self->window), "query-page-parameters");
  g_signal_emit_by_name (least, "activate");
  g_assert_nonnull (strstr (wait_for (view, "problem"), ":least: “much” is no number"));
  gtk_editable_set_text (GTK_EDITABLE (least), "300.5");
  g_signal_emit_by_name (least, "activate");
  wait_for (view, "result");
  count = get_cell (view);
  g_assert_cmpstr (count, ==, "17");
  activate (view, "queries.run");
  wait_for (view, "result");
}

static void
test_explains (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) runs = NULL;

  write_sql (view, "SELECT city.country, count(*) FROM sale JOIN city ON city.name = sale.city GROUP BY 1", 0);
  activate (view, "queries.explain");
  wait_for (view, "plan");
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (view), "Only files of this computer are read."));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (view), "sale (SQLite shop)"));
  app_test_picture (GTK_WIDGET (self->window), "query-page-plan");
  workspace = ask_workspace_open (self->path, NULL);
  runs = ask_workspace_list_query_runs (workspace, NULL, 0, NULL);
  g_assert_cmpuint (runs->len, ==, 0);
}

static gboolean
has_two_tabs (gpointer view)
{
  return ask_query_view_get_n_panes (view) == 2;
}

/* Another start finds the tabs as they were, with the cursor, and the one that was looked at. */
static void
test_restored (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);
  g_autofree char *text = NULL;
  g_autofree char *title = NULL;

  write_sql (view, "SELECT 1\n", 4);
  ask_query_pane_set_title (ask_query_view_get_pane (view), "Größen");
  activate (view, "queries.new");
  write_sql (view, "SELECT 2", 6);
  ask_window_show_page (self->window, "ask");
  app_test_pause (300);
  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = ask_window_new (NULL, self->path);
  gtk_window_present (GTK_WINDOW (self->window));
  view = open_page (self);
  g_assert_true (app_test_wait (has_two_tabs, view));
  text = ask_sql_editor_dup_whole (ask_query_pane_get_editor (ask_query_view_get_pane (view)));
  g_assert_cmpstr (text, ==, "SELECT 2");
  g_assert_cmpint (ask_sql_editor_get_cursor (ask_query_pane_get_editor (ask_query_view_get_pane (view))), ==, 6);
  app_test_wait_for_words (view, "Größen");
  title = ask_query_pane_dup_title (ask_query_view_get_pane (view));
  g_assert_cmpstr (title, ==, "SELECT 2");
}

static void
test_closed (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);
  g_autofree char *empty = NULL;
  g_autofree char *back = NULL;

  write_sql (view, "SELECT 'precious'", 0);
  activate (view, "queries.new");
  write_sql (view, "SELECT 'dear'", 0);
  activate (view, "queries.close");
  activate (view, "queries.close");
  g_assert_cmpuint (ask_query_view_get_n_panes (view), ==, 1);
  empty = ask_sql_editor_dup_whole (ask_query_pane_get_editor (ask_query_view_get_pane (view)));
  g_assert_cmpstr (empty, ==, "");
  app_test_wait_for_words (view, "Tab closed");
  activate (view, "queries.reopen");
  g_assert_cmpuint (ask_query_view_get_n_panes (view), ==, 2);
  back = ask_sql_editor_dup_whole (ask_query_pane_get_editor (ask_query_view_get_pane (view)));
  g_assert_cmpstr (back, ==, "SELECT 'precious'");
  activate (view, "queries.reopen");
  g_assert_cmpuint (ask_query_view_get_n_panes (view), ==, 3);
  g_clear_pointer (&back, g_free);
  back = ask_sql_editor_dup_whole (ask_query_pane_get_editor (ask_query_view_get_pane (view)));
  g_assert_cmpstr (back, ==, "SELECT 'dear'");
}

static void
test_history (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);
  GtkWidget *history = app_test_find (GTK_WIDGET (view), ASK_TYPE_QUERY_HISTORY, NULL);
  GtkWidget *search, *list;
  g_autofree char *text = NULL;

  write_sql (view, "SELECT name FROM city", 0);
  activate (view, "queries.run");
  wait_for (view, "result");
  write_sql (view, "SELECT moth FROM sale", 0);
  activate (view, "queries.run");
  wait_for (view, "problem");
  activate (view, "queries.new");
  gtk_popover_popup (GTK_POPOVER (history));
  app_test_wait_for_words (history, "SELECT moth FROM sale");
  g_assert_true (app_test_shows (history, "3 rows"));
  app_test_picture (history, "query-page-history");
  search = app_test_find (history, GTK_TYPE_SEARCH_ENTRY, "Search What Was Run");
  gtk_editable_set_text (GTK_EDITABLE (search), "CITY name");
  app_test_wait_for_no_words (history, "SELECT moth FROM sale");
  list = app_test_find (history, GTK_TYPE_LIST_BOX, "What was run");
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0));
  text = ask_sql_editor_dup_whole (ask_query_pane_get_editor (ask_query_view_get_pane (view)));
  g_assert_cmpstr (text, ==, "SELECT name FROM city");
  g_assert_cmpuint (ask_query_view_get_n_panes (view), ==, 2);
}

/* A hand on the keyboard alone: typed, completed, run, stopped at once by nothing. */
static void
test_typed (AppTest *self, gconstpointer data)
{
  AskQueryView *view = open_page (self);
  g_autofree char *cell = NULL;

  if (!app_keys_are_there ())
    return;
  gtk_widget_grab_focus (GTK_WIDGET (view));
  app_keys_run (GTK_WIDGET (self->window), "type --delay 40 SELECT");
  app_keys_run (GTK_WIDGET (self->window), "key space type --delay 40 country");
  app_keys_run (GTK_WIDGET (self->window), "key space type --delay 40 FROM");
  app_keys_run (GTK_WIDGET (self->window), "key space type --delay 40 cit");
  app_keys_run (GTK_WIDGET (self->window), "sleep 0.3 key Down key Return sleep 0.2 key ctrl+Return");
  g_assert_true (g_str_has_prefix (wait_for (view, "result"), "3 rows"));
  cell = get_cell (view);
  g_assert_cmpstr (cell, ==, "France");
}

/* From elsewhere: in the tab where nothing stands, else in one of its own. */
static void
test_opened (AppTest *self, gconstpointer data)
{
  AskQueryView *view;
  g_autofree char *text = NULL;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-sql", "s", "SELECT 1");
  view = open_page (self);
  text = ask_sql_editor_dup_whole (ask_query_pane_get_editor (ask_query_view_get_pane (view)));
  g_assert_cmpstr (text, ==, "SELECT 1");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-sql", "s", "SELECT 2");
  g_assert_cmpuint (ask_query_view_get_n_panes (view), ==, 2);
}

/* The list has an end, and says how what is behind it is found. */
static void
test_long_history (AppTest *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *history, *search;
  AskQueryView *view;

  workspace = ask_workspace_open (self->path, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 230; i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT %d AS number", i);
      AskQueryRun run = { .sql = sql, .ran_at = G_USEC_PER_SEC * (i + 1), .n_rows = 1 };

      g_assert_true (ask_workspace_add_query_run (workspace, &run, &error));
    }
  view = open_page (self);
  history = app_test_find (GTK_WIDGET (view), ASK_TYPE_QUERY_HISTORY, NULL);
  gtk_popover_popup (GTK_POPOVER (history));
  app_test_wait_for_words (history, "SELECT 229 AS number");
  app_test_wait_for_words (history, "What is older is found by its words.");
  g_assert_false (app_test_shows (history, "SELECT 7 AS number"));
  search = app_test_find (history, GTK_TYPE_SEARCH_ENTRY, "Search What Was Run");
  gtk_editable_set_text (GTK_EDITABLE (search), "SELECT 7 AS");
  app_test_wait_for_words (history, "SELECT 7 AS number");
  app_test_wait_for_no_words (history, "What is older is found by its words.");
  gtk_popover_popdown (GTK_POPOVER (history));
  app_test_pause (100);
}

static char *
answer_values (const char *last_user, JsonObject *request, gpointer data)
{
  return g_strdup ("{\"1\": true, \"2\": false, \"3\": false}");
}

/* What a function of the statement was asked is shown beside its rows, with each answer. */
static void
test_asked (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestModel) model = ask_test_model_new_func (answer_values, NULL);
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  AskQueryView *view = open_page (self);
  GtkWidget *title, *grid;
  AskRows *rows;

  app_test_share (workspace, "sale", "city");
  g_assert_true (ask_workspace_set_setting (workspace, "model/url", ask_test_model_get_url (model), NULL)
                 && ask_workspace_set_setting (workspace, "model/name", "scripted", NULL));
  write_sql (view, "SELECT count(*) FROM sale", 0);
  activate (view, "queries.run");
  wait_for (view, "result");
  g_assert_null (app_test_find_label (GTK_WIDGET (get_result (view)), "Functions"));
  write_sql (view, "SELECT DISTINCT city FROM sale WHERE llm_map('Is it in France?', city)", 0);
  activate (view, "queries.run");
  g_assert_true (g_str_has_prefix (wait_for (view, "result"), "1 row · "));
  ask_query_result_show_view (get_result (view), "asked");
  title = app_test_find_label (GTK_WIDGET (get_result (view)), "Asked scripted: Is it in France?");
  g_assert_nonnull (title);
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (get_result (view)), "3 values were needed."));
  grid = app_test_find (gtk_widget_get_parent (title), ASK_TYPE_GRID, NULL);
  rows = ask_grid_get_rows (ASK_GRID (grid));
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 3);
  g_assert_cmpstr (ask_rows_get_column (rows, 1)->name, ==, "Answer");
  app_test_looks (GTK_WIDGET (self->window), "query-page-asked");
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) APP_TEST_ADD ("/app/ask-query-page/" name, func, APP_TEST_SHOP)
  ADD ("the-statement-at-the-cursor-runs", test_runs);
  ADD ("what-functions-were-asked-is-shown", test_asked);
  ADD ("what-fails-says-why-and-what-helps", test_fails);
  ADD ("what-is-wrong-is-said-once", test_says_once);
  ADD ("what-runs-can-be-stopped", test_stops);
  ADD ("all-rows-come-when-they-are-wanted", test_fetches_all);
  ADD ("parameters-are-asked-for-and-kept", test_parameters);
  ADD ("explaining-shows-the-plan-and-runs-nothing", test_explains);
  ADD ("tabs-are-there-again-at-the-next-start", test_restored);
  ADD ("a-closed-tab-can-be-had-back", test_closed);
  ADD ("what-was-run-comes-back-by-a-click", test_history);
  ADD ("a-long-history-says-how-the-rest-is-found", test_long_history);
  ADD ("sql-is-typed-and-run-by-keyboard", test_typed);
  ADD ("sql-from-elsewhere-has-a-tab-of-its-own", test_opened);
#undef ADD
  return g_test_run ();
}
