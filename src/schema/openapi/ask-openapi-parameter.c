/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the parameters of an operation: those of the path and its own, references followed, {names}
 * of the path that nobody declared added. What they mean is decided in ask-openapi-bind.c and
 * ask-openapi-paging.c.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-parameter.h"

#include <string.h>

/** ask_openapi_parameter_free: @data: (transfer full): an AskOpenapiParameter: frees it with its shape */
void
ask_openapi_parameter_free (gpointer data)
{
  AskOpenapiParameter *parameter = data;

  g_free (parameter->name);
  g_free (parameter->fallback);
  ask_openapi_shape_free (parameter->shape);
  g_free (parameter);
}

static gboolean
parse_place (const char *in, AskParameterPlace *place)
{
  if (g_strcmp0 (in, "query") == 0)
    *place = ASK_PARAMETER_IN_QUERY;
  else if (g_strcmp0 (in, "path") == 0)
    *place = ASK_PARAMETER_IN_PATH;
  else if (g_strcmp0 (in, "header") == 0)
    *place = ASK_PARAMETER_IN_HEADER;
  else
    return FALSE;
  return TRUE;
}

/* Headers that OpenAPI itself takes out of the parameters, and the key that is sent anyway. */
static gboolean
is_sent_anyway (AskOpenapiContext *context, const char *name, AskParameterPlace place)
{
  if (place == ASK_PARAMETER_IN_HEADER)
    return g_ascii_strcasecmp (name, "Accept") == 0 || g_ascii_strcasecmp (name, "Content-Type") == 0
           || g_ascii_strcasecmp (name, "Authorization") == 0
           || (context->auth == ASK_AUTH_HEADER && g_ascii_strcasecmp (name, context->auth_name) == 0);
  return place == ASK_PARAMETER_IN_QUERY && context->auth == ASK_AUTH_QUERY && strcmp (name, context->auth_name) == 0;
}

/* @add replaces one of the same name and place: what the operation says wins over the path. */
static void
put (GPtrArray *parameters, AskOpenapiParameter *add)
{
  for (guint i = 0; i < parameters->len; i++)
    {
      AskOpenapiParameter *known = g_ptr_array_index (parameters, i);

      if (known->place == add->place && strcmp (known->name, add->name) == 0)
        {
          ask_openapi_parameter_free (known);
          parameters->pdata[i] = add;
          return;
        }
    }
  g_ptr_array_add (parameters, add);
}

/**
 * ask_openapi_parameter_new:
 * @name: as it is sent; in a body, dots lead into objects
 * @place: where a call has it
 * @required: whether there is no call without it; one in a path always is
 * @shape: (transfer full): of one value
 *
 * Returns: (transfer full): a parameter that takes one value
 */
AskOpenapiParameter *
ask_openapi_parameter_new (const char *name, AskParameterPlace place, gboolean required, AskOpenapiShape *shape)
{
  AskOpenapiParameter *parameter = g_new0 (AskOpenapiParameter, 1);

  parameter->name = g_strdup (name);
  parameter->place = place;
  parameter->required = required || place == ASK_PARAMETER_IN_PATH;
  parameter->shape = shape;
  parameter->fallback = ask_openapi_shape_dup_scalar (shape->fallback);
  return parameter;
}

/* Swagger 2.0: comma-separated unless it says otherwise. */
static AskArrayStyle
read_collection (const char *format, const char *name, AskParameterPlace place)
{
  if (format == NULL || strcmp (format, "csv") == 0)
    return ASK_ARRAY_COMMA;
  if (place != ASK_PARAMETER_IN_QUERY)
    return ASK_ARRAY_NONE;
  if (strcmp (format, "multi") == 0)
    return ASK_ARRAY_REPEAT;
  if (strcmp (format, "ssv") == 0)
    return ASK_ARRAY_SPACE;
  return strcmp (format, "pipes") == 0 ? ASK_ARRAY_PIPE : ASK_ARRAY_NONE;
}

