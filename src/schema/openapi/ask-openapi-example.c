/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a document shows an answer and does not describe it, the example tells what its members are: a
 * schema is made of it, in which everything may be missing. No value of the example is kept.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-shape.h"

#define MAX_LEVELS 20
#define MAX_ELEMENTS 20

static JsonObject *describe (JsonNode *value, guint level);

static void
add_properties (JsonObject *properties, JsonObject *object, guint level)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (!json_object_has_member (properties, name))
      json_object_set_object_member (properties, name, describe (member, level + 1));
}

/* The elements of a list have the members of all of them that are looked at. */
static JsonObject *
describe_elements (JsonArray *array, guint level)
{
  JsonObject *schema = json_object_new ();
  JsonObject *properties = json_object_new ();
  guint n = MIN (json_array_get_length (array), MAX_ELEMENTS);
  guint n_objects = 0;

  for (guint i = 0; i < n; i++)
    {
      JsonObject *element = ask_json_element_object (array, i);

      if (element == NULL)
        continue;
      n_objects++;
      add_properties (properties, element, level);
    }
  if (n > 0 && n_objects == n)
    {
      json_object_set_string_member (schema, "type", "object");
      json_object_set_object_member (schema, "properties", properties);
      return schema;
    }
  json_object_unref (properties);
  json_object_unref (schema);
  return n > 0 && n_objects == 0 ? describe (json_array_get_element (array, 0), level + 1) : json_object_new ();
}

static const char *
name_type (JsonNode *value)
{
  GType type = JSON_NODE_HOLDS_VALUE (value) ? json_node_get_value_type (value) : G_TYPE_INVALID;

  if (type == G_TYPE_STRING)
    return "string";
  if (type == G_TYPE_BOOLEAN)
    return "boolean";
  /* A whole number in an example may be 1.5 in the next row. */
  return type == G_TYPE_DOUBLE || type == G_TYPE_INT64 ? "number" : NULL;
}

static JsonObject *
describe (JsonNode *value, guint level)
{
  JsonObject *schema = json_object_new ();

  if (level >= MAX_LEVELS)
    return schema;
  if (JSON_NODE_HOLDS_OBJECT (value))
    {
      JsonObject *properties = json_object_new ();

      add_properties (properties, json_node_get_object (value), level);
      json_object_set_string_member (schema, "type", "object");
      json_object_set_object_member (schema, "properties", properties);
    }
  else if (JSON_NODE_HOLDS_ARRAY (value))
    {
      json_object_set_string_member (schema, "type", "array");
      json_object_set_object_member (schema, "items", describe_elements (json_node_get_array (value), level));
    }
  else if (name_type (value) != NULL)
    json_object_set_string_member (schema, "type", name_type (value));
  return schema;
}

/* The value of the first example in a map of them. */
static JsonNode *
first_value (AskOpenapiContext *context, JsonObject *examples)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (examples == NULL)
    return NULL;
  json_object_iter_init_ordered (&iter, examples);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (JSON_NODE_HOLDS_OBJECT (member))
      {
        JsonObject *example = ask_openapi_resolve (context, json_node_get_object (member));
        JsonNode *value = example != NULL ? json_object_get_member (example, "value") : NULL;

        g_clear_pointer (&context->problem, g_free);
        if (value != NULL)
          return value;
      }
  return NULL;
}

/**
 * ask_openapi_schema_of_example:
 * @media: (nullable): of the answer, in OpenAPI 3
 * @response: the answer
 *
 * Returns: (transfer none) (nullable): a schema of what an example of the answer shows; it lives as long
 *   as @context
 */
JsonObject *
ask_openapi_schema_of_example (AskOpenapiContext *context, JsonObject *media, JsonObject *response)
{
  JsonNode *value = media != NULL ? json_object_get_member (media, "example") : NULL;
  JsonObject *schema;

  if (value == NULL && media != NULL)
    value = first_value (context, ask_json_get_object (media, "examples"));
  if (value == NULL && ask_json_get_object (response, "examples") != NULL)
    value = json_object_get_member (ask_json_get_object (response, "examples"), "application/json");
  if (value == NULL || !(JSON_NODE_HOLDS_OBJECT (value) || JSON_NODE_HOLDS_ARRAY (value)))
    return NULL;
  schema = describe (value, 0);
  g_ptr_array_add (context->made, schema);
  return schema;
}
