/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page of boards: the list, a board with its tiles, pinning, moving by keyboard, values set once, clicks that filter, and
 * what is taken back.
 */
#include "config.h"

#include <string.h>

#include "app-keys.h"
#include "app-test.h"
#include "app/board/ask-board-grid.h"
#include "app/board/ask-boards-view.h"
#include "app/board/ask-tile-settings.h"
#include "app/grid/ask-grid.h"
#include "app/sql/ask-sql-editor.h"
#include "board/ask-board-export.h"
#include "board/ask-board-refresh.h"

#define NARROW 400

static const char *const queries[][3] = {
  { "Sales by store", "SELECT store, sum(amount) AS sales FROM board_sale GROUP BY store", "chart" },
  { "All sales", "SELECT id, store, amount FROM board_sale ORDER BY id", "table" },
  { "Sales in Nice", "SELECT sum(amount) AS sales FROM board_sale WHERE store = 'Nice'", "value" },
  { "Broken", "SELECT nothing_like_it FROM board_sale", "chart" },
};

static AskWorkspace *
open_workspace (AppTest *self)
{
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace = ask_workspace_open (self->path, &error);

  g_assert_no_error (error);
  return workspace;
}

static gint64
make_board (AppTest *self)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = ask_board_new ("Daily");
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;

  app_test_add_database (self->path, "boards",
                         "CREATE TABLE board_sale (id INTEGER PRIMARY KEY, store TEXT, amount REAL);"
                         "INSERT INTO board_sale VALUES (1, 'Nice', 10), (2, 'Lyon', 30), (3, 'Nice', 5.5),"
                         "  (4, 'Brest', 12)");
  workspace = open_workspace (self);
  ask_tile_set_text (ask_board_add_tile (board, ASK_TILE_HEADING, NULL), "Every morning");
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      AskTile *tile = ask_board_add_tile (board, ASK_TILE_ANSWER, &error);

      ask_tile_set_title (tile, queries[i][0]);
      ask_tile_set_sql (tile, queries[i][1]);
      tile->view = g_str_equal (queries[i][2], "table")   ? ASK_VIEW_TABLE
                   : g_str_equal (queries[i][2], "value") ? ASK_VIEW_VALUE
                                                          : ASK_VIEW_CHART;
    }
  g_assert_true (ask_board_save (board, workspace, "Made", &error));
  results = ask_board_refresh (board, workspace, &(AskBoardRefresh) { 0 }, NULL, &error);
  g_assert_no_error (error);
  return board->id;
}

static gboolean
is_open (gpointer data)
{
  AppTest *self = data;

  return app_test_shows (ask_window_get_page (self->window, "boards"), "Every morning");
}

