/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window that says how an answer came about, where APIs and database servers were asked: what
 * the trace holds is shown, what an older trace lacks is left out.
 */
#include "config.h"

#include "app/steps/ask-steps-window.h"

#include <string.h>

#include "app-test.h"
#include "app/grid/ask-grid.h"
#include "app/sql/ask-sql-view.h"
#include "store/ask-workspace.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-kinds.h"

static GtkWidget *
open_window (AskAnswer *answer, guint step)
{
  g_autoptr (AskOutcome) outcome = ask_outcome_new (answer, NULL);
  GtkWidget *window = ask_steps_window_new (outcome, NULL);

  gtk_window_present (GTK_WINDOW (window));
  ask_steps_window_select (ASK_STEPS_WINDOW (window), step);
  app_test_pause (100);
  return window;
}

/* Opens the fold of that title, and closes all others. */
static gboolean
unfold (GtkWidget *window, const char *title)
{
  GtkWidget *folds[8];
  guint n = app_test_find_all (window, GTK_TYPE_EXPANDER, folds, G_N_ELEMENTS (folds));
  gboolean found = FALSE;

  for (guint i = 0; i < n; i++)
    {
      GtkExpander *fold = GTK_EXPANDER (folds[i]);
      gboolean is_it = g_strcmp0 (gtk_expander_get_label (fold), title) == 0;

      gtk_expander_set_expanded (fold, is_it);
      found = found || is_it;
    }
  app_test_pause (100);
  return found;
}

static gboolean
shows_sql (GtkWidget *window, const char *part)
{
  GtkWidget *views[16];
  guint n = app_test_find_all (window, GTK_TYPE_TEXT_VIEW, views, G_N_ELEMENTS (views));

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = NULL;

      g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (views[i])), "text", &text, NULL);
      if (strstr (text, part) != NULL)
        return TRUE;
    }
  return FALSE;
}

static AskAnswer *
answer_with (const char *fields)
{
  g_autofree char *json
    = g_strdup_printf ("{\"question\":\"q\",\"status\":\"answered\",\"answer\":{\"text\":\"t\",\"columns\":[],"
                       "\"rows\":[]},\"suggestions\":[],\"sources\":[],\"steps\":[{\"n\":1,\"kind\":\"sql\","
                       "\"title\":\"Runs the query\",\"detail\":\"\",\"elapsed_ms\":1,\"sql\":\"SELECT 1\"%s}],"
                       "\"stats\":{\"api_requests\":2}}",
                       fields);
  g_autoptr (GError) error = NULL;
  AskAnswer *answer = ask_answer_from_json (json, &error);

  g_assert_no_error (error);
  return answer;
}

