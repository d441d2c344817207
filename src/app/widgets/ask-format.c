/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How cells, counts and times are written on screen. Exports never come through here: they keep
 * every digit.
 */
#include "config.h"

#include "app/widgets/ask-format.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-text.h"

/* Rows looked at to choose a column's decimals: enough for the first pages, and no cost at a
 * million. */
#define SAMPLE_ROWS 200

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
    return g_strdup_printf (_("%.2f s"), seconds);
  if (seconds < 60)
    return g_strdup_printf (_("%.1f s"), seconds);
  return g_strdup_printf (_("%d min %d s"), (int) (seconds / 60), (int) fmod (seconds, 60));
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
  if (g_date_time_get_year (local) == g_date_time_get_year (now))
    /* Translators: a day of this year, as g_date_time_format() takes it: "3 November". */
    return g_date_time_format (local, _("%-d %B"));
  /* Translators: a day of another year: "3 November 2024". */
  return g_date_time_format (local, _("%-d %B %Y"));
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
  time = g_date_time_format (local, "%H:%M");
  if (g_date_time_get_year (local) == g_date_time_get_year (now)
      && g_date_time_get_day_of_year (local) == g_date_time_get_day_of_year (now))
    /* Translators: a time of today, "today, 14:05". */
    return g_strdup_printf (_("today, %s"), time);
  day = ask_format_day (microseconds);
  /* Translators: a day and a time, "3 November, 14:05". */
  return g_strdup_printf (_("%s, %s"), day, time);
}

/* Sets thousands apart with commas: the headlines and charts that stand beside these numbers are
 * written that way in every language, and 1.234 must not mean two things on one card. */
static char *
group_thousands (const char *number)
{
  GString *grouped = g_string_new (NULL);
  const char *digits = number + (*number == '-');
  gsize n_whole = strspn (digits, "0123456789");

  if (*number == '-')
    g_string_append_c (grouped, '-');
  for (gsize i = 0; i < n_whole; i++)
    {
      if (i > 0 && (n_whole - i) % 3 == 0)
        g_string_append_c (grouped, ',');
      g_string_append_c (grouped, digits[i]);
    }
  g_string_append (grouped, digits + n_whole);
  return g_string_free (grouped, FALSE);
}

/**
 * ask_format_count:
 *
 * Returns: (transfer full): the number with its thousands apart
 */
char *
ask_format_count (guint64 count)
{
  g_autofree char *plain = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

  return group_thousands (plain);
}

/* Numbers that name something are not set apart in thousands: 2025, 10115, order 100234. */
static gboolean
names_something (const char *column)
{
  static const char *const words[] = { "id",  "year", "code",   "zip",  "postcode", "number",
                                       "key", "no",   "nummer", "plz",  "week",     "month",
                                       "day", "phone" };
  g_autoptr (GPtrArray) parts = NULL;
  g_autofree char *spaced = ask_text_to_words (column);

  parts = ask_text_words (spaced);
  for (guint i = 0; i < parts->len; i++)
    for (guint j = 0; j < G_N_ELEMENTS (words); j++)
      if (g_strcmp0 (parts->pdata[i], words[j]) == 0)
        return TRUE;
  return FALSE;
}

static int
places_of (double number)
{
  for (int places = 0; places < 4; places++)
    {
      double scaled = number * pow (10, places);

      if (fabs (scaled - nearbyint (scaled)) < 1e-6 * MAX (1.0, fabs (scaled)) * 1e-3)
        return places;
    }
  return 4;
}

/**
 * ask_format_column:
 * @rows: a result
 * @column: which of its columns
 *
 * Looks at the first rows and chooses one way to write the whole column, so that decimal points
 * stand below each other.
 *
 * Returns: the format
 */
AskColumnFormat
ask_format_column (const AskRows *rows, guint column)
{
  const AskColumn *info = ask_rows_get_column (rows, column);
  gsize n = MIN (ask_rows_get_n_rows (rows), SAMPLE_ROWS);
  AskColumnFormat format = { FALSE, FALSE, -1 };
  gsize n_numbers = 0, n_others = 0;
  double largest = 0;
  int places = 0;

  for (gsize i = 0; i < n; i++)
    {
      const AskValue *value = ask_rows_get (rows, i, column);
      double number;

      if (value->kind == ASK_VALUE_NULL)
        continue;
      if (!ask_value_get_number (value, &number))
        {
          n_others++;
          continue;
        }
      n_numbers++;
      largest = MAX (largest, fabs (number));
      if (value->kind == ASK_VALUE_REAL)
        places = MAX (places, places_of (number));
    }
  if (n_numbers == 0 || n_others > 0)
    {
      format.right = n_others == 0
                     && (info->type == ASK_TYPE_INTEGER || info->type == ASK_TYPE_REAL);
      return format;
    }
  format.right = info->type != ASK_TYPE_BOOLEAN;
  format.grouped = largest >= 10000 && !names_something (info->name);
  if (places > 2)
    places = largest < 10 ? MIN (places, 4) : 2;
  if (places == 1 && largest >= 100)
    places = 2;
  format.decimals = places;
  return format;
}

/**
 * ask_format_cell:
 * @value: a cell, not NULL's
 * @format: from ask_format_column()
 *
 * Returns: (transfer full): what the table shows, on one line and not shortened
 */
char *
ask_format_cell (const AskValue *value, AskColumnFormat format)
{
  g_autofree char *plain = NULL;
  char pattern[16], number[64];

  switch ((AskValueKind) value->kind)
    {
    case ASK_VALUE_INTEGER:
      plain = g_strdup_printf ("%" G_GINT64_FORMAT, value->integer);
      return format.grouped ? group_thousands (plain) : g_steal_pointer (&plain);
    case ASK_VALUE_REAL:
      if (format.decimals < 0 || fabs (value->real) >= 1e15
          || (value->real != 0 && fabs (value->real) < 1e-4))
        return ask_real_to_text (value->real);
      g_snprintf (pattern, sizeof pattern, "%%.%df", CLAMP (format.decimals, 0, 9));
      g_ascii_formatd (number, sizeof number, pattern, value->real);
      return format.grouped ? group_thousands (number) : g_strdup (number);
    case ASK_VALUE_BLOB:
      return g_strdup_printf (ngettext ("%u byte", "%u bytes", value->length), value->length);
    case ASK_VALUE_NULL:
    case ASK_VALUE_TEXT:
    default:
      return ask_value_to_text (value);
    }
}
