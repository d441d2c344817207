/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells of a workbook. Numbers are numbers, days and moments are counted from 1899-12-30 as spreadsheets do, and all else is
 * text: what looks like a number in a column of texts, numbers of more than the 15 digits that a spreadsheet keeps, times
 * with a zone, days before March 1900. A cell's format shows what a table here shows; its value is never rounded.
 *
 * Formats are the same in every locale: the program that opens the file puts its own separators.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/ask-locale.h"
#include "table/ask-workbook-private.h"

#define MAX_DIGITS 15
#define MAX_TEXT_CHARS 32767
#define SAMPLE_ROWS 200
#define MIN_WIDTH 8
#define MAX_WIDTH 60

/* Of a day on which spreadsheets agree: Lotus's 29 February 1900 is before it. */
#define FIRST_DAY 61

#define DAY_CODE "yyyy\\-mm\\-dd"
#define MOMENT_CODE "yyyy\\-mm\\-dd\\ hh:mm:ss"

/** ask_workbook_styles_init: @self: without formats so far */
void
ask_workbook_styles_init (AskWorkbookStyles *self)
{
  self->codes = g_ptr_array_new_with_free_func (g_free);
}

/** ask_workbook_styles_clear: frees what it holds */
void
ask_workbook_styles_clear (AskWorkbookStyles *self)
{
  g_clear_pointer (&self->codes, g_ptr_array_unref);
}

/* Returns: the number of the style with the format @code */
static guint
use_code (AskWorkbookStyles *self, const char *code)
{
  guint i = 0;

  while (i < self->codes->len && strcmp (self->codes->pdata[i], code) != 0)
    i++;
  if (i == self->codes->len)
    g_ptr_array_add (self->codes, g_strdup (code));
  return i + 2;
}

