/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of any length compared digit by digit. It shares nothing with AskData, whose way of comparing
 * decimals is looked at with it.
 */
#include "config.h"

#include <string.h>

#include "night-session.h"

#define MOST_EXPONENT 5000

/* Digits without zeros at either end, and how many of them stand before the point. */
typedef struct
{
  gboolean negative;
  GString *digits;
  gint64 point;
} Number;

static gboolean
read_number (const char *text, gsize length, Number *self)
{
  gboolean point = FALSE;
  gboolean any = FALSE;
  gsize i = 0;

  self->negative = FALSE;
  self->point = 0;
  self->digits = g_string_new (NULL);
  if (i < length && (text[i] == '-' || text[i] == '+'))
    self->negative = text[i++] == '-';
  for (; i < length && (g_ascii_isdigit (text[i]) || (text[i] == '.' && !point)); i++)
    {
      if (text[i] == '.')
        {
          point = TRUE;
          continue;
        }
      any = TRUE;
      if (self->digits->len > 0 || text[i] != '0')
        {
          g_string_append_c (self->digits, text[i]);
          self->point += !point;
        }
      else
        self->point -= point;
    }
  if (i < length && any && (text[i] == 'e' || text[i] == 'E'))
    {
      char *end;
      g_autofree char *rest = g_strndup (text + i + 1, length - i - 1);
      gint64 exponent = g_ascii_strtoll (rest, &end, 10);

      if (*rest == '\0' || *end != '\0')
        any = FALSE;
      self->point += CLAMP (exponent, -MOST_EXPONENT, MOST_EXPONENT);
      i = length;
    }
  while (self->digits->len > 0 && self->digits->str[self->digits->len - 1] == '0')
    g_string_truncate (self->digits, self->digits->len - 1);
  if (self->digits->len == 0)
    {
      self->negative = FALSE;
      self->point = 0;
    }
  return any && i == length;
}

/**
 * night_compare_numbers:
 *
 * Texts that are no numbers come after all numbers, by their bytes.
 *
 * Returns: less than, equal to or greater than 0
 */
int
night_compare_numbers (const char *a, gsize length_a, const char *b, gsize length_b)
{
  Number one;
  Number other;
  gboolean is_one = read_number (a, length_a, &one);
  gboolean is_other = read_number (b, length_b, &other);
  int order;

  if (!is_one || !is_other)
    {
      order = is_one ? -1 : is_other ? 1 : memcmp (a, b, MIN (length_a, length_b));
      if (order == 0)
        order = (length_a > length_b) - (length_a < length_b);
    }
  else if (one.digits->len == 0 || other.digits->len == 0 || one.negative != other.negative)
    {
      int sign_one = one.digits->len == 0 ? 0 : one.negative ? -1 : 1;
      int sign_other = other.digits->len == 0 ? 0 : other.negative ? -1 : 1;

      order = sign_one - sign_other;
    }
  else
    {
      order = one.point != other.point ? (one.point > other.point) - (one.point < other.point)
                                       : strcmp (one.digits->str, other.digits->str);
      if (one.negative)
        order = -order;
    }
  g_string_free (one.digits, TRUE);
  g_string_free (other.digits, TRUE);
  return order;
}

/** night_dup_number: Returns: (transfer full): @text without zeros and exponent, if it is a number; else as it is */
char *
night_dup_number (const char *text, gsize length)
{
  Number number;
  char *result;

  if (!read_number (text, length, &number))
    result = g_strndup (text, length);
  else if (number.digits->len == 0)
    result = g_strdup ("0");
  else
    result = g_strdup_printf ("%s0.%se%" G_GINT64_FORMAT, number.negative ? "-" : "", number.digits->str, number.point);
  g_string_free (number.digits, TRUE);
  return result;
}
