/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the importer makes of answers that are no lists of objects, of Swagger 2.0, of documents in
 * several files, of POST searches, and of faults; and what the doctor says about each operation.
 */
#include "config.h"

#include "openapi-fixture.h"

#define ANSWER(schema) \
  "responses: {200: {description: d, content: {application/json: {schema: " schema "}}}}"
#define HEAD "openapi: 3.0.3, info: {title: T, version: '1'}"

/* Answers that are values, objects of lists, or only shown by an example. */
static void
test_values (void)
{
  static const struct
  {
    const char *schema;
    gboolean values, single;
    const char *rows;
    const char *columns; /* of the first entity, separated by spaces */
    AskType type; /* of its first attribute */
    guint n_entities;
  } cases[] = {
    { "{type: array, items: {type: string}}", TRUE, FALSE, NULL, ".", ASK_TYPE_TEXT, 1 },
    { "{type: object, properties: {markets: {type: array, items: {type: string}}}}", TRUE, FALSE, "markets",
      ".", ASK_TYPE_TEXT, 1 },
    { "{type: object, properties: {total: {type: integer}, data: {type: array, items: {type: integer}}}}",
      TRUE, FALSE, "data", ".", ASK_TYPE_INTEGER, 1 },
    { "{type: object, properties: {live: {type: string}, old: {type: array, items: {type: string}}}}", FALSE,
      TRUE, NULL, "live old", ASK_TYPE_TEXT, 1 },
    { "{type: array, items: {type: object}}", TRUE, FALSE, NULL, ".", ASK_TYPE_JSON, 1 },
    { "{type: object, additionalProperties: {type: integer}}", TRUE, TRUE, NULL, ".", ASK_TYPE_JSON, 1 },
    { "{type: string}", TRUE, TRUE, NULL, ".", ASK_TYPE_TEXT, 1 },
    { "{oneOf: [{type: object}, {type: array}]}", TRUE, TRUE, NULL, ".", ASK_TYPE_JSON, 1 },
    { "{$ref: '#/components/schemas/Gone'}", TRUE, TRUE, NULL, ".", ASK_TYPE_ANY, 1 },
    /* Several lists: one row with all of them, and a child entity for each. */
    { "{type: object, properties: {regions: {type: array, items: " ITEM "}, sizes: {type: array, items: " ITEM
      "}}}",
      FALSE, TRUE, NULL, "regions sizes", ASK_TYPE_JSON, 3 },
    { "{type: object, properties: {options: {type: object, properties: {regions: {type: array, items: " ITEM
      "}, sizes: {type: array, items: " ITEM "}}}}}",
      FALSE, TRUE, "options", "regions sizes", ASK_TYPE_JSON, 3 },
    { "{type: object, properties: {health: {type: object, properties: {parts: {type: object, properties: {n: "
      "{type: integer}}}}}}}",
      FALSE, TRUE, "health", "parts parts.n", ASK_TYPE_JSON, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
        = g_strdup_printf ("{" HEAD ", paths: {/things: {get: {" ANSWER ("%s") "}}}}", cases[i].schema);
      g_autoptr (AskOpenapi) api = import (text);
      const AskEntity *entity = first (api);
      g_autoptr (GString) columns = g_string_new (NULL);

      for (guint j = 0; j < entity->attributes->len; j++)
        g_string_append_printf (columns, "%s%s", j > 0 ? " " : "",
                                ((AskAttribute *) entity->attributes->pdata[j])->column);
      g_assert_cmpint (entity->operation->values, ==, cases[i].values);
      g_assert_cmpint (entity->operation->single, ==, cases[i].single);
      g_assert_cmpstr (entity->operation->rows, ==, cases[i].rows);
      g_assert_cmpstr (columns->str, ==, cases[i].columns);
      g_assert_cmpint (((AskAttribute *) entity->attributes->pdata[0])->type, ==, cases[i].type);
      g_assert_cmpuint (api->schema->entities->len, ==, cases[i].n_entities);
    }
}

static void
test_examples (void)
{
  static const char *const medias[] = {
    "example: {orders: [{id: 1, sent: true}, {id: 2, note: x}]}",
    "schema: {type: object}, examples: {a: {value: {orders: [{id: 1, sent: true, note: x}]}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (medias); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{" HEAD ", paths: {/orders: {get: {responses: {200: {description: d, content: {application/json: "
        "{%s}}}}}}}}", medias[i]);
      g_autoptr (AskOpenapi) api = import (text);

      g_assert_cmpstr (first (api)->operation->rows, ==, "orders");
      g_assert_cmpint (attribute (api, "id")->type, ==, ASK_TYPE_REAL);
      g_assert_cmpint (attribute (api, "sent")->type, ==, ASK_TYPE_BOOLEAN);
      g_assert_true (attribute (api, "note")->nullable);
    }
}

