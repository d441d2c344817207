/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How values spread: ranges of numbers and of time where there are many different ones, else the most frequent values.
 * Ranges are written as comparisons, which every server computes as SQLite does.
 */
#include "config.h"

#include "explore/ask-profile-private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chart/ask-chart-scale.h"
#include "sql/ask-sql-lexer.h"

/* Fewer different values than this stand for themselves. */
#define FEW 12
#define MAX_BARS 20
/* Ranges of time end at a day, a month or a year. */
#define MAX_DAYS 31
#define MAX_MONTHS 36

/* The edges of bars: one more than bars, as SQL. */
typedef GPtrArray Edges;

static gboolean
refers (const AskProfileRun *run, const AskAttribute *attribute)
{
  for (guint i = 0; i < run->profile->matches->len; i++)
    {
      const AskRelationship *relationship = ((AskProfileMatch *) run->profile->matches->pdata[i])->relationship;

      for (guint a = 0; a < relationship->from_attributes->len; a++)
        if (g_ascii_strcasecmp (relationship->from, run->profile->entity->name) == 0
            && g_ascii_strcasecmp (relationship->from_attributes->pdata[a], attribute->name) == 0)
          return TRUE;
    }
  return FALSE;
}

static gboolean
measures (const AskProfileRun *run, const AskProfileAttribute *self)
{
  const AskAttribute *attribute = self->attribute;

  switch ((int) attribute->type)
    {
    case ASK_TYPE_DATE:
    case ASK_TYPE_DATETIME:
      return TRUE;
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
    case ASK_TYPE_DECIMAL:
      return attribute->key == 0 && !ask_meaning_is_key (self->meaning) && !refers (run, attribute);
    default:
      return FALSE;
    }
}

static Edges *
cut_numbers (const AskProfileAttribute *attribute)
{
  AskChartScale scale;
  double least, most;
  Edges *edges = g_ptr_array_new_with_free_func (g_free);

  if (!ask_value_get_number (&attribute->least, &least) || !ask_value_get_number (&attribute->most, &most)
      || !isfinite (most - least) || most <= least)
    return edges;
  ask_chart_scale_init (&scale, least, most, FALSE, MAX_BARS + 1, ASK_CHART_FORMAT_NUMBER);
  if (attribute->attribute->type == ASK_TYPE_INTEGER && scale.step < 1)
    scale = (AskChartScale) { .min = floor (least), .step = 1, .n_ticks = (guint) (floor (most) - floor (least)) + 2 };
  for (guint i = 0; i < scale.n_ticks; i++)
    {
      double edge = scale.min + i * scale.step;

      if (fabs (edge) < 9e15 && floor (edge) == edge)
        g_ptr_array_add (edges, g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) edge));
      else
        g_ptr_array_add (edges, ask_real_to_text (edge));
    }
  return edges;
}

/* @day: (out): of "2026-11-23", whatever follows */
static gboolean
read_day (const AskValue *value, GDate *day)
{
  int year, month, number;

  g_date_clear (day, 1);
  if (value->kind != ASK_VALUE_TEXT || value->length < 10
      || sscanf (value->text, "%4d-%2d-%2d", &year, &month, &number) != 3
      || !g_date_valid_dmy ((GDateDay) number, month, (GDateYear) year))
    return FALSE;
  g_date_set_dmy (day, (GDateDay) number, month, (GDateYear) year);
  return TRUE;
}

static void
add_day (Edges *edges, const GDate *day)
{
  char text[32];

  g_snprintf (text, sizeof text, "'%04d-%02d-%02d'", g_date_get_year (day), g_date_get_month (day),
              g_date_get_day (day));
  g_ptr_array_add (edges, g_strdup (text));
}

static int
count_months (const GDate *from, const GDate *to)
{
  return (g_date_get_year (to) - g_date_get_year (from)) * 12 + (int) g_date_get_month (to)
         - (int) g_date_get_month (from);
}

static Edges *
cut_time (const AskProfileAttribute *attribute)
{
  static const guint steps[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000 };
  Edges *edges = g_ptr_array_new_with_free_func (g_free);
  GDate at, least, most;
  guint years, step = 1;

  if (!read_day (&attribute->least, &least) || !read_day (&attribute->most, &most))
    return edges;
  years = (guint) (g_date_get_year (&most) - g_date_get_year (&least)) + 1;
  for (guint i = 0; i < G_N_ELEMENTS (steps) && (years + steps[i] - 1) / steps[i] > MAX_BARS; i++)
    step = steps[MIN (i + 1, G_N_ELEMENTS (steps) - 1)];
  at = least;
  if (g_date_days_between (&least, &most) < MAX_DAYS)
    ;
  else if (count_months (&least, &most) < MAX_MONTHS)
    g_date_set_day (&at, 1);
  else
    g_date_set_dmy (&at, 1, G_DATE_JANUARY, (GDateYear) MAX (1, g_date_get_year (&least) / step * step));
  add_day (edges, &at);
  while (g_date_compare (&at, &most) <= 0 && g_date_get_year (&at) + step < 10000)
    {
      if (g_date_days_between (&least, &most) < MAX_DAYS)
        g_date_add_days (&at, 1);
      else if (count_months (&least, &most) < MAX_MONTHS)
        g_date_add_months (&at, 1);
      else
        g_date_add_years (&at, step);
      add_day (edges, &at);
    }
  return edges;
}

