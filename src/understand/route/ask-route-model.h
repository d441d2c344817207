/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The learned ranker: trees that order sources, trees that say how often the order is right, and a lexicon. The one
 * that ships is made by tests/train/ask-train-route; others are trained in the benchmark.
 */
#pragma once

#include "understand/route/ask-route-features.h"

G_BEGIN_DECLS

/** AskRouteNode: a leaf has @feature −1 and its value as @bound; else below @bound it goes to @left, otherwise to @left + 1 */
typedef struct
{
  gint16 feature;
  guint16 left;
  float bound;
} AskRouteNode;

/**
 * AskRouteTrees:
 * @nodes: (element-type AskRouteNode): of all trees; @left counts from where the tree begins
 * @roots: (element-type guint): where each tree begins
 */
typedef struct
{
  GArray *nodes;
  GArray *roots;
} AskRouteTrees;

/** What the second trees see beside the features: the share of the scores, the lead over the next, the score. */
#define ASK_ROUTE_N_SURE_FEATURES (ASK_ROUTE_N_FEATURES + 4)

/**
 * AskRouteModel:
 * @rank: the greater, the likelier: where no earlier questions are known
 * @earlier: the same where some are
 * @sure: of the log-odds that a source is the right one
 * @known: of the log-odds that any source can answer, told by the best
 * @map: (nullable): the embeddings that the trees were trained with
 * @threshold: no source is said to answer where that is less likely
 */
typedef struct
{
  AskRouteTrees rank;
  AskRouteTrees earlier;
  AskRouteTrees sure;
  AskRouteTrees known;
  AskRouteLexicon *lexicon;
  AskRouteMap *map;
  double threshold;
} AskRouteModel;

/** AskRouteRanked: @score: how often a source that is ranked like this is right, 0 to 1 */
typedef struct
{
  guint candidate;
  float rank;
  double score;
} AskRouteRanked;

const AskRouteModel *ask_route_model_get_default (void);
AskRouteModel       *ask_route_model_new         (const char          *text,
                                                  GBytes              *map,
                                                  GError             **error);
void                 ask_route_model_free        (AskRouteModel       *self);
double               ask_route_trees_apply       (const AskRouteTrees *self,
                                                  const float         *features);
GArray              *ask_route_model_rank        (const AskRouteModel *self,
                                                  const AskRouteScene *scene);
double               ask_route_model_get_known   (const AskRouteModel *self,
                                                  const AskRouteScene *scene,
                                                  const GArray        *ranked);
void                 ask_route_model_see         (const AskRouteScene *scene,
                                                  const GArray        *ranked,
                                                  guint                place,
                                                  float               *features);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteModel, ask_route_model_free)

G_END_DECLS
