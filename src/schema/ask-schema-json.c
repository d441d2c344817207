/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema as one JSON document and back. Members that hold nothing are left out, order
 * is the document's own, so that the same schema always gives the same text.
 */
#include "config.h"

#include "schema/ask-schema.h"

#include <math.h>
#include <string.h>

/* Version 2 has ids, and much that version 1 could not say; 1 is read, too. */
#define FORMAT_VERSION 2

/* In the order of their enumerations, NULL last. */
static const char *const entity_kinds[] = { "table", "view", "api", "query", NULL };
static const char *const places[] = { "query", "path", "header", "body", NULL };
static const char *const uses[] = { "equals", "at-least", "at-most", "above", "below", NULL };
static const char *const styles[] = { "none",     "repeat", "comma",  "space",         "pipe",
                                      "brackets", "label",  "matrix", "matrix-repeat", NULL };
static const char *const paging_kinds[] = { "none", "page", "offset", "cursor", "link", NULL };
static const char *const cardinalities[] = { "many-to-one", "one-to-one", "many-to-many", NULL };

static void
set_string (JsonObject *object, const char *member, const char *value)
{
  if (value != NULL)
    json_object_set_string_member (object, member, value);
}

static void
set_strings (JsonObject *object, const char *member, GPtrArray *strings)
{
  JsonArray *array;

  if (strings->len == 0)
    return;
  array = json_array_new ();
  for (guint i = 0; i < strings->len; i++)
    json_array_add_string_element (array, strings->pdata[i]);
  json_object_set_array_member (object, member, array);
}

static void
set_true (JsonObject *object, const char *member, gboolean value)
{
  if (value)
    json_object_set_boolean_member (object, member, TRUE);
}

static JsonObject *
attribute_to_json (const AskAttribute *attribute)
{
  JsonObject *object = json_object_new ();

  set_string (object, "name", attribute->name);
  set_string (object, "column", attribute->column);
  set_string (object, "expression", attribute->expression);
  set_string (object, "type", ask_type_to_string (attribute->type));
  set_string (object, "declared", attribute->declared);
  if (attribute->key > 0)
    json_object_set_int_member (object, "key", attribute->key);
  if (!attribute->nullable)
    json_object_set_boolean_member (object, "nullable", FALSE);
  set_string (object, "description", attribute->description);
  set_strings (object, "synonyms", attribute->synonyms);
  set_strings (object, "choices", attribute->choices);
  if (attribute->meaning != ASK_MEANING_NONE)
    set_string (object, "meaning", ask_meaning_to_string (attribute->meaning));
  set_string (object, "unit", attribute->unit);
  set_strings (object, "examples", attribute->examples);
  set_true (object, "hidden", attribute->hidden);
  set_true (object, "sensitive", attribute->sensitive);
  if (attribute->sharing != ASK_SHARING_INHERIT)
    set_string (object, "sharing", ask_sharing_to_string (attribute->sharing));
  return object;
}

static JsonObject *
metric_to_json (const AskMetric *metric)
{
  JsonObject *object = json_object_new ();

  set_string (object, "name", metric->name);
  set_string (object, "expression", metric->expression);
  set_string (object, "description", metric->description);
  set_string (object, "unit", metric->unit);
  set_strings (object, "synonyms", metric->synonyms);
  return object;
}

static JsonObject *
binding_to_json (const AskBinding *binding)
{
  JsonObject *object = json_object_new ();

  set_string (object, "kind", entity_kinds[binding->kind]);
  set_string (object, "source", binding->source);
  set_string (object, "namespace", binding->namespace);
  set_string (object, "table", binding->table);
  set_strings (object, "columns", binding->columns);
  return object;
}

static JsonArray *
sorts_to_json (const AskOperation *operation)
{
  JsonArray *sorts = json_array_new ();

  for (guint i = 0; i < operation->sorts->len; i++)
    {
      const AskSort *sort = operation->sorts->pdata[i];
      JsonObject *item = json_object_new ();

      set_string (item, "attribute", sort->attribute);
      set_string (item, "parameter", sort->parameter);
      set_string (item, "ascending", sort->ascending);
      set_string (item, "descending", sort->descending);
      set_string (item, "direction", sort->direction);
      set_string (item, "up", sort->up);
      set_string (item, "down", sort->down);
      json_array_add_object_element (sorts, item);
    }
  return sorts;
}

