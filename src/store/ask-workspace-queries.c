/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tabs are saved one by one by their ids, so that two windows on one workspace keep those of each other. Runs are
 * numbered in their order, and each new one takes the oldest beyond the bound away.
 */
#include "config.h"

#include "store/ask-workspace-queries.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "store/ask-workspace-private.h"

static const char tabs_not_read[] = N_ ("the tabs with SQL were not read");
static const char tabs_not_saved[] = N_ ("the tabs with SQL were not saved");
static const char runs_not_read[] = N_ ("what was run was not read");
static const char runs_not_saved[] = N_ ("what was run was not saved");

/** ask_query_tab_free: @self: (nullable) (transfer full): a tab */
void
ask_query_tab_free (AskQueryTab *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->title);
  g_free (self->sql);
  g_free (self->parameters);
  g_free (self);
}

/** ask_query_tab_copy: @self: a tab. Returns: (transfer full): the same */
AskQueryTab *
ask_query_tab_copy (const AskQueryTab *self)
{
  AskQueryTab *copy = g_new0 (AskQueryTab, 1);

  copy->id = g_strdup (self->id);
  copy->title = g_strdup (self->title);
  copy->sql = g_strdup (self->sql);
  copy->cursor = self->cursor;
  copy->parameters = g_strdup (self->parameters);
  return copy;
}

/** ask_query_run_free: @self: (nullable) (transfer full): a run */
void
ask_query_run_free (AskQueryRun *self)
{
  if (self == NULL)
    return;
  g_free (self->sql);
  g_free (self->error);
  g_free (self);
}

static gpointer
read_tab (sqlite3_stmt *statement)
{
  AskQueryTab *tab = g_new0 (AskQueryTab, 1);

  tab->id = ask_statement_dup_text (statement, 0);
  tab->title = ask_statement_dup_text (statement, 1);
  tab->sql = ask_statement_dup_text (statement, 2);
  tab->cursor = sqlite3_column_int64 (statement, 3);
  tab->parameters = ask_statement_dup_text (statement, 4);
  return tab;
}

/**
 * ask_workspace_list_query_tabs:
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Returns: (transfer full) (element-type AskQueryTab): in their order
 */
GPtrArray *
ask_workspace_list_query_tabs (AskWorkspace *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  statement
    = ask_workspace_prepare (self, tabs_not_read,
                             "SELECT id, title, sql, cursor, parameters FROM query_tab ORDER BY place, id", error);
  if (statement == NULL)
    return NULL;
  return ask_workspace_read_rows (self, tabs_not_read, statement, read_tab, (GDestroyNotify) ask_query_tab_free, error);
}

static gboolean
save_tab (AskWorkspace *self, const AskQueryTab *tab, guint place, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, tabs_not_saved,
                             "INSERT INTO query_tab (id, place, title, sql, cursor, parameters)"
                             "  VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET place = excluded.place,"
                             "  title = excluded.title, sql = excluded.sql, cursor = excluded.cursor,"
                             "  parameters = excluded.parameters",
                             error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, tab->id);
  sqlite3_bind_int64 (statement, 2, place);
  ask_statement_bind_text (statement, 3, tab->title);
  ask_statement_bind_text (statement, 4, tab->sql);
  sqlite3_bind_int64 (statement, 5, tab->cursor);
  ask_statement_bind_text (statement, 6, tab->parameters);
  return ask_workspace_run (self, tabs_not_saved, statement, error);
}

static gboolean
remove_tab (AskWorkspace *self, const char *id, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, tabs_not_saved, "DELETE FROM query_tab WHERE id = ?1", error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, id);
  return ask_workspace_run (self, tabs_not_saved, statement, error);
}

/**
 * ask_workspace_save_query_tabs:
 * @tabs: (element-type AskQueryTab): in their order, %ASK_QUERY_MAX_TABS at most; others that the workspace has stay
 * @removed: (nullable) (element-type utf8): ids of those that were closed
 * @error: %ASK_STORE_ERROR_WRITE; nothing was changed then
 *
 * Returns: whether they are kept
 */
gboolean
ask_workspace_save_query_tabs (AskWorkspace *self, GPtrArray *tabs, GPtrArray *removed, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (tabs->len <= ASK_QUERY_MAX_TABS, FALSE);
  if (!ask_workspace_begin (self, tabs_not_saved, error))
    return FALSE;
  for (guint i = 0; removed != NULL && i < removed->len; i++)
    if (!remove_tab (self, removed->pdata[i], error))
      {
        ask_workspace_rollback (self);
        return FALSE;
      }
  for (guint i = 0; i < tabs->len; i++)
    if (!save_tab (self, tabs->pdata[i], i, error))
      {
        ask_workspace_rollback (self);
        return FALSE;
      }
  return ask_workspace_commit (self, tabs_not_saved, error);
}

