/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists of colours for series: read from a setting, and looked at as people see them who see no red or no green.
 */
#pragma once

#include "chart/ask-chart.h"

G_BEGIN_DECLS

/** AskChartVision: how eyes see colours: all of them, without the long waves (red), or without the middle ones (green) */
typedef enum
{
  ASK_CHART_VISION_FULL,
  ASK_CHART_VISION_PROTANOPIA,
  ASK_CHART_VISION_DEUTERANOPIA
} AskChartVision;

/** ASK_CHART_ALIKE: colours nearer to each other than this, as of ask_chart_color_distance(), are easily taken for one */
#define ASK_CHART_ALIKE 12.0

gboolean ask_chart_color_parse       (const char        *text,
                                      guint32           *color);
char    *ask_chart_color_to_text     (guint32            color);
guint32  ask_chart_color_simulate    (guint32            color,
                                      AskChartVision     vision);
double   ask_chart_color_distance    (guint32            a,
                                      guint32            b);
guint    ask_chart_palette_parse     (const char *const *colors,
                                      guint32           *palette,
                                      GError           **error);
char    *ask_chart_palette_judge     (const guint32     *palette,
                                      guint              n);
void     ask_chart_theme_set_palette (AskChartTheme     *theme,
                                      const char *const *colors);

G_END_DECLS
