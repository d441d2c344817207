/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the call behind an API entity from a schema's document: its parameters, orders and pages, each held against the
 * attributes that the entity has.
 */
#include "config.h"

#include "schema/json/ask-schema-json-private.h"

#include <string.h>

static gboolean
read_parameter (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "name");
  const char *attribute = ask_json_get_string (object, "attribute");
  static const AskMember members[]
    = { { "name", ASK_MEMBER_STRING },       { "attribute", ASK_MEMBER_STRING }, { "required", ASK_MEMBER_BOOLEAN },
        { "max_items", ASK_MEMBER_INTEGER }, { "narrows", ASK_MEMBER_BOOLEAN },  { "fixed", ASK_MEMBER_STRING } };
  AskType type = ASK_TYPE_ANY;
  guint use = ASK_PARAMETER_EQUALS;
  guint style = ASK_ARRAY_NONE;
  guint place = ASK_PARAMETER_IN_QUERY;
  AskParameter *parameter;

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (name == NULL || name[0] == '\0')
    return ask_member_wrong (error, where, "a \"name\"");
  if (attribute != NULL && ask_entity_find_attribute (entity, attribute) == NULL)
    return ask_member_wrong (error, where, "an \"attribute\" of this entity");
  if (!ask_member_get_choice (object, "in", ask_schema_places, &place, where, error)
      || !ask_member_get_choice (object, "use", ask_schema_uses, &use, where, error)
      || !ask_member_get_choice (object, "array", ask_schema_styles, &style, where, error))
    return FALSE;
  if (json_object_has_member (object, "type") && !ask_member_get_type (object, &type, where, error))
    return FALSE;
  if (place == ASK_PARAMETER_IN_BODY && entity->operation->method == NULL)
    return ask_member_wrong (error, where, "\"POST\" as the operation's method for a member of its body");
  parameter = ask_operation_add_parameter (entity->operation, name, (AskParameterPlace) place, attribute,
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
  static const AskMember members[]
    = { { "attribute", ASK_MEMBER_STRING },  { "parameter", ASK_MEMBER_STRING }, { "ascending", ASK_MEMBER_STRING },
        { "descending", ASK_MEMBER_STRING }, { "direction", ASK_MEMBER_STRING }, { "up", ASK_MEMBER_STRING },
        { "down", ASK_MEMBER_STRING } };
  const char *attribute = ask_json_get_string (object, "attribute");
  const char *parameter = ask_json_get_string (object, "parameter");
  const char *ascending = ask_json_get_string (object, "ascending");
  const char *descending = ask_json_get_string (object, "descending");
  AskSort *sort;

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (attribute == NULL || ask_entity_find_attribute (entity, attribute) == NULL
      || ask_operation_find_sort (entity->operation, attribute) != NULL)
    return ask_member_wrong (error, where, "an \"attribute\" of this entity that no other order is by");
  if (parameter == NULL || parameter[0] == '\0' || ascending == NULL || descending == NULL)
    return ask_member_wrong (error, where, "\"parameter\", \"ascending\" and \"descending\"");
  sort = ask_operation_add_sort (entity->operation, attribute, parameter, ascending, descending);
  sort->direction = g_strdup (ask_json_get_string (object, "direction"));
  sort->up = g_strdup (ask_json_get_string (object, "up"));
  sort->down = g_strdup (ask_json_get_string (object, "down"));
  if (sort->direction != NULL ? sort->up == NULL || sort->down == NULL || strcmp (sort->up, sort->down) == 0
                              : strcmp (ascending, descending) == 0)
    return ask_member_wrong (error, where,
                             "different values for the two ways: \"ascending\" and \"descending\", or \"up\" and "
                             "\"down\" of a \"direction\"");
  return TRUE;
}

/* ask_schema_read_operation: gives @entity, which has its attributes, the operation that @object describes */
gboolean
ask_schema_read_operation (AskEntity *entity, JsonObject *object, const char *where, GError **error)
{
  const char *method = ask_json_get_string (object, "method");
  const char *path = ask_json_get_string (object, "path");
  JsonObject *paging = ask_json_get_object (object, "paging");
  static const AskMember members[]
    = { { "method", ASK_MEMBER_STRING },    { "path", ASK_MEMBER_STRING },    { "rows", ASK_MEMBER_STRING },
        { "nested", ASK_MEMBER_STRING },    { "single", ASK_MEMBER_BOOLEAN }, { "values", ASK_MEMBER_BOOLEAN },
        { "parameters", ASK_MEMBER_ARRAY }, { "sorts", ASK_MEMBER_ARRAY },    { "paging", ASK_MEMBER_OBJECT } };

  if (!ask_member_check (object, members, G_N_ELEMENTS (members), where, error))
    return FALSE;
  if (path == NULL)
    return ask_member_wrong (error, where, "a \"path\"");
  if (method != NULL && strcmp (method, "POST") != 0)
    return ask_member_wrong (error, where, "\"POST\" for its \"method\", or none for GET");
  entity->operation = ask_operation_new (path);
  entity->operation->method = g_strdup (method);
  entity->operation->rows = g_strdup (ask_json_get_string (object, "rows"));
  entity->operation->nested = g_strdup (ask_json_get_string (object, "nested"));
  entity->operation->single = ask_json_get_boolean (object, "single", FALSE);
  entity->operation->values = ask_json_get_boolean (object, "values", FALSE);
  if (!ask_member_read_parts (entity, object, "parameters", read_parameter, where, error)
      || !ask_member_read_parts (entity, object, "sorts", read_sort, where, error))
    return FALSE;
  if (paging != NULL)
    {
      static const AskMember paging_members[]
        = { { "parameter", ASK_MEMBER_STRING }, { "size_parameter", ASK_MEMBER_STRING },
            { "size", ASK_MEMBER_INTEGER },     { "least", ASK_MEMBER_INTEGER },
            { "first", ASK_MEMBER_INTEGER },    { "in_body", ASK_MEMBER_BOOLEAN },
            { "next", ASK_MEMBER_STRING } };
      AskPaging *to = &entity->operation->paging;
      guint kind = ASK_PAGING_NONE;
      g_autofree char *place = g_strdup_printf ("%s.paging", where);

      if (!ask_member_check (paging, paging_members, G_N_ELEMENTS (paging_members), place, error))
        return FALSE;
      if (!ask_member_get_choice (paging, "kind", ask_schema_paging_kinds, &kind, where, error))
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
