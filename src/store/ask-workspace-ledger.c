/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading the ledger, and deleting from it. Deleted bytes are overwritten in the file.
 */
#include "config.h"

#include "store/ask-workspace-ledger.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "store/ask-ledger-private.h"

#define WHERE \
  " WHERE (?1 = 0 OR id = ?1) AND (?2 IS NULL OR host = ?2) AND (?3 IS NULL OR kind = ?3)" \
  " AND (?4 = 0 OR at >= ?4) AND (?5 = 0 OR at < ?5) AND (?6 = 0 OR history = ?6)" \
  " AND (?7 IS NULL OR host LIKE ?7 ESCAPE '\\' OR address LIKE ?7 ESCAPE '\\' OR question LIKE ?7 ESCAPE '\\'" \
  "      OR names LIKE ?7 ESCAPE '\\')"

/* Returns: (transfer full): a pattern for what has @text in it */
static char *
make_pattern (const char *text)
{
  g_autoptr (GString) pattern = g_string_new ("%");

  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '%' || *c == '_' || *c == '\\')
        g_string_append_c (pattern, '\\');
      g_string_append_c (pattern, *c);
    }
  g_string_append_c (pattern, '%');
  return g_strdup (pattern->str);
}

/* @pattern: (out): lives as long as the statement */
static void
bind (sqlite3_stmt *statement, const AskLedgerFilter *filter, char **pattern)
{
  *pattern = filter->text != NULL && *filter->text != '\0' ? make_pattern (filter->text) : NULL;
  sqlite3_bind_int64 (statement, 1, filter->id);
  ask_statement_bind_text (statement, 2, filter->host);
  ask_statement_bind_text (statement, 3, filter->kind);
  sqlite3_bind_int64 (statement, 4, filter->since);
  sqlite3_bind_int64 (statement, 5, filter->until);
  sqlite3_bind_int64 (statement, 6, filter->history_id);
  ask_statement_bind_text (statement, 7, *pattern);
}

static AskLedgerBody
read_body_state (sqlite3_stmt *statement, int column)
{
  gint64 kept = sqlite3_column_int64 (statement, column);

  return kept >= ASK_LEDGER_BODY_NONE && kept <= ASK_LEDGER_BODY_SECRET ? (AskLedgerBody) kept
                                                                        : ASK_LEDGER_BODY_DROPPED;
}

static char *
dup_or_empty (sqlite3_stmt *statement, int column)
{
  char *text = ask_statement_dup_text (statement, column);

  return text != NULL ? text : g_strdup ("");
}

static gpointer
read_entry (sqlite3_stmt *statement)
{
  AskLedgerEntry *entry = ask_ledger_entry_new ();
  g_autofree char *names = ask_statement_dup_text (statement, 13);
  g_autofree char *values = ask_statement_dup_text (statement, 14);

  entry->id = sqlite3_column_int64 (statement, 0);
  entry->at = sqlite3_column_int64 (statement, 1);
  entry->kind = dup_or_empty (statement, 2);
  entry->host = dup_or_empty (statement, 3);
  entry->method = ask_statement_dup_text (statement, 4);
  entry->address = ask_statement_dup_text (statement, 5);
  entry->source = ask_statement_dup_text (statement, 6);
  entry->question = ask_statement_dup_text (statement, 7);
  entry->history_id = sqlite3_column_int64 (statement, 8);
  entry->bytes = sqlite3_column_int64 (statement, 9);
  entry->tries = (guint) sqlite3_column_int64 (statement, 10);
  entry->status = (guint) sqlite3_column_int64 (statement, 11);
  entry->problem = ask_statement_dup_text (statement, 12);
  ask_ledger_entry_take_json (entry, names, values);
  entry->body = read_body_state (statement, 15);
  return entry;
}

/**
 * ask_workspace_list_ledger:
 * @self: a workspace
 * @filter: which entries
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: (transfer full) (element-type AskLedgerEntry): those, the last one first, without their bytes
 */
GPtrArray *
ask_workspace_list_ledger (AskWorkspace *self, const AskLedgerFilter *filter, GError **error)
{
  const char *what = N_ ("the ledger cannot be read");
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *pattern = NULL;

  g_return_val_if_fail (self != NULL && filter != NULL, NULL);

  if (!ask_workspace_ledger_write (self, error))
    return NULL;
  statement
    = ask_workspace_prepare (self, what,
                             "SELECT id, at, kind, host, method, address, source, question, history, bytes,"
                             " tries, status, problem, names, \"values\", kept FROM ledger" WHERE " ORDER BY id DESC",
                             error);
  if (statement == NULL)
    return NULL;
  bind (statement, filter, &pattern);
  return ask_workspace_read_rows (self, what, statement, read_entry, (GDestroyNotify) ask_ledger_entry_free, error);
}

