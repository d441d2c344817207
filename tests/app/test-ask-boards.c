/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page of boards: the list, a board with its tiles, pinning, moving by keyboard, values set once, and clicks that filter.
 */
#include "config.h"

#include "app-boards.h"
#include "app-keys.h"
#include "app/board/ask-board-grid.h"
#include "app/charts/ask-chart-view.h"
#include "app/grid/ask-grid.h"

#define NARROW 400

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
  app_boards_make_board (self);
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

static void
test_empty (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_boards_show (self, 0);

  app_test_wait_for_words (view, "No Boards Yet");
  app_test_picture (GTK_WIDGET (self->window), "boards-empty");
  gtk_widget_activate_action (view, "boards.new", NULL);
  app_test_wait_for_words (view, "Nothing on This Board Yet");
}

static void
test_shown (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_boards_show (self, app_boards_make_board (self));

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
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *file = g_build_filename (folder, "boards.db", NULL);

  app_test_wait_for_words (view, "15.5");
  app_test_exec (file, "UPDATE board_sale SET amount = 100 WHERE id = 1");
  app_boards_click (app_test_find (view, GTK_TYPE_BUTTON, "Run all tiles"));
  app_test_wait_for_words (view, "105.5");
}

#define MAX_TABS 60

static gboolean
has_focus (AppTest *self, GtkWidget *control)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self->window));

  return control != NULL && focus != NULL && (focus == control || gtk_widget_is_ancestor (focus, control));
}

/* Presses @key until @control has the focus. Returns: how often; MAX_TABS where it never came there */
static guint
press_until (AppTest *self, const char *key, GtkWidget *control)
{
  guint n = 0;

  for (; n < MAX_TABS && !has_focus (self, control); n++)
    app_keys_run (GTK_WIDGET (self->window), key);
  return n;
}

/* Every control of a board is reached with Tab alone from the list of pages, which shows no other page meanwhile. */
static void
test_tab (AppTest *self, gconstpointer data)
{
  static const char *const labels[]
    = { "All boards", "Run all tiles", "Arrange the tiles", "More actions for this board" };
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  GtkWidget *pages = app_test_find (GTK_WIDGET (self->window), GTK_TYPE_LIST_BOX, "Pages");

  if (!app_keys_are_there ())
    return;
  app_test_wait_for_words (view, "15.5");
  g_assert_nonnull (pages);
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_selected_row (GTK_LIST_BOX (pages))));
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      GtkWidget *control = app_test_find (view, GTK_TYPE_WIDGET, labels[i]);

      g_assert_nonnull (control);
      g_assert_cmpuint (press_until (self, "key Tab", control), <, MAX_TABS);
      g_assert_true (gtk_widget_get_mapped (view));
    }
  /* And back, to the row of the page that is there. */
  g_assert_cmpuint (press_until (self, "key shift+Tab", pages), <, MAX_TABS);
  g_assert_true (has_focus (self, GTK_WIDGET (gtk_list_box_get_selected_row (GTK_LIST_BOX (pages)))));
  g_assert_true (gtk_widget_get_mapped (view));
  /* Arrows still lead from page to page. */
  app_keys_run (GTK_WIDGET (self->window), "key Down");
  g_assert_true (gtk_widget_get_mapped (ask_window_get_page (self->window, "browse")));
}

/* Arrows move the tile that has the focus, with Shift they size it; each is a version. */
static void
test_keyboard (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  g_autoptr (AskBoard) before = app_boards_load (self, id);
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
  card = GTK_WIDGET (app_boards_find_card (view, "Sales by store"));
  gtk_widget_grab_focus (card);
  app_keys_run (GTK_WIDGET (self->window), "key Down");
  app_boards_wait_for_version (self, id, 2);
  app_keys_run (GTK_WIDGET (self->window), "key shift+Right");
  app_boards_wait_for_version (self, id, 3);
  after = app_boards_load (self, id);
  is = after->tiles->pdata[1];
  g_assert_cmpint (is->box.y, ==, was->box.y + 1);
  g_assert_cmpint (is->box.width, ==, was->box.width + 1);
  for (guint i = 0; i < after->tiles->len; i++)
    for (guint k = i + 1; k < after->tiles->len; k++)
      g_assert_false (
        ask_layout_overlap (((AskTile *) after->tiles->pdata[i])->box, ((AskTile *) after->tiles->pdata[k])->box));
}

