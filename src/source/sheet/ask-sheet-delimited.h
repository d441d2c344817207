/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of a delimited text file: CSV, TSV and what people make of them.
 */
#pragma once

#include "source/sheet/ask-sheet-reader.h"

G_BEGIN_DECLS

AskSheetReader *ask_sheet_delimited_new           (int              fd,
                                                   const char      *name,
                                                   char             delimiter,
                                                   const char      *encoding,
                                                   GCancellable    *cancellable,
                                                   GError         **error);
char            ask_sheet_delimited_get_delimiter (AskSheetReader  *reader);
const char     *ask_sheet_delimited_get_encoding  (AskSheetReader  *reader,
                                                   gboolean        *guessed);

G_END_DECLS
