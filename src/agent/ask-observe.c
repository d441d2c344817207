/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Observations. Messages of SQLite and of APIs may quote cells ("malformed JSON", "bad number
 * 4711", an error page), so none is passed on that was made while rows were read. A message passes
 * only where compiling the query alone gives one: a compiler has seen the query and the schema, and
 * no row. Everything else is a sentence from a list, chosen by the error's code.
 */
#include "config.h"

#include "agent/ask-observe.h"

#include <string.h>

#include "base/ask-text.h"

#define MAX_COLUMNS 60
#define MAX_NAME 80
#define MAX_WARNINGS 3

/**
 * ask_observe_result:
 * @name: the temporary table that holds the rows
 *
 * Returns: (transfer full): "step_2: 9 rows; columns carrier TEXT, late INTEGER"
 */
char *
ask_observe_result (const AskResult *result, const char *name)
{
  const AskRows *rows = result->rows;
  GString *text = g_string_new (NULL);
  gsize n = ask_rows_get_n_rows (rows);
  guint n_columns = ask_rows_get_n_columns (rows);

  g_string_append_printf (text, "%s: %s%" G_GSIZE_FORMAT " row%s; columns ", name,
                          ask_rows_get_truncated (rows) ? "more than " : "", n, n == 1 ? "" : "s");
  for (guint i = 0; i < MIN (n_columns, MAX_COLUMNS); i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);
      /* The name is the model's own alias, an attribute's name or the expression's text. */
      g_autofree char *shown = ask_text_shorten (column->name, MAX_NAME);
      const char *type = ask_type_get_sql (column->type);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? ", " : "", shown,
                              type[0] != '\0' ? " " : "", type);
    }
  if (n_columns > MAX_COLUMNS)
    g_string_append_printf (text, " and %u more", n_columns - MAX_COLUMNS);
  if (ask_rows_get_truncated (rows))
    g_string_append (text, ". The table holds only these; ask for fewer rows.");
  else if (n == 0)
    g_string_append (text, ". No row fits the conditions.");
  for (guint i = 0; i < MIN (result->warnings->len, MAX_WARNINGS); i++)
    g_string_append_printf (text, "%s Note: %s", i == 0 && n > 0 && !ask_rows_get_truncated (rows) ? "." : "",
                            (char *) result->warnings->pdata[i]);
  return g_string_free (text, FALSE);
}

/* What went wrong with a value, without the value. */
static const char *
classify_runtime (const char *message)
{
  static const struct
  {
    const char *part;
    const char *sentence;
  } known[] = {
    { "malformed JSON", "A value that JSON functions read is not JSON." },
    { "JSON path", "A path given to a JSON function is not a path." },
    { "bad JSON path", "A path given to a JSON function is not a path." },
    { "integer overflow", "A calculation went beyond 64-bit integers." },
    { "datatype mismatch", "A value has another type than is needed there, such as text in LIMIT." },
    { "LIKE or GLOB pattern too complex", "A LIKE or GLOB pattern is too long." },
    { "string or blob too big", "A text became too large." },
    { "recursion", "A recursion went too deep." },
    { "cannot hold BLOB", "JSON cannot hold bytes: use hex() on them first." },
    { "labels must be TEXT", "The names of a JSON object have to be text." },
    { "ESCAPE expression", "What follows ESCAPE has to be one character." },
    { "regular expression", "A pattern given to REGEXP is no regular expression." },
    { "function MATCH", "MATCH does not work on these tables: use LIKE." },
    { "frame starting offset", "A window's frame needs a whole number that is not negative." },
    { "frame ending offset", "A window's frame needs a whole number that is not negative." },
    { "must be a positive integer", "A function needs a whole number above zero." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strstr (message, known[i].part) != NULL)
      return known[i].sentence;
  return "It failed while it was reading rows. Write it in a simpler way.";
}

static char *
describe_source_failure (const GError *failure)
{
  switch ((AskSourceError) failure->code)
    {
    case ASK_SOURCE_ERROR_ARGUMENT:
      return g_strdup ("A required parameter of an API table had no value. Compare it with a "
                       "constant, or join it with a column that has no NULL.");
    case ASK_SOURCE_ERROR_NOT_FOUND:
      return g_strdup ("The API knows nothing under one of the values that it was asked for.");
    case ASK_SOURCE_ERROR_LIMIT:
      return g_strdup ("That needs too many calls or rows of an API. Add conditions on its "
                       "parameters.");
    default:
      return g_strdup ("A source did not answer.");
    }
}

/**
 * ask_observe_may_help:
 *
 * Returns: whether another query could do better; where a source is down, none can
 */
gboolean
ask_observe_may_help (const GError *failure)
{
  if (failure->domain == ASK_ENGINE_ERROR)
    return TRUE;
  return g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT)
         || g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_FOUND)
         || g_error_matches (failure, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT);
}

/**
 * ask_observe_failure:
 * @failure: what ask_engine_query() said of @sql; ask_observe_may_help() holds for it
 * @deadline_ms: of the query
 *
 * Returns: (transfer full): what the model is told, with a hint where there is one
 */
char *
ask_observe_failure (AskEngine *engine, const char *sql, const GError *failure, guint deadline_ms)
{
  g_autoptr (GError) compiled = NULL;
  g_autofree char *hint = NULL;

  if (failure->domain == ASK_SOURCE_ERROR)
    return describe_source_failure (failure);
  switch ((AskEngineError) failure->code)
    {
    case ASK_ENGINE_ERROR_LIMIT:
      return g_strdup ("The result was too large for the memory allowed. Ask for fewer rows or "
                       "columns, or group them.");
    case ASK_ENGINE_ERROR_DEADLINE:
      return g_strdup_printf ("It took longer than %u s and was stopped. Write it so that it reads "
                              "less; a recursion needs an end.",
                              MAX (1, deadline_ms / 1000));
    default:
      break;
    }
  /* Compile it once more without running it. Whatever is said now cannot come from a row. */
  if (ask_engine_check (engine, sql, &compiled) || compiled == NULL
      || compiled->domain != ASK_ENGINE_ERROR)
    return g_strdup (classify_runtime (failure->message));
  hint = ask_engine_get_hint (engine, sql, compiled);
  if (hint == NULL || hint[0] == '\0' || strstr (compiled->message, hint) != NULL)
    return g_strdup (compiled->message);
  return g_strdup_printf ("%s %s", compiled->message, hint);
}
