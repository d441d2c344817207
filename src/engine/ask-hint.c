/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was probably meant: the guardrails' words for a query that could not run, and for one that ran
 * but may give something else than was meant. Made of names only and of what the query itself says, so
 * that it may be shown to a language model.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "base/ask-error.h"
#include "engine/ask-engine-private.h"
#include "engine/ask-external.h"
#include "sql/ask-sql-guard.h"
#include "sql/ask-sql-parameter.h"

/* The errors among the hints in one line, or NULL. @words: as a person reads them */
static char *
join_errors (GPtrArray *hints, gboolean words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < hints->len; i++)
    {
      const AskSqlHint *hint = hints->pdata[i];

      if (hint->level != ASK_HINT_ERROR)
        continue;
      if (text->len > 0)
        g_string_append_c (text, ' ');
      g_string_append (text, words ? hint->words : hint->message);
    }
  return g_string_free (text, text->len == 0);
}

/* Whether @hint says that there is no function, where something outside computes one of that name. The guard knows SQLite's. */
static gboolean
is_external (AskEngine *self, const char *sql, const AskSqlHint *hint)
{
  const char *start = sql + MIN (hint->span.start, strlen (sql));
  g_autofree char *name = NULL;
  gsize length = 0;

  if (hint->kind != ASK_HINT_UNKNOWN_FUNCTION || self->external == NULL)
    return FALSE;
  while (*start == '{' || g_ascii_isspace (*start))
    start++;
  while (g_ascii_isalnum (start[length]) || start[length] == '_')
    length++;
  name = g_strndup (start, length);
  return self->external->is_call (&(AskSqlExpr) { .kind = ASK_EXPR_FUNCTION, .name = name }, self->external_data);
}

static GPtrArray *
guard (AskEngine *self, const char *sql)
{
  GPtrArray *hints = ask_sql_guard (sql, ask_engine_get_catalog (self));

  for (guint i = hints->len; i > 0; i--)
    if (is_external (self, sql, hints->pdata[i - 1]))
      g_ptr_array_remove_index (hints, i - 1);
  return hints;
}

/* Returns: (transfer full) (nullable) (element-type AskSqlHint): what may be said of such a failure */
static GPtrArray *
find_hints (AskEngine *self, const char *sql, const GError *failure)
{
  if (!g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_UNKNOWN_NAME)
      && !g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_SYNTAX)
      && !g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_MISSING_PARAMETER))
    return NULL;
  return guard (self, sql);
}

/** ask_engine_guard: @sql: a text that is being written. Returns: (transfer full) (element-type AskSqlHint): what is wrong with
 * it, and what it probably does not mean, each with its place; nothing is run */
GPtrArray *
ask_engine_guard (AskEngine *self, const char *sql)
{
  return guard (self, sql);
}

/** ask_engine_list_parameters: @sql: one statement. Returns: (transfer full) (element-type AskSqlParameter): its parameters,
 * with what they are compared with */
GPtrArray *
ask_engine_list_parameters (AskEngine *self, const char *sql)
{
  return ask_sql_list_parameters (sql, ask_engine_get_catalog (self));
}

/**
 * ask_engine_get_hint:
 * @sql: what was tried
 * @failure: what ask_engine_query() said
 *
 * Returns: (transfer full) (nullable): what to change, in names of the schema only; %NULL where
 *   nothing is known
 */
char *
ask_engine_get_hint (AskEngine *self, const char *sql, const GError *failure)
{
  g_autoptr (GPtrArray) hints = find_hints (self, sql, failure);

  return hints != NULL ? join_errors (hints, FALSE) : NULL;
}

/* Returns: the length of "Line 1, column 8: " where @message begins so, else 0 */
static gsize
skip_place (const char *message)
{
  unsigned line, column;
  int length = 0;

  return sscanf (message, "Line %u, column %u: %n", &line, &column, &length) == 2 ? (gsize) length : 0;
}

/**
 * ask_engine_add_hint:
 * @sql: what was tried
 * @error: what the engine said of it
 *
 * Adds what was probably meant, where that is known. A hint says itself what is wrong, so that it
 * goes in the place of words that have a place in the text, and of those of SQLite.
 */
void
ask_engine_add_hint (AskEngine *self, const char *sql, GError *error)
{
  g_autoptr (GPtrArray) hints = find_hints (self, sql, error);
  g_autofree char *hint = hints != NULL ? join_errors (hints, FALSE) : NULL;
  g_autofree char *words = NULL;
  gsize place = skip_place (error->message);
  guint line = 0, column = 0;

  if (hint == NULL || strstr (error->message, hint) != NULL)
    return;
  words = join_errors (hints, TRUE);
  if (skip_place (hint) > 0 || g_str_has_prefix (error->message, "SQLite says: "))
    {
      ask_error_take_message (error, g_steal_pointer (&hint), g_steal_pointer (&words));
      return;
    }
  if (place > 0)
    {
      sscanf (error->message, "Line %u, column %u", &line, &column);
      ask_error_take_message (error, g_strdup_printf ("%.*s%s", (int) place, error->message, hint),
                              g_strdup_printf (_ ("Line %u, column %u: %s"), line, column, words));
    }
  else
    ask_error_take_message (error, g_strdup_printf ("%s %s", error->message, hint),
                            g_strdup_printf ("%s %s", ask_error_get_words (error), words));
}

/**
 * ask_hints_to_warnings:
 * @hints: (nullable) (element-type AskSqlHint): of a query that runs
 *
 * Returns: (transfer full) (element-type utf8): what nobody may add to: sentences about what it probably does not mean: sums
 *   that a join multiplies, joins without a condition; mostly none
 */
GPtrArray *
ask_hints_to_warnings (GPtrArray *hints)
{
  GPtrArray *warnings;

  if (hints == NULL || hints->len == 0)
    return ask_engine_ref_none ();
  warnings = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < hints->len; i++)
    {
      const AskSqlHint *hint = hints->pdata[i];

      if (hint->level == ASK_HINT_WARNING)
        g_ptr_array_add (warnings, g_strdup (hint->message));
    }
  return warnings;
}
