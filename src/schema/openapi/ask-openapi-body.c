/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The JSON body of a POST that only searches, as parameters: each plain member, and each member of an
 * object in it, is one. What must be sent and is no plain value refuses the operation; what may be left
 * out is left out.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-parameter.h"

#include <string.h>

#define MAX_LEVELS 3
#define MAX_PARAMETERS 100

static AskRefusal read_members (AskOpenapiContext *context, const AskOpenapiShape *object, const char *prefix,
                                gboolean required, guint level, GPtrArray *parameters);

/* A list of plain values; one value of it is a list of one. */
static AskRefusal
read_list (AskOpenapiContext *context, const AskOpenapiShape *list, const char *name, gboolean required,
           GPtrArray *parameters)
{
  g_autoptr (AskOpenapiShape) items = ask_openapi_shape_new_for_parts (context, list->items);
  AskOpenapiParameter *parameter;

  if (ask_openapi_shape_get_type (items) == ASK_TYPE_JSON || list->items->len == 0)
    {
      ask_openapi_set_problem (context, "a list of objects as “%s” in its body", name);
      return required ? ASK_REFUSAL_INPUT : ASK_REFUSAL_NONE;
    }
  parameter = ask_openapi_parameter_new (name, ASK_PARAMETER_IN_BODY, required, g_steal_pointer (&items));
  parameter->description = list->description;
  parameter->style = ASK_ARRAY_BRACKETS;
  parameter->max_items = list->sized && list->max_items > 0 ? (guint) MIN (list->max_items, 100000) : 0;
  g_ptr_array_add (parameters, parameter);
  return ASK_REFUSAL_NONE;
}

static AskRefusal
read_member (AskOpenapiContext *context, const AskOpenapiShapeProperty *property, const char *name, gboolean required,
             guint level, GPtrArray *parameters)
{
  g_autoptr (AskOpenapiShape) shape = ask_openapi_shape_new_for_parts (context, property->parts);
  AskOpenapiParameter *parameter;

  if (shape->intricate)
    return required ? ASK_REFUSAL_TOO_INTRICATE : ASK_REFUSAL_NONE;
  if (ask_openapi_shape_is_array (shape))
    return read_list (context, shape, name, required, parameters);
  if (ask_openapi_shape_is_object (shape) && shape->properties->len > 0 && level + 1 < MAX_LEVELS)
    return read_members (context, shape, name, required, level + 1, parameters);
  if (ask_openapi_shape_get_type (shape) == ASK_TYPE_JSON)
    {
      ask_openapi_set_problem (context, "an object as “%s” in its body", name);
      return required ? ASK_REFUSAL_INPUT : ASK_REFUSAL_NONE;
    }
  parameter = ask_openapi_parameter_new (name, ASK_PARAMETER_IN_BODY, required, g_steal_pointer (&shape));
  parameter->description = parameter->shape->description;
  g_ptr_array_add (parameters, parameter);
  return ASK_REFUSAL_NONE;
}

static AskRefusal
read_members (AskOpenapiContext *context, const AskOpenapiShape *object, const char *prefix, gboolean required,
              guint level, GPtrArray *parameters)
{
  for (guint i = 0; i < object->properties->len; i++)
    {
      const AskOpenapiShapeProperty *property = g_ptr_array_index (object->properties, i);
      g_autofree char *name
        = prefix != NULL ? g_strconcat (prefix, ".", property->name, NULL) : g_strdup (property->name);
      gboolean needed = required && property->required;
      AskRefusal refusal;

      /* Nobody fills in so many; but without one that it needs a call is a wrong one. */
      if (parameters->len >= MAX_PARAMETERS && needed)
        return ASK_REFUSAL_TOO_INTRICATE;
      if (parameters->len >= MAX_PARAMETERS)
        continue;
      /* A dot in a name cannot be told from the dots between names. */
      if (strchr (property->name, '.') != NULL)
        {
          ask_openapi_set_problem (context, "“%s” in its body", property->name);
          refusal = needed ? ASK_REFUSAL_INPUT : ASK_REFUSAL_NONE;
        }
      else
        refusal = read_member (context, property, name, needed, level, parameters);
      if (refusal != ASK_REFUSAL_NONE)
        return refusal;
    }
  return ASK_REFUSAL_NONE;
}

/* The schema of the body where it may be JSON. (In Swagger 2.0 it is a parameter with a schema.) */
static JsonObject *
find_schema (JsonObject *body)
{
  JsonObject *content = ask_json_get_object (body, "content");
  JsonObjectIter iter;
  const char *type;
  JsonNode *media;

  if (content == NULL)
    return ask_json_get_object (body, "schema");
  json_object_iter_init_ordered (&iter, content);
  while (json_object_iter_next_ordered (&iter, &type, &media))
    if ((g_str_has_prefix (type, "application/json") || strstr (type, "+json") != NULL || strcmp (type, "*/*") == 0)
        && JSON_NODE_HOLDS_OBJECT (media))
      return ask_json_get_object (json_node_get_object (media), "schema");
  return NULL;
}

/**
 * ask_openapi_read_body:
 * @context: of the import; gets the detail of a refusal as its problem
 * @body: the request body, resolved; in Swagger 2.0 the parameter "in: body"
 * @parameters: (element-type AskOpenapiParameter): gets one for each plain member
 *
 * Returns: %ASK_REFUSAL_NONE, or why nobody could fill the body in
 */
AskRefusal
ask_openapi_read_body (AskOpenapiContext *context, JsonObject *body, GPtrArray *parameters)
{
  JsonObject *schema = find_schema (body);
  gboolean required = ask_json_get_boolean (body, "required", FALSE);
  g_autoptr (AskOpenapiShape) shape = NULL;

  if (schema == NULL)
    {
      ask_openapi_set_problem (context, "a body that is not described as JSON");
      return required ? ASK_REFUSAL_INPUT : ASK_REFUSAL_NONE;
    }
  shape = ask_openapi_shape_new (context, schema);
  if (shape->intricate)
    return ASK_REFUSAL_TOO_INTRICATE;
  if (!ask_openapi_shape_is_object (shape))
    {
      ask_openapi_set_problem (context, "a body that is no object");
      return required ? ASK_REFUSAL_INPUT : ASK_REFUSAL_NONE;
    }
  return read_members (context, shape, NULL, required, 0, parameters);
}
