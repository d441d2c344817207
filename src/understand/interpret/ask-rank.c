/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two sets of trees rank candidates: one asks of each whether it is right, the other which of them is. A third
 * tells from what they say how often the best one is right.
 */
#include "config.h"

#include "understand/interpret/ask-rank.h"

#include <math.h>

#include "understand/interpret/ask-guess-private.h"

/* What the calibrator reads of the best candidate's own features: the last, of the question, of it beside the others,
 * and of what words say. */
#define N_READ (ASK_N_CONFIDENCE_FEATURES - 16)
/* Features of a candidate that stand in a fixed place: the score that it was made with, and what words say with it. */
#define AT_SCORE 0
#define AT_MARGIN 1
#define AT_WORDING (ASK_N_CANDIDATE_FEATURES - ASK_N_WORDING_FEATURES + ASK_N_WORDING_GROUPS + 1)

/**
 * ask_ranking_part:
 * @name: "right", "best" or "calibrator"
 * @blind: of candidates that were not run
 *
 * Returns: the name of the trees
 */
const char *
ask_ranking_part (const char *name, gboolean blind)
{
  static const char *const parts[][2]
    = { { "rank.right", "blind.right" }, { "rank.best", "blind.best" }, { "rank.calibrator", "blind.calibrator" } };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_str_has_suffix (parts[i][0], name))
      return parts[i][blind ? 1 : 0];
  return NULL;
}

/* Several ways to the same result speak for it together: the best of them is worth as much as all, and so are the others
 * more by as much. */
static void
add_agreement (AskRanking *self)
{
  g_autofree float *more = g_new0 (float, MAX (self->n, 1));

  for (guint i = 0; i < self->n; i++)
    {
      float most = self->scores[i];
      double sum = 0;

      if (self->signatures[i] == ASK_RANK_FAILED)
        continue;
      for (guint k = 0; k < self->n; k++)
        if (self->signatures[k] == self->signatures[i])
          most = MAX (most, self->scores[k]);
      for (guint k = 0; k < self->n; k++)
        if (self->signatures[k] == self->signatures[i])
          sum += exp ((double) (self->scores[k] - most));
      more[i] = (float) log (sum);
    }
  for (guint i = 0; i < self->n; i++)
    self->scores[i] += more[i];
}

/**
 * ask_ranking_new:
 * @weights: with the trees that ask_ranking_part() names
 * @blind: rank as if nothing were known of what candidates give
 * @features: from ask_candidates_features()
 * @signatures: what each candidate gave
 * @n: candidates
 *
 * Returns: (transfer full): how they rank
 */
AskRanking *
ask_ranking_new (AskWeights *weights, gboolean blind, const float *features, const guint64 *signatures, guint n)
{
  const AskTrees *right = ask_weights_get_trees (weights, ask_ranking_part ("right", blind));
  const AskTrees *best = ask_weights_get_trees (weights, ask_ranking_part ("best", blind));
  AskRanking *self = g_new0 (AskRanking, 1);

  self->n = n;
  self->blind = blind;
  self->features = features;
  self->signatures = signatures;
  self->chances = g_new0 (float, MAX (n, 1));
  self->odds = g_new0 (float, MAX (n, 1));
  self->scores = g_new0 (float, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const float *row = features + (gsize) i * ASK_N_CANDIDATE_FEATURES;

      self->chances[i] = 1 / (1 + expf (-ask_trees_apply (right, row)));
      self->odds[i] = ask_trees_apply (best, row);
      self->scores[i] = logf (self->chances[i] + 1e-4f) + self->odds[i];
    }
  if (!blind)
    add_agreement (self);
  for (guint i = 1; i < n; i++)
    if (self->scores[i] > self->scores[self->best])
      self->best = i;
  return self;
}

/**
 * ask_ranking_correct:
 * @self: a ranking
 * @corrections: for each candidate, how much more it is worth than the weights say
 */
void
ask_ranking_correct (AskRanking *self, const float *corrections)
{
  self->best = 0;
  for (guint i = 0; i < self->n; i++)
    {
      self->odds[i] += corrections[i];
      self->scores[i] += corrections[i];
      if (self->scores[i] > self->scores[self->best])
        self->best = i;
    }
}

/**
 * ask_ranking_free:
 * @self: (transfer full) (nullable): a ranking
 */