static GtkWidget *
find_front (GtkWidget *widget)
{
  if (gtk_widget_get_mapped (widget) && GTK_IS_BUTTON (widget) && gtk_widget_has_css_class (widget, "card")
      && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "win.open-board") == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_front (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Where one begins, boards stand with what they last gave; a click opens one. */
static void
test_front (AppTest *self, gconstpointer data)
{
  GtkWidget *page = ask_window_get_page (self->window, "ask");
  GtkWidget *card;

  app_test_wait_for_words (page, "Ask Your First Question");
  g_assert_null (find_front (page));
  make_board (self);
  ask_window_show_page (self->window, "boards");
  ask_window_show_page (self->window, "ask");
  app_test_wait_for_words (page, "Pinned on your boards:");
  app_test_wait_for_words (page, "Daily");
  g_assert_true (app_test_shows (page, "Sales in Nice"));
  g_assert_true (app_test_shows (page, "15.5"));
  g_assert_true (app_test_shows (page, "Sales by store"));
  g_assert_true (app_test_shows (page, "1 failed"));
  /* Who has a board has asked before. */
  g_assert_false (app_test_shows (page, "Ask Your First Question"));
  app_test_looks (GTK_WIDGET (self->window), "boards-front");
  card = find_front (page);
  g_assert_nonnull (card);
  gtk_widget_activate (card);
  g_assert_true (app_test_wait (is_open, self));
}

static GtkWidget *
show (AppTest *self, gint64 id)
{
  GtkWidget *view;

  ask_window_show_page (self->window, "boards");
  view = ask_window_get_page (self->window, "boards");
  if (id != 0)
    ask_boards_view_open (ASK_BOARDS_VIEW (view), id);
  return view;
}

static AskBoard *
load (AppTest *self, gint64 id)
{
  g_autoptr (AskWorkspace) workspace = open_workspace (self);
  g_autoptr (GError) error = NULL;
  AskBoard *board = ask_board_load (workspace, id, 0, &error);

  g_assert_no_error (error);
  return board;
}

/* Until the workspace has another version of the board. */
typedef struct
{
  AppTest *test;
  gint64 id;
  gint64 version;
} Version;

static gboolean
is_saved (gpointer data)
{
  Version *version = data;
  g_autoptr (AskBoard) board = load (version->test, version->id);

  return board->version >= version->version;
}

static void
wait_for_version (AppTest *self, gint64 id, gint64 version)
{
  Version wanted = { self, id, version };

  g_assert_true (app_test_wait (is_saved, &wanted));
}

static AskTileCard *
find_card (GtkWidget *view, const char *title)
{
  return ASK_TILE_CARD (app_test_find (view, ASK_TYPE_TILE_CARD, title));
}

static void
click (GtkWidget *button)
{
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

static void
test_empty (AppTest *self, gconstpointer data)
{
  GtkWidget *view = show (self, 0);

  app_test_wait_for_words (view, "No Boards Yet");
  app_test_picture (GTK_WIDGET (self->window), "boards-empty");
  gtk_widget_activate_action (view, "boards.new", NULL);
  app_test_wait_for_words (view, "Nothing on This Board Yet");
}

static void
test_shown (AppTest *self, gconstpointer data)
{
  GtkWidget *view = show (self, make_board (self));

  app_test_wait_for_words (view, "Sales by store");
  app_test_wait_for_words (view, "15.5");
  app_test_wait_for_words (view, "Every morning");
  /* It failed by itself, and says why. */
  app_test_wait_for_words (view, "nothing_like_it");
  app_test_picture (GTK_WIDGET (self->window), "boards-board");
  app_test_looks (GTK_WIDGET (self->window), "boards-looks");
  gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 800);
  app_test_pause (50);
  app_test_picture (GTK_WIDGET (self->window), "boards-narrow");
}

static void
test_refreshed (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *file = g_build_filename (folder, "boards.db", NULL);

  app_test_wait_for_words (view, "15.5");
  app_test_exec (file, "UPDATE board_sale SET amount = 100 WHERE id = 1");
  click (app_test_find (view, GTK_TYPE_BUTTON, "Run all tiles"));
  app_test_wait_for_words (view, "105.5");
}

/* Arrows move the tile that has the focus, with Shift they size it; each is a version. */
static void
test_keyboard (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) before = load (self, id);
  g_autoptr (AskBoard) after = NULL;
  const AskTile *was = before->tiles->pdata[1];
  const AskTile *is;
  GtkWidget *card;

  if (!app_keys_are_there ())
    return;
  app_test_wait_for_words (view, "15.5");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (app_test_find (view, GTK_TYPE_TOGGLE_BUTTON, "Arrange the tiles")),
                                TRUE);
  app_test_picture (GTK_WIDGET (self->window), "boards-editing");
  card = GTK_WIDGET (find_card (view, "Sales by store"));
  gtk_widget_grab_focus (card);
  app_keys_run (GTK_WIDGET (self->window), "key Down");
  wait_for_version (self, id, 2);
  app_keys_run (GTK_WIDGET (self->window), "key shift+Right");
  wait_for_version (self, id, 3);
  after = load (self, id);
  is = after->tiles->pdata[1];
  g_assert_cmpint (is->box.y, ==, was->box.y + 1);
  g_assert_cmpint (is->box.width, ==, was->box.width + 1);
  for (guint i = 0; i < after->tiles->len; i++)
    for (guint k = i + 1; k < after->tiles->len; k++)
      g_assert_false (
        ask_layout_overlap (((AskTile *) after->tiles->pdata[i])->box, ((AskTile *) after->tiles->pdata[k])->box));
}

static void
test_removed (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) before = load (self, id);
  const AskTile *tile = before->tiles->pdata[2];
  GtkWidget *grid;

  app_test_wait_for_words (view, "15.5");
  grid = app_test_find (view, ASK_TYPE_BOARD_GRID, NULL);
  gtk_widget_activate_action (grid, "board.tile", "(ss)", "remove", tile->id);
  app_test_wait_for_words (view, "Removed “All sales”");
  wait_for_version (self, id, 2);
  click (gtk_widget_get_ancestor (app_test_find_label (view, "Undo"), GTK_TYPE_BUTTON));
  wait_for_version (self, id, 3);
  {
    g_autoptr (AskBoard) after = load (self, id);

    g_assert_nonnull (ask_board_find_tile (after, tile->id));
  }
}

static AskTile *
find_tile (const AskBoard *board, const char *title)
{
  for (guint i = 0; i < board->tiles->len; i++)
    if (g_strcmp0 (((AskTile *) board->tiles->pdata[i])->title, title) == 0)
      return board->tiles->pdata[i];
  return NULL;
}

