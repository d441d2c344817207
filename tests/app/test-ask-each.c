/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * “Ask of Each Row…” under a display: a scripted server answers about values; what is shown of it, what it costs, what is kept,
 * and what never leaves.
 */
#include "config.h"

#include <string.h>

#include "app-form.h"
#include "app-keys.h"
#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/explore/ask-browse-view.h"
#include "app/functions/ask-each-dialog.h"
#include "app/functions/ask-functions-window.h"
#include "app/grid/ask-grid.h"
#include "app/query/ask-query-view.h"
#include "app/schema/ask-schema-view.h"
#include "base/ask-json.h"
#include "board/ask-board.h"
#include "store/ask-workspace-functions.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-model.h"

/* @n_values: that the model was asked about; @n_claims: that it checked */
typedef struct
{
  AppTest app;
  AskTestModel *model;
  guint n_values;
  guint n_claims;
} Each;

/* Whether each value has an “o”; every claim holds. */
static char *
on_chat (const char *last_user, JsonObject *request, gpointer data)
{
  Each *self = data;
  g_autoptr (JsonNode) values = NULL;
  JsonObject *object;
  GString *reply;
  guint n;

  /* Rows, and not single values. */
  if (last_user[0] == '[')
    {
      self->n_claims++;
      return g_strdup ("{\"1\": true}");
    }
  values = ask_json_parse (last_user, -1, NULL);
  object = json_node_get_object (values);
  n = json_object_get_size (object);
  reply = g_string_new ("{");
  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);
      const char *value = json_object_get_string_member (object, number);

      g_string_append_printf (reply, "%s\"%u\": %s", i > 1 ? ", " : "", i,
                              strchr (value, 'o') != NULL ? "true" : "false");
    }
  self->n_values += n;
  return g_string_free (g_string_append_c (reply, '}'), FALSE);
}

/* @wishes: (nullable): "no-model", "unshared" */
static void
set_up (Each *self, gconstpointer wishes)
{
  g_autoptr (AskWorkspace) workspace = NULL;

  app_test_set_up (&self->app, APP_TEST_SHOP);
  self->model = ask_test_model_new_func (on_chat, self);
  workspace = ask_workspace_open (self->app.path, NULL);
  if (g_strcmp0 (wishes, "unshared") != 0)
    {
      app_test_share (workspace, "sale", "city");
      app_test_share (workspace, "sale", "month");
    }
  if (g_strcmp0 (wishes, "no-model") == 0)
    return;
  ask_workspace_set_setting (workspace, "model/url", ask_test_model_get_url (self->model), NULL);
  ask_workspace_set_setting (workspace, "model/name", "scripted", NULL);
}

static void
tear_down (Each *self, gconstpointer wishes)
{
  app_test_tear_down (&self->app, APP_TEST_SHOP);
  ask_test_model_free (self->model);
}

static gboolean
is_done (gpointer card)
{
  return !g_str_equal (ask_answer_card_get_state (card), "running");
}

static AskAskView *
get_page (Each *self)
{
  return ASK_ASK_VIEW (ask_window_get_page (self->app.window, "ask"));
}

/* Returns: the table of a card whose SQL that is */
static AskGrid *
run_card (Each *self, const char *sql)
{
  AskAnswerCard *card;

  gtk_widget_activate_action (GTK_WIDGET (self->app.window), "win.answer-sql", "s", sql);
  card = ask_ask_view_get_newest (get_page (self));
  g_assert_true (app_test_wait (is_done, card));
  ask_answer_card_show_view (card, "table");
  return ASK_GRID (app_test_find (GTK_WIDGET (card), ASK_TYPE_GRID, NULL));
}

/* Opens the dialog as the column's menu does. */
static AskEachDialog *
open_dialog (AskGrid *grid, guint column)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (grid), "grid.ask-each", "u", column));
  return ASK_EACH_DIALOG (app_test_wait_for_window (ASK_TYPE_EACH_DIALOG));
}

static gboolean
is_tried (gpointer form)
{
  return !ask_function_form_is_trying (form)
         && (ask_function_form_get_tried (form) != NULL || *ask_function_form_get_said (form) != '\0');
}