/* An object that is one of several may be asked for in pages of its own list; any other may not. */
static void
test_partial (void)
{
  static const struct
  {
    const char *path, *schema;
    gboolean taken;
  } cases[] = {
    { "/folders/{folder_id}", "{type: object, properties: {id: {type: string}, entries: {type: array, items: "
                              ITEM "}}}", TRUE },
    { "/folders", "{type: object, properties: {id: {type: string}, size: {type: integer}}}", FALSE },
    { "/folders/{folder_id}", "{type: object, properties: {size: {type: integer}}}", FALSE },
    { "/folders/{folder_id}", "{type: object}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{" HEAD ", paths: {'%s': {get: {parameters: [{name: limit, in: query, schema: {type: integer}}], "
        ANSWER ("%s") "}}, /good: {get: {" ANSWER ("{type: array, items: " ITEM "}") "}}}}",
        cases[i].path, cases[i].schema);
      g_autoptr (AskOpenapi) api = import (text);
      const AskDoctorEntry *entry = ask_doctor_find (api->doctor, "GET", cases[i].path);

      g_assert_cmpuint (api->schema->entities->len, ==, cases[i].taken ? 2 : 1);
      g_assert_cmpint (entry->outcome, ==, cases[i].taken ? ASK_DOCTOR_ENTITY : ASK_DOCTOR_LEFT_OUT);
      g_assert_cmpint (has_note (api, "first page"), ==, cases[i].taken);
    }
}

static const char swagger[]
  = "swagger: '2.0'\n"
    "info: {title: Shop, version: '1'}\n"
    "host: shop.example\nbasePath: /v2/\nschemes: [http, https]\n"
    "produces: [application/json]\n"
    "securityDefinitions: {k: {type: apiKey, in: query, name: key}}\nsecurity: [{k: []}]\n"
    "parameters: {size: {name: limit, in: query, type: integer, maximum: 50}}\n"
    "responses: {Orders: {description: d, schema: {type: array, items: {$ref: '#/definitions/Order'}}}}\n"
    "definitions:\n"
    "  Order: {type: object, required: [id], properties: {id: {type: integer, format: int64}, state: {type: "
    "string, enum: [a, b]}, note: {type: string, x-nullable: true}}}\n"
    "paths:\n"
    "  /orders:\n"
    "    get:\n"
    "      operationId: listOrders\n"
    "      parameters: [{$ref: '#/parameters/size'}, {name: offset, in: query, type: integer}, {name: state, "
    "in: query, type: array, items: {type: string}, collectionFormat: multi}, {name: ids, in: query, type: "
    "array, items: {type: integer}}]\n"
    "      responses: {'200': {$ref: '#/responses/Orders'}}\n"
    "  /orders.xml:\n"
    "    get: {produces: [text/xml], responses: {'200': {description: d, schema: {type: string}}}}\n"
    "  /orders/search:\n"
    "    post: {parameters: [{name: q, in: body, required: true, schema: {type: object, required: [state], "
    "properties: {state: {type: string}}}}], responses: {'200': {$ref: '#/responses/Orders'}}}\n";

