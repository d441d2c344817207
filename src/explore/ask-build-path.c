/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ways from the tables of a query to another entity, along the relationships of the schema, in either direction and
 * over the borders of sources. Where several lead there, a person chooses.
 */
#include "config.h"

#include "explore/ask-build-offer.h"

#include <string.h>

#include "base/ask-text.h"

/* Nobody reads more. */
#define MAX_PATHS 12
/* Entities looked at in search of them. */
#define MAX_VISITS 20000

/** ask_build_path_free: frees @self */
void
ask_build_path_free (AskBuildPath *self)
{
  g_ptr_array_unref (self->steps);
  g_free (self->words);
  g_free (self);
}

typedef struct
{
  const AskRelationship *relationship;
  gboolean forward; /* from its @from to its @to */
} Hop;

static const char *
get_begin (const Hop *hop)
{
  return hop->forward ? hop->relationship->from : hop->relationship->to;
}

static const char *
get_end (const Hop *hop)
{
  return hop->forward ? hop->relationship->to : hop->relationship->from;
}

static gboolean
is_same (const char *a, const char *b)
{
  return g_ascii_strcasecmp (a, b) == 0;
}

/* Entity, folded → its hops away (element-type Hop) */
static GHashTable *
index_hops (AskSchema *schema)
{
  GHashTable *hops = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < schema->relationships->len; i++)
    for (guint way = 0; way < 2; way++)
      {
        Hop hop = { schema->relationships->pdata[i], way == 0 };
        g_autofree char *begin = g_ascii_strdown (get_begin (&hop), -1);
        GArray *list = g_hash_table_lookup (hops, begin);

        if (list == NULL)
          {
            list = g_array_new (FALSE, FALSE, sizeof (Hop));
            g_hash_table_insert (hops, g_steal_pointer (&begin), list);
          }
        g_array_append_val (list, hop);
      }
  return hops;
}

static GArray *
find_hops (GHashTable *hops, const char *entity)
{
  g_autofree char *folded = g_ascii_strdown (entity, -1);

  return g_hash_table_lookup (hops, folded);
}

/* ---- what can be reached */

static int
compare_targets (gconstpointer a, gconstpointer b)
{
  const AskBuildTarget *one = a;
  const AskBuildTarget *other = b;

  if (one->hops != other->hops)
    return one->hops < other->hops ? -1 : 1;
  return g_ascii_strcasecmp (one->entity->name, other->entity->name);
}

/**
 * ask_build_list_targets:
 * @self: steps
 * @schema: whose names they are
 * @place: of the join; what stands behind it counts for nothing
 *
 * Returns: (transfer full) (element-type AskBuildTarget): entities that can be joined, the nearest first; those that are
 *   in the query already can be joined once more where a relationship leads to them
 */
GArray *
ask_build_list_targets (const AskBuild *self, AskSchema *schema, guint place)
{
  GArray *targets = g_array_new (FALSE, FALSE, sizeof (AskBuildTarget));
  g_autoptr (GHashTable) hops = index_hops (schema);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_direct_hash, g_direct_equal);
  g_autoptr (GPtrArray) front = g_ptr_array_new ();

  for (guint i = 0; i < MIN (place, self->steps->len); i++)
    {
      const AskBuildStep *step = self->steps->pdata[i];
      const AskEntity *entity
        = step->entity != NULL && !step->disabled ? ask_schema_find_entity (schema, step->entity) : NULL;

      if (entity != NULL)
        g_ptr_array_add (front, (gpointer) entity);
    }
  for (guint distance = 1; distance <= ASK_BUILD_MAX_HOPS && front->len > 0; distance++)
    {
      g_autoptr (GPtrArray) next = g_ptr_array_new ();

      for (guint i = 0; i < front->len; i++)
        {
          const GArray *away = find_hops (hops, ((const AskEntity *) front->pdata[i])->name);

          for (guint h = 0; away != NULL && h < away->len; h++)
            {
              const AskEntity *end = ask_schema_find_entity (schema, get_end (&g_array_index (away, Hop, h)));
              AskBuildTarget target = { end, distance };

              if (end == NULL || end->hidden || !g_hash_table_add (seen, (gpointer) end))
                continue;
              g_array_append_val (targets, target);
              g_ptr_array_add (next, (gpointer) end);
            }
        }
      g_ptr_array_unref (front);
      front = g_steal_pointer (&next);
    }
  if (targets->len > 1)
    g_array_sort (targets, compare_targets);
  return targets;
}

/* ---- ways */

typedef struct
{
  const AskBuild *build;
  GHashTable *hops;
  const char *target;
  GArray *way; /* Hop */
  const AskBuildStep *begin;
  GPtrArray *paths;
  guint max_hops;
  guint n_visits;
} Search;