static JsonObject *
operation_to_json (const AskOperation *operation)
{
  JsonObject *object = json_object_new ();
  JsonArray *parameters = json_array_new ();

  set_string (object, "method", operation->method);
  set_string (object, "path", operation->path);
  set_string (object, "rows", operation->rows);
  set_string (object, "nested", operation->nested);
  if (operation->single)
    json_object_set_boolean_member (object, "single", TRUE);
  if (operation->values)
    json_object_set_boolean_member (object, "values", TRUE);
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];
      JsonObject *item = json_object_new ();

      set_string (item, "name", parameter->name);
      set_string (item, "in", places[parameter->place]);
      set_string (item, "attribute", parameter->attribute);
      set_string (item, "type", ask_type_to_string (parameter->type));
      if (parameter->required)
        json_object_set_boolean_member (item, "required", TRUE);
      if (parameter->use != ASK_PARAMETER_EQUALS)
        set_string (item, "use", uses[parameter->use]);
      if (parameter->style != ASK_ARRAY_NONE)
        set_string (item, "array", styles[parameter->style]);
      if (parameter->max_items > 0)
        json_object_set_int_member (item, "max_items", parameter->max_items);
      if (parameter->narrows)
        json_object_set_boolean_member (item, "narrows", TRUE);
      set_string (item, "fixed", parameter->fixed);
      json_array_add_object_element (parameters, item);
    }
  json_object_set_array_member (object, "parameters", parameters);
  if (operation->sorts->len > 0)
    json_object_set_array_member (object, "sorts", sorts_to_json (operation));
  if (operation->paging.kind != ASK_PAGING_NONE)
    {
      JsonObject *paging = json_object_new ();

      set_string (paging, "kind", paging_kinds[operation->paging.kind]);
      set_string (paging, "parameter", operation->paging.parameter);
      set_string (paging, "size_parameter", operation->paging.size_parameter);
      if (operation->paging.size > 0)
        json_object_set_int_member (paging, "size", operation->paging.size);
      if (operation->paging.least > 0)
        json_object_set_int_member (paging, "least", operation->paging.least);
      if (operation->paging.first != 1)
        json_object_set_int_member (paging, "first", operation->paging.first);
      if (operation->paging.in_body)
        json_object_set_boolean_member (paging, "in_body", TRUE);
      set_string (paging, "next", operation->paging.next);
      json_object_set_object_member (object, "paging", paging);
    }
  return object;
}

static JsonObject *
entity_to_json (const AskEntity *entity)
{
  JsonObject *object = json_object_new ();
  JsonArray *attributes = json_array_new ();

  set_string (object, "id", entity->id);
  set_string (object, "name", entity->name);
  set_string (object, "kind", entity_kinds[entity->kind]);
  set_string (object, "source", entity->source);
  set_string (object, "namespace", entity->namespace);
  set_string (object, "table", entity->table);
  set_string (object, "description", entity->description);
  set_string (object, "notes", entity->notes);
  set_strings (object, "synonyms", entity->synonyms);
  set_true (object, "hidden", entity->hidden);
  if (entity->row_estimate >= 0)
    json_object_set_int_member (object, "rows", entity->row_estimate);
  for (guint a = 0; a < entity->attributes->len; a++)
    json_array_add_object_element (attributes, attribute_to_json (entity->attributes->pdata[a]));
  json_object_set_array_member (object, "attributes", attributes);
  if (entity->metrics->len > 0)
    {
      JsonArray *metrics = json_array_new ();

      for (guint i = 0; i < entity->metrics->len; i++)
        json_array_add_object_element (metrics, metric_to_json (entity->metrics->pdata[i]));
      json_object_set_array_member (object, "metrics", metrics);
    }
  if (entity->operation != NULL)
    json_object_set_object_member (object, "operation", operation_to_json (entity->operation));
  set_string (object, "query", entity->query);
  if (entity->bindings->len > 0)
    {
      JsonArray *bindings = json_array_new ();

      for (guint i = 0; i < entity->bindings->len; i++)
        json_array_add_object_element (bindings, binding_to_json (entity->bindings->pdata[i]));
      json_object_set_array_member (object, "bindings", bindings);
    }
  if (entity->placed)
    {
      JsonObject *layout = json_object_new ();

      /* Whole pixels: a document that is compared must not tell 12 from 12.000000001. */
      json_object_set_int_member (layout, "x", (gint64) floor (entity->x + 0.5));
      json_object_set_int_member (layout, "y", (gint64) floor (entity->y + 0.5));
      json_object_set_object_member (object, "layout", layout);
    }
  set_true (object, "collapsed", entity->collapsed);
  return object;
}

static JsonObject *
relationship_to_json (const AskRelationship *relationship)
{
  JsonObject *object = json_object_new ();

  set_string (object, "from", relationship->from);
  set_strings (object, "from_attributes", relationship->from_attributes);
  set_string (object, "to", relationship->to);
  set_strings (object, "to_attributes", relationship->to_attributes);
  if (relationship->cardinality != ASK_CARDINALITY_MANY_TO_ONE)
    set_string (object, "cardinality", cardinalities[relationship->cardinality]);
  set_string (object, "verb", relationship->verb);
  return object;
}

static JsonArray *
sources_to_json (AskSchema *self)
{
  JsonArray *sources = json_array_new ();

  for (guint i = 0; i < self->sources->len; i++)
    {
      const AskSchemaSource *source = self->sources->pdata[i];
      JsonObject *object = json_object_new ();

      set_string (object, "name", source->name);
      set_string (object, "description", source->description);
      if (source->sharing != ASK_SHARING_INHERIT)
        set_string (object, "sharing", ask_sharing_to_string (source->sharing));
      json_array_add_object_element (sources, object);
    }
  return sources;
}

