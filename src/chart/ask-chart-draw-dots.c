/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Clouds of dots, and bubbles, whose areas are the third amount; the large ones lie beneath the small ones.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "chart/ask-chart-draw.h"

typedef struct
{
  double size;
  gsize dot;
} Bubble;

static int
compare_bubbles (gconstpointer a, gconstpointer b)
{
  const Bubble *x = a, *y = b;

  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return x->dot < y->dot ? -1 : x->dot > y->dot;
}

static void
draw_bubbles (AskChart *self, AskChartCanvas *canvas, AskChartBox box, const AskChartScale *across,
              const AskChartScale *up)
{
  g_autofree Bubble *bubbles = g_new (Bubble, MAX (1, self->n_dots));
  double largest = 0, widest = MIN (box.width, box.height) * 0.09;

  for (gsize i = 0; i < self->n_dots; i++)
    {
      bubbles[i] = (Bubble) { MAX (0, self->sizes[i]), i };
      largest = MAX (largest, bubbles[i].size);
    }
  if (self->n_dots > 1)
    qsort (bubbles, self->n_dots, sizeof *bubbles, compare_bubbles);
  for (gsize i = 0; i < self->n_dots; i++)
    {
      gsize dot = bubbles[i].dot;
      double x = ask_chart_canvas_x (canvas, box.x + box.width * ask_chart_scale_get (across, self->xs[dot]));
      double y = ask_chart_get_y (up, box, self->ys[dot]);
      double radius = MAX (canvas->stroke * 0.16, largest > 0 ? widest * sqrt (bubbles[i].size / largest) : 0);
      guint32 color = ask_chart_get_color (self, canvas, self->dot_series[dot]);

      ask_chart_canvas_mark_dot (canvas, (AskChartBox) { x - radius, y - radius, 2 * radius, 2 * radius },
                                 (int) self->dot_series[dot], dot);
      cairo_new_path (canvas->cr);
      cairo_arc (canvas->cr, x, y, radius, 0, 2 * G_PI);
      ask_chart_canvas_color (canvas, color, 0.55);
      cairo_fill_preserve (canvas->cr);
      ask_chart_canvas_color (canvas, color, 1);
      cairo_set_line_width (canvas->cr, 1);
      cairo_stroke (canvas->cr);
    }
}

/* Not by colour alone, where the theme wants that: circles, squares, diamonds, triangles. */
static void
trace_dot (AskChartCanvas *canvas, double x, double y, double radius, guint series)
{
  guint shape = canvas->theme->patterns ? series % 4 : 0;

  switch (shape)
    {
    case 1:
      cairo_rectangle (canvas->cr, x - radius, y - radius, 2 * radius, 2 * radius);
      break;
    case 2:
    case 3:
      cairo_move_to (canvas->cr, x, y - radius * 1.3);
      cairo_line_to (canvas->cr, x + radius * 1.3, shape == 2 ? y : y + radius);
      if (shape == 2)
        cairo_line_to (canvas->cr, x, y + radius * 1.3);
      cairo_line_to (canvas->cr, x - radius * 1.3, shape == 2 ? y : y + radius);
      cairo_close_path (canvas->cr);
      break;
    default:
      cairo_arc (canvas->cr, x, y, radius, 0, 2 * G_PI);
      break;
    }
}

/**
 * ask_chart_draw_cloud:
 * @canvas: what to draw on
 * @box: the plot
 * @across: from its start to its end
 * @up: from its foot to its top
 *
 * Draws the dots, or bubbles where they have sizes.
 */
void
ask_chart_draw_cloud (AskChart *self, AskChartCanvas *canvas, AskChartBox box, const AskChartScale *across,
                      const AskChartScale *up)
{
  double radius = canvas->stroke * (self->n_dots > 1000 ? 0.16 : self->n_dots > 200 ? 0.22 : 0.3);
  double alpha = self->n_dots > 1000 ? 0.45 : 0.7, reach = MAX (radius, 3);

  if (self->sizes != NULL)
    {
      draw_bubbles (self, canvas, box, across, up);
      return;
    }
  for (gsize i = 0; i < self->n_dots; i++)
    {
      double x = ask_chart_canvas_x (canvas, box.x + box.width * ask_chart_scale_get (across, self->xs[i]));
      double y = ask_chart_get_y (up, box, self->ys[i]);

      ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, self->dot_series[i]), alpha);
      trace_dot (canvas, x, y, radius, ((AskChartSeries *) self->series->pdata[self->dot_series[i]])->index);
      cairo_fill (canvas->cr);
      ask_chart_canvas_mark_dot (canvas, (AskChartBox) { x - reach, y - reach, 2 * reach, 2 * reach },
                                 (int) self->dot_series[i], i);
    }
}

/** ask_chart_get_dot_range: @values: (array length=n): numbers; @n: how many; @min: (out): the least; @max: (out): the greatest */
void
ask_chart_get_dot_range (const double *values, gsize n, double *min, double *max)
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
  guint most;

  /* Names of both axes are written level, each at the end of its axis. */
  ask_chart_canvas_text (canvas, self->y_label, (AskChartSpot) { box.x, box.y, box.width, ASK_CHART_ANCHOR_START },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
  box.y += canvas->em * 1.9;
  box.height = MAX (box.height - canvas->em * (1.9 + 3.0), canvas->em);
  ask_chart_get_dot_range (self->ys, self->n_dots, &min, &max);
  ask_chart_init_scale (self, &up, min, max, ask_chart_count_ticks (canvas, box.height), self->format);
  ask_chart_draw_value_axis (canvas, &box, &up);
  box.x += canvas->em * 0.3;
  box.width = MAX (box.width - canvas->em * 1.1, canvas->em);
  ask_chart_get_dot_range (self->xs, self->n_dots, &min, &max);
  most = (guint) CLAMP (box.width / (canvas->em * 4), 3, 10);
  if (isnan (self->look->zoom_x[0]))
    ask_chart_scale_init (&across, min, max, ask_chart_needs_zero (self, min, max), most, self->x_format);
  else
    ask_chart_scale_init_exactly (&across, self->look->zoom_x[0], self->look->zoom_x[1], most, self->x_format);
  across.unit = ask_chart_get_unit (self, self->x_unit, self->look->x_title);
  ask_chart_draw_number_axis (canvas, box, &across, self->x_label);
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { box, ASK_CHART_AXIS_NUMBERS, FALSE, -1, across, up });
  if (across.exact || up.exact)
    {
      across.open = up.open = TRUE;
      ask_chart_canvas_clip (canvas, box);
      ask_chart_draw_cloud (self, canvas, box, &across, &up);
      cairo_restore (canvas->cr);
      return;
    }
  ask_chart_draw_cloud (self, canvas, box, &across, &up);
}
