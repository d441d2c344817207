/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the arguments of functions are called. Which functions there are, ask-sql-function.c says.
 */
#include "config.h"

#include "sql/ask-sql-signature.h"

#include "sql/ask-sql-function-private.h"

/* Sorted by name, for bsearch(). */
static const struct
{
  const char *name;
  const char *arguments;
} arguments[] = {
  { "abs", "number" },
  { "acos", "number" },
  { "acosh", "number" },
  { "asin", "number" },
  { "asinh", "number" },
  { "atan", "number" },
  { "atan2", "y, x" },
  { "atanh", "number" },
  { "avg", "number" },
  { "ceil", "number" },
  { "ceiling", "number" },
  { "char", "code…" },
  { "coalesce", "value, value…" },
  { "concat", "value…" },
  { "concat_ws", "separator, value…" },
  { "cos", "number" },
  { "cosh", "number" },
  { "count", "value?" },
  { "cume_dist", "" },
  { "current_date", "" },
  { "current_time", "" },
  { "current_timestamp", "" },
  { "date", "time, modifier…" },
  { "datetime", "time, modifier…" },
  { "degrees", "radians" },
  { "dense_rank", "" },
  { "exp", "number" },
  { "first_value", "value" },
  { "floor", "number" },
  { "fold", "text" },
  { "format", "format, value…" },
  { "glob", "pattern, text" },
  { "group_concat", "value, separator?" },
  { "hex", "value" },
  { "ifnull", "value, otherwise" },
  { "iif", "condition, then, else" },
  { "instr", "text, part" },
  { "json", "text" },
  { "json_array", "value…" },
  { "json_array_length", "json, path?" },
  { "json_extract", "json, path…" },
  { "json_group_array", "value" },
  { "json_group_object", "name, value" },
  { "json_insert", "json, path, value…" },
  { "json_object", "name, value…" },
  { "json_patch", "json, patch" },
  { "json_quote", "value" },
  { "json_remove", "json, path…" },
  { "json_replace", "json, path, value…" },
  { "json_set", "json, path, value…" },
  { "json_type", "json, path?" },
  { "json_valid", "text" },
  { "julianday", "time, modifier…" },
  { "lag", "value, rows?, otherwise?" },
  { "last_value", "value" },
  { "lead", "value, rows?, otherwise?" },
  { "length", "text" },
  { "like", "pattern, text, escape?" },
  { "likelihood", "condition, probability" },
  { "likely", "condition" },
  { "ln", "number" },
  { "log", "base_or_number, number?" },
  { "log10", "number" },
  { "log2", "number" },
  { "lower", "text" },
  { "ltrim", "text, characters?" },
  { "match", "pattern, text" },
  { "max", "value, value…" },
  { "min", "value, value…" },
  { "mod", "number, divisor" },
  { "nth_value", "value, n" },
  { "ntile", "n" },
  { "nullif", "value, equal_to" },
  { "octet_length", "value" },
  { "percent_rank", "" },
  { "pi", "" },
  { "pow", "base, exponent" },
  { "power", "base, exponent" },
  { "printf", "format, value…" },
  { "quote", "value" },
  { "radians", "degrees" },
  { "random", "" },
  { "rank", "" },
  { "regexp", "pattern, text" },
  { "replace", "text, part, by" },
  { "round", "number, digits?" },
  { "row_number", "" },
  { "rtrim", "text, characters?" },
  { "sign", "number" },
  { "sin", "number" },
  { "sinh", "number" },
  { "sqrt", "number" },
  { "strftime", "format, time, modifier…" },
  { "string_agg", "value, separator" },
  { "substr", "text, start, length?" },
  { "substring", "text, start, length?" },
  { "sum", "number" },
  { "tan", "number" },
  { "tanh", "number" },
  { "time", "time, modifier…" },
  { "timediff", "time, earlier" },
  { "total", "number" },
  { "trim", "text, characters?" },
  { "trunc", "number" },
  { "typeof", "value" },
  { "unhex", "text" },
  { "unicode", "text" },
  { "unixepoch", "time, modifier…" },
  { "unlikely", "condition" },
  { "upper", "text" },
};

/* Those that take more with a later SQLite. */
static const struct
{
  const char *name;
  const char *arguments;
  int since; /* SQLite's version number */
} later[] = {
  { "iif", "condition, then, else…", 3048000 },
  { "json_valid", "text, flags?", 3045000 },
};

static int
compare (const void *name, const void *item)
{
  return g_ascii_strcasecmp (name, *(const char *const *) item);
}

/* Returns: (nullable): one of the ways to call it */
static const AskSqlFunction *
find_function (const char *name)
{
  gboolean exists;

  for (guint n = 0; n <= 4; n++)
    {
      const AskSqlFunction *function = ask_sql_function_find (name, n, &exists);

      if (function != NULL)
        return function;
    }
  return NULL;
}

static const char *
find_arguments (const char *name)
{
  const char *const *found = bsearch (name, arguments, G_N_ELEMENTS (arguments), sizeof *arguments, compare);

  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    if (ASK_SQLITE_VERSION >= later[i].since && g_ascii_strcasecmp (name, later[i].name) == 0)
      return later[i].arguments;
  return found != NULL ? found[1] : "value…";
}

/**
 * ask_sql_find_signature:
 * @name: of a function, whatever its case
 * @signature: (out): what it is called with
 *
 * Returns: whether there is such a function
 */
gboolean
ask_sql_find_signature (const char *name, AskSqlSignature *signature)
{
  const AskSqlFunction *function = find_function (name);

  if (function == NULL)
    return FALSE;
  *signature = (AskSqlSignature) { function->name, find_arguments (name), function->kind == ASK_FUNCTION_AGGREGATE,
                                   function->kind == ASK_FUNCTION_WINDOW };
  return TRUE;
}

static gboolean
add (const char *name, gpointer list)
{
  AskSqlSignature signature;

  if (ask_sql_find_signature (name, &signature))
    g_array_append_val ((GArray *) list, signature);
  return TRUE;
}

/** ask_sql_list_signatures: Returns: (transfer full) (element-type AskSqlSignature): all functions, by their names */
GArray *
ask_sql_list_signatures (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (AskSqlSignature));

  ask_sql_function_foreach_name (add, list);
  return list;
}
