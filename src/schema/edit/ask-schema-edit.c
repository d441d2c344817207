/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What all edits have in common, and those that add and take away entities, calculated attributes and metrics, and
 * move boxes. Each works on a fork of the draft and gives it to the draft at the end, so that one that fails has
 * changed nothing.
 */
#include "config.h"

#include "schema/edit/ask-schema-edit-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* ask_schema_edit_entity: Returns: (transfer none) (nullable): the entity, to be changed; %NULL with *@error set */
AskEntity *
ask_schema_edit_entity (AskSchema *draft, const char *id, GError **error)
{
  AskEntity *entity = ask_schema_own_entity (draft, id);

  if (entity == NULL)
    ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN,
                   N_ ("There is no entity with the id “%s”; somebody may have removed it."), id);
  return entity;
}

/* ask_schema_edit_attribute: Returns: (transfer none) (nullable): %NULL with *@error set */
AskAttribute *
ask_schema_edit_attribute (AskEntity *entity, const char *name, GError **error)
{
  AskAttribute *attribute = ask_entity_find_attribute (entity, name);

  if (attribute == NULL)
    ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, N_ ("“%s” has no attribute “%s”."), entity->name,
                   name);
  return attribute;
}

/* ask_schema_edit_metric: Returns: (transfer none) (nullable): %NULL with *@error set */
AskMetric *
ask_schema_edit_metric (AskEntity *entity, const char *name, GError **error)
{
  AskMetric *metric = ask_entity_find_metric (entity, name);

  if (metric == NULL)
    ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, N_ ("“%s” has no metric “%s”."), entity->name,
                   name);
  return metric;
}

static void
swap (gpointer *a, gpointer *b)
{
  gpointer held = *a;

  *a = *b;
  *b = held;
}

/**
 * ask_schema_edit_take:
 * @draft: a draft
 * @done: a copy of it on which an edit of several parts has succeeded
 *
 * Gives @draft what @done has. @done holds what @draft had, and is of no more use but to be freed.
 */
void
ask_schema_edit_take (AskSchema *draft, AskSchema *done)
{
  swap ((gpointer *) &draft->entities, (gpointer *) &done->entities);
  swap ((gpointer *) &draft->relationships, (gpointer *) &done->relationships);
  swap ((gpointer *) &draft->sources, (gpointer *) &done->sources);
  swap ((gpointer *) &draft->areas, (gpointer *) &done->areas);
  swap ((gpointer *) &draft->questions, (gpointer *) &done->questions);
  swap ((gpointer *) &draft->notes, (gpointer *) &done->notes);
}

/**
 * ask_schema_edit_add_calculated:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @name: that no attribute or metric of the entity has, whatever the case
 * @expression: over attributes of the entity, without aggregates: "price * quantity"
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Adds it as the last attribute; its type is that of the expression.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_add_calculated (AskSchema *draft, const char *id, const char *name, const char *expression,
                                GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *entity = ask_schema_edit_entity (work, id, error);
  AskAttribute *attribute;
  AskType type = ASK_TYPE_ANY;

  if (entity == NULL || !ask_schema_edit_check_name (name, "attribute", error)
      || !ask_schema_edit_check_free (entity, name, NULL, error)
      || !ask_expression_check (entity, expression, ASK_EXPRESSION_CALCULATED, &type, error))
    return FALSE;
  attribute = ask_entity_add_attribute (entity, name, NULL, type);
  attribute->expression = g_strdup (expression);
  for (guint i = 0; i < entity->bindings->len; i++)
    g_ptr_array_add (((AskBinding *) entity->bindings->pdata[i])->columns, g_strdup (""));
  ask_schema_edit_take (draft, work);
  return TRUE;
}

static gboolean
names_attribute (GPtrArray *names, const char *attribute)
{
  for (guint i = 0; i < names->len; i++)
    if (g_ascii_strcasecmp (names->pdata[i], attribute) == 0)
      return TRUE;
  return FALSE;
}

/* ask_schema_edit_drop_attribute:
 * @entity: of @work, its own
 *
 * Takes out the attribute, relationships by it, and what is computed from it; query entities are not looked at. */
