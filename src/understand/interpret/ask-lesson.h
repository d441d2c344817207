/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one example teaches: how the right candidate differs from those that ranked best beside it, the form of the
 * right query, and words of the question that must stand for something in it. It is made with the weights as they
 * ship, so that no lesson depends on another.
 */
#pragma once

#include "understand/interpret/ask-rank.h"

G_BEGIN_DECLS

/** ASK_LESSON_OPTIONS: the right candidate, and so many wrong ones but one */
#define ASK_LESSON_OPTIONS 6

/**
 * AskLessonOption:
 * @base: its score as the weights that ship see it
 * @features: %ASK_N_CANDIDATE_FEATURES, squashed to -1 to 1
 * @marks: what of this schema it uses: attributes in their roles, entities, its form
 */
typedef struct
{
  float base;
  float features[ASK_N_CANDIDATE_FEATURES];
  char **marks;
} AskLessonOption;

/**
 * AskLesson:
 * @words: (element-type AskTaughtWords): what words of the question must stand for; without their question
 * @clear: of each of @words, whether nothing else could be meant (element-type gboolean)
 * @form: (nullable): the key of the right query's sketch
 * @exact: (nullable): @form with its attributes and entities: the right query but for its values
 * @plain: the question without its links
 * @stems: what it says
 * @options: (element-type AskLessonOption): the right candidate first; empty where it was not among them
 * @weight: how much it counts: less where only something wrong is known
 */
typedef struct
{
  GPtrArray *words;
  GArray *clear;
  char *form;
  char *exact;
  char **plain;
  char **stems;
  GPtrArray *options;
  double weight;
} AskLesson;

/**
 * AskLessonCase:
 * @right: (nullable): what is meant
 * @is_right: for each candidate, whether it gives what is meant; all %FALSE where only wrong ones are known
 * @is_wrong: (nullable): for each candidate, whether a person said that it is wrong
 * @may_be: (nullable): for each candidate, whether it differs from the wrong ones where a person said that they are wrong
 */
typedef struct
{
  const AskDraft *right;
  const gboolean *is_right;
  const gboolean *is_wrong;
  const gboolean *may_be;
} AskLessonCase;

AskLesson  *ask_lesson_new        (AskGuess            *guess,
                                   GPtrArray           *candidates,
                                   const AskRanking    *ranking,
                                   const AskLessonCase *what);
void        ask_lesson_free       (AskLesson           *self);
GBytes     *ask_lesson_to_bytes   (const AskLesson     *self);
AskLesson  *ask_lesson_from_bytes (GBytes              *bytes);
const char *ask_lesson_format     (void);

/* What applying lessons shares with making them. */
void      ask_lesson_squash     (const float        *features,
                                 float              *squashed);
char    **ask_lesson_list_marks (const AskGuess     *guess,
                                 const AskCandidate *candidate);
char     *ask_lesson_exact_form (AskDomain          *domain,
                                 const AskDraft     *draft);
char    **ask_lesson_list_stems (const AskQuestion  *question);
void      ask_lesson_add_words  (AskLesson          *self,
                                 AskGuess           *guess,
                                 const AskDraft     *right);
gboolean *ask_guess_list_known  (const AskGuess     *guess,
                                 GPtrArray          *links);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskLesson, ask_lesson_free)

G_END_DECLS
