/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows in the order and with the filters that a person wants, from all that a statement gives, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "table/ask-table-wish.h"

G_BEGIN_DECLS

AskJob *ask_jobs_wish (const AskTableWish *wish,
                       AskRows            *head,
                       const char         *sql);

G_END_DECLS