static char *
write_histogram (const AskProfileRun *run, const char *column, const Edges *edges)
{
  g_autoptr (GString) sql = g_string_new ("SELECT CASE");

  for (guint i = 1; i + 1 < edges->len; i++)
    g_string_append_printf (sql, " WHEN %s < %s THEN %u", column, (char *) edges->pdata[i], i - 1);
  g_string_append_printf (sql, " ELSE %u END AS bar, count(*) AS n FROM %s WHERE %s IS NOT NULL GROUP BY 1",
                          edges->len - 2, run->from, column);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static void
set_edge (AskValue *to, const char *sql)
{
  g_autofree char *text = sql[0] == '\'' ? g_strndup (sql + 1, strlen (sql) - 2) : g_strdup (sql);
  AskValue value = ask_value_text (text, -1);

  if (sql[0] != '\'')
    ask_text_to_number (text, &value);
  ask_value_dup_into (to, &value);
}

static gboolean
fill_histogram (const AskProfileRun *run, AskProfileAttribute *attribute, const Edges *edges, GError **error)
{
  g_autofree char *column = ask_sql_quote_name_if_needed (attribute->attribute->name);
  g_autofree char *sql = write_histogram (run, column, edges);
  g_autoptr (AskRows) rows = ask_profile_query (run, sql, error);

  if (rows == NULL)
    return FALSE;
  attribute->spread = ASK_PROFILE_HISTOGRAM;
  for (guint i = 0; i + 1 < edges->len; i++)
    {
      AskProfileBar *bar = g_new0 (AskProfileBar, 1);

      set_edge (&bar->low, edges->pdata[i]);
      set_edge (&bar->high, edges->pdata[i + 1]);
      g_ptr_array_add (attribute->bars, bar);
    }
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      gint64 place = ask_rows_get (rows, r, 0)->integer;

      if (place >= 0 && place < attribute->bars->len)
        ((AskProfileBar *) attribute->bars->pdata[place])->n = ask_rows_get (rows, r, 1)->integer;
    }
  return TRUE;
}

static gboolean
fill_top (const AskProfileRun *run, AskProfileAttribute *attribute, GError **error)
{
  g_autofree char *column = ask_sql_quote_name_if_needed (attribute->attribute->name);
  g_autofree char *sql
    = g_strdup_printf ("SELECT %s, count(*) AS n FROM %s WHERE %s IS NOT NULL GROUP BY %s ORDER BY 2 DESC, 1 LIMIT %d",
                       column, run->from, column, column, ASK_PROFILE_TOP);
  g_autoptr (AskRows) rows = ask_profile_query (run, sql, error);

  if (rows == NULL)
    return FALSE;
  attribute->spread = ASK_PROFILE_TOP_VALUES;
  attribute->n_others = attribute->n_rows - attribute->n_empty;
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      AskProfileBar *bar = g_new0 (AskProfileBar, 1);

      ask_value_dup_into (&bar->low, ask_rows_get (rows, r, 0));
      bar->n = ask_rows_get (rows, r, 1)->integer;
      attribute->n_others -= bar->n;
      g_ptr_array_add (attribute->bars, bar);
    }
  return TRUE;
}

/**
 * ask_profile_bars_fill:
 * @run: the profile under way
 * @attribute: (inout): that was looked at
 * @error: as of ask_engine_query()
 *
 * Adds the bars, where there is something to be seen.
 *
 * Returns: whether it was done; %FALSE with @error set
 */
gboolean
ask_profile_bars_fill (const AskProfileRun *run, AskProfileAttribute *attribute, GError **error)
{
  gint64 n = attribute->n_rows - attribute->n_empty;
  gboolean time = attribute->attribute->type == ASK_TYPE_DATE || attribute->attribute->type == ASK_TYPE_DATETIME;

  if (n == 0 || attribute->n_distinct < 0 || attribute->attribute->sensitive)
    return TRUE;
  if (attribute->n_distinct > FEW && measures (run, attribute))
    {
      g_autoptr (GPtrArray) edges = time ? cut_time (attribute) : cut_numbers (attribute);

      if (edges->len > 2)
        return fill_histogram (run, attribute, edges, error);
    }
  if (attribute->n_distinct == n && n > FEW)
    return TRUE;
  return fill_top (run, attribute, error);
}
