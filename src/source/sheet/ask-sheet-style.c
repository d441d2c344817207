/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Days are counted from 1900 with the 29 February that 1900 never had, as Lotus 1-2-3 did, or from 1904.
 * Fractions are rounded to the millisecond, which is all that a double of today's dates holds for sure.
 */
#include "config.h"

#include "source/sheet/ask-sheet-style.h"

#include <math.h>
#include <string.h>

#define MS_A_DAY G_GINT64_CONSTANT (86400000)

/**
 * ask_sheet_style_from_id:
 * @id: of a number format (numFmtId)
 *
 * Returns: what that format is, where it is one that every program knows without being told; else
 *   %ASK_SHEET_STYLE_NUMBER
 */
AskSheetStyle
ask_sheet_style_from_id (guint id)
{
  if ((id >= 14 && id <= 17) || id == 22 || (id >= 27 && id <= 31) || id == 36 || (id >= 50 && id <= 54) || id == 57
      || id == 58)
    return ASK_SHEET_STYLE_DATE;
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id == 45 || id == 47 || id == 55 || id == 56)
    return ASK_SHEET_STYLE_TIME;
  return id == 46 ? ASK_SHEET_STYLE_ELAPSED : ASK_SHEET_STYLE_NUMBER;
}

/* What stands in brackets: [h] counts on beyond a day; [Red], [$-409] and [>5] say nothing here. */
static gboolean
is_elapsed (const char *p, const char *end)
{
  char c = g_ascii_tolower (*p);

  if (p == end || (c != 'h' && c != 'm' && c != 's'))
    return FALSE;
  while (p < end && g_ascii_tolower (*p) == c)
    p++;
  return p == end;
}

/**
 * ask_sheet_style_from_code:
 * @code: "dd/mm/yyyy hh:mm", "#,##0.00", "[Red]0;-0"
 *
 * Returns: what it shows
 */
AskSheetStyle
ask_sheet_style_from_code (const char *code)
{
  gboolean date = FALSE, clock = FALSE, month = FALSE, digits = FALSE;

  if (g_ascii_strncasecmp (code, "general", 7) == 0)
    return ASK_SHEET_STYLE_NUMBER;
  /* The first section is that of numbers above zero. */
  for (const char *p = code; *p != '\0' && *p != ';'; p++)
    {
      const char *end;

      switch (g_ascii_tolower (*p))
        {
        case '"':
          end = strchr (p + 1, '"');
          if (end == NULL)
            return ASK_SHEET_STYLE_NUMBER;
          p = end;
          break;
        case '[':
          end = strchr (p, ']');
          if (end == NULL)
            return ASK_SHEET_STYLE_NUMBER;
          if (is_elapsed (p + 1, end))
            return ASK_SHEET_STYLE_ELAPSED;
          p = end;
          break;
        case '\\':
        case '_':
        case '*':
          if (p[1] != '\0')
            p++;
          break;
        case 'a':
          /* AM/PM, A/P: their m is no month. */
          if (g_ascii_strncasecmp (p, "am/pm", 5) == 0)
            p += 4;
          else if (g_ascii_strncasecmp (p, "a/p", 3) == 0)
            p += 2;
          clock = TRUE;
          break;
        case 'y':
        case 'd':
          date = TRUE;
          break;
        case 'h':
        case 's':
          clock = TRUE;
          break;
        case 'm':
          month = TRUE;
          break;
        case '#':
        case '?':
        case '0':
          digits = TRUE;
          break;
        default:
          break;
        }
    }
  if (date || (month && !clock && !digits))
    return ASK_SHEET_STYLE_DATE;
  return clock ? ASK_SHEET_STYLE_TIME : ASK_SHEET_STYLE_NUMBER;
}

static void
write_clock (gint64 ms, char *buffer, gsize size)
{
  gint64 seconds = ms / 1000;
  int n = g_snprintf (buffer, size, "%02" G_GINT64_FORMAT ":%02d:%02d", seconds / 3600, (int) (seconds / 60 % 60),
                      (int) (seconds % 60));

  if (ms % 1000 != 0)
    g_snprintf (buffer + n, size - (gsize) n, ".%03d", (int) (ms % 1000));
}

/**
 * ask_sheet_style_format:
 * @serial: days since the beginning of the file's calendar
 * @from_1904: that calendar begins in 1904; else in 1900
 * @buffer: of %ASK_SHEET_MOMENT_BYTES
 * @moment: (out): whether @buffer holds a date, with a time or without; else a time of day, or a span
 *
 * Returns: whether it is a date or a time at all
 */
gboolean
ask_sheet_style_format (AskSheetStyle self, double serial, gboolean from_1904, char *buffer, gboolean *moment)
{
  gint64 ms, days;
  GDate date;

  /* Spans may be less than nothing. */
  if (self == ASK_SHEET_STYLE_ELAPSED && serial < 0)
    {
      *buffer++ = '-';
      serial = -serial;
    }
  /* Up to the end of 9999, which is the last day that these programs know. */
  if (self == ASK_SHEET_STYLE_NUMBER || !(serial >= 0) || serial > 2958466)
    return FALSE;
  ms = (gint64) llround (serial * (double) MS_A_DAY);
  days = ms / MS_A_DAY;
  if (self == ASK_SHEET_STYLE_ELAPSED || (days == 0 && !from_1904 && ms > 0)
      || (days == 0 && self == ASK_SHEET_STYLE_TIME))
    {
      *moment = FALSE;
      write_clock (ms, buffer, ASK_SHEET_MOMENT_BYTES - 1);
      return TRUE;
    }
  *moment = TRUE;
  ms %= MS_A_DAY;
  if (!from_1904 && days == 60)
    g_strlcpy (buffer, "1900-02-29", ASK_SHEET_MOMENT_BYTES);
  else
    {
      g_date_clear (&date, 1);
      if (from_1904)
        g_date_set_dmy (&date, 1, G_DATE_JANUARY, 1904);
      else
        g_date_set_dmy (&date, days < 60 ? 31 : 30, G_DATE_DECEMBER, 1899);
      g_date_add_days (&date, (guint) days);
      if (g_date_get_year (&date) > 9999)
        return FALSE;
      g_snprintf (buffer, ASK_SHEET_MOMENT_BYTES, "%04d-%02d-%02d", g_date_get_year (&date), g_date_get_month (&date),
                  g_date_get_day (&date));
    }
  if (ms > 0)
    {
      buffer[10] = ' ';
      write_clock (ms, buffer + 11, ASK_SHEET_MOMENT_BYTES - 11);
    }
  return TRUE;
}
