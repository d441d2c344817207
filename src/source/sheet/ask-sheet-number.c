/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers as they are written in cells: taken apart in one way of writing, and what becomes of their digits.
 * Nothing is ever rounded unseen: whoever wants a double asks first whether it gives all digits back.
 */
#include "config.h"

#include "source/sheet/ask-sheet-number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Beyond it are no numbers that anybody has; doubles end at 308. */
#define MAX_EXPONENT 400

/* The length of what separates groups at @p: 0 where it does not. U+00A0 and U+202F are spaces. */
static gsize
separates (const char *p, const char *end, AskSheetFormats format)
{
  switch (format)
    {
    case ASK_SHEET_WAY_GROUP_POINT:
      return *p == ',';
    case ASK_SHEET_WAY_GROUP_COMMA:
      return *p == '.';
    case ASK_SHEET_WAY_APOSTROPHE:
      if (end - p >= 3 && memcmp (p, "\xE2\x80\x99", 3) == 0)
        return 3;
      return *p == '\'';
    case ASK_SHEET_WAY_SPACE_POINT:
    case ASK_SHEET_WAY_SPACE_COMMA:
      if (end - p >= 2 && memcmp (p, "\xC2\xA0", 2) == 0)
        return 2;
      if (end - p >= 3 && memcmp (p, "\xE2\x80\xAF", 3) == 0)
        return 3;
      return *p == ' ';
    default:
      return 0;
    }
}

/* A number as it is read. @begun: a digit other than 0 was there */
typedef struct
{
  const char *p;
  const char *end;
  char *out;
  AskSheetFormats format;
  gboolean loose;
  gboolean begun;
  AskSheetNumber *parts;
} Reading;

static void
take_digit (Reading *self)
{
  self->begun = self->begun || *self->p != '0';
  self->parts->n_digits += self->begun;
  *self->out++ = *self->p++;
}

/* The digits before the decimal mark, with what separates thousands. @n: (out): how many digits. Returns: whether they stand
 * in groups as they should */
static gboolean
take_whole (Reading *self, guint *n)
{
  const char *first = self->p;
  guint in_group = 0;
  gboolean grouped = FALSE;

  for (*n = 0; self->p < self->end;)
    {
      gsize separator;

      if (g_ascii_isdigit (*self->p))
        {
          take_digit (self);
          (*n)++;
          in_group++;
          continue;
        }
      separator = separates (self->p, self->end, self->format);
      if (separator == 0)
        break;
      /* One to three digits first, then always three. */
      if (grouped ? in_group != 3 : in_group == 0 || in_group > 3)
        return FALSE;
      grouped = TRUE;
      in_group = 0;
      self->p += separator;
    }
  /* 007 is a code; so is 00. */
  return (!grouped || in_group == 3) && (self->loose || *n <= 1 || *first != '0');
}

/* The digits behind the decimal mark, at which it stands. Returns: whether there are any */
static gboolean
take_fraction (Reading *self)
{
  AskSheetNumber *parts = self->parts;
  const char *first = ++self->p;
  guint n_zeros = 0; /* at the end so far */

  parts->fraction = TRUE;
  *self->out++ = '.';
  while (self->p < self->end && g_ascii_isdigit (*self->p))
    {
      n_zeros = *self->p == '0' ? n_zeros + 1 : 0;
      take_digit (self);
    }
  parts->n_digits -= MIN (n_zeros, parts->n_digits);
  return self->p > first;
}

/* The exponent, at whose letter it stands. Returns: whether it is one that a number may have */
static gboolean
take_exponent (Reading *self)
{
  const char *first;
  int exponent = 0;

  /* 12E4 may well be a code; 1.2e4 and 1e-4 are none. */
  if (!self->loose && !self->parts->fraction && self->p + 1 < self->end && self->p[1] != '-' && self->p[1] != '+')
    return FALSE;
  *self->out++ = *self->p++;
  if (self->p < self->end && (*self->p == '-' || *self->p == '+'))
    *self->out++ = *self->p++;
  for (first = self->p; self->p < self->end && g_ascii_isdigit (*self->p); self->p++)
    {
      exponent = MIN (exponent * 10 + (*self->p - '0'), MAX_EXPONENT + 1);
      *self->out++ = *self->p;
    }
  self->parts->exponent = TRUE;
  return self->p > first && exponent <= MAX_EXPONENT;
}

/**
 * ask_sheet_number_take_apart:
 * @text: without blanks around it; need not be terminated
 * @length: in bytes
 * @format: one way of writing numbers
 * @loose: a spreadsheet's own number, which may have any exponent and zeros in front
 * @parts: (out): set where %TRUE is returned
 *
 * Returns: whether it is a number written in that way
 */
