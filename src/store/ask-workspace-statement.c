/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statements and transactions of a workspace, and how SQLite's failures become sentences. Whatever fails leaves nothing
 * of its transaction.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"

/*
 * ask_workspace_set_error:
 * @what: what did not come about, as the middle of a sentence: "the question was not saved"
 *
 * Makes SQLite's last failure on this connection an error: what happened, where, what to do.
 */
void
ask_workspace_set_error (AskWorkspace *self, const char *what, GError **error)
{
  int code = self->db != NULL ? sqlite3_extended_errcode (self->db) : SQLITE_NOMEM;
  int cause = self->db != NULL ? sqlite3_system_errno (self->db) : 0;
  AskStoreError kind = ASK_STORE_ERROR_WRITE;

  switch (code & 0xff)
    {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      kind = ASK_STORE_ERROR_OPEN;
      break;
    default:
      break;
    }
  ask_error_set_literal (error, ASK_STORE_ERROR, kind, what);
  switch (code & 0xff)
    {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      ask_error_prefix (error, N_ ("Another program is using the workspace %s, so "), self->path);
      ask_error_append (error, N_ (". Close it there, or try again in a moment."));
      break;
    case SQLITE_FULL:
      ask_error_prefix (error, N_ ("There is no room left for the workspace %s, so "), self->path);
      ask_error_append (error, N_ (". Free some space and try again."));
      break;
    case SQLITE_READONLY:
      ask_error_prefix (error, N_ ("The workspace %s may not be written, so "), self->path);
      ask_error_append (error, N_ (". Allow writing to the file and its folder, or choose another workspace."));
      break;
    case SQLITE_NOTADB:
      ask_error_prefix (error, N_ ("The file %s is no AskData workspace, so "), self->path);
      ask_error_append (error, N_ (". Choose another file."));
      break;
    case SQLITE_CORRUPT:
      ask_error_prefix (error, N_ ("The workspace %s is damaged, so "), self->path);
      ask_error_append (error, N_ (". Put back a copy of it, or choose another workspace."));
      break;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      ask_error_prefix (error, N_ ("The workspace %s cannot be opened%s%s, so "), self->path, cause != 0 ? ": " : "",
                        cause != 0 ? g_strerror (cause) : "");
      ask_error_append (error, N_ (". Check that you may read and write the file and its folder."));
      break;
    case SQLITE_IOERR:
      ask_error_prefix (error, N_ ("The workspace %s could not be read or written%s%s, so "), self->path,
                        cause != 0 ? ": " : "", cause != 0 ? g_strerror (cause) : "");
      ask_error_append (error, N_ (". Check the disk and try again."));
      break;
    default:
      ask_error_prefix (error, N_ ("The workspace %s failed, so "), self->path);
      ask_error_append (error, N_ (": %s. Try again; if it stays, choose another workspace."),
                        self->db != NULL ? sqlite3_errmsg (self->db) : sqlite3_errstr (code));
    }
}

sqlite3_stmt *
ask_workspace_prepare (AskWorkspace *self, const char *what, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL) != SQLITE_OK)
    {
      ask_workspace_set_error (self, what, error);
      return NULL;
    }
  return statement;
}

/* One step of a statement that gives rows; @row says whether there is one. */
gboolean
ask_workspace_step (AskWorkspace *self, const char *what, sqlite3_stmt *statement, gboolean *row, GError **error)
{
  int code = sqlite3_step (statement);

  *row = code == SQLITE_ROW;
  if (code == SQLITE_ROW || code == SQLITE_DONE)
    return TRUE;
  ask_workspace_set_error (self, what, error);
  return FALSE;
}

/* Runs a statement that gives no rows, and makes it ready to run again. */
gboolean
ask_workspace_run (AskWorkspace *self, const char *what, sqlite3_stmt *statement, GError **error)
{
  gboolean row;

  do
    {
      if (!ask_workspace_step (self, what, statement, &row, error))
        {
          sqlite3_reset (statement);
          return FALSE;
        }
    }
  while (row);
  sqlite3_reset (statement);
  return TRUE;
}

