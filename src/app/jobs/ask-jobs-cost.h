/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Above what a person is asked first, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-thresholds.h"

G_BEGIN_DECLS

AskJob *ask_jobs_load_thresholds (const char  *source);
AskJob *ask_jobs_set_threshold   (AskThreshold threshold,
                                  const char  *source,
                                  const char  *text);

G_END_DECLS
