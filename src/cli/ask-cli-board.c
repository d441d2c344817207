/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli board: make boards, pin answers to them, write them as files and read those, and go back to versions.
 * Running and showing them is in ask-cli-board-run.c.
 */
#include "config.h"

#include <string.h>

#include "cli/ask-cli-board.h"

#include "blend/ask-blend-question.h"

/* "City=Nice": sets a parameter of the board in memory. */
static gboolean
set_parameter (AskBoard *board, const char *setting, GError **error)
{
  const char *sign = strchr (setting, '=');
  g_autofree char *name = sign != NULL ? g_strndup (setting, (gsize) (sign - setting)) : g_strdup (setting);
  AskBoardParameter *parameter = ask_board_find_parameter (board, name);

  if (parameter != NULL && sign != NULL)
    return ask_board_parameter_set_value (parameter, sign + 1, error);
  if (parameter != NULL)
    g_set_error (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_VALUE, "--parameter %s: say NAME=VALUE, such as %s=%s.",
                 setting, name, parameter->text);
  else
    g_set_error (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_UNKNOWN,
                 "The board “%s” has no parameter “%s”. “board parameters” lists those that it has.", board->name,
                 name);
  return FALSE;
}

/**
 * ask_cli_load_board:
 * @workspace: where it is
 * @name: whatever the case
 * @settings: (nullable) (array zero-terminated=1): "NAME=VALUE" of parameters, which are set in memory only
 * @error: what is wrong with the name or a setting
 *
 * Returns: (transfer full): the board
 */
AskBoard *
ask_cli_load_board (AskWorkspace *workspace, const char *name, char **settings, GError **error)
{
  gint64 id = ask_workspace_find_board (workspace, name, error);
  g_autoptr (AskBoard) board = id != 0 ? ask_board_load (workspace, id, 0, error) : NULL;

  for (guint i = 0; board != NULL && settings != NULL && settings[i] != NULL; i++)
    if (!set_parameter (board, settings[i], error))
      return NULL;
  return g_steal_pointer (&board);
}

static AskExit
board_list (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb = { "board list", NULL, "Lists the boards.", 0, 0 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GPtrArray) boards = NULL;
  g_autoptr (GError) error = NULL;
  JsonArray *array;
  gboolean json;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, &json, &argc, &argv, &code)) == NULL)
    return code;
  if ((boards = ask_workspace_list_boards (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  array = json ? json_array_new () : NULL;
  for (guint i = 0; i < boards->len; i++)
    {
      const AskBoardRecord *board = boards->pdata[i];
      g_autofree char *when = board->run_at != 0 ? ask_cli_time (board->run_at) : g_strdup ("never run");

      if (json)
        {
          JsonObject *object = json_object_new ();

          json_object_set_string_member (object, "name", board->name);
          json_object_set_int_member (object, "tiles", board->n_tiles);
          json_object_set_int_member (object, "version", board->version);
          if (board->run_at != 0)
            json_object_set_string_member (object, "run_at", when);
          json_array_add_object_element (array, object);
        }
      else
        g_print ("%s  %u %s · %s\n", board->name, board->n_tiles, board->n_tiles == 1 ? "tile" : "tiles", when);
    }
  if (json)
    return ask_cli_print_json (ask_json_take_array (array));
  if (boards->len == 0)
    g_printerr ("There are no boards yet. “board create NAME” makes one.\n");
  return ASK_EXIT_DONE;
}

static AskExit
board_create (AskCli *cli, int argc, char **argv)
{
  static const AskCliVerb verb = { "board create", "NAME", "Makes an empty board.", 1, 1 };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  board = ask_board_new (argv[1]);
  if (!ask_board_save (board, workspace, "Made", &error))
    return ask_cli_failed (error);
  g_print ("Made: %s\n", board->name);
  return ASK_EXIT_DONE;
}

/* An answer of the history, to be pinned as it was. */
static AskAnswer *
load_answer (AskWorkspace *workspace, gint64 id, GError **error)
{
  g_autoptr (AskHistoryEntry) entry = ask_workspace_get_history (workspace, id, error);
  g_autoptr (AskAnswer) answer = entry != NULL ? ask_answer_from_json (entry->answer, error) : NULL;

  if (answer != NULL && (answer->status != ASK_STATUS_ANSWERED || answer->sql == NULL))
    {
      g_set_error (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_UNFIT,
                   "The question %lld of the history has no query that could be pinned.", (long long) id);
      return NULL;
    }
  return g_steal_pointer (&answer);
}

/* SQL is looked at before it is kept; nothing is run. */
static gboolean
check_sql (AskWorkspace *workspace, const char *sql, GError **error)
{
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);

  if (engine == NULL
      || (blend = ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = workspace, .kept_only = TRUE }, NULL,
                                            engine, error))
           == NULL)
    return FALSE;
  if (ask_engine_check (engine, sql, error))
    return TRUE;
  if (error != NULL)
    ask_engine_add_hint (engine, sql, *error);
  return FALSE;
}

