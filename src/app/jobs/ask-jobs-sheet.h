/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The beginning of a spreadsheet, off the main thread.
 */
#pragma once

#include "source/sheet/ask-sheet-preview.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void             ask_jobs_preview_sheet_async  (gpointer               source,
                                                const char            *location,
                                                const AskSheetOptions *options,
                                                guint                  n_rows,
                                                GCancellable          *cancellable,
                                                GAsyncReadyCallback    callback,
                                                gpointer               user_data);
AskSheetPreview *ask_jobs_preview_sheet_finish (gpointer               source,
                                                GAsyncResult          *result,
                                                GError               **error);

G_END_DECLS
