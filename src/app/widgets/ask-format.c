/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How sizes, times and days are written on screen.
 */
#include "config.h"

#include "app/widgets/ask-format.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/ask-locale.h"

/**
 * ask_format_elapsed:
 * @milliseconds: not negative
 *
 * Returns: (transfer full): "0.04 s", "3.2 s" or "2 min 5 s"
 */
char *
ask_format_elapsed (double milliseconds)
{
  double seconds = milliseconds / 1000.0;

  if (seconds < 0.095)
    /* Translators: a time in seconds. */
    return g_strdup_printf (_ ("%.2f s"), seconds);
  if (seconds < 60)
    return g_strdup_printf (_ ("%.1f s"), seconds);
  return g_strdup_printf (_ ("%d min %d s"), (int) (seconds / 60), (int) fmod (seconds, 60));
}

/**
 * ask_format_size:
 * @bytes: not negative
 *
 * Returns: (transfer full): "1.9 kB"
 */
char *
ask_format_size (gint64 bytes)
{
  return g_format_size ((guint64) MAX (bytes, 0));
}

/**
 * ask_format_day:
 * @microseconds: since 1970, UTC
 *
 * Returns: (transfer full): the day where the reader is, "3 November", with its year where that is
 * not the present one
 */
char *
ask_format_day (gint64 microseconds)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (microseconds / G_USEC_PER_SEC);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  if (local == NULL || now == NULL)
    return g_strdup ("");
  return ask_locale_day (local, g_date_time_get_year (local) != g_date_time_get_year (now));
}

static gboolean
is_same_day (GDateTime *a, GDateTime *b)
{
  return g_date_time_get_year (a) == g_date_time_get_year (b)
         && g_date_time_get_day_of_year (a) == g_date_time_get_day_of_year (b);
}

/**
 * ask_format_near_day:
 * @microseconds: since 1970, UTC
 *
 * Returns: (transfer full): "Today" or "Yesterday" where the reader is, else as of ask_format_day()
 */
char *
ask_format_near_day (gint64 microseconds)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (microseconds / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) yesterday = now != NULL ? g_date_time_add_days (now, -1) : NULL;

  if (local == NULL || yesterday == NULL)
    return g_strdup ("");
  if (is_same_day (local, now))
    return g_strdup (_ ("Today"));
  if (is_same_day (local, yesterday))
    return g_strdup (_ ("Yesterday"));
  return ask_format_day (microseconds);
}

/**
 * ask_format_time:
 * @microseconds: since 1970, UTC
 *
 * Returns: (transfer full): the time where the reader is, "14:05"
 */
char *
ask_format_time (gint64 microseconds)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (microseconds / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  return local != NULL ? g_date_time_format (local, "%H:%M") : g_strdup ("");
}

/**
 * ask_format_moment:
 * @microseconds: since 1970, UTC
 *
 * Returns: (transfer full): "14:05" today, else the day and the time
 */
char *
ask_format_moment (gint64 microseconds)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (microseconds / G_USEC_PER_SEC);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;
  g_autofree char *day = NULL;
  g_autofree char *time = NULL;

  if (local == NULL || now == NULL)
    return g_strdup ("");
  time = ask_format_time (microseconds);
  if (is_same_day (local, now))
    /* Translators: a time of today, "today, 14:05". */
    return g_strdup_printf (_ ("today, %s"), time);
  day = ask_format_day (microseconds);
  /* Translators: a day and a time, "3 November, 14:05". */
  return g_strdup_printf (_ ("%s, %s"), day, time);
}
