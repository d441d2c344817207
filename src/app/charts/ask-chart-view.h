/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widget around a chart: it hands the drawing code a size, a palette and a cairo context, and
 * says in words what the picture shows. It draws nothing itself.
 */
#pragma once

#include <gtk/gtk.h>

#include "chart/ask-chart.h"

G_BEGIN_DECLS

#define ASK_TYPE_CHART_VIEW (ask_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (AskChartView, ask_chart_view, ASK, CHART_VIEW, GtkWidget)

GtkWidget *ask_chart_view_new       (void);
void       ask_chart_view_set_chart (AskChartView *self,
                                     AskChart     *chart);

G_END_DECLS
