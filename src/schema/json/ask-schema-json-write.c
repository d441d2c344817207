/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes the abstract schema as one JSON document. Members that hold nothing are left out, order is the document's own,
 * so that the same schema always gives the same text.
 */
#include "config.h"

#include "schema/json/ask-schema-json-private.h"

#include <math.h>

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

  ask_json_set_string (object, "name", attribute->name);
  ask_json_set_string (object, "column", attribute->column);
  ask_json_set_string (object, "expression", attribute->expression);
  ask_json_set_string (object, "type", ask_type_to_string (attribute->type));
  ask_json_set_string (object, "declared", attribute->declared);
  if (attribute->key > 0)
    json_object_set_int_member (object, "key", attribute->key);
  if (!attribute->nullable)
    json_object_set_boolean_member (object, "nullable", FALSE);
  ask_json_set_string (object, "description", attribute->description);
  ask_json_set_strings (object, "synonyms", attribute->synonyms);
  ask_json_set_strings (object, "choices", attribute->choices);
  if (attribute->meaning != ASK_MEANING_NONE)
    ask_json_set_string (object, "meaning", ask_meaning_to_string (attribute->meaning));
  ask_json_set_string (object, "unit", attribute->unit);
  ask_json_set_strings (object, "examples", attribute->examples);
  set_true (object, "hidden", attribute->hidden);
  set_true (object, "sensitive", attribute->sensitive);
  if (attribute->sharing != ASK_SHARING_INHERIT)
    ask_json_set_string (object, "sharing", ask_sharing_to_string (attribute->sharing));
  return object;
}

static JsonObject *
metric_to_json (const AskMetric *metric)
{
  JsonObject *object = json_object_new ();

  ask_json_set_string (object, "name", metric->name);
  ask_json_set_string (object, "expression", metric->expression);
  ask_json_set_string (object, "description", metric->description);
  ask_json_set_string (object, "unit", metric->unit);
  ask_json_set_strings (object, "synonyms", metric->synonyms);
  return object;
}

static JsonObject *
binding_to_json (const AskBinding *binding)
{
  JsonObject *object = json_object_new ();

  ask_json_set_string (object, "kind", ask_schema_entity_kinds[binding->kind]);
  ask_json_set_string (object, "source", binding->source);
  ask_json_set_string (object, "namespace", binding->namespace);
  ask_json_set_string (object, "table", binding->table);
  ask_json_set_strings (object, "columns", binding->columns);
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

      ask_json_set_string (item, "attribute", sort->attribute);
      ask_json_set_string (item, "parameter", sort->parameter);
      ask_json_set_string (item, "ascending", sort->ascending);
      ask_json_set_string (item, "descending", sort->descending);
      ask_json_set_string (item, "direction", sort->direction);
      ask_json_set_string (item, "up", sort->up);
      ask_json_set_string (item, "down", sort->down);
      json_array_add_object_element (sorts, item);
    }
  return sorts;
}

static JsonObject *
operation_to_json (const AskOperation *operation)
{
  JsonObject *object = json_object_new ();
  JsonArray *parameters = json_array_new ();

  ask_json_set_string (object, "method", operation->method);
  ask_json_set_string (object, "path", operation->path);
  ask_json_set_string (object, "rows", operation->rows);
  ask_json_set_string (object, "nested", operation->nested);
  if (operation->single)
    json_object_set_boolean_member (object, "single", TRUE);
  if (operation->values)
    json_object_set_boolean_member (object, "values", TRUE);
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskParameter *parameter = operation->parameters->pdata[i];
      JsonObject *item = json_object_new ();

      ask_json_set_string (item, "name", parameter->name);
      ask_json_set_string (item, "in", ask_schema_places[parameter->place]);
      ask_json_set_string (item, "attribute", parameter->attribute);
      ask_json_set_string (item, "type", ask_type_to_string (parameter->type));
      if (parameter->required)
        json_object_set_boolean_member (item, "required", TRUE);
      if (parameter->use != ASK_PARAMETER_EQUALS)
        ask_json_set_string (item, "use", ask_schema_uses[parameter->use]);
      if (parameter->style != ASK_ARRAY_NONE)
        ask_json_set_string (item, "array", ask_schema_styles[parameter->style]);
      if (parameter->max_items > 0)
        json_object_set_int_member (item, "max_items", parameter->max_items);
      if (parameter->narrows)
        json_object_set_boolean_member (item, "narrows", TRUE);
      ask_json_set_string (item, "fixed", parameter->fixed);
      json_array_add_object_element (parameters, item);
    }
  json_object_set_array_member (object, "parameters", parameters);
  if (operation->sorts->len > 0)
    json_object_set_array_member (object, "sorts", sorts_to_json (operation));
  if (operation->paging.kind != ASK_PAGING_NONE || operation->paging.parameter != NULL)
    {
      JsonObject *paging = json_object_new ();

      ask_json_set_string (paging, "kind", ask_schema_paging_kinds[operation->paging.kind]);
      ask_json_set_string (paging, "parameter", operation->paging.parameter);
      ask_json_set_string (paging, "size_parameter", operation->paging.size_parameter);
      if (operation->paging.size > 0)
        json_object_set_int_member (paging, "size", operation->paging.size);
      if (operation->paging.least > 0)
        json_object_set_int_member (paging, "least", operation->paging.least);
      if (operation->paging.first != 1)
        json_object_set_int_member (paging, "first", operation->paging.first);
      if (operation->paging.in_body)
        json_object_set_boolean_member (paging, "in_body", TRUE);
      ask_json_set_string (paging, "next", operation->paging.next);
      json_object_set_object_member (object, "paging", paging);
    }
  return object;
}

