/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Applies the learned ranker: trees give each source a number, the order of these numbers is the order of the
 * sources, and further trees say how often such an order is right.
 */
#include "config.h"

#include "understand/route/ask-route-model.h"

#include <math.h>
#include <string.h>

/**
 * ask_route_trees_apply:
 * @self: trees
 * @features: as many as they know
 *
 * Returns: the sum of the leaves
 */
double
ask_route_trees_apply (const AskRouteTrees *self, const float *features)
{
  double sum = 0;

  for (guint t = 0; t < self->roots->len; t++)
    {
      const AskRouteNode *tree
        = (const AskRouteNode *) (gconstpointer) self->nodes->data + g_array_index (self->roots, guint, t);
      const AskRouteNode *node = tree;

      while (node->feature >= 0)
        node = tree + node->left + !(features[node->feature] < node->bound);
      sum += node->bound;
    }
  return sum;
}

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const AskRouteRanked *first = a;
  const AskRouteRanked *second = b;

  if (first->rank != second->rank)
    return first->rank > second->rank ? -1 : 1;
  return (first->candidate > second->candidate) - (first->candidate < second->candidate);
}

/**
 * ask_route_model_see:
 * @scene: where @ranked stand
 * @ranked: (element-type AskRouteRanked): in order
 * @place: in @ranked
 * @features: (out caller-allocates) (array fixed-size=%ASK_ROUTE_N_SURE_FEATURES): what tells whether it is right
 */
void
ask_route_model_see (const AskRouteScene *scene, const GArray *ranked, guint place, float *features)
{
  const AskRouteRanked *all = (const AskRouteRanked *) (gconstpointer) ranked->data;
  double sum = 0;

  memcpy (features, ask_route_scene_candidate (scene, all[place].candidate)->features,
          ASK_ROUTE_N_FEATURES * sizeof *features);
  for (guint i = 0; i < ranked->len; i++)
    sum += exp (all[i].rank - all[0].rank);
  features[ASK_ROUTE_N_FEATURES] = (float) (exp (all[place].rank - all[0].rank) / sum);
  features[ASK_ROUTE_N_FEATURES + 1] = place > 0         ? all[place].rank - all[0].rank
                                       : ranked->len > 1 ? all[0].rank - all[1].rank
                                                         : 10;
  features[ASK_ROUTE_N_FEATURES + 2] = all[place].rank;
  features[ASK_ROUTE_N_FEATURES + 3] = (float) place;
}

/**
 * ask_route_model_rank:
 * @self: a model
 * @scene: a question before an index
 *
 * Returns: (transfer full) (element-type AskRouteRanked): its candidates, the best first
 */
GArray *
ask_route_model_rank (const AskRouteModel *self, const AskRouteScene *scene)
{
  GArray *ranked = g_array_sized_new (FALSE, FALSE, sizeof (AskRouteRanked), scene->candidates->len);
  const AskRouteTrees *trees = scene->index->questions->len > 0 ? &self->earlier : &self->rank;
  double above = 1;

  for (guint c = 0; c < scene->candidates->len; c++)
    {
      AskRouteRanked one = { c, 0, 0 };

      one.rank = (float) ask_route_trees_apply (trees, ask_route_scene_candidate (scene, c)->features);
      g_array_append_val (ranked, one);
    }
  g_array_sort (ranked, compare_ranked);
  for (guint i = 0; i < ranked->len; i++)
    {
      AskRouteRanked *one = &g_array_index (ranked, AskRouteRanked, i);
      float features[ASK_ROUTE_N_SURE_FEATURES];

      ask_route_model_see (scene, ranked, i, features);
      one->score = 1 / (1 + exp (-ask_route_trees_apply (&self->sure, features)));
      /* What stands below is never surer. */
      one->score = above = MIN (above, one->score);
    }
  return ranked;
}

/**
 * ask_route_model_get_known:
 * @self: a model
 * @scene: a question before an index
 * @ranked: (element-type AskRouteRanked): from ask_route_model_rank()
 *
 * Returns: how likely it is that any source can answer, 0 to 1
 */
double
ask_route_model_get_known (const AskRouteModel *self, const AskRouteScene *scene, const GArray *ranked)
{
  float features[ASK_ROUTE_N_SURE_FEATURES];

  if (ranked->len == 0)
    return 0;
  ask_route_model_see (scene, ranked, 0, features);
  return 1 / (1 + exp (-ask_route_trees_apply (&self->known, features)));
}
