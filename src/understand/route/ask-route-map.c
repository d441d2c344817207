/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Texts as vectors by the learned map: the rows of a text's words and trigrams are added up, and the sum has length 1.
 */
#include "config.h"

#include "understand/route/ask-route-map.h"

#include <math.h>
#include <string.h>

#include "base/ask-hash.h"
#include "base/ask-text.h"
#include "understand/route/ask-route-index.h"

#define TRIGRAMS 0.5F
/* What a text has beyond is left out. */
#define MAX_PIECES 2000

/**
 * ask_route_map_new:
 * @bytes: a row of %ASK_ROUTE_MAP_DIMS numbers of one byte for each of %ASK_ROUTE_MAP_BUCKETS
 * @error: %G_IO_ERROR_INVALID_DATA where it is not that
 *
 * Returns: (transfer full): the map
 */
AskRouteMap *
ask_route_map_new (GBytes *bytes, GError **error)
{
  AskRouteMap *self;

  g_return_val_if_fail (bytes != NULL, NULL);

  if (g_bytes_get_size (bytes) != ASK_ROUTE_MAP_DIMS * ASK_ROUTE_MAP_BUCKETS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "The map of routing cannot be read: it has %" G_GSIZE_FORMAT " bytes instead of %u. Make it anew.",
                   g_bytes_get_size (bytes), ASK_ROUTE_MAP_DIMS * ASK_ROUTE_MAP_BUCKETS);
      return NULL;
    }
  self = g_new0 (AskRouteMap, 1);
  self->bytes = g_bytes_ref (bytes);
  self->cells = g_bytes_get_data (bytes, NULL);
  return self;
}

/**
 * ask_route_map_free:
 * @self: (nullable): a map
 */
void
ask_route_map_free (AskRouteMap *self)
{
  if (self == NULL)
    return;
  g_bytes_unref (self->bytes);
  g_free (self);
}

/**
 * ask_route_map_embed:
 * @self: a map
 * @pieces: (element-type AskRoutePiece): of a text
 * @vector: (out caller-allocates) (array fixed-size=%ASK_ROUTE_MAP_DIMS): of length 1, or 0 where there is no piece
 */
void
ask_route_map_embed (const AskRouteMap *self, const GArray *pieces, float *vector)
{
  double square = 0;

  memset (vector, 0, ASK_ROUTE_MAP_DIMS * sizeof *vector);
  for (guint i = 0; i < pieces->len; i++)
    {
      const AskRoutePiece *piece = &g_array_index (pieces, AskRoutePiece, i);
      const gint8 *row = self->cells + (gsize) piece->bucket * ASK_ROUTE_MAP_DIMS;

      for (guint d = 0; d < ASK_ROUTE_MAP_DIMS; d++)
        vector[d] += piece->weight * row[d];
    }
  for (guint d = 0; d < ASK_ROUTE_MAP_DIMS; d++)
    square += (double) vector[d] * vector[d];
  for (guint d = 0; d < ASK_ROUTE_MAP_DIMS && square > 0; d++)
    vector[d] = (float) (vector[d] / sqrt (square));
}

/**
 * ask_route_pieces_new:
 *
 * Returns: (transfer full) (element-type AskRoutePiece): an empty text
 */
GArray *
ask_route_pieces_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (AskRoutePiece));
}

static void
add_piece (GArray *self, guint64 hash, float weight)
{
  AskRoutePiece piece = { (guint) (ask_hash_stir (hash) % ASK_ROUTE_MAP_BUCKETS), weight };

  if (self->len < MAX_PIECES)
    g_array_append_val (self, piece);
}

/**
 * ask_route_pieces_add:
 * @self: (element-type AskRoutePiece): a text
 * @text: (nullable): more of it; words of every kind of sentence and numbers are passed over
 * @weight: what a word of it counts
 */
void
ask_route_pieces_add (GArray *self, const char *text, float weight)
{
  g_autoptr (GPtrArray) words = text != NULL ? ask_route_words (text) : NULL;

  for (guint i = 0; words != NULL && i < words->len; i++)
    {
      g_autofree char *stem = ask_text_stem (words->pdata[i]);
      g_autofree char *marked = g_strdup_printf ("<%s>", stem);
      gsize length = strlen (marked);

      if (length < 4 || ask_text_is_stop_word (stem) || g_ascii_isdigit (*stem))
        continue;
      add_piece (self, ask_hash_add (ASK_HASH_START, stem, length - 2), weight);
      for (gsize c = 0; c + 3 <= length; c++)
        add_piece (self, ask_hash_add (ASK_HASH_START + 1, marked + c, 3),
                   weight * TRIGRAMS / sqrtf ((float) (length - 2)));
    }
}

/**
 * ask_route_map_embed_text:
 * @self: a map
 * @text: a question
 * @vector: (out caller-allocates) (array fixed-size=%ASK_ROUTE_MAP_DIMS): of length 1, or 0 where no word says anything
 */
void
ask_route_map_embed_text (const AskRouteMap *self, const char *text, float *vector)
{
  g_autoptr (GArray) pieces = ask_route_pieces_new ();

  ask_route_pieces_add (pieces, text, 1);
  ask_route_map_embed (self, pieces, vector);
}
