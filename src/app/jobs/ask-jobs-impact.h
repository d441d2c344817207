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
 * AskImpactSide:
 * @rows: (nullable): the answer under one version; %NULL where there is none
 * @words: (nullable): why there is none
 */
typedef struct
{
  AskRows *rows;
  char *words;
} AskImpactSide;

/**
 * AskImpactSides:
 * @before: under the earlier version
 * @after: under the later one
 */
typedef struct
{
  AskImpactSide before;
  AskImpactSide after;
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