static JsonArray *
questions_to_json (AskSchema *self)
{
  JsonArray *questions = json_array_new ();

  for (guint i = 0; i < self->questions->len; i++)
    {
      const AskSchemaQuestion *question = self->questions->pdata[i];
      JsonObject *object = json_object_new ();

      set_string (object, "question", question->question);
      set_string (object, "sql", question->sql);
      set_string (object, "verified_by", question->verified_by);
      if (question->verified_at > 0)
        json_object_set_int_member (object, "verified_at", question->verified_at);
      json_array_add_object_element (questions, object);
    }
  return questions;
}

static JsonNode *
take_object (JsonObject *object)
{
  JsonNode *node = json_node_alloc ();

  json_node_init (node, JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

/**
 * ask_schema_to_json:
 *
 * Returns: (transfer full): the document, which ask_schema_from_json() reads
 */
JsonNode *
ask_schema_to_json (AskSchema *self)
{
  JsonObject *document = json_object_new ();
  JsonArray *entities = json_array_new ();
  JsonArray *relationships = json_array_new ();

  json_object_set_int_member (document, "version", FORMAT_VERSION);
  set_string (document, "notes", self->notes);
  if (self->sources->len > 0)
    json_object_set_array_member (document, "sources", sources_to_json (self));
  for (guint i = 0; i < self->entities->len; i++)
    json_array_add_object_element (entities, entity_to_json (self->entities->pdata[i]));
  for (guint i = 0; i < self->relationships->len; i++)
    json_array_add_object_element (relationships, relationship_to_json (self->relationships->pdata[i]));
  json_object_set_array_member (document, "entities", entities);
  json_object_set_array_member (document, "relationships", relationships);
  if (self->questions->len > 0)
    json_object_set_array_member (document, "questions", questions_to_json (self));
  return take_object (document);
}

/** ask_entity_to_json: Returns: (transfer full): @self as it stands in a schema's document */
JsonNode *
ask_entity_to_json (const AskEntity *self)
{
  return take_object (entity_to_json (self));
}

/** ask_relationship_to_json: Returns: (transfer full): @self as it stands in a schema's document */
JsonNode *
ask_relationship_to_json (const AskRelationship *self)
{
  return take_object (relationship_to_json (self));
}

static JsonNode *
take_array (JsonArray *array)
{
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  json_node_take_array (node, array);
  return node;
}

/* Frees @node. */
static char *
take_text (JsonNode *node)
{
  char *text = ask_json_to_string (node, FALSE);

  json_node_unref (node);
  return text;
}

/* Frees both. */
static gboolean
is_same_json (JsonNode *a, JsonNode *b)
{
  g_autofree char *text_a = take_text (a);
  g_autofree char *text_b = take_text (b);

  return strcmp (text_a, text_b) == 0;
}

/** ask_entity_equal: Returns: whether both say the same in a document */
gboolean
ask_entity_equal (const AskEntity *a, const AskEntity *b)
{
  return a == b || is_same_json (ask_entity_to_json (a), ask_entity_to_json (b));
}

/** ask_relationship_equal: Returns: whether both say the same in a document */
gboolean
ask_relationship_equal (const AskRelationship *a, const AskRelationship *b)
{
  return a == b || is_same_json (ask_relationship_to_json (a), ask_relationship_to_json (b));
}

/**
 * ask_schema_equal:
 *
 * What two versions share is not looked at, so this costs what was changed.
 *
 * Returns: whether both would give the same document
 */
gboolean
ask_schema_equal (AskSchema *a, AskSchema *b)
{
  if (a->entities->len != b->entities->len || a->relationships->len != b->relationships->len
      || g_strcmp0 (a->notes, b->notes) != 0)
    return FALSE;
  for (guint i = 0; i < a->entities->len; i++)
    if (!ask_entity_equal (a->entities->pdata[i], b->entities->pdata[i]))
      return FALSE;
  for (guint i = 0; i < a->relationships->len; i++)
    if (!ask_relationship_equal (a->relationships->pdata[i], b->relationships->pdata[i]))
      return FALSE;

  return is_same_json (take_array (sources_to_json (a)), take_array (sources_to_json (b)))
         && is_same_json (take_array (questions_to_json (a)), take_array (questions_to_json (b)));
}

/* Where the reader stands, for its messages: "entities[3].attributes[0]". */
static gboolean
wrong (GError **error, const char *where, const char *expected)
{
  g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT,
               "The schema document is not right at %s: expected %s.", where, expected);
  return FALSE;
}

typedef enum
{
  MEMBER_STRING,
  MEMBER_INTEGER,
  MEMBER_BOOLEAN,
  MEMBER_ARRAY,
  MEMBER_OBJECT
} MemberType;

typedef struct
{
  const char *name;
  MemberType type;
} Member;

static gboolean
holds (JsonNode *node, MemberType type)
{
  static const GType types[] = { G_TYPE_STRING, G_TYPE_INT64, G_TYPE_BOOLEAN };

  if (type == MEMBER_ARRAY)
    return JSON_NODE_HOLDS_ARRAY (node);
  if (type == MEMBER_OBJECT)
    return JSON_NODE_HOLDS_OBJECT (node);
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == types[type];
}

/* A member that is there but of another type would be lost without a word. null is as good as
 * absent. */
static gboolean
check_members (JsonObject *object, const Member *members, guint n_members, const char *where,
               GError **error)
{
  static const char *const expected[]
    = { "a text", "a whole number", "true or false", "an array", "an object" };

  for (guint i = 0; i < n_members; i++)
    {
      JsonNode *node = json_object_get_member (object, members[i].name);
      g_autofree char *place = NULL;

      if (node == NULL || JSON_NODE_HOLDS_NULL (node) || holds (node, members[i].type))
        continue;
      place = g_strdup_printf ("%s.%s", where, members[i].name);
      return wrong (error, place, expected[members[i].type]);
    }
  return TRUE;
}

/* Leaves *@index alone where the member is absent. */
static gboolean
get_choice (JsonObject *object, const char *member, const char *const *choices, guint *index,
            const char *where, GError **error)
{
  const char *value = ask_json_get_string (object, member);

  if (value == NULL && !json_object_has_member (object, member))
    return TRUE;
  for (guint i = 0; value != NULL && choices[i] != NULL; i++)
    if (strcmp (choices[i], value) == 0)
      {
        *index = i;
        return TRUE;
      }

  g_autofree char *list = g_strjoinv (", ", (char **) choices);
  g_autofree char *place = g_strdup_printf ("%s.%s", where, member);
  g_autofree char *expected = g_strdup_printf ("one of %s", list);

  return wrong (error, place, expected);
}

static gboolean
get_strings (JsonObject *object, const char *member, GPtrArray *strings, const char *where,
             GError **error)
{
  JsonArray *array = ask_json_get_array (object, member);

  if (array == NULL)
    {
      if (!json_object_has_member (object, member))
        return TRUE;
      return wrong (error, where, "an array of strings");
    }
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *string = ask_json_element_string (array, i);

      if (string == NULL)
        return wrong (error, where, "an array of strings");
      g_ptr_array_add (strings, g_strdup (string));
    }
  return TRUE;
}

