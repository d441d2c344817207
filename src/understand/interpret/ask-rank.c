/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two sets of trees rank candidates: one asks of each whether it is right, the other which of them is. A third looks
 * again at the best of them, with what the question's words ask for, and so does a net (ask-rank-net.c). A fourth
 * tells how often the best one is right.
 */
#include "config.h"

#include "understand/interpret/ask-rank.h"

#include <math.h>

#include "understand/interpret/ask-guess-private.h"

/* What the calibrator reads of the best candidate's own features: the last, of the question, of it beside the others,
 * and of what words say. */
#define N_READ (ASK_N_CONFIDENCE_FEATURES - 16 - 3 - 3 - ASK_N_ASKED_FEATURES)
/* Features of a candidate that stand in a fixed place: the score that it was made with, and what words say with it. */
#define AT_SCORE 0
#define AT_MARGIN 1
#define AT_WORDING (ASK_N_CANDIDATE_FEATURES - ASK_N_WORDING_FEATURES + ASK_N_WORDING_GROUPS + 1)

/**
 * ask_ranking_part:
 * @name: "right", "best", "again", "net" or "calibrator"
 * @blind: of candidates that were not run
 *
 * Returns: the name of the trees, or of the net
 */
const char *
ask_ranking_part (const char *name, gboolean blind)
{
  static const char *const parts[][2] = { { "rank.right", "blind.right" },
                                          { "rank.best", "blind.best" },
                                          { "rank.again", "blind.again" },
                                          { "rank.net", "blind.net" },
                                          { "rank.calibrator", "blind.calibrator" } };

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

/* Of each of the best what all candidates say of it, before any of them is looked at again. */
static void
put_shares (const AskRanking *self, const guint *places, guint n, float *features)
{
  g_autofree float *raw = g_new (float, MAX (self->n, 1));
  float most_raw = -INFINITY;
  float most_odds = -INFINITY;
  float first_mass = 0;
  double sum = 0;

  for (guint i = 0; i < self->n; i++)
    {
      raw[i] = logf (self->chances[i] + 1e-4f) + self->odds[i];
      most_raw = MAX (most_raw, raw[i]);
      most_odds = MAX (most_odds, self->odds[i]);
    }
  for (guint i = 0; i < self->n; i++)
    sum += exp ((double) (raw[i] - most_raw));
  for (guint k = 0; k < n; k++)
    {
      guint at = places[k];
      float share = (float) (exp ((double) (raw[at] - most_raw)) / sum);
      float *row = features + (gsize) k * ASK_N_AGAIN_FEATURES;
      float **out = &row;
      float mass = 0;
      guint alike = 0;

      for (guint i = 0; i < self->n; i++)
        if (i == at || (self->signatures[at] != ASK_RANK_FAILED && self->signatures[i] == self->signatures[at]))
          {
            mass += (float) (exp ((double) (raw[i] - most_raw)) / sum);
            alike++;
          }
      first_mass = k == 0 ? mass : first_mass;
      ASK_PUT (raw[at] - most_raw);
      ASK_PUT (self->scores[at] - self->scores[places[0]]);
      ASK_PUT (logf (self->chances[at] + 1e-4f));
      ASK_PUT (self->odds[at] - most_odds);
      ASK_PUT (share);
      ASK_PUT (mass);
      ASK_PUT (alike);
      ASK_PUT (k);
      ASK_PUT (first_mass);
    }
}

/**
 * ask_ranking_list_best:
 * @self: of any number of candidates
 * @max: how many
 * @places: (out caller-allocates): gets @max places of candidates at most, the best first
 *
 * Returns: how many there are
 */
guint
ask_ranking_list_best (const AskRanking *self, guint max, guint *places)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    {
      guint at = n;

      if (n == max && self->scores[i] <= self->scores[places[n - 1]])
        continue;
      at = n < max ? n++ : n - 1;
      for (; at > 0 && self->scores[places[at - 1]] < self->scores[i]; at--)
        places[at] = places[at - 1];
      places[at] = i;
    }
  return n;
}

