/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A query that goes by months says so with strftime('%Y-%m', …), in what it shows, groups and orders by. Where each strftime() of
 * it says the same unit, and stands by itself, another format is the same query by another unit. Any other query is left alone:
 * nothing is guessed.
 */
#include "config.h"

#include "chart/ask-chart-units.h"

#include <math.h>
#include <string.h>

#include "chart/ask-chart-private.h"
#include "sql/ask-sql-lexer.h"

static const struct
{
  AskChartTime unit;
  const char *format;
  const char *name;
} units[] = {
  { ASK_CHART_TIME_YEAR, "%Y", "year" },
  { ASK_CHART_TIME_MONTH, "%Y-%m", "month" },
  { ASK_CHART_TIME_WEEK, "%Y-W%W", "week" },
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

/* Replaces the format of each strftime(), all of which have to be @from. NULL where one is not, or there is none. */
static char *
replace_formats (const char *sql, const char *from, const char *to)
{
  g_autoptr (GArray) tokens = ask_sql_tokenize (sql);
  g_autoptr (GString) text = g_string_new (NULL);
  gsize written = 0;
  guint n = 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      const AskSqlToken *token = &g_array_index (tokens, AskSqlToken, i), *format;
      g_autofree char *said = NULL;

      if (is_operator (sql, tokens, i, ";"))
        return NULL;
      if (!ask_sql_token_is (sql, token, "strftime") || !is_operator (sql, tokens, i + 1, "("))
        continue;
      /* In CAST (…) a number is made of it. */
      if (i + 2 >= tokens->len || (i >= 2 && ask_sql_token_is (sql, token - 2, "cast")))
        return NULL;
      format = token + 2;
      if (format->kind != ASK_SQL_STRING)
        return NULL;
      said = ask_sql_token_dup_text (sql, format);
      if (strcmp (said, from) != 0)
        return NULL;
      g_string_append_len (text, sql + written, (gssize) (format->start - written));
      g_string_append_printf (text, "'%s'", to);
      written = format->start + format->length;
      n++;
    }
  g_string_append (text, sql + written);
  return n > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
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
  inner = replace_formats (sql, units[from].format, units[to].format);
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
