/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The impact test, off the main thread: what changes between two versions of the schema, and one answer under
 * both.
 */
#pragma once

#include "agent/ask-impact.h"
#include "app/jobs/ask-job.h"

G_BEGIN_DECLS

/**
 * AskImpactSides:
 * @before: (nullable): the rows under the earlier version; %NULL where there is no answer
 * @before_words: (nullable): why there is none
 * @after: (nullable): the same of the later version
 */
typedef struct
{
  AskRows *before;
  char *before_words;
  AskRows *after;
  char *after_words;
} AskImpactSides;

void            ask_impact_sides_free         (AskImpactSides      *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskImpactSides, ask_impact_sides_free)

/**
 * AskImpactProgress:
 * @target: (type GObject): as given to ask_jobs_impact(); still alive
 *
 * A question was tried. Called on the main thread.
 */
typedef void (*AskImpactProgress) (gpointer target,
                                   guint    n_done,
                                   guint    n_all);

AskJob *ask_jobs_impact       (gpointer target, gint64 before, gint64 after, AskImpactProgress on_progress);
AskJob *ask_jobs_impact_sides (gint64 before, gint64 after, const AskImpact *impact);

G_END_DECLS