static gboolean
get_type (JsonObject *object, AskType *type, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "type");

  if (name == NULL || !ask_type_from_string (name, type))
    return wrong (error, where, "a \"type\" such as \"text\" or \"integer\"");
  return TRUE;
}

static gboolean
get_sharing (JsonObject *object, AskSharing *sharing, const char *where, GError **error)
{
  const char *word = ask_json_get_string (object, "sharing");

  if (word != NULL && !ask_sharing_from_string (word, sharing))
    return wrong (error, where, "a \"sharing\": never, samples or yes");
  return TRUE;
}

static gboolean
read_attribute (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "name");
  static const Member members[] = { { "name", MEMBER_STRING },        { "column", MEMBER_STRING },
                                    { "declared", MEMBER_STRING },    { "key", MEMBER_INTEGER },
                                    { "nullable", MEMBER_BOOLEAN },   { "description", MEMBER_STRING },
                                    { "expression", MEMBER_STRING },  { "unit", MEMBER_STRING },
                                    { "hidden", MEMBER_BOOLEAN },     { "sensitive", MEMBER_BOOLEAN },
                                    { "meaning", MEMBER_STRING },     { "sharing", MEMBER_STRING } };
  const char *meaning = ask_json_get_string (object, "meaning");
  AskType type;
  AskAttribute *attribute;

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || name[0] == '\0')
    return wrong (error, where, "a \"name\"");
  if (ask_entity_find_attribute (entity, name) != NULL)
    return wrong (error, where, "a name that no other attribute of the entity has");
  if (!get_type (object, &type, where, error))
    return FALSE;
  attribute
    = ask_entity_add_attribute (entity, name, ask_json_get_string (object, "column"), type);
  attribute->declared = g_strdup (ask_json_get_string (object, "declared"));
  attribute->key = (guint) CLAMP (ask_json_get_integer (object, "key", 0), 0, 1000);
  attribute->nullable = ask_json_get_boolean (object, "nullable", TRUE);
  attribute->description = g_strdup (ask_json_get_string (object, "description"));
  attribute->expression = g_strdup (ask_json_get_string (object, "expression"));
  attribute->unit = g_strdup (ask_json_get_string (object, "unit"));
  attribute->hidden = ask_json_get_boolean (object, "hidden", FALSE);
  attribute->sensitive = ask_json_get_boolean (object, "sensitive", FALSE);
  if (meaning != NULL && !ask_meaning_from_string (meaning, &attribute->meaning))
    return wrong (error, where, "a \"meaning\" such as \"money\" or \"date\"");
  return get_sharing (object, &attribute->sharing, where, error)
         && get_strings (object, "synonyms", attribute->synonyms, where, error)
         && get_strings (object, "choices", attribute->choices, where, error)
         && get_strings (object, "examples", attribute->examples, where, error);
}

