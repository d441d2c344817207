/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How cells are written for people. Exports never come through here: they keep every digit, and the signs
 * that programs read.
 */
#include "config.h"

#include "base/ask-cell.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

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

/* What is seen of a column's first rows. */
typedef struct
{
  gsize n_numbers;
  gsize n_others;
  double largest;
  int places;
} Seen;

static Seen
look (const AskRows *rows, guint column, gboolean exact)
{
  gsize n = MIN (ask_rows_get_n_rows (rows), SAMPLE_ROWS);
  Seen seen = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      const AskValue *value = ask_rows_get (rows, i, column);
      double number;

      if (value->kind == ASK_VALUE_NULL)
        continue;
      if (!ask_value_get_number (value, &number))
        {
          seen.n_others += !exact || value->kind != ASK_VALUE_TEXT;
          seen.n_numbers += exact && value->kind == ASK_VALUE_TEXT;
          continue;
        }
      seen.n_numbers++;
      seen.largest = MAX (seen.largest, fabs (number));
      if (value->kind == ASK_VALUE_REAL)
        seen.places = MAX (seen.places, places_of (number));
    }
  return seen;
}

/**
 * ask_cell_format_find:
 * @rows: a result
 * @column: which of its columns
 *
 * Chooses one way to write the whole column: what its numbers are says whether they stand in groups, the first
 * rows how many places they need, so that decimal points stand below each other.
 *
 * Returns: the format
 */
AskCellFormat
ask_cell_format_find (const AskRows *rows, guint column)
{
  const AskColumn *info = ask_rows_get_column (rows, column);
  AskCellFormat format = { .exact = info->type == ASK_TYPE_DECIMAL, .decimals = -1 };
  Seen seen = look (rows, column, format.exact);

  if (seen.n_numbers == 0 || seen.n_others > 0)
    {
      format.right
        = seen.n_others == 0 && (info->type == ASK_TYPE_INTEGER || info->type == ASK_TYPE_REAL || format.exact);
      return format;
    }
  format.right = info->type != ASK_TYPE_BOOLEAN;
  format.grouped = ask_meaning_is_amount (info->sense.meaning);
  if (seen.places > 2)
    seen.places = seen.largest < 10 ? MIN (seen.places, 4) : 2;
  /* One place is read as half an amount of money. */
  if (seen.places == 1)
    seen.places = 2;
  format.decimals = seen.places;
  return format;
}

/* Whether the text of a decimal is nothing but its digits. */
static gboolean
is_plain_number (const AskValue *value)
{
  const char *p = value->text + (value->text[0] == '-');
  gsize whole = strspn (p, "0123456789");
  gsize all = whole + (p[whole] == '.' ? 1 + strspn (p + whole + 1, "0123456789") : 0);

  return whole > 0 && p + all == value->text + value->length;
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
  char pattern[16], number[G_ASCII_DTOSTR_BUF_SIZE + 320];

  switch ((AskValueKind) value->kind)
    {
    case ASK_VALUE_INTEGER:
      g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, value->integer);
      return ask_number_localise (number, format.grouped);
    case ASK_VALUE_REAL:
      if (format.decimals < 0 || fabs (value->real) >= 1e15 || (value->real != 0 && fabs (value->real) < 1e-4)
          || !isfinite (value->real))
        {
          plain = ask_real_to_text (value->real);
          return ask_number_localise (plain, format.grouped && isfinite (value->real) && strchr (plain, 'e') == NULL);
        }
      g_snprintf (pattern, sizeof pattern, "%%.%df", CLAMP (format.decimals, 0, 9));
      g_ascii_formatd (number, sizeof number, pattern, value->real);
      return ask_number_localise (number, format.grouped);
    case ASK_VALUE_BLOB:
      return g_strdup_printf (ngettext ("%u byte", "%u bytes", value->length), value->length);
    case ASK_VALUE_NULL:
    case ASK_VALUE_TEXT:
    default:
      plain = ask_value_to_text (value);
      return format.exact && is_plain_number (value) ? ask_number_localise (plain, format.grouped)
                                                     : g_steal_pointer (&plain);
    }
}
