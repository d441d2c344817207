/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where an entity's rows come from: columns of its table or of an API's answers, what the API has to be called with,
 * and bindings to further tables. What those tables have is known only where the schema has an entity for them.
 */
#include "config.h"

#include "schema/check/ask-schema-check-private.h"

#include <string.h>

static gboolean
is_joined_by (AskSchemaCheck *self, const char *attribute)
{
  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      GPtrArray *sides[] = { relationship->from_attributes, relationship->to_attributes };
      const char *ends[] = { relationship->from, relationship->to };

      for (guint s = 0; s < 2; s++)
        for (guint a = 0; g_ascii_strcasecmp (ends[s], self->entity->name) == 0 && a < sides[s]->len; a++)
          if (g_ascii_strcasecmp (sides[s]->pdata[a], attribute) == 0)
            return TRUE;
    }
  return FALSE;
}

static void
check_parameter (AskSchemaCheck *self, const AskParameter *parameter)
{
  const AskEntity *entity = self->entity;
  const AskAttribute *attribute
    = parameter->attribute != NULL ? ask_entity_find_attribute (entity, parameter->attribute) : NULL;

  if (parameter->attribute != NULL && attribute == NULL)
    ask_check_add (self, ASK_FAULT_ERROR, "Give the parameter an attribute that is there.",
                   "The parameter “%s” of “%s” takes the attribute “%s”, which is not there.", parameter->name,
                   entity->name, parameter->attribute)
      ->field
      = g_strdup ("parameter");
  else if (attribute != NULL && attribute->expression != NULL)
    ask_check_add (
      self, ASK_FAULT_ERROR, "Give the parameter an attribute that the API has.",
      "The parameter “%s” of “%s” takes the attribute “%s”, which is calculated here and unknown to the API.",
      parameter->name, entity->name, attribute->name)
      ->field
      = g_strdup ("parameter");
  else if (parameter->required && parameter->fixed == NULL && attribute == NULL)
    ask_check_add (self, ASK_FAULT_ERROR, "Give the parameter an attribute, or a fixed value.",
                   "The API makes no call for “%s” without “%s”, and nothing supplies it.", entity->name,
                   parameter->name)
      ->field
      = g_strdup ("parameter");
  else if (parameter->required && parameter->fixed == NULL && attribute->hidden
           && !is_joined_by (self, attribute->name))
    ask_check_add (
      self, ASK_FAULT_WARNING,
      "Show the attribute, relate it to another entity, or give the parameter a "
      "fixed value.",
      "The API makes no call for “%s” without “%s”, whose attribute “%s” is hidden and related to nothing.",
      entity->name, parameter->name, attribute->name)
      ->field
      = g_strdup ("parameter");
}

static void
check_operation (AskSchemaCheck *self)
{
  const AskOperation *operation = self->entity->operation;

  if (operation == NULL)
    return;
  for (guint i = 0; i < operation->parameters->len; i++)
    check_parameter (self, operation->parameters->pdata[i]);
  for (guint i = 0; i < operation->sorts->len; i++)
    {
      const AskSort *sort = operation->sorts->pdata[i];

      if (ask_entity_find_attribute (self->entity, sort->attribute) == NULL)
        ask_check_add (self, ASK_FAULT_ERROR, "Refresh the source, which reads its orders anew.",
                       "“%s” can be sorted by the attribute “%s”, which is not there.", self->entity->name,
                       sort->attribute)
          ->field
          = g_strdup ("parameter");
    }
}

static const AskEntity *
find_table (AskSchema *schema, const AskBinding *binding)
{
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (g_ascii_strcasecmp (entity->source, binding->source) == 0 && strcmp (entity->table, binding->table) == 0
          && g_strcmp0 (entity->namespace, binding->namespace) == 0)
        return entity;
    }
  return NULL;
}

