/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One look for each answer of the history, and gone with it. An answer that nobody changed has none.
 */
#include "config.h"

#include "store/ask-workspace-looks.h"

#include <glib/gi18n.h>

#include "store/ask-workspace-private.h"

/**
 * ask_workspace_set_look:
 * @self: a workspace
 * @history_id: an answer of the history
 * @look: (nullable): what was changed of its chart; %NULL forgets it
 * @error: %ASK_STORE_ERROR_WRITE, as where there is no such answer
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_set_look (AskWorkspace *self, gint64 history_id, const char *look, GError **error)
{
  const char *what = N_ ("how the chart looks was not saved");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement = ask_workspace_prepare (self, what,
                                     look != NULL ? "INSERT INTO answer_look (answer, look) VALUES (?1, ?2) "
                                                    "ON CONFLICT (answer) DO UPDATE SET look = excluded.look"
                                                  : "DELETE FROM answer_look WHERE answer = ?1",
                                     error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, history_id);
      if (look != NULL)
        ask_statement_bind_text (statement, 2, look);
    }
  return ask_workspace_run_and_end (self, what, statement, error);
}

/**
 * ask_workspace_get_look:
 * @self: a workspace
 * @history_id: an answer of the history
 * @look: (out) (transfer full) (nullable): what was changed of its chart; %NULL for nothing
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: whether it could be read
 */
gboolean
ask_workspace_get_look (AskWorkspace *self, gint64 history_id, char **look, GError **error)
{
  const char *what = N_ ("how the chart looks cannot be read");
  g_autoptr (sqlite3_stmt) statement = NULL;
  gboolean row = FALSE;

  g_return_val_if_fail (self != NULL && look != NULL, FALSE);

  *look = NULL;
  statement = ask_workspace_prepare (self, what, "SELECT look FROM answer_look WHERE answer = ?1", error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, history_id);
  if (!ask_workspace_step (self, what, statement, &row, error))
    return FALSE;
  if (row)
    *look = ask_statement_dup_text (statement, 0);
  return TRUE;
}
