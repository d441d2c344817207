/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines over time, and areas, which lie on each other where there are several. A NULL breaks a line, and so does a step of
 * time that has no row. A line of more points than pixels is drawn by the extremes of each pixel, which looks the same.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"
#include "chart/ask-chart-thin.h"

/* Whether a line of @series may not come to @point from the value before. */
static gboolean
is_broken (AskChart *self, guint series, gsize point)
{
  return ((AskChartSeries *) self->series->pdata[series])->missing[point] > 0;
}

static void
flush_column (AskChartCanvas *canvas, double x, double low, double high, double last)
{
  cairo_line_to (canvas->cr, x, low);
  cairo_line_to (canvas->cr, x, high);
  cairo_line_to (canvas->cr, x, last);
}

static double
pixel_of (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, gsize point)
{
  return floor (ask_chart_canvas_x (canvas, ask_chart_get_x (self, plot, point))) + 0.5;
}

/* More points than pixels: each pixel gets a stroke from its lowest to its highest value. Where all of a block is in one
 * pixel, its extremes stand for it. */
static void
trace_dense (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale, guint series)
{
  double column = NAN, low = 0, high = 0, last = 0;

  for (gsize i = 0; i < self->n_points; i++)
    {
      const AskChartBlock *block = ask_chart_thin_find (self->series->pdata[series], i, self->n_points);
      double value = ask_chart_get_value (self, series, i);
      double x, y;

      if (isinf (value))
        continue;
      x = pixel_of (self, canvas, plot, i);
      if (block != NULL && pixel_of (self, canvas, plot, i + ASK_CHART_THIN_BLOCK - 1) == x)
        {
          double bottom = ask_chart_get_y (scale, plot, block->min), top = ask_chart_get_y (scale, plot, block->max);

          if (x != column && !isnan (column))
            flush_column (canvas, column, low, high, last);
          low = x != column ? bottom : MAX (low, bottom);
          high = x != column ? top : MIN (high, top);
          i += ASK_CHART_THIN_BLOCK - 1;
          last = ask_chart_get_y (scale, plot, ask_chart_get_value (self, series, i));
          column = x;
          continue;
        }
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
      y = ask_chart_get_y (scale, plot, value);
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
      x = ask_chart_canvas_x (canvas, ask_chart_get_x (self, plot, i));
      y = ask_chart_get_y (scale, plot, value);
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
      cairo_arc (canvas->cr, ask_chart_canvas_x (canvas, ask_chart_get_x (self, plot, i)),
                 ask_chart_get_y (scale, plot, value), MAX (dot, canvas->stroke * 0.2), 0, 2 * G_PI);
      cairo_fill (canvas->cr);
    }
}

/* A light area says "amount from zero"; it would lie where the axis does not start there. */
static void
draw_area (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale)
{
  double zero = ask_chart_get_y (scale, plot, 0);
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
      last = ask_chart_canvas_x (canvas, ask_chart_get_x (self, plot, i));
      if (isnan (first))
        {
          first = last;
          cairo_move_to (canvas->cr, last, ask_chart_get_y (scale, plot, value));
        }
      else
        cairo_line_to (canvas->cr, last, ask_chart_get_y (scale, plot, value));
    }
  ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, 0), self->kind == ASK_CHART_AREA ? 0.45 : 0.12);
  cairo_fill (canvas->cr);
}

/* From @first to @last without a gap: along the upper edge, and back along the lower one. */
static void
draw_run (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale, guint series,
          const gsize *run)
{
  double from, to, half = run[0] == run[1] ? 1 : 0;

  for (gsize i = run[0]; i <= run[1]; i++)
    {
      ask_chart_get_span (self, series, i, &from, &to);
      cairo_line_to (canvas->cr, ask_chart_canvas_x (canvas, ask_chart_get_x (self, plot, i)) - half,
                     ask_chart_get_y (scale, plot, to));
    }
  for (gsize i = run[1] + 1; i-- > run[0];)
    {
      double x = ask_chart_canvas_x (canvas, ask_chart_get_x (self, plot, i)) + half;

      ask_chart_get_span (self, series, i, &from, &to);
      if (half > 0)
        cairo_line_to (canvas->cr, x, ask_chart_get_y (scale, plot, to));
      cairo_line_to (canvas->cr, x, ask_chart_get_y (scale, plot, from));
      if (half > 0)
        cairo_line_to (canvas->cr, x - 2 * half, ask_chart_get_y (scale, plot, from));
    }
  cairo_close_path (canvas->cr);
  ask_chart_canvas_fill (canvas);
}

/* One layer of a stacked area. It has a gap where a step or a value is missing. */
static void
draw_layer (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale, guint series)
{
  gsize run[2] = { 0, 0 };
  gboolean open = FALSE;

  ask_chart_set_color (self, canvas, series, 0.85);
  for (gsize i = 0; i <= self->n_points; i++)
    {
      gboolean here = i < self->n_points && isfinite (ask_chart_get_value (self, series, i));

      if (open && (!here || is_broken (self, series, i)))
        {
          draw_run (self, canvas, plot, scale, series, run);
          open = FALSE;
        }
      if (!here)
        continue;
      if (!open)
        run[0] = i;
      run[1] = i;
      open = TRUE;
    }
}

