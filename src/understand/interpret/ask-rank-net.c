/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A net weighs the best candidates beside each other. It errs in other places than trees do, so both together are right
 * more often than either.
 */
#include "config.h"

#include "understand/interpret/ask-rank.h"

#include <math.h>
#include <string.h>

/* Together they lie as far apart as scores of trees alone do: what a person teaches is measured against that
 * (ask-learned.c). */
#define SHARE_OF_TREES 0.3f
#define SHARE_OF_NET 0.6f

/**
 * ask_ranking_list_weighed:
 * @self: of any number of candidates
 * @asked: from ask_candidates_asked()
 * @places: (out caller-allocates): gets %ASK_N_WEIGHED places of candidates at most, the best first
 * @rows: (out caller-allocates): gets %ASK_N_WEIGHED_FEATURES for each of them
 *
 * Returns: how many the net weighs
 */
guint
ask_ranking_list_weighed (const AskRanking *self, const float *asked, guint *places, float *rows)
{
  guint n = ask_ranking_list_best (self, ASK_N_WEIGHED, places);

  for (guint k = 0; k < n; k++)
    {
      float *row = rows + (gsize) k * ASK_N_WEIGHED_FEATURES;

      memcpy (row, self->features + (gsize) places[k] * ASK_N_CANDIDATE_FEATURES,
              ASK_N_CANDIDATE_FEATURES * sizeof (float));
      memcpy (row + ASK_N_CANDIDATE_FEATURES, asked + (gsize) places[k] * ASK_N_ASKED_FEATURES,
              ASK_N_ASKED_FEATURES * sizeof (float));
    }
  return n;
}

/**
 * ask_ranking_weigh:
 * @self: (inout): a ranking that was not corrected
 * @weights: with the net that ask_ranking_part() names; without it nothing is done
 * @asked: from ask_candidates_asked()
 *
 * Adds what a net says of the best. None of the others passes one of them.
 */
void
ask_ranking_weigh (AskRanking *self, AskWeights *weights, const float *asked)
{
  const AskNet *net = ask_weights_get_net (weights, ask_ranking_part ("net", self->blind));
  g_autofree float *rows = g_new (float, (gsize) ASK_N_WEIGHED *ASK_N_WEIGHED_FEATURES);
  float said[ASK_N_WEIGHED];
  guint places[ASK_N_WEIGHED];
  float least = INFINITY;
  guint n;

  if (net == NULL || ask_net_get_n_inputs (net) != ASK_N_WEIGHED_FEATURES)
    return;
  n = ask_ranking_list_weighed (self, asked, places, rows);
  ask_net_apply (net, rows, n, said);
  for (guint k = 0; k < n; k++)
    least = MIN (least, said[k]);
  g_free (self->said);
  self->said = g_new (float, MAX (self->n, 1));
  for (guint i = 0; i < self->n; i++)
    self->said[i] = least;
  for (guint k = 0; k < n; k++)
    self->said[places[k]] = said[k];
  for (guint i = 0; i < self->n; i++)
    self->scores[i] = SHARE_OF_TREES * self->scores[i] + SHARE_OF_NET * self->said[i];
  for (guint k = 0; k < n; k++)
    if (k == 0 || self->scores[places[k]] > self->scores[self->best])
      self->best = places[k];
}
