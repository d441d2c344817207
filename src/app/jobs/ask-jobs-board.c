/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each job has a copy of the board, since its owner goes on editing it meanwhile.
 */
#include "config.h"

#include "app/jobs/ask-jobs-board.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"

/**
 * Request:
 * @board: (nullable): a copy of its own
 * @from: the version that what is to be brought back is compared with; 0 for the newest
 * @version: of a board
 * @on_tile: told of each tile, on the main thread
 * @run: (nullable): cancels a refresh that is under way
 *
 * What a job needs to know; members that it does not are empty.
 */
typedef struct
{
  gint64 id;
  gint64 from;
  gint64 version;
  AskBoard *board;
  GPtrArray *filters;
  GPtrArray *results;
  char *text; /* a reason, a name or a path */
  char *tile;
  gboolean remove;
  AskBoardPin *pin;
  char *sql;
  AskRows *rows;
  gsize row;
  guint column;
  AskJobTarget *target;
  AskTileNews on_tile;
  AskCostFunc on_cost;
  GCancellable *run;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_clear_pointer (&self->board, ask_board_free);
  g_clear_pointer (&self->filters, g_ptr_array_unref);
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_free (self->text);
  g_free (self->tile);
  ask_board_pin_free (self->pin);
  g_free (self->sql);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->target, ask_job_target_unref);
  g_clear_object (&self->run);
  g_free (self);
}

/* @filters: (nullable) */
static GPtrArray *
copy_filters (const GPtrArray *filters)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_board_filter_free);

  for (guint i = 0; filters != NULL && i < filters->len; i++)
    g_ptr_array_add (copy, ask_board_filter_copy (filters->pdata[i]));
  return copy;
}

/** ask_open_board_free: @self: (nullable) (transfer full): an open board */
void
ask_open_board_free (AskOpenBoard *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->board, ask_board_free);
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_clear_pointer (&self->choices, g_hash_table_unref);
  g_clear_pointer (&self->suggested, g_ptr_array_unref);
  g_free (self);
}

static gpointer
list_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_list_boards (workspace, error);
}

/** ask_jobs_list_boards: reads the boards. Gives (element-type AskBoardRecord) GPtrArray */
AskJob *
ask_jobs_list_boards (void)
{
  return ask_job_new (list_job, (GDestroyNotify) g_ptr_array_unref, NULL, NULL);
}

static gint64
get_used (const AskBoardRecord *record)
{
  return MAX (record->saved_at, record->run_at);
}

static int
compare_used (gconstpointer a, gconstpointer b)
{
  gint64 first = get_used (*(AskBoardRecord *const *) a), second = get_used (*(AskBoardRecord *const *) b);

  return first < second ? 1 : first > second ? -1 : 0;
}

static gpointer
front_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_boards (workspace, error);
  g_autoptr (GPtrArray) boards = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_open_board_free);

  if (records == NULL)
    return NULL;
  g_ptr_array_sort (records, compare_used);
  for (guint i = 0; i < records->len && boards->len < GPOINTER_TO_UINT (data); i++)
    {
      const AskBoardRecord *record = records->pdata[i];
      g_autoptr (AskOpenBoard) open = g_new0 (AskOpenBoard, 1);
      g_autoptr (GError) unreadable = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      /* One that a later AskData wrote says so where it is opened, and keeps no other one away. */
      if ((open->board = ask_board_load (workspace, record->id, 0, &unreadable)) != NULL
          && (open->results = ask_board_load_results (open->board, workspace, NULL, &unreadable)) != NULL)
        g_ptr_array_add (boards, g_steal_pointer (&open));
      else
        g_info ("Board %s is not shown: %s", record->name, unreadable->message);
    }
  return g_steal_pointer (&boards);
}

/**
 * ask_jobs_front_boards:
 * @n: how many at most
 *
 * Reads the boards that were refreshed or changed last, and what their tiles gave. No source is asked.
 *
 * Returns: (transfer full): the job; gives (element-type AskOpenBoard) GPtrArray, without choices and suggestions
 */
AskJob *
ask_jobs_front_boards (guint n)
{
  return ask_job_new (front_job, (GDestroyNotify) g_ptr_array_unref, GUINT_TO_POINTER (n), NULL);
}

