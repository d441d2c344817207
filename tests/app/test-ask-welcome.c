/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first minute with an empty workspace: the sample, files that are dropped, other workspaces. It ends with an
 * answer.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-form.h"
#include "app/ask-workspaces.h"
#include "app/ask/ask-ask-view.h"
#include "app/welcome/ask-file-drop.h"
#include "app/welcome/ask-welcome.h"
#include "board/ask-board-export.h"
#include "source/ask-source-kinds.h"
#include "support/ask-test-kinds.h"

static GtkWidget *
find_row (GtkWidget *root, const char *title)
{
  GtkWidget *rows[64];
  guint n = app_test_find_all (root, GTK_TYPE_LIST_BOX_ROW, rows, G_N_ELEMENTS (rows));

  for (guint i = 0; i < n; i++)
    if (gtk_widget_get_mapped (rows[i])
        && (g_strcmp0 (g_object_get_data (G_OBJECT (rows[i]), "ask-question"), title) == 0
            || (ADW_IS_PREFERENCES_ROW (rows[i])
                && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (rows[i])), title) == 0)))
      return rows[i];
  return NULL;
}

/* As a click or Enter does. */
static void
activate (GtkWidget *root, const char *title)
{
  GtkWidget *row = find_row (root, title);

  g_assert_nonnull (row);
  g_assert_true (gtk_widget_activate (row));
}

static gboolean
has_answer (gpointer data)
{
  AskAskView *page = ASK_ASK_VIEW (ask_window_get_page (data, "ask"));
  AskAnswerCard *card = ask_ask_view_get_newest (page);
  const AskAnswer *answer = card != NULL ? ask_answer_card_get_answer (card) : NULL;

  return answer != NULL && answer->status == ASK_STATUS_ANSWERED && answer->rows != NULL
         && ask_rows_get_n_rows (answer->rows) > 0;
}

static guint
count_sources (AppTest *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  g_autoptr (GPtrArray) sources = workspace != NULL ? ask_workspace_list_sources (workspace, &error) : NULL;

  g_assert_no_error (error);
  return sources->len;
}

static gboolean
is_empty (gpointer data)
{
  return count_sources (data) == 0;
}

static void
test_sample (AppTest *self, gconstpointer data)
{
  GtkWidget *page = ask_window_get_page (self->window, "ask");
  const AskAnswer *answer;

  app_test_wait_for_words (page, "Try the Sample");
  g_assert_true (app_test_shows (page, "Open a File"));
  g_assert_true (app_test_shows (page, "Connect"));
  app_test_looks (GTK_WIDGET (self->window), "welcome");
  activate (page, "Try the Sample");
  app_test_wait_for_words (page, "How much did we sell each month in 2025?");
  g_assert_false (app_test_shows (page, "Open a File"));
  app_test_wait_for_words (page, "Your data can answer these:");
  app_test_looks (GTK_WIDGET (self->window), "welcome-sample");
  activate (page, "Revenue by product category in 2025");
  g_assert_true (app_test_wait (has_answer, self->window));
  answer = ask_answer_card_get_answer (ask_ask_view_get_newest (ASK_ASK_VIEW (page)));
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), >, 3);
  app_test_picture (GTK_WIDGET (self->window), "welcome-answer");
}

/* Every kind of source that is no file is behind Connect. */
static gboolean
is_shown (gpointer window)
{
  return gtk_widget_get_width (window) > 0;
}

static void
test_connect (AppTest *self, gconstpointer data)
{
  GtkWidget *page = ask_window_get_page (self->window, "ask");
  guint n, n_servers = 0;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);
  GtkWidget *button, *dialog;
  GMenuModel *menu;

  app_test_wait_for_words (page, "Connect");
  button = app_test_find (page, GTK_TYPE_MENU_BUTTON, "Connect");
  menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button));
  for (guint i = 0; i < n; i++)
    if (kinds[i]->nature != ASK_NATURE_FILE)
      {
        g_autoptr (GVariant) target
          = g_menu_model_get_item_attribute_value (menu, (int) n_servers++, G_MENU_ATTRIBUTE_TARGET, NULL);

        g_assert_cmpstr (g_variant_get_string (target, NULL), ==, kinds[i]->word);
      }
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, n_servers);
  activate (page, "Connect");
  app_test_wait_for_words (button, kinds[n - 1]->product);
  app_test_picture (GTK_WIDGET (self->window), "welcome-connect");
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  /* GDK complains of a pointer over a window that is gone; a popover and a dialog get the time to come and go. */
  app_test_pause (300);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.add-source", "s", "postgres"));
  dialog = app_test_wait_for_window (ASK_TYPE_ADD_SOURCE_DIALOG);
  g_assert_true (app_test_wait (is_shown, dialog));
  app_test_pause (300);
  gtk_window_destroy (GTK_WINDOW (dialog));
  app_test_pause (100);
}

