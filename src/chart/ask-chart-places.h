/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chart a place at a time: what stands there, as values and in words, for tooltips and for those who hear it.
 */
#pragma once

#include "chart/ask-chart-scene.h"

G_BEGIN_DECLS

/**
 * AskChartReading:
 * @name: of a series, or of a column
 * @text: its value there, as it is written; "–" for none
 * @color: 0xRRGGBB of @theme, 0 where it has none of its own
 * @colored: whether it has one
 * @chosen: whether it is the series that is pointed at
 *
 * One line of a tooltip.
 */
typedef struct
{
  char *name;
  char *text;
  guint32 color;
  gboolean colored;
  gboolean chosen;
} AskChartReading;

char      *ask_chart_dup_place_name (AskChart            *self,
                                     const AskChartPick  *pick);
GPtrArray *ask_chart_list_readings  (AskChart            *self,
                                     const AskChartPick  *pick,
                                     const AskChartTheme *theme);
char      *ask_chart_dup_place_text (AskChart            *self,
                                     const AskChartPick  *pick);

G_END_DECLS
