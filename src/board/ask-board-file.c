/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board into a file and out of one. An .askboard has the document and what the tiles gave, and is of the form that saved
 * answers have; the room bundle keeps out what is hidden, and reads such files from anybody.
 */
#include "config.h"

#include <string.h>

#include "base/ask-error.h"
#include "base/ask-file-writer.h"
#include "board/ask-board-private.h"
#include "bundle/ask-bundle.h"

#include <glib/gi18n.h>

/* ---- writing */

static JsonObject *
describe_result (const AskTileResult *result)
{
  JsonObject *object = json_object_new ();
  JsonArray *sources = json_array_new ();

  json_object_set_string_member (object, "tile", result->tile);
  json_object_set_int_member (object, "run_at", result->kept->run_at);
  json_object_set_double_member (object, "elapsed_ms", result->kept->elapsed_ms);
  for (guint i = 0; i < result->kept->sources->len; i++)
    json_array_add_string_element (sources, result->kept->sources->pdata[i]);
  json_object_set_array_member (object, "sources", sources);
  return object;
}

static gboolean
write_board (const AskBoard *self, AskWorkspace *workspace, const AskBoardPicture *picture, const char *path,
             GCancellable *cancellable, GError **error)
{
  g_autoptr (JsonNode) document = ask_board_to_json (self);
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  g_autoptr (AskBundle) bundle = NULL;
  JsonArray *results = json_array_new ();

  for (guint i = 0; i < self->tiles->len; i++)
    {
      const AskTileResult *result = ask_results_find (picture->results, ((AskTile *) self->tiles->pdata[i])->id);
      gboolean has_rows = result != NULL && result->kept->rows != NULL;

      g_ptr_array_add (rows, has_rows ? result->kept->rows : NULL);
      if (has_rows)
        json_array_add_object_element (results, describe_result (result));
    }
  json_object_set_array_member (json_node_get_object (document), "results", results);
  bundle = ask_bundle_collect_board (workspace, document, rows, error);
  if (bundle == NULL || !ask_bundle_save (bundle, path, cancellable, error))
    return FALSE;
  for (guint i = 0; picture->left_out != NULL && i < bundle->left_out->len; i++)
    g_ptr_array_add (picture->left_out, g_strdup (bundle->left_out->pdata[i]));
  return TRUE;
}

static gboolean
has_ending (const char *path, const char *ending)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ending);
}

/**
 * ask_board_export:
 * @self: a board
 * @workspace: where it is; an .askboard has nothing of what is hidden in its schema
 * @picture: what its tiles gave, and sizes
 * @path: of the file, whose ending says what it is to be: .pdf, .png, .html or .askboard
 * @cancellable: (nullable): ends the writing
 * @error: %ASK_BOARD_ERROR_FORMAT; ASK_BUNDLE_ERROR; as of ask_file_write()
 *
 * Replaces a file that is there, as a whole. No source is asked. Blocks.
 *
 * Returns: whether it is on the disk
 */
gboolean
ask_board_export (const AskBoard *self, AskWorkspace *workspace, const AskBoardPicture *picture, const char *path,
                  GCancellable *cancellable, GError **error)
{
  AskPictureFormat format = ask_picture_get_format (path);
  g_autoptr (GByteArray) bytes = NULL;

  if (has_ending (path, ASK_BOARD_SUFFIX))
    return write_board (self, workspace, picture, path, cancellable, error);
  if (has_ending (path, ".html") || has_ending (path, ".htm"))
    {
      g_autofree char *html = ask_board_to_html (self, picture);

      return ask_file_write (path, html, strlen (html), cancellable, error);
    }
  if (format != ASK_PICTURE_PDF && format != ASK_PICTURE_PNG)
    {
      ask_error_set (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_FORMAT,
                     N_ ("A board cannot be written as “%s”: the name must end in .pdf, .png, .html or .askboard."),
                     path);
      return FALSE;
    }
  bytes = ask_board_to_picture (self, picture, format, error);
  return bytes != NULL && ask_file_write (path, bytes->data, bytes->len, cancellable, error);
}

/* ---- reading */

/** ask_board_file_free: @self: (nullable) (transfer full): what a file holds */
void
ask_board_file_free (AskBoardFile *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->board, ask_board_free);
  g_free (self->program);
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_free (self);
}

