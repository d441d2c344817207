/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which attribute of an entity's other version is the same, whatever it is called there.
 */
#include "config.h"

#include "schema/names/ask-schema-names.h"

#include <string.h>

static const AskParameter *
find_parameter_of (const AskEntity *entity, const char *attribute)
{
  for (guint i = 0; entity->operation != NULL && i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = entity->operation->parameters->pdata[i];

      if (parameter->attribute != NULL && g_ascii_strcasecmp (parameter->attribute, attribute) == 0)
        return parameter;
    }
  return NULL;
}

/* What goes into the same parameter of the API, and is no column of its rows. */
static const AskAttribute *
match_input (const AskParameter *parameter, const AskEntity *after)
{
  for (guint i = 0; after->operation != NULL && i < after->operation->parameters->len; i++)
    {
      const AskParameter *other = after->operation->parameters->pdata[i];
      const AskAttribute *attribute
        = other->place == parameter->place && other->attribute != NULL && strcmp (other->name, parameter->name) == 0
            ? ask_entity_find_attribute (after, other->attribute)
            : NULL;

      if (attribute != NULL && attribute->column == NULL && attribute->expression == NULL)
        return attribute;
    }
  return NULL;
}

static gboolean
is_same_calculated (const AskEntity *before, const AskAttribute *attribute, const AskEntity *after,
                    const AskAttribute *now)
{
  g_autoptr (GHashTable) uses = ask_expression_uses_new ();
  g_autoptr (GPtrArray) circle = NULL;

  if (attribute->expression == NULL || now->expression == NULL)
    return attribute->expression == now->expression;
  /* One that is computed from itself has no end of names to look up. */
  circle = ask_expression_find_cycle (before, attribute, uses);
  return circle == NULL && ask_expression_is_same (before, attribute->expression, after, now->expression);
}

/**
 * ask_entity_match_attribute:
 * @attribute: of @before, an entity
 * @after: another version of @before
 *
 * What tells attributes apart is their column at the source; inputs of an API go by their parameter, calculated ones
 * by their name, or, renamed, by their place and what they are computed from. What only took the place of another
 * is not it.
 *
 * Returns: (transfer none) (nullable): the same attribute of @after
 */
const AskAttribute *
ask_entity_match_attribute (const AskEntity *before, const AskAttribute *attribute, const AskEntity *after)
{
  const AskAttribute *named = ask_entity_find_attribute (after, attribute->name);
  const AskParameter *parameter;
  const AskAttribute *candidate;
  guint index;

  if (attribute->column != NULL)
    {
      if (named != NULL && g_strcmp0 (named->column, attribute->column) == 0)
        return named;
      return ask_entity_find_column (after, attribute->column);
    }
  if (named != NULL && named->column == NULL)
    return named;
  parameter = attribute->expression == NULL ? find_parameter_of (before, attribute->name) : NULL;
  if (parameter != NULL)
    return match_input (parameter, after);
  if (!g_ptr_array_find (before->attributes, attribute, &index) || index >= after->attributes->len)
    return NULL;
  candidate = after->attributes->pdata[index];
  return candidate->column == NULL && ask_entity_find_attribute (before, candidate->name) == NULL
             && is_same_calculated (before, attribute, after, candidate)
           ? candidate
           : NULL;
}