static gboolean
read_metric (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "name");
  const char *expression = ask_json_get_string (object, "expression");
  static const Member members[] = { { "name", MEMBER_STRING },
                                    { "expression", MEMBER_STRING },
                                    { "description", MEMBER_STRING },
                                    { "unit", MEMBER_STRING } };
  AskMetric *metric;

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || name[0] == '\0' || expression == NULL)
    return wrong (error, where, "\"name\" and \"expression\"");
  if (ask_entity_find_attribute (entity, name) != NULL || ask_entity_find_metric (entity, name) != NULL)
    return wrong (error, where, "a name that no attribute or other metric of the entity has");
  metric = ask_entity_add_metric (entity, name, expression);
  metric->description = g_strdup (ask_json_get_string (object, "description"));
  metric->unit = g_strdup (ask_json_get_string (object, "unit"));
  return get_strings (object, "synonyms", metric->synonyms, where, error);
}

static gboolean
read_binding (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *source = ask_json_get_string (object, "source");
  const char *table = ask_json_get_string (object, "table");
  static const Member members[] = { { "source", MEMBER_STRING },
                                    { "namespace", MEMBER_STRING },
                                    { "table", MEMBER_STRING },
                                    { "columns", MEMBER_ARRAY } };
  guint kind = ASK_ENTITY_TABLE;
  AskBinding *binding;

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (source == NULL || table == NULL)
    return wrong (error, where, "\"source\" and \"table\"");
  if (!get_choice (object, "kind", entity_kinds, &kind, where, error))
    return FALSE;
  if (kind != ASK_ENTITY_TABLE && kind != ASK_ENTITY_VIEW)
    return wrong (error, where, "the \"kind\" table or view");
  binding = ask_entity_add_binding (entity, source, ask_json_get_string (object, "namespace"), table,
                                    (AskEntityKind) kind);
  if (!get_strings (object, "columns", binding->columns, where, error))
    return FALSE;
  if (binding->columns->len != entity->attributes->len)
    return wrong (error, where, "as many \"columns\" as the entity has attributes");
  return TRUE;
}

static gboolean
read_parameter (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "name");
  const char *attribute = ask_json_get_string (object, "attribute");
  static const Member members[] = { { "name", MEMBER_STRING },
                                    { "attribute", MEMBER_STRING },
                                    { "required", MEMBER_BOOLEAN },
                                    { "max_items", MEMBER_INTEGER },
                                    { "narrows", MEMBER_BOOLEAN },
                                    { "fixed", MEMBER_STRING } };
  AskType type = ASK_TYPE_ANY;
  guint use = ASK_PARAMETER_EQUALS;
  guint style = ASK_ARRAY_NONE;
  guint place = ASK_PARAMETER_IN_QUERY;
  AskParameter *parameter;

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || name[0] == '\0')
    return wrong (error, where, "a \"name\"");
  if (attribute != NULL && ask_entity_find_attribute (entity, attribute) == NULL)
    return wrong (error, where, "an \"attribute\" of this entity");
  if (!get_choice (object, "in", places, &place, where, error)
      || !get_choice (object, "use", uses, &use, where, error)
      || !get_choice (object, "array", styles, &style, where, error))
    return FALSE;
  if (json_object_has_member (object, "type") && !get_type (object, &type, where, error))
    return FALSE;
  if (place == ASK_PARAMETER_IN_BODY && entity->operation->method == NULL)
    return wrong (error, where, "\"POST\" as the operation's method for a member of its body");
  parameter = ask_operation_add_parameter (entity->operation, name, (AskParameterPlace) place,
                                           attribute,
                                           ask_json_get_boolean (object, "required", FALSE));
  parameter->type = type;
  parameter->use = (AskParameterUse) use;
  parameter->style = (AskArrayStyle) style;
  parameter->max_items = (guint) CLAMP (ask_json_get_integer (object, "max_items", 0), 0, 100000);
  parameter->narrows = ask_json_get_boolean (object, "narrows", FALSE);
  parameter->fixed = g_strdup (ask_json_get_string (object, "fixed"));
  return TRUE;
}

