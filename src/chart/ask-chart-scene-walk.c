/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From place to place as keys go, and back from paper to the axes: what a rectangle that was drawn with the pointer means.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "chart/ask-chart-draw.h"
#include "chart/ask-chart-scene-private.h"

static int
compare_dots (gconstpointer a, gconstpointer b, gpointer data)
{
  const AskChart *chart = data;
  gsize x = *(const gsize *) a, y = *(const gsize *) b;

  if (chart->xs[x] != chart->xs[y])
    return chart->xs[x] < chart->xs[y] ? -1 : 1;
  if (chart->ys[x] != chart->ys[y])
    return chart->ys[x] < chart->ys[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Dots are walked from the start of their axis to its end. */
static const gsize *
get_order (AskChartScene *self)
{
  AskChart *chart = &self->shown.chart;

  if (self->order != NULL)
    return self->order;
  self->order = g_new (gsize, MAX (1, chart->n_dots));
  for (gsize i = 0; i < chart->n_dots; i++)
    self->order[i] = i;
  if (chart->n_dots > 1)
    g_qsort_with_data (self->order, (gint) chart->n_dots, sizeof *self->order, compare_dots, chart);
  return self->order;
}

static gsize
clamp_step (gsize at, gsize n, int step)
{
  if (step == G_MININT)
    return 0;
  if (step == G_MAXINT)
    return n - 1;
  return (gsize) CLAMP ((gint64) at + step, 0, (gint64) n - 1);
}

static gboolean
walk_dots (AskChartScene *self, AskChartPick *pick, const AskChartPick *from, int places, int series)
{
  AskChart *chart = &self->shown.chart;
  const gsize *order = get_order (self);
  gsize at = 0, to;

  if (chart->n_dots == 0)
    return FALSE;
  if (from == NULL)
    to = places < 0 ? chart->n_dots - 1 : 0;
  else
    {
      while (at + 1 < chart->n_dots && order[at] != from->place)
        at++;
      to = clamp_step (at, chart->n_dots, places);
      if (series != 0 && chart->series->len > 1)
        {
          /* The nearest of the next colour. */
          guint n = chart->series->len;
          guint wanted = (chart->dot_series[from->place] + n + (guint) (series > 0 ? 1 : -1)) % n;
          double nearest = INFINITY;

          for (gsize i = 0; i < chart->n_dots; i++)
            if (chart->dot_series[order[i]] == wanted && fabs (chart->xs[order[i]] - chart->xs[from->place]) < nearest)
              {
                nearest = fabs (chart->xs[order[i]] - chart->xs[from->place]);
                to = i;
              }
        }
    }
  ask_chart_scene_tell (self, order[to], (int) chart->dot_series[order[to]], pick);
  return TRUE;
}

/* The next series with a value there, -1 for the place as a whole where there is none. */
static int
walk_series (AskChart *chart, gsize place, int from, int step)
{
  int n = (int) chart->series->len, at = from;

  for (int tried = 0; tried < n; tried++)
    {
      at = at < 0 ? (step < 0 ? n - 1 : 0) : (at + step + n) % n;
      if (isfinite (ask_chart_get_value (chart, (guint) at, place)))
        return at;
    }
  return -1;
}

/**
 * ask_chart_scene_walk:
 * @pick: (inout): where one is; its place is no place of the chart before the first step
 * @places: how many places further, backwards below 0; G_MININT for the first one and G_MAXINT for the last
 * @series: how many series further
 *
 * Goes to another place, or at the same place to another series. At an end it stays.
 *
 * Returns: whether there is anything to go to
 */
gboolean
ask_chart_scene_walk (AskChartScene *self, AskChartPick *pick, int places, int series)
{
  AskChart *chart = &self->shown.chart;
  AskChartPick seen;
  gboolean known;

  if (!self->filled || chart->kind == ASK_CHART_VALUE || chart->kind == ASK_CHART_TABLE)
    return FALSE;
  known = ask_chart_scene_translate (self, pick, &seen);
  if (ask_chart_has_dots (chart))
    return walk_dots (self, pick, known ? &seen : NULL, places, series);
  if (chart->n_points == 0)
    return FALSE;
  if (!known)
    {
      ask_chart_scene_tell (self, places < 0 && places != G_MININT ? chart->n_points - 1 : 0, -1, pick);
      return TRUE;
    }
  seen.place = clamp_step (seen.place, chart->n_points, places);
  if (series != 0 && chart->series->len > 1 && chart->kind != ASK_CHART_BOX && chart->kind != ASK_CHART_CANDLESTICK)
    seen.series = walk_series (chart, seen.place, seen.series, series > 0 ? 1 : -1);
  ask_chart_scene_tell (self, seen.place, seen.series, pick);
  return TRUE;
}

static double
share_to_value (const AskChartScale *scale, double share)
{
  return scale->min + (scale->max - scale->min) * CLAMP (share, 0, 1);
}

/* Shares of the plot from its start to its end that a rectangle covers. */
static void
find_shares (AskChartScene *self, const AskChartPlot *plot, AskChartBox box, double *across, double *up)
{
  across[0] = (box.x - plot->box.x) / plot->box.width;
  across[1] = (box.x + box.width - plot->box.x) / plot->box.width;
  if (self->right_to_left)
    {
      double first = 1 - across[1];

      across[1] = 1 - across[0];
      across[0] = first;
    }
  up[0] = 1 - (box.y + box.height - plot->box.y) / plot->box.height;
  up[1] = 1 - (box.y - plot->box.y) / plot->box.height;
}

/* The places whose middles are within. */
static gboolean
zoom_to_places (AskChartScene *self, const AskChartPlot *plot, AskChartBox box, double *zoom)
{
  AskChart *chart = &self->shown.chart;
  double from = plot->lying ? box.y : box.x, to = from + (plot->lying ? box.height : box.width);
  gboolean ordered = chart->positions != NULL && (chart->temporal || ask_chart_is_line (chart)), any = FALSE;

  for (gsize i = 0; i < chart->n_points; i++)
    {
      double at = ask_chart_scene_get_across (self, plot, i);
      double place = ordered ? chart->positions[i] : (double) ask_chart_shown_get_place (&self->shown, i);

      if (at < from || at > to)
        continue;
      zoom[0] = any ? MIN (zoom[0], place) : place;
      zoom[1] = any ? MAX (zoom[1], place) : place;
      any = TRUE;
    }
  return any;
}

/**
 * ask_chart_scene_find_zoom:
 * @box: a rectangle on paper
 * @zoom_x: (array fixed-size=2) (inout): as of #AskChartLook; stays where the rectangle says nothing about it
 * @zoom_y: (array fixed-size=2) (inout): likewise; only where the rectangle is less high than the plot
 *
 * Returns: whether the rectangle is a part of the axes that can be seen by itself
 */
gboolean
ask_chart_scene_find_zoom (AskChartScene *self, AskChartBox box, double *zoom_x, double *zoom_y)
{
  AskChart *chart = &self->shown.chart;
  double across[2], up[2];
  const AskChartPlot *plot;

  if (self->plots->len == 0 || !ask_chart_zooms (chart))
    return FALSE;
  plot = &g_array_index (self->plots, AskChartPlot, 0);
  for (guint i = 1; i < self->plots->len; i++)
    if (ask_chart_scene_holds (g_array_index (self->plots, AskChartPlot, i).box, box.x, box.y))
      plot = &g_array_index (self->plots, AskChartPlot, i);
  find_shares (self, plot, box, across, up);
  if (plot->axis == ASK_CHART_AXIS_NUMBERS)
    {
      zoom_x[0] = share_to_value (&plot->across, across[0]);
      zoom_x[1] = share_to_value (&plot->across, across[1]);
    }
  else if (plot->axis == ASK_CHART_AXIS_POSITIONS)
    {
      double min = chart->positions[0], span = chart->positions[chart->n_points - 1] - min;

      zoom_x[0] = min + span * CLAMP (across[0], 0, 1);
      zoom_x[1] = min + span * CLAMP (across[1], 0, 1);
    }
  else if (!zoom_to_places (self, plot, box, zoom_x))
    return FALSE;
  if (ask_chart_zooms_up (chart) && (plot->axis == ASK_CHART_AXIS_NUMBERS || box.height > plot->box.height * 0.15)
      && box.height < plot->box.height * 0.9)
    {
      zoom_y[0] = share_to_value (&plot->up, up[0]);
      zoom_y[1] = share_to_value (&plot->up, up[1]);
    }
  return zoom_x[1] > zoom_x[0] || plot->axis == ASK_CHART_AXIS_SLOTS;
}
