/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tile by itself: its settings, and what a tile that failed offers.
 */
#include "config.h"

#include <string.h>

#include "app-boards.h"
#include "app-card.h"
#include "app-keys.h"
#include "app/ask/ask-ask-view.h"
#include "app/board/ask-board-grid.h"
#include "app/board/ask-tile-settings.h"
#include "app/sql/ask-sql-editor.h"

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
      app_boards_click (buttons[i]);
  g_assert_cmpuint (found, ==, 2);
}

static gboolean
is_coloured (gpointer card)
{
  const AskTileResult *result = ask_tile_card_get_result (card);
  GtkWidget *figure = app_test_find_label (card, "15.5");

  return result->level == ASK_LEVEL_BAD && figure != NULL && gtk_widget_has_css_class (gtk_widget_get_parent (figure), "error");
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
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  g_autoptr (AskBoard) board = app_boards_load (self, id);
  g_autoptr (AskBoard) after = NULL;
  g_autoptr (AskBoard) back = NULL;
  const AskTile *tile = app_boards_find_tile (board, "All sales");
  AdwComboRow *figure;
  GtkWidget *settings;

  app_test_wait_for_words (view, "15.5");
  gtk_widget_activate_action (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "board.tile", "(ss)", "value", tile->id);
  app_boards_wait_for_version (self, id, board->version + 1);
  settings = open_settings (view, tile->id);
  figure = find_choice (settings, 0);
  /* The first number, id, amount: no texts. */
  g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (figure)), ==, 3);
  g_assert_cmpuint (adw_combo_row_get_selected (figure), ==, 0);
  adw_combo_row_set_selected (figure, 1);
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
  app_boards_wait_for_version (self, id, board->version + 2);
  after = app_boards_load (self, id);
  g_assert_cmpstr (app_boards_find_tile (after, "All sales")->figure, ==, "id");
  app_test_wait_for_no_window (ASK_TYPE_TILE_SETTINGS);
  settings = open_settings (view, tile->id);
  figure = find_choice (settings, 0);
  g_assert_cmpuint (adw_combo_row_get_selected (figure), ==, 1);
  app_test_picture (settings, "boards-settings-figure");
  adw_combo_row_set_selected (figure, 0);
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
  app_boards_wait_for_version (self, id, board->version + 3);
  back = app_boards_load (self, id);
  g_assert_null (app_boards_find_tile (back, "All sales")->figure);
}

/* Thresholds colour the figure, and what it is compared with is told beside it. */
static void
test_settings (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  g_autoptr (AskBoard) board = app_boards_load (self, id);
  g_autoptr (AskBoard) after = NULL;
  const AskTile *tile = app_boards_find_tile (board, "Sales in Nice");
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *file = g_build_filename (folder, "boards.db", NULL);
  GtkWidget *settings;
  const AskTileThreshold *threshold;

  app_test_wait_for_words (view, "15.5");
  settings = open_settings (view, tile->id);
  adw_combo_row_set_selected (find_choice (settings, 1), 1);
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (settings, "Add a Threshold"), GTK_TYPE_BUTTON));
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (settings, "Add a Threshold"), GTK_TYPE_BUTTON));
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (settings, GTK_TYPE_SPIN_BUTTON, "Threshold")), "10.25");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_test_find (settings, GTK_TYPE_DROP_DOWN, "Colour of the figure")), 2);
  app_test_picture (settings, "boards-settings");
  remove_second (settings);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (
                               app_test_find (settings, GTK_TYPE_SPIN_BUTTON, "Minutes Between Two Refreshes")),
                             7);
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
  app_boards_wait_for_version (self, id, 3);
  after = app_boards_load (self, id);
  tile = app_boards_find_tile (after, "Sales in Nice");
  g_assert_cmpint (tile->compare, ==, ASK_COMPARE_LAST);
  g_assert_cmpuint (tile->thresholds->len, ==, 1);
  threshold = &g_array_index (tile->thresholds, AskTileThreshold, 0);
  g_assert_false (threshold->below);
  g_assert_cmpfloat (threshold->value, ==, 10.25);
  g_assert_cmpint (threshold->level, ==, ASK_LEVEL_BAD);
  g_assert_cmpint (after->policy, ==, ASK_REFRESH_EVERY);
  g_assert_cmpuint (after->every, ==, 7);
  g_assert_true (app_test_wait (is_coloured, app_boards_find_card (view, "Sales in Nice")));
  app_test_exec (file, "UPDATE board_sale SET amount = 100 WHERE id = 1");
  app_boards_click (app_test_find (view, GTK_TYPE_BUTTON, "Run all tiles"));
  app_test_wait_for_words (app_boards_find_card (view, "Sales in Nice"), "105.5");
  app_test_wait_for_words (app_boards_find_card (view, "Sales in Nice"), "since");
  app_test_picture (GTK_WIDGET (self->window), "boards-coloured");
}

