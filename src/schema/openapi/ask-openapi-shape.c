/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Schemas flattened to one level: references followed, allOf merged, oneOf and anyOf united. Only
 * one level is read at a time, so a schema that holds itself as a member never ends in a circle;
 * one that is itself through allOf is cut where it closes.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-shape.h"

#include <string.h>

/* Schemas that one shape may be combined from: real documents stay below a few hundred. */
#define MAX_VISITS 4000
#define MAX_DEPTH 64

static guint collect (AskOpenapiContext *context, AskOpenapiShape *self, JsonObject *schema, gboolean alternative);

static void
property_free (gpointer data)
{
  AskOpenapiShapeProperty *property = data;

  g_array_unref (property->parts);
  g_free (property);
}

/** ask_openapi_shape_free: @self: (nullable) (transfer full): what it borrowed stays */
void
ask_openapi_shape_free (AskOpenapiShape *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->choices);
  g_ptr_array_unref (self->properties);
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->required);
  g_array_unref (self->items);
  g_ptr_array_unref (self->path);
  g_free (self);
}

static guint
type_flag (const char *name)
{
  static const struct
  {
    const char *name;
    guint flag;
  } names[] = {
    { "string", ASK_SHAPE_STRING },
    { "integer", ASK_SHAPE_INTEGER },
    { "number", ASK_SHAPE_NUMBER },
    { "boolean", ASK_SHAPE_BOOLEAN },
    { "object", ASK_SHAPE_OBJECT },
    { "array", ASK_SHAPE_ARRAY },
    /* No types of OpenAPI, but people write them. */
    { "int", ASK_SHAPE_INTEGER },
    { "long", ASK_SHAPE_INTEGER },
    { "float", ASK_SHAPE_NUMBER },
    { "double", ASK_SHAPE_NUMBER },
    { "decimal", ASK_SHAPE_NUMBER },
    { "bool", ASK_SHAPE_BOOLEAN },
    { "list", ASK_SHAPE_ARRAY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (name, names[i].name) == 0)
      return names[i].flag;
  return 0;
}

/* "type" is a name, or in 3.1 a list of names of which one may be "null". */
static guint
own_types (AskOpenapiShape *self, JsonObject *schema)
{
  const char *name = ask_json_get_string (schema, "type");
  JsonArray *names = ask_json_get_array (schema, "type");
  guint types = name != NULL ? type_flag (name) : 0;

  if (g_strcmp0 (name, "null") == 0)
    self->nullable = TRUE;
  for (guint i = 0; names != NULL && i < json_array_get_length (names); i++)
    {
      name = ask_json_element_string (names, i);
      if (g_strcmp0 (name, "null") == 0)
        self->nullable = TRUE;
      else if (name != NULL)
        types |= type_flag (name);
    }
  if (ask_json_get_boolean (schema, "nullable", FALSE) || ask_json_get_boolean (schema, "x-nullable", FALSE))
    self->nullable = TRUE;
  if (types == 0 && names == NULL && name == NULL)
    {
      if (ask_json_get_object (schema, "properties") != NULL)
        types = ASK_SHAPE_OBJECT;
      else if (ask_json_get_object (schema, "items") != NULL)
        types = ASK_SHAPE_ARRAY;
    }
  return types;
}

static guint
value_types (JsonNode *node)
{
  GType type;

  if (!JSON_NODE_HOLDS_VALUE (node))
    return JSON_NODE_HOLDS_OBJECT (node) ? ASK_SHAPE_OBJECT : JSON_NODE_HOLDS_ARRAY (node) ? ASK_SHAPE_ARRAY : 0;
  type = json_node_get_value_type (node);
  if (type == G_TYPE_STRING)
    return ASK_SHAPE_STRING;
  if (type == G_TYPE_BOOLEAN)
    return ASK_SHAPE_BOOLEAN;
  return type == G_TYPE_DOUBLE ? ASK_SHAPE_NUMBER : ASK_SHAPE_INTEGER;
}

/**
 * ask_openapi_shape_dup_scalar:
 * @node: (nullable): anything
 *
 * Returns: (transfer full) (nullable): a text, number or boolean as it goes into a URL; else %NULL
 */
char *
ask_openapi_shape_dup_scalar (JsonNode *node)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  return ask_json_to_string (node, FALSE);
}

