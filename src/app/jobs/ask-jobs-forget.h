/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Jobs of what a workspace keeps by the way: how much there is, and forgetting it.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-forgettable.h"

G_BEGIN_DECLS

AskJob *ask_jobs_count_forgettable (const AskForgettable *what);
AskJob *ask_jobs_forget            (const AskForgettable *what);

G_END_DECLS
