/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables of pairs. What was found is written anew each time for the left values that were seen; what a person said stays.
 */
#include "config.h"

#include "store/ask-workspace-pairs.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "store/ask-workspace-private.h"

static const char not_read[] = N_ ("pairs of two lists cannot be read");
static const char not_saved[] = N_ ("pairs of two lists were not kept");

/** ask_pair_new: @left, @right: values as JSON. @how: how it was found. Returns: (transfer full): a pair that is not saved yet */
AskPair *
ask_pair_new (const char *left, const char *right, AskPairHow how)
{
  AskPair *self = g_new0 (AskPair, 1);

  self->left = g_strdup (left);
  self->right = g_strdup (right);
  self->how = how;
  return self;
}

/** ask_pair_free: @self: (nullable) (transfer full): a pair */
void
ask_pair_free (AskPair *self)
{
  if (self == NULL)
    return;
  g_free (self->left);
  g_free (self->right);
  g_free (self);
}

/** ask_pair_list_free: @self: (nullable) (transfer full): a list */
void
ask_pair_list_free (AskPairList *self)
{
  if (self == NULL)
    return;
  g_free (self->left);
  g_free (self->right);
  g_free (self->criterion);
  g_free (self->model);
  g_free (self);
}

static gpointer
read_list (sqlite3_stmt *statement)
{
  AskPairList *list = g_new0 (AskPairList, 1);

  list->id = sqlite3_column_int64 (statement, 0);
  list->left = ask_statement_dup_text (statement, 1);
  list->right = ask_statement_dup_text (statement, 2);
  list->criterion = ask_statement_dup_text (statement, 3);
  list->model = ask_statement_dup_text (statement, 4);
  list->seen_at = sqlite3_column_int64 (statement, 5);
  list->n_pairs = sqlite3_column_int64 (statement, 6);
  list->n_cut = sqlite3_column_int64 (statement, 7);
  return list;
}

/**
 * ask_workspace_list_pair_lists:
 * @self: a workspace
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full) (element-type AskPairList): the last one that was matched first
 */
GPtrArray *
ask_workspace_list_pair_lists (AskWorkspace *self, GError **error)
{
  static const char sql[] = "SELECT id, left_of, right_of, criterion, model, seen_at,"
                            "  (SELECT count(*) FROM pair WHERE list = pair_list.id AND verdict <> 2),"
                            "  (SELECT count(*) FROM pair WHERE list = pair_list.id AND verdict = 2)"
                            "  FROM pair_list ORDER BY seen_at DESC, id DESC";
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  statement = ask_workspace_prepare (self, not_read, sql, error);
  if (statement == NULL)
    return NULL;
  return ask_workspace_read_rows (self, not_read, statement, read_list, (GDestroyNotify) ask_pair_list_free, error);
}

static void
bind_sides (sqlite3_stmt *statement, const AskPairSides *sides)
{
  ask_statement_bind_text (statement, 1, sides->left);
  ask_statement_bind_text (statement, 2, sides->right);
  ask_statement_bind_text (statement, 3, sides->criterion);
}

/**
 * ask_workspace_find_pair_list:
 * @self: a workspace
 * @sides: what it is known by
 * @error: %ASK_STORE_ERROR
 *
 * Returns: the list's number, 0 where these were never matched, -1 where it cannot be read
 */
gint64
ask_workspace_find_pair_list (AskWorkspace *self, const AskPairSides *sides, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_read,
                             "SELECT id FROM pair_list WHERE left_of = ?1 AND right_of = ?2 AND criterion = ?3", error);
  gboolean row;

  if (statement == NULL)
    return -1;
  bind_sides (statement, sides);
  if (!ask_workspace_step (self, not_read, statement, &row, error))
    return -1;
  return row ? sqlite3_column_int64 (statement, 0) : 0;
}

static gpointer
read_pair (sqlite3_stmt *statement)
{
  AskPair *pair = g_new0 (AskPair, 1);

  pair->id = sqlite3_column_int64 (statement, 0);
  pair->left = ask_statement_dup_text (statement, 1);
  pair->right = ask_statement_dup_text (statement, 2);
  pair->how = (AskPairHow) CLAMP (sqlite3_column_int (statement, 3), ASK_PAIR_EQUAL, ASK_PAIR_PERSON);
  pair->verdict = (AskPairVerdict) CLAMP (sqlite3_column_int (statement, 4), ASK_PAIR_OPEN, ASK_PAIR_CUT);
  return pair;
}