static AskFunctionForm *
try_it (AskEachDialog *dialog, const char *question)
{
  AskFunctionForm *form = ask_each_dialog_get_form (dialog);

  app_form_type (dialog, "_Question about each value", question);
  app_form_press (dialog, "Try on Five Values");
  g_assert_true (app_test_wait (is_tried, form));
  return form;
}

typedef struct
{
  AskAskView *page;
  AskAnswerCard *old;
} Cards;

static gboolean
has_new (gpointer data)
{
  const Cards *cards = data;

  return ask_ask_view_get_newest (cards->page) != cards->old;
}

/* Runs it, and returns the new card. */
static AskAnswerCard *
run_dialog (Each *self, AskEachDialog *dialog)
{
  Cards cards = { get_page (self), ask_ask_view_get_newest (get_page (self)) };

  app_form_press (dialog, "Run");
  g_assert_true (app_test_wait (has_new, &cards));
  app_test_wait_for_no_window (ASK_TYPE_EACH_DIALOG);
  return ask_ask_view_get_newest (get_page (self));
}

static gboolean
can_run (AskEachDialog *dialog)
{
  return gtk_widget_is_sensitive (app_form_find_button (dialog, "Run"));
}

/* Five values are asked about and shown, with what the others cost; then all are, and their answers are a column. */
static void
test_each (Each *self, gconstpointer data)
{
  AskGrid *grid = run_card (self, "SELECT id, city, amount FROM sale ORDER BY id");
  AskEachDialog *dialog = open_dialog (grid, 1);
  AskFunctionForm *form;
  AskAnswerCard *card;
  AskRows *rows;

  app_test_looks (GTK_WIDGET (dialog), "each-empty");
  app_form_choose (dialog, "_Answer", "Yes or no");
  /* Where nothing is asked there is nothing to run. */
  g_assert_false (can_run (dialog));
  app_form_type (dialog, "_Question about each value", "  ");
  g_assert_false (can_run (dialog));
  app_form_type (dialog, "_Question about each value", "Why?");
  g_assert_true (can_run (dialog));
  form = try_it (dialog, "Does it have an o?");
  g_test_message ("%s", ask_function_form_get_said (form));
  rows = ask_function_form_get_tried (form);
  g_assert_nonnull (rows);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, self->n_values);
  g_assert_true (app_test_shows (dialog, "Lyon"));
  g_assert_true (app_test_shows (dialog, "yes"));
  app_test_looks (GTK_WIDGET (dialog), "each-tried");
  card = run_dialog (self, dialog);
  g_assert_nonnull (
    strstr (ask_answer_card_get_answer (card)->sql, "llm_map('Does it have an o?', city, return_type => 'bool')"));
  rows = ask_answer_card_get_answer (card)->rows;
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, ask_rows_get_n_rows (ask_grid_get_rows (grid)));
  g_assert_cmpuint (ask_rows_get_n_columns (rows), ==, 4);
  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    {
      const AskValue *city = ask_rows_get (rows, i, 1);

      g_assert_cmpint (ask_rows_get (rows, i, 0)->integer, ==, ask_rows_get (ask_grid_get_rows (grid), i, 0)->integer);
      if (city->kind == ASK_VALUE_NULL)
        g_assert_cmpint (ask_rows_get (rows, i, 3)->kind, ==, ASK_VALUE_NULL);
      else
        g_assert_cmpint (ask_rows_get (rows, i, 3)->integer, ==, strchr (city->text, 'o') != NULL);
    }
  /* Each value once, in the trial or after it. */
  g_assert_cmpuint (self->n_values, ==, 3);
  app_test_looks (GTK_WIDGET (self->app.window), "each-answered");
}

/* Where there are more values the dialog says what they would cost, and nothing of them leaves before. */
static void
test_cost (Each *self, gconstpointer data)
{
  AskGrid *grid = run_card (self, "SELECT month, count(*) AS n FROM sale GROUP BY 1 ORDER BY n");
  AskEachDialog *dialog = open_dialog (grid, 0);
  AskFunctionForm *form = try_it (dialog, "Is it in summer?");
  g_autofree char *left = NULL;
  guint all = (guint) ask_rows_get_n_rows (ask_grid_get_rows (grid));

  g_assert_cmpuint (all, >, 5);
  g_assert_cmpuint (self->n_values, ==, 5);
  left = g_strdup_printf ("scripted: values to ask about %u, calls 1, ", all - 5);
  g_test_message ("%s", ask_function_form_get_said (form));
  g_assert_nonnull (strstr (ask_function_form_get_said (form), left));
  app_test_picture (GTK_WIDGET (dialog), "each-cost");
  run_dialog (self, dialog);
  g_assert_cmpuint (self->n_values, ==, all);
}

