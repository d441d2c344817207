/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same readers, the same search for the header and the same reading of cells as an import, on the first
 * rows only and without a copy. It must never recognise anything by a way of its own, or people would agree
 * to what does not happen.
 */
#include "config.h"

#include "source/sheet/ask-sheet-preview.h"

#include "base/ask-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <unistd.h>

#include "source/sheet/ask-sheet-book.h"
#include "source/sheet/ask-sheet-delimited.h"
#include "source/sheet/ask-sheet-layout.h"
#include "source/sqlite/ask-sqlite-source.h"

/** ask_sheet_preview_free: frees @self */
void
ask_sheet_preview_free (AskSheetPreview *self)
{
  if (self == NULL)
    return;
  g_strfreev (self->sheets);
  g_free (self->sheet);
  g_free (self->encoding);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self);
}

static void
append_row (AskRows *rows, const AskSheetLayout *layout, const AskSheetRow *row, char *buffers)
{
  g_autofree AskValue *values = g_new (AskValue, layout->columns->len);

  for (guint i = 0; i < layout->columns->len; i++)
    {
      guint place = g_array_index (layout->taken, guint, i);

      values[i] = ASK_NULL_INIT;
      /* A cell behind those that decided may be anything; it is shown as it stands. */
      if (place < row->n_cells
          && !ask_sheet_column_convert (&g_array_index (layout->columns, AskSheetColumn, i), &row->cells[place],
                                        buffers + i * ASK_SHEET_VALUE_BYTES, &values[i]))
        values[i] = ask_value_text (row->cells[place].text, (gssize) row->cells[place].length);
    }
  ask_rows_append (rows, values);
}

static gboolean
read_rows (AskSheetPreview *self, AskSheetReader *reader, AskSheetHeader header, guint n_rows,
           GCancellable *cancellable, GError **error)
{
  g_auto (AskSheetLayout) layout = { 0 };
  g_autoptr (GPtrArray) unsure = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *buffers = NULL;
  AskSheetRow row;
  AskStep step = ASK_STEP_DONE;

  if (!ask_sheet_layout_find_start (&layout, reader, header, self->notes, cancellable, error))
    return FALSE;
  /* What these rows leave open may be settled by the others. */
  ask_sheet_columns_decide (layout.columns, unsure);
  self->headed = layout.headed;
  self->header_unsure = layout.reason == NULL;
  self->rows = ask_rows_new ();
  for (guint i = 0; i < layout.columns->len; i++)
    {
      const AskSheetColumn *column = &g_array_index (layout.columns, AskSheetColumn, i);

      ask_rows_add_column (self->rows, column->name, column->type);
    }
  ask_rows_read_names (self->rows);
  if (layout.columns->len == 0)
    return TRUE;
  if (!reader->rewind (reader, cancellable, error))
    return FALSE;
  buffers = g_malloc (layout.columns->len * ASK_SHEET_VALUE_BYTES);
  for (guint64 n = 0; n < (guint64) layout.n_skipped + n_rows; n++)
    {
      step = reader->next (reader, &row, cancellable, error);
      if (step != ASK_STEP_ROW)
        break;
      if (n >= layout.n_skipped)
        append_row (self->rows, &layout, &row, buffers);
    }
  return step != ASK_STEP_FAILED;
}

static AskSheetPreview *
preview_file (int fd, const char *path, const AskSheetOptions *options, guint n_rows, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (AskSheetBook) book = ask_sheet_book_open (fd, path, options, cancellable, error);
  g_autoptr (AskSheetPreview) self = g_new0 (AskSheetPreview, 1);
  AskSheetReader *reader;

  if (book == NULL)
    return NULL;
  reader = book->readers->pdata[0];
  self->sheet = g_strdup (reader->name);
  self->notes = g_steal_pointer (&book->notes);
  if (book->delimited)
    {
      self->delimiter = ask_sheet_delimited_get_delimiter (reader);
      self->encoding = g_strdup (ask_sheet_delimited_get_encoding (reader, &self->encoding_guessed));
    }
  self->sheets = g_new0 (char *, book->sheets->len + 1);
  for (guint i = 0; i < book->sheets->len; i++)
    self->sheets[i] = g_strdup (book->sheets->pdata[i]);
  if (!read_rows (self, reader, ask_sheet_options_get_header (options, reader->name), n_rows, cancellable, error))
    return NULL;
  for (guint i = 0; i < reader->notes->len; i++)
    g_ptr_array_add (self->notes, g_strdup (reader->notes->pdata[i]));
  return g_steal_pointer (&self);
}

/**
 * ask_sheet_preview_new:
 * @path: of a file of any kind that a spreadsheet's source takes
 * @options: what a person has told so far; what is unset is recognised
 * @n_rows: how many rows of data to give at most
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE or %ASK_SOURCE_ERROR_DENIED where it cannot be opened,
 *   %ASK_SOURCE_ERROR_NOT_A_DATABASE where it is no spreadsheet, %ASK_SOURCE_ERROR_CONFIG where @options do
 *   not fit it, %ASK_SOURCE_ERROR_MALFORMED, %ASK_SOURCE_ERROR_LIMIT or %G_IO_ERROR_CANCELLED
 *
 * Looks into a file without importing it. Blocks: a text file is read once for its encoding, the shared texts
 * of an .xlsx file are read, and nothing more than the first rows. May be called in any thread.
 *
 * Returns: (transfer full): what was recognised
 */
AskSheetPreview *
ask_sheet_preview_new (const char *path, const AskSheetOptions *options, guint n_rows, GCancellable *cancellable,
                       GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  AskSheetPreview *self;
  int fd;

  if (!ask_sqlite_check_file (name, path, error))
    return NULL;
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE, N_ ("%s could not be opened: %s."), path,
                     g_strerror (errno));
      return NULL;
    }
  self = preview_file (fd, path, options, n_rows, cancellable, error);
  close (fd);
  return self;
}
