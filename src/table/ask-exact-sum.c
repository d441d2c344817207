/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Digits are added nine at a time into limbs that may be negative and larger than nine digits. Carries are made only before
 * a limb could overflow, and when the sum is read: adding a cell is a few additions, however long the sum is.
 */
#include "config.h"

#include "table/ask-exact-sum.h"

#include <math.h>
#include <string.h>

#include "base/ask-decimal.h"

#define BASE G_GINT64_CONSTANT (1000000000)
#define LIMB_DIGITS 9
/* Times BASE, this is below 2^62. */
#define MAX_ADDED G_GUINT64_CONSTANT (4000000000)

/** ask_exact_sum_clear: makes @self a sum of nothing */
void
ask_exact_sum_clear (AskExactSum *self)
{
  g_clear_pointer (&self->limbs, g_array_unref);
  *self = (AskExactSum) { 0 };
}

/* Carries so that each limb is of the sign of the sum or within one BASE. */
static void
carry (AskExactSum *self)
{
  gint64 over = 0;

  for (guint i = 0; i < self->limbs->len || over != 0; i++)
    {
      gint64 *limb;

      if (i == self->limbs->len)
        g_array_set_size (self->limbs, i + 1);
      limb = &g_array_index (self->limbs, gint64, i);
      *limb += over;
      over = *limb / BASE;
      *limb %= BASE;
    }
  self->n_added = 1;
}

static void
need_limbs (AskExactSum *self, guint n_whole, guint n_fraction)
{
  if (self->limbs == NULL)
    self->limbs = g_array_new (FALSE, TRUE, sizeof (gint64));
  if (n_fraction > self->n_fraction)
    {
      guint more = n_fraction - self->n_fraction;
      guint len = self->limbs->len;

      g_array_set_size (self->limbs, len + more);
      if (len > 0)
        memmove (&g_array_index (self->limbs, gint64, more), self->limbs->data, len * sizeof (gint64));
      memset (self->limbs->data, 0, more * sizeof (gint64));
      self->n_fraction = n_fraction;
    }
  if (self->limbs->len < self->n_fraction + n_whole)
    g_array_set_size (self->limbs, self->n_fraction + n_whole);
}

static gint64
read_digits (const char *text, gsize n)
{
  gint64 number = 0;

  for (gsize i = 0; i < n; i++)
    number = number * 10 + (text[i] - '0');
  return number;
}

static void
add_limb (AskExactSum *self, guint at, gint64 digits, gint64 times)
{
  __int128 part = (__int128) digits * times;

  for (; part != 0; at++, part /= BASE)
    {
      if (at >= self->limbs->len)
        g_array_set_size (self->limbs, at + 1);
      g_array_index (self->limbs, gint64, at) += (gint64) (part % BASE);
    }
}

/* Adds @number times @times to the limbs, three of which hold all of 64 bits. */
static void
add_integer (AskExactSum *self, gint64 number, gint64 times)
{
  need_limbs (self, 3, 0);
  for (guint at = self->n_fraction; number != 0; at++, number /= BASE)
    add_limb (self, at, number % BASE, times);
  self->n_added += 3;
}

/* Returns: whether @text has plain digits and nothing else */
static gboolean
add_digits (AskExactSum *self, const char *text, gsize length, gint64 times)
{
  const char *p = text + (length > 0 && text[0] == '-');
  gsize rest = length - (gsize) (p - text);
  const char *point = memchr (p, '.', rest);
  gsize n_whole = point != NULL ? (gsize) (point - p) : rest;
  gsize n_fraction = point != NULL ? rest - n_whole - 1 : 0;
  guint fraction_limbs = (guint) ((n_fraction + LIMB_DIGITS - 1) / LIMB_DIGITS);
  guint at;

  if (n_whole == 0 || strspn (p, "0123456789") < n_whole
      || (point != NULL && strspn (point + 1, "0123456789") < n_fraction))
    return FALSE;
  if (p > text)
    times = -times;
  need_limbs (self, (guint) (n_whole / LIMB_DIGITS + 1), fraction_limbs);
  at = self->n_fraction;
  for (gsize end = n_whole; end > 0;)
    {
      gsize n = MIN (end, LIMB_DIGITS);

      end -= n;
      add_limb (self, at++, read_digits (p + end, n), times);
    }
  for (guint i = 0; i < fraction_limbs; i++)
    {
      gsize from = (gsize) i * LIMB_DIGITS, n = MIN (n_fraction - from, LIMB_DIGITS);
      gint64 digits = read_digits (point + 1 + from, n);

      for (gsize fill = n; fill < LIMB_DIGITS; fill++)
        digits *= 10;
      add_limb (self, self->n_fraction - 1 - i, digits, times);
    }
  self->n_added += 2;
  self->n_places = MAX (self->n_places, n_fraction);
  return TRUE;
}

