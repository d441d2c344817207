/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of cells, whatever kind of file they lie in: what the importer of spreadsheets reads. A reader
 * gives its rows as often as it is asked to, from the first one on; it holds one row at a time.
 */
#pragma once

#include <gio/gio.h>

#include "source/ask-source.h"

G_BEGIN_DECLS

/* SQLite's own limit for a table. */
#define ASK_SHEET_MAX_COLUMNS 2000

/**
 * AskSheetCellKind:
 * @ASK_SHEET_EMPTY: nothing
 * @ASK_SHEET_RAW: characters of a text file: the column tells what they mean
 * @ASK_SHEET_TEXT: text, even where it looks like a number
 * @ASK_SHEET_NUMBER: a number as a spreadsheet keeps it: digits, a point, an exponent
 */
typedef enum
{
  ASK_SHEET_EMPTY,
  ASK_SHEET_RAW,
  ASK_SHEET_TEXT,
  ASK_SHEET_NUMBER
} AskSheetCellKind;

/**
 * AskSheetCell:
 * @text: UTF-8 without NUL, not terminated; borrowed until the next row
 */
typedef struct
{
  const char *text;
  guint32 length;
  guint32 kind;
} AskSheetCell;

/**
 * AskSheetRow:
 * @line: where it begins, from 1: the line of a text file, the row of a sheet
 */
typedef struct
{
  const AskSheetCell *cells;
  guint n_cells;
  guint64 line;
} AskSheetRow;

typedef struct _AskSheetReader AskSheetReader;

/**
 * AskSheetReader:
 * @name: of the sheet, or of the file
 * @hidden: people do not see the sheet in its program
 * @ragged: rows may have any length; else one that is longer than the header is an error
 * @by_line: @AskSheetRow.line is a line of the file, else a row of the sheet
 * @notes: (element-type utf8): what people should know of what was read; may grow with each row
 *
 * The first member of what a kind of file reads with.
 */
struct _AskSheetReader
{
  char *name;
  gboolean hidden;
  gboolean ragged;
  gboolean by_line;
  GPtrArray *notes;

  gboolean (*rewind) (AskSheetReader *self,
                      GCancellable   *cancellable,
                      GError        **error);
  AskStep  (*next)   (AskSheetReader *self,
                      AskSheetRow    *row,
                      GCancellable   *cancellable,
                      GError        **error);
  void     (*free)   (AskSheetReader *self);
};

static inline void
ask_sheet_reader_free (AskSheetReader *self)
{
  if (self != NULL)
    self->free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSheetReader, ask_sheet_reader_free)

G_END_DECLS
