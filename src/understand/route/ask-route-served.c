/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a server's embeddings are made of, and those that the workspace keeps. The texts have names, synonyms,
 * descriptions and domain statements, never a value; what is hidden is not in the index at all.
 */
#include "config.h"

#include "store/ask-workspace-vectors.h"
#include "understand/route/ask-route-private.h"

/* Of a workspace of more entities only the sources have vectors of a server. */
#define MAX_ENTITIES 20000
#define MAX_NAMED 60
#define MAX_BYTES 4000

static void
add_text (GString *text, const char *before, const char *more)
{
  if (more != NULL && *more != '\0' && text->len < MAX_BYTES)
    g_string_append_printf (text, "%s%s", before, more);
}

static char *
end_text (GString *text)
{
  char *plain = g_utf8_make_valid (text->str, (gssize) MIN (text->len, MAX_BYTES));

  g_string_free (text, TRUE);
  return plain;
}

static void
add_synonyms (GString *text, GPtrArray *synonyms)
{
  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    add_text (text, ", ", synonyms->pdata[i]);
}

static char *
tell_entity (const AskRouteIndex *index, guint id)
{
  const AskRouteEntity *entity = ask_route_index_entity (index, id);
  GString *text = g_string_new (ask_route_index_get_plain_name (entity->entity));

  add_synonyms (text, entity->entity->synonyms);
  add_text (text, " of ", ask_route_index_source (index, entity->source)->name);
  add_text (text, ". ", entity->entity->description);
  for (guint a = 0; a < entity->n_attributes && a < MAX_NAMED; a++)
    {
      const AskAttribute *attribute = ask_route_index_attribute (index, entity->first_attribute + a)->attribute;

      add_text (text, a == 0 ? ": " : "; ", attribute->name);
      add_synonyms (text, attribute->synonyms);
      add_text (text, ", ", attribute->description);
    }
  return end_text (text);
}

static char *
tell_source (const AskRouteIndex *index, guint id)
{
  const AskRouteSource *source = ask_route_index_source (index, id);
  const AskSchemaSource *said = ask_schema_find_source (index->schema, source->name);
  GString *text = g_string_new (source->name);

  add_text (text, ". ", said != NULL ? said->description : NULL);
  for (guint i = 0; said != NULL && i < said->statements->len; i++)
    add_text (text, ". ", said->statements->pdata[i]);
  for (guint e = 0; e < source->n_entities && e < MAX_NAMED; e++)
    {
      const AskEntity *entity = ask_route_index_entity (index, source->first_entity + e)->entity;

      add_text (text, e == 0 ? ": " : "; ", ask_route_index_get_plain_name (entity));
      add_synonyms (text, entity->synonyms);
    }
  return end_text (text);
}

/* @wanted: text's hash → GArray of guint: numbers of sources, and of entities beyond these */
typedef struct
{
  AskRouteServed *served;
  const AskRouteIndex *index;
  GHashTable *wanted;
} Filling;

static void
want (Filling *self, guint id, char *text)
{
  char *hash = ask_vector_text_hash (text);
  GArray *ids = g_hash_table_lookup (self->wanted, hash);

  if (ids == NULL)
    {
      ids = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (self->wanted, g_strdup (hash), ids);
      g_ptr_array_add (self->served->hashes, g_strdup (hash));
      g_hash_table_insert (self->served->texts, hash, text);
    }
  else
    {
      g_free (hash);
      g_free (text);
    }
  g_array_append_val (ids, id);
}

static void
take_vector (const char *hash, const float *numbers, guint n, gpointer data)
{
  Filling *filling = data;
  AskRouteServed *self = filling->served;
  GArray *ids = g_hash_table_lookup (filling->wanted, hash);
  guint n_sources = filling->index->sources->len;

  if (ids == NULL)
    return;
  if (self->vectors == NULL)
    self->vectors = ask_route_vectors_new (filling->index, n);
  if (self->vectors->dims != n)
    return;
  for (guint i = 0; i < ids->len; i++)
    {
      guint id = g_array_index (ids, guint, i);

      if (id < n_sources)
        ask_route_vectors_set (self->vectors, ASK_ROUTE_OF_SOURCES, id, numbers);
      else
        ask_route_vectors_set (self->vectors, ASK_ROUTE_OF_ENTITIES, id - n_sources, numbers);
    }
  g_hash_table_add (self->there, g_strdup (hash));
}

/*
 * ask_route_served_new:
 * @model: the server's model
 *
 * Returns: (transfer full): the texts of all that is in @index, and the vectors that are kept for them
 */
AskRouteServed *
ask_route_served_new (AskWorkspace *workspace, const AskRouteIndex *index, const char *model, GError **error)
{
  g_autoptr (AskRouteServed) self = g_new0 (AskRouteServed, 1);
  g_autoptr (GHashTable) wanted
    = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  Filling filling = { self, index, wanted };

  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->hashes = g_ptr_array_new_with_free_func (g_free);
  self->there = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < index->sources->len; i++)
    want (&filling, i, tell_source (index, i));
  for (guint i = 0; i < index->entities->len && index->entities->len <= MAX_ENTITIES; i++)
    want (&filling, index->sources->len + i, tell_entity (index, i));
  if (!ask_workspace_each_vector (workspace, model, take_vector, &filling, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* ask_route_served_free: @self: (nullable) */
void
ask_route_served_free (AskRouteServed *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->texts);
  g_ptr_array_unref (self->hashes);
  g_hash_table_unref (self->there);
  ask_route_vectors_free (self->vectors);
  g_free (self);
}