static void
add_choice (AskOpenapiShape *self, JsonNode *node)
{
  g_autofree char *text = ask_openapi_shape_dup_scalar (node);

  if (JSON_NODE_HOLDS_NULL (node))
    self->nullable = TRUE;
  if (text != NULL && !g_ptr_array_find_with_equal_func (self->choices, text, g_str_equal, NULL))
    g_ptr_array_add (self->choices, g_steal_pointer (&text));
}

/* enum and const; what they hold tells a type where none is declared. */
static guint
read_choices (AskOpenapiShape *self, JsonObject *schema, gboolean alternative)
{
  JsonArray *values = ask_json_get_array (schema, "enum");
  JsonNode *constant = json_object_get_member (schema, "const");
  guint types = 0;

  if (values == NULL && constant == NULL)
    return 0;
  /* A later part of an allOf narrows; alternatives add up. */
  if (!alternative)
    g_ptr_array_set_size (self->choices, 0);
  for (guint i = 0; values != NULL && i < json_array_get_length (values); i++)
    {
      add_choice (self, json_array_get_element (values, i));
      types |= value_types (json_array_get_element (values, i));
    }
  if (constant != NULL)
    {
      add_choice (self, constant);
      types |= value_types (constant);
    }
  return types;
}

static void
read_bound (JsonObject *schema, const char *member, gboolean *has, gint64 *bound)
{
  JsonNode *node = json_object_get_member (schema, member);
  double real;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return;
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    *bound = json_node_get_int (node);
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    {
      real = json_node_get_double (node);
      if (!(real > -1e15 && real < 1e15))
        return;
      *bound = (gint64) real;
    }
  else
    return;
  *has = TRUE;
}

static void
read_annotations (AskOpenapiShape *self, JsonObject *schema, guint types, gboolean alternative)
{
  const char *format = ask_json_get_string (schema, "format");
  const char *description = ask_json_get_string (schema, "description");

  if (self->description == NULL && description != NULL && *description != '\0')
    self->description = description;
  if (format != NULL || (alternative && (types & ASK_SHAPE_STRING) != 0))
    {
      if (format == NULL || (self->format != NULL && strcmp (self->format, format) != 0))
        self->format_differs = TRUE;
      if (self->format == NULL)
        self->format = format;
    }
  if (self->fallback == NULL)
    self->fallback = json_object_get_member (schema, "default");
  read_bound (schema, "maximum", &self->bounded, &self->maximum);
  read_bound (schema, "minimum", &self->floored, &self->minimum);
  read_bound (schema, "maxItems", &self->sized, &self->max_items);
  if (ask_json_get_boolean (schema, "writeOnly", FALSE))
    self->write_only = TRUE;
}

static AskOpenapiShapeProperty *
ensure_property (AskOpenapiShape *self, const char *name)
{
  AskOpenapiShapeProperty *property = g_hash_table_lookup (self->by_name, name);

  if (property == NULL)
    {
      property = g_new0 (AskOpenapiShapeProperty, 1);
      property->name = name;
      property->parts = g_array_new (FALSE, TRUE, sizeof (AskOpenapiShapePart));
      g_ptr_array_add (self->properties, property);
      g_hash_table_insert (self->by_name, (gpointer) name, property);
    }
  return property;
}

static void
read_members (AskOpenapiShape *self, JsonObject *schema, gboolean alternative)
{
  JsonObject *properties = ask_json_get_object (schema, "properties");
  JsonArray *required = ask_json_get_array (schema, "required");
  JsonObject *items = ask_json_get_object (schema, "items");
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (properties != NULL)
    {
      json_object_iter_init_ordered (&iter, properties);
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          /* 3.1 allows "true" for a schema. */
          AskOpenapiShapePart part = { .alternative = alternative };

          if (JSON_NODE_HOLDS_OBJECT (member))
            part.schema = json_node_get_object (member);
          g_array_append_val (ensure_property (self, name)->parts, part);
        }
    }
  /* What one alternative requires may be missing in another. */
  for (guint i = 0; !alternative && required != NULL && i < json_array_get_length (required); i++)
    {
      name = ask_json_element_string (required, i);
      if (name != NULL)
        g_hash_table_add (self->required, (gpointer) name);
    }
  if (items != NULL)
    {
      AskOpenapiShapePart part = { items, alternative };

      g_array_append_val (self->items, part);
    }
}

