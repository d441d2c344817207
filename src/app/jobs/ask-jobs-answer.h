/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers as files of their own, off the main thread: what would go into one, writing it, opening it, asking its tables.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "app/jobs/ask-jobs-question.h"

G_BEGIN_DECLS

AskJob *ask_jobs_collect_answer (AskOutcome *outcome,
                                 gboolean    bodies);
AskJob *ask_jobs_save_answer    (AskBundle  *bundle,
                                 const char *path);
AskJob *ask_jobs_open_answer    (const char *path);
AskJob *ask_jobs_find_behind_saved (AskOutcome *outcome,
                                 guint       row,
                                 guint       column);
AskJob *ask_jobs_query_saved    (AskOutcome *outcome,
                                 const char *sql);

G_END_DECLS
