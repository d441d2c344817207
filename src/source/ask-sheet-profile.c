/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each cell is read in every way that is still possible for its column; what is left at the end is what the
 * column is. It must never guess: where two ways give different values, and no other column of the file
 * tells which one the file uses, the column stays text, and a note says so. Nothing is rounded: a number
 * that a double would not give back with all its digits makes its column decimal.
 */
#include "config.h"

#include "source/ask-sheet-profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  PLAIN = 1 << 0, /* 1234.5, 1.5e-7 */
  COMMA = 1 << 1, /* 1234,5 */
  GROUP_POINT = 1 << 2, /* 1,234.5 */
  GROUP_COMMA = 1 << 3, /* 1.234,5 */
  SPACE_POINT = 1 << 4, /* 1 234.5 */
  SPACE_COMMA = 1 << 5, /* 1 234,5 */
  APOSTROPHE = 1 << 6, /* 1'234.5 */
  TRUTH = 1 << 7, /* true, False */
  YMD = 1 << 8, /* 2024-03-05, with T or a space and a time, with a zone */
  YMD_SLASH = 1 << 9, /* 2024/03/05 */
  DMY_DOT = 1 << 10, /* 5.3.2024 */
  DMY_SLASH = 1 << 11,
  MDY_SLASH = 1 << 12,
  DMY_DASH = 1 << 13,
  MDY_DASH = 1 << 14,
  ALL = (1 << 15) - 1,
  NUMBERS = PLAIN | COMMA | GROUP_POINT | GROUP_COMMA | SPACE_POINT | SPACE_COMMA | APOSTROPHE,
  WITH_COMMA = COMMA | GROUP_COMMA | SPACE_COMMA,
  DATES = YMD | YMD_SLASH | DMY_DOT | DMY_SLASH | MDY_SLASH | DMY_DASH | MDY_DASH
};

/* Longer ones are text: no column of numbers has them, and every digit would be looked at again. */
#define MAX_NUMBER 64

/* Digits that a double gives back whatever they are. */
#define SAFE_DIGITS 15

/* Beyond it are no numbers that anybody has; doubles end at 308. */
#define MAX_EXPONENT 400

typedef struct
{
  AskSheetFormats formats;
  AskSheetFormats integral;
  gboolean beyond_64;
  gboolean beyond_double;
} Number;

/* A number taken apart by one way of writing it. */
typedef struct
{
  char plain[MAX_NUMBER + 2]; /* with a point, without groups */
  gsize length;
  guint n_digits; /* without zeros in front and, of a fraction, behind */
  gboolean fraction;
  gboolean exponent;
} Parts;

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void
trim (const char **text, gsize *length)
{
  while (*length > 0 && is_blank (**text))
    {
      ++*text;
      --*length;
    }
  while (*length > 0 && is_blank ((*text)[*length - 1]))
    --*length;
}

/* The length of what separates groups at @p: 0 where it does not. U+00A0 and U+202F are spaces. */
static gsize
separates (const char *p, const char *end, AskSheetFormats format)
{
  switch (format)
    {
    case GROUP_POINT:
      return *p == ',';
    case GROUP_COMMA:
      return *p == '.';
    case APOSTROPHE:
      if (end - p >= 3 && memcmp (p, "\xE2\x80\x99", 3) == 0)
        return 3;
      return *p == '\'';
    case SPACE_POINT:
    case SPACE_COMMA:
      if (end - p >= 2 && memcmp (p, "\xC2\xA0", 2) == 0)
        return 2;
      if (end - p >= 3 && memcmp (p, "\xE2\x80\xAF", 3) == 0)
        return 3;
      return *p == ' ';
    default:
      return 0;
    }
}

/*
 * @loose: a spreadsheet's own number, which may have any exponent and zeros in front
 *
 * Returns: whether it is a number written in that way
 */
