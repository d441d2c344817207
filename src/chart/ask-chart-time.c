/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading, printing and stepping through times. Written by hand because a million cells must be
 * read in a fraction of a second, and because GDateTime knows neither quarters nor weeks as text.
 * Only what is certain is read: "03/04/2025" means two days to two readers and stays a word.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "chart/ask-chart-time.h"

#include <math.h>
#include <string.h>

static const char *const months_en[] = { "january", "february", "march",     "april",   "may",      "june",
                                         "july",    "august",   "september", "october", "november", "december" };
static const char *const months_de[] = { "januar", "februar", "märz",      "april",   "mai",      "juni",
                                         "juli",   "august",  "september", "oktober", "november", "dezember" };
static const char *const days_en[] = { "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday" };
static const char *const days_de[]
  = { "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag" };
static const char *const month_labels[]
  = { NC_ ("month", "Jan"), NC_ ("month", "Feb"), NC_ ("month", "Mar"), NC_ ("month", "Apr"),
      NC_ ("month", "May"), NC_ ("month", "Jun"), NC_ ("month", "Jul"), NC_ ("month", "Aug"),
      NC_ ("month", "Sep"), NC_ ("month", "Oct"), NC_ ("month", "Nov"), NC_ ("month", "Dec") };
static const char *const day_labels[]
  = { NC_ ("weekday", "Mon"), NC_ ("weekday", "Tue"), NC_ ("weekday", "Wed"), NC_ ("weekday", "Thu"),
      NC_ ("weekday", "Fri"), NC_ ("weekday", "Sat"), NC_ ("weekday", "Sun") };

static const char *
get_month (int month)
{
  return g_dpgettext2 (NULL, "month", month_labels[CLAMP (month, 1, 12) - 1]);
}

/** ask_chart_time_is_cyclic: Returns: whether positions of @unit lie on a circle, not on the calendar */
gboolean
ask_chart_time_is_cyclic (AskChartTime unit)
{
  return unit >= ASK_CHART_TIME_MONTH_OF_YEAR;
}

/**
 * ask_chart_time_from_civil:
 * @year: of the Gregorian calendar, also before 1582
 * @month: 1 to 12
 * @day: 1 to 31
 *
 * Days since 1970-01-01 in the Gregorian calendar, by the algorithm of H. Hinnant.
 *
 * Returns: the position
 */
