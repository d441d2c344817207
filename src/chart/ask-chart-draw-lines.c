/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines over time and clouds of dots. A NULL breaks a line, and so does a step of time that has no row. A line
 * of more points than pixels is drawn by the extremes of each pixel, which looks the same.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"

/* Where the x axis puts a position; one point alone stands in the middle. */
static double
time_x (AskChart *self, AskChartBox plot, gsize point)
{
  double min = self->positions[0];
  double span = self->positions[self->n_points - 1] - min;

  if (span <= 0)
    return plot.x + plot.width / 2;
  return plot.x + plot.width * (self->positions[point] - min) / span;
}

/* Whether a line of @series may not come to @point from the value before. */
static gboolean
is_broken (AskChart *self, guint series, gsize point)
{
  return ((AskChartSeries *) self->series->pdata[series])->missing[point] > 0;
}

static double
value_y (const AskChartScale *scale, AskChartBox plot, double value)
{
  return plot.y + plot.height * (1 - ask_chart_scale_get (scale, value));
}

static gboolean
has_lower_labels (AskChartTime unit)
{
  return !ask_chart_time_is_cyclic (unit) && unit != ASK_CHART_TIME_YEAR;
}

static double
position_x (AskChart *self, AskChartBox plot, double position)
{
  double min = self->positions[0];
  double span = self->positions[self->n_points - 1] - min;

  return span > 0 ? plot.x + plot.width * (position - min) / span : plot.x + plot.width / 2;
}

/* Positions that get a label: round dates, or of a cycle every n-th step. */
static GArray *
time_ticks (AskChart *self, guint most, AskChartTime *unit)
{
  GArray *ticks;
  gsize every = (self->n_points + most - 1) / MAX (1, most);

  *unit = self->unit;
  if (!ask_chart_time_is_cyclic (self->unit))
    return ask_chart_time_ticks (self->unit, self->positions[0], self->positions[self->n_points - 1], most, unit);
  ticks = g_array_new (FALSE, FALSE, sizeof (double));
  for (gsize i = 0; i < self->n_points; i += MAX (1, every))
    g_array_append_val (ticks, self->positions[i]);
  return ticks;
}

