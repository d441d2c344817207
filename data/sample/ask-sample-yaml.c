/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * YAML into JSON, for a document of our own: mappings with text keys, sequences, and scalars of
 * YAML's core schema. See the header. Documents of others are the importer's business, in
 * src/schema.
 */
#include "config.h"

#include "ask-sample-yaml.h"

#include <json-glib/json-glib.h>
#include <string.h>
#include <yaml.h>

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (yaml_parser_t, yaml_parser_delete)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (yaml_document_t, yaml_document_delete)

static JsonNode *
scalar_to_json (const yaml_node_t *node)
{
  const char *text = (const char *) node->data.scalar.value;
  JsonNode *json = json_node_new (JSON_NODE_VALUE);
  gint64 integer;
  char *end = NULL;

  if (node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
    json_node_set_string (json, text);
  else if (strcmp (text, "true") == 0 || strcmp (text, "false") == 0)
    json_node_set_boolean (json, text[0] == 't');
  else if (strcmp (text, "null") == 0 || strcmp (text, "~") == 0 || text[0] == '\0')
    json_node_init_null (json);
  else if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &integer, NULL))
    json_node_set_int (json, integer);
  else if ((g_ascii_isdigit (text[0]) || text[0] == '-') && g_ascii_strtod (text, &end) != 0
           && *end == '\0')
    json_node_set_double (json, g_ascii_strtod (text, NULL));
  else
    json_node_set_string (json, text);
  return json;
}

static JsonNode *
node_to_json (yaml_document_t *document, int index)
{
  const yaml_node_t *node = yaml_document_get_node (document, index);
  JsonNode *json;

  if (node->type == YAML_SCALAR_NODE)
    return scalar_to_json (node);

  if (node->type == YAML_SEQUENCE_NODE)
    {
      JsonArray *array = json_array_new ();

      for (yaml_node_item_t *item = node->data.sequence.items.start;
           item < node->data.sequence.items.top; item++)
        json_array_add_element (array, node_to_json (document, *item));
      json = json_node_new (JSON_NODE_ARRAY);
      json_node_take_array (json, array);
      return json;
    }

  json = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (json, json_object_new ());
  for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top;
       pair++)
    {
      const yaml_node_t *key = yaml_document_get_node (document, pair->key);

      json_object_set_member (json_node_get_object (json),
                              (const char *) key->data.scalar.value,
                              node_to_json (document, pair->value));
    }
  return json;
}

/**
 * ask_sample_yaml_to_json:
 * @yaml: a YAML document without recursive aliases, its keys text
 * @length: bytes
 * @error: (nullable): G_IO_ERROR_INVALID_DATA where it is no YAML
 *
 * Returns: (transfer full): the same as JSON text
 */
char *
ask_sample_yaml_to_json (const char *yaml, gsize length, GError **error)
{
  g_auto (yaml_parser_t) parser = { 0 };
  g_auto (yaml_document_t) document = { 0 };
  g_autoptr (JsonNode) json = NULL;

  if (!yaml_parser_initialize (&parser))
    g_error ("Out of memory");
  yaml_parser_set_input_string (&parser, (const unsigned char *) yaml, length);
  if (!yaml_parser_load (&parser, &document)
      || yaml_document_get_root_node (&document) == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "The API's own document is no YAML: %s in line %lu.",
                   parser.problem != NULL ? parser.problem : "it is empty",
                   (unsigned long) parser.problem_mark.line + 1);
      return NULL;
    }
  json = node_to_json (&document, 1);
  return json_to_string (json, TRUE);
}
