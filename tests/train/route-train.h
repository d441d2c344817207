/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trains a routing model on the questions of some databases and on nothing else.
 */
#pragma once

#include "route-set.h"
#include "understand/route/ask-route-model.h"

G_BEGIN_DECLS

/**
 * RouteModel:
 * @model: what the program uses
 * @links: (element-type utf8): of the lexicon: stem, name, and its factor in hundredths, a triple each
 * @weights: (element-type utf8): stem and hundredths
 */
typedef struct
{
  AskRouteModel model;
  GArray *rank_nodes; /* AskRouteNode */
  GArray *rank_roots; /* guint */
  GArray *sure_nodes;
  GArray *sure_roots;
  GPtrArray *links;
  GPtrArray *weights;
} RouteModel;

RouteModel *route_train      (const RouteSet *set,
                              const gboolean *sources);
void        route_model_free (RouteModel     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RouteModel, route_model_free)

G_END_DECLS
