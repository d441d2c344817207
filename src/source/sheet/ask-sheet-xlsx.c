/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sheets of an .xlsx file, row by row from their XML. Numbers keep the digits of the file; what a formula
 * gave when the file was saved is its value; an error such as #N/A is nothing. Nothing is computed. The row
 * of totals that a table declares is no row of data: whoever adds up a column would count it twice.
 */
#include "config.h"

#include "source/sheet/ask-sheet-xlsx.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "source/sheet/ask-sheet-cells.h"
#include "source/sheet/ask-sheet-tally.h"
#include "source/sheet/ask-sheet-xlsx-book.h"

typedef struct
{
  AskSheetReader parent;
  AskSheetXlsxBook *book;
  char *part;
  AskSheetXml *xml;
  AskSheetCells row;
  GArray *totals; /* AskSheetXlsxTotals; nullable: not read yet */
  GString *value; /* of the cell, as it stands in the file */
  GString *text; /* of the cell, where it has one of its own */
  guint64 line;
  AskSheetTally tally;
} Xlsx;

/* What is known of a cell before its end. */
typedef struct
{
  guint column;
  char type[12];
  guint style;
  gboolean formula;
} Cell;

static gboolean
xlsx_rewind (AskSheetReader *reader, GCancellable *cancellable, GError **error)
{
  Xlsx *self = (Xlsx *) reader;

  if (self->totals == NULL)
    {
      g_autoptr (GArray) totals = g_array_new (FALSE, FALSE, sizeof (AskSheetXlsxTotals));

      if (!ask_sheet_xlsx_book_read_totals (self->book, self->part, totals, cancellable, error))
        return FALSE;
      self->totals = g_steal_pointer (&totals);
    }
  g_clear_pointer (&self->xml, ask_sheet_xml_free);
  self->xml = ask_sheet_xml_open (self->book->fd, self->part, error);
  self->line = 0;
  ask_sheet_tally_begin (&self->tally);
  return self->xml != NULL;
}

static gboolean
fail (Xlsx *self, const char *what, GError **error)
{
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED, what);
  ask_error_prefix (error, N_ ("%s, row %llu: "), self->parent.name, (unsigned long long) self->line);
  ask_error_append (error, N_ (". Save the file again in its program."));
  return FALSE;
}

static gboolean
begin_cell (Xlsx *self, guint next, Cell *cell, GError **error)
{
  const char *name, *value;

  cell->column = next;
  cell->type[0] = '\0';
  cell->style = 0;
  cell->formula = FALSE;
  while (ask_sheet_xml_next_attribute (self->xml, &name, &value))
    if (strcmp (name, "r") == 0)
      {
        guint64 row;

        if (!ask_sheet_xlsx_read_place (value, &cell->column, &row))
          return fail (self, N_ ("a cell has no place that a sheet has"), error);
      }
    else if (strcmp (name, "t") == 0)
      g_strlcpy (cell->type, value, sizeof cell->type);
    else if (strcmp (name, "s") == 0)
      cell->style = (guint) g_ascii_strtoull (value, NULL, 10);
  if (cell->column >= ASK_SHEET_LAST_COLUMN)
    return fail (self, N_ ("there are more cells than a row has"), error);
  return TRUE;
}

static void
set (Xlsx *self, const Cell *cell, AskSheetCellKind kind, const char *text, gsize length)
{
  for (guint i = 0; i < self->totals->len; i++)
    {
      const AskSheetXlsxTotals *totals = &g_array_index (self->totals, AskSheetXlsxTotals, i);

      if (self->line == totals->row && cell->column >= totals->first && cell->column <= totals->last)
        {
          self->tally.n_totals++;
          return;
        }
    }
  ask_sheet_cells_set (&self->row, cell->column, kind, text, length);
}

