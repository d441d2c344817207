/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How well one joinable part of a source fits a question. Two sources may both have all its words: one in the names
 * of a single entity, the other here and there. A word counts as much as the name is named that it was met in: "name"
 * is all of `name` and half of `first_name`. Entities are joined by keys, also through one that the question does not
 * name.
 */
#include "config.h"

#include "understand/route/ask-route-sight.h"

#include <math.h>
#include <string.h>

#define N_STARTS 3
#define MAX_ENTITIES 5
/* What each further entity, and each that leads there, must add. */
#define COST 0.02
/* What a word counts that is only in a description, in the source's name or within a longer text. */
#define SAID 0.5F
#define WITHIN 0.4F
/* A word met less than this was not met. */
#define MET 0.3F
/* Steps from the entities that were chosen; further ones are not joined. */
#define FAR 3

/* @qualities: for each entity how well each word was met in it
 * @shares: what each word weighs: a rare one more, but a common one something, too, as it tells like databases apart
 * @base: how well each word was met outside of all entities */
typedef struct
{
  const AskRouteSight *sight;
  float *qualities;
  float shares[ASK_ROUTE_MAX_WORDS];
  float base[ASK_ROUTE_MAX_WORDS];
} Fit;

/* Entities that are joined, and how well each word was met in the best of them. */
typedef struct
{
  float best[ASK_ROUTE_MAX_WORDS];
  guint n_entities;
  double worth;
  double alone; /* of the first entity */
} Group;

static void
lift (float *qualities, guint64 words, float quality)
{
  for (; words != 0; words &= words - 1)
    {
      float *one = &qualities[__builtin_ctzll (words)];

      *one = MAX (*one, quality);
    }
}

static float
get_share (guint64 met, guint n_words)
{
  return MIN (1, (float) __builtin_popcountll (met) / (float) MAX (n_words, 1));
}

static void
weigh_words (Fit *self)
{
  const AskRouteScene *scene = self->sight->scene;
  float sum = 0;

  for (guint w = 0; w < scene->words->len; w++)
    sum += sqrtf ((float) ask_route_scene_word (scene, w)->weight);
  for (guint w = 0; w < scene->words->len; w++)
    {
      float weight = (float) ask_route_scene_word (scene, w)->weight;

      self->shares[w] = (weight / (float) MAX (scene->total, 0.01) + sqrtf (weight) / MAX (sum, 0.1F)) / 2;
    }
}

static void
see_entities (Fit *self)
{
  const AskRouteSight *sight = self->sight;
  const AskRouteSource *source = sight->source;
  const AskRouteIndex *index = sight->scene->index;

  for (guint e = 0; e < source->n_entities; e++)
    {
      float *qualities = self->qualities + (gsize) e * ASK_ROUTE_MAX_WORDS;

      if (sight->within[e] == 0)
        continue;
      lift (qualities, sight->within[e], SAID);
      lift (qualities, sight->entities[e],
            get_share (sight->entities[e], ask_route_index_entity (index, source->first_entity + e)->n_words));
    }
  for (guint a = 0; a < source->n_attributes; a++)
    {
      const AskRouteAttribute *attribute = ask_route_index_attribute (index, source->first_attribute + a);
      float *qualities = self->qualities + (gsize) (attribute->entity - source->first_entity) * ASK_ROUTE_MAX_WORDS;

      lift (qualities, sight->attributes[a], get_share (sight->attributes[a], attribute->n_words));
      lift (qualities, sight->values[a], 1);
    }
}

static double
get_worth (const Fit *self, const float *best)
{
  double worth = 0;

  for (guint w = 0; w < self->sight->scene->words->len; w++)
    worth += self->shares[w] * best[w] * MAX (self->sight->factors[w], 0.5F);
  return worth;
}

static void
join_words (const Fit *self, const float *best, guint entity, float *both)
{
  const float *qualities = self->qualities + (gsize) entity * ASK_ROUTE_MAX_WORDS;

  for (guint w = 0; w < ASK_ROUTE_MAX_WORDS; w++)
    both[w] = MAX (best[w], qualities[w]);
}

/* How many steps each entity is from those that are marked with 0. */
static void
spread (const Fit *self, guint8 *steps)
{
  const AskRouteSource *source = self->sight->source;

  for (guint turn = 0; turn + 1 < FAR; turn++)
    for (guint j = 0; j < source->n_joins; j++)
      {
        const AskRouteJoin *join = ask_route_index_join (self->sight->scene->index, source->first_join + j);
        guint8 *from = &steps[join->from - source->first_entity];
        guint8 *to = &steps[join->to - source->first_entity];

        if (*from == turn && *to > turn + 1)
          *to = (guint8) (turn + 1);
        if (*to == turn && *from > turn + 1)
          *from = (guint8) (turn + 1);
      }
}

