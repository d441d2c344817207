/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The importer against real and deliberately broken documents, and against random damage: a schema
 * that holds together, or one sentence; never a crash, never a hang. The documents are not ours and
 * are skipped where they are absent.
 */
#include "config.h"

#include <string.h>

#include "schema/openapi/ask-openapi.h"

typedef struct
{
  guint n_files, n_usable, n_entities, n_relationships, n_other;
  gint64 slowest;
} Totals;

static char *
dup_folder (void)
{
  const char *set = g_getenv ("ASKDATA_SHARED_DATA");
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");

  if (set != NULL)
    return g_build_filename (set, "openapi", NULL);
  if (root != NULL)
    return g_build_filename (root, "..", "shared", "data", "openapi", NULL);
  return g_strdup ("/nonexistent");
}

static void
assert_sentence (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpuint (strlen (text), >, 15);
  g_assert_true (g_str_has_suffix (text, "."));
  g_assert_null (strchr (text, '\n'));
}

static void
assert_bound (const AskEntity *entity, const AskParameter *parameter)
{
  const AskAttribute *attribute = ask_entity_find_attribute (entity, parameter->attribute);

  g_assert_nonnull (attribute);
  if (parameter->style != ASK_ARRAY_NONE && parameter->max_items != 1)
    g_assert_nonnull (attribute->column);
  if (parameter->use == ASK_PARAMETER_EQUALS)
    return;
  g_assert_false (parameter->required);
  g_assert_cmpint (parameter->style, ==, ASK_ARRAY_NONE);
  g_assert_true (ask_parameter_can_bound (parameter, attribute));
}

/* Everything that a schema promises, whatever document it came from. */
static void
assert_entity (AskSchema *schema, const AskEntity *entity)
{
  guint n_keys = 0;

  g_assert_cmpstr (entity->name, !=, "");
  g_assert_true (ask_schema_find_entity (schema, entity->name) == entity);
  g_assert_nonnull (entity->operation);
  g_assert_cmpuint (entity->attributes->len, >, 0);
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);

      g_assert_true (g_utf8_validate (attribute->name, -1, NULL));
      g_assert_cmpstr (attribute->name, !=, "");
      g_assert_true (ask_entity_find_attribute (entity, attribute->name) == attribute);
      n_keys += attribute->key > 0;
      /* What is only an input must be the argument of something. */
      if (attribute->column == NULL)
        g_assert_nonnull (ask_operation_find_parameter_for (entity->operation, attribute->name));
      /* Nothing identifies a row of a child table, and only such a row has something around it. */
      if (entity->operation->nested != NULL)
        g_assert_cmpuint (attribute->key, ==, 0);
    }
  g_assert_cmpuint (n_keys, <=, 1);
  for (guint i = 0; i < entity->operation->parameters->len; i++)
    {
      const AskParameter *parameter = g_ptr_array_index (entity->operation->parameters, i);

      /* What is neither bound nor fixed is not sent. */
      g_assert_true (parameter->attribute == NULL || parameter->fixed == NULL);
      g_assert_true (parameter->attribute != NULL || parameter->fixed != NULL || !parameter->required);
      if (parameter->attribute != NULL)
        assert_bound (entity, parameter);
      if (parameter->place == ASK_PARAMETER_IN_PATH)
        {
          g_autofree char *braced = g_strdup_printf ("{%s}", parameter->name);

          g_assert_nonnull (strstr (entity->operation->path, braced));
          g_assert_true (parameter->required);
        }
    }
  if (entity->operation->paging.size_parameter != NULL)
    g_assert_cmpint (entity->operation->paging.size, >, 0);
}