static gboolean
read_view (const char *word, AskTileView *view, AskExit *code)
{
  static const char *const words[] = { "chart", "table", "value" };

  *view = ASK_VIEW_CHART;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (word == NULL || strcmp (word, words[i]) == 0)
      {
        *view = (AskTileView) (word != NULL ? i : 0);
        return TRUE;
      }
  *code = ask_cli_usage ("board pin", "“%s” is no view. Say chart, table or value.", word);
  return FALSE;
}

static AskExit
board_pin (AskCli *cli, int argc, char **argv)
{
  g_autofree char *title = NULL;
  g_autofree char *view = NULL;
  const GOptionEntry entries[] = { { "title", 0, 0, G_OPTION_ARG_STRING, &title, "What the tile is called", "TITLE" },
                                   { "view", 0, 0, G_OPTION_ARG_STRING, &view, "chart, table or value", "VIEW" },
                                   G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "board pin", "NAME SQL|N", "Puts a query onto a board, or the answer N of the history. Nothing is run.", 2,
        2,           entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = NULL;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  AskBoardPin pin = { 0 };
  gint64 id;
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code) || !read_view (view, &pin.view, &code))
    return code;
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((board = ask_cli_load_board (workspace, argv[1], NULL, &error)) == NULL)
    return ask_cli_failed (error);
  pin.sql = argv[2];
  if (ask_cli_number (argv[2], &id))
    {
      if ((answer = load_answer (workspace, id, &error)) == NULL)
        return ask_cli_failed (error);
      pin.sql = answer->sql;
      pin.question = answer->question;
    }
  pin.title = title;
  if (!check_sql (workspace, pin.sql, &error) || ask_board_pin (board, workspace, &pin, &error) == NULL)
    return ask_cli_failed (error);
  g_print ("Pinned to %s. “board refresh” runs it.\n", board->name);
  return ASK_EXIT_DONE;
}

/* Of a verb whose first word names a board. Returns: (transfer full): the board; %NULL where @code is how the program ends */
static AskBoard *
begin_on_board (AskCli *cli, const AskCliVerb *verb, int *argc, char ***argv, AskWorkspace **workspace, AskExit *code)
{
  g_autoptr (GError) error = NULL;
  AskBoard *board;

  if ((*workspace = ask_cli_begin (cli, verb, NULL, argc, argv, code)) == NULL)
    return NULL;
  board = ask_cli_load_board (*workspace, (*argv)[1], NULL, &error);
  if (board == NULL)
    *code = ask_cli_failed (error);
  return board;
}

/* One tile, by its id or by what it is called. */
static AskExit
remove_tile (AskWorkspace *workspace, AskBoard *board, const char *which)
{
  g_autoptr (GError) error = NULL;
  const char *found = NULL;

  for (guint i = 0; i < board->tiles->len; i++)
    {
      const AskTile *tile = board->tiles->pdata[i];
      g_autofree char *name = ask_tile_get_name (tile);

      if (strcmp (tile->id, which) != 0 && strcmp (name, which) != 0)
        continue;
      if (found != NULL)
        return ask_cli_usage ("board remove",
                              "Several tiles are called “%s”. Give the id that “board show --format json” tells.",
                              which);
      found = tile->id;
    }
  if (found == NULL)
    return ask_cli_usage ("board remove", "There is no tile “%s” on the board “%s”.", which, board->name);
  ask_board_remove_tile (board, found);
  if (!ask_board_save (board, workspace, "Removed a tile", &error))
    return ask_cli_failed (error);
  g_print ("%s: removed\n", which);
  return ASK_EXIT_DONE;
}

