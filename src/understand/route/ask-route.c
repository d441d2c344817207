/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routing over a workspace: fills the index from the newest schema, the index of values and the verified questions,
 * and asks the ranker that ships.
 */
#include "config.h"

#include "understand/route/ask-route.h"

#include <math.h>

#include "sql/ask-sql-parser.h"
#include "understand/route/ask-route-private.h"

struct _AskRoute
{
  AskRouteIndex *index;
  AskRouteVectors *own;
  AskRouteServed *served; /* nullable: no server makes embeddings */
};

/* The sources in the order in which the workspace tells values, and how far the index has them.
 * @entities: source in lower case → GPtrArray of AskEntity */
typedef struct
{
  AskRouteIndex *index;
  GPtrArray *names;
  GHashTable *entities;
  guint n_added;
} Filling;

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_ascii_strcasecmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_next (Filling *filling)
{
  const char *name = filling->names->pdata[filling->n_added++];
  g_autofree char *key = g_ascii_strdown (name, -1);

  ask_route_index_add_source (filling->index, name, g_hash_table_lookup (filling->entities, key));
}

static void
take_value (const char *source, const char *table, const char *column, const char *value, gpointer data)
{
  Filling *filling = data;

  while (filling->n_added < filling->names->len
         && g_ascii_strcasecmp (filling->names->pdata[filling->n_added], source) <= 0)
    add_next (filling);
  if (filling->n_added > 0 && g_ascii_strcasecmp (filling->names->pdata[filling->n_added - 1], source) == 0)
    ask_route_index_add_value (filling->index, table, column, value);
}

/* The sources that the query reads; what cannot be parsed any more reads none. */
static void
add_question (Filling *filling, const AskVerified *verified, GHashTable *sources)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (verified->sql, -1, NULL);
  g_autoptr (GArray) tables = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_direct_hash, g_direct_equal);

  if (tree == NULL)
    return;
  tables = ask_sql_select_find_tables (tree->select);
  for (guint i = 0; i < tables->len; i++)
    {
      g_autofree char *name = g_ascii_strdown (g_array_index (tables, AskSqlTableUse, i).name, -1);
      guint source = GPOINTER_TO_UINT (g_hash_table_lookup (sources, name));

      if (source > 0 && g_hash_table_add (seen, GUINT_TO_POINTER (source)))
        ask_route_index_add_question (filling->index, source - 1, verified->question);
    }
}

static gboolean
add_questions (Filling *filling, AskWorkspace *workspace, GError **error)
{
  g_autoptr (GPtrArray) verified = ask_workspace_list_verified (workspace, error);
  g_autoptr (GHashTable) sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (verified == NULL)
    return FALSE;
  for (guint e = 0; e < filling->index->entities->len; e++)
    {
      const AskRouteEntity *entity = ask_route_index_entity (filling->index, e);

      g_hash_table_insert (sources, g_ascii_strdown (entity->entity->name, -1), GUINT_TO_POINTER (entity->source + 1));
    }
  for (guint i = 0; i < verified->len; i++)
    add_question (filling, verified->pdata[i], sources);
  return TRUE;
}

/* What is bound to a query over other entities belongs to no source. */
static void
group_entities (Filling *filling, AskSchema *schema)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];
      g_autofree char *key = g_ascii_strdown (entity->source, -1);
      GPtrArray *entities = g_hash_table_lookup (filling->entities, key);

      if (*key == '\0')
        continue;
      if (entities == NULL)
        {
          entities = g_ptr_array_new ();
          g_hash_table_insert (filling->entities, g_steal_pointer (&key), entities);
          g_ptr_array_add (filling->names, entity->source);
        }
      g_ptr_array_add (entities, entity);
    }
  g_ptr_array_sort (filling->names, compare_names);
}

/**
 * ask_route_new:
 * @workspace: whose sources are to be found
 * @error: %ASK_STORE_ERROR where the workspace cannot be read
 *
 * Reads names, values and questions once; what changes in the workspace afterwards needs a new one.
 *
 * Returns: (transfer full): an index of all sources
 */
