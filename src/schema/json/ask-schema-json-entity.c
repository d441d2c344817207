/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads an entity of a schema's document, with its attributes, metrics and bindings. What cannot be so (two attributes
 * of one name, a binding with too few columns) is an error, never repaired.
 */
#include "config.h"

#include "schema/json/ask-schema-json-private.h"

static gboolean
read_attribute (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "name");
  static const AskMember members[]
    = { { "name", ASK_MEMBER_STRING },       { "column", ASK_MEMBER_STRING },    { "declared", ASK_MEMBER_STRING },
        { "key", ASK_MEMBER_INTEGER },       { "nullable", ASK_MEMBER_BOOLEAN }, { "description", ASK_MEMBER_STRING },
        { "expression", ASK_MEMBER_STRING }, { "unit", ASK_MEMBER_STRING },      { "hidden", ASK_MEMBER_BOOLEAN },
        { "sensitive", ASK_MEMBER_BOOLEAN }, { "meaning", ASK_MEMBER_STRING },   { "sharing", ASK_MEMBER_STRING } };
  const char *meaning = ask_json_get_string (object, "meaning");
  AskType type;
  AskAttribute *attribute;

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || name[0] == '\0')
    return ask_member_wrong (error, where, "a \"name\"");
  if (ask_entity_find_attribute (entity, name) != NULL)
    return ask_member_wrong (error, where, "a name that no other attribute of the entity has");
  if (!ask_member_get_type (object, &type, where, error))
    return FALSE;
  attribute = ask_entity_add_attribute (entity, name, ask_json_get_string (object, "column"), type);
  attribute->declared = g_strdup (ask_json_get_string (object, "declared"));
  attribute->key = (guint) CLAMP (ask_json_get_integer (object, "key", 0), 0, 1000);
  attribute->nullable = ask_json_get_boolean (object, "nullable", TRUE);
  attribute->description = g_strdup (ask_json_get_string (object, "description"));
  attribute->expression = g_strdup (ask_json_get_string (object, "expression"));
  attribute->unit = g_strdup (ask_json_get_string (object, "unit"));
  attribute->hidden = ask_json_get_boolean (object, "hidden", FALSE);
  attribute->sensitive = ask_json_get_boolean (object, "sensitive", FALSE);
  if (meaning != NULL && !ask_meaning_from_string (meaning, &attribute->meaning))
    return ask_member_wrong (error, where, "a \"meaning\" such as \"money\" or \"date\"");
  return ask_member_get_sharing (object, &attribute->sharing, where, error)
         && ask_member_get_strings (object, "synonyms", attribute->synonyms, where, error)
         && ask_member_get_strings (object, "choices", attribute->choices, where, error)
         && ask_member_get_strings (object, "examples", attribute->examples, where, error);
}

static gboolean
read_metric (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "name");
  const char *expression = ask_json_get_string (object, "expression");
  static const AskMember members[] = { { "name", ASK_MEMBER_STRING },
                                       { "expression", ASK_MEMBER_STRING },
                                       { "description", ASK_MEMBER_STRING },
                                       { "unit", ASK_MEMBER_STRING } };
  AskMetric *metric;

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || name[0] == '\0' || expression == NULL)
    return ask_member_wrong (error, where, "\"name\" and \"expression\"");
  if (ask_entity_find_attribute (entity, name) != NULL || ask_entity_find_metric (entity, name) != NULL)
    return ask_member_wrong (error, where, "a name that no attribute or other metric of the entity has");
  metric = ask_entity_add_metric (entity, name, expression);
  metric->description = g_strdup (ask_json_get_string (object, "description"));
  metric->unit = g_strdup (ask_json_get_string (object, "unit"));
  return ask_member_get_strings (object, "synonyms", metric->synonyms, where, error);
}

static gboolean
read_binding (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *source = ask_json_get_string (object, "source");
  const char *table = ask_json_get_string (object, "table");
  static const AskMember members[] = { { "source", ASK_MEMBER_STRING },
                                       { "namespace", ASK_MEMBER_STRING },
                                       { "table", ASK_MEMBER_STRING },
                                       { "columns", ASK_MEMBER_ARRAY } };
  guint kind = ASK_ENTITY_TABLE;
  AskBinding *binding;

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (source == NULL || table == NULL)
    return ask_member_wrong (error, where, "\"source\" and \"table\"");
  if (!ask_member_get_choice (object, "kind", ask_schema_entity_kinds, &kind, where, error))
    return FALSE;
  if (kind != ASK_ENTITY_TABLE && kind != ASK_ENTITY_VIEW)
    return ask_member_wrong (error, where, "the \"kind\" table or view");
  binding
    = ask_entity_add_binding (entity, source, ask_json_get_string (object, "namespace"), table, (AskEntityKind) kind);
  if (!ask_member_get_strings (object, "columns", binding->columns, where, error))
    return FALSE;
  if (binding->columns->len != entity->attributes->len)
    return ask_member_wrong (error, where, "as many \"columns\" as the entity has attributes");
  return TRUE;
}