/* Types that both sides allow; 0 allows everything. */
static guint
intersect (guint a, guint b)
{
  guint both = a & b;

  if (a == 0 || b == 0)
    return a | b;
  if (both == 0 && ((a | b) & ~(guint) (ASK_SHAPE_INTEGER | ASK_SHAPE_NUMBER)) == 0)
    return ASK_SHAPE_INTEGER;
  return both != 0 ? both : a | b;
}

static guint
collect_list (AskOpenapiContext *context, AskOpenapiShape *self, JsonArray *list, gboolean alternative, gboolean united)
{
  guint types = 0;
  guint n = list != NULL ? json_array_get_length (list) : 0;
  guint n_real = 0;

  /* "anyOf: [X, null]" is X that may be null, and no choice at all. */
  for (guint i = 0; united && i < n; i++)
    {
      JsonObject *part = ask_json_element_object (list, i);

      n_real += part != NULL && g_strcmp0 (ask_json_get_string (part, "type"), "null") != 0;
    }
  for (guint i = 0; i < n; i++)
    {
      JsonObject *part = ask_json_element_object (list, i);
      guint own;

      if (part == NULL)
        continue;
      own = collect (context, self, part, alternative || n_real > 1);
      types = united ? types | own : intersect (types, own);
    }
  return types;
}

/* Reads @schema into @self. Returns the types that it allows. */
static guint
collect (AskOpenapiContext *context, AskOpenapiShape *self, JsonObject *schema, gboolean alternative)
{
  guint types, chosen;

  if (schema == NULL || g_ptr_array_find (self->path, schema, NULL))
    return 0;
  if (++self->visits > MAX_VISITS || self->path->len >= MAX_DEPTH)
    {
      self->intricate = TRUE;
      return 0;
    }
  g_ptr_array_add (self->path, schema);

  types = own_types (self, schema);
  chosen = read_choices (self, schema, alternative);
  if (types == 0)
    types = chosen;
  if (alternative && types != 0 && chosen == 0)
    self->choices_open = TRUE;
  read_annotations (self, schema, types, alternative);
  read_members (self, schema, alternative);
  if (ask_openapi_get_ref (schema) != NULL)
    {
      JsonObject *target = ask_openapi_resolve (context, schema);

      if (target == NULL)
        self->broken = TRUE;
      else
        types = intersect (types, collect (context, self, target, alternative));
    }
  types = intersect (types, collect_list (context, self, ask_json_get_array (schema, "allOf"), alternative, FALSE));
  types = intersect (types, collect_list (context, self, ask_json_get_array (schema, "oneOf"), alternative, TRUE));
  types = intersect (types, collect_list (context, self, ask_json_get_array (schema, "anyOf"), alternative, TRUE));

  g_ptr_array_set_size (self->path, (int) self->path->len - 1);
  return types;
}

static AskOpenapiShape *
shape_alloc (void)
{
  AskOpenapiShape *self = g_new0 (AskOpenapiShape, 1);

  self->choices = g_ptr_array_new_with_free_func (g_free);
  self->properties = g_ptr_array_new_with_free_func (property_free);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->required = g_hash_table_new (g_str_hash, g_str_equal);
  self->items = g_array_new (FALSE, TRUE, sizeof (AskOpenapiShapePart));
  self->path = g_ptr_array_new ();
  return self;
}

static void
finish (AskOpenapiShape *self)
{
  if (self->choices_open)
    g_ptr_array_set_size (self->choices, 0);
  if (self->format_differs)
    self->format = NULL;
  for (guint i = 0; i < self->properties->len; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (self->properties, i);

      property->required = g_hash_table_contains (self->required, property->name);
    }
}

