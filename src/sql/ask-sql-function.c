/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The functions that a statement may call: SQLite's built-in ones that only compute, and regexp()
 * and fold(), which the engine registers. The same names as the engine's authorizer lets pass; what only a later
 * SQLite has is there where the linked one has it.
 */
#include "config.h"

#include <string.h>

#include "sql/ask-sql-analysis-private.h"
#include "sql/ask-sql-function-private.h"

#define SCALAR(name, min, max, result) \
  { \
    name, min, max, ASK_FUNCTION_SCALAR, ASK_RESULT_##result, 0, FALSE \
  }
#define LATER(name, min, max, result, since) \
  { \
    name, min, max, ASK_FUNCTION_SCALAR, ASK_RESULT_##result, since, FALSE \
  }
#define CHANGES(name, min, max, result) \
  { \
    name, min, max, ASK_FUNCTION_SCALAR, ASK_RESULT_##result, 0, TRUE \
  }
#define AGGREGATE(name, min, max, result, since) \
  { \
    name, min, max, ASK_FUNCTION_AGGREGATE, ASK_RESULT_##result, since, FALSE \
  }
#define WINDOW(name, min, max, result) \
  { \
    name, min, max, ASK_FUNCTION_WINDOW, ASK_RESULT_##result, 0, FALSE \
  }

/* In groups of one name; sorted, for bsearch(). The time of now is one throughout a
 * statement. */
static const AskSqlFunction functions[] = {
  SCALAR ("->", 2, 2, JSON),
  SCALAR ("->>", 2, 2, ANY),
  SCALAR ("_answer", 1, -1, ANY), /* what an external function gave, see ask-external.h of the engine */
  SCALAR ("abs", 1, 1, ARGUMENT),
  SCALAR ("acos", 1, 1, REAL),
  SCALAR ("acosh", 1, 1, REAL),
  SCALAR ("asin", 1, 1, REAL),
  SCALAR ("asinh", 1, 1, REAL),
  SCALAR ("atan", 1, 1, REAL),
  SCALAR ("atan2", 2, 2, REAL),
  SCALAR ("atanh", 1, 1, REAL),
  AGGREGATE ("avg", 1, 1, REAL, 0),
  SCALAR ("ceil", 1, 1, ARGUMENT),
  SCALAR ("ceiling", 1, 1, ARGUMENT),
  SCALAR ("char", 0, -1, TEXT),
  SCALAR ("coalesce", 2, -1, ARGUMENT),
  LATER ("concat", 1, -1, TEXT, 3044000),
  LATER ("concat_ws", 2, -1, TEXT, 3044000),
  SCALAR ("cos", 1, 1, REAL),
  SCALAR ("cosh", 1, 1, REAL),
  AGGREGATE ("count", 0, 1, INTEGER, 0),
  WINDOW ("cume_dist", 0, 0, REAL),
  SCALAR ("current_date", 0, 0, DATE),
  SCALAR ("current_time", 0, 0, TEXT),
  SCALAR ("current_timestamp", 0, 0, DATETIME),
  SCALAR ("date", 0, -1, DATE),
  SCALAR ("datetime", 0, -1, DATETIME),
  SCALAR ("degrees", 1, 1, REAL),
  WINDOW ("dense_rank", 0, 0, INTEGER),
  SCALAR ("exp", 1, 1, REAL),
  WINDOW ("first_value", 1, 1, ARGUMENT),
  SCALAR ("floor", 1, 1, ARGUMENT),
  SCALAR ("fold", 1, 1, TEXT),
  SCALAR ("format", 0, -1, TEXT),
  SCALAR ("glob", 2, 2, BOOLEAN),
  AGGREGATE ("group_concat", 1, 2, TEXT, 0),
  SCALAR ("hex", 1, 1, TEXT),
  SCALAR ("ifnull", 2, 2, ARGUMENT),
  SCALAR ("iif", 3, 3, ANY),
  LATER ("iif", 2, -1, ANY, 3048000),
  SCALAR ("instr", 2, 2, INTEGER),
  SCALAR ("json", 1, 1, JSON),
  SCALAR ("json_array", 0, -1, JSON),
  SCALAR ("json_array_length", 1, 2, INTEGER),
  SCALAR ("json_extract", 0, -1, ANY),
  AGGREGATE ("json_group_array", 1, 1, JSON, 0),
  AGGREGATE ("json_group_object", 2, 2, JSON, 0),
  SCALAR ("json_insert", 0, -1, JSON),
  SCALAR ("json_object", 0, -1, JSON),
  SCALAR ("json_patch", 2, 2, JSON),
  SCALAR ("json_quote", 1, 1, JSON),
  SCALAR ("json_remove", 0, -1, JSON),
  SCALAR ("json_replace", 0, -1, JSON),
  SCALAR ("json_set", 0, -1, JSON),
  SCALAR ("json_type", 1, 2, TEXT),
  SCALAR ("json_valid", 1, 1, BOOLEAN),
  LATER ("json_valid", 2, 2, BOOLEAN, 3045000),
  SCALAR ("julianday", 0, -1, REAL),
  WINDOW ("lag", 1, 3, ANY),
  WINDOW ("last_value", 1, 1, ARGUMENT),
  WINDOW ("lead", 1, 3, ANY),
  SCALAR ("length", 1, 1, INTEGER),
  SCALAR ("like", 2, 3, BOOLEAN),
  SCALAR ("likelihood", 2, 2, ANY),
  SCALAR ("likely", 1, 1, ARGUMENT),
  SCALAR ("ln", 1, 1, REAL),
  SCALAR ("log", 1, 2, REAL),
  SCALAR ("log10", 1, 1, REAL),
  SCALAR ("log2", 1, 1, REAL),
  SCALAR ("lower", 1, 1, TEXT),
  SCALAR ("ltrim", 1, 2, TEXT),
  SCALAR ("match", 2, 2, BOOLEAN),
  AGGREGATE ("max", 1, 1, ARGUMENT, 0),
  SCALAR ("max", 2, -1, ARGUMENT),
  AGGREGATE ("min", 1, 1, ARGUMENT, 0),
  SCALAR ("min", 2, -1, ARGUMENT),
  SCALAR ("mod", 2, 2, REAL),
  WINDOW ("nth_value", 2, 2, ANY),
  WINDOW ("ntile", 1, 1, INTEGER),
  SCALAR ("nullif", 2, 2, ANY),
  LATER ("octet_length", 1, 1, INTEGER, 3043000),
  WINDOW ("percent_rank", 0, 0, REAL),
  SCALAR ("pi", 0, 0, REAL),
  SCALAR ("pow", 2, 2, REAL),
  SCALAR ("power", 2, 2, REAL),
  SCALAR ("printf", 0, -1, TEXT),
  SCALAR ("quote", 1, 1, TEXT),
  SCALAR ("radians", 1, 1, REAL),
  CHANGES ("random", 0, 0, INTEGER),
  WINDOW ("rank", 0, 0, INTEGER),
  SCALAR ("regexp", 2, 2, BOOLEAN),
  SCALAR ("replace", 3, 3, TEXT),
  SCALAR ("round", 1, 2, REAL),
  WINDOW ("row_number", 0, 0, INTEGER),
  SCALAR ("rtrim", 1, 2, TEXT),
  SCALAR ("sign", 1, 1, INTEGER),
  SCALAR ("sin", 1, 1, REAL),
  SCALAR ("sinh", 1, 1, REAL),
  SCALAR ("sqrt", 1, 1, REAL),
  SCALAR ("strftime", 0, -1, TEXT),
  AGGREGATE ("string_agg", 2, 2, TEXT, 3044000),
  SCALAR ("substr", 2, 3, TEXT),
  SCALAR ("substring", 2, 3, TEXT),
  AGGREGATE ("sum", 1, 1, SUM, 0),
  SCALAR ("tan", 1, 1, REAL),
  SCALAR ("tanh", 1, 1, REAL),
  SCALAR ("time", 0, -1, TEXT),
  LATER ("timediff", 2, 2, TEXT, 3043000),
  AGGREGATE ("total", 1, 1, REAL, 0),
  SCALAR ("trim", 1, 2, TEXT),
  SCALAR ("trunc", 1, 1, ARGUMENT),
  SCALAR ("typeof", 1, 1, TEXT),
  LATER ("unhex", 1, 1, ANY, 3041000), /* with two it takes as long as one text times the other */
  SCALAR ("unicode", 1, 1, INTEGER),
  SCALAR ("unixepoch", 0, -1, INTEGER),
  SCALAR ("unlikely", 1, 1, ARGUMENT),
  SCALAR ("upper", 1, 1, TEXT),
};

