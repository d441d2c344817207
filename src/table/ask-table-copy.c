/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes selections. Cells of text stay text where they are put: a spreadsheet makes no number of "007". Of several blocks
 * their rows and columns are written, so blocks of the same rows stand beside each other; what lies in none of them is empty.
 */
#include "config.h"

#include "table/ask-table-copy.h"

#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-delimited.h"

static const AskValue *
get_cell (const AskBlock *self, gsize row, guint i)
{
  static const AskValue empty = ASK_NULL_INIT;
  const AskValue *value = ask_block_get (self, row, i);

  return value != NULL ? value : &empty;
}

/**
 * ask_block_dup_rows:
 * @self: a selection
 *
 * Returns: (transfer full): its rows and columns as rows of their own, in their order
 */
AskRows *
ask_block_dup_rows (const AskBlock *self)
{
  const AskRows *rows = ask_arrangement_get_rows (self->arrangement);
  AskRows *copy = ask_rows_new ();
  g_autofree AskValue *cells = g_new (AskValue, self->n_columns + 1);

  for (guint i = 0; i < self->n_columns; i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, self->columns[i]);

      ask_rows_add_column (copy, column->name, column->type);
      ask_rows_set_sense (copy, i, &column->sense);
    }
  for (gsize row = self->from; row < self->to; row++)
    {
      if (!ask_block_has_row (self, row))
        continue;
      for (guint i = 0; i < self->n_columns; i++)
        cells[i] = *get_cell (self, row, i);
      ask_rows_append (copy, cells);
    }
  return copy;
}

static char *
write_delimited (const AskBlock *self, AskDelimited kind, gboolean headings)
{
  g_autoptr (AskRows) rows = ask_block_dup_rows (self);
  GString *text = g_string_new (NULL);

  if (headings)
    ask_delimited_append_header (text, rows, kind);
  ask_delimited_append_rows (text, rows, 0, ask_rows_get_n_rows (rows), kind);
  return g_string_free (text, FALSE);
}

static char *
dup_cell (const AskValue *value, AskCellFormat format)
{
  return value->kind == ASK_VALUE_NULL ? g_strdup ("") : ask_cell_to_text (value, format);
}

/* Bars and line ends would end the cell. */
static void
append_markdown (GString *text, const char *cell)
{
  g_string_append (text, " ");
  for (const char *p = cell; *p != '\0'; p++)
    if (*p == '\n' || *p == '\r')
      g_string_append (text, *p == '\n' ? "<br>" : "");
    else
      {
        if (*p == '|' || *p == '\\')
          g_string_append_c (text, '\\');
        g_string_append_c (text, *p);
      }
  g_string_append (text, " |");
}

static char *
write_markdown (const AskBlock *self, const AskCellFormat *formats)
{
  const AskRows *rows = ask_arrangement_get_rows (self->arrangement);
  GString *text = g_string_new ("|");

  for (guint i = 0; i < self->n_columns; i++)
    append_markdown (text, ask_rows_get_column (rows, self->columns[i])->name);
  g_string_append (text, "\n|");
  for (guint i = 0; i < self->n_columns; i++)
    g_string_append (text, formats[i].right ? " ---: |" : " --- |");
  g_string_append_c (text, '\n');
  for (gsize row = self->from; row < self->to; row++)
    {
      if (!ask_block_has_row (self, row))
        continue;
      g_string_append_c (text, '|');
      for (guint i = 0; i < self->n_columns; i++)
        {
          g_autofree char *cell = dup_cell (get_cell (self, row, i), formats[i]);

          append_markdown (text, cell);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* "sdval" is LibreOffice's word for the value of a cell, "x:num" Excel's; both read the other's as no word of theirs. */
static void
append_cell (GString *text, const AskValue *value, AskCellFormat format)
{
  g_autofree char *shown = dup_cell (value, format);
  g_autofree char *escaped = g_markup_escape_text (shown, -1);
  g_autofree char *plain = ask_value_to_text (value);
  AskValue number;
  gboolean numeric = value->kind == ASK_VALUE_INTEGER || value->kind == ASK_VALUE_REAL
                     || (format.exact && value->kind == ASK_VALUE_TEXT && ask_text_to_number (plain, &number));

  if (value->kind == ASK_VALUE_NULL)
    g_string_append (text, "<td></td>");
  else if (numeric)
    g_string_append_printf (text, "<td align=\"right\" sdval=\"%s\" x:num=\"%s\">%s</td>", plain, plain, escaped);
  else if (value->kind == ASK_VALUE_TEXT)
    g_string_append_printf (text, "<td sdnum=\"1033;0;@\" style=\"mso-number-format:'\\@'\">%s</td>", escaped);
  else
    g_string_append_printf (text, "<td>%s</td>", escaped);
}

static char *
write_html (const AskBlock *self, const AskCellFormat *formats)
{
  const AskRows *rows = ask_arrangement_get_rows (self->arrangement);
  GString *text = g_string_new ("<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\"><head>"
                                "<meta charset=\"utf-8\"></head><body><table>\n<thead><tr>");

  for (guint i = 0; i < self->n_columns; i++)
    {
      g_autofree char *name = g_markup_escape_text (ask_rows_get_column (rows, self->columns[i])->name, -1);

      g_string_append_printf (text, "<th>%s</th>", name);
    }
  g_string_append (text, "</tr></thead>\n<tbody>\n");
  for (gsize row = self->from; row < self->to; row++)
    {
      if (!ask_block_has_row (self, row))
        continue;
      g_string_append (text, "<tr>");
      for (guint i = 0; i < self->n_columns; i++)
        append_cell (text, get_cell (self, row, i), formats[i]);
      g_string_append (text, "</tr>\n");
    }
  g_string_append (text, "</tbody></table></body></html>");
  return g_string_free (text, FALSE);
}

/**
 * ask_block_to_text:
 * @self: a selection
 * @form: how it is written
 *
 * Returns: (transfer full): the text
 */
char *
ask_block_to_text (const AskBlock *self, AskTableCopy form)
{
  g_autofree AskCellFormat *formats = g_new (AskCellFormat, self->n_columns + 1);

  for (guint i = 0; i < self->n_columns; i++)
    formats[i] = ask_cell_format_find (ask_arrangement_get_rows (self->arrangement), self->columns[i]);
  switch (form)
    {
    case ASK_TABLE_COPY_CSV:
      return write_delimited (self, ASK_DELIMITED_CSV, TRUE);
    case ASK_TABLE_COPY_MARKDOWN:
      return write_markdown (self, formats);
    case ASK_TABLE_COPY_HTML:
      return write_html (self, formats);
    case ASK_TABLE_COPY_TAB:
    case ASK_TABLE_COPY_HEADINGS:
    default:
      return write_delimited (self, ASK_DELIMITED_TAB, form == ASK_TABLE_COPY_HEADINGS);
    }
}
