/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each cell is read in every way that is still possible for its column; what is left at the end is what the
 * column is. It must never guess: where two ways give different values, and no other column of the file
 * tells which one the file uses, the column stays text, and a note says so. Nothing is rounded: a number
 * that a double would not give back with all its digits makes its column decimal.
 */
#include "config.h"

#include "source/sheet/ask-sheet-profile.h"

#include <string.h>

#include "source/sheet/ask-sheet-moment.h"
#include "source/sheet/ask-sheet-number.h"
#include "source/sheet/ask-sheet-tally.h"

/* What a cell is when it is read as a number in some ways. */
typedef struct
{
  AskSheetFormats formats;
  AskSheetFormats integral;
  gboolean beyond_64;
  gboolean beyond_double;
} Reading;

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

/* Takes a number into account that is read alike in all of @formats. */
static void
note_number (const AskSheetNumber *parts, AskSheetFormats formats, gboolean loose, Reading *number)
{
  gint64 integer;

  number->formats |= formats;
  if (!parts->fraction && !parts->exponent)
    {
      number->integral |= formats;
      if (parts->n_digits > 18 && !ask_sheet_number_to_integer (parts, &integer))
        number->beyond_64 = TRUE;
    }
  /* From 16 digits on spreadsheets write integers so. */
  else if (loose && parts->exponent && ask_sheet_number_to_integer (parts, &integer))
    number->integral |= formats;
  if (!number->beyond_double && !ask_sheet_number_is_kept (parts, loose))
    number->beyond_double = TRUE;
}

static void
read_number (const char *text, gsize length, AskSheetFormats alive, gboolean loose, Reading *number)
{
  static const struct
  {
    AskSheetFormats bare; /* knows no groups: what it reads, the others of the family read alike */
    AskSheetFormats family;
  } families[] = {
    { ASK_SHEET_WAY_PLAIN, ASK_SHEET_WAYS_NUMBER & ~ASK_SHEET_WAYS_COMMA },
    { ASK_SHEET_WAY_COMMA, ASK_SHEET_WAYS_COMMA },
  };
  AskSheetNumber parts;

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      const AskSheetFormats wanted = alive & families[i].family & ~number->formats;

      if (wanted == 0)
        continue;
      if (ask_sheet_number_take_apart (text, length, families[i].bare, loose, &parts))
        /* Only plain numbers have exponents; digits alone are the same in every way. */
        note_number (&parts,
                     parts.exponent   ? wanted & families[i].bare
                     : parts.fraction ? wanted
                                      : alive & ASK_SHEET_WAYS_NUMBER,
                     loose, number);
      else
        for (AskSheetFormats format = families[i].bare << 1; format <= ASK_SHEET_WAY_APOSTROPHE; format <<= 1)
          if ((wanted & format) != 0 && ask_sheet_number_take_apart (text, length, format, loose, &parts))
            note_number (&parts, format, loose, number);
    }
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
  self->alive = ASK_SHEET_WAYS_ALL;
  self->integral = ASK_SHEET_WAYS_NUMBER;
}

/** ask_sheet_column_clear: frees what @self holds */
void
ask_sheet_column_clear (AskSheetColumn *self)
{
  g_clear_pointer (&self->name, g_free);
}

