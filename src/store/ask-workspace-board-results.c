/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tiles of boards gave: their last rows by the SQL that gave them, and one figure a day. It never drops rows
 * because a later run failed: these stay, with their age, beside the failure.
 */
#include "config.h"

#include "store/ask-board-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-ledger-private.h"
#include "store/ask-rows-bytes.h"

/* In the place of a day, and after all of them: the figure of the refresh before the last one. */
#define DAY_OF_LAST G_MAXINT32

static const char not_kept[] = N_ ("what the tile gave was not kept");
static const char not_read[] = N_ ("what the tile gave was not read");

/**
 * ask_board_result_new:
 * @tile: its id
 * @sql: what runs
 *
 * Returns: (transfer full): one that never ran
 */
AskBoardResult *
ask_board_result_new (const char *tile, const char *sql)
{
  AskBoardResult *self = g_new0 (AskBoardResult, 1);

  self->tile = g_strdup (tile);
  self->sql = g_strdup (sql);
  self->sources = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/** ask_board_result_free: @self: (nullable) (transfer full): a result */
void
ask_board_result_free (AskBoardResult *self)
{
  if (self == NULL)
    return;
  g_free (self->tile);
  g_free (self->sql);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_ptr_array_unref (self->sources);
  g_free (self->failure);
  g_free (self->remedy);
  g_free (self->remedy_place);
  g_free (self);
}

/** ask_board_result_copy: Returns: (transfer full): the same once more; the rows are shared */
AskBoardResult *
ask_board_result_copy (const AskBoardResult *from)
{
  AskBoardResult *self = ask_board_result_new (from->tile, from->sql);

  self->rows = from->rows != NULL ? ask_rows_ref (from->rows) : NULL;
  self->run_at = from->run_at;
  self->elapsed_ms = from->elapsed_ms;
  for (guint i = 0; i < from->sources->len; i++)
    g_ptr_array_add (self->sources, g_strdup (from->sources->pdata[i]));
  self->failure = g_strdup (from->failure);
  self->failed_at = from->failed_at;
  self->remedy = g_strdup (from->remedy);
  self->remedy_place = g_strdup (from->remedy_place);
  self->level = from->level;
  return self;
}

/** ask_board_figure_copy: @from: (nullable): a figure; Returns: (transfer full) (nullable): the same once more */
AskBoardFigure *
ask_board_figure_copy (const AskBoardFigure *from)
{
  AskBoardFigure *self = from != NULL ? g_new0 (AskBoardFigure, 1) : NULL;

  if (self == NULL)
    return NULL;
  self->at = from->at;
  ask_value_dup_into (&self->value, &from->value);
  return self;
}

/** ask_board_figure_free: @self: (nullable) (transfer full): a figure */
void
ask_board_figure_free (AskBoardFigure *self)
{
  if (self == NULL)
    return;
  ask_value_clear (&self->value);
  g_free (self);
}

static char *
make_key (const char *sql)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, sql, -1);
}

/* By the day where the person is: "yesterday" is theirs. */
static gint64
find_day (gint64 at)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (at / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  GDate date;

  if (local == NULL)
    return 0;
  g_date_clear (&date, 1);
  g_date_set_dmy (&date, (GDateDay) g_date_time_get_day_of_month (local), (GDateMonth) g_date_time_get_month (local),
                  (GDateYear) g_date_time_get_year (local));
  return g_date_get_julian (&date);
}

/* Binds ?1 to ?3: the board, the tile, and the key of what ran. */
static void
bind_place (sqlite3_stmt *statement, gint64 id, const char *tile, const char *sql)
{
  g_autofree char *key = make_key (sql);

  sqlite3_bind_int64 (statement, 1, id);
  ask_statement_bind_text (statement, 2, tile);
  /* The key goes before the statement runs. */
  sqlite3_bind_text (statement, 3, key, -1, SQLITE_TRANSIENT);
}

