/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What people asked: the history of answers with complaints. It stores what it is given and judges
 * nothing.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"

/* The newest of these are kept; an answer that somebody complained about stays until it is seen to. */
#define HISTORY_KEPT "1000"

/*
 * ask_workspace_change_one:
 *
 * @id: of the row
 * @text: (nullable): for ?2
 * @error: %ASK_STORE_ERROR_UNKNOWN where there is no such row; %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_change_one (AskWorkspace *self, const AskRowChange *change, gint64 id, const char *text, GError **error)
{
  const char *what = change->what;
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement = ask_workspace_prepare (self, what, change->sql, error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, id);
      if (sqlite3_bind_parameter_count (statement) > 1)
        ask_statement_bind_text (statement, 2, text);
    }
  if (statement == NULL || !ask_workspace_run (self, what, statement, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  if (sqlite3_changes (self->db) == 0)
    {
      ask_workspace_rollback (self);
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN, change->missing);
      ask_error_append (error, N_ (" %lld. List them to see those that there are."), (long long) id);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/**
 * ask_workspace_add_history:
 * @record: what to keep
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Keeps an answer. The newest thousand are kept, and those with a complaint.
 *
 * Returns: its id, never 0, on disk; 0 where @error is set
 */
gint64
ask_workspace_add_history (AskWorkspace *self, const AskHistoryRecord *record, GError **error)
{
  const char *what = N_ ("the answer was not kept in the history");
  g_autoptr (sqlite3_stmt) statement = NULL;
  gint64 id;

  g_return_val_if_fail (self != NULL && record->question != NULL && record->status != NULL, 0);

  if (!ask_workspace_begin (self, what, error))
    return 0;
  statement = ask_workspace_prepare (self, what,
                                     "INSERT INTO history (question, status, headline, asked_at, elapsed_ms, answer)"
                                     "  VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                                     error);
  if (statement != NULL)
    {
      ask_statement_bind_text (statement, 1, record->question);
      ask_statement_bind_text (statement, 2, record->status);
      ask_statement_bind_text (statement, 3, record->headline);
      sqlite3_bind_int64 (statement, 4, g_get_real_time ());
      sqlite3_bind_double (statement, 5, record->elapsed_ms);
      ask_statement_bind_text (statement, 6, record->answer);
    }
  if (statement == NULL || !ask_workspace_run (self, what, statement, error))
    {
      ask_workspace_rollback (self);
      return 0;
    }
  id = sqlite3_last_insert_rowid (self->db);
  if (!ask_workspace_exec (self, what,
                           "DELETE FROM history WHERE complaint IS NULL AND id <="
                           " (SELECT id FROM history WHERE complaint IS NULL"
                           "  ORDER BY id DESC LIMIT 1 OFFSET " HISTORY_KEPT ")"
                           " AND id NOT IN (SELECT pin.value FROM setting, json_each (setting.value) AS pin"
                           "  WHERE setting.key = '" ASK_WORKSPACE_PINNED "')",
                           error))
    {
      ask_workspace_rollback (self);
      return 0;
    }
  return ask_workspace_commit (self, what, error) ? id : 0;
}

static gpointer
read_entry (sqlite3_stmt *statement)
{
  AskHistoryEntry *entry = g_new0 (AskHistoryEntry, 1);

  entry->id = sqlite3_column_int64 (statement, 0);
  entry->question = ask_statement_dup_text (statement, 1);
  entry->status = ask_statement_dup_text (statement, 2);
  entry->headline = ask_statement_dup_text (statement, 3);
  entry->asked_at = sqlite3_column_int64 (statement, 4);
  entry->elapsed_ms = sqlite3_column_double (statement, 5);
  entry->complaint = ask_statement_dup_text (statement, 6);
  if (sqlite3_column_count (statement) > 7)
    entry->answer = ask_statement_dup_text (statement, 7);
  return entry;
}

/**
 * ask_workspace_list_history:
 * @max: entries at most, 0 for all
 * @error: %ASK_STORE_ERROR_WRITE or %ASK_STORE_ERROR_OPEN where the file cannot be read
 *
 * Returns: (transfer container) (element-type AskHistoryEntry): the newest first, without their
 *   answers
 */
GPtrArray *
ask_workspace_list_history (AskWorkspace *self, guint max, GError **error)
{
  const char *what = N_ ("the history was not read");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  statement
    = ask_workspace_prepare (self, what,
                             "SELECT id, question, status, headline, asked_at, elapsed_ms, complaint FROM history"
                             "  ORDER BY id DESC LIMIT ?1",
                             error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, max > 0 ? (gint64) max : -1);
  return ask_workspace_read_rows (self, what, statement, read_entry, (GDestroyNotify) ask_history_entry_free, error);
}

/**
 * ask_workspace_get_history:
 * @id: of an entry
 * @error: %ASK_STORE_ERROR_UNKNOWN; %ASK_STORE_ERROR_WRITE or %ASK_STORE_ERROR_OPEN where the file
 *   cannot be read
 *
 * Returns: (transfer full): the entry with its answer
 */
AskHistoryEntry *
ask_workspace_get_history (AskWorkspace *self, gint64 id, GError **error)
{
  const char *what = N_ ("the history was not read");
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL, NULL);

  statement = ask_workspace_prepare (
    self, what,
    "SELECT id, question, status, headline, asked_at, elapsed_ms, complaint, answer FROM history"
    "  WHERE id = ?1",
    error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, id);
  if (!ask_workspace_step (self, what, statement, &row, error))
    return NULL;
  if (!row)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                     N_ ("There is no history entry %lld. List them to see those that there "
                         "are."),
                     (long long) id);
      return NULL;
    }
  return read_entry (statement);
}

/**
 * ask_workspace_complain:
 * @id: of a history entry
 * @complaint: (nullable): what is wrong with it; %NULL takes the complaint back
 * @error: %ASK_STORE_ERROR_UNKNOWN, %ASK_STORE_ERROR_WRITE
 *
 * Keeps the entry for the steward.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_complain (AskWorkspace *self, gint64 id, const char *complaint, GError **error)
{
  static const AskRowChange change
    = { N_ ("the complaint was not kept"),
        /* Later than the last one of the same answer, however fast they come. */
        "UPDATE history SET complaint = ?2, complained_at = max (complained_at + 1,"
        "  CAST ((julianday ('now') - 2440587.5) * 86400000 AS INTEGER) * 1000) WHERE id = ?1",
        N_ ("There is no history entry") };

  g_return_val_if_fail (self != NULL, FALSE);
  return ask_workspace_change_one (self, &change, id, complaint, error);
}
