/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edits of a board: what is taken back and done again, what others did meanwhile, and how often it refreshes.
 */
#include "config.h"

#include "app-boards.h"
#include "app/board/ask-board-grid.h"
#include "board/ask-board-export.h"

/* A board whose tiles have run. */
typedef struct
{
  gint64 id;
  GtkWidget *view;
  GtkWidget *grid;
} Shown;

static Shown
show_board (AppTest *self)
{
  Shown shown = { app_boards_make_board (self), NULL, NULL };

  shown.view = app_boards_show (self, shown.id);
  app_test_wait_for_words (shown.view, "15.5");
  shown.grid = app_test_find (shown.view, ASK_TYPE_BOARD_GRID, NULL);
  return shown;
}

static void
remove_tile (AppTest *self, const Shown *shown, const AskTile *tile)
{
  gtk_widget_activate_action (shown->grid, "board.tile", "(ss)", "remove", tile->id);
  app_test_wait_for_words (shown->view, "Removed “All sales”");
  app_boards_wait_for_version (self, shown->id, 2);
}

static void
click_undo (const Shown *shown)
{
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (shown->view, "Undo"), GTK_TYPE_BUTTON));
}

static void
test_removed (AppTest *self, gconstpointer data)
{
  Shown shown = show_board (self);
  g_autoptr (AskBoard) before = app_boards_load (self, shown.id);
  g_autoptr (AskBoard) after = NULL;
  const AskTile *tile = before->tiles->pdata[2];

  remove_tile (self, &shown, tile);
  click_undo (&shown);
  app_boards_wait_for_version (self, shown.id, 3);
  after = app_boards_load (self, shown.id);
  g_assert_nonnull (ask_board_find_tile (after, tile->id));
}

/* Somebody else puts a tile onto the board that a window shows. */
static void
add_elsewhere (AppTest *self, gint64 id)
{
  g_autoptr (AskWorkspace) workspace = app_boards_open_workspace (self);
  g_autoptr (AskBoard) board = app_boards_load (self, id);
  g_autoptr (GError) error = NULL;
  AskTile *tile = ask_board_add_tile (board, ASK_TILE_ANSWER, &error);

  ask_tile_set_title (tile, "Of another window");
  ask_tile_set_sql (tile, "SELECT 42 AS n");
  g_assert_true (ask_board_save (board, workspace, "Elsewhere", &error));
  g_assert_no_error (error);
}

static void
test_undo_keeps (AppTest *self, gconstpointer data)
{
  Shown shown = show_board (self);
  g_autoptr (AskBoard) before = app_boards_load (self, shown.id);
  g_autoptr (AskBoard) after = NULL;

  remove_tile (self, &shown, app_boards_find_tile (before, "All sales"));
  app_test_wait_for_no_words (shown.grid, "All sales");
  add_elsewhere (self, shown.id);
  click_undo (&shown);
  app_boards_wait_for_version (self, shown.id, 4);
  after = app_boards_load (self, shown.id);
  g_assert_nonnull (app_boards_find_tile (after, "All sales"));
  g_assert_nonnull (app_boards_find_tile (after, "Of another window"));
}

/* Two edits before the first one is saved, and somebody else's before both. */
static void
test_edits_join (AppTest *self, gconstpointer data)
{
  Shown shown = show_board (self);
  g_autoptr (AskBoard) before = app_boards_load (self, shown.id);
  g_autoptr (AskBoard) after = NULL;
  const char *tile = app_boards_find_tile (before, "All sales")->id;

  add_elsewhere (self, shown.id);
  g_signal_emit_by_name (shown.grid, "placed", tile, 0, 20, 6, 5);
  g_signal_emit_by_name (shown.grid, "placed", tile, 0, 30, 6, 5);
  app_boards_wait_for_version (self, shown.id, 4);
  after = app_boards_load (self, shown.id);
  g_assert_cmpint (app_boards_find_tile (after, "All sales")->box.y, ==, 30);
  g_assert_nonnull (app_boards_find_tile (after, "Of another window"));
  app_test_wait_for_words (shown.view, "Of another window");
}

