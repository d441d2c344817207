/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which candidate is meant, and how often such a choice is right.
 */
#pragma once

#include "understand/interpret/ask-candidate.h"

G_BEGIN_DECLS

#define ASK_N_CONFIDENCE_FEATURES (16 + 3 + 3 + ASK_N_ASKED_FEATURES + 26 + 30 + ASK_N_WORDING_FEATURES)
/* How many of the best are looked at again, and what is read of each. */
#define ASK_N_AGAIN 20
#define ASK_N_AGAIN_FEATURES (9 + 2 * ASK_N_ASKED_FEATURES)
/* How many of the best a net weighs, and what it reads of each. */
#define ASK_N_WEIGHED 30
#define ASK_N_WEIGHED_FEATURES (ASK_N_CANDIDATE_FEATURES + ASK_N_ASKED_FEATURES)
/* The signature of all candidates that did not run. */
#define ASK_RANK_FAILED 0

/**
 * AskRanking:
 * @n: candidates
 * @blind: nothing is known of what they give
 * @features: %ASK_N_CANDIDATE_FEATURES for each; belongs to the caller
 * @signatures: what each gave, or %ASK_RANK_FAILED; belongs to the caller
 * @chances: how likely each is right, by itself
 * @odds: how much better than the others each is
 * @scores: what both say together
 * @best: the candidate with the highest score
 * @asked: (nullable): %ASK_N_ASKED_FEATURES for each; belongs to the caller
 * @said: (nullable): what a net says of each
 */
typedef struct
{
  guint n;
  gboolean blind;
  const float *features;
  const guint64 *signatures;
  float *chances;
  float *odds;
  float *scores;
  guint best;
  const float *asked;
  float *said;
} AskRanking;

AskRanking *ask_ranking_new            (AskWeights       *weights,
                                        gboolean          blind,
                                        const float      *features,
                                        const guint64    *signatures,
                                        guint             n);
guint       ask_ranking_list_best      (const AskRanking *self,
                                        guint             max,
                                        guint            *places);
guint       ask_ranking_list_again     (const AskRanking *self,
                                        const float      *asked,
                                        guint            *places,
                                        float            *features);
void        ask_ranking_again          (AskRanking       *self,
                                        AskWeights       *weights,
                                        const float      *asked);
guint       ask_ranking_list_weighed   (const AskRanking *self,
                                        const float      *asked,
                                        guint            *places,
                                        float            *rows);
void        ask_ranking_weigh          (AskRanking       *self,
                                        AskWeights       *weights,
                                        const float      *asked);
void        ask_ranking_free           (AskRanking       *self);
void        ask_ranking_correct        (AskRanking       *self,
                                        const float      *corrections);
void        ask_ranking_get_confidence (const AskRanking *self,
                                        float            *features);
double      ask_ranking_calibrate      (const AskRanking *self,
                                        AskWeights       *weights);
const char *ask_ranking_part           (const char       *name,
                                        gboolean          blind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRanking, ask_ranking_free)

G_END_DECLS