static void
test_remove (AppTest *self, gconstpointer data)
{
  GtkWidget *page = ask_window_get_page (self->window, "ask");
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) verified = NULL;
  g_autoptr (GError) error = NULL;

  app_test_wait_for_words (page, "Try the Sample");
  activate (page, "Try the Sample");
  app_test_wait_for_words (page, "How much did we sell each month in 2025?");
  gtk_widget_activate (app_form_find_button (page, "Remove the Sample"));
  g_assert_true (app_test_wait (is_empty, self));
  app_test_wait_for_words (page, "Try the Sample");
  workspace = ask_workspace_open (self->path, &error);
  g_assert_no_error (error);
  verified = ask_workspace_list_verified (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (verified->len, ==, 0);
}

/* What was answered before is there again when no card stands on the page. */
static void
test_recent (AppTest *self, gconstpointer data)
{
  GtkWidget *page = ask_window_get_page (self->window, "ask");
  GtkWidget *card;

  app_test_wait_for_words (page, "Ask Your First Question");
  ask_ask_view_ask (ASK_ASK_VIEW (page), "How many sales are there?");
  g_assert_true (app_test_wait (has_answer, self->window));
  card = GTK_WIDGET (ask_ask_view_get_newest (ASK_ASK_VIEW (page)));
  g_signal_emit_by_name (card, "closed");
  app_test_wait_for_words (page, "Your newest answers:");
  g_assert_false (app_test_shows (page, "Ask Your First Question"));
  g_assert_true (app_test_shows (page, "360"));
  app_test_looks (GTK_WIDGET (self->window), "welcome-recent");
}

static gboolean
has_no_pin (gpointer page)
{
  return !app_test_shows (page, "Your pinned answers:");
}

/* An answer that is kept on the page stands there above the newest ones, once, until it is taken off; no board is needed. */
static void
test_pinned (AppTest *self, gconstpointer data)
{
  GtkWidget *page = ask_window_get_page (self->window, "ask");
  GtkWidget *card;

  ask_ask_view_ask (ASK_ASK_VIEW (page), "How many sales are there?");
  g_assert_true (app_test_wait (has_answer, self->window));
  card = GTK_WIDGET (ask_ask_view_get_newest (ASK_ASK_VIEW (page)));
  g_assert_true (gtk_widget_activate_action (card, "card.keep", NULL));
  app_test_wait_for_words (self->window, "Kept on the Ask page");
  g_signal_emit_by_name (card, "closed");
  app_test_wait_for_words (page, "Your pinned answers:");
  g_assert_true (app_test_shows (page, "360"));
  g_assert_false (app_test_shows (page, "Your newest answers:"));
  app_test_looks (GTK_WIDGET (self->window), "welcome-pinned");
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 700);
  g_signal_emit_by_name (app_test_find (page, GTK_TYPE_BUTTON, "Take it off this page"), "clicked");
  g_assert_true (app_test_wait (has_no_pin, page));
  app_test_wait_for_words (page, "Your newest answers:");
}

static GtkDropTarget *
find_target (GtkWidget *widget)
{
  GListModel *controllers = gtk_widget_observe_controllers (widget);
  GtkDropTarget *target = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && target == NULL; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        target = GTK_DROP_TARGET (controller);
    }
  g_object_unref (controllers);
  return target;
}

