/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model put to the test: whether it answers, how much it reads, how fast it writes, and whether it keeps to the form of
 * a turn. Nothing of the workspace's data or names is sent: the tables and the question are made up.
 */
#pragma once

#include "llm/ask-openai-facts.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskModelCheck:
 * @name: of the model
 * @facts: (nullable): what its server told
 * @context_length: tokens that count for it: set by a person, or told; 0 where nobody says
 * @tokens_per_second: 0 where its reply was too short to tell
 * @problem: (nullable): why its reply cannot be used, as a sentence in the user's language; %NULL where it keeps to the form
 */
typedef struct
{
  char *name;
  AskModelFacts *facts;
  guint64 context_length;
  double tokens_per_second;
  char *problem;
} AskModelCheck;

void           ask_model_check_free     (AskModelCheck       *self);
AskModelCheck *ask_model_check          (AskWorkspace        *workspace,
                                         AskModel            *model,
                                         GCancellable        *cancellable,
                                         GError             **error);
char          *ask_model_check_to_words (const AskModelCheck *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskModelCheck, ask_model_check_free)

G_END_DECLS