static int
compare (const void *key, const void *item)
{
  return g_ascii_strcasecmp (key, ((const AskSqlFunction *) item)->name);
}

static gboolean
is_there (const AskSqlFunction *function)
{
  return function->since == 0 || ASK_SQLITE_VERSION >= function->since;
}

/**
 * ask_sql_function_find:
 * @n: how many arguments it is called with
 * @exists: (out): whether there is a function of that name at all
 *
 * Returns: (nullable): the function
 */
const AskSqlFunction *
ask_sql_function_find (const char *name, guint n, gboolean *exists)
{
  const AskSqlFunction *found = bsearch (name, functions, G_N_ELEMENTS (functions), sizeof *functions, compare);
  const AskSqlFunction *end = functions + G_N_ELEMENTS (functions);

  *exists = FALSE;
  if (found == NULL)
    return NULL;
  while (found > functions && compare (name, found - 1) == 0)
    found--;
  for (; found < end && compare (name, found) == 0; found++)
    {
      if (!is_there (found))
        continue;
      *exists = TRUE;
      if ((int) n >= found->min && (found->max < 0 || (int) n <= found->max))
        return found;
    }
  return NULL;
}

/**
 * ask_sql_function_foreach_name:
 * @call: returns whether to go on
 *
 * Returns: whether @call always did
 */
gboolean
ask_sql_function_foreach_name (gboolean (*call) (const char *name, gpointer data), gpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++)
    if (is_there (&functions[i]) && g_ascii_isalpha (functions[i].name[0])
        && (i == 0 || strcmp (functions[i].name, functions[i - 1].name) != 0) && !call (functions[i].name, data))
      return FALSE;
  return TRUE;
}

/**
 * ask_sql_collation_exists:
 *
 * Returns: whether SQLite or the engine has a collation of that name
 */
gboolean
ask_sql_collation_exists (const char *name)
{
  static const char *const names[] = { "BINARY", "NOCASE", "RTRIM", "decimal" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (names[i], name) == 0)
      return TRUE;
  return FALSE;
}
