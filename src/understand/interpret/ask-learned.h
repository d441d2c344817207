/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a workspace has learned from its examples: a correction of the ranker's scores, words that stand for something,
 * and forms of queries for questions that are alike. It is made of lessons alone, the same for the same lessons in the
 * same order, so forgetting an example is making it anew without its lesson.
 */
#pragma once

#include "understand/interpret/ask-lesson.h"

G_BEGIN_DECLS

/** ASK_LEARNED_MOST: no correction moves a candidate farther than this from where the weights put it, beside the best */
#define ASK_LEARNED_MOST 2.0

typedef struct _AskLearned AskLearned;

AskLearned *ask_learned_new        (void);
AskLearned *ask_learned_ref        (AskLearned          *self);
void        ask_learned_unref      (AskLearned          *self);
void        ask_learned_add        (AskLearned          *self,
                                    const char          *question,
                                    AskLesson           *lesson);
void        ask_learned_fit        (AskLearned          *self);
GPtrArray  *ask_learned_list_words (const AskLearned    *self);
void        ask_learned_add_forms  (const AskLearned    *self,
                                    const AskSketchBook *book,
                                    const AskGuess      *guess,
                                    GArray              *choices);
float      *ask_learned_correct    (const AskLearned    *self,
                                    const AskGuess      *guess,
                                    GPtrArray           *candidates,
                                    const AskRanking    *ranking);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskLearned, ask_learned_unref)

G_END_DECLS
