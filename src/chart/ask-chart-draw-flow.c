/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is left from step to step: a waterfall of what comes and goes, and a funnel of what stays.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"

static void
draw_step_value (AskChart *self, AskChartCanvas *canvas, double middle, double y, double room, double value)
{
  g_autofree char *text = ask_chart_format_number (value, self->format);

  if (ask_chart_canvas_measure (canvas, text, ASK_CHART_SMALL, FALSE) > room)
    {
      g_free (text);
      text = ask_chart_format_compact (value, self->format);
    }
  if (ask_chart_canvas_measure (canvas, text, ASK_CHART_SMALL, FALSE) <= room)
    ask_chart_canvas_text (canvas, text, (AskChartSpot) { middle, y, room, ASK_CHART_ANCHOR_CENTER },
                           (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
}

/* The least and the most that the steps come to on their way. */
static void
find_way (AskChart *self, double *min, double *max)
{
  double sum = 0;

  *min = *max = 0;
  for (gsize i = 0; i + 1 < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, 0, i);

      sum += isfinite (value) ? value : 0;
      *min = MIN (*min, sum);
      *max = MAX (*max, sum);
    }
}

/** ask_chart_draw_waterfall: draws bars that start where the one before ends, and the total, into @box of @canvas. */
void
ask_chart_draw_waterfall (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  AskChartScale scale;
  double min, max, slot, bar, sum = 0;

  find_way (self, &min, &max);
  box.y += canvas->em * 1.6;
  box.height = MAX (box.height - canvas->em * 1.6 - ask_chart_get_names_height (self, canvas), canvas->em);
  ask_chart_init_scale (self, &scale, min, max, ask_chart_count_ticks (canvas, box.height), self->format);
  ask_chart_draw_value_axis (canvas, &box, &scale);
  slot = ask_chart_get_slot_width (self, box.width);
  bar = MIN (slot * 0.72, canvas->em * 6);
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { box, ASK_CHART_AXIS_SLOTS, FALSE, -1, { 0 }, scale });
  for (gsize i = 0; i < self->n_points; i++)
    {
      gboolean total = i + 1 == self->n_points;
      double value = ask_chart_get_value (self, 0, i), from = total ? 0 : sum, to, top, height, x;

      if (!isfinite (value))
        continue;
      to = from + value;
      x = box.x + slot * ((double) i + 0.5) - bar / 2;
      top = ask_chart_get_y (&scale, box, MAX (from, to));
      height = MAX (ask_chart_get_y (&scale, box, MIN (from, to)) - top, 1);
      ask_chart_canvas_color (canvas, total ? canvas->theme->muted : canvas->theme->series[value < 0 ? 5 : 0], 1);
      ask_chart_canvas_rectangle (canvas, (AskChartBox) { x, top, bar, height });
      ask_chart_canvas_mark (canvas, (AskChartBox) { x, top, bar, height }, 0, i);
      draw_step_value (self, canvas, x + bar / 2, top - canvas->em * 1.35, slot, value);
      if (!total)
        ask_chart_canvas_rule (canvas, x + bar, ask_chart_get_y (&scale, box, to), x + slot,
                               ask_chart_get_y (&scale, box, to), canvas->theme->muted);
      sum = to;
    }
  ask_chart_canvas_rule (canvas, box.x, ask_chart_get_y (&scale, box, 0), box.x + box.width,
                         ask_chart_get_y (&scale, box, 0), canvas->theme->muted);
  ask_chart_draw_slot_names (self, canvas, box, slot);
}

/** ask_chart_draw_funnel: draws lying bars around a middle, with their shares of the first, into @box of @canvas. */
void
ask_chart_draw_funnel (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double names = 0, shares = ask_chart_canvas_measure (canvas, "100.0%", ASK_CHART_SMALL, FALSE), largest = 0;
  double row = MIN (box.height / (double) MAX (1, self->n_points), canvas->em * 6), first = NAN, width, middle;

  for (gsize i = 0; i < self->n_points; i++)
    {
      names = MAX (names, ask_chart_canvas_measure (canvas, self->labels->pdata[i], ASK_CHART_SMALL, FALSE));
      largest = MAX (largest, ask_chart_get_value (self, 0, i));
    }
  names = MIN (names, box.width * 0.3);
  width = MAX (box.width - names - shares - canvas->em * 1.6, canvas->em);
  middle = box.x + names + canvas->em * 0.8 + width / 2;
  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, 0, i), y = box.y + row * (double) i;
      double bar = largest > 0 ? MAX (1, width * value / largest) : 1, text_y;
      g_autofree char *text
        = ask_chart_format_amount (value, self->format, ask_chart_get_unit (self, self->y_unit, NULL));
      g_autofree char *share = NULL;
      gboolean inside = ask_chart_canvas_measure (canvas, text, ASK_CHART_SMALL, TRUE) < bar - canvas->em;

      first = isnan (first) ? value : first;
      share = ask_chart_format_number (first > 0 ? value / first : 0, ASK_CHART_FORMAT_FRACTION);
      text_y = y + row / 2 - canvas->em * ASK_CHART_SMALL * 0.62;
      ask_chart_canvas_text (canvas, self->labels->pdata[i],
                             (AskChartSpot) { box.x + names, text_y, names + 0.5, ASK_CHART_ANCHOR_END },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
      ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, 0), 1);
      ask_chart_canvas_rectangle (canvas, (AskChartBox) { middle - bar / 2, y + row * 0.08, bar, row * 0.84 });
      ask_chart_canvas_mark (canvas, (AskChartBox) { middle - bar / 2, y + row * 0.08, bar, row * 0.84 }, 0, i);
      ask_chart_canvas_text (canvas, text,
                             inside ? (AskChartSpot) { middle, text_y, bar, ASK_CHART_ANCHOR_CENTER }
                                    : (AskChartSpot) { middle + bar / 2 + canvas->em * 0.4, text_y, canvas->width,
                                                       ASK_CHART_ANCHOR_START },
                             (AskChartStyle) { ASK_CHART_SMALL, inside, inside ? 0xffffff : canvas->theme->text });
      ask_chart_canvas_text (canvas, share,
                             (AskChartSpot) { box.x + box.width, text_y, shares + 1, ASK_CHART_ANCHOR_END },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
    }
}