static void
write_sql (GtkWidget *settings, const char *sql)
{
  ask_sql_editor_set_text (ASK_SQL_EDITOR (app_test_find (settings, ASK_TYPE_SQL_EDITOR, NULL)), sql);
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
}

/* What cannot run is told and not kept; what can is run at once. */
static void
test_settings_sql (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  g_autoptr (AskBoard) board = app_boards_load (self, id);
  g_autoptr (AskBoard) unchanged = NULL;
  g_autoptr (AskBoard) after = NULL;
  GtkWidget *settings;

  app_test_wait_for_words (view, "15.5");
  settings = open_settings (view, app_boards_find_tile (board, "Sales in Nice")->id);
  write_sql (settings, "SELECT sum(amuont) AS sales FROM board_sale");
  app_test_wait_for_words (settings, "“amuont” is not");
  app_test_picture (settings, "boards-settings-refused");
  write_sql (settings, "DELETE FROM board_sale");
  app_test_wait_for_no_words (settings, "“amuont” is not");
  app_test_wait_for_words (settings, "SELECT");
  write_sql (settings, "SELECT 1; SELECT 2");
  app_test_wait_for_words (settings, "A tile runs one statement.");
  unchanged = app_boards_load (self, id);
  g_assert_cmpint (unchanged->version, ==, 1);
  write_sql (settings, "SELECT sum(amount) AS sales FROM board_sale");
  app_test_wait_for_words (app_boards_find_card (view, "Sales in Nice"), "57.5");
  app_test_wait_for_no_window (ASK_TYPE_TILE_SETTINGS);
  app_boards_wait_for_version (self, id, 2);
  after = app_boards_load (self, id);
  g_assert_nonnull (strstr (app_boards_find_tile (after, "Sales in Nice")->sql, "sum(amount)"));
}

/* Who only looked changed nothing. */
static void
test_settings_unchanged (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  g_autoptr (AskBoard) board = app_boards_load (self, id);
  g_autoptr (AskBoard) after = NULL;
  GtkWidget *settings;

  app_test_wait_for_words (view, "15.5");
  /* Also where the query is one that cannot run. */
  settings = open_settings (view, app_boards_find_tile (board, "Broken")->id);
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (settings, "Save"), GTK_TYPE_BUTTON));
  app_test_wait_for_no_window (ASK_TYPE_TILE_SETTINGS);
  app_test_pause (200);
  after = app_boards_load (self, id);
  g_assert_cmpint (after->version, ==, 1);
}

static void
test_settings_key (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_boards_show (self, app_boards_make_board (self));

  if (!app_keys_are_there ())
    return;
  app_test_wait_for_words (view, "15.5");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (app_test_find (view, GTK_TYPE_TOGGLE_BUTTON, "Arrange the tiles")),
                                TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (app_boards_find_card (view, "All sales")));
  app_keys_run (GTK_WIDGET (self->window), "key alt+Return");
  app_keys_run (app_test_wait_for_window (ASK_TYPE_TILE_SETTINGS), "key Escape");
  app_test_wait_for_no_window (ASK_TYPE_TILE_SETTINGS);
}

/* A tile that failed leads to where that is mended, also when it is looked at later. */
static void
test_remedy (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  AskTileCard *card;
  GtkWidget *settings;

  app_test_wait_for_words (view, "nothing_like_it");
  card = app_boards_find_card (view, "Broken");
  g_assert_true (app_test_shows (card, "See Schema"));
  g_assert_false (app_test_shows (app_boards_find_card (view, "All sales"), "Try Again"));
  app_test_picture (GTK_WIDGET (self->window), "boards-remedy");
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (GTK_WIDGET (card), "Change the Query…"), GTK_TYPE_BUTTON));
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
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  g_autoptr (AskBoard) board = app_boards_load (self, id);
  const AskTile *tile = app_boards_find_tile (board, "Broken");
  AskTileCard *card;
  GtkWidget *menu;

  app_test_wait_for_words (view, "nothing_like_it");
  g_signal_emit_by_name (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "placed", tile->id, tile->box.x, tile->box.y,
                         3, 3);
  card = app_boards_find_card (view, "Broken");
  menu = app_test_find (GTK_WIDGET (card), GTK_TYPE_MENU_BUTTON, "What can be done");
  g_assert_nonnull (menu);
  gtk_menu_button_popup (GTK_MENU_BUTTON (menu));
  app_test_wait_for_words (menu, "See Schema");
  app_test_picture (GTK_WIDGET (self->window), "boards-remedy-small");
  app_boards_click (gtk_widget_get_ancestor (app_test_find_label (menu, "See Schema"), GTK_TYPE_BUTTON));
  g_assert_true (gtk_widget_get_mapped (ask_window_get_page (self->window, "schema")));
}