AskRoute *
ask_route_new (AskWorkspace *workspace, GError **error)
{
  g_autoptr (AskRoute) self = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autofree char *embeddings = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GHashTable) entities
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  Filling filling = { NULL, names, entities, 0 };

  g_return_val_if_fail (workspace != NULL, NULL);

  embeddings = ask_workspace_get_setting (workspace, "model/embeddings");
  if ((schema = ask_workspace_load_schema (workspace, error)) == NULL)
    return NULL;
  self = g_new0 (AskRoute, 1);
  self->index = filling.index = ask_route_index_new (schema);
  group_entities (&filling, schema);
  if (!ask_workspace_each_value (workspace, take_value, &filling, error))
    return NULL;
  while (filling.n_added < names->len)
    add_next (&filling);
  if (!add_questions (&filling, workspace, error))
    return NULL;
  ask_route_index_finish (self->index);
  self->own = ask_route_vectors_new_own (self->index, ask_route_model_get_default ()->map);
  if (embeddings != NULL && *embeddings != '\0'
      && (self->served = ask_route_served_new (workspace, self->index, embeddings, error)) == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * ask_route_free:
 * @self: (nullable): an index
 */
void
ask_route_free (AskRoute *self)
{
  if (self == NULL)
    return;
  ask_route_served_free (self->served);
  ask_route_vectors_free (self->own);
  ask_route_index_free (self->index);
  g_free (self);
}

static void
hit_free (gpointer data)
{
  AskRouteHit *hit = data;

  g_free (hit->source);
  g_free (hit->why);
  g_free (hit);
}

static AskRouteHit *
hit_new (const AskRouteScene *scene, const AskRouteRanked *ranked)
{
  const AskRouteCandidate *candidate = ask_route_scene_candidate (scene, ranked->candidate);
  AskRouteHit *hit = g_new0 (AskRouteHit, 1);

  hit->source = g_strdup (ask_route_index_source (scene->index, candidate->source)->name);
  hit->score = ranked->score;
  hit->why = ask_route_scene_explain (scene, candidate);
  return hit;
}

/* Sources come first, so that all of them have vectors as soon as most have. */
static gboolean
can_serve (const AskRoute *self, const AskRouteAsked *asked)
{
  const AskRouteVectors *vectors = self->served != NULL ? self->served->vectors : NULL;

  if (vectors == NULL || asked->vector == NULL || vectors->dims != asked->dims)
    return FALSE;
  for (guint i = 0; i < vectors->n[ASK_ROUTE_OF_SOURCES]; i++)
    if (vectors->scales[ASK_ROUTE_OF_SOURCES][i] <= 0)
      return FALSE;
  return TRUE;
}

/* Returns: (transfer full): the vector at length 1 */
static float *
dup_unit (const float *vector, guint dims)
{
  float *unit = g_memdup2 (vector, dims * sizeof *vector);
  double square = 0;

  for (guint d = 0; d < dims; d++)
    square += (double) vector[d] * vector[d];
  for (guint d = 0; d < dims && square > 0; d++)
    unit[d] = (float) (vector[d] / sqrt (square));
  return unit;
}

/**
 * ask_route_question:
 * @self: an index
 * @asked: what is asked
 * @top: how many sources to tell at most
 *
 * Returns: (transfer full): the sources that could answer, and how likely that is
 */
AskRouteResult *
ask_route_question (const AskRoute *self, const AskRouteAsked *asked, guint top)
{
  const AskRouteModel *model = ask_route_model_get_default ();
  AskRouteGround ground = { NULL, model, NULL, NULL };
  AskRouteLike like = { NULL, NULL, NULL };
  g_autofree float *unit = NULL;
  g_autoptr (AskRouteRanking) ranking = NULL;
  AskRouteResult *result;

  g_return_val_if_fail (self != NULL && asked != NULL && asked->question != NULL, NULL);

  ground.index = self->index;
  ground.own = self->own;
  if (can_serve (self, asked))
    {
      unit = dup_unit (asked->vector, asked->dims);
      like = (AskRouteLike) { self->served->vectors, unit, NULL };
      ground.served = &like;
    }
  ranking = ask_route_ranking_new (&ground, asked->question);
  result = g_new0 (AskRouteResult, 1);
  result->hits = g_ptr_array_new_with_free_func (hit_free);
  result->unknown = ask_route_scene_list_unknown (ranking->scene);
  result->known = ranking->known;
  result->answerable = ranking->known >= model->threshold;
  for (guint i = 0; i < ranking->ranked->len && i < top; i++)
    g_ptr_array_add (result->hits, hit_new (ranking->scene, &g_array_index (ranking->ranked, AskRouteRanked, i)));
  return result;
}

/**
 * ask_route_get_texts:
 * @self: an index
 *
 * Returns: (transfer none) (nullable) (element-type utf8 utf8): by their hashes, the texts that a server makes vectors
 *   of; %NULL where none is set that does
 */
GHashTable *
ask_route_get_texts (const AskRoute *self)
{
  return self->served != NULL ? self->served->texts : NULL;
}

/**
 * ask_route_list_missing:
 * @self: an index
 * @most: how many at most
 *
 * Returns: (transfer full) (element-type utf8): hashes of texts that have no vector yet, those of sources first
 */
GPtrArray *
ask_route_list_missing (const AskRoute *self, guint most)
{
  GPtrArray *missing = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; self->served != NULL && i < self->served->hashes->len && missing->len < most; i++)
    if (!g_hash_table_contains (self->served->there, self->served->hashes->pdata[i]))
      g_ptr_array_add (missing, g_strdup (self->served->hashes->pdata[i]));
  return missing;
}

/**
 * ask_route_get_dims:
 * @self: an index
 *
 * Returns: how many numbers the server's vectors have; 0 where there are none
 */
guint
ask_route_get_dims (const AskRoute *self)
{
  return self->served != NULL && self->served->vectors != NULL ? self->served->vectors->dims : 0;
}

/**
 * ask_route_result_free:
 * @self: (nullable): a result
 */
void
ask_route_result_free (AskRouteResult *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->hits);
  g_ptr_array_unref (self->unknown);
  g_free (self);
}
