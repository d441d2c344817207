/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Validation: entities with their expressions, queries and sharing, in the order of the document. It looks at the
 * schema alone, opens no source and changes nothing. Names are in ask-schema-check-names.c, columns, calls and bindings
 * in ask-schema-check-place.c, relationships in ask-schema-check-relate.c.
 */
#include "config.h"

#include "schema/check/ask-schema-check-private.h"

#include <stdarg.h>
#include <string.h>

/** ask_fault_free: frees @self */
void
ask_fault_free (AskFault *self)
{
  g_free (self->entity_id);
  g_free (self->entity);
  g_free (self->attribute);
  g_free (self->metric);
  g_free (self->field);
  g_free (self->source);
  g_free (self->question);
  g_free (self->message);
  g_free (self->remedy);
  g_free (self);
}

static AskFault *
add_fault (AskSchemaCheck *self, AskFaultLevel level, const char *remedy, char *message)
{
  AskFault *fault = g_new0 (AskFault, 1);

  fault->level = level;
  fault->entity_id = g_strdup (self->entity != NULL ? self->entity->id : NULL);
  fault->entity = g_strdup (self->entity != NULL ? self->entity->name : NULL);
  fault->relationship = -1;
  fault->message = message;
  fault->remedy = g_strdup (remedy);
  g_ptr_array_add (self->faults, fault);
  return fault;
}

/* ask_check_add: Returns: (transfer none): the new fault, of the entity that is looked at, if any */
AskFault *
ask_check_add (AskSchemaCheck *self, AskFaultLevel level, const char *remedy, const char *format, ...)
{
  va_list args;
  char *message;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  return add_fault (self, level, remedy, message);
}

/* ask_check_add_attribute: Returns: (transfer none): the same, of one of its attributes */
AskFault *
ask_check_add_attribute (AskSchemaCheck *self, AskFaultLevel level, const char *attribute, const char *field,
                         const char *remedy, const char *format, ...)
{
  va_list args;
  char *message;
  AskFault *fault;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  fault = add_fault (self, level, remedy, message);
  fault->attribute = g_strdup (attribute);
  fault->field = g_strdup (field);
  return fault;
}

/* ask_check_find: Returns: (transfer none) (nullable): the entity of that name, whatever the case */
const AskEntity *
ask_check_find (AskSchemaCheck *self, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_hash_table_lookup (self->by_name, lower);
}

static void
check_metrics (AskSchemaCheck *self)
{
  for (guint i = 0; i < self->entity->metrics->len; i++)
    {
      const AskMetric *metric = self->entity->metrics->pdata[i];
      g_autoptr (GError) error = NULL;
      AskFault *fault;

      if (ask_expression_check (self->entity, metric->expression, ASK_EXPRESSION_METRIC, NULL, &error))
        continue;
      fault = ask_check_add (self, ASK_FAULT_ERROR, "Correct the expression, or remove the metric.",
                             "The metric “%s” of “%s” cannot be computed. %s", metric->name, self->entity->name,
                             error->message);
      fault->metric = g_strdup (metric->name);
      fault->field = g_strdup ("expression");
    }
}

static void
check_calculated (AskSchemaCheck *self)
{
  g_autoptr (GHashTable) uses = ask_expression_uses_new ();

  for (guint i = 0; i < self->entity->attributes->len; i++)
    {
      const AskAttribute *attribute = self->entity->attributes->pdata[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) way = NULL;
      g_autofree char *text = NULL;

      if (attribute->expression == NULL)
        continue;
      if (!ask_expression_check (self->entity, attribute->expression, ASK_EXPRESSION_CALCULATED, NULL, &error))
        {
          ask_check_add_attribute (self, ASK_FAULT_ERROR, attribute->name, "expression",
                                   "Correct the expression, or remove the attribute.",
                                   "The attribute “%s” of “%s” cannot be computed. %s", attribute->name,
                                   self->entity->name, error->message);
          continue;
        }
      way = ask_expression_find_cycle (self->entity, attribute, uses);
      if (way == NULL)
        continue;
      text = ask_schema_names_write_way (way);
      ask_check_add_attribute (self, ASK_FAULT_ERROR, attribute->name, "expression",
                               "Write one of them with attributes of the source alone.",
                               "The attribute “%s” of “%s” is computed from itself: %s.", attribute->name,
                               self->entity->name, text);
    }
}