static gboolean
add_choices (AskOpenBoard *open, AskWorkspace *workspace, GError **error)
{
  open->choices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < open->board->parameters->len; i++)
    {
      const AskBoardParameter *parameter = open->board->parameters->pdata[i];
      GPtrArray *choices = ask_board_parameter_list_choices (parameter, workspace, error);

      if (choices == NULL)
        return FALSE;
      g_hash_table_insert (open->choices, g_strdup (parameter->id), choices);
    }
  return TRUE;
}

static gpointer
open_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskOpenBoard) open = g_new0 (AskOpenBoard, 1);
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskSchemaReader) reader = NULL;

  open->board
    = request->board != NULL ? g_steal_pointer (&request->board) : ask_board_load (workspace, request->id, 0, error);
  if (open->board == NULL || (schema = ask_workspace_load_schema (workspace, error)) == NULL)
    return NULL;
  reader = ask_schema_reader_new (schema);
  open->suggested = ask_board_suggest_parameters (open->board, reader);
  open->results = ask_board_load_results (open->board, workspace, request->filters, error);
  return open->results != NULL && add_choices (open, workspace, error) ? g_steal_pointer (&open) : NULL;
}

/**
 * ask_jobs_open_board:
 * @id: of a board
 * @as: (nullable): the board as it is set, not as it is kept
 * @filters: (nullable) (element-type AskBoardFilter): what was clicked
 *
 * Reads a board and what its tiles last gave. No source is asked.
 *
 * Returns: (transfer full): the job; gives AskOpenBoard
 */
AskJob *
ask_jobs_open_board (gint64 id, const AskBoard *as, const GPtrArray *filters)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  request->board = as != NULL ? ask_board_copy (as) : NULL;
  request->filters = copy_filters (filters);
  return ask_job_new (open_job, (GDestroyNotify) ask_open_board_free, request, request_free);
}

static gpointer
save_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;

  return ask_board_save (request->board, workspace, request->text, error) ? g_steal_pointer (&request->board) : NULL;
}

/**
 * ask_jobs_save_board:
 * @board: copied
 * @reason: what changed, in words
 *
 * Returns: (transfer full): the job; gives AskBoard as it is kept now, with what others did meanwhile
 */
AskJob *
ask_jobs_save_board (const AskBoard *board, const char *reason)
{
  Request *request = g_new0 (Request, 1);

  request->board = ask_board_copy (board);
  request->text = g_strdup (reason);
  return ask_job_new (save_job, (GDestroyNotify) ask_board_free, request, request_free);
}

/* ---- refreshing */

/** News: @run: ends the run; what still comes of one that was ended is of values that are not set any more */
typedef struct
{
  AskTileNews on_tile;
  AskTileResult *result;
  GCancellable *run;
} News;

static void
news_free (gpointer data)
{
  News *news = data;

  ask_tile_result_unref (news->result);
  g_clear_object (&news->run);
  g_free (news);
}

static void
deliver (gpointer object, gpointer data)
{
  News *news = data;

  if (!g_cancellable_is_cancelled (news->run))
    news->on_tile (object, news->result);
}

static void
report (AskTileResult *result, guint n_done, guint n_all, gpointer data)
{
  Request *request = data;
  News *news = g_new0 (News, 1);

  news->on_tile = request->on_tile;
  news->result = ask_tile_result_ref (result);
  g_set_object (&news->run, request->run);
  ask_job_post (request->target, deliver, news, news_free);
}

static gboolean
ask_cost (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  const Request *request = data;

  return ask_cost_wait_ask (preview, caps, request->target, request->on_cost, cancellable, error);
}

static gpointer
refresh_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  const char *const tiles[] = { request->tile, NULL };
  AskBoardRefresh refresh = {
    .tiles = request->tile != NULL ? tiles : NULL, .filters = request->filters, .on_tile = report, .user_data = request
  };

  /* A person says each time what may leave, whatever it costs. */
  if (request->on_cost != NULL)
    {
      refresh.asks_model = TRUE;
      refresh.spending = (AskSpendingRules) { .on_preview = ask_cost, .user_data = request, .shows_values = TRUE };
    }
  g_set_object (&request->run, cancellable);
  return ask_board_refresh (request->board, workspace, &refresh, cancellable, error);
}

