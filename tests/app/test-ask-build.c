/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page where a query is built: by clicks, by its SQL, undone, as an answer, among the verified questions, narrow.
 */
#include "config.h"

#include "app-build.h"
#include "app-test.h"

#include <string.h>

#include "app/ask/ask-ask-view.h"
#include "app/explore/ask-browse-view.h"
#include "app/explore/ask-build-view.h"
#include "app/grid/ask-grid-private.h"
#include "app/grid/ask-grid.h"
#include "app/sql/ask-sql-editor.h"
#include "explore/ask-build.h"
#include "store/ask-workspace.h"

#define NARROW 400

static GtkWidget *
show (AppTest *self)
{
  GtkWidget *view;

  ask_window_show_page (self->window, "build");
  view = ask_window_get_page (self->window, "build");
  app_test_wait_for_words (view, "Build a Query");
  return view;
}

static GtkWidget *
find_entry (GtkWidget *view, const char *label)
{
  GtkWidget *entry = app_test_find (view, GTK_TYPE_ENTRY, label);

  g_assert_nonnull (entry);
  return entry;
}

static GtkWidget *
find_last_value (GtkWidget *view)
{
  GtkWidget *entries[40];
  guint n = app_test_find_all (view, GTK_TYPE_ENTRY, entries, G_N_ELEMENTS (entries));

  while (n > 0 && app_test_find (entries[n - 1], GTK_TYPE_ENTRY, "Value") == NULL)
    n--;
  g_assert_cmpuint (n, >, 0);
  return entries[n - 1];
}

static void
test_clicks (AppTest *self, gconstpointer data)
{
  GtkWidget *view = show (self);
  GtkWidget *row = app_test_find_label (view, "sale");

  app_test_picture (GTK_WIDGET (self->window), "build-choose");
  g_signal_emit_by_name (gtk_widget_get_ancestor (row, GTK_TYPE_LIST_BOX), "row-activated",
                         gtk_widget_get_ancestor (row, GTK_TYPE_LIST_BOX_ROW));
  app_build_wait_for_sql (view, "SELECT * FROM sale");
  app_test_wait_for_words (view, "Shown: sale.");

  app_build_add_step (view, ASK_BUILD_FILTER);
  app_test_wait_for_words (view, "Say what has to hold.");
  app_build_choose (view, "Column", 0, "amount");
  app_build_choose (view, "Comparison", 0, "is at least");
  gtk_editable_set_text (GTK_EDITABLE (find_entry (view, "Value")), "20");
  app_build_wait_for_sql (view, "SELECT * FROM sale WHERE amount >= 20");
  app_test_wait_for_words (view, "amount at least 20");

  app_build_add_step (view, ASK_BUILD_GROUP);
  app_build_click_words (view, "Add a Column");
  app_build_choose (view, "Column", 1, "city");
  app_build_add_step (view, ASK_BUILD_SUMMARISE);
  app_build_wait_for_sql (view, "SELECT city FROM sale WHERE amount >= 20 GROUP BY city");
}

