/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chart that can be worked with: the picture, and above it what changes it, takes it back, enlarges it and gives it away.
 *
 * ::changed: the chart has another look, which is to stay with its answer.
 * ::wants-behind: (uu) the rows behind a cell of the result are asked for: its row and its column.
 *
 * By a finer unit of time the same is asked of the workspace, and shown in the place of the chart until the person goes back.
 */
#pragma once

#include "app/charts/ask-chart-view.h"
#include "app/jobs/ask-jobs-chart.h"

G_BEGIN_DECLS

/**
 * AskChartDrill:
 *
 * What whoever has the chart can do for it: look for rows behind a cell, and have a query run.
 */
typedef enum
{
  ASK_CHART_DRILL_NONE = 0,
  ASK_CHART_DRILL_BEHIND = 1 << 0,
  ASK_CHART_DRILL_QUERY = 1 << 1
} AskChartDrill;

#define ASK_TYPE_CHART_DESK (ask_chart_desk_get_type ())
G_DECLARE_FINAL_TYPE (AskChartDesk, ask_chart_desk, ASK, CHART_DESK, GtkWidget)

GtkWidget          *ask_chart_desk_new      (const AskChartAsked *asked,
                                             AskChart            *chart,
                                             AskChartDrill        drill);
void                ask_chart_desk_set_sql  (AskChartDesk        *self,
                                             const char          *sql,
                                             const char          *path);
AskChart           *ask_chart_desk_get_chart (AskChartDesk       *self);
AskChartView       *ask_chart_desk_get_view (AskChartDesk        *self);
const AskChartLook *ask_chart_desk_get_look (AskChartDesk        *self);
void                ask_chart_desk_set_look (AskChartDesk        *self,
                                             const AskChartLook  *look);

G_END_DECLS