static gboolean
is_on_way (const Search *self, const char *entity)
{
  if (is_same (self->begin->entity, entity))
    return TRUE;
  for (guint i = 0; i < self->way->len; i++)
    if (is_same (get_end (&g_array_index (self->way, Hop, i)), entity))
      return TRUE;
  return FALSE;
}

static void
append_hop_words (GString *words, const AskBuildStep *step)
{
  g_autofree char *entity = ask_text_to_words (step->entity);

  g_string_append_printf (words, " → %s (", entity);
  for (guint i = 0; i < step->pairs->len; i++)
    {
      const AskBuildPair *pair = step->pairs->pdata[i];
      g_autofree char *name = ask_text_to_words (pair->name);
      g_autofree char *other = ask_text_to_words (pair->other);

      g_string_append (words, i > 0 ? ", " : "");
      if (strcmp (name, other) == 0)
        g_string_append (words, name);
      else
        g_string_append_printf (words, "%s = %s", name, other);
    }
  g_string_append_c (words, ')');
}

static void
keep_way (Search *self)
{
  AskBuildPath *path = g_new0 (AskBuildPath, 1);
  g_autoptr (AskBuild) build = ask_build_copy (self->build);
  g_autofree char *begin = ask_text_to_words (self->begin->item);
  g_autoptr (GString) words = g_string_new (begin);
  const char *item = self->begin->item;

  path->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_step_free);
  for (guint i = 0; i < self->way->len; i++)
    {
      const Hop *hop = &g_array_index (self->way, Hop, i);
      const AskRelationship *along = hop->relationship;
      const GPtrArray *own = hop->forward ? along->from_attributes : along->to_attributes;
      const GPtrArray *others = hop->forward ? along->to_attributes : along->from_attributes;
      AskBuildStep *step = ask_build_step_new (ASK_BUILD_JOIN);

      step->entity = g_strdup (get_end (hop));
      step->item = ask_build_make_item (build, step->entity);
      for (guint a = 0; a < own->len; a++)
        ask_build_step_add_pair (step, item, own->pdata[a], others->pdata[a]);
      g_ptr_array_add (build->steps, ask_build_step_copy (step));
      g_ptr_array_add (path->steps, step);
      append_hop_words (words, step);
      item = step->item;
    }
  path->words = g_strdup (words->str);
  g_ptr_array_add (self->paths, path);
}

static void
search (Search *self, const char *entity)
{
  const GArray *away = find_hops (self->hops, entity);

  for (guint i = 0; away != NULL && i < away->len && self->paths->len < MAX_PATHS; i++)
    {
      const Hop *hop = &g_array_index (away, Hop, i);
      const char *end = get_end (hop);
      gboolean arrives = is_same (end, self->target);

      if (self->n_visits++ > MAX_VISITS)
        return;
      /* A relationship of an entity with itself is two ways of one hop. */
      if (!arrives && (is_on_way (self, end) || self->way->len + 1 >= self->max_hops))
        continue;
      if (arrives && self->way->len + 1 != self->max_hops)
        continue;
      g_array_append_vals (self->way, hop, 1);
      if (arrives)
        keep_way (self);
      else
        search (self, end);
      g_array_set_size (self->way, self->way->len - 1);
    }
}

/**
 * ask_build_find_paths:
 * @self: steps
 * @schema: whose names they are
 * @place: of the join; what stands behind it counts for nothing
 * @target: the entity that is to be joined
 *
 * Returns: (transfer full) (element-type AskBuildPath): the ways to it, the shortest first, and none that is more than one
 *   relationship longer
 */
GPtrArray *
ask_build_find_paths (const AskBuild *self, AskSchema *schema, guint place, const char *target)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_build_path_free);
  g_autoptr (GHashTable) hops = index_hops (schema);
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (Hop));
  guint last = ASK_BUILD_MAX_HOPS;

  for (guint n = 1; n <= last; n++)
    {
      for (guint i = 0; i < MIN (place, self->steps->len); i++)
        {
          const AskBuildStep *step = self->steps->pdata[i];
          Search one = { self, hops, target, way, step, paths, n, 0 };

          if (step->entity != NULL && !step->disabled)
            search (&one, step->entity);
        }
      /* Those of one more are found as well, once. */
      if (paths->len > 0 && last == ASK_BUILD_MAX_HOPS)
        last = MIN (last, n + 1);
    }
  return paths;
}

/**
 * ask_build_take_path:
 * @self: steps
 * @place: where its joins go
 * @path: of ask_build_find_paths() of the same steps
 * @error: %ASK_BUILD_ERROR_STEP
 *
 * Returns: whether the joins stand there now
 */
gboolean
ask_build_take_path (AskBuild *self, guint place, const AskBuildPath *path, GError **error)
{
  for (guint i = 0; i < path->steps->len; i++)
    if (!ask_build_insert (self, place + i, ask_build_step_copy (path->steps->pdata[i]), error))
      return FALSE;
  return TRUE;
}