static void
test_sql (AppTest *self, gconstpointer data)
{
  GtkWidget *view
    = app_build_open (self,
            "SELECT city, sum(amount) AS total FROM sale GROUP BY city HAVING sum(amount) > 10 ORDER BY total DESC");
  GtkWidget *editor = NULL;

  app_test_wait_for_words (view, "Largest first: total.");
  app_build_wait_for_sql (view,
                "SELECT city, sum(amount) AS total FROM sale GROUP BY city HAVING sum(amount) > 10 ORDER BY total "
                "DESC");
  g_assert_true (app_test_shows (view, "Filter Groups"));
  app_test_wait_for_words (view, "rows");
  app_test_picture (GTK_WIDGET (self->window), "build");

  /* What no step says stays SQL; what is undone are steps again. */
  app_test_find_all (view, ASK_TYPE_SQL_EDITOR, &editor, 1);
  ask_sql_editor_set_text (ASK_SQL_EDITOR (editor), "SELECT city FROM sale UNION SELECT name FROM city");
  app_test_wait_for_words (view, "No step says this part of the query: “UNION”.");
  app_test_picture (GTK_WIDGET (self->window), "build-refused");
  gtk_widget_activate_action (view, "build.undo", NULL);
  app_build_wait_for_sql (view,
                "SELECT city, sum(amount) AS total FROM sale GROUP BY city HAVING sum(amount) > 10 ORDER BY total "
                "DESC");
  app_test_wait_for_no_words (view, "No step says");
  ask_sql_editor_set_text (ASK_SQL_EDITOR (editor), "SELECT city FROM sale LIMIT 3");
  app_test_wait_for_no_words (view, "No step says");
  app_test_wait_for_words (view, "Rows at most");
  gtk_widget_activate_action (view, "build.undo", NULL);
  app_build_wait_for_sql (view,
                "SELECT city, sum(amount) AS total FROM sale GROUP BY city HAVING sum(amount) > 10 ORDER BY total "
                "DESC");
  gtk_widget_activate_action (view, "build.redo", NULL);
  app_build_wait_for_sql (view, "SELECT city FROM sale LIMIT 3");
}

/* A query that no steps say, and none before it. */
static void
test_only_sql (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "SELECT city FROM sale UNION SELECT name FROM city");

  app_test_wait_for_words (view, "No step says this part of the query: “UNION”.");
  g_assert_null (app_test_find_label (view, "Rows of"));
  gtk_widget_activate_action (view, "build.show-rows", NULL);
  app_test_wait_for_words (view, "3 rows");
  app_build_open (self, "sale");
  app_build_wait_for_sql (view, "SELECT * FROM sale");
  app_test_wait_for_no_words (view, "No step says");
}

static void
test_steps (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "SELECT * FROM sale WHERE amount > 1 AND id > 2");
  GtkWidget *found[8];

  app_build_wait_for_sql (view, "SELECT * FROM sale WHERE amount > 1 AND id > 2");
  app_build_click (app_test_find (view, GTK_TYPE_BUTTON, "Move this step down"));
  app_build_wait_for_sql (view, "SELECT * FROM sale WHERE id > 2 AND amount > 1");
  g_assert_cmpuint (app_test_find_all (view, GTK_TYPE_SWITCH, found, G_N_ELEMENTS (found)), ==, 2);
  gtk_switch_set_active (GTK_SWITCH (found[0]), FALSE);
  app_build_wait_for_sql (view, "SELECT * FROM sale WHERE amount > 1");
  gtk_widget_activate_action (view, "build.undo", NULL);
  app_build_wait_for_sql (view, "SELECT * FROM sale WHERE id > 2 AND amount > 1");
  app_build_click (app_test_find (view, GTK_TYPE_BUTTON, "Remove this step"));
  app_build_wait_for_sql (view, "SELECT * FROM sale WHERE amount > 1");
  app_build_click_words (view, "Or …");
  app_build_choose (view, "Column", 1, "city");
  gtk_editable_set_text (GTK_EDITABLE (find_last_value (view)), "Paris");
  app_build_wait_for_sql (view, "SELECT * FROM sale WHERE amount > 1 OR city = 'Paris'");
}

typedef struct
{
  GtkWidget *view;
  guint n_columns;
} Shown;

/* Whether a table with as many columns is seen. */
static gboolean
shows_columns (gpointer data)
{
  const Shown *shown = data;
  GtkWidget *grids[16];
  guint n = app_test_find_all (shown->view, ASK_TYPE_GRID, grids, G_N_ELEMENTS (grids));

  for (guint i = 0; i < n; i++)
    {
      AskRows *rows = ask_grid_get_rows (ASK_GRID (grids[i]));

      if (gtk_widget_get_mapped (grids[i]) && rows != NULL && ask_rows_get_n_columns (rows) == shown->n_columns)
        return TRUE;
    }
  return FALSE;
}

