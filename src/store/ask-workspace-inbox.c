/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads of the history and of the runs of verified questions only what may want a person, by indexes, so that a long
 * history costs nothing. It judges nothing: what is done already is for whoever reads this to find out. A dismissal is
 * a time: what happens after it is shown again.
 */
#include "config.h"

#include "store/ask-workspace-inbox.h"

#include <glib/gi18n.h>

#include "base/ask-json.h"
#include "store/ask-workspace-private.h"

#define AS_TEXT(number) AS_TEXT_OF (number)
#define AS_TEXT_OF(number) #number

/* Whoever asks again does so soon: within so many µs, and so many questions. */
#define SOON "600000000"
#define NEXT "3"
/* Of the newest questions that were answered it is looked whether they are those that were not. */
#define MAX_ANSWERED "2000"

static const char not_read[] = N_ ("what wants a person was not read");

/** ask_wanting_free: @self: (nullable) (transfer full): an entry of the history */
void
ask_wanting_free (AskWanting *self)
{
  if (self == NULL)
    return;
  g_free (self->question);
  g_free (self->complaint);
  g_strfreev (self->unknown);
  g_free (self);
}

/** ask_asked_free: @self: (nullable) (transfer full): a question that was answered */
void
ask_asked_free (AskAsked *self)
{
  if (self == NULL)
    return;
  g_free (self->question);
  g_free (self);
}

/** ask_asked_again_free: @self: (nullable) (transfer full): a question that was asked soon after another */
void
ask_asked_again_free (AskAskedAgain *self)
{
  if (self == NULL)
    return;
  g_free (self->question);
  g_free (self->sql);
  g_free (self);
}

/* Returns: (transfer full) (nullable): the texts of a JSON array; %NULL where @text is none */
static GStrv
read_words (const char *text)
{
  g_autoptr (JsonNode) node = text != NULL ? ask_json_parse (text, -1, NULL) : NULL;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  JsonArray *array;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      if (JSON_NODE_HOLDS_VALUE (element) && json_node_get_value_type (element) == G_TYPE_STRING)
        g_strv_builder_add (words, json_node_get_string (element));
    }
  return g_strv_builder_end (words);
}

/* @sql: gives id, question, time, complaint and words */
static gboolean
read_wanting (AskWorkspace *self, const char *sql, GPtrArray *list, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (self, not_read, sql, error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (TRUE)
    {
      AskWanting *wanting;
      g_autofree char *words = NULL;

      if (!ask_workspace_step (self, not_read, statement, &row, error))
        return FALSE;
      if (!row)
        return TRUE;
      wanting = g_new0 (AskWanting, 1);
      wanting->id = sqlite3_column_int64 (statement, 0);
      wanting->question = ask_statement_dup_text (statement, 1);
      wanting->at = sqlite3_column_int64 (statement, 2);
      wanting->complaint = ask_statement_dup_text (statement, 3);
      words = ask_statement_dup_text (statement, 4);
      wanting->unknown = read_words (words);
      g_ptr_array_add (list, wanting);
    }
}

/**
 * ask_workspace_list_wanting:
 * @error: %ASK_STORE_ERROR_OPEN or %ASK_STORE_ERROR_WRITE where the file cannot be read
 *
 * Returns: (transfer full) (element-type AskWanting): answers that were called wrong, the newest first, then
 *   questions without an answer, the newest first; %ASK_WANTING_MAX of each
 */
GPtrArray *
ask_workspace_list_wanting (AskWorkspace *self, GError **error)
{
  g_autoptr (GPtrArray) list = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  list = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_wanting_free);
  if (!read_wanting (self,
                     "SELECT id, question, complained_at, complaint, NULL FROM history"
                     "  WHERE complaint IS NOT NULL ORDER BY id DESC LIMIT " AS_TEXT (ASK_WANTING_MAX),
                     list, error)
      || !read_wanting (self,
                        "SELECT id, question, asked_at, NULL,"
                        "  iif(json_valid(answer), (SELECT json_extract(value, '$.unknown')"
                        "    FROM json_each(answer, '$.steps')"
                        "    WHERE CASE type WHEN 'object' THEN json_type(value, '$.unknown') = 'array' END"
                        "    LIMIT 1), NULL) FROM history"
                        "  WHERE status = 'unanswerable' ORDER BY id DESC LIMIT " AS_TEXT (ASK_WANTING_MAX),
                        list, error))
    return NULL;
  return g_steal_pointer (&list);
}

static gpointer
read_asked (sqlite3_stmt *statement)
{
  AskAsked *asked = g_new0 (AskAsked, 1);

  asked->id = sqlite3_column_int64 (statement, 0);
  asked->question = ask_statement_dup_text (statement, 1);
  return asked;
}

/**
 * ask_workspace_list_answered_since:
 * @id: of an entry of the history
 * @error: as of ask_workspace_list_wanting()
 *
 * Returns: (transfer full) (element-type AskAsked): what was asked after it and answered, without what was called
 *   wrong; the newest first
 */
