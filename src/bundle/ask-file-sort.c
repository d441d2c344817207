/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Goes by what stands in a file before it goes by its name. A file of ours that is damaged is still one of ours: who
 * opens it says what is wrong with it.
 */
#include "config.h"

#include "bundle/ask-file-sort.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "bundle/ask-bundle-private.h"
#include "source/ask-source-kinds.h"
#include "store/ask-file-head.h"

static gboolean
ends_in (const char *path, const char *ending)
{
  gsize length = strlen (path);

  return length >= strlen (ending) && g_ascii_strcasecmp (path + length - strlen (ending), ending) == 0;
}

/* What such a file might have been meant as. */
static void
set_unknown (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);

  if (ends_in (path, ".json") || ends_in (path, ".yaml") || ends_in (path, ".yml"))
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   N_ ("“%s” is no OpenAPI document: it has no “openapi” and no “swagger” member. Choose the document "
                       "that describes the API, or save the data as CSV."),
                   name);
  else
    ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   N_ ("“%s” is nothing that AskData reads. It takes SQLite databases, CSV, .xlsx and .ods files, "
                       "OpenAPI documents, saved answers, boards and workspaces."),
                   name);
}

static const AskSourceKind *
find_kind_of_folders (void)
{
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  for (guint i = 0; i < n; i++)
    if (kinds[i]->contents != NULL)
      return kinds[i];
  return NULL;
}

/**
 * ask_file_sort_find:
 * @path: of a file, or of a folder, which is a source of documents
 * @sort: (out): what it is
 * @kind: (out) (transfer none) (nullable): of a source, as what it can be added; else %NULL
 * @error: %ASK_STORE_ERROR_OPEN where it cannot be read, %ASK_STORE_ERROR_INVALID where it is nothing of these
 *
 * Looks at the beginning of the file, and at its name where that does not tell. Blocks.
 *
 * Returns: whether it is one of these
 */
gboolean
ask_file_sort_find (const char *path, AskFileSort *sort, const AskSourceKind **kind, GError **error)
{
  g_autofree AskFileHead *head = NULL;

  g_return_val_if_fail (path != NULL && sort != NULL && kind != NULL, FALSE);
  *kind = NULL;
  if (g_file_test (path, G_FILE_TEST_IS_DIR) && (*kind = find_kind_of_folders ()) != NULL)
    {
      *sort = ASK_FILE_SOURCE;
      return TRUE;
    }
  head = ask_file_head_read (path, error);
  if (head == NULL)
    return FALSE;
  if (ask_file_head_get_application (head) == ASK_BUNDLE_ID)
    *sort = ASK_FILE_ANSWER;
  else if (ask_file_head_get_application (head) == ASK_BUNDLE_BOARD_ID)
    *sort = ASK_FILE_BOARD;
  else if (ask_file_head_is_workspace (head))
    *sort = ASK_FILE_WORKSPACE;
  else if ((*kind = ask_file_head_find_kind (head, path)) != NULL)
    *sort = ASK_FILE_SOURCE;
  /* What is damaged says so where it is opened. */
  else if (ends_in (path, ASK_BUNDLE_SUFFIX))
    *sort = ASK_FILE_ANSWER;
  else if (ends_in (path, ".askboard"))
    *sort = ASK_FILE_BOARD;
  else if (ends_in (path, ".askdata"))
    *sort = ASK_FILE_WORKSPACE;
  else
    {
      set_unknown (path, error);
      return FALSE;
    }
  return TRUE;
}