static void
test_preview (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "SELECT city, count(*) AS n FROM sale WHERE amount > 1 GROUP BY city");
  GtkWidget *eye;

  app_build_wait_for_sql (view, "SELECT city, count(*) AS n FROM sale WHERE amount > 1 GROUP BY city");
  eye = app_test_find (view, GTK_TYPE_TOGGLE_BUTTON, "Show rows up to this step");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (eye), TRUE);
  g_assert_true (app_test_wait (shows_columns, &(Shown) { view, 4 }));
  g_assert_true (app_test_wait (shows_columns, &(Shown) { view, 2 }));
  app_test_picture (GTK_WIDGET (self->window), "build-preview");
}

static gboolean
is_idle (gpointer model)
{
  return !ask_grid_model_is_busy (model);
}

/* The grid that is seen with so many first rows. */
static GtkWidget *
wait_for_grid (GtkWidget *view, const char *words)
{
  GtkWidget *grids[16];
  guint n;

  app_test_wait_for_words (view, words);
  n = app_test_find_all (view, ASK_TYPE_GRID, grids, G_N_ELEMENTS (grids));
  for (guint i = 0; i < n; i++)
    if (gtk_widget_get_mapped (grids[i]) && app_test_find_label (grids[i], words) != NULL)
      return grids[i];
  g_assert_not_reached ();
}

/* Both of the page and of a step: what is largest lies where nobody has looked. */
static void
test_cut_off (AppTest *self, gconstpointer data)
{
  static const char *const first[] = { "first 200 rows", "first 10 rows" };
  GtkWidget *view;

  app_test_add_database (self->path, "long",
                         "CREATE TABLE long_sale (id INTEGER PRIMARY KEY, town TEXT);"
                         "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                         "INSERT INTO long_sale SELECT i, iif(i % 1000 = 0, 'Köln', 'Oslo') FROM n");
  ask_session_changed (ask_window_get_session (self->window));
  view = app_build_open (self, "SELECT id, town FROM long_sale WHERE id > 1");
  wait_for_grid (view, first[0]);
  app_test_wait_for_words (view, "The first 200 rows");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (
                                  app_test_find (view, GTK_TYPE_TOGGLE_BUTTON, "Show rows up to this step")),
                                TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    {
      GtkWidget *grid = wait_for_grid (view, first[i]);
      AskGridModel *model = ask_grid_get_model (ASK_GRID (grid));
      AskTableWish *wish = ask_table_wish_new ();

      ask_table_wish_set_search (wish, "koln");
      ask_table_wish_sort (wish, 0, TRUE, FALSE);
      ask_grid_model_take_wish (model, wish);
      g_assert_true (app_test_wait (is_idle, model));
      g_assert_null (ask_grid_model_get_failure (model));
      g_assert_cmpuint (ask_rows_get_n_rows (ask_grid_get_rows (ASK_GRID (grid))), ==, 3);
      g_assert_cmpint (ask_rows_get (ask_grid_get_rows (ASK_GRID (grid)), 0, 0)->integer, ==, 3000);
      app_test_wait_for_words (grid, "3 rows · by a query over all rows");
    }
  app_test_picture (GTK_WIDGET (self->window), "build-asked");
}

static void
test_join (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "sale");
  GtkWidget *dialog;
  GtkWidget *row;

  app_build_wait_for_sql (view, "SELECT * FROM sale");
  app_build_add_step (view, ASK_BUILD_JOIN);
  dialog = app_test_wait_for_window (ADW_TYPE_WINDOW);
  row = app_test_find_label (dialog, "city");
  g_assert_nonnull (row);
  app_test_picture (dialog, "build-join");
  g_signal_emit_by_name (gtk_widget_get_ancestor (row, GTK_TYPE_LIST_BOX), "row-activated",
                         gtk_widget_get_ancestor (row, GTK_TYPE_LIST_BOX_ROW));
  app_build_wait_for_sql (view, "SELECT * FROM sale JOIN city ON sale.city = city.name");
}

