/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A heat map: a cell for each place and series, the darker the larger. What has no row stays empty, and values stand in
 * the cells where there is room for them.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"

/* From the background, nearly, to the first colour. */
static guint32
mix_color (const AskChartTheme *theme, double share)
{
  guint32 from = theme->background, to = theme->series[0], color = 0;
  double part = 0.08 + 0.92 * CLAMP (share, 0, 1);

  for (int shift = 0; shift <= 16; shift += 8)
    {
      double a = (from >> shift) & 255, b = (to >> shift) & 255;

      color |= (guint32) round (a + (b - a) * part) << shift;
    }
  return color;
}

/* What can be read on @color. */
static guint32
text_on (guint32 color)
{
  double light = 0.299 * ((color >> 16) & 255) + 0.587 * ((color >> 8) & 255) + 0.114 * (color & 255);

  return light > 140 ? 0x1e1e1e : 0xffffff;
}

static double
share_of (double value, double min, double max)
{
  return max > min ? (value - min) / (max - min) : 1;
}

/* Which colour is how much: least, a ramp, most. */
static void
draw_ramp (AskChart *self, AskChartCanvas *canvas, AskChartBox box, double min, double max)
{
  g_autofree char *low = ask_chart_format_number (min, self->format);
  g_autofree char *high = ask_chart_format_amount (max, self->format, ask_chart_get_unit (self, self->y_unit, NULL));
  double low_width = ask_chart_canvas_measure (canvas, low, ASK_CHART_SMALL, FALSE), step = canvas->em * 0.8;

  ask_chart_canvas_text (canvas, low, (AskChartSpot) { box.x, box.y, box.width, ASK_CHART_ANCHOR_START },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
  for (guint i = 0; i < 8; i++)
    {
      ask_chart_canvas_color (canvas, mix_color (canvas->theme, i / 7.0), 1);
      ask_chart_canvas_rectangle (canvas, (AskChartBox) { box.x + low_width + canvas->em * 0.5 + step * i,
                                                          box.y + canvas->em * 0.2, step, canvas->em * 0.8 });
    }
  ask_chart_canvas_text (canvas, high,
                         (AskChartSpot) { box.x + low_width + canvas->em + step * 8, box.y, box.width,
                                          ASK_CHART_ANCHOR_START },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
}

static double
widest_name (AskChart *self, AskChartCanvas *canvas)
{
  double widest = 0;

  for (guint s = 0; s < self->series->len; s++)
    widest = MAX (widest, ask_chart_canvas_measure (canvas, ((AskChartSeries *) self->series->pdata[s])->name,
                                                    ASK_CHART_SMALL, FALSE));
  return widest;
}

/* Names of the columns above them; every n-th where they have no room. */
static void
draw_columns (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, double column)
{
  double widest = canvas->em * 2.4;
  gsize every = (gsize) MAX (1, ceil (widest / column));

  for (gsize i = 0; i < self->n_points; i += every)
    {
      g_autofree char *label = ask_chart_dup_x_label (self, i);

      ask_chart_canvas_text (canvas, label,
                             (AskChartSpot) { plot.x + column * ((double) i + 0.5 * (double) MIN (every, 1)),
                                              plot.y - canvas->em * 1.4, column * (double) every - canvas->em * 0.3,
                                              ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
    }
}

static void
draw_cell (AskChart *self, AskChartCanvas *canvas, AskChartBox cell, double value, double share)
{
  guint32 color = mix_color (canvas->theme, share);
  g_autofree char *text = NULL;

  ask_chart_canvas_color (canvas, color, 1);
  ask_chart_canvas_rectangle (canvas, cell);
  text = ask_chart_format_compact (value, self->format);
  if (cell.height >= canvas->em * 1.3
      && ask_chart_canvas_measure (canvas, text, ASK_CHART_SMALL, FALSE) < cell.width - canvas->em * 0.2)
    ask_chart_canvas_text (canvas, text,
                           (AskChartSpot) { cell.x + cell.width / 2,
                                            cell.y + cell.height / 2 - canvas->em * ASK_CHART_SMALL * 0.62, cell.width,
                                            ASK_CHART_ANCHOR_CENTER },
                           (AskChartStyle) { ASK_CHART_SMALL, FALSE, text_on (color) });
}

/** ask_chart_draw_heat_map: draws a heat map into @box of @canvas: places across, series down. */
void
ask_chart_draw_heat_map (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double min, max, names = MIN (widest_name (self, canvas), box.width * 0.3), column, row;
  AskChartBox plot;
  guint every;

  ask_chart_get_range (self, self->n_points, &min, &max);
  draw_ramp (self, canvas, box, min, max);
  plot = (AskChartBox) { box.x + names + canvas->em * 0.6, box.y + canvas->em * 3.2,
                         MAX (box.width - names - canvas->em * 0.6, canvas->em),
                         MAX (box.height - canvas->em * 3.2, canvas->em) };
  column = plot.width / (double) MAX (1, self->n_points);
  row = MIN (plot.height / MAX (1, self->series->len), canvas->em * 4);
  every = (guint) MAX (1, ceil (canvas->em * 1.2 / row));
  draw_columns (self, canvas, plot, column);
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { plot, ASK_CHART_AXIS_SLOTS, FALSE, -1, { 0 }, { 0 } });
  for (guint s = 0; s < self->series->len; s++)
    {
      double y = plot.y + row * s;

      if (s % every == 0)
        ask_chart_canvas_text (canvas, ((AskChartSeries *) self->series->pdata[s])->name,
                               (AskChartSpot) { plot.x - canvas->em * 0.6,
                                                y + row / 2 - canvas->em * ASK_CHART_SMALL * 0.62, names + 0.5,
                                                ASK_CHART_ANCHOR_END },
                               (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
      for (gsize i = 0; i < self->n_points; i++)
        {
          double value = ask_chart_get_value (self, s, i), gap = MIN (column, row) > 6 ? 1 : 0;

          if (isfinite (value))
            {
              AskChartBox cell = { plot.x + column * (double) i, y, MAX (column - gap, 0.5), MAX (row - gap, 0.5) };

              draw_cell (self, canvas, cell, value, share_of (value, min, max));
              ask_chart_canvas_mark (canvas, cell, (int) s, i);
            }
        }
    }
}
