/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How charts look in the window: its font, its text size, light, dark or high contrast, and the palette of the settings.
 */
#pragma once

#include <gtk/gtk.h>

#include "chart/ask-chart-palette.h"

G_BEGIN_DECLS

/** ASK_CHART_COLORS_KEY: of the settings: the colours of series, each as "#rrggbb"; empty for our own */
#define ASK_CHART_COLORS_KEY "chart-colors"

GSettings *ask_chart_dress_get_settings (void);
char     **ask_chart_dress_dup_palette  (void);
void       ask_chart_dress_fill         (GtkWidget     *widget,
                                         AskChartTheme *theme);

G_END_DECLS