static void
draw_time_axis (AskChart *self, AskChartCanvas *canvas, AskChartBox plot)
{
  double y = plot.y + plot.height + canvas->em * 0.45;
  double before = NAN, free_from = -INFINITY, free_below = -INFINITY;
  guint most = (guint) CLAMP (plot.width / (canvas->em * (self->unit == ASK_CHART_TIME_SECOND ? 5 : 3.6)), 2, 24);
  AskChartTime unit;
  g_autoptr (GArray) ticks = time_ticks (self, most, &unit);

  for (guint i = 0; i < ticks->len; i++)
    {
      double position = g_array_index (ticks, double, i);
      double x = position_x (self, plot, position);
      g_autofree char *upper = NULL;
      g_autofree char *lower = NULL;
      double width, middle;

      ask_chart_time_format_tick (unit, position, before, &upper, &lower);
      width = ask_chart_canvas_measure (canvas, upper, ASK_CHART_SMALL, FALSE);
      middle = MIN (x, plot.x + plot.width + canvas->em - width / 2);
      if (middle - width / 2 < free_from)
        continue;
      ask_chart_canvas_rule (canvas, x, plot.y + plot.height, x, plot.y + plot.height + canvas->em * 0.3,
                             canvas->theme->muted);
      ask_chart_canvas_text (canvas, upper, (AskChartSpot) { middle, y, width + 1, ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
      free_from = middle + width / 2 + canvas->em * 0.4;
      before = position;
      if (lower == NULL)
        continue;
      width = ask_chart_canvas_measure (canvas, lower, ASK_CHART_SMALL, FALSE);
      middle = CLAMP (x, MIN (x, width / 2 + canvas->em * 0.5), plot.x + plot.width + canvas->em - width / 2);
      if (middle - width / 2 < free_below)
        continue;
      ask_chart_canvas_text (canvas, lower,
                             (AskChartSpot) { middle, y + canvas->em * 1.2, width + 1, ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
      free_below = middle + width / 2 + canvas->em * 0.6;
    }
}

static void
flush_column (AskChartCanvas *canvas, double x, double low, double high, double last)
{
  cairo_line_to (canvas->cr, x, low);
  cairo_line_to (canvas->cr, x, high);
  cairo_line_to (canvas->cr, x, last);
}

/* More points than pixels: each pixel gets a stroke from its lowest to its highest value. */
static void
trace_dense (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale, guint series)
{
  double column = NAN, low = 0, high = 0, last = 0;

  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, series, i);
      double x, y;

      if (isinf (value))
        continue;
      x = floor (ask_chart_canvas_x (canvas, time_x (self, plot, i))) + 0.5;
      if (isnan (value) || x != column || is_broken (self, series, i))
        {
          if (!isnan (column))
            flush_column (canvas, column, low, high, last);
          column = NAN;
          if (isnan (value) || is_broken (self, series, i))
            cairo_new_sub_path (canvas->cr);
          if (isnan (value))
            continue;
        }
      y = value_y (scale, plot, value);
      low = isnan (column) ? y : MAX (low, y);
      high = isnan (column) ? y : MIN (high, y);
      last = y;
      column = x;
    }
  if (!isnan (column))
    flush_column (canvas, column, low, high, last);
}

/* Calls for each unbroken run; runs of one point become a dot, for a line of no length is invisible. */
static void
trace (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale, guint series, double dot)
{
  gboolean pen_down = FALSE;

  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, series, i);
      double x, y;

      if (isinf (value))
        continue;
      if (isnan (value))
        {
          pen_down = FALSE;
          continue;
        }
      x = ask_chart_canvas_x (canvas, time_x (self, plot, i));
      y = value_y (scale, plot, value);
      if (pen_down && !is_broken (self, series, i))
        cairo_line_to (canvas->cr, x, y);
      else
        cairo_move_to (canvas->cr, x, y);
      pen_down = TRUE;
    }
  cairo_stroke (canvas->cr);
  pen_down = FALSE;
  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, series, i);
      gsize next = i + 1;
      gboolean alone;

      if (isinf (value))
        continue;
      while (next < self->n_points && isinf (ask_chart_get_value (self, series, next)))
        next++;
      alone = !isnan (value) && (!pen_down || is_broken (self, series, i))
              && (next >= self->n_points || isnan (ask_chart_get_value (self, series, next))
                  || is_broken (self, series, next));
      pen_down = !isnan (value);
      if (isnan (value) || (dot <= 0 && !alone))
        continue;
      cairo_arc (canvas->cr, ask_chart_canvas_x (canvas, time_x (self, plot, i)), value_y (scale, plot, value),
                 MAX (dot, canvas->em * 0.2), 0, 2 * G_PI);
      cairo_fill (canvas->cr);
    }
}

/* A light area says "amount from zero"; it would lie where the axis does not start there. */
static void
draw_area (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale)
{
  double zero = value_y (scale, plot, 0);
  double first = NAN, last = NAN;

  for (gsize i = 0; i <= self->n_points; i++)
    {
      double value = i < self->n_points ? ask_chart_get_value (self, 0, i) : NAN;

      if (isinf (value))
        continue;
      if (!isnan (first) && (isnan (value) || is_broken (self, 0, i)))
        {
          cairo_line_to (canvas->cr, last, zero);
          cairo_line_to (canvas->cr, first, zero);
          cairo_close_path (canvas->cr);
          first = NAN;
        }
      if (isnan (value))
        continue;
      last = ask_chart_canvas_x (canvas, time_x (self, plot, i));
      if (isnan (first))
        {
          first = last;
          cairo_move_to (canvas->cr, last, value_y (scale, plot, value));
        }
      else
        cairo_line_to (canvas->cr, last, value_y (scale, plot, value));
    }
  ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, 0), 0.12);
  cairo_fill (canvas->cr);
}