/**
 * ask_openapi_shape_new_for_parts:
 * @context: of the import; its problem says what is broken in the shape
 * @parts: (element-type AskOpenapiShapePart): all of one property or of one array's items
 *
 * Returns: (transfer full): one shape for them all, which borrows from the document
 */
AskOpenapiShape *
ask_openapi_shape_new_for_parts (AskOpenapiContext *context, GArray *parts)
{
  AskOpenapiShape *self = shape_alloc ();

  for (guint i = 0; i < parts->len; i++)
    {
      const AskOpenapiShapePart *part = &g_array_index (parts, AskOpenapiShapePart, i);
      gboolean alternative = part->alternative && parts->len > 1;
      guint types = collect (context, self, part->schema, alternative);

      self->types = alternative ? self->types | types : intersect (self->types, types);
    }
  finish (self);
  return self;
}

/**
 * ask_openapi_shape_new:
 * @context: of the import; its problem says what is broken in the shape
 * @schema: (nullable): a schema of the document; %NULL says nothing
 *
 * Returns: (transfer full): its shape, which borrows from the document
 */
AskOpenapiShape *
ask_openapi_shape_new (AskOpenapiContext *context, JsonObject *schema)
{
  AskOpenapiShapePart part = { schema, FALSE };
  g_autoptr (GArray) parts = g_array_new (FALSE, TRUE, sizeof (AskOpenapiShapePart));

  g_array_append_val (parts, part);
  return ask_openapi_shape_new_for_parts (context, parts);
}

/** ask_openapi_shape_is_object: Returns: whether it is an object and nothing else */
gboolean
ask_openapi_shape_is_object (const AskOpenapiShape *self)
{
  return self->types == ASK_SHAPE_OBJECT || (self->types == 0 && self->properties->len > 0);
}

/** ask_openapi_shape_is_array: Returns: whether it is an array and nothing else */
gboolean
ask_openapi_shape_is_array (const AskOpenapiShape *self)
{
  return self->types == ASK_SHAPE_ARRAY || (self->types == 0 && self->items->len > 0 && self->properties->len == 0);
}

/** ask_openapi_shape_get_type: Returns: the type of an attribute that holds such values */
AskType
ask_openapi_shape_get_type (const AskOpenapiShape *self)
{
  switch (self->types)
    {
    case ASK_SHAPE_STRING:
      if (g_strcmp0 (self->format, "date") == 0)
        return ASK_TYPE_DATE;
      if (g_strcmp0 (self->format, "date-time") == 0)
        return ASK_TYPE_DATETIME;
      return ASK_TYPE_TEXT;
    case ASK_SHAPE_INTEGER:
      return ASK_TYPE_INTEGER;
    case ASK_SHAPE_NUMBER:
    case ASK_SHAPE_NUMBER | ASK_SHAPE_INTEGER:
      return ASK_TYPE_REAL;
    case ASK_SHAPE_BOOLEAN:
      return ASK_TYPE_BOOLEAN;
    case ASK_SHAPE_OBJECT:
    case ASK_SHAPE_ARRAY:
    case ASK_SHAPE_OBJECT | ASK_SHAPE_ARRAY:
      return ASK_TYPE_JSON;
    case 0:
      return self->properties->len > 0 || self->items->len > 0 ? ASK_TYPE_JSON : ASK_TYPE_ANY;
    default:
      return ASK_TYPE_ANY;
    }
}

/** ask_openapi_shape_dup_declared: Returns: (transfer full) (nullable): "string", "integer(int64)" */
char *
ask_openapi_shape_dup_declared (const AskOpenapiShape *self)
{
  static const char *const names[] = { "string", "integer", "number", "boolean", "object", "array" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((self->types & (1u << i)) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "|" : "", names[i]);
  if (text->len > 0 && self->format != NULL && strlen (self->format) < 40)
    g_string_append_printf (text, "(%s)", self->format);
  return g_string_free (text, text->len == 0);
}
