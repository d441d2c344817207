/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small multiples, a small chart for each series on one scale, and slopes, lines from one step to the next with their
 * names at the ends. Both are for lines that one plot could not tell apart.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#include "base/ask-locale.h"
#include "chart/ask-chart-draw.h"

/* How many panels stand side by side, so that each is about half as high again as wide. */
static guint
count_columns (AskChart *self, AskChartBox box)
{
  guint best = 1;
  double best_size = 0;

  for (guint columns = 1; columns <= self->series->len; columns++)
    {
      guint rows = (self->series->len + columns - 1) / columns;
      double width = box.width / columns, height = box.height / rows, size = MIN (width, height * 1.6);

      if (size > best_size)
        {
          best = columns;
          best_size = size;
        }
    }
  return best;
}

static void
draw_panel (AskChart *self, AskChartCanvas *canvas, AskChartBox panel, const AskChartScale *scale, guint series)
{
  const char *name = ((AskChartSeries *) self->series->pdata[series])->name;
  AskChartBox plot = { panel.x, panel.y + canvas->em * 1.4, panel.width, MAX (panel.height - canvas->em * 1.4, 2) };
  double zero = scale->min <= 0 && scale->max >= 0 ? ask_chart_get_y (scale, plot, 0) : plot.y + plot.height;

  ask_chart_canvas_text (canvas, name, (AskChartSpot) { panel.x, panel.y, panel.width, ASK_CHART_ANCHOR_START },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
  ask_chart_canvas_rule (canvas, plot.x, plot.y, plot.x + plot.width, plot.y, canvas->theme->grid);
  ask_chart_canvas_rule (canvas, plot.x, zero, plot.x + plot.width, zero, canvas->theme->muted);
  ask_chart_canvas_mark_plot (canvas,
                              (AskChartPlot) { plot, ASK_CHART_AXIS_POSITIONS, FALSE, (int) series, { 0 }, *scale });
  ask_chart_trace_line (self, canvas, plot, scale, series);
}

/* What all panels share: the scale at the first of a row, and where the x axis starts and ends. */
static void
draw_shared (AskChart *self, AskChartCanvas *canvas, AskChartBox box, const AskChartScale *scale)
{
  g_autofree char *first = ask_chart_dup_x_label (self, 0);
  g_autofree char *last = ask_chart_dup_x_label (self, self->n_points - 1);
  g_autofree char *low = ask_chart_format_compact (scale->min, self->format);
  g_autofree char *number = ask_chart_format_compact (scale->max, self->format);
  g_autofree char *high = ask_locale_add_unit (number, scale->unit);
  /* TRANSLATORS: what all small charts share: "2020 to 2025, 0 to 1.2 M" */
  g_autofree char *text = g_strdup_printf (_ ("Each: %s to %s, %s to %s"), first, last, low, high);

  ask_chart_canvas_text (canvas, text, (AskChartSpot) { box.x, box.y, box.width, ASK_CHART_ANCHOR_START },
                         (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
}

/** ask_chart_draw_multiples: draws a small chart for each series into @box of @canvas. */
void
ask_chart_draw_multiples (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double min, max, gap = canvas->em, width, height;
  AskChartScale scale;
  guint columns, rows;

  if (self->n_points == 0 || self->series->len == 0)
    return;
  ask_chart_get_range (self, self->n_points, &min, &max);
  ask_chart_init_scale (self, &scale, min, max, 4, self->format);
  draw_shared (self, canvas, (AskChartBox) { box.x, box.y, box.width, canvas->line }, &scale);
  box.y += canvas->line * 1.2;
  box.height = MAX (box.height - canvas->line * 1.2, canvas->em);
  columns = count_columns (self, box);
  rows = (self->series->len + columns - 1) / columns;
  width = (box.width - gap * (columns - 1)) / columns;
  height = (box.height - gap * 0.6 * (rows - 1)) / rows;
  for (guint s = 0; s < self->series->len; s++)
    draw_panel (self, canvas,
                (AskChartBox) { box.x + (width + gap) * (s % columns), box.y + (height + gap * 0.6) * (s / columns),
                                MAX (width, 2), MAX (height, 2) },
                &scale, s);
}

typedef struct
{
  double y;
  guint series;
} End;

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const End *x = a, *y = b;

  if (x->y != y->y)
    return x->y < y->y ? -1 : 1;
  return x->series < y->series ? -1 : x->series > y->series;
}

/* Names and values beside one end, moved down where they would lie on each other. */
static void
draw_ends (AskChart *self, AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale, gsize point)
{
  const char *unit = ask_chart_get_unit (self, self->y_unit, self->look->y_title);
  g_autofree End *ends = g_new (End, self->series->len);
  double free_from = -INFINITY,
         room = point == 0 ? plot.x - canvas->em : canvas->width - plot.x - plot.width - canvas->em;
  guint n = 0;

  for (guint s = 0; s < self->series->len; s++)
    if (isfinite (ask_chart_get_value (self, s, point)))
      ends[n++] = (End) { ask_chart_get_y (scale, plot, ask_chart_get_value (self, s, point)), s };
  qsort (ends, n, sizeof *ends, compare_ends);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *number
        = ask_chart_format_compact (ask_chart_get_value (self, ends[i].series, point), self->format);
      g_autofree char *value = ask_locale_add_unit (number, i == 0 && point == 0 ? unit : NULL);
      const char *name = ((AskChartSeries *) self->series->pdata[ends[i].series])->name;
      g_autofree char *text = g_strdup_printf ("%s  %s", point == 0 ? name : value, point == 0 ? value : name);
      double y = MAX (ends[i].y - canvas->em * 0.6, free_from);

      ask_chart_canvas_text (canvas, text,
                             (AskChartSpot) { point == 0 ? plot.x - canvas->em * 0.5
                                                         : plot.x + plot.width + canvas->em * 0.5,
                                              y, room, point == 0 ? ASK_CHART_ANCHOR_END : ASK_CHART_ANCHOR_START },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE,
                                               ask_chart_get_color (self, canvas, ends[i].series) });
      free_from = y + canvas->em * 1.2;
    }
}

/** ask_chart_draw_slopes: draws a line for each series from the first step to the last into @box of @canvas. */
void
ask_chart_draw_slopes (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double min, max, side = MIN (box.width * 0.3, canvas->em * 14);
  AskChartBox plot = { box.x + side, box.y + canvas->em * 1.8, MAX (box.width - 2 * side, canvas->em),
                       MAX (box.height - canvas->em * 2.4, canvas->em) };
  AskChartScale scale;

  if (self->n_points < 2)
    return;
  ask_chart_get_range (self, self->n_points, &min, &max);
  scale = (AskChartScale) { min, max > min ? max : min + 1, 1, 2, self->format };
  for (guint end = 0; end < 2; end++)
    {
      gsize point = end == 0 ? 0 : self->n_points - 1;
      g_autofree char *label = ask_chart_dup_x_label (self, point);
      double x = ask_chart_get_x (self, plot, point);

      ask_chart_canvas_rule (canvas, x, plot.y, x, plot.y + plot.height, canvas->theme->grid);
      ask_chart_canvas_text (canvas, label, (AskChartSpot) { x, box.y, side * 2, ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, TRUE, canvas->theme->text });
    }
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { plot, ASK_CHART_AXIS_POSITIONS, FALSE, -1, { 0 }, scale });
  for (guint s = 0; s < self->series->len; s++)
    ask_chart_trace_line (self, canvas, plot, &scale, s);
  draw_ends (self, canvas, plot, &scale, 0);
  draw_ends (self, canvas, plot, &scale, self->n_points - 1);
}
