/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edits of one field, by its name in the schema document and its value as text, so that panel, command line and
 * tests set all of them alike. NULL, and an empty text where a field may be absent, take a field away; several
 * values stand one in a line.
 */
#include "config.h"

#include "schema/edit/ask-schema-edit-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"

static void
set_string (char **member, const char *value)
{
  ask_text_set (member, value != NULL && value[0] != '\0' ? value : NULL);
}

/* One in a line, without spaces around it, each once. */
static void
set_strings (GPtrArray *strings, const char *value)
{
  g_auto (GStrv) lines = g_strsplit (value != NULL ? value : "", "\n", -1);

  g_ptr_array_set_size (strings, 0);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);
      gboolean there = line[0] == '\0';

      for (guint s = 0; s < strings->len && !there; s++)
        there = strcmp (strings->pdata[s], line) == 0;
      if (!there)
        g_ptr_array_add (strings, g_strdup (line));
    }
}

static gboolean
set_flag (gboolean *member, const char *field, const char *value, GError **error)
{
  if (value == NULL || value[0] == '\0' || strcmp (value, "false") == 0)
    *member = FALSE;
  else if (strcmp (value, "true") == 0)
    *member = TRUE;
  else
    return ask_schema_refuse (error, N_ ("“%s” is true or false, not “%s”."), field, value);
  return TRUE;
}

static gboolean
set_sharing (AskSharing *sharing, const char *value, GError **error)
{
  if (value == NULL || value[0] == '\0')
    *sharing = ASK_SHARING_INHERIT;
  else if (!ask_sharing_from_string (value, sharing))
    return ask_schema_refuse (error, N_ ("“sharing” is inherit, never, samples or yes, not “%s”."), value);
  return TRUE;
}

static gboolean
check_text (const char *value, GError **error)
{
  if (value != NULL && !g_utf8_validate (value, -1, NULL))
    return ask_schema_refuse (error, N_ ("The value is no text in UTF-8."));
  return TRUE;
}

static gboolean
no_field (const char *field, const char *of, const char *known, GError **error)
{
  return ask_schema_refuse (error, N_ ("%s has no field “%s” that can be set; there are %s."), of, field, known);
}

