/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A spreadsheet as a source: CSV, TSV, .xlsx, .ods.
 */
#pragma once

#include "source/sqlite/ask-copy-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_SHEET_SOURCE (ask_sheet_source_get_type ())
G_DECLARE_FINAL_TYPE (AskSheetSource, ask_sheet_source, ASK, SHEET_SOURCE, AskCopySource)

extern const AskSourceKind ask_sheet_kind;

AskSource *ask_sheet_source_new (AskSourceConfig *config);

G_END_DECLS
