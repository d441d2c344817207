/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of overlaps, by the entities' ids and the sources' own columns, so that a rename leaves them. Types stand
 * beside them: where a steward gives an attribute another one, its values compare otherwise. What is known of a source is
 * gone when the source is read anew or removed.
 */
#include "config.h"

#include "store/ask-workspace-overlaps.h"

#include <glib/gi18n.h>

#include "store/ask-workspace-private.h"

/* Binds an end from ?@first on: source, entity, column, type. */
static void
bind_end (sqlite3_stmt *statement, int first, const AskEntity *entity, const AskAttribute *attribute)
{
  ask_statement_bind_text (statement, first, entity->source);
  ask_statement_bind_text (statement, first + 1, entity->id);
  ask_statement_bind_text (statement, first + 2, attribute->column);
  ask_statement_bind_text (statement, first + 3, ask_type_to_string (attribute->type));
}

/**
 * ask_workspace_put_overlap:
 * @self: a workspace
 * @ends: of which join
 * @overlap: what was measured; it takes the place of what was known
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_put_overlap (AskWorkspace *self, const AskOverlapEnds *ends, const AskOverlap *overlap, GError **error)
{
  const char *what = N_ ("what was found of a join was not saved");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL && ends != NULL && overlap != NULL, FALSE);

  statement
    = ask_workspace_prepare (self, what,
                             "INSERT OR REPLACE INTO overlap (source, entity, \"column\", type, to_source,"
                             "  to_entity, to_column, to_type, n_checked, n_plain, n_found, change, measured_at)"
                             "  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                             error);
  if (statement == NULL)
    return FALSE;
  bind_end (statement, 1, ends->from_entity, ends->from);
  bind_end (statement, 5, ends->to_entity, ends->to);
  sqlite3_bind_int64 (statement, 9, overlap->n_checked);
  sqlite3_bind_int64 (statement, 10, overlap->n_plain);
  sqlite3_bind_int64 (statement, 11, overlap->n_found);
  sqlite3_bind_int (statement, 12, (int) overlap->change);
  sqlite3_bind_int64 (statement, 13, overlap->measured_at);
  return ask_workspace_run (self, what, statement, error);
}

/**
 * ask_workspace_find_overlap:
 * @self: a workspace
 * @ends: of which join
 * @overlap: (out): what is known of it
 * @found: (out): whether anything is
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: whether that could be read
 */
gboolean
ask_workspace_find_overlap (AskWorkspace *self, const AskOverlapEnds *ends, AskOverlap *overlap, gboolean *found,
                            GError **error)
{
  const char *what = N_ ("what is known of joins cannot be read");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL && ends != NULL && overlap != NULL && found != NULL, FALSE);

  *overlap = (AskOverlap) { 0 };
  *found = FALSE;
  statement = ask_workspace_prepare (self, what,
                                     "SELECT n_checked, n_plain, n_found, change, measured_at FROM overlap"
                                     "  WHERE source = ?1 AND entity = ?2 AND \"column\" = ?3 AND type = ?4"
                                     "    AND to_source = ?5 AND to_entity = ?6 AND to_column = ?7 AND to_type = ?8",
                                     error);
  if (statement == NULL)
    return FALSE;
  bind_end (statement, 1, ends->from_entity, ends->from);
  bind_end (statement, 5, ends->to_entity, ends->to);
  if (!ask_workspace_step (self, what, statement, found, error))
    return FALSE;
  if (*found)
    *overlap = (AskOverlap) { .n_checked = sqlite3_column_int64 (statement, 0),
                              .n_plain = sqlite3_column_int64 (statement, 1),
                              .n_found = sqlite3_column_int64 (statement, 2),
                              .change = (AskOverlapChange) CLAMP (sqlite3_column_int (statement, 3), 0,
                                                                  ASK_OVERLAP_N_CHANGES - 1),
                              .measured_at = sqlite3_column_int64 (statement, 4) };
  return TRUE;
}
