/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sample company as somebody has it who has worked with it for a while.
 */
#include "config.h"

#include "looks.h"

#include <string.h>

#include "base/ask-json.h"
#include "board/ask-board-refresh.h"
#include "schema/edit/ask-schema-edit.h"

typedef struct
{
  const char *question; /* of data/sample/verified.json */
  const char *title;
  AskTileView view;
  AskTileBox box;
} Tile;

static const Tile tiles[] = {
  { "What was our revenue in 2025?", "Revenue in 2025", ASK_VIEW_VALUE, { 0, 2, 3, 3 } },
  { "How many online orders of 2025 have not been shipped?", "Not shipped", ASK_VIEW_VALUE, { 3, 2, 3, 3 } },
  { "How much did we sell each month in 2025?", "Sales by month", ASK_VIEW_CHART, { 6, 2, 6, 6 } },
  { "Which carriers delivered late most often?", "Late deliveries", ASK_VIEW_CHART, { 0, 5, 6, 6 } },
  { "Which products are below their reorder level in Hamburg?", "To order for Hamburg", ASK_VIEW_TABLE, { 6, 8, 6, 6 } },
  { "What share of claims has each reason?", "Claims by reason", ASK_VIEW_CHART, { 0, 11, 6, 6 } },
};

/* Yes where a value has an even number of letters. */
static char *
on_chat (const char *last_user, JsonObject *request, gpointer data)
{
  g_autoptr (JsonNode) values = ask_json_parse (last_user, -1, NULL);
  JsonObject *object = values != NULL && JSON_NODE_HOLDS_OBJECT (values) ? json_node_get_object (values) : NULL;
  g_autoptr (GString) reply = g_string_new ("{");

  for (guint i = 1; object != NULL && i <= json_object_get_size (object); i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);
      const char *value = ask_json_get_string (object, number);

      if (value != NULL)
        g_string_append_printf (reply, "%s\"%s\": %s", i > 1 ? ", " : "", number,
                                strlen (value) % 2 == 0 ? "true" : "false");
    }
  return g_strdup (g_string_append_c (reply, '}')->str);
}

static const char *
find_sql (GPtrArray *verified, const char *question)
{
  for (guint i = 0; i < verified->len; i++)
    {
      const AskVerified *one = verified->pdata[i];

      if (g_str_equal (one->question, question))
        return one->sql;
    }
  g_error ("data/sample/verified.json has no “%s”", question);
}

static gint64
make_board (AskWorkspace *workspace)
{
  g_autoptr (AskBoard) board = ask_board_new ("Every Morning");
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) verified = ask_workspace_list_verified (workspace, &error);
  AskTile *tile;

  g_assert_no_error (error);
  tile = ask_board_add_tile (board, ASK_TILE_HEADING, &error);
  ask_tile_set_text (tile, "The shop");
  ask_board_place_tile (board, tile->id, (AskTileBox) { 0, 0, 12, 1 });
  for (guint i = 0; i < G_N_ELEMENTS (tiles); i++)
    {
      tile = ask_board_add_tile (board, ASK_TILE_ANSWER, &error);
      ask_tile_set_title (tile, tiles[i].title);
      ask_tile_set_question (tile, tiles[i].question);
      ask_tile_set_sql (tile, find_sql (verified, tiles[i].question));
      tile->view = tiles[i].view;
      ask_board_place_tile (board, tile->id, tiles[i].box);
    }
  ask_tile_add_threshold (board->tiles->pdata[2],
                          &(AskTileThreshold) { .value = 10, .level = ASK_LEVEL_BAD });
  tile = ask_board_add_tile (board, ASK_TILE_TEXT, &error);
  ask_tile_set_text (tile, "Ask Ina in Hamburg before anything is ordered for more than a month.");
  ask_board_place_tile (board, tile->id, (AskTileBox) { 6, 14, 6, 2 });
  tile = ask_board_add_tile (board, ASK_TILE_ANSWER, &error);
  ask_tile_set_title (tile, "One that fails");
  ask_tile_set_sql (tile, "SELECT nothing_like_it FROM orders");
  ask_board_place_tile (board, tile->id, (AskTileBox) { 6, 16, 6, 3 });
  g_assert_true (ask_board_save (board, workspace, "Made", &error));
  results = ask_board_refresh (board, workspace, &(AskBoardRefresh) { 0 }, NULL, &error);
  g_assert_no_error (error);
  return board->id;
}

/* What Try the Sample knows of it. */
static void
say_units (Looks *self)
{
  static const char *const amounts[]
    = { "products.list_price", "products.cost_price", "order_lines.unit_price", "order_lines.line_total" };

  for (guint i = 0; i < G_N_ELEMENTS (amounts); i++)
    cli_run_good (&self->cli, "schema", "set", amounts[i], "unit", "EUR", NULL);
}

/** looks_set_up: @self: zeroed. Makes the workspace; its window is opened by whoever knows in which language. */
void
looks_set_up (Looks *self)
{
  g_autofree char *pairs
    = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "data", "sample", "verified.json", NULL);
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;

  cli_open (&self->cli);
  /* The window's title has this name. */
  g_free (self->cli.workspace);
  self->cli.workspace = cli_path (&self->cli, "sample.askdata");
  self->test.path = self->cli.workspace;
  /* By this name the workspace keeps the key of the API. */
  g_setenv ("ASKDATA_TEST_KEY", CLI_KEY, TRUE);
  cli_add_sample (&self->cli);
  say_units (self);
  cli_run_good (&self->cli, "verified", "import", pairs, NULL);
  self->model = ask_test_model_new_func (on_chat, NULL);
  workspace = ask_workspace_open (self->test.path, &error);
  g_assert_no_error (error);
  app_test_share (workspace, "products", "product_name");
  app_test_share (workspace, "carriers", "carrier_name");
  app_test_share (workspace, "stores", "store_name");
  self->board = make_board (workspace);
  ask_workspace_set_setting (workspace, "model/url", ask_test_model_get_url (self->model), &error);
  ask_workspace_set_setting (workspace, "model/name", "scripted", &error);
  g_assert_no_error (error);
}

/** looks_tear_down: after its window is closed */
void
looks_tear_down (Looks *self)
{
  g_autofree char *papers = cli_path (&self->cli, "papers");

  ask_test_model_free (self->model);
  if (g_file_test (papers, G_FILE_TEST_IS_DIR))
    app_test_remove_folder (papers);
  cli_close (&self->cli);
}

/* ---- what scenes have in common */

GtkWidget *
looks_get_window (Looks *self)
{
  return GTK_WIDGET (self->test.window);
}

gpointer
looks_get_page (Looks *self, const char *name)
{
  return ask_window_get_page (self->test.window, name);
}

gpointer
looks_turn (Looks *self, const char *name)
{
  ask_window_show_page (self->test.window, name);
  return looks_get_page (self, name);
}

void
looks_act (gpointer widget, const char *action)
{
  if (!gtk_widget_activate_action (widget, action, NULL))
    g_error ("there is no action %s", action);
}

/* What is drawn is there some frames after the state says so. */
GtkWidget *
looks_settle (gpointer window)
{
  app_test_pause (400);
  return window;
}
