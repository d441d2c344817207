/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cheapest way to join entities: a small Steiner tree over a domain's joins. From the first entity on, the
 * nearest of the others is joined, until none is left; every entity is tried as the first.
 *
 * Other ways are found as Lawler ranks solutions: forbid a join of a way that is known, or every join between the
 * two entities, and look again. So two foreign keys between the same entities are two ways, and so is a path
 * through other entities. A way may cost one join more than the best; there are at most MAX_WAYS.
 *
 * Where trees cost the same, the one that joins by a bridge is better: "affiliated_with" leads to a physician and to a
 * department, so these three are joined by it, though a department's head is a physician, too. So a join of an entity
 * that leads to several of those that are needed is a trifle cheaper.
 */
#include "config.h"

#include "understand/interpret/ask-draft-private.h"

#define MAX_WAYS 12
#define MORE_COST 1.0
#define SAME_COST 1e-6
#define BRIDGE_DISCOUNT 1e-4

/* The joins that touch an entity: one of each group. */
typedef struct
{
  guint join;
  guint other;
  double cost;
} Edge;

typedef struct
{
  AskDomain *domain;
  guint n;
  guint *first; /* of each entity, and one more */
  Edge *edges;
  double *distance;
  int *previous; /* the join that leads to an entity, -1 where it stands in the tree */
  guint *queue;
  gboolean *queued;
  gboolean *inside;
} Graph;

static guint
get_entity (AskDomain *domain, int attribute)
{
  return ask_domain_attribute (domain, attribute)->entity;
}

static guint
get_other (AskDomain *domain, guint join, guint entity)
{
  guint from = get_entity (domain, ask_domain_join (domain, join)->from);

  return from != entity ? from : get_entity (domain, ask_domain_join (domain, join)->to);
}

/* An entity's join with itself is no step, and further attributes of one relationship are the same step. */
static gboolean
is_step (AskDomain *domain, guint place, GHashTable *groups)
{
  const AskDomainJoin *join = ask_domain_join (domain, place);

  return get_entity (domain, join->from) != get_entity (domain, join->to)
         && g_hash_table_add (groups, GUINT_TO_POINTER (join->group));
}

/* How many of the needed entities each leads to, by joins of its own. */
static guint *
count_bridges (AskDomain *domain, const GArray *steps, const gboolean *needed)
{
  guint *counts = g_new0 (guint, domain->entities->len);
  g_autoptr (GHashTable) pairs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < steps->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, g_array_index (steps, guint, i));
      guint from = get_entity (domain, join->from), to = get_entity (domain, join->to);
      gint64 pair = ((gint64) from << 32) | to;

      if (needed[from] && needed[to] && g_hash_table_add (pairs, g_memdup2 (&pair, sizeof pair)))
        counts[from]++;
    }
  return counts;
}

static void
graph_init (Graph *graph, AskDomain *domain, const GArray *needed)
{
  g_autoptr (GHashTable) groups = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *at = NULL;
  g_autofree guint *bridges = NULL;

  *graph = (Graph) { .domain = domain, .n = domain->entities->len };
  graph->first = g_new0 (guint, graph->n + 1);
  for (guint i = 0; i < domain->joins->len; i++)
    if (is_step (domain, i, groups))
      {
        g_array_append_val (steps, i);
        graph->first[get_entity (domain, ask_domain_join (domain, i)->from) + 1]++;
        graph->first[get_entity (domain, ask_domain_join (domain, i)->to) + 1]++;
      }
  for (guint i = 0; i < graph->n; i++)
    graph->first[i + 1] += graph->first[i];
  graph->edges = g_new (Edge, MAX (2 * steps->len, 1));
  graph->inside = g_new0 (gboolean, graph->n);
  for (guint i = 0; i < needed->len; i++)
    graph->inside[g_array_index (needed, guint, i)] = TRUE;
  bridges = count_bridges (domain, steps, graph->inside);
  at = g_memdup2 (graph->first, (graph->n + 1) * sizeof (guint));
  for (guint i = 0; i < steps->len; i++)
    {
      guint place = g_array_index (steps, guint, i);
      const AskDomainJoin *join = ask_domain_join (domain, place);
      guint from = get_entity (domain, join->from), to = get_entity (domain, join->to);
      gboolean between = graph->inside[from] && graph->inside[to];
      double cost = join->cost - (between ? BRIDGE_DISCOUNT * (bridges[from] - 1) : 0);

      graph->edges[at[from]++] = (Edge) { place, to, cost };
      graph->edges[at[to]++] = (Edge) { place, from, cost };
    }
  graph->distance = g_new (double, graph->n);
  graph->previous = g_new (int, graph->n);
  graph->queue = g_new (guint, graph->n);
  graph->queued = g_new0 (gboolean, graph->n);
}

