/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What of a source cannot be used, and why, without changing anything: what a refresh would say. And a look at whether
 * its files have changed, so that the next query need not.
 */
#include "config.h"

#include "store/ask-source-notes.h"

#include "base/ask-error.h"
#include "store/ask-source-row.h"

/* Opened as a query opens it. */
static AskSourceConfig *
dup_config (AskWorkspace *self, const char *name, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSourceRow) row = ask_workspace_get_source (self, name, error);
  AskSourceConfig *config = row != NULL ? ask_source_row_dup_config (row, self, FALSE, cancellable, error) : NULL;

  if (config == NULL || config->problem == NULL)
    return config;
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, config->problem);
  ask_source_config_unref (config);
  return NULL;
}

/**
 * ask_workspace_read_notes:
 * @name: of a source, in any case
 * @error: %ASK_STORE_ERROR, %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Reads what the source is, and saves nothing of it. Blocks.
 *
 * Returns: (transfer container) (element-type utf8): sentences about what was left out
 */
GPtrArray *
ask_workspace_read_notes (AskWorkspace *self, const char *name, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = dup_config (self, name, cancellable, error);
  g_autoptr (AskSource) source = config != NULL ? ask_source_new (config, error) : NULL;
  g_autoptr (AskIntrospection) found = NULL;
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);

  g_clear_pointer (&config, ask_source_config_unref);
  if (source != NULL && ask_source_open (source, cancellable, error))
    found = ask_source_introspect (source, cancellable, error);
  if (found == NULL)
    {
      g_ptr_array_unref (notes);
      return NULL;
    }
  for (guint i = 0; found->notes != NULL && i < found->notes->len; i++)
    g_ptr_array_add (notes, g_strdup (found->notes->pdata[i]));
  return notes;
}

/**
 * ask_workspace_renew_source:
 * @name: of a source, in any case
 * @error: %ASK_STORE_ERROR, %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Where a file of ours stands for the source, reads into it what has changed there since. The next query then finds that
 * done. Blocks.
 *
 * Returns: whether that file is as the source is now, or there is none
 */
gboolean
ask_workspace_renew_source (AskWorkspace *self, const char *name, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = dup_config (self, name, cancellable, error);
  g_autofree char *path = NULL;
  gboolean good = config != NULL;

  if (good && config->kind->ensure_file != NULL)
    {
      path = config->kind->ensure_file (config, cancellable, error);
      good = path != NULL;
    }
  g_clear_pointer (&config, ask_source_config_unref);
  return good;
}

/**
 * ask_workspace_ensure_index:
 * @name: of documents, in any case
 * @error: %ASK_STORE_ERROR, %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Reads what has changed, as before a query. Blocks.
 *
 * Returns: (transfer full): the path of the index that stands for the documents
 */
char *
ask_workspace_ensure_index (AskWorkspace *self, const char *name, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = dup_config (self, name, cancellable, error);
  char *path = config != NULL ? config->kind->ensure_file (config, cancellable, error) : NULL;

  g_clear_pointer (&config, ask_source_config_unref);
  return path;
}

/**
 * ask_workspace_find_index:
 * @name: of documents, in any case
 * @path: (out) (transfer full) (nullable): of the index as it was made last; %NULL where there is none yet
 * @error: %ASK_STORE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Neither the documents nor the index are looked at, so what cannot be read now is shown as it was.
 *
 * Returns: whether the source is known
 */
gboolean
ask_workspace_find_index (AskWorkspace *self, const char *name, char **path, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSourceRow) row = ask_workspace_get_source (self, name, error);
  AskSourceConfig *config = row != NULL ? ask_source_row_dup_config (row, self, FALSE, cancellable, error) : NULL;

  *path = config != NULL && config->kind->find_file != NULL ? config->kind->find_file (config) : NULL;
  if (config == NULL)
    return FALSE;
  ask_source_config_unref (config);
  return TRUE;
}