static void
test_swagger (void)
{
  static const char *const reads[] = { "POST /orders/search", NULL };
  AskOpenapiOptions options = { .reads = reads };
  g_autoptr (JsonNode) document = parse (swagger);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOpenapi) api = ask_openapi_read (document, "shop", &options, &error);
  const AskEntity *search;

  g_assert_no_error (error);
  g_assert_cmpstr (api->doctor->format, ==, "Swagger 2.0");
  g_assert_cmpstr (api->base_url, ==, "https://shop.example/v2");
  g_assert_cmpint (api->auth, ==, ASK_AUTH_QUERY);
  g_assert_cmpstr (api->auth_name, ==, "key");
  g_assert_cmpuint (api->schema->entities->len, ==, 2);
  g_assert_cmpstr (first (api)->table, ==, "listOrders");
  g_assert_cmpint (first (api)->operation->paging.kind, ==, ASK_PAGING_OFFSET);
  g_assert_cmpint (first (api)->operation->paging.size, ==, 50);
  g_assert_cmpint (parameter (api, "state")->style, ==, ASK_ARRAY_REPEAT);
  g_assert_cmpint (parameter (api, "ids")->style, ==, ASK_ARRAY_COMMA);
  g_assert_cmpstr (parameter (api, "ids")->attribute, ==, "id");
  g_assert_true (attribute (api, "note")->nullable);
  g_assert_cmpuint (attribute (api, "state")->choices->len, ==, 2);
  search = g_ptr_array_index (api->schema->entities, 1);
  g_assert_cmpstr (search->operation->method, ==, "POST");
  g_assert_cmpint (((AskParameter *) search->operation->parameters->pdata[0])->place, ==,
                   ASK_PARAMETER_IN_BODY);
  g_assert_cmpint (ask_doctor_find (api->doctor, "GET", "/orders.xml")->outcome, ==, ASK_DOCTOR_LEFT_OUT);
  g_assert_false (ask_doctor_find (api->doctor, "GET", "/orders.xml")->json);
}

