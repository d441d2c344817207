/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is drawn over a chart: where one is, and what is selected. The chart beneath is not drawn anew for it.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"
#include "chart/ask-chart-scene-private.h"

static void
set_color (cairo_t *cr, guint32 color, double alpha)
{
  cairo_set_source_rgba (cr, ((color >> 16) & 255) / 255.0, ((color >> 8) & 255) / 255.0, (color & 255) / 255.0, alpha);
}

static void
trace_mark (cairo_t *cr, const AskChartMark *mark)
{
  double x = mark->box.x + mark->box.width / 2, y = mark->box.y + mark->box.height / 2, radius = mark->box.width / 2;

  cairo_new_path (cr);
  switch (mark->shape)
    {
    case ASK_CHART_SHAPE_DOT:
      cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
      break;
    case ASK_CHART_SHAPE_SECTOR:
      cairo_arc (cr, x, y, radius, mark->from, mark->to);
      cairo_arc_negative (cr, x, y, mark->inner, mark->to, mark->from);
      cairo_close_path (cr);
      break;
    default:
      cairo_rectangle (cr, mark->box.x, mark->box.y, mark->box.width, mark->box.height);
      break;
    }
}

/* An outline that is seen on dark and on light. */
static void
draw_outline (AskChartScene *self, cairo_t *cr, const AskChartTheme *theme, gboolean selected)
{
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  set_color (cr, theme->background, 0.9);
  cairo_set_line_width (cr, self->stroke * (selected ? 0.42 : 0.34));
  cairo_stroke_preserve (cr);
  set_color (cr, theme->text, 1);
  cairo_set_line_width (cr, self->stroke * (selected ? 0.24 : 0.14));
  cairo_stroke (cr);
}

static void
draw_on_lines (AskChartScene *self, cairo_t *cr, const AskChartPlot *plot, const AskChartPick *seen,
               const AskChartTheme *theme, gboolean selected)
{
  AskChart *chart = &self->shown.chart;
  double x = ask_chart_scene_get_across (self, plot, seen->place), y;

  set_color (cr, theme->muted, 1);
  cairo_set_line_width (cr, selected ? 2 : 1);
  cairo_move_to (cr, floor (x) + 0.5, plot->box.y);
  cairo_line_to (cr, floor (x) + 0.5, plot->box.y + plot->box.height);
  cairo_stroke (cr);
  for (guint s = 0; s < chart->series->len; s++)
    {
      gboolean main = seen->series < 0 || seen->series == (int) s;

      if (!ask_chart_scene_get_point (self, plot, s, seen->place, &y))
        continue;
      cairo_new_path (cr);
      cairo_arc (cr, x, y, self->stroke * (main ? 0.45 : 0.28), 0, 2 * G_PI);
      set_color (cr, theme->series[((AskChartSeries *) chart->series->pdata[s])->index % ASK_CHART_N_COLORS], 1);
      cairo_fill_preserve (cr);
      draw_outline (self, cr, theme, FALSE);
    }
}

static void
draw_band (AskChartScene *self, cairo_t *cr, const AskChartPlot *plot, gsize place, const AskChartTheme *theme)
{
  AskChart *chart = &self->shown.chart;
  double at = ask_chart_scene_get_across (self, plot, place), width;

  set_color (cr, theme->text, 0.07);
  if (plot->lying)
    {
      width = plot->box.height / MAX (1, plot->across.max);
      cairo_rectangle (cr, plot->box.x, at - width / 2, plot->box.width, width);
    }
  else
    {
      width = ask_chart_get_slot_width (chart, plot->box.width);
      cairo_rectangle (cr, at - width / 2, plot->box.y, width, plot->box.height);
    }
  cairo_fill (cr);
}

/**
 * ask_chart_scene_draw_marker:
 * @cr: (transfer none): the paper that the scene was drawn on, or one of its size
 * @pick: of the chart; nothing is drawn for what is not seen
 * @theme: as of the chart
 * @selected: whether it is chosen, and not only pointed at
 */
void
ask_chart_scene_draw_marker (AskChartScene *self, cairo_t *cr, const AskChartPick *pick, const AskChartTheme *theme,
                             gboolean selected)
{
  AskChartPick seen;

  if (!ask_chart_scene_translate (self, pick, &seen))
    return;
  cairo_save (cr);
  cairo_new_path (cr);
  for (guint i = 0; i < self->plots->len; i++)
    {
      const AskChartPlot *plot = &g_array_index (self->plots, AskChartPlot, i);

      if (plot->axis == ASK_CHART_AXIS_SLOTS)
        draw_band (self, cr, plot, seen.place, theme);
      else if (plot->axis == ASK_CHART_AXIS_POSITIONS)
        draw_on_lines (self, cr, plot, &seen, theme, selected);
    }
  for (guint i = 0; i < self->marks->len; i++)
    {
      const AskChartMark *mark = &g_array_index (self->marks, AskChartMark, i);

      if (mark->place != seen.place || (seen.series >= 0 && mark->series >= 0 && mark->series != seen.series))
        continue;
      trace_mark (cr, mark);
      draw_outline (self, cr, theme, selected);
    }
  cairo_restore (cr);
}