static void
test_calculated (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "sale");
  GtkWidget *line;

  app_build_wait_for_sql (view, "SELECT * FROM sale");
  app_build_add_step (view, ASK_BUILD_CALCULATE);
  gtk_editable_set_text (GTK_EDITABLE (find_entry (view, "Name of the column")), "taxed");
  line = find_entry (view, "What it computes: price * 1.19");
  gtk_widget_grab_focus (line);
  gtk_editable_set_text (GTK_EDITABLE (line), "amo");
  gtk_editable_set_position (GTK_EDITABLE (line), -1);
  gtk_editable_set_text (GTK_EDITABLE (line), "amount * 2");
  app_build_wait_for_sql (view, "SELECT *, amount * 2 AS taxed FROM sale");
  gtk_editable_set_text (GTK_EDITABLE (line), "amount *");
  app_test_wait_for_words (view, "“amount *” is no expression");
}

/* Filters follow while a person writes, also over a name that something else has. */
static void
test_renamed (AppTest *self, gconstpointer data)
{
  static const char *const typed[] = { "", "a", "amount", "amounts" };
  GtkWidget *view = app_build_open (self, "SELECT *, amount * 2 AS taxed FROM sale WHERE amount * 2 > 50");
  GtkWidget *entry;

  app_build_wait_for_sql (view, "SELECT *, amount * 2 AS taxed FROM sale WHERE taxed > 50");
  entry = find_entry (view, "Name of the column");
  gtk_widget_grab_focus (entry);
  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    gtk_editable_set_text (GTK_EDITABLE (entry), typed[i]);
  app_build_wait_for_sql (view, "SELECT *, amount * 2 AS amounts FROM sale WHERE amounts > 50");
  app_test_wait_for_words (view, "rows");
}

/* As the menu of a heading does it. */
static void
rename_column (GtkWidget *view, guint column, const char *name)
{
  GtkWidget *dialog;

  g_assert_true (gtk_widget_activate_action (view, "build.rename", "u", column));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  gtk_editable_set_text (GTK_EDITABLE (find_entry (dialog, "Name of the column")), name);
  app_test_picture (dialog, "build-rename");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  gtk_window_destroy (GTK_WINDOW (dialog));
  app_test_wait_for_no_window (ADW_TYPE_MESSAGE_DIALOG);
}

static void
test_renamed_by_clicks (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "SELECT city, sum(amount) AS total FROM sale GROUP BY city ORDER BY total DESC");
  GtkWidget *grid;

  app_build_wait_for_sql (view, "SELECT city, sum(amount) AS total FROM sale GROUP BY city ORDER BY total DESC");
  grid = wait_for_grid (view, "3 rows");
  ask_grid_menu_popup_column (ASK_GRID (grid), 1);
  app_test_wait_for_words (grid, "Rename…");
  app_test_picture (GTK_WIDGET (self->window), "build-rename-menu");
  rename_column (view, 1, "turnover");
  app_build_wait_for_sql (view, "SELECT city, sum(amount) AS turnover FROM sale GROUP BY city ORDER BY turnover DESC");
  /* What is refused is told, and changes nothing. */
  rename_column (view, 0, "turnover");
  app_test_wait_for_words (self->window, "There is a column “turnover” already.");
  gtk_widget_activate_action (view, "build.undo", NULL);
  app_build_wait_for_sql (view, "SELECT city, sum(amount) AS total FROM sale GROUP BY city ORDER BY total DESC");
}

