/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edits that join: relationships between entities, and bindings of an entity to further places that hold the same
 * rows. A relationship is only what two entities share; nothing is looked up in their sources.
 */
#include "config.h"

#include "schema/edit/ask-schema-edit-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * ask_schema_edit_relate:
 * @draft: a schema that nobody else holds
 * @from_id: of the entity each of whose rows refers to one of the other
 * @from_attribute: the name of its attribute that holds the other's key
 * @to_id: of the entity that is referred to; it may be the same one
 * @to_attribute: the name of its attribute that @from_attribute equals
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN; %ASK_SCHEMA_ERROR_EDIT: they are related so already, or are one attribute
 *
 * Adds the relationship as the last one, many to one.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_relate (AskSchema *draft, const char *from_id, const char *from_attribute, const char *to_id,
                        const char *to_attribute, GError **error)
{
  const char *const from[] = { from_attribute, NULL };
  const char *const to[] = { to_attribute, NULL };

  return ask_schema_edit_relate_all (draft, from_id, from, to_id, to, error);
}

/**
 * ask_schema_edit_relate_all:
 * @draft: a schema that nobody else holds
 * @from_id: of the entity each of whose rows refers to one of the other
 * @from_attributes: (array zero-terminated=1): names of its attributes, one or more
 * @to_id: of the entity that is referred to; it may be the same one
 * @to_attributes: (array zero-terminated=1): names of as many of its attributes, in the same order
 * @error: as ask_schema_edit_relate()
 *
 * The same with a key of several attributes.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_relate_all (AskSchema *draft, const char *from_id, const char *const *from_attributes,
                            const char *to_id, const char *const *to_attributes, GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *from = ask_schema_edit_entity (work, from_id, error);
  AskEntity *to = from != NULL ? ask_schema_edit_entity (work, to_id, error) : NULL;
  AskRelationship *relationship = NULL;
  guint n = g_strv_length ((char **) from_attributes);

  if (to == NULL)
    return FALSE;
  if (n == 0 || n != g_strv_length ((char **) to_attributes))
    return ask_schema_refuse (error, N_ ("A relationship needs as many attributes of “%s” as of “%s”, at least one."),
                              from->name, to->name);
  for (guint i = 0; i < n; i++)
    {
      const AskAttribute *near = ask_schema_edit_attribute (from, from_attributes[i], error);
      const AskAttribute *far = near != NULL ? ask_schema_edit_attribute (to, to_attributes[i], error) : NULL;

      if (far == NULL)
        return FALSE;
      if (near == far)
        return ask_schema_refuse (error, N_ ("“%s” of “%s” cannot refer to itself."), near->name, from->name);
      if (i == 0)
        relationship = ask_schema_add_relationship (work, from->name, near->name, to->name, far->name);
      else
        {
          g_ptr_array_add (relationship->from_attributes, g_strdup (near->name));
          g_ptr_array_add (relationship->to_attributes, g_strdup (far->name));
        }
    }
  for (guint i = 0; i + 1 < work->relationships->len; i++)
    if (ask_relationship_joins_same (work->relationships->pdata[i], relationship))
      return ask_schema_refuse (error, N_ ("“%s” and “%s” are related by these attributes already."), from->name,
                                to->name);
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/**
 * ask_schema_edit_unrelate:
 * @draft: a schema that nobody else holds
 * @index: its place in the schema's list
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN
 *
 * A refresh does not bring it back.
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_unrelate (AskSchema *draft, guint index, GError **error)
{
  if (index >= draft->relationships->len)
    {
      ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, N_ ("There is no relationship %u."), index + 1);
      return FALSE;
    }
  g_ptr_array_remove_index (draft->relationships, index);
  return TRUE;
}

/**
 * ask_schema_edit_add_binding:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @place: that holds the same rows
 * @columns: (nullable) (array zero-terminated=1): for each attribute of the entity the column there, "" for none;
 *   %NULL where they are called as in the entity's own source
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_add_binding (AskSchema *draft, const char *id, const AskSchemaPlace *place, const char *const *columns,
                             GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *entity = ask_schema_edit_entity (work, id, error);
  AskBinding *binding;
  guint some = 0;

  if (entity == NULL)
    return FALSE;
  if (entity->kind == ASK_ENTITY_QUERY)
    return ask_schema_refuse (error, N_ ("“%s” is made of a query and lies in no source."), entity->name);
  if (place->kind != ASK_ENTITY_TABLE && place->kind != ASK_ENTITY_VIEW)
    return ask_schema_refuse (error, N_ ("Only a table or a view can hold the rows of “%s”, too."), entity->name);
  if (place->source[0] == '\0' || place->table[0] == '\0')
    return ask_schema_refuse (error, N_ ("Say the source and the table that hold the rows of “%s”, too."),
                              entity->name);
  if (columns != NULL && g_strv_length ((char **) columns) != entity->attributes->len)
    return ask_schema_refuse (error, N_ ("“%s” has %u attributes, and there are %u columns for them."), entity->name,
                              entity->attributes->len, g_strv_length ((char **) columns));
  if (g_ascii_strcasecmp (place->source, entity->source) == 0 && strcmp (place->table, entity->table) == 0
      && g_strcmp0 (place->namespace, entity->namespace) == 0)
    return ask_schema_refuse (error, N_ ("That is where “%s” comes from already."), entity->name);
  for (guint i = 0; i < entity->bindings->len; i++)
    {
      const AskBinding *other = entity->bindings->pdata[i];

      if (g_ascii_strcasecmp (place->source, other->source) == 0 && strcmp (place->table, other->table) == 0
          && g_strcmp0 (place->namespace, other->namespace) == 0)
        return ask_schema_refuse (error, N_ ("“%s” is bound to “%s” of “%s” already."), entity->name, place->table,
                                  place->source);
    }
  binding = ask_entity_add_binding (entity, place->source, place->namespace, place->table, place->kind);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      const char *column = attribute->expression != NULL ? ""
                           : columns != NULL             ? columns[i]
                           : attribute->column != NULL   ? attribute->column
                                                         : "";

      some += column[0] != '\0';
      g_ptr_array_add (binding->columns, g_strdup (column));
    }
  if (some == 0)
    return ask_schema_refuse (error, N_ ("Say at least one column of “%s” that holds an attribute of “%s”."),
                              place->table, entity->name);
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/**
 * ask_schema_edit_remove_binding:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @index: its place among the entity's bindings
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_remove_binding (AskSchema *draft, const char *id, guint index, GError **error)
{
  AskEntity *entity = ask_schema_edit_entity (draft, id, error);

  if (entity == NULL)
    return FALSE;
  if (index >= entity->bindings->len)
    {
      ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, N_ ("“%s” has no binding %u."), entity->name,
                     index + 1);
      return FALSE;
    }
  g_ptr_array_remove_index (entity->bindings, index);
  return TRUE;
}
