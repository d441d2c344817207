/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The language model's settings, off the main thread.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskModelForm:
 * @url: "" for no model
 * @embeddings: (nullable): the server's model for embeddings
 * @here_first: what is sure is answered without the model; ask_jobs_save_model() leaves it as it is
 * @key: (nullable): a key to keep in the Secret Service; %NULL to leave the kept one as it is
 */
typedef struct
{
  char *url;
  char *name;
  char *key_env;
  char *embeddings;
  gboolean here_first;
  char *key;
} AskModelForm;

void ask_model_form_free (AskModelForm *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskModelForm, ask_model_form_free)

AskJob *ask_jobs_load_model     (void);
AskJob *ask_jobs_save_model     (AskModelForm *form,
                                 gboolean      test);
AskJob *ask_jobs_set_here_first (gboolean      here_first);

G_END_DECLS
