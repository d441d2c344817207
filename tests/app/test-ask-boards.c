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
  APP_TEST_ADD ("/app/ask-boards/a-click-filters-the-other-tiles", test_filtered, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-value-is-set-once-for-all", test_parameter, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/an-answer-is-pinned", test_pinned, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-removed-board-comes-back", test_list, APP_TEST_SHOP);
  return g_test_run ();
}
