/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether two schemas, or parts of them, say the same: where their documents would be the same text. There is no second
 * list of fields that could miss one.
 */
#include "config.h"

#include "schema/json/ask-schema-json-private.h"

#include <string.h>

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

/** ask_entity_equal: Returns: whether @a and @b say the same in a document */
gboolean
ask_entity_equal (const AskEntity *a, const AskEntity *b)
{
  return a == b || is_same_json (ask_entity_to_json (a), ask_entity_to_json (b));
}

/** ask_relationship_equal: Returns: whether @a and @b say the same in a document */
gboolean
ask_relationship_equal (const AskRelationship *a, const AskRelationship *b)
{
  return a == b || is_same_json (ask_relationship_to_json (a), ask_relationship_to_json (b));
}

/**
 * ask_schema_equal:
 * @a: one version
 * @b: another
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

  return is_same_json (ask_json_take_array (ask_schema_sources_to_json (a)),
                       ask_json_take_array (ask_schema_sources_to_json (b)))
         && is_same_json (ask_json_take_array (ask_schema_areas_to_json (a)),
                          ask_json_take_array (ask_schema_areas_to_json (b)))
         && is_same_json (ask_json_take_array (ask_schema_questions_to_json (a)),
                          ask_json_take_array (ask_schema_questions_to_json (b)));
}
