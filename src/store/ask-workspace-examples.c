/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps examples: one for each question, and how many is bounded. One of a verified question only points at it, so that
 * it follows its edits and goes with it.
 */
#include "config.h"

#include "store/ask-workspace-examples.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace-private.h"

#define COLUMNS \
  "e.id, coalesce(v.question, e.question), coalesce(v.sql, e.sql), e.origin, e.made_at, e.used_at, e.lesson_of"
#define TABLES "example AS e LEFT JOIN verified AS v ON v.id = e.verified"

static const char *const origins[] = {
  [ASK_EXAMPLE_VERIFIED] = "verified",
  [ASK_EXAMPLE_CHOSEN] = "chosen",
  [ASK_EXAMPLE_LINK] = "link",
  [ASK_EXAMPLE_WRONG] = "wrong",
};

/** ask_example_origin_to_string: Returns: (transfer none): @origin as "verified", "chosen", "link" or "wrong" */
const char *
ask_example_origin_to_string (AskExampleOrigin origin)
{
  return origins[origin];
}

/**
 * ask_example_wrong_new:
 * @sql: what a question does not mean
 * @parts: (nullable): as of #AskExampleWrong
 * @note: (nullable): what was meant
 *
 * Returns: (transfer full): all of it
 */
AskExampleWrong *
ask_example_wrong_new (const char *sql, const char *parts, const char *note)
{
  AskExampleWrong *self = g_new0 (AskExampleWrong, 1);

  self->sql = g_strdup (sql);
  self->parts = g_strdup (parts != NULL ? parts : "");
  self->note = g_strdup (note);
  return self;
}

/**
 * ask_example_wrong_free:
 * @self: (transfer full) (nullable): a wrong reading
 */
void
ask_example_wrong_free (AskExampleWrong *self)
{
  if (self == NULL)
    return;
  g_free (self->sql);
  g_free (self->parts);
  g_free (self->note);
  g_free (self);
}

/**
 * ask_example_free:
 * @self: (transfer full) (nullable): an example
 */
void
ask_example_free (AskExample *self)
{
  if (self == NULL)
    return;
  g_free (self->question);
  g_free (self->sql);
  g_ptr_array_unref (self->wrong);
  g_clear_pointer (&self->lesson, g_bytes_unref);
  g_free (self->lesson_of);
  g_free (self);
}

/* ---- writing */

/* Those that were of no use longest, of either kind. */
static gboolean
drop_oldest (AskWorkspace *self, const char *what, GError **error)
{
  static const char *const kinds[] = { "IS NULL", "IS NOT NULL" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *sql
        = g_strdup_printf ("DELETE FROM example WHERE id IN (SELECT id FROM example WHERE verified %s"
                           "  ORDER BY used_at DESC, id DESC LIMIT -1 OFFSET %d)",
                           kinds[i], ASK_EXAMPLES_MAX);

      if (!ask_workspace_exec (self, what, sql, error))
        return FALSE;
    }
  return TRUE;
}

/*
 * ask_workspace_take_verified_example:
 * @verified: id of a verified question that was just saved
 *
 * Inside the caller's transaction. What was chosen for the same words before counts no more.
 */
gboolean
ask_workspace_take_verified_example (AskWorkspace *self, const AskVerified *verified, GError **error)
{
  const char *what = N_ ("the verified question was not saved");
  g_autofree char *folded = ask_value_fold (verified->question);
  g_autoptr (sqlite3_stmt) forget = ask_workspace_prepare (self, what, "DELETE FROM example WHERE folded = ?1", error);
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (forget == NULL)
    return FALSE;
  ask_statement_bind_text (forget, 1, folded);
  if (!ask_workspace_run (self, what, forget, error))
    return FALSE;
  statement = ask_workspace_prepare (self, what,
                                     "INSERT INTO example (verified, origin, made_at, used_at)"
                                     "  VALUES (?1, 'verified', ?2, ?2)"
                                     "  ON CONFLICT (verified) DO UPDATE SET used_at = excluded.used_at",
                                     error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, verified->id);
  sqlite3_bind_int64 (statement, 2, g_get_real_time ());
  return ask_workspace_run (self, what, statement, error) && drop_oldest (self, what, error);
}

