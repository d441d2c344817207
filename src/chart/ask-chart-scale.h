/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers on paper: round ticks for an axis, and numbers as people read them. Pure functions over
 * finite doubles, safe on every thread; they never print a digit that the value does not have.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskChartFormat:
 * @ASK_CHART_FORMAT_NUMBER: 12,300 and 0.25
 * @ASK_CHART_FORMAT_PLAIN: 2025; years and identifiers have no separators
 * @ASK_CHART_FORMAT_FRACTION: 0.25 is 25%
 * @ASK_CHART_FORMAT_PERCENT: 25 is 25%
 */
typedef enum
{
  ASK_CHART_FORMAT_NUMBER,
  ASK_CHART_FORMAT_PLAIN,
  ASK_CHART_FORMAT_FRACTION,
  ASK_CHART_FORMAT_PERCENT
} AskChartFormat;

/**
 * AskChartScale:
 *
 * From values to a share of an axis. @min and @max are ticks themselves, unless they were given.
 */
typedef struct
{
  double min;
  double max;
  double step;
  guint n_ticks;
  AskChartFormat format;
  const char *unit; /* (nullable): what the values are in; one tick says it, see ask_chart_scale_dup_label() */
  double offset; /* of the first tick from @min: 0 but where the ends were given */
  gboolean exact; /* the ends were given: values may lie beyond them */
  gboolean open; /* what lies beyond is beyond, and not at the end */
} AskChartScale;

void    ask_chart_scale_init       (AskChartScale       *self,
                                    double               min,
                                    double               max,
                                    gboolean             from_zero,
                                    guint                max_ticks,
                                    AskChartFormat       format);
void    ask_chart_scale_init_exactly (AskChartScale     *self,
                                    double               min,
                                    double               max,
                                    guint                max_ticks,
                                    AskChartFormat       format);
double  ask_chart_scale_get        (const AskChartScale *self,
                                    double               value);
double  ask_chart_scale_get_tick   (const AskChartScale *self,
                                    guint                tick);
char   *ask_chart_scale_dup_label  (const AskChartScale *self,
                                    guint                tick);
char   *ask_chart_scale_dup_baseline (const AskChartScale *self);
char   *ask_chart_format_number    (double               value,
                                    AskChartFormat       format);
char   *ask_chart_format_amount    (double               value,
                                    AskChartFormat       format,
                                    const char          *unit);
char   *ask_chart_format_exact     (double               value,
                                    AskChartFormat       format);
char   *ask_chart_format_compact   (double               value,
                                    AskChartFormat       format);

G_END_DECLS
