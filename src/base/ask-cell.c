/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How cells are written for people. Exports never come through here: they keep every digit, and the signs
 * that programs read.
 */
#include "config.h"

#include "base/ask-cell.h"

#include <float.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-locale.h"
#include "base/ask-number.h"

/* Rows looked at to choose a column's decimals: enough for the first pages, and no cost at a
 * million. */
#define SAMPLE_ROWS 200

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

/* What is seen of a column's first rows; @largest is of all of them where @percent asks for it. */
typedef struct
{
  gsize n_numbers;
  gsize n_others;
  gsize n_reals;
  double largest;
  int places;
} Seen;

static void
look_at (Seen *self, const AskValue *value, AskCellFormat format)
{
  double number;

  if (value->kind == ASK_VALUE_NULL)
    return;
  if (!ask_value_get_number (value, &number))
    {
      self->n_others += !format.exact || value->kind != ASK_VALUE_TEXT;
      self->n_numbers += format.exact && value->kind == ASK_VALUE_TEXT;
      return;
    }
  self->n_numbers++;
  self->largest = MAX (self->largest, fabs (number));
  self->n_reals += value->kind == ASK_VALUE_REAL;
  if (value->kind == ASK_VALUE_REAL)
    self->places = MAX (self->places, places_of (format.hundredfold ? number * 100 : number));
}

static Seen
look (const AskRows *rows, guint column, AskCellFormat format)
{
  gsize n = MIN (ask_rows_get_n_rows (rows), SAMPLE_ROWS);
  Seen seen = { 0 };

  for (gsize i = 0; i < n; i++)
    look_at (&seen, ask_rows_get (rows, i, column), format);
  return seen;
}

/* Whether a share is of one or of a hundred, only all values tell. */
static int
find_percent (const AskRows *rows, guint column, AskMeaning meaning)
{
  double largest = 0, number;

  if (ask_meaning_get_percent (meaning, 0) == 0)
    return 0;
  for (gsize i = 0; i < ask_rows_get_n_rows (rows); i++)
    {
      const AskValue *value = ask_rows_get (rows, i, column);
      g_autofree char *text = value->kind == ASK_VALUE_TEXT ? ask_value_to_text (value) : NULL;

      if (ask_value_get_number (value, &number) || (text != NULL && (number = g_ascii_strtod (text, NULL)) != 0))
        largest = MAX (largest, fabs (number));
    }
  return ask_meaning_get_percent (meaning, largest);
}

/* How many places a column of reals is shown with, whose values have up to @seen->places. */
static int
choose_places (const Seen *seen, const AskCellFormat *format)
{
  const AskCurrency *currency = ask_locale_find_currency (format->unit);
  gboolean percent = format->unit != NULL && strcmp (format->unit, "%") == 0;

  /* Cents are shown where there may be some. */
  if (currency != NULL && seen->n_reals > 0 && seen->places <= 2)
    return MAX (currency->places, seen->places);
  if (seen->places == 0)
    return 0;
  if (percent)
    return seen->places <= 2 || seen->largest >= 1 || format->hundredfold ? MIN (seen->places, 2) : seen->places;
  /* One place is read as half an amount of money. */
  if (seen->places <= 2)
    return 2;
  return seen->largest < 10 ? MIN (seen->places, 4) : 2;
}

/**
 * ask_cell_format_find:
 * @rows: a result
 * @column: which of its columns
 *
 * Chooses one way to write the whole column: what its numbers are says whether they stand in groups and with which unit, the
 * first rows how many places they need, so that decimal points stand below each other.
 *
 * Returns: the format
 */
AskCellFormat
ask_cell_format_find (const AskRows *rows, guint column)
{
  const AskColumn *info = ask_rows_get_column (rows, column);
  AskMeaning meaning
    = info->sense.meaning != ASK_MEANING_NONE ? info->sense.meaning : ask_meaning_from_type (info->type);
  AskCellFormat format = { .exact = info->type == ASK_TYPE_DECIMAL, .decimals = -1 };
  int percent = find_percent (rows, column, meaning);
  Seen seen;

  format.hundredfold = percent == 100;
  format.times = ask_meaning_is_time (meaning);
  seen = look (rows, column, format);
  if (seen.n_numbers == 0 || seen.n_others > 0)
    {
      format.hundredfold = FALSE;
      format.right
        = seen.n_others == 0 && (info->type == ASK_TYPE_INTEGER || info->type == ASK_TYPE_REAL || format.exact);
      return format;
    }
  format.right = info->type != ASK_TYPE_BOOLEAN;
  format.grouped = ask_meaning_is_amount (meaning);
  if (format.grouped && format.right)
    format.unit = percent != 0 ? "%" : info->sense.unit;
  format.decimals = choose_places (&seen, &format);
  format.rounded = format.decimals < seen.places;
  return format;
}

/* Whether the text of a decimal is nothing but its digits. */
static gboolean
is_plain_number (const char *text, gsize length)
{
  const char *p = text + (text[0] == '-');
  gsize whole = strspn (p, "0123456789");
  gsize all = whole + (p[whole] == '.' ? 1 + strspn (p + whole + 1, "0123456789") : 0);

  return whole > 0 && p + all == text + length;
}

