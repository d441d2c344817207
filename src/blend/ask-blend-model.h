/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that a language model computes: llm_map, llm_pick, llm_qa, llm_validate and llm_join, in the published spelling
 * LLMMap, LLMQA, LLMValidate and LLMJoin. No value reaches the model unless a steward allowed it, and none twice: answers are
 * kept in the workspace.
 */
#pragma once

#include "agent/ask-spend.h"
#include "blend/ask-blend.h"

G_BEGIN_DECLS

/**
 * AskBlendProgressFunc:
 * @n_done: of the values
 * @n: values that are being asked about
 * @user_data: as given
 */
typedef void (*AskBlendProgressFunc) (gsize    n_done,
                                      gsize    n,
                                      gpointer user_data);

/**
 * AskBlendWithheldFunc:
 * @entity: the id of an entity
 * @attribute: (nullable): of it; %NULL for its rows as such
 * @user_data: as given
 */
typedef void (*AskBlendWithheldFunc) (const char *entity, const char *attribute, gpointer user_data);

/**
 * AskBlendModelOptions:
 * @workspace: says what may leave, and keeps answers and the ledger
 * @model: (nullable): who is asked; %NULL where none is set, which a call says then
 * @no_model: (nullable): why none could be opened, which a call says then; @model is %NULL
 * @spending: the gate of costs
 * @in_flight: chats at once; 0 for 8
 * @no_cache: kept answers are not used; new ones are kept all the same
 * @kept_only: nothing is asked: where an answer is not kept the statement fails, and says so
 * @total: (nullable): is added to by what all functions send and get
 * @counts: the time that the model takes counts for the deadline of a statement; else its own time-outs hold
 * @on_progress: (nullable): is told of values that have their answers, on the statement's thread
 * @on_withheld: (nullable): is told of the first that would have to be shared, before the statement fails for it
 * @user_data: for @on_progress and @on_withheld
 */
typedef struct
{
  AskWorkspace *workspace;
  AskModel *model;
  const GError *no_model;
  AskSpending *spending;
  guint in_flight;
  gboolean no_cache;
  gboolean kept_only;
  AskSpendingTally *total;
  gboolean counts;
  AskBlendProgressFunc on_progress;
  AskBlendWithheldFunc on_withheld;
  gpointer user_data;
} AskBlendModelOptions;

void              ask_blend_add_model     (AskBlend                   *self,
                                           const AskBlendModelOptions *options);
AskBlendFunction *ask_blend_model_new_map (const char                 *name,
                                           const AskBlendModelOptions *options);

G_END_DECLS