/* Somebody else puts a tile onto the board that a window shows. */
static void
add_elsewhere (AppTest *self, gint64 id)
{
  g_autoptr (AskWorkspace) workspace = open_workspace (self);
  g_autoptr (AskBoard) board = load (self, id);
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
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) before = load (self, id);
  g_autoptr (AskBoard) after = NULL;
  GtkWidget *grid;

  app_test_wait_for_words (view, "15.5");
  grid = app_test_find (view, ASK_TYPE_BOARD_GRID, NULL);
  gtk_widget_activate_action (grid, "board.tile", "(ss)", "remove", find_tile (before, "All sales")->id);
  app_test_wait_for_words (view, "Removed “All sales”");
  wait_for_version (self, id, 2);
  app_test_wait_for_no_words (grid, "All sales");
  add_elsewhere (self, id);
  click (gtk_widget_get_ancestor (app_test_find_label (view, "Undo"), GTK_TYPE_BUTTON));
  wait_for_version (self, id, 4);
  after = load (self, id);
  g_assert_nonnull (find_tile (after, "All sales"));
  g_assert_nonnull (find_tile (after, "Of another window"));
}

/* Two edits before the first one is saved, and somebody else's before both. */
static void
test_edits_join (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) before = load (self, id);
  g_autoptr (AskBoard) after = NULL;
  const char *tile = find_tile (before, "All sales")->id;
  GtkWidget *grid;

  app_test_wait_for_words (view, "15.5");
  add_elsewhere (self, id);
  grid = app_test_find (view, ASK_TYPE_BOARD_GRID, NULL);
  g_signal_emit_by_name (grid, "placed", tile, 0, 20, 6, 5);
  g_signal_emit_by_name (grid, "placed", tile, 0, 30, 6, 5);
  wait_for_version (self, id, 4);
  after = load (self, id);
  g_assert_cmpint (find_tile (after, "All sales")->box.y, ==, 30);
  g_assert_nonnull (find_tile (after, "Of another window"));
  app_test_wait_for_words (view, "Of another window");
}

static void
test_interval (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) hourly = NULL;
  g_autoptr (AskBoard) by_hand = NULL;
  GtkWidget *grid;

  app_test_wait_for_words (view, "15.5");
  grid = app_test_find (view, ASK_TYPE_BOARD_GRID, NULL);
  gtk_widget_activate_action (grid, "board.policy", "s", "60");
  wait_for_version (self, id, 2);
  hourly = load (self, id);
  g_assert_cmpint (hourly->policy, ==, ASK_REFRESH_EVERY);
  g_assert_cmpuint (hourly->every, ==, 60);
  gtk_widget_activate_action (grid, "board.policy", "s", "hand");
  wait_for_version (self, id, 3);
  by_hand = load (self, id);
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
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) before = load (self, id);
  const char *tile = find_tile (before, "All sales")->id;
  GtkWidget *grid, *dialog;

  app_test_wait_for_words (view, "15.5");
  grid = app_test_find (view, ASK_TYPE_BOARD_GRID, NULL);
  gtk_widget_activate_action (grid, "board.rename", NULL);
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (dialog, GTK_TYPE_ENTRY, "Name of the Board")), "Weekly");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_for_version (self, id, 2);
  gtk_widget_activate_action (grid, "board.tile", "(ss)", "value", tile);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (AskBoard) after = NULL;

      if (i > 0)
        app_test_wait_for_words (view, steps[i - 1].name);
      gtk_widget_activate_action (grid, steps[i].action, NULL);
      wait_for_version (self, id, 4 + i);
      after = load (self, id);
      g_assert_cmpstr (after->name, ==, steps[i].name);
      g_assert_cmpint (find_tile (after, "All sales")->view, ==, steps[i].view);
    }
}

