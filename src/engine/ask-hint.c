/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was probably meant: the guardrails' words for a query that could not run, and for one that ran
 * but may give something else than was meant. Made of names only and of what the query itself says, so
 * that it may be shown to a language model.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "engine/ask-engine-private.h"
#include "sql/ask-sql-guard.h"

static GPtrArray *
take_messages (GPtrArray *hints, AskSqlHintLevel level)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < hints->len; i++)
    {
      const AskSqlHint *hint = hints->pdata[i];

      if (hint->level == level)
        g_ptr_array_add (messages, g_strdup (hint->message));
    }
  return messages;
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
  g_autoptr (GPtrArray) hints = NULL;
  g_autoptr (GPtrArray) messages = NULL;

  if (!g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_UNKNOWN_NAME)
      && !g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_SYNTAX)
      && !g_error_matches (failure, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_MISSING_PARAMETER))
    return NULL;
  hints = ask_sql_guard (sql, ask_engine_get_catalog (self));
  messages = take_messages (hints, ASK_HINT_ERROR);
  if (messages->len == 0)
    return NULL;
  g_ptr_array_add (messages, NULL);
  return g_strjoinv (" ", (char **) messages->pdata);
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
  g_autofree char *hint = ask_engine_get_hint (self, sql, error);
  gsize place = skip_place (error->message);
  char *whole;

  if (hint == NULL || strstr (error->message, hint) != NULL)
    return;
  if (skip_place (hint) > 0 || g_str_has_prefix (error->message, "SQLite says: "))
    whole = g_strdup (hint);
  else if (place > 0)
    whole = g_strdup_printf ("%.*s%s", (int) place, error->message, hint);
  else
    whole = g_strdup_printf ("%s %s", error->message, hint);
  g_free (error->message);
  error->message = whole;
}

/**
 * ask_hints_to_warnings:
 * @hints: (nullable) (element-type AskSqlHint): of a query that runs
 *
 * Returns: (transfer full) (element-type utf8): sentences about what it probably does not mean: sums
 *   that a join multiplies, joins without a condition; mostly none
 */
GPtrArray *
ask_hints_to_warnings (GPtrArray *hints)
{
  return hints != NULL ? take_messages (hints, ASK_HINT_WARNING) : g_ptr_array_new_with_free_func (g_free);
}
