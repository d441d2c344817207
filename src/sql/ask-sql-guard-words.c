/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions and words of other databases, and what to write here instead. Data, mostly.
 */
#include "config.h"

#include <stdio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-guard-private.h"
#include "sql/ask-sql-function-private.h"
#include "sql/ask-sql-lexer.h"

/* @name: as other databases call it. @instead: a sentence without its full stop */
static const struct
{
  const char *name;
  const char *instead;
} functions[] = {
  { "now", "write datetime('now')" },
  { "getdate", "write datetime('now')" },
  { "sysdate", "write datetime('now')" },
  { "curdate", "write date('now')" },
  { "today", "write date('now')" },
  { "date_trunc", "write strftime('%Y-%m-01', x) for the month, strftime('%Y-01-01', x) for the year" },
  { "date_part", "write CAST(strftime('%Y', x) AS INTEGER) for the year, '%m' for the month" },
  { "extract", "write CAST(strftime('%Y', x) AS INTEGER) for the year, '%m' for the month" },
  { "year", "write CAST(strftime('%Y', x) AS INTEGER)" },
  { "month", "write CAST(strftime('%m', x) AS INTEGER)" },
  { "day", "write CAST(strftime('%d', x) AS INTEGER)" },
  { "hour", "write CAST(strftime('%H', x) AS INTEGER)" },
  { "quarter", "write (CAST(strftime('%m', x) AS INTEGER) + 2) / 3" },
  { "date_format", "write strftime(format, x)" },
  { "to_char", "write strftime(format, x) for a date, printf(format, x) for a number" },
  { "to_date", "write date(x)" },
  { "datediff", "write julianday(a) - julianday(b)" },
  { "dateadd", "write date(x, '+1 day')" },
  { "date_add", "write date(x, '+1 day')" },
  { "date_sub", "write date(x, '-1 day')" },
  { "concat", "write a || b" },
  { "concat_ws", "write a || ', ' || b" },
  { "string_agg", "write group_concat(x, ', ')" },
  { "listagg", "write group_concat(x, ', ')" },
  { "array_agg", "write json_group_array(x)" },
  { "len", "write length(x)" },
  { "char_length", "write length(x)" },
  { "isnull", "write ifnull(x, y), or x IS NULL" },
  { "nvl", "write ifnull(x, y)" },
  { "if", "write iif(condition, a, b)" },
  { "decode", "write CASE x WHEN a THEN b END" },
  { "greatest", "write max(a, b)" },
  { "least", "write min(a, b)" },
  { "ucase", "write upper(x)" },
  { "lcase", "write lower(x)" },
  { "left", "write substr(x, 1, n)" },
  { "right", "write substr(x, -n)" },
  { "mid", "write substr(x, start, n)" },
  { "position", "write instr(text, part)" },
  { "charindex", "write instr(text, part)" },
  { "strpos", "write instr(text, part)" },
  { "locate", "write instr(text, part)" },
  { "truncate", "write trunc(x)" },
  { "rand", "write random()" },
  { "regexp_like", "write x REGEXP pattern" },
  { "regexp_matches", "write x REGEXP pattern" },
  { "bool_and", "write min(x)" },
  { "bool_or", "write max(x)" },
  { "try_cast", "write CAST(x AS INTEGER)" },
  { "to_number", "write CAST(x AS REAL)" },
  { "median", "order the values with row_number() in a subquery, and take the average of the middle ones" },
  { "percentile_cont", "order the values with percent_rank() in a subquery" },
  { "stddev", "write sqrt(avg(x * x) - avg(x) * avg(x))" },
  { "variance", "write avg(x * x) - avg(x) * avg(x)" },
  { "any_value", "write max(x)" },
  { "row", "write (a, b) without a name before it" },
};

typedef struct
{
  const char *wanted;
  const char *best;
  guint edits;
} Nearest;

static gboolean
look_nearer (const char *name, gpointer data)
{
  Nearest *nearest = data;
  guint edits = ask_text_edit_distance (nearest->wanted, name);

  if (edits < nearest->edits)
    {
      nearest->edits = edits;
      nearest->best = name;
    }
  return TRUE;
}

/* ask_sql_guard_function: for a function that is not there, or not with so many arguments */
void
ask_sql_guard_function (AskSqlGuard *self, const AskSqlProblem *problem)
{
  Nearest nearest = { problem->name, NULL, 1 + MAX (1, (guint) strlen (problem->name) / 4) };
  AskSqlHint *hint;
  gboolean exists;

  ask_sql_function_find (problem->name, 0, &exists);
  if (exists)
    {
      ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_UNKNOWN_FUNCTION, problem->span, "%c%s.",
                         g_ascii_toupper (problem->plain[0]), problem->plain + 1);
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++)
    if (g_ascii_strcasecmp (functions[i].name, problem->name) == 0)
      {
        hint = ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_UNKNOWN_FUNCTION, problem->span,
                                  "There is no function %s(); %s.", problem->name, functions[i].instead);
        if (g_str_has_prefix (functions[i].instead, "write "))
          ask_sql_guard_suggest (hint, "%s", functions[i].instead + strlen ("write "));
        return;
      }
  ask_sql_function_foreach_name (look_nearer, &nearest);
  if (nearest.best == NULL)
    {
      ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_UNKNOWN_FUNCTION, problem->span,
                         N_ ("There is no function %s(). Use SQLite's functions."), problem->name);
      return;
    }
  hint = ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_UNKNOWN_FUNCTION, problem->span,
                            N_ ("There is no function %s(). Did you mean %s()?"), problem->name, nearest.best);
  ask_sql_guard_suggest (hint, "%s", nearest.best);
}