/* The oldest beyond the bound go; numbers have gaps where one was removed, so these are found by counting. */
static gboolean
keep_newest (AskWorkspace *self, GError **error)
{
  g_autofree char *sql = g_strdup_printf ("DELETE FROM query_run WHERE id <= (SELECT id FROM query_run"
                                          "  ORDER BY id DESC LIMIT 1 OFFSET %d)",
                                          ASK_QUERY_MAX_RUNS);

  return ask_workspace_exec (self, runs_not_saved, sql, error);
}

/**
 * ask_workspace_add_query_run:
 * @run: what was run; its @id is not read
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Keeps it as the newest; the oldest of more than %ASK_QUERY_MAX_RUNS goes.
 *
 * Returns: whether it is kept
 */
gboolean
ask_workspace_add_query_run (AskWorkspace *self, const AskQueryRun *run, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  if (!ask_workspace_begin (self, runs_not_saved, error))
    return FALSE;
  statement = ask_workspace_prepare (self, runs_not_saved,
                                     "INSERT INTO query_run (sql, ran_at, elapsed_ms, n_rows, truncated, error)"
                                     "  VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                                     error);
  if (statement != NULL)
    {
      ask_statement_bind_text (statement, 1, run->sql);
      sqlite3_bind_int64 (statement, 2, run->ran_at);
      sqlite3_bind_double (statement, 3, run->elapsed_ms);
      sqlite3_bind_int64 (statement, 4, run->n_rows);
      sqlite3_bind_int (statement, 5, run->truncated);
      ask_statement_bind_text (statement, 6, run->error);
    }
  if (statement == NULL || !ask_workspace_run (self, runs_not_saved, statement, error) || !keep_newest (self, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  g_clear_pointer (&statement, ask_statement_finalize);
  return ask_workspace_commit (self, runs_not_saved, error);
}

/* Whether each of the words stands in the text, whatever its case and accents. */
static gboolean
has_words (const char *text, GStrv words)
{
  g_autofree char *folded = ask_text_fold (text);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

static AskQueryRun *
read_run (sqlite3_stmt *statement)
{
  AskQueryRun *run = g_new0 (AskQueryRun, 1);

  run->id = sqlite3_column_int64 (statement, 0);
  run->sql = ask_statement_dup_text (statement, 1);
  run->ran_at = sqlite3_column_int64 (statement, 2);
  run->elapsed_ms = sqlite3_column_double (statement, 3);
  run->n_rows = sqlite3_column_int64 (statement, 4);
  run->truncated = sqlite3_column_int (statement, 5) != 0;
  run->error = ask_statement_dup_text (statement, 6);
  return run;
}

/**
 * ask_workspace_list_query_runs:
 * @words: (nullable): all of these stand in the SQL, whatever their case and accents
 * @max: how many at most, 0 for all
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Returns: (transfer full) (element-type AskQueryRun): the newest first
 */
GPtrArray *
ask_workspace_list_query_runs (AskWorkspace *self, const char *words, guint max, GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_query_run_free);
  g_autofree char *folded = ask_text_fold (words != NULL ? words : "");
  g_auto (GStrv) wanted = g_strsplit_set (folded, " \t\n", -1);
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row;

  g_return_val_if_fail (self != NULL, NULL);
  statement = ask_workspace_prepare (self, runs_not_read,
                                     "SELECT id, sql, ran_at, elapsed_ms, n_rows, truncated, error FROM query_run"
                                     "  ORDER BY id DESC",
                                     error);
  if (statement == NULL)
    return NULL;
  while (max == 0 || runs->len < max)
    {
      if (!ask_workspace_step (self, runs_not_read, statement, &row, error))
        return NULL;
      if (!row)
        break;
      if (has_words ((const char *) sqlite3_column_text (statement, 1), wanted))
        g_ptr_array_add (runs, read_run (statement));
    }
  return g_steal_pointer (&runs);
}

/**
 * ask_workspace_remove_query_run:
 * @id: of one run, or 0 for all
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether nothing of it is kept any more
 */
gboolean
ask_workspace_remove_query_run (AskWorkspace *self, gint64 id, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  statement = ask_workspace_prepare (self, runs_not_saved, "DELETE FROM query_run WHERE ?1 = 0 OR id = ?1", error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  return ask_workspace_run (self, runs_not_saved, statement, error);
}
