/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chart within a chart. What is hidden is left out of its arrays and what is zoomed away is before or behind them, so that no
 * drawing code has to ask. Numbers are never made anew: what is added up stays what the chart has added up.
 */
#include "config.h"

#include "chart/ask-chart-shown.h"

#include <math.h>
#include <string.h>

/** ask_chart_has_dots: Returns: whether it is dots on two axes of numbers, and not places */
gboolean
ask_chart_has_dots (AskChart *self)
{
  return self->kind == ASK_CHART_SCATTER || self->kind == ASK_CHART_BUBBLE || self->kind == ASK_CHART_POINT_MAP;
}

static gboolean
is_pie (AskChart *self)
{
  return self->kind == ASK_CHART_PIE || self->kind == ASK_CHART_DONUT;
}

/** ask_chart_has_keys: Returns: whether series, or the parts of a pie, have names in a legend, and can be hidden */
gboolean
ask_chart_has_keys (AskChart *self)
{
  switch (self->kind)
    {
    case ASK_CHART_PIE:
    case ASK_CHART_DONUT:
      return TRUE;
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
    case ASK_CHART_POINT_MAP:
      return self->group_column >= 0;
    case ASK_CHART_RADAR:
      return self->series->len > 1;
    case ASK_CHART_MULTI_LINE:
    case ASK_CHART_GROUPED_BAR:
    case ASK_CHART_STACKED_BAR:
    case ASK_CHART_PERCENT_BAR:
    case ASK_CHART_STACKED_AREA:
    case ASK_CHART_COMBINATION:
      return self->series->len > 0;
    default:
      return FALSE;
    }
}

/** ask_chart_zooms: Returns: whether a part of the x axis can be seen by itself */
gboolean
ask_chart_zooms (AskChart *self)
{
  switch (self->kind)
    {
    case ASK_CHART_VALUE:
    case ASK_CHART_TABLE:
    case ASK_CHART_PIE:
    case ASK_CHART_DONUT:
    case ASK_CHART_RADAR:
    case ASK_CHART_FUNNEL:
    case ASK_CHART_WATERFALL: /* each bar stands on those before */
    case ASK_CHART_SLOPE:
      return FALSE;
    default:
      return ask_chart_has_dots (self) ? self->n_dots > 1 : self->n_points > 1;
    }
}