/* What is written with an exponent or a plus is written out first; what has too many digits for that is refused. */
static gboolean
add_decimal (AskExactSum *self, const char *text, gsize length, gint64 times)
{
  g_autofree char *digits = NULL;

  if (add_digits (self, text, length, times))
    return TRUE;
  digits = ask_decimal_write_out (text, length);
  return digits != NULL && add_digits (self, digits, strlen (digits), times);
}

/* Neumaier's way. */
static void
add_real (AskExactSum *self, double number)
{
  double sum = self->real + number;

  if (!isfinite (sum))
    self->lost = 0;
  else if (fabs (self->real) >= fabs (number))
    self->lost += (self->real - sum) + number;
  else
    self->lost += (number - sum) + self->real;
  self->real = sum;
}

/**
 * ask_exact_sum_add:
 * @value: a number, or a text of its digits; NULL adds nothing
 * @times: how often it is added
 *
 * Returns: whether @value is a number
 */
gboolean
ask_exact_sum_add (AskExactSum *self, const AskValue *value, gint64 times)
{
  gint64 part, sum;

  if (self->limbs != NULL && self->n_added > MAX_ADDED)
    carry (self);
  switch ((AskValueKind) value->kind)
    {
    case ASK_VALUE_NULL:
      return TRUE;
    case ASK_VALUE_INTEGER:
      if (!__builtin_mul_overflow (value->integer, times, &part) && !__builtin_add_overflow (self->whole, part, &sum))
        self->whole = sum;
      else
        add_integer (self, value->integer, times);
      return TRUE;
    case ASK_VALUE_REAL:
      add_real (self, value->real * (double) times);
      self->n_reals += (gsize) times;
      return TRUE;
    case ASK_VALUE_TEXT:
      return add_decimal (self, value->text, value->length, times);
    case ASK_VALUE_BLOB:
    default:
      return FALSE;
    }
}

/** ask_exact_sum_merge: @other: added to @self, as if all that it was made of had been */
void
ask_exact_sum_merge (AskExactSum *self, const AskExactSum *other)
{
  const AskValue whole = ask_value_integer (other->whole);

  ask_exact_sum_add (self, &whole, 1);
  if (other->n_reals > 0)
    {
      add_real (self, other->real);
      self->lost += other->lost;
      self->n_reals += other->n_reals;
    }
  self->n_places = MAX (self->n_places, other->n_places);
  if (other->limbs == NULL)
    return;
  need_limbs (self, other->limbs->len - other->n_fraction, other->n_fraction);
  for (guint i = 0; i < other->limbs->len; i++)
    g_array_index (self->limbs, gint64, self->n_fraction - other->n_fraction + i)
      += g_array_index (other->limbs, gint64, i);
  /* Each limb is at most that of all additions on both sides. */
  self->n_added += MIN (other->n_added, MAX_ADDED);
  if (self->n_added > MAX_ADDED / 2)
    carry (self);
}

