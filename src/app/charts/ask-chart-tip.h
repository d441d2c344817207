/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands at a place of a chart, in a small box beside it. Private to this room.
 */
#pragma once

#include <gtk/gtk.h>

#include "chart/ask-chart-palette.h"
#include "chart/ask-chart-places.h"

G_BEGIN_DECLS

GtkWidget *ask_chart_tip_new  (void);
void       ask_chart_tip_show (GtkWidget           *tip,
                               AskChart            *chart,
                               const AskChartPick  *pick,
                               const AskChartTheme *theme,
                               int                  room);

G_END_DECLS