/** ask_chart_zooms_up: Returns: whether a part of the value axis can be seen by itself: not where a length is the value */
gboolean
ask_chart_zooms_up (AskChart *self)
{
  switch (self->kind)
    {
    case ASK_CHART_LINE:
    case ASK_CHART_MULTI_LINE:
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
    case ASK_CHART_POINT_MAP:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Memory that lives as long as what is shown. */
static gpointer
own (AskChartShown *self, gpointer memory)
{
  if (self->owned == NULL)
    self->owned = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->owned, memory);
  return memory;
}

/* Series without those that are hidden; all of them where nothing would be left. */
static void
hide_series (AskChartShown *self, AskChart *of)
{
  GPtrArray *series = g_ptr_array_new ();
  g_autofree int *now = g_new (int, MAX (1, of->series->len));
  gsize n = 0;

  for (guint i = 0; i < of->series->len; i++)
    {
      AskChartSeries *one = of->series->pdata[i];
      gboolean hidden = ask_chart_look_is_hidden (of->look, one->name);

      now[i] = hidden ? -1 : (int) series->len;
      if (!hidden)
        g_ptr_array_add (series, one);
    }
  if (series->len == 0 || series->len == of->series->len)
    {
      g_ptr_array_unref (series);
      return;
    }
  self->series = self->chart.series = series;
  /* Bars and a line are two: alone, each is bars. */
  if (of->kind == ASK_CHART_COMBINATION)
    {
      self->chart.kind = ASK_CHART_GROUPED_BAR;
      self->chart.format = ((AskChartSeries *) series->pdata[0])->index > 0 ? of->format2 : of->format;
      self->chart.y_unit = ((AskChartSeries *) series->pdata[0])->index > 0 ? of->unit2 : of->y_unit;
    }
  if (!ask_chart_has_dots (of))
    return;
  self->dots = own (self, g_new (gsize, MAX (1, of->n_dots)));
  self->chart.dot_series = own (self, g_new (guint, MAX (1, of->n_dots)));
  for (gsize i = 0; i < of->n_dots; i++)
    if (now[of->dot_series[i]] >= 0)
      {
        self->dots[n] = i;
        self->chart.dot_series[n++] = (guint) now[of->dot_series[i]];
      }
  self->chart.n_dots = n;
}

/* Parts that are hidden are no part of the whole; their names stay in the legend. */
static void
hide_parts (AskChartShown *self, AskChart *of)
{
  AskChartSeries *from, *to;
  gsize left = 0;

  if (of->series->len == 0)
    return;
  from = of->series->pdata[0];
  to = own (self, g_memdup2 (from, sizeof *from));
  to->values = own (self, g_new (double, MAX (1, of->n_points)));
  for (gsize i = 0; i < of->n_points; i++)
    {
      g_autofree char *name = ask_chart_dup_x_label (of, i);
      gboolean hidden = ask_chart_look_is_hidden (of->look, name);

      to->values[i] = hidden ? 0 : from->values[i];
      left += !hidden;
    }
  if (left == 0)
    return;
  self->series = self->chart.series = g_ptr_array_new ();
  g_ptr_array_add (self->series, to);
}

/* Places from @first on, without a copy of long lines. */
static void
cut_places (AskChartShown *self, gsize first, gsize n)
{
  AskChart *chart = &self->chart;
  GPtrArray *series = g_ptr_array_new ();
  gboolean other = chart->other_point >= (int) first && chart->other_point < (int) (first + n);

  for (guint s = 0; s < chart->series->len; s++)
    {
      AskChartSeries *from = chart->series->pdata[s];
      AskChartSeries *to = own (self, g_memdup2 (from, sizeof *from));

      to->values = from->values + first;
      to->missing = from->missing != NULL ? from->missing + first : NULL;
      g_ptr_array_add (series, to);
    }
  g_clear_pointer (&self->series, g_ptr_array_unref);
  self->series = chart->series = series;
  if (chart->positions != NULL)
    chart->positions += first;
  if (chart->slots != NULL)
    {
      gsize *slots = own (self, g_new (gsize, n));

      for (gsize i = 0; i < n; i++)
        slots[i] = chart->slots[first + i] - chart->slots[first];
      chart->slots = slots;
    }
  /* What is missing between other places is not missing here. */
  if (n < chart->n_points)
    chart->n_missing = chart->slots != NULL && n > 0 ? chart->slots[n - 1] + 1 - n : 0;
  if (!chart->temporal)
    {
      self->labels = g_ptr_array_sized_new ((guint) n);
      for (gsize i = first; i < first + n && i < chart->labels->len; i++)
        g_ptr_array_add (self->labels, chart->labels->pdata[i]);
      chart->labels = self->labels;
    }
  if (chart->kind == ASK_CHART_BOX && chart->n_dots > 0)
    {
      double *xs = own (self, g_new (double, chart->n_dots)), *ys = own (self, g_new (double, chart->n_dots));
      gsize dots = 0;

      for (gsize i = 0; i < chart->n_dots; i++)
        if (chart->xs[i] >= (double) first && chart->xs[i] < (double) (first + n))
          {
            xs[dots] = chart->xs[i] - (double) first;
            ys[dots++] = chart->ys[i];
          }
      chart->xs = xs;
      chart->ys = ys;
      chart->n_dots = dots;
    }
  chart->other_point = other ? chart->other_point - (int) first : -1;
  chart->n_names = chart->n_points = n;
  self->first = first;
}

/* The first place that is not before @from. */
static gsize
find_from (AskChart *self, double from)
{
  gsize low = 0, high = self->n_points;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (self->positions[middle] < from)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
zoom_places (AskChartShown *self, AskChart *of)
{
  const double *zoom = of->look->zoom_x;
  gboolean ordered = of->positions != NULL && (of->temporal || ask_chart_is_line (of));
  gsize first, end;

  if (isnan (zoom[0]))
    return;
  if (ordered)
    {
      first = find_from (of, zoom[0]);
      end = find_from (of, zoom[1]);
      end += end < of->n_points && of->positions[end] == zoom[1];
    }
  else
    {
      first = (gsize) CLAMP (ceil (zoom[0] - 1e-9), 0, (double) of->n_points);
      end = (gsize) CLAMP (floor (zoom[1] + 1e-9) + 1, 0, (double) of->n_points);
    }
  if (first < end && end - first < of->n_points)
    cut_places (self, first, end - first);
}

static gboolean
within (double value, const double *span)
{
  return isnan (span[0]) || (value >= span[0] && value <= span[1]);
}

static void
zoom_dots (AskChartShown *self, AskChart *of)
{
  AskChart *chart = &self->chart;
  gsize n = 0, all = chart->n_dots;
  gsize *dots = own (self, g_new (gsize, MAX (1, all)));
  guint *series = own (self, g_new (guint, MAX (1, all)));
  double *xs = own (self, g_new (double, MAX (1, all))), *ys = own (self, g_new (double, MAX (1, all)));
  double *sizes = of->sizes != NULL ? own (self, g_new (double, MAX (1, all))) : NULL;

  for (gsize i = 0; i < all; i++)
    {
      gsize dot = self->dots != NULL ? self->dots[i] : i;

      if (!within (of->xs[dot], of->look->zoom_x) || !within (of->ys[dot], of->look->zoom_y))
        continue;
      dots[n] = dot;
      series[n] = chart->dot_series[i];
      xs[n] = of->xs[dot];
      ys[n] = of->ys[dot];
      if (sizes != NULL)
        sizes[n] = of->sizes[dot];
      n++;
    }
  self->dots = dots;
  chart->dot_series = series;
  chart->xs = xs;
  chart->ys = ys;
  chart->sizes = sizes;
  chart->n_dots = n;
}

/** ask_chart_shown_init: @of: a chart. Makes what is seen of it, as its look says. */
void
ask_chart_shown_init (AskChartShown *self, AskChart *of)
{
  *self = (AskChartShown) { .chart = *of };
  if (of->look->x_title != NULL && of->x_label != NULL)
    self->chart.x_label = of->look->x_title;
  if (of->look->y_title != NULL && of->y_label != NULL)
    self->chart.y_label = of->look->y_title;
  if (of->look->hidden->len > 0 && is_pie (of))
    hide_parts (self, of);
  else if (of->look->hidden->len > 0 && ask_chart_has_keys (of))
    hide_series (self, of);
  if (ask_chart_has_dots (of) && (self->dots != NULL || ask_chart_look_is_zoomed (of->look)))
    zoom_dots (self, of);
  else if (!ask_chart_has_dots (of) && ask_chart_zooms (of))
    zoom_places (self, of);
}

/** ask_chart_shown_clear: lets go of what was made; the chart stays. */
void
ask_chart_shown_clear (AskChartShown *self)
{
  g_clear_pointer (&self->series, g_ptr_array_unref);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
  g_clear_pointer (&self->owned, g_ptr_array_unref);
}

/** ask_chart_shown_get_place: @place: one that is seen, from 0, or a dot. Returns: which one of the chart it is */
gsize
ask_chart_shown_get_place (AskChartShown *self, gsize place)
{
  if (ask_chart_has_dots (&self->chart))
    return self->dots != NULL ? self->dots[place] : place;
  return self->first + place;
}

/** ask_chart_shown_find_place: @place: one of the chart, or a dot; @found: (out): which one it is of those that are seen.
 * Returns: whether it is seen */
gboolean
ask_chart_shown_find_place (AskChartShown *self, gsize place, gsize *found)
{
  gsize n = ask_chart_has_dots (&self->chart) ? self->chart.n_dots : self->chart.n_points;
  const gsize *map = ask_chart_has_dots (&self->chart) ? self->dots : NULL;

  for (gsize i = 0; map != NULL && i < n; i++)
    if (map[i] == place)
      {
        *found = i;
        return TRUE;
      }
  if (map != NULL || place < self->first || place - self->first >= n)
    return FALSE;
  *found = place - self->first;
  return TRUE;
}

/** ask_chart_shown_find_series: @series: one of the chart. Returns: which one it is of those that are seen, -1 where it is
 * hidden */
int
ask_chart_shown_find_series (AskChartShown *self, guint series)
{
  for (guint i = 0; i < self->chart.series->len; i++)
    if (((AskChartSeries *) self->chart.series->pdata[i])->index == series)
      return (int) i;
  return -1;
}
