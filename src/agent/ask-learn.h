/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person's choices teach, on the way of a question. It writes to the workspace alone; what cannot be kept is told
 * as a step and keeps nobody from an answer. Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

/** ASK_LEARN_AT_ONCE: examples that are learned from before a question: each takes as long as reading one */
#define ASK_LEARN_AT_ONCE 6

void ask_learn_catch_up (AskAgentRun    *run,
                         AskInterpreter *interpreter);
void ask_learn_choice   (AskAgentRun    *run,
                         GPtrArray      *offered,
                         guint           chosen);
void ask_learn_use      (AskAgentRun    *run,
                         gint64          example);
int  ask_learn_find     (AskAgentRun    *run,
                         GPtrArray      *offered);

G_END_DECLS
