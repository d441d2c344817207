/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Kin is what a domain of all sources would join by the names of keys, or by values, with an API entity at one end: files
 * and servers declare their keys, and what is called alike in two of them often means two things.
 */
#include "config.h"

#include "understand/interpret/ask-kin.h"

#include <string.h>

/* What a source may get this way. */
#define MAX_KIN 200
/* A domain of more takes too long to be made for this. */
#define MAX_ENTITIES 1000
/* A name that both have, and no key, is no reason: see AskDomainJoin. */
#define MAX_COST 1.6

struct _AskKin
{
  GHashTable *near; /* name of an entity → GPtrArray of names */
};

static void
relate (GHashTable *near, const char *one, const char *other)
{
  GPtrArray *list = g_hash_table_lookup (near, one);

  if (list == NULL)
    {
      list = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (near, g_strdup (one), list);
    }
  if (!g_ptr_array_find_with_equal_func (list, other, g_str_equal, NULL))
    g_ptr_array_add (list, g_strdup (other));
}

/**
 * ask_kin_new:
 * @workspace: whose index of values is looked into
 * @schema: of all its sources
 * @error: as of ask_domain_new()
 *
 * Returns: (transfer full): what is kin there: nothing where there is no API entity, or too much of all
 */
AskKin *
ask_kin_new (AskWorkspace *workspace, AskSchema *schema, GError **error)
{
  g_autoptr (AskKin) self = g_new0 (AskKin, 1);
  g_autoptr (AskDomain) domain = NULL;
  gboolean any = FALSE;

  self->near = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  for (guint e = 0; e < schema->entities->len && !any; e++)
    any = ((AskEntity *) schema->entities->pdata[e])->kind == ASK_ENTITY_API;
  if (!any || schema->entities->len > MAX_ENTITIES)
    return g_steal_pointer (&self);
  domain = ask_domain_new (workspace, schema, NULL, error);
  if (domain == NULL)
    return NULL;
  for (guint j = 0; j < domain->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, j);
      const AskEntity *from = ask_domain_entity (domain, ask_domain_attribute (domain, join->from)->entity)->entity;
      const AskEntity *to = ask_domain_entity (domain, ask_domain_attribute (domain, join->to)->entity)->entity;

      if (from == to || join->cost > MAX_COST || (from->kind != ASK_ENTITY_API && to->kind != ASK_ENTITY_API))
        continue;
      relate (self->near, from->name, to->name);
      relate (self->near, to->name, from->name);
    }
  return g_steal_pointer (&self);
}

/**
 * ask_kin_free:
 * @self: (transfer full) (nullable): what is kin
 */
void
ask_kin_free (AskKin *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->near);
  g_free (self);
}

static void
add_by_name (GPtrArray *entities, AskSchema *schema, const char *name)
{
  AskEntity *entity = ask_schema_find_entity (schema, name);

  if (entity != NULL && !g_ptr_array_find (entities, entity, NULL))
    g_ptr_array_add (entities, entity);
}

/* What @entity is related to, as was declared. */
static void
add_declared (GPtrArray *entities, AskSchema *schema, const AskEntity *entity)
{
  for (guint r = 0; r < schema->relationships->len; r++)
    {
      const AskRelationship *relationship = schema->relationships->pdata[r];

      if (strcmp (relationship->from, entity->name) == 0)
        add_by_name (entities, schema, relationship->to);
      else if (strcmp (relationship->to, entity->name) == 0)
        add_by_name (entities, schema, relationship->from);
    }
}

/**
 * ask_kin_add:
 * @self: what is kin
 * @schema: where names are looked up
 * @entities: (element-type AskEntity): gets the kin of those that are in it, and what these are related to and kin of
 */
void
ask_kin_add (AskKin *self, AskSchema *schema, GPtrArray *entities)
{
  guint n_own = entities->len;
  guint n_first = 0;

  for (guint i = 0; i < entities->len && entities->len < n_own + MAX_KIN; i++)
    {
      const AskEntity *entity = entities->pdata[i];
      const GPtrArray *near = g_hash_table_lookup (self->near, entity->name);

      if (i == n_own)
        n_first = entities->len;
      /* What kin leads to belongs to it, and nothing beyond. */
      if (i >= n_own && i >= n_first)
        break;
      if (i >= n_own)
        add_declared (entities, schema, entity);
      for (guint k = 0; near != NULL && k < near->len; k++)
        add_by_name (entities, schema, near->pdata[k]);
    }
}
