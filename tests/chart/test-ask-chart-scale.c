/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ticks, numbers and times as text.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "chart/ask-chart-scale.h"
#include "chart/ask-chart-time.h"

static void
test_numbers (void)
{
  static const struct
  {
    double value;
    AskChartFormat format;
    const char *number;
    const char *compact;
    const char *exact;
  } cases[] = {
    { 0, ASK_CHART_FORMAT_NUMBER, "0", "0", "0" },
    { -0.0, ASK_CHART_FORMAT_NUMBER, "0", "0", "0" },
    { 12300, ASK_CHART_FORMAT_NUMBER, "12,300", "12.3k", "12,300" },
    { 1234567.89, ASK_CHART_FORMAT_NUMBER, "1,234,568", "1.2M", "1,234,567.89" },
    { -800.5, ASK_CHART_FORMAT_NUMBER, "−800.5", "−800.5", "−800.50" },
    { 0.25, ASK_CHART_FORMAT_FRACTION, "25\u00a0%", "25\u00a0%", "25\u00a0%" },
    { 8.123, ASK_CHART_FORMAT_PERCENT, "8.1\u00a0%", "8.1\u00a0%", "8.1\u00a0%" },
    { 2025, ASK_CHART_FORMAT_PLAIN, "2025", "2025", "2025" },
    { 0.00123, ASK_CHART_FORMAT_NUMBER, "0.00123", "0.00123", "0.00123" },
    { -0.0000000000000001, ASK_CHART_FORMAT_NUMBER, "0", "0", "0.000000000000" },
    { 1e20, ASK_CHART_FORMAT_NUMBER, "1e+20", NULL, "1e+20" },
    { INFINITY, ASK_CHART_FORMAT_NUMBER, "∞", "∞", "∞" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *number = ask_chart_format_number (cases[i].value, cases[i].format);
      g_autofree char *compact = ask_chart_format_compact (cases[i].value, cases[i].format);
      g_autofree char *exact = ask_chart_format_exact (cases[i].value, cases[i].format);

      g_assert_cmpstr (number, ==, cases[i].number);
      g_assert_cmpstr (exact, ==, cases[i].exact);
      if (cases[i].compact != NULL)
        g_assert_cmpstr (compact, ==, cases[i].compact);
    }
}

/* Ticks hold the range, are at most as many as asked for, and are 1, 2 or 5 times a power of ten. */
static void
check_scale (double min, double max, gboolean zero, guint most)
{
  AskChartScale scale;
  double lead;

  ask_chart_scale_init (&scale, min, max, zero, most, ASK_CHART_FORMAT_NUMBER);
  g_assert_cmpuint (scale.n_ticks, <=, MAX (most, min < 0 && max > 0 ? 3 : 2));
  g_assert_cmpuint (scale.n_ticks, >=, 2);
  g_assert_true (isfinite (scale.min) && isfinite (scale.max) && scale.max > scale.min);
  g_assert_cmpfloat (ask_chart_scale_get (&scale, CLAMP (min, -1e300, 1e300)), >=, 0);
  g_assert_cmpfloat (scale.min, <=, CLAMP (min, -1e300, 1e300) + scale.step * 1e-6);
  g_assert_cmpfloat (scale.max, >=, CLAMP (max, -1e300, 1e300) - scale.step * 1e-6);
  if (zero)
    {
      g_assert_cmpfloat (scale.min, <=, 0);
      g_assert_cmpfloat (scale.max, >=, 0);
    }
  lead = scale.step / pow (10, floor (log10 (scale.step) + 1e-9));
  g_assert_true (fabs (lead - 1) < 1e-6 || fabs (lead - 2) < 1e-6 || fabs (lead - 5) < 1e-6);
  for (guint i = 0; i < scale.n_ticks; i++)
    {
      g_autofree char *label = ask_chart_scale_dup_label (&scale, i);

      g_assert_cmpint (*label, !=, '\0');
    }
}

static void
test_ticks (void)
{
  static const double odd[][2] = {
    { 0, 0 },
    { 5, 5 },
    { -3, -3 },
    { 0, 1e308 },
    { -1e308, 1e308 },
    { 1e-308, 2e-308 },
    { 1e15, 1e15 + 1 },
    { -1e-9, 1e-9 },
    { 0.1, 0.30000000004 },
    { -17, 4 },
    { 999999, 1000001 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    for (guint most = 2; most < 10; most++)
      {
        check_scale (odd[i][0], odd[i][1], TRUE, most);
        check_scale (odd[i][0], odd[i][1], FALSE, most);
      }
  for (guint i = 0; i < 2000; i++)
    {
      double power = pow (10, g_test_rand_double_range (-12, 14));
      double a = g_test_rand_double_range (-1, 1) * power;
      double b = g_test_rand_double_range (-1, 1) * power;

      check_scale (MIN (a, b), MAX (a, b), g_test_rand_bit (), (guint) g_test_rand_int_range (2, 12));
    }
}

static char *
join_ticks (double min, double max, AskChartFormat format, const char *unit)
{
  GString *text = g_string_new (NULL);
  AskChartScale scale;

  ask_chart_scale_init (&scale, min, max, TRUE, 6, format);
  scale.unit = unit;
  for (guint i = 0; i < scale.n_ticks; i++)
    {
      g_autofree char *label = ask_chart_scale_dup_label (&scale, i);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", label);
    }
  return g_string_free (text, FALSE);
}

/* In one magnitude, and one of them says the unit: not zero, which is the same in all of them. */
static void
test_tick_labels (void)
{
  static const struct
  {
    double min;
    double max;
    AskChartFormat format;
    const char *unit;
    const char *ticks;
  } cases[] = {
    { 0, 40000, ASK_CHART_FORMAT_NUMBER, NULL, "0 10k 20k 30k 40k" },
    { 0, 8000, ASK_CHART_FORMAT_NUMBER, NULL, "0 2,000 4,000 6,000 8,000" },
    { 0, 40000, ASK_CHART_FORMAT_NUMBER, "EUR", "0 10k 20k 30k €40k" },
    { 0, 8, ASK_CHART_FORMAT_NUMBER, "kg", "0 2 4 6 8\u00a0kg" },
    { -4, 0, ASK_CHART_FORMAT_NUMBER, "USD", "−$4 −3 −2 −1 0" },
    { 0, 0.5, ASK_CHART_FORMAT_FRACTION, NULL, "0 10 20 30 40 50\u00a0%" },
    { 0, 0.5, ASK_CHART_FORMAT_FRACTION, "EUR", "0 10 20 30 40 50\u00a0%" },
    { -20, 20, ASK_CHART_FORMAT_PERCENT, NULL, "−20 −10 0 10 20\u00a0%" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *ticks = join_ticks (cases[i].min, cases[i].max, cases[i].format, cases[i].unit);

      g_assert_cmpstr (ticks, ==, cases[i].ticks);
    }
}

static void
test_times (void)
{
  static const struct
  {
    const char *text;
    AskChartTime unit;
    const char *label;
  } cases[] = {
    { "2025-03-01", ASK_CHART_TIME_DAY, "1 Mar 2025" },
    { "2024-02-29", ASK_CHART_TIME_DAY, "29 Feb 2024" },
    { "2025-03-01T00:00:00Z", ASK_CHART_TIME_DAY, "1 Mar 2025" },
    { "2025-03-01 12:30:15.5+01:00", ASK_CHART_TIME_SECOND, NULL },
    { "2025-03-01 12:30", ASK_CHART_TIME_SECOND, "1 Mar 2025, 12:30" },
    { "01.03.2025", ASK_CHART_TIME_DAY, "1 Mar 2025" },
    { "2025-03", ASK_CHART_TIME_MONTH, "Mar 2025" },
    { "2025/03", ASK_CHART_TIME_MONTH, "Mar 2025" },
    { "Mar 2025", ASK_CHART_TIME_MONTH, "Mar 2025" },
    { "March 2025", ASK_CHART_TIME_MONTH, "Mar 2025" },
    { "März 2025", ASK_CHART_TIME_MONTH, "Mar 2025" },
    { "2025-Q3", ASK_CHART_TIME_QUARTER, "Q3 2025" },
    { "2025Q3", ASK_CHART_TIME_QUARTER, "Q3 2025" },
    { "Q3 2025", ASK_CHART_TIME_QUARTER, "Q3 2025" },
    { "2025-W07", ASK_CHART_TIME_WEEK, "W07 2025" },
    { "2020-W53", ASK_CHART_TIME_WEEK, "W53 2020" },
    { "2021-W01", ASK_CHART_TIME_WEEK, "W01 2021" },
    { "2025", ASK_CHART_TIME_YEAR, "2025" },
    { "september", ASK_CHART_TIME_MONTH_OF_YEAR, "Sep" },
    { "Sept", ASK_CHART_TIME_MONTH_OF_YEAR, "Sep" },
    { "Q2", ASK_CHART_TIME_QUARTER_OF_YEAR, "Q2" },
    { "Tue", ASK_CHART_TIME_WEEKDAY, "Tue" },
    { "Samstag", ASK_CHART_TIME_WEEKDAY, "Sat" },
    { "14:30", ASK_CHART_TIME_CLOCK, "14:30" },
    { "2025-02-30", ASK_CHART_TIME_NONE, NULL },
    { "2025-13", ASK_CHART_TIME_NONE, NULL },
    { "03/04/2025", ASK_CHART_TIME_NONE, NULL },
    { "20250301", ASK_CHART_TIME_NONE, NULL },
    { "10115", ASK_CHART_TIME_NONE, NULL },
    { "1010", ASK_CHART_TIME_NONE, NULL },
    { "2025-03-01T25:00", ASK_CHART_TIME_NONE, NULL },
    { "2025-Q5", ASK_CHART_TIME_NONE, NULL },
    { "Marble", ASK_CHART_TIME_NONE, NULL },
    { "Sunny", ASK_CHART_TIME_NONE, NULL },
    { "", ASK_CHART_TIME_NONE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskChartTime unit = ASK_CHART_TIME_NONE;
      double position = 0;
      gboolean is = ask_chart_time_parse (cases[i].text, strlen (cases[i].text), &unit, &position);
      g_autofree char *label = is ? ask_chart_time_format (unit, position) : NULL;

      if (is != (cases[i].unit != ASK_CHART_TIME_NONE) || (is && unit != cases[i].unit))
        g_error ("\"%s\" was read as unit %d", cases[i].text, is ? (int) unit : 0);
      if (cases[i].label != NULL)
        g_assert_cmpstr (label, ==, cases[i].label);
    }
}

static void
test_civil (void)
{
  for (int i = 0; i < 5000; i++)
    {
      double position = g_test_rand_int_range (-700000, 2900000);
      int year, month, day;

      ask_chart_time_to_civil (position, &year, &month, &day);
      g_assert_cmpfloat (ask_chart_time_from_civil (year, month, day), ==, position);
    }
}

static void
test_time_ticks (void)
{
  static const AskChartTime units[] = { ASK_CHART_TIME_SECOND, ASK_CHART_TIME_DAY,     ASK_CHART_TIME_WEEK,
                                        ASK_CHART_TIME_MONTH,  ASK_CHART_TIME_QUARTER, ASK_CHART_TIME_YEAR };

  for (int i = 0; i < 2000; i++)
    {
      AskChartTime unit = units[i % G_N_ELEMENTS (units)], found;
      double min = g_test_rand_double_range (-100000, 60000);
      double max = min + pow (10, g_test_rand_double_range (-4, 5.5));
      guint most = (guint) g_test_rand_int_range (2, 24);
      g_autoptr (GArray) ticks = ask_chart_time_ticks (unit, min, max, most, &found);

      g_assert_cmpuint (ticks->len, >=, 1);
      g_assert_cmpuint (ticks->len, <=, most + 2);
      for (guint t = 0; t < ticks->len; t++)
        {
          g_assert_cmpfloat (g_array_index (ticks, double, t), >=, min - 1e-3);
          g_assert_cmpfloat (g_array_index (ticks, double, t), <=, max + 1e-3);
          if (t > 0)
            g_assert_cmpfloat (g_array_index (ticks, double, t), >, g_array_index (ticks, double, t - 1));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/scale/numbers-are-written-short-and-in-full", test_numbers);
  g_test_add_func ("/chart/scale/ticks-cover-any-range-without-repeating", test_ticks);
  g_test_add_func ("/chart/scale/ticks-are-written-in-one-unit", test_tick_labels);
  g_test_add_func ("/chart/time/a-time-is-read-from-each-way-of-writing", test_times);
  g_test_add_func ("/chart/time/days-and-dates-convert-both-ways", test_civil);
  g_test_add_func ("/chart/time/ticks-of-time-fall-on-whole-units", test_time_ticks);
  return g_test_run ();
}
