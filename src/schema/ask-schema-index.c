/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three tables of borrowed entities. Of several that are called the same the first counts, as in
 * ask_schema_find_entity().
 */
#include "config.h"

#include "schema/ask-schema-index.h"

struct _AskSchemaIndex
{
  GHashTable *names; /* in small letters */
  GHashTable *ids;
  GHashTable *tables; /* source, namespace, table */
};

static void
insert (GHashTable *table, char *key, AskEntity *entity)
{
  if (g_hash_table_contains (table, key))
    g_free (key);
  else
    g_hash_table_insert (table, key, entity);
}

static char *
table_key (const AskEntity *entity)
{
  return g_strjoin ("\001", entity->source, entity->table, entity->namespace, NULL);
}

static void
insert_all (AskSchemaIndex *self, AskEntity *entity)
{
  insert (self->names, g_ascii_strdown (entity->name, -1), entity);
  if (entity->id != NULL)
    insert (self->ids, g_strdup (entity->id), entity);
  insert (self->tables, table_key (entity), entity);
}

/**
 * ask_schema_index_new:
 * @schema: (nullable): an empty one where there is none
 *
 * Returns: (transfer full): an index that must not outlive the entities
 */
AskSchemaIndex *
ask_schema_index_new (AskSchema *schema)
{
  AskSchemaIndex *self = g_new0 (AskSchemaIndex, 1);

  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; schema != NULL && i < schema->entities->len; i++)
    insert_all (self, schema->entities->pdata[i]);
  return self;
}

/**
 * ask_schema_index_free:
 * @self: (transfer full) (nullable): an index
 */
void
ask_schema_index_free (AskSchemaIndex *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->ids);
  g_hash_table_unref (self->tables);
  g_free (self);
}

/**
 * ask_schema_index_find:
 * @self: an index
 * @name: in any case
 *
 * Returns: (transfer none) (nullable): the entity that is called so
 */
AskEntity *
ask_schema_index_find (const AskSchemaIndex *self, const char *name)
{
  g_autofree char *key = g_ascii_strdown (name, -1);

  return g_hash_table_lookup (self->names, key);
}

/**
 * ask_schema_index_find_id:
 * @self: an index
 * @id: an id
 *
 * Returns: (transfer none) (nullable): the entity that has it
 */
AskEntity *
ask_schema_index_find_id (const AskSchemaIndex *self, const char *id)
{
  return g_hash_table_lookup (self->ids, id);
}

/**
 * ask_schema_index_find_bound:
 * @self: an index
 * @like: an entity, perhaps of another schema
 *
 * Returns: (transfer none) (nullable): the entity whose rows lie where those of @like do
 */
AskEntity *
ask_schema_index_find_bound (const AskSchemaIndex *self, const AskEntity *like)
{
  g_autofree char *key = table_key (like);

  return g_hash_table_lookup (self->tables, key);
}

/**
 * ask_schema_index_add_entity:
 * @self: an index of @schema
 * @schema: a schema that nobody else holds
 * @entity: (transfer full): as of ask_schema_add_entity(), which this is for many
 *
 * Returns: (transfer none): @entity
 */
AskEntity *
ask_schema_index_add_entity (AskSchemaIndex *self, AskSchema *schema, AskEntity *entity)
{
  ask_schema_name_entity (schema, self, entity);
  g_ptr_array_add (schema->entities, entity);
  insert_all (self, entity);
  return entity;
}