/* Each suggestion is one click, and what it leads to runs. */
static void
test_next (AppTest *self, gconstpointer data)
{
  static const struct
  {
    const char *words;
    const char *sql;
  } clicks[] = {
    { "Count sales by month", "SELECT month, count(*) AS rows_counted FROM sale GROUP BY month" },
    { "Largest number of rows first",
      "SELECT month, count(*) AS rows_counted FROM sale GROUP BY month ORDER BY rows_counted DESC" },
    { "Also the sum of amount",
      "SELECT month, count(*) AS rows_counted, sum(amount) AS sum_of_amount FROM sale GROUP BY "
      "month ORDER BY rows_counted DESC" },
  };
  GtkWidget *view = app_build_open (self, "sale");

  app_build_wait_for_sql (view, "SELECT * FROM sale");
  for (guint i = 0; i < G_N_ELEMENTS (clicks); i++)
    {
      app_test_wait_for_words (view, clicks[i].words);
      if (i == 2)
        app_test_picture (GTK_WIDGET (self->window), "build-next");
      app_build_click_words (view, clicks[i].words);
      app_build_wait_for_sql (view, clicks[i].sql);
      app_test_wait_for_words (view, "12 rows");
    }
  /* Each is one edit. */
  gtk_widget_activate_action (view, "build.undo", NULL);
  app_build_wait_for_sql (view, clicks[1].sql);
}

static gboolean
is_answered (gpointer data)
{
  AskAnswerCard *card = ask_ask_view_get_newest (data);

  return card != NULL && strcmp (ask_answer_card_get_state (card), "running") != 0;
}

static void
test_ask (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "SELECT count(*) FROM sale");
  AskAskView *ask;
  const AskAnswer *answer;

  app_build_wait_for_sql (view, "SELECT count(*) FROM sale");
  gtk_widget_activate_action (view, "build.ask", NULL);
  ask = ASK_ASK_VIEW (ask_window_get_page (self->window, "ask"));
  g_assert_true (app_test_wait (is_answered, ask));
  answer = ask_answer_card_get_answer (ask_ask_view_get_newest (ask));
  g_assert_nonnull (answer);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (answer->sql, ==, "SELECT count(*) FROM sale");
  g_assert_cmpint (answer->history_id, >, 0);
  app_test_picture (GTK_WIDGET (self->window), "build-answer");

  /* Asked again it is the same query; and it can be built on. */
  gtk_widget_activate_action (GTK_WIDGET (ask_ask_view_get_newest (ask)), "card.ask-again", NULL);
  g_assert_true (app_test_wait (is_answered, ask));
  answer = ask_answer_card_get_answer (ask_ask_view_get_newest (ask));
  g_assert_nonnull (answer);
  g_assert_cmpstr (answer->sql, ==, "SELECT count(*) FROM sale");
  gtk_widget_activate_action (GTK_WIDGET (ask_ask_view_get_newest (ask)), "card.build", NULL);
  app_build_wait_for_sql (view, "SELECT count(*) FROM sale");
}

/* From the rows of an entity, and from the page where questions are asked. */
static void
test_ways_in (AppTest *self, gconstpointer data)
{
  GtkWidget *browse;
  GtkWidget *page;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.browse", "s", "city");
  browse = ask_window_get_page (self->window, "browse");
  app_test_wait_for_words (browse, "3 rows");
  page = ask_browse_view_get_page (ASK_BROWSE_VIEW (browse));
  gtk_widget_activate_action (page, "browse-page.build", NULL);
  app_build_wait_for_sql (ask_window_get_page (self->window, "build"), "SELECT * FROM city");
}

static gboolean
is_verified (gpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (data, NULL);
  g_autoptr (GPtrArray) pairs = ask_workspace_list_verified (workspace, NULL);

  for (guint i = 0; i < pairs->len; i++)
    if (strcmp (((const AskVerified *) pairs->pdata[i])->question, "How often was something sold?") == 0)
      return TRUE;
  return FALSE;
}

static void
test_verify (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "SELECT count(*) FROM sale");
  GtkWidget *dialog;

  app_build_wait_for_sql (view, "SELECT count(*) FROM sale");
  gtk_widget_activate_action (view, "build.verify", NULL);
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  gtk_editable_set_text (GTK_EDITABLE (find_entry (dialog, "Question")), "How often was something sold?");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  g_assert_true (app_test_wait (is_verified, self->path));
}

