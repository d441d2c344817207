/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Facts of attributes by the names that the relational view gives them. Values are read only where all of them are few.
 */
#include "config.h"

#include "explore/ask-build-known.h"

#include "explore/ask-build-stage.h"
#include "explore/ask-explore.h"

struct _AskBuildKnown
{
  GHashTable *entities; /* folded names of those that were looked up */
  GHashTable *facts; /* entity and attribute, folded → AskBuildFact */
};

static void
fact_free (gpointer data)
{
  AskBuildFact *self = data;

  g_ptr_array_unref (self->values);
  g_free (self);
}

/** ask_build_known_new: Returns: (transfer full): nothing is known */
AskBuildKnown *
ask_build_known_new (void)
{
  AskBuildKnown *self = g_new0 (AskBuildKnown, 1);

  self->entities = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, fact_free);
  return self;
}

/** ask_build_known_free: @self: (nullable): is freed */
void
ask_build_known_free (AskBuildKnown *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->entities);
  g_hash_table_unref (self->facts);
  g_free (self);
}

static char *
make_key (const char *entity, const char *attribute)
{
  g_autofree char *both = g_strdup_printf ("%s\n%s", entity, attribute);

  return g_ascii_strdown (both, -1);
}

/**
 * ask_build_known_add:
 * @entity: as the relational view calls it
 * @attribute: of it
 * @n_distinct: as of #AskBuildFact
 *
 * Returns: (transfer none): what is known of it now, without values
 */
AskBuildFact *
ask_build_known_add (AskBuildKnown *self, const char *entity, const char *attribute, gint64 n_distinct)
{
  AskBuildFact *fact = g_new0 (AskBuildFact, 1);

  fact->n_distinct = n_distinct;
  fact->values = g_ptr_array_new_with_free_func (g_free);
  g_hash_table_replace (self->facts, make_key (entity, attribute), fact);
  return fact;
}

/**
 * ask_build_known_find:
 * @self: (nullable): what is known
 * @entity: as the relational view calls it
 * @attribute: of it
 *
 * Returns: (transfer none) (nullable): what is known of the attribute
 */
const AskBuildFact *
ask_build_known_find (const AskBuildKnown *self, const char *entity, const char *attribute)
{
  g_autofree char *key = make_key (entity, attribute);

  return self != NULL ? g_hash_table_lookup (self->facts, key) : NULL;
}

/** ask_build_known_covers: @self: (nullable). Returns: whether all entities of @build were looked up */
gboolean
ask_build_known_covers (const AskBuildKnown *self, const AskBuild *build)
{
  const AskBuild *before = ask_build_get_before (build);

  if (self == NULL || (before != NULL && !ask_build_known_covers (self, before)))
    return FALSE;
  for (guint i = 0; i < build->steps->len; i++)
    {
      const AskBuildStep *step = ask_build_get_step (build, i);
      g_autofree char *name = step->entity != NULL && step->before == NULL ? g_ascii_strdown (step->entity, -1) : NULL;

      if (name != NULL && !g_hash_table_contains (self->entities, name))
        return FALSE;
    }
  return TRUE;
}

static const AskAttribute *
find_by_column (const AskEntity *entity, const char *column)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (g_strcmp0 (attribute->column, column) == 0)
        return attribute;
    }
  return NULL;
}

static gboolean
load_values (AskWorkspace *workspace, const AskEntity *entity, const char *column, AskBuildFact *fact, GError **error)
{
  const AskValuePlace place = { entity->source, entity->table, column };
  g_autoptr (GPtrArray) values = ask_workspace_list_values (workspace, &place, error);

  if (values == NULL)
    return FALSE;
  if (values->len <= ASK_BUILD_FEW)
    for (guint i = 0; i < values->len; i++)
      g_ptr_array_add (fact->values, g_strdup (values->pdata[i]));
  return TRUE;
}

static gboolean
load_entity (AskBuildKnown *self, AskWorkspace *workspace, const AskEntity *entity, GError **error)
{
  g_autoptr (GPtrArray) all = NULL;

  /* A query entity has no table, so the index has nothing of it. */
  if (entity->table == NULL || entity->source == NULL)
    return TRUE;
  all = ask_workspace_load_facts (workspace, entity->source, entity->table, error);
  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const AskValueFacts *facts = all->pdata[i];
      const AskAttribute *attribute = find_by_column (entity, facts->column);
      AskBuildFact *fact;

      if (attribute == NULL || !ask_explore_is_shown (attribute))
        continue;
      fact = ask_build_known_add (self, entity->name, attribute->name, facts->n_distinct);
      if (facts->complete && facts->n_distinct <= ASK_BUILD_FEW && facts->n_texts > 0
          && !load_values (workspace, entity, facts->column, fact, error))
        return FALSE;
    }
  return all != NULL;
}

/**
 * ask_build_known_load:
 * @workspace: whose index it is
 * @schema: whose names @build has
 * @build: steps
 * @error: as of ask_workspace_load_facts()
 *
 * Blocks on the workspace's file alone.
 *
 * Returns: (transfer full) (nullable): what is known of the entities of @build
 */
AskBuildKnown *
ask_build_known_load (AskWorkspace *workspace, AskSchema *schema, const AskBuild *build, GError **error)
{
  const AskBuild *before = ask_build_get_before (build);
  g_autoptr (AskBuildKnown) self
    = before != NULL ? ask_build_known_load (workspace, schema, before, error) : ask_build_known_new ();

  if (self == NULL)
    return NULL;
  for (guint i = 0; i < build->steps->len; i++)
    {
      const AskBuildStep *step = ask_build_get_step (build, i);
      const AskEntity *entity = step->entity != NULL ? ask_schema_find_entity (schema, step->entity) : NULL;

      if (step->entity != NULL && g_hash_table_add (self->entities, g_ascii_strdown (step->entity, -1))
          && entity != NULL && !load_entity (self, workspace, entity, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}
