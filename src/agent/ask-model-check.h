/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model put to the test: whether it answers, how much it reads, how fast it writes, and in which form it replies best.
 * Nothing of the workspace's data or names is sent: the tables and the question are made up.
 */
#pragma once

#include "agent/ask-form-measure.h"
#include "llm/ask-openai-facts.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskModelCheck:
 * @name: of the model
 * @facts: (nullable): what its server told
 * @context_length: tokens that count for it: set by a person, or told; 0 where nobody says
 * @measure: how it did in each form
 * @form: in which it is asked from now on
 */
typedef struct
{
  char *name;
  AskModelFacts *facts;
  guint64 context_length;
  AskFormMeasure *measure;
  AskForm form;
} AskModelCheck;

void           ask_model_check_free     (AskModelCheck       *self);
AskModelCheck *ask_model_check          (AskWorkspace        *workspace,
                                         AskModel            *model,
                                         GCancellable        *cancellable,
                                         GError             **error);
char          *ask_model_check_to_words (const AskModelCheck *self);
char          *ask_model_check_form_to_words (AskWorkspace   *workspace,
                                         AskModel            *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskModelCheck, ask_model_check_free)

G_END_DECLS