/* Values are those of the index; nobody asks a source for them. */
static void
test_values (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "SELECT * FROM sale WHERE city = 'x'");
  GtkWidget *entry;
  GtkWidget *offered;

  app_build_wait_for_sql (view, "SELECT * FROM sale WHERE city = 'x'");
  entry = find_entry (view, "Value");
  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "ly");
  app_test_wait_for_words (view, "Lyon");
  offered = app_test_find_label (gtk_widget_get_parent (gtk_widget_get_parent (entry)), "Lyon");
  g_assert_nonnull (offered);
  g_signal_emit_by_name (gtk_widget_get_ancestor (offered, GTK_TYPE_LIST_BOX), "row-activated",
                         gtk_widget_get_ancestor (offered, GTK_TYPE_LIST_BOX_ROW));
  app_build_wait_for_sql (view, "SELECT * FROM sale WHERE city = 'Lyon'");
}

static gboolean
is_in_drop_down (gpointer data)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (data));

  return focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_DROP_DOWN) != NULL;
}

/* A step that was added is where one goes on. */
static void
test_focus (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_build_open (self, "sale");

  app_build_wait_for_sql (view, "SELECT * FROM sale");
  app_build_add_step (view, ASK_BUILD_FILTER);
  g_assert_true (app_test_wait (is_in_drop_down, self->window));
  /* Other cards are made anew after an edit; the one in use is not. */
  app_build_choose (view, "Column", 0, "amount");
  app_test_wait_for_words (view, "Say what has to hold.");
  g_assert_true (is_in_drop_down (self->window));
  app_test_looks (GTK_WIDGET (self->window), "build");
}

/* More entities than the list has rows are counted, and a description is shown letter by letter. */
static void
test_many (AppTest *self, gconstpointer data)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  AskEntity *entity;
  GtkWidget *view;

  for (guint i = 0; i < 230; i++)
    g_string_append_printf (sql, "CREATE TABLE t%u (id INTEGER PRIMARY KEY);", i);
  app_test_add_database (self->path, "wide", sql->str);
  workspace = ask_workspace_open (self->path, &error);
  g_assert_no_error (error);
  schema = ask_workspace_load_schema (workspace, &error);
  g_assert_no_error (error);
  entity = ask_schema_find_entity (schema, "city");
  g_free (entity->description);
  entity->description = g_strdup ("Towns & <cities>");
  g_assert_true (ask_workspace_save_schema (workspace, schema, "Described", &error));
  g_assert_no_error (error);

  view = show (self);
  app_test_wait_for_words (view, "and 32 more");
  g_assert_true (app_test_shows (view, "Towns & <cities>"));
}

static void
test_narrow (AppTest *self, gconstpointer data)
{
  GtkWidget *view;
  int least;

  gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 800);
  view = app_build_open (self, "SELECT city, sum(amount) AS total FROM sale WHERE amount BETWEEN 1 AND 100 GROUP BY city");
  app_build_wait_for_sql (view, "SELECT city, sum(amount) AS total FROM sale WHERE amount BETWEEN 1 AND 100 GROUP BY city");
  app_test_wait_for_words (view, "rows");
  app_test_picture (GTK_WIDGET (self->window), "build-narrow");
  gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, NARROW);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-build/clicks-make-a-query", test_clicks, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/sql-becomes-steps-or-says-why-not", test_sql, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/a-query-that-is-only-sql-runs", test_only_sql, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/steps-are-moved-switched-and-removed", test_steps, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/a-step-shows-its-rows", test_preview, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/a-join-follows-a-relationship", test_join, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/rows-that-are-cut-off-are-asked-for", test_cut_off, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/a-column-is-calculated", test_calculated, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/what-uses-a-column-follows-its-name", test_renamed, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/a-column-is-renamed-at-its-heading", test_renamed_by_clicks, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/suggestions-lead-on-and-run", test_next, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/a-query-becomes-an-answer", test_ask, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/browsing-leads-to-it", test_ways_in, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/a-query-is-vouched-for", test_verify, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/values-are-completed-from-the-index", test_values, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/an-added-step-has-the-focus", test_focus, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/entities-without-a-row-are-counted", test_many, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-build/narrow-windows-put-sql-below", test_narrow, APP_TEST_SHOP);
  return g_test_run ();
}
