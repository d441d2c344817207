/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The beginning of a spreadsheet, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "source/sheet/ask-sheet-preview.h"

#include <gio/gio.h>

G_BEGIN_DECLS

AskJob *ask_jobs_preview_sheet (const AskSourceKind *kind, const char *location, const AskSheetOptions *options, guint n_rows);

G_END_DECLS
