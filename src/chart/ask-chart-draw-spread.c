/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How values spread: the bars of a histogram, boxes of quartiles with their whiskers, and candles of a course. Boxes and
 * candles stand in slots, as bars do, on an axis that need not start at zero.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"

/* The axis and the names around slots; returns how wide a slot is. */
static double
draw_slots (AskChart *self, AskChartCanvas *canvas, AskChartBox *box, AskChartScale *scale)
{
  double min, max, slot;

  ask_chart_get_range (self, self->n_points, &min, &max);
  for (gsize i = 0; i < self->n_dots; i++)
    {
      min = MIN (min, self->ys[i]);
      max = MAX (max, self->ys[i]);
    }
  box->y += canvas->em * 0.6;
  box->height = MAX (box->height - canvas->em * 0.6 - ask_chart_get_names_height (self, canvas), canvas->em);
  ask_chart_init_scale (self, scale, min, max, ask_chart_count_ticks (canvas, box->height), self->format);
  ask_chart_draw_value_axis (canvas, box, scale);
  slot = ask_chart_get_slot_width (self, box->width);
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { *box, ASK_CHART_AXIS_SLOTS, FALSE, -1, { 0 }, *scale });
  ask_chart_draw_slot_names (self, canvas, *box, slot);
  return slot;
}

static double
slot_middle (AskChart *self, AskChartBox box, double slot, gsize point)
{
  return box.x + slot * ((double) ask_chart_get_slot (self, point) + 0.5);
}

/** ask_chart_draw_bins: draws a histogram into @box of @canvas. */
void
ask_chart_draw_bins (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  AskChartScale up, across;
  double min, max, low = self->positions[0], span = self->positions[self->n_points] - low;

  ask_chart_canvas_text (canvas, self->y_label, (AskChartSpot) { box.x, box.y, box.width, ASK_CHART_ANCHOR_START },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
  ask_chart_get_range (self, self->n_points, &min, &max);
  box.y += canvas->em * 1.9;
  box.height = MAX (box.height - canvas->em * (1.9 + 3.0), canvas->em);
  ask_chart_init_scale (self, &up, 0, max, ask_chart_count_ticks (canvas, box.height), ASK_CHART_FORMAT_NUMBER);
  ask_chart_draw_value_axis (canvas, &box, &up);
  box.width = MAX (box.width - canvas->em * 0.8, canvas->em);
  /* The edges of the bins are round numbers: as many of them are ticks as there is room for. */
  across = (AskChartScale) { low,
                             low + span,
                             span / (double) self->n_points,
                             (guint) self->n_points + 1,
                             self->x_format,
                             ask_chart_get_unit (self, self->x_unit, self->look->x_title) };
  while (across.n_ticks > 2 && box.width / across.n_ticks < canvas->em * 4)
    {
      across.step *= 2;
      across.n_ticks = (guint) floor (span / across.step + 1e-9) + 1;
    }
  ask_chart_draw_number_axis (canvas, box, &across, self->x_label);
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { box, ASK_CHART_AXIS_SLOTS, FALSE, -1, { 0 }, up });
  for (gsize i = 0; i < self->n_points; i++)
    {
      double x1 = box.x + box.width * (self->positions[i] - low) / span;
      double x2 = box.x + box.width * (self->positions[i + 1] - low) / span;
      double y = ask_chart_get_y (&up, box, ask_chart_get_value (self, 0, i));

      ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, 0), 1);
      if (ask_chart_get_value (self, 0, i) > 0)
        {
          AskChartBox bin = { x1 + 0.5, y, MAX (x2 - x1 - 1, 1), box.y + box.height - y };

          ask_chart_canvas_rectangle (canvas, bin);
          ask_chart_canvas_mark (canvas, bin, 0, i);
        }
    }
  ask_chart_canvas_rule (canvas, box.x, box.y + box.height, box.x + box.width, box.y + box.height,
                         canvas->theme->muted);
}

/* A level line of a box or a whisker. */
static void
draw_level (AskChartCanvas *canvas, double middle, double width, double y, double thick)
{
  ask_chart_canvas_rectangle (canvas, (AskChartBox) { middle - width / 2, y - thick / 2, width, thick });
}

