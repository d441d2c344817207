/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Decimals: numbers as texts of their digits, compared and written without rounding any of them.
 *
 * What number a real is: a whole one that 64 bits hold is that integer, as it is beside an integer;
 * any other is the one of 15 digits, or else of 16 or 17, that reads back as the same double. So the real 0.1
 * is the decimal 0.1, and two reals are ordered as decimals exactly as they are as reals.
 */
#include "config.h"

#include "base/ask-decimal.h"

#include <string.h>

/* Longer ones keep their exponent: the numbers of a double have 309 digits before the point and 767 after it
 * at most. */
#define MOST_DIGITS 1100
/* An exponent beyond it is as good as this one: no text of 2^31 bytes reaches it by its digits. */
#define MOST_EXPONENT G_GINT64_CONSTANT (1000000000000)

enum
{
  MINUS_INFINITY,
  NUMBER,
  INFINITE,
  NOT_A_NUMBER,
  OTHER
};

/* A number as it is written: "-012.340e5" has the digits 12 and 34, and the exponent 5. */
typedef struct
{
  int rank;
  gboolean negative;
  const char *whole;
  gsize n_whole;
  const char *fraction;
  gsize n_fraction;
  gint64 exponent;
  gboolean real; /* written with a point or an exponent */
} Decimal;

/* "e-5"; Returns: whether it is one, and reaches to @end */
static gboolean
read_exponent (const char *p, const char *end, gint64 *exponent)
{
  gboolean negative = FALSE;
  gint64 number = 0;

  if (p < end && (*p == '-' || *p == '+'))
    negative = *p++ == '-';
  if (p == end)
    return FALSE;
  for (; p < end; p++)
    {
      if (!g_ascii_isdigit (*p))
        return FALSE;
      number = MIN (number * 10 + (*p - '0'), MOST_EXPONENT);
    }
  *exponent = negative ? -number : number;
  return TRUE;
}