static void
check_query (AskSchemaCheck *self)
{
  const AskEntity *entity = self->entity;
  g_autoptr (AskEntity) given = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) way = NULL;

  if (entity->kind != ASK_ENTITY_QUERY)
    return;
  given = ask_entity_new (entity->name, "", "", ASK_ENTITY_QUERY);
  if (entity->query == NULL || !ask_schema_names_describe (&self->names, entity->query, given, &error))
    {
      ask_check_add (self, ASK_FAULT_ERROR, "Correct the query; what it names may have been renamed or removed.",
                     "The query of “%s” does not stand. %s", entity->name,
                     error != NULL ? error->message : "It is empty.")
        ->field
        = g_strdup ("query");
      return;
    }
  way = ask_schema_names_find_query_cycle (&self->names, entity);
  if (way != NULL)
    {
      g_autofree char *text = ask_schema_names_write_way (way);

      ask_check_add (self, ASK_FAULT_ERROR, "Write one of these queries without the others.",
                     "The query of “%s” is made of itself: %s.", entity->name, text)
        ->field
        = g_strdup ("query");
    }
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->expression == NULL
          && (attribute->column == NULL || ask_entity_find_attribute (given, attribute->column) == NULL))
        ask_check_add_attribute (self, ASK_FAULT_ERROR, attribute->name, "query",
                                 "Let the query give that column, or set the query again to take the attribute out.",
                                 "The query of “%s” gives no column “%s” for its attribute “%s”.", entity->name,
                                 attribute->column != NULL ? attribute->column : attribute->name, attribute->name);
    }
}

static void
check_sharing (AskSchemaCheck *self)
{
  const AskSchemaSource *source = ask_schema_find_source (self->schema, self->entity->source);

  for (guint i = 0; i < self->entity->attributes->len; i++)
    {
      const AskAttribute *attribute = self->entity->attributes->pdata[i];

      if (attribute->sensitive && (attribute->sharing == ASK_SHARING_YES || attribute->sharing == ASK_SHARING_SAMPLES))
        ask_check_add_attribute (
          self, ASK_FAULT_WARNING, attribute->name, "sharing", "Set sharing to never, or say that it is not sensitive.",
          "“%s” of “%s” is sensitive, and its values are to be shared with a model; they are not.", attribute->name,
          self->entity->name);
      else if (!attribute->sensitive && attribute->sharing == ASK_SHARING_INHERIT && source != NULL
               && (source->sharing == ASK_SHARING_YES || source->sharing == ASK_SHARING_SAMPLES)
               && (attribute->meaning == ASK_MEANING_EMAIL || attribute->meaning == ASK_MEANING_PHONE
                   || attribute->meaning == ASK_MEANING_PERSON))
        ask_check_add_attribute (self, ASK_FAULT_WARNING, attribute->name, "sharing",
                                 "Mark it as sensitive, or say for this attribute that its values may be shared.",
                                 "“%s” of “%s” holds %s, and the source “%s” shares its values with a model.",
                                 attribute->name, self->entity->name,
                                 attribute->meaning == ASK_MEANING_EMAIL   ? "e-mail addresses"
                                 : attribute->meaning == ASK_MEANING_PHONE ? "telephone numbers"
                                                                           : "names of persons",
                                 self->entity->source);
    }
}

static void
check_advice (AskSchemaCheck *self)
{
  const AskEntity *entity = self->entity;
  gboolean key = FALSE;
  gboolean seen = FALSE;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      key |= ((AskAttribute *) entity->attributes->pdata[i])->key > 0;
      seen |= !((AskAttribute *) entity->attributes->pdata[i])->hidden;
    }
  if (entity->hidden)
    return;
  if (!seen)
    ask_check_add (self, ASK_FAULT_WARNING, "Show an attribute, or hide the entity.",
                   entity->attributes->len > 0 ? "All attributes of “%s” are hidden, so nobody can ask about it."
                                               : "“%s” has no attributes, so nobody can ask about it.",
                   entity->name);
  if (!key && (entity->kind == ASK_ENTITY_TABLE || entity->kind == ASK_ENTITY_VIEW))
    ask_check_add (self, ASK_FAULT_ADVICE,
                   "Say which attributes tell its rows apart, so that joins are not counted twice.", "“%s” has no key.",
                   entity->name)
      ->field
      = g_strdup ("key");
  if (entity->description == NULL)
    ask_check_add (self, ASK_FAULT_ADVICE, "Say in one sentence what a row of it is.", "“%s” has no description.",
                   entity->name)
      ->field
      = g_strdup ("description");
}

