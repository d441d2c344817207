/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A contrastive loss in three parts: a question lies nearer to its own source than to all others, nearer to the
 * entities of its query than to all others of all sources, and nearer to another wording of itself than to the other
 * questions of the batch. All sources of the training are negatives at each step, the hard ones with them. Rows begin
 * as fixed random numbers, so that a word that no question had lies near itself alone. Steps are those of Adagrad.
 */
#include "config.h"

#include "route-embed.h"

#include <math.h>
#include <string.h>

#include "base/ask-hash.h"
#include "understand/route/ask-route-vectors.h"

#define DIMS ASK_ROUTE_MAP_DIMS
#define N_PAIRS 64
#define N_EPOCHS 4
#define SHARPNESS 12.0F
#define RATE 0.04F

/* A text with its vector and what the loss says of it. */
typedef struct
{
  GArray *pieces; /* AskRoutePiece */
  float vector[DIMS]; /* of length 1 */
  float length;
  float gradient[DIMS];
} Text;

/* @query: the number of the first question with the same query */
typedef struct
{
  Text text;
  guint source; /* among the texts of sources */
  GArray *entities; /* guint: among the texts of entities */
  guint partner;
} Asked;

typedef struct
{
  float *cells;
  float *squares; /* of each row's gradients, for Adagrad */
  GArray *sources; /* Text */
  GArray *entities; /* Text */
  GArray *questions; /* Asked */
} Course;

static void
look (const Course *self, Text *text)
{
  float square = 1e-9F;

  memset (text->vector, 0, sizeof text->vector);
  memset (text->gradient, 0, sizeof text->gradient);
  for (guint i = 0; i < text->pieces->len; i++)
    {
      const AskRoutePiece *piece = &g_array_index (text->pieces, AskRoutePiece, i);
      const float *row = self->cells + (gsize) piece->bucket * DIMS;

      for (guint d = 0; d < DIMS; d++)
        text->vector[d] += piece->weight * row[d];
    }
  for (guint d = 0; d < DIMS; d++)
    square += text->vector[d] * text->vector[d];
  text->length = sqrtf (square);
  for (guint d = 0; d < DIMS; d++)
    text->vector[d] /= text->length;
}