static void
graph_clear (Graph *graph)
{
  g_free (graph->first);
  g_free (graph->edges);
  g_free (graph->distance);
  g_free (graph->previous);
  g_free (graph->queue);
  g_free (graph->queued);
  g_free (graph->inside);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Graph, graph_clear)

static gboolean
has_same_name (AskDomain *domain, const AskDomainJoin *join)
{
  return g_ascii_strcasecmp (ask_domain_attribute (domain, join->from)->name,
                             ask_domain_attribute (domain, join->to)->name)
         == 0;
}

/* Between two joins of the same entities that cost the same: the one whose attributes are called alike, else the one
 * that the entity names first. */
static gboolean
is_likelier (AskDomain *domain, guint join, guint than)
{
  const AskDomainJoin *a = ask_domain_join (domain, join), *b = ask_domain_join (domain, than);

  if (get_entity (domain, a->from) != get_entity (domain, b->from)
      || get_entity (domain, a->to) != get_entity (domain, b->to))
    return FALSE;
  if (has_same_name (domain, a) != has_same_name (domain, b))
    return has_same_name (domain, a);
  return a->from < b->from;
}

/* How far every entity lies from the tree. Costs are nearly equal, so a queue hardly visits an entity twice. */
static void
measure (Graph *graph, GHashTable *banned)
{
  guint head = 0, waiting = 0;

  for (guint i = 0; i < graph->n; i++)
    {
      graph->distance[i] = graph->inside[i] ? 0 : G_MAXDOUBLE;
      graph->previous[i] = -1;
      if (graph->inside[i])
        graph->queue[waiting++] = i;
      graph->queued[i] = graph->inside[i];
    }
  while (waiting > 0)
    {
      guint entity = graph->queue[head];

      head = (head + 1) % graph->n;
      waiting--;
      graph->queued[entity] = FALSE;
      for (guint i = graph->first[entity]; i < graph->first[entity + 1]; i++)
        {
          const Edge *edge = &graph->edges[i];
          double distance = graph->distance[entity] + edge->cost;
          gboolean tie = graph->previous[edge->other] >= 0 && distance < graph->distance[edge->other] + SAME_COST
                         && is_likelier (graph->domain, edge->join, (guint) graph->previous[edge->other]);

          if (g_hash_table_contains (banned, GUINT_TO_POINTER (edge->join))
              || (distance > graph->distance[edge->other] - SAME_COST && !tie))
            continue;
          graph->distance[edge->other] = distance;
          graph->previous[edge->other] = (int) edge->join;
          if (!graph->queued[edge->other])
            {
              graph->queue[(head + waiting++) % graph->n] = edge->other;
              graph->queued[edge->other] = TRUE;
            }
        }
    }
}

static AskDraftPath *
path_new (void)
{
  AskDraftPath *self = g_new0 (AskDraftPath, 1);

  self->entities = g_array_new (FALSE, FALSE, sizeof (guint));
  self->joins = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

/**
 * ask_draft_path_free:
 * @self: (nullable): freed
 */
void
ask_draft_path_free (AskDraftPath *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->entities);
  g_array_unref (self->joins);
  g_free (self);
}

