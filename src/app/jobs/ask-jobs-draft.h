/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Jobs of the schema's draft: starting, looking at, publishing, rebasing and discarding it.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-workspace-draft.h"

G_BEGIN_DECLS

/**
 * AskDraftLook:
 * @draft: as it is now
 * @breaks: (element-type AskBreak): what all its edits together break
 *
 * What a person sees before they publish.
 */
typedef struct
{
  AskSchemaDraft *draft;
  GPtrArray *breaks;
} AskDraftLook;

void    ask_draft_look_free    (AskDraftLook *self);

AskJob *ask_jobs_start_draft   (void);
AskJob *ask_jobs_look_at_draft (void);
AskJob *ask_jobs_publish_draft (void);
AskJob *ask_jobs_rebase_draft  (void);
AskJob *ask_jobs_discard_draft (gboolean      discard);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDraftLook, ask_draft_look_free)

G_END_DECLS