/* Both are wanted before the first one is done. */
static void
test_steps_at_once (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) before = load (self, id);
  g_autoptr (AskBoard) after = NULL;
  const char *tile = find_tile (before, "All sales")->id;
  GtkWidget *grid;

  app_test_wait_for_words (view, "15.5");
  grid = app_test_find (view, ASK_TYPE_BOARD_GRID, NULL);
  g_signal_emit_by_name (grid, "placed", tile, 0, 20, 6, 5);
  wait_for_version (self, id, 2);
  app_test_pause (50);
  gtk_widget_activate_action (grid, "board.tile", "(ss)", "value", tile);
  gtk_widget_activate_action (grid, "board.undo", NULL);
  gtk_widget_activate_action (grid, "board.undo", NULL);
  wait_for_version (self, id, 5);
  after = load (self, id);
  g_assert_cmpint (find_tile (after, "All sales")->view, ==, ASK_VIEW_TABLE);
  g_assert_cmpint (find_tile (after, "All sales")->box.y, ==, find_tile (before, "All sales")->box.y);
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
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autofree char *by_hand = NULL;
  g_autofree char *hourly = NULL;
  g_autofree char *own = NULL;
  g_autoptr (AskBoard) after = NULL;
  GtkWidget *grid, *dialog;

  app_test_wait_for_words (view, "15.5");
  grid = app_test_find (view, ASK_TYPE_BOARD_GRID, NULL);
  by_hand = dup_marked (view);
  g_assert_cmpstr (by_hand, ==, "Refresh by Hand");
  gtk_widget_activate_action (grid, "board.policy", "s", "60");
  hourly = dup_marked (view);
  g_assert_cmpstr (hourly, ==, "Refresh Every Hour");
  gtk_widget_activate_action (grid, "board.interval", NULL);
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (app_test_find (dialog, GTK_TYPE_SPIN_BUTTON, NULL)), 90);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  gtk_window_destroy (GTK_WINDOW (dialog));
  own = dup_marked (view);
  g_assert_cmpstr (own, ==, "Refresh Every 90 Minutes");
  wait_for_version (self, id, 3);
  after = load (self, id);
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
      const AskTileResult *result = ask_tile_card_get_result (find_card (ran->view, queries[i][0]));

      if (result->kept->run_at < ran->since || result->state != ASK_TILE_DONE)
        return FALSE;
    }
  return TRUE;
}

/* Who wants one tile at once does not end what all tiles wait for. */
static void
test_one_beside_all (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) board = load (self, id);
  Ran ran = { view, 0 };

  app_test_wait_for_words (view, "15.5");
  ran.since = g_get_real_time ();
  click (app_test_find (view, GTK_TYPE_BUTTON, "Run all tiles"));
  gtk_widget_activate_action (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "board.tile", "(ss)", "refresh",
                              find_tile (board, "Sales in Nice")->id);
  g_assert_true (app_test_wait (all_ran, &ran));
  app_test_pause (100);
  g_assert_true (all_ran (&ran));
  g_assert_nonnull (app_test_find (view, GTK_TYPE_BUTTON, "Run all tiles"));
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
    gint64 id = make_board (self);
    g_autoptr (AskWorkspace) workspace = open_workspace (self);
    g_autoptr (AskBoard) board = load (self, id);
    g_autoptr (GPtrArray) results = ask_board_load_results (board, workspace, NULL, &error);

    g_assert_true (ask_board_export (board, workspace, &(AskBoardPicture) { .results = results }, file, NULL, &error));
  }
  view = show (self, 0);
  app_test_wait_for_words (view, "Daily");
  name = app_test_find (view, GTK_TYPE_ENTRY, "Name of a new board");
  ask_boards_view_import (ASK_BOARDS_VIEW (view), file);
  gtk_editable_set_text (GTK_EDITABLE (name), "Half a na");
  app_test_wait_for_words (view, "Every morning");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "Half a na");
}

/* What is wrong, where, and what to do stay until they are read. */
static void
test_damaged_file (AppTest *self, gconstpointer data)
{
  g_autofree char *file = g_build_filename (self->folder, "broken.askboard", NULL);
  GtkWidget *view = show (self, 0);
  GtkWidget *dialog;

  app_test_wait_for_words (view, "No Boards Yet");
  g_assert_true (g_file_set_contents (file, "This was a board once.", -1, NULL));
  ask_boards_view_import (ASK_BOARDS_VIEW (view), file);
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_wait_for_words (dialog, "This Board Cannot Be Opened");
  g_assert_true (app_test_shows (dialog, file));
  g_assert_true (app_test_shows (dialog, "Choose a file that ends in .askboard."));
  app_test_picture (dialog, "boards-damaged");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "close");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static GtkWidget *
open_settings (GtkWidget *view, const char *tile)
{
  gtk_widget_activate_action (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "board.tile", "(ss)", "settings", tile);
  return app_test_wait_for_window (ASK_TYPE_TILE_SETTINGS);
}

static void
remove_second (GtkWidget *settings)
{
  GtkWidget *buttons[20];
  guint n = app_test_find_all (settings, GTK_TYPE_BUTTON, buttons, G_N_ELEMENTS (buttons));
  guint found = 0;

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (gtk_widget_get_tooltip_text (buttons[i]), "Remove this threshold") == 0 && ++found == 2)
      click (buttons[i]);
  g_assert_cmpuint (found, ==, 2);
}

static gboolean
is_coloured (gpointer card)
{
  const AskTileResult *result = ask_tile_card_get_result (card);
  GtkWidget *figure = app_test_find_label (card, "15.5");

  return result->level == ASK_LEVEL_BAD && figure != NULL && gtk_widget_has_css_class (figure, "error");
}

