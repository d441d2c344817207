/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a steward looks after at a source, off the main thread: what changed there and what that breaks, what
 * became of an API's operations, and whether its values may reach a language model.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "schema/infer/ask-infer.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskSourceCare:
 * @drift: what changed since somebody looked; without changes where nothing did
 * @doctor: (nullable): of an API; %NULL where no report is kept
 * @sorts: (element-type utf8): a set of operations that can be asked for an order, as "GET /orders"
 * @sharing: never %ASK_SHARING_INHERIT
 *
 * A source and its state. Shared by a card and the window that explains it; neither changes it.
 */
typedef struct
{
  gatomicrefcount ref_count;
  AskSourceRecord *record;
  AskDrift *drift;
  AskDoctor *doctor;
  GHashTable *sorts;
  AskSharing sharing;
} AskSourceCare;

AskSourceCare *ask_source_care_ref           (AskSourceCare       *self);
void           ask_source_care_unref         (AskSourceCare       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSourceCare, ask_source_care_unref)

AskJob *ask_jobs_list_cares         (void);
AskJob *ask_jobs_clear_drift        (const char *name);
AskJob *ask_jobs_set_sharing        (const char *name, AskSharing sharing);
AskJob *ask_jobs_suggest            (const char *name);
AskJob *ask_jobs_settle_suggestion  (const AskSuggestion *suggestion, gboolean take);
AskJob *ask_jobs_recall_suggestions (void);

G_END_DECLS