/* The cell read in the ways of @alive; notes in @self what matters of it. */
static AskSheetFormats
read_cell (AskSheetColumn *self, const AskSheetCell *cell, const char *text, gsize length, AskSheetFormats alive,
           AskSheetFormats *integral)
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

      return read_truth (text, length, &truth) ? alive & ASK_SHEET_WAY_TRUTH : 0;
    }
  if ((alive & ASK_SHEET_WAYS_NUMBER) != 0)
    {
      /* What is known already need not be found out again. */
      Reading number = { .beyond_double = self->beyond_double };
      const gsize sign = first == '-';
      gsize digits = sign;

      /* The usual case at once: an integer that every way reads alike. */
      while (digits < length && g_ascii_isdigit (text[digits]))
        digits++;
      if (digits == length && digits > sign && length <= ASK_SHEET_SAFE_DIGITS && (text[sign] != '0' || length == 1))
        {
          *integral = ASK_SHEET_WAYS_NUMBER;
          return ASK_SHEET_WAYS_NUMBER;
        }
      read_number (text, length, alive, cell->kind == ASK_SHEET_NUMBER, &number);
      /* Ways to write do not matter to a spreadsheet's own numbers. */
      if (cell->kind == ASK_SHEET_NUMBER && (number.formats & ASK_SHEET_WAY_PLAIN) != 0)
        {
          number.formats = ASK_SHEET_WAYS_NUMBER;
          number.integral = (number.integral & ASK_SHEET_WAY_PLAIN) != 0 ? ASK_SHEET_WAYS_NUMBER : 0;
        }
      formats |= number.formats;
      *integral = number.integral;
      self->beyond_64 |= number.beyond_64;
      self->beyond_double |= number.beyond_double;
    }
  if ((alive & ASK_SHEET_WAYS_DATE) != 0 && cell->kind == ASK_SHEET_RAW && length >= 8)
    for (AskSheetFormats format = ASK_SHEET_WAY_YMD; format <= ASK_SHEET_WAY_MDY_DASH; format <<= 1)
      {
        AskSheetMoment moment;

        if ((alive & format) == 0 || !ask_sheet_moment_read (text, length, format, &moment))
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

/**
 * ask_sheet_column_add:
 * @cell: of a row of data; borrowed for the call
 *
 * Takes a cell into account.
 */
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
  if (*text == '#' && cell->kind == ASK_SHEET_RAW && ask_sheet_is_error (text, length))
    {
      self->n_errors++;
      return;
    }
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

/** ask_sheet_cell_is_blank: Returns: whether nothing, or white space only, is in @cell */
gboolean
ask_sheet_cell_is_blank (const AskSheetCell *cell)
{
  if (cell->kind == ASK_SHEET_EMPTY)
    return TRUE;
  for (guint32 i = 0; i < cell->length; i++)
    if (!g_ascii_isspace (cell->text[i]))
      return FALSE;
  return TRUE;
}

/** ask_sheet_cell_is_year: Returns: whether it is a year as people head columns with: 1900 to 2100 */
gboolean
ask_sheet_cell_is_year (const AskSheetCell *cell)
{
  const char *text = cell->text;
  gsize length = cell->length;
  guint year = 0;

  if (cell->kind == ASK_SHEET_EMPTY)
    return FALSE;
  trim (&text, &length);
  if (length != 4)
    return FALSE;
  for (guint i = 0; i < 4; i++)
    year = g_ascii_isdigit (text[i]) ? year * 10 + (guint) (text[i] - '0') : 0;
  return year >= 1900 && year <= 2100;
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
  const AskSheetFormats either_comma = ASK_SHEET_WAY_COMMA | ASK_SHEET_WAY_GROUP_POINT;
  AskSheetFormats numbers = self->alive & ASK_SHEET_WAYS_NUMBER;
  AskSheetFormats dates = self->alive & ASK_SHEET_WAYS_DATE;

  if (self->n_values == self->n_errors || self->alive == 0)
    return TRUE;
  if ((self->alive & ASK_SHEET_WAY_TRUTH) != 0)
    {
      self->format = ASK_SHEET_WAY_TRUTH;
      self->type = ASK_TYPE_BOOLEAN;
      return TRUE;
    }
  if (numbers != 0)
    {
      if ((self->integral & ASK_SHEET_WAY_PLAIN) != 0 && (numbers & ASK_SHEET_WAY_PLAIN) != 0)
        decide_number (self, ASK_SHEET_WAY_PLAIN);
      else if ((numbers & (ASK_SHEET_WAY_PLAIN | ASK_SHEET_WAY_GROUP_COMMA)) == ASK_SHEET_WAY_PLAIN)
        decide_number (self, ASK_SHEET_WAY_PLAIN);
      else if ((numbers & (ASK_SHEET_WAY_PLAIN | either_comma)) == either_comma)
        return FALSE;
      else if ((numbers & ASK_SHEET_WAY_PLAIN) == 0)
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
      if ((column->integral & column->format) == 0 || column->format != ASK_SHEET_WAY_PLAIN)
        {
          points |= (column->format & (ASK_SHEET_WAY_PLAIN | ASK_SHEET_WAY_GROUP_POINT)) != 0;
          commas |= (column->format & ASK_SHEET_WAYS_COMMA) != 0;
        }
      day_first |= (column->format & ASK_SHEET_WAYS_DAY_FIRST) != 0;
      month_first |= (column->format & ASK_SHEET_WAYS_MONTH_FIRST) != 0;
    }
  for (guint i = 0; i < columns->len; i++)
    {
      AskSheetColumn *column = &g_array_index (columns, AskSheetColumn, i);
      AskSheetFormats numbers = column->alive & ASK_SHEET_WAYS_NUMBER;

      if (!decided[i] && (numbers & ASK_SHEET_WAY_PLAIN) != 0)
        /* 1.234: a thousand only in a file that writes its fractions with commas. */
        decide_number (column, commas && !points ? ASK_SHEET_WAY_GROUP_COMMA : ASK_SHEET_WAY_PLAIN);
      else if (!decided[i] && numbers != 0 && points != commas)
        decide_number (column, commas ? ASK_SHEET_WAY_COMMA : ASK_SHEET_WAY_GROUP_POINT);
      else if (!decided[i] && numbers != 0)
        g_ptr_array_add (notes, g_strdup_printf ("The column “%s” stays text: its commas may be those of "
                                                 "fractions or of thousands.",
                                                 column->name));
      else if (!decided[i] && day_first != month_first)
        column->format = column->alive & (day_first ? ASK_SHEET_WAYS_DAY_FIRST : ASK_SHEET_WAYS_MONTH_FIRST);
      else if (!decided[i])
        g_ptr_array_add (notes, g_strdup_printf ("The column “%s” stays text: its dates may begin with "
                                                 "the day or with the month.",
                                                 column->name));
      if ((column->format & ASK_SHEET_WAYS_DATE) != 0)
        decide_date (column, column->name, notes);
      if (column->format != 0 && column->n_errors > 0)
        g_ptr_array_add (notes, g_strdup_printf ("The column “%s” holds errors such as #N/A in %" G_GUINT64_FORMAT
                                                 " of its cells, which are empty here.",
                                                 column->name, column->n_errors));
    }
}

static gboolean
convert_number (const AskSheetColumn *self, const char *text, gsize length, gboolean loose, char *buffer,
                AskValue *value)
{
  AskSheetFormats format = loose ? ASK_SHEET_WAY_PLAIN : self->format;
  AskSheetNumber parts;
  gint64 integer;

  if (!ask_sheet_number_take_apart (text, length, format, loose, &parts))
    return FALSE;
  switch (self->type)
    {
    case ASK_TYPE_INTEGER:
      if (!ask_sheet_number_to_integer (&parts, &integer))
        return FALSE;
      *value = ask_value_integer (integer);
      return TRUE;
    case ASK_TYPE_REAL:
      *value = ask_value_real (ask_sheet_number_to_real (&parts));
      return TRUE;
    default:
      if (parts.exponent)
        parts.length = ask_sheet_number_write_out (parts.plain, buffer);
      else
        memcpy (buffer, parts.plain, parts.length + 1);
      *value = ask_value_text (buffer, (gssize) parts.length);
      return TRUE;
    }
}

static gboolean
convert_moment (const AskSheetColumn *self, const char *text, gsize length, char *buffer, AskValue *value)
{
  AskSheetMoment moment;
  int n;

  if (!ask_sheet_moment_read (text, length, self->format, &moment))
    return FALSE;
  if (self->type == ASK_TYPE_DATE)
    {
      if (moment.timed)
        return FALSE;
      n = g_snprintf (buffer, ASK_SHEET_VALUE_BYTES, "%04d-%02u-%02u", (int) moment.year, moment.month, moment.day);
    }
  else
    n = g_snprintf (buffer, ASK_SHEET_VALUE_BYTES, "%04d-%02u-%02u %s%s", (int) moment.year, moment.month, moment.day,
                    moment.timed ? moment.clock : "00:00:00", moment.zone);
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
ask_sheet_column_convert (const AskSheetColumn *self, const AskSheetCell *cell, char *buffer, AskValue *value)
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
  if (length == 0
      || (self->n_errors > 0 && *text == '#' && cell->kind == ASK_SHEET_RAW && ask_sheet_is_error (text, length)))
    return TRUE;
  if ((self->format & ASK_SHEET_WAYS_NUMBER) != 0)
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
  if (self->format == ASK_SHEET_WAY_TRUTH)
    {
      if (!read_truth (text, length, &truth))
        return FALSE;
      *value = ask_value_integer (truth);
      return TRUE;
    }
  return convert_moment (self, text, length, buffer, value);
}
