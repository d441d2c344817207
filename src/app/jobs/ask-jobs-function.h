/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that a language model computes, off the main thread: tried on some values, with what all of them would cost; those
 * that a steward defined are listed, kept and removed.
 */
#pragma once

#include "app/jobs/ask-cost-wait.h"
#include "app/jobs/ask-job.h"
#include "blend/ask-blend-write.h"

G_BEGIN_DECLS

/* Values that a function is tried on. */
#define ASK_FUNCTION_TRIED 5

/**
 * AskFunctionTrial:
 * @no_model: (nullable): why no model can be asked, in words
 * @refused: (nullable): what would have to be allowed, in words
 * @entity: (nullable): the id of the entity that this is about
 * @attribute: (nullable): the name of its attribute
 * @rows: (nullable): the values, and the answer to each; %NULL where one of those above is set
 * @cost: (nullable): what the values cost that were not asked about yet, where that was wanted; %NULL where there is none left
 * @n_left: how many these are
 *
 * What came of trying a function.
 */
typedef struct
{
  char *no_model;
  char *refused;
  char *entity;
  char *attribute;
  AskRows *rows;
  char *cost;
  guint64 n_left;
} AskFunctionTrial;

void ask_function_trial_free (AskFunctionTrial *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFunctionTrial, ask_function_trial_free)

/**
 * AskFunctionAsking:
 * @column: what is asked about
 * @asked: what is asked about each value
 * @all: whether it is found out what all values would cost
 * @on_cost: called before what costs much; the job waits
 */
typedef struct
{
  AskBlendColumn column;
  const AskOwnFunction *asked;
  gboolean all;
  AskCostFunc on_cost;
} AskFunctionAsking;

AskJob *ask_jobs_try_function (gpointer target, const AskFunctionAsking *asking);
AskJob *ask_jobs_list_functions (void);
AskJob *ask_jobs_save_function (const AskOwnFunction *function);
AskJob *ask_jobs_remove_function (const char *name);

G_END_DECLS
