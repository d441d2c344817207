/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands at a place. Numbers are written as exactly as the chart has them, and not as short as beside a bar.
 */
#include "config.h"

#include "chart/ask-chart-places.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/ask-locale.h"
#include "chart/ask-chart-draw.h"

static void
reading_free (gpointer data)
{
  AskChartReading *reading = data;

  g_free (reading->name);
  g_free (reading->text);
  g_free (reading);
}

static AskChartReading *
add_reading (GPtrArray *readings, const char *name, char *text)
{
  AskChartReading *reading = g_new0 (AskChartReading, 1);

  reading->name = g_strdup (name);
  reading->text = text;
  g_ptr_array_add (readings, reading);
  return reading;
}

static gboolean
is_place (AskChart *self, const AskChartPick *pick)
{
  return pick->place < (ask_chart_has_dots (self) ? self->n_dots : self->n_points);
}

/* The first column that names a row, -1 for none. */
static int
find_name (AskChart *self)
{
  for (guint i = 0; i < self->profile->n_columns; i++)
    if (self->profile->columns[i].role == ASK_CHART_ROLE_CATEGORY && (int) i != self->group_column)
      return (int) i;
  return -1;
}

/**
 * ask_chart_dup_place_name:
 * @pick: of the chart
 *
 * Returns: (transfer full) (nullable): what the place is called: "June 2025", "Lyon", "10 to 20"; %NULL for a dot without a name
 */
char *
ask_chart_dup_place_name (AskChart *self, const AskChartPick *pick)
{
  int name;

  if (!is_place (self, pick))
    return NULL;
  if (!ask_chart_has_dots (self))
    return ask_chart_dup_x_label (self, pick->place);
  name = find_name (self);
  return name >= 0 ? ask_chart_profile_dup_label (self->profile, self->dot_rows[pick->place], (guint) name) : NULL;
}

static char *
write_value (AskChart *self, double value, guint series)
{
  gboolean counts = self->kind == ASK_CHART_HISTOGRAM, second = self->kind == ASK_CHART_COMBINATION && series > 0;
  AskChartFormat format = counts ? ASK_CHART_FORMAT_NUMBER : second ? self->format2 : self->format;
  const char *unit = second ? self->unit2 : self->y_unit;
  g_autofree char *number = NULL;

  if (!isfinite (value))
    return g_strdup (isnan (value) ? _ ("no value") : "–");
  number = ask_chart_format_exact (value, format);
  return ask_locale_add_unit (number, unit);
}

static void
list_dot (AskChart *self, const AskChartPick *pick, const AskChartTheme *theme, GPtrArray *readings)
{
  gsize row = self->dot_rows[pick->place];
  int name = find_name (self);
  const AskChartSeries *series = self->series->pdata[self->dot_series[pick->place]];

  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      AskChartReading *reading;

      if ((int) i == name || (self->profile->columns[i].role == ASK_CHART_ROLE_OTHER && readings->len > 6))
        continue;
      reading = add_reading (readings, self->profile->columns[i].label, ask_chart_dup_cell (self, row, i));
      reading->colored = (int) i == self->group_column;
      reading->color = theme->series[series->index % ASK_CHART_N_COLORS];
    }
}

/* What bars of 100 % and parts of a whole are of it; @self: what is seen, so that what is hidden is no part. */
static char *
add_share (AskChart *self, guint series, gsize place, char *text)
{
  double from, to, total = 0;
  g_autofree char *value = text;
  g_autofree char *part = NULL;

  if (self->kind == ASK_CHART_PERCENT_BAR && ask_chart_get_span (self, series, place, &from, &to))
    part = ask_chart_format_number (to - from, ASK_CHART_FORMAT_FRACTION);
  else if (self->kind == ASK_CHART_PIE || self->kind == ASK_CHART_DONUT)
    {
      for (gsize i = 0; i < self->n_points; i++)
        total += MAX (0, ask_chart_get_value (self, series, i));
      if (total > 0)
        part = ask_chart_format_number (ask_chart_get_value (self, series, place) / total, ASK_CHART_FORMAT_FRACTION);
    }
  /* TRANSLATORS: a value, and which part of the whole it is: "1,200 (12 %)" */
  return part != NULL ? g_strdup_printf (_ ("%s (%s)"), value, part) : g_steal_pointer (&value);
}

static char *
share (AskChartShown *shown, guint series, gsize place, char *text)
{
  gsize seen;

  return ask_chart_shown_find_place (shown, place, &seen) ? add_share (&shown->chart, series, seen, text) : text;
}

/**
 * ask_chart_list_readings:
 * @pick: of the chart
 * @theme: whose colours are named
 *
 * Hidden series are left out.
 *
 * Returns: (transfer full) (element-type AskChartReading): the value of each series at the place; of a dot its row
 */
GPtrArray *
ask_chart_list_readings (AskChart *self, const AskChartPick *pick, const AskChartTheme *theme)
{
  GPtrArray *readings = g_ptr_array_new_with_free_func (reading_free);
  AskChartShown shown;
  AskChartCanvas canvas = { .theme = theme };

  if (!is_place (self, pick))
    return readings;
  if (ask_chart_has_dots (self))
    {
      list_dot (self, pick, theme, readings);
      return readings;
    }
  ask_chart_shown_init (&shown, self);
  for (guint i = 0; i < shown.chart.series->len; i++)
    {
      guint s = ((AskChartSeries *) shown.chart.series->pdata[i])->index;
      double value = ask_chart_get_value (self, s, pick->place);
      AskChartReading *reading = add_reading (readings, ((AskChartSeries *) self->series->pdata[s])->name,
                                              share (&shown, i, pick->place, write_value (self, value, s)));

      reading->colored = ask_chart_has_keys (self) && self->kind != ASK_CHART_PIE && self->kind != ASK_CHART_DONUT;
      reading->color = ask_chart_get_color (self, &canvas, s);
      reading->chosen = pick->series == (int) s;
    }
  ask_chart_shown_clear (&shown);
  return readings;
}

/**
 * ask_chart_dup_place_text:
 * @pick: of the chart
 *
 * "June 2025: Revenue 12,300, Orders 45"; the series that is pointed at alone, where there is one.
 *
 * Returns: (transfer full): the place in words
 */
char *
ask_chart_dup_place_text (AskChart *self, const AskChartPick *pick)
{
  g_autofree char *name = ask_chart_dup_place_name (self, pick);
  g_autoptr (GPtrArray) readings = ask_chart_list_readings (self, pick, ask_chart_theme_light ());
  GString *text = g_string_new (NULL);
  gboolean alone = pick->series >= 0 && !ask_chart_has_dots (self) && readings->len > 1;

  for (guint i = 0; i < readings->len; i++)
    {
      const AskChartReading *reading = readings->pdata[i];

      if (!alone || reading->chosen)
        g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", reading->name, reading->text);
    }
  if (name != NULL)
    {
      g_string_prepend (text, ": ");
      g_string_prepend (text, name);
    }
  return g_string_free (text, FALSE);
}
