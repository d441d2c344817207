/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of routing share.
 */
#pragma once

#include "store/ask-workspace.h"
#include "understand/route/ask-route-model.h"

G_BEGIN_DECLS

/* ask-route-features.c */
float *ask_route_scene_find_near (const AskRouteScene *self);
void   ask_route_scene_measure   (AskRouteScene       *self);

/* ask-route-like.c */
float *ask_route_scene_see_meaning (const AskRouteScene *self);

/**
 * AskRouteGround:
 * @own: (nullable): vectors of @index by the map of @model
 * @served: (nullable): vectors of @index by a server, and the question that is to be ranked among them: where there are
 *   some, they are taken instead
 *
 * What questions are ranked before.
 */
typedef struct
{
  const AskRouteIndex *index;
  const AskRouteModel *model;
  const AskRouteVectors *own;
  const AskRouteLike *served;
} AskRouteGround;

/**
 * AskRouteRanking:
 * @likes: what @scene refers to: the question among a server's vectors, and among our own; @vector: by our own
 * @ranked: (element-type AskRouteRanked): the candidates of @scene, the best first
 * @known: how likely it is that any source can answer
 */
typedef struct
{
  AskRouteScene *scene;
  GArray *ranked;
  double known;
  AskRouteLike likes[2];
  float vector[ASK_ROUTE_MAP_DIMS];
} AskRouteRanking;

/* ask-route-ranking.c */
AskRouteRanking *ask_route_ranking_new  (const AskRouteGround *ground,
                                         const char           *question);
void             ask_route_ranking_free (AskRouteRanking      *self);

/* ask-route-why.c */
char      *ask_route_scene_explain      (const AskRouteScene     *self,
                                         const AskRouteCandidate *candidate);
GPtrArray *ask_route_scene_list_unknown (const AskRouteScene     *self);

/**
 * AskRouteServed:
 * @texts: hash → what is sent of it: sources and entities
 * @hashes: (element-type utf8): of @texts, sources first
 * @there: those that have a vector
 * @vectors: (nullable): %NULL where none has
 *
 * Vectors of a server, as the workspace keeps them.
 */
typedef struct
{
  GHashTable *texts;
  GPtrArray *hashes;
  GHashTable *there;
  AskRouteVectors *vectors;
} AskRouteServed;

/* ask-route-served.c */
AskRouteServed *ask_route_served_new  (AskWorkspace        *workspace,
                                       const AskRouteIndex *index,
                                       const char          *model,
                                       GError             **error);
void            ask_route_served_free (AskRouteServed      *self);

/* The source whose attribute it is. */
static inline guint
ask_route_source_of_attribute (const AskRouteIndex *index, guint attribute)
{
  return ask_route_index_entity (index, ask_route_index_attribute (index, attribute)->entity)->source;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteRanking, ask_route_ranking_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteServed, ask_route_served_free)

G_END_DECLS
