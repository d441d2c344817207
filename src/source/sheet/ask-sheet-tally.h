/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a sheet holds that rows cannot show: counted while it is read, and said once.
 */
#pragma once

#include "source/sheet/ask-sheet-reader.h"

G_BEGIN_DECLS

/**
 * AskSheetTally:
 * @n_errors: cells that hold an error such as #N/A
 * @n_unknown: formulas whose result is not in the file
 * @n_merged: areas of merged cells
 * @n_totals: cells in the rows of totals that tables declare
 * @said: the notes were added; they are not, a second time
 *
 * A reader keeps one, and counts anew from each rewind.
 */
typedef struct
{
  guint64 n_errors;
  guint64 n_unknown;
  guint64 n_merged;
  guint64 n_totals;
  gboolean said;
} AskSheetTally;

gboolean ask_sheet_is_error    (const char      *text,
                                gsize            length);
void     ask_sheet_tally_begin (AskSheetTally   *self);
void     ask_sheet_tally_say   (AskSheetTally   *self,
                                AskSheetReader  *reader);

G_END_DECLS