/* How OpenAPI 3 writes an array there: the style's own default for explode is "form" only. */
static AskArrayStyle
read_style (JsonObject *object, const char *name, AskParameterPlace place)
{
  const char *style = ask_json_get_string (object, "style");
  gboolean form;

  if (json_object_has_member (object, "collectionFormat") || json_object_has_member (object, "type"))
    return read_collection (ask_json_get_string (object, "collectionFormat"), name, place);
  if (style == NULL)
    style = place == ASK_PARAMETER_IN_QUERY ? "form" : "simple";
  form = strcmp (style, "form") == 0;
  if (place == ASK_PARAMETER_IN_PATH && strcmp (style, "label") == 0)
    return ASK_ARRAY_LABEL;
  if (place == ASK_PARAMETER_IN_PATH && strcmp (style, "matrix") == 0)
    return ask_json_get_boolean (object, "explode", FALSE) ? ASK_ARRAY_MATRIX_REPEAT : ASK_ARRAY_MATRIX;
  if (place != ASK_PARAMETER_IN_QUERY)
    return strcmp (style, "simple") == 0 ? ASK_ARRAY_COMMA : ASK_ARRAY_NONE;
  if (strcmp (style, "deepObject") == 0)
    return g_str_has_suffix (name, "[]") ? ASK_ARRAY_REPEAT : ASK_ARRAY_BRACKETS;
  if (ask_json_get_boolean (object, "explode", form))
    return ASK_ARRAY_REPEAT;
  if (strcmp (style, "spaceDelimited") == 0)
    return ASK_ARRAY_SPACE;
  if (strcmp (style, "pipeDelimited") == 0)
    return ASK_ARRAY_PIPE;
  return form ? ASK_ARRAY_COMMA : ASK_ARRAY_NONE;
}

