/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Giving a chart away: as a picture on the clipboard, or as a file of a chosen kind and size.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-jobs-chart.h"

G_BEGIN_DECLS

#define ASK_TYPE_CHART_SAVER (ask_chart_saver_get_type ())
G_DECLARE_FINAL_TYPE (AskChartSaver, ask_chart_saver, ASK, CHART_SAVER, AdwWindow)

GtkWidget *ask_chart_saver_new  (const AskChartAsked *asked,
                                 const AskChartLook  *look,
                                 const char          *title);
void       ask_chart_saver_save (AskChartSaver       *self,
                                 const char          *path);
void       ask_chart_saver_copy (GtkWidget           *widget,
                                 AskChart            *chart);

G_END_DECLS