/* Gives the id of the example of @folded. */
static gboolean
write_example (AskWorkspace *self, const char *what, const AskExample *example, gint64 *id, GError **error)
{
  g_autofree char *folded = ask_value_fold (example->question);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what,
                             "INSERT INTO example (question, folded, sql, origin, made_at, used_at)"
                             "  VALUES (?1, ?2, ?3, ?4, ?5, ?5)"
                             "  ON CONFLICT (folded) DO UPDATE SET question = excluded.question,"
                             "    sql = coalesce(excluded.sql, sql), origin = excluded.origin,"
                             "    used_at = excluded.used_at"
                             "  RETURNING id",
                             error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  ask_statement_bind_text (statement, 1, example->question);
  ask_statement_bind_text (statement, 2, folded);
  ask_statement_bind_text (statement, 3, example->sql);
  ask_statement_bind_text (statement, 4, origins[example->origin]);
  sqlite3_bind_int64 (statement, 5, g_get_real_time ());
  if (!ask_workspace_step (self, what, statement, &row, error))
    return FALSE;
  g_assert (row);
  *id = sqlite3_column_int64 (statement, 0);
  return ask_workspace_run (self, what, statement, error);
}

static gboolean
write_wrong (AskWorkspace *self, const char *what, gint64 id, const AskExample *example, GError **error)
{
  static const char *const steps[] = {
    "INSERT INTO example_wrong (example, sql, parts, note) VALUES (?1, ?2, ?3, ?4)"
    "  ON CONFLICT (example, sql) DO UPDATE SET parts = excluded.parts, note = coalesce(excluded.note, note)",
    "UPDATE example SET sql = NULL WHERE id = ?1 AND sql = ?2",
  };

  for (guint i = 0; i < MIN (example->wrong->len, ASK_EXAMPLE_MAX_WRONG); i++)
    for (guint s = 0; s < G_N_ELEMENTS (steps); s++)
      {
        const AskExampleWrong *wrong = example->wrong->pdata[i];
        g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, what, steps[s], error);

        if (statement == NULL)
          return FALSE;
        sqlite3_bind_int64 (statement, 1, id);
        ask_statement_bind_text (statement, 2, wrong->sql);
        if (s == 0)
          {
            ask_statement_bind_text (statement, 3, wrong->parts);
            ask_statement_bind_text (statement, 4, wrong->note);
          }
        if (!ask_workspace_run (self, what, statement, error))
          return FALSE;
      }
  return TRUE;
}

/* What is right cannot be wrong, and of wrong ones only so many are kept. */
static gboolean
tidy_wrong (AskWorkspace *self, const char *what, gint64 id, const char *sql, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what,
                             "DELETE FROM example_wrong WHERE example = ?1 AND (sql = ?2 OR sql NOT IN"
                             "  (SELECT sql FROM example_wrong WHERE example = ?1 ORDER BY sql LIMIT ?3))",
                             error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  ask_statement_bind_text (statement, 2, sql != NULL ? sql : "");
  sqlite3_bind_int (statement, 3, ASK_EXAMPLE_MAX_WRONG);
  return ask_workspace_run (self, what, statement, error);
}

/**
 * ask_workspace_add_example:
 * @self: a workspace
 * @example: its question, SQL, origin and wrong readings; nothing else is read. Its origin is not verified: saving a
 *   verified question makes its example
 * @error: %ASK_STORE_ERROR_INVALID where nothing is said, %ASK_STORE_ERROR_WRITE
 *
 * Keeps what a person said of a question. It joins what was said of the same question before: new SQL takes the place
 * of that before, and what is wrong now is not right any more.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_add_example (AskWorkspace *self, const AskExample *example, GError **error)
{
  const char *what = N_ ("the example was not kept");
  g_autofree char *question = NULL;
  AskExample clean;
  gint64 id = 0;

  g_return_val_if_fail (self != NULL && example != NULL && example->origin != ASK_EXAMPLE_VERIFIED, FALSE);

  question = g_strstrip (g_utf8_make_valid (example->question, -1));
  if (*question == '\0' || (example->sql == NULL && example->wrong->len == 0))
    {
      ask_error_set_literal (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                             N_ ("Nothing was learned: the question is empty, or nothing is said of it."));
      return FALSE;
    }
  clean = *example;
  clean.question = question;
  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!write_example (self, what, &clean, &id, error) || !write_wrong (self, what, id, &clean, error)
      || !tidy_wrong (self, what, id, clean.sql, error) || !drop_oldest (self, what, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

static gboolean
change_example (AskWorkspace *self, const char *what, sqlite3_stmt *statement, GError **error)
{
  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!ask_workspace_run (self, what, statement, error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/**
 * ask_workspace_keep_lesson:
 * @self: a workspace
 * @id: of an example; one that is gone is no error
 * @lesson: (nullable): what it teaches, of no meaning to the store
 * @lesson_of: what @lesson was made of
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_keep_lesson (AskWorkspace *self, gint64 id, GBytes *lesson, const char *lesson_of, GError **error)
{
  const char *what = N_ ("what an example teaches was not kept");
  g_autoptr (sqlite3_stmt) statement = NULL;
  gsize n = 0;
  const void *data = lesson != NULL ? g_bytes_get_data (lesson, &n) : NULL;

  g_return_val_if_fail (self != NULL && lesson_of != NULL, FALSE);

  statement = ask_workspace_prepare (self, what, "UPDATE example SET lesson = ?2, lesson_of = ?3 WHERE id = ?1", error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  if (data != NULL)
    sqlite3_bind_blob (statement, 2, data, (int) n, SQLITE_STATIC);
  ask_statement_bind_text (statement, 3, lesson_of);
  return change_example (self, what, statement, error);
}

/**
 * ask_workspace_use_example:
 * @self: a workspace
 * @id: of an example; one that is gone is no error
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * It was of use now, so others go before it.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_use_example (AskWorkspace *self, gint64 id, GError **error)
{
  const char *what = N_ ("that an example was of use was not kept");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  statement = ask_workspace_prepare (self, what, "UPDATE example SET used_at = ?2 WHERE id = ?1", error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  sqlite3_bind_int64 (statement, 2, g_get_real_time ());
  return change_example (self, what, statement, error);
}

/* ---- reading */