/* The default of an array: its values, or NULL where it has none. */
static char *
dup_list_fallback (JsonNode *node)
{
  g_autoptr (GString) text = g_string_new (NULL);
  JsonArray *list;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return ask_openapi_shape_dup_scalar (node);
  list = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      g_autofree char *one = ask_openapi_shape_dup_scalar (json_array_get_element (list, i));

      if (one != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", one);
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/* style: deepObject: each member is a parameter of its own, "filter[status]". */
static void
put_deep_object (AskOpenapiContext *context, GPtrArray *parameters, const char *name, gboolean required,
                 const AskOpenapiShape *shape)
{
  for (guint i = 0; i < shape->properties->len; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (shape->properties, i);
      g_autofree char *full = g_strdup_printf ("%s[%s]", name, property->name);
      AskOpenapiShape *member = ask_openapi_shape_new_for_parts (context, property->parts);
      AskOpenapiParameter *parameter
        = ask_openapi_parameter_new (full, ASK_PARAMETER_IN_QUERY, required && property->required, member);

      parameter->description = member->description;
      put (parameters, parameter);
    }
}

/* In Swagger 2.0 a parameter has type, format and items itself. One in a media type of its own has
 * its schema there. */
static AskOpenapiShape *
read_shape (AskOpenapiContext *context, JsonObject *object)
{
  JsonObject *schema = ask_json_get_object (object, "schema");
  JsonObject *content = ask_json_get_object (object, "content");
  JsonObject *media = NULL;

  if (schema == NULL && context->version == ASK_OPENAPI_2)
    schema = object;
  if (schema == NULL && content != NULL)
    {
      g_autoptr (GList) members = json_object_get_values (content);

      if (members != NULL && JSON_NODE_HOLDS_OBJECT (members->data))
        media = json_node_get_object (members->data);
      schema = ask_json_get_object (media, "schema");
    }
  return ask_openapi_shape_new (context, schema);
}

/* One value that a path marks as it marks an array. */
static void
read_mark (JsonObject *object, AskOpenapiParameter *parameter)
{
  AskArrayStyle style = read_style (object, parameter->name, parameter->place);

  if (!ask_array_style_marks_one (style) || parameter->place != ASK_PARAMETER_IN_PATH)
    return;
  parameter->style = style;
  parameter->max_items = 1;
}

/* An array is taken by its items: one value a call is a list of one. */
static void
open_array (AskOpenapiContext *context, JsonObject *object, AskOpenapiParameter *parameter)
{
  AskOpenapiShape *list = parameter->shape;

  if (!ask_openapi_shape_is_array (list) || list->items->len == 0)
    {
      read_mark (object, parameter);
      return;
    }
  parameter->shape = ask_openapi_shape_new_for_parts (context, list->items);
  g_free (parameter->fallback);
  parameter->fallback = dup_list_fallback (list->fallback);
  if (ask_openapi_shape_get_type (parameter->shape) != ASK_TYPE_JSON)
    {
      parameter->style = read_style (object, parameter->name, parameter->place);
      parameter->max_items = list->sized && list->max_items > 0 ? (guint) MIN (list->max_items, 100000) : 0;
      /* Up to 3.0.3 OpenAPI wrote ".1.2" there, since then ".1,2": one value is the same in both. */
      if (parameter->style == ASK_ARRAY_LABEL && !ask_json_get_boolean (object, "explode", FALSE))
        parameter->max_items = 1;
    }
  if (parameter->description == NULL)
    parameter->description = list->description;
  ask_openapi_shape_free (list);
}

/* @parameter: (transfer full): whose shape is known; adds it to @parameters, where a value of it can be sent */
static AskRefusal
put_one (AskOpenapiContext *context, JsonObject *object, AskOpenapiParameter *parameter, GPtrArray *parameters)
{
  parameter->description = ask_json_get_string (object, "description");
  open_array (context, object, parameter);
  if (parameter->shape->intricate || (parameter->required && ask_openapi_shape_is_object (parameter->shape)))
    {
      AskRefusal refusal = parameter->shape->intricate ? ASK_REFUSAL_TOO_INTRICATE : ASK_REFUSAL_INPUT;

      ask_openapi_set_problem (context, "an object as “%s”", parameter->name);
      ask_openapi_parameter_free (parameter);
      return refusal;
    }
  if (parameter->description == NULL)
    parameter->description = parameter->shape->description;
  put (parameters, parameter);
  return ASK_REFUSAL_NONE;
}

static AskRefusal
read_one (AskOpenapiContext *context, JsonObject *object, gboolean with_body, GPtrArray *parameters)
{
  const char *name, *in;
  gboolean required;
  AskParameterPlace place;
  g_autoptr (AskOpenapiShape) shape = NULL;

  object = ask_openapi_resolve (context, object);
  if (object == NULL)
    return ASK_REFUSAL_REFERENCE;
  name = ask_json_get_string (object, "name");
  in = ask_json_get_string (object, "in");
  required = ask_json_get_boolean (object, "required", FALSE);
  if (name == NULL || *name == '\0')
    {
      ask_openapi_set_problem (context, "a parameter without a name");
      return required ? ASK_REFUSAL_INPUT : ASK_REFUSAL_NONE;
    }
  if (context->version == ASK_OPENAPI_2 && g_strcmp0 (in, "body") == 0 && with_body)
    return ask_openapi_read_body (context, object, parameters);
  if (g_strcmp0 (in, "cookie") == 0 && context->auth == ASK_AUTH_COOKIE && strcmp (name, context->auth_name) == 0)
    return ASK_REFUSAL_NONE;
  if (!parse_place (in, &place))
    {
      ask_openapi_set_problem (context, "“%s” as a %s", name, in != NULL ? in : "parameter of no kind");
      return required ? ASK_REFUSAL_INPUT : ASK_REFUSAL_NONE;
    }
  if (is_sent_anyway (context, name, place))
    return ASK_REFUSAL_NONE;
  shape = read_shape (context, object);
  if (shape->intricate)
    return ASK_REFUSAL_TOO_INTRICATE;
  if (place == ASK_PARAMETER_IN_QUERY && shape->properties->len > 0
      && g_strcmp0 (ask_json_get_string (object, "style"), "deepObject") == 0)
    {
      gboolean only = ask_openapi_shape_is_object (shape);

      /* "created=5" or "created[gte]=5". */
      put_deep_object (context, parameters, name, required && only, shape);
      if (only)
        return ASK_REFUSAL_NONE;
    }
  /* A value in a media type of its own is JSON text, say, with its quotes. */
  if (ask_json_get_object (object, "schema") == NULL && ask_json_get_object (object, "content") != NULL && !required)
    return ASK_REFUSAL_NONE;
  return put_one (context, object, ask_openapi_parameter_new (name, place, required, g_steal_pointer (&shape)),
                  parameters);
}

static AskRefusal
read_list (AskOpenapiContext *context, JsonArray *list, gboolean with_body, GPtrArray *parameters)
{
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *object = ask_json_element_object (list, i);
      AskRefusal refusal = object != NULL ? read_one (context, object, with_body, parameters) : ASK_REFUSAL_NONE;

      if (refusal != ASK_REFUSAL_NONE)
        return refusal;
    }
  return ASK_REFUSAL_NONE;
}

static AskOpenapiParameter *
find_in_path (GPtrArray *parameters, const char *name)
{
  for (guint i = 0; i < parameters->len; i++)
    {
      AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i);

      if (parameter->place == ASK_PARAMETER_IN_PATH && strcmp (parameter->name, name) == 0)
        return parameter;
    }
  return NULL;
}