/**
 * ask_schema_edit_set_source:
 * @draft: a schema that nobody else holds
 * @source: its short name; one of which nothing is said yet is added
 * @field: "description", "statements" (one in a line), "sharing" (never, samples, yes)
 * @value: (nullable): takes it away
 * @error: %ASK_SCHEMA_ERROR_EDIT
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_set_source (AskSchema *draft, const char *source, const char *field, const char *value, GError **error)
{
  AskSharing sharing = ASK_SHARING_INHERIT;
  AskSchemaSource *found;
  guint index;

  if (source == NULL || source[0] == '\0')
    return ask_schema_refuse (error, N_ ("The source has no name."));
  if (!check_text (value, error))
    return FALSE;
  if (strcmp (field, "description") != 0 && strcmp (field, "statements") != 0 && strcmp (field, "sharing") != 0)
    return no_field (field, "A source", "description, statements and sharing", error);
  if (strcmp (field, "sharing") == 0 && !set_sharing (&sharing, value, error))
    return FALSE;
  found = ask_schema_own_source (draft, source);
  if (strcmp (field, "description") == 0)
    set_string (&found->description, value);
  else if (strcmp (field, "statements") == 0)
    set_strings (found->statements, value);
  else
    found->sharing = sharing;
  if (!ask_schema_source_says (found) && g_ptr_array_find (draft->sources, found, &index))
    g_ptr_array_remove_index (draft->sources, index);
  return TRUE;
}

/* The attributes of a query entity become what its query gives: those that were there stay as they are. */
static gboolean
set_query (AskSchema *draft, AskSchema *work, AskEntity *entity, const char *sql, GError **error)
{
  g_autoptr (AskEntity) described = ask_entity_new (entity->name, "", "", ASK_ENTITY_QUERY);
  g_auto (AskSchemaNames) names = { 0 };
  g_autoptr (GPtrArray) way = NULL;
  g_autoptr (GPtrArray) gone = g_ptr_array_new_with_free_func (g_free);

  if (entity->kind != ASK_ENTITY_QUERY)
    return ask_schema_refuse (error, N_ ("“%s” is no query: its rows are those of “%s”."), entity->name, entity->table);
  if (sql == NULL || sql[0] == '\0')
    return ask_schema_refuse (error, N_ ("The query of “%s” is empty; remove the entity instead."), entity->name);
  ask_schema_names_init (&names, work);
  if (!ask_schema_names_describe (&names, sql, described, error))
    return FALSE;
  set_string (&entity->query, sql);
  way = ask_schema_names_find_query_cycle (&names, entity);
  if (way != NULL)
    {
      g_autofree char *text = ask_schema_names_write_way (way);

      return ask_schema_refuse (error, N_ ("The query would be made of itself: %s."), text);
    }
  ask_schema_names_clear (&names);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->column != NULL && ask_entity_find_column (described, attribute->column) == NULL)
        g_ptr_array_add (gone, g_strdup (attribute->name));
    }
  for (guint i = 0; i < gone->len; i++)
    ask_schema_edit_drop_attribute (work, entity, gone->pdata[i]);
  for (guint i = 0; i < described->attributes->len; i++)
    {
      const AskAttribute *from = described->attributes->pdata[i];
      AskAttribute *to = ask_entity_find_column (entity, from->column);

      if (to == NULL)
        ask_entity_add_attribute (entity, from->name, from->column, from->type)->nullable = from->nullable;
      else if (from->type != ASK_TYPE_ANY)
        to->type = from->type;
    }
  return ask_schema_edit_check_queries (draft, work, entity->name, error);
}