static int
find_word (const char *text, gsize length)
{
  /* "Inf" is SQLite's word. */
  static const struct
  {
    const char *word;
    int rank;
  } words[] = { { "-Infinity", MINUS_INFINITY },
                { "Infinity", INFINITE },
                { "NaN", NOT_A_NUMBER },
                { "-Inf", MINUS_INFINITY },
                { "Inf", INFINITE } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (length == strlen (words[i].word) && memcmp (text, words[i].word, length) == 0)
      return words[i].rank;
  return OTHER;
}

static Decimal
read_decimal (const char *text, gsize length)
{
  Decimal decimal = { .rank = OTHER };
  const char *p = text;
  const char *end = text + length;

  if (p < end && (*p == '-' || *p == '+'))
    decimal.negative = *p++ == '-';
  decimal.whole = p;
  while (p < end && g_ascii_isdigit (*p))
    p++;
  decimal.n_whole = (gsize) (p - decimal.whole);
  decimal.fraction = p;
  if (p < end && *p == '.')
    {
      decimal.real = TRUE;
      decimal.fraction = ++p;
      while (p < end && g_ascii_isdigit (*p))
        p++;
      decimal.n_fraction = (gsize) (p - decimal.fraction);
    }
  if (decimal.n_whole + decimal.n_fraction == 0)
    {
      decimal.rank = find_word (text, length);
      return decimal;
    }
  if (p < end)
    {
      if ((*p != 'e' && *p != 'E') || !read_exponent (p + 1, end, &decimal.exponent))
        return decimal;
      decimal.real = TRUE;
    }
  while (decimal.n_whole > 0 && *decimal.whole == '0')
    {
      decimal.whole++;
      decimal.n_whole--;
    }
  while (decimal.n_fraction > 0 && decimal.fraction[decimal.n_fraction - 1] == '0')
    decimal.n_fraction--;
  if (decimal.n_whole + decimal.n_fraction == 0)
    {
      decimal.negative = FALSE;
      decimal.exponent = 0;
    }
  decimal.rank = NUMBER;
  return decimal;
}

static int
compare_bytes (const char *a, gsize length_a, const char *b, gsize length_b)
{
  int order = memcmp (a, b, MIN (length_a, length_b));

  return order != 0 ? order : (length_a > length_b) - (length_a < length_b);
}

static gboolean
is_zero (const Decimal *decimal)
{
  return decimal->n_whole + decimal->n_fraction == 0;
}

/* Where its digits begin that count: those of the whole part, then those of the fraction. */
static gsize
count_leading_zeros (const Decimal *decimal)
{
  gsize n = 0;

  if (decimal->n_whole > 0)
    return 0;
  while (n < decimal->n_fraction && decimal->fraction[n] == '0')
    n++;
  return n;
}

static char
get_digit (const Decimal *decimal, gsize i)
{
  if (i < decimal->n_whole)
    return decimal->whole[i];
  i -= decimal->n_whole;
  return i < decimal->n_fraction ? decimal->fraction[i] : '0';
}

/* Both written with whatever exponents, neither zero: by the place of the first digit, then by the digits. */
static int
compare_scaled (const Decimal *a, const Decimal *b)
{
  gsize first_a = count_leading_zeros (a);
  gsize first_b = count_leading_zeros (b);
  gint64 place_a = (gint64) a->n_whole - (gint64) first_a + a->exponent;
  gint64 place_b = (gint64) b->n_whole - (gint64) first_b + b->exponent;
  gsize n = MAX (a->n_whole + a->n_fraction - first_a, b->n_whole + b->n_fraction - first_b);

  if (place_a != place_b)
    return place_a < place_b ? -1 : 1;
  for (gsize i = 0; i < n; i++)
    {
      char one = get_digit (a, first_a + i);
      char other = get_digit (b, first_b + i);

      if (one != other)
        return one < other ? -1 : 1;
    }
  return 0;
}

static int
compare_magnitudes (const Decimal *a, const Decimal *b)
{
  int order;

  if (is_zero (a) || is_zero (b))
    return is_zero (b) - is_zero (a);
  if (a->exponent != 0 || b->exponent != 0)
    return compare_scaled (a, b);
  if (a->n_whole != b->n_whole)
    return a->n_whole < b->n_whole ? -1 : 1;
  order = memcmp (a->whole, b->whole, a->n_whole);
  return order != 0 ? order : compare_bytes (a->fraction, a->n_fraction, b->fraction, b->n_fraction);
}

/**
 * ask_decimal_compare:
 * @a: @length_a bytes, a number written out, or with an exponent
 * @b: @length_b bytes, likewise
 *
 * Compares %ASK_TYPE_DECIMAL as numbers, by all their digits: "9" < "10.5" = "10.50" < "1.1e1". -Infinity
 * comes first, then numbers, Infinity, NaN, and by its bytes what is none of these.
 *
 * Returns: below, equal to or above 0
 */
int
ask_decimal_compare (const char *a, gsize length_a, const char *b, gsize length_b)
{
  Decimal one = read_decimal (a, length_a);
  Decimal other = read_decimal (b, length_b);
  int order;

  if (one.rank != other.rank)
    return one.rank - other.rank;
  if (one.rank == OTHER)
    return compare_bytes (a, length_a, b, length_b);
  if (one.rank != NUMBER)
    return 0;
  if (one.negative != other.negative)
    return one.negative ? -1 : 1;
  order = compare_magnitudes (&one, &other);
  return one.negative ? -order : order;
}

/**
 * ask_decimal_write_out:
 * @text: @length bytes, a number, perhaps with an exponent
 *
 * Writes the same number in plain digits, without zeros that say nothing: "1.50e-5" is "0.000015". One that
 * was written with a point or an exponent keeps a point: "5." is "5.0". More than about 1,100 digits are not
 * written out: such a number keeps its exponent.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL where @text is no number
 */
char *
ask_decimal_write_out (const char *text, gsize length)
{
  Decimal decimal = read_decimal (text, length);
  g_autoptr (GString) out = g_string_new (NULL);
  gsize n = decimal.n_whole + decimal.n_fraction;
  gsize first = count_leading_zeros (&decimal);
  gint64 point; /* so many digits from @first stand before it; may be negative */

  if (decimal.rank != NUMBER)
    return NULL;
  if (decimal.exponent > MOST_DIGITS || decimal.exponent < -MOST_DIGITS || n > MOST_DIGITS)
    return g_strndup (text, length);
  point = (gint64) decimal.n_whole - (gint64) first + decimal.exponent;
  while (n > first && get_digit (&decimal, n - 1) == '0')
    n--;
  if (decimal.negative)
    g_string_append_c (out, '-');
  for (gint64 i = 0; i < point; i++)
    g_string_append_c (out, get_digit (&decimal, first + (gsize) i));
  if (point <= 0)
    g_string_append_c (out, '0');
  if (decimal.real)
    g_string_append_c (out, '.');
  for (gint64 i = point; i < 0 && !is_zero (&decimal); i++)
    g_string_append_c (out, '0');
  for (gsize i = first + (gsize) MAX (point, 0); i < n; i++)
    g_string_append_c (out, get_digit (&decimal, i));
  if (g_str_has_suffix (out->str, "."))
    g_string_append_c (out, '0');
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * ask_decimal_from_real:
 * @real: no NaN
 *
 * Returns: (transfer full): the decimal that @real is, as the head of this file says, in plain digits
 */
char *
ask_decimal_from_real (double real)
{
  g_autofree char *shortest = NULL;

  if (real >= -9223372036854775808.0 && real < 9223372036854775808.0 && real == (double) (gint64) real)
    return g_strdup_printf ("%" G_GINT64_FORMAT ".0", (gint64) real);
  shortest = ask_real_to_text (real);
  return strchr (shortest, 'I') != NULL ? g_steal_pointer (&shortest)
                                        : ask_decimal_write_out (shortest, strlen (shortest));
}
