/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The x axis of lines and dots: times with round dates, numbers, or names that skip what has no room.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"

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

/**
 * ask_chart_draw_number_axis:
 * @canvas: what to draw on
 * @plot: what is above it; a rule goes through it at each tick
 * @scale: its ticks, from the start of @plot to its end
 * @label: what the numbers are, beneath them
 */
void
ask_chart_draw_number_axis (AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale, const char *label)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double value = ask_chart_scale_get_tick (scale, i);
      double x = plot.x + plot.width * ask_chart_scale_get (scale, value);
      g_autofree char *tick = ask_chart_scale_dup_label (scale, i);
      double width = ask_chart_canvas_measure (canvas, tick, ASK_CHART_SMALL, FALSE);
      double middle = MIN (x, plot.x + plot.width + canvas->em * 0.8 - width / 2);

      ask_chart_canvas_rule (canvas, x, plot.y, x, plot.y + plot.height, canvas->theme->grid);
      ask_chart_canvas_text (canvas, tick,
                             (AskChartSpot) { middle, plot.y + plot.height + canvas->em * 0.3, width + 1,
                                              ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
    }
  ask_chart_canvas_text (canvas, label,
                         (AskChartSpot) { plot.x + plot.width, plot.y + plot.height + canvas->em * 1.6, plot.width,
                                          ASK_CHART_ANCHOR_END },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
}

/* The first place beyond @point that does not stand before @x. */
static gsize
find_point (AskChart *self, AskChartBox plot, gsize point, double x)
{
  gsize low = point + 1, high = self->n_points;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (ask_chart_get_x (self, plot, middle) < x)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Names or numbers under the places of a line: those that have room, the first one always. */
static void
draw_name_axis (AskChart *self, AskChartCanvas *canvas, AskChartBox plot)
{
  double y = plot.y + plot.height + canvas->em * 0.45, free_from = -INFINITY, tried = -INFINITY;
  double widest = MAX (canvas->em * 4, plot.width / (double) MAX (1, self->n_points) - canvas->em * 0.3);

  for (gsize i = 0; i < self->n_points; i++)
    {
      const char *label = self->labels->pdata[i];
      double x = ask_chart_get_x (self, plot, i), width, middle;

      /* Of a million names only some are looked at, a quarter of a letter apart. */
      if (x < MAX (free_from, tried + canvas->em * 0.25))
        {
          i = find_point (self, plot, i, MAX (free_from, tried + canvas->em * 0.25)) - 1;
          continue;
        }
      tried = x;
      width = MIN (ask_chart_canvas_measure (canvas, label, ASK_CHART_SMALL, FALSE), widest);
      middle = CLAMP (x, MIN (x, width / 2 + canvas->em * 0.5), plot.x + plot.width + canvas->em - width / 2);
      if (middle - width / 2 < free_from && middle < x)
        break; /* the end of the axis has its last name */
      if (middle - width / 2 < free_from)
        continue;
      ask_chart_canvas_rule (canvas, x, plot.y + plot.height, x, plot.y + plot.height + canvas->em * 0.3,
                             canvas->theme->muted);
      ask_chart_canvas_text (canvas, label, (AskChartSpot) { middle, y, width + 1, ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
      free_from = middle + width / 2 + canvas->em * 0.6;
    }
}

/** ask_chart_get_x_height: Returns: how much room ask_chart_draw_x_axis() takes beneath a plot on @canvas */
double
ask_chart_get_x_height (AskChart *self, AskChartCanvas *canvas)
{
  return canvas->em * (self->temporal && has_lower_labels (self->unit) ? 3.0 : 1.8);
}

/** ask_chart_get_x: Returns: where the place @point stands in a @plot of lines; one alone stands in the middle */
double
ask_chart_get_x (AskChart *self, AskChartBox plot, gsize point)
{
  return position_x (self, plot, self->positions[point]);
}

/** ask_chart_get_y: Returns: where @value stands in @plot by @scale */
double
ask_chart_get_y (const AskChartScale *scale, AskChartBox plot, double value)
{
  return plot.y + plot.height * (1 - ask_chart_scale_get (scale, value));
}

/** ask_chart_draw_x_axis: writes the places of lines beneath @plot, on @canvas. */
void
ask_chart_draw_x_axis (AskChart *self, AskChartCanvas *canvas, AskChartBox plot)
{
  if (self->temporal)
    draw_time_axis (self, canvas, plot);
  else
    draw_name_axis (self, canvas, plot);
}
