/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widget around a chart: it hands the drawing code a size, a palette and a cairo context, and lets people point at what was
 * drawn, by pointer and by keys. What is there stands in a tip, and in words as the accessible description. It draws nothing
 * of the chart itself.
 *
 * ::activated: a place was chosen, by click or Enter, and is the selected one now.
 * ::dressed: the person hid a series or zoomed; the chart has another look.
 */
#pragma once

#include <gtk/gtk.h>

#include "chart/ask-chart-scene.h"

G_BEGIN_DECLS

#define ASK_TYPE_CHART_VIEW (ask_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (AskChartView, ask_chart_view, ASK, CHART_VIEW, GtkWidget)

GtkWidget      *ask_chart_view_new          (void);
void            ask_chart_view_set_chart    (AskChartView       *self,
                                             AskChart           *chart);
AskChart       *ask_chart_view_get_chart    (AskChartView       *self);
void            ask_chart_view_set_small    (AskChartView       *self,
                                             gboolean            untitled);
void            ask_chart_view_redraw       (AskChartView       *self);
gboolean        ask_chart_view_get_hovered  (AskChartView       *self,
                                             AskChartPick       *pick);
gboolean        ask_chart_view_get_selected (AskChartView       *self,
                                             AskChartPick       *pick);
void            ask_chart_view_unselect     (AskChartView       *self);
gboolean        ask_chart_view_get_middle   (AskChartView       *self,
                                             const AskChartPick *pick,
                                             double             *x,
                                             double             *y);
void            ask_chart_view_zoom         (AskChartView       *self,
                                             double              from,
                                             double              to);
void            ask_chart_view_unzoom       (AskChartView       *self);

G_END_DECLS