/**
 * ask_workspace_get_ledger_body:
 * @self: a workspace
 * @id: of an entry
 * @body: (out): what there is of it
 * @error: %ASK_STORE_ERROR_UNKNOWN where there is no such entry; %ASK_STORE_ERROR_OPEN where the file is damaged
 *
 * Returns: (transfer full): the bytes as they were sent; those of the address where there was no body, and none where
 *   they are not kept
 */
GBytes *
ask_workspace_get_ledger_body (AskWorkspace *self, gint64 id, AskLedgerBody *body, GError **error)
{
  const char *what = N_ ("the ledger cannot be read");
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *address = NULL;
  GBytes *bytes;
  gint64 size;
  gboolean row;

  g_return_val_if_fail (self != NULL && body != NULL, NULL);

  if (!ask_workspace_ledger_write (self, error))
    return NULL;
  statement = ask_workspace_prepare (self, what, "SELECT kept, address, bytes, body FROM ledger WHERE id = ?1", error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, id);
  if (!ask_workspace_step (self, what, statement, &row, error))
    return NULL;
  if (!row)
    {
      ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN,
                     N_ ("There is no ledger entry %lld. List them to see those that there are."), (long long) id);
      return NULL;
    }
  *body = read_body_state (statement, 0);
  address = ask_statement_dup_text (statement, 1);
  size = sqlite3_column_int64 (statement, 2);
  if (*body == ASK_LEDGER_BODY_NONE && address != NULL)
    return g_bytes_new (address, strlen (address));
  if (*body != ASK_LEDGER_BODY_KEPT)
    return g_bytes_new (NULL, 0);
  bytes = size > 0 && size <= ASK_LEDGER_MAX_BODY
            ? ask_ledger_inflate (sqlite3_column_blob (statement, 3), (gsize) sqlite3_column_bytes (statement, 3),
                                  (gsize) size)
            : NULL;
  if (bytes == NULL)
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN,
                   N_ ("The workspace %s is damaged: the bytes of the ledger entry %lld are not those that were kept. "
                       "Put back a copy of it, or delete the entry."),
                   self->path, (long long) id);
  return bytes;
}

/**
 * ask_workspace_sum_ledger:
 * @self: a workspace
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: (transfer full) (element-type AskLedgerTotal): for each host and kind, most bytes first
 */
GPtrArray *
ask_workspace_sum_ledger (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("the ledger cannot be read");
  g_autoptr (GPtrArray) totals = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (!ask_workspace_ledger_write (self, error))
    return NULL;
  statement = ask_workspace_prepare (self, what,
                                     "SELECT host, kind, count(*), sum(bytes * tries) AS all_bytes, min(at), max(at)"
                                     " FROM ledger GROUP BY host, kind ORDER BY all_bytes DESC, host, kind",
                                     error);
  if (statement == NULL)
    return NULL;
  totals = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_ledger_total_free);
  while (TRUE)
    {
      AskLedgerTotal *total;
      gboolean row;

      if (!ask_workspace_step (self, what, statement, &row, error))
        return NULL;
      if (!row)
        return g_steal_pointer (&totals);
      total = g_new0 (AskLedgerTotal, 1);
      total->host = dup_or_empty (statement, 0);
      total->kind = dup_or_empty (statement, 1);
      total->n = sqlite3_column_int64 (statement, 2);
      total->bytes = sqlite3_column_int64 (statement, 3);
      total->first = sqlite3_column_int64 (statement, 4);
      total->last = sqlite3_column_int64 (statement, 5);
      g_ptr_array_add (totals, total);
    }
}

static gboolean
delete_some (AskWorkspace *self, const char *what, const AskLedgerFilter *filter, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, what, "DELETE FROM ledger" WHERE, error);
  g_autofree char *pattern = NULL;

  if (statement == NULL)
    return FALSE;
  bind (statement, filter, &pattern);
  return ask_workspace_run (self, what, statement, error);
}

/**
 * ask_workspace_delete_ledger:
 * @self: a workspace
 * @filter: which entries
 * @n: (out): how many there were
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Forgets them, with their bytes.
 *
 * Returns: whether they are gone
 */
gboolean
ask_workspace_delete_ledger (AskWorkspace *self, const AskLedgerFilter *filter, guint *n, GError **error)
{
  const char *what = N_ ("the ledger was not changed");

  g_return_val_if_fail (self != NULL && filter != NULL && n != NULL, FALSE);

  *n = 0;
  if (!ask_workspace_ledger_write (self, error) || !ask_workspace_exec (self, what, "PRAGMA secure_delete = ON", error)
      || !ask_workspace_begin (self, what, error))
    return FALSE;
  if (!delete_some (self, what, filter, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  *n = (guint) sqlite3_changes (self->db);
  /* The file of what was written last has the bytes, too. While another program reads they stay until it is done. */
  return ask_workspace_commit (self, what, error)
         && ask_workspace_exec (self, what, "PRAGMA wal_checkpoint (TRUNCATE)", error);
}