/* What a filter leaves out is not asked about. */
static void
test_filtered (Each *self, gconstpointer data)
{
  AskGrid *grid = run_card (self, "SELECT city FROM sale");
  AskTableWish *wish = ask_table_wish_new ();
  AskFilter *filter = ask_filter_new (0, ASK_FILTER_EQUALS);
  AskAnswerCard *card;
  AskEachDialog *dialog;

  filter->text = g_strdup ("lyon");
  ask_table_wish_take_filter (wish, filter);
  ask_grid_model_take_wish (ask_grid_get_model (grid), wish);
  dialog = open_dialog (grid, 0);
  try_it (dialog, "Does it have an o?");
  g_assert_true (app_test_shows (dialog, "All answers are there already"));
  card = run_dialog (self, dialog);
  g_assert_cmpuint (self->n_values, ==, 1);
  g_assert_cmpstr (ask_rows_get (ask_answer_card_get_answer (card)->rows, 0, 0)->text, ==, "Lyon");
}

/* With a name it is a function from then on. */
static void
test_keeps (Each *self, gconstpointer data)
{
  AskEachDialog *dialog = open_dialog (run_card (self, "SELECT id, city FROM sale"), 1);
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->app.path, NULL);
  g_autoptr (GPtrArray) functions = NULL;
  AskAnswerCard *card;

  app_form_type (dialog, "_Question about each value", "Does it have an o?");
  app_form_type (dialog, "_Keep as a function, called", "count");
  app_form_press (dialog, "Run");
  app_test_wait_for_words (dialog, "SQL has a function count already. Choose another name.");
  app_form_type (dialog, "_Keep as a function, called", "has_o");
  card = run_dialog (self, dialog);
  g_assert_nonnull (strstr (ask_answer_card_get_answer (card)->sql, "has_o(city) AS has_o"));
  functions = ask_workspace_list_functions (workspace, NULL);
  g_assert_cmpuint (functions->len, ==, 1);
  g_assert_cmpstr (((AskOwnFunction *) functions->pdata[0])->question, ==, "Does it have an o?");
}

/* The SQL page, and Browse, offer it, too. */
static void
test_places (Each *self, gconstpointer data)
{
  GtkWidget *page = ask_window_get_page (self->app.window, "browse");
  AskEachDialog *dialog;
  AskAnswerCard *card;

  gtk_widget_activate_action (GTK_WIDGET (self->app.window), "win.browse", "s", "sale");
  app_test_wait_for_words (page, "first 100 rows");
  dialog = open_dialog (ASK_GRID (app_test_find (page, ASK_TYPE_GRID, NULL)), 1);
  try_it (dialog, "Does it have an o?");
  g_assert_nonnull (ask_function_form_get_tried (ask_each_dialog_get_form (dialog)));
  card = run_dialog (self, dialog);
  g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (card)->rows), ==, 360);
}

/* A claim is checked against the rows of a card, which have to be shared as ever. */
static void
check_claim (Each *self, const char *sql, const char *words)
{
  AskAnswerCard *card;
  Cards cards;
  GtkWidget *dialog;

  run_card (self, sql);
  cards = (Cards) { get_page (self), ask_ask_view_get_newest (get_page (self)) };
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (cards.old), "card.check", NULL));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (dialog, GTK_TYPE_ENTRY, "Claim")), "All of them are in Europe");
  app_test_picture (dialog, "claim");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "check");
  gtk_window_close (GTK_WINDOW (dialog));
  g_assert_true (app_test_wait (has_new, &cards));
  card = ask_ask_view_get_newest (get_page (self));
  g_assert_true (app_test_wait (is_done, card));
  g_assert_cmpstr (ask_answer_card_get_question (card), ==, "All of them are in Europe");
  app_test_wait_for_words (card, words);
  app_test_picture (GTK_WIDGET (self->app.window), "claim-answered");
}

