/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is recognised in a spreadsheet's file before anybody adds it: for a person to agree, or to tell
 * otherwise with AskSheetOptions.
 */
#pragma once

#include "base/ask-rows.h"
#include "source/sheet/ask-sheet-options.h"

G_BEGIN_DECLS

/**
 * AskSheetPreview:
 * @sheets: (array zero-terminated=1): the names of all sheets in their order, hidden ones too, as
 *   @AskSheetOptions.sheet takes them; empty for a text file, which has none to choose from
 * @sheet: the name of the sheet that @rows are of: the one that was told, else the first that is not
 *   hidden. Of a text file the file's name
 * @delimiter: of a text file, told or recognised; NUL where it has one column, and for other files
 * @encoding: (nullable): of a text file, told or recognised, as iconv names it; %NULL for other files
 * @encoding_guessed: nothing in the file says that it is @encoding: letters may be wrong
 * @headed: whether the first row was taken for a header, told or recognised
 * @header_unsure: nothing in the rows says whether it is one: it was taken for data, unless it was told
 * @rows: the columns by name, with the types that their first rows speak for, and these rows as they
 *   would be imported. Types are decided on all rows when the file is added: text may be what comes out
 *   then. Without columns where the sheet is empty
 * @notes: (element-type utf8): what people should know, a sentence each
 */
typedef struct
{
  char **sheets;
  char *sheet;
  char delimiter;
  char *encoding;
  gboolean encoding_guessed;
  gboolean headed;
  gboolean header_unsure;
  AskRows *rows;
  GPtrArray *notes;
} AskSheetPreview;

AskSheetPreview *ask_sheet_preview_new  (const char             *path,
                                         const AskSheetOptions  *options,
                                         guint                   n_rows,
                                         GCancellable           *cancellable,
                                         GError                **error);
void             ask_sheet_preview_free (AskSheetPreview        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSheetPreview, ask_sheet_preview_free)

G_END_DECLS