/* Of a refresh. */
static Request *
request_new (gpointer target, const AskBoard *board, const GPtrArray *filters, const char *tile, AskTileNews on_tile)
{
  Request *request = g_new0 (Request, 1);

  request->board = ask_board_copy (board);
  request->filters = copy_filters (filters);
  request->tile = g_strdup (tile);
  request->on_tile = on_tile;
  request->target = ask_job_target_new (target);
  return request;
}

/**
 * ask_jobs_ask_tile:
 * @target: (type GObject): as of ask_jobs_refresh_board(), and in front of which a person is asked
 * @board: copied
 * @filters: (nullable) (element-type AskBoardFilter): what was clicked
 * @tile: the id of one whose functions may ask the model
 * @on_tile: as of ask_jobs_refresh_board()
 * @on_cost: called before values leave; the job waits
 *
 * Returns: (transfer full): as of ask_jobs_refresh_board()
 */
AskJob *
ask_jobs_ask_tile (gpointer target, const AskBoard *board, const GPtrArray *filters, const char *tile,
                   AskTileNews on_tile, AskCostFunc on_cost)
{
  Request *request = request_new (target, board, filters, tile, on_tile);

  request->on_cost = on_cost;
  return ask_job_new (refresh_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

/**
 * ask_jobs_refresh_board:
 * @target: (type GObject): who is told of each tile, while it lives
 * @board: copied
 * @filters: (nullable) (element-type AskBoardFilter): what was clicked
 * @tile: (nullable): the id of one to run alone; %NULL for all
 * @on_tile: called on the main thread while @target lives, and not any more once the run is cancelled
 *
 * Returns: (transfer full): the job; gives (element-type AskTileResult) GPtrArray of those that ran
 */
AskJob *
ask_jobs_refresh_board (gpointer target, const AskBoard *board, const GPtrArray *filters, const char *tile,
                        AskTileNews on_tile)
{
  return ask_job_new (refresh_job, (GDestroyNotify) g_ptr_array_unref,
                      request_new (target, board, filters, tile, on_tile), request_free);
}

static gpointer
remove_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;

  return ask_workspace_remove_board (workspace, request->id, request->remove, error) ? GINT_TO_POINTER (TRUE) : NULL;
}

/** ask_jobs_remove_board: @id: of a board; @remove: %FALSE brings it back */
AskJob *
ask_jobs_remove_board (gint64 id, gboolean remove)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  request->remove = remove;
  return ask_job_new (remove_job, NULL, request, request_free);
}

static gpointer
pin_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskBoard) board
    = request->id != 0 ? ask_board_load (workspace, request->id, 0, error) : ask_board_new (request->text);

  if (board == NULL || ask_board_pin (board, workspace, request->pin, error) == NULL)
    return NULL;
  return g_steal_pointer (&board);
}

/**
 * ask_jobs_pin:
 * @id: of a board, 0 for a new one
 * @name: (nullable): of the new one
 * @pin: what goes onto it; copied
 *
 * Returns: (transfer full): the job; gives AskBoard that it is on
 */
AskJob *
ask_jobs_pin (gint64 id, const char *name, const AskBoardPin *pin)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  request->text = g_strdup (name);
  request->pin = ask_board_pin_copy (pin);
  return ask_job_new (pin_job, (GDestroyNotify) ask_board_free, request, request_free);
}

/* A mark stands for a row; of its columns the first counts that something can be filtered by. */
static gpointer
filter_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, error);
  g_autoptr (AskSchemaReader) reader = schema != NULL ? ask_schema_reader_new (schema) : NULL;
  AskBoardCell cell = { request->tile, request->sql, request->rows, request->row, request->column };
  gboolean any = request->column >= ask_rows_get_n_columns (request->rows);

  if (reader == NULL)
    return NULL;
  if (any)
    for (cell.column = 0; cell.column + 1 < ask_rows_get_n_columns (request->rows); cell.column++)
      {
        AskBoardFilter *filter = ask_board_filter_new (reader, &cell, NULL);

        if (filter != NULL)
          return filter;
      }
  return ask_board_filter_new (reader, &cell, error);
}

/**
 * ask_jobs_filter_board:
 * @cell: what was clicked; a column beyond the last one stands for the first that something can be filtered by
 *
 * Returns: (transfer full): the job; gives AskBoardFilter
 */
