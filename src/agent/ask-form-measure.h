/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which form a model does best: a few small tasks over made-up tables, in each form. Nothing of the workspace's data or
 * names is sent, only its prompts. Private to this room.
 */
#pragma once

#include "agent/ask-form.h"

G_BEGIN_DECLS

#define ASK_FORM_N_TASKS 4

/**
 * AskFormScore:
 * @tried: whether any task was given in this form
 * @refused: the server does not take it
 * @n_done: of %ASK_FORM_N_TASKS
 * @problem: (nullable): what is wrong with the reply to the first task, as a sentence in the user's language
 */
typedef struct
{
  gboolean tried;
  gboolean refused;
  guint n_done;
  char *problem;
} AskFormScore;

/**
 * AskFormMeasure:
 * @scores: by #AskForm
 * @slow: the first reply took so long that nothing else was tried
 * @tokens_per_second: 0 where the first reply was too short to tell
 */
typedef struct
{
  AskFormScore scores[ASK_N_FORMS];
  gboolean slow;
  double tokens_per_second;
} AskFormMeasure;

AskFormMeasure *ask_form_measure          (AskWorkspace         *workspace,
                                           AskModel             *model,
                                           gint64                patience_us,
                                           GCancellable         *cancellable,
                                           GError              **error);
AskForm         ask_form_measure_get_best (const AskFormMeasure *self);
void            ask_form_measure_free     (AskFormMeasure       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFormMeasure, ask_form_measure_free)

G_END_DECLS
