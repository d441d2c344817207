/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A selection as text, to be put elsewhere. Programs get every digit; people get what they saw.
 */
#pragma once

#include "table/ask-arrangement.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_TABLE_COPY_TAB, /* the cells, divided by tabs */
  ASK_TABLE_COPY_HEADINGS, /* the same below the columns' names */
  ASK_TABLE_COPY_CSV,
  ASK_TABLE_COPY_MARKDOWN, /* as people read it */
  ASK_TABLE_COPY_HTML /* a table as spreadsheets take it: what people read, and beside it the exact value */
} AskTableCopy;

char *ask_block_to_text (const AskBlock *self, AskTableCopy form);
AskRows *ask_block_dup_rows (const AskBlock *self);

G_END_DECLS
