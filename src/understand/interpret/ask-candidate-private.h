/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the features of candidates are made from.
 */
#pragma once

#include "understand/interpret/ask-candidate.h"
#include "understand/interpret/ask-guess-private.h"

G_BEGIN_DECLS

/* Kinds of words that ask for an operator. */
#define ASK_N_OPERATOR_WORDS 7

/* Of all candidates of a question. */
typedef struct
{
  AskGuess *guess;
  GPtrArray *candidates;
  double best;
  float best_sketch;
  double *shares; /* softmax of the scores */
  GHashTable *mass; /* signature → (double *): share of all that gave this */
  GHashTable *number; /* signature → (double *): how many */
  double most_mass;
  float words[16];
  float operator_words[ASK_N_OPERATOR_WORDS];
  guint ups;
  guint downs;
} AskCandidatePool;

/* Of one candidate. */
typedef struct
{
  const AskCandidate *of;
  gboolean *attributes;
  gboolean *entities; /* of its attributes, and extra ones */
  gboolean *joined; /* those on the way as well */
  gboolean *covered; /* tokens */
  gboolean *covered_by_entity;
  guint n_entities;
  guint n_joined;
  double cost;
} AskCandidateUse;

/* ask-join-words.c */
double   ask_join_words_weigh      (const AskGuess         *guess,
                                    const AskDraftPath     *path);
gboolean ask_join_words_are_kin    (const char             *a,
                                    const char             *b);

/* ask-candidate-pool.c */
void   ask_candidate_pool_init     (AskCandidatePool       *self,
                                    AskGuess               *guess,
                                    GPtrArray              *candidates);
void   ask_candidate_pool_clear    (AskCandidatePool       *self);
double ask_candidate_pool_get_mass (const AskCandidatePool *self,
                                    guint64                 signature);
double ask_candidate_pool_count    (const AskCandidatePool *self,
                                    guint64                 signature);
void   ask_candidate_use_init      (AskCandidateUse        *self,
                                    const AskCandidatePool *pool,
                                    const AskCandidate     *of);
void   ask_candidate_use_clear     (AskCandidateUse        *self);

G_END_DECLS