double
ask_chart_time_from_civil (int year, int month, int day)
{
  int y = month <= 2 ? year - 1 : year;
  int era = (y >= 0 ? y : y - 399) / 400;
  int of_era = y - era * 400;
  int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

  return (double) era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/**
 * ask_chart_time_to_civil:
 * @position: days since 1970-01-01
 * @year: (out): the year
 * @month: (out): 1 to 12
 * @day: (out): 1 to 31
 */
void
ask_chart_time_to_civil (double position, int *year, int *month, int *day)
{
  gint64 z = (gint64) floor (position) + 719468;
  gint64 era = (z >= 0 ? z : z - 146096) / 146097;
  int doe = (int) (z - era * 146097);
  int yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  int doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  int mp = (5 * doy + 2) / 153;

  *day = doy - (153 * mp + 2) / 5 + 1;
  *month = mp < 10 ? mp + 3 : mp - 9;
  *year = (int) (yoe + era * 400) + (*month <= 2 ? 1 : 0);
}

static int
digits (const char *text, gsize length, gsize at, gsize count)
{
  int value = 0;

  if (at + count > length)
    return -1;
  for (gsize i = at; i < at + count; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return -1;
      value = value * 10 + (text[i] - '0');
    }
  return value;
}

static gboolean
is_day (int year, int month, int day)
{
  return month >= 1 && month <= 12 && day >= 1 && year >= 1
         && day <= g_date_get_days_in_month ((GDateMonth) month, (GDateYear) year);
}

/* What follows the day: "T12:30", " 12:30:15.25", with "Z" or "+01:00". */
static gboolean
parse_clock (const char *text, gsize length, gsize at, double *fraction)
{
  int hour = digits (text, length, at, 2);
  int minute = at + 2 < length && text[at + 2] == ':' ? digits (text, length, at + 3, 2) : -1;
  double second = 0;

  if (hour < 0 || hour > 24 || minute < 0 || minute > 59)
    return FALSE;
  at += 5;
  if (at < length && text[at] == ':')
    {
      int whole = digits (text, length, at + 1, 2);
      double place = 0.1;

      if (whole < 0 || whole > 60)
        return FALSE;
      second = whole;
      at += 3;
      if (at < length && text[at] == '.')
        for (at++; at < length && g_ascii_isdigit (text[at]); at++, place /= 10)
          second += (text[at] - '0') * place;
    }
  while (at < length && text[at] == ' ')
    at++;
  if (at < length && (text[at] == 'Z' || text[at] == '+' || text[at] == '-'))
    for (at++; at < length && (g_ascii_isdigit (text[at]) || text[at] == ':'); at++)
      ;
  *fraction = (hour * 3600 + minute * 60 + second) / 86400;
  return at == length;
}

static double
week_start (int year, int week)
{
  double fourth = ask_chart_time_from_civil (year, 1, 4);
  double weekday = fmod (fmod (fourth + 3, 7) + 7, 7); /* 1970-01-01 was a Thursday; Monday is 0 */

  return fourth - weekday + 7.0 * (week - 1);
}

static gboolean
parse_from_year (const char *text, gsize length, AskChartTime *unit, double *position)
{
  int year = digits (text, length, 0, 4);
  gsize at = 4;
  int month, day;

  if (year < 1)
    return FALSE;
  if (length == 4)
    {
      *unit = ASK_CHART_TIME_YEAR;
      *position = ask_chart_time_from_civil (year, 1, 1);
      return year >= 1900 && year <= 2100;
    }
  if (text[at] == '-' || text[at] == '/' || text[at] == ' ')
    at++;
  if (at < length && (text[at] == 'Q' || text[at] == 'q') && at + 2 == length)
    {
      int quarter = digits (text, length, at + 1, 1);

      if (quarter < 1 || quarter > 4)
        return FALSE;
      *unit = ASK_CHART_TIME_QUARTER;
      *position = ask_chart_time_from_civil (year, quarter * 3 - 2, 1);
      return TRUE;
    }
  if (at < length && (text[at] == 'W' || text[at] == 'w'))
    {
      gsize count = length - at - 1;
      int week = count == 1 || count == 2 ? digits (text, length, at + 1, count) : -1;

      /* A week that the year has not is counted otherwise (SQLite's "%W" has 00), and which one it is nobody knows. */
      if (week < 1 || week > 53 || (week == 53 && week_start (year, 53) >= week_start (year + 1, 1)))
        return FALSE;
      *unit = ASK_CHART_TIME_WEEK;
      *position = week_start (year, week);
      return TRUE;
    }
  if (at == 4) /* "20250301" may as well be a number */
    return FALSE;
  month = digits (text, length, at, 2);
  if (month < 1 || month > 12)
    return FALSE;
  if (length == at + 2)
    {
      *unit = ASK_CHART_TIME_MONTH;
      *position = ask_chart_time_from_civil (year, month, 1);
      return text[4] != ' ';
    }
  day = text[at + 2] == text[4] && text[4] != ' ' ? digits (text, length, at + 3, 2) : -1;
  if (!is_day (year, month, day))
    return FALSE;
  *unit = ASK_CHART_TIME_DAY;
  *position = ask_chart_time_from_civil (year, month, day);
  at += 5;
  if (length > at)
    {
      double fraction;

      if ((text[at] != 'T' && text[at] != ' ') || !parse_clock (text, length, at + 1, &fraction))
        return FALSE;
      *position += fraction;
      if (fraction > 0)
        *unit = ASK_CHART_TIME_SECOND;
    }
  return TRUE;
}

/* Full names, three letters ("Mar"), or three letters and a point ("Mar."). */
static int
find_name (const char *word, gsize length, const char *const *names, guint n)
{
  if (length > 0 && word[length - 1] == '.')
    length--;
  for (guint i = 0; i < n; i++)
    {
      gsize full = strlen (names[i]);

      if ((length == full || length == 3 || (length == 4 && g_str_has_prefix (names[i], "sept"))) && length <= full
          && strncmp (word, names[i], length) == 0)
        return (int) i + 1;
    }
  return 0;
}

static gboolean
parse_words (const char *text, gsize length, AskChartTime *unit, double *position)
{
  g_autofree char *copy = g_strndup (text, length);
  g_autofree char *word = NULL;
  gsize name;
  int month, year;

  if (!g_utf8_validate (copy, -1, NULL))
    return FALSE;
  word = g_utf8_strdown (copy, -1);
  length = strlen (word);
  name = strcspn (word, " -");
  month = find_name (word, name, months_en, 12);
  if (month == 0)
    month = find_name (word, name, months_de, 12);
  if (month > 0 && name == length)
    {
      *unit = ASK_CHART_TIME_MONTH_OF_YEAR;
      *position = month;
      return TRUE;
    }
  if (month > 0)
    {
      year = length == name + 5 ? digits (word, length, name + 1, 4) : -1;
      *unit = ASK_CHART_TIME_MONTH;
      *position = ask_chart_time_from_civil (MAX (year, 1), month, 1);
      return year > 0;
    }
  *position = find_name (word, length, days_en, 7);
  if (*position == 0)
    *position = find_name (word, length, days_de, 7);
  *unit = ASK_CHART_TIME_WEEKDAY;
  return *position > 0;
}

/**
 * ask_chart_time_parse:
 * @text: what a cell holds, not necessarily NUL-terminated at @length
 * @length: bytes
 * @unit: (out): how fine it is; a date at midnight is a day
 * @position: (out): where it lies, see #AskChartTime
 *
 * Returns: whether @text is a time without doubt
 */
gboolean
ask_chart_time_parse (const char *text, gsize length, AskChartTime *unit, double *position)
{
  if (length < 2 || length > 40)
    return FALSE;
  if (g_ascii_isdigit (text[0]))
    {
      if (length == 10 && text[2] == '.' && text[5] == '.')
        {
          int day = digits (text, length, 0, 2);
          int month = digits (text, length, 3, 2);
          int year = digits (text, length, 6, 4);

          *unit = ASK_CHART_TIME_DAY;
          if (!is_day (year, month, day))
            return FALSE;
          *position = ask_chart_time_from_civil (year, month, day);
          return TRUE;
        }
      if (text[2] == ':' && (length == 5 || length == 8))
        {
          *unit = ASK_CHART_TIME_CLOCK;
          if (!parse_clock (text, length, 0, position))
            return FALSE;
          *position *= 1440;
          return TRUE;
        }
      return length >= 4 && parse_from_year (text, length, unit, position);
    }
  if ((text[0] == 'Q' || text[0] == 'q') && text[1] >= '1' && text[1] <= '4')
    {
      *unit = ASK_CHART_TIME_QUARTER_OF_YEAR;
      *position = text[1] - '0';
      if (length == 7 && (text[2] == ' ' || text[2] == '-' || text[2] == '/'))
        {
          int year = digits (text, length, 3, 4);

          *unit = ASK_CHART_TIME_QUARTER;
          *position = ask_chart_time_from_civil (MAX (year, 1), (text[1] - '0') * 3 - 2, 1);
          return year > 0;
        }
      return length == 2;
    }
  return parse_words (text, length, unit, position);
}

static void
clock_of (double position, int *hour, int *minute, int *second)
{
  int seconds = (int) floor ((position - floor (position)) * 86400 + 0.5);

  *hour = seconds / 3600 % 24;
  *minute = seconds / 60 % 60;
  *second = seconds % 60;
}

static int
week_of (double position, int *year)
{
  int month, day, week;

  /* The year of a week is the year of its Thursday. */
  ask_chart_time_to_civil (position + 3, year, &month, &day);
  week = (int) ((position - week_start (*year, 1)) / 7) + 1;
  return week;
}

/** ask_chart_time_get_end: @unit: of time, none of a cycle; @from: when one begins. Returns: when the next one does */
double
ask_chart_time_get_end (AskChartTime unit, double from)
{
  int year, month, day, months = unit == ASK_CHART_TIME_YEAR ? 12 : unit == ASK_CHART_TIME_QUARTER ? 3 : 1;

  if (unit < ASK_CHART_TIME_MONTH)
    return from + (unit == ASK_CHART_TIME_WEEK ? 7 : 1);
  ask_chart_time_to_civil (from, &year, &month, &day);
  months += year * 12 + month - 1;
  return ask_chart_time_from_civil (months / 12, months % 12 + 1, 1);
}

/**
 * ask_chart_time_format:
 * @unit: how fine the label is
 * @position: what it is for, see #AskChartTime
 *
 * Returns: (transfer full): a label that stands alone, such as "Mar 2025"
 */
char *
ask_chart_time_format (AskChartTime unit, double position)
{
  g_autofree char *upper = NULL;
  g_autofree char *lower = NULL;

  if (unit == ASK_CHART_TIME_SECOND)
    {
      int hour, minute, second;
      g_autofree char *day = ask_chart_time_format (ASK_CHART_TIME_DAY, position);

      clock_of (position, &hour, &minute, &second);
      if (second != 0)
        return g_strdup_printf ("%s, %02d:%02d:%02d", day, hour, minute, second);
      return g_strdup_printf ("%s, %02d:%02d", day, hour, minute);
    }
  ask_chart_time_format_tick (unit, position, NAN, &upper, &lower);
  return lower != NULL ? g_strdup_printf ("%s %s", upper, lower) : g_steal_pointer (&upper);
}

/**
 * ask_chart_time_format_tick:
 * @unit: how fine the axis is labelled
 * @position: what the label is for, see #AskChartTime
 * @before: the position of the label before it, or NAN for the first
 * @upper: (out) (transfer full): "Mar"
 * @lower: (out) (transfer full) (nullable): "2025", where it differs from the label before it
 *
 * Labels in two storeys, so that the year is written once and not twelve times.
 */
void
ask_chart_time_format_tick (AskChartTime unit, double position, double before, char **upper, char **lower)
{
  int year = 0, month = 1, day = 1, year_before = 0, month_before = 0, day_before = 0;
  int hour, minute, second;

  *lower = NULL;
  if (!ask_chart_time_is_cyclic (unit))
    {
      ask_chart_time_to_civil (position, &year, &month, &day);
      if (!isnan (before))
        ask_chart_time_to_civil (before, &year_before, &month_before, &day_before);
    }
  switch (unit)
    {
    case ASK_CHART_TIME_SECOND:
      clock_of (position, &hour, &minute, &second);
      *upper = second != 0 ? g_strdup_printf ("%02d:%02d:%02d", hour, minute, second)
                           : g_strdup_printf ("%02d:%02d", hour, minute);
      if (year != year_before || month != month_before || day != day_before)
        *lower = g_strdup_printf (C_ ("day month year", "%d %s %d"), day, get_month (month), year);
      break;
    case ASK_CHART_TIME_DAY:
      *upper = g_strdup_printf ("%d", day);
      if (year != year_before || month != month_before)
        *lower = g_strdup_printf ("%s %d", get_month (month), year);
      break;
    case ASK_CHART_TIME_WEEK:
      {
        int week = week_of (position, &year);

        if (!isnan (before))
          week_of (before, &year_before);
        *upper = g_strdup_printf (C_ ("week", "W%02d"), week);
        if (year != year_before)
          *lower = g_strdup_printf ("%d", year);
        break;
      }
    case ASK_CHART_TIME_MONTH:
      *upper = g_strdup (get_month (month));
      if (year != year_before)
        *lower = g_strdup_printf ("%d", year);
      break;
    case ASK_CHART_TIME_QUARTER:
      *upper = g_strdup_printf (C_ ("quarter", "Q%d"), (month - 1) / 3 + 1);
      if (year != year_before)
        *lower = g_strdup_printf ("%d", year);
      break;
    case ASK_CHART_TIME_YEAR:
      *upper = g_strdup_printf ("%d", year);
      break;
    case ASK_CHART_TIME_MONTH_OF_YEAR:
      *upper = g_strdup (get_month ((int) position));
      break;
    case ASK_CHART_TIME_QUARTER_OF_YEAR:
      *upper = g_strdup_printf (C_ ("quarter", "Q%d"), (int) position);
      break;
    case ASK_CHART_TIME_WEEKDAY:
      *upper = g_strdup (g_dpgettext2 (NULL, "weekday", day_labels[CLAMP ((int) position, 1, 7) - 1]));
      break;
    case ASK_CHART_TIME_CLOCK:
      *upper = g_strdup_printf ("%02d:%02d", (int) position / 60, (int) position % 60);
      break;
    default:
      *upper = g_strdup_printf ("%d", (int) position);
      break;
    }
}

/* Steps of an axis, finest first: seconds below a day, then days, then months. */
static const struct
{
  AskChartTime unit;
  double days;
  int months;
} steps[] = {
  { ASK_CHART_TIME_SECOND, 1.0 / 86400, 0 },
  { ASK_CHART_TIME_SECOND, 5.0 / 86400, 0 },
  { ASK_CHART_TIME_SECOND, 15.0 / 86400, 0 },
  { ASK_CHART_TIME_SECOND, 30.0 / 86400, 0 },
  { ASK_CHART_TIME_SECOND, 1.0 / 1440, 0 },
  { ASK_CHART_TIME_SECOND, 5.0 / 1440, 0 },
  { ASK_CHART_TIME_SECOND, 15.0 / 1440, 0 },
  { ASK_CHART_TIME_SECOND, 30.0 / 1440, 0 },
  { ASK_CHART_TIME_SECOND, 1.0 / 24, 0 },
  { ASK_CHART_TIME_SECOND, 3.0 / 24, 0 },
  { ASK_CHART_TIME_SECOND, 6.0 / 24, 0 },
  { ASK_CHART_TIME_SECOND, 12.0 / 24, 0 },
  { ASK_CHART_TIME_DAY, 1, 0 },
  { ASK_CHART_TIME_DAY, 2, 0 },
  { ASK_CHART_TIME_DAY, 7, 0 },
  { ASK_CHART_TIME_WEEK, 7, 0 },
  { ASK_CHART_TIME_WEEK, 14, 0 },
  { ASK_CHART_TIME_MONTH, 0, 1 },
  { ASK_CHART_TIME_MONTH, 0, 2 },
  { ASK_CHART_TIME_MONTH, 0, 3 },
  { ASK_CHART_TIME_QUARTER, 0, 3 },
  { ASK_CHART_TIME_MONTH, 0, 6 },
  { ASK_CHART_TIME_QUARTER, 0, 6 },
  { ASK_CHART_TIME_YEAR, 0, 12 },
  { ASK_CHART_TIME_YEAR, 0, 24 },
  { ASK_CHART_TIME_YEAR, 0, 60 },
  { ASK_CHART_TIME_YEAR, 0, 120 },
  { ASK_CHART_TIME_YEAR, 0, 240 },
  { ASK_CHART_TIME_YEAR, 0, 600 },
  { ASK_CHART_TIME_YEAR, 0, 1200 },
  { ASK_CHART_TIME_YEAR, 0, 12000 },
};

static double
month_position (gint64 month_number)
{
  return ask_chart_time_from_civil ((int) (month_number / 12), (int) (month_number % 12) + 1, 1);
}

/* Whether an axis of @unit may be labelled in steps of @step: weeks only for weeks, months and
 * coarser for all that is on the calendar, nothing finer than the values are. */
static gboolean
step_suits (AskChartTime unit, guint step)
{
  AskChartTime of = steps[step].unit;

  if (of == ASK_CHART_TIME_QUARTER || of == ASK_CHART_TIME_WEEK)
    return unit == of;
  if (of == ASK_CHART_TIME_MONTH && unit == ASK_CHART_TIME_QUARTER)
    return FALSE;
  return of >= unit;
}

/**
 * ask_chart_time_ticks:
 * @unit: a calendar unit: how fine the values are
 * @min: first position, in days
 * @max: last position, in days
 * @max_ticks: how many labels have room; at least 2
 * @tick_unit: (out): how fine the labels are
 *
 * Returns: (transfer full) (element-type double): positions on round dates within the range
 */
GArray *
ask_chart_time_ticks (AskChartTime unit, double min, double max, guint max_ticks, AskChartTime *tick_unit)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (double));
  guint chosen = G_N_ELEMENTS (steps) - 1;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      double length = steps[i].days > 0 ? steps[i].days : steps[i].months * 30.437;

      if (step_suits (unit, i) && floor ((max - min) / length) + 1 <= max_ticks)
        {
          chosen = i;
          break;
        }
    }
  *tick_unit = steps[chosen].unit;
  if (steps[chosen].months > 0)
    {
      int year, month, day;
      gint64 step = steps[chosen].months;
      gint64 number;

      ask_chart_time_to_civil (min, &year, &month, &day);
      number = ((gint64) year * 12 + month - 1) / step * step;
      for (double at; (at = month_position (number)) <= max + 1e-9; number += step)
        if (at >= min - 1e-9)
          g_array_append_val (ticks, at);
    }
  else
    {
      /* Weeks start on Mondays: day 4 of the epoch was the first. */
      double origin = steps[chosen].days >= 7 ? 4 : 0;
      double first = ceil ((min - origin) / steps[chosen].days - 1e-6);

      for (double i = first; origin + i * steps[chosen].days <= max + 1e-6; i++)
        {
          double at = origin + i * steps[chosen].days;

          g_array_append_val (ticks, at);
        }
    }
  /* A range that holds no round date still gets its beginning and end. */
  if (ticks->len == 0)
    {
      g_array_append_val (ticks, min);
      if (max > min && max_ticks > 1)
        g_array_append_val (ticks, max);
      *tick_unit = unit;
    }
  return ticks;
}