/* The rows that choose: the column of the figure, then what it is compared with. */
static AdwComboRow *
find_choice (GtkWidget *settings, guint which)
{
  GtkWidget *rows[2];

  g_assert_cmpuint (app_test_find_all (settings, ADW_TYPE_COMBO_ROW, rows, G_N_ELEMENTS (rows)), ==, 2);
  return ADW_COMBO_ROW (rows[which]);
}

/* The column of the figure is one of those that the tile gave. */
static void
test_settings_figure (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) board = load (self, id);
  g_autoptr (AskBoard) after = NULL;
  g_autoptr (AskBoard) back = NULL;
  const AskTile *tile = find_tile (board, "All sales");
  AdwComboRow *figure;
  GtkWidget *settings;

  app_test_wait_for_words (view, "15.5");
  gtk_widget_activate_action (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "board.tile", "(ss)", "value", tile->id);
  wait_for_version (self, id, board->version + 1);
  settings = open_settings (view, tile->id);
  figure = find_choice (settings, 0);
  /* The first number, id, amount: no texts. */
  g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (figure)), ==, 3);
  g_assert_cmpuint (adw_combo_row_get_selected (figure), ==, 0);
  adw_combo_row_set_selected (figure, 1);
  click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
  wait_for_version (self, id, board->version + 2);
  after = load (self, id);
  g_assert_cmpstr (find_tile (after, "All sales")->figure, ==, "id");
  app_test_wait_for_no_window (ASK_TYPE_TILE_SETTINGS);
  settings = open_settings (view, tile->id);
  figure = find_choice (settings, 0);
  g_assert_cmpuint (adw_combo_row_get_selected (figure), ==, 1);
  app_test_picture (settings, "boards-settings-figure");
  adw_combo_row_set_selected (figure, 0);
  click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
  wait_for_version (self, id, board->version + 3);
  back = load (self, id);
  g_assert_null (find_tile (back, "All sales")->figure);
}

/* Thresholds colour the figure, and what it is compared with is told beside it. */
static void
test_settings (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) board = load (self, id);
  g_autoptr (AskBoard) after = NULL;
  const AskTile *tile = find_tile (board, "Sales in Nice");
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *file = g_build_filename (folder, "boards.db", NULL);
  GtkWidget *settings;
  const AskTileThreshold *threshold;

  app_test_wait_for_words (view, "15.5");
  settings = open_settings (view, tile->id);
  adw_combo_row_set_selected (find_choice (settings, 1), 1);
  click (gtk_widget_get_ancestor (app_test_find_label (settings, "Add a Threshold"), GTK_TYPE_BUTTON));
  click (gtk_widget_get_ancestor (app_test_find_label (settings, "Add a Threshold"), GTK_TYPE_BUTTON));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (settings, GTK_TYPE_SPIN_BUTTON, "Threshold")), "10.25");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_test_find (settings, GTK_TYPE_DROP_DOWN, "Colour of the figure")), 2);
  app_test_picture (settings, "boards-settings");
  remove_second (settings);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (
                               app_test_find (settings, GTK_TYPE_SPIN_BUTTON, "Minutes Between Two Refreshes")),
                             7);
  click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
  wait_for_version (self, id, 3);
  after = load (self, id);
  tile = find_tile (after, "Sales in Nice");
  g_assert_cmpint (tile->compare, ==, ASK_COMPARE_LAST);
  g_assert_cmpuint (tile->thresholds->len, ==, 1);
  threshold = &g_array_index (tile->thresholds, AskTileThreshold, 0);
  g_assert_false (threshold->below);
  g_assert_cmpfloat (threshold->value, ==, 10.25);
  g_assert_cmpint (threshold->level, ==, ASK_LEVEL_BAD);
  g_assert_cmpint (after->policy, ==, ASK_REFRESH_EVERY);
  g_assert_cmpuint (after->every, ==, 7);
  g_assert_true (app_test_wait (is_coloured, find_card (view, "Sales in Nice")));
  app_test_exec (file, "UPDATE board_sale SET amount = 100 WHERE id = 1");
  click (app_test_find (view, GTK_TYPE_BUTTON, "Run all tiles"));
  app_test_wait_for_words (find_card (view, "Sales in Nice"), "105.5");
  app_test_wait_for_words (find_card (view, "Sales in Nice"), "since");
  app_test_picture (GTK_WIDGET (self->window), "boards-coloured");
}

static void
write_sql (GtkWidget *settings, const char *sql)
{
  ask_sql_editor_set_text (ASK_SQL_EDITOR (app_test_find (settings, ASK_TYPE_SQL_EDITOR, NULL)), sql);
  click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
}

