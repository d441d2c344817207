/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file with one or more sheets, whatever its kind.
 */
#pragma once

#include "source/ask-sheet-options.h"
#include "source/ask-sheet-reader.h"

G_BEGIN_DECLS

/**
 * AskSheetBook:
 * @readers: (element-type AskSheetReader): of its sheets, in their order; at least one
 * @notes: (element-type utf8): of the whole
 */
typedef struct
{
  GPtrArray *readers;
  GPtrArray *notes;
} AskSheetBook;

AskSheetBook *ask_sheet_book_open (int                     fd,
                                   const char             *path,
                                   const AskSheetOptions  *options,
                                   GCancellable           *cancellable,
                                   GError                **error);
void          ask_sheet_book_free (AskSheetBook           *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSheetBook, ask_sheet_book_free)

G_END_DECLS
