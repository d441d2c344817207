/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Members of a schema's document that somebody may have written by hand: each is of the type that is expected, or there
 * is an error which says where. The words of its enumerations are here, for the writer as well.
 */
#include "config.h"

#include "schema/json/ask-schema-json-private.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include <string.h>

const char *const ask_schema_entity_kinds[] = { "table", "view", "api", "query", NULL };
const char *const ask_schema_places[] = { "query", "path", "header", "body", NULL };
const char *const ask_schema_uses[] = { "equals", "at-least", "at-most", "above", "below", NULL };
const char *const ask_schema_styles[]
  = { "none", "repeat", "comma", "space", "pipe", "brackets", "label", "matrix", "matrix-repeat", NULL };
const char *const ask_schema_paging_kinds[] = { "none", "page", "offset", "cursor", "link", NULL };

/* ask_member_wrong:
 * @where: where the reader stands: "entities[3].attributes[0]"
 * @expected: what had to be there: "an object"
 *
 * Returns: %FALSE, @error set to %ASK_SCHEMA_ERROR_DOCUMENT
 */
gboolean
ask_member_wrong (GError **error, const char *where, const char *expected)
{
  ask_error_set (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT,
                 N_ ("The schema document is not right at %s: expected %s."), where, expected);
  return FALSE;
}

static gboolean
holds (JsonNode *node, AskMemberType type)
{
  static const GType types[] = { G_TYPE_STRING, G_TYPE_INT64, G_TYPE_BOOLEAN };

  if (type == ASK_MEMBER_ARRAY)
    return JSON_NODE_HOLDS_ARRAY (node);
  if (type == ASK_MEMBER_OBJECT)
    return JSON_NODE_HOLDS_OBJECT (node);
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == types[type];
}

/* ask_member_check: a member that is there but of another type would be lost without a word. null is as good as
 * absent. */
gboolean
ask_member_check (JsonObject *object, const AskMember *members, guint n_members, const char *where, GError **error)
{
  static const char *const expected[] = { "a text", "a whole number", "true or false", "an array", "an object" };

  for (guint i = 0; i < n_members; i++)
    {
      JsonNode *node = json_object_get_member (object, members[i].name);
      g_autofree char *place = NULL;

      if (node == NULL || JSON_NODE_HOLDS_NULL (node) || holds (node, members[i].type))
        continue;
      place = g_strdup_printf ("%s.%s", where, members[i].name);
      return ask_member_wrong (error, place, expected[members[i].type]);
    }
  return TRUE;
}

/* ask_member_get_choice:
 * @index: (inout): the place of the member's word in @choices; left alone where the member is absent
 */
gboolean
ask_member_get_choice (JsonObject *object, const char *member, const char *const *choices, guint *index,
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

  return ask_member_wrong (error, place, expected);
}

/* ask_member_get_strings: adds the texts of an array, if it is there, to @strings */
gboolean
ask_member_get_strings (JsonObject *object, const char *member, GPtrArray *strings, const char *where, GError **error)
{
  JsonArray *array = ask_json_get_array (object, member);

  if (array == NULL)
    {
      if (!json_object_has_member (object, member))
        return TRUE;
      return ask_member_wrong (error, where, "an array of strings");
    }
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *string = ask_json_element_string (array, i);

      if (string == NULL)
        return ask_member_wrong (error, where, "an array of strings");
      g_ptr_array_add (strings, g_strdup (string));
    }
  return TRUE;
}

/* ask_member_get_type: of the member "type", which has to be there */
gboolean
ask_member_get_type (JsonObject *object, AskType *type, const char *where, GError **error)
{
  const char *name = ask_json_get_string (object, "type");

  if (name == NULL || !ask_type_from_string (name, type))
    return ask_member_wrong (error, where, "a \"type\" such as \"text\" or \"integer\"");
  return TRUE;
}

/* ask_member_get_sharing: of the member "sharing", if it is there */
gboolean
ask_member_get_sharing (JsonObject *object, AskSharing *sharing, const char *where, GError **error)
{
  const char *word = ask_json_get_string (object, "sharing");

  if (word != NULL && !ask_sharing_from_string (word, sharing))
    return ask_member_wrong (error, where, "a \"sharing\": never, samples or yes");
  return TRUE;
}

/* ask_member_read_parts: each object of the array @member, if it is there, with its own place for errors */
gboolean
ask_member_read_parts (AskEntity *entity, JsonObject *object, const char *member, AskReadPart read, const char *where,
                       GError **error)
{
  JsonArray *array = ask_json_get_array (object, member);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *item = ask_json_element_object (array, i);
      g_autofree char *place = g_strdup_printf ("%s.%s[%u]", where, member, i);

      if (item == NULL)
        return ask_member_wrong (error, place, "an object");
      if (!read (entity, item, place, error))
        return FALSE;
    }
  return TRUE;
}