/**
 * ask_schema_edit_set_entity:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @field: "name", "description", "synonyms", "notes", "hidden", "collapsed", "area"; of a query entity "query"
 * @value: (nullable): takes it away
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT; ASK_SQL_ERROR: "query" does not stand
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_set_entity (AskSchema *draft, const char *id, const char *field, const char *value, GError **error)
{
  g_autoptr (AskSchema) work = NULL;
  AskEntity *entity;
  gboolean done = TRUE;

  if (strcmp (field, "name") == 0)
    return ask_schema_edit_rename_entity (draft, id, value != NULL ? value : "", error);
  if (!check_text (value, error))
    return FALSE;
  work = ask_schema_fork (draft);
  entity = ask_schema_edit_entity (work, id, error);
  if (entity == NULL)
    return FALSE;
  if (strcmp (field, "description") == 0)
    set_string (&entity->description, value);
  else if (strcmp (field, "synonyms") == 0)
    set_strings (entity->synonyms, value);
  else if (strcmp (field, "notes") == 0)
    set_string (&entity->notes, value);
  else if (strcmp (field, "hidden") == 0)
    done = set_flag (&entity->hidden, field, value, error);
  else if (strcmp (field, "collapsed") == 0)
    done = set_flag (&entity->collapsed, field, value, error);
  else if (strcmp (field, "area") == 0)
    {
      g_autoptr (GPtrArray) ids = g_ptr_array_new ();

      g_ptr_array_add (ids, (gpointer) id);
      done = ask_schema_edit_set_area (work, ids, value, error);
    }
  else if (strcmp (field, "query") == 0)
    done = set_query (draft, work, entity, value, error);
  else
    done
      = no_field (field, "An entity", "name, description, synonyms, notes, hidden, collapsed, area and query", error);
  if (done)
    ask_schema_edit_take (draft, work);
  return done;
}

static gboolean
set_key (AskAttribute *attribute, const char *value, GError **error)
{
  guint64 key = 0;

  if (value != NULL && value[0] != '\0' && !g_ascii_string_to_unsigned (value, 10, 0, 1000, &key, NULL))
    return ask_schema_refuse (error,
                              N_ ("“key” is the attribute's place in the primary key, 1, 2 and so on, or 0 for none, "
                                  "not “%s”."),
                              value);
  if (attribute->expression != NULL && key > 0)
    return ask_schema_refuse (error, N_ ("“%s” is calculated, and no key of the source."), attribute->name);
  attribute->key = (guint) key;
  return TRUE;
}

static gboolean
set_expression (AskEntity *entity, AskAttribute *attribute, const char *value, GError **error)
{
  g_autoptr (GHashTable) uses = ask_expression_uses_new ();
  g_autoptr (GPtrArray) way = NULL;
  AskType type;

  if (attribute->expression == NULL)
    return ask_schema_refuse (error, N_ ("“%s” is what the source gives; add a calculated attribute beside it."),
                              attribute->name);
  if (!ask_expression_check (entity, value != NULL ? value : "", ASK_EXPRESSION_CALCULATED, &type, error))
    return FALSE;
  set_string (&attribute->expression, value);
  attribute->type = type;
  way = ask_expression_find_cycle (entity, attribute, uses);
  if (way != NULL)
    {
      g_autofree char *text = ask_schema_names_write_way (way);

      return ask_schema_refuse (error, N_ ("The attribute would be computed from itself: %s."), text);
    }
  return TRUE;
}

static gboolean
set_attribute (AskEntity *entity, AskAttribute *attribute, const char *field, const char *value, GError **error)
{
  if (strcmp (field, "description") == 0)
    set_string (&attribute->description, value);
  else if (strcmp (field, "synonyms") == 0)
    set_strings (attribute->synonyms, value);
  else if (strcmp (field, "choices") == 0)
    set_strings (attribute->choices, value);
  else if (strcmp (field, "examples") == 0)
    set_strings (attribute->examples, value);
  else if (strcmp (field, "unit") == 0)
    set_string (&attribute->unit, value);
  else if (strcmp (field, "hidden") == 0)
    return set_flag (&attribute->hidden, field, value, error);
  else if (strcmp (field, "sensitive") == 0)
    return set_flag (&attribute->sensitive, field, value, error);
  else if (strcmp (field, "nullable") == 0)
    return set_flag (&attribute->nullable, field, value, error);
  else if (strcmp (field, "sharing") == 0)
    return set_sharing (&attribute->sharing, value, error);
  else if (strcmp (field, "key") == 0)
    return set_key (attribute, value, error);
  else if (strcmp (field, "expression") == 0)
    return set_expression (entity, attribute, value, error);
  else if (strcmp (field, "type") == 0)
    {
      if (!ask_type_from_string (value != NULL && value[0] != '\0' ? value : "any", &attribute->type))
        return ask_schema_refuse (error,
                                  N_ ("There is no type “%s”; there are integer, real, decimal, text, boolean, date, "
                                      "datetime, json, blob and any."),
                                  value);
    }
  else if (strcmp (field, "meaning") == 0)
    {
      if (!ask_meaning_from_string (value != NULL && value[0] != '\0' ? value : "none", &attribute->meaning))
        return ask_schema_refuse (error,
                                  N_ ("There is no meaning “%s”; there are, for one, identifier, code, name, money, "
                                      "percentage, quantity, date, flag, person and place."),
                                  value);
    }
  else
    return no_field (field, "An attribute",
                     "name, description, synonyms, type, unit, meaning, examples, choices, hidden, sensitive, sharing, "
                     "key, nullable and expression",
                     error);
  return TRUE;
}

/**
 * ask_schema_edit_set_attribute:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @attribute: the name of one of its attributes, in any case
 * @field: "name", "description", "synonyms", "type", "unit", "meaning", "examples", "choices", "hidden", "sensitive",
 *   "sharing", "key", "nullable"; of a calculated one "expression", which gives it its type, too
 * @value: (nullable): takes it away
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_set_attribute (AskSchema *draft, const char *id, const char *attribute, const char *field,
                               const char *value, GError **error)
{
  g_autoptr (AskSchema) work = NULL;
  AskEntity *entity;
  AskAttribute *found;

  if (strcmp (field, "name") == 0)
    return ask_schema_edit_rename_attribute (draft, id, attribute, value != NULL ? value : "", error);
  if (!check_text (value, error))
    return FALSE;
  work = ask_schema_fork (draft);
  entity = ask_schema_edit_entity (work, id, error);
  found = entity != NULL ? ask_schema_edit_attribute (entity, attribute, error) : NULL;
  if (found == NULL || !set_attribute (entity, found, field, value, error))
    return FALSE;
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/**
 * ask_schema_edit_set_metric:
 * @draft: a schema that nobody else holds
 * @id: of the entity
 * @metric: its name; one that is not there yet is made by its "expression"
 * @field: "name", "expression", "description", "unit", "synonyms"
 * @value: (nullable): takes it away; not the name or the expression, which a metric always has
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_set_metric (AskSchema *draft, const char *id, const char *metric, const char *field, const char *value,
                            GError **error)
{
  g_autoptr (AskSchema) work = NULL;
  AskEntity *entity;
  AskMetric *found;

  if (strcmp (field, "name") == 0)
    return ask_schema_edit_rename_metric (draft, id, metric, value != NULL ? value : "", error);
  if (!check_text (value, error))
    return FALSE;
  work = ask_schema_fork (draft);
  entity = ask_schema_edit_entity (work, id, error);
  if (entity == NULL)
    return FALSE;
  if (strcmp (field, "expression") == 0)
    {
      found = ask_entity_find_metric (entity, metric);
      if (found == NULL
          && (!ask_schema_edit_check_name (metric, "metric", error)
              || !ask_schema_edit_check_free (entity, metric, NULL, error)))
        return FALSE;
      if (!ask_expression_check (entity, value != NULL ? value : "", ASK_EXPRESSION_METRIC, NULL, error))
        return FALSE;
      if (found == NULL)
        found = ask_entity_add_metric (entity, metric, value);
      set_string (&found->expression, value);
      ask_schema_edit_take (draft, work);
      return TRUE;
    }
  found = ask_schema_edit_metric (entity, metric, error);
  if (found == NULL)
    return FALSE;
  if (strcmp (field, "description") == 0)
    set_string (&found->description, value);
  else if (strcmp (field, "unit") == 0)
    set_string (&found->unit, value);
  else if (strcmp (field, "synonyms") == 0)
    set_strings (found->synonyms, value);
  else
    return no_field (field, "A metric", "name, expression, description, unit and synonyms", error);
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/* Whether a call can be made with it as it stands. */
static gboolean
check_parameter (const AskEntity *entity, const AskParameter *parameter, GError **error)
{
  const AskAttribute *attribute
    = parameter->attribute != NULL ? ask_entity_find_attribute (entity, parameter->attribute) : NULL;

  if (parameter->required && parameter->attribute == NULL && parameter->fixed == NULL)
    return ask_schema_refuse (error, N_ ("The API makes no call without “%s”; give it an attribute or a fixed value."),
                              parameter->name);
  if (attribute == NULL)
    return TRUE;
  if (parameter->use != ASK_PARAMETER_EQUALS && !ask_parameter_can_bound (parameter, attribute))
    return ask_schema_refuse (error,
                              N_ ("“%s” cannot bound “%s”: only numbers, days and moments are bounded, by a "
                                  "parameter that takes such."),
                              parameter->name, attribute->name);
  for (guint i = 0; i < entity->operation->parameters->len; i++)
    {
      const AskParameter *other = entity->operation->parameters->pdata[i];

      if (other != parameter && other->use == parameter->use && other->attribute != NULL
          && g_ascii_strcasecmp (other->attribute, attribute->name) == 0)
        return ask_schema_refuse (error, N_ ("“%s” takes “%s” in the same way already; take it away from there first."),
                                  other->name, attribute->name);
    }
  return TRUE;
}

