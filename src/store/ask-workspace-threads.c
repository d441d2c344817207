/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which answer stands before another is part of the answer, as the agent wrote it. Whoever stands first, or whose
 * predecessor is not listed, begins a conversation.
 */
#include "config.h"

#include "store/ask-workspace-threads.h"

#include <glib/gi18n.h>

#include "store/ask-workspace-private.h"

/** ask_history_thread_free: @self: (nullable) (transfer full): is freed with its entries */
void
ask_history_thread_free (AskHistoryThread *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->entries);
  g_free (self);
}

/* Returns: (transfer full): of the newest @max answers by their numbers what stands before each, 0 left out */
static GHashTable *
read_before (AskWorkspace *self, guint max, GError **error)
{
  const char *what = N_ ("the history was not read");
  g_autoptr (GHashTable) before = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what,
                             "SELECT id, CASE WHEN json_valid(answer) THEN json_extract(answer, '$.before') END"
                             "  FROM history ORDER BY id DESC LIMIT ?1",
                             error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, max > 0 ? (gint64) max : -1);
  while (ask_workspace_step (self, what, statement, &row, error))
    {
      gint64 id, other;

      if (!row)
        return g_steal_pointer (&before);
      id = sqlite3_column_int64 (statement, 0);
      other = sqlite3_column_int64 (statement, 1);
      /* An answer comes before the one that leans on it. */
      if (other > 0 && other < id)
        g_hash_table_insert (before, g_memdup2 (&id, sizeof id), g_memdup2 (&other, sizeof other));
    }
  return NULL;
}

/**
 * ask_workspace_list_threads:
 * @max: entries at most, 0 for all
 * @error: as of ask_workspace_list_history()
 *
 * Returns: (transfer container) (element-type AskHistoryThread): the newest entries by conversations, first that with the
 *   newest of all
 */
GPtrArray *
ask_workspace_list_threads (AskWorkspace *self, guint max, GError **error)
{
  g_autoptr (GPtrArray) entries = ask_workspace_list_history (self, max, error);
  g_autoptr (GHashTable) before = entries != NULL ? read_before (self, max, error) : NULL;
  g_autoptr (GPtrArray) threads = NULL;
  g_autoptr (GHashTable) of = g_hash_table_new (g_int64_hash, g_int64_equal);

  if (before == NULL)
    return NULL;
  /* From the oldest on, so that the thread of the answer before is known. */
  for (guint i = entries->len; i-- > 0;)
    {
      AskHistoryEntry *entry = entries->pdata[i];
      const gint64 *other = g_hash_table_lookup (before, &entry->id);
      AskHistoryThread *thread = other != NULL ? g_hash_table_lookup (of, other) : NULL;

      if (thread == NULL)
        {
          thread = g_new0 (AskHistoryThread, 1);
          thread->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_history_entry_free);
        }
      g_ptr_array_add (thread->entries, entry);
      g_hash_table_insert (of, &entry->id, thread);
    }
  /* From the newest on: each thread where its last question stands. */
  threads = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_history_thread_free);
  g_ptr_array_set_free_func (entries, NULL);
  for (guint i = 0; i < entries->len; i++)
    {
      AskHistoryEntry *entry = entries->pdata[i];
      AskHistoryThread *thread = g_hash_table_lookup (of, &entry->id);

      if (thread->entries->pdata[thread->entries->len - 1] == entry)
        g_ptr_array_add (threads, thread);
    }
  return g_steal_pointer (&threads);
}
