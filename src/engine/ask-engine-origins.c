/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the rows of a statement come from: every attribute that it reads, for whatever purpose, and every
 * earlier step. It says too much rather than too little: a column that only a condition compares is an
 * origin, too. Nothing is opened or read.
 */
#include "config.h"

#include "engine/ask-plan.h"
#include "sql/ask-sql-define.h"

static void
origin_free (gpointer data)
{
  AskOrigin *self = data;

  g_free (self->step);
  g_free (self);
}

static void
add_origin (GPtrArray *origins, const AskEntity *entity, const AskAttribute *attribute, const char *step)
{
  AskOrigin *origin;

  for (guint i = 0; i < origins->len; i++)
    {
      origin = origins->pdata[i];
      if (origin->entity == entity && origin->attribute == attribute && g_strcmp0 (origin->step, step) == 0)
        return;
    }
  origin = g_new0 (AskOrigin, 1);
  origin->entity = entity;
  origin->attribute = attribute;
  origin->step = g_strdup (step);
  g_ptr_array_add (origins, origin);
}

static const AskAttribute *
find_attribute (const AskEntity *entity, const AskSqlTable *table, const char *name)
{
  const AskAttribute *attribute
    = g_ascii_strcasecmp (entity->name, table->name) == 0 ? ask_entity_find_attribute (entity, name) : NULL;

  return attribute != NULL ? attribute : ask_entity_find_column (entity, name);
}

static gboolean
note_from (AskSqlFrom *from, gpointer data)
{
  GPtrArray *origins = data;
  const AskSqlTable *table = from->catalog_table;
  const AskEntity *entity = table != NULL ? table->data : NULL;
  gboolean any = FALSE;

  if (table == NULL)
    return TRUE;
  if (entity == NULL)
    {
      add_origin (origins, NULL, NULL, table->name);
      return TRUE;
    }
  for (guint i = 0; i < from->n_columns; i++)
    if (from->used[i])
      {
        const AskAttribute *attribute = find_attribute (entity, table, from->columns[i].name);

        any = any || attribute != NULL;
        add_origin (origins, entity, attribute, NULL);
      }
  /* How many rows there are, and which, is known of the entity as a whole. */
  if (!any || from->uses_rowid)
    add_origin (origins, entity, NULL, NULL);
  return TRUE;
}

static void
note_tree (AskSqlTree *tree, GPtrArray *origins)
{
  AskSqlVisit visit = { .from = note_from, .user_data = origins };

  ask_planner_use_named (tree);
  ask_sql_walk_select (tree->select, &visit);
}

/**
 * ask_engine_get_origins:
 * @sql: one SELECT over the relational view and the steps that are kept now
 *
 * What is calculated, and attributes of query entities, come with what they are made of.
 *
 * Returns: (transfer full) (nullable) (element-type AskOrigin): each once; %NULL where nobody can tell
 */
GPtrArray *
ask_engine_get_origins (AskEngine *self, const char *sql)
{
  g_autoptr (GPtrArray) origins = g_ptr_array_new_with_free_func (origin_free);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  AskSqlCatalog *catalog = ask_engine_get_catalog (self);
  gboolean changed;

  g_return_val_if_fail (sql != NULL, NULL);

  if (tree == NULL || !ask_sql_analyse (tree, catalog, NULL))
    return NULL;
  note_tree (tree, origins);
  if (!ask_sql_define (tree, catalog, &changed, NULL))
    return NULL;
  if (changed)
    note_tree (tree, origins);
  return g_steal_pointer (&origins);
}
