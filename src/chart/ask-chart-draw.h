/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the drawing files of this room share: one function a kind, and the parts of a plot.
 */
#pragma once

#include "chart/ask-chart-canvas.h"
#include "chart/ask-chart-scale.h"

G_BEGIN_DECLS

void    ask_chart_draw_bars       (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_lines      (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_dots       (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_pie        (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_value      (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_table      (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_value_axis (AskChartCanvas      *canvas,
                                   AskChartBox         *box,
                                   const AskChartScale *scale);
void    ask_chart_get_range       (AskChart            *self,
                                   gsize                n_points,
                                   double              *min,
                                   double              *max);
guint32 ask_chart_get_color       (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   guint                series);
guint   ask_chart_count_ticks     (AskChartCanvas      *canvas,
                                   double               height);

G_END_DECLS
