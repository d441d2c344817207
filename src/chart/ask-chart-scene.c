/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was drawn where. Bars, parts and dots are marks, so that a point is in one or not. A line has as many points as rows:
 * it is none of marks, but looked up where it stands.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"
#include "chart/ask-chart-scene-private.h"

/** ask_chart_scene_new: Returns: (transfer full): an empty scene, for ask_chart_draw_scene() */
AskChartScene *
ask_chart_scene_new (void)
{
  AskChartScene *self = g_new0 (AskChartScene, 1);

  self->marks = g_array_new (FALSE, FALSE, sizeof (AskChartMark));
  self->plots = g_array_new (FALSE, FALSE, sizeof (AskChartPlot));
  self->keys = g_array_new (FALSE, FALSE, sizeof (AskChartKey));
  return self;
}

/** ask_chart_scene_free: @self: (nullable): a scene. Frees it; the chart stays. */
void
ask_chart_scene_free (AskChartScene *self)
{
  if (self == NULL)
    return;
  ask_chart_shown_clear (&self->shown);
  g_array_unref (self->marks);
  g_array_unref (self->plots);
  g_array_unref (self->keys);
  g_free (self->order);
  g_free (self);
}

/** ask_chart_scene_begin: @self: a scene; @chart: what is about to be drawn. Forgets what was drawn before. */
void
ask_chart_scene_begin (AskChartScene *self, AskChart *chart)
{
  ask_chart_shown_clear (&self->shown);
  ask_chart_shown_init (&self->shown, chart);
  g_array_set_size (self->marks, 0);
  g_array_set_size (self->plots, 0);
  g_array_set_size (self->keys, 0);
  g_clear_pointer (&self->order, g_free);
  self->filled = TRUE;
}