void
ask_ranking_free (AskRanking *self)
{
  if (self == NULL)
    return;
  g_free (self->chances);
  g_free (self->odds);
  g_free (self->scores);
  g_free (self);
}

/* What all candidates together say of the best one's result, and of the others'. */
typedef struct
{
  double mass; /* chances of those with the same result */
  double most; /* the best of them */
  double other_mass;
  double other_most;
  double share; /* by odds, of the best alone */
  double same_share; /* of all with the same result */
  double margin; /* of odds, to the best with another result */
  double doubt; /* entropy of odds */
} Agreement;

static Agreement
survey (const AskRanking *self)
{
  Agreement agreement = { 0, 0, 0, 0, 0, 0, 0, 0 };
  guint64 signature = self->signatures[self->best];
  double most = -INFINITY;
  double other = -20;
  double sum = 0;

  for (guint i = 0; i < self->n; i++)
    most = MAX (most, (double) self->odds[i]);
  for (guint i = 0; i < self->n; i++)
    {
      double share = exp ((double) self->odds[i] - most);

      sum += share;
      if (i == self->best)
        agreement.share = share;
      if (self->signatures[i] == signature)
        {
          agreement.mass += self->chances[i];
          agreement.most = MAX (agreement.most, (double) self->chances[i]);
          agreement.same_share += share;
        }
      else
        {
          agreement.other_mass += self->chances[i];
          agreement.other_most = MAX (agreement.other_most, (double) self->chances[i]);
          other = MAX (other, (double) self->odds[i]);
        }
    }
  for (guint i = 0; i < self->n; i++)
    {
      double share = exp ((double) self->odds[i] - most) / sum;

      agreement.doubt -= share > 0 ? share * log (share) : 0;
    }
  agreement.share /= sum;
  agreement.same_share /= sum;
  agreement.margin = self->odds[self->best] - other;
  return agreement;
}

/* Whether what is best by one feature alone gives the same as the best. */
static gboolean
agrees (const AskRanking *self, guint feature)
{
  guint best = 0;

  for (guint i = 1; i < self->n; i++)
    if (self->features[(gsize) i * ASK_N_CANDIDATE_FEATURES + feature]
        > self->features[(gsize) best * ASK_N_CANDIDATE_FEATURES + feature])
      best = i;
  return best == self->best
         || (self->signatures[best] == self->signatures[self->best] && self->signatures[best] != ASK_RANK_FAILED);
}

/**
 * ask_ranking_get_confidence:
 * @self: of at least one candidate
 * @features: (out caller-allocates): %ASK_N_CONFIDENCE_FEATURES of the best candidate
 */
void
ask_ranking_get_confidence (const AskRanking *self, float *features)
{
  const float *row = self->features + (gsize) self->best * ASK_N_CANDIDATE_FEATURES;
  Agreement agreement = survey (self);
  float **out = &features;

  ASK_PUT (agreement.share);
  ASK_PUT (agreement.same_share);
  ASK_PUT (self->odds[self->best]);
  ASK_PUT (agreement.margin);
  ASK_PUT (self->chances[self->best]);
  ASK_PUT (agreement.most);
  ASK_PUT (agreement.mass);
  ASK_PUT (agreement.other_most);
  ASK_PUT (agreement.other_mass);
  ASK_PUT (agreement.most - agreement.other_most);
  ASK_PUT (self->n);
  ASK_PUT (agreement.doubt);
  ASK_PUT (agrees (self, AT_SCORE));
  ASK_PUT (agrees (self, AT_WORDING));
  ASK_PUT (row[AT_SCORE]);
  ASK_PUT (row[AT_MARGIN]);
  for (guint i = ASK_N_CANDIDATE_FEATURES - N_READ; i < ASK_N_CANDIDATE_FEATURES; i++)
    ASK_PUT (row[i]);
}

/**
 * ask_ranking_calibrate:
 * @self: of any number of candidates
 * @weights: with the trees that ask_ranking_part() names
 *
 * Returns: how often such a best candidate is right, from 0 to 1
 */
double
ask_ranking_calibrate (const AskRanking *self, AskWeights *weights)
{
  const AskTrees *trees = ask_weights_get_trees (weights, ask_ranking_part ("calibrator", self->blind));
  float features[ASK_N_CONFIDENCE_FEATURES];

  if (self->n == 0)
    return 0;
  ask_ranking_get_confidence (self, features);
  return 1 / (1 + exp ((double) -ask_trees_apply (trees, features)));
}