static void
test_claim (Each *self, gconstpointer data)
{
  check_claim (self, "SELECT city FROM sale WHERE city LIKE 'L%'", "true");
  g_assert_cmpuint (self->n_claims, ==, 1);
}

static void
test_claim_unshared (Each *self, gconstpointer data)
{
  check_claim (self, "SELECT city FROM sale WHERE city LIKE 'L%'", "sale.city");
  g_assert_cmpuint (self->n_claims, ==, 0);
}

/* Nothing leaves, and a button leads to what would have to be shared. */
static void
test_unshared (Each *self, gconstpointer data)
{
  AskEachDialog *dialog = open_dialog (run_card (self, "SELECT id, city FROM sale"), 1);
  AskSchemaView *schema;

  try_it (dialog, "Does it have an o?");
  g_assert_true (app_test_shows (dialog, "sale.city"));
  g_assert_cmpuint (self->n_values, ==, 0);
  app_test_looks (GTK_WIDGET (dialog), "each-refused");
  app_form_press (dialog, "Show the Attribute in Schema");
  app_test_wait_for_no_window (ASK_TYPE_EACH_DIALOG);
  schema = ASK_SCHEMA_VIEW (ask_window_get_page (self->app.window, "schema"));
  app_test_wait_for_words (schema, "Values may reach a model");
  g_assert_cmpint (ask_canvas_get_selected (ask_schema_view_get_canvas (schema))->hit, ==, ASK_DIAGRAM_ROW);
}

static void
test_no_model (Each *self, gconstpointer data)
{
  AskEachDialog *dialog = open_dialog (run_card (self, "SELECT id, city FROM sale"), 1);

  try_it (dialog, "Does it have an o?");
  g_assert_true (app_test_shows (dialog, "No language model is set"));
  app_test_wait_for_words (dialog, "Open Preferences");
  app_form_find_button (dialog, "Open Preferences");
  app_test_picture (GTK_WIDGET (dialog), "each-no-model");
  /* Nothing is asked yet. */
  app_form_type (dialog, "_Question about each value", "");
  app_form_press (dialog, "Try on Five Values");
  app_test_wait_for_words (dialog, "Write a question first.");
}

static gboolean
has_functions (gpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (((Each *) data)->app.path, NULL);
  g_autoptr (GPtrArray) functions = ask_workspace_list_functions (workspace, NULL);

  return functions->len > 0;
}

static gboolean
has_none (gpointer data)
{
  return !has_functions (data);
}

/* A function is defined, tried beside its definition, kept, removed, and brought back. */
static void
test_functions (Each *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->app.path, NULL);
  g_autoptr (GPtrArray) versions = NULL;
  const AskOwnFunction *newest;
  GtkWidget *window, *form;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->app.window), "win.show-functions", NULL));
  window = app_test_wait_for_window (ASK_TYPE_FUNCTIONS_WINDOW);
  app_test_wait_for_words (window, "No Functions Yet");
  app_form_press (window, "New Function");
  app_test_wait_for_words (window, "Name in SQL");
  app_form_type (window, "_Name in SQL", "has_o");
  app_form_choose (window, "Tried _on", "sale.city");
  app_form_choose (window, "_Answer", "Yes or no");
  app_form_type (window, "_Question about each value", "Does it have an o?");
  app_form_type (window, "_Examples: value=answer, with semicolons between", "Rome=true; Ulm=false");
  app_form_press (window, "Try on Five Values");
  form = app_test_find (window, ASK_TYPE_FUNCTION_FORM, NULL);
  g_assert_true (app_test_wait (is_tried, form));
  g_test_message ("%s", ask_function_form_get_said (ASK_FUNCTION_FORM (form)));
  g_assert_cmpuint (ask_rows_get_n_rows (ask_function_form_get_tried (ASK_FUNCTION_FORM (form))), ==, 3);
  app_test_picture (window, "functions-edit");
  app_form_press (window, "Save");
  app_test_wait_for_words (window, "Version 1: Does it have an o?");
  app_test_looks (window, "functions-list");
  gtk_widget_activate (app_test_find (window, GTK_TYPE_BUTTON, "Remove has_o"));
  g_assert_true (app_test_wait (has_none, self));
  app_test_wait_for_words (window, "Undo");
  app_form_press (window, "Undo");
  g_assert_true (app_test_wait (has_functions, self));
  app_test_wait_for_words (window, "Version 3: Does it have an o?");
  versions = ask_workspace_list_function_versions (workspace, "has_o", NULL);
  newest = versions->pdata[0];
  g_assert_cmpstr (newest->type, ==, "bool");
  g_assert_cmpuint (newest->examples->len, ==, 4);
  g_assert_cmpstr (newest->examples->pdata[2], ==, "Ulm");
  /* What goes wrong is told, too: somebody else removed it meanwhile. */
  g_assert_true (ask_workspace_remove_function (workspace, "has_o", NULL));
  gtk_widget_activate (app_test_find (window, GTK_TYPE_BUTTON, "Remove has_o"));
  app_test_wait_for_words (window, "There is no function has_o.");
  gtk_window_close (GTK_WINDOW (window));
}

