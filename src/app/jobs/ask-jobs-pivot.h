/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pivots off the main thread, of rows that are here or of a table that lies elsewhere.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "table/ask-pivot-table.h"

G_BEGIN_DECLS

AskJob *ask_jobs_pivot        (const AskPivot *pivot,
                               AskRows        *rows,
                               const char     *from);
AskJob *ask_jobs_pivot_behind (const AskPivot *pivot,
                               AskRows        *rows,
                               const char     *from);
AskJob *ask_jobs_pivot_save   (AskRows        *rows,
                               guint           n_labels,
                               const char     *title,
                               const char     *path);

G_END_DECLS