static AskExit
board_remove (AskCli *cli, int argc, char **argv)
{
  g_autofree char *tile = NULL;
  const GOptionEntry entries[]
    = { { "tile", 0, 0, G_OPTION_ARG_STRING, &tile, "Only this tile, by its title or id", "TILE" },
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb = { "board remove", "NAME", "Removes a board, or one of its tiles.", 1, 1, entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if ((board = begin_on_board (cli, &verb, &argc, &argv, &workspace, &code)) == NULL)
    return code;
  if (tile != NULL)
    return remove_tile (workspace, board, tile);
  if (!ask_workspace_remove_board (workspace, board->id, TRUE, &error))
    return ask_cli_failed (error);
  g_print ("%s: removed\n", board->name);
  return ASK_EXIT_DONE;
}

static AskExit
board_export (AskCli *cli, int argc, char **argv)
{
  g_autofree char *file = NULL;
  g_auto (GStrv) settings = NULL;
  const GOptionEntry entries[]
    = { { "output", 'o', 0, G_OPTION_ARG_FILENAME, &file, "The file: .pdf, .png, .html or .askboard", "FILE" },
        { "parameter", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings, "A value of a parameter, for this file",
          "NAME=VALUE" },
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "board export", "NAME -o FILE", "Writes a board with what its tiles last gave. No source is asked.", 1, 1,
        entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = NULL;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  AskBoardPicture picture = { .left_out = left_out };
  AskExit code;

  if (!ask_cli_parse (&verb, &argc, &argv, &code))
    return code;
  if (file == NULL)
    return ask_cli_usage ("board export", "Say into which file: -o FILE.");
  if ((workspace = ask_cli_open (cli)) == NULL)
    return ASK_EXIT_FAILED;
  if ((board = ask_cli_load_board (workspace, argv[1], settings, &error)) == NULL
      || (results = ask_board_load_results (board, workspace, NULL, &error)) == NULL)
    return ask_cli_failed (error);
  picture.results = results;
  if (!ask_board_export (board, workspace, &picture, file, cli->cancellable, &error))
    return ask_cli_failed (error);
  for (guint i = 0; i < left_out->len; i++)
    g_printerr ("%s\n", (const char *) left_out->pdata[i]);
  g_print ("Written: %s\n", file);
  return ASK_EXIT_DONE;
}

static AskExit
board_import (AskCli *cli, int argc, char **argv)
{
  g_autofree char *name = NULL;
  const GOptionEntry entries[]
    = { { "name", 0, 0, G_OPTION_ARG_STRING, &name, "What it is called here, instead of its own name", "NAME" },
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb = { "board import",
                            "FILE",
                            "Takes a board from an .askboard file, with what its tiles gave. Nothing of it is run.",
                            1,
                            1,
                            entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoardFile) file = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if ((workspace = ask_cli_begin (cli, &verb, NULL, &argc, &argv, &code)) == NULL)
    return code;
  if ((file = ask_board_file_open (argv[1], cli->cancellable, &error)) == NULL
      || ask_board_file_import (file, workspace, name, &error) == 0)
    return ask_cli_failed (error);
  g_print ("Taken: %s\n", name != NULL ? name : file->board->name);
  return ASK_EXIT_DONE;
}

static AskExit
board_versions (AskCli *cli, int argc, char **argv)
{
  gint64 restore = 0;
  const GOptionEntry entries[]
    = { { "restore", 0, 0, G_OPTION_ARG_INT64, &restore, "Make this version the newest one again", "N" },
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb
    = { "board versions", "NAME", "Lists what was changed of a board, or goes back to a version.", 1, 1, entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if ((board = begin_on_board (cli, &verb, &argc, &argv, &workspace, &code)) == NULL)
    return code;
  if (restore != 0)
    {
      if (!ask_board_restore (board, workspace, restore, &error))
        return ask_cli_failed (error);
      g_print ("%s is as it was in version %" G_GINT64_FORMAT " again.\n", board->name, restore);
      return ASK_EXIT_DONE;
    }
  if ((versions = ask_workspace_list_board_versions (workspace, board->id, &error)) == NULL)
    return ask_cli_failed (error);
  for (guint i = 0; i < versions->len; i++)
    {
      const AskBoardVersion *version = versions->pdata[i];
      g_autofree char *when = ask_cli_time (version->saved_at);

      g_print ("%4" G_GINT64_FORMAT "  %s · %s%s%s\n", version->version, when, version->reason,
               version->author != NULL ? " · " : "", version->author != NULL ? version->author : "");
    }
  return ASK_EXIT_DONE;
}

/* Takes a suggestion onto the board, by its title or its value. */
static AskExit
take_parameter (AskWorkspace *workspace, AskBoard *board, GPtrArray *suggested, const char *which)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < suggested->len; i++)
    {
      const AskBoardParameter *parameter = suggested->pdata[i];

      if (g_ascii_strcasecmp (parameter->title, which) != 0 && strcmp (parameter->text, which) != 0)
        continue;
      if (ask_board_add_parameter (board, parameter, &error) == NULL
          || !ask_board_save (board, workspace, "Added a parameter", &error))
        return ask_cli_failed (error);
      g_print ("%s: set for %u %s at once from now on\n", parameter->title, parameter->n_tiles,
               parameter->n_tiles == 1 ? "tile" : "tiles");
      return ASK_EXIT_DONE;
    }
  return ask_cli_usage ("board parameters", "No tile has a value “%s” that could be a parameter.", which);
}

static AskExit
board_parameters (AskCli *cli, int argc, char **argv)
{
  g_autofree char *add = NULL;
  const GOptionEntry entries[]
    = { { "add", 0, 0, G_OPTION_ARG_STRING, &add, "Make a parameter of one that is suggested", "TITLE" },
        G_OPTION_ENTRY_NULL };
  const AskCliVerb verb = { "board parameters",
                            "NAME",
                            "Lists the values that are set once for all tiles, and those of its queries that could be.",
                            1,
                            1,
                            entries };
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskBoard) board = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskSchemaReader) reader = NULL;
  g_autoptr (GPtrArray) suggested = NULL;
  g_autoptr (GError) error = NULL;
  AskExit code;

  if ((board = begin_on_board (cli, &verb, &argc, &argv, &workspace, &code)) == NULL)
    return code;
  if ((schema = ask_workspace_load_schema (workspace, &error)) == NULL)
    return ask_cli_failed (error);
  reader = ask_schema_reader_new (schema);
  suggested = ask_board_suggest_parameters (board, reader);
  if (add != NULL)
    return take_parameter (workspace, board, suggested, add);
  for (guint i = 0; i < board->parameters->len; i++)
    {
      const AskBoardParameter *parameter = board->parameters->pdata[i];

      g_print ("%s = %s\n", parameter->title, parameter->value != NULL ? parameter->value : parameter->text);
    }
  for (guint i = 0; i < suggested->len; i++)
    {
      const AskBoardParameter *parameter = suggested->pdata[i];

      g_print ("%s could be one: %s, in %u %s\n", parameter->title, parameter->text, parameter->n_tiles,
               parameter->n_tiles == 1 ? "tile" : "tiles");
    }
  return ASK_EXIT_DONE;
}

/** ask_cli_board: Returns: the exit code of `askdata-cli board …` */
AskExit
ask_cli_board (AskCli *cli, int argc, char **argv)
{
  static const AskCliBranch branches[] = {
    { "list", board_list },         { "show", ask_cli_board_show },
    { "create", board_create },     { "pin", board_pin },
    { "remove", board_remove },     { "refresh", ask_cli_board_refresh },
    { "export", board_export },     { "import", board_import },
    { "versions", board_versions }, { "parameters", board_parameters },
  };
  AskCommandFunc run = ask_cli_find_branch (branches, G_N_ELEMENTS (branches), argc, argv);

  if (run != NULL)
    return run (cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return ask_cli_print (
      "Usage: askdata-cli board list|show|create|pin|remove|refresh|export|import|versions|parameters …\n"
      "Each has a --help of its own.\n");
  return ask_cli_usage ("board",
                        "Say list, show, create, pin, remove, refresh, export, import, versions or parameters.");
}
