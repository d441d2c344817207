/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sources, entities and earlier questions of an index as vectors: by the learned map, or by the embeddings of a
 * server. A question's vector near one of them speaks for its source.
 */
#pragma once

#include "understand/route/ask-route-index.h"
#include "understand/route/ask-route-map.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_ROUTE_OF_SOURCES,
  ASK_ROUTE_OF_ENTITIES,
  ASK_ROUTE_OF_QUESTIONS,
  ASK_ROUTE_N_KINDS
} AskRouteVectorKind;

/**
 * AskRouteVectors:
 * @dims: numbers of a vector
 * @cells: of each kind, a vector for each, each number times 127 over the vector's greatest
 * @any: whether any of a kind has one
 * @scales: what a vector's numbers are times to be of length 1 again; 0 where there is no vector
 */
typedef struct
{
  guint dims;
  guint n[ASK_ROUTE_N_KINDS];
  gint8 *cells[ASK_ROUTE_N_KINDS];
  float *scales[ASK_ROUTE_N_KINDS];
  gboolean any[ASK_ROUTE_N_KINDS];
} AskRouteVectors;

/**
 * AskRouteLike:
 * @question: (array): of length 1, as many numbers as @vectors have
 * @rest: (nullable): the question among other vectors, for the kinds of which @vectors has none
 *
 * A question among vectors.
 */
typedef struct AskRouteLike
{
  const AskRouteVectors *vectors;
  float *question;
  const struct AskRouteLike *rest;
} AskRouteLike;

AskRouteVectors *ask_route_vectors_new     (const AskRouteIndex   *index,
                                            guint                  dims);
AskRouteVectors *ask_route_vectors_new_own (const AskRouteIndex   *index,
                                            const AskRouteMap     *map);
void             ask_route_vectors_free    (AskRouteVectors       *self);
void             ask_route_vectors_set     (AskRouteVectors       *self,
                                            AskRouteVectorKind     kind,
                                            guint                  id,
                                            const float           *vector);
float            ask_route_vectors_compare (const AskRouteVectors *self,
                                            AskRouteVectorKind     kind,
                                            guint                  id,
                                            const float           *vector);
GArray          *ask_route_describe_source (const AskRouteIndex   *index,
                                            guint                  source);
GArray          *ask_route_describe_entity (const AskRouteIndex   *index,
                                            guint                  entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteVectors, ask_route_vectors_free)

G_END_DECLS
