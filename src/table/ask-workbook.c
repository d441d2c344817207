/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A workbook, sheet by sheet. Rows become XML in portions that go on to the zip file, so a million rows take no more memory
 * than a thousand. Texts stand in their cells and not in a table of their own, which would have to be kept to the end.
 */
#include "config.h"

#include "table/ask-workbook.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-number.h"
#include "table/ask-table-error.h"
#include "table/ask-workbook-private.h"

ASK_DEFINE_ERROR ("ask-table-error-quark", ask_table_error)

#define MAX_COLUMNS 16384
#define MAX_NAME_CHARS 31
#define PORTION_BYTES (1 << 18)
#define HEADER "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
#define MAIN_SPACE "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
#define RELATION_SPACE "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/* @names: (element-type utf8): of the sheets so far; @xml: what is not in the file yet */
typedef struct
{
  AskWorkbookZip *zip;
  AskWorkbookStyles styles;
  GPtrArray *names;
  GString *xml;
} Book;

static void
append_letters (GString *text, guint column)
{
  if (column >= 26)
    append_letters (text, column / 26 - 1);
  g_string_append_c (text, (char) ('A' + column % 26));
}

static gboolean
is_taken (const GPtrArray *names, const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *other = g_utf8_casefold (names->pdata[i], -1);

      if (strcmp (folded, other) == 0)
        return TRUE;
    }
  return FALSE;
}

/* A name that spreadsheet programs take, and that no sheet before has. */
static char *
name_sheet (const GPtrArray *names, const char *wanted)
{
  g_autofree char *valid = g_utf8_make_valid (wanted != NULL ? wanted : "", -1);
  g_autofree char *first = NULL;

  for (char *p = valid; *p != '\0'; p++)
    if (strchr ("[]:*?/\\", *p) != NULL || (guchar) *p < ' ')
      *p = ' ';
  g_strstrip (valid);
  while (*valid == '\'')
    memmove (valid, valid + 1, strlen (valid));
  while (g_str_has_suffix (valid, "'"))
    valid[strlen (valid) - 1] = '\0';
  first = g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MAX_NAME_CHARS));
  g_strstrip (first);
  if (*first == '\0')
    {
      g_free (first);
      first = g_strdup (_ ("Sheet"));
    }
  for (guint i = 1;; i++)
    {
      g_autofree char *suffix = i > 1 ? g_strdup_printf (" %u", i) : g_strdup ("");
      g_autofree char *stem
        = g_utf8_substring (first, 0, MIN (g_utf8_strlen (first, -1), MAX_NAME_CHARS - (glong) strlen (suffix)));
      g_autofree char *name = g_strconcat (stem, suffix, NULL);

      if (!is_taken (names, name))
        return g_steal_pointer (&name);
    }
}

static gboolean
flush (Book *self, GError **error)
{
  gboolean done = ask_workbook_zip_append (self->zip, self->xml, error);

  g_string_truncate (self->xml, 0);
  return done;
}