static gboolean
take_apart (const char *text, gsize length, AskSheetFormats format, gboolean loose, Parts *parts)
{
  const char *p = text;
  const char *end = text + length;
  const char decimal = format & WITH_COMMA ? ',' : '.';
  char *out = parts->plain;
  guint n_whole = 0;
  guint in_group = 0;
  gboolean grouped = FALSE;
  guint n_zeros = 0; /* at the end of the fraction so far */
  gboolean begun = FALSE; /* a digit other than 0 was there */

  if (length == 0 || length > MAX_NUMBER)
    return FALSE;
  parts->n_digits = 0;
  parts->fraction = FALSE;
  parts->exponent = FALSE;
  if (*p == '-')
    *out++ = *p++;
  for (; p < end; p++)
    {
      gsize separator;

      if (g_ascii_isdigit (*p))
        {
          begun = begun || *p != '0';
          parts->n_digits += begun;
          n_whole++;
          in_group++;
          *out++ = *p;
          continue;
        }
      separator = separates (p, end, format);
      if (separator == 0)
        break;
      /* One to three digits first, then always three. */
      if (grouped ? in_group != 3 : in_group == 0 || in_group > 3)
        return FALSE;
      grouped = TRUE;
      in_group = 0;
      p += separator - 1;
    }
  if (grouped && in_group != 3)
    return FALSE;
  /* 007 is a code; so is 00. */
  if (!loose && n_whole > 1 && (text[0] == '0' || (text[0] == '-' && text[1] == '0')))
    return FALSE;
  if (p < end && *p == decimal)
    {
      const char *first = ++p;

      parts->fraction = TRUE;
      if (n_whole == 0)
        *out++ = '0';
      *out++ = '.';
      for (; p < end && g_ascii_isdigit (*p); p++)
        {
          begun = begun || *p != '0';
          parts->n_digits += begun;
          n_zeros = *p == '0' ? n_zeros + 1 : 0;
          *out++ = *p;
        }
      if (p == first)
        return FALSE;
      parts->n_digits -= MIN (n_zeros, parts->n_digits);
    }
  else if (n_whole == 0)
    return FALSE;
  /* 12E4 may well be a code; 1.2e4 and 1e-4 are none. */
  if (p < end && (*p == 'e' || *p == 'E') && format == PLAIN)
    {
      const char *first;
      int exponent = 0;

      if (!loose && !parts->fraction && p + 1 < end && p[1] != '-' && p[1] != '+')
        return FALSE;
      *out++ = *p++;
      if (p < end && (*p == '-' || *p == '+'))
        *out++ = *p++;
      for (first = p; p < end && g_ascii_isdigit (*p); p++)
        {
          exponent = MIN (exponent * 10 + (*p - '0'), MAX_EXPONENT + 1);
          *out++ = *p;
        }
      if (p == first || exponent > MAX_EXPONENT)
        return FALSE;
      parts->exponent = TRUE;
    }
  *out = '\0';
  parts->length = (gsize) (out - parts->plain);
  return p == end;
}

static gboolean
fits_64 (const char *plain, gsize length, gint64 *integer)
{
  gboolean negative = plain[0] == '-';
  guint64 sum = 0;

  for (gsize i = negative; i < length; i++)
    if (!g_uint64_checked_mul (&sum, sum, 10)
        || !g_uint64_checked_add (&sum, sum, (guint64) (plain[i] - '0')))
      return FALSE;
  if (sum > (guint64) G_MAXINT64 + negative)
    return FALSE;
  *integer = negative ? (gint64) (0 - sum) : (gint64) sum;
  return TRUE;
}

static double
read_real (const Parts *parts)
{
  static const double powers[]
    = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
  gboolean negative = parts->plain[0] == '-';
  guint64 digits = 0;
  gsize n_behind = 0;
  gboolean behind = FALSE;
  double real;

  /* Both are exact doubles, so that one division rounds right. */
  if (parts->exponent || parts->n_digits > SAFE_DIGITS || parts->length > 20)
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
  real = (double) digits / powers[n_behind];
  return negative ? -real : real;
}

/* What a number is, however it is written: 0.(digits) × 10^exponent. */
typedef struct
{
  gboolean negative;
  char digits[MAX_NUMBER + 1]; /* without zeros at either end */
  guint n_digits;
  int exponent;
} Digits;

/* @plain: a number of at most %MAX_NUMBER characters, written with a point */
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

/* Without an exponent, which decimals do not have. Returns: its length */
static gsize
write_out (const char *plain, char *out)
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

  g_ascii_formatd (buffer, G_ASCII_DTOSTR_BUF_SIZE, formats[n_digits - SAFE_DIGITS], real);
}

/* The same as is_kept() for the usual number of 16 or 17 digits, without writing any number out: with the
 * digits D behind k places and the double m / 2^s, D is what is written where it is nearest to it, and
 * where none with one digit less would be read as the same double.
 *
 * Returns: 1 or 0; -1 where it cannot tell */
static int
is_kept_fast (const Digits *wanted, double real, gboolean loose)
{
  static const guint64 powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000,
                                    1000000000, G_GUINT64_CONSTANT (10000000000),
                                    G_GUINT64_CONSTANT (100000000000) };
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
  scale = (unsigned __int128) powers[k / 2] * powers[k - k / 2];
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

