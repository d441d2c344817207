/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Charts, off the main thread: choosing one with what a person changed, keeping that, and writing it to a file.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "chart/ask-chart-look.h"

G_BEGIN_DECLS

/**
 * AskChartAsked:
 * @rows: what is drawn
 * @question: (nullable): what was asked
 * @wish: (nullable): the kind of chart that was wished for
 *
 * What a chart is chosen of.
 */
typedef struct
{
  AskRows *rows;
  const char *question;
  const char *wish;
} AskChartAsked;

/**
 * AskChartDrawn:
 * @chart: (transfer full): take it by setting it to %NULL
 * @choices: (element-type AskChartChoice): all kinds, and why some cannot be drawn
 */
typedef struct
{
  AskChart *chart;
  GPtrArray *choices;
} AskChartDrawn;

void ask_chart_drawn_free (AskChartDrawn *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskChartDrawn, ask_chart_drawn_free)

AskJob *ask_jobs_draw_chart (const AskChartAsked *asked,
                             const AskChartLook  *look);
AskJob *ask_jobs_query_rows (const char          *sql);
AskJob *ask_jobs_keep_look  (gint64               history_id,
                             const AskChartLook  *look);
AskJob *ask_jobs_save_chart (const AskChartAsked *asked,
                             const AskChartLook  *look,
                             const AskChartPaper *paper,
                             const char          *path);

G_END_DECLS