/* What is wrong, where, and what to do stay until they are read. */
static void
test_damaged_file (AppTest *self, gconstpointer data)
{
  g_autofree char *file = g_build_filename (self->folder, "broken.askboard", NULL);
  GtkWidget *view = app_boards_show (self, 0);
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

/* A click on a cell filters what reads the attribute, and a click on the chip ends that. */
static void
test_filtered (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_boards_show (self, app_boards_make_board (self));

  app_test_wait_for_words (view, "15.5");
  g_signal_emit_by_name (app_boards_find_card (view, "All sales"), "clicked", 1u, 1u);
  app_test_wait_for_words (view, "store: Lyon");
  app_test_picture (GTK_WIDGET (self->window), "boards-filtered");
  app_boards_click (app_test_find (view, GTK_TYPE_BUTTON, "Show more than store: Lyon again"));
  app_test_wait_for_no_words (view, "store: Lyon");
}

static gboolean
has_one_row (gpointer card)
{
  const AskTileResult *result = ask_tile_card_get_result (card);

  return result->state == ASK_TILE_DONE && ask_rows_get_n_rows (result->kept->rows) == 1;
}

/* So does a bar, also for who has no pointer: keys walk the tile's chart, and each place is said. */
static void
test_filtered_by_keys (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_boards_show (self, app_boards_make_board (self));
  GtkWidget *chart;

  if (!app_keys_are_there ())
    return;
  app_test_wait_for_words (view, "15.5");
  chart = app_test_find (GTK_WIDGET (app_boards_find_card (view, "Sales by store")), ASK_TYPE_CHART_VIEW, NULL);
  g_assert_cmpuint (press_until (self, "key Tab", chart), <, MAX_TABS);
  app_keys_run (GTK_WIDGET (self->window), "mousemove 1275 895 key Home");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Lyon: sales 30");
  app_test_picture (GTK_WIDGET (self->window), "boards-walked");
  app_keys_run (GTK_WIDGET (self->window), "key Return");
  app_test_wait_for_words (view, "store: Lyon");
  g_assert_true (app_test_wait (has_one_row, app_boards_find_card (view, "All sales")));
  /* The tile ran, too; who walks it goes on from there. */
  app_keys_run (GTK_WIDGET (self->window), "key Right");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Nice: sales 15.50");
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
  workspace = app_boards_open_workspace (self);
  tile = ask_board_add_tile (board, ASK_TILE_ANSWER, &error);
  ask_tile_set_title (tile, "Long sales");
  ask_tile_set_sql (tile, "SELECT id, town FROM long_sale ORDER BY id");
  tile->view = ASK_VIEW_TABLE;
  g_assert_true (ask_board_save (board, workspace, "Made", &error));
  results = ask_board_refresh (board, workspace, &(AskBoardRefresh) { 0 }, NULL, &error);
  g_assert_no_error (error);
  view = app_boards_show (self, board->id);
  app_test_wait_for_words (view, "first 10,000 rows");
  card = app_boards_find_card (view, "Long sales");
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

/* What was clicked is kept nowhere: another view of it shows the same rows. */
static void
test_filter_stays (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  g_autoptr (AskBoard) board = app_boards_load (self, id);
  AskTileCard *card;

  app_test_wait_for_words (view, "15.5");
  g_signal_emit_by_name (app_boards_find_card (view, "All sales"), "clicked", 2u, 1u);
  card = app_boards_find_card (view, "Sales by store");
  g_assert_true (app_test_wait (has_one_row, card));
  gtk_widget_activate_action (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "board.tile", "(ss)", "value",
                              app_boards_find_tile (board, "Sales by store")->id);
  app_boards_wait_for_version (self, id, 2);
  app_test_pause (200);
  g_assert_true (app_test_shows (card, "15.5"));
}

static void
add_parameter (GtkWidget *view)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (app_test_find (view, GTK_TYPE_TOGGLE_BUTTON, "Arrange the tiles")),
                                TRUE);
  app_test_wait_for_words (view, "+ Store: Nice (1 tile)");
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (view, "+ Store: Nice"), GTK_TYPE_BUTTON));
  app_test_wait_for_no_words (view, "+ Store: Nice");
}