static void
test_calls (void)
{
  GtkWidget *window
    = open_window (answer_with (
                     ",\"calls\":["
                     "{\"source\":\"api\",\"entity\":\"stock\",\"url\":\"/stock/1\",\"arguments\":\"id => 1\","
                     "\"status\":200,\"rows\":1,\"bytes\":9,\"elapsed_ms\":200},"
                     "{\"source\":\"api\",\"entity\":\"stock\",\"url\":\"/stock/2\",\"arguments\":\"id => 2\","
                     "\"status\":404,\"rows\":0,\"bytes\":9,\"elapsed_ms\":200},"
                     "{\"source\":\"api\",\"entity\":\"stock\",\"url\":\"/stock/3\",\"arguments\":\"id => 3\","
                     "\"status\":200,\"cached\":\"fresh\",\"rows\":1,\"bytes\":0,\"elapsed_ms\":0}]"),
                   0);

  g_assert_true (unfold (window, "3 calls"));
  g_assert_nonnull (app_test_find_label (window, "1 row · 0.2"));
  g_assert_nonnull (app_test_find_label (window, "no such row · 0.2"));
  g_assert_nonnull (app_test_find_label (window, "1 row · kept"));
  app_test_picture (window, "steps-calls");
  g_assert_false (unfold (window, "What ran where"));
  g_assert_nonnull (app_test_find_label (window, "Only what the sources were asked"));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What a query asked of a function is a line: the values that were sent, their answers, and each request below a fold. */
static void
test_function (void)
{
  static const char json[]
    = "{\"question\":\"q\",\"status\":\"answered\",\"answer\":{\"text\":\"t\",\"columns\":[],\"rows\":[]},"
      "\"suggestions\":[],\"sources\":[],\"steps\":[{\"n\":1,\"kind\":\"sql\",\"title\":\"Runs the query\","
      "\"detail\":\"\",\"elapsed_ms\":1,\"sql\":\"SELECT 1\"},"
      "{\"n\":2,\"kind\":\"function\",\"title\":\"Asked llama: Team?\",\"detail\":\"2 values were needed. 1 answer was kept "
      "from before.\",\"elapsed_ms\":900,\"function\":\"llm_map\",\"question\":\"Team?\",\"model\":\"llama\",\"n_values\":2,"
      "\"n_kept\":1,\"n_requests\":2,\"bytes\":900,\"requests\":[{\"values\":1,\"bytes\":500,\"elapsed_ms\":900},"
      "{\"values\":1,\"bytes\":400,\"elapsed_ms\":0,\"problem\":\"The server is busy.\"}],\"n_rows\":2,\"preview\":{\"columns\":["
      "{\"name\":\"name\",\"type\":\"text\"},{\"name\":\"answer\",\"type\":\"text\"},{\"name\":\"kept\",\"type\":\"boolean\"}],"
      "\"rows\":[[\"Judo\",\"no\",0],[\"Relay\",\"yes\",1]]}}],\"stats\":{\"bytes_sent\":900}}";
  g_autoptr (GError) error = NULL;
  AskAnswer *answer = ask_answer_from_json (json, &error);
  GtkWidget *window;
  AskRows *rows;

  g_assert_no_error (error);
  window = open_window (answer, 1);
  g_assert_nonnull (app_test_find_label (window, "Asked llama"));
  app_test_picture (window, "steps-function");
  rows = ask_grid_get_rows (ASK_GRID (app_test_find (window, ASK_TYPE_GRID, NULL)));
  g_assert_cmpstr (ask_rows_get_column (rows, 1)->name, ==, "Answer");
  g_assert_cmpstr (ask_rows_get_column (rows, 2)->name, ==, "Kept");
  g_assert_cmpstr (ask_rows_get (rows, 1, 0)->text, ==, "Relay");
  g_assert_cmpstr (ask_rows_get (rows, 0, 2)->text, ==, "no");
  g_assert_cmpstr (ask_rows_get (rows, 1, 2)->text, ==, "yes");
  g_assert_nonnull (app_test_find_label (window, "with values that may be shared"));
  g_assert_true (unfold (window, "2 requests"));
  g_assert_nonnull (app_test_find_label (window, "The server is busy."));
  app_test_picture (window, "steps-requests");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A turn of a model is one line; what went to it and what it was told are folds of that line. */
static void
test_turn (void)
{
  static const char *const json
    = "{\"question\":\"q\",\"status\":\"answered\",\"answer\":{\"text\":\"t\",\"columns\":[],\"rows\":[]},"
      "\"suggestions\":[],\"sources\":[],\"steps\":["
      "{\"n\":1,\"kind\":\"sent\",\"title\":\"Asked the model\",\"detail\":\"900 bytes went to it.\",\"elapsed_ms\":900},"
      "{\"n\":2,\"kind\":\"thought\",\"title\":\"Count by carrier\",\"detail\":\"Count by carrier, then compare.\"},"
      "{\"n\":3,\"kind\":\"temp\",\"title\":\"Count by carrier\",\"sql\":\"SELECT 1\",\"elapsed_ms\":100},"
      "{\"n\":4,\"kind\":\"observation\",\"title\":\"What the model was told\",\"detail\":\"2 rows.\"},"
      "{\"n\":5,\"kind\":\"answer\",\"title\":\"The answer\",\"detail\":\"DHL: 2\"}],\"stats\":{}}";
  g_autoptr (GError) error = NULL;
  AskAnswer *answer = ask_answer_from_json (json, &error);
  GtkWidget *window;
  GtkWidget *rows[8];

  g_assert_no_error (error);
  window = open_window (answer, 0);
  g_assert_cmpuint (app_test_find_all (window, GTK_TYPE_LIST_BOX_ROW, rows, G_N_ELEMENTS (rows)), ==, 2);
  g_assert_nonnull (app_test_find_label (window, "1  Count by carrier"));
  g_assert_nonnull (app_test_find_label (window, "Count by carrier, then compare."));
  g_assert_true (unfold (window, "SQL"));
  g_assert_true (unfold (window, "Asked the model"));
  g_assert_true (unfold (window, "What the model was told"));
  g_assert_nonnull (app_test_find_label (window, "2 rows."));
  app_test_picture (window, "steps-turn");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* More queries than are shown, and members that an answer of another version may lack. */
static void
test_many_queries (void)
{
  g_autoptr (GString) fields = g_string_new (",\"remote\":[{\"source\":\"shop\"},7");
  GtkWidget *window;

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (fields, ",{\"source\":\"shop\",\"sql\":\"SELECT %u\"}", i);
  g_string_append (fields, "],\"plan\":\"\"");
  window = open_window (answer_with (fields->str), 0);
  g_assert_true (unfold (window, "32 server queries"));
  g_assert_true (shows_sql (window, "SELECT 3"));
  g_assert_nonnull (app_test_find_label (window, "and 12 more"));
  g_assert_false (unfold (window, "What ran where"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_idle (gpointer model)
{
  return !ask_grid_model_is_busy (model);
}

/* Of a step's rows the first are kept. All of them are asked for, but where it read what another step had left. */
static void
test_cut_off (void)
{
  static const char *const json
    = "{\"question\":\"q\",\"status\":\"answered\",\"answer\":{\"text\":\"t\",\"columns\":[],\"rows\":[]},"
      "\"suggestions\":[],\"sources\":[],\"stats\":{},\"steps\":["
      "{\"n\":1,\"kind\":\"temp\",\"title\":\"Takes the long ones\",\"sql\":\"SELECT id FROM long_sale\",\"n_rows\":3000,"
      "\"temp_table\":\"long_ones\",\"preview\":{\"columns\":[{\"name\":\"id\",\"type\":\"INTEGER\"}],\"rows\":[[1],[2]]}},"
      "{\"n\":2,\"kind\":\"sql\",\"title\":\"Counts them\",\"sql\":\"SELECT id FROM \\\"Long_ones\\\"\",\"n_rows\":3000,"
      "\"preview\":{\"columns\":[{\"name\":\"id\",\"type\":\"INTEGER\"}],\"rows\":[[1],[2]]}}]}";
  g_autofree char *folder = g_dir_make_tmp ("askdata-steps-XXXXXX", NULL);
  g_autofree char *path = app_test_make_workspace (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOutcome) outcome = ask_outcome_new (ask_answer_from_json (json, &error), NULL);
  GtkWidget *window = ask_steps_window_new (outcome, path);

  g_assert_no_error (error);
  app_test_add_database (path, "long",
                         "CREATE TABLE long_sale (id INTEGER PRIMARY KEY);"
                         "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                         "INSERT INTO long_sale SELECT i FROM n");
  gtk_window_present (GTK_WINDOW (window));
  for (guint step = 0; step < 2; step++)
    {
      GtkWidget *grid = NULL;
      AskGridModel *model;

      ask_steps_window_select (ASK_STEPS_WINDOW (window), step);
      app_test_wait_for_words (window, "first 2 rows");
      g_assert_cmpuint (app_test_find_all (window, ASK_TYPE_GRID, &grid, 1), ==, 1);
      model = ask_grid_get_model (ASK_GRID (grid));
      gtk_widget_activate_action (grid, "grid.sort", "(ubb)", 0u, TRUE, FALSE);
      g_assert_true (app_test_wait (is_idle, model));
      g_assert_null (ask_grid_model_get_failure (model));
      g_assert_cmpint (ask_grid_model_is_asked (model), ==, step == 0);
      g_assert_cmpint (ask_arrangement_get (ask_grid_model_get_arrangement (model), 0, 0)->integer, ==,
                       step == 0 ? 3000 : 2);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  app_test_pause (100);
  app_test_remove_folder (folder);
}

static AskAnswer *
ask_across (const char *path, const char *uri)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, &error);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskVerified) verified = NULL;
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  AskAnswer *answer;

  g_assert_no_error (error);
  record
    = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_postgres_kind, "office", uri }, NULL, NULL, &error);
  g_assert_no_error (error);
  verified = ask_workspace_add_verified (
    workspace, "Sales by manager",
    "SELECT m.name, sum(s.amount) AS sales FROM manager AS m JOIN sale AS s ON s.city = m.city "
    "WHERE m.active GROUP BY m.name ORDER BY 2 DESC",
    &error);
  g_assert_no_error (error);
  answer = ask_agent_ask (workspace, NULL, "Sales by manager", &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (answer->n_rows, ==, 2);
  return answer;
}

static void
test_server (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestPostgres) server = ask_test_postgres_new (NULL, &reason);
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  GtkWidget *window;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  folder = g_dir_make_tmp ("askdata-steps-XXXXXX", NULL);
  path = app_test_make_workspace (folder);
  ask_test_postgres_exec (server, "CREATE TABLE manager (id int PRIMARY KEY, name text NOT NULL,"
                                  "  city text, active bool);"
                                  "INSERT INTO manager VALUES (1, 'Ada', 'Lyon', true),"
                                  "  (2, 'Bob', 'Porto', true), (3, 'Cem', 'Köln', false);"
                                  "ANALYZE");
  window = open_window (ask_across (path, ask_test_postgres_get_uri (server)), 1);
  g_assert_nonnull (app_test_find_label (window, "Only what the sources were asked"));
  g_assert_true (unfold (window, "1 server query"));
  g_assert_true (shows_sql (window, "\"manager\""));
  g_assert_nonnull (app_test_find_label (window, "office · "));
  app_test_picture (window, "steps-server");
  g_assert_true (unfold (window, "What ran where"));
  g_assert_nonnull (app_test_find_label (window, "office (PostgreSQL"));
  app_test_picture (window, "steps-plan");
  gtk_window_destroy (GTK_WINDOW (window));
  app_test_pause (100);
  app_test_remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-steps-window/a-turn-of-a-model-is-one-line", test_turn);
  g_test_add_func ("/app/ask-steps-window/calls-of-a-step-are-summed-up", test_calls);
  g_test_add_func ("/app/ask-steps-window/what-a-function-was-asked-is-a-line", test_function);
  g_test_add_func ("/app/ask-steps-window/more-queries-than-shown-are-counted", test_many_queries);
  g_test_add_func ("/app/ask-steps-window/rows-that-are-cut-off-are-asked-for", test_cut_off);
  g_test_add_func ("/app/ask-steps-window/a-server-s-query-is-shown-with-its-text", test_server);
  return g_test_run ();
}
