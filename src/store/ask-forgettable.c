/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kinds of what a workspace keeps by the way. It knows no table: each kind's own file does.
 */
#include "config.h"

#include "store/ask-forgettable.h"

#include "store/ask-workspace-answers.h"
#include "store/ask-workspace-examples.h"

const AskForgettable ask_forgettable_learned = { ask_workspace_count_learned, ask_workspace_forget_learned };
const AskForgettable ask_forgettable_answers = { ask_workspace_count_model_answers, ask_workspace_clear_model_answers };