static void
set_number (Xlsx *self, const Cell *cell)
{
  AskSheetStyle style = cell->style < self->book->styles->len ? (AskSheetStyle) self->book->styles->data[cell->style]
                                                              : ASK_SHEET_STYLE_NUMBER;
  char moment[ASK_SHEET_MOMENT_BYTES];
  gboolean dated;
  char *end;
  double number;

  if (style != ASK_SHEET_STYLE_NUMBER)
    {
      number = g_ascii_strtod (self->value->str, &end);
      if (end != self->value->str && *end == '\0'
          && ask_sheet_style_format (style, number, self->book->from_1904, moment, &dated))
        {
          set (self, cell, dated ? ASK_SHEET_RAW : ASK_SHEET_TEXT, moment, strlen (moment));
          return;
        }
    }
  set (self, cell, ASK_SHEET_NUMBER, self->value->str, self->value->len);
}

static gboolean
end_cell (Xlsx *self, const Cell *cell, GError **error)
{
  const char *text;
  gsize length;

  if (strcmp (cell->type, "inlineStr") == 0)
    {
      ask_sheet_xlsx_unescape (self->text, 0);
      set (self, cell, ASK_SHEET_TEXT, self->text->str, self->text->len);
      return TRUE;
    }
  if (strcmp (cell->type, "str") == 0)
    {
      ask_sheet_xlsx_unescape (self->value, 0);
      set (self, cell, ASK_SHEET_TEXT, self->value->str, self->value->len);
      return TRUE;
    }
  g_strstrip (self->value->str);
  self->value->len = strlen (self->value->str);
  if (self->value->len == 0)
    {
      self->tally.n_unknown += cell->formula;
      return TRUE;
    }
  if (strcmp (cell->type, "s") == 0)
    {
      char *end;
      guint64 place = g_ascii_strtoull (self->value->str, &end, 10);

      if (*end != '\0' || !ask_sheet_xlsx_book_get_text (self->book, place, &text, &length))
        return fail (self, N_ ("a cell names a text that the file does not have"), error);
      set (self, cell, ASK_SHEET_TEXT, text, length);
    }
  else if (strcmp (cell->type, "b") == 0)
    {
      gboolean truth = strcmp (self->value->str, "0") != 0 && strcmp (self->value->str, "false") != 0;

      set (self, cell, ASK_SHEET_RAW, truth ? "true" : "false", truth ? 4 : 5);
    }
  else if (strcmp (cell->type, "e") == 0)
    self->tally.n_errors++;
  else if (strcmp (cell->type, "d") == 0)
    set (self, cell, ASK_SHEET_RAW, self->value->str, self->value->len);
  else
    set_number (self, cell);
  return TRUE;
}

/* Everything up to the end of the cell. */
static gboolean
read_cell (Xlsx *self, Cell *cell, GCancellable *cancellable, GError **error)
{
  GString *into = NULL;
  guint phonetic = 0;
  AskSheetXmlStep step;

  g_string_truncate (self->value, 0);
  g_string_truncate (self->text, 0);
  if (ask_sheet_xml_is_empty (self->xml))
    return TRUE;
  while ((step = ask_sheet_xml_next (self->xml, cancellable, error)) > ASK_SHEET_XML_FAILED)
    {
      gboolean begins = step == ASK_SHEET_XML_START && !ask_sheet_xml_is_empty (self->xml);

      if (step == ASK_SHEET_XML_DONE)
        return fail (self, N_ ("a cell does not end"), error);
      if (step == ASK_SHEET_XML_TEXT)
        {
          if (into != NULL && phonetic == 0)
            g_string_append (into, ask_sheet_xml_get_text (self->xml));
        }
      else if (step == ASK_SHEET_XML_FINISH && ask_sheet_xml_is (self->xml, "c"))
        return end_cell (self, cell, error);
      else if (ask_sheet_xml_is (self->xml, "v"))
        into = begins ? self->value : NULL;
      else if (ask_sheet_xml_is (self->xml, "t"))
        into = begins ? self->text : NULL;
      else if (ask_sheet_xml_is (self->xml, "rPh"))
        phonetic = begins;
      else if (ask_sheet_xml_is (self->xml, "f"))
        cell->formula = TRUE;
    }
  return FALSE;
}

