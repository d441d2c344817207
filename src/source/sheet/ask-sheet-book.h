/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file with one or more sheets, whatever its kind.
 */
#pragma once

#include "source/sheet/ask-sheet-options.h"
#include "source/sheet/ask-sheet-reader.h"

G_BEGIN_DECLS

/**
 * AskSheetBook:
 * @delimited: a text file, whose one reader is of ask-sheet-delimited
 * @sheets: (element-type utf8): all sheets of a spreadsheet by name, in their order, those that are not
 *   read as well; of a text file none
 * @readers: (element-type AskSheetReader): of the sheets to read, in their order; at least one
 * @notes: (element-type utf8): of the whole
 */
typedef struct
{
  gboolean delimited;
  GPtrArray *sheets;
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