gboolean
ask_sheet_number_take_apart (const char *text, gsize length, AskSheetFormats format, gboolean loose,
                             AskSheetNumber *parts)
{
  const char decimal = format & ASK_SHEET_WAYS_COMMA ? ',' : '.';
  Reading self = { text, text + length, parts->plain, format, loose, FALSE, parts };
  guint n_whole;

  if (length == 0 || length > ASK_SHEET_NUMBER_BYTES)
    return FALSE;
  parts->n_digits = 0;
  parts->fraction = FALSE;
  parts->exponent = FALSE;
  if (*self.p == '-')
    *self.out++ = *self.p++;
  if (!take_whole (&self, &n_whole))
    return FALSE;
  if (self.p < self.end && *self.p == decimal)
    {
      if (n_whole == 0)
        *self.out++ = '0';
      if (!take_fraction (&self))
        return FALSE;
    }
  else if (n_whole == 0)
    return FALSE;
  if (self.p < self.end && (*self.p == 'e' || *self.p == 'E') && format == ASK_SHEET_WAY_PLAIN
      && !take_exponent (&self))
    return FALSE;
  *self.out = '\0';
  parts->length = (gsize) (self.out - parts->plain);
  return self.p == self.end;
}

static gboolean
fits_64 (const char *plain, gsize length, gint64 *integer)
{
  gboolean negative = plain[0] == '-';
  guint64 sum = 0;

  for (gsize i = negative; i < length; i++)
    if (!g_uint64_checked_mul (&sum, sum, 10) || !g_uint64_checked_add (&sum, sum, (guint64) (plain[i] - '0')))
      return FALSE;
  if (sum > (guint64) G_MAXINT64 + negative)
    return FALSE;
  *integer = negative ? (gint64) (0 - sum) : (gint64) sum;
  return TRUE;
}

static const guint64 ten_to[] = {
  1,
  10,
  100,
  1000,
  10000,
  100000,
  1000000,
  10000000,
  100000000,
  1000000000,
  G_GUINT64_CONSTANT (10000000000),
  G_GUINT64_CONSTANT (100000000000),
  G_GUINT64_CONSTANT (1000000000000),
  G_GUINT64_CONSTANT (10000000000000),
  G_GUINT64_CONSTANT (100000000000000),
  G_GUINT64_CONSTANT (1000000000000000),
  G_GUINT64_CONSTANT (10000000000000000),
  G_GUINT64_CONSTANT (100000000000000000),
  G_GUINT64_CONSTANT (1000000000000000000),
  G_GUINT64_CONSTANT (10000000000000000000),
};

/* The double that is nearest to @digits / 10^@n_behind, of two as near the even one: what strtod() gives, in a
 * fraction of its time. With both scaled to their top bits one division gives 63 bits or 64, and whether
 * anything is left.
 *
 * @digits: not 0
 * @n_behind: 1 to 19 */
static double
divide (guint64 digits, guint n_behind)
{
  const int up = __builtin_clzll (digits);
  const int down = __builtin_clzll (ten_to[n_behind]);
  const unsigned __int128 top = (unsigned __int128) (digits << up) << 63;
  const guint64 bottom = ten_to[n_behind] << down;
  const guint64 quotient = (guint64) (top / bottom);
  const gboolean inexact = (unsigned __int128) quotient * bottom != top;
  const int n_extra = quotient >> 63 != 0 ? 11 : 10; /* bits that a double has no room for */
  const guint64 half = G_GUINT64_CONSTANT (1) << (n_extra - 1);
  const guint64 extra = quotient & (2 * half - 1);
  guint64 mantissa = quotient >> n_extra;

  mantissa += extra > half || (extra == half && (inexact || (mantissa & 1) != 0));
  return ldexp ((double) mantissa, n_extra - 63 + down - up);
}

/** ask_sheet_number_to_real: Returns: the double that is nearest to it */
double
ask_sheet_number_to_real (const AskSheetNumber *parts)
{
  static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
  gboolean negative = parts->plain[0] == '-';
  guint64 digits = 0;
  gsize n_behind = 0;
  gboolean behind = FALSE;
  double real;

  if (parts->exponent || parts->n_digits > 18 || parts->length > 20u + negative)
    return g_ascii_strtod (parts->plain, NULL);
  for (gsize i = negative; i < parts->length; i++)
    if (parts->plain[i] == '.')
      behind = TRUE;
    else
      {
        digits = digits * 10 + (guint64) (parts->plain[i] - '0');
        n_behind += behind;
      }
  while (n_behind > 0 && digits % 10 == 0)
    {
      digits /= 10;
      n_behind--;
    }
  /* Where both are exact doubles, their division rounds right. */
  if (n_behind == 0 || parts->n_digits <= ASK_SHEET_SAFE_DIGITS)
    real = (double) digits / powers[n_behind];
  else
    real = divide (digits, (guint) n_behind);
  return negative ? -real : real;
}