/* Whether a double gives these digits back, as the shortest ones that tell it from its neighbours; or, as
 * spreadsheets write them (@loose), just among the 17 that are always enough. */
static gboolean
is_kept (const Parts *parts, gboolean loose)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  Digits wanted, given;
  double real;
  int fast;

  if (parts->n_digits <= SAFE_DIGITS && !parts->exponent)
    return TRUE;
  read_parts (parts->plain, &wanted);
  if (wanted.n_digits <= SAFE_DIGITS && wanted.exponent > -300 && wanted.exponent < 300)
    return TRUE;
  if (wanted.n_digits > SAFE_DIGITS + 2)
    return FALSE;
  real = g_ascii_strtod (parts->plain, NULL);
  if (!isfinite (real))
    return FALSE;
  fast = is_kept_fast (&wanted, real, loose);
  if (fast >= 0)
    return fast > 0;
  print_digits (real, MAX (wanted.n_digits, SAFE_DIGITS), text);
  read_parts (text, &given);
  if (!is_same (&wanted, &given))
    return FALSE;
  if (loose || wanted.n_digits <= SAFE_DIGITS)
    return TRUE;
  print_digits (real, wanted.n_digits - 1, text);
  return g_ascii_strtod (text, NULL) != real;
}

static void
read_number (const char *text, gsize length, AskSheetFormats alive, gboolean loose, Number *number)
{
  Parts parts;

  for (AskSheetFormats format = PLAIN; format <= APOSTROPHE; format <<= 1)
    {
      gint64 integer;

      if ((alive & format) == 0 || !take_apart (text, length, format, loose, &parts))
        continue;
      number->formats |= format;
      if (!parts.fraction && !parts.exponent)
        {
          number->integral |= format;
          if (parts.n_digits > 18 && !fits_64 (parts.plain, parts.length, &integer))
            number->beyond_64 = TRUE;
        }
      if (!number->beyond_double && !is_kept (&parts, loose))
        number->beyond_double = TRUE;
    }
}

typedef struct
{
  gint64 year;
  guint month, day;
  gboolean timed;
  char clock[24]; /* "10:20:30.5" */
  char zone[8]; /* "", "Z", "+02:00" */
} Moment;

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
read_zone (const char *p, const char *end, Moment *moment)
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
read_clock (const char *p, const char *end, gboolean zones, Moment *moment)
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
  g_snprintf (moment->clock, sizeof moment->clock, "%02d:%02d:%02d%s%.*s", (int) hour, (int) minute,
              (int) second, n_fraction > 0 ? "." : "", (int) n_fraction,
              fraction != NULL ? fraction : "");
  if (p == end)
    return TRUE;
  return zones && read_zone (p, end, moment);
}

static gboolean
read_moment (const char *text, gsize length, AskSheetFormats format, Moment *moment)
{
  const char *p = text;
  const char *end = text + length;
  const char separator = format == DMY_DOT                        ? '.'
                         : format & (YMD | DMY_DASH | MDY_DASH) ? '-'
                                                                   : '/';
  gboolean year_first = (format & (YMD | YMD_SLASH)) != 0;
  gint64 parts[3];
  guint digits[3];

  memset (moment, 0, sizeof *moment);
  for (guint i = 0; i < 3; i++)
    {
      digits[i] = read_digits (&p, end, 4, &parts[i]);
      if (digits[i] == 0 || (i < 2 && (p >= end || *p++ != separator)))
        return FALSE;
    }
  if (year_first ? digits[0] != 4 || digits[1] > 2 || digits[2] > 2
                 : digits[2] != 4 || digits[0] > 2 || digits[1] > 2)
    return FALSE;
  /* With one digit 2024-3-5 is no ISO date, but nothing else either. */
  moment->year = parts[year_first ? 0 : 2];
  moment->month = (guint) parts[format & (MDY_SLASH | MDY_DASH) ? 0 : 1];
  moment->day = (guint) parts[year_first ? 2 : format & (MDY_SLASH | MDY_DASH) ? 1 : 0];
  if (moment->year < 1
      || !g_date_valid_dmy ((GDateDay) moment->day, (GDateMonth) moment->month,
                            (GDateYear) moment->year))
    return FALSE;
  if (p == end)
    return TRUE;
  if (*p != ' ' && !(*p == 'T' && format == YMD) && !(*p == ',' && p + 1 < end && p[1] == ' '))
    return FALSE;
  p += *p == ',' ? 2 : 1;
  return read_clock (p, end, format == YMD, moment);
}

