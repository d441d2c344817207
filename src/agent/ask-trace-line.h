/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steps of an answer as people read them: one line for each turn of a model, which is asked, thinks, acts and is told
 * what came of it; one for every other step.
 */
#pragma once

#include "agent/ask-agent.h"

G_BEGIN_DECLS

/**
 * AskTraceLine:
 * @main: (transfer none): what was done, by whose title the line is known
 * @steps: (element-type AskTraceStep): all of the line in their order, @main among them; the answer owns them
 * @elapsed_ms: of all of them
 */
typedef struct
{
  const AskTraceStep *main;
  GPtrArray *steps;
  double elapsed_ms;
} AskTraceLine;

GPtrArray  *ask_trace_fold            (const AskAnswer    *answer);
const char *ask_trace_line_get_words  (const AskTraceLine *self,
                                       const AskTraceStep *step);

G_END_DECLS
