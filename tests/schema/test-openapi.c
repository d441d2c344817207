/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The OpenAPI importer, rule by rule, on small documents written here. What real documents do to
 * it is in test-openapi-corpus.c; parameters and paging are in test-openapi-parameter.c.
 */
#include "config.h"

#include "openapi-fixture.h"

static void
test_rows (void)
{
  static const struct
  {
    const char *path, *schema, *rows;
  } cases[] = {
    { "/pets", "{type: array, items: " ITEM "}", NULL },
    { "/pets", "{items: " ITEM "}", NULL },
    { "/pets", "{type: object, properties: {data: {type: array, items: " ITEM "}}}", "data" },
    { "/pets", "{properties: {total: {type: integer}, things: {type: array, items: " ITEM "}}}",
      "things" },
    { "/pets",
      "{properties: {errors: {type: array, items: " ITEM "}, items: {type: array, items: " ITEM "}}}",
      "items" },
    { "/pets",
      "{properties: {data: {type: array, items: " ITEM "}, pets: {type: array, items: " ITEM "}}}",
      "pets" },
    { "/pets", "{properties: {response: {properties: {docs: {type: array, items: " ITEM "}}}}}",
      "response.docs" },
    { "/pets", "{properties: {_embedded: {properties: {pets: {type: array, items: " ITEM "}}}}}",
      "_embedded.pets" },
    { "/pets", "{allOf: [{properties: {data: {type: array}}}, {properties: {data: {items: " ITEM "}}}]}",
      "data" },
    { "/pets/{id}/tags", "{type: array, items: " ITEM "}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskOpenapi) api = import_one (cases[i].path, "", cases[i].schema);

      g_assert_cmpuint (api->schema->entities->len, ==, 1);
      g_assert_cmpstr (first (api)->operation->rows, ==, cases[i].rows);
      g_assert_cmpstr (attribute (api, "name")->column, ==, "name");
    }
}

static void
test_media_types (void)
{
  static const struct
  {
    const char *content;
    gboolean usable;
  } cases[] = {
    { "application/json", TRUE },         { "'application/json; charset=utf-8'", TRUE },
    { "application/vnd.api+json", TRUE }, { "'Application/JSON'", TRUE },
    { "'*/*'", TRUE },                    { "text/csv", FALSE },
    { "application/x-ndjson", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{openapi: 3.0.0, paths: {/a: {get: {responses: {2XX: {content: {%s: {schema: {type: array, "
        "items: " ITEM "}}}}}}}}}",
        cases[i].content);
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) document = parse (text);
      g_autoptr (AskOpenapi) api = ask_openapi_import (document, "shop", &error);

      g_assert_cmpint (api != NULL, ==, cases[i].usable);
      if (api == NULL)
        g_assert_nonnull (strstr (error->message, "its answer is not JSON"));
    }
}

/* What becomes no entity says why. */
static void
test_refusals (void)
{
  static const struct
  {
    const char *path, *operation, *note;
  } cases[] = {
    { "/good/{id}", "responses: {200: {content: {application/json: {schema: " ITEM "}}}}",
      "one object that “good” has too" },
    { "/me",
      "responses: {200: {headers: {Link: {}}, content: {application/json: {schema: {properties: {id: {type: "
      "string}, roles: {type: array, items: " ITEM "}}}}}}}",
      "a list that is not understood" },
    { "/none", "responses: {404: {description: no}}", "no successful answer" },
    { "/nothing", "description: no responses", "no successful answer" },
    { "/undescribed", "responses: {200: {content: {application/json: {}}}}", "not described" },
    { "/text", "responses: {200: {content: {text/plain: {schema: {type: string}}}}}",
      "not JSON (text/plain)" },
    { "/other", "responses: {200: {$ref: 'other.yaml#/x'}}", "“other.yaml#/x” stands in another file" },
    { "/gone", "responses: {200: {$ref: '#/components/x'}}", "“#/components/x” is not in the document" },
    { "/cookie",
      "parameters: [{name: s, in: cookie, required: true}], responses: {200: {content: "
      "{application/json: {schema: {items: " ITEM "}}}}}",
      "“s” as a cookie" },
    { "/body",
      "requestBody: {required: true}, responses: {200: {content: {application/json: {schema: {items: "
      ITEM "}}}}}",
      "a body" },
    { "/quest?ion", "responses: {200: {content: {application/json: {schema: {items: " ITEM "}}}}}",
      "path cannot be filled in" },
    { "/elsewhere",
      "servers: [{url: 'https://other.example'}], responses: {200: {content: {application/json: "
      "{schema: {items: " ITEM "}}}}}",
      "on another server than the rest (https://other.example)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{openapi: 3.0.0, servers: [{url: 'https://a.example'}], paths: {'%s': {get: {%s}}, "
        "/good: {get: {responses: {200: {content: {application/json: {schema: {items: " ITEM
        "}}}}}}}, /good2: {get: {responses: {200: {content: {application/json: {schema: {items: " ITEM
        "}}}}}}}}}",
        cases[i].path, cases[i].operation);
      g_autoptr (AskOpenapi) api = import (text);
      g_autofree char *start = g_strdup_printf ("GET %s: ", cases[i].path);

      g_assert_cmpuint (api->schema->entities->len, ==, 2);
      g_assert_cmpuint (api->notes->len, ==, 1);
      if (!has_note (api, cases[i].note) || !has_note (api, start))
        g_error ("%s: %s", cases[i].path, (char *) g_ptr_array_index (api->notes, 0));
    }
}

static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    AskSchemaError code;
    const char *needle;
  } cases[] = {
    { "[1, 2]", ASK_SCHEMA_ERROR_NOT_A_SPEC, "a list" },
    { "just words", ASK_SCHEMA_ERROR_NOT_A_SPEC, "plain text" },
    { "{}", ASK_SCHEMA_ERROR_NOT_A_SPEC, "an empty object" },
    { "swagger: '1.2'", ASK_SCHEMA_ERROR_NOT_A_SPEC, "Swagger 1.2; AskData reads OpenAPI 2.0 (Swagger) and 3" },
    { "swagger: 2.0", ASK_SCHEMA_ERROR_NOTHING_USABLE, "no operation" },
    { "openapi: 4.0.0", ASK_SCHEMA_ERROR_NOT_A_SPEC, "OpenAPI “4.0.0”" },
    { "openapi: {}", ASK_SCHEMA_ERROR_NOT_A_SPEC, "no version number" },
    { "asyncapi: 2.0.0", ASK_SCHEMA_ERROR_NOT_A_SPEC, "AsyncAPI" },
    { "info: {_postman_id: x}", ASK_SCHEMA_ERROR_NOT_A_SPEC, "Postman" },
    { "$schema: x", ASK_SCHEMA_ERROR_NOT_A_SPEC, "JSON Schema" },
    { "name: x\nage: 3", ASK_SCHEMA_ERROR_NOT_A_SPEC, "“name”, “age”" },
    { "openapi: 3.1", ASK_SCHEMA_ERROR_NOTHING_USABLE, "no operation" },
    { "{openapi: 3.0.0, info: {title: My API}, paths: []}", ASK_SCHEMA_ERROR_NOTHING_USABLE,
      "“My API” describes no operation" },
    { "{openapi: 3.0.0, paths: {/a: {post: {}, put: {}}}}", ASK_SCHEMA_ERROR_NOTHING_USABLE,
      "None of the 2 operations of “shop” can be a table: none of them reads with GET" },
    { "{openapi: 3.0.0, paths: {/a: {get: {}}, /b: {get: {}}, /c: {get: {responses: {200: {content: "
      "{application/json: {}}}}}, post: {}}}}",
      ASK_SCHEMA_ERROR_NOTHING_USABLE,
      "None of the 4 operations of “shop” can be a table. AskData reads GET operations that answer with "
      "objects; of its 3, the commonest reason (2): no successful answer is described." },
    { "{openapi: 3.0.0, paths: {/a: {$ref: 'a.yaml'}}}", ASK_SCHEMA_ERROR_NOTHING_USABLE,
      "cannot be found in the document" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) document = parse (cases[i].text);

      g_assert_null (ask_openapi_import (document, "shop", &error));
      g_assert_error (error, ASK_SCHEMA_ERROR, (int) cases[i].code);
      if (strstr (error->message, cases[i].needle) == NULL)
        g_error ("“%s” lacks “%s”", error->message, cases[i].needle);
    }
}

static void
test_types (void)
{
  static const struct
  {
    const char *schema;
    AskType type;
    const char *declared;
  } cases[] = {
    { "{type: string}", ASK_TYPE_TEXT, "string" },
    { "{type: string, format: date}", ASK_TYPE_DATE, "string(date)" },
    { "{type: string, format: date-time}", ASK_TYPE_DATETIME, "string(date-time)" },
    { "{type: string, format: uuid}", ASK_TYPE_TEXT, "string(uuid)" },
    { "{type: integer, format: int64}", ASK_TYPE_INTEGER, "integer(int64)" },
    { "{type: number}", ASK_TYPE_REAL, "number" },
    { "{type: boolean}", ASK_TYPE_BOOLEAN, "boolean" },
    { "{type: object}", ASK_TYPE_JSON, "object" },
    { "{properties: {a: {type: string}}}", ASK_TYPE_JSON, "object" },
    { "{type: array, items: {type: string}}", ASK_TYPE_JSON, "array" },
    { "{}", ASK_TYPE_ANY, NULL },
    { "true", ASK_TYPE_ANY, NULL },
    { "{type: [string, 'null']}", ASK_TYPE_TEXT, "string" },
    { "{type: [string, integer]}", ASK_TYPE_ANY, "string|integer" },
    { "{type: [integer, number]}", ASK_TYPE_REAL, "integer|number" },
    { "{enum: [a, b]}", ASK_TYPE_TEXT, "string" },
    { "{const: 5}", ASK_TYPE_INTEGER, "integer" },
    { "{oneOf: [{type: string}, {type: integer}]}", ASK_TYPE_ANY, "string|integer" },
    { "{anyOf: [{type: string, format: date}, {type: 'null'}]}", ASK_TYPE_DATE, "string(date)" },
    { "{anyOf: [{type: string, format: date}, {type: string}]}", ASK_TYPE_TEXT, "string" },
    { "{allOf: [{type: string}, {format: date}]}", ASK_TYPE_DATE, "string(date)" },
    { "{allOf: [{type: integer}, {type: number}]}", ASK_TYPE_INTEGER, "integer" },
    { "{$ref: '#/components/schemas/money'}", ASK_TYPE_REAL, "number" },
    { "{$ref: '#/components/schemas/nowhere'}", ASK_TYPE_ANY, NULL },
    { "{$ref: 5}", ASK_TYPE_ANY, NULL },
    { "{type: 5}", ASK_TYPE_ANY, NULL },
    { "{type: potato}", ASK_TYPE_ANY, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{openapi: 3.1.0, components: {schemas: {money: {type: number}}}, paths: {/a: {get: {responses: "
        "{200: {content: {application/json: {schema: {items: {properties: {x: %s}}}}}}}}}}}",
        cases[i].schema);
      g_autoptr (AskOpenapi) api = import (text);

      if (attribute (api, "x")->type != cases[i].type)
        g_error ("%s: %s", cases[i].schema, ask_type_to_string (attribute (api, "x")->type));
      g_assert_cmpstr (attribute (api, "x")->declared, ==, cases[i].declared);
    }
}

static void
test_attributes (void)
{
  g_autoptr (AskOpenapi) api = import_one (
    "/order-lines", "",
    "{type: array, items: {required: [sku, note, id], properties: {Id: {type: integer}, sku: {type: "
    "string, description: \"The code.\\n\\nMore.\"}, note: {type: string, nullable: true}, state: {type: "
    "string, enum: [open, closed, null, 3]}, '@type': {type: string}, first-name: {type: string}, "
    "first_name: {type: string}, FIRST_NAME: {type: string}, secret: {type: string, writeOnly: true}, "
    "'': {type: string}, 7days: {type: integer}, 'Größe ü': {type: string}, opt: {type: string}}}}");

  g_assert_cmpstr (first (api)->name, ==, "order_lines");
  g_assert_cmpstr (first (api)->table, ==, "GET /order-lines");
  g_assert_cmpint (first (api)->kind, ==, ASK_ENTITY_API);
  g_assert_cmpuint (attribute (api, "Id")->key, ==, 1);
  g_assert_false (attribute (api, "Id")->nullable);
  g_assert_cmpuint (attribute (api, "sku")->key, ==, 0);
  g_assert_false (attribute (api, "sku")->nullable);
  g_assert_true (attribute (api, "note")->nullable);
  g_assert_true (attribute (api, "opt")->nullable);
  g_assert_cmpstr (attribute (api, "sku")->description, ==, "The code.");
  g_assert_cmpuint (attribute (api, "state")->choices->len, ==, 3);
  g_assert_cmpstr (g_ptr_array_index (attribute (api, "state")->choices, 2), ==, "3");
  g_assert_cmpstr (attribute (api, "type")->column, ==, "@type");
  g_assert_cmpstr (attribute (api, "first_name")->column, ==, "first-name");
  g_assert_cmpstr (attribute (api, "first_name_2")->column, ==, "first_name");
  g_assert_cmpstr (attribute (api, "FIRST_NAME_3")->column, ==, "FIRST_NAME");
  g_assert_null (ask_entity_find_attribute (first (api), "secret"));
  g_assert_cmpstr (attribute (api, "value")->column, ==, "");
  g_assert_cmpstr (attribute (api, "_7days")->column, ==, "7days");
  g_assert_cmpstr (attribute (api, "Größe_ü")->column, ==, "Größe ü");
}

static void
test_key (void)
{
  static const struct
  {
    const char *path, *properties, *key;
  } cases[] = {
    { "/carriers", "carrier_id: {type: string}, id: {type: string}", "id" },
    { "/carriers", "name: {type: string}, carrierId: {type: string}", "carrierId" },
    { "/categories", "category_id: {type: integer}", "category_id" },
    { "/warehouses", "warehouse_id: {type: integer}", "warehouse_id" },
    { "/shipments", "carrier_id: {type: string}, ref: {type: string, description: 'The unique identifier.'}",
      "ref" },
    { "/shipments", "carrier_id: {type: string, description: 'Unique identifier of the carrier.'}", NULL },
    { "/shipments", "id: {type: object}", NULL },
    { "/shipments", "name: {type: string}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *schema
        = g_strdup_printf ("{items: {properties: {%s}}}", cases[i].properties);
      g_autoptr (AskOpenapi) api = import_one (cases[i].path, "", schema);
      const char *key = NULL;

      for (guint j = 0; j < first (api)->attributes->len; j++)
        {
          AskAttribute *candidate = g_ptr_array_index (first (api)->attributes, j);

          if (candidate->key == 0)
            continue;
          g_assert_null (key);
          key = candidate->name;
        }
      g_assert_cmpstr (key, ==, cases[i].key);
    }
}

static void
test_references (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{openapi: 3.0.0, components: {schemas: {"
    "Base: {required: [id], properties: {id: {type: integer}, parent: {$ref: '#/components/schemas/Pet'}}},"
    "Cat: {properties: {lives: {type: integer}, size: {type: string}}, required: [lives]},"
    "Dog: {properties: {barks: {type: boolean}, size: {type: integer}}},"
    "Loop: {allOf: [{$ref: '#/components/schemas/Loop'}, {properties: {looped: {type: string}}}]},"
    "Pet: {allOf: [{$ref: '#/components/schemas/Base'}, {$ref: '#/components/schemas/Loop'}, {oneOf: "
    "[{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}]},"
    "'a/b~c d': {type: array, items: {$ref: '#/components/schemas/Pet'}}},"
    "responses: {Pets: {content: {application/json: {schema: {$ref: "
    "'#/components/schemas/a~1b~0c%20d'}}}}}},"
    "paths: {/pets: {get: {responses: {200: {$ref: '#/components/responses/Pets'}}}},"
    "/again: {$ref: '#/paths/~1pets'}, /round: {$ref: '#/paths/~1round'}, /partly: {get: {responses: {200: "
    "{content: {application/json: {schema: {items: {allOf: [{$ref: 'x.json'}, {properties: {n: {type: "
    "string}}}]}}}}}}}}}}");

  g_assert_cmpuint (api->schema->entities->len, ==, 3);
  g_assert_cmpint (attribute (api, "id")->type, ==, ASK_TYPE_INTEGER);
  g_assert_false (attribute (api, "id")->nullable);
  g_assert_cmpint (attribute (api, "parent")->type, ==, ASK_TYPE_JSON);
  g_assert_cmpint (attribute (api, "looped")->type, ==, ASK_TYPE_TEXT);
  g_assert_cmpint (attribute (api, "lives")->type, ==, ASK_TYPE_INTEGER);
  /* Dogs have none. */
  g_assert_true (attribute (api, "lives")->nullable);
  g_assert_cmpint (attribute (api, "barks")->type, ==, ASK_TYPE_BOOLEAN);
  g_assert_cmpint (attribute (api, "size")->type, ==, ASK_TYPE_ANY);
  g_assert_true (has_note (api, "GET /round: a part of it cannot be found"));
  g_assert_true (has_note (api, "circle"));
  g_assert_true (has_note (api, "GET /partly: some of its members are missing"));
}

/* Twenty levels that each name the next twice would be a million schemas. */
static void
test_intricate (void)
{
  g_autoptr (GString) text = g_string_new ("{openapi: 3.0.0, components: {schemas: {");
  g_autoptr (JsonNode) document = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text,
                            "S%u: {allOf: [{$ref: '#/components/schemas/S%u'}, {$ref: "
                            "'#/components/schemas/S%u'}]}, ",
                            i, i + 1, i + 1);
  g_string_append (text, "S40: {properties: {a: {type: string}}}}}, paths: {/a: {get: {responses: {200: "
                         "{content: {application/json: {schema: {items: {$ref: '#/components/schemas/S0'}"
                         "}}}}}}}}}");
  document = parse (text->str);
  g_assert_null (ask_openapi_import (document, "shop", &error));
  g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOTHING_USABLE);
  g_assert_nonnull (strstr (error->message, "combines too many"));
}

static void
test_names (void)
{
  static const char *const paths[]
    = { "/v1/customers/{id}/orders", "/v1/orders", "/v1/orders/{id}/order-lines", "/v2/orders",
        "/v1/stores/search",         "/1-clicks",  "/Calls.json",                 "/{a}/{b}",
        "/pet/findByStatus",         "/Search",    "/carts/{id}/order-lines" };
  static const char *const names[]
    = { "customers_orders", "orders", "order_lines", "orders_2", "stores_search", "_1_clicks", "calls",
        "shop", "pet_find_by_status", "search", "carts_order_lines" };
  g_autoptr (GString) text = g_string_new ("{openapi: 3.0.0, paths: {");
  g_autoptr (AskOpenapi) api = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    g_string_append_printf (text,
                            "'%s': {get: {operationId: op%u, responses: {200: {content: {application/json: "
                            "{schema: {items: " ITEM "}}}}}}},",
                            paths[i], i / 2);
  g_string_append (text, "}}");
  g_string_replace (text, "operationId: op3,", "", 0);
  api = import (text->str);
  g_assert_cmpuint (api->schema->entities->len, ==, G_N_ELEMENTS (paths));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      AskEntity *entity = g_ptr_array_index (api->schema->entities, i);

      g_assert_cmpstr (entity->name, ==, names[i]);
      g_assert_cmpstr (entity->operation->path, ==, paths[i]);
      g_assert_cmpstr (entity->source, ==, "shop");
    }
  /* A repeated operationId tells nothing apart. */
  g_assert_cmpstr (first (api)->table, ==, "op0");
  g_assert_cmpstr (((AskEntity *) g_ptr_array_index (api->schema->entities, 1))->table, ==,
                   "GET /v1/orders");
}

static void
test_relationships (void)
{
  g_autoptr (GString) text = g_string_new ("{openapi: 3.0.0, paths: {");
  static const char *const items[][2] = {
    { "/carriers", "id: {type: string}, name: {type: string}" },
    { "/categories", "category_id: {type: integer}, parent_id: {type: integer}" },
    { "/warehouses", "id: {type: string}" },
    { "/shipments",
      "id: {type: string}, carrierId: {type: string}, category_id: {type: integer}, origin_warehouse_id: "
      "{type: string}, warehouse_id: {type: integer}, shipment_id: {type: string}, unknown_id: {type: "
      "string}" },
    { "/warehouses/{id}/stock", "sku: {type: string}" },
  };
  static const char *const expected[] = {
    "categories.parent_id>categories.category_id",   "shipments.carrierId>carriers.id",
    "shipments.category_id>categories.category_id", "shipments.origin_warehouse_id>warehouses.id",
    "stock.warehouse_id>warehouses.id",
  };
  g_autoptr (AskOpenapi) api = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_string_append_printf (text,
                            "'%s': {get: {responses: {200: {content: {application/json: {schema: {items: "
                            "{properties: {%s}}}}}}}}},",
                            items[i][0], items[i][1]);
  g_string_append (text, "}}");
  api = import (text->str);
  g_assert_cmpuint (api->schema->relationships->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      AskRelationship *one = g_ptr_array_index (api->schema->relationships, i);
      g_autofree char *shown = g_strdup_printf ("%s.%s>%s.%s", one->from,
                                                (char *) one->from_attributes->pdata[0], one->to,
                                                (char *) one->to_attributes->pdata[0]);

      g_assert_cmpstr (shown, ==, expected[i]);
    }
}

static void
test_servers (void)
{
  static const struct
  {
    const char *servers, *url;
  } cases[] = {
    { "[{url: 'https://api.example.com/v1/'}]", "https://api.example.com/v1" },
    { "[{url: '/api'}]", "/api" },
    { "[{url: /}]", "/" },
    { "[{url: 'https://{host}:{port}/{base}', variables: {host: {default: a.example}, port: {enum: [8443], "
      "default: 8443}, base: {enum: [x, y]}}}]",
      "https://a.example:8443/x" },
    { "[{url: 'https://{host}/'}]", NULL },
    { "[{url: ''}]", NULL },
    { "[5]", NULL },
    { "[]", NULL },
    { "{}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{openapi: 3.0.0, servers: %s, paths: {/a: {get: {responses: {200: {content: {application/json: "
        "{schema: {items: " ITEM "}}}}}}}}}",
        cases[i].servers);
      g_autoptr (AskOpenapi) api = import (text);

      g_assert_cmpstr (api->base_url, ==, cases[i].url);
    }
}

/* A document of two servers is read for the one that the steward chose. */
static void
test_chosen_server (void)
{
  static const struct
  {
    const char *chosen, *url, *entity;
  } cases[] = {
    { NULL, "https://a.example/v1", "more" },
    { "https://a.example/v1", "https://a.example/v1", "more" },
    { "https://up.example", "https://up.example", "files" },
    { "https://up.example/", "https://up.example", "files" },
    { "https://up.example.org", "https://a.example/v1", "more" },
    { "http://127.0.0.1:8080", "https://a.example/v1", "more" },
  };
  g_autoptr (JsonNode) document = parse (
    "{openapi: 3.0.0, info: {title: T, version: '1'}, servers: [{url: 'https://a.example/v1'}], paths: {/orders: {get: "
    "{responses: {200: {description: d, content: {application/json: {schema: {items: " ITEM "}}}}}}}, /more: {get: "
    "{responses: {200: {description: d, content: {application/json: {schema: {items: " ITEM "}}}}}}}, /files: {get: "
    "{servers: [{url: 'https://up.example'}], responses: {200: {description: d, content: {application/json: {schema: "
    "{items: " ITEM "}}}}}}}}}");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskOpenapiOptions options = { .base_url = cases[i].chosen };
      g_autoptr (GError) error = NULL;
      g_autoptr (AskOpenapi) api = ask_openapi_read (document, "shop", &options, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (api->base_url, ==, cases[i].url);
      g_assert_nonnull (ask_schema_find_entity (api->schema, cases[i].entity));
      g_assert_cmpuint (ask_doctor_count (api->doctor, ASK_DOCTOR_LEFT_OUT), ==,
                        strcmp (cases[i].entity, "files") == 0 ? 2 : 1);
    }
}

/* The document's own server is the base, however many operations are elsewhere. */
static void
test_own_server (void)
{
#define GET(path, servers) \
  "'" path "': {get: {" servers "responses: {200: {description: d, content: {application/json: {schema: {items: " ITEM \
  "}}}}}}}"
#define UP "servers: [{url: 'https://up.example'}], "
#define NEAR "servers: [{url: '/near/'}], "
#define OWN "servers: [{url: 'https://a.example/v1'}], "
  static const struct
  {
    const char *head, *paths, *location, *chosen, *url;
    guint n_left;
  } cases[] = {
    { OWN, GET ("/a", "") ", " GET ("/b", UP) ", " GET ("/c", UP), NULL, NULL, "https://a.example/v1", 2 },
    { OWN, GET ("/b", UP) ", " GET ("/c", UP) ", " GET ("/a", ""), NULL, NULL, "https://a.example/v1", 2 },
    /* A path's servers are its operations'. */
    { OWN, GET ("/a", "") ", '/b': {" UP "get: {responses: {200: {description: d, content: {application/json: {schema: "
      "{items: " ITEM "}}}}}}}", NULL, NULL, "https://a.example/v1", 1 },
    { OWN, "'/b': {" UP "get: {" OWN "responses: {200: {description: d, content: {application/json: {schema: {items: "
      ITEM "}}}}}}}", NULL, NULL, "https://a.example/v1", 0 },
    /* Nothing is at the document's. */
    { OWN, GET ("/b", UP) ", " GET ("/c", NEAR) ", " GET ("/d", NEAR), NULL, NULL, "/near", 1 },
    /* There is none. */
    { "", GET ("/a", "") ", " GET ("/b", UP), NULL, NULL, "https://up.example", 1 },
    { "", GET ("/a", "") ", " GET ("/b", UP), NULL, "https://mine.example", NULL, 1 },
    { "", GET ("/a", "") ", " GET ("/b", UP), "https://from.example/doc.json", NULL, NULL, 1 },
    { "", GET ("/a", "") ", " GET ("/b", UP), "file:///doc.json", NULL, "https://up.example", 1 },
    { "servers: [{url: 'https://{host}'}], ", GET ("/a", "") ", " GET ("/b", UP), "https://from.example/doc.json", NULL,
      "https://up.example", 1 },
    /* What was chosen before stays, also where the document says it relatively. */
    { OWN, GET ("/a", "") ", " GET ("/c", NEAR), "https://from.example/v1/doc.json", "https://from.example/near",
      "/near", 1 },
    { OWN, GET ("/a", "") ", " GET ("/c", NEAR), "https://from.example/v1/doc.json", "https://from.example/far",
      "https://a.example/v1", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{openapi: 3.0.0, info: {title: T, version: '1'}, %spaths: {%s}}",
                                               cases[i].head, cases[i].paths);
      g_autoptr (JsonNode) document = parse (text);
      AskOpenapiOptions options = { .base_url = cases[i].chosen, .location = cases[i].location };
      g_autoptr (GError) error = NULL;
      g_autoptr (AskOpenapi) api = ask_openapi_read (document, "shop", &options, &error);

      g_test_message ("%u", i);
      g_assert_no_error (error);
      g_assert_cmpstr (api->base_url, ==, cases[i].url);
      g_assert_cmpuint (ask_doctor_count (api->doctor, ASK_DOCTOR_LEFT_OUT), ==, cases[i].n_left);
    }
#undef GET
#undef UP
#undef NEAR
#undef OWN
}

static void
test_auth (void)
{
  static const struct
  {
    const char *scheme, *security;
    AskAuthKind kind;
    const char *name;
    const char *note;
  } cases[] = {
    { "{type: apiKey, in: header, name: X-Key}", "[{s: []}]", ASK_AUTH_HEADER, "X-Key", NULL },
    { "{type: apiKey, in: query, name: api_key}", "[{s: []}]", ASK_AUTH_QUERY, "api_key", NULL },
    { "{type: http, scheme: Bearer}", "[{}, {s: []}]", ASK_AUTH_BEARER, NULL, NULL },
    { "{type: http, scheme: basic}", "[{s: []}]", ASK_AUTH_BASIC, NULL, NULL },
    { "{type: http, scheme: digest}", "[{s: []}]", ASK_AUTH_NONE, NULL, "“s”, an HTTP sign-in" },
    { "{type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://a/t', scopes: {}}}}", "[{s: [read]}]",
      ASK_AUTH_OAUTH2, NULL, NULL },
    { "{type: oauth2, flows: {implicit: {authorizationUrl: 'https://a/t', scopes: {}}}}", "[{s: [read]}]",
      ASK_AUTH_BEARER, NULL, "by a person" },
    { "{type: oauth2}", "[{s: [read]}]", ASK_AUTH_BEARER, NULL, "OAuth 2" },
    { "{type: apiKey, in: cookie, name: c}", "[{s: []}]", ASK_AUTH_COOKIE, "c", NULL },
    { "{type: mutualTLS}", "[{s: []}]", ASK_AUTH_NONE, NULL, "a certificate" },
    { "{type: magic}", "[{s: []}]", ASK_AUTH_NONE, NULL, "does not know" },
    { "{type: apiKey, in: header, name: X-Key}", "[{t: []}]", ASK_AUTH_NONE, NULL, "“t”" },
    { "{type: apiKey, in: header, name: X-Key}", "[]", ASK_AUTH_NONE, NULL, NULL },
    { "{$ref: '#/components/securitySchemes/r'}", "[{s: []}]", ASK_AUTH_HEADER, "X-Ref", NULL },
    { "5", "5", ASK_AUTH_NONE, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int global = 0; global < 2; global++)
      {
        g_autofree char *text = g_strdup_printf (
          "{openapi: 3.0.0, components: {securitySchemes: {s: %s, r: {type: apiKey, in: header, name: "
          "X-Ref}}}, %s: %s, paths: {/a: {get: {%s: %s, parameters: [{name: api_key, in: query, required: "
          "true}], responses: {200: {content: {application/json: {schema: {items: " ITEM "}}}}}}}}}",
          cases[i].scheme, global ? "security" : "x-none", cases[i].security,
          global ? "x-none" : "security", cases[i].security);
        g_autoptr (AskOpenapi) api = import (text);

        g_assert_cmpint (api->auth, ==, cases[i].kind);
        g_assert_cmpstr (api->auth_name, ==, cases[i].name);
        g_assert_cmpint (api->notes->len, ==, cases[i].note != NULL);
        if (api->auth == ASK_AUTH_OAUTH2)
          {
            g_assert_cmpstr (api->token_url, ==, "https://a/t");
            g_assert_cmpuint (api->scopes->len, ==, 1);
            g_assert_cmpstr (api->scopes->pdata[0], ==, "read");
          }
        if (cases[i].note != NULL)
          g_assert_true (has_note (api, cases[i].note));
        /* The key is sent anyway, and asked of nobody else. */
        g_assert_cmpint (parameter (api, "api_key") == NULL, ==, cases[i].kind == ASK_AUTH_QUERY);
      }
}

static void
test_described (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{openapi: 3.1.0, info: {title: \"\\n The\\n shop \"}, tags: [{name: t, description: Of the tag.}], paths: {"
    "x-extra: 1, /a: {get: {operationId: listA, summary: All of a, description: More, responses: {200: "
    "{content: {application/json: {schema: {items: " ITEM "}}}}}}, post: {}, delete: {}},"
    "/b: {get: {description: \"<p>Said in <b>HTML</b></p>\\n\\nMore\", responses: {200: {content: "
    "{application/json: {schema: {items: " ITEM "}}}}}}},"
    "/c: {get: {tags: [t], responses: {200: {content: {application/json: {schema: {items: " ITEM
    "}}}}}}}}}");

  g_assert_cmpstr (api->title, ==, "The shop");
  g_assert_cmpstr (first (api)->table, ==, "listA");
  g_assert_cmpstr (first (api)->description, ==, "All of a");
  g_assert_cmpstr (ask_schema_find_entity (api->schema, "b")->description, ==, "Said in HTML");
  g_assert_cmpstr (ask_schema_find_entity (api->schema, "c")->description, ==, "Of the tag.");
  g_assert_true (has_note (api, "2 operations that do not read with GET were left out."));
}

/* What stands beside a path's reference is of the path, too. */
static void
test_beside_reference (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{openapi: 3.1.0, info: {title: T, version: '1'}, paths: {/orders: {$ref: '#/components/pathItems/Orders', "
    "get: {responses: {200: {content: {application/json: {schema: {type: array, items: " ITEM "}}}}}}}, "
    "/boxes: {$ref: '#/components/pathItems/Boxes', summary: All boxes}}, components: {pathItems: {"
    "Orders: {post: {responses: {201: {description: Made}}}}, "
    "Boxes: {get: {responses: {200: {content: {application/json: {schema: {type: array, items: " ITEM "}}}}}}}}}}");

  g_assert_cmpuint (api->schema->entities->len, ==, 2);
  g_assert_nonnull (ask_schema_find_entity (api->schema, "orders"));
  g_assert_nonnull (ask_schema_find_entity (api->schema, "boxes"));
  g_assert_cmpuint (api->doctor->entries->len, ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/openapi/the-list-in-an-answer-is-its-rows", test_rows);
  g_test_add_func ("/schema/openapi/only-json-answers-are-read", test_media_types);
  g_test_add_func ("/schema/openapi/an-operation-left-out-comes-with-a-reason", test_refusals);
  g_test_add_func ("/schema/openapi/what-is-no-openapi-document-is-refused", test_errors);
  g_test_add_func ("/schema/openapi/a-json-type-becomes-one-of-ours", test_types);
  g_test_add_func ("/schema/openapi/a-property-becomes-an-attribute-with-its-words", test_attributes);
  g_test_add_func ("/schema/openapi/the-key-is-found-by-its-name", test_key);
  g_test_add_func ("/schema/openapi/references-and-combinations-are-followed", test_references);
  g_test_add_func ("/schema/openapi/a-schema-that-multiplies-is-refused", test_intricate);
  g_test_add_func ("/schema/openapi/an-entity-is-named-after-its-path", test_names);
  g_test_add_func ("/schema/openapi/names-of-columns-give-relationships", test_relationships);
  g_test_add_func ("/schema/openapi/the-server-s-address-is-the-base", test_servers);
  g_test_add_func ("/schema/openapi/the-document-s-own-server-is-the-base", test_own_server);
  g_test_add_func ("/schema/openapi/the-chosen-server-s-operations-are-read", test_chosen_server);
  g_test_add_func ("/schema/openapi/each-way-to-sign-in-is-recognised", test_auth);
  g_test_add_func ("/schema/openapi/what-stands-beside-a-reference-counts", test_beside_reference);
  g_test_add_func ("/schema/openapi/titles-and-descriptions-become-plain-words", test_described);
  return g_test_run ();
}