/* What stands above the rows: what stays in sight, how wide columns are, their names. */
static void
append_top (Book *self, const AskWorkbookSheet *sheet, const GArray *columns)
{
  GString *xml = self->xml;
  guint n_labels = MIN (sheet->n_labels, columns->len);
  g_autoptr (GString) corner = g_string_new (NULL);

  append_letters (corner, n_labels);
  g_string_append (xml, HEADER "<worksheet xmlns=\"" MAIN_SPACE "\"><sheetViews><sheetView workbookViewId=\"0\"");
  if (self->names->len == 1)
    g_string_append (xml, " tabSelected=\"1\"");
  g_string_append (xml, "><pane");
  if (n_labels > 0)
    g_string_append_printf (xml, " xSplit=\"%u\"", n_labels);
  g_string_append_printf (
    xml,
    " ySplit=\"1\" topLeftCell=\"%s2\" activePane=\"%s\" state=\"frozen\"/></sheetView></sheetViews>"
    "<cols>",
    corner->str, n_labels > 0 ? "bottomRight" : "bottomLeft");
  for (guint i = 0; i < columns->len; i++)
    g_string_append_printf (xml, "<col min=\"%u\" max=\"%u\" width=\"%u\" customWidth=\"1\"/>", i + 1, i + 1,
                            g_array_index (columns, AskWorkbookColumn, i).width);
  g_string_append (xml, "</cols><sheetData><row r=\"1\">");
  for (guint i = 0; i < columns->len; i++)
    {
      const char *name = ask_rows_get_column (sheet->rows, i)->name;

      g_string_append (xml, "<c r=\"");
      append_letters (xml, i);
      g_string_append (xml, "1\" s=\"1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">");
      ask_workbook_append_text (xml, name, strlen (name));
      g_string_append (xml, "</t></is></c>");
    }
  g_string_append (xml, "</row>");
}

/* @line: of the sheet, from 1 */
static gboolean
append_row (Book *self, const AskWorkbookSheet *sheet, const GArray *columns, gsize row, gsize line, GError **error)
{
  const AskValue *cells = ask_rows_get_row (sheet->rows, row);
  g_autoptr (GString) place = g_string_new (NULL);

  g_string_append_printf (self->xml, "<row r=\"%" G_GSIZE_FORMAT "\">", line);
  for (guint i = 0; i < columns->len; i++)
    {
      if (cells[i].kind == ASK_VALUE_NULL)
        continue;
      g_string_truncate (place, 0);
      append_letters (place, i);
      g_string_append_printf (place, "%" G_GSIZE_FORMAT, line);
      if (ask_workbook_append_cell (self->xml, &g_array_index (columns, AskWorkbookColumn, i), place->str, &cells[i])
          == ASK_WORKBOOK_CELL_TOO_LONG)
        {
          g_autofree char *number = ask_number_count (row + 1);

          ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_LARGE,
                         N_ (
                           "The cell of “%s” in row %s is longer than the 32,767 characters that a cell of a workbook "
                           "holds. Save the rows as CSV."),
                         ask_rows_get_column (sheet->rows, i)->name, number);
          return FALSE;
        }
    }
  g_string_append (self->xml, "</row>");
  return self->xml->len < PORTION_BYTES || flush (self, error);
}

/* The rows from @from on, as many as a sheet holds. @next: (out): the first one that did not fit */
static gboolean
write_sheet (Book *self, const AskWorkbookSheet *sheet, gsize from, gsize *next, GError **error)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (AskWorkbookColumn));
  gsize n_rows = ask_rows_get_n_rows (sheet->rows);
  g_autofree char *member = NULL;
  gsize to = MIN (n_rows, from + ASK_WORKBOOK_ROWS - 1);

  for (guint i = 0; i < ask_rows_get_n_columns (sheet->rows); i++)
    {
      AskWorkbookColumn column = ask_workbook_column_find (&self->styles, sheet->rows, i);

      g_array_append_val (columns, column);
    }
  g_ptr_array_add (self->names, name_sheet (self->names, sheet->name));
  member = g_strdup_printf ("xl/worksheets/sheet%u.xml", self->names->len);
  if (!ask_workbook_zip_begin (self->zip, member, error))
    return FALSE;
  append_top (self, sheet, columns);
  for (gsize row = from; row < to; row++)
    if (!append_row (self, sheet, columns, row, row - from + 2, error))
      return FALSE;
  g_string_append (self->xml, "</sheetData><autoFilter ref=\"A1:");
  append_letters (self->xml, columns->len - 1);
  g_string_append_printf (self->xml, "%" G_GSIZE_FORMAT "\"/></worksheet>", to - from + 1);
  *next = to;
  return flush (self, error);
}

static gboolean
write_part (Book *self, const char *name, GError **error)
{
  return ask_workbook_zip_begin (self->zip, name, error) && flush (self, error);
}

