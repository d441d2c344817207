/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much of a question entities have that can be joined: words met in entities that nothing joins answer less.
 */
#include "config.h"

#include "understand/route/ask-route-sight.h"

#define N_STARTS 3
#define MAX_JOINED 4

/* The entity that, with what it has beyond @have, covers most. @joined: (nullable): only those that are marked there */
static guint
find_most (const AskRouteSight *sight, guint64 have, const gboolean *joined, double *most)
{
  guint best = G_MAXUINT;

  *most = 0;
  for (guint e = 0; e < sight->source->n_entities; e++)
    {
      guint64 more = sight->within[e] & ~have;
      double sum;

      if (more == 0 || (joined != NULL && !joined[e]))
        continue;
      sum = ask_route_sight_cover (sight, more) + 0.25 * ask_route_sight_cover (sight, sight->entities[e] & ~have);
      if (sum > *most)
        {
          *most = sum;
          best = e;
        }
    }
  return best;
}

/* Marks the entities that can be joined with @entity. */
static void
mark_joined (const AskRouteSight *sight, guint entity, gboolean *joined)
{
  const AskRouteSource *source = sight->source;

  for (guint j = 0; j < source->n_joins; j++)
    {
      const AskRouteJoin *join = ask_route_index_join (sight->scene->index, source->first_join + j);

      if (join->from == source->first_entity + entity)
        joined[join->to - source->first_entity] = TRUE;
      if (join->to == source->first_entity + entity)
        joined[join->from - source->first_entity] = TRUE;
    }
}

/**
 * ask_route_sight_see_group:
 * @sight: a source whose entities were seen
 * @features: (inout): of the source
 *
 * From each of the entities that have most, goes on to the joined one that adds most.
 */
void
ask_route_sight_see_group (const AskRouteSight *sight, float *features)
{
  guint64 passed = 0;

  for (guint start = 0; start < N_STARTS; start++)
    {
      g_autofree gboolean *joined = g_new0 (gboolean, sight->source->n_entities + 1);
      double more;
      guint entity = find_most (sight, passed, NULL, &more);
      guint64 have = 0;
      guint n = 0;

      if (entity == G_MAXUINT)
        return;
      passed |= sight->within[entity];
      for (; entity != G_MAXUINT && n < MAX_JOINED; n++)
        {
          have |= sight->within[entity];
          mark_joined (sight, entity, joined);
          entity = find_most (sight, have, joined, &more);
        }
      more = ask_route_sight_cover (sight, have);
      if (more > features[ASK_ROUTE_COVER_JOINED])
        {
          features[ASK_ROUTE_COVER_JOINED] = (float) more;
          features[ASK_ROUTE_N_JOINED] = (float) n;
        }
    }
}
