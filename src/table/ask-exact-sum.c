/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each place of a number has a sum of its own, as on paper; they are carried when the sum is read.
 */
#include "config.h"

#include "table/ask-exact-sum.h"

#include <math.h>
#include <string.h>

#include "base/ask-decimal.h"

/* Longer ones are no sums of things. */
#define MOST_DIGITS 2000

static void
add_digit (AskExactSum *self, guint place, gint64 digit)
{
  static const gint64 zero = 0;

  while (self->digits->len <= place)
    g_array_append_val (self->digits, zero);
  g_array_index (self->digits, gint64, place) += digit;
}

static void
make_places (AskExactSum *self, guint n)
{
  static const gint64 zero = 0;

  if (self->digits == NULL)
    self->digits = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (; self->n_places < n; self->n_places++)
    g_array_prepend_val (self->digits, zero);
}

/* @text: "-12.50"; @times: 1, or -1 to take it away */
static void
add_digits (AskExactSum *self, const char *text, int times)
{
  int sign = *text == '-' ? -times : times;
  const char *whole = text + (*text == '-' || *text == '+');
  const char *point = strchr (whole, '.');
  gsize n_whole = point != NULL ? (gsize) (point - whole) : strlen (whole);
  gsize n_fraction = point != NULL ? strlen (point + 1) : 0;

  make_places (self, (guint) n_fraction);
  for (gsize i = 0; i < n_whole; i++)
    add_digit (self, self->n_places + (guint) (n_whole - 1 - i), sign * (whole[i] - '0'));
  for (gsize i = 0; i < n_fraction; i++)
    add_digit (self, self->n_places - 1 - (guint) i, sign * (point[1 + i] - '0'));
}

/* By Neumaier: what is lost is kept beside the sum. */
static void
add_real (AskExactSum *self, double real)
{
  double sum = self->real + real;

  self->correction += fabs (self->real) >= fabs (real) ? (self->real - sum) + real : (real - sum) + self->real;
  self->real = sum;
  self->has_real = TRUE;
}

/**
 * ask_exact_sum_add:
 * @self: a sum, all zeros at first
 * @value: a number, or a text of its digits
 *
 * Returns: whether it was a number; if not, nothing was added
 */
gboolean
ask_exact_sum_add (AskExactSum *self, const AskValue *value)
{
  g_autofree char *digits = NULL;
  gint64 sum;

  switch (value->kind)
    {
    case ASK_VALUE_INTEGER:
      if (__builtin_add_overflow (self->whole, value->integer, &sum))
        {
          digits = g_strdup_printf ("%" G_GINT64_FORMAT, self->whole);
          add_digits (self, digits, 1);
          sum = value->integer;
        }
      self->whole = sum;
      break;
    case ASK_VALUE_REAL:
      add_real (self, value->real);
      break;
    case ASK_VALUE_TEXT:
      digits = ask_decimal_write_out (value->text, value->length);
      if (digits == NULL || strlen (digits) > MOST_DIGITS || strpbrk (digits, "eE") != NULL)
        return FALSE;
      add_digits (self, digits, 1);
      break;
    default:
      return FALSE;
    }
  self->n++;
  return TRUE;
}

/* Carries, from the last place on. Returns: whether what is left over above the first place is negative */
static gboolean
carry (GArray *digits)
{
  gint64 over = 0;

  for (guint i = 0; i < digits->len || over > 0; i++)
    {
      gint64 sum = over;

      if (i < digits->len)
        sum += g_array_index (digits, gint64, i);
      over = sum / 10 - (sum % 10 < 0);
      sum -= over * 10;
      if (i < digits->len)
        g_array_index (digits, gint64, i) = sum;
      else
        g_array_append_val (digits, sum);
    }
  return over < 0;
}

static char *
write_digits (const GArray *digits, guint n_places, gboolean negative)
{
  GString *text = g_string_new (negative ? "-" : NULL);
  guint n = digits->len;

  while (n > n_places + 1 && g_array_index (digits, gint64, n - 1) == 0)
    n--;
  for (guint i = n; i-- > 0;)
    {
      g_string_append_c (text, (char) ('0' + g_array_index (digits, gint64, i)));
      if (i == n_places && i > 0)
        g_string_append_c (text, '.');
    }
  return g_string_free (text, FALSE);
}

/* The digits of the sum, or of its opposite. Returns: whether that is negative, so that the digits say nothing */
static gboolean
collect (const AskExactSum *self, int times, GArray *digits)
{
  AskExactSum all = { .digits = digits, .n_places = self->n_places };
  g_autofree char *whole = g_strdup_printf ("%" G_GINT64_FORMAT, self->whole);

  g_array_set_size (digits, 0);
  add_digit (&all, self->n_places, 0);
  for (guint i = 0; self->digits != NULL && i < self->digits->len; i++)
    add_digit (&all, i, times * g_array_index (self->digits, gint64, i));
  add_digits (&all, whole, times);
  return carry (digits);
}

/** ask_exact_sum_to_text: @self: a sum; Returns: (transfer full): its digits as programs write them */
char *
ask_exact_sum_to_text (const AskExactSum *self)
{
  g_autoptr (GArray) digits = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree char *exact = NULL;
  gboolean negative = collect (self, 1, digits);

  if (negative)
    collect (self, -1, digits);
  exact = write_digits (digits, self->n_places, negative);
  if (!self->has_real)
    return g_steal_pointer (&exact);
  return ask_real_to_text (g_ascii_strtod (exact, NULL) + self->real + self->correction);
}

/** ask_exact_sum_clear: @self: a sum, which is nothing again */
void
ask_exact_sum_clear (AskExactSum *self)
{
  g_clear_pointer (&self->digits, g_array_unref);
  *self = (AskExactSum) { 0 };
}
