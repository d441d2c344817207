/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Learned embeddings of our own: a linear map from hashed words and letter trigrams to a short vector. What is asked
 * and what is described lie near each other where one answers the other. Made by tests/train/route-embed.c.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** ASK_ROUTE_MAP_DIMS: numbers of a vector */
#define ASK_ROUTE_MAP_DIMS 64
/** ASK_ROUTE_MAP_BUCKETS: words and trigrams are hashed to so many */
#define ASK_ROUTE_MAP_BUCKETS 16384

/** AskRoutePiece: a word or a trigram of a text, and what it counts there */
typedef struct
{
  guint bucket;
  float weight;
} AskRoutePiece;

/** AskRouteMap: a row of cells for each bucket */
typedef struct
{
  GBytes *bytes;
  const gint8 *cells;
} AskRouteMap;

AskRouteMap *ask_route_map_new        (GBytes            *bytes,
                                       GError           **error);
void         ask_route_map_free       (AskRouteMap       *self);
void         ask_route_map_embed      (const AskRouteMap *self,
                                       const GArray      *pieces,
                                       float             *vector);
void         ask_route_map_embed_text (const AskRouteMap *self,
                                       const char        *text,
                                       float             *vector);
GArray      *ask_route_pieces_new     (void);
void         ask_route_pieces_add     (GArray            *self,
                                       const char        *text,
                                       float              weight);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRouteMap, ask_route_map_free)

G_END_DECLS
