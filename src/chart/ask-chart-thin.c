/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Made once when a chart is built; a width or a zoom of any size uses the same blocks.
 */
#include "config.h"

#include "chart/ask-chart-thin.h"

#include <math.h>

struct _AskChartThin
{
  const double *values;
  AskChartBlock *blocks;
};

/**
 * ask_chart_thin_new:
 * @values: (array length=n): of a series; they have to live
 * @missing: (nullable) (array length=n): how many steps are missing before each
 * @n: how many points there are
 *
 * Returns: (transfer full) (nullable): the blocks; %NULL for a line that is too short to need them
 */
AskChartThin *
ask_chart_thin_new (const double *values, const gsize *missing, gsize n)
{
  AskChartThin *self;

  if (n < ASK_CHART_THIN_FROM)
    return NULL;
  self = g_new0 (AskChartThin, 1);
  self->values = values;
  self->blocks = g_new (AskChartBlock, n / ASK_CHART_THIN_BLOCK);
  for (gsize b = 0; b < n / ASK_CHART_THIN_BLOCK; b++)
    {
      const double *from = values + b * ASK_CHART_THIN_BLOCK;
      AskChartBlock block = { INFINITY, -INFINITY, TRUE };

      for (gsize i = 0; i < ASK_CHART_THIN_BLOCK; i++)
        {
          block.plain
            = block.plain && isfinite (from[i]) && (missing == NULL || missing[b * ASK_CHART_THIN_BLOCK + i] == 0);
          block.min = MIN (block.min, from[i]);
          block.max = MAX (block.max, from[i]);
        }
      self->blocks[b] = block;
    }
  return self;
}

/** ask_chart_thin_free: @self: (nullable): blocks. Frees them; the values stay. */
void
ask_chart_thin_free (AskChartThin *self)
{
  if (self == NULL)
    return;
  g_free (self->blocks);
  g_free (self);
}

/**
 * ask_chart_thin_find:
 * @series: a series, or the part of one that is seen
 * @point: one of its points
 * @n_points: how many it has
 *
 * Returns: (transfer none) (nullable): the plain block that begins at @point and lies within the series; %NULL for none
 */
const AskChartBlock *
ask_chart_thin_find (const AskChartSeries *series, gsize point, gsize n_points)
{
  const AskChartBlock *block;
  gsize at;

  if (series->thin == NULL || point + ASK_CHART_THIN_BLOCK > n_points)
    return NULL;
  at = (gsize) (series->values - series->thin->values) + point;
  if (at % ASK_CHART_THIN_BLOCK != 0)
    return NULL;
  block = &series->thin->blocks[at / ASK_CHART_THIN_BLOCK];
  return block->plain ? block : NULL;
}