static gboolean
read_sort (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  static const Member members[]
    = { { "attribute", MEMBER_STRING },  { "parameter", MEMBER_STRING }, { "ascending", MEMBER_STRING },
        { "descending", MEMBER_STRING }, { "direction", MEMBER_STRING }, { "up", MEMBER_STRING },
        { "down", MEMBER_STRING } };
  const char *attribute = ask_json_get_string (object, "attribute");
  const char *parameter = ask_json_get_string (object, "parameter");
  const char *ascending = ask_json_get_string (object, "ascending");
  const char *descending = ask_json_get_string (object, "descending");
  AskSort *sort;

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (attribute == NULL || ask_entity_find_attribute (entity, attribute) == NULL
      || ask_operation_find_sort (entity->operation, attribute) != NULL)
    return wrong (error, where, "an \"attribute\" of this entity that no other order is by");
  if (parameter == NULL || parameter[0] == '\0' || ascending == NULL || descending == NULL)
    return wrong (error, where, "\"parameter\", \"ascending\" and \"descending\"");
  sort = ask_operation_add_sort (entity->operation, attribute, parameter, ascending, descending);
  sort->direction = g_strdup (ask_json_get_string (object, "direction"));
  sort->up = g_strdup (ask_json_get_string (object, "up"));
  sort->down = g_strdup (ask_json_get_string (object, "down"));
  if (sort->direction != NULL ? sort->up == NULL || sort->down == NULL || strcmp (sort->up, sort->down) == 0
                              : strcmp (ascending, descending) == 0)
    return wrong (error, where,
                  "different values for the two ways: \"ascending\" and \"descending\", or \"up\" and "
                  "\"down\" of a \"direction\"");
  return TRUE;
}

static gboolean
read_operation (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *method = ask_json_get_string (object, "method");
  const char *path = ask_json_get_string (object, "path");
  JsonArray *parameters = ask_json_get_array (object, "parameters");
  JsonArray *sorts = ask_json_get_array (object, "sorts");
  JsonObject *paging = ask_json_get_object (object, "paging");
  static const Member members[] = { { "method", MEMBER_STRING },
                                    { "path", MEMBER_STRING },
                                    { "rows", MEMBER_STRING },
                                    { "nested", MEMBER_STRING },
                                    { "single", MEMBER_BOOLEAN },
                                    { "values", MEMBER_BOOLEAN },
                                    { "parameters", MEMBER_ARRAY },
                                    { "sorts", MEMBER_ARRAY },
                                    { "paging", MEMBER_OBJECT } };

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (path == NULL)
    return wrong (error, where, "a \"path\"");
  if (method != NULL && strcmp (method, "POST") != 0)
    return wrong (error, where, "\"POST\" for its \"method\", or none for GET");
  entity->operation = ask_operation_new (path);
  entity->operation->method = g_strdup (method);
  entity->operation->rows = g_strdup (ask_json_get_string (object, "rows"));
  entity->operation->nested = g_strdup (ask_json_get_string (object, "nested"));
  entity->operation->single = ask_json_get_boolean (object, "single", FALSE);
  entity->operation->values = ask_json_get_boolean (object, "values", FALSE);
  for (guint i = 0; parameters != NULL && i < json_array_get_length (parameters); i++)
    {
      JsonObject *item = ask_json_element_object (parameters, i);
      g_autofree char *place = g_strdup_printf ("%s.parameters[%u]", where, i);

      if (item == NULL)
        return wrong (error, place, "an object");
      if (!read_parameter (entity, item, place, error))
        return FALSE;
    }
  for (guint i = 0; sorts != NULL && i < json_array_get_length (sorts); i++)
    {
      JsonObject *item = ask_json_element_object (sorts, i);
      g_autofree char *place = g_strdup_printf ("%s.sorts[%u]", where, i);

      if (item == NULL)
        return wrong (error, place, "an object");
      if (!read_sort (entity, item, place, error))
        return FALSE;
    }
  if (paging != NULL)
    {
      static const Member paging_members[] = { { "parameter", MEMBER_STRING },
                                               { "size_parameter", MEMBER_STRING },
                                               { "size", MEMBER_INTEGER },
                                               { "least", MEMBER_INTEGER },
                                               { "first", MEMBER_INTEGER },
                                               { "in_body", MEMBER_BOOLEAN },
                                               { "next", MEMBER_STRING } };
      AskPaging *to = &entity->operation->paging;
      guint kind = ASK_PAGING_NONE;
      g_autofree char *place = g_strdup_printf ("%s.paging", where);

      if (!check_members (paging, paging_members, G_N_ELEMENTS (paging_members), place, error))
        return FALSE;
      if (!get_choice (paging, "kind", paging_kinds, &kind, where, error))
        return FALSE;
      to->kind = (AskPagingKind) kind;
      to->parameter = g_strdup (ask_json_get_string (paging, "parameter"));
      to->size_parameter = g_strdup (ask_json_get_string (paging, "size_parameter"));
      to->size = MAX (0, ask_json_get_integer (paging, "size", 0));
      to->least = MAX (0, ask_json_get_integer (paging, "least", 0));
      to->first = ask_json_get_integer (paging, "first", 1);
      to->in_body = ask_json_get_boolean (paging, "in_body", FALSE);
      to->next = g_strdup (ask_json_get_string (paging, "next"));
    }
  return TRUE;
}