/* As the pointer lets them go over the window, held over it for a moment before. */
static void
drop (AppTest *self, const char *const *paths)
{
  GtkWidget *over = app_test_find (GTK_WIDGET (self->window), ASK_TYPE_FILE_DROP, NULL);
  GtkDropTarget *target = find_target (gtk_widget_get_parent (over));
  g_auto (GValue) value = G_VALUE_INIT;
  GSList *files = NULL;
  GdkDragAction action;
  gboolean taken = FALSE;

  for (guint i = 0; paths[i] != NULL; i++)
    files = g_slist_append (files, g_file_new_for_path (paths[i]));
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (files));
  g_slist_free_full (files, g_object_unref);
  g_assert_false (gtk_widget_get_visible (over));
  g_signal_emit_by_name (target, "enter", 10.0, 10.0, &action);
  g_assert_cmpint (action, ==, GDK_ACTION_COPY);
  g_assert_true (gtk_widget_get_visible (over));
  app_test_picture (GTK_WIDGET (self->window), "welcome-drop");
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_true (taken);
  g_assert_false (gtk_widget_get_visible (over));
}

static void
test_drop (AppTest *self, gconstpointer data)
{
  g_autofree char *table = g_build_filename (self->folder, "Prices 2025.csv", NULL);
  g_autofree char *database = g_build_filename (self->folder, "shop.db", NULL);
  g_autofree char *wrong = g_build_filename (self->folder, "picture.png", NULL);
  g_autofree char *api = g_build_filename (self->folder, "api.json", NULL);
  GtkWidget *page = ask_window_get_page (self->window, "ask");
  GtkWidget *dialog;

  app_test_exec (database, "CREATE TABLE sale (id INTEGER PRIMARY KEY, amount REAL, city TEXT);"
                           "INSERT INTO sale VALUES (1, 10, 'Lyon'), (2, 20, 'Porto');");
  g_assert_true (g_file_set_contents (table, "product,price\ntent,120\nboot,90\n", -1, NULL));
  g_assert_true (g_file_set_contents (wrong, "\x89PNG\r\n", -1, NULL));
  g_assert_true (
    g_file_set_contents (api, "{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}}", -1, NULL));
  app_test_wait_for_words (page, "Try the Sample");
  drop (self, (const char *const[]) { table, database, wrong, NULL });
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog)), "picture.png"));
  app_test_picture (dialog, "welcome-wrong");
  gtk_window_close (GTK_WINDOW (dialog));
  g_assert_cmpuint (count_sources (self), ==, 2);
  app_test_wait_for_words (page, "How many sales are there?");

  /* Once more: it is here already. */
  drop (self, (const char *const[]) { database, NULL });
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog)), "is here already"));
  gtk_window_close (GTK_WINDOW (dialog));
  app_test_wait_for_no_window (ADW_TYPE_MESSAGE_DIALOG);

  /* A document is for a person to look at: where its rows are, and which key it wants. */
  drop (self, (const char *const[]) { api, NULL });
  dialog = app_test_wait_for_window (ASK_TYPE_ADD_SOURCE_DIALOG);
  g_assert_cmpstr (app_form_get_typed (dialog, "OpenAPI document, a file or an address"), ==, api);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* A board that another AskData made is taken, and shown with what its tiles say. */