static JsonObject *
entity_to_json (const AskEntity *entity)
{
  JsonObject *object = json_object_new ();
  JsonArray *attributes = json_array_new ();

  ask_json_set_string (object, "id", entity->id);
  ask_json_set_string (object, "name", entity->name);
  ask_json_set_string (object, "kind", ask_schema_entity_kinds[entity->kind]);
  ask_json_set_string (object, "source", entity->source);
  ask_json_set_string (object, "namespace", entity->namespace);
  ask_json_set_string (object, "table", entity->table);
  ask_json_set_string (object, "description", entity->description);
  ask_json_set_string (object, "notes", entity->notes);
  ask_json_set_strings (object, "synonyms", entity->synonyms);
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
  ask_json_set_string (object, "query", entity->query);
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
  ask_json_set_string (object, "area", entity->area);
  return object;
}

static JsonObject *
relationship_to_json (const AskRelationship *relationship)
{
  JsonObject *object = json_object_new ();

  ask_json_set_string (object, "from", relationship->from);
  ask_json_set_strings (object, "from_attributes", relationship->from_attributes);
  ask_json_set_string (object, "to", relationship->to);
  ask_json_set_strings (object, "to_attributes", relationship->to_attributes);
  if (relationship->cardinality != ASK_CARDINALITY_MANY_TO_ONE)
    ask_json_set_string (object, "cardinality", ask_cardinality_to_string (relationship->cardinality));
  ask_json_set_string (object, "verb", relationship->verb);
  return object;
}

JsonArray *
ask_schema_sources_to_json (AskSchema *self)
{
  JsonArray *sources = json_array_new ();

  for (guint i = 0; i < self->sources->len; i++)
    {
      const AskSchemaSource *source = self->sources->pdata[i];
      JsonObject *object = json_object_new ();

      ask_json_set_string (object, "name", source->name);
      ask_json_set_string (object, "description", source->description);
      ask_json_set_strings (object, "statements", source->statements);
      if (source->sharing != ASK_SHARING_INHERIT)
        ask_json_set_string (object, "sharing", ask_sharing_to_string (source->sharing));
      json_array_add_object_element (sources, object);
    }
  return sources;
}

JsonArray *
ask_schema_areas_to_json (AskSchema *self)
{
  JsonArray *areas = json_array_new ();

  for (guint i = 0; i < self->areas->len; i++)
    {
      const AskSchemaArea *area = self->areas->pdata[i];
      JsonObject *object = json_object_new ();

      ask_json_set_string (object, "name", area->name);
      json_object_set_int_member (object, "color", area->color);
      set_true (object, "collapsed", area->collapsed);
      json_array_add_object_element (areas, object);
    }
  return areas;
}

JsonArray *
ask_schema_questions_to_json (AskSchema *self)
{
  JsonArray *questions = json_array_new ();

  for (guint i = 0; i < self->questions->len; i++)
    {
      const AskSchemaQuestion *question = self->questions->pdata[i];
      JsonObject *object = json_object_new ();

      ask_json_set_string (object, "question", question->question);
      ask_json_set_string (object, "sql", question->sql);
      ask_json_set_string (object, "verified_by", question->verified_by);
      if (question->verified_at > 0)
        json_object_set_int_member (object, "verified_at", question->verified_at);
      json_array_add_object_element (questions, object);
    }
  return questions;
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

  json_object_set_int_member (document, "version", ASK_SCHEMA_FORMAT_VERSION);
  ask_json_set_string (document, "notes", self->notes);
  if (self->sources->len > 0)
    json_object_set_array_member (document, "sources", ask_schema_sources_to_json (self));
  if (self->areas->len > 0)
    json_object_set_array_member (document, "areas", ask_schema_areas_to_json (self));
  for (guint i = 0; i < self->entities->len; i++)
    json_array_add_object_element (entities, entity_to_json (self->entities->pdata[i]));
  for (guint i = 0; i < self->relationships->len; i++)
    json_array_add_object_element (relationships, relationship_to_json (self->relationships->pdata[i]));
  json_object_set_array_member (document, "entities", entities);
  json_object_set_array_member (document, "relationships", relationships);
  if (self->questions->len > 0)
    json_object_set_array_member (document, "questions", ask_schema_questions_to_json (self));
  return ask_json_take_object (document);
}

/** ask_entity_to_json: Returns: (transfer full): @self as it stands in a schema's document */
JsonNode *
ask_entity_to_json (const AskEntity *self)
{
  return ask_json_take_object (entity_to_json (self));
}

/** ask_relationship_to_json: Returns: (transfer full): @self as it stands in a schema's document */
JsonNode *
ask_relationship_to_json (const AskRelationship *self)
{
  return ask_json_take_object (relationship_to_json (self));
}