/*
 * ask_workspace_read_rows:
 * @what: as of ask_workspace_step()
 * @statement: with its values; it is read to its end
 * @read: makes something of each row
 * @free_row: frees that
 * @error: as of ask_workspace_step()
 *
 * Returns: (transfer full) (nullable): what @read made, in the statement's order
 */
GPtrArray *
ask_workspace_read_rows (AskWorkspace *self, const char *what, sqlite3_stmt *statement, AskRowFunc read,
                         GDestroyNotify free_row, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (free_row);
  gboolean row;

  while (ask_workspace_step (self, what, statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&rows);
      g_ptr_array_add (rows, read (statement));
    }
  return NULL;
}

gboolean
ask_workspace_exec (AskWorkspace *self, const char *what, const char *sql, GError **error)
{
  if (sqlite3_exec (self->db, sql, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;
  ask_workspace_set_error (self, what, error);
  return FALSE;
}

/* A deleted file would take every write and keep none of them. */
static gboolean
check_in_place (AskWorkspace *self, const char *what, GError **error)
{
  int moved = 0;

  if (sqlite3_file_control (self->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved)
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE, what);
      ask_error_prefix (error, N_ ("The workspace %s was moved or deleted while it was open, so "), self->path);
      ask_error_append (error, N_ (". Put it back, or start AskData again."));
      return FALSE;
    }
  return TRUE;
}

/* The write lock is taken at once: what is read inside is what is written upon. */
gboolean
ask_workspace_begin (AskWorkspace *self, const char *what, GError **error)
{
  return check_in_place (self, what, error) && ask_workspace_exec (self, what, "BEGIN IMMEDIATE", error);
}

/* Confirmed means on disk: synchronous is FULL. A failure leaves nothing of the transaction. */
gboolean
ask_workspace_commit (AskWorkspace *self, const char *what, GError **error)
{
  if (ask_workspace_exec (self, what, "COMMIT", error))
    return TRUE;
  ask_workspace_rollback (self);
  return FALSE;
}

/* Some failures (a full disk) have rolled back already. */
void
ask_workspace_rollback (AskWorkspace *self)
{
  if (!sqlite3_get_autocommit (self->db))
    sqlite3_exec (self->db, "ROLLBACK", NULL, NULL, NULL);

  /* The schema that was read inside may be one that was never saved. */
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->choices, g_hash_table_unref);
  self->schema_id = 0;
}

/*
 * ask_workspace_end:
 * @what: as of ask_workspace_commit()
 * @done: whether all statements of the transaction went well; if not, @error says why
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Ends a transaction, well or back to where it began.
 *
 * Returns: whether that is on disk
 */
gboolean
ask_workspace_end (AskWorkspace *self, const char *what, gboolean done, GError **error)
{
  if (done)
    return ask_workspace_commit (self, what, error);
  ask_workspace_rollback (self);
  return FALSE;
}

/*
 * ask_workspace_run_and_end:
 * @what: as of ask_workspace_commit()
 * @statement: (nullable): with its values; %NULL where it could not be prepared, and @error says why
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Runs the last statement of a transaction and ends it.
 *
 * Returns: whether that is on disk
 */
gboolean
ask_workspace_run_and_end (AskWorkspace *self, const char *what, sqlite3_stmt *statement, GError **error)
{
  return ask_workspace_end (self, what, statement != NULL && ask_workspace_run (self, what, statement, error), error);
}

/* The first cell of a query; 0 where it gives no row. */
gboolean
ask_workspace_get_integer (AskWorkspace *self, const char *what, const char *sql, gint64 *value, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, what, sql, error);
  gboolean row;

  if (statement == NULL || !ask_workspace_step (self, what, statement, &row, error))
    return FALSE;
  *value = row ? sqlite3_column_int64 (statement, 0) : 0;
  return TRUE;
}

/* @text: (nullable): must live until the statement ran */
void
ask_statement_bind_text (sqlite3_stmt *statement, int place, const char *text)
{
  if (text == NULL)
    sqlite3_bind_null (statement, place);
  else
    sqlite3_bind_text (statement, place, text, -1, SQLITE_STATIC);
}

/* Returns: (transfer full) (nullable): %NULL for NULL; valid UTF-8 whatever stands in the file */
char *
ask_statement_dup_text (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? g_utf8_make_valid (text, -1) : NULL;
}