/* What cannot run is told and not kept; what can is run at once. */
static void
test_settings_sql (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) board = load (self, id);
  g_autoptr (AskBoard) unchanged = NULL;
  g_autoptr (AskBoard) after = NULL;
  GtkWidget *settings;

  app_test_wait_for_words (view, "15.5");
  settings = open_settings (view, find_tile (board, "Sales in Nice")->id);
  write_sql (settings, "SELECT sum(amuont) AS sales FROM board_sale");
  app_test_wait_for_words (settings, "“amuont” is not");
  app_test_picture (settings, "boards-settings-refused");
  write_sql (settings, "DELETE FROM board_sale");
  app_test_wait_for_no_words (settings, "“amuont” is not");
  app_test_wait_for_words (settings, "SELECT");
  write_sql (settings, "SELECT 1; SELECT 2");
  app_test_wait_for_words (settings, "A tile runs one statement.");
  unchanged = load (self, id);
  g_assert_cmpint (unchanged->version, ==, 1);
  write_sql (settings, "SELECT sum(amount) AS sales FROM board_sale");
  app_test_wait_for_words (find_card (view, "Sales in Nice"), "57.5");
  app_test_wait_for_no_window (ASK_TYPE_TILE_SETTINGS);
  wait_for_version (self, id, 2);
  after = load (self, id);
  g_assert_nonnull (strstr (find_tile (after, "Sales in Nice")->sql, "sum(amount)"));
}

/* Who only looked changed nothing. */
static void
test_settings_unchanged (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) board = load (self, id);
  g_autoptr (AskBoard) after = NULL;
  GtkWidget *settings;

  app_test_wait_for_words (view, "15.5");
  /* Also where the query is one that cannot run. */
  settings = open_settings (view, find_tile (board, "Broken")->id);
  click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
  app_test_wait_for_no_window (ASK_TYPE_TILE_SETTINGS);
  app_test_pause (200);
  after = load (self, id);
  g_assert_cmpint (after->version, ==, 1);
}

static void
test_settings_key (AppTest *self, gconstpointer data)
{
  GtkWidget *view = show (self, make_board (self));

  if (!app_keys_are_there ())
    return;
  app_test_wait_for_words (view, "15.5");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (app_test_find (view, GTK_TYPE_TOGGLE_BUTTON, "Arrange the tiles")),
                                TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (find_card (view, "All sales")));
  app_keys_run (GTK_WIDGET (self->window), "key alt+Return");
  app_keys_run (app_test_wait_for_window (ASK_TYPE_TILE_SETTINGS), "key Escape");
  app_test_wait_for_no_window (ASK_TYPE_TILE_SETTINGS);
}

/* A tile that failed leads to where that is mended, also when it is looked at later. */
static void
test_remedy (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  AskTileCard *card;
  GtkWidget *settings;

  app_test_wait_for_words (view, "nothing_like_it");
  card = find_card (view, "Broken");
  g_assert_true (app_test_shows (card, "See Schema"));
  g_assert_false (app_test_shows (find_card (view, "All sales"), "Try Again"));
  app_test_picture (GTK_WIDGET (self->window), "boards-remedy");
  click (gtk_widget_get_ancestor (app_test_find_label (GTK_WIDGET (card), "Change the Query…"), GTK_TYPE_BUTTON));
  settings = app_test_wait_for_window (ASK_TYPE_TILE_SETTINGS);
  write_sql (settings, "SELECT store FROM board_sale WHERE id = 4");
  app_test_wait_for_no_window (ASK_TYPE_TILE_SETTINGS);
  app_test_wait_for_no_words (card, "See Schema");
  app_test_wait_for_no_words (card, "Try Again");
  app_test_wait_for_words (card, "just now");
}

/* A small one has them in a menu, as it has no room below its words. */
static void
test_remedy_small (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) board = load (self, id);
  const AskTile *tile = find_tile (board, "Broken");
  AskTileCard *card;
  GtkWidget *menu;

  app_test_wait_for_words (view, "nothing_like_it");
  g_signal_emit_by_name (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "placed", tile->id, tile->box.x, tile->box.y,
                         3, 3);
  card = find_card (view, "Broken");
  menu = app_test_find (GTK_WIDGET (card), GTK_TYPE_MENU_BUTTON, "What can be done");
  g_assert_nonnull (menu);
  gtk_menu_button_popup (GTK_MENU_BUTTON (menu));
  app_test_wait_for_words (menu, "See Schema");
  app_test_picture (GTK_WIDGET (self->window), "boards-remedy-small");
  click (gtk_widget_get_ancestor (app_test_find_label (menu, "See Schema"), GTK_TYPE_BUTTON));
  g_assert_true (gtk_widget_get_mapped (ask_window_get_page (self->window, "schema")));
}

