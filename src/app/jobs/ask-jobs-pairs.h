/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pairs of two lists of values, off the main thread: read, and corrected by a person.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-workspace-pairs.h"

G_BEGIN_DECLS

AskJob *ask_jobs_load_pairs    (const AskPairSides *sides);
AskJob *ask_jobs_correct_pairs (const gint64       *pairs,
                                guint               n,
                                AskPairVerdict      verdict);

G_END_DECLS