/* Words that SQLite's grammar does not have. @after: the word that must stand before */
static const struct
{
  const char *after;
  const char *word;
  const char *message;
  const char *instead;
} words[] = {
  { "SELECT", "TOP", "SQLite has no TOP; put LIMIT and the number at the end.", "LIMIT" },
  { NULL, "ILIKE", "There is no ILIKE; LIKE ignores case already.", "LIKE" },
  { "FETCH", "FIRST", "There is no FETCH FIRST; put LIMIT and the number at the end.", "LIMIT" },
  { "FETCH", "NEXT", "There is no FETCH NEXT; put LIMIT and the number at the end.", "LIMIT" },
  { NULL, "INTERVAL", "There are no intervals; write date(x, '+1 day').", "date(x, '+1 day')" },
  { NULL, "SIMILAR", "There is no SIMILAR TO; write x REGEXP pattern.", "REGEXP" },
  { NULL, "QUALIFY", "There is no QUALIFY; filter the window function in a SELECT around it.", NULL },
  { NULL, "LATERAL", "There is no LATERAL; use a subquery that names the other table's columns.", NULL },
  { NULL, "PIVOT", "There is no PIVOT; write sum(CASE WHEN … THEN … END) for each column.", NULL },
  { NULL, "EXTRACT", "There is no EXTRACT; write CAST(strftime('%Y', x) AS INTEGER).",
    "CAST(strftime('%Y', x) AS INTEGER)" },
  { NULL, "ALL", "There is no comparison with ALL (SELECT …); compare with (SELECT max(x) …).", NULL },
  { NULL, "ANY", "There is no comparison with ANY (SELECT …); use IN (SELECT …).", "IN" },
};

/* The byte that ask_sql_get_place() says @line and @column of: one way through the text, not one for each token. */
static gsize
find_offset (const char *sql, guint line, guint column)
{
  const char *start = sql;
  const char *at;

  for (; line > 1 && (at = strchr (start, '\n')) != NULL; line--)
    start = at + 1;
  for (at = start; column > 1 && *at != '\0'; column--)
    at = g_utf8_find_next_char (at, NULL);
  return (gsize) (at - sql);
}

/* ask_sql_guard_syntax: for a text that is no SELECT */
void
ask_sql_guard_syntax (AskSqlGuard *self, const GError *error)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (self->sql);
  AskSqlSpan span = { 0, 0 };
  guint line = 0, column = 0;

  /* The parser tells the place in words only. */
  if (sscanf (error->message, "Line %u, column %u:", &line, &column) == 2)
    {
      gsize offset = find_offset (self->sql, line, column);

      for (guint i = 0; i < tokens->len; i++)
        {
          const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);

          if (token->start == offset)
            span = (AskSqlSpan) { (guint32) token->start, (guint32) (token->start + token->length) };
        }
    }
  for (guint i = 0; i < tokens->len && error->code == ASK_SQL_ERROR_SYNTAX; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i);
      const AskSqlToken *before = i > 0 ? token - 1 : NULL;

      if (token->kind == ASK_SQL_UNFINISHED && self->sql[token->start] == ':' && self->sql[token->start + 1] == ':')
        {
          ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_SYNTAX, span,
                             "There is no x::type; write CAST(x AS type).");
          return;
        }
      for (gsize w = 0; token->kind == ASK_SQL_WORD && w < G_N_ELEMENTS (words); w++)
        {
          AskSqlHint *hint;

          if (!ask_sql_token_is (self->sql, token, words[w].word)
              || (words[w].after != NULL && (before == NULL || !ask_sql_token_is (self->sql, before, words[w].after)))
              || (strcmp (words[w].word, "ALL") == 0 && (before == NULL || before->kind != ASK_SQL_OPERATOR))
              || (strcmp (words[w].word, "ANY") == 0 && (before == NULL || before->kind != ASK_SQL_OPERATOR)))
            continue;
          span = (AskSqlSpan) { (guint32) token->start, (guint32) (token->start + token->length) };
          hint = ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_SYNTAX, span, "%s", words[w].message);
          if (words[w].instead != NULL)
            ask_sql_guard_suggest (hint, "%s", words[w].instead);
          return;
        }
    }
  ask_sql_guard_add (self, ASK_HINT_ERROR, ASK_HINT_SYNTAX, span, "%s", error->message);
}