static gboolean
read_truth (const char *text, gsize length, gboolean *truth)
{
  *truth = length == 4 && g_ascii_strncasecmp (text, "true", 4) == 0;
  return *truth || (length == 5 && g_ascii_strncasecmp (text, "false", 5) == 0);
}

/** ask_sheet_column_init: a column that has seen no cell */
void
ask_sheet_column_init (AskSheetColumn *self)
{
  memset (self, 0, sizeof *self);
  self->alive = ALL;
  self->integral = NUMBERS;
}

/** ask_sheet_column_clear: frees what @self holds */
void
ask_sheet_column_clear (AskSheetColumn *self)
{
  g_clear_pointer (&self->name, g_free);
}

/* The cell read in the ways of @alive; notes in @self what matters of it. */
static AskSheetFormats
read_cell (AskSheetColumn *self, const AskSheetCell *cell, const char *text, gsize length,
           AskSheetFormats alive, AskSheetFormats *integral)
{
  AskSheetFormats formats = 0;
  char first = *text;

  *integral = 0;
  if (cell->kind == ASK_SHEET_TEXT)
    return 0;
  /* Nothing that can be read begins otherwise. */
  if (!g_ascii_isdigit (first) && first != '-' && first != '.' && first != ',')
    {
      gboolean truth;

      return (alive & TRUTH) != 0 && read_truth (text, length, &truth) ? TRUTH : 0;
    }
  if ((alive & NUMBERS) != 0)
    {
      /* What is known already need not be found out again. */
      Number number = { .beyond_double = self->beyond_double };
      const gsize sign = first == '-';
      gsize digits = sign;

      /* The usual case at once: an integer that every way reads alike. */
      while (digits < length && g_ascii_isdigit (text[digits]))
        digits++;
      if (digits == length && digits > sign && length <= SAFE_DIGITS
          && (text[sign] != '0' || length == 1))
        {
          *integral = NUMBERS;
          return NUMBERS;
        }
      read_number (text, length, alive, cell->kind == ASK_SHEET_NUMBER, &number);
      /* Ways to write do not matter to a spreadsheet's own numbers. */
      if (cell->kind == ASK_SHEET_NUMBER && (number.formats & PLAIN) != 0)
        {
          number.formats = NUMBERS;
          number.integral = (number.integral & PLAIN) != 0 ? NUMBERS : 0;
        }
      formats |= number.formats;
      *integral = number.integral;
      self->beyond_64 |= number.beyond_64;
      self->beyond_double |= number.beyond_double;
    }
  if ((alive & DATES) != 0 && cell->kind == ASK_SHEET_RAW && length >= 8)
    for (AskSheetFormats format = YMD; format <= MDY_DASH; format <<= 1)
      {
        Moment moment;

        if ((alive & format) == 0 || !read_moment (text, length, format, &moment))
          continue;
        formats |= format;
        self->has_date_only |= !moment.timed;
        if (moment.timed && !self->has_time)
          memcpy (self->zone, moment.zone, sizeof self->zone);
        else if (moment.timed && strcmp (self->zone, moment.zone) != 0)
          self->mixed_zones = TRUE;
        self->has_time |= moment.timed;
      }
  return formats;
}

/** ask_sheet_column_add: takes a cell into account */
void
ask_sheet_column_add (AskSheetColumn *self, const AskSheetCell *cell)
{
  const char *text = cell->text;
  gsize length = cell->length;
  AskSheetFormats integral;

  if (cell->kind == ASK_SHEET_EMPTY || length == 0)
    return;
  if (self->alive == 0)
    {
      self->n_values++;
      return;
    }
  trim (&text, &length);
  if (length == 0)
    {
      /* Blanks are nothing among numbers, and text among texts. */
      self->n_values += cell->kind == ASK_SHEET_TEXT;
      if (cell->kind == ASK_SHEET_TEXT)
        self->alive = 0;
      return;
    }
  self->n_values++;
  self->alive &= read_cell (self, cell, text, length, self->alive, &integral);
  self->integral &= integral;
}

/** ask_sheet_cell_read: Returns: the ways in which @cell is more than text; 0 for none, and for nothing */
AskSheetFormats
ask_sheet_cell_read (const AskSheetCell *cell)
{
  AskSheetColumn column;

  ask_sheet_column_init (&column);
  ask_sheet_column_add (&column, cell);
  return column.n_values > 0 ? column.alive : 0;
}

