/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of a model's answers about values.
 */
#include "config.h"

#include "store/ask-workspace-answers.h"

#include <glib/gi18n.h>

#include "store/ask-workspace-private.h"

/**
 * ask_workspace_find_model_answers:
 * @self: a workspace
 * @keys: (element-type utf8): digests
 * @answers: (out) (transfer full) (element-type utf8): JSON for each of @keys, %NULL where none is kept
 * @error: %ASK_STORE_ERROR
 *
 * Returns: whether all were looked for
 */
gboolean
ask_workspace_find_model_answers (AskWorkspace *self, GPtrArray *keys, GPtrArray **answers, GError **error)
{
  const char *what = N_ ("kept answers of the model cannot be read");
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL && keys != NULL && answers != NULL, FALSE);

  statement = ask_workspace_prepare (self, what, "SELECT answer FROM model_answer WHERE key = ?1", error);
  if (statement == NULL)
    return FALSE;
  for (guint i = 0; i < keys->len; i++)
    {
      gboolean row;

      ask_statement_bind_text (statement, 1, keys->pdata[i]);
      if (!ask_workspace_step (self, what, statement, &row, error))
        return FALSE;
      g_ptr_array_add (found, row ? ask_statement_dup_text (statement, 0) : NULL);
      sqlite3_reset (statement);
    }
  *answers = g_steal_pointer (&found);
  return TRUE;
}

static gboolean
insert (AskWorkspace *self, const char *what, GPtrArray *keys, GPtrArray *answers, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "INSERT OR REPLACE INTO model_answer (key, answer) VALUES (?1, ?2)", error);
  g_autoptr (sqlite3_stmt) old
    = ask_workspace_prepare (self, what, "DELETE FROM model_answer WHERE id <= (SELECT max(id) FROM model_answer) - ?1",
                             error);

  if (statement == NULL || old == NULL)
    return FALSE;
  for (guint i = 0; i < keys->len; i++)
    {
      ask_statement_bind_text (statement, 1, keys->pdata[i]);
      ask_statement_bind_text (statement, 2, answers->pdata[i]);
      if (!ask_workspace_run (self, what, statement, error))
        return FALSE;
      sqlite3_reset (statement);
    }
  sqlite3_bind_int64 (old, 1, ASK_MODEL_ANSWERS_MAX);
  return ask_workspace_run (self, what, old, error);
}

/**
 * ask_workspace_add_model_answers:
 * @self: a workspace
 * @keys: (element-type utf8): digests
 * @answers: (element-type utf8): JSON for each of them
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether all are on disk; else none is
 */
gboolean
ask_workspace_add_model_answers (AskWorkspace *self, GPtrArray *keys, GPtrArray *answers, GError **error)
{
  const char *what = N_ ("answers of the model were not kept");

  g_return_val_if_fail (self != NULL && keys != NULL && answers != NULL && keys->len == answers->len, FALSE);

  if (keys->len == 0)
    return TRUE;
  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!insert (self, what, keys, answers, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/**
 * ask_workspace_count_model_answers:
 * @self: a workspace
 * @n: (out): so many are kept
 * @error: %ASK_STORE_ERROR
 *
 * Returns: whether they could be counted
 */
gboolean
ask_workspace_count_model_answers (AskWorkspace *self, guint *n, GError **error)
{
  gint64 count;

  g_return_val_if_fail (self != NULL && n != NULL, FALSE);

  if (!ask_workspace_get_integer (self, N_ ("kept answers of the model cannot be counted"),
                                  "SELECT count(*) FROM model_answer", &count, error))
    return FALSE;
  *n = (guint) count;
  return TRUE;
}

/**
 * ask_workspace_clear_model_answers:
 * @self: a workspace
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether none is kept any more
 */
gboolean
ask_workspace_clear_model_answers (AskWorkspace *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return ask_workspace_exec (self, N_ ("kept answers of the model were not removed"), "DELETE FROM model_answer",
                             error);
}