/* What a number is, however it is written: 0.(digits) × 10^exponent. */
typedef struct
{
  gboolean negative;
  char digits[ASK_SHEET_NUMBER_BYTES + 1]; /* without zeros at either end */
  guint n_digits;
  int exponent;
} Digits;

/* @plain: a number of at most %ASK_SHEET_NUMBER_BYTES characters, written with a point */
static void
read_parts (const char *plain, Digits *digits)
{
  const char *p = plain;
  gboolean behind = FALSE;

  digits->negative = *p == '-';
  digits->n_digits = 0;
  digits->exponent = 0;
  for (p += digits->negative; g_ascii_isdigit (*p) || *p == '.'; p++)
    {
      if (*p == '.')
        behind = TRUE;
      else if (digits->n_digits > 0 || *p != '0')
        {
          digits->digits[digits->n_digits++] = *p;
          digits->exponent += !behind;
        }
      else
        digits->exponent -= behind;
    }
  if (*p == 'e' || *p == 'E')
    digits->exponent += (int) g_ascii_strtoll (p + 1, NULL, 10);
  while (digits->n_digits > 0 && digits->digits[digits->n_digits - 1] == '0')
    digits->n_digits--;
  digits->digits[digits->n_digits] = '\0';
  if (digits->n_digits == 0)
    {
      digits->negative = FALSE;
      digits->exponent = 0;
    }
}

static gboolean
is_same (const Digits *one, const Digits *other)
{
  return one->negative == other->negative && one->exponent == other->exponent
         && strcmp (one->digits, other->digits) == 0;
}

/**
 * ask_sheet_number_write_out:
 * @plain: a number written with a point, perhaps with an exponent
 * @out: of %ASK_SHEET_VALUE_BYTES
 *
 * Writes it without an exponent, which decimals do not have.
 *
 * Returns: its length
 */
gsize
ask_sheet_number_write_out (const char *plain, char *out)
{
  Digits digits;
  char *p = out;
  int i = 0;

  read_parts (plain, &digits);
  if (digits.negative)
    *p++ = '-';
  if (digits.exponent <= 0)
    *p++ = '0';
  for (; i < digits.exponent; i++)
    *p++ = i < (int) digits.n_digits ? digits.digits[i] : '0';
  if ((int) digits.n_digits > digits.exponent)
    *p++ = '.';
  for (int zeros = digits.exponent; zeros < 0 && digits.n_digits > 0; zeros++)
    *p++ = '0';
  for (; i < (int) digits.n_digits; i++)
    *p++ = digits.digits[i];
  *p = '\0';
  return (gsize) (p - out);
}

/* @n_digits: 15, 16 or 17 */
static void
print_digits (double real, guint n_digits, char *buffer)
{
  static const char *const formats[] = { "%.14e", "%.15e", "%.16e" };

  g_ascii_formatd (buffer, G_ASCII_DTOSTR_BUF_SIZE, formats[n_digits - ASK_SHEET_SAFE_DIGITS], real);
}

/* The same as ask_sheet_number_is_kept() for the usual number of 16 or 17 digits, without writing any
 * number out: with the digits D behind k places and the double m / 2^s, D is what is written where it is
 * nearest to it, and where none with one digit less would be read as the same double.
 *
 * Returns: 1 or 0; -1 where it cannot tell */
static int
is_kept_fast (const Digits *wanted, double real, gboolean loose)
{
  int k = (int) wanted->n_digits - wanted->exponent;
  guint64 digits = 0;
  unsigned __int128 scale, scaled, shifted, distance, less;
  guint64 m;
  int e, s;

  if (k < 1 || k > 22 || real == 0)
    return -1;
  m = (guint64) ldexp (frexp (fabs (real), &e), 53);
  s = 53 - e;
  /* Below a power of two doubles are closer to each other. */
  if (s < 1 || s > 125 || m == G_GUINT64_CONSTANT (1) << 52)
    return -1;
  for (guint i = 0; i < wanted->n_digits; i++)
    digits = digits * 10 + (guint64) (wanted->digits[i] - '0');
  scale = (unsigned __int128) ten_to[k / 2] * ten_to[k - k / 2];
  scaled = m * scale;
  shifted = (unsigned __int128) digits << s;
  distance = scaled > shifted ? scaled - shifted : shifted - scaled;
  if (distance >> (s - 1) != 0 && distance != (unsigned __int128) 1 << (s - 1))
    return 0;
  if (loose)
    return 1;
  scale /= 10;
  scaled = m * scale;
  less = (scaled + ((unsigned __int128) 1 << (s - 1))) >> s;
  shifted = less << s;
  distance = scaled > shifted ? scaled - shifted : shifted - scaled;
  return distance * 2 >= scale;
}

