/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dates and times as they are written in cells. A day that no calendar has is no date; digits of a second are
 * kept as they stand; a zone is never applied.
 */
#include "config.h"

#include "source/sheet/ask-sheet-moment.h"

#include <string.h>

/* Returns: how many digits were read, at most @most */
static guint
read_digits (const char **p, const char *end, guint most, gint64 *number)
{
  guint n = 0;

  *number = 0;
  for (; n < most && *p < end && g_ascii_isdigit (**p); n++, ++*p)
    *number = *number * 10 + (**p - '0');
  return n;
}

static gboolean
read_zone (const char *p, const char *end, AskSheetMoment *moment)
{
  gint64 hours, minutes = 0;
  char sign;

  if (end - p == 1 && (*p == 'Z' || *p == 'z'))
    {
      memcpy (moment->zone, "Z", 2);
      return TRUE;
    }
  if (end - p < 3 || (*p != '+' && *p != '-'))
    return FALSE;
  sign = *p++;
  if (read_digits (&p, end, 2, &hours) != 2 || hours > 23)
    return FALSE;
  if (p < end && *p == ':')
    p++;
  if (p < end && (read_digits (&p, end, 2, &minutes) != 2 || minutes > 59))
    return FALSE;
  g_snprintf (moment->zone, sizeof moment->zone, "%c%02d:%02d", sign, (int) hours, (int) minutes);
  return p == end;
}

/* "10:20", "10:20:30", "10:20:30.123456", "9:05 PM" */
static gboolean
read_clock (const char *p, const char *end, gboolean zones, AskSheetMoment *moment)
{
  gint64 hour, minute, second = 0;
  const char *fraction = NULL;
  gsize n_fraction = 0;
  guint n = read_digits (&p, end, 2, &hour);

  if (n == 0 || p >= end || *p != ':')
    return FALSE;
  p++;
  if (read_digits (&p, end, 2, &minute) != 2 || minute > 59)
    return FALSE;
  if (p < end && *p == ':')
    {
      p++;
      if (read_digits (&p, end, 2, &second) != 2 || second > 59)
        return FALSE;
      if (p + 1 < end && (*p == '.' || *p == ',') && g_ascii_isdigit (p[1]))
        {
          fraction = ++p;
          while (p < end && g_ascii_isdigit (*p))
            p++;
          n_fraction = (gsize) (p - fraction);
          if (n_fraction > 9)
            return FALSE;
        }
    }
  if (end - p >= 2 && g_ascii_toupper (end[-1]) == 'M')
    {
      char half = g_ascii_toupper (end[-2]);

      while (p < end - 2 && *p == ' ')
        p++;
      if (p != end - 2 || (half != 'A' && half != 'P') || hour < 1 || hour > 12)
        return FALSE;
      hour = hour % 12 + (half == 'P' ? 12 : 0);
      p = end;
    }
  if (hour > 23)
    return FALSE;
  moment->timed = TRUE;
  g_snprintf (moment->clock, sizeof moment->clock, "%02d:%02d:%02d%s%.*s", (int) hour, (int) minute, (int) second,
              n_fraction > 0 ? "." : "", (int) n_fraction, fraction != NULL ? fraction : "");
  if (p == end)
    return TRUE;
  return zones && read_zone (p, end, moment);
}

/**
 * ask_sheet_moment_read:
 * @text: without blanks around it; need not be terminated
 * @length: in bytes
 * @format: one way of writing dates
 * @moment: (out): set where %TRUE is returned
 *
 * Returns: whether it is a date written in that way, with a time or without
 */
gboolean
ask_sheet_moment_read (const char *text, gsize length, AskSheetFormats format, AskSheetMoment *moment)
{
  const char *p = text;
  const char *end = text + length;
  const AskSheetFormats dashes = ASK_SHEET_WAY_YMD | ASK_SHEET_WAY_DMY_DASH | ASK_SHEET_WAY_MDY_DASH;
  const char separator = format == ASK_SHEET_WAY_DMY_DOT ? '.' : format & dashes ? '-' : '/';
  gboolean year_first = (format & (ASK_SHEET_WAY_YMD | ASK_SHEET_WAY_YMD_SLASH)) != 0;
  gint64 parts[3];
  guint digits[3];

  memset (moment, 0, sizeof *moment);
  for (guint i = 0; i < 3; i++)
    {
      digits[i] = read_digits (&p, end, 4, &parts[i]);
      if (digits[i] == 0 || (i < 2 && (p >= end || *p++ != separator)))
        return FALSE;
    }
  if (year_first ? digits[0] != 4 || digits[1] > 2 || digits[2] > 2 : digits[2] != 4 || digits[0] > 2 || digits[1] > 2)
    return FALSE;
  /* With one digit 2024-3-5 is no ISO date, but nothing else either. */
  moment->year = parts[year_first ? 0 : 2];
  moment->month = (guint) parts[format & ASK_SHEET_WAYS_MONTH_FIRST ? 0 : 1];
  moment->day = (guint) parts[year_first ? 2 : format & ASK_SHEET_WAYS_MONTH_FIRST ? 1 : 0];
  if (moment->year < 1
      || !g_date_valid_dmy ((GDateDay) moment->day, (GDateMonth) moment->month, (GDateYear) moment->year))
    return FALSE;
  if (p == end)
    return TRUE;
  if (*p != ' ' && !(*p == 'T' && format == ASK_SHEET_WAY_YMD) && !(*p == ',' && p + 1 < end && p[1] == ' '))
    return FALSE;
  p += *p == ',' ? 2 : 1;
  return read_clock (p, end, format == ASK_SHEET_WAY_YMD, moment);
}