static gboolean
read_parts (AskEntity *entity, JsonObject *object, const char *member,
            gboolean (*read) (AskEntity *, JsonObject *, const char *, GError **), const char *where,
            GError **error)
{
  JsonArray *array = ask_json_get_array (object, member);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *item = ask_json_element_object (array, i);
      g_autofree char *place = g_strdup_printf ("%s.%s[%u]", where, member, i);

      if (item == NULL)
        return wrong (error, place, "an object");
      if (!read (entity, item, place, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_entity (AskSchema *self, JsonObject *object, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "name");
  const char *source = ask_json_get_string (object, "source");
  const char *table = ask_json_get_string (object, "table");
  JsonArray *attributes = ask_json_get_array (object, "attributes");
  JsonObject *operation = ask_json_get_object (object, "operation");
  static const Member members[] = { { "name", MEMBER_STRING },        { "source", MEMBER_STRING },
                                    { "table", MEMBER_STRING },       { "description", MEMBER_STRING },
                                    { "namespace", MEMBER_STRING },
                                    { "rows", MEMBER_INTEGER },       { "attributes", MEMBER_ARRAY },
                                    { "operation", MEMBER_OBJECT },
                                    { "id", MEMBER_STRING },          { "query", MEMBER_STRING },
                                    { "notes", MEMBER_STRING },       { "hidden", MEMBER_BOOLEAN },
                                    { "collapsed", MEMBER_BOOLEAN },  { "layout", MEMBER_OBJECT },
                                    { "metrics", MEMBER_ARRAY },      { "bindings", MEMBER_ARRAY } };
  static const Member layout_members[] = { { "x", MEMBER_INTEGER }, { "y", MEMBER_INTEGER } };
  const char *id = ask_json_get_string (object, "id");
  const char *query = ask_json_get_string (object, "query");
  JsonObject *layout = ask_json_get_object (object, "layout");
  guint kind = ASK_ENTITY_TABLE;
  AskEntity *entity;

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || name[0] == '\0' || source == NULL || table == NULL)
    return wrong (error, where, "\"name\", \"source\" and \"table\"");
  if (ask_schema_find_entity (self, name) != NULL)
    return wrong (error, where, "a name that no other entity has");
  if (attributes == NULL)
    return wrong (error, where, "an array \"attributes\"");
  if (!get_choice (object, "kind", entity_kinds, &kind, where, error))
    return FALSE;
  if ((kind == ASK_ENTITY_API) != (operation != NULL))
    return wrong (error, where, "an \"operation\" exactly where \"kind\" is \"api\"");

  if ((kind == ASK_ENTITY_QUERY) != (query != NULL))
    return wrong (error, where, "a \"query\" exactly where \"kind\" is \"query\"");
  if (id != NULL && ask_schema_find_id (self, id) != NULL)
    return wrong (error, where, "an \"id\" that no other entity has");
  if (layout != NULL && !check_members (layout, layout_members, G_N_ELEMENTS (layout_members), where, error))
    return FALSE;

  entity = ask_entity_new (name, source, table, (AskEntityKind) kind);
  entity->id = g_strdup (id);
  ask_schema_add_entity (self, entity);
  entity->query = g_strdup (query);
  entity->notes = g_strdup (ask_json_get_string (object, "notes"));
  entity->hidden = ask_json_get_boolean (object, "hidden", FALSE);
  entity->collapsed = ask_json_get_boolean (object, "collapsed", FALSE);
  if (layout != NULL)
    {
      entity->placed = TRUE;
      entity->x = (double) ask_json_get_integer (layout, "x", 0);
      entity->y = (double) ask_json_get_integer (layout, "y", 0);
    }
  entity->description = g_strdup (ask_json_get_string (object, "description"));
  entity->namespace = g_strdup (ask_json_get_string (object, "namespace"));
  entity->row_estimate = ask_json_get_integer (object, "rows", -1);
  if (!get_strings (object, "synonyms", entity->synonyms, where, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (attributes); i++)
    {
      JsonObject *item = ask_json_element_object (attributes, i);
      g_autofree char *place = g_strdup_printf ("%s.attributes[%u]", where, i);

      if (item == NULL)
        return wrong (error, place, "an object");
      if (!read_attribute (entity, item, place, error))
        return FALSE;
    }
  if (!read_parts (entity, object, "metrics", read_metric, where, error)
      || !read_parts (entity, object, "bindings", read_binding, where, error))
    return FALSE;
  if (operation != NULL)
    {
      g_autofree char *place = g_strdup_printf ("%s.operation", where);

      return read_operation (entity, operation, place, error);
    }
  return TRUE;
}

static gboolean
read_relationship (AskSchema *self, JsonObject *object, const char *where, GError **error)
{
  const char *from = ask_json_get_string (object, "from");
  const char *to = ask_json_get_string (object, "to");
  AskEntity *from_entity = from != NULL ? ask_schema_find_entity (self, from) : NULL;
  AskEntity *to_entity = to != NULL ? ask_schema_find_entity (self, to) : NULL;
  static const Member members[]
    = { { "from", MEMBER_STRING }, { "to", MEMBER_STRING }, { "verb", MEMBER_STRING } };
  guint cardinality = ASK_CARDINALITY_MANY_TO_ONE;
  AskRelationship *relationship;

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (from_entity == NULL || to_entity == NULL)
    return wrong (error, where, "\"from\" and \"to\", both names of entities");
  if (!get_choice (object, "cardinality", cardinalities, &cardinality, where, error))
    return FALSE;
  relationship = g_new0 (AskRelationship, 1);
  g_atomic_ref_count_init (&relationship->ref_count);
  relationship->from = g_strdup (from);
  relationship->to = g_strdup (to);
  relationship->from_attributes = g_ptr_array_new_with_free_func (g_free);
  relationship->to_attributes = g_ptr_array_new_with_free_func (g_free);
  relationship->cardinality = (AskCardinality) cardinality;
  relationship->verb = g_strdup (ask_json_get_string (object, "verb"));
  g_ptr_array_add (self->relationships, relationship);
  if (!get_strings (object, "from_attributes", relationship->from_attributes, where, error)
      || !get_strings (object, "to_attributes", relationship->to_attributes, where, error))
    return FALSE;
  if (relationship->from_attributes->len == 0
      || relationship->from_attributes->len != relationship->to_attributes->len)
    return wrong (error, where, "as many \"from_attributes\" as \"to_attributes\", at least one");
  for (guint i = 0; i < relationship->from_attributes->len; i++)
    if (ask_entity_find_attribute (from_entity, relationship->from_attributes->pdata[i]) == NULL
        || ask_entity_find_attribute (to_entity, relationship->to_attributes->pdata[i]) == NULL)
      return wrong (error, where, "attributes that the two entities have");
  return TRUE;
}

static gboolean
read_source (AskSchema *self, JsonObject *object, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "name");
  static const Member members[]
    = { { "name", MEMBER_STRING }, { "description", MEMBER_STRING }, { "sharing", MEMBER_STRING } };
  AskSchemaSource *source;

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || ask_schema_find_source (self, name) != NULL)
    return wrong (error, where, "a \"name\" that no other source has");
  source = ask_schema_own_source (self, name);
  source->description = g_strdup (ask_json_get_string (object, "description"));
  return get_sharing (object, &source->sharing, where, error);
}

