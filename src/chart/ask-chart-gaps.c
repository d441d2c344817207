/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a line over time has a hole. A month that no row names is not known to be zero: a count of nothing may be,
 * an average of nothing is not, and rows do not tell which. So nothing is ever filled in; the line breaks there.
 *
 * Weeks, months, quarters, years and the steps of a cycle follow each other, so that each one between two others is
 * missing, unless the series plainly goes in longer steps (every third month, every tenth year). Days and moments are
 * often those on which something happened. There a hole is seen only against a rhythm: most steps are alike.
 */
#include "config.h"

#include "chart/ask-chart-gaps.h"

#include <math.h>
#include <string.h>

/* So many steps tell the rhythm of a series of any length. */
#define MAX_SAMPLE 1000

/* Of days and moments, so many steps of the sample must be alike. */
#define RHYTHM 0.75

static gboolean
is_period (AskChartTime unit)
{
  return unit != ASK_CHART_TIME_SECOND && unit != ASK_CHART_TIME_DAY && unit != ASK_CHART_TIME_CLOCK;
}

/* 0 is Monday; 1970-01-01 was a Thursday. */
static int
weekday_of (double position)
{
  return (int) fmod (fmod (floor (position) + 3, 7) + 7, 7);
}

/* @working: weekends do not count
 *
 * Returns: a number that grows by one from step to step of the unit */
static double
count_steps (AskChartTime unit, gboolean working, double position)
{
  int year, month, day;

  switch (unit)
    {
    case ASK_CHART_TIME_WEEK:
      return floor (position / 7);
    case ASK_CHART_TIME_MONTH:
    case ASK_CHART_TIME_QUARTER:
    case ASK_CHART_TIME_YEAR:
      ask_chart_time_to_civil (position, &year, &month, &day);
      return unit == ASK_CHART_TIME_YEAR    ? year
             : unit == ASK_CHART_TIME_MONTH ? year * 12.0 + month - 1
                                            : year * 4.0 + (month - 1) / 3;
    case ASK_CHART_TIME_DAY:
      return working ? floor ((floor (position) + 3) / 7) * 5 + weekday_of (position) : position;
    default:
      return position;
    }
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* @steps: sorted
 *
 * Returns: the step that the series goes in, 0 where it has none */
static double
find_step (AskChartTime unit, const double *steps, gsize n)
{
  double least = steps[0], middle = steps[n / 2];
  gsize alike = 0;

  if (is_period (unit))
    {
      for (gsize i = 0; i < n; i++)
        {
          if (fmod (steps[i], least) != 0)
            return 1;
          alike += steps[i] == least;
        }
      return n > 1 && alike * 2 > n ? least : 1;
    }
  for (gsize i = 0; i < n; i++)
    alike += fabs (steps[i] - middle) <= middle * 0.1;
  return n > 2 && (double) alike >= RHYTHM * (double) n ? middle : 0;
}

/**
 * ask_chart_find_gaps:
 * @unit: what a step is
 * @positions: (array length=n): where the rows are, each beyond the one before
 * @n: how many rows there are; with fewer than two nothing is missing
 * @missing: (array length=n) (out caller-allocates): how many steps are missing before each position; none before
 *   the first
 *
 * Returns: how many are missing in all
 */
gsize
ask_chart_find_gaps (AskChartTime unit, const double *positions, gsize n, gsize *missing)
{
  gsize n_steps = MIN (n > 0 ? n - 1 : 0, MAX_SAMPLE);
  g_autofree double *steps = g_new (double, MAX (1, n_steps));
  gboolean working = unit == ASK_CHART_TIME_DAY;
  gsize all = 0;
  double step;

  for (gsize i = 0; i < n; i++)
    {
      missing[i] = 0;
      working = working && weekday_of (positions[i]) < 5;
    }
  if (n_steps == 0)
    return 0;
  for (gsize i = 0; i < n_steps; i++)
    {
      gsize at = i * (n - 1) / n_steps;

      steps[i] = count_steps (unit, working, positions[at + 1]) - count_steps (unit, working, positions[at]);
    }
  qsort (steps, n_steps, sizeof *steps, compare_doubles);
  step = find_step (unit, steps, n_steps);
  for (gsize i = 1; i < n && step > 0; i++)
    {
      double width = count_steps (unit, working, positions[i]) - count_steps (unit, working, positions[i - 1]);

      missing[i] = width > step * 1.5 ? (gsize) MAX (1, floor (width / step + 0.5) - 1) : 0;
      all += missing[i];
    }
  return all;
}
