/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Observations. Of the rows a model is told nothing but how many there are, less exactly the more there are
 * and the more it has asked. Types are those of the query's analysis. A message passes only where compiling
 * the query alone gives one: a compiler has seen the query and the schema, and no row. Whatever goes wrong
 * while rows flow is one sentence, since which fault it was would tell of a value.
 */
#include "config.h"

#include "agent/ask-observe.h"

#include <string.h>

#include "base/ask-text.h"
#include "engine/ask-hidden.h"

#define MAX_COLUMNS 60
#define MAX_NAME 80
#define MAX_WARNINGS 3
#define MAX_EXACT 20
#define RUNTIME_FAILURE \
  "It failed while it was reading rows. Perhaps a value is not what a function needs there (JSON, a path, a number, " \
  "a pattern), a parameter of an API got no value or one that the API does not know, or it was too much: read less, " \
  "and give a recursion an end."

/**
 * ask_observe_round:
 * @n: a count
 *
 * Returns: (transfer full): "20" for 20, "310" for 314: two digits
 */
char *
ask_observe_round (gsize n)
{
  gsize unit = 1;

  if (n <= MAX_EXACT)
    return g_strdup_printf ("%" G_GSIZE_FORMAT, n);
  while (n / unit >= 100)
    unit *= 10;
  return g_strdup_printf ("%" G_GSIZE_FORMAT, (n + unit / 2) / unit * unit);
}

/**
 * ask_observe_count:
 * @n: how many rows there are
 * @truncated: whether there are more than these
 * @counting: how exactly the model may know it
 *
 * Returns: (transfer full): "9 rows"; "about 310 rows" for 314; "several rows" for both with %ASK_COUNTING_FEW
 */
char *
ask_observe_count (gsize n, gboolean truncated, AskCounting counting)
{
  g_autofree char *rounded = NULL;

  if (n <= 1 && !truncated)
    return g_strdup (n == 0 ? "0 rows" : "1 row");
  if (counting == ASK_COUNTING_FEW)
    return g_strdup ("several rows");
  if (truncated)
    return g_strdup_printf ("more than %" G_GSIZE_FORMAT " rows", n);
  if (counting == ASK_COUNTING_EXACT || n <= MAX_EXACT)
    return g_strdup_printf ("%" G_GSIZE_FORMAT " rows", n);
  rounded = ask_observe_round (n);
  return g_strdup_printf ("about %s rows", rounded);
}

/**
 * ask_observe_columns:
 * @result: of a query; none of its cells is looked at
 * @max: of the columns that are named
 *
 * Returns: (transfer full): "carrier TEXT, late INTEGER", the types as the query says them, not as the rows do
 */
char *
ask_observe_columns (const AskResult *result, guint max)
{
  GString *text = g_string_new (NULL);
  guint n = ask_rows_get_n_columns (result->rows);

  for (guint i = 0; i < MIN (n, max); i++)
    {
      /* The name is the model's own alias, an attribute's name or the expression's text. */
      g_autofree char *shown = ask_text_shorten (ask_rows_get_column (result->rows, i)->name, MAX_NAME);
      const char *type = ask_type_get_sql (g_array_index (result->types, AskType, i));

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? ", " : "", shown, type[0] != '\0' ? " " : "", type);
    }
  if (n > max)
    g_string_append_printf (text, " and %u more", n - max);
  return g_string_free (text, FALSE);
}

/**
 * ask_observe_result:
 * @result: of a query; none of its cells is looked at
 * @name: the temporary table that holds the rows
 * @counting: how exactly the model may know how many rows there are
 *
 * Returns: (transfer full): "step_2: 9 rows; columns carrier TEXT, late INTEGER"
 */
char *
ask_observe_result (const AskResult *result, const char *name, AskCounting counting)
{
  const AskRows *rows = result->rows;
  gsize n = ask_rows_get_n_rows (rows);
  g_autofree char *count = ask_observe_count (n, ask_rows_get_truncated (rows), counting);
  g_autofree char *columns = ask_observe_columns (result, MAX_COLUMNS);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s: %s; columns %s", name, count, columns);
  if (ask_rows_get_truncated (rows))
    g_string_append (text, ". The table holds only these; ask for fewer rows.");
  else if (n == 0)
    g_string_append (text, ". No row fits the conditions.");
  for (guint i = 0; i < MIN (result->warnings->len, MAX_WARNINGS); i++)
    g_string_append_printf (text, "%s Note: %s", i == 0 && n > 0 && !ask_rows_get_truncated (rows) ? "." : "",
                            (char *) result->warnings->pdata[i]);
  return g_string_free (text, FALSE);
}

/**
 * ask_observe_may_help:
 * @failure: what ask_engine_query() said
 *
 * Returns: whether another query could do better; where a source is down, none can
 */
gboolean
ask_observe_may_help (const GError *failure)
{
  /* What a person allowed is not for the model to get round. */
  if (failure->domain == ASK_ENGINE_ERROR)
    return failure->code != ASK_ENGINE_ERROR_CAP;
  return g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT)
         || g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_FOUND)
         || g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT);
}

/**
 * ask_observe_failure:
 * @engine: that @sql failed in; it prepares @sql again, and runs nothing
 * @sql: as the model wrote it
 * @failure: what ask_engine_query() said of @sql; ask_observe_may_help() holds for it
 *
 * Returns: (transfer full): what the model is told, with a hint where there is one
 */
char *
ask_observe_failure (AskEngine *engine, const char *sql, const GError *failure)
{
  g_autoptr (GError) compiled = NULL;
  g_autofree char *hint = NULL;
  g_autofree char *hidden = ask_engine_find_hidden (engine, sql);

  if (hidden != NULL)
    return g_strdup_printf ("There is no “%s” that a question may ask about.", hidden);
  /* Compile it once more without running it. Whatever is said now cannot come from a row. */
  if (failure->domain != ASK_ENGINE_ERROR || ask_engine_check (engine, sql, &compiled)
      || compiled->domain != ASK_ENGINE_ERROR)
    return g_strdup (RUNTIME_FAILURE);
  hint = ask_engine_get_hint (engine, sql, compiled);
  if (hint == NULL || hint[0] == '\0' || strstr (compiled->message, hint) != NULL)
    return g_strdup (compiled->message);
  return g_strdup_printf ("%s %s", compiled->message, hint);
}