static gboolean
read_question (AskSchema *self, JsonObject *object, const char *where, GError **error)
{
  const char *text = ask_json_get_string (object, "question");
  const char *sql = ask_json_get_string (object, "sql");
  static const Member members[] = { { "question", MEMBER_STRING },
                                    { "sql", MEMBER_STRING },
                                    { "verified_by", MEMBER_STRING },
                                    { "verified_at", MEMBER_INTEGER } };
  AskSchemaQuestion *question;

  if (!check_members (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (text == NULL || text[0] == '\0' || sql == NULL)
    return wrong (error, where, "\"question\" and \"sql\"");
  question = g_new0 (AskSchemaQuestion, 1);
  question->question = g_strdup (text);
  question->sql = g_strdup (sql);
  question->verified_by = g_strdup (ask_json_get_string (object, "verified_by"));
  question->verified_at = ask_json_get_integer (object, "verified_at", 0);
  g_ptr_array_add (self->questions, question);
  return TRUE;
}

static gboolean
read_list (AskSchema *self, JsonObject *document, const char *member,
           gboolean (*read) (AskSchema *, JsonObject *, const char *, GError **), GError **error)
{
  JsonArray *array = ask_json_get_array (document, member);

  if (array == NULL)
    return wrong (error, member, "an array");
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      g_autofree char *where = g_strdup_printf ("%s[%u]", member, i);

      if (object == NULL)
        return wrong (error, where, "an object");
      if (!read (self, object, where, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_schema_from_json:
 * @document: what ask_schema_to_json() made, or somebody wrote
 * @error: %ASK_SCHEMA_ERROR_DOCUMENT, which says where
 *
 * Returns: (transfer full): the schema, or %NULL
 */
AskSchema *
ask_schema_from_json (JsonNode *document, GError **error)
{
  g_autoptr (AskSchema) self = ask_schema_new ();
  JsonObject *object
    = JSON_NODE_HOLDS_OBJECT (document) ? json_node_get_object (document) : NULL;
  static const Member members[] = { { "notes", MEMBER_STRING },
                                    { "sources", MEMBER_ARRAY },
                                    { "questions", MEMBER_ARRAY } };
  gint64 version;

  if (object == NULL)
    {
      wrong (error, "the top", "an object");
      return NULL;
    }
  version = ask_json_get_integer (object, "version", 0);
  if (version < 1 || version > FORMAT_VERSION)
    {
      wrong (error, "\"version\"", "1 or 2, the versions that this program knows");
      return NULL;
    }
  if (!check_members (object, members, G_N_ELEMENTS (members), "the top", error)
      || (json_object_has_member (object, "sources")
          && !read_list (self, object, "sources", read_source, error))
      || !read_list (self, object, "entities", read_entity, error)
      || !read_list (self, object, "relationships", read_relationship, error)
      || (json_object_has_member (object, "questions")
          && !read_list (self, object, "questions", read_question, error)))
    return NULL;
  self->notes = g_strdup (ask_json_get_string (object, "notes"));
  return g_steal_pointer (&self);
}
