/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether the first row of a table holds names or data.
 */
#pragma once

#include "source/sheet/ask-sheet-options.h"
#include "source/sheet/ask-sheet-reader.h"

G_BEGIN_DECLS

/**
 * AskSheetFirst:
 * @ASK_SHEET_FIRST_DATA: certainly data
 * @ASK_SHEET_FIRST_NAMES: certainly names
 * @ASK_SHEET_FIRST_UNSURE: either
 */
typedef enum
{
  ASK_SHEET_FIRST_DATA,
  ASK_SHEET_FIRST_NAMES,
  ASK_SHEET_FIRST_UNSURE
} AskSheetFirst;

AskSheetFirst ask_sheet_first_guess    (const AskSheetRow     *rows,
                                        guint                  n_rows,
                                        const char           **reason);
char         *ask_sheet_header_decide  (const AskSourceConfig *config,
                                        GPtrArray             *notes,
                                        GCancellable          *cancellable,
                                        GError               **error);

G_END_DECLS