AskJob *
ask_jobs_filter_board (const AskBoardCell *cell)
{
  Request *request = g_new0 (Request, 1);

  request->tile = g_strdup (cell->tile);
  request->sql = g_strdup (cell->sql);
  request->rows = ask_rows_ref ((AskRows *) cell->rows);
  request->row = cell->row;
  request->column = cell->column;
  return ask_job_new (filter_job, (GDestroyNotify) ask_board_filter_free, request, request_free);
}

/* ---- files */

static gpointer
export_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  AskBoardPicture picture = { .results = request->results, .filters = request->filters, .left_out = left_out };

  return ask_board_export (request->board, workspace, &picture, request->text, cancellable, error)
           ? g_steal_pointer (&left_out)
           : NULL;
}

/**
 * ask_jobs_export_board:
 * @board: copied
 * @results: (element-type AskTileResult): what its tiles gave
 * @filters: (nullable) (element-type AskBoardFilter): what was clicked
 * @path: of the file; its ending says what it is to be
 *
 * Returns: (transfer full): the job; gives (element-type utf8) GPtrArray: what is not in the file, in sentences
 */
AskJob *
ask_jobs_export_board (const AskBoard *board, GPtrArray *results, const GPtrArray *filters, const char *path)
{
  Request *request = g_new0 (Request, 1);

  request->board = ask_board_copy (board);
  request->results = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_tile_result_unref);
  for (guint i = 0; i < results->len; i++)
    g_ptr_array_add (request->results, ask_tile_result_ref (results->pdata[i]));
  request->filters = copy_filters (filters);
  request->text = g_strdup (path);
  return ask_job_new (export_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

static gpointer
import_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskBoardFile) file = ask_board_file_open (request->text, cancellable, error);
  g_autofree char *name = NULL;
  gint64 id = 0;

  if (file == NULL)
    return NULL;
  /* One with its name is there: it was taken before, or somebody has another of that name. */
  for (guint n = 1; id == 0; n++)
    {
      g_autoptr (GError) local = NULL;

      id = ask_board_file_import (file, workspace, name, &local);
      if (local != NULL && (n == ASK_BOARDS_MAX || !g_error_matches (local, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS)))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
      g_free (name);
      name = g_strdup_printf ("%s (%u)", file->board->name, n + 1);
    }
  return ask_board_load (workspace, id, 0, error);
}

/** ask_jobs_import_board: @path: of an .askboard; one whose name is taken gets a number. Gives AskBoard */
AskJob *
ask_jobs_import_board (const char *path)
{
  Request *request = g_new0 (Request, 1);

  request->text = g_strdup (path);
  return ask_job_new (import_job, (GDestroyNotify) ask_board_free, request, request_free);
}

/* ---- versions */

static gpointer
versions_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_list_board_versions (workspace, ((Request *) data)->id, error);
}

/** ask_jobs_list_board_versions: @id: of a board. Gives (element-type AskBoardVersion) GPtrArray, the newest first */
AskJob *
ask_jobs_list_board_versions (gint64 id)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  return ask_job_new (versions_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

static gpointer
restore_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskBoard) board = ask_board_load (workspace, request->id, request->from, error);

  if (board == NULL || !ask_board_restore (board, workspace, request->version, error))
    return NULL;
  return g_steal_pointer (&board);
}

/**
 * ask_jobs_restore_board:
 * @id: of a board
 * @version: one of its versions
 *
 * Returns: (transfer full): the job; gives AskBoard
 */
AskJob *
ask_jobs_restore_board (gint64 id, gint64 version)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  request->version = version;
  return ask_job_new (restore_job, (GDestroyNotify) ask_board_free, request, request_free);
}

/**
 * ask_jobs_undo_board:
 * @id: of a board
 * @version: which of its versions is taken back; not the first
 *
 * What somebody else saved since stays, or is named as a conflict.
 *
 * Returns: (transfer full): the job; gives AskBoard
 */
AskJob *
ask_jobs_undo_board (gint64 id, gint64 version)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  request->from = version;
  request->version = version - 1;
  return ask_job_new (restore_job, (GDestroyNotify) ask_board_free, request, request_free);
}