/** ask_workbook_styles_append: @xml: gets the part xl/styles.xml */
void
ask_workbook_styles_append (const AskWorkbookStyles *self, GString *xml)
{
  g_string_append (xml, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
                        "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">");
  if (self->codes->len > 0)
    g_string_append_printf (xml, "<numFmts count=\"%u\">", self->codes->len);
  for (guint i = 0; i < self->codes->len; i++)
    {
      g_string_append_printf (xml, "<numFmt numFmtId=\"%u\" formatCode=\"", 164 + i);
      ask_workbook_append_text (xml, self->codes->pdata[i], strlen (self->codes->pdata[i]));
      g_string_append (xml, "\"/>");
    }
  if (self->codes->len > 0)
    g_string_append (xml, "</numFmts>");
  g_string_append (
    xml,
    "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font>"
    "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font></fonts>"
    "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill>"
    "</fills><borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>");
  g_string_append_printf (
    xml,
    "<cellXfs count=\"%u\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
    "<xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyFont=\"1\"/>",
    self->codes->len + 2);
  for (guint i = 0; i < self->codes->len; i++)
    g_string_append_printf (xml,
                            "<xf numFmtId=\"%u\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" "
                            "applyNumberFormat=\"1\"/>",
                            164 + i);
  g_string_append (xml, "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/>"
                        "</cellStyles></styleSheet>");
}

/* "#,##0.00", with the sign of its money where that stands where it comes from. */
static char *
make_code (const AskCellFormat *format, int places)
{
  const AskCurrency *currency = ask_locale_find_currency (format->unit);
  g_autoptr (GString) number = g_string_new (format->grouped ? "#,##0" : "0");
  g_auto (GStrv) parts = NULL;
  g_autofree char *unit = NULL;

  if (places > 0)
    g_string_append_c (number, '.');
  for (int i = 0; i < places; i++)
    g_string_append_c (number, '0');
  if (format->unit == NULL)
    return g_strdup (number->str);
  if (currency != NULL && currency->leads)
    return g_strdup_printf ("[$%s]%s%s", currency->sign,
                            g_ascii_isalpha (currency->sign[strlen (currency->sign) - 1]) ? "\\ " : "", number->str);
  if (currency != NULL)
    return g_strdup_printf ("%s\\ [$%s]", number->str, currency->sign);
  if (format->hundredfold)
    return g_strconcat (number->str, "%", NULL);
  parts = g_strsplit (format->unit, "\"", -1);
  unit = g_strjoinv ("", parts);
  return g_strconcat (number->str, "\"\u00a0", unit, "\"", NULL);
}

/* Significant digits of a plain number; G_MAXUINT where @text is none. @places: (out): behind its point */
static guint
count_digits (const char *text, gsize length, int *places)
{
  const char *p = text, *end = text + length;
  guint digits = 0, zeros = 0;
  gboolean point = FALSE, any = FALSE;

  *places = 0;
  if (p < end && *p == '-')
    p++;
  for (; p < end; p++)
    {
      if (*p == '.' && !point && any)
        {
          point = TRUE;
          continue;
        }
      if (!g_ascii_isdigit (*p))
        return G_MAXUINT;
      any = TRUE;
      *places += point;
      if (*p == '0' && digits == 0)
        continue;
      zeros = *p == '0' ? zeros + 1 : 0;
      digits++;
    }
  return any ? digits - zeros : G_MAXUINT;
}

static int
find_places (const AskRows *rows, guint column, const AskCellFormat *format)
{
  int places = MAX (format->decimals, 0), own;

  if (!format->exact)
    return places;
  for (gsize i = 0; i < MIN (ask_rows_get_n_rows (rows), SAMPLE_ROWS); i++)
    {
      const AskValue *value = ask_rows_get (rows, i, column);

      if (value->kind == ASK_VALUE_TEXT && count_digits (value->text, value->length, &own) <= MAX_DIGITS)
        places = MAX (places, format->hundredfold ? own - 2 : own);
    }
  return MIN (places, 9);
}

static guint
find_width (const AskRows *rows, guint column, const AskCellFormat *format)
{
  /* A heading has a button behind it. */
  glong width = g_utf8_strlen (ask_rows_get_column (rows, column)->name, -1) + 4;

  for (gsize i = 0; i < MIN (ask_rows_get_n_rows (rows), SAMPLE_ROWS); i++)
    {
      const AskValue *value = ask_rows_get (rows, i, column);
      g_autofree char *text = value->kind != ASK_VALUE_BLOB ? ask_value_to_text (value) : g_strdup ("");
      glong length = g_utf8_strlen (text, -1);

      if (value->kind == ASK_VALUE_REAL || format->exact)
        length = MIN (length, 16);
      if (format->grouped)
        length += length / 3 + (format->unit != NULL ? g_utf8_strlen (format->unit, -1) + 1 : 0);
      width = MAX (width, length + 2);
    }
  return (guint) CLAMP (width, MIN_WIDTH, MAX_WIDTH);
}

/**
 * ask_workbook_column_find:
 * @styles: gets the formats that the column needs
 * @rows: the rows
 * @column: which of their columns
 *
 * Returns: how the column's cells are written
 */
AskWorkbookColumn
ask_workbook_column_find (AskWorkbookStyles *styles, const AskRows *rows, guint column)
{
  AskWorkbookColumn self
    = { .type = ask_rows_get_column (rows, column)->type, .format = ask_cell_format_find (rows, column) };
  g_autofree char *code = make_code (&self.format, find_places (rows, column, &self.format));

  if (self.format.right)
    self.style = use_code (styles, code);
  if (self.format.times)
    {
      self.style_day = use_code (styles, DAY_CODE);
      self.style_moment = use_code (styles, MOMENT_CODE);
    }
  self.width = find_width (rows, column, &self.format);
  return self;
}

/* Whether "_x0041_" stands at @p, which spreadsheets take for an A. */
static gboolean
is_escape (const char *p, const char *end)
{
  return end - p >= 7 && p[0] == '_' && p[1] == 'x' && p[6] == '_' && g_ascii_isxdigit (p[2]) && g_ascii_isxdigit (p[3])
         && g_ascii_isxdigit (p[4]) && g_ascii_isxdigit (p[5]);
}

/**
 * ask_workbook_append_text:
 * @xml: gets it as character data
 * @text: in UTF-8; bytes that are none are shown as such
 * @length: its bytes
 *
 * Returns: whether it was of no more characters than a cell holds
 */
gboolean
ask_workbook_append_text (GString *xml, const char *text, gsize length)
{
  g_autofree char *valid
    = g_utf8_validate (text, (gssize) length, NULL) ? NULL : g_utf8_make_valid (text, (gssize) length);
  const char *p = valid != NULL ? valid : text;
  const char *end = p + (valid != NULL ? strlen (valid) : length);
  glong n_chars = 0;

  for (const char *run = p;; p++)
    {
      guchar c = p < end ? (guchar) *p : 0;
      gboolean plain = p < end && (c >= ' ' || c == '\t' || c == '\n') && c != '&' && c != '<' && c != '>' && c != '"'
                       && !(c == '_' && is_escape (p, end));

      /* As UTF-16 counts them. */
      n_chars += p < end && (c & 0xc0) != 0x80;
      n_chars += c >= 0xf0;
      if (plain)
        continue;
      g_string_append_len (xml, run, p - run);
      if (p >= end)
        break;
      run = p + 1;
      if (c == '&')
        g_string_append (xml, "&amp;");
      else if (c == '<')
        g_string_append (xml, "&lt;");
      else if (c == '>')
        g_string_append (xml, "&gt;");
      else if (c == '"')
        g_string_append (xml, "&quot;");
      else if (c == '_')
        g_string_append (xml, "_x005F_");
      else
        g_string_append_printf (xml, "_x%04X_", c);
    }
  return n_chars <= MAX_TEXT_CHARS;
}

static void
append_number (GString *xml, const char *place, guint style, const char *number)
{
  g_string_append (xml, "<c r=\"");
  g_string_append (xml, place);
  if (style > 0)
    g_string_append_printf (xml, "\" s=\"%u", style);
  g_string_append (xml, "\"><v>");
  g_string_append (xml, number);
  g_string_append (xml, "</v></c>");
}

/* What spreadsheets count for a day or a moment; FALSE where they could not tell it. */
static gboolean
count_days (const char *text, gsize length, AskLocaleTime time, char *number)
{
  GDate day;
  int days;

  g_date_clear (&day, 1);
  g_date_set_dmy (&day, (GDateDay) g_ascii_strtoull (text + 8, NULL, 10),
                  (GDateMonth) g_ascii_strtoull (text + 5, NULL, 10), (GDateYear) g_ascii_strtoull (text, NULL, 10));
  /* Day 1 of GDate is 0001-01-01; 1899-12-30 is day 693594. */
  days = (int) g_date_get_julian (&day) - 693594;
  if (days < FIRST_DAY)
    return FALSE;
  if (time == ASK_LOCALE_DAY)
    {
      g_snprintf (number, G_ASCII_DTOSTR_BUF_SIZE, "%d", days);
      return TRUE;
    }
  guint64 hour = g_ascii_strtoull (text + 11, NULL, 10), minute = g_ascii_strtoull (text + 14, NULL, 10);
  guint64 second = length >= 19 ? g_ascii_strtoull (text + 17, NULL, 10) : 0;

  if (hour > 23 || minute > 59 || second > 59 || (length != 16 && length != 19))
    return FALSE;
  g_ascii_formatd (number, G_ASCII_DTOSTR_BUF_SIZE, "%.15g",
                   days + (double) (hour * 3600 + minute * 60 + second) / 86400);
  return TRUE;
}

static AskWorkbookCell
append_string (GString *xml, const char *place, const char *text, gsize length)
{
  gboolean fits;

  g_string_append (xml, "<c r=\"");
  g_string_append (xml, place);
  g_string_append (xml, "\" t=\"inlineStr\"><is><t xml:space=\"preserve\">");
  fits = ask_workbook_append_text (xml, text, length);
  g_string_append (xml, "</t></is></c>");
  return fits ? ASK_WORKBOOK_CELL_WRITTEN : ASK_WORKBOOK_CELL_TOO_LONG;
}

/**
 * ask_workbook_append_cell:
 * @xml: gets the cell
 * @column: its column
 * @place: "B7"
 * @value: what it holds
 *
 * Returns: whether there was a cell to write, and a sheet holds it
 */
AskWorkbookCell
ask_workbook_append_cell (GString *xml, const AskWorkbookColumn *column, const char *place, const AskValue *value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;
  AskLocaleTime time;
  int places;

  switch ((AskValueKind) value->kind)
    {
    case ASK_VALUE_NULL:
      return ASK_WORKBOOK_CELL_EMPTY;
    case ASK_VALUE_INTEGER:
      g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, value->integer);
      if (column->type == ASK_TYPE_BOOLEAN && (value->integer == 0 || value->integer == 1))
        g_string_append_printf (xml, "<c r=\"%s\" t=\"b\"><v>%s</v></c>", place, number);
      else if (ABS (value->integer / 10) < G_GINT64_CONSTANT (100000000000000))
        append_number (xml, place, column->style, number);
      else
        return append_string (xml, place, number, strlen (number));
      return ASK_WORKBOOK_CELL_WRITTEN;
    case ASK_VALUE_REAL:
      text = ask_real_to_text (value->real);
      if (!isfinite (value->real))
        return append_string (xml, place, text, strlen (text));
      append_number (xml, place, column->style, text);
      return ASK_WORKBOOK_CELL_WRITTEN;
    case ASK_VALUE_TEXT:
      time = column->format.times ? ask_locale_read_time (value->text, value->length) : ASK_LOCALE_NO_TIME;
      if ((time == ASK_LOCALE_DAY || time == ASK_LOCALE_MOMENT)
          && count_days (value->text, value->length, time, number))
        append_number (xml, place, time == ASK_LOCALE_DAY ? column->style_day : column->style_moment, number);
      else if (column->format.exact && count_digits (value->text, value->length, &places) <= MAX_DIGITS)
        append_number (xml, place, column->style, value->text);
      else
        return append_string (xml, place, value->text, value->length);
      return ASK_WORKBOOK_CELL_WRITTEN;
    case ASK_VALUE_BLOB:
    default:
      text = ask_value_to_text (value);
      return append_string (xml, place, text, strlen (text));
    }
}
