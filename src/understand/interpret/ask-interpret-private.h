/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What reading a question, reading a follow-up and suggesting questions share. Nobody outside includes this.
 */
#pragma once

#include "understand/interpret/ask-candidate.h"
#include "understand/interpret/ask-interpret.h"

G_BEGIN_DECLS

AskInterpretation  *ask_interpretation_new   (const char      *question);
AskQuestionReading *ask_question_reading_new (const AskDraft  *draft,
                                              AskDomain       *domain,
                                              guint            way);
gboolean            ask_tried_is_local       (AskEngine       *engine,
                                              AskDomain       *domain);
void                ask_tried_run            (AskTried        *self,
                                              AskEngine       *engine,
                                              gboolean         local,
                                              const char      *sql,
                                              guint64          steps,
                                              GCancellable    *cancellable);
AskDomain          *ask_interpreter_find_domain (AskInterpreter *self,
                                              GPtrArray       *names,
                                              const char      *text,
                                              GError         **error);
AskWeights         *ask_interpreter_get_weights (AskInterpreter *self);
gboolean            ask_interpreter_try      (AskInterpreter  *self,
                                              AskDomain       *domain,
                                              const char      *sql,
                                              AskTried        *tried,
                                              GCancellable    *cancellable,
                                              GError         **error);

G_END_DECLS