static void
assert_import (const AskOpenapi *api)
{
  g_assert_nonnull (api->title);
  g_assert_cmpuint (api->schema->entities->len, >, 0);
  for (guint i = 0; i < api->schema->entities->len; i++)
    assert_entity (api->schema, g_ptr_array_index (api->schema->entities, i));
  for (guint i = 0; i < api->schema->relationships->len; i++)
    {
      const AskRelationship *one = g_ptr_array_index (api->schema->relationships, i);
      const AskEntity *from = ask_schema_find_entity (api->schema, one->from);
      const AskEntity *to = ask_schema_find_entity (api->schema, one->to);

      g_assert_nonnull (ask_entity_find_attribute (from, one->from_attributes->pdata[0]));
      g_assert_nonnull (ask_entity_find_attribute (to, one->to_attributes->pdata[0]));
    }
  for (guint i = 0; i < api->notes->len; i++)
    assert_sentence (g_ptr_array_index (api->notes, i));
}

/* Returns whether @text gave a schema. */
static gboolean
check (const char *text, gsize length, const char *what, Totals *totals)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) document = ask_document_parse (text, length, what, &error);
  g_autoptr (AskOpenapi) api = NULL;

  if (document == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (error->domain == ASK_SCHEMA_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return FALSE;
    }
  g_assert_no_error (error);
  api = ask_openapi_import (document, "api", &error);
  if (api == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (error->domain == ASK_SCHEMA_ERROR);
      assert_sentence (error->message);
      return FALSE;
    }
  g_assert_no_error (error);
  assert_import (api);
  totals->n_usable++;
  totals->n_entities += api->schema->entities->len;
  totals->n_relationships += api->schema->relationships->len;
  return TRUE;
}

static gboolean
is_document (const char *name)
{
  return g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".yaml")
         || g_str_has_suffix (name, ".yml");
}

static void
check_file (const char *path, Totals *totals)
{
  g_autofree char *text = NULL;
  g_autofree char *name = g_path_get_basename (path);
  gsize length;
  gint64 start, spent;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return;
  start = g_get_monotonic_time ();
  check (text, length, name, totals);
  spent = g_get_monotonic_time () - start;
  totals->n_files++;
  totals->slowest = MAX (totals->slowest, spent);
}

static void
walk (const char *folder, Totals *totals)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        walk (path, totals);
      else if (is_document (name))
        check_file (path, totals);
    }
}

static void
test_documents (void)
{
  g_autofree char *folder = dup_folder ();
  Totals totals = { 0 };

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("The OpenAPI documents are not here, see tests/schema/README.md");
      return;
    }
  walk (folder, &totals);
  g_test_message ("%u documents, %u usable, %u entities, %u relationships, slowest %.0f ms",
                  totals.n_files, totals.n_usable, totals.n_entities, totals.n_relationships,
                  (double) totals.slowest / 1000);
  g_assert_cmpuint (totals.n_files, >, 100);
  g_assert_cmpuint (totals.n_usable, >, 30);
}

/* The same document gives the same schema, byte for byte. */
static void
test_deterministic (void)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *path = g_build_filename (folder, "box", "openapi.json", NULL);
  g_autofree char *text = NULL;
  g_autofree char *first = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    {
      g_test_skip ("The OpenAPI documents are not here, see tests/schema/README.md");
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) document = ask_document_parse (text, length, "box", &error);
      g_autoptr (AskOpenapi) api = ask_openapi_import (document, "box", &error);
      g_autoptr (JsonNode) json = NULL;
      g_autofree char *printed = NULL;

      g_assert_no_error (error);
      json = ask_schema_to_json (api->schema);
      printed = ask_json_to_string (json, TRUE);
      g_assert_cmpuint (api->schema->entities->len, >, 50);
      if (first == NULL)
        first = g_steal_pointer (&printed);
      else
        g_assert_cmpstr (printed, ==, first);
    }
}