#define ADD(path, func, wishes) g_test_add (path, Each, wishes, set_up, func, tear_down)

static GtkSwitch *
find_switch (GtkWidget *window)
{
  return GTK_SWITCH (app_test_find (window, GTK_TYPE_SWITCH, "Let starts_b start its program"));
}

static gboolean
is_ready (gpointer window)
{
  GtkSwitch *found = find_switch (window);

  return found != NULL && gtk_widget_get_sensitive (GTK_WIDGET (found));
}

static gboolean
is_on (gpointer window)
{
  return gtk_switch_get_state (find_switch (window));
}

/* A program is defined, shown with its files before it is turned on, and then tried on five values like any other. */
static void
test_program (Each *self, gconstpointer data)
{
  g_autofree char *settings = g_dir_make_tmp ("askdata-programs-XXXXXX", NULL);
  g_autofree char *script = g_build_filename (settings, "b.sh", NULL);
  g_autofree char *command = g_strdup_printf ("sh %s", script);
  GtkWidget *window, *form, *dialog;
  AskRows *rows;

  g_setenv ("XDG_CONFIG_HOME", settings, TRUE);
  g_assert_true (
    g_file_set_contents (script, "while read -r line; do case \"$line\" in *Porto*) echo 1;; *) echo 0;; esac; done\n",
                         -1, NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->app.window), "win.show-functions", NULL));
  window = app_test_wait_for_window (ASK_TYPE_FUNCTIONS_WINDOW);
  app_test_wait_for_words (window, "No Functions Yet");
  app_form_press (window, "New Function");
  app_test_wait_for_words (window, "Name in SQL");
  app_form_type (window, "_Name in SQL", "starts_b");
  app_form_choose (window, "Tried _on", "sale.city");
  app_form_choose (window, "Answered _by", "A program, for each value");
  app_form_press (window, "Try on Five Values");
  app_test_wait_for_words (window, "Write the command of a program first.");
  app_form_type (window, "C_ommand: a program and its arguments", command);
  app_test_looks (window, "functions-program");
  /* Nothing is started that nobody turned on. */
  app_form_press (window, "Try on Five Values");
  app_test_wait_for_words (window, "Save it first, and turn it on");
  app_form_press (window, "Save");
  g_assert_true (app_test_wait (is_ready, window));
  app_test_wait_for_words (window, "Would start ");
  g_assert_false (is_on (window));
  gtk_switch_set_active (find_switch (window), TRUE);
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_wait_for_words (dialog, script);
  app_test_wait_for_words (dialog, "SHA-256: ");
  app_test_picture (dialog, "functions-turn-on");
  app_form_press (dialog, "Cancel");
  app_test_wait_for_no_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_false (is_on (window));
  gtk_switch_set_active (find_switch (window), TRUE);
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_form_press (dialog, "Turn On");
  g_assert_true (app_test_wait (is_on, window));
  app_test_looks (window, "functions-list-program");
  gtk_widget_activate (app_test_find (window, GTK_TYPE_BUTTON, "Change starts_b"));
  app_test_wait_for_words (window, "Name in SQL");
  app_form_choose (window, "Tried _on", "sale.city");
  app_form_type (window, "_Question about each value", "Does it begin so?");
  app_form_press (window, "Try on Five Values");
  form = app_test_find (window, ASK_TYPE_FUNCTION_FORM, NULL);
  g_assert_true (app_test_wait (is_tried, form));
  g_test_message ("%s", ask_function_form_get_said (ASK_FUNCTION_FORM (form)));
  rows = ask_function_form_get_tried (ASK_FUNCTION_FORM (form));
  g_assert_nonnull (rows);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 3);
  for (gsize i = 0; i < 3; i++)
    g_assert_cmpint (ask_rows_get (rows, i, 1)->integer, ==, g_str_equal (ask_rows_get (rows, i, 0)->text, "Porto"));
  g_assert_cmpuint (self->n_values, ==, 0);
  gtk_window_close (GTK_WINDOW (window));
  app_test_wait_for_no_window (ASK_TYPE_FUNCTIONS_WINDOW);
  ask_test_folder_remove (settings);
}