/* All entities on the way from the tree to @entity, the nearest to the tree first. */
static void
walk (Graph *graph, AskDraftPath *path, guint entity)
{
  if (graph->inside[entity])
    return;
  walk (graph, path, get_other (graph->domain, (guint) graph->previous[entity], entity));
  g_array_append_val (path->entities, entity);
  g_array_append_val (path->joins, graph->previous[entity]);
  graph->inside[entity] = TRUE;
}

static AskDraftPath *
grow (Graph *graph, GArray *needed, guint first, GHashTable *banned)
{
  g_autoptr (AskDraftPath) path = path_new ();

  memset (graph->inside, 0, graph->n * sizeof (gboolean));
  graph->inside[first] = TRUE;
  g_array_append_val (path->entities, first);
  while (TRUE)
    {
      int nearest = -1;

      for (guint i = 0; i < needed->len && nearest < 0; i++)
        if (!graph->inside[g_array_index (needed, guint, i)])
          nearest = (int) g_array_index (needed, guint, i);
      if (nearest < 0)
        return g_steal_pointer (&path);
      measure (graph, banned);
      for (guint i = 0; i < needed->len; i++)
        {
          guint entity = g_array_index (needed, guint, i);

          if (!graph->inside[entity] && graph->distance[entity] < graph->distance[nearest] - SAME_COST)
            nearest = (int) entity;
        }
      if (graph->distance[nearest] == G_MAXDOUBLE)
        return NULL;
      path->cost += graph->distance[nearest];
      walk (graph, path, (guint) nearest);
    }
}

static AskDraftPath *
find_best (Graph *graph, GArray *needed, GHashTable *banned)
{
  g_autoptr (AskDraftPath) best = NULL;
  /* With two, the path is the same from either end. */
  guint n_tries = needed->len > 2 ? needed->len : 1;

  for (guint i = 0; i < n_tries; i++)
    {
      g_autoptr (AskDraftPath) path = grow (graph, needed, g_array_index (needed, guint, i), banned);

      if (path == NULL)
        return NULL;
      if (best == NULL || path->cost < best->cost - SAME_COST)
        {
          g_clear_pointer (&best, ask_draft_path_free);
          best = g_steal_pointer (&path);
        }
    }
  return g_steal_pointer (&best);
}

typedef struct
{
  AskDraftPath *path;
  GHashTable *banned;
} Way;

static void
way_clear (Way *way)
{
  ask_draft_path_free (way->path);
  g_hash_table_unref (way->banned);
}

static gboolean
joins_equal (const AskDraftPath *a, const AskDraftPath *b)
{
  if (a->joins->len != b->joins->len)
    return FALSE;
  for (guint i = 0; i < a->joins->len; i++)
    {
      gboolean found = FALSE;

      for (guint k = 0; k < b->joins->len && !found; k++)
        found = g_array_index (a->joins, guint, i) == g_array_index (b->joins, guint, k);
      if (!found)
        return FALSE;
    }
  return TRUE;
}

static GHashTable *
copy_set (GHashTable *set)
{
  GHashTable *copy = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, set);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (copy, key);
  return copy;
}

/* Adds the best way without @banned, which it takes, unless it is known already or costs too much. */
static void
add_way (Graph *graph, GArray *needed, GArray *ways, GHashTable *banned)
{
  Way way = { find_best (graph, needed, banned), banned };
  gboolean wanted = way.path != NULL;

  for (guint i = 0; i < ways->len && wanted; i++)
    wanted = !joins_equal (g_array_index (ways, Way, i).path, way.path);
  if (wanted && ways->len > 0)
    wanted = way.path->cost <= g_array_index (ways, Way, 0).path->cost + MORE_COST + 100 * BRIDGE_DISCOUNT;
  if (wanted)
    g_array_append_val (ways, way);
  else
    way_clear (&way);
}