static const char seed_yaml[]
  = "openapi: 3.1.0\n"
    "info: {title: Logistics, version: '1'}\n"
    "servers: [{url: 'https://{host}/v1', variables: {host: {default: api.example.com}}}]\n"
    "security: [{key: []}]\n"
    "components:\n"
    "  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}\n"
    "  parameters:\n"
    "    page: {name: page, in: query, schema: {type: integer, minimum: 1}}\n"
    "    size: {name: per_page, in: query, schema: {type: integer, maximum: 200}}\n"
    "  schemas:\n"
    "    Carrier: {type: object, required: [id], properties: {id: {type: string}, parent: {$ref: "
    "'#/components/schemas/Carrier'}, mode: {enum: [road, sea]}}}\n"
    "    Shipment:\n"
    "      allOf:\n"
    "        - $ref: '#/components/schemas/Carrier'\n"
    "        - properties: {carrier_id: {type: string}, sent: {type: string, format: date}, weight: "
    "{type: [number, 'null']}, "
    "to: {properties: {city: {type: string}}}, parcels: {type: array, items: {properties: {sku: {type: string}, "
    "carrier: {$ref: '#/components/schemas/Carrier'}}}}, extra: {oneOf: [{type: string}, {type: integer}]}}\n"
    "paths:\n"
    "  /carriers:\n"
    "    get: {operationId: listCarriers, responses: {'200': {content: {application/json: {schema: {type: "
    "array, items: {$ref: '#/components/schemas/Carrier'}}}}}}}\n"
    "  /shipments/{id}:\n"
    "    get: {responses: {'200': {content: {application/json: {schema: {properties: {shipment: {$ref: "
    "'#/components/schemas/Shipment'}}}}}}}}\n"
    "  /carriers/{id}/shipments:\n"
    "    parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n"
    "    get:\n"
    "      parameters: [{$ref: '#/components/parameters/page'}, {$ref: '#/components/parameters/size'}, "
    "{name: 'filter[sent]', in: query, schema: {type: string, format: date}}, {name: carrier_ids, in: query, "
    "explode: false, schema: {type: array, maxItems: 9, default: [a], items: {type: string}}}, {name: weight, "
    "in: query, style: deepObject, schema: {type: object, properties: {gte: {type: number}, lt: {type: "
    "number}}}}]\n"
    "      responses: {default: {content: {application/json: {schema: {properties: {data: {type: array, "
    "items: {$ref: '#/components/schemas/Shipment'}}, links: {properties: {next: {type: string, format: "
    "uri}}}}}}}}}\n";

static GPtrArray *
load_seeds (void)
{
  static const char *const names[]
    = { "train-travel/openapi.yaml", "readmeio_oas-examples/3.0/json/petstore.json",
        "mermade_openapi3-examples/3.0/pass/OAI/uber.yaml",
        "mermade_openapi3-examples/3.0/pass/OAI/uspto.yaml" };
  g_autofree char *folder = dup_folder ();
  GPtrArray *seeds = g_ptr_array_new_with_free_func (g_free);
  JsonNode *node = ask_document_parse (seed_yaml, sizeof seed_yaml - 1, "seed", NULL);

  g_ptr_array_add (seeds, g_strdup (seed_yaml));
  g_ptr_array_add (seeds, ask_json_to_string (node, FALSE));
  json_node_unref (node);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      char *text;

      if (g_file_get_contents (path, &text, NULL, NULL))
        g_ptr_array_add (seeds, text);
    }
  return seeds;
}