/* Adds the {names} of the path that nobody declared, drops declared ones that are not in it. */
static AskRefusal
match_path (AskOpenapiContext *context, const char *path, GPtrArray *parameters)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const char *p = strchr (path, '{'); p != NULL; p = strchr (p, '{'))
    {
      const char *end = strpbrk (p + 1, "{}");
      char *name;

      if (end == NULL || *end != '}' || end == p + 1)
        return ASK_REFUSAL_PATH;
      name = g_strndup (p + 1, (gsize) (end - p - 1));
      if (find_in_path (parameters, name) == NULL)
        put (parameters,
             ask_openapi_parameter_new (name, ASK_PARAMETER_IN_PATH, TRUE, ask_openapi_shape_new (context, NULL)));
      g_hash_table_add (names, name);
      p = end;
    }
  for (guint i = parameters->len; i > 0; i--)
    {
      AskOpenapiParameter *parameter = g_ptr_array_index (parameters, i - 1);

      if (parameter->place == ASK_PARAMETER_IN_PATH && !g_hash_table_contains (names, parameter->name))
        g_ptr_array_remove_index (parameters, i - 1);
    }
  return ASK_REFUSAL_NONE;
}

/**
 * ask_openapi_read_parameters:
 * @context: of the import; gets the detail of a refusal as its problem
 * @path: as the document writes it; what stands behind "#" is not sent, and "?" is refused
 * @item: the path item
 * @operation: the operation in it
 * @with_body: it is a POST, whose body is a JSON object
 * @parameters: (out) (transfer full) (element-type AskOpenapiParameter): set whatever is returned
 *
 * Returns: %ASK_REFUSAL_NONE, or why nobody could call the operation with them
 */
AskRefusal
ask_openapi_read_parameters (AskOpenapiContext *context, const char *path, JsonObject *item, JsonObject *operation,
                             gboolean with_body, GPtrArray **parameters)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (ask_openapi_parameter_free);
  JsonObject *body = ask_json_get_object (operation, "requestBody");
  /* A fragment is never sent. */
  g_autofree char *sent = g_strndup (path, strcspn (path, "#"));
  AskRefusal refusal;

  *parameters = list;
  if (strchr (path, '?') != NULL)
    return ASK_REFUSAL_PATH;
  if (body != NULL)
    body = ask_openapi_resolve (context, body);
  if (!with_body && body != NULL && ask_json_get_boolean (body, "required", FALSE))
    {
      ask_openapi_set_problem (context, "a body");
      return ASK_REFUSAL_INPUT;
    }
  refusal = read_list (context, ask_json_get_array (item, "parameters"), with_body, list);
  if (refusal == ASK_REFUSAL_NONE)
    refusal = read_list (context, ask_json_get_array (operation, "parameters"), with_body, list);
  if (refusal == ASK_REFUSAL_NONE)
    refusal = match_path (context, sent, list);
  if (refusal == ASK_REFUSAL_NONE && with_body && body != NULL)
    refusal = ask_openapi_read_body (context, body, list);
  return refusal;
}
