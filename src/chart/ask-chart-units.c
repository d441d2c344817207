/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A query that goes by months says so with strftime('%Y-%m', …), in what it shows, groups and orders by. Where each strftime() of
 * it says the same unit, and stands by itself, another one in its place is the same query by another unit. Any other query is left alone:
 * nothing is guessed.
 */
#include "config.h"

#include "chart/ask-chart-units.h"

#include <math.h>
#include <string.h>

#include "chart/ask-chart-private.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-week.h"

/* A week has no format: see ask_sql_dup_week(). "%W" is another one, so a query with it is left alone. */
static const struct
{
  AskChartTime unit;
  const char *format;
  const char *name;
} units[] = {
  { ASK_CHART_TIME_YEAR, "%Y", "year" },
  { ASK_CHART_TIME_MONTH, "%Y-%m", "month" },
  { ASK_CHART_TIME_WEEK, NULL, "week" },
  { ASK_CHART_TIME_DAY, "%Y-%m-%d", "day" },
};

static int
find_unit (AskChartTime unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (units[i].unit == unit)
      return (int) i;
  return -1;
}

static gboolean
is_operator (const char *sql, GArray *tokens, guint at, const char *text)
{
  const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, at);

  return at < tokens->len && token->kind == ASK_SQL_OPERATOR && token->length == strlen (text)
         && strncmp (sql + token->start, text, token->length) == 0;
}

/* Where the parenthesis that @at opens is closed; the end of the tokens where it is not. */
static guint
find_close (const char *sql, GArray *tokens, guint at)
{
  guint depth = 0;

  for (; at < tokens->len; at++)
    if (is_operator (sql, tokens, at, "("))
      depth++;
    else if (is_operator (sql, tokens, at, ")") && --depth == 0)
      break;
  return at;
}

static const AskSqlToken *
get_token (GArray *tokens, guint at)
{
  return &g_array_index (tokens, AskSqlToken, at);
}

static char *
dup_between (const char *sql, GArray *tokens, guint first, guint last)
{
  const AskSqlToken *from = get_token (tokens, first), *to = get_token (tokens, last);

  return g_strndup (sql + from->start, to->start + to->length - from->start);
}

/* How many tokens from @at on say what @text does, spaces aside; 0 where they say something else. */
static guint
count_same (const char *sql, GArray *tokens, guint at, const char *text)
{
  g_autoptr (GArray) wanted = ask_sql_tokenize (text);
  guint n = 0;

  for (; n < wanted->len; n++)
    {
      const AskSqlToken *a = get_token (wanted, n), *b = at + n < tokens->len ? get_token (tokens, at + n) : NULL;

      if (b == NULL || a->length != b->length || g_ascii_strncasecmp (text + a->start, sql + b->start, a->length) != 0)
        return 0;
    }
  return n;
}

/* The time whose week the tokens from @at on are, as ask_sql_dup_week() writes it. @n: (out): how many they are */
static char *
find_week (const char *sql, GArray *tokens, guint at, guint *n)
{
  guint close;
  g_autofree char *time = NULL;
  g_autofree char *week = NULL;

  /* strftime ( '%Y' , date ( … , '-3 days' , 'weekday 4' ) */
  if (at + 6 >= tokens->len || !ask_sql_token_is (sql, get_token (tokens, at + 4), "date"))
    return NULL;
  close = find_close (sql, tokens, at + 5);
  if (close >= tokens->len || close < at + 11)
    return NULL;
  time = dup_between (sql, tokens, at + 6, close - 5);
  week = ask_sql_dup_week (time);
  *n = count_same (sql, tokens, at, week);
  return *n > 0 ? g_steal_pointer (&time) : NULL;
}

/* The time of which a strftime() gives @unit. @n: (out): how many tokens that are. NULL where it gives something else */
static char *
find_time (const char *sql, GArray *tokens, guint at, int unit, guint *n)
{
  guint close = find_close (sql, tokens, at + 1);
  g_autofree char *said = NULL;

  if (units[unit].format == NULL)
    return find_week (sql, tokens, at, n);
  if (close >= tokens->len || close < at + 5 || get_token (tokens, at + 2)->kind != ASK_SQL_STRING
      || !is_operator (sql, tokens, at + 3, ","))
    return NULL;
  said = ask_sql_token_dup_text (sql, get_token (tokens, at + 2));
  if (strcmp (said, units[unit].format) != 0)
    return NULL;
  *n = close + 1 - at;
  return dup_between (sql, tokens, at + 4, close - 1);
}