/* @statement: bound; gives id, left, right, how and verdict */
static GPtrArray *
read_pairs (AskWorkspace *self, sqlite3_stmt *statement, GError **error)
{

  return ask_workspace_read_rows (self, not_read, statement, read_pair, (GDestroyNotify) ask_pair_free, error);
}

/**
 * ask_workspace_list_pairs:
 * @self: a workspace
 * @list: its number
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full) (element-type AskPair): those of a model first, then those that are nearly equal: they are to be looked
 *   at; by their left values
 */
GPtrArray *
ask_workspace_list_pairs (AskWorkspace *self, gint64 list, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  statement = ask_workspace_prepare (self, not_read,
                                     "SELECT id, left_value, right_value, how, verdict FROM pair WHERE list = ?1"
                                     "  ORDER BY how DESC, left_value, right_value",
                                     error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, list);
  return read_pairs (self, statement, error);
}

/**
 * ask_workspace_find_corrections:
 * @self: a workspace
 * @sides: what is matched. What was said of it with its sides the other way round counts, too
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full) (element-type AskPair): what a person said of its pairs
 */
GPtrArray *
ask_workspace_find_corrections (AskWorkspace *self, const AskPairSides *sides, GError **error)
{
  static const char sql[]
    = "SELECT p.id, p.left_value, p.right_value, p.how, p.verdict FROM pair AS p JOIN pair_list AS l ON l.id = p.list"
      "  WHERE l.left_of = ?1 AND l.right_of = ?2 AND l.criterion = ?3 AND p.verdict <> 0"
      " UNION ALL "
      "SELECT p.id, p.right_value, p.left_value, p.how, p.verdict FROM pair AS p JOIN pair_list AS l ON l.id = p.list"
      "  WHERE l.left_of = ?2 AND l.right_of = ?1 AND ?1 <> ?2 AND l.criterion = ?3 AND p.verdict <> 0";
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL && sides != NULL, NULL);
  statement = ask_workspace_prepare (self, not_read, sql, error);
  if (statement == NULL)
    return NULL;
  bind_sides (statement, sides);
  return read_pairs (self, statement, error);
}

/* What was found before of the left values that were seen now is found anew. */
static gboolean
forget_found (AskWorkspace *self, gint64 list, const GPtrArray *lefts, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_saved, "DELETE FROM pair WHERE list = ?1 AND left_value = ?2 AND verdict = 0",
                             error);

  for (guint i = 0; statement != NULL && i < lefts->len; i++)
    {
      sqlite3_bind_int64 (statement, 1, list);
      ask_statement_bind_text (statement, 2, lefts->pdata[i]);
      if (!ask_workspace_run (self, not_saved, statement, error))
        return FALSE;
      sqlite3_reset (statement);
    }
  return statement != NULL;
}

static gboolean
insert_pairs (AskWorkspace *self, gint64 list, const GPtrArray *pairs, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_saved,
                             "INSERT INTO pair (list, left_value, right_value, how) VALUES (?1, ?2, ?3, ?4)"
                             "  ON CONFLICT DO NOTHING",
                             error);

  for (guint i = 0; statement != NULL && i < pairs->len; i++)
    {
      const AskPair *pair = pairs->pdata[i];

      sqlite3_bind_int64 (statement, 1, list);
      ask_statement_bind_text (statement, 2, pair->left);
      ask_statement_bind_text (statement, 3, pair->right);
      sqlite3_bind_int (statement, 4, (int) pair->how);
      if (!ask_workspace_run (self, not_saved, statement, error))
        return FALSE;
      sqlite3_reset (statement);
    }
  return statement != NULL;
}

