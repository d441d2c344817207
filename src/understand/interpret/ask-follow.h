/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Follow-ups: "and by region", "only 2025", "what about Lyon", "as a pie", "top 10", "the other way round". They
 * change the last reading by rules. A text that may be a question of its own is none.
 */
#pragma once

#include "understand/interpret/ask-interpret.h"

G_BEGIN_DECLS

AskInterpretation *ask_interpreter_follow (AskInterpreter           *self,
                                           const AskQuestionReading *last,
                                           const char               *text,
                                           GCancellable             *cancellable,
                                           GError                  **error);
char              *ask_follow_cut_chart   (const char               *question);

G_END_DECLS