/* Every entity has to be reached otherwise than it was: by another join, or past its neighbour. */
static void
expand (Graph *graph, GArray *needed, GArray *ways, guint place)
{
  AskDraftPath *path = g_array_index (ways, Way, place).path;

  for (guint i = 0; i < path->joins->len; i++)
    {
      guint join = g_array_index (path->joins, guint, i);
      guint entity = g_array_index (path->entities, guint, i + 1);
      guint other = get_other (graph->domain, join, entity);
      GHashTable *one = copy_set (g_array_index (ways, Way, place).banned);
      GHashTable *all = copy_set (one);
      guint n_between = 0;

      g_hash_table_add (one, GUINT_TO_POINTER (join));
      for (guint k = graph->first[entity]; k < graph->first[entity + 1]; k++)
        if (graph->edges[k].other == other)
          {
            g_hash_table_add (all, GUINT_TO_POINTER (graph->edges[k].join));
            n_between++;
          }
      add_way (graph, needed, ways, one);
      if (n_between > 1)
        add_way (graph, needed, ways, all);
      else
        g_hash_table_unref (all);
    }
}

/* The cheapest that was not expanded yet moves to its place behind those that were. */
static gboolean
settle (GArray *ways, guint place)
{
  guint best = place;
  Way way;

  if (place >= ways->len)
    return FALSE;
  for (guint i = place + 1; i < ways->len; i++)
    if (g_array_index (ways, Way, i).path->cost < g_array_index (ways, Way, best).path->cost - SAME_COST)
      best = i;
  way = g_array_index (ways, Way, best);
  g_array_index (ways, Way, best) = g_array_index (ways, Way, place);
  g_array_index (ways, Way, place) = way;
  return TRUE;
}

/* What the joins cost without discounts. */
static AskDraftPath *
settle_cost (AskDomain *domain, AskDraftPath *path)
{
  path->cost = 0;
  for (guint i = 0; i < path->joins->len; i++)
    path->cost += ask_domain_join (domain, g_array_index (path->joins, guint, i))->cost;
  return path;
}

/**
 * ask_draft_find_path:
 * @domain: whose joins are used
 * @entities: (array length=n_entities): what must be in it; may name one twice
 * @n_entities: how many, at least one
 * @way: 0 for the cheapest; 1, 2, … for others, which cost at most one join more
 *
 * Returns: (transfer full) (nullable): how the entities are joined; %NULL where they cannot be, or there are not
 *   so many ways
 */
AskDraftPath *
ask_draft_find_path (AskDomain *domain, const guint *entities, guint n_entities, guint way)
{
  g_autoptr (GArray) needed = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) ways = g_array_new (FALSE, FALSE, sizeof (Way));
  g_auto (Graph) graph = { NULL };

  g_return_val_if_fail (n_entities > 0, NULL);
  for (guint i = 0; i < n_entities; i++)
    {
      gboolean known = FALSE;

      for (guint k = 0; k < needed->len && !known; k++)
        known = g_array_index (needed, guint, k) == entities[i];
      if (!known)
        g_array_append_val (needed, entities[i]);
    }
  if (needed->len == 1)
    {
      AskDraftPath *alone = NULL;

      if (way == 0)
        {
          alone = path_new ();
          g_array_append_val (alone->entities, entities[0]);
        }
      return alone;
    }
  if (way >= MAX_WAYS)
    return NULL;

  g_array_set_clear_func (ways, (GDestroyNotify) way_clear);
  graph_init (&graph, domain, needed);
  add_way (&graph, needed, ways, g_hash_table_new (NULL, NULL));
  for (guint i = 0; settle (ways, i); i++)
    {
      if (i == way)
        return settle_cost (domain, g_steal_pointer (&g_array_index (ways, Way, i).path));
      expand (&graph, needed, ways, i);
    }
  return NULL;
}