static AskRows *
read_rows (sqlite3_stmt *statement, int column, gint64 n_bytes)
{
  g_autoptr (GBytes) bytes = NULL;
  const void *small = sqlite3_column_blob (statement, column);
  gsize size;
  const guint8 *data;

  if (small == NULL || n_bytes < 0 || n_bytes > ASK_BOARD_MAX_KEPT_BYTES)
    return NULL;
  bytes = ask_ledger_inflate (small, (gsize) sqlite3_column_bytes (statement, column), (gsize) n_bytes);
  data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;
  return data != NULL ? ask_rows_from_bytes (data, size) : NULL;
}

static void
read_sources (const char *json, GPtrArray *sources)
{
  g_autoptr (JsonNode) node = json != NULL ? ask_json_parse (json, -1, NULL) : NULL;
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (ask_json_element_string (array, i) != NULL)
      g_ptr_array_add (sources, g_strdup (ask_json_element_string (array, i)));
}

/**
 * ask_workspace_load_board_result:
 * @id: of a board
 * @tile: of its document
 * @sql: what the tile would run now
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Returns: (transfer full): what it last gave; without rows and failure where it never ran with that SQL
 */
AskBoardResult *
ask_workspace_load_board_result (AskWorkspace *self, gint64 id, const char *tile, const char *sql, GError **error)
{
  g_autoptr (AskBoardResult) result = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *sources = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL && tile != NULL && sql != NULL, NULL);

  statement
    = ask_workspace_prepare (self, not_read,
                             "SELECT rows, n_bytes, run_at, elapsed_ms, sources, level, failure, failed_at, remedy,"
                             "    remedy_place"
                             "  FROM board_result WHERE board = ?1 AND tile = ?2 AND key = ?3",
                             error);
  if (statement == NULL)
    return NULL;
  bind_place (statement, id, tile, sql);
  if (!ask_workspace_step (self, not_read, statement, &row, error))
    return NULL;
  result = ask_board_result_new (tile, sql);
  if (!row)
    return g_steal_pointer (&result);
  result->rows = read_rows (statement, 0, sqlite3_column_int64 (statement, 1));
  result->run_at = result->rows != NULL ? sqlite3_column_int64 (statement, 2) : 0;
  result->elapsed_ms = sqlite3_column_double (statement, 3);
  sources = ask_statement_dup_text (statement, 4);
  read_sources (sources, result->sources);
  result->level = sqlite3_column_int (statement, 5);
  result->failure = ask_statement_dup_text (statement, 6);
  result->failed_at = sqlite3_column_int64 (statement, 7);
  result->remedy = ask_statement_dup_text (statement, 8);
  result->remedy_place = ask_statement_dup_text (statement, 9);
  return g_steal_pointer (&result);
}

/* A figure is a number, or the digits of one that no number holds. */
static void
bind_figure (sqlite3_stmt *statement, int place, const AskValue *value)
{
  if (value->kind == ASK_VALUE_INTEGER)
    sqlite3_bind_int64 (statement, place, value->integer);
  else if (value->kind == ASK_VALUE_REAL)
    sqlite3_bind_double (statement, place, value->real);
  else if (value->kind == ASK_VALUE_TEXT)
    sqlite3_bind_text (statement, place, value->text, (int) value->length, SQLITE_TRANSIENT);
  else
    sqlite3_bind_null (statement, place);
}

static AskValue
read_figure (sqlite3_stmt *statement, int column)
{
  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_INTEGER:
      return ask_value_integer (sqlite3_column_int64 (statement, column));
    case SQLITE_FLOAT:
      return ask_value_real (sqlite3_column_double (statement, column));
    case SQLITE_TEXT:
      return ask_value_text ((const char *) sqlite3_column_text (statement, column), -1);
    default:
      return ASK_NULL_INIT;
    }
}

