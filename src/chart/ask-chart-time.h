/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times as results spell them: "2025-03-01", "2025-03", "2025-Q1", "2025-W07", "Mar 2025", "Monday".
 * Reads them into a position that sorts and spaces, and prints positions as labels. Pure functions,
 * safe on every thread; no time zone is ever applied, a clock time is drawn as it is written.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * AskChartTime:
 *
 * What one step of a column of times is. Up to %ASK_CHART_TIME_YEAR a position is days since
 * 1970-01-01; from there on it is a number in a cycle, such as 3 for March, Wednesday or 3.
 */
typedef enum
{
  ASK_CHART_TIME_NONE,
  ASK_CHART_TIME_SECOND,
  ASK_CHART_TIME_DAY,
  ASK_CHART_TIME_WEEK,
  ASK_CHART_TIME_MONTH,
  ASK_CHART_TIME_QUARTER,
  ASK_CHART_TIME_YEAR,
  ASK_CHART_TIME_MONTH_OF_YEAR,
  ASK_CHART_TIME_QUARTER_OF_YEAR,
  ASK_CHART_TIME_WEEKDAY,
  ASK_CHART_TIME_CLOCK, /* minutes since midnight */
  ASK_CHART_TIME_NUMBER /* an hour, a week or a day of the month, as a number */
} AskChartTime;

gboolean    ask_chart_time_is_cyclic   (AskChartTime  unit);
gboolean    ask_chart_time_parse       (const char   *text,
                                        gsize         length,
                                        AskChartTime *unit,
                                        double       *position);
double      ask_chart_time_from_civil  (int           year,
                                        int           month,
                                        int           day);
void        ask_chart_time_to_civil    (double        position,
                                        int          *year,
                                        int          *month,
                                        int          *day);
double      ask_chart_time_get_end     (AskChartTime  unit,
                                        double        from);
char       *ask_chart_time_format      (AskChartTime  unit,
                                        double        position);
void        ask_chart_time_format_tick (AskChartTime  unit,
                                        double        position,
                                        double        before,
                                        char        **upper,
                                        char        **lower);
GArray     *ask_chart_time_ticks       (AskChartTime  unit,
                                        double        min,
                                        double        max,
                                        guint         max_ticks,
                                        AskChartTime *tick_unit);

G_END_DECLS
