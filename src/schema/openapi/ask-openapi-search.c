/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list that can be searched by words ("q", "search") becomes a second entity, which has to be given the
 * words: what an API finds for them is its own affair, so nothing of it may be mixed with the list itself,
 * and no condition on the words can be overlooked.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-draft.h"

#include <string.h>

/* Names without case and punctuation. */
static const char *const names[] = { "q",       "query",    "search",   "searchterm",   "searchtext", "searchquery",
                                     "keyword", "keywords", "fulltext", "searchstring", NULL };

/**
 * ask_openapi_find_search:
 * @parameters: (element-type AskOpenapiParameter): of a list
 *
 * Returns: (transfer none) (nullable): the optional one that takes words to search for
 */
const AskOpenapiParameter *
ask_openapi_find_search (GPtrArray *parameters)
{
  for (guint n = 0; names[n] != NULL; n++)
    for (guint i = 0; i < parameters->len; i++)
      {
        const AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i);
        g_autofree char *norm = ask_openapi_dup_norm (parameter->name);

        if (strcmp (norm, names[n]) == 0 && parameter->place == ASK_PARAMETER_IN_QUERY && !parameter->required
            && !parameter->taken && parameter->style == ASK_ARRAY_NONE && parameter->shape->choices->len == 0
            && ask_openapi_shape_get_type (parameter->shape) == ASK_TYPE_TEXT)
          return parameter;
      }
  return NULL;
}

static char *
dup_free_name (AskSchema *schema, const char *wanted)
{
  char *name = g_strdup (wanted);

  for (guint n = 2; ask_schema_find_entity (schema, name) != NULL; n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", wanted, n);
    }
  return name;
}

/**
 * ask_openapi_add_search:
 * @schema: takes the entity
 * @list: what can be searched, in @schema
 * @parameter: the API's name for the words
 *
 * The rows of a search have no key: one row is found by several searches. They refer to the list's.
 *
 * Returns: (transfer none): the new entity
 */
AskEntity *
ask_openapi_add_search (AskSchema *schema, const AskEntity *list, const char *parameter)
{
  g_autoptr (AskEntity) entity = ask_entity_copy (list);
  g_autofree char *wanted = g_strconcat (list->name, "_search", NULL);
  g_autofree char *name = NULL;
  AskAttribute *words;
  const char *key = NULL;
  AskParameter *added;

  g_free (entity->name);
  entity->name = dup_free_name (schema, wanted);
  g_clear_pointer (&entity->id, g_free);
  g_free (entity->table);
  entity->table = g_strdup_printf ("%s?%s", list->table, parameter);
  ask_openapi_add_sentence (&entity->description, "What the API finds for the words that “%s” equals.", parameter);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);

      if (attribute->key == 1)
        key = attribute->name;
      attribute->key = 0;
    }
  name = ask_openapi_dup_attribute_name (entity, parameter);
  words = ask_entity_add_attribute (entity, name, NULL, ASK_TYPE_TEXT);
  words->nullable = FALSE;
  words->description = g_strdup ("The words to search for.");
  added = ask_operation_add_parameter (entity->operation, parameter, ASK_PARAMETER_IN_QUERY, words->name, TRUE);
  added->type = ASK_TYPE_TEXT;
  if (key != NULL)
    ask_schema_add_relationship (schema, entity->name, key, list->name, key);
  return ask_schema_add_entity (schema, g_steal_pointer (&entity));
}
