/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables to files and to the clipboard, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "base/ask-rows.h"

G_BEGIN_DECLS

AskJob *ask_jobs_save_table (AskRows    *rows,
                             const char *title,
                             const char *path);
AskJob *ask_jobs_table_text (AskRows    *rows);

G_END_DECLS