static float
multiply (const float *a, const float *b)
{
  float sums[8] = { 0 };

  for (guint d = 0; d < DIMS; d += 8)
    for (guint i = 0; i < 8; i++)
      sums[i] += a[d + i] * b[d + i];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

static void
learn (Course *self, const Text *text)
{
  float along = multiply (text->gradient, text->vector);
  float step[DIMS], square = 0;

  for (guint d = 0; d < DIMS; d++)
    {
      step[d] = (text->gradient[d] - along * text->vector[d]) / text->length;
      square += step[d] * step[d] / DIMS;
    }
  if (square <= 0)
    return;
  for (guint i = 0; i < text->pieces->len; i++)
    {
      const AskRoutePiece *piece = &g_array_index (text->pieces, AskRoutePiece, i);
      float *row = self->cells + (gsize) piece->bucket * DIMS;
      float rate;

      self->squares[piece->bucket] += piece->weight * piece->weight * square;
      rate = RATE * piece->weight / sqrtf (self->squares[piece->bucket] + 1e-6F);
      for (guint d = 0; d < DIMS; d++)
        row[d] -= rate * step[d];
    }
}

/* The softmax of @question over @others, of which @wanted shares are wanted: adds to the gradients of both. */
static void
contrast (Text *question, Text *const *others, const float *wanted, guint n, float weight)
{
  g_autofree float *shares = g_new (float, n);
  float sum = 0, most = -G_MAXFLOAT;

  for (guint i = 0; i < n; i++)
    {
      shares[i] = SHARPNESS * multiply (question->vector, others[i]->vector);
      most = MAX (most, shares[i]);
    }
  for (guint i = 0; i < n; i++)
    sum += shares[i] = expf (shares[i] - most);
  for (guint i = 0; i < n; i++)
    {
      float by = weight * SHARPNESS * (shares[i] / sum - wanted[i]);

      if (fabsf (by) < 1e-4F)
        continue;
      for (guint d = 0; d < DIMS; d++)
        question->gradient[d] += by * others[i]->vector[d];
      for (guint d = 0; d < DIMS; d++)
        others[i]->gradient[d] += by * question->vector[d];
    }
}

static Text **
list_texts (GArray *texts)
{
  Text **list = g_new (Text *, texts->len + 1);

  for (guint i = 0; i < texts->len; i++)
    list[i] = &g_array_index (texts, Text, i);
  return list;
}

static void
contrast_asked (Asked *asked, Text *const *sources, guint n_sources, Text *const *entities, guint n_entities)
{
  g_autofree float *wanted = g_new0 (float, MAX (n_sources, n_entities) + 1);

  wanted[asked->source] = 1;
  contrast (&asked->text, sources, wanted, n_sources, 0.5F);
  wanted[asked->source] = 0;
  for (guint i = 0; i < asked->entities->len; i++)
    wanted[g_array_index (asked->entities, guint, i)] = 1.0F / (float) asked->entities->len;
  if (asked->entities->len > 0)
    contrast (&asked->text, entities, wanted, n_entities, 1);
}

/* @batch: (array): numbers of questions; each is followed by its partner */
static void
take_batch (Course *self, const guint *batch, guint n)
{
  g_autofree Text **sources = list_texts (self->sources);
  g_autofree Text **entities = list_texts (self->entities);
  Text *first[N_PAIRS], *second[N_PAIRS];
  float wanted[N_PAIRS] = { 0 };

  for (guint i = 0; i < self->sources->len; i++)
    look (self, sources[i]);
  for (guint i = 0; i < self->entities->len; i++)
    look (self, entities[i]);
  for (guint i = 0; i < n; i++)
    {
      Asked *asked = &g_array_index (self->questions, Asked, batch[i]);
      Asked *partner = &g_array_index (self->questions, Asked, asked->partner);

      look (self, first[i] = &asked->text);
      look (self, second[i] = &partner->text);
      contrast_asked (asked, sources, self->sources->len, entities, self->entities->len);
    }
  for (guint i = 0; i < n; i++)
    {
      wanted[i] = 1;
      if (first[i] != second[i])
        contrast (first[i], second, wanted, n, 1);
      wanted[i] = 0;
    }
  for (guint i = 0; i < n; i++)
    {
      learn (self, first[i]);
      if (first[i] != second[i])
        learn (self, second[i]);
    }
  for (guint i = 0; i < self->sources->len; i++)
    learn (self, sources[i]);
  for (guint i = 0; i < self->entities->len; i++)
    learn (self, entities[i]);
}

static void
add_text (GArray *texts, GArray *pieces)
{
  Text text = { .pieces = pieces };

  g_array_append_val (texts, text);
}

static AskRouteIndex *
make_index (const RouteSet *set, const gboolean *sources, guint *numbers)
{
  AskRouteIndex *index = ask_route_index_new (set->schema);

  for (guint i = 0; i < set->sources->len; i++)
    {
      numbers[i] = index->sources->len;
      if (sources[i])
        ask_route_index_add_source (index, route_set_source (set, i)->name, route_set_source (set, i)->entities);
    }
  ask_route_index_finish (index);
  return index;
}

/* The entities that stand after FROM or JOIN. */
static void
find_entities (const AskRouteIndex *index, guint source, const char *query, GArray *found)
{
  g_auto (GStrv) words = g_strsplit_set (query, " \t\n(),;`\"", -1);
  const AskRouteSource *within = ask_route_index_source (index, source);
  gboolean after = FALSE;

  for (guint w = 0; words[w] != NULL; w++)
    {
      for (guint e = 0; after && e < within->n_entities; e++)
        {
          guint id = within->first_entity + e;
          const AskEntity *entity = ask_route_index_entity (index, id)->entity;

          if (entity->table != NULL && g_ascii_strcasecmp (entity->table, words[w]) == 0)
            g_array_append_val (found, id);
        }
      if (*words[w] != '\0')
        after = g_ascii_strcasecmp (words[w], "from") == 0 || g_ascii_strcasecmp (words[w], "join") == 0;
    }
}

static void
read_questions (Course *self, const RouteSet *set, const gboolean *sources, const AskRouteIndex *index,
                const guint *numbers)
{
  g_autoptr (GHashTable) last = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint q = 0; q < set->questions->len; q++)
    {
      const RouteQuestion *question = route_set_question (set, q);
      Asked asked = { .source = numbers[question->source], .entities = g_array_new (FALSE, FALSE, sizeof (guint)),
                      .partner = self->questions->len };
      char *key;
      gpointer before;

      if (!sources[question->source])
        {
          g_array_unref (asked.entities);
          continue;
        }
      asked.text.pieces = ask_route_pieces_new ();
      ask_route_pieces_add (asked.text.pieces, question->text, 1);
      find_entities (index, asked.source, question->query, asked.entities);
      key = g_strdup_printf ("%u %s", question->source, question->query);
      if ((before = g_hash_table_lookup (last, key)) != NULL)
        {
          asked.partner = GPOINTER_TO_UINT (before) - 1;
          g_array_index (self->questions, Asked, asked.partner).partner = self->questions->len;
        }
      g_hash_table_insert (last, key, GUINT_TO_POINTER (self->questions->len + 1));
      g_array_append_val (self->questions, asked);
    }
}