/* Whoever looks at another page meanwhile finds the board as it was set. */
static void
test_value_stays (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);

  app_test_wait_for_words (view, "15.5");
  add_parameter (view);
  app_boards_wait_for_version (self, id, 2);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_test_find (view, GTK_TYPE_DROP_DOWN, "Store")), 1);
  app_test_wait_for_words (app_boards_find_card (view, "Sales in Nice"), "30");
  ask_window_show_page (self->window, "ask");
  ask_window_show_page (self->window, "boards");
  app_test_pause (300);
  g_assert_true (app_test_shows (app_boards_find_card (view, "Sales in Nice"), "30"));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (app_test_find (view, GTK_TYPE_DROP_DOWN, "Store"))), ==,
                    1);
}

static void
test_parameter (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_boards_show (self, app_boards_make_board (self));
  GtkWidget *choices;

  app_test_wait_for_words (view, "15.5");
  add_parameter (view);
  choices = app_test_find (view, GTK_TYPE_DROP_DOWN, "Store");
  g_assert_nonnull (choices);
  /* Brest, Lyon, Nice. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choices), 1);
  app_test_wait_for_words (app_boards_find_card (view, "Sales in Nice"), "30");
  app_test_picture (GTK_WIDGET (self->window), "boards-parameter");
}

static void
test_pinned (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *dialog;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.pin", "(sss)", "SELECT count(*) AS n FROM board_sale",
                              "How many sales?", "");
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_picture (dialog, "boards-pin");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "pin");
  app_boards_wait_for_version (self, id, 2);
  {
    g_autoptr (AskBoard) board = app_boards_load (self, id);
    const AskTile *tile = board->tiles->pdata[board->tiles->len - 1];

    g_assert_cmpstr (tile->question, ==, "How many sales?");
    g_assert_cmpstr (tile->sql, ==, "SELECT count(*) AS n FROM board_sale");
  }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

typedef struct
{
  AppTest *test;
  gint64 id;
} Written;

/* Edits that come while another is being saved are one version. */
static gboolean
is_written (gpointer data)
{
  const Written *written = data;
  g_autoptr (AskBoard) board = app_boards_load (written->test, written->id);
  const AskTile *rule = board->tiles->pdata[board->tiles->len - 2], *text = board->tiles->pdata[board->tiles->len - 1];

  return rule->kind == ASK_TILE_SEPARATOR && text->kind == ASK_TILE_TEXT && g_strcmp0 (text->text, "Read this first.") == 0;
}

/* Words and rules between the answers. */
static void
test_added (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  GtkWidget *grid = app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), *dialog, *text;

  app_test_wait_for_words (view, "15.5");
  gtk_widget_activate_action (grid, "board.add", "s", "separator");
  gtk_widget_activate_action (grid, "board.add", "s", "text");
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  text = app_test_find (dialog, GTK_TYPE_TEXT_VIEW, NULL);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), "Read this first.", -1);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  gtk_window_destroy (GTK_WINDOW (dialog));
  app_test_wait_for_words (view, "Read this first.");
  g_assert_true (app_test_wait (is_written, &(Written) { self, id }));
}

static void
test_list (AppTest *self, gconstpointer data)
{
  GtkWidget *view;

  app_boards_make_board (self);
  view = app_boards_show (self, 0);
  app_test_wait_for_words (view, "Daily");
  app_test_wait_for_words (view, "5 tiles");
  app_test_picture (GTK_WIDGET (self->window), "boards-list");
  app_boards_click (app_test_find (view, GTK_TYPE_BUTTON, "Remove “Daily”"));
  app_test_wait_for_words (view, "No Boards Yet");
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (view, "Undo"), GTK_TYPE_BUTTON));
  app_test_wait_for_words (view, "Daily");
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
  APP_TEST_ADD ("/app/ask-boards/tab-reaches-every-control-of-a-board", test_tab, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/the-first-page-shows-boards", test_front, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/the-empty-page-makes-a-board", test_empty, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-board-shows-what-its-tiles-gave", test_shown, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-refresh-shows-new-rows", test_refreshed, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/arrows-move-and-size-a-tile", test_keyboard, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/another-view-shows-what-was-filtered", test_filter_stays, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-value-stays-while-another-page-is-seen", test_value_stays, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-damaged-file-says-what-to-do", test_damaged_file, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/rows-that-are-cut-off-are-asked-for", test_cut_off, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-click-filters-the-other-tiles", test_filtered, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-bar-that-is-chosen-by-keys-filters-the-others", test_filtered_by_keys, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-value-is-set-once-for-all", test_parameter, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/words-and-rules-stand-between-answers", test_added, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/an-answer-is-pinned", test_pinned, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-boards/a-removed-board-comes-back", test_list, APP_TEST_SHOP);
  return g_test_run ();
}
