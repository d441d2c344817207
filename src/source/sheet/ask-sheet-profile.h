/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a column of a spreadsheet holds, decided on all of its cells, and its cells as values of that
 * type.
 */
#pragma once

#include "source/sheet/ask-sheet-number.h"
#include "source/sheet/ask-sheet-reader.h"

G_BEGIN_DECLS

/**
 * AskSheetColumn:
 * @alive: the ways in which every cell so far can be read
 * @integral: of those, the ways in which every cell is an integer
 * @n_values: cells that are not empty
 * @n_errors: of those, errors such as #N/A in a text file: nothing among numbers and dates, text among texts
 * @format: (after ask_sheet_columns_decide()): one way, or 0 for text
 * @type: (after ask_sheet_columns_decide()): what it holds
 */
typedef struct
{
  char *name; /* nullable: no header */
  AskSheetFormats alive;
  AskSheetFormats integral;
  guint64 n_values;
  guint64 n_errors;
  gboolean beyond_64; /* an integer of more than 64 bits */
  gboolean beyond_double; /* a number whose digits a double would not keep */
  gboolean has_time;
  gboolean has_date_only;
  gboolean mixed_zones;
  char zone[8]; /* of all moments so far */
  AskSheetFormats format;
  AskType type;
} AskSheetColumn;

void            ask_sheet_column_init    (AskSheetColumn     *self);
void            ask_sheet_column_clear   (AskSheetColumn     *self);
void            ask_sheet_column_add     (AskSheetColumn     *self,
                                          const AskSheetCell *cell);
AskSheetFormats ask_sheet_cell_read      (const AskSheetCell *cell);
gboolean        ask_sheet_cell_is_year   (const AskSheetCell *cell);
gboolean        ask_sheet_cell_is_blank  (const AskSheetCell *cell);
void            ask_sheet_columns_decide (GArray             *columns,
                                          GPtrArray          *notes);
gboolean        ask_sheet_column_convert (const AskSheetColumn *self,
                                          const AskSheetCell *cell,
                                          char               *buffer,
                                          AskValue           *value);

G_END_DECLS
