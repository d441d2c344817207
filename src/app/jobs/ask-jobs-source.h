/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sources and the schema, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskSourceForm:
 * @options: (nullable) (element-type AskSourceOption): what else is said of the source
 * @unreached: whether it is added though nobody answers at its server now
 *
 * What a person wrote into an add-source dialog. It may hold a secret: it is never stored as such
 * and is wiped when freed.
 */
typedef struct
{
  const AskSourceKind *kind;
  char *name;
  char *location;
  char *base_url; /* nullable */
  GPtrArray *options;
  gboolean unreached;
} AskSourceForm;

void           ask_source_form_free (AskSourceForm *self);
AskSourceForm *ask_source_form_copy (const AskSourceForm *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSourceForm, ask_source_form_free)

typedef enum
{
  ASK_SOURCE_VERB_TEST,
  ASK_SOURCE_VERB_REFRESH,
  ASK_SOURCE_VERB_REMOVE
} AskSourceVerb;

AskJob *ask_jobs_source_verb  (AskSourceVerb verb, const char *name);
AskJob *ask_jobs_probe_source (const AskSourceForm *form);
AskJob *ask_jobs_add_source   (const AskSourceForm *form);
AskJob *ask_jobs_forget_tried (const AskSourceForm *form);
AskJob *ask_jobs_renew_source (const char *name);
AskJob *ask_jobs_list_watched (void);
AskJob *ask_jobs_list_origins (void);

G_END_DECLS
