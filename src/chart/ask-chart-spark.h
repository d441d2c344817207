/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sparklines: a course as small as a word, for the cell of a table.
 */
#pragma once

#include "chart/ask-chart.h"

G_BEGIN_DECLS

/**
 * AskChartSpark:
 * @values: (array length=n_values): from the first step to the last; NAN is a gap
 * @bars: bars from zero instead of a line
 */
typedef struct
{
  const double *values;
  gsize n_values;
  gboolean bars;
} AskChartSpark;

void  ask_chart_draw_spark     (cairo_t             *cr,
                                double               width,
                                double               height,
                                const AskChartSpark *spark,
                                const AskChartTheme *theme);
char *ask_chart_describe_spark (const AskChartSpark *spark);

G_END_DECLS