static gboolean
save (AskWorkspace *self, const AskPairSides *sides, const char *model, const GPtrArray *lefts, const GPtrArray *pairs,
      GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_saved,
                             "INSERT INTO pair_list (left_of, right_of, criterion, model, seen_at)"
                             "  VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (left_of, right_of, criterion)"
                             "  DO UPDATE SET model = coalesce(excluded.model, model), seen_at = excluded.seen_at",
                             error);
  gint64 list;

  if (statement == NULL)
    return FALSE;
  bind_sides (statement, sides);
  ask_statement_bind_text (statement, 4, model);
  sqlite3_bind_int64 (statement, 5, g_get_real_time ());
  if (!ask_workspace_run (self, not_saved, statement, error))
    return FALSE;
  list = ask_workspace_find_pair_list (self, sides, error);
  return list > 0 && forget_found (self, list, lefts, error) && insert_pairs (self, list, pairs, error);
}

/**
 * ask_workspace_save_pairs:
 * @self: a workspace
 * @sides: what was matched
 * @model: (nullable): that was asked
 * @lefts: (element-type utf8): the left values that were seen, as JSON
 * @pairs: (element-type AskPair): those of their pairs that were found; what a person said of one stays
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether all are on disk; else none is
 */
gboolean
ask_workspace_save_pairs (AskWorkspace *self, const AskPairSides *sides, const char *model, const GPtrArray *lefts,
                          const GPtrArray *pairs, GError **error)
{
  g_return_val_if_fail (self != NULL && sides != NULL && lefts != NULL && pairs != NULL, FALSE);
  if (!ask_workspace_begin (self, not_saved, error))
    return FALSE;
  if (!save (self, sides, model, lefts, pairs, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, not_saved, error);
}

/* Whether the last statement found what it was about; else @words, marked with N_(), say that there is no such number. */
#define FOUND(self, words, id, error) \
  (sqlite3_changes ((self)->db) > 0 \
   || (ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, words, (long long) (id)), FALSE))

/**
 * ask_workspace_correct_pair:
 * @self: a workspace
 * @pair: its number
 * @verdict: what a person says of it
 * @error: %ASK_STORE_ERROR_INVALID where there is no such pair, %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether that is kept
 */
gboolean
ask_workspace_correct_pair (AskWorkspace *self, gint64 pair, AskPairVerdict verdict, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  statement = ask_workspace_prepare (self, not_saved, "UPDATE pair SET verdict = ?2 WHERE id = ?1", error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, pair);
  sqlite3_bind_int (statement, 2, (int) verdict);
  if (!ask_workspace_run (self, not_saved, statement, error))
    return FALSE;
  return FOUND (self, N_ ("There is no pair %lld."), pair, error);
}

/**
 * ask_workspace_add_pair:
 * @self: a workspace
 * @list: its number
 * @left: a value, as JSON
 * @right: likewise
 * @error: %ASK_STORE_ERROR_INVALID where there is no such list, %ASK_STORE_ERROR_WRITE
 *
 * Adds a pair that nothing found, or confirms it where something did.
 *
 * Returns: whether it is kept
 */
gboolean
ask_workspace_add_pair (AskWorkspace *self, gint64 list, const char *left, const char *right, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL && left != NULL && right != NULL, FALSE);
  statement = ask_workspace_prepare (self, not_saved,
                                     "INSERT INTO pair (list, left_value, right_value, how, verdict)"
                                     "  SELECT id, ?2, ?3, 3, 1 FROM pair_list WHERE id = ?1"
                                     "  ON CONFLICT (list, left_value, right_value) DO UPDATE SET verdict = 1",
                                     error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, list);
  ask_statement_bind_text (statement, 2, left);
  ask_statement_bind_text (statement, 3, right);
  if (!ask_workspace_run (self, not_saved, statement, error))
    return FALSE;
  return FOUND (self, N_ ("There is no list of pairs %lld."), list, error);
}

/**
 * ask_workspace_remove_pair_list:
 * @self: a workspace
 * @list: its number
 * @error: %ASK_STORE_ERROR_INVALID where there is no such list, %ASK_STORE_ERROR_WRITE
 *
 * Forgets a list, with what a person said of its pairs.
 *
 * Returns: whether it is gone
 */
gboolean
ask_workspace_remove_pair_list (AskWorkspace *self, gint64 list, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  statement = ask_workspace_prepare (self, not_saved, "DELETE FROM pair_list WHERE id = ?1", error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, list);
  if (!ask_workspace_run (self, not_saved, statement, error))
    return FALSE;
  return FOUND (self, N_ ("There is no list of pairs %lld."), list, error);
}