/* Whether an entity that @self does not have yet can be made of @object. @kind: gets which one */
static gboolean
check_entity (AskSchema *self, JsonObject *object, guint *kind, const char *where, GError **error)
{
  static const AskMember members[]
    = { { "name", ASK_MEMBER_STRING },        { "source", ASK_MEMBER_STRING },    { "table", ASK_MEMBER_STRING },
        { "description", ASK_MEMBER_STRING }, { "namespace", ASK_MEMBER_STRING }, { "rows", ASK_MEMBER_INTEGER },
        { "attributes", ASK_MEMBER_ARRAY },   { "operation", ASK_MEMBER_OBJECT }, { "id", ASK_MEMBER_STRING },
        { "query", ASK_MEMBER_STRING },       { "notes", ASK_MEMBER_STRING },     { "hidden", ASK_MEMBER_BOOLEAN },
        { "collapsed", ASK_MEMBER_BOOLEAN },  { "layout", ASK_MEMBER_OBJECT },    { "metrics", ASK_MEMBER_ARRAY },
        { "bindings", ASK_MEMBER_ARRAY },     { "area", ASK_MEMBER_STRING } };
  static const AskMember layout_members[] = { { "x", ASK_MEMBER_INTEGER }, { "y", ASK_MEMBER_INTEGER } };
  const char *name = ask_json_get_string (object, "name");
  const char *id = ask_json_get_string (object, "id");
  JsonObject *layout = ask_json_get_object (object, "layout");

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || name[0] == '\0' || ask_json_get_string (object, "source") == NULL
      || ask_json_get_string (object, "table") == NULL)
    return ask_member_wrong (error, where, "\"name\", \"source\" and \"table\"");
  if (ask_schema_find_entity (self, name) != NULL)
    return ask_member_wrong (error, where, "a name that no other entity has");
  if (ask_json_get_array (object, "attributes") == NULL)
    return ask_member_wrong (error, where, "an array \"attributes\"");
  if (!ask_member_get_choice (object, "kind", ask_schema_entity_kinds, kind, where, error))
    return FALSE;
  if ((*kind == ASK_ENTITY_API) != (ask_json_get_object (object, "operation") != NULL))
    return ask_member_wrong (error, where, "an \"operation\" exactly where \"kind\" is \"api\"");
  if ((*kind == ASK_ENTITY_QUERY) != (ask_json_get_string (object, "query") != NULL))
    return ask_member_wrong (error, where, "a \"query\" exactly where \"kind\" is \"query\"");
  if (id != NULL && ask_schema_find_id (self, id) != NULL)
    return ask_member_wrong (error, where, "an \"id\" that no other entity has");
  return layout == NULL || ask_member_check (layout, layout_members, G_N_ELEMENTS (layout_members), where, error);
}

/* What @object, which was checked, says of the entity itself. */
static AskEntity *
make_entity (JsonObject *object, AskEntityKind kind)
{
  AskEntity *entity = ask_entity_new (ask_json_get_string (object, "name"), ask_json_get_string (object, "source"),
                                      ask_json_get_string (object, "table"), kind);
  JsonObject *layout = ask_json_get_object (object, "layout");

  entity->id = g_strdup (ask_json_get_string (object, "id"));
  entity->query = g_strdup (ask_json_get_string (object, "query"));
  entity->notes = g_strdup (ask_json_get_string (object, "notes"));
  entity->hidden = ask_json_get_boolean (object, "hidden", FALSE);
  entity->collapsed = ask_json_get_boolean (object, "collapsed", FALSE);
  entity->area = g_strdup (ask_json_get_string (object, "area"));
  if (layout != NULL)
    {
      entity->placed = TRUE;
      entity->x = (double) ask_json_get_integer (layout, "x", 0);
      entity->y = (double) ask_json_get_integer (layout, "y", 0);
    }
  entity->description = g_strdup (ask_json_get_string (object, "description"));
  entity->namespace = g_strdup (ask_json_get_string (object, "namespace"));
  entity->row_estimate = ask_json_get_integer (object, "rows", -1);
  return entity;
}

/* ask_schema_read_entity: adds what @object says to @self */
gboolean
ask_schema_read_entity (AskSchema *self, JsonObject *object, const char *where, GError **error)
{
  JsonObject *operation = ask_json_get_object (object, "operation");
  guint kind = ASK_ENTITY_TABLE;
  AskEntity *entity;

  if (!check_entity (self, object, &kind, where, error))
    return FALSE;
  entity = make_entity (object, (AskEntityKind) kind);
  ask_schema_add_entity (self, entity);
  if (!ask_member_get_strings (object, "synonyms", entity->synonyms, where, error))
    return FALSE;
  if (!ask_member_read_parts (entity, object, "attributes", read_attribute, where, error)
      || !ask_member_read_parts (entity, object, "metrics", read_metric, where, error)
      || !ask_member_read_parts (entity, object, "bindings", read_binding, where, error))
    return FALSE;
  if (operation != NULL)
    {
      g_autofree char *place = g_strdup_printf ("%s.operation", where);

      return ask_schema_read_operation (entity, operation, place, error);
    }
  return TRUE;
}
