/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Secrets of sources, between a file that has transactions and a Secret Service that has none. A
 * key is noted in the table stale_secret before it is stored, and taken off that list by the
 * transaction that saves its source; whatever is still on the list later belongs to a registration
 * that failed, was killed, or to a source that was removed, and is cleared.
 */
#include "config.h"

#include "store/ask-secrets.h"

#include <glib/gi18n.h>
#include "store/ask-source-row.h"

/* No registration takes longer; an older note is one that nobody will claim. */
#define ABANDONED_US (G_TIME_SPAN_HOUR)

/**
 * ask_secret_key:
 * @secret_id: of the source, AskSourceRow.secret_id
 * @option: one that is in the Secret Service
 *
 * Returns: (transfer full): what its value is filed under
 */
char *
ask_secret_key (const char *secret_id, const AskSourceOption *option)
{
  const char *word = option->spec->word;
  gboolean named = (option->spec->flags & ASK_OPTION_NAMED) != 0;

  return g_strdup_printf ("%s/%s:%s", secret_id, word, named ? option->name : word);
}

/**
 * ask_workspace_note_secrets:
 * @secret_id: of the source or of its registration
 * @options: (element-type AskSourceOption): of these, those that go to the Secret Service are noted
 * @since: when its registration began, in µs since 1970; 0 for secrets that nobody needs any more
 * @error: %ASK_STORE_ERROR
 *
 * Inside the caller's transaction.
 *
 * Returns: whether they are on the list of what is to be cleared
 */
gboolean
ask_workspace_note_secrets (AskWorkspace *self, const char *secret_id, GPtrArray *options, gint64 since, GError **error)
{
  const char *what = N_ ("the key was not kept");
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "INSERT OR REPLACE INTO stale_secret (key, since) VALUES (?1, ?2)", error);

  if (statement == NULL)
    return FALSE;
  for (guint i = 0; i < options->len; i++)
    {
      const AskSourceOption *option = g_ptr_array_index (options, i);
      g_autofree char *key = NULL;

      if (option->keep != ASK_OPTION_KEYRING)
        continue;
      key = ask_secret_key (secret_id, option);
      ask_statement_bind_text (statement, 1, key);
      sqlite3_bind_int64 (statement, 2, since);
      if (!ask_workspace_run (self, what, statement, error))
        return FALSE;
      sqlite3_clear_bindings (statement);
    }
  return TRUE;
}

/**
 * ask_workspace_claim_secrets:
 * @secret_id: of the registration
 * @error: %ASK_STORE_ERROR
 *
 * Takes the source's secrets off the list of what is to be cleared. Inside the transaction that saves the source.
 *
 * Returns: whether they are off
 */
gboolean
ask_workspace_claim_secrets (AskWorkspace *self, const char *secret_id, GError **error)
{
  const char *what = N_ ("the source was not added");
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "DELETE FROM stale_secret WHERE substr(key, 1, length(?1) + 1) = ?1 || '/'",
                             error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, secret_id);
  return ask_workspace_run (self, what, statement, error);
}

/**
 * ask_workspace_store_secrets:
 * @source: its name, for what a password manager shows
 * @secret_id: of the registration
 * @options: (element-type AskSourceOption): with their texts; those that go to the Secret Service are stored there
 * @cancellable: (nullable): stops the wait
 * @error: %ASK_STORE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Notes all secrets of a registration, in a transaction of its own, then stores them. After a failure the caller
 * sweeps. Blocks, as ask_secrets_store() does.
 *
 * Returns: whether all of them are stored
 */
gboolean
ask_workspace_store_secrets (AskWorkspace *self, const char *source, const char *secret_id, GPtrArray *options,
                             GCancellable *cancellable, GError **error)
{
  const char *what = N_ ("the key was not kept");
  gboolean any = FALSE;

  for (guint i = 0; i < options->len; i++)
    any = any || ((AskSourceOption *) g_ptr_array_index (options, i))->keep == ASK_OPTION_KEYRING;
  if (!any)
    return TRUE;

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!ask_workspace_note_secrets (self, secret_id, options, g_get_real_time (), error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  if (!ask_workspace_commit (self, what, error))
    return FALSE;

  for (guint i = 0; i < options->len; i++)
    {
      const AskSourceOption *option = g_ptr_array_index (options, i);
      g_autofree char *key = NULL;
      g_autofree char *label = NULL;

      if (option->keep != ASK_OPTION_KEYRING)
        continue;
      key = ask_secret_key (secret_id, option);
      label = g_strdup_printf ("AskData: %s of the source %s",
                               *option->name != '\0' ? option->name : option->spec->what, source);
      if (!ask_secrets_store (self->id, key, label, option->text, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static GPtrArray *
list_stale (AskWorkspace *self, const char *secret_id)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, "",
                             "SELECT key FROM stale_secret"
                             "  WHERE since < ?1 OR substr(key, 1, length(?2) + 1) = ?2 || '/'",
                             NULL);
  gboolean row = TRUE;

  if (statement == NULL)
    return g_steal_pointer (&keys);
  sqlite3_bind_int64 (statement, 1, g_get_real_time () - ABANDONED_US);
  ask_statement_bind_text (statement, 2, secret_id);
  while (ask_workspace_step (self, "", statement, &row, NULL) && row)
    g_ptr_array_add (keys, ask_statement_dup_text (statement, 0));
  return g_steal_pointer (&keys);
}

/**
 * ask_workspace_sweep_secrets:
 * @secret_id: of the registration that failed or was removed, whose notes are not old yet
 *
 * Clears what nobody needs. What cannot be cleared now, since no Secret Service runs, stays on the
 * list for the next time; so there is nothing to report.
 */
void
ask_workspace_sweep_secrets (AskWorkspace *self, const char *secret_id)
{
  g_autoptr (GPtrArray) keys = list_stale (self, secret_id);

  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      g_autoptr (sqlite3_stmt) statement = NULL;

      /* Where one is refused the next would wait as long. */
      if (!ask_secrets_clear (self->id, key, NULL, NULL))
        return;
      statement = ask_workspace_prepare (self, "", "DELETE FROM stale_secret WHERE key = ?1", NULL);
      if (statement == NULL)
        return;
      ask_statement_bind_text (statement, 1, key);
      if (!ask_workspace_run (self, "", statement, NULL))
        return;
    }
}
