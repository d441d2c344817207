/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells as people read them: one way to write a column, the same in a card, a table, a step and a headline.
 */
#pragma once

#include "base/ask-rows.h"

G_BEGIN_DECLS

/**
 * AskCellFormat:
 * @right: numbers stand at the end of the line
 * @grouped: the digits of numbers stand in groups
 * @exact: texts are numbers with all their digits
 * @times: texts may be times in ISO 8601
 * @hundredfold: numbers are parts of one, shown as parts of a hundred
 * @rounded: reals have more digits than are shown
 * @decimals: places for reals, -1 for as many as the number has
 * @unit: (nullable): what stands beside each number: "EUR", "%"
 */
typedef struct
{
  gboolean right;
  gboolean grouped;
  gboolean exact;
  gboolean times;
  gboolean hundredfold;
  gboolean rounded;
  int decimals;
  const char *unit;
} AskCellFormat;

AskCellFormat ask_cell_format_find (const AskRows  *rows,
                                    guint           column);
char         *ask_cell_to_text     (const AskValue *value,
                                    AskCellFormat   format);
char         *ask_cell_dup_whole   (const AskValue *value,
                                    AskCellFormat   format);

G_END_DECLS
