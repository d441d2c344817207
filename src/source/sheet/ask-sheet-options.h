/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person may tell of a spreadsheet's file: which sheet, how it is written.
 */
#pragma once

#include "source/ask-source.h"

G_BEGIN_DECLS

/**
 * AskSheetHeader:
 * @ASK_SHEET_HEADER_GUESS: names only where that is certain
 * @ASK_SHEET_HEADER_YES: names
 * @ASK_SHEET_HEADER_NO: data
 * @ASK_SHEET_HEADER_EARLIER: data only where that is certain, as sources were read that were added before a doubt
 *   was said: they go on so
 */
typedef enum
{
  ASK_SHEET_HEADER_GUESS,
  ASK_SHEET_HEADER_YES,
  ASK_SHEET_HEADER_NO,
  ASK_SHEET_HEADER_EARLIER
} AskSheetHeader;

/**
 * AskSheetOptions:
 * @sheet: (nullable): the only sheet to take, hidden or not; %NULL for all that are not hidden. For
 *   .xlsx and .ods files only
 * @delimiter: what stands between cells, an ASCII character; NUL to have it recognised. For text files only
 * @encoding: (nullable): as iconv names it; %NULL to have it recognised. For text files only
 * @header: whether the first row with anything in it is one of names
 * @decided: (nullable): the same for single sheets where @header is a guess, as ask_sheet_header_decide() writes it;
 *   see ask_sheet_options_get_header()
 *
 * With all of them unset ("= { 0 }") everything is recognised.
 */
typedef struct
{
  char *sheet;
  char delimiter;
  char *encoding;
  AskSheetHeader header;
  char **decided;
} AskSheetOptions;

gboolean ask_sheet_options_read    (AskSheetOptions       *self,
                                    const AskSourceConfig *config,
                                    GError               **error);
void     ask_sheet_options_apply   (const AskSheetOptions *self,
                                    AskSourceConfig       *config);
AskSheetHeader ask_sheet_options_get_header (const AskSheetOptions *self,
                                       const char            *sheet);
void     ask_sheet_options_clear   (AskSheetOptions       *self);
char    *ask_sheet_options_to_text (const AskSheetOptions *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AskSheetOptions, ask_sheet_options_clear)

G_END_DECLS
