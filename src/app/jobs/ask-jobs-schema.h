/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema on its way between the workspace and the page that edits it, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "diagram/ask-diagram.h"
#include "store/ask-workspace-draft.h"

G_BEGIN_DECLS

/**
 * AskSchemaState:
 * @schema: (nullable): of a load, the newest; of a save, what the workspace holds now where somebody else saved
 *   meanwhile, otherwise %NULL
 * @base: what an edit of it begins with
 */
typedef struct
{
  AskSchema *schema;
  AskEditBase base;
} AskSchemaState;

/**
 * AskSchemaEffects:
 * @breaks: (element-type AskBreak): what does not fit any more
 * @n_follow: verified questions that are written with new names
 *
 * What an edit does to what people saved.
 */
typedef struct
{
  GPtrArray *breaks;
  guint n_follow;
} AskSchemaEffects;

void            ask_schema_state_free         (AskSchemaState      *self);
void            ask_schema_effects_free       (AskSchemaEffects    *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSchemaState, ask_schema_state_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSchemaEffects, ask_schema_effects_free)

AskJob *ask_jobs_open_schema   (void);
AskJob *ask_jobs_save_schema   (const AskEditBase *base, AskSchema *schema, const char *reason);
AskJob *ask_jobs_arrange       (AskDiagramLayout *layout);
AskJob *ask_jobs_coverage      (AskSchema *schema);
AskJob *ask_jobs_list_versions (void);
AskJob *ask_jobs_load_version  (gint64 version);
AskJob *ask_jobs_find_effects  (AskSchema *before, AskSchema *after);

G_END_DECLS
