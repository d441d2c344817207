/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What lies on what: the spans of stacked bars and areas, of a whole or of 100 %. Values below zero hang from it.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"

/** ask_chart_is_stacked: Returns: whether the series of a place lie on each other */
gboolean
ask_chart_is_stacked (AskChart *self)
{
  return self->kind == ASK_CHART_STACKED_BAR || self->kind == ASK_CHART_PERCENT_BAR
         || self->kind == ASK_CHART_STACKED_AREA;
}

/** ask_chart_get_axis_format: Returns: how numbers on the value axis are written */
AskChartFormat
ask_chart_get_axis_format (AskChart *self)
{
  return self->kind == ASK_CHART_PERCENT_BAR ? ASK_CHART_FORMAT_FRACTION : self->format;
}

/**
 * ask_chart_get_span:
 * @series: from 0
 * @point: a place
 * @from: (out): where the series starts at that place: where the last one of its sign ended
 * @to: (out): where it ends; of bars of 100 % both are shares of the place
 *
 * Returns: whether the series has a value there
 */
gboolean
ask_chart_get_span (AskChart *self, guint series, gsize point, double *from, double *to)
{
  double value = ask_chart_get_value (self, series, point), total = 0;

  *from = *to = 0;
  if (!isfinite (value))
    return FALSE;
  for (guint i = 0; i < self->series->len; i++)
    {
      double other = ask_chart_get_value (self, i, point);

      if (!isfinite (other))
        continue;
      total += other;
      if (i < series && (other < 0) == (value < 0))
        *from += other;
    }
  *to = *from + value;
  if (self->kind == ASK_CHART_PERCENT_BAR)
    {
      *from = total > 0 ? *from / total : 0;
      *to = total > 0 ? *to / total : 0;
    }
  return TRUE;
}
