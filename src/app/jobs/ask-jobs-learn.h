/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Jobs of what people say of answers.
 */
#pragma once

#include "agent/ask-agent.h"
#include "app/jobs/ask-job.h"

G_BEGIN_DECLS

AskJob *ask_jobs_choose_link (const AskAnswer *answer,
                              const char      *words,
                              const char      *target);
AskJob *ask_jobs_complain    (const AskAnswer *answer,
                              const char      *text,
                              const char      *parts,
                              const char      *words);

G_END_DECLS
