/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kinds of what a workspace keeps by the way. It knows no table: each kind's own file does.
 */
#include "config.h"

#include "store/ask-memory.h"

#include "store/ask-workspace-answers.h"
#include "store/ask-workspace-examples.h"

const AskMemory ask_memory_learned = { ask_workspace_count_learned, ask_workspace_forget_learned };
const AskMemory ask_memory_answers = { ask_workspace_count_model_answers, ask_workspace_clear_model_answers };