/** ask_sheet_cell_is_year: Returns: whether it is a year as people head columns with: 1900 to 2100 */
gboolean
ask_sheet_cell_is_year (const AskSheetCell *cell)
{
  const char *text = cell->text;
  gsize length = cell->length;
  gint64 year;

  if (cell->kind == ASK_SHEET_EMPTY)
    return FALSE;
  trim (&text, &length);
  return length == 4 && read_digits (&text, text + 4, 4, &year) == 4 && year >= 1900 && year <= 2100;
}

static gboolean
is_one (AskSheetFormats formats)
{
  return formats != 0 && (formats & (formats - 1)) == 0;
}

static void
decide_number (AskSheetColumn *self, AskSheetFormats format)
{
  self->format = format;
  if ((self->integral & format) != 0)
    self->type = self->beyond_64 ? ASK_TYPE_DECIMAL : ASK_TYPE_INTEGER;
  else
    self->type = self->beyond_double ? ASK_TYPE_DECIMAL : ASK_TYPE_REAL;
}

/*
 * What is certain by the column alone.
 *
 * Returns: whether it is decided
 */
static gboolean
decide_alone (AskSheetColumn *self)
{
  AskSheetFormats numbers = self->alive & NUMBERS;
  AskSheetFormats dates = self->alive & DATES;

  if (self->n_values == 0 || self->alive == 0)
    return TRUE;
  if ((self->alive & TRUTH) != 0)
    {
      self->format = TRUTH;
      self->type = ASK_TYPE_BOOLEAN;
      return TRUE;
    }
  if (numbers != 0)
    {
      if ((self->integral & PLAIN) != 0 && (numbers & PLAIN) != 0)
        decide_number (self, PLAIN);
      else if ((numbers & (PLAIN | GROUP_COMMA)) == PLAIN)
        decide_number (self, PLAIN);
      else if ((numbers & PLAIN) == 0 && (numbers & (COMMA | GROUP_POINT)) == (COMMA | GROUP_POINT))
        return FALSE;
      else if ((numbers & PLAIN) == 0)
        /* The lowest of them: what is left reads alike in all of them. */
        decide_number (self, numbers & (~numbers + 1));
      else
        return FALSE;
      return TRUE;
    }
  if (dates != 0 && !is_one (dates))
    return FALSE;
  self->format = dates;
  return TRUE;
}

static void
decide_date (AskSheetColumn *self, const char *name, GPtrArray *notes)
{
  if (self->mixed_zones || (self->has_date_only && self->zone[0] != '\0'))
    {
      g_ptr_array_add (notes, g_strdup_printf ("The column “%s” stays text: its times are of different "
                                               "zones.",
                                               name));
      self->format = 0;
      return;
    }
  self->type = self->has_time ? ASK_TYPE_DATETIME : ASK_TYPE_DATE;
}

/**
 * ask_sheet_columns_decide:
 * @columns: (element-type AskSheetColumn): of one sheet, all its cells added, each with a name
 * @notes: (element-type utf8): gets a sentence for what could be read in two ways
 *
 * Sets @format and @type of each.
 */
void
ask_sheet_columns_decide (GArray *columns, GPtrArray *notes)
{
  g_autofree gboolean *decided = g_new0 (gboolean, MAX (1, columns->len));
  gboolean points = FALSE; /* the file writes 1.5, or 1,234 for a thousand */
  gboolean commas = FALSE; /* the file writes 1,5, or 1.234 for a thousand */
  gboolean day_first = FALSE;
  gboolean month_first = FALSE;

  for (guint i = 0; i < columns->len; i++)
    {
      AskSheetColumn *column = &g_array_index (columns, AskSheetColumn, i);

      column->format = 0;
      column->type = ASK_TYPE_TEXT;
      decided[i] = decide_alone (column);
      if (!decided[i] || column->format == 0 || column->n_values == 0)
        continue;
      if ((column->integral & column->format) == 0 || column->format != PLAIN)
        {
          points |= (column->format & (PLAIN | GROUP_POINT)) != 0;
          commas |= (column->format & WITH_COMMA) != 0;
        }
      day_first |= (column->format & (DMY_SLASH | DMY_DASH)) != 0;
      month_first |= (column->format & (MDY_SLASH | MDY_DASH)) != 0;
    }
  for (guint i = 0; i < columns->len; i++)
    {
      AskSheetColumn *column = &g_array_index (columns, AskSheetColumn, i);
      AskSheetFormats numbers = column->alive & NUMBERS;

      if (!decided[i] && (numbers & PLAIN) != 0)
        /* 1.234: a thousand only in a file that writes its fractions with commas. */
        decide_number (column, commas && !points ? GROUP_COMMA : PLAIN);
      else if (!decided[i] && numbers != 0 && points != commas)
        decide_number (column, commas ? COMMA : GROUP_POINT);
      else if (!decided[i] && numbers != 0)
        g_ptr_array_add (notes, g_strdup_printf ("The column “%s” stays text: its commas may be those of "
                                                 "fractions or of thousands.",
                                                 column->name));
      else if (!decided[i] && day_first != month_first)
        column->format = column->alive
                         & (day_first ? DMY_SLASH | DMY_DASH : MDY_SLASH | MDY_DASH);
      else if (!decided[i])
        g_ptr_array_add (notes, g_strdup_printf ("The column “%s” stays text: its dates may begin with "
                                                 "the day or with the month.",
                                                 column->name));
      if ((column->format & DATES) != 0)
        decide_date (column, column->name, notes);
    }
}