static JsonObject *
find_description (JsonArray *results, const char *tile)
{
  for (guint i = 0; results != NULL && i < json_array_get_length (results); i++)
    {
      JsonObject *object = ask_json_element_object (results, i);

      if (object != NULL && g_strcmp0 (ask_json_get_string (object, "tile"), tile) == 0)
        return object;
    }
  return NULL;
}

static void
add_result (AskBoardFile *self, const AskTile *tile, AskRows *rows, JsonObject *description)
{
  AskBoardResult *kept = ask_board_result_new (tile->id, tile->sql);
  JsonArray *sources = ask_json_get_array (description, "sources");

  kept->rows = ask_rows_ref (rows);
  /* Nothing is from tomorrow. */
  kept->run_at = CLAMP (ask_json_get_integer (description, "run_at", 1), 1, g_get_real_time ());
  for (guint i = 0; sources != NULL && i < json_array_get_length (sources); i++)
    if (ask_json_element_string (sources, i) != NULL)
      g_ptr_array_add (kept->sources, g_strdup (ask_json_element_string (sources, i)));
  g_ptr_array_add (self->results, ask_tile_result_new (tile, kept));
}

/**
 * ask_board_file_open:
 * @path: of a file that anybody may have made
 * @cancellable: (nullable): ends the reading
 * @error: ASK_BUNDLE_ERROR; %ASK_BOARD_ERROR_DOCUMENT
 *
 * Blocks. Nothing of the file is run.
 *
 * Returns: (transfer full): the board, with what its tiles had given
 */
AskBoardFile *
ask_board_file_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskBundle) bundle = ask_bundle_open_board (path, cancellable, error);
  g_autoptr (JsonNode) document = bundle != NULL ? ask_json_parse (bundle->json, -1, error) : NULL;
  g_autoptr (AskBoard) board = document != NULL ? ask_board_from_json (document, error) : NULL;
  g_autoptr (AskBoardFile) self = NULL;
  JsonArray *descriptions;

  if (bundle != NULL && board == NULL)
    {
      g_autofree char *shown = g_filename_display_name (path);

      ask_error_prefix (error, "%s: ", shown);
    }
  if (board == NULL)
    return NULL;
  self = g_new0 (AskBoardFile, 1);
  self->program = g_strdup (bundle->program);
  self->saved_at = bundle->saved_at;
  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_tile_result_unref);
  self->board = g_steal_pointer (&board);
  descriptions = ask_json_get_array (json_node_get_object (document), "results");
  for (guint i = 0; i < self->board->tiles->len; i++)
    {
      const AskTile *tile = self->board->tiles->pdata[i];
      g_autofree char *name = g_strdup_printf ("rows_%u", i + 1);
      const AskBundleTable *table = ask_bundle_find_table (bundle, name);
      JsonObject *description = find_description (descriptions, tile->id);

      if (table != NULL && description != NULL && tile->sql != NULL)
        add_result (self, tile, table->rows, description);
    }
  return g_steal_pointer (&self);
}

/**
 * ask_board_file_import:
 * @self: of ask_board_file_open()
 * @workspace: gets the board
 * @name: (nullable): what it is to be called there; %NULL for its own name
 * @error: %ASK_STORE_ERROR_EXISTS where a board there has the name
 *
 * Its tiles show what is in the file until they are refreshed; that needs their entities in the schema.
 *
 * Returns: the board's id, never 0; 0 where @error is set
 */
gint64
ask_board_file_import (AskBoardFile *self, AskWorkspace *workspace, const char *name, GError **error)
{
  g_autoptr (AskBoard) board = ask_board_copy (self->board);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, error);
  g_autoptr (AskSchemaReader) reader = schema != NULL ? ask_schema_reader_new (schema) : NULL;

  if (reader == NULL)
    return 0;
  if (name != NULL)
    ask_board_set_name (board, name);
  if (!ask_board_save (board, workspace, _ ("Taken from a file"), error))
    return 0;
  for (guint i = 0; i < self->results->len; i++)
    {
      const AskTileResult *result = self->results->pdata[i];
      AskBoardResult *kept = result->kept;

      g_free (kept->sql);
      kept->sql = ask_board_get_sql (board, ask_board_find_tile (board, result->tile), reader, NULL, NULL);
      if (!ask_workspace_keep_board_result (workspace, board->id, kept, NULL, error))
        return 0;
    }
  return board->id;
}