static void
test_board (AppTest *self, gconstpointer data)
{
  g_autofree char *elsewhere = g_build_filename (self->folder, "elsewhere.askdata", NULL);
  g_autofree char *path = g_build_filename (self->folder, "north.askboard", NULL);
  g_autofree char *broken = g_build_filename (self->folder, "broken.askboard", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (elsewhere, &error);
  g_autoptr (AskBoard) board = ask_board_new ("Northern sales");
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  GtkWidget *page = ask_window_get_page (self->window, "boards");
  GtkWidget *dialog;

  g_assert_no_error (error);
  ask_tile_set_text (ask_board_add_tile (board, ASK_TILE_HEADING, NULL), "What the north sells");
  g_assert_true (ask_board_save (board, workspace, "Made", &error));
  g_assert_no_error (error);
  g_assert_true (ask_board_export (board, workspace, &(AskBoardPicture) { .results = results }, path, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (broken, "no board", -1, NULL));
  app_test_wait_for_words (ask_window_get_page (self->window, "ask"), "Try the Sample");
  drop (self, (const char *const[]) { path, NULL });
  app_test_wait_for_words (page, "What the north sells");
  g_assert_true (gtk_widget_get_mapped (page));
  app_test_picture (GTK_WIDGET (self->window), "welcome-board");
  drop (self, (const char *const[]) { broken, NULL });
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_wait_for_words (dialog, "broken.askboard");
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_assert_cmpuint (count_sources (self), ==, 0);
}

/* A source that comes while answers stand on the page has its questions above them. */
static void
test_more (AppTest *self, gconstpointer data)
{
  g_autofree char *table = g_build_filename (self->folder, "trees.csv", NULL);
  GtkWidget *page = ask_window_get_page (self->window, "ask");

  g_assert_true (g_file_set_contents (table, "kind,height\noak,30\nfir,50\noak,20\nfir,45\n", -1, NULL));
  app_test_wait_for_words (page, "Ask Your First Question");
  ask_ask_view_ask (ASK_ASK_VIEW (page), "How many sales are there?");
  g_assert_true (app_test_wait (has_answer, self->window));
  ask_window_open_files (self->window, (const char *const[]) { table, NULL });
  app_test_wait_for_words (page, "How many trees are there?");
  app_test_picture (GTK_WIDGET (self->window), "welcome-more");
  activate (page, "How many trees are there?");
  app_test_wait_for_no_words (page, "Your data can answer these:");
}

static gboolean
count_windows (gpointer data)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  guint n = 0;

  for (GList *l = windows; l != NULL; l = l->next)
    n += ASK_IS_WINDOW (l->data);
  return n == GPOINTER_TO_UINT (data);
}

/* A workspace among dropped files has a window of its own, whose title says which. */
static void
test_workspace (AppTest *self, gconstpointer data)
{
  g_autofree char *other = g_build_filename (self->folder, "north.askdata", NULL);
  g_autoptr (GList) windows = NULL;
  GError *error = NULL;
  GtkWindow *window = NULL;

  ask_workspace_close (ask_workspace_open (other, &error));
  g_assert_no_error (error);
  ask_window_open_files (self->window, (const char *const[]) { other, NULL });
  g_assert_true (app_test_wait (count_windows, GUINT_TO_POINTER (2)));
  windows = gtk_window_list_toplevels ();
  for (GList *l = windows; l != NULL; l = l->next)
    if (ASK_IS_WINDOW (l->data) && l->data != (gpointer) self->window)
      window = l->data;
  g_assert_nonnull (strstr (gtk_window_get_title (window), "north"));
  /* The same once more is the same window. */
  ask_workspaces_open (GTK_WINDOW (self->window), other);
  g_assert_true (count_windows (GUINT_TO_POINTER (2)));
  gtk_window_close (window);
  g_assert_true (app_test_wait (count_windows, GUINT_TO_POINTER (1)));
}

static void
test_recent_workspaces (void)
{
  g_autoptr (GSettings) settings = g_settings_new (ASK_APP_ID);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *label = NULL;

  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *path = g_strdup_printf ("/data/area_%u.askdata", i);

      ask_workspaces_remember (settings, path);
    }
  ask_workspaces_remember (settings, "/data/area_7.askdata");
  ask_workspaces_fill_menu (menu, settings, "/data/area_11.askdata");
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (menu)), ==, 7);
  g_assert_true (g_menu_model_get_item_attribute (G_MENU_MODEL (menu), 0, G_MENU_ATTRIBUTE_LABEL, "s", &label));
  g_assert_cmpstr (label, ==, "area__7");
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-welcome/the-sample-is-two-clicks-from-an-answer", test_sample, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-welcome/connect-offers-every-kind-that-is-no-file", test_connect, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-welcome/the-sample-goes-with-its-questions", test_remove, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-welcome/the-newest-answers-stand-on-the-page", test_recent, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-welcome/a-pinned-answer-needs-no-board", test_pinned, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-welcome/dropped-files-are-added-and-wrong-ones-say-why", test_drop, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-welcome/a-dropped-board-is-taken-and-shown", test_board, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-welcome/a-new-source-suggests-questions-above-answers", test_more, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-welcome/a-workspace-opens-in-its-own-window", test_workspace, APP_TEST_SHOP);
  g_test_add_func ("/app/ask-welcome/recent-workspaces-are-the-last-ones", test_recent_workspaces);
  return g_test_run ();
}