static char *
dup_unit (int unit, const char *time)
{
  return units[unit].format != NULL ? g_strdup_printf ("strftime('%s', %s)", units[unit].format, time)
                                    : ask_sql_dup_week (time);
}

/* Says another unit in each strftime(), all of which have to say @from. NULL where one does not, or there is none. */
static char *
replace_units (const char *sql, int from, int to)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  g_autoptr (GString) text = g_string_new (NULL);
  gsize written = 0;
  guint found = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = get_token (tokens, i), *last;
      g_autofree char *time = NULL;
      g_autofree char *said = NULL;
      guint n = 0;

      if (is_operator (sql, tokens, i, ";"))
        return NULL;
      if (!ask_sql_token_is (sql, token, "strftime") || !is_operator (sql, tokens, i + 1, "("))
        continue;
      /* In CAST (…) a number is made of it. */
      if (i >= 2 && ask_sql_token_is (sql, token - 2, "cast"))
        return NULL;
      time = find_time (sql, tokens, i, from, &n);
      if (time == NULL)
        return NULL;
      said = dup_unit (to, time);
      last = get_token (tokens, i + n - 1);
      g_string_append_len (text, sql + written, (gssize) (token->start - written));
      g_string_append (text, said);
      written = last->start + last->length;
      i += n - 1;
      found++;
    }
  g_string_append (text, sql + written);
  return found > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/**
 * ask_chart_dup_finer:
 * @sql: the query of the chart's rows
 * @unit: a finer unit of time than that of the x axis: a month, a week or a day
 *
 * Returns: (transfer full) (nullable): the query by @unit; its column is called so where it was called as the unit before. %NULL
 *   where the query does not say its unit so that it can be another one
 */
char *
ask_chart_dup_finer (AskChart *self, const char *sql, AskChartTime unit)
{
  int from = self->temporal && self->parts.time_coarse < 0 ? find_unit (self->unit) : -1, to = find_unit (unit);
  guint n = ask_rows_get_n_columns (self->rows);
  g_autofree char *inner = NULL;
  g_autoptr (GString) outer = NULL;

  if (from < 0 || to <= from || self->x_column < 0)
    return NULL;
  inner = replace_units (sql, from, to);
  if (inner == NULL
      || g_ascii_strcasecmp (ask_rows_get_column (self->rows, (guint) self->x_column)->name, units[from].name) != 0)
    return g_steal_pointer (&inner);
  outer = g_string_new ("SELECT ");
  for (guint c = 0; c < n; c++)
    {
      g_autofree char *name = ask_sql_quote_name (ask_rows_get_column (self->rows, c)->name);

      g_string_append_printf (outer, "%s%s", c > 0 ? ", " : "", name);
      if ((int) c == self->x_column)
        g_string_append_printf (outer, " AS %s", units[to].name);
    }
  g_string_append_printf (outer, " FROM (%s)", inner);
  return g_string_free (g_steal_pointer (&outer), FALSE);
}

/** ask_chart_has_times: Returns: whether the x axis is time */
gboolean
ask_chart_has_times (AskChart *self)
{
  return self->temporal;
}

/**
 * ask_chart_get_stretch:
 * @place: of a chart over time
 * @finer: the unit by which it is to be seen
 * @from: (out): when it begins, as a look zooms; a week that begins before it is in it, too
 * @to: (out): its last moment
 */
void
ask_chart_get_stretch (AskChart *self, gsize place, AskChartTime finer, double *from, double *to)
{
  *from = *to = NAN;
  if (!self->temporal || place >= self->n_points)
    return;
  *from = self->positions[place] - (finer == ASK_CHART_TIME_WEEK ? 6 : 0);
  *to = ask_chart_time_get_end (self->unit, self->positions[place]) - 1e-6;
}
