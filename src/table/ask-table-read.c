/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads what is typed into a filter. What the program itself shows (base/ask-number.h), it reads.
 */
#include "config.h"

#include "table/ask-table-read.h"

#include <string.h>

#include "base/ask-number.h"
#include "base/ask-value.h"

/* The sign at @p, of whatever length; Returns: how many bytes it takes, or 0 */
static gsize
match (const char *p, const char *sign)
{
  gsize length = strlen (sign);

  return length > 0 && strncmp (p, sign, length) == 0 ? length : 0;
}

/* The signs are taken from a number that is written, so that both always agree. */
static void
find_signs (char **separator, char **point)
{
  g_autofree char *sample = ask_number_localise ("111222.5", TRUE);
  const char *second = strchr (sample, '2');
  const char *p = sample;

  while (*p == '1')
    p++;
  *separator = g_strndup (p, (gsize) (second - p));
  p = second + strspn (second, "2");
  *point = g_strndup (p, strcspn (p, "5"));
}

/**
 * ask_table_read_number:
 * @typed: by a person: "1.234,5" or "1,234.5", as the locale has it; "1234.5" where that is not another number
 *
 * Returns: (transfer full) (nullable): its digits as programs write them, none left out; %NULL where it is no number
 */
char *
ask_table_read_number (const char *typed)
{
  g_autofree char *separator = NULL;
  g_autofree char *point = NULL;
  g_autoptr (GString) plain = g_string_new (NULL);
  AskValue number;

  find_signs (&separator, &point);
  for (const char *p = typed; *p != '\0';)
    {
      gsize length = match (p, "−");

      if (length > 0)
        g_string_append_c (plain, '-');
      else if ((length = match (p, point)) > 0)
        g_string_append_c (plain, '.');
      /* A group has three digits; else the sign is meant otherwise. */
      else if ((length = match (p, separator)) > 0 && strspn (p + length, "0123456789") == 3)
        ;
      else
        {
          gunichar c = g_utf8_get_char (p);

          length = (gsize) (g_utf8_next_char (p) - p);
          if (!g_unichar_isspace (c))
            g_string_append_len (plain, p, (gssize) length);
        }
      p += length;
    }
  return ask_text_to_number (plain->str, &number) ? g_string_free (g_steal_pointer (&plain), FALSE) : NULL;
}

/* "2024", "2024-05", "2024-05-31" and what follows it. */
static gboolean
is_iso (const char *text)
{
  static const char pattern[] = "dddd-dd-dd";
  gsize length = strlen (text);

  if (length != 4 && length != 7 && length < 10)
    return FALSE;
  for (gsize i = 0; i < MIN (length, 10); i++)
    if (pattern[i] == 'd' ? !g_ascii_isdigit (text[i]) : text[i] != '-')
      return FALSE;
  return length <= 10 || text[10] == ' ' || text[10] == 'T';
}

/**
 * ask_table_read_date:
 * @typed: by a person: a day as the locale writes it, or a year, a month, a day or a moment in ISO 8601
 *
 * Returns: (transfer full) (nullable): the same in ISO 8601; %NULL where it is neither
 */
char *
ask_table_read_date (const char *typed)
{
  g_autofree char *text = g_strstrip (g_strdup (typed));
  char iso[16];
  GDate date;

  if (is_iso (text))
    return g_steal_pointer (&text);
  g_date_clear (&date, 1);
  g_date_set_parse (&date, text);
  if (!g_date_valid (&date))
    return NULL;
  g_snprintf (iso, sizeof iso, "%04u-%02u-%02u", g_date_get_year (&date), (guint) g_date_get_month (&date),
              g_date_get_day (&date));
  return g_strdup (iso);
}