static void
test_hosts (void)
{
  static const struct
  {
    const char *text, *url;
  } cases[] = {
    { "host: a.example", "https://a.example" },
    { "host: 'a.example:8080', schemes: [http]", "http://a.example:8080" },
    { "host: a.example, basePath: v1", "https://a.example/v1" },
    { "basePath: /v1", "/v1" },
    { "basePath: /", "/" },
    { "host: 'a b'", NULL },
    { "host: 'user@a'", NULL },
    { "schemes: [ws], host: a", "https://a" },
    { "host: 5", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{swagger: '2.0', info: {title: T}, %s, paths: {/a: {get: {responses: {200: {schema: {items: " ITEM
        "}}}}}}}", cases[i].text);
      g_autoptr (AskOpenapi) api = import (text);

      g_assert_cmpstr (api->base_url, ==, cases[i].url);
    }
}

/* Parts of a document, by their names. */
static JsonNode *
load_part (const char *uri, const char *from, gpointer data, GError **error)
{
  static const struct
  {
    const char *uri, *text;
  } parts[] = {
    { "file:///api/paths/orders.yaml", "get: {$ref: 'orders-get.yaml'}" },
    { "file:///api/paths/orders-get.yaml",
      "{operationId: o, responses: {200: {description: d, content: {application/json: {schema: {type: array, "
      "items: {$ref: '../models/all.yaml#/Order'}}}}}}}" },
    { "file:///api/models/all.yaml",
      "{Order: {type: object, properties: {id: {type: integer}, customer: {$ref: '#/Customer'}, parent: {$ref: "
      "'all.yaml#/Order'}, size: {$ref: 'https://far.example/size.json'}}}, Customer: {type: object, "
      "properties: {id: {type: integer}, order: {$ref: '#/Order'}}}}" },
    { "https://far.example/size.json", "{\"$ref\": \"more.json#/$defs/size\"}" },
    { "https://far.example/more.json", "{\"$defs\": {\"size\": {\"type\": \"number\"}}}" },
  };
  guint *n_loaded = data;

  g_assert_nonnull (from);
  ++*n_loaded;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strcmp (parts[i].uri, uri) == 0)
      return ask_document_parse (parts[i].text, strlen (parts[i].text), uri, error);
  g_set_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_UNKNOWN, "there is no %s", uri);
  return NULL;
}

static void
test_files (void)
{
  guint n_loaded = 0;
  AskOpenapiOptions options
    = { .location = "file:///api/root.yaml", .load = load_part, .user_data = &n_loaded };
  g_autoptr (JsonNode) document
    = parse ("{" HEAD ", paths: {/orders: {$ref: 'paths/orders.yaml'}, /more: {$ref: 'paths/orders.yaml'}}}");
  g_autoptr (JsonNode) broken = parse ("{" HEAD ", paths: {/orders: {$ref: 'paths/none.yaml'}}}");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOpenapi) api = ask_openapi_read (document, "shop", &options, &error);
  g_autoptr (AskOpenapi) none = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (api->schema->entities->len, ==, 2);
  g_assert_cmpint (attribute (api, "customer_id")->type, ==, ASK_TYPE_INTEGER);
  g_assert_cmpint (attribute (api, "size")->type, ==, ASK_TYPE_REAL);
  /* Each once. */
  g_assert_cmpuint (n_loaded, ==, 5);
  none = ask_openapi_read (broken, "shop", &options, &error);
  g_assert_null (none);
  g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT);
  g_assert_nonnull (strstr (error->message, "/paths/~1orders"));
  g_assert_nonnull (strstr (error->message, "there is no file:///api/paths/none.yaml"));
}

/* $defs, $anchor and $id of 3.1, and a map that is itself in another place. */
static void
test_anchors (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{openapi: 3.1.0, info: {title: T, version: '1'}, components: {schemas: {Order: {$anchor: order, type: "
    "[object, 'null'], $defs: {n: {type: [integer, 'null']}}, properties: {id: {$ref: "
    "'#/components/schemas/Order/$defs/n'}, kind: {const: a}, by: {$ref: 'https://x.example/person'}}}, "
    "Person: {$id: 'https://x.example/person', type: object, properties: {name: {type: string}}}, All: "
    "{$ref: '#/components/x'}}, x: {Inner: {type: object, properties: {deep: {type: boolean}}}}}, paths: "
    "{/orders: {get: {" ANSWER ("{type: array, items: {$ref: '#order'}}") "}}, /inner: {get: {"
    ANSWER ("{type: array, items: {$ref: '#/components/schemas/All/Inner'}}") "}}}}");

  g_assert_cmpint (attribute (api, "id")->type, ==, ASK_TYPE_INTEGER);
  g_assert_cmpuint (attribute (api, "kind")->choices->len, ==, 1);
  g_assert_nonnull (attribute (api, "by_name"));
  g_assert_nonnull (ask_entity_find_attribute (api->schema->entities->pdata[1], "deep"));
}

/* A body of more members than are read: the last one is needed, or not. */
static void
test_wide_body (void)
{
  static const char *const reads[] = { "findThem", NULL };
  AskOpenapiOptions options = { .reads = reads };

  for (int needed = 0; needed < 2; needed++)
    {
      g_autoptr (GString) text = g_string_new ("{" HEAD ", paths: {/orders/search: {post: {operationId: findThem, requestBody: "
                                               "{required: true, content: {application/json: {schema: {type: object, properties: {");
      g_autoptr (JsonNode) document = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskOpenapi) api = NULL;

      for (guint i = 0; i < 150; i++)
        g_string_append_printf (text, "m%u: {type: string}, ", i);
      g_string_append_printf (text, "last: {type: string}}, required: [%s]}}}}, " ANSWER ("{type: array, items: " ITEM "}") "}}}}",
                              needed ? "last" : "m0");
      document = parse (text->str);
      api = ask_openapi_read (document, "shop", &options, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (api->schema->entities->len, ==, !needed);
    }
}

static void
test_searches (void)
{
  static const char text[]
    = "{" HEAD ", paths: {/orders/search: {post: {operationId: findThem, requestBody: {required: true, "
      "content: {application/json: {schema: {type: object, required: [state, range], properties: {state: "
      "{type: string}, ids: {type: array, items: {type: integer}}, range: {type: object, required: [from], "
      "properties: {from: {type: string, format: date}}}, page: {type: integer}, size: {type: integer}, "
      "extra: {type: array, items: {type: object}}}}}}}, " ANSWER ("{type: array, items: {type: object, "
      "properties: {id: {type: integer}, state: {type: string}}}}") "}}, /orders: {post: {"
      ANSWER ("{type: array, items: " ITEM "}") "}}, /a/query: {post: {requestBody: {required: true, content: "
      "{application/json: {schema: {type: object, required: [parts], properties: {parts: {type: array, items: "
      "{type: object}}}}}}}, " ANSWER ("{type: array, items: " ITEM "}") "}}, /b/search: {post: {responses: "
      "{204: {description: d}}}}}}";
  static const char *const reads[] = { "findThem", "POST /a/query", NULL };
  AskOpenapiOptions options = { .reads = reads };
  g_autoptr (JsonNode) document = parse (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOpenapi) offered = ask_openapi_read (document, "shop", NULL, &error);
  g_autoptr (AskOpenapi) api = NULL;
  const AskOperation *operation;

  g_assert_no_error (error);
  g_assert_cmpuint (offered->schema->entities->len, ==, 0);
  g_assert_nonnull (offered->nothing);
  g_assert_cmpint (ask_doctor_find (offered->doctor, "POST", "/orders/search")->outcome, ==,
                   ASK_DOCTOR_OFFERED);
  g_assert_cmpint (ask_doctor_find (offered->doctor, "POST", "/orders")->outcome, ==, ASK_DOCTOR_WRITES);
  g_assert_cmpint (ask_doctor_find (offered->doctor, "POST", "/a/query")->outcome, ==, ASK_DOCTOR_WRITES);
  g_assert_cmpint (ask_doctor_find (offered->doctor, "POST", "/b/search")->outcome, ==, ASK_DOCTOR_WRITES);

  api = ask_openapi_read (document, "shop", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (api->schema->entities->len, ==, 1);
  operation = first (api)->operation;
  g_assert_cmpstr (operation->method, ==, "POST");
  g_assert_cmpstr (first (api)->name, ==, "orders_search");
  g_assert_cmpint (operation->paging.kind, ==, ASK_PAGING_PAGE);
  g_assert_true (operation->paging.in_body);
  g_assert_cmpstr (operation->paging.size_parameter, ==, "size");
  g_assert_cmpstr (parameter (api, "state")->attribute, ==, "state");
  g_assert_true (parameter (api, "state")->required);
  g_assert_cmpstr (parameter (api, "range.from")->attribute, ==, "range_from");
  g_assert_cmpstr (parameter (api, "ids")->attribute, ==, "id");
  g_assert_cmpint (parameter (api, "ids")->style, ==, ASK_ARRAY_BRACKETS);
  g_assert_null (parameter (api, "extra"));
  /* What the steward allows and cannot be filled in is told. */
  g_assert_cmpint (ask_doctor_find (api->doctor, "POST", "/a/query")->outcome, ==, ASK_DOCTOR_LEFT_OUT);
  g_assert_nonnull (ask_doctor_find (api->doctor, "POST", "/a/query")->remedy);
}

/* What can be searched is a second entity, which has to be given the words. */
static void
test_search_words (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{" HEAD ", paths: {/museums: {get: {operationId: list, parameters: [{name: q, in: query, schema: {type: "
    "string}}, {name: page, in: query, schema: {type: integer}}], " ANSWER ("{type: array, items: " ITEM "}")
    "}}, /plain: {get: {parameters: [{name: q, in: query, schema: {type: string, enum: [a]}}], "
    ANSWER ("{type: array, items: " ITEM "}") "}}}}");
  const AskEntity *search = ask_schema_find_entity (api->schema, "museums_search");
  const AskParameter *words;

  g_assert_cmpuint (api->schema->entities->len, ==, 3);
  g_assert_nonnull (search);
  g_assert_cmpstr (search->table, ==, "list?q");
  words = ask_operation_find_parameter_for (search->operation, "q");
  g_assert_nonnull (words);
  g_assert_true (words->required);
  g_assert_cmpint (search->operation->paging.kind, ==, ASK_PAGING_PAGE);
  g_assert_null (ask_entity_find_attribute (search, "q")->column);
  g_assert_cmpuint (ask_entity_find_attribute (search, "id")->key, ==, 0);
  g_assert_null (ask_operation_find_parameter_for (first (api)->operation, "q"));
  g_assert_cmpuint (ask_doctor_find (api->doctor, "GET", "/museums")->entities->len, ==, 2);
}

static gboolean
relates (AskOpenapi *api, const char *from, const char *attribute, const char *to, const char *key)
{
  for (guint i = 0; i < api->schema->relationships->len; i++)
    {
      const AskRelationship *one = g_ptr_array_index (api->schema->relationships, i);

      if (strcmp (one->from, from) == 0 && strcmp (one->from_attributes->pdata[0], attribute) == 0
          && strcmp (one->to, to) == 0 && strcmp (one->to_attributes->pdata[0], key) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Relationships that no name tells: paths in one another, and links. */
static void
test_relations (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{" HEAD ", paths: {/accounts: {get: {" ANSWER ("{type: array, items: {type: object, properties: {id: "
    "{type: string}}}}") "}}, '/accounts/{account}/people': {get: {parameters: [{name: account, in: path, "
    "required: true, schema: {type: string}}], " ANSWER ("{type: array, items: {type: object, properties: "
    "{id: {type: string}}}}") "}}, '/staff/{id}': {get: {operationId: getOne, parameters: [{name: id, in: "
    "path, required: true, schema: {type: string}}], responses: {200: {description: d, links: {boss: "
    "{operationId: getBoss, parameters: {key: '$response.body#/led_by'}}}, content: {application/json: "
    "{schema: {type: object, properties: {id: {type: string}, led_by: {type: string}}}}}}}}}, "
    "'/boss/{key}': {get: {operationId: getBoss, parameters: [{name: key, in: path, required: true, schema: "
    "{type: string}}], " ANSWER ("{type: object, properties: {key: {type: string, description: The unique "
    "identifier}}}") "}}}}");

  g_assert_true (relates (api, "people", "account", "accounts", "id"));
  g_assert_true (relates (api, "staff", "led_by", "boss", "key"));
}

/* What only separates a row from what it is about does not stand in the names. */
static void
test_transparent (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{" HEAD ", paths: {/articles: {get: {" ANSWER ("{type: object, properties: {data: {type: array, items: "
    "{type: object, properties: {type: {type: string}, id: {type: string}, attributes: {type: object, "
    "properties: {title: {type: string}, type: {type: string}}}}}}}}") "}}, /places: {get: {"
    ANSWER ("{type: object, properties: {type: {type: string}, features: {type: array, items: {type: object, "
    "properties: {geometry: {type: object}, properties: {type: object, properties: {height: {type: "
    "number}}}}}}}}") "}}, /hal: {get: {" ANSWER ("{type: object, properties: {_embedded: {type: object, "
    "properties: {hal: {type: array, items: " ITEM "}}}, page: {type: object, properties: {size: {type: "
    "integer}}}}}") "}}}}");

  g_assert_cmpstr (attribute (api, "title")->column, ==, "attributes.title");
  g_assert_cmpstr (attribute (api, "type")->column, ==, "type");
  g_assert_cmpstr (attribute (api, "type_2")->column, ==, "attributes.type");
  g_assert_cmpstr (ask_entity_find_attribute (api->schema->entities->pdata[1], "height")->column, ==,
                   "properties.height");
  g_assert_cmpstr (((AskEntity *) api->schema->entities->pdata[2])->operation->rows, ==, "_embedded.hal");
}

/* Each fault with its place. In a lenient import it is told, and the rest is read. */
static void
test_faults (void)
{
  static const struct
  {
    const char *text, *place, *what;
  } cases[] = {
    { HEAD, "/: ", "paths" },
    { "openapi: 3.1.0, info: {title: T, version: '1'}", "/: ", "webhooks" },
    { "openapi: 3.0.0, paths: {}", "/: ", "info" },
    { "openapi: 3.0.0, info: {title: 5, version: '1'}, paths: {}", "/info/title", "a number" },
    { "openapi: 3.0.0, info: {title: T, version: 1.5}, paths: {}", "/info/version", "a number" },
    { "openapi: 3.0.0, info: {title: T, version: '1', contact: {email: x}}, paths: {}",
      "/info/contact/email", "no e-mail" },
    { "openapi: 3.0.0, info: {title: T, version: '1', termsOfService: 'a b'}, paths: {}",
      "/info/termsOfService", "no URL" },
    { HEAD ", paths: []", "/paths", "a list" },
    { HEAD ", paths: {/a: {GET: {}}}", "/paths/~1a", "no “GET”" },
    { HEAD ", paths: {/a: {get: {}}}", "/paths/~1a/get", "must have “responses”" },
    { HEAD ", paths: {/a: {get: {responses: {200: {}}}}}", "/paths/~1a/get/responses/200",
      "must have “description”" },
    { HEAD ", paths: {/a: {get: {deprecated: 'yes', responses: {}}}}", "/paths/~1a/get/deprecated",
      "true or false" },
    { HEAD ", paths: {/a: {get: {parameters: {name: a}, responses: {}}}}", "/paths/~1a/get/parameters",
      "a list" },
    { HEAD ", paths: {/a: {get: {parameters: [{name: a}], responses: {}}}}", "/paths/~1a/get/parameters/0",
      "must have “in”" },
    { HEAD ", paths: {/a: {get: {parameters: [{name: a, in: query}, {name: a, in: query}], responses: {}}}}",
      "/paths/~1a/get/parameters/1", "twice" },
    { HEAD ", paths: {'/a/{b}': {get: {parameters: [{name: c, in: path, required: true}], responses: {}}}}",
      "/paths/~1a~1{b}/get", "“{b}”" },
    { HEAD ", paths: {'/a/{b}': {get: {parameters: [{name: b, in: path}], responses: {}}}}",
      "/paths/~1a~1{b}/get/parameters/0", "required: true" },
    { HEAD ", paths: {/a: {get: {operationId: x, responses: {}}, put: {operationId: x, responses: {}}}}",
      "/paths/~1a/put", "“x” is there twice" },
    { HEAD ", paths: {/a: {$ref: '#/paths/b'}}", "/paths/~1a", "leads nowhere" },
    { HEAD ", paths: {}, components: {schemas: {'a b': {}}}", "/components/schemas", "no name" },
    { HEAD ", paths: {}, components: {schemas: {A: {$ref: 0}}}", "/components/schemas/A/$ref", "a number" },
    { HEAD ", paths: {}, components: {schemas: {A: {type: int}}}", "/components/schemas/A", "no type" },
    { HEAD ", paths: {}, components: {schemas: {A: {required: [a, a]}}}", "/components/schemas/A/required/1",
      "twice" },
    { HEAD ", paths: {}, components: {schemas: {A: {pattern: '['}}}", "/components/schemas/A/pattern",
      "never closes" },
    { HEAD ", paths: {}, components: {schemas: {A: {properties: {b: {allOf: [5]}}}}}",
      "/components/schemas/A/properties/b/allOf/0", "a number" },
    { HEAD ", paths: {}, components: {securitySchemes: {s: {type: oauth2}}}", "/components/securitySchemes/s",
      "flows" },
    { HEAD ", paths: {}, components: {pathItems: {}}", "/components", "pathItems" },
    { HEAD ", paths: {}, servers: [{description: d}]", "/servers/0", "must have “url”" },
    { "openapi: 3.1.0, info: {title: T, version: '1'}, paths: {}, servers: [{url: 'https://{a}', variables: "
      "{a: {enum: [x], default: y}}}]",
      "/servers/0/variables/a", "none of the values" },
    { "swagger: '2.0', info: {title: T, version: '1'}", "/: ", "paths" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{%s}", cases[i].text);
      g_autoptr (JsonNode) document = parse (text);
      g_autoptr (GError) error = NULL;
      AskOpenapiOptions lenient = { .lenient = TRUE };
      g_autoptr (AskOpenapi) api = ask_openapi_read (document, "shop", NULL, &error);
      g_autoptr (AskOpenapi) taken = NULL;
      g_autofree char *at = g_strdup_printf (" at %s", cases[i].place);

      if (api != NULL)
        g_error ("no fault in %s", text);
      g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT);
      if (strstr (error->message, at) == NULL || strstr (error->message, cases[i].what) == NULL)
        g_error ("%s\n%s", text, error->message);
      g_clear_error (&error);
      taken = ask_openapi_read (document, "shop", &lenient, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (taken->doctor->faults->len, >, 0);
    }
}

/* What is wrong and does no harm is no fault. */
static void
test_no_faults (void)
{
  static const char *const cases[] = {
    HEAD ", paths: {}, components: {schemas: {A: {$ref: 'gone.yaml'}, B: {example: 5, x-a: 5}}}",
    HEAD ", paths: {x-a: 5, '/a/{b}': {get: {responses: {}}}}, tags: [{name: a, description: {$ref: a.md}}]",
    HEAD ", paths: {/a: {get: {responses: {200: {description: d, headers: {X-A: {schema: {type: string}}}}}}}}",
    "openapi: 3.1.0, info: {title: T, version: '1', summary: s}, webhooks: {}",
    "openapi: 3.1.0, info: {title: T, version: '1'}, components: {pathItems: {}, schemas: {A: true}}",
    "openapi: 3.2.0, info: {title: T, version: '1'}, paths: {/a: {query: {}}}",
    "swagger: 2.0, info: {title: T, version: '1'}, paths: {/a: {get: {responses: {200: {description: d, "
    "schema: {type: file}}}}}}",
    HEAD ", paths: {}, components: {schemas: {A: {pattern: '^(?<a>[(]\\)?)[\\]]$'}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{%s}", cases[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) document = parse (text);
      g_autoptr (AskOpenapi) api = ask_openapi_read (document, "shop", NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (api->doctor->faults->len, ==, 0);
    }
}

/* The report has a line for each operation, a reason and a remedy where it is left out, and comes back
 * from its JSON as it was. */
static void
test_doctor (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{" HEAD ", paths: {/orders: {get: {operationId: list, " ANSWER ("{type: array, items: {type: object, "
    "properties: {id: {type: integer}, lines: {type: array, items: {properties: {sku: {type: string}}}}}}}")
    "}, post: {responses: {}}}, '/orders/{id}': {get: {" ANSWER ("{type: object, properties: {id: {type: "
    "integer}}}") "}, delete: {responses: {}}}, /report: {get: {responses: {200: {description: d, content: "
    "{text/csv: {}}}}}}, /find: {post: {" ANSWER ("{type: array, items: " ITEM "}") "}}}}");
  g_autoptr (JsonNode) json = ask_doctor_to_json (api->doctor);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskDoctor) back = ask_doctor_from_json (json, &error);
  g_autoptr (JsonNode) back_json = NULL;
  g_autofree char *text = ask_doctor_to_text (api->doctor);
  const AskDoctorEntry *entry;

  g_assert_no_error (error);
  g_assert_cmpuint (api->doctor->entries->len, ==, 6);
  entry = ask_doctor_find (api->doctor, "GET", "/orders");
  g_assert_cmpint (entry->outcome, ==, ASK_DOCTOR_ENTITY);
  g_assert_cmpuint (entry->entities->len, ==, 2);
  g_assert_cmpstr (entry->entities->pdata[0], ==, "orders");
  g_assert_cmpstr (entry->entities->pdata[1], ==, "order_line");
  entry = ask_doctor_find (api->doctor, "GET", "/orders/{id}");
  g_assert_cmpint (entry->outcome, ==, ASK_DOCTOR_MERGED);
  g_assert_cmpstr (entry->entities->pdata[0], ==, "orders");
  entry = ask_doctor_find (api->doctor, "GET", "/report");
  g_assert_cmpint (entry->outcome, ==, ASK_DOCTOR_LEFT_OUT);
  g_assert_false (entry->json);
  g_assert_cmpstr (entry->reason, ==, "Its answer is not JSON (text/csv).");
  g_assert_nonnull (entry->remedy);
  g_assert_cmpint (ask_doctor_find (api->doctor, "POST", "/find")->outcome, ==, ASK_DOCTOR_OFFERED);
  g_assert_cmpuint (ask_doctor_count (api->doctor, ASK_DOCTOR_WRITES), ==, 2);
  back_json = ask_doctor_to_json (back);
  g_assert_true (json_node_equal (json, back_json));
  g_assert_nonnull (strstr (text, "GET /orders (list) → orders, order_line"));
  g_assert_nonnull (strstr (text, "What you can do"));
  {
    static const char *const wrong[] = { "[]", "{}", "{\"title\":\"t\",\"format\":\"f\",\"operations\":[5]}",
                                         ("{\"title\":\"t\",\"format\":\"f\",\"operations\":[{\"method\":\"GET\","
                                         "\"path\":\"/\",\"outcome\":\"magic\"}]}") };

    for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
      {
        g_autoptr (JsonNode) node = parse (wrong[i]);
        g_autoptr (AskDoctor) none = ask_doctor_from_json (node, &error);

        g_assert_null (none);
        g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT);
        g_clear_error (&error);
      }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/openapi-whole/answers-that-are-no-lists-become-rows", test_values);
  g_test_add_func ("/schema/openapi-whole/an-example-alone-gives-columns", test_examples);
  g_test_add_func ("/schema/openapi-whole/only-an-object-with-its-own-list-is-paged", test_partial);
  g_test_add_func ("/schema/openapi-whole/swagger-2-is-read-as-openapi", test_swagger);
  g_test_add_func ("/schema/openapi-whole/a-host-and-a-base-path-make-the-address", test_hosts);
  g_test_add_func ("/schema/openapi-whole/a-document-in-several-files-is-read", test_files);
  g_test_add_func ("/schema/openapi-whole/anchors-and-ids-are-followed", test_anchors);
  g_test_add_func ("/schema/openapi-whole/a-post-that-reads-becomes-a-table", test_searches);
  g_test_add_func ("/schema/openapi-whole/a-body-that-needs-more-than-is-read-is-refused", test_wide_body);
  g_test_add_func ("/schema/openapi-whole/a-search-is-a-second-entity-that-wants-words", test_search_words);
  g_test_add_func ("/schema/openapi-whole/paths-and-links-give-relationships", test_relations);
  g_test_add_func ("/schema/openapi-whole/wrappers-of-a-row-do-not-stand-in-names", test_transparent);
  g_test_add_func ("/schema/openapi-whole/each-fault-is-told-with-its-place", test_faults);
  g_test_add_func ("/schema/openapi-whole/what-does-no-harm-is-no-fault", test_no_faults);
  g_test_add_func ("/schema/openapi-whole/the-doctor-has-a-line-for-each-operation", test_doctor);
  return g_test_run ();
}