/** ask_chart_scene_holds: @box: a box; @x: on paper; @y: likewise. Returns: whether the point is in it */
gboolean
ask_chart_scene_holds (AskChartBox box, double x, double y)
{
  return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

static gboolean
mark_holds (const AskChartMark *mark, double x, double y)
{
  double dx = x - mark->box.x - mark->box.width / 2, dy = y - mark->box.y - mark->box.height / 2, angle;

  if (mark->shape == ASK_CHART_SHAPE_BOX)
    return ask_chart_scene_holds (mark->box, x, y);
  if (hypot (dx, dy) > mark->box.width / 2)
    return FALSE;
  if (mark->shape == ASK_CHART_SHAPE_DOT)
    return TRUE;
  if (hypot (dx, dy) < mark->inner)
    return FALSE;
  angle = atan2 (dy, dx);
  while (angle < mark->from)
    angle += 2 * G_PI;
  return angle < mark->to;
}

/**
 * ask_chart_scene_get_across:
 * @plot: with places
 * @place: one that is seen
 *
 * Returns: where its middle is along the axis: from the left, or from the top where the axis goes down
 */
double
ask_chart_scene_get_across (AskChartScene *self, const AskChartPlot *plot, gsize place)
{
  AskChart *chart = &self->shown.chart;
  double share, slots;

  if (plot->axis == ASK_CHART_AXIS_POSITIONS)
    {
      double min = chart->positions[0], span = chart->positions[chart->n_points - 1] - min;

      share = span > 0 ? (chart->positions[place] - min) / span : 0.5;
    }
  else
    {
      slots = plot->lying ? plot->across.max : (double) ask_chart_get_slot (chart, chart->n_points - 1) + 1;
      share = ((double) (plot->lying ? place : ask_chart_get_slot (chart, place)) + 0.5) / slots;
    }
  if (plot->lying)
    return plot->box.y + plot->box.height * share;
  return plot->box.x + plot->box.width * (self->right_to_left ? 1 - share : share);
}

/**
 * ask_chart_scene_get_point:
 * @plot: one of lines
 * @series: one that is seen
 * @place: likewise
 * @y: (out): how far down the line is there
 *
 * Returns: whether it has a value there
 */
gboolean
ask_chart_scene_get_point (AskChartScene *self, const AskChartPlot *plot, guint series, gsize place, double *y)
{
  AskChart *chart = &self->shown.chart;
  double value = ask_chart_get_value (chart, series, place), from;

  if (!isfinite (value) || (plot->panel >= 0 && plot->panel != (int) series))
    return FALSE;
  if (ask_chart_is_stacked (chart))
    ask_chart_get_span (chart, series, place, &from, &value);
  *y = ask_chart_get_y (&plot->up, plot->box, value);
  return TRUE;
}

/** ask_chart_scene_tell: @place: one that is seen; @series: one that is seen, or -1; @pick: (out): both as the chart counts
 * them. */
void
ask_chart_scene_tell (AskChartScene *self, gsize place, int series, AskChartPick *pick)
{
  AskChart *chart = &self->shown.chart;

  pick->place = ask_chart_shown_get_place (&self->shown, place);
  pick->series = series >= 0 ? (int) ((AskChartSeries *) chart->series->pdata[series])->index : -1;
}

/** ask_chart_scene_translate: @pick: of the chart; @seen: (out): the same as those are counted that are seen. Returns: whether
 * it is seen */
gboolean
ask_chart_scene_translate (AskChartScene *self, const AskChartPick *pick, AskChartPick *seen)
{
  if (!self->filled || !ask_chart_shown_find_place (&self->shown, pick->place, &seen->place))
    return FALSE;
  seen->series = pick->series >= 0 ? ask_chart_shown_find_series (&self->shown, (guint) pick->series) : -1;
  return pick->series < 0 || seen->series >= 0;
}

/* The place whose position is nearest. */
static gsize
nearest_place (AskChartScene *self, const AskChartPlot *plot, double x)
{
  AskChart *chart = &self->shown.chart;
  double share = (x - plot->box.x) / MAX (plot->box.width, 1);
  double min = chart->positions[0], span = chart->positions[chart->n_points - 1] - min, wanted;
  gsize low = 0, high = chart->n_points - 1;

  wanted = min + span * (self->right_to_left ? 1 - share : share);
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (chart->positions[middle] < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && wanted - chart->positions[low - 1] < chart->positions[low] - wanted ? low - 1 : low;
}

static gboolean
find_on_lines (AskChartScene *self, const AskChartPlot *plot, double x, double y, AskChartPick *pick)
{
  AskChart *chart = &self->shown.chart;
  gsize place;
  double nearest = self->em * 1.6, at;
  int series = -1;

  if (chart->n_points == 0)
    return FALSE;
  place = nearest_place (self, plot, x);
  for (guint s = 0; s < chart->series->len; s++)
    if (ask_chart_scene_get_point (self, plot, s, place, &at) && fabs (at - y) < nearest)
      {
        nearest = fabs (at - y);
        series = (int) s;
      }
  ask_chart_scene_tell (self, place, plot->panel >= 0 ? plot->panel : series, pick);
  return TRUE;
}

static gboolean
find_on_slots (AskChartScene *self, const AskChartPlot *plot, double x, double y, AskChartPick *pick)
{
  AskChart *chart = &self->shown.chart;
  double share = plot->lying ? (y - plot->box.y) / plot->box.height : (x - plot->box.x) / plot->box.width;
  gsize slots, slot;

  if (chart->n_points == 0)
    return FALSE;
  slots = plot->lying ? (gsize) plot->across.max : ask_chart_get_slot (chart, chart->n_points - 1) + 1;
  if (!plot->lying && self->right_to_left)
    share = 1 - share;
  slot = (gsize) CLAMP (floor (share * (double) slots), 0, (double) slots - 1);
  for (gsize i = 0; i < chart->n_points; i++)
    if ((plot->lying ? i : ask_chart_get_slot (chart, i)) == slot)
      {
        ask_chart_scene_tell (self, i, -1, pick);
        return TRUE;
      }
  return FALSE;
}

/* The mark on top. Bars as thin as hairs reach into each other: of these the nearest. */
static const AskChartMark *
find_mark (AskChartScene *self, double x, double y)
{
  const AskChartMark *found = NULL;
  double nearest = INFINITY;

  for (guint i = self->marks->len; i-- > 0;)
    {
      const AskChartMark *mark = &g_array_index (self->marks, AskChartMark, i);
      double away = fabs (x - mark->box.x - mark->box.width / 2) + fabs (y - mark->box.y - mark->box.height / 2);

      if (!mark_holds (mark, x, y) || (found != NULL && mark->shape != ASK_CHART_SHAPE_BOX))
        continue;
      if (mark->shape != ASK_CHART_SHAPE_BOX)
        return mark;
      if (away < nearest)
        {
          found = mark;
          nearest = away;
        }
    }
  return found;
}

/**
 * ask_chart_scene_find_at:
 * @x: on paper
 * @y: likewise
 * @pick: (out): what is there: the mark on top, or the place of a plot beside its marks
 *
 * Returns: whether anything is there
 */
gboolean
ask_chart_scene_find_at (AskChartScene *self, double x, double y, AskChartPick *pick)
{
  const AskChartMark *mark = find_mark (self, x, y);

  if (mark != NULL)
    {
      ask_chart_scene_tell (self, mark->place, mark->series, pick);
      return TRUE;
    }
  for (guint i = 0; i < self->plots->len; i++)
    {
      const AskChartPlot *plot = &g_array_index (self->plots, AskChartPlot, i);
      /* The first and the last point stand on the edge. */
      double margin = plot->axis == ASK_CHART_AXIS_POSITIONS ? self->em * 0.5 : 0;
      AskChartBox box
        = { plot->box.x - margin, plot->box.y - margin, plot->box.width + 2 * margin, plot->box.height + 2 * margin };

      if (!ask_chart_scene_holds (box, x, y))
        continue;
      if (plot->axis == ASK_CHART_AXIS_POSITIONS)
        return find_on_lines (self, plot, x, y, pick);
      if (plot->axis == ASK_CHART_AXIS_SLOTS)
        return find_on_slots (self, plot, x, y, pick);
    }
  return FALSE;
}

/** ask_chart_scene_find_key: @x: on paper; @y: likewise; @key: (out): as of ask_chart_dup_key(). Returns: whether an entry of
 * the legend is there */
gboolean
ask_chart_scene_find_key (AskChartScene *self, double x, double y, guint *key)
{
  for (guint i = 0; i < self->keys->len; i++)
    {
      const AskChartKey *entry = &g_array_index (self->keys, AskChartKey, i);

      if (ask_chart_scene_holds (entry->box, x, y))
        {
          *key = entry->key;
          return TRUE;
        }
    }
  return FALSE;
}

static void
middle_of (const AskChartMark *mark, double *x, double *y)
{
  double radius = (mark->inner + mark->box.width / 2) / 2, angle = (mark->from + mark->to) / 2;

  *x = mark->box.x + mark->box.width / 2;
  *y = mark->box.y + mark->box.height / 2;
  if (mark->shape != ASK_CHART_SHAPE_SECTOR)
    return;
  *x += cos (angle) * radius;
  *y += sin (angle) * radius;
}

/* All bars of a place have its middle, and not that of the first. */
static void
centre_on (AskChartScene *self, const AskChartPlot *plot, gsize place, double *x, double *y)
{
  if (plot->axis == ASK_CHART_AXIS_SLOTS)
    *(plot->lying ? y : x) = ask_chart_scene_get_across (self, plot, place);
}

/**
 * ask_chart_scene_get_middle:
 * @pick: of the chart
 * @x: (out): the middle of it on paper
 * @y: (out): likewise
 *
 * Returns: whether it is seen
 */
gboolean
ask_chart_scene_get_middle (AskChartScene *self, const AskChartPick *pick, double *x, double *y)
{
  AskChartPick seen;

  if (!ask_chart_scene_translate (self, pick, &seen))
    return FALSE;
  for (guint i = 0; i < self->marks->len; i++)
    {
      const AskChartMark *mark = &g_array_index (self->marks, AskChartMark, i);

      if (mark->place != seen.place || (seen.series >= 0 && mark->series >= 0 && mark->series != seen.series))
        continue;
      middle_of (mark, x, y);
      if (seen.series < 0 && self->plots->len > 0)
        centre_on (self, &g_array_index (self->plots, AskChartPlot, 0), seen.place, x, y);
      return TRUE;
    }
  for (guint i = 0; i < self->plots->len; i++)
    {
      const AskChartPlot *plot = &g_array_index (self->plots, AskChartPlot, i);

      if (plot->axis == ASK_CHART_AXIS_NUMBERS || (plot->panel >= 0 && seen.series >= 0 && plot->panel != seen.series))
        continue;
      *x = ask_chart_scene_get_across (self, plot, seen.place);
      *y = plot->box.y + plot->box.height / 2;
      if (plot->lying)
        {
          *y = *x;
          *x = plot->box.x + plot->box.width / 2;
        }
      return seen.series < 0 || plot->axis != ASK_CHART_AXIS_POSITIONS
             || ask_chart_scene_get_point (self, plot, (guint) seen.series, seen.place, y);
    }
  return FALSE;
}

/** ask_chart_scene_get_n_marks: Returns: how many bars, parts and dots were drawn; lines are none */
guint
ask_chart_scene_get_n_marks (AskChartScene *self)
{
  return self->marks->len;
}

/** ask_chart_scene_get_mark: @mark: from 0, the lower ones first; @pick: (out): what it shows. Returns: whether there is one */
gboolean
ask_chart_scene_get_mark (AskChartScene *self, guint mark, AskChartPick *pick)
{
  const AskChartMark *found;

  if (mark >= self->marks->len)
    return FALSE;
  found = &g_array_index (self->marks, AskChartMark, mark);
  ask_chart_scene_tell (self, found->place, found->series, pick);
  return TRUE;
}

/** ask_chart_scene_has_plot: @box: (out): the first plot without its labels. Returns: whether there is one */
gboolean
ask_chart_scene_has_plot (AskChartScene *self, AskChartBox *box)
{
  if (self->plots->len > 0)
    *box = g_array_index (self->plots, AskChartPlot, 0).box;
  return self->plots->len > 0;
}
