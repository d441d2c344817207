/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Choosers of files whose window closes before anybody chose: they go, and so does who asked.
 */
#include "config.h"

#include "app-card.h"
#include "app-test.h"
#include "app/board/ask-board-page.h"
#include "app/board/ask-boards-view.h"
#include "app/charts/ask-chart-saver.h"
#include "app/sources/ask-add-source-dialog.h"
#include "store/ask-workspace.h"

static gboolean
is_gone (gpointer owner)
{
  return *(GtkWidget **) owner == NULL && app_test_find_toplevel (GTK_TYPE_FILE_CHOOSER_DIALOG) == NULL;
}

/* @action: lets a person choose. Opens the chooser of @owner and closes all windows under it. */
static void
check (AppTest *test, GtkWidget *owner, const char *action, const char *parameter)
{
  GtkRoot *root = gtk_widget_get_root (owner);
  GtkWidget *weak = NULL;

  g_set_weak_pointer (&weak, owner);
  g_assert_true (gtk_widget_activate_action (owner, action, parameter != NULL ? "s" : NULL, parameter));
  app_test_wait_for_window (GTK_TYPE_FILE_CHOOSER_DIALOG);
  /* Of a dialog that stands before the window, first. */
  if (GTK_WINDOW (root) != GTK_WINDOW (test->window))
    gtk_window_destroy (GTK_WINDOW (root));
  gtk_window_destroy (GTK_WINDOW (test->window));
  g_assert_true (app_test_wait (is_gone, &weak));
  test->window = ask_window_new (NULL, test->path);
}

static void
test_window (AppTest *self, gconstpointer data)
{
  check (self, GTK_WIDGET (self->window), "win.open-file", NULL);
}

static void
test_workspace (AppTest *self, gconstpointer data)
{
  check (self, GTK_WIDGET (self->window), "win.open-workspace", NULL);
}

static void
test_table (AppTest *self, gconstpointer data)
{
  check (self, GTK_WIDGET (app_card_ask (self->window, "Sales by city", "answer")), "card.export-table", "csv");
}

static void
test_boards (AppTest *self, gconstpointer data)
{
  ask_window_show_page (self->window, "boards");
  check (self, ask_window_get_page (self->window, "boards"), "boards.import", NULL);
}

static gboolean
has_board (gpointer window)
{
  return app_test_find (window, ASK_TYPE_BOARD_PAGE, NULL) != NULL && app_test_shows (window, "Empty morning");
}

static void
test_board (AppTest *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskBoard) board = ask_board_new ("Empty morning");

  g_assert_nonnull (workspace);
  g_assert_true (ask_board_save (board, workspace, "Made", NULL));
  ask_window_show_page (self->window, "boards");
  ask_boards_view_open (ASK_BOARDS_VIEW (ask_window_get_page (self->window, "boards")), board->id);
  g_assert_true (app_test_wait (has_board, self->window));
  app_test_pause (200);
  check (self, app_test_find (GTK_WIDGET (self->window), ASK_TYPE_BOARD_PAGE, NULL), "board.export", "pdf");
}

static void
test_schema (AppTest *self, gconstpointer data)
{
  ask_window_show_page (self->window, "schema");
  app_test_pause (300);
  check (self, ask_window_get_page (self->window, "schema"), "schema.export", NULL);
}

static void
present (AppTest *self, GtkWidget *dialog)
{
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self->window));
  gtk_window_present (GTK_WINDOW (dialog));
  app_test_pause (100);
}

static void
test_source (AppTest *self, gconstpointer data)
{
  GtkWidget *dialog
    = ask_add_source_dialog_new (ask_window_get_session (self->window), ask_source_kinds_find ("sqlite"));

  present (self, dialog);
  check (self, dialog, "dialog.choose", NULL);
}

static void
test_chart (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = app_card_ask (self->window, "Sales by city", "answer");
  const AskAnswer *answer = ask_answer_card_get_answer (card);
  GtkWidget *dialog
    = ask_chart_saver_new (&(AskChartAsked) { answer->rows, answer->question, answer->wish }, NULL, "Sales");

  present (self, dialog);
  check (self, dialog, "saver.save", NULL);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) APP_TEST_ADD ("/app/ask-choosers/" name, func, APP_TEST_SHOP)
  ADD ("files-to-open-are-asked-for-no-longer", test_window);
  ADD ("a-workspace-to-open-is-asked-for-no-longer", test_workspace);
  ADD ("a-table-to-save-goes-with-its-card", test_table);
  ADD ("a-board-to-open-goes-with-its-list", test_boards);
  ADD ("a-board-to-save-goes-with-its-page", test_board);
  ADD ("a-diagram-to-export-goes-with-its-page", test_schema);
  ADD ("a-source-goes-with-its-dialog", test_source);
  ADD ("a-chart-to-save-goes-with-its-dialog", test_chart);
#undef ADD
  return g_test_run ();
}
