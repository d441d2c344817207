/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * References inside an OpenAPI document: "#/components/schemas/Pet". References to other files are
 * never followed, because that would open something.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/ask-openapi-private.h"

#include <string.h>

#define MAX_HOPS 32

/**
 * ask_openapi_set_problem:
 *
 * Keeps the detail of a refusal until it is told.
 */
void
ask_openapi_set_problem (AskOpenapiContext *context, const char *format, ...)
{
  va_list args;

  g_free (context->problem);
  va_start (args, format);
  context->problem = g_strdup_vprintf (format, args);
  va_end (args);
}

static JsonNode *
step (JsonNode *node, const char *token)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    return json_object_get_member (json_node_get_object (node), token);
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      guint64 index;

      if (g_ascii_string_to_unsigned (token, 10, 0, G_MAXUINT32, &index, NULL)
          && index < json_array_get_length (array))
        return json_array_get_element (array, (guint) index);
    }
  return NULL;
}

/* A JSON pointer (RFC 6901) as a fragment of a URL. */
static JsonNode *
follow (AskOpenapiContext *context, const char *pointer)
{
  g_auto (GStrv) tokens = g_strsplit (pointer, "/", -1);
  JsonNode *node = context->root_node;

  for (guint i = 1; node != NULL && tokens[0] != NULL && tokens[i] != NULL; i++)
    {
      g_autofree char *plain = g_uri_unescape_string (tokens[i], NULL);
      g_autoptr (GString) token = g_string_new (plain != NULL ? plain : tokens[i]);

      g_string_replace (token, "~1", "/", 0);
      g_string_replace (token, "~0", "~", 0);
      node = step (node, token->str);
    }
  return node;
}

/**
 * ask_openapi_resolve:
 * @object: any object of the document
 *
 * Follows "$ref" to what it means, from one reference to the next.
 *
 * Returns: (transfer none) (nullable): @object itself where it is no reference, else what it refers
 *   to; %NULL where that leads out of the document, in a circle or nowhere, with context->problem
 */
JsonObject *
ask_openapi_resolve (AskOpenapiContext *context, JsonObject *object)
{
  for (guint hop = 0; object != NULL && hop < MAX_HOPS; hop++)
    {
      const char *ref = ask_json_get_string (object, "$ref");
      g_autofree char *shown = NULL;
      JsonNode *node;

      if (ref == NULL)
        return object;
      shown = ask_text_shorten (ref, 80);
      if (*ref != '#')
        {
          ask_openapi_set_problem (context, "“%s” stands in another file", shown);
          return NULL;
        }
      if (ref[1] != '\0' && ref[1] != '/')
        {
          ask_openapi_set_problem (context, "“%s” is no reference by path", shown);
          return NULL;
        }
      node = follow (context, ref + 1);
      if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
        {
          ask_openapi_set_problem (context, "“%s” is not in the document", shown);
          return NULL;
        }
      object = json_node_get_object (node);
    }
  if (object != NULL)
    ask_openapi_set_problem (context, "“%s” refers to itself in a circle",
                             ask_json_get_string (object, "$ref"));
  return NULL;
}
