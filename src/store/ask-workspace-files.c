/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Adds a file as it is, under a name of its own. The same file is not added twice: a person who drops it once more has
 * forgotten that it is here.
 */
#include "config.h"

#include "store/ask-workspace-files.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "store/ask-source-name.h"

/* "/srv/papers/" and "/srv/papers" are one place. */
static gboolean
is_at (const AskSourceRecord *record, const char *path)
{
  g_autofree char *known = NULL;
  g_autofree char *canonical = NULL;

  if (record->kind->nature != ASK_NATURE_FILE || !g_path_is_absolute (record->location))
    return FALSE;
  known = g_canonicalize_filename (record->location, NULL);
  canonical = g_canonicalize_filename (path, NULL);
  return g_str_equal (known, canonical);
}

/**
 * ask_workspace_check_new_file:
 * @path: the absolute path of a file or a folder
 * @error: %ASK_STORE_ERROR_EXISTS where a source has it already, or as of ask_workspace_list_sources()
 *
 * Returns: whether no source is that file
 */
gboolean
ask_workspace_check_new_file (AskWorkspace *self, const char *path, GError **error)
{
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (self, error);

  for (guint i = 0; records != NULL && i < records->len; i++)
    {
      const AskSourceRecord *record = records->pdata[i];

      if (is_at (record, path))
        {
          g_autofree char *name = g_filename_display_basename (path);

          ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS,
                         N_ ("“%s” is here already, as the source “%s”."), name, record->name);
          return FALSE;
        }
    }
  return records != NULL;
}

/**
 * ask_workspace_add_file:
 * @kind: what the file is, as of ask_file_sort_find()
 * @path: an absolute path
 * @notes: (out) (optional) (transfer container) (element-type utf8): as of ask_workspace_add_source()
 * @cancellable: (nullable): stops it; nothing is saved then
 * @error: %ASK_STORE_ERROR_EXISTS where a source has that file; else as of ask_workspace_add_source()
 *
 * Blocks.
 *
 * Returns: (transfer full): the record of the new source
 */
AskSourceRecord *
ask_workspace_add_file (AskWorkspace *self, const AskSourceKind *kind, const char *path, GPtrArray **notes,
                        GCancellable *cancellable, GError **error)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (self != NULL && kind != NULL && path != NULL, NULL);
  if (!ask_workspace_check_new_file (self, path, error))
    return NULL;
  name = ask_source_name_suggest_new (self, kind, path, error);
  return name != NULL ? ask_workspace_add_source (self, &(AskNewSource) { kind, name, path, NULL, NULL }, notes,
                                                  cancellable, error)
                      : NULL;
}