/** ask_chart_draw_lines: draws one line a series into @box of @canvas. */
void
ask_chart_draw_lines (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double labels = canvas->em * (has_lower_labels (self->unit) ? 3.0 : 1.8);
  double min, max, dot;
  gboolean from_zero, dense;
  AskChartScale scale;

  ask_chart_get_range (self, self->n_points, &min, &max);
  box.height = MAX (box.height - labels - canvas->em * 0.6, canvas->em);
  box.y += canvas->em * 0.6;
  /* Near zero, zero belongs on the axis; far away it would press the line flat. */
  from_zero = min <= 0 || min < max * 0.6;
  ask_chart_scale_init (&scale, min, max, from_zero, ask_chart_count_ticks (canvas, box.height), self->format);
  ask_chart_draw_value_axis (canvas, &box, &scale);
  box.x += canvas->em * 0.5;
  box.width -= canvas->em * 1.4;
  dense = (double) self->n_points > box.width * 2;
  dot = (double) self->n_points * self->series->len <= box.width / (canvas->em * 1.2) * (self->series->len > 1 ? 2 : 1)
          ? canvas->em * 0.23
          : 0;
  draw_time_axis (self, canvas, box);
  if (self->series->len == 1 && from_zero && !dense && min >= 0)
    draw_area (self, canvas, box, &scale);
  cairo_set_line_join (canvas->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (canvas->cr, CAIRO_LINE_CAP_ROUND);
  for (guint i = self->series->len; i-- > 0;)
    {
      /* Text leaves a current point behind. */
      cairo_new_path (canvas->cr);
      ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, i), 1);
      cairo_set_line_width (canvas->cr, dense ? 1.2 : MAX (1.6, canvas->em * 0.16));
      if (!dense)
        {
          trace (self, canvas, box, &scale, i, dot);
          continue;
        }
      trace_dense (self, canvas, box, &scale, i);
      cairo_stroke (canvas->cr);
    }
}

static void
draw_number_axis (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double value = ask_chart_scale_get_tick (scale, i);
      double x = plot.x + plot.width * ask_chart_scale_get (scale, value);
      g_autofree char *label = ask_chart_scale_dup_label (scale, i);
      double width = ask_chart_canvas_measure (canvas, label, ASK_CHART_SMALL, FALSE);
      double middle = MIN (x, plot.x + plot.width + canvas->em * 0.8 - width / 2);

      ask_chart_canvas_rule (canvas, x, plot.y, x, plot.y + plot.height, canvas->theme->grid);
      ask_chart_canvas_text (canvas, label,
                             (AskChartSpot) { middle, plot.y + plot.height + canvas->em * 0.3, width + 1,
                                              ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
    }
  ask_chart_canvas_text (canvas, self->x_label,
                         (AskChartSpot) { plot.x + plot.width, plot.y + plot.height + canvas->em * 1.6, plot.width,
                                          ASK_CHART_ANCHOR_END },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
}

static void
range_of (const double *values, gsize n, double *min, double *max)
{
  *min = n > 0 ? values[0] : 0;
  *max = *min;
  for (gsize i = 1; i < n; i++)
    {
      *min = MIN (*min, values[i]);
      *max = MAX (*max, values[i]);
    }
}

/** ask_chart_draw_dots: draws a scatter plot into @box of @canvas. */
void
ask_chart_draw_dots (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  AskChartScale across, up;
  double min, max;
  double radius = canvas->em * (self->n_dots > 1000 ? 0.16 : self->n_dots > 200 ? 0.22 : 0.3);
  double alpha = self->n_dots > 1000 ? 0.45 : 0.7;

  /* Names of both axes are written level, each at the end of its axis. */
  ask_chart_canvas_text (canvas, self->y_label, (AskChartSpot) { box.x, box.y, box.width, ASK_CHART_ANCHOR_START },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
  box.y += canvas->em * 1.9;
  box.height = MAX (box.height - canvas->em * (1.9 + 3.0), canvas->em);
  range_of (self->ys, self->n_dots, &min, &max);
  ask_chart_scale_init (&up, min, max, min > 0 && min < max * 0.5, ask_chart_count_ticks (canvas, box.height),
                        self->format);
  ask_chart_draw_value_axis (canvas, &box, &up);
  box.x += canvas->em * 0.3;
  box.width = MAX (box.width - canvas->em * 1.1, canvas->em);
  range_of (self->xs, self->n_dots, &min, &max);
  ask_chart_scale_init (&across, min, max, min > 0 && min < max * 0.5,
                        (guint) CLAMP (box.width / (canvas->em * 4), 3, 10), self->x_format);
  draw_number_axis (self, canvas, box, &across);
  for (gsize i = 0; i < self->n_dots; i++)
    {
      double x = box.x + box.width * ask_chart_scale_get (&across, self->xs[i]);

      ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, self->dot_series[i]), alpha);
      cairo_arc (canvas->cr, ask_chart_canvas_x (canvas, x), value_y (&up, box, self->ys[i]), radius, 0, 2 * G_PI);
      cairo_fill (canvas->cr);
    }
}