/* The box of a place over the middle of @box, which is as wide as it and as high as the plot. */
static void
draw_box (AskChart *self, AskChartCanvas *canvas, AskChartBox box, const AskChartScale *scale, gsize point)
{
  double y[5], width = box.width, middle = box.x + box.width / 2;
  guint32 color = ask_chart_get_color (self, canvas, 0);

  for (guint i = 0; i < G_N_ELEMENTS (y); i++)
    y[i] = ask_chart_get_y (scale, box, ask_chart_get_value (self, i, point));
  ask_chart_canvas_color (canvas, color, 1);
  ask_chart_canvas_rectangle (canvas, (AskChartBox) { middle - 0.75, y[4], 1.5, MAX (y[0] - y[4], 1) });
  draw_level (canvas, middle, width * 0.5, y[0], 1.5);
  draw_level (canvas, middle, width * 0.5, y[4], 1.5);
  if (!canvas->theme->transparent)
    {
      ask_chart_canvas_color (canvas, canvas->theme->background, 1);
      ask_chart_canvas_rectangle (canvas, (AskChartBox) { middle - width / 2, y[3], width, MAX (y[1] - y[3], 1) });
    }
  ask_chart_canvas_color (canvas, color, 0.35);
  ask_chart_canvas_rectangle (canvas, (AskChartBox) { middle - width / 2, y[3], width, MAX (y[1] - y[3], 1) });
  ask_chart_canvas_color (canvas, color, 1);
  draw_level (canvas, middle, width, y[2], MAX (2, canvas->em * 0.2));
  ask_chart_canvas_mark (canvas, (AskChartBox) { box.x, y[4], width, MAX (y[0] - y[4], 1) }, -1, point);
}

/** ask_chart_draw_boxes: draws box plots, with dots beyond the whiskers, into @box of @canvas. */
void
ask_chart_draw_boxes (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  AskChartScale scale;
  double slot = draw_slots (self, canvas, &box, &scale);
  double width = MIN (slot * 0.6, canvas->em * 5);

  for (gsize i = 0; i < self->n_points; i++)
    if (isfinite (ask_chart_get_value (self, 2, i)))
      draw_box (self, canvas, (AskChartBox) { slot_middle (self, box, slot, i) - width / 2, box.y, width, box.height },
                &scale, i);
  for (gsize i = 0; i < self->n_dots; i++)
    {
      double x = slot_middle (self, box, slot, (gsize) self->xs[i]);

      ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, 0), 0.7);
      cairo_arc (canvas->cr, ask_chart_canvas_x (canvas, x), ask_chart_get_y (&scale, box, self->ys[i]),
                 canvas->em * 0.2, 0, 2 * G_PI);
      cairo_fill (canvas->cr);
    }
}

/** ask_chart_draw_candles: draws candles into @box of @canvas: what rose is hollow, what fell is filled. */
void
ask_chart_draw_candles (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  AskChartScale scale;
  double slot = draw_slots (self, canvas, &box, &scale);
  double width = MAX (MIN (slot * 0.64, canvas->em * 2.5), 1);

  for (gsize i = 0; i < self->n_points; i++)
    {
      double v[4], middle = slot_middle (self, box, slot, i), top, height;
      gboolean rose, whole = TRUE;

      for (guint part = 0; part < G_N_ELEMENTS (v); part++)
        {
          v[part] = ask_chart_get_value (self, part, i);
          whole = whole && isfinite (v[part]);
        }
      if (!whole)
        continue;
      rose = v[3] >= v[0];
      top = ask_chart_get_y (&scale, box, MAX (v[0], v[3]));
      height = MAX (ask_chart_get_y (&scale, box, MIN (v[0], v[3])) - top, 1.5);
      ask_chart_canvas_color (canvas, canvas->theme->series[rose ? 0 : 5], 1);
      ask_chart_canvas_rectangle (
        canvas, (AskChartBox) { middle - 0.6, ask_chart_get_y (&scale, box, v[1]), 1.2,
                                MAX (ask_chart_get_y (&scale, box, v[2]) - ask_chart_get_y (&scale, box, v[1]), 1) });
      ask_chart_canvas_rectangle (canvas, (AskChartBox) { middle - width / 2, top, width, height });
      ask_chart_canvas_mark (canvas,
                             (AskChartBox) { middle - width / 2, ask_chart_get_y (&scale, box, v[1]), width,
                                             ask_chart_get_y (&scale, box, v[2])
                                               - ask_chart_get_y (&scale, box, v[1]) },
                             -1, i);
      /* Not by colour alone: a candle that rose is hollow where there is room for it. */
      if (rose && width > 4 && height > 4 && !canvas->theme->transparent)
        {
          ask_chart_canvas_color (canvas, canvas->theme->background, 1);
          ask_chart_canvas_rectangle (canvas,
                                      (AskChartBox) { middle - width / 2 + 1.2, top + 1.2, width - 2.4, height - 2.4 });
        }
    }
}