static gboolean
set_parameter (AskEntity *entity, AskParameter *parameter, const char *field, const char *value, GError **error)
{
  static const char *const uses[] = { "equals", "at-least", "at-most", "above", "below" };

  if (strcmp (field, "attribute") == 0)
    {
      const AskAttribute *attribute = NULL;

      if (value != NULL && value[0] != '\0')
        {
          attribute = ask_schema_edit_attribute (entity, value, error);
          if (attribute == NULL)
            return FALSE;
          if (attribute->expression != NULL)
            return ask_schema_refuse (error, N_ ("“%s” is calculated here; the API knows nothing of it."),
                                      attribute->name);
        }
      set_string (&parameter->attribute, attribute != NULL ? attribute->name : NULL);
    }
  else if (strcmp (field, "fixed") == 0)
    set_string (&parameter->fixed, value);
  else if (strcmp (field, "use") == 0)
    {
      for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
        if (strcmp (uses[i], value != NULL && value[0] != '\0' ? value : "equals") == 0)
          {
            parameter->use = (AskParameterUse) i;
            return check_parameter (entity, parameter, error);
          }
      return ask_schema_refuse (error, N_ ("“use” is equals, at-least, at-most, above or below, not “%s”."), value);
    }
  else
    return no_field (field, "A parameter", "attribute, fixed and use", error);
  return check_parameter (entity, parameter, error);
}

