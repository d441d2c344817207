/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Vectors of what an index holds, a byte a number.
 */
#include "config.h"

#include "understand/route/ask-route-vectors.h"

#include <math.h>

/* What a word of a name or a description counts, and all names of attributes together. */
#define NAME 2
#define ATTRIBUTES 3
#define TEXT 0.5F

/**
 * ask_route_vectors_new:
 * @index: finished
 * @dims: numbers of a vector
 *
 * Returns: (transfer full): no vector yet for anything in @index
 */
AskRouteVectors *
ask_route_vectors_new (const AskRouteIndex *index, guint dims)
{
  AskRouteVectors *self = g_new0 (AskRouteVectors, 1);

  self->dims = dims;
  self->n[ASK_ROUTE_OF_SOURCES] = index->sources->len;
  self->n[ASK_ROUTE_OF_ENTITIES] = index->entities->len;
  self->n[ASK_ROUTE_OF_QUESTIONS] = index->questions->len;
  for (guint kind = 0; kind < ASK_ROUTE_N_KINDS; kind++)
    {
      self->cells[kind] = g_malloc0_n (self->n[kind] + 1, dims);
      self->scales[kind] = g_new0 (float, self->n[kind] + 1);
    }
  return self;
}

/**
 * ask_route_vectors_free:
 * @self: (nullable): vectors
 */
void
ask_route_vectors_free (AskRouteVectors *self)
{
  if (self == NULL)
    return;
  for (guint kind = 0; kind < ASK_ROUTE_N_KINDS; kind++)
    {
      g_free (self->cells[kind]);
      g_free (self->scales[kind]);
    }
  g_free (self);
}

/**
 * ask_route_vectors_set:
 * @self: vectors
 * @kind: of what
 * @id: its number in the index
 * @vector: (array): of any length but 0
 */
void
ask_route_vectors_set (AskRouteVectors *self, AskRouteVectorKind kind, guint id, const float *vector)
{
  gint8 *cells = self->cells[kind] + (gsize) id * self->dims;
  float most = 0;
  double square = 0;

  for (guint d = 0; d < self->dims; d++)
    most = MAX (most, fabsf (vector[d]));
  for (guint d = 0; d < self->dims && most > 0; d++)
    {
      cells[d] = (gint8) lrintf (127 * vector[d] / most);
      square += (double) cells[d] * cells[d];
    }
  self->scales[kind][id] = square > 0 ? (float) (1 / sqrt (square)) : 0;
  self->any[kind] = self->any[kind] || square > 0;
}

/**
 * ask_route_vectors_compare:
 * @self: vectors
 * @kind: of what
 * @id: its number in the index
 * @vector: (array): of length 1
 *
 * Returns: the cosine of the two; 0 where there is no vector
 */
float
ask_route_vectors_compare (const AskRouteVectors *self, AskRouteVectorKind kind, guint id, const float *vector)
{
  const gint8 *cells = self->cells[kind] + (gsize) id * self->dims;
  float sums[8] = { 0 };
  guint d = 0;

  for (; d + 8 <= self->dims; d += 8)
    for (guint i = 0; i < 8; i++)
      sums[i] += vector[d + i] * cells[d + i];
  for (; d < self->dims; d++)
    sums[0] += vector[d] * cells[d];
  return self->scales[kind][id]
         * (((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])));
}

static void
add_names (GArray *pieces, const char *name, GPtrArray *synonyms, float weight)
{
  ask_route_pieces_add (pieces, name, weight);
  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    ask_route_pieces_add (pieces, synonyms->pdata[i], weight);
}

static void
describe_entity (const AskRouteIndex *index, guint id, float weight, GArray *pieces)
{
  const AskRouteEntity *entity = ask_route_index_entity (index, id);
  float share = weight * ATTRIBUTES / sqrtf ((float) entity->n_attributes + 4);

  add_names (pieces, ask_route_index_get_plain_name (entity->entity), entity->entity->synonyms, weight * NAME);
  ask_route_pieces_add (pieces, entity->entity->description, weight * TEXT);
  for (guint a = 0; a < entity->n_attributes; a++)
    {
      const AskAttribute *attribute = ask_route_index_attribute (index, entity->first_attribute + a)->attribute;

      add_names (pieces, attribute->name, attribute->synonyms, share);
      ask_route_pieces_add (pieces, attribute->description, share * TEXT);
    }
}

/**
 * ask_route_describe_entity:
 * @index: an index
 * @entity: its number
 *
 * Returns: (transfer full) (element-type AskRoutePiece): its names, those of its attributes, and what is said of them
 */
GArray *
ask_route_describe_entity (const AskRouteIndex *index, guint entity)
{
  GArray *pieces = ask_route_pieces_new ();

  describe_entity (index, entity, 1, pieces);
  ask_route_pieces_add (pieces, ask_route_index_source (index, ask_route_index_entity (index, entity)->source)->name,
                        1);
  return pieces;
}

/**
 * ask_route_describe_source:
 * @index: an index
 * @source: its number
 *
 * Returns: (transfer full) (element-type AskRoutePiece): its name, what is said of it, and all its entities
 */
GArray *
ask_route_describe_source (const AskRouteIndex *index, guint source)
{
  const AskRouteSource *all = ask_route_index_source (index, source);
  const AskSchemaSource *said = ask_schema_find_source (index->schema, all->name);
  GArray *pieces = ask_route_pieces_new ();

  ask_route_pieces_add (pieces, all->name, NAME);
  if (said != NULL)
    ask_route_pieces_add (pieces, said->description, 1);
  for (guint i = 0; said != NULL && i < said->statements->len; i++)
    ask_route_pieces_add (pieces, said->statements->pdata[i], 1);
  for (guint e = 0; e < all->n_entities; e++)
    describe_entity (index, all->first_entity + e, 1 / sqrtf ((float) all->n_entities), pieces);
  return pieces;
}

static void
set_own (AskRouteVectors *self, AskRouteVectorKind kind, guint id, const AskRouteMap *map, GArray *pieces)
{
  float vector[ASK_ROUTE_MAP_DIMS];

  ask_route_map_embed (map, pieces, vector);
  ask_route_vectors_set (self, kind, id, vector);
  g_array_unref (pieces);
}

/**
 * ask_route_vectors_new_own:
 * @index: finished
 * @map: the learned map
 *
 * Returns: (transfer full): the vectors of all that is in @index
 */
AskRouteVectors *
ask_route_vectors_new_own (const AskRouteIndex *index, const AskRouteMap *map)
{
  AskRouteVectors *self = ask_route_vectors_new (index, ASK_ROUTE_MAP_DIMS);

  for (guint i = 0; i < index->sources->len; i++)
    set_own (self, ASK_ROUTE_OF_SOURCES, i, map, ask_route_describe_source (index, i));
  for (guint i = 0; i < index->entities->len; i++)
    set_own (self, ASK_ROUTE_OF_ENTITIES, i, map, ask_route_describe_entity (index, i));
  for (guint i = 0; i < index->questions->len; i++)
    {
      float vector[ASK_ROUTE_MAP_DIMS];

      ask_route_map_embed_text (map, index->texts->pdata[i], vector);
      ask_route_vectors_set (self, ASK_ROUTE_OF_QUESTIONS, i, vector);
    }
  return self;
}
