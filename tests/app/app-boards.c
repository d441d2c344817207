/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board with a tile of each kind, kept in the workspace of a test, and ways to what stands on its page.
 */
#include "config.h"

#include "app-boards.h"

#include "app/board/ask-boards-view.h"
#include "board/ask-board-refresh.h"

const char *const app_boards_queries[APP_BOARDS_N_QUERIES][3] = {
  { "Sales by store", "SELECT store, sum(amount) AS sales FROM board_sale GROUP BY store", "chart" },
  { "All sales", "SELECT id, store, amount FROM board_sale ORDER BY id", "table" },
  { "Sales in Nice", "SELECT sum(amount) AS sales FROM board_sale WHERE store = 'Nice'", "value" },
  { "Broken", "SELECT nothing_like_it FROM board_sale", "chart" },
};

/** app_boards_open_workspace: @self: a test. Returns: (transfer full): its workspace */
AskWorkspace *
app_boards_open_workspace (AppTest *self)
{
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace = ask_workspace_open (self->path, &error);

  g_assert_no_error (error);
  return workspace;
}

/** app_boards_make_board: @self: a test. Makes the board "Daily" with tiles that ran, one of which failed. Returns: its number */
gint64
app_boards_make_board (AppTest *self)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = ask_board_new ("Daily");
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;

  app_test_add_database (self->path, "boards",
                         "CREATE TABLE board_sale (id INTEGER PRIMARY KEY, store TEXT, amount REAL);"
                         "INSERT INTO board_sale VALUES (1, 'Nice', 10), (2, 'Lyon', 30), (3, 'Nice', 5.5),"
                         "  (4, 'Brest', 12)");
  workspace = app_boards_open_workspace (self);
  ask_tile_set_text (ask_board_add_tile (board, ASK_TILE_HEADING, NULL), "Every morning");
  for (guint i = 0; i < G_N_ELEMENTS (app_boards_queries); i++)
    {
      AskTile *tile = ask_board_add_tile (board, ASK_TILE_ANSWER, &error);

      ask_tile_set_title (tile, app_boards_queries[i][0]);
      ask_tile_set_sql (tile, app_boards_queries[i][1]);
      tile->view = g_str_equal (app_boards_queries[i][2], "table")   ? ASK_VIEW_TABLE
                   : g_str_equal (app_boards_queries[i][2], "value") ? ASK_VIEW_VALUE
                                                          : ASK_VIEW_CHART;
    }
  g_assert_true (ask_board_save (board, workspace, "Made", &error));
  results = ask_board_refresh (board, workspace, &(AskBoardRefresh) { 0 }, NULL, &error);
  g_assert_no_error (error);
  return board->id;
}

/** app_boards_show: @self: a test; @id: of a board, 0 for the list. Returns: (transfer none): the page, which shows it */
GtkWidget *
app_boards_show (AppTest *self, gint64 id)
{
  GtkWidget *view;

  ask_window_show_page (self->window, "boards");
  view = ask_window_get_page (self->window, "boards");
  if (id != 0)
    ask_boards_view_open (ASK_BOARDS_VIEW (view), id);
  return view;
}

/** app_boards_load: @self: a test; @id: of a board. Returns: (transfer full): as it is in the workspace */
AskBoard *
app_boards_load (AppTest *self, gint64 id)
{
  g_autoptr (AskWorkspace) workspace = app_boards_open_workspace (self);
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
  g_autoptr (AskBoard) board = app_boards_load (version->test, version->id);

  return board->version >= version->version;
}

/** app_boards_wait_for_version: @self: a test; @id: of a board; @version: at least. Runs the main loop until it is saved */
void
app_boards_wait_for_version (AppTest *self, gint64 id, gint64 version)
{
  Version wanted = { self, id, version };

  g_assert_true (app_test_wait (is_saved, &wanted));
}

/** app_boards_find_card: @view: the page; @title: of a tile. Returns: (transfer none) (nullable): its card */
AskTileCard *
app_boards_find_card (GtkWidget *view, const char *title)
{
  return ASK_TILE_CARD (app_test_find (view, ASK_TYPE_TILE_CARD, title));
}

/** app_boards_click: @button: is clicked */
void
app_boards_click (GtkWidget *button)
{
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

/** app_boards_find_tile: @board: a board; @title: of a tile. Returns: (transfer none): that tile */
AskTile *
app_boards_find_tile (const AskBoard *board, const char *title)
{
  for (guint i = 0; i < board->tiles->len; i++)
    if (g_strcmp0 (((AskTile *) board->tiles->pdata[i])->title, title) == 0)
      return board->tiles->pdata[i];
  return NULL;
}