GPtrArray *
ask_workspace_list_answered_since (AskWorkspace *self, gint64 id, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_read,
                             "SELECT id, question FROM history WHERE id > ?1 AND status = 'answered' AND id NOT IN"
                             "  (SELECT id FROM history WHERE complaint IS NOT NULL)"
                             "  ORDER BY id DESC LIMIT " MAX_ANSWERED,
                             error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, id);
  return ask_workspace_read_rows (self, not_read, statement, read_asked, (GDestroyNotify) ask_asked_free, error);
}

static gpointer
read_asked_again (sqlite3_stmt *statement)
{
  AskAskedAgain *again = g_new0 (AskAskedAgain, 1);

  again->question = ask_statement_dup_text (statement, 0);
  again->sql = ask_statement_dup_text (statement, 1);
  again->follows = sqlite3_column_int64 (statement, 2);
  return again;
}

/**
 * ask_workspace_list_asked_again:
 * @id: of an entry of the history
 * @error: as of ask_workspace_list_wanting()
 *
 * Returns: (transfer full) (element-type AskAskedAgain): the next few questions that were asked within ten minutes of
 *   it and answered by a query that nobody called wrong, in the order in which they were asked
 */
GPtrArray *
ask_workspace_list_asked_again (AskWorkspace *self, gint64 id, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = ask_workspace_prepare (
    self, not_read,
    "SELECT question, json_extract(answer, '$.sql'), json_extract(answer, '$.follows') FROM history"
    "  WHERE id IN (SELECT id FROM history WHERE id > ?1 ORDER BY id LIMIT " NEXT ")"
    "  AND asked_at < (SELECT asked_at FROM history WHERE id = ?1) + " SOON
    "  AND status = 'answered' AND complaint IS NULL AND json_valid(answer)"
    "  AND json_extract(answer, '$.sql') IS NOT NULL ORDER BY id",
    error);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, id);
  return ask_workspace_read_rows (self, not_read, statement, read_asked_again, (GDestroyNotify) ask_asked_again_free,
                                  error);
}

static void
take_time (GHashTable *times, gpointer key, gint64 at)
{
  g_hash_table_insert (times, key, g_memdup2 (&at, sizeof at));
}

/**
 * ask_workspace_load_failing:
 * @error: as of ask_workspace_list_wanting()
 *
 * Returns: (transfer full) (element-type gint64 gint64): the ids of verified questions whose last run failed or gave
 *   another result, and since when runs end like that, µs since 1970, UTC
 */
GHashTable *
ask_workspace_load_failing (AskWorkspace *self, GError **error)
{
  g_autoptr (GHashTable) times = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_read,
                             "SELECT id, run_since FROM verified"
                             "  WHERE run_at <> 0 AND run_status IN ('different', 'failed')",
                             error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (TRUE)
    {
      gint64 id;

      if (!ask_workspace_step (self, not_read, statement, &row, error))
        return NULL;
      if (!row)
        return g_steal_pointer (&times);
      id = sqlite3_column_int64 (statement, 0);
      take_time (times, g_memdup2 (&id, sizeof id), sqlite3_column_int64 (statement, 1));
    }
}

/**
 * ask_workspace_load_dismissed:
 * @error: as of ask_workspace_list_wanting()
 *
 * Returns: (transfer full) (element-type utf8 gint64): what was dismissed, and until when: as of
 *   ask_workspace_dismiss()
 */
GHashTable *
ask_workspace_load_dismissed (AskWorkspace *self, GError **error)
{
  g_autoptr (GHashTable) times = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (sqlite3_stmt) statement
    = ask_workspace_prepare (self, not_read, "SELECT key, at FROM inbox_dismissed", error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (TRUE)
    {
      if (!ask_workspace_step (self, not_read, statement, &row, error))
        return NULL;
      if (!row)
        return g_steal_pointer (&times);
      take_time (times, ask_statement_dup_text (statement, 0), sqlite3_column_int64 (statement, 1));
    }
}

/**
 * ask_workspace_dismiss:
 * @key: what it is about
 * @at: the last time that it happened, µs since 1970, UTC; what happens later is to be shown. 0 takes the dismissal back
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether it is on disk
 */
gboolean
ask_workspace_dismiss (AskWorkspace *self, const char *key, gint64 at, GError **error)
{
  const char *what = N_ ("that it was dismissed was not saved");
  g_autoptr (sqlite3_stmt) statement = NULL;

  g_return_val_if_fail (self != NULL && key != NULL, FALSE);

  if (!ask_workspace_begin (self, what, error))
    return FALSE;
  statement = ask_workspace_prepare (self, what,
                                     at != 0 ? "INSERT INTO inbox_dismissed (key, at) VALUES (?1, ?2)"
                                               "  ON CONFLICT (key) DO UPDATE SET at = excluded.at"
                                             : "DELETE FROM inbox_dismissed WHERE key = ?1",
                                     error);
  if (statement != NULL)
    {
      ask_statement_bind_text (statement, 1, key);
      if (at != 0)
        sqlite3_bind_int64 (statement, 2, at);
    }
  return ask_workspace_run_and_end (self, what, statement, error);
}
