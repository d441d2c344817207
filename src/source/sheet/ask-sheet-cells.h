/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row under construction: cells at their columns, with bytes of their own. What the readers of
 * spreadsheets share.
 */
#pragma once

#include "source/sheet/ask-sheet-reader.h"

G_BEGIN_DECLS

/* As many as .xlsx and .ods have at most. */
#define ASK_SHEET_LAST_COLUMN 16384

typedef struct
{
  GArray *cells; /* AskSheetCell; @text is an offset until the row is finished */
  GString *bytes;
  guint n_filled;
} AskSheetCells;

static inline void
ask_sheet_cells_init (AskSheetCells *self)
{
  self->cells = g_array_new (FALSE, TRUE, sizeof (AskSheetCell));
  self->bytes = g_string_new (NULL);
  self->n_filled = 0;
}

static inline void
ask_sheet_cells_clear (AskSheetCells *self)
{
  g_clear_pointer (&self->cells, g_array_unref);
  if (self->bytes != NULL)
    g_string_free (self->bytes, TRUE);
  self->bytes = NULL;
}

static inline void
ask_sheet_cells_begin (AskSheetCells *self)
{
  g_array_set_size (self->cells, 0);
  g_string_truncate (self->bytes, 0);
  self->n_filled = 0;
}

/* @column: from 0; below %ASK_SHEET_LAST_COLUMN */
static inline void
ask_sheet_cells_set (AskSheetCells *self, guint column, AskSheetCellKind kind, const char *text,
                     gsize length)
{
  AskSheetCell *cell;

  if (kind == ASK_SHEET_EMPTY || length == 0)
    return;
  if (column >= self->cells->len)
    g_array_set_size (self->cells, column + 1);
  cell = &g_array_index (self->cells, AskSheetCell, column);
  cell->text = GSIZE_TO_POINTER (self->bytes->len);
  cell->length = (guint32) length;
  cell->kind = kind;
  g_string_append_len (self->bytes, text, (gssize) length);
  self->n_filled++;
}

static inline void
ask_sheet_cells_finish (AskSheetCells *self, AskSheetRow *row, guint64 line)
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      AskSheetCell *cell = &g_array_index (self->cells, AskSheetCell, i);

      cell->text = self->bytes->str + (cell->kind != ASK_SHEET_EMPTY ? GPOINTER_TO_SIZE (cell->text) : 0);
    }
  row->cells = (const AskSheetCell *) self->cells->data;
  row->n_cells = self->cells->len;
  row->line = line;
}

G_END_DECLS