static void
draw_layers (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale)
{
  cairo_new_path (canvas->cr);
  for (guint i = 0; i < self->series->len; i++)
    draw_layer (self, canvas, plot, scale, i);
}

/**
 * ask_chart_trace_line:
 * @canvas: what to draw on
 * @plot: where the x axis of the chart lies in
 * @scale: of the values
 * @series: which line
 *
 * Draws a line alone, with dots where it is interrupted on both sides.
 */
void
ask_chart_trace_line (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale,
                      guint series)
{
  cairo_new_path (canvas->cr);
  cairo_set_line_join (canvas->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (canvas->cr, CAIRO_LINE_CAP_ROUND);
  ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, series), 1);
  cairo_set_line_width (canvas->cr, MAX (1.4, canvas->stroke * 0.14));
  if (self->kind == ASK_CHART_SLOPE)
    ask_chart_canvas_dash (canvas, ((AskChartSeries *) self->series->pdata[series])->index);
  if ((double) self->n_points <= plot.width * 2)
    trace (self, canvas, plot, scale, series, 0);
  else
    {
      trace_dense (self, canvas, plot, scale, series);
      cairo_stroke (canvas->cr);
    }
  cairo_set_dash (canvas->cr, NULL, 0, 0);
}

/* Where the axis begins, beneath the names of the places: far from zero a small change looks large. */
static void
draw_baseline (AskChartCanvas *canvas, AskChartBox box, const AskChartScale *scale)
{
  g_autofree char *text = ask_chart_scale_dup_baseline (scale);

  if (text != NULL)
    ask_chart_canvas_text (canvas, text, (AskChartSpot) { box.x, box.y, box.width, ASK_CHART_ANCHOR_START },
                           (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
}

/* All lines, areas or layers of the plot; @dot: the radius of dots at their points, 0 for none. */
static void
draw_all (AskChart *self, AskChartCanvas *canvas, AskChartBox box, const AskChartScale *scale, double dot)
{
  gboolean dense = (double) self->n_points > box.width * 2, from_zero = scale->min <= 0;
  double min, max;

  if (self->kind == ASK_CHART_STACKED_AREA)
    {
      draw_layers (self, canvas, box, scale);
      return;
    }
  if (self->series->len == 1 && from_zero)
    {
      ask_chart_get_range (self, self->n_points, &min, &max);
      if ((!dense && min >= 0) || self->kind == ASK_CHART_AREA)
        draw_area (self, canvas, box, scale);
    }
  cairo_set_line_join (canvas->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (canvas->cr, CAIRO_LINE_CAP_ROUND);
  for (guint i = self->series->len; i-- > 0;)
    {
      /* Text leaves a current point behind. */
      cairo_new_path (canvas->cr);
      ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, i), 1);
      cairo_set_line_width (canvas->cr, dense ? 1.2 : MAX (1.6, canvas->stroke * 0.16));
      ask_chart_canvas_dash (canvas, ((AskChartSeries *) self->series->pdata[i])->index);
      if (!dense)
        trace (self, canvas, box, scale, i, dot);
      else
        {
          trace_dense (self, canvas, box, scale, i);
          cairo_stroke (canvas->cr);
        }
      cairo_set_dash (canvas->cr, NULL, 0, 0);
    }
}

/** ask_chart_draw_lines: draws one line a series into @box of @canvas. */
void
ask_chart_draw_lines (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double labels = ask_chart_get_x_height (self, canvas);
  double min, max, dot;
  gboolean from_zero, told;
  AskChartScale scale;
  AskChartBox foot = box;

  ask_chart_get_range (self, self->n_points, &min, &max);
  from_zero = ask_chart_needs_zero (self, min, max);
  ask_chart_init_scale (self, &scale, min, max, 4, self->format);
  from_zero = from_zero && !(scale.exact && scale.min > 0);
  /* Where hardly the line has room, the number at the axis has to do. */
  told = !from_zero && box.height - labels > canvas->em * 5;
  if (told)
    labels += canvas->em * 1.3;
  foot.y += foot.height - canvas->em * 1.1;
  box.height = MAX (box.height - labels - canvas->em * 0.6, canvas->em);
  box.y += canvas->em * 0.6;
  ask_chart_init_scale (self, &scale, min, max, ask_chart_count_ticks (canvas, box.height), self->format);
  ask_chart_draw_value_axis (canvas, &box, &scale);
  box.x += canvas->em * 0.5;
  box.width -= canvas->em * 1.4;
  dot = (double) self->n_points * self->series->len <= box.width / (canvas->em * 1.2) * (self->series->len > 1 ? 2 : 1)
          ? canvas->stroke * 0.23
          : 0;
  ask_chart_draw_x_axis (self, canvas, box);
  if (told)
    draw_baseline (canvas, foot, &scale);
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { box, ASK_CHART_AXIS_POSITIONS, FALSE, -1, { 0 }, scale });
  scale.open = scale.exact;
  if (scale.open)
    ask_chart_canvas_clip (canvas, box);
  draw_all (self, canvas, box, &scale, dot);
  if (scale.open)
    cairo_restore (canvas->cr);
}