/**
 * ask_schema_edit_set_parameter:
 * @draft: a schema that nobody else holds
 * @id: of an API's entity
 * @index: the place of the parameter in its operation
 * @field: "attribute" (a name of one), "fixed" (the value that is always sent), "use" (equals, at-least, at-most,
 *   above, below)
 * @value: (nullable): takes it away
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_set_parameter (AskSchema *draft, const char *id, guint index, const char *field, const char *value,
                               GError **error)
{
  g_autoptr (AskSchema) work = ask_schema_fork (draft);
  AskEntity *entity = ask_schema_edit_entity (work, id, error);

  if (entity == NULL || !check_text (value, error))
    return FALSE;
  if (entity->operation == NULL || index >= entity->operation->parameters->len)
    {
      ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, N_ ("“%s” has no parameter %u."), entity->name,
                     index + 1);
      return FALSE;
    }
  if (!set_parameter (entity, entity->operation->parameters->pdata[index], field, value, error))
    return FALSE;
  ask_schema_edit_take (draft, work);
  return TRUE;
}

/**
 * ask_schema_edit_set_relationship:
 * @draft: a schema that nobody else holds
 * @index: its place in the schema's list
 * @field: "verb", "cardinality" (many-to-one, one-to-one, many-to-many)
 * @value: (nullable): takes it away
 * @error: %ASK_SCHEMA_ERROR_UNKNOWN, %ASK_SCHEMA_ERROR_EDIT
 *
 * Returns: whether it was done
 */
gboolean
ask_schema_edit_set_relationship (AskSchema *draft, guint index, const char *field, const char *value, GError **error)
{
  const char *wanted = value != NULL && value[0] != '\0' ? value : "many-to-one";
  AskCardinality cardinality;

  if (index >= draft->relationships->len)
    {
      ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, N_ ("There is no relationship %u."), index + 1);
      return FALSE;
    }
  if (!check_text (value, error))
    return FALSE;
  if (strcmp (field, "verb") == 0)
    {
      set_string (&ask_schema_own_relationship (draft, index)->verb, value);
      return TRUE;
    }
  if (strcmp (field, "cardinality") != 0)
    return no_field (field, "A relationship", "verb and cardinality", error);
  if (!ask_cardinality_from_string (wanted, &cardinality))
    return ask_schema_refuse (error, N_ ("“cardinality” is many-to-one, one-to-one or many-to-many, not “%s”."), value);
  ask_schema_own_relationship (draft, index)->cardinality = cardinality;
  return TRUE;
}
