/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be changed of a chart, as rows of a form. It works out nothing: each change makes a look, which whoever draws the
 * chart takes, and shows what came of it.
 *
 * ::changed: the person changed something; see ask_chart_panel_get_look().
 */
#pragma once

#include <gtk/gtk.h>

#include "chart/ask-chart-look.h"

G_BEGIN_DECLS

#define ASK_TYPE_CHART_PANEL (ask_chart_panel_get_type ())
G_DECLARE_FINAL_TYPE (AskChartPanel, ask_chart_panel, ASK, CHART_PANEL, GtkWidget)

GtkWidget          *ask_chart_panel_new      (void);
void                ask_chart_panel_show     (AskChartPanel *self,
                                              AskChart      *chart,
                                              GPtrArray     *choices);
const AskChartLook *ask_chart_panel_get_look (AskChartPanel *self);

G_END_DECLS
