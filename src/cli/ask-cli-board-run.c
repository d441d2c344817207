/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli board show and refresh: what the tiles of a board gave, and running them, as a nightly job does.
 */
#include "config.h"

#include <string.h>

#include "base/ask-delimited.h"
#include "cli/ask-cli-board.h"

#define TABLE_ROWS 20

static JsonNode *
describe_tile (const AskTile *tile, const AskTileResult *result, gboolean rows)
{
  static const char *const states[] = { "kept", "waiting", "running", "done", "failed" };
  const AskBoardResult *kept = result->kept;
  g_autofree char *name = ask_tile_get_name (tile);
  g_autofree char *when = kept->run_at != 0 ? ask_cli_time (kept->run_at) : NULL;
  g_autofree char *failed = kept->failed_at != 0 ? ask_cli_time (kept->failed_at) : NULL;
  JsonObject *object = json_object_new ();
  double difference, percent;

  json_object_set_string_member (object, "id", tile->id);
  json_object_set_string_member (object, "title", name);
  json_object_set_string_member (object, "state", states[result->state]);
  json_object_set_string_member (object, "sql", kept->sql);
  ask_json_set_string (object, "run_at", when);
  if (kept->rows != NULL)
    {
      json_object_set_int_member (object, "n_rows", (gint64) ask_rows_get_n_rows (kept->rows));
      json_object_set_boolean_member (object, "truncated", ask_rows_get_truncated (kept->rows));
      json_object_set_double_member (object, "elapsed_ms", kept->elapsed_ms);
    }
  if (result->has_figure)
    json_object_set_double_member (object, "figure", result->figure);
  if (ask_tile_result_get_change (result, &difference, &percent))
    json_object_set_double_member (object, "change", difference);
  if (tile->thresholds->len > 0)
    json_object_set_string_member (object, "level", ask_tile_level_to_string (result->level));
  ask_json_set_string (object, "news", result->news);
  ask_json_set_string (object, "failed_at", failed);
  ask_json_set_string (object, "failure", kept->failure);
  ask_json_set_string (object, "model", result->spent);
  if (rows && kept->rows != NULL)
    {
      g_autoptr (GString) text = g_string_new ("{");
      g_autoptr (JsonNode) result_rows = NULL;

      ask_json_append_rows (text, kept->rows, G_MAXSIZE);
      g_string_append_c (text, '}');
      result_rows = ask_json_parse (text->str, -1, NULL);
      if (result_rows != NULL)
        json_object_set_member (object, "result", g_steal_pointer (&result_rows));
    }
  return ask_json_take_object (object);
}

static AskExit
print_json (const AskBoard *board, GPtrArray *results, gboolean rows)
{
  JsonObject *object = json_object_new ();
  JsonArray *tiles = json_array_new ();
  JsonObject *parameters = json_object_new ();

  for (guint i = 0; i < results->len; i++)
    {
      const AskTileResult *result = results->pdata[i];

      json_array_add_element (tiles, describe_tile (ask_board_find_tile (board, result->tile), result, rows));
    }
  for (guint i = 0; i < board->parameters->len; i++)
    {
      const AskBoardParameter *parameter = board->parameters->pdata[i];

      json_object_set_string_member (parameters, parameter->title,
                                     parameter->value != NULL ? parameter->value : parameter->text);
    }
  json_object_set_string_member (object, "board", board->name);
  json_object_set_object_member (object, "parameters", parameters);
  json_object_set_array_member (object, "tiles", tiles);
  return ask_cli_print_json (ask_json_take_object (object));
}

static void
append_result (GString *text, const AskTile *tile, const AskTileResult *result, gboolean rows)
{
  g_autofree char *name = ask_tile_get_name (tile);
  g_autofree char *state = ask_tile_result_dup_state (result, g_get_real_time ());
  g_autofree char *figure = ask_tile_result_dup_figure (result);
  g_autofree char *change = ask_tile_result_dup_change (tile, result);

  g_string_append_printf (text, "%s%s%s%s%s%s · %s\n", name, figure != NULL ? ": " : "", figure != NULL ? figure : "",
                          change != NULL ? " (" : "", change != NULL ? change : "", change != NULL ? ")" : "", state);
  if (rows && figure == NULL && result->kept->rows != NULL)
    {
      ask_delimited_append_table (text, result->kept->rows, TABLE_ROWS);
      g_string_append_c (text, '\n');
    }
}

/* In reading order, with headings and texts between. */
static char *
print_board (const AskBoard *board, GPtrArray *results)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GPtrArray) tiles = ask_board_list_in_order (board);

  for (guint i = 0; i < tiles->len; i++)
    {
      const AskTile *tile = tiles->pdata[i];
      const AskTileResult *result = ask_results_find (results, tile->id);

      if (result != NULL)
        append_result (text, tile, result, TRUE);
      else if (tile->text != NULL)
        g_string_append_printf (text, "%s\n\n", tile->text);
    }
  return g_string_free (text, FALSE);
}

