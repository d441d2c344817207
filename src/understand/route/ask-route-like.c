/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How near the vectors of a source are to that of the question. Whoever made the vectors, nearness is told in standard
 * deviations of all that the workspace has: so the ranker need not know who it was.
 */
#include "config.h"

#include "understand/route/ask-route-sight.h"

#include <math.h>

/* Of so many at most the mean is made. */
#define N_SAMPLED 1000
/* The deviation of fewer says less, and so do distances in it. */
#define FEW 12

typedef struct
{
  const AskRouteLike *like;
  AskRouteVectorKind kind;
  double mean;
  double deviation; /* 0 where there is none */
  double trust; /* what a distance in deviations counts */
} Scale;

static Scale
scale_new (const AskRouteLike *like, AskRouteVectorKind kind)
{
  Scale scale = { like, kind, 0, 0, 1 };
  double sum = 0, squares = 0;
  guint n, step, counted = 0;

  while (!like->vectors->any[kind] && like->rest != NULL)
    like = scale.like = like->rest;
  n = like->vectors->n[kind];
  step = MAX (1, n / N_SAMPLED);
  for (guint i = 0; i < n; i += step)
    if (like->vectors->scales[kind][i] > 0)
      {
        double near = ask_route_vectors_compare (like->vectors, kind, i, like->question);

        sum += near;
        squares += near * near;
        counted++;
      }
  if (counted > 1)
    {
      scale.mean = sum / counted;
      scale.deviation = sqrt (MAX (squares / counted - scale.mean * scale.mean, 0));
      scale.trust = MIN (1, (double) counted / FEW);
    }
  return scale;
}

static float
measure (const Scale *self, guint id)
{
  if (self->deviation < 1e-6 || self->like->vectors->scales[self->kind][id] <= 0)
    return 0;
  return (float) (self->trust
                  * (ask_route_vectors_compare (self->like->vectors, self->kind, id, self->like->question) - self->mean)
                  / self->deviation);
}

static void
see_source (const AskRouteScene *self, AskRouteCandidate *candidate, const Scale *sources, const Scale *entities)
{
  const AskRouteSource *source = ask_route_index_source (self->index, candidate->source);
  float best = 0, second = 0;
  double pooled = 0;

  for (guint e = 0; e < source->n_entities; e++)
    {
      float near = measure (entities, source->first_entity + e);

      pooled += exp (near);
      if (e == 0 || near > best)
        {
          second = e == 0 ? near : best;
          best = near;
        }
      else if (e == 1 || near > second)
        second = near;
    }
  candidate->features[ASK_ROUTE_LIKE_SOURCE] = measure (sources, candidate->source);
  candidate->features[ASK_ROUTE_LIKE_ENTITY] = best;
  candidate->features[ASK_ROUTE_LIKE_SECOND] = second;
  candidate->features[ASK_ROUTE_LIKE_POOLED] = (float) log (pooled + 1e-3);
}

static void
see_questions (AskRouteScene *self, const Scale *questions)
{
  g_autofree guint *places = g_new0 (guint, self->index->sources->len + 1); /* 1 + the candidate */
  float nearest[ASK_ROUTE_MAX_CANDIDATES][3] = { { 0 } };

  for (guint c = 0; c < self->candidates->len; c++)
    places[ask_route_scene_candidate (self, c)->source] = c + 1;
  for (guint q = 0; q < self->index->questions->len; q++)
    {
      guint place = places[ask_route_index_question (self->index, q)->source];
      float near = place > 0 ? measure (questions, q) : 0;

      for (guint i = 0; i < 3 && place > 0; i++)
        if (near > nearest[place - 1][i])
          {
            float less = nearest[place - 1][i];

            nearest[place - 1][i] = near;
            near = less;
          }
    }
  for (guint c = 0; c < self->candidates->len; c++)
    {
      float *features = ask_route_scene_candidate (self, c)->features;

      features[ASK_ROUTE_LIKE_QUESTION] = nearest[c][0];
      features[ASK_ROUTE_LIKE_QUESTIONS] = nearest[c][0] + nearest[c][1] + nearest[c][2];
    }
}

/**
 * ask_route_scene_see_like:
 * @self: a scene with a question among vectors
 *
 * Fills in what vectors say of each candidate.
 */
void
ask_route_scene_see_like (AskRouteScene *self)
{
  Scale sources = scale_new (self->like, ASK_ROUTE_OF_SOURCES);
  Scale entities = scale_new (self->like, ASK_ROUTE_OF_ENTITIES);
  Scale questions = scale_new (self->like, ASK_ROUTE_OF_QUESTIONS);

  for (guint c = 0; c < self->candidates->len; c++)
    see_source (self, ask_route_scene_candidate (self, c), &sources, &entities);
  if (self->index->questions->len > 0)
    see_questions (self, &questions);
}

/*
 * ask_route_scene_see_meaning:
 *
 * Returns: (transfer full) (nullable): for each source how near it is in meaning, by the vectors of a server, in standard
 *   deviations; %NULL where there are none
 */
float *
ask_route_scene_see_meaning (const AskRouteScene *self)
{
  Scale sources;
  float *near;

  if (self->like == NULL || self->like->rest == NULL)
    return NULL;
  sources = scale_new (self->like, ASK_ROUTE_OF_SOURCES);
  /* To be looked at closely, it need only stand out among those that there are. */
  sources.trust = 1;
  near = g_new (float, self->index->sources->len + 1);
  for (guint i = 0; i < self->index->sources->len; i++)
    near[i] = measure (&sources, i);
  return near;
}