static void
check_sources (AskSchemaCheck *self)
{
  for (guint i = 0; i < self->schema->sources->len; i++)
    {
      const AskSchemaSource *source = self->schema->sources->pdata[i];
      g_autofree char *lower = g_ascii_strdown (source->name, -1);

      if (!g_hash_table_contains (self->sources, lower))
        ask_check_add (self, ASK_FAULT_ADVICE, "Register the source, or take away what is said of it.",
                       "Something is said of the source “%s”, of which there is no entity.", source->name)
          ->source
          = g_strdup (source->name);
    }
}

static void
check_questions (AskSchemaCheck *self)
{
  for (guint i = 0; i < self->schema->questions->len; i++)
    {
      const AskSchemaQuestion *question = self->schema->questions->pdata[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_schema_names_parse (&self->names, question->sql, &error);

      if (tree == NULL)
        ask_check_add (self, ASK_FAULT_ERROR, "Correct its SQL; what it names may have been renamed or removed.",
                       "The SQL of the question “%s” does not stand. %s", question->question, error->message)
          ->question
          = g_strdup (question->question);
    }
}

/**
 * ask_schema_check:
 *
 * Names that are empty or clash, or are words of SQL; expressions and queries that do not stand, with the parser's
 * place, and circles of them; attributes without a column; relationships that cannot join, are there twice or count
 * rows twice; parameters of an API that nothing supplies; synonyms that mean two things; bindings and sources that lead
 * nowhere or to other values; what is shared and should not be; missing keys and descriptions. It needs no source, and its
 * words hold no data. Any thread.
 *
 * Returns: (transfer full) (element-type AskFault): in the order of the document; none where all is well
 */
GPtrArray *
ask_schema_check (AskSchema *self)
{
  AskSchemaCheck check = { .schema = self };

  g_return_val_if_fail (self != NULL, NULL);

  check.faults = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_fault_free);
  check.by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  check.sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  ask_schema_names_init (&check.names, self);
  for (guint i = 0; i < self->entities->len; i++)
    {
      AskEntity *entity = self->entities->pdata[i];
      char *lower = g_ascii_strdown (entity->name, -1);

      if (g_hash_table_contains (check.by_name, lower))
        g_free (lower);
      else
        g_hash_table_insert (check.by_name, lower, entity);
      if (entity->source[0] != '\0')
        g_hash_table_add (check.sources, g_ascii_strdown (entity->source, -1));
    }
  for (guint i = 0; i < self->entities->len; i++)
    {
      check.entity = self->entities->pdata[i];
      ask_check_names (&check);
      check_calculated (&check);
      check_metrics (&check);
      check_query (&check);
      ask_check_places (&check);
      check_sharing (&check);
      check_advice (&check);
    }
  check.entity = NULL;
  ask_check_synonyms (&check);
  ask_check_relationships (&check);
  check_sources (&check);
  check_questions (&check);
  ask_schema_names_clear (&check.names);
  g_hash_table_unref (check.by_name);
  g_hash_table_unref (check.sources);
  return check.faults;
}

/** ask_fault_level_to_string: Returns: (transfer none): @level as "error", "warning" or "advice" */
const char *
ask_fault_level_to_string (AskFaultLevel level)
{
  static const char *const levels[] = { "error", "warning", "advice" };

  return levels[level];
}

/** ask_fault_to_text: Returns: (transfer full): "error: … …" in one line */
char *
ask_fault_to_text (const AskFault *self)
{
  return g_strdup_printf ("%s: %s %s", ask_fault_level_to_string (self->level), self->message, self->remedy);
}

/**
 * ask_faults_to_json:
 * @faults: (element-type AskFault)
 *
 * Returns: (transfer full): an array of objects with the members of AskFault that are set
 */
JsonNode *
ask_faults_to_json (GPtrArray *faults)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < faults->len; i++)
    {
      const AskFault *fault = faults->pdata[i];
      JsonObject *object = json_object_new ();

      ask_json_set_string (object, "level", ask_fault_level_to_string (fault->level));
      ask_json_set_string (object, "entity_id", fault->entity_id);
      ask_json_set_string (object, "entity", fault->entity);
      ask_json_set_string (object, "attribute", fault->attribute);
      ask_json_set_string (object, "metric", fault->metric);
      ask_json_set_string (object, "field", fault->field);
      if (fault->relationship >= 0)
        json_object_set_int_member (object, "relationship", fault->relationship);
      ask_json_set_string (object, "source", fault->source);
      ask_json_set_string (object, "question", fault->question);
      ask_json_set_string (object, "message", fault->message);
      ask_json_set_string (object, "remedy", fault->remedy);
      json_array_add_object_element (array, object);
    }
  return ask_json_take_array (array);
}
