/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of routing share.
 */
#pragma once

#include "understand/route/ask-route-model.h"

G_BEGIN_DECLS

/* ask-route-features.c */
float *ask_route_scene_find_near (const AskRouteScene *self);
void   ask_route_scene_measure   (AskRouteScene       *self);

/**
 * AskRouteRanking:
 * @ranked: (element-type AskRouteRanked): the candidates of @scene, the best first
 * @known: how likely it is that any source can answer
 */
typedef struct
{
  AskRouteScene *scene;
  GArray *ranked;
  double known;
} AskRouteRanking;

/* ask-route-ranking.c */
AskRouteRanking *ask_route_ranking_new  (const AskRouteIndex *index,
                                         const AskRouteModel *model,
                                         const char          *question);
void             ask_route_ranking_free (AskRouteRanking     *self);

/* ask-route-why.c */
char      *ask_route_scene_explain      (const AskRouteScene     *self,
                                         const AskRouteCandidate *candidate);
GPtrArray *ask_route_scene_list_unknown (const AskRouteScene     *self);

/* The source whose attribute it is. */
static inline guint
ask_route_source_of_attribute (const AskRouteIndex *index, guint attribute)
{
  return ask_route_index_entity (index, ask_route_index_attribute (index, attribute)->entity)->source;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteRanking, ask_route_ranking_free)

G_END_DECLS
