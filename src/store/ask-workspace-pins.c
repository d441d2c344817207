/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A setting has their numbers as a JSON array, in the order in which they were pinned. It is changed by one statement, so two
 * windows take nothing from each other.
 */
#include "config.h"

#include "store/ask-workspace-pins.h"

#include <glib/gi18n.h>

#include "store/ask-workspace-private.h"

#define PINNED "SELECT value FROM json_each (setting.value) WHERE value <> ?1"

static gboolean
run (AskWorkspace *self, const char *what, const char *sql, gint64 history_id, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement = ask_workspace_prepare (self, what, sql, error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, history_id);
      ask_statement_bind_text (statement, 2, ASK_WORKSPACE_PINNED);
    }
  return ask_workspace_run_and_end (self, what, statement, error);
}

/**
 * ask_workspace_pin:
 * @history_id: of an answer
 * @pinned: whether it is from now on
 * @error: %ASK_STORE_ERROR_UNKNOWN where the history has not got it, %ASK_STORE_ERROR_WRITE
 *
 * One that is pinned again comes first.
 *
 * Returns: whether that is on disk
 */
gboolean
ask_workspace_pin (AskWorkspace *self, gint64 history_id, gboolean pinned, GError **error)
{
  const char *what = N_ ("the answer was not pinned");
  g_autoptr (AskHistoryEntry) entry = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  if (!pinned)
    return run (self, what,
                "UPDATE setting SET value = (SELECT json_group_array (value) FROM (" PINNED ")) WHERE key = ?2",
                history_id, error);
  entry = ask_workspace_get_history (self, history_id, error);
  return entry != NULL
         && run (self, what,
                 "INSERT INTO setting (key, value) VALUES (?2, json_array (?1)) ON CONFLICT (key) DO UPDATE"
                 "  SET value = (SELECT json_group_array (value) FROM (" PINNED " UNION ALL SELECT ?1))",
                 history_id, error);
}

/* Returns: (transfer full) (nullable) (element-type gint64): the numbers of those that the history has, the newest pin first */
static GArray *
list_ids (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("the pinned answers were not read");
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what,
                             "SELECT history.id FROM setting, json_each (setting.value) AS pin"
                             "  JOIN history ON history.id = pin.value WHERE setting.key = ?1 ORDER BY pin.key DESC",
                             error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  ask_statement_bind_text (statement, 1, ASK_WORKSPACE_PINNED);
  while (ask_workspace_step (self, what, statement, &row, error))
    {
      gint64 id;

      if (!row)
        return g_steal_pointer (&ids);
      id = sqlite3_column_int64 (statement, 0);
      g_array_append_val (ids, id);
    }
  return NULL;
}

/**
 * ask_workspace_list_pinned:
 * @error: %ASK_STORE_ERROR_OPEN
 *
 * Returns: (transfer container) (element-type AskHistoryEntry) (nullable): the pinned answers, the newest pin first
 */
GPtrArray *
ask_workspace_list_pinned (AskWorkspace *self, GError **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_history_entry_free);
  g_autoptr (GArray) ids = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  ids = list_ids (self, error);
  for (guint i = 0; ids != NULL && i < ids->len; i++)
    {
      AskHistoryEntry *entry = ask_workspace_get_history (self, g_array_index (ids, gint64, i), error);

      if (entry == NULL)
        return NULL;
      g_ptr_array_add (entries, entry);
    }
  return ids != NULL ? g_steal_pointer (&entries) : NULL;
}
