/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files share that answer without a model:
 *
 *   ask-here.c         plain questions, and readings of a question of its own
 *   ask-here-composed.c  questions that were composed of what was offered
 *   ask-here-follow.c  a text that changes the answer before, and a part that a person changed
 *   ask-here-search.c  searches of documents
 *   ask-here-settle.c  which of several readings is meant, where that is known
 *   ask-here-part.c    the parts of an answer's reading, and values that the data does not have
 */
#pragma once

#include "agent/ask-here.h"
#include "understand/interpret/ask-interpret.h"

G_BEGIN_DECLS

/** ASK_HERE_MAX_CHOICES: more readings nobody compares */
#define ASK_HERE_MAX_CHOICES 4

gboolean ask_here_answer           (AskAgentRun              *run,
                                    const char               *sql,
                                    const char               *words,
                                    gboolean                 *done,
                                    GError                  **error);
gboolean ask_here_is_of_documents  (AskAgentRun              *run,
                                    GPtrArray                *readings);
gboolean ask_here_search_rest      (AskAgentRun              *run,
                                    gboolean                 *done,
                                    GError                  **error);
void     ask_here_end_unanswerable (AskAgentRun              *run,
                                    const char               *text,
                                    AskRemedy                 remedy);
void     ask_here_offer            (AskAgentRun              *run,
                                    GPtrArray                *readings);
GPtrArray *ask_here_list_offered   (GPtrArray                *readings);
int      ask_here_get_chosen       (AskAgentRun              *run,
                                    guint                     n);
void     ask_here_keep_links       (AskAgentRun              *run,
                                    GPtrArray                *links);
gboolean ask_here_pass_on          (AskAgentRun              *run,
                                    GError                   *failure,
                                    GError                  **error);
void     ask_here_add_parts        (AskAgentRun              *run,
                                    AskInterpreter           *interpreter,
                                    const AskQuestionReading *reading);
void     ask_here_add_plain_parts  (AskAgentRun              *run);
gboolean ask_here_compose          (AskAgentRun              *run,
                                    AskInterpreter           *interpreter,
                                    AskInterpretation        *found,
                                    GError                  **error);
gboolean ask_here_settle           (AskAgentRun              *run,
                                    GPtrArray                *queries,
                                    int                      *chosen,
                                    GError                  **error);
gboolean ask_here_settle_values    (AskAgentRun              *run,
                                    AskInterpreter           *interpreter,
                                    AskInterpretation        *found,
                                    GError                  **error);

G_END_DECLS