static void
test_interval (AppTest *self, gconstpointer data)
{
  Shown shown = show_board (self);
  g_autoptr (AskBoard) hourly = NULL;
  g_autoptr (AskBoard) by_hand = NULL;

  gtk_widget_activate_action (shown.grid, "board.policy", "s", "60");
  app_boards_wait_for_version (self, shown.id, 2);
  hourly = app_boards_load (self, shown.id);
  g_assert_cmpint (hourly->policy, ==, ASK_REFRESH_EVERY);
  g_assert_cmpuint (hourly->every, ==, 60);
  gtk_widget_activate_action (shown.grid, "board.policy", "s", "hand");
  app_boards_wait_for_version (self, shown.id, 3);
  by_hand = app_boards_load (self, shown.id);
  g_assert_cmpint (by_hand->policy, ==, ASK_REFRESH_BY_HAND);
  g_assert_cmpuint (by_hand->every, ==, 0);
}

/* Two steps back are two edits, and as many forward bring them again. */
static void
test_steps (AppTest *self, gconstpointer data)
{
  static const struct
  {
    const char *action;
    AskTileView view;
    const char *name;
  } steps[] = { { "board.undo", ASK_VIEW_TABLE, "Weekly" },
                { "board.undo", ASK_VIEW_TABLE, "Daily" },
                { "board.redo", ASK_VIEW_TABLE, "Weekly" },
                { "board.redo", ASK_VIEW_VALUE, "Weekly" },
                { "board.undo", ASK_VIEW_TABLE, "Weekly" } };
  Shown shown = show_board (self);
  g_autoptr (AskBoard) before = app_boards_load (self, shown.id);
  const char *tile = app_boards_find_tile (before, "All sales")->id;
  GtkWidget *dialog;

  gtk_widget_activate_action (shown.grid, "board.rename", NULL);
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (dialog, GTK_TYPE_ENTRY, "Name of the Board")), "Weekly");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  gtk_window_destroy (GTK_WINDOW (dialog));
  app_boards_wait_for_version (self, shown.id, 2);
  gtk_widget_activate_action (shown.grid, "board.tile", "(ss)", "value", tile);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (AskBoard) after = NULL;

      if (i > 0)
        app_test_wait_for_words (shown.view, steps[i - 1].name);
      gtk_widget_activate_action (shown.grid, steps[i].action, NULL);
      app_boards_wait_for_version (self, shown.id, 4 + i);
      after = app_boards_load (self, shown.id);
      g_assert_cmpstr (after->name, ==, steps[i].name);
      g_assert_cmpint (app_boards_find_tile (after, "All sales")->view, ==, steps[i].view);
    }
}

/* Both are wanted before the first one is done. */
static void
test_steps_at_once (AppTest *self, gconstpointer data)
{
  Shown shown = show_board (self);
  g_autoptr (AskBoard) before = app_boards_load (self, shown.id);
  g_autoptr (AskBoard) after = NULL;
  const char *tile = app_boards_find_tile (before, "All sales")->id;

  g_signal_emit_by_name (shown.grid, "placed", tile, 0, 20, 6, 5);
  app_boards_wait_for_version (self, shown.id, 2);
  app_test_pause (50);
  gtk_widget_activate_action (shown.grid, "board.tile", "(ss)", "value", tile);
  gtk_widget_activate_action (shown.grid, "board.undo", NULL);
  gtk_widget_activate_action (shown.grid, "board.undo", NULL);
  app_boards_wait_for_version (self, shown.id, 5);
  after = app_boards_load (self, shown.id);
  g_assert_cmpint (app_boards_find_tile (after, "All sales")->view, ==, ASK_VIEW_TABLE);
  g_assert_cmpint (app_boards_find_tile (after, "All sales")->box.y, ==, app_boards_find_tile (before, "All sales")->box.y);
}

/* The menu's item that is marked. */
static char *
dup_marked (GtkWidget *view)
{
  GtkWidget *more = app_test_find (view, GTK_TYPE_MENU_BUTTON, "More actions for this board");
  GtkWidget *items[40];
  g_autoptr (GString) marked = g_string_new (NULL);
  guint n;

  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  n = app_test_find_all (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (more))),
                         g_type_from_name ("GtkModelButton"), items, G_N_ELEMENTS (items));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = NULL;
      gboolean active;

      g_object_get (items[i], "text", &text, "active", &active, NULL);
      if (active)
        g_string_append (marked, text);
    }
  gtk_menu_button_popdown (GTK_MENU_BUTTON (more));
  return g_string_free (g_steal_pointer (&marked), FALSE);
}