static gboolean
read_wrong (AskWorkspace *self, const char *what, AskExample *example, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what, "SELECT sql, parts, note FROM example_wrong WHERE example = ?1 ORDER BY sql",
                             error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, example->id);
  while (ask_workspace_step (self, what, statement, &row, error))
    {
      AskExampleWrong *wrong;

      if (!row)
        return TRUE;
      wrong = g_new0 (AskExampleWrong, 1);
      wrong->sql = ask_statement_dup_text (statement, 0);
      wrong->parts = ask_statement_dup_text (statement, 1);
      wrong->note = ask_statement_dup_text (statement, 2);
      g_ptr_array_add (example->wrong, wrong);
    }
  return FALSE;
}

static AskExample *
read_example (sqlite3_stmt *statement)
{
  AskExample *example = g_new0 (AskExample, 1);
  g_autofree char *origin = ask_statement_dup_text (statement, 3);

  example->id = sqlite3_column_int64 (statement, 0);
  example->question = ask_statement_dup_text (statement, 1);
  example->sql = ask_statement_dup_text (statement, 2);
  example->wrong = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_example_wrong_free);
  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    if (g_strcmp0 (origins[i], origin) == 0)
      example->origin = (AskExampleOrigin) i;
  example->made_at = sqlite3_column_int64 (statement, 4);
  example->used_at = sqlite3_column_int64 (statement, 5);
  example->lesson_of = ask_statement_dup_text (statement, 6);
  if (sqlite3_column_count (statement) > 7 && sqlite3_column_type (statement, 7) == SQLITE_BLOB)
    example->lesson = g_bytes_new (sqlite3_column_blob (statement, 7), (gsize) sqlite3_column_bytes (statement, 7));
  return example;
}

static GPtrArray *
read_examples (AskWorkspace *self, const char *sql, const char *text, GError **error)
{
  const char *what = N_ ("the examples cannot be read");
  g_autoptr (GPtrArray) examples = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_example_free);
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, what, sql, error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  if (text != NULL)
    ask_statement_bind_text (statement, 1, text);
  while (ask_workspace_step (self, what, statement, &row, error))
    {
      AskExample *example;

      if (!row)
        return g_steal_pointer (&examples);
      example = read_example (statement);
      g_ptr_array_add (examples, example);
      if (!read_wrong (self, what, example, error))
        return NULL;
    }
  return NULL;
}

/**
 * ask_workspace_list_examples:
 * @self: a workspace
 * @lessons: whether what they teach is to be read as well: some kilobytes of each
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: (transfer full) (element-type AskExample): all, in the order in which they came
 */
GPtrArray *
ask_workspace_list_examples (AskWorkspace *self, gboolean lessons, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);
  return read_examples (self,
                        lessons ? "SELECT " COLUMNS ", e.lesson FROM " TABLES " ORDER BY e.id"
                                : "SELECT " COLUMNS " FROM " TABLES " ORDER BY e.id",
                        NULL, error);
}

