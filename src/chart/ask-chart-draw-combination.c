/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bars on the axis at the start and a line on the one at the end. Both axes start at zero where their values allow it, and
 * each says whose it is.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"

static AskChartScale
scale_of (AskChart *self, AskChartCanvas *canvas, double height, guint series, AskChartFormat format)
{
  double min = 0, max = 0;
  gboolean any = FALSE;
  AskChartScale scale;

  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, series, i);

      if (!isfinite (value))
        continue;
      min = any ? MIN (min, value) : value;
      max = any ? MAX (max, value) : value;
      any = TRUE;
    }
  if (series == 0)
    ask_chart_init_scale (self, &scale, min, max, ask_chart_count_ticks (canvas, height), format);
  else
    {
      ask_chart_scale_init (&scale, min, max, TRUE, ask_chart_count_ticks (canvas, height), format);
      scale.unit = ask_chart_get_unit (self, self->unit2, NULL);
    }
  return scale;
}

/* The axis of the line, whose labels stand at the end; the rules are those of the bars. */
static void
draw_end_axis (AskChartCanvas *canvas, AskChartBox *box, const AskChartScale *scale)
{
  double widest = 0;

  for (guint i = 0; i < scale->n_ticks; i++)
    {
      g_autofree char *label = ask_chart_scale_dup_label (scale, i);

      widest = MAX (widest, ask_chart_canvas_measure (canvas, label, ASK_CHART_SMALL, FALSE));
    }
  widest = MIN (widest, box->width / 3);
  box->width -= widest + canvas->em * 0.6;
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      g_autofree char *label = ask_chart_scale_dup_label (scale, i);
      double y = ask_chart_get_y (scale, *box, ask_chart_scale_get_tick (scale, i));

      ask_chart_canvas_text (canvas, label,
                             (AskChartSpot) { box->x + box->width + canvas->em * 0.6,
                                              y - canvas->em * ASK_CHART_SMALL * 0.62, widest + 1,
                                              ASK_CHART_ANCHOR_START },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
    }
}

/* What each axis measures, above it. */
static void
draw_axis_names (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  for (guint s = 0; s < 2; s++)
    ask_chart_canvas_text (canvas, ((AskChartSeries *) self->series->pdata[s])->name,
                           (AskChartSpot) { s == 0 ? box.x : box.x + box.width, box.y, box.width / 2,
                                            s == 0 ? ASK_CHART_ANCHOR_START : ASK_CHART_ANCHOR_END },
                           (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
}

static void
draw_line (AskChart *self, AskChartCanvas *canvas, AskChartBox box, const AskChartScale *scale, double slot)
{
  double radius = canvas->stroke * 0.25;
  gboolean down = FALSE;

  cairo_new_path (canvas->cr);
  cairo_set_line_join (canvas->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (canvas->cr, MAX (1.6, canvas->stroke * 0.16));
  ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, 1), 1);
  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, 1, i);
      double x = ask_chart_canvas_x (canvas, box.x + slot * ((double) ask_chart_get_slot (self, i) + 0.5));
      gboolean next = i > 0 && ask_chart_get_slot (self, i) == ask_chart_get_slot (self, i - 1) + 1;

      if (isfinite (value) && down && next)
        cairo_line_to (canvas->cr, x, ask_chart_get_y (scale, box, value));
      else if (isfinite (value))
        cairo_move_to (canvas->cr, x, ask_chart_get_y (scale, box, value));
      down = isfinite (value);
    }
  cairo_stroke (canvas->cr);
  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, 1, i);
      double x = ask_chart_canvas_x (canvas, box.x + slot * ((double) ask_chart_get_slot (self, i) + 0.5));

      if (!isfinite (value))
        continue;
      cairo_arc (canvas->cr, x, ask_chart_get_y (scale, box, value), radius, 0, 2 * G_PI);
      cairo_fill (canvas->cr);
      ask_chart_canvas_mark_dot (canvas,
                                 (AskChartBox) { x - 2 * radius, ask_chart_get_y (scale, box, value) - 2 * radius,
                                                 4 * radius, 4 * radius },
                                 1, i);
    }
}

/** ask_chart_draw_combination: draws bars and a line, each with an axis of its own, into @box of @canvas. */
void
ask_chart_draw_combination (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  AskChartScale bars, line;
  double slot, bar;

  draw_axis_names (self, canvas, box);
  box.y += canvas->em * 1.9;
  box.height = MAX (box.height - canvas->em * 1.9 - ask_chart_get_names_height (self, canvas), canvas->em);
  bars = scale_of (self, canvas, box.height, 0, self->format);
  line = scale_of (self, canvas, box.height, 1, self->format2);
  draw_end_axis (canvas, &box, &line);
  ask_chart_draw_value_axis (canvas, &box, &bars);
  slot = ask_chart_get_slot_width (self, box.width);
  bar = MIN (slot * 0.72, canvas->em * 6);
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { box, ASK_CHART_AXIS_SLOTS, FALSE, -1, { 0 }, bars });
  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, 0, i), zero = ask_chart_get_y (&bars, box, 0), y;
      AskChartBox standing;

      if (!isfinite (value))
        continue;
      y = ask_chart_get_y (&bars, box, value);
      standing = (AskChartBox) { box.x + slot * ((double) ask_chart_get_slot (self, i) + 0.5) - bar / 2, MIN (y, zero),
                                 MAX (1, bar), MAX (fabs (zero - y), 1) };
      ask_chart_set_color (self, canvas, 0, 1);
      ask_chart_canvas_bar (canvas, standing, 0, value < 0 ? 1 : -1);
      ask_chart_canvas_mark (canvas, standing, 0, i);
    }
  draw_line (self, canvas, box, &line, slot);
  ask_chart_draw_slot_names (self, canvas, box, slot);
}
