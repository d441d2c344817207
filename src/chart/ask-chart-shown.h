/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of a chart that is seen: without what is hidden, and within the zoom. Private to this room.
 */
#pragma once

#include "chart/ask-chart-private.h"

G_BEGIN_DECLS

/**
 * AskChartShown:
 * @chart: what drawing takes for the chart: its places and series are those that are seen. It shares all else with the chart
 *   that it was made of, which has to live
 *
 * The other members are its own.
 */
typedef struct
{
  AskChart chart;
  gsize first;
  gsize *dots;
  GPtrArray *series;
  GPtrArray *labels;
  GPtrArray *owned;
} AskChartShown;

void     ask_chart_shown_init        (AskChartShown *self,
                                      AskChart      *of);
void     ask_chart_shown_clear       (AskChartShown *self);
gsize    ask_chart_shown_get_place   (AskChartShown *self,
                                      gsize          place);
gboolean ask_chart_shown_find_place  (AskChartShown *self,
                                      gsize          place,
                                      gsize         *found);
int      ask_chart_shown_find_series (AskChartShown *self,
                                      guint          series);
gboolean ask_chart_zooms             (AskChart      *self);
gboolean ask_chart_zooms_up          (AskChart      *self);

G_END_DECLS