/* Words of the format, put where they do not belong. */
static void
damage (GString *text)
{
  static const char *const words[]
    = { "null", "{}", "[]", "true", "-1", "\"\"", "$ref", "#/", "{", "}", "allOf", "5e400", "*a", "&a" };
  gsize at = (gsize) g_test_rand_int_range (0, (gint) text->len);
  gsize end;

  switch (g_test_rand_int_range (0, 6))
    {
    case 0:
      text->str[at] = (char) g_test_rand_int_range (0, 256);
      break;
    case 1:
      text->str[at] = (char) g_test_rand_int_range (32, 127);
      break;
    case 2:
      g_string_insert (text, (gssize) at, words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
      break;
    case 3:
      g_string_erase (text, (gssize) at, (gssize) MIN (text->len - at - (at == 0), 8));
      break;
    case 4:
      /* A scalar for a value. */
      for (end = at; end < text->len && strchr (",}]\n", text->str[end]) == NULL;)
        end++;
      if (end < text->len)
        {
          g_string_erase (text, (gssize) at, (gssize) (end - at));
          g_string_insert (text, (gssize) at, words[g_test_rand_int_range (0, 6)]);
        }
      break;
    default:
      if (g_test_rand_int_range (0, 8) == 0)
        g_string_truncate (text, MAX (at, 1));
    }
}

static void
test_mutations (void)
{
  g_autoptr (GPtrArray) seeds = load_seeds ();
  Totals totals = { 0 };
  guint n = g_test_thorough () ? 40000 : 4000;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) text = g_string_new (g_ptr_array_index (seeds, i % seeds->len));
      guint n_changes = (guint) g_test_rand_int_range (1, 4);

      for (guint j = 0; j < n_changes; j++)
        damage (text);
      check (text->str, text->len, "mutant", &totals);
    }
  g_test_message ("%u of %u mutants still gave a schema", totals.n_usable, n);
  g_assert_cmpuint (totals.n_usable, >, n / 50);
  g_assert_cmpuint (totals.n_usable, <, n);
}

/* Every value of the tree replaced, one after the other, by one of another kind: what the byte
 * damage above rarely reaches, because most of it is caught by the parser. */
static GPtrArray *
dup_values (const char *json)
{
  GPtrArray *places = g_ptr_array_new_with_free_func (g_free);

  for (const char *p = json; *p != '\0'; p++)
    if (*p == ':' && p > json && p[-1] == '"')
      g_ptr_array_add (places, g_strdup_printf ("%" G_GSIZE_FORMAT, (gsize) (p + 1 - json)));
  return places;
}

/* The end of the JSON value at @p. */
static const char *
value_end (const char *p)
{
  int depth = 0;

  for (; *p != '\0'; p++)
    {
      if (*p == '"')
        {
          for (p++; *p != '"'; p++)
            p += *p == '\\';
        }
      else if (*p == '{' || *p == '[')
        depth++;
      else if ((*p == '}' || *p == ']') && depth-- == 0)
        return p;
      if (depth == 0 && (p[1] == ',' || p[1] == '}' || p[1] == ']'))
        return p + 1;
    }
  return p;
}

static void
test_wrong_kinds (void)
{
  static const char *const kinds[]
    = { "null", "true", "-7", "\"x\"", "\"\"", "[]", "{}", "[[]]", "[null]", "{\"\":{}}", "1.5",
        "{\"$ref\":\"#\"}", "{\"$ref\":\"#/components\"}", "[{\"$ref\":\"#/paths\"}]" };
  g_autoptr (JsonNode) node = ask_document_parse (seed_yaml, sizeof seed_yaml - 1, "seed", NULL);
  g_autofree char *json = ask_json_to_string (node, FALSE);
  g_autoptr (GPtrArray) places = dup_values (json);
  Totals totals = { 0 };

  g_assert_cmpuint (places->len, >, 50);
  for (guint i = 0; i < places->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      {
        gsize at = (gsize) g_ascii_strtoull (g_ptr_array_index (places, i), NULL, 10);
        g_autofree char *head = g_strndup (json, at);
        g_autofree char *text = g_strconcat (head, kinds[k], value_end (json + at), NULL);

        check (text, strlen (text), "mutant", &totals);
      }
  g_assert_cmpuint (totals.n_usable, >, places->len);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/openapi-corpus/real-documents-give-a-whole-schema-or-a-sentence", test_documents);
  g_test_add_func ("/schema/openapi-corpus/one-document-gives-one-schema", test_deterministic);
  g_test_add_func ("/schema/openapi-corpus/damaged-documents-give-a-whole-schema-or-a-sentence", test_mutations);
  g_test_add_func ("/schema/openapi-corpus/a-value-of-another-kind-anywhere-does-no-harm", test_wrong_kinds);
  return g_test_run ();
}