static gboolean
read_row (Xlsx *self, GCancellable *cancellable, GError **error)
{
  guint next = 0;
  guint64 line = 0;
  const char *name, *value;
  AskSheetXmlStep step;

  ask_sheet_cells_begin (&self->row);
  while (ask_sheet_xml_next_attribute (self->xml, &name, &value))
    if (strcmp (name, "r") == 0)
      line = g_ascii_strtoull (value, NULL, 10);
  self->line = line > self->line ? line : self->line + 1;
  if (ask_sheet_xml_is_empty (self->xml))
    return TRUE;
  while ((step = ask_sheet_xml_next (self->xml, cancellable, error)) > ASK_SHEET_XML_FAILED)
    {
      Cell cell;

      if (step == ASK_SHEET_XML_DONE)
        return fail (self, N_ ("the row does not end"), error);
      if (step == ASK_SHEET_XML_FINISH && ask_sheet_xml_is (self->xml, "row"))
        return TRUE;
      if (step != ASK_SHEET_XML_START || !ask_sheet_xml_is (self->xml, "c"))
        continue;
      if (!begin_cell (self, next, &cell, error) || !read_cell (self, &cell, cancellable, error))
        return FALSE;
      next = cell.column + 1;
    }
  return FALSE;
}

static AskStep
xlsx_next (AskSheetReader *reader, AskSheetRow *row, GCancellable *cancellable, GError **error)
{
  Xlsx *self = (Xlsx *) reader;
  AskSheetXmlStep step;

  while ((step = ask_sheet_xml_next (self->xml, cancellable, error)) > ASK_SHEET_XML_FAILED
         && step != ASK_SHEET_XML_DONE)
    {
      if (step != ASK_SHEET_XML_START)
        continue;
      if (ask_sheet_xml_is (self->xml, "mergeCell"))
        self->tally.n_merged++;
      if (!ask_sheet_xml_is (self->xml, "row"))
        continue;
      if (!read_row (self, cancellable, error))
        return ASK_STEP_FAILED;
      /* A row that has nothing but colours is none. */
      if (self->row.n_filled == 0)
        continue;
      ask_sheet_cells_finish (&self->row, row, self->line);
      return ASK_STEP_ROW;
    }
  if (step == ASK_SHEET_XML_FAILED)
    return ASK_STEP_FAILED;
  ask_sheet_tally_say (&self->tally, reader);
  return ASK_STEP_DONE;
}

static void
xlsx_free (AskSheetReader *reader)
{
  Xlsx *self = (Xlsx *) reader;

  g_clear_pointer (&self->xml, ask_sheet_xml_free);
  ask_sheet_xlsx_book_unref (self->book);
  ask_sheet_cells_clear (&self->row);
  g_clear_pointer (&self->totals, g_array_unref);
  g_string_free (self->value, TRUE);
  g_string_free (self->text, TRUE);
  g_ptr_array_unref (self->parent.notes);
  g_free (self->parent.name);
  g_free (self->part);
  g_free (self);
}

static AskSheetReader *
reader_new (AskSheetXlsxBook *book, const AskSheetXlsxSheet *sheet)
{
  Xlsx *self = g_new0 (Xlsx, 1);

  self->parent.name = g_strdup (sheet->name);
  self->parent.hidden = sheet->hidden;
  self->parent.ragged = TRUE;
  self->parent.notes = g_ptr_array_new_with_free_func (g_free);
  self->parent.rewind = xlsx_rewind;
  self->parent.next = xlsx_next;
  self->parent.free = xlsx_free;
  self->book = ask_sheet_xlsx_book_ref (book);
  self->part = g_strdup (sheet->part);
  ask_sheet_cells_init (&self->row);
  self->value = g_string_new (NULL);
  self->text = g_string_new (NULL);
  return &self->parent;
}

/**
 * ask_sheet_xlsx_open:
 * @fd: of the file; must stay open as long as @readers
 * @readers: (element-type AskSheetReader): gets its sheets, hidden ones too, in their order
 * @error: %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT, %ASK_SOURCE_ERROR_NOT_A_DATABASE or
 *   %G_IO_ERROR_CANCELLED
 *
 * Returns: whether the file could be read so far
 */
gboolean
ask_sheet_xlsx_open (int fd, GPtrArray *readers, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSheetXlsxBook) book = ask_sheet_xlsx_book_open (fd, cancellable, error);

  if (book == NULL)
    return FALSE;
  for (guint i = 0; i < book->sheets->len; i++)
    g_ptr_array_add (readers, reader_new (book, book->sheets->pdata[i]));
  return TRUE;
}