/* Goes on from @entity to the joined one that adds most, as long as one adds anything. */
static void
grow (const Fit *self, guint entity, guint8 *steps, Group *group)
{
  guint n_entities = self->sight->source->n_entities;

  memset (steps, FAR, n_entities);
  memcpy (group->best, self->base, sizeof group->best);
  group->worth = -G_MAXDOUBLE;
  group->n_entities = 0;
  for (guint next = entity, chosen = 0; next < n_entities && chosen < MAX_ENTITIES; chosen++)
    {
      double most = 0;

      group->n_entities += chosen == 0 ? 1 : steps[next];
      join_words (self, group->best, next, group->best);
      group->worth = get_worth (self, group->best);
      if (chosen == 0)
        group->alone = group->worth;
      steps[next] = 0;
      spread (self, steps);
      next = n_entities;
      for (guint e = 0; e < n_entities; e++)
        {
          float both[ASK_ROUTE_MAX_WORDS];
          double gain;

          if (steps[e] == 0 || steps[e] >= FAR || self->sight->within[e] == 0)
            continue;
          join_words (self, group->best, e, both);
          gain = get_worth (self, both) - group->worth - COST * steps[e];
          if (gain > most)
            {
              most = gain;
              next = e;
            }
        }
    }
  group->worth -= COST * (group->n_entities - 1);
}

/* The entities that fit best alone. Returns: how many */
static guint
choose_starts (const Fit *self, guint *starts)
{
  double worths[N_STARTS] = { 0 };
  guint n = 0;

  for (guint e = 0; e < self->sight->source->n_entities; e++)
    {
      float both[ASK_ROUTE_MAX_WORDS];
      double worth;
      guint place;

      if (self->sight->within[e] == 0)
        continue;
      join_words (self, self->base, e, both);
      worth = get_worth (self, both);
      for (place = n; place > 0 && worths[place - 1] < worth; place--)
        if (place < N_STARTS)
          {
            worths[place] = worths[place - 1];
            starts[place] = starts[place - 1];
          }
      if (place < N_STARTS)
        {
          worths[place] = worth;
          starts[place] = e;
          n = MIN (n + 1, N_STARTS);
        }
    }
  return n;
}

static void
tell (const Fit *self, const Group *group, float *features)
{
  const AskRouteScene *scene = self->sight->scene;

  features[ASK_ROUTE_FIT] = (float) group->worth;
  features[ASK_ROUTE_FIT_ALONE] = (float) group->alone;
  features[ASK_ROUTE_FIT_ENTITIES] = (float) group->n_entities;
  for (guint w = 0; w < scene->words->len; w++)
    {
      if (group->best[w] >= 1)
        features[ASK_ROUTE_FIT_WHOLE] += self->shares[w];
      if (group->best[w] < MET)
        features[ASK_ROUTE_FIT_MISSED]
          = MAX (features[ASK_ROUTE_FIT_MISSED], (float) ask_route_scene_word (scene, w)->weight);
    }
}

/* Words in a row: an attribute and its entity; both anywhere in one entity. */
static void
measure_pairs (const AskRouteSight *sight, float *features)
{
  guint64 owned = 0, within = 0;
  float n = (float) MAX (sight->scene->words->len, 2) - 1;

  for (guint e = 0; e < sight->source->n_entities; e++)
    {
      guint64 rest = sight->within[e];
      guint64 name = sight->entities[e];

      owned |= (name & (rest >> 1)) | (rest & (name >> 1));
      within |= rest & (rest >> 1);
    }
  features[ASK_ROUTE_PAIRS_OWNED] = (float) __builtin_popcountll (owned) / n;
  features[ASK_ROUTE_PAIRS_WITHIN] = (float) __builtin_popcountll (within) / n;
}

/**
 * ask_route_sight_see_fit:
 * @sight: a source whose entities were seen
 * @features: (inout): of the source
 */
void
ask_route_sight_see_fit (const AskRouteSight *sight, float *features)
{
  guint n_entities = sight->source->n_entities;
  g_autofree float *qualities = g_new0 (float, (gsize) (n_entities + 1) * ASK_ROUTE_MAX_WORDS);
  g_autofree guint8 *steps = g_new (guint8, n_entities + 1);
  Fit fit = { sight, qualities, { 0 }, { 0 } };
  Group best = { .worth = -G_MAXDOUBLE };
  guint starts[N_STARTS];
  guint n;

  weigh_words (&fit);
  lift (fit.base, sight->in_value_word, WITHIN);
  lift (fit.base, sight->in_source | sight->in_text, SAID);
  see_entities (&fit);
  n = choose_starts (&fit, starts);
  for (guint i = 0; i < n; i++)
    {
      Group group;

      grow (&fit, starts[i], steps, &group);
      if (group.worth > best.worth)
        best = group;
    }
  if (n > 0)
    tell (&fit, &best, features);
  measure_pairs (sight, features);
}