static void
check_binding (AskSchemaCheck *self, const AskBinding *binding)
{
  const AskEntity *entity = self->entity;
  g_autofree char *lower = g_ascii_strdown (binding->source, -1);
  const AskEntity *table;

  if (!g_hash_table_contains (self->sources, lower))
    {
      ask_check_add (self, ASK_FAULT_WARNING, "Register that source, or remove the binding.",
                     "“%s” is bound to “%s” of the source “%s”, of which there is no entity.", entity->name,
                     binding->table, binding->source)
        ->field
        = g_strdup ("binding");
      return;
    }
  if (strcmp (binding->table, entity->table) == 0 && g_strcmp0 (binding->namespace, entity->namespace) == 0
      && g_ascii_strcasecmp (binding->source, entity->source) == 0)
    {
      ask_check_add (self, ASK_FAULT_WARNING, "Remove the binding.", "“%s” is bound a second time to its own table.",
                     entity->name)
        ->field
        = g_strdup ("binding");
      return;
    }
  if (binding->columns->len != entity->attributes->len)
    {
      ask_check_add (self, ASK_FAULT_ERROR, "Remove the binding, and add it again.",
                     "“%s” has %u attributes, and its binding to “%s” of “%s” has %u columns.", entity->name,
                     entity->attributes->len, binding->table, binding->source, binding->columns->len)
        ->field
        = g_strdup ("binding");
      return;
    }
  table = find_table (self->schema, binding);
  for (guint i = 0; table != NULL && i < binding->columns->len; i++)
    {
      const char *column = binding->columns->pdata[i];

      const AskAttribute *attribute = entity->attributes->pdata[i];
      const AskAttribute *there = ask_entity_find_column (table, column);

      if (column[0] == '\0')
        continue;
      if (there == NULL)
        ask_check_add_attribute (self, ASK_FAULT_ERROR, attribute->name, "binding",
                                 "Remove the binding, and add it again with the columns that are there.",
                                 "“%s” of “%s” has no column “%s”, to which “%s” is bound.", binding->table,
                                 binding->source, column, entity->name);
      else if (!ask_check_can_be_equal (attribute->type, there->type))
        ask_check_add_attribute (
          self, ASK_FAULT_WARNING, attribute->name, "binding",
          "Bind the attribute to another column, or correct the type of one of them.",
          "“%s” (%s) of “%s” is bound to the column “%s” (%s) of “%s”, which holds other values.", attribute->name,
          ask_type_to_string (attribute->type), entity->name, column, ask_type_to_string (there->type), binding->table);
    }
}

/* Whether the call takes the attribute, or lacks one that may have been this: then that is said. */
static gboolean
is_given (const AskEntity *entity, const char *attribute)
{
  for (guint i = 0; entity->operation != NULL && i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];

      if (parameter->attribute == NULL ? parameter->required && parameter->fixed == NULL
                                       : g_ascii_strcasecmp (parameter->attribute, attribute) == 0
                                           || ask_entity_find_attribute (entity, parameter->attribute) == NULL)
        return TRUE;
    }
  return FALSE;
}

/* What is neither calculated, nor at the source, nor given to the API. */
static void
check_columns (AskSchemaCheck *self)
{
  const AskEntity *entity = self->entity;

  /* What a query lacks it says itself. */
  if (entity->kind == ASK_ENTITY_QUERY)
    return;
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->expression != NULL || attribute->column != NULL || is_given (entity, attribute->name))
        continue;
      if (entity->operation != NULL)
        ask_check_add_attribute (self, ASK_FAULT_WARNING, attribute->name, "parameter",
                                 "Give it to a parameter of the API, or remove it.",
                                 "“%s” of “%s” is in no answer of the API and in no call, so it is always empty.",
                                 attribute->name, entity->name);
      else
        ask_check_add_attribute (self, ASK_FAULT_ERROR, attribute->name, "expression",
                                 "Give it an expression, or remove it.",
                                 "“%s” of “%s” is neither a column of “%s” nor calculated.", attribute->name,
                                 entity->name, entity->table);
    }
}

/* ask_check_places: of the entity that is looked at: its columns, its calls and its bindings */
void
ask_check_places (AskSchemaCheck *self)
{
  check_columns (self);
  check_operation (self);
  for (guint i = 0; i < self->entity->bindings->len; i++)
    check_binding (self, self->entity->bindings->pdata[i]);
}