/* What tells programs where the sheets are. */
static gboolean
write_frame (Book *self, GError **error)
{
  GString *xml = self->xml;

  g_string_append (xml, HEADER "<workbook xmlns=\"" MAIN_SPACE "\" xmlns:r=\"" RELATION_SPACE "\"><sheets>");
  for (guint i = 0; i < self->names->len; i++)
    {
      const char *name = self->names->pdata[i];

      g_string_append (xml, "<sheet name=\"");
      ask_workbook_append_text (xml, name, strlen (name));
      g_string_append_printf (xml, "\" sheetId=\"%u\" r:id=\"rId%u\"/>", i + 1, i + 1);
    }
  g_string_append (xml, "</sheets></workbook>");
  if (!write_part (self, "xl/workbook.xml", error))
    return FALSE;
  g_string_append (xml,
                   HEADER "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">");
  for (guint i = 0; i < self->names->len; i++)
    g_string_append_printf (xml,
                            "<Relationship Id=\"rId%u\" Type=\"" RELATION_SPACE
                            "/worksheet\" Target=\"worksheets/sheet%u.xml\"/>",
                            i + 1, i + 1);
  g_string_append_printf (xml,
                          "<Relationship Id=\"rId%u\" Type=\"" RELATION_SPACE
                          "/styles\" Target=\"styles.xml\"/></Relationships>",
                          self->names->len + 1);
  if (!write_part (self, "xl/_rels/workbook.xml.rels", error))
    return FALSE;
  ask_workbook_styles_append (&self->styles, xml);
  if (!write_part (self, "xl/styles.xml", error))
    return FALSE;
  g_string_append (xml, HEADER "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
                               "<Relationship Id=\"rId1\" Type=\"" RELATION_SPACE
                               "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>");
  if (!write_part (self, "_rels/.rels", error))
    return FALSE;
  g_string_append (
    xml, HEADER "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
                "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                "<Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" "
                "ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/>");
  for (guint i = 0; i < self->names->len; i++)
    g_string_append_printf (
      xml,
      "<Override PartName=\"/xl/worksheets/sheet%u.xml\" "
      "ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>",
      i + 1);
  g_string_append (xml,
                   "<Override PartName=\"/xl/styles.xml\" "
                   "ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml\"/></Types>");
  return write_part (self, "[Content_Types].xml", error);
}

static gboolean
check_columns (const AskWorkbookSheet *sheet, GError **error)
{
  guint n = ask_rows_get_n_columns (sheet->rows);

  if (n >= 1 && n <= MAX_COLUMNS)
    return TRUE;
  ask_error_set (error, ASK_TABLE_ERROR, ASK_TABLE_ERROR_LARGE,
                 N_ ("A sheet of a workbook has from 1 to 16,384 columns, and these rows have %u. Save them as CSV."),
                 n);
  return FALSE;
}

/**
 * ask_workbook_write:
 * @path: the file, replaced when all of it is written; - is standard output
 * @sheets: (array length=n_sheets): at least one
 * @n_sheets: how many
 * @cancellable: (nullable): asked at each portion
 * @error: ASK_TABLE_ERROR or G_IO_ERROR, with a sentence for people
 *
 * Blocks. The same rows give the same bytes, in every locale and at any time; of a sheet without a name it is the locale's.
 * Rows that one sheet does not hold go on in another.
 *
 * Returns: %FALSE with @error; then the file is as it was
 */
gboolean
ask_workbook_write (const char *path, const AskWorkbookSheet *sheets, guint n_sheets, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (AskWorkbookZip) zip = NULL;
  g_auto (AskWorkbookStyles) styles = { NULL };
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) xml = g_string_new (NULL);
  Book self;

  g_return_val_if_fail (n_sheets > 0, FALSE);
  for (guint i = 0; i < n_sheets; i++)
    if (!check_columns (&sheets[i], error))
      return FALSE;
  zip = ask_workbook_zip_new (path, cancellable, error);
  if (zip == NULL)
    return FALSE;
  ask_workbook_styles_init (&styles);
  self = (Book) { zip, styles, names, xml };
  for (guint i = 0; i < n_sheets; i++)
    {
      gsize next = 0;

      do
        if (!write_sheet (&self, &sheets[i], next, &next, error))
          return FALSE;
      while (next < ask_rows_get_n_rows (sheets[i].rows));
    }
  return write_frame (&self, error) && ask_workbook_zip_finish (zip, error);
}