/* The ways of a window are not those of a wall. */
static void
test_remedy_wall (AppTest *self, gconstpointer data)
{
  GtkWidget *view = show (self, make_board (self));
  GtkWidget *wall = NULL;

  app_test_wait_for_words (view, "nothing_like_it");
  gtk_widget_activate_action (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "board.wall", NULL);
  wall = app_test_wait_for_window (ADW_TYPE_WINDOW);
  app_test_wait_for_words (wall, "nothing_like_it");
  app_test_wait_for_words (wall, "Try Again");
  g_assert_false (app_test_shows (wall, "See Schema"));
  g_assert_false (app_test_shows (wall, "Change the Query…"));
  gtk_window_close (GTK_WINDOW (wall));
}

/* A click on a cell filters what reads the attribute, and a click on the chip ends that. */
static void
test_filtered (AppTest *self, gconstpointer data)
{
  GtkWidget *view = show (self, make_board (self));

  app_test_wait_for_words (view, "15.5");
  g_signal_emit_by_name (find_card (view, "All sales"), "clicked", 1u, 1u);
  app_test_wait_for_words (view, "store: Lyon");
  app_test_picture (GTK_WIDGET (self->window), "boards-filtered");
  click (app_test_find (view, GTK_TYPE_BUTTON, "Show more than store: Lyon again"));
  app_test_wait_for_no_words (view, "store: Lyon");
}

static gboolean
is_idle (gpointer model)
{
  return !ask_grid_model_is_busy (model);
}

/* A tile has ten thousand rows at most. Those that lie behind them come first, and a click means what is seen then. */
static void
test_cut_off (AppTest *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = ask_board_new ("Long");
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  AskTileCard *card;
  AskGridModel *model;
  GtkWidget *grid, *view;
  AskTile *tile;

  app_test_add_database (self->path, "long",
                         "CREATE TABLE long_sale (id INTEGER PRIMARY KEY, town TEXT);"
                         "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10500) "
                         "INSERT INTO long_sale SELECT i, 'Town ' || i FROM n");
  workspace = open_workspace (self);
  tile = ask_board_add_tile (board, ASK_TILE_ANSWER, &error);
  ask_tile_set_title (tile, "Long sales");
  ask_tile_set_sql (tile, "SELECT id, town FROM long_sale ORDER BY id");
  tile->view = ASK_VIEW_TABLE;
  g_assert_true (ask_board_save (board, workspace, "Made", &error));
  results = ask_board_refresh (board, workspace, &(AskBoardRefresh) { 0 }, NULL, &error);
  g_assert_no_error (error);
  view = show (self, board->id);
  app_test_wait_for_words (view, "first 10,000 rows");
  card = find_card (view, "Long sales");
  g_assert_cmpuint (app_test_find_all (GTK_WIDGET (card), ASK_TYPE_GRID, &grid, 1), ==, 1);
  model = ask_grid_get_model (ASK_GRID (grid));
  gtk_widget_activate_action (grid, "grid.sort", "(ubb)", 0u, TRUE, FALSE);
  g_assert_true (app_test_wait (is_idle, model));
  g_assert_null (ask_grid_model_get_failure (model));
  g_assert_cmpint (ask_rows_get (ask_tile_card_get_rows (card), 0, 0)->integer, ==, 10500);
  app_test_wait_for_words (view, "by a query over all rows");
  app_test_picture (GTK_WIDGET (self->window), "boards-asked");
  g_signal_emit_by_name (card, "clicked", 0u, 1u);
  app_test_wait_for_words (view, "town: Town 10500");
}

static gboolean
has_one_row (gpointer card)
{
  const AskTileResult *result = ask_tile_card_get_result (card);

  return result->state == ASK_TILE_DONE && ask_rows_get_n_rows (result->kept->rows) == 1;
}

/* What was clicked is kept nowhere: another view of it shows the same rows. */
static void
test_filter_stays (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);
  g_autoptr (AskBoard) board = load (self, id);
  AskTileCard *card;

  app_test_wait_for_words (view, "15.5");
  g_signal_emit_by_name (find_card (view, "All sales"), "clicked", 2u, 1u);
  card = find_card (view, "Sales by store");
  g_assert_true (app_test_wait (has_one_row, card));
  gtk_widget_activate_action (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "board.tile", "(ss)", "value",
                              find_tile (board, "Sales by store")->id);
  wait_for_version (self, id, 2);
  app_test_pause (200);
  g_assert_true (app_test_shows (card, "15.5"));
}

static void
add_parameter (GtkWidget *view)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (app_test_find (view, GTK_TYPE_TOGGLE_BUTTON, "Arrange the tiles")),
                                TRUE);
  app_test_wait_for_words (view, "+ Store: Nice (1 tile)");
  click (gtk_widget_get_ancestor (app_test_find_label (view, "+ Store: Nice"), GTK_TYPE_BUTTON));
  app_test_wait_for_no_words (view, "+ Store: Nice");
}