static gboolean
convert_number (const AskSheetColumn *self, const char *text, gsize length, gboolean loose,
                char *buffer, AskValue *value)
{
  AskSheetFormats format = loose ? PLAIN : self->format;
  Parts parts;
  gint64 integer;

  if (!take_apart (text, length, format, loose, &parts))
    return FALSE;
  switch (self->type)
    {
    case ASK_TYPE_INTEGER:
      if (parts.fraction || parts.exponent || !fits_64 (parts.plain, parts.length, &integer))
        return FALSE;
      *value = ask_value_integer (integer);
      return TRUE;
    case ASK_TYPE_REAL:
      *value = ask_value_real (read_real (&parts));
      return TRUE;
    default:
      if (parts.exponent)
        parts.length = write_out (parts.plain, buffer);
      else
        memcpy (buffer, parts.plain, parts.length + 1);
      *value = ask_value_text (buffer, (gssize) parts.length);
      return TRUE;
    }
}

static gboolean
convert_moment (const AskSheetColumn *self, const char *text, gsize length, char *buffer,
                AskValue *value)
{
  Moment moment;
  int n;

  if (!read_moment (text, length, self->format, &moment))
    return FALSE;
  if (self->type == ASK_TYPE_DATE)
    {
      if (moment.timed)
        return FALSE;
      n = g_snprintf (buffer, ASK_SHEET_VALUE_BYTES, "%04d-%02u-%02u", (int) moment.year, moment.month,
                      moment.day);
    }
  else
    n = g_snprintf (buffer, ASK_SHEET_VALUE_BYTES, "%04d-%02u-%02u %s%s", (int) moment.year,
                    moment.month, moment.day, moment.timed ? moment.clock : "00:00:00", moment.zone);
  *value = ask_value_text (buffer, n);
  return TRUE;
}

/**
 * ask_sheet_column_convert:
 * @buffer: of %ASK_SHEET_VALUE_BYTES, which @value may point into
 * @value: (out): borrowed from @cell or @buffer
 *
 * Returns: whether the cell is of the column's type; where it took part in the decision it is
 */
gboolean
ask_sheet_column_convert (const AskSheetColumn *self, const AskSheetCell *cell, char *buffer,
                          AskValue *value)
{
  const char *text = cell->text;
  gsize length = cell->length;
  gboolean truth;

  *value = ASK_NULL_INIT;
  if (cell->kind == ASK_SHEET_EMPTY || length == 0)
    return TRUE;
  if (self->format == 0)
    {
      *value = ask_value_text (text, (gssize) length);
      return TRUE;
    }
  trim (&text, &length);
  if (length == 0)
    return TRUE;
  if ((self->format & NUMBERS) != 0)
    {
      /* The usual integer. */
      if (self->type == ASK_TYPE_INTEGER && length <= 18 && *text != '-')
        {
          gint64 sum = 0;
          gsize i;

          for (i = 0; i < length && g_ascii_isdigit (text[i]); i++)
            sum = sum * 10 + (text[i] - '0');
          if (i == length)
            {
              *value = ask_value_integer (sum);
              return TRUE;
            }
        }
      return convert_number (self, text, length, cell->kind == ASK_SHEET_NUMBER, buffer, value);
    }
  if (self->format == TRUTH)
    {
      if (!read_truth (text, length, &truth))
        return FALSE;
      *value = ask_value_integer (truth);
      return TRUE;
    }
  return convert_moment (self, text, length, buffer, value);
}