static GBytes *
quantise (const Course *self)
{
  gsize n = (gsize) DIMS * ASK_ROUTE_MAP_BUCKETS;
  gint8 *cells = g_malloc (n);
  float most = 0;
  double square = 0;

  for (gsize i = 0; i < n; i++)
    square += (double) self->cells[i] * self->cells[i];
  /* Few numbers are greater than five times the usual one. */
  most = 5 * (float) sqrt (square / (double) n);
  for (gsize i = 0; i < n; i++)
    cells[i] = (gint8) lrintf (127 * CLAMP (self->cells[i] / most, -1, 1));
  return g_bytes_new_take (cells, n);
}

static void
course_clear (Course *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    g_array_unref (g_array_index (self->sources, Text, i).pieces);
  for (guint i = 0; i < self->entities->len; i++)
    g_array_unref (g_array_index (self->entities, Text, i).pieces);
  for (guint i = 0; i < self->questions->len; i++)
    {
      g_array_unref (g_array_index (self->questions, Asked, i).text.pieces);
      g_array_unref (g_array_index (self->questions, Asked, i).entities);
    }
  g_array_unref (self->sources);
  g_array_unref (self->entities);
  g_array_unref (self->questions);
  g_free (self->cells);
  g_free (self->squares);
}

/* Returns: (transfer full): what ask_route_map_new() reads */
GBytes *
route_embed (const RouteSet *set, const gboolean *sources)
{
  gsize n = (gsize) DIMS * ASK_ROUTE_MAP_BUCKETS;
  Course course = { g_new (float, n), g_new0 (float, ASK_ROUTE_MAP_BUCKETS), g_array_new (FALSE, FALSE, sizeof (Text)),
                    g_array_new (FALSE, FALSE, sizeof (Text)), g_array_new (FALSE, FALSE, sizeof (Asked)) };
  g_autofree guint *numbers = g_new0 (guint, set->sources->len + 1);
  g_autoptr (AskRouteIndex) index = make_index (set, sources, numbers);
  g_autoptr (GRand) shuffle = g_rand_new_with_seed (11);
  g_autofree guint *order = NULL;
  GBytes *bytes;

  for (gsize i = 0; i < n; i++)
    course.cells[i] = (float) (ask_hash_stir (i + 1) % 2001) / 1000 - 1;
  for (guint i = 0; i < index->sources->len; i++)
    add_text (course.sources, ask_route_describe_source (index, i));
  for (guint i = 0; i < index->entities->len; i++)
    add_text (course.entities, ask_route_describe_entity (index, i));
  read_questions (&course, set, sources, index, numbers);
  order = g_new (guint, course.questions->len + 1);
  for (guint i = 0; i < course.questions->len; i++)
    order[i] = i;
  for (guint epoch = 0; epoch < N_EPOCHS; epoch++)
    {
      for (guint i = course.questions->len; i > 1; i--)
        {
          guint j = (guint) g_rand_int_range (shuffle, 0, (gint32) i);
          guint moved = order[i - 1];

          order[i - 1] = order[j];
          order[j] = moved;
        }
      for (guint i = 0; i < course.questions->len; i += N_PAIRS)
        take_batch (&course, order + i, MIN (N_PAIRS, course.questions->len - i));
    }
  bytes = quantise (&course);
  course_clear (&course);
  return bytes;
}
