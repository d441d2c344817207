/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A radar chart: an axis for each place, from the middle outwards, and a closed line for each series. All axes have one
 * scale, which starts at zero.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"

typedef struct
{
  double x;
  double y;
} Point;

static Point
point_at (AskChartCanvas *canvas, Point middle, double radius, gsize place, gsize n)
{
  double angle = 2 * G_PI * (double) place / (double) n - G_PI / 2;

  return (Point) { ask_chart_canvas_x (canvas, middle.x + cos (angle) * radius), middle.y + sin (angle) * radius };
}

static void
draw_web (AskChart *self, AskChartCanvas *canvas, Point middle, double radius, const AskChartScale *scale)
{
  cairo_set_line_width (canvas->cr, 1);
  ask_chart_canvas_color (canvas, canvas->theme->grid, 1);
  for (guint t = 1; t < scale->n_ticks; t++)
    {
      double at = radius * ask_chart_scale_get (scale, ask_chart_scale_get_tick (scale, t));

      cairo_new_path (canvas->cr);
      for (gsize i = 0; i < self->n_points; i++)
        {
          Point p = point_at (canvas, middle, at, i, self->n_points);

          cairo_line_to (canvas->cr, p.x, p.y);
        }
      cairo_close_path (canvas->cr);
      cairo_stroke (canvas->cr);
    }
  for (gsize i = 0; i < self->n_points; i++)
    {
      Point p = point_at (canvas, middle, radius, i, self->n_points);

      cairo_move_to (canvas->cr, ask_chart_canvas_x (canvas, middle.x), middle.y);
      cairo_line_to (canvas->cr, p.x, p.y);
      cairo_stroke (canvas->cr);
    }
}

static void
draw_labels (AskChart *self, AskChartCanvas *canvas, Point middle, double radius, const AskChartScale *scale)
{
  for (gsize i = 0; i < self->n_points; i++)
    {
      double angle = 2 * G_PI * (double) i / (double) self->n_points - G_PI / 2, side = cos (angle);
      g_autofree char *label = ask_chart_dup_x_label (self, i);
      double x = middle.x + side * (radius + canvas->em * 0.5);
      AskChartAnchor anchor = side > 0.2    ? ASK_CHART_ANCHOR_START
                              : side < -0.2 ? ASK_CHART_ANCHOR_END
                                            : ASK_CHART_ANCHOR_CENTER;
      double room = anchor == ASK_CHART_ANCHOR_START ? canvas->width - x
                    : anchor == ASK_CHART_ANCHOR_END ? x
                                                     : canvas->width / 2;

      ask_chart_canvas_text (canvas, label,
                             (AskChartSpot) { x,
                                              middle.y + sin (angle) * (radius + canvas->em * 0.9) - canvas->em * 0.6,
                                              room, anchor },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
    }
  for (guint t = 1; t < scale->n_ticks; t++)
    {
      g_autofree char *label = ask_chart_scale_dup_label (scale, t);
      double at = radius * ask_chart_scale_get (scale, ask_chart_scale_get_tick (scale, t));

      ask_chart_canvas_text (canvas, label,
                             (AskChartSpot) { middle.x + canvas->em * 0.3, middle.y - at, canvas->em * 6,
                                              ASK_CHART_ANCHOR_START },
                             (AskChartStyle) { ASK_CHART_SMALL * 0.9, FALSE, canvas->theme->muted });
    }
}

/** ask_chart_draw_radar: draws a radar chart into @box of @canvas. */
void
ask_chart_draw_radar (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double reach = canvas->stroke * 0.6;
  double min, max, radius = MAX (MIN (box.width * 0.34, box.height / 2 - canvas->em * 1.4), canvas->em);
  Point middle = { box.x + box.width / 2, box.y + box.height / 2 };
  AskChartScale scale;

  ask_chart_get_range (self, self->n_points, &min, &max);
  ask_chart_scale_init (&scale, 0, max, TRUE, (guint) CLAMP (radius / (canvas->em * 1.8), 2, 6), self->format);
  scale.unit = ask_chart_get_unit (self, self->y_unit, NULL);
  draw_web (self, canvas, middle, radius, &scale);
  for (guint s = 0; s < self->series->len; s++)
    {
      guint32 color = ask_chart_get_color (self, canvas, s);

      cairo_new_path (canvas->cr);
      for (gsize i = 0; i < self->n_points; i++)
        {
          double value = ask_chart_get_value (self, s, i);
          Point p = point_at (canvas, middle, radius * ask_chart_scale_get (&scale, isfinite (value) ? value : 0), i,
                              self->n_points);

          cairo_line_to (canvas->cr, p.x, p.y);
          if (isfinite (value))
            ask_chart_canvas_mark_dot (canvas, (AskChartBox) { p.x - reach, p.y - reach, 2 * reach, 2 * reach },
                                       (int) s, i);
        }
      cairo_close_path (canvas->cr);
      ask_chart_canvas_color (canvas, color, 0.12);
      cairo_fill_preserve (canvas->cr);
      ask_chart_canvas_color (canvas, color, 1);
      cairo_set_line_width (canvas->cr, MAX (1.6, canvas->stroke * 0.16));
      ask_chart_canvas_dash (canvas, ((AskChartSeries *) self->series->pdata[s])->index);
      cairo_stroke (canvas->cr);
      cairo_set_dash (canvas->cr, NULL, 0, 0);
    }
  draw_labels (self, canvas, middle, radius, &scale);
}