static char *
print_sources (GPtrArray *sources)
{
  JsonArray *array = json_array_new ();
  g_autoptr (JsonNode) node = NULL;

  for (guint i = 0; i < sources->len; i++)
    json_array_add_string_element (array, sources->pdata[i]);
  node = ask_json_take_array (array);
  return ask_json_to_string (node, FALSE);
}

/* Rows that were not kept since they are too large leave what was kept before: that is older, and says so. */
static gboolean
write_rows (AskWorkspace *self, gint64 id, const AskBoardResult *result, GError **error)
{
  g_autoptr (GBytes) bytes = ask_rows_to_bytes (result->rows);
  g_autoptr (GBytes) small = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *sources = print_sources (result->sources);

  if (g_bytes_get_size (bytes) > ASK_BOARD_MAX_RESULT_BYTES)
    return TRUE;
  if ((small = ask_ledger_deflate (bytes, error)) == NULL)
    return FALSE;
  statement = ask_workspace_prepare (
    self, not_kept,
    "INSERT INTO board_result (board, tile, key, sql, rows, n_bytes, run_at, elapsed_ms, sources, level)"
    "  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM board WHERE id = ?1"
    "  ON CONFLICT (board, tile, key) DO UPDATE SET rows = excluded.rows, n_bytes = excluded.n_bytes,"
    "    run_at = excluded.run_at, elapsed_ms = excluded.elapsed_ms, sources = excluded.sources,"
    "    level = excluded.level, failure = NULL, failed_at = 0, remedy = NULL,"
    "    remedy_place = NULL",
    error);
  if (statement == NULL)
    return FALSE;
  bind_place (statement, id, result->tile, result->sql);
  ask_statement_bind_text (statement, 4, result->sql);
  sqlite3_bind_blob64 (statement, 5, g_bytes_get_data (small, NULL), g_bytes_get_size (small), SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 6, (gint64) g_bytes_get_size (bytes));
  sqlite3_bind_int64 (statement, 7, result->run_at);
  sqlite3_bind_double (statement, 8, result->elapsed_ms);
  ask_statement_bind_text (statement, 9, sources);
  sqlite3_bind_int (statement, 10, result->level);
  return ask_workspace_run (self, not_kept, statement, error);
}

static gboolean
write_failure (AskWorkspace *self, gint64 id, const AskBoardResult *result, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (
    self, not_kept,
    "INSERT INTO board_result (board, tile, key, sql, failure, failed_at, remedy, remedy_place)"
    "  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM board WHERE id = ?1"
    "  ON CONFLICT (board, tile, key) DO UPDATE SET failure = excluded.failure, failed_at = excluded.failed_at,"
    "    remedy = excluded.remedy, remedy_place = excluded.remedy_place",
    error);

  if (statement == NULL)
    return FALSE;
  bind_place (statement, id, result->tile, result->sql);
  ask_statement_bind_text (statement, 4, result->sql);
  ask_statement_bind_text (statement, 5, result->failure);
  sqlite3_bind_int64 (statement, 6, result->failed_at);
  ask_statement_bind_text (statement, 7, result->remedy);
  ask_statement_bind_text (statement, 8, result->remedy_place);
  return ask_workspace_run (self, not_kept, statement, error);
}

/* What is the last figure until now is kept beside those of the days: the next one may be of the same day. */
static gboolean
note_last (AskWorkspace *self, gint64 id, const AskBoardResult *result, GError **error)
{
  g_autoptr (sqlite3_stmt) note = ask_workspace_prepare (
    self, not_kept,
    "INSERT OR REPLACE INTO board_figure (board, tile, key, day, at, value)"
    "  SELECT board, tile, key, ?4, at, value FROM board_figure WHERE board = ?1 AND tile = ?2 AND key = ?3 AND day < ?4"
    "  ORDER BY at DESC LIMIT 1",
    error);

  if (note == NULL)
    return FALSE;
  bind_place (note, id, result->tile, result->sql);
  sqlite3_bind_int64 (note, 4, DAY_OF_LAST);
  return ask_workspace_run (self, not_kept, note, error);
}