void
ask_schema_edit_drop_attribute (AskSchema *work, AskEntity *entity, const char *wanted)
{
  g_autofree char *name = g_strdup (wanted);
  AskAttribute *attribute = ask_entity_find_attribute (entity, name);
  guint index;

  for (guint i = work->relationships->len; i-- > 0;)
    {
      const AskRelationship *relationship = work->relationships->pdata[i];

      if ((g_ascii_strcasecmp (relationship->from, entity->name) == 0
           && names_attribute (relationship->from_attributes, name))
          || (g_ascii_strcasecmp (relationship->to, entity->name) == 0
              && names_attribute (relationship->to_attributes, name)))
        g_ptr_array_remove_index (work->relationships, i);
    }
  for (guint i = entity->metrics->len; i-- > 0;)
    if (ask_expression_uses (entity, ((AskMetric *) entity->metrics->pdata[i])->expression, name))
      g_ptr_array_remove_index (entity->metrics, i);
  /* Those that are computed from it are gone first; a circle of them comes past here once. */
  for (guint i = 0; i < entity->attributes->len;)
    {
      AskAttribute *other = entity->attributes->pdata[i];

      if (other == attribute || other->expression == NULL || !ask_expression_uses (entity, other->expression, name))
        {
          i++;
          continue;
        }

      g_autofree char *dependent = g_strdup (other->name);

      g_clear_pointer (&other->expression, g_free);
      ask_schema_edit_drop_attribute (work, entity, dependent);
      i = 0;
    }
  if (!g_ptr_array_find (entity->attributes, attribute, &index))
    return;
  for (guint i = 0; i < entity->bindings->len; i++)
    g_ptr_array_remove_index (((AskBinding *) entity->bindings->pdata[i])->columns, index);
  g_ptr_array_remove_index (entity->attributes, index);
}

/* ask_schema_edit_check_queries:
 *
 * Returns: whether every query that stood in @draft stands in @work, too, and gives what its entity's attributes are */
gboolean
ask_schema_edit_check_queries (AskSchema *draft, AskSchema *work, const char *removed, GError **error)
{
  g_auto (AskSchemaNames) old_names = { 0 };
  g_auto (AskSchemaNames) new_names = { 0 };

  ask_schema_names_init (&old_names, draft);
  ask_schema_names_init (&new_names, work);
  for (guint i = 0; i < work->entities->len; i++)
    {
      const AskEntity *query = work->entities->pdata[i];
      g_autoptr (AskEntity) old = ask_entity_new ("old", "", "", ASK_ENTITY_QUERY);
      g_autoptr (AskEntity) new = ask_entity_new ("new", "", "", ASK_ENTITY_QUERY);
      gboolean whole;

      if (query->query == NULL || !ask_schema_names_describe (&old_names, query->query, old, NULL))
        continue;
      whole = ask_schema_names_describe (&new_names, query->query, new, NULL);
      for (guint a = 0; whole && a < query->attributes->len; a++)
        {
          const char *column = ((AskAttribute *) query->attributes->pdata[a])->column;

          whole = column == NULL || ask_entity_find_column (old, column) == NULL
                  || ask_entity_find_column (new, column) != NULL;
        }
      if (!whole)
        return ask_schema_refuse (error, N_ ("The query of “%s” reads “%s”; change or remove “%s” first."), query->name,
                                  removed, query->name);
    }
  return TRUE;
}