/* The ways of a window are not those of a wall. */
static void
test_remedy_wall (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_boards_show (self, app_boards_make_board (self));
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

static gboolean
offers (AskTileCard *card, const char *label)
{
  GtkWidget *button = app_test_find (GTK_WIDGET (card), GTK_TYPE_MENU_BUTTON, "What to do with this tile");
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button));

  for (int i = 0; gtk_widget_get_visible (button) && i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);

      for (int k = 0; k < g_menu_model_get_n_items (section); k++)
        {
          g_autofree char *word = NULL;

          g_menu_model_get_item_attribute (section, k, G_MENU_ATTRIBUTE_LABEL, "s", &word);
          if (g_str_equal (word, label))
            return TRUE;
        }
    }
  return FALSE;
}

/* What can be done with an answer is there for whoever looks at the board, what changes a tile for whoever arranges it. */
static void
test_menu (AppTest *self, gconstpointer data)
{
  GtkWidget *view = app_boards_show (self, app_boards_make_board (self));
  AskTileCard *card;
  GtkWidget *wall;

  app_test_wait_for_words (view, "15.5");
  card = app_boards_find_card (view, "All sales");
  g_assert_true (offers (card, "_Open as an Answer"));
  g_assert_false (offers (card, "Re_move"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (app_test_find (view, GTK_TYPE_TOGGLE_BUTTON, "Arrange the tiles")),
                                TRUE);
  g_assert_true (offers (card, "_Open as an Answer"));
  g_assert_true (offers (card, "Re_move"));
  g_assert_true (offers (app_boards_find_card (view, "Every morning"), "_Edit…"));
  g_assert_false (offers (app_boards_find_card (view, "Every morning"), "_Open as an Answer"));
  gtk_widget_activate_action (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "board.wall", NULL);
  wall = app_test_wait_for_window (ADW_TYPE_WINDOW);
  app_test_wait_for_words (wall, "15.5");
  g_assert_false (offers (app_boards_find_card (wall, "All sales"), "_Open as an Answer"));
  gtk_window_close (GTK_WINDOW (wall));
}

static gboolean
has_one_row (gpointer card)
{
  const AskTileResult *result = ask_tile_card_get_result (card);

  return result->state == ASK_TILE_DONE && ask_rows_get_n_rows (result->kept->rows) == 1;
}

/* All that a card has is two clicks from a tile. It runs there with what is set and clicked here. */
static void
test_open (AppTest *self, gconstpointer data)
{
  gint64 id = app_boards_make_board (self);
  GtkWidget *view = app_boards_show (self, id);
  g_autoptr (AskBoard) board = app_boards_load (self, id);
  AskAnswerCard *answer;

  app_test_wait_for_words (view, "15.5");
  /* Brest, Lyon, Nice. */
  g_signal_emit_by_name (app_boards_find_card (view, "Sales by store"), "clicked", 1u, 0u);
  g_assert_true (app_test_wait (has_one_row, app_boards_find_card (view, "All sales")));
  gtk_widget_activate_action (app_test_find (view, ASK_TYPE_BOARD_GRID, NULL), "board.tile", "(ss)", "open",
                              app_boards_find_tile (board, "All sales")->id);
  answer = ask_ask_view_get_newest (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask")));
  app_card_wait (answer, "answer");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (answer)));
  g_assert_cmpstr (ask_answer_card_get_answer (answer)->question, ==, "All sales");
  g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (answer)->rows), ==, 1);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
  APP_TEST_ADD ("/app/ask-board-tiles/settings-choose-the-column-of-the-figure", test_settings_figure, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-tiles/settings-colour-and-compare", test_settings, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-tiles/sql-is-checked-before-it-is-kept", test_settings_sql, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-tiles/settings-that-are-looked-at-are-no-change", test_settings_unchanged, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-tiles/a-key-opens-the-settings", test_settings_key, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-tiles/a-failed-tile-leads-to-its-remedy", test_remedy, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-tiles/a-small-tile-has-its-remedy-in-a-menu", test_remedy_small, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-tiles/a-wall-has-only-its-own-ways", test_remedy_wall, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-tiles/its-menu-has-what-can-be-done-there", test_menu, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-board-tiles/it-opens-as-an-answer", test_open, APP_TEST_SHOP);
  return g_test_run ();
}