static gboolean
write_figure (AskWorkspace *self, gint64 id, const AskBoardResult *result, const AskValue *value, GError **error)
{
  g_autoptr (sqlite3_stmt) insert = ask_workspace_prepare (
    self, not_kept,
    "INSERT INTO board_figure (board, tile, key, day, at, value)"
    "  SELECT ?1, ?2, ?3, ?4, ?5, ?6 FROM board WHERE id = ?1"
    "  ON CONFLICT (board, tile, key, day) DO UPDATE SET at = excluded.at, value = excluded.value",
    error);
  g_autoptr (sqlite3_stmt) drop = NULL;

  if (insert == NULL || !note_last (self, id, result, error))
    return FALSE;
  bind_place (insert, id, result->tile, result->sql);
  sqlite3_bind_int64 (insert, 4, find_day (result->run_at));
  sqlite3_bind_int64 (insert, 5, result->run_at);
  bind_figure (insert, 6, value);
  if (!ask_workspace_run (self, not_kept, insert, error))
    return FALSE;
  drop = ask_workspace_prepare (self, not_kept,
                                "DELETE FROM board_figure WHERE board = ?1 AND tile = ?2 AND key = ?3 AND day <= ?4",
                                error);
  if (drop == NULL)
    return FALSE;
  bind_place (drop, id, result->tile, result->sql);
  sqlite3_bind_int64 (drop, 4, find_day (result->run_at) - ASK_BOARD_MAX_DAYS);
  return ask_workspace_run (self, not_kept, drop, error);
}

static gboolean
drop_old (AskWorkspace *self, gint64 id, const char *tile, GError **error)
{
  g_autoptr (sqlite3_stmt) most = ask_workspace_prepare (
    self, not_kept,
    "DELETE FROM board_result WHERE board = ?1 AND tile = ?2 AND key NOT IN"
    "  (SELECT key FROM board_result WHERE board = ?1 AND tile = ?2 ORDER BY max(run_at, failed_at) DESC LIMIT ?3)",
    error);
  g_autoptr (sqlite3_stmt) room = NULL;

  if (most == NULL)
    return FALSE;
  sqlite3_bind_int64 (most, 1, id);
  ask_statement_bind_text (most, 2, tile);
  sqlite3_bind_int (most, 3, ASK_BOARD_MAX_RESULTS);
  if (!ask_workspace_run (self, not_kept, most, error))
    return FALSE;
  room = ask_workspace_prepare (
    self, not_kept,
    "DELETE FROM board_result WHERE rowid IN (SELECT id FROM (SELECT rowid AS id,"
    "    sum(length(rows)) OVER (ORDER BY run_at DESC, rowid) AS size FROM board_result WHERE rows IS NOT NULL)"
    "  WHERE size > ?1)",
    error);
  if (room == NULL)
    return FALSE;
  sqlite3_bind_int64 (room, 1, ASK_BOARD_MAX_KEPT_BYTES);
  return ask_workspace_run (self, not_kept, room, error);
}

/**
 * ask_workspace_keep_board_result:
 * @id: of a board; nothing is kept of one that is gone
 * @result: with @failed_at, its failure is put beside the rows of before; otherwise its rows replace them
 * @figure: (nullable): the figure that the rows stand for, a number or its digits; of a day the last one is kept
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_keep_board_result (AskWorkspace *self, gint64 id, const AskBoardResult *result, const AskValue *figure,
                                 GError **error)
{
  gboolean done;

  g_return_val_if_fail (self != NULL && result != NULL && (result->rows != NULL || result->failed_at != 0), FALSE);

  if (!ask_workspace_begin (self, not_kept, error))
    return FALSE;
  done = result->failed_at != 0 ? write_failure (self, id, result, error) : write_rows (self, id, result, error);
  done = done && (figure == NULL || result->failed_at != 0 || write_figure (self, id, result, figure, error))
         && drop_old (self, id, result->tile, error);
  if (done)
    return ask_workspace_commit (self, not_kept, error);
  ask_workspace_rollback (self);
  return FALSE;
}

/**
 * ask_workspace_find_board_figure:
 * @id: of a board
 * @result: of whose tile and SQL
 * @before: µs since 1970, UTC: the figure of the last day that is not after this one's day; %ASK_BOARD_LAST_REFRESH
 * @figure: (out) (nullable) (transfer full): %NULL where none was kept
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Returns: whether it could be looked for
 */
