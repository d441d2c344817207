/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading and deleting what left this machine.
 */
#pragma once

#include "app/jobs/ask-job.h"

G_BEGIN_DECLS

AskJob *ask_jobs_list_ledger   (const char *text);
AskJob *ask_jobs_read_ledger   (gint64      id);
AskJob *ask_jobs_delete_ledger (gint64      id,
                                const char *text,
                                gint64      until);

G_END_DECLS