static void
test_interval_marked (AppTest *self, gconstpointer data)
{
  Shown shown = show_board (self);
  g_autofree char *by_hand = NULL;
  g_autofree char *hourly = NULL;
  g_autofree char *own = NULL;
  g_autoptr (AskBoard) after = NULL;
  GtkWidget *dialog;

  by_hand = dup_marked (shown.view);
  g_assert_cmpstr (by_hand, ==, "Refresh by Hand");
  gtk_widget_activate_action (shown.grid, "board.policy", "s", "60");
  hourly = dup_marked (shown.view);
  g_assert_cmpstr (hourly, ==, "Refresh Every Hour");
  gtk_widget_activate_action (shown.grid, "board.interval", NULL);
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (app_test_find (dialog, GTK_TYPE_SPIN_BUTTON, NULL)), 90);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  gtk_window_destroy (GTK_WINDOW (dialog));
  own = dup_marked (shown.view);
  g_assert_cmpstr (own, ==, "Refresh Every 90 Minutes");
  app_boards_wait_for_version (self, shown.id, 3);
  after = app_boards_load (self, shown.id);
  g_assert_cmpint (after->policy, ==, ASK_REFRESH_EVERY);
  g_assert_cmpuint (after->every, ==, 90);
}

typedef struct
{
  GtkWidget *view;
  gint64 since;
} Ran;

static gboolean
all_ran (gpointer data)
{
  const Ran *ran = data;

  for (guint i = 0; i < 3; i++)
    {
      const AskTileResult *result = ask_tile_card_get_result (app_boards_find_card (ran->view, app_boards_queries[i][0]));

      if (result->kept->run_at < ran->since || result->state != ASK_TILE_DONE)
        return FALSE;
    }
  return TRUE;
}

/* Who wants one tile at once does not end what all tiles wait for. */
static void
test_one_beside_all (AppTest *self, gconstpointer data)
{
  Shown shown = show_board (self);
  g_autoptr (AskBoard) board = app_boards_load (self, shown.id);
  Ran ran = { shown.view, 0 };

  ran.since = g_get_real_time ();
  app_boards_click (app_test_find (shown.view, GTK_TYPE_BUTTON, "Run all tiles"));
  gtk_widget_activate_action (shown.grid, "board.tile", "(ss)", "refresh",
                              app_boards_find_tile (board, "Sales in Nice")->id);
  g_assert_true (app_test_wait (all_ran, &ran));
  app_test_pause (100);
  /* The one tile may just run by itself, now that the others are done. */
  g_assert_true (app_test_wait (all_ran, &ran));
  g_assert_nonnull (app_test_find (shown.view, GTK_TYPE_BUTTON, "Run all tiles"));
}

/* The name that is typed while a file is read is another board's. */
static void
test_name_stays (AppTest *self, gconstpointer data)
{
  g_autofree char *file = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *view, *name;

  file = g_build_filename (self->folder, "taken.askboard", NULL);
  {
    gint64 id = app_boards_make_board (self);
    g_autoptr (AskWorkspace) workspace = app_boards_open_workspace (self);
    g_autoptr (AskBoard) board = app_boards_load (self, id);
    g_autoptr (GPtrArray) results = ask_board_load_results (board, workspace, NULL, &error);

    g_assert_true (ask_board_export (board, workspace, &(AskBoardPicture) { .results = results }, file, NULL, &error));
  }
  view = app_boards_show (self, 0);
  app_test_wait_for_words (view, "Daily");
  name = app_test_find (view, GTK_TYPE_ENTRY, "Name of a new board");
  ask_boards_view_import (ASK_BOARDS_VIEW (view), file);
  gtk_editable_set_text (GTK_EDITABLE (name), "Half a na");
  app_test_wait_for_words (view, "Every morning");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "Half a na");
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
  APP_TEST_ADD ("/app/ask-board-steps/a-removed-tile-comes-back", test_removed, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-steps/an-undo-keeps-what-others-did", test_undo_keeps, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-steps/edits-at-once-keep-what-others-did", test_edits_join, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-steps/how-often-it-refreshes-is-kept", test_interval, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-steps/steps-back-and-forward", test_steps, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-steps/steps-wanted-at-once", test_steps_at_once, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-steps/the-menu-marks-how-often-it-refreshes", test_interval_marked, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-steps/one-tile-does-not-end-a-refresh-of-all", test_one_beside_all, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-steps/a-name-that-is-typed-stays", test_name_stays, APP_TEST_SHOP);
  return g_test_run ();
}
