/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Workbooks for spreadsheet programs: .xlsx files of one or more sheets, with real numbers, days, moments and money.
 */
#pragma once

#include <gio/gio.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

/** ASK_WORKBOOK_ROWS: a sheet has so many rows, its heading included; what is more goes on in the next one */
#define ASK_WORKBOOK_ROWS 1048576

/**
 * AskWorkbookSheet:
 * @name: what the sheet is called; signs that sheets may not have are left out
 * @rows: its rows, below one bold line with the names of the columns
 * @n_labels: so many of the first columns stay in sight when others are scrolled
 */
typedef struct
{
  const char *name;
  const AskRows *rows;
  guint n_labels;
} AskWorkbookSheet;

gboolean ask_workbook_write (const char             *path,
                             const AskWorkbookSheet *sheets,
                             guint                   n_sheets,
                             GCancellable           *cancellable,
                             GError                **error);

G_END_DECLS
