/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widget around a chart: it hands the drawing code a size, a palette and a cairo context, and
 * says in words what the picture shows. It draws nothing itself.
 */
#pragma once

#include <gtk/gtk.h>

#include "chart/ask-chart.h"

G_BEGIN_DECLS

#define ASK_TYPE_CHART_AREA (ask_chart_area_get_type ())
G_DECLARE_FINAL_TYPE (AskChartArea, ask_chart_area, ASK, CHART_AREA, GtkWidget)

GtkWidget *ask_chart_area_new       (void);
void       ask_chart_area_set_chart (AskChartArea *self,
                                     AskChart     *chart);

G_END_DECLS
