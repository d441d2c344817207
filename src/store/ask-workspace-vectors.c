/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of vectors. Numbers are kept as they came, four bytes each, in this machine's order, which stands before the
 * model's name: a workspace that came from a machine of another order has its vectors made anew.
 */
#include "config.h"

#include "store/ask-workspace-vectors.h"

#include <glib/gi18n.h>

#include "store/ask-workspace-private.h"

/**
 * ask_vector_text_hash:
 * @text: names and descriptions, as they are sent
 *
 * Returns: (transfer full): what @text is known by
 */
char *
ask_vector_text_hash (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/* A model's name, and the order of bytes. */
static char *
name_model (const char *model)
{
  return g_strconcat (G_BYTE_ORDER == G_LITTLE_ENDIAN ? "le " : "be ", model, NULL);
}

/* Vectors of one model are all of one length; where it is another one, the model is another one by the same name. */
static gboolean
drop_others (AskWorkspace *self, const char *what, const char *model, gsize n_bytes, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "DELETE FROM vector WHERE model = ?1 AND length(numbers) <> ?2", error);

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, model);
  sqlite3_bind_int64 (statement, 2, (sqlite3_int64) n_bytes);
  return ask_workspace_run (self, what, statement, error);
}

static gboolean
insert (AskWorkspace *self, const char *what, const char *model, const AskNewVectors *vectors, GError **error)
{
  gsize n_bytes = vectors->dims * sizeof *vectors->numbers;

  for (guint i = 0; i < vectors->hashes->len; i++)
    {
      g_autoptr (sqlite3_stmt) statement
        = ask_workspace_prepare (self, what,
                                 "INSERT INTO vector (model, text_hash, numbers) VALUES (?1, ?2, ?3)"
                                 "  ON CONFLICT (model, text_hash) DO UPDATE SET numbers = excluded.numbers",
                                 error);

      if (statement == NULL)
        return FALSE;
      ask_statement_bind_text (statement, 1, model);
      ask_statement_bind_text (statement, 2, vectors->hashes->pdata[i]);
      sqlite3_bind_blob64 (statement, 3, vectors->numbers + (gsize) i * vectors->dims, n_bytes, SQLITE_TRANSIENT);
      if (!ask_workspace_run (self, what, statement, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_workspace_add_vectors:
 * @self: a workspace
 * @vectors: to keep; those that the same model made of another length are forgotten
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether all are on disk; else none is
 */
gboolean
ask_workspace_add_vectors (AskWorkspace *self, const AskNewVectors *vectors, GError **error)
{
  const char *what = N_ ("the vectors were not saved");
  g_autofree char *model = NULL;

  g_return_val_if_fail (self != NULL && vectors != NULL && vectors->dims > 0, FALSE);

  model = name_model (vectors->model);
  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!drop_others (self, what, model, vectors->dims * sizeof *vectors->numbers, error)
      || !insert (self, what, model, vectors, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/**
 * ask_workspace_each_vector:
 * @self: a workspace
 * @model: whose vectors
 * @func: called for each, in no order that matters
 * @data: for @func
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: whether all were read
 */
gboolean
ask_workspace_each_vector (AskWorkspace *self, const char *model, AskVectorFunc func, gpointer data, GError **error)
{
  const char *what = N_ ("the vectors cannot be read");
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (self != NULL && model != NULL, FALSE);

  name = name_model (model);
  statement = ask_workspace_prepare (self, what, "SELECT text_hash, numbers FROM vector WHERE model = ?1", error);
  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, name);
  while (TRUE)
    {
      g_autofree char *hash = NULL;
      g_autofree float *numbers = NULL;
      guint n;
      gboolean row;

      if (!ask_workspace_step (self, what, statement, &row, error))
        return FALSE;
      if (!row)
        return TRUE;
      hash = ask_statement_dup_text (statement, 0);
      n = (guint) sqlite3_column_bytes (statement, 1) / sizeof *numbers;
      /* What SQLite gives need not lie where a float may lie. */
      numbers = g_memdup2 (sqlite3_column_blob (statement, 1), n * sizeof *numbers);
      if (n > 0)
        func (hash, numbers, n, data);
    }
}

/**
 * ask_workspace_clean_vectors:
 * @self: a workspace
 * @model: (nullable): whose vectors may stay; %NULL for nobody's
 * @kept: (element-type utf8 utf8): the texts, by their hashes, of which they may stay
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Forgets vectors of names that are no more, and those of other models.
 *
 * Returns: whether that is done
 */
gboolean
ask_workspace_clean_vectors (AskWorkspace *self, const char *model, GHashTable *kept, GError **error)
{
  const char *what = N_ ("old vectors were not removed");
  g_autofree char *name = name_model (model != NULL ? model : "");
  g_autoptr (sqlite3_stmt) others = NULL;
  g_autoptr (sqlite3_stmt) list = NULL;
  g_autoptr (GPtrArray) gone = g_ptr_array_new_with_free_func (g_free);
  gboolean row = TRUE;

  g_return_val_if_fail (self != NULL && kept != NULL, FALSE);

  list = ask_workspace_prepare (self, what, "SELECT text_hash FROM vector WHERE model = ?1", error);
  if (list == NULL)
    return FALSE;
  ask_statement_bind_text (list, 1, name);
  while (ask_workspace_step (self, what, list, &row, error) && row)
    {
      g_autofree char *hash = ask_statement_dup_text (list, 0);

      if (!g_hash_table_contains (kept, hash))
        g_ptr_array_add (gone, g_steal_pointer (&hash));
    }
  if (row || !ask_workspace_begin (self, what, error))
    return FALSE;
  others = ask_workspace_prepare (self, what, "DELETE FROM vector WHERE model <> ?1", error);
  if (others != NULL)
    ask_statement_bind_text (others, 1, name);
  if (others == NULL || !ask_workspace_run (self, what, others, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  for (guint i = 0; i < gone->len; i++)
    {
      g_autoptr (sqlite3_stmt) statement
        = ask_workspace_prepare (self, what, "DELETE FROM vector WHERE model = ?1 AND text_hash = ?2", error);

      if (statement != NULL)
        {
          ask_statement_bind_text (statement, 1, name);
          ask_statement_bind_text (statement, 2, gone->pdata[i]);
        }
      if (statement == NULL || !ask_workspace_run (self, what, statement, error))
        {
          ask_workspace_rollback (self);
          return FALSE;
        }
    }
  return ask_workspace_commit (self, what, error);
}