/* A hundred times as much, digit for digit; NULL where @plain has an exponent. */
static char *
move_point (const char *plain)
{
  g_autoptr (GString) all = NULL;
  gsize length = strlen (plain);
  const char *point = strchr (plain, '.');
  gsize whole = point != NULL ? (gsize) (point - plain) : length;
  gsize sign = plain[0] == '-';

  if (!is_plain_number (plain, length))
    return NULL;
  all = g_string_new_len (plain, (gssize) whole);
  if (point != NULL)
    g_string_append (all, point + 1);
  while (all->len < whole + 2)
    g_string_append_c (all, '0');
  if (all->len > whole + 2)
    g_string_insert_c (all, (gssize) whole + 2, '.');
  while (all->str[sign] == '0' && g_ascii_isdigit (all->str[sign + 1]))
    g_string_erase (all, (gssize) sign, 1);
  return g_strdup (all->str);
}

/* @plain: a number as C writes it */
static char *
finish (const char *plain, AskCellFormat format)
{
  g_autofree char *moved = format.hundredfold ? move_point (plain) : NULL;
  g_autofree char *number = NULL;

  if (format.hundredfold && moved == NULL)
    moved = ask_real_to_text (g_ascii_strtod (plain, NULL) * 100);
  number = ask_number_localise (moved != NULL ? moved : plain, format.grouped && strpbrk (plain, "eni") == NULL);
  return ask_locale_add_unit (number, format.unit);
}

#define NUMBER_BYTES (G_ASCII_DTOSTR_BUF_SIZE + 32)

/* Returns: whether @real is written with a fixed number of places, as C does in @number */
static gboolean
write_fixed (double real, AskCellFormat format, char *number)
{
  char pattern[16];
  double shown = format.hundredfold ? real * 100 : real;
  /* Behind the first rows one may have more digits. */
  int decimals = format.rounded ? format.decimals : MAX (format.decimals, places_of (shown));

  if (format.decimals < 0 || !(fabs (shown) < 1e15) || (shown != 0 && fabs (shown) < 1e-4))
    return FALSE;
  g_snprintf (pattern, sizeof pattern, "%%.%df", CLAMP (decimals, 0, 9));
  g_ascii_formatd (number, NUMBER_BYTES, pattern, shown);
  return TRUE;
}

static char *
real_to_text (double real, AskCellFormat format)
{
  char number[NUMBER_BYTES];
  g_autofree char *text = NULL;

  if (!write_fixed (real, format, number))
    {
      text = ask_real_to_text (real);
      return finish (text, format);
    }
  /* "-0.00" */
  if (number[0] == '-' && strspn (number, "-0.") == strlen (number))
    memmove (number, number + 1, strlen (number));
  text = ask_number_localise (number, format.grouped);
  return ask_locale_add_unit (text, format.unit);
}

/**
 * ask_cell_to_text:
 * @value: a cell, not NULL's
 * @format: from ask_cell_format_find()
 *
 * Returns: (transfer full): what people are shown, on one line and not shortened
 */
char *
ask_cell_to_text (const AskValue *value, AskCellFormat format)
{
  g_autofree char *plain = NULL;
  char number[32];
  char *time;

  switch ((AskValueKind) value->kind)
    {
    case ASK_VALUE_INTEGER:
      g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, value->integer);
      return finish (number, format);
    case ASK_VALUE_REAL:
      return real_to_text (value->real, format);
    case ASK_VALUE_BLOB:
      return g_strdup_printf (ngettext ("%u byte", "%u bytes", value->length), value->length);
    case ASK_VALUE_NULL:
    case ASK_VALUE_TEXT:
    default:
      time = format.times && value->kind == ASK_VALUE_TEXT
               ? ask_locale_time (value->text, value->length, ASK_LOCALE_TABLE)
               : NULL;
      if (time != NULL)
        return time;
      plain = ask_value_to_text (value);
      return format.exact && value->kind == ASK_VALUE_TEXT && is_plain_number (plain, strlen (plain))
               ? finish (plain, format)
               : g_steal_pointer (&plain);
    }
}

/**
 * ask_cell_dup_whole:
 * @value: a cell
 * @format: from ask_cell_format_find()
 *
 * For a tooltip: what ask_cell_to_text() leaves out.
 *
 * Returns: (transfer full) (nullable): a real with all its digits, a time as it came; %NULL where all of it is shown
 */
char *
ask_cell_dup_whole (const AskValue *value, AskCellFormat format)
{
  AskCellFormat all = format;
  char number[NUMBER_BYTES];

  if (value->kind == ASK_VALUE_TEXT && format.times)
    {
      g_autofree char *time = ask_locale_time (value->text, value->length, ASK_LOCALE_TABLE);

      return time != NULL ? ask_value_to_text (value) : NULL;
    }
  if (value->kind != ASK_VALUE_REAL || !write_fixed (value->real, format, number)
      || fabs (g_ascii_strtod (number, NULL) - value->real * (format.hundredfold ? 100 : 1))
           <= fabs (value->real) * DBL_EPSILON * 100)
    return NULL;
  all.decimals = -1;
  return real_to_text (value->real, all);
}