/* A spreadsheet computes with doubles; one that computes with longer ones (Gnumeric) writes 18 to 21 digits of
 * them: 0.300000000000000000011. Where they say no more than the double does, they are that double.
 *
 * Returns: whether the shortest digits of the nearest double are the same number to 18 digits */
static gboolean
is_long_double (const AskSheetNumber *parts, const Digits *wanted)
{
  const guint n = ASK_SHEET_SAFE_DIGITS + 3;
  double real = g_ascii_strtod (parts->plain, NULL);
  Digits rounded = *wanted;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  Digits shortest;

  if (!isfinite (real) || real == 0)
    return FALSE;
  for (guint digits = ASK_SHEET_SAFE_DIGITS; digits <= ASK_SHEET_SAFE_DIGITS + 2; digits++)
    {
      print_digits (real, digits, text);
      if (g_ascii_strtod (text, NULL) == real)
        break;
    }
  read_parts (text, &shortest);
  rounded.n_digits = n;
  if (wanted->digits[n] >= '5')
    {
      while (rounded.n_digits > 0 && rounded.digits[rounded.n_digits - 1] == '9')
        rounded.n_digits--;
      if (rounded.n_digits > 0)
        rounded.digits[rounded.n_digits - 1]++;
      else
        {
          rounded.digits[rounded.n_digits++] = '1';
          rounded.exponent++;
        }
    }
  while (rounded.digits[rounded.n_digits - 1] == '0')
    rounded.n_digits--;
  rounded.digits[rounded.n_digits] = '\0';
  return is_same (&rounded, &shortest);
}

/**
 * ask_sheet_number_to_integer:
 * @integer: (out): set where %TRUE is returned
 *
 * Returns: whether it is an integer of 64 bits, written without a fraction; 1.25E+16 is one
 */
gboolean
ask_sheet_number_to_integer (const AskSheetNumber *parts, gint64 *integer)
{
  char buffer[ASK_SHEET_VALUE_BYTES];
  gsize length;

  if (!parts->exponent)
    return !parts->fraction && fits_64 (parts->plain, parts->length, integer);
  length = ask_sheet_number_write_out (parts->plain, buffer);
  return memchr (buffer, '.', length) == NULL && fits_64 (buffer, length, integer);
}

/**
 * ask_sheet_number_is_kept:
 * @loose: a spreadsheet's own number, of which any 17 digits are the double's, and more may be
 *
 * Returns: whether a double gives these digits back, as the shortest ones that tell it from its neighbours;
 *   or, as spreadsheets write them (@loose), just among the 17 that are always enough
 */
gboolean
ask_sheet_number_is_kept (const AskSheetNumber *parts, gboolean loose)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  Digits wanted, given;
  double real;
  int fast;

  if (parts->n_digits <= ASK_SHEET_SAFE_DIGITS && !parts->exponent)
    return TRUE;
  read_parts (parts->plain, &wanted);
  if (wanted.n_digits <= ASK_SHEET_SAFE_DIGITS && wanted.exponent > -300 && wanted.exponent < 300)
    return TRUE;
  if (wanted.n_digits > ASK_SHEET_SAFE_DIGITS + 2)
    return loose && wanted.n_digits > ASK_SHEET_SAFE_DIGITS + 3 && is_long_double (parts, &wanted);
  real = ask_sheet_number_to_real (parts);
  if (!isfinite (real))
    return FALSE;
  fast = is_kept_fast (&wanted, real, loose);
  if (fast >= 0)
    return fast > 0;
  print_digits (real, MAX (wanted.n_digits, ASK_SHEET_SAFE_DIGITS), text);
  read_parts (text, &given);
  if (!is_same (&wanted, &given))
    return FALSE;
  if (loose || wanted.n_digits <= ASK_SHEET_SAFE_DIGITS)
    return TRUE;
  print_digits (real, wanted.n_digits - 1, text);
  return g_ascii_strtod (text, NULL) != real;
}
