/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Days as numbers. See the header. Good for the years from 1970 on.
 */
#include "config.h"

#include "ask-sample-day.h"

/* Years begin in March here, so that the leap day is the last day of a year. */

/**
 * ask_sample_day_from_date:
 *
 * Returns: days since 1970-01-01
 */
gint
ask_sample_day_from_date (guint year, guint month, guint day)
{
  gint y = (gint) year - (month <= 2 ? 1 : 0);
  gint era = y / 400;
  gint year_of_era = y - era * 400;
  gint day_of_year = (153 * ((gint) month + (month > 2 ? -3 : 9)) + 2) / 5 + (gint) day - 1;

  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year
         - 719468;
}

/**
 * ask_sample_day_to_date:
 * @day: days since 1970-01-01, not negative
 *
 * Returns: the same day as year, month and day
 */
AskSampleDate
ask_sample_day_to_date (gint day)
{
  gint z = day + 719468;
  gint era = z / 146097;
  gint day_of_era = z - era * 146097;
  gint year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096)
                     / 365;
  gint day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  gint month = (5 * day_of_year + 2) / 153;

  return (AskSampleDate) {
    .year = (guint) (year_of_era + era * 400 + (month >= 10 ? 1 : 0)),
    .month = (guint) (month < 10 ? month + 3 : month - 9),
    .day = (guint) (day_of_year - (153 * month + 2) / 5 + 1),
  };
}

/**
 * ask_sample_day_weekday:
 *
 * Returns: 0 for Monday to 6 for Sunday
 */
guint
ask_sample_day_weekday (gint day)
{
  return (guint) (day + 3) % 7;
}

/**
 * ask_sample_day_format:
 * @text: (out caller-allocates): room for "2025-12-31"
 *
 * Returns: (transfer none): @text
 */
char *
ask_sample_day_format (gint day, char text[ASK_SAMPLE_DAY_TEXT])
{
  AskSampleDate date = ask_sample_day_to_date (day);

  g_snprintf (text, ASK_SAMPLE_DAY_TEXT, "%04u-%02u-%02u", date.year % 10000, date.month % 100,
              date.day % 100);
  return text;
}
