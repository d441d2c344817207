/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Relationships that a document itself tells: by paths that lie in one another (/customers/{id}/orders
 * are the orders of a customer), and by OpenAPI's links (what an answer holds is what another
 * operation takes). Both are surer than names, which come after.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-draft.h"

#include <string.h>

/**
 * ask_openapi_is_related:
 * @schema: a schema
 * @from: an entity of it
 * @attribute: of that entity
 *
 * Returns: whether a relationship leads from @attribute of @from
 */
gboolean
ask_openapi_is_related (AskSchema *schema, const char *from, const char *attribute)
{
  for (guint i = 0; i < schema->relationships->len; i++)
    {
      const AskRelationship *one = g_ptr_array_index (schema->relationships, i);

      if (strcmp (one->from, from) == 0 && strcmp (one->from_attributes->pdata[0], attribute) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
relate (AskSchema *schema, const AskEntity *from, const AskAttribute *attribute, const AskEntity *to,
        const AskAttribute *key)
{
  if (from == to || attribute->key > 0 || ask_openapi_is_related (schema, from->name, attribute->name)
      || !(attribute->type == key->type || attribute->type == ASK_TYPE_ANY || key->type == ASK_TYPE_ANY))
    return;
  ask_schema_add_relationship (schema, from->name, attribute->name, to->name, key->name);
}

/* The entity with a key whose path is @path, or @path and its key. A child table is none. */
static const AskEntity *
find_parent (AskSchema *schema, const char *path, guint n)
{
  const AskEntity *single = NULL;

  for (guint i = 0; i < n; i++)
    {
      const AskEntity *entity = g_ptr_array_index (schema->entities, i);
      const char *own = entity->operation->path;

      if (entity->operation->method != NULL || entity->operation->nested != NULL
          || ask_openapi_get_key (entity) == NULL)
        continue;
      if (strcmp (own, path) == 0 && !entity->operation->single)
        return entity;
      if (single == NULL && entity->operation->single && g_str_has_prefix (own, path)
          && g_str_has_prefix (own + strlen (path), "/{") && strchr (own + strlen (path) + 1, '/') == NULL)
        single = entity;
    }
  return single;
}

/**
 * ask_openapi_add_nesting:
 * @n: of so many first entities of @schema, which have operations of their own
 *
 * Relates what a path asks for to the entity of the path before it. Only where a value is all that is
 * between two words: "/customers/{id}/orders".
 */
void
ask_openapi_add_nesting (AskSchema *schema, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const AskEntity *entity = g_ptr_array_index (schema->entities, i);
      const AskOperation *operation = entity->operation;

      for (guint p = 0; p < operation->parameters->len; p++)
        {
          const AskParameter *parameter = g_ptr_array_index (operation->parameters, p);
          g_autofree char *braced = g_strdup_printf ("/{%s}/", parameter->name);
          const char *at = strstr (operation->path, braced);
          g_autofree char *before = at != NULL ? g_strndup (operation->path, (gsize) (at - operation->path)) : NULL;
          const AskEntity *parent;
          const AskAttribute *attribute;

          if (parameter->place != ASK_PARAMETER_IN_PATH || parameter->attribute == NULL || before == NULL
              || *before == '\0')
            continue;
          parent = find_parent (schema, before, n);
          attribute = ask_entity_find_attribute (entity, parameter->attribute);
          if (parent != NULL && attribute != NULL)
            relate (schema, entity, attribute, parent, ask_openapi_get_key (parent));
        }
    }
}

static const AskEntity *
find_operation (AskSchema *schema, const char *id, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const AskEntity *entity = g_ptr_array_index (schema->entities, i);

      if (strcmp (entity->table, id) == 0)
        return entity;
    }
  return NULL;
}

/* The member of a row that "$response.body#/id" and "$response.body#/data/0/id" mean. */
static const AskAttribute *
find_member (const AskEntity *entity, const char *expression)
{
  static const char start[] = "$response.body#/";
  const char *rows = entity->operation->rows;
  g_autofree char *path = NULL;
  const char *member;

  if (!g_str_has_prefix (expression, start))
    return NULL;
  path = g_strdup (expression + strlen (start));
  g_strdelimit (path, "/", '.');
  member = path;
  if (rows != NULL && g_str_has_prefix (member, rows) && member[strlen (rows)] == '.')
    member += strlen (rows) + 1;
  while (g_ascii_isdigit (*member) || *member == '.')
    member++;
  return ask_entity_find_column (entity, member);
}

static const AskAttribute *
find_argument (const AskEntity *entity, const char *name)
{
  for (guint i = 0; i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = g_ptr_array_index (entity->operation->parameters, i);

      if (parameter->attribute != NULL && parameter->use == ASK_PARAMETER_EQUALS && strcmp (parameter->name, name) == 0)
        return ask_entity_find_attribute (entity, parameter->attribute);
    }
  return NULL;
}

static void
follow_link (AskOpenapiContext *context, AskSchema *schema, const AskEntity *from, JsonObject *link, guint n)
{
  JsonObject *target = ask_openapi_resolve (context, link);
  JsonObject *parameters = ask_json_get_object (target, "parameters");
  const char *id = ask_json_get_string (target, "operationId");
  const AskEntity *to = id != NULL ? find_operation (schema, id, n) : NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  g_clear_pointer (&context->problem, g_free);
  if (to == NULL || parameters == NULL)
    return;
  json_object_iter_init_ordered (&iter, parameters);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      const char *expression = ask_json_get_string (parameters, name);
      /* "path.id" tells the place too. */
      const char *plain = g_str_has_prefix (name, "path.") ? name + strlen ("path.") : name;
      const AskAttribute *argument = find_argument (to, plain);
      const AskAttribute *member = expression != NULL ? find_member (from, expression) : NULL;

      if (argument == NULL || member == NULL)
        continue;
      if (member->key == 1)
        relate (schema, to, argument, from, member);
      else if (argument->key == 1)
        relate (schema, from, member, to, argument);
    }
}

/**
 * ask_openapi_add_links:
 * @context: of the import; what its problem said is forgotten
 * @schema: gets the relationships
 * @entity: of @schema
 * @links: (nullable): those of its answer
 * @n: as ask_openapi_add_nesting()
 *
 * Relates @entity to what its answer's links lead to.
 */
void
ask_openapi_add_links (AskOpenapiContext *context, AskSchema *schema, const AskEntity *entity, JsonObject *links,
                       guint n)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (links == NULL)
    return;
  json_object_iter_init_ordered (&iter, links);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (JSON_NODE_HOLDS_OBJECT (node))
      follow_link (context, schema, entity, json_node_get_object (node), n);
}