/* All of one sign, each within nine digits. @negative: (out): whether the sum is below zero */
static GArray *
settle (const AskExactSum *self, guint *n_fraction, gboolean *negative)
{
  AskExactSum all = { 0 };
  gint64 over = 0;

  if (self->limbs != NULL)
    {
      need_limbs (&all, self->limbs->len - self->n_fraction, self->n_fraction);
      memcpy (all.limbs->data, self->limbs->data, self->limbs->len * sizeof (gint64));
    }
  add_integer (&all, self->whole, 1);
  carry (&all);
  *negative = FALSE;
  for (guint i = all.limbs->len; i-- > 0 && !*negative;)
    {
      gint64 limb = g_array_index (all.limbs, gint64, i);

      if (limb > 0)
        break;
      *negative = limb < 0;
    }
  for (guint i = 0; i < all.limbs->len; i++)
    {
      gint64 *limb = &g_array_index (all.limbs, gint64, i);

      *limb = (*negative ? -*limb : *limb) - over;
      over = *limb < 0;
      if (over)
        *limb += BASE;
    }
  *n_fraction = all.n_fraction;
  return all.limbs;
}

static char *
write_digits (const AskExactSum *self)
{
  guint n_fraction;
  gboolean negative;
  g_autoptr (GArray) limbs = settle (self, &n_fraction, &negative);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = limbs->len; i-- > 0;)
    {
      if (i + 1 == n_fraction)
        g_string_append_c (text, '.');
      g_string_append_printf (text, "%09" G_GINT64_FORMAT, g_array_index (limbs, gint64, i));
    }
  if (n_fraction > 0)
    {
      while (text->str[text->len - 1] == '0')
        g_string_truncate (text, text->len - 1);
      if (text->str[text->len - 1] == '.')
        g_string_truncate (text, text->len - 1);
    }
  gsize zeros = strspn (text->str, "0");

  if (zeros == text->len || text->str[zeros] == '.')
    zeros--;
  g_string_erase (text, 0, (gssize) zeros);
  return g_strconcat (negative ? "-" : "", text->str, NULL);
}

/** ask_exact_sum_get_real: Returns: the sum as a double, for averages and shares */
double
ask_exact_sum_get_real (const AskExactSum *self)
{
  double exact = (double) self->whole;

  if (self->limbs != NULL)
    {
      g_autofree char *text = write_digits (self);

      exact = g_ascii_strtod (text, NULL);
    }
  return exact + (self->n_reals > 0 ? self->real + self->lost : 0);
}

/**
 * ask_exact_sum_get:
 * @value: (out): the sum: a real where there was one, an integer where it is one of 64 bits, else a text of its digits
 *
 * Returns: (transfer full) (nullable): the text of @value, where it is one
 */
char *
ask_exact_sum_get (const AskExactSum *self, AskValue *value)
{
  g_autofree char *text = NULL;
  gint64 integer;

  if (self->n_reals > 0)
    {
      *value = ask_value_real (ask_exact_sum_get_real (self));
      return NULL;
    }
  if (self->limbs == NULL)
    {
      *value = ask_value_integer (self->whole);
      return NULL;
    }
  text = write_digits (self);
  if (self->n_fraction == 0 && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &integer, NULL))
    {
      *value = ask_value_integer (integer);
      return NULL;
    }
  *value = ask_value_text (text, -1);
  return g_steal_pointer (&text);
}

/**
 * ask_exact_sum_to_text:
 * @self: a sum
 *
 * Returns: (transfer full): its digits as programs write them, with as many places as the decimals had: "3.00"
 */
char *
ask_exact_sum_to_text (const AskExactSum *self)
{
  g_autofree char *text = self->n_reals > 0 ? ask_real_to_text (ask_exact_sum_get_real (self)) : write_digits (self);
  const char *point = strchr (text, '.');
  gsize places = point != NULL ? strlen (point + 1) : 0;
  GString *padded;

  if (self->n_reals > 0 || places >= self->n_places)
    return g_steal_pointer (&text);
  padded = g_string_new (text);
  if (point == NULL)
    g_string_append_c (padded, '.');
  for (; places < self->n_places; places++)
    g_string_append_c (padded, '0');
  return g_string_free (padded, FALSE);
}
