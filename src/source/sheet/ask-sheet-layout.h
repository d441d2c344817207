/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the table lies in a sheet: its header, its columns and its first row.
 */
#pragma once

#include "source/sheet/ask-sheet-options.h"
#include "source/sheet/ask-sheet-profile.h"
#include "source/sheet/ask-sheet-reader.h"

G_BEGIN_DECLS

/* How many rows go by between two looks at the cancellable. */
#define ASK_SHEET_ROWS_A_LOOK 1000

/**
 * AskSheetLayout:
 * @columns: (element-type AskSheetColumn): with their names, none twice; without margins
 * @taken: (element-type guint): the cell of a row that each of them is
 * @n_skipped: rows of the reader in front of the first row of data
 * @headed: whether one of them is a header
 * @reason: (nullable): what of the rows says that the first is one, or that it is none; %NULL where they do not tell
 * @n_rows: of data
 * @n_short: of those, rows with fewer cells than the table has columns
 */
typedef struct
{
  GArray *columns;
  GArray *taken;
  guint n_skipped;
  gboolean headed;
  const char *reason;
  guint64 n_rows;
  guint64 n_short;
} AskSheetLayout;

gboolean ask_sheet_layout_find  (AskSheetLayout  *self,
                                 AskSheetReader  *reader,
                                 AskSheetHeader   header,
                                 GPtrArray       *notes,
                                 GCancellable    *cancellable,
                                 GError         **error);
gboolean ask_sheet_layout_find_start (AskSheetLayout *self,
                                 AskSheetReader  *reader,
                                 AskSheetHeader   header,
                                 GPtrArray       *notes,
                                 GCancellable    *cancellable,
                                 GError         **error);
void     ask_sheet_layout_clear (AskSheetLayout  *self);
char    *ask_sheet_make_unique  (const char      *wanted,
                                 GHashTable      *names);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskSheetLayout, ask_sheet_layout_clear)

G_END_DECLS