/**
 * ask_schema_edit_remove_attribute:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @attribute: the name of a calculated one, in any case
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN; %ASK_SCHEMA_ERROR_EDIT: it is the source's, which can be hidden, or a query
 *   entity reads it
 *
 * Relationships by it, and metrics and attributes that are computed from it, go with it.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_remove_attribute (AskSchema *draft, const char *id, const char *attribute, GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *entity = ask_schema_edit_entity (work, id, error);
  AskAttribute *found = entity != NULL ? ask_schema_edit_attribute (entity, attribute, error) : NULL;

  if (found == NULL)
    return FALSE;
  if (found->expression == NULL)
    return ask_schema_refuse (error,
                              N_ ("“%s” is what the source gives, and would come back with the next refresh; hide "
                                  "it instead."),
                              found->name);
  ask_schema_edit_drop_attribute (work, entity, attribute);
  if (!ask_schema_edit_check_queries (draft, work, attribute, error))
    return FALSE;
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/**
 * ask_schema_edit_remove_metric:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @metric: the name of one of its metrics, in any case
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN; %ASK_SCHEMA_ERROR_EDIT: a query entity reads it
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_remove_metric (AskSchema *draft, const char *id, const char *metric, GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *entity = ask_schema_edit_entity (work, id, error);
  AskMetric *found = entity != NULL ? ask_schema_edit_metric (entity, metric, error) : NULL;

  if (found == NULL)
    return FALSE;
  g_ptr_array_remove (entity->metrics, found);
  if (!ask_schema_edit_check_queries (draft, work, metric, error))
    return FALSE;
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/**
 * ask_schema_edit_add_query_entity:
 * @draft: a schema that nobody else holds
 * @name: that no other entity has, whatever the case
 * @sql: one SELECT over entities of the schema, each of whose columns has a name
 * @error: %ASK_SCHEMA_ERROR_EDIT, or an error of ASK_SQL_ERROR, which says where in @sql
 *
 * Adds an entity whose attributes are the columns of the query, as the last one.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_add_query_entity (AskSchema *draft, const char *name, const char *sql, GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  g_autoptr (AskEntity) entity = NULL;
  g_auto (AskSchemaNames) names = { 0 };

  if (!ask_schema_edit_check_name (name, "entity", error))
    return FALSE;
  if (ask_schema_find_entity (draft, name) != NULL)
    return ask_schema_refuse (error, N_ ("There is an entity “%s” already; take another name."),
                              ask_schema_find_entity (draft, name)->name);
  if (!g_utf8_validate (sql, -1, NULL))
    return ask_schema_refuse (error, N_ ("The query is no text in UTF-8."));
  entity = ask_entity_new (name, "", "", ASK_ENTITY_QUERY);
  entity->query = g_strdup (sql);
  ask_schema_names_init (&names, draft);
  if (!ask_schema_names_describe (&names, sql, entity, error))
    return FALSE;
  ask_schema_add_entity (work, g_steal_pointer (&entity));
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/**
 * ask_schema_edit_remove_entity:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN; %ASK_SCHEMA_ERROR_EDIT: a query entity reads it
 *
 * Its relationships go with it. A refresh does not bring it back.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_remove_entity (AskSchema *draft, const char *id, GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *entity = ask_schema_edit_entity (work, id, error);
  g_autofree char *name = NULL;

  if (entity == NULL)
    return FALSE;
  name = g_strdup (entity->name);
  for (guint i = work->relationships->len; i-- > 0;)
    {
      const AskRelationship *relationship = work->relationships->pdata[i];

      if (g_ascii_strcasecmp (relationship->from, name) == 0 || g_ascii_strcasecmp (relationship->to, name) == 0)
        g_ptr_array_remove_index (work->relationships, i);
    }
  g_ptr_array_remove (work->entities, entity);
  ask_schema_settle_areas (work);
  if (!ask_schema_edit_check_queries (draft, work, name, error))
    return FALSE;
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/**
 * ask_schema_edit_move:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @x, @y: the top left corner of the box, in pixels at 100 %; kept as whole pixels
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN; %ASK_SCHEMA_ERROR_EDIT: no place
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_move (AskSchema *draft, const char *id, double x, double y, GError **error)
{
  AskEntity *entity;

  /* Beyond that a double has no whole pixels to tell apart on a canvas. */
  if (!isfinite (x) || !isfinite (y) || fabs (x) > 1e9 || fabs (y) > 1e9)
    return ask_schema_refuse (error, N_ ("That place lies off the canvas."));
  entity = ask_schema_edit_entity (draft, id, error);
  if (entity == NULL)
    return FALSE;
  entity->placed = TRUE;
  entity->x = floor (x + 0.5);
  entity->y = floor (y + 0.5);
  return TRUE;
}

/**
 * ask_schema_edit_collapse:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @collapsed: whether its box shows only keys
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_collapse (AskSchema *draft, const char *id, gboolean collapsed, GError **error)
{
  AskEntity *entity = ask_schema_edit_entity (draft, id, error);

  if (entity == NULL)
    return FALSE;
  entity->collapsed = collapsed;
  return TRUE;
}