/** ask_cli_board_show: Returns: the exit code of `board show` */
AskExit
ask_cli_board_show (AskCli *cli, int argc, char **argv)
{
  g_auto (GStrv) settings = NULL;
  g_autofree char *format = NULL;
  const GOptionEntry entries[]
    = { { "parameter", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings, "A value of a parameter", "NAME=VALUE" },
        ASK_CLI_FORMAT (&format),
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "board show", "NAME", "Shows what the tiles of a board last gave. No source is asked.", 1, 1, entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = NULL;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean json;
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code) || !ask_cli_is_json ("board show", format, &json, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((board = ask_cli_load_board (workspace, argv[1], settings, &error)) == NULL
      || (results = ask_board_load_results (board, workspace, NULL, &error)) == NULL)
    return ask_cli_failed (error);
  if (json)
    return print_json (board, results, TRUE);
  text = print_board (board, results);
  return ask_cli_print (text);
}

/* One line for each tile that failed, so that a nightly job's log says which. */
static AskExit
end_refresh (const AskBoard *board, GPtrArray *results)
{
  guint n_failed = 0;

  for (guint i = 0; i < results->len; i++)
    {
      const AskTileResult *result = results->pdata[i];
      g_autofree char *name = ask_tile_get_name (ask_board_find_tile (board, result->tile));

      if (result->news != NULL)
        g_printerr ("askdata-cli: %s\n", result->news);
      if (result->state != ASK_TILE_FAILED)
        continue;
      n_failed++;
      g_printerr ("askdata-cli: %s: %s\n", name, result->kept->failure);
    }
  return n_failed > 0 ? ASK_EXIT_FAILED : ASK_EXIT_DONE;
}

static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  return ask_cli_on_preview (preview, caps, cancellable, data, error);
}

/** ask_cli_board_refresh: Returns: the exit code of `board refresh`: 1 where a tile failed */
AskExit
ask_cli_board_refresh (AskCli *cli, int argc, char **argv)
{
  AskCliCost cost = ASK_CLI_COST_INIT;
  g_auto (GStrv) settings = NULL;
  g_autofree char *format = NULL;
  gboolean ask_model = FALSE;
  const GOptionEntry entries[] = {
    { "parameter", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings, "A value of a parameter, for this run", "NAME=VALUE" },
    { "max-calls", 0, 0, G_OPTION_ARG_INT64, &cost.max_calls, "No more calls to APIs for all tiles together", "N" },
    { "max-fetched", 0, 0, G_OPTION_ARG_INT64, &cost.max_fetched,
      "No more rows from APIs and servers for all tiles together", "N" },
    { "ask-model", 0, 0, G_OPTION_ARG_NONE, &ask_model,
      "Let functions of a model in the tiles' SQL ask it, where their answers are not kept", NULL },
    { "max-bytes", 0, 0, G_OPTION_ARG_INT64, &cost.max_bytes, "No more bytes to the model for all tiles together",
      "N" },
    { "max-price", 0, 0, G_OPTION_ARG_DOUBLE, &cost.max_price, "The model costs no more for all tiles together", "P" },
    { "any-cost", 0, 0, G_OPTION_ARG_NONE, &cost.any_cost, "Run them without being asked, whatever they cost", NULL },
    ASK_CLI_FORMAT (&format),
    G_OPTION_ENTRY_NULL
  };
  const AskCliVerb verb
    = { "board refresh",
        "NAME",
        "Runs the tiles of a board, source beside source, and keeps what they give. It exits with 1 "
        "where a tile fails; the others are kept all the same.",
        1,
        1,
        entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = NULL;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  AskBoardRefresh refresh = { 0 };
  gboolean json;
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code) || !ask_cli_is_json ("board refresh", format, &json, &code)
      || !ask_cli_check_cost (&cost, "board refresh", &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  cost.json = json;
  refresh.asks_model = ask_model;
  refresh.spending = (AskSpendingRules) {
    .caps = ask_cli_get_caps (&cost), .on_preview = on_preview, .user_data = &cost, .any_cost = cost.any_cost
  };
  if ((board = ask_cli_load_board (workspace, argv[1], settings, &error)) == NULL
      || (results = ask_board_refresh (board, workspace, &refresh, cli->cancellable, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < results->len && !json; i++)
    {
      const AskTileResult *result = results->pdata[i];

      append_result (text, ask_board_find_tile (board, result->tile), result, FALSE);
    }
  code = json ? print_json (board, results, FALSE) : ask_cli_print (text->str);
  return code == ASK_EXIT_DONE ? end_refresh (board, results) : code;
}