/* Whoever looks at another page meanwhile finds the board as it was set. */
static void
test_value_stays (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *view = show (self, id);

  app_test_wait_for_words (view, "15.5");
  add_parameter (view);
  wait_for_version (self, id, 2);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_test_find (view, GTK_TYPE_DROP_DOWN, "Store")), 1);
  app_test_wait_for_words (find_card (view, "Sales in Nice"), "30");
  ask_window_show_page (self->window, "ask");
  ask_window_show_page (self->window, "boards");
  app_test_pause (300);
  g_assert_true (app_test_shows (find_card (view, "Sales in Nice"), "30"));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (app_test_find (view, GTK_TYPE_DROP_DOWN, "Store"))), ==,
                    1);
}

static void
test_parameter (AppTest *self, gconstpointer data)
{
  GtkWidget *view = show (self, make_board (self));
  GtkWidget *choices;

  app_test_wait_for_words (view, "15.5");
  add_parameter (view);
  choices = app_test_find (view, GTK_TYPE_DROP_DOWN, "Store");
  g_assert_nonnull (choices);
  /* Brest, Lyon, Nice. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choices), 1);
  app_test_wait_for_words (find_card (view, "Sales in Nice"), "30");
  app_test_picture (GTK_WIDGET (self->window), "boards-parameter");
}

static void
test_pinned (AppTest *self, gconstpointer data)
{
  gint64 id = make_board (self);
  GtkWidget *dialog;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.pin", "(sss)", "SELECT count(*) AS n FROM board_sale",
                              "How many sales?", "");
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_picture (dialog, "boards-pin");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "pin");
  wait_for_version (self, id, 2);
  {
    g_autoptr (AskBoard) board = load (self, id);
    const AskTile *tile = board->tiles->pdata[board->tiles->len - 1];

    g_assert_cmpstr (tile->question, ==, "How many sales?");
    g_assert_cmpstr (tile->sql, ==, "SELECT count(*) AS n FROM board_sale");
  }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_list (AppTest *self, gconstpointer data)
{
  GtkWidget *view;

  make_board (self);
  view = show (self, 0);
  app_test_wait_for_words (view, "Daily");
  app_test_wait_for_words (view, "5 tiles");
  app_test_picture (GTK_WIDGET (self->window), "boards-list");
  click (app_test_find (view, GTK_TYPE_BUTTON, "Remove “Daily”"));
  app_test_wait_for_words (view, "No Boards Yet");
  click (gtk_widget_get_ancestor (app_test_find_label (view, "Undo"), GTK_TYPE_BUTTON));
  app_test_wait_for_words (view, "Daily");
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
  APP_TEST_ADD ("/app/ask-boards/the-first-page-shows-boards", test_front, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/the-empty-page-makes-a-board", test_empty, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-board-shows-what-its-tiles-gave", test_shown, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-refresh-shows-new-rows", test_refreshed, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/arrows-move-and-size-a-tile", test_keyboard, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-removed-tile-comes-back", test_removed, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/an-undo-keeps-what-others-did", test_undo_keeps, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/edits-at-once-keep-what-others-did", test_edits_join, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/another-view-shows-what-was-filtered", test_filter_stays, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-value-stays-while-another-page-is-seen", test_value_stays, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/how-often-it-refreshes-is-kept", test_interval, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/steps-back-and-forward", test_steps, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/steps-wanted-at-once", test_steps_at_once, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/the-menu-marks-how-often-it-refreshes", test_interval_marked, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/one-tile-does-not-end-a-refresh-of-all", test_one_beside_all, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-name-that-is-typed-stays", test_name_stays, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-damaged-file-says-what-to-do", test_damaged_file, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/settings-choose-the-column-of-the-figure", test_settings_figure, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/settings-colour-and-compare", test_settings, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/sql-is-checked-before-it-is-kept", test_settings_sql, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/settings-that-are-looked-at-are-no-change", test_settings_unchanged, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-key-opens-the-settings", test_settings_key, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-failed-tile-leads-to-its-remedy", test_remedy, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-small-tile-has-its-remedy-in-a-menu", test_remedy_small, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-wall-has-only-its-own-ways", test_remedy_wall, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/rows-that-are-cut-off-are-asked-for", test_cut_off, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-click-filters-the-other-tiles", test_filtered, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-value-is-set-once-for-all", test_parameter, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/an-answer-is-pinned", test_pinned, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-removed-board-comes-back", test_list, APP_TEST_SHOP);
  return g_test_run ();
}
