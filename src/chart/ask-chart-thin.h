/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The extremes of a long line, block by block, so that a frame looks at a few numbers for each pixel and loses no extreme.
 * Private to this room.
 */
#pragma once

#include "chart/ask-chart-private.h"

G_BEGIN_DECLS

/** ASK_CHART_THIN_BLOCK: how many points a block has */
#define ASK_CHART_THIN_BLOCK 64

/** ASK_CHART_THIN_FROM: shorter lines need none */
#define ASK_CHART_THIN_FROM 8192

/**
 * AskChartBlock:
 * @plain: whether each point has a value and follows the one before
 */
typedef struct
{
  double min;
  double max;
  gboolean plain;
} AskChartBlock;

AskChartThin        *ask_chart_thin_new  (const double         *values,
                                          const gsize          *missing,
                                          gsize                 n);
void                 ask_chart_thin_free (AskChartThin         *self);
const AskChartBlock *ask_chart_thin_find (const AskChartSeries *series,
                                          gsize                 point,
                                          gsize                 n_points);

G_END_DECLS