/* @data: gets the window */
static gboolean
is_asked (gpointer data)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *i = windows; i != NULL; i = i->next)
    if (g_strcmp0 (gtk_window_get_title (i->data), "Ask the Model") == 0)
      {
        *(GtkWidget **) data = i->data;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_shown (gpointer window)
{
  return app_test_shows (window, "the model took");
}

/* A tile asks nobody by itself; a person who has seen what leaves may let it. */
static void
test_board (Each *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->app.path, NULL);
  g_autoptr (AskBoard) board = ask_board_new ("Towns");
  g_autoptr (GError) error = NULL;
  GtkWidget *window = GTK_WIDGET (self->app.window), *gate;
  AskTile *tile;

  app_test_share (workspace, "city", "name");
  tile = ask_board_add_tile (board, ASK_TILE_ANSWER, NULL);
  ask_tile_set_sql (tile, "SELECT count(*) AS n FROM city WHERE llm_map('Has it an o?', name)");
  ask_tile_set_title (tile, "With an o");
  g_assert_true (ask_board_save (board, workspace, "test", &error));
  g_assert_no_error (error);
  g_assert_true (gtk_widget_activate_action (window, "win.open-board", "x", board->id));
  app_test_wait_for_words (window, "With an o");
  gtk_widget_activate (app_test_find (window, GTK_TYPE_BUTTON, "Run all tiles"));
  app_test_wait_for_words (window, "would be asked about 3 more values");
  g_assert_cmpuint (self->n_values, ==, 0);
  app_test_looks (window, "board-ask-model");
  app_form_press (window, "Ask the Model…");
  g_assert_true (app_test_wait (is_asked, &gate));
  g_assert_true (app_test_shows (gate, "Values go to the model: 3."));
  app_test_picture (gate, "board-ask-model-gate");
  app_form_press (gate, "Run");
  g_assert_true (app_test_wait (is_shown, window));
  g_assert_cmpuint (self->n_values, ==, 3);
  app_test_looks (window, "board-asked");
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
  ADD ("/app/ask-each/answers-are-a-column", test_each, NULL);
  ADD ("/app/ask-each/the-cost-of-all-is-shown-first", test_cost, NULL);
  ADD ("/app/ask-each/a-filter-says-which-rows", test_filtered, NULL);
  ADD ("/app/ask-each/it-is-kept-as-a-function", test_keeps, NULL);
  ADD ("/app/ask-each/browse-offers-it", test_places, NULL);
  ADD ("/app/ask-each/nothing-leaves-that-is-not-shared", test_unshared, "unshared");
  ADD ("/app/ask-each/functions-are-defined-and-removed", test_functions, NULL);
  ADD ("/app/ask-each/a-program-is-turned-on-and-tried", test_program, NULL);
  ADD ("/app/ask-each/a-claim-is-checked", test_claim, NULL);
  ADD ("/app/ask-each/a-claim-sends-nothing-that-is-not-shared", test_claim_unshared, "unshared");
  ADD ("/app/ask-each/without-a-model", test_no_model, "no-model");
  ADD ("/app/ask-each/a-tile-asks-a-model-once-a-person-has-seen-what-leaves", test_board, NULL);
  return g_test_run ();
}