/**
 * ask_ranking_list_again:
 * @self: of any number of candidates, none of which was looked at again
 * @asked: from ask_candidates_asked()
 * @places: (out caller-allocates): gets %ASK_N_AGAIN places of candidates at most, the best first
 * @features: (out caller-allocates): gets %ASK_N_AGAIN_FEATURES for each of them
 *
 * Returns: how many are looked at again
 */
guint
ask_ranking_list_again (const AskRanking *self, const float *asked, guint *places, float *features)
{
  guint n = ask_ranking_list_best (self, ASK_N_AGAIN, places);

  put_shares (self, places, n, features);
  for (guint k = 0; k < n; k++)
    {
      const float *own = asked + (gsize) places[k] * ASK_N_ASKED_FEATURES;
      const float *first = asked + (gsize) places[0] * ASK_N_ASKED_FEATURES;
      float *row = features + (gsize) (k + 1) * ASK_N_AGAIN_FEATURES - 2 * ASK_N_ASKED_FEATURES;

      for (guint i = 0; i < ASK_N_ASKED_FEATURES; i++)
        {
          row[i] = own[i];
          row[ASK_N_ASKED_FEATURES + i] = own[i] - first[i];
        }
    }
  return n;
}

/**
 * ask_ranking_again:
 * @self: (inout): a ranking that was not corrected
 * @weights: with the trees that ask_ranking_part() names; without them nothing is done
 * @asked: from ask_candidates_asked(); it must outlive @self
 *
 * Looks again at the best. None of the others passes one of them.
 */
void
ask_ranking_again (AskRanking *self, AskWeights *weights, const float *asked)
{
  const AskTrees *trees = ask_weights_get_trees (weights, ask_ranking_part ("again", self->blind));
  g_autofree float *features = g_new (float, ASK_N_AGAIN *ASK_N_AGAIN_FEATURES);
  g_autofree float *more = g_new0 (float, MAX (self->n, 1));
  g_autofree gboolean *again = g_new0 (gboolean, MAX (self->n, 1));
  guint places[ASK_N_AGAIN];
  float least = INFINITY;
  guint n;

  self->asked = asked;
  if (trees == NULL)
    return;
  n = ask_ranking_list_again (self, asked, places, features);
  for (guint k = 0; k < n; k++)
    {
      more[places[k]] = ask_trees_apply (trees, features + (gsize) k * ASK_N_AGAIN_FEATURES);
      again[places[k]] = TRUE;
      least = MIN (least, more[places[k]]);
    }
  for (guint i = 0; i < self->n; i++)
    self->scores[i] += again[i] ? more[i] : least;
  for (guint k = 0; k < n; k++)
    if (k == 0 || self->scores[places[k]] > self->scores[self->best])
      self->best = places[k];
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
  g_free (self->said);
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

/* What @scores say of the best one: its share, that of all with its result, and how far behind other results are. */
static void
put_standing (const AskRanking *self, const float *scores, float **out)
{
  float most = scores[self->best];
  float other = most - 20;
  double sum = 0;
  double same = 0;

  for (guint i = 0; i < self->n; i++)
    {
      double share = exp ((double) (scores[i] - most));
      gboolean alike
        = i == self->best
          || (self->signatures[i] != ASK_RANK_FAILED && self->signatures[i] == self->signatures[self->best]);

      sum += share;
      same += alike ? share : 0;
      other = alike ? other : MAX (other, scores[i]);
    }
  ASK_PUT (1 / sum);
  ASK_PUT (same / sum);
  ASK_PUT (most - other);
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
  put_standing (self, self->scores, out);
  put_standing (self, self->said != NULL ? self->said : self->scores, out);
  for (guint i = 0; i < ASK_N_ASKED_FEATURES; i++)
    ASK_PUT (self->asked != NULL ? self->asked[(gsize) self->best * ASK_N_ASKED_FEATURES + i] : 0);
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
