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
void    ask_chart_draw_map        (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_cloud      (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box,
                                   const AskChartScale *across,
                                   const AskChartScale *up);
void    ask_chart_get_dot_range   (const double        *values,
                                   gsize                n,
                                   double              *min,
                                   double              *max);
void    ask_chart_draw_pie        (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_value      (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_table      (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_multiples  (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_slopes     (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_bins       (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_boxes      (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_candles    (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_heat_map   (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_combination (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_waterfall  (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_funnel     (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box);
void    ask_chart_draw_radar      (AskChart            *self,
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
guint32 ask_chart_get_part_color  (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   gsize                part);
gboolean ask_chart_needs_zero     (AskChart            *self,
                                   double               min,
                                   double               max);
gboolean ask_chart_may_leave_zero (AskChart            *self);
gboolean ask_chart_has_no_axes    (AskChart            *self);
void    ask_chart_set_color       (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   guint                series,
                                   double               alpha);
void    ask_chart_init_scale      (AskChart            *self,
                                   AskChartScale       *scale,
                                   double               min,
                                   double               max,
                                   guint                max_ticks,
                                   AskChartFormat       format);
const char *ask_chart_get_unit    (AskChart            *self,
                                   const char          *unit,
                                   const char          *title);
guint   ask_chart_count_ticks     (AskChartCanvas      *canvas,
                                   double               height);
gboolean ask_chart_get_span       (AskChart            *self,
                                   guint                series,
                                   gsize                point,
                                   double              *from,
                                   double              *to);
AskChartFormat ask_chart_get_axis_format (AskChart     *self);
gsize   ask_chart_get_slot        (AskChart            *self,
                                   gsize                point);
double  ask_chart_get_slot_width  (AskChart            *self,
                                   double               width);
double  ask_chart_get_names_height (AskChart           *self,
                                   AskChartCanvas      *canvas);
void    ask_chart_draw_slot_names (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          box,
                                   double               slot);
double  ask_chart_get_x_height    (AskChart            *self,
                                   AskChartCanvas      *canvas);
double  ask_chart_get_x           (AskChart            *self,
                                   AskChartBox          plot,
                                   gsize                point);
void    ask_chart_draw_x_axis     (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          plot);
void    ask_chart_draw_number_axis (AskChartCanvas     *canvas,
                                   AskChartBox          plot,
                                   const AskChartScale *scale,
                                   const char          *label);
void    ask_chart_trace_line      (AskChart            *self,
                                   AskChartCanvas      *canvas,
                                   AskChartBox          plot,
                                   const AskChartScale *scale,
                                   guint                series);
double  ask_chart_get_y           (const AskChartScale *scale,
                                   AskChartBox          plot,
                                   double               value);

G_END_DECLS