/**
 * ask_workspace_get_lessons_state:
 * @self: a workspace
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: (transfer full): a text that is another one as soon as there is another lesson; of no meaning by itself
 */
char *
ask_workspace_get_lessons_state (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("the examples cannot be read");
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, what,
                             "SELECT coalesce(group_concat(id || ' ' || coalesce(lesson_of, '')), '') FROM"
                             "  (SELECT id, lesson_of FROM example ORDER BY id)",
                             error);
  gboolean row;

  if (statement == NULL || !ask_workspace_step (self, what, statement, &row, error))
    return NULL;
  return ask_statement_dup_text (statement, 0);
}

/**
 * ask_workspace_find_examples:
 * @self: a workspace
 * @question: in any case, with any white space
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: (transfer full) (element-type AskExample): the one of this question, or none. A verified question is not
 *   looked for here
 */
GPtrArray *
ask_workspace_find_examples (AskWorkspace *self, const char *question, GError **error)
{
  g_autofree char *folded = NULL;

  g_return_val_if_fail (self != NULL && question != NULL, NULL);
  folded = ask_value_fold (question);
  return read_examples (self, "SELECT " COLUMNS " FROM " TABLES " WHERE e.folded = ?1", folded, error);
}

/**
 * ask_workspace_count_learned:
 * @self: a workspace
 * @n: (out): examples, and words of which a person said what they stand for
 * @error: as of ask_workspace_list_sources()
 *
 * Returns: whether they could be counted
 */
gboolean
ask_workspace_count_learned (AskWorkspace *self, guint *n, GError **error)
{
  gint64 count = 0;

  g_return_val_if_fail (self != NULL && n != NULL, FALSE);
  if (!ask_workspace_get_integer (self, "what was learned cannot be counted",
                                  "SELECT (SELECT count(*) FROM example) + (SELECT count(*) FROM link_choice)", &count,
                                  error))
    return FALSE;
  *n = (guint) count;
  return TRUE;
}

/**
 * ask_workspace_forget_learned:
 * @self: a workspace
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * All examples, what was learned from them, and what people said that words stand for. Verified questions stay; they
 * only teach nothing any more until they are saved again.
 *
 * Returns: whether it is gone from the disk
 */
gboolean
ask_workspace_forget_learned (AskWorkspace *self, GError **error)
{
  const char *what = N_ ("what was learned was not forgotten");

  g_return_val_if_fail (self != NULL, FALSE);
  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  if (!ask_workspace_exec (self, what, "DELETE FROM example; DELETE FROM link_choice;", error))
    {
      ask_workspace_rollback (self);
      return FALSE;
    }
  return ask_workspace_commit (self, what, error);
}

/*
 * ask_workspace_rename_examples:
 *
 * Inside the caller's transaction: their SQL gets the new names. One that cannot follow names what is gone, and is of no
 * use any more.
 */
gboolean
ask_workspace_rename_examples (AskWorkspace *self, AskSchema *before, AskSchema *after, GError **error)
{
  const char *what = N_ ("the examples did not get the new names");
  static const char *const updates[]
    = { "UPDATE example SET sql = ?2 WHERE id = ?1 AND verified IS NULL",
        "UPDATE OR REPLACE example_wrong SET sql = ?2 WHERE example = ?1 AND sql = ?3" };
  g_autoptr (GPtrArray) examples = ask_workspace_list_examples (self, FALSE, error);

  if (examples == NULL)
    return FALSE;
  for (guint i = 0; i < examples->len; i++)
    {
      const AskExample *example = examples->pdata[i];

      for (guint k = 0; k <= example->wrong->len; k++)
        {
          const char *old = k == 0 ? example->sql : ((AskExampleWrong *) example->wrong->pdata[k - 1])->sql;
          g_autofree char *sql = old != NULL ? ask_schema_rename_in_sql (before, after, old, NULL) : NULL;
          g_autoptr (sqlite3_stmt) statement = NULL;

          if (sql == NULL || strcmp (sql, old) == 0)
            continue;
          statement = ask_workspace_prepare (self, what, updates[k == 0 ? 0 : 1], error);
          if (statement == NULL)
            return FALSE;
          sqlite3_bind_int64 (statement, 1, example->id);
          ask_statement_bind_text (statement, 2, sql);
          if (k > 0)
            ask_statement_bind_text (statement, 3, old);
          if (!ask_workspace_run (self, what, statement, error))
            return FALSE;
        }
    }
  return TRUE;
}
