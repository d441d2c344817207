/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Jobs of what a workspace keeps by the way: how much there is, and forgetting it.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-memory.h"

G_BEGIN_DECLS

AskJob *ask_jobs_count_memory  (const AskMemory *memory);
AskJob *ask_jobs_forget_memory (const AskMemory *memory);

G_END_DECLS