gboolean
ask_workspace_find_board_figure (AskWorkspace *self, gint64 id, const AskBoardResult *result, gint64 before,
                                 AskBoardFigure **figure, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL && result != NULL && figure != NULL, FALSE);

  *figure = NULL;
  statement = ask_workspace_prepare (self, not_read,
                                     "SELECT at, value FROM board_figure WHERE board = ?1 AND tile = ?2 AND key = ?3"
                                     "  AND day <= ?4 AND day >= ?5 ORDER BY day DESC LIMIT 1",
                                     error);
  if (statement == NULL)
    return FALSE;
  bind_place (statement, id, result->tile, result->sql);
  sqlite3_bind_int64 (statement, 4, before == ASK_BOARD_LAST_REFRESH ? DAY_OF_LAST : find_day (before));
  sqlite3_bind_int64 (statement, 5, before == ASK_BOARD_LAST_REFRESH ? DAY_OF_LAST : 0);
  if (!ask_workspace_step (self, not_read, statement, &row, error))
    return FALSE;
  if (row)
    {
      AskValue value = read_figure (statement, 1);

      *figure = g_new0 (AskBoardFigure, 1);
      (*figure)->at = sqlite3_column_int64 (statement, 0);
      ask_value_dup_into (&(*figure)->value, &value);
    }
  return TRUE;
}

/* Gives what is kept for @old to @new. */
static gboolean
move_results (AskWorkspace *self, const char *old, const char *new, GError **error)
{
  static const char *const updates[]
    = { "UPDATE OR REPLACE board_result SET key = ?2, sql = ?3 WHERE key = ?1",
        "UPDATE OR REPLACE board_figure SET key = ?2 WHERE key = ?1 AND ?3 IS NOT NULL" };
  g_autofree char *from = make_key (old);
  g_autofree char *to = make_key (new);

  for (guint i = 0; i < G_N_ELEMENTS (updates); i++)
    {
      g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, not_kept, updates[i], error);

      if (statement == NULL)
        return FALSE;
      ask_statement_bind_text (statement, 1, from);
      ask_statement_bind_text (statement, 2, to);
      ask_statement_bind_text (statement, 3, new);
      if (!ask_workspace_run (self, not_kept, statement, error))
        return FALSE;
    }
  return TRUE;
}

/*
 * ask_workspace_rename_board_results:
 *
 * Inside the caller's transaction: what is kept goes on belonging to its query, which has the new names.
 */
gboolean
ask_workspace_rename_board_results (AskWorkspace *self, AskSchema *before, AskSchema *after, GError **error)
{
  g_autoptr (GPtrArray) queries = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_kept, "SELECT DISTINCT sql FROM board_result", error);
  gboolean row = TRUE;

  if (statement == NULL)
    return FALSE;
  while (row)
    {
      if (!ask_workspace_step (self, not_kept, statement, &row, error))
        return FALSE;
      if (row)
        g_ptr_array_add (queries, ask_statement_dup_text (statement, 0));
    }
  for (guint i = 0; i < queries->len; i++)
    {
      const char *old = queries->pdata[i];
      g_autofree char *sql = ask_schema_rename_in_sql (before, after, old, NULL);

      if (sql != NULL && strcmp (sql, old) != 0 && !move_results (self, old, sql, error))
        return FALSE;
    }
  return TRUE;
}
