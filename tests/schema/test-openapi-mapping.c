/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the OpenAPI importer makes of arrays, ranges and defaults among the parameters, and of objects
 * in objects: columns, child tables, single objects.
 */
#include "config.h"

#include "openapi-fixture.h"

#define ROW                                                                                          \
  "{items: {properties: {id: {type: integer}, carrierId: {type: integer}, status: {type: string}, price: " \
  "{type: number}, qty: {type: integer}, day: {type: string, format: date}, sent_at: {type: string, format: " \
  "date-time}, account_id: {type: integer}, tags: {type: array, items: {type: string}}, range_from: {type: " \
  "integer}, range: {type: integer}, box: {type: object, properties: {weight: {type: number}, code: {type: " \
  "string}}}}}}"

static void
test_arrays (void)
{
  static const struct
  {
    const char *path, *parameter, *name, *attribute;
    AskArrayStyle style;
    guint max_items;
  } cases[] = {
    { "/s", "{name: id, in: query, schema: {type: array, maxItems: 50, items: {type: integer}}}", "id", "id",
      ASK_ARRAY_REPEAT, 50 },
    { "/s", "{name: ids, in: query, style: form, schema: {type: array, items: {type: integer}}}", "ids", "id",
      ASK_ARRAY_REPEAT, 0 },
    { "/s", "{name: ids, in: query, explode: false, schema: {type: array, items: {type: integer}}}", "ids",
      "id", ASK_ARRAY_COMMA, 0 },
    { "/s", "{name: ids, in: query, style: spaceDelimited, schema: {type: array, items: {type: integer}}}",
      "ids", "id", ASK_ARRAY_SPACE, 0 },
    { "/s", "{name: ids, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: "
      "integer}}}", "ids", "id", ASK_ARRAY_PIPE, 0 },
    { "/s", "{name: ids, in: query, style: pipeDelimited, explode: true, schema: {type: array, items: {type: "
      "integer}}}", "ids", "id", ASK_ARRAY_REPEAT, 0 },
    { "/s", "{name: ids, in: query, style: deepObject, schema: {type: array, items: {type: integer}}}", "ids",
      "id", ASK_ARRAY_BRACKETS, 0 },
    /* The brackets are in its name already. */
    { "/s", "{name: 'ids[]', in: query, style: deepObject, schema: {type: array, items: {type: integer}}}",
      "ids[]", "id", ASK_ARRAY_REPEAT, 0 },
    { "/s", "{name: 'status[]', in: query, schema: {type: array, items: {type: string}}}", "status[]",
      "status", ASK_ARRAY_REPEAT, 0 },
    { "/s", "{name: statuses, in: query, schema: {type: array, items: {type: string}}}", "statuses", "status",
      ASK_ARRAY_REPEAT, 0 },
    { "/s", "{name: carrierIds, in: query, schema: {type: array, items: {type: integer}}}", "carrierIds",
      "carrierId", ASK_ARRAY_REPEAT, 0 },
    { "/s", "{name: carrier_ids, in: query, required: true, schema: {type: array, items: {type: integer}}}",
      "carrier_ids", "carrierId", ASK_ARRAY_REPEAT, 0 },
    { "/s/{id}/t/{carrierId}", "{name: carrierId, in: path, schema: {type: array, items: {type: integer}}}",
      "carrierId", "carrierId", ASK_ARRAY_COMMA, 0 },
    { "/s/t/{carrierId}", "{name: carrierId, in: path, style: matrix, schema: {type: array, items: {type: "
      "integer}}}", "carrierId", "carrierId", ASK_ARRAY_MATRIX, 0 },
    { "/s/t/{carrierId}", "{name: carrierId, in: path, style: matrix, explode: true, schema: {type: array, "
      "maxItems: 9, items: {type: integer}}}", "carrierId", "carrierId", ASK_ARRAY_MATRIX_REPEAT, 9 },
    { "/s/t/{carrierId}", "{name: carrierId, in: path, style: label, explode: true, schema: {type: array, "
      "items: {type: integer}}}", "carrierId", "carrierId", ASK_ARRAY_LABEL, 0 },
    /* Versions of OpenAPI differ in how they write several. */
    { "/s/t/{carrierId}", "{name: carrierId, in: path, style: label, schema: {type: array, items: {type: "
      "integer}}}", "carrierId", "carrierId", ASK_ARRAY_LABEL, 1 },
    /* One value is marked too, also where it is an input, or the same in every call. */
    { "/s/t/{carrierId}", "{name: carrierId, in: path, style: matrix, schema: {type: integer}}", "carrierId",
      "carrierId", ASK_ARRAY_MATRIX, 1 },
    { "/s/{zone}/t", "{name: zone, in: path, style: label, schema: {type: array, items: {type: string}}}",
      "zone", "zone", ASK_ARRAY_LABEL, 1 },
    { "/s/t/{carrierId}", "{name: carrierId, in: path, style: simple, schema: {type: integer}}", "carrierId",
      "carrierId", ASK_ARRAY_NONE, 0 },
    { "/s", "{name: 'box.codes', in: query, schema: {type: array, items: {type: string}}}", "box.codes",
      "box_code", ASK_ARRAY_REPEAT, 0 },
    /* One value, however it is called. */
    { "/s", "{name: ids, in: query, schema: {type: integer}}", "ids", NULL, ASK_ARRAY_NONE, 0 },
    { "/s", "{name: id, in: query, schema: {type: integer}}", "id", "id", ASK_ARRAY_NONE, 0 },
    /* "Has all of these" is not "one of these". */
    { "/s", "{name: tags, in: query, schema: {type: array, items: {type: string}}}", "tags", NULL,
      ASK_ARRAY_NONE, 0 },
    { "/s", "{name: not_ids, in: query, schema: {type: array, items: {type: integer}}}", "not_ids", NULL,
      ASK_ARRAY_NONE, 0 },
    { "/s", "{name: sort, in: query, schema: {type: array, items: {type: string}}}", "sort", NULL,
      ASK_ARRAY_NONE, 0 },
    { "/s", "{name: ids, in: query, schema: {type: array, items: {type: object}}}", "ids", NULL,
      ASK_ARRAY_NONE, 0 },
    { "/s", "{name: status, in: query, content: {application/json: {schema: {type: string}}}}", "status", NULL,
      ASK_ARRAY_NONE, 0 },
    /* Of an input, several values could not be told apart in what comes back. */
    { "/s", "{name: zones, in: query, required: true, schema: {type: array, items: {type: string}}}", "zones",
      "zones", ASK_ARRAY_NONE, 0 },
    { "/s", "{name: zones, in: query, required: true, style: deepObject, schema: {type: array, items: {type: "
      "string}}}", "zones", "zones", ASK_ARRAY_BRACKETS, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskOpenapi) api = import_one (cases[i].path, cases[i].parameter, ROW);
      AskParameter *found = parameter (api, cases[i].name);

      if ((found != NULL) != (cases[i].attribute != NULL))
        g_error ("%s", cases[i].parameter);
      if (found == NULL)
        continue;
      g_assert_cmpstr (found->attribute, ==, cases[i].attribute);
      if (found->style != cases[i].style)
        g_error ("%s: style %d", cases[i].parameter, found->style);
      g_assert_cmpuint (found->max_items, ==, cases[i].max_items);
      g_assert_cmpint (found->use, ==, ASK_PARAMETER_EQUALS);
    }
}

/* An array goes before a single value, since it saves calls. */
static void
test_array_first (void)
{
  g_autoptr (AskOpenapi) api = import_one (
    "/s",
    "{name: id, in: query, schema: {type: integer}}, {name: ids, in: query, schema: {type: array, items: "
    "{type: integer}}}",
    ROW);

  g_assert_null (parameter (api, "id"));
  g_assert_cmpstr (parameter (api, "ids")->attribute, ==, "id");
}

static void
test_ranges (void)
{
#define NUMBER "number"
#define DAY "string, format: date"
#define MOMENT "string, format: date-time"
  static const struct
  {
    const char *name, *type, *attribute;
    AskParameterUse use;
  } cases[] = {
    { "min_price", NUMBER, "price", ASK_PARAMETER_AT_LEAST },
    { "minPrice", "integer", "price", ASK_PARAMETER_AT_LEAST },
    { "max-price", NUMBER, "price", ASK_PARAMETER_AT_MOST },
    { "price_min", NUMBER, "price", ASK_PARAMETER_AT_LEAST },
    { "price[gte]", NUMBER, "price", ASK_PARAMETER_AT_LEAST },
    { "price[$lte]", NUMBER, "price", ASK_PARAMETER_AT_MOST },
    { "price__gte", NUMBER, "price", ASK_PARAMETER_AT_LEAST },
    { "filter[price][lt]", NUMBER, "price", ASK_PARAMETER_BELOW },
    { "filter.price.gt", NUMBER, "price", ASK_PARAMETER_ABOVE },
    { "price>=", NUMBER, "price", ASK_PARAMETER_AT_LEAST },
    { "price<", NUMBER, "price", ASK_PARAMETER_BELOW },
    { "qty_gt", "integer", "qty", ASK_PARAMETER_ABOVE },
    { "box_weight_max", NUMBER, "box_weight", ASK_PARAMETER_AT_MOST },
    { "day_from", DAY, "day", ASK_PARAMETER_AT_LEAST },
    { "from_day", DAY, "day", ASK_PARAMETER_AT_LEAST },
    { "day_to", DAY, "day", ASK_PARAMETER_BELOW },
    { "day[gte]", DAY, "day", ASK_PARAMETER_AT_LEAST },
    { "day_after", DAY, "day", ASK_PARAMETER_ABOVE },
    { "since_day", DAY, "day", ASK_PARAMETER_ABOVE },
    { "day_before", DAY, "day", ASK_PARAMETER_BELOW },
    { "start_day", DAY, "day", ASK_PARAMETER_ABOVE },
    { "endDay", DAY, "day", ASK_PARAMETER_BELOW },
    /* What is sent for a moment leaves room for zones. */
    { "day_from", MOMENT, "day", ASK_PARAMETER_AT_LEAST },
    { "sent_at_min", MOMENT, "sent_at", ASK_PARAMETER_AT_LEAST },
    { "sent_at[gte]", DAY, "sent_at", ASK_PARAMETER_AT_LEAST },
    /* Doubtful ones. */
    { "price_from", NUMBER, NULL, 0 },
    { "from_account_id", "integer", NULL, 0 },
    { "min_account_id", "integer", NULL, 0 },
    { "max_id", "integer", NULL, 0 },
    { "min_price", "string", NULL, 0 },
    { "min_status", "string", NULL, 0 },
    { "day_from", "string", NULL, 0 },
    { "min_height", NUMBER, NULL, 0 },
    { "range_from", "integer", NULL, 0 },
    { "not_price_gte", NUMBER, NULL, 0 },
    { "price!", NUMBER, NULL, 0 },
    { "min", NUMBER, NULL, 0 },
    { "since", DAY, NULL, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{name: '%s', in: query, schema: {type: %s}}",
                                               cases[i].name, cases[i].type);
      g_autoptr (AskOpenapi) api = import_one ("/s", text, ROW);
      AskParameter *found = parameter (api, cases[i].name);

      if ((found != NULL) != (cases[i].attribute != NULL))
        g_error ("%s", text);
      if (found == NULL)
        continue;
      g_assert_cmpstr (found->attribute, ==, cases[i].attribute);
      if (found->use != cases[i].use)
        g_error ("%s: use %d", text, found->use);
      /* It equals nothing. */
      g_assert_null (ask_operation_find_parameter_for (first (api)->operation, found->attribute));
      g_assert_true (ask_operation_find_parameter_use (first (api)->operation, found->attribute,
                                                       cases[i].use)
                     == found);
    }
}

static void
test_deep_object (void)
{
  g_autoptr (AskOpenapi) api = import_one (
    "/s",
    "{name: qty, in: query, style: deepObject, schema: {anyOf: [{type: integer}, {type: object, properties: "
    "{gte: {type: integer}, lt: {type: integer}, other: {type: integer}}}]}}, {name: min_qty, in: query, "
    "schema: {type: integer}}",
    ROW);

  g_assert_cmpint (parameter (api, "qty[gte]")->use, ==, ASK_PARAMETER_AT_LEAST);
  g_assert_cmpint (parameter (api, "qty[lt]")->use, ==, ASK_PARAMETER_BELOW);
  g_assert_cmpint (parameter (api, "qty")->use, ==, ASK_PARAMETER_EQUALS);
  g_assert_null (parameter (api, "qty[other]"));
  /* One bound on each side is enough. */
  g_assert_null (parameter (api, "min_qty"));
}

static void
test_narrows (void)
{
  static const struct
  {
    const char *parameter, *name;
    gboolean narrows;
  } cases[] = {
    { "{name: status, in: query, schema: {type: string, default: open}}", "status", TRUE },
    { "{name: status, in: query, schema: {type: string, default: all}}", "status", FALSE },
    { "{name: status, in: query, schema: {type: string, default: ''}}", "status", FALSE },
    { "{name: status, in: query, schema: {type: string}}", "status", FALSE },
    { "{name: status, in: query, required: true, schema: {type: string, default: open}}", "status", FALSE },
    { "{name: status, in: query, schema: {type: array, default: [open, shut], items: {type: string}}}",
      "status", TRUE },
    { "{name: status, in: query, schema: {type: array, default: [], items: {type: string}}}", "status",
      FALSE },
    { "{name: qty, in: query, schema: {type: integer, default: 0}}", "qty", TRUE },
    { "{name: min_qty, in: query, schema: {type: integer, default: 1}}", "min_qty", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskOpenapi) api = import_one ("/s", cases[i].parameter, ROW);
      AskParameter *found = parameter (api, cases[i].name);
      AskAttribute *bound = attribute (api, found->attribute);

      if (found->narrows != cases[i].narrows)
        g_error ("%s", cases[i].parameter);
      g_assert_cmpint (bound->description != NULL && strstr (bound->description, "Unless a ") != NULL,
                       ==, cases[i].narrows);
    }
}

static char *
dup_columns (const AskEntity *entity)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *one = g_ptr_array_index (entity->attributes, i);

      g_string_append_printf (text, "%s%s=%s%s", i > 0 ? " " : "", one->name,
                              one->column != NULL ? one->column : "-", one->key > 0 ? "*" : "");
    }
  return g_string_free (text, FALSE);
}

static void
test_columns (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{openapi: 3.0.0, components: {schemas: {Node: {type: object, required: [id], properties: {id: {type: "
    "integer}, parent: {$ref: '#/components/schemas/Node'}, address: {type: object, nullable: true, "
    "required: [city], properties: {city: {type: string, description: Where.}, geo: {properties: {lat: {type: "
    "number}, deep: {properties: {er: {type: string}}}}}, lines: {type: array, items: {type: string}}, 'a.b': "
    "{type: string}, secret: {type: string, writeOnly: true}}}, free: {type: object}, address_city: {type: "
    "string}, either: {oneOf: [{type: string}, {type: object, properties: {x: {type: string}}}]}, links: "
    "{properties: {self: {type: string}}}}}}}, paths: {/nodes: {get: {responses: {200: {content: "
    "{application/json: {schema: {items: {$ref: '#/components/schemas/Node'}}}}}}}}}}");
  g_autofree char *columns = dup_columns (first (api));

  /* What was there goes first, and under the names that it had. */
  g_assert_cmpstr (columns, ==,
                   "id=id* parent=parent address=address free=free address_city=address_city "
                   "either=either links=links parent_id=parent.id "
                   "parent_address_city=parent.address.city parent_address_city_2=parent.address_city "
                   "parent_either=parent.either address_city_2=address.city "
                   "address_geo_lat=address.geo.lat");
  g_assert_cmpstr (attribute (api, "address_city_2")->description, ==, "Where.");
  g_assert_true (attribute (api, "address_city_2")->nullable);
  g_assert_cmpint (attribute (api, "address_geo_lat")->type, ==, ASK_TYPE_REAL);
  g_assert_cmpint (attribute (api, "address")->type, ==, ASK_TYPE_JSON);
}

static void
test_column_limits (void)
{
  g_autoptr (GString) row = g_string_new ("{items: {properties: {large: {properties: {");
  g_autoptr (AskOpenapi) api = NULL;

  for (guint i = 0; i < 21; i++)
    g_string_append_printf (row, "m%u: {type: string},", i);
  g_string_append (row, "}},");
  for (guint o = 0; o < 5; o++)
    {
      g_string_append_printf (row, "o%u: {properties: {", o);
      for (guint i = 0; i < 20; i++)
        g_string_append_printf (row, "m%u: {type: string},", i);
      g_string_append (row, "}},");
    }
  g_string_append (row, "}}}");
  api = import_one ("/a", "", row->str);
  /* Six objects, and three of them with twenty columns each. */
  g_assert_cmpuint (first (api)->attributes->len, ==, 6 + 60);
  g_assert_null (ask_entity_find_attribute (first (api), "large_m0"));
  g_assert_nonnull (ask_entity_find_attribute (first (api), "o2_m19"));
  g_assert_null (ask_entity_find_attribute (first (api), "o3_m0"));
}

/* A parameter that must be given stays the input that it was; others find the column. */
static void
test_column_parameters (void)
{
  static const char *const row
    = "{items: {properties: {id: {type: integer}, customer: {properties: {id: {type: integer}, name: {type: "
      "string}}}}}}";
  g_autoptr (AskOpenapi) optional = import_one (
    "/orders", "{name: customer_id, in: query, schema: {type: integer}}", row);
  g_autoptr (AskOpenapi) required = import_one (
    "/orders", "{name: customer_id, in: query, required: true, schema: {type: integer}}", row);

  g_assert_cmpstr (parameter (optional, "customer_id")->attribute, ==, "customer_id");
  g_assert_cmpstr (attribute (optional, "customer_id")->column, ==, "customer.id");
  g_assert_cmpstr (parameter (required, "customer_id")->attribute, ==, "customer_id");
  g_assert_null (attribute (required, "customer_id")->column);
  g_assert_cmpstr (attribute (required, "customer_id_2")->column, ==, "customer.id");
}

#define GET(schema, more) "{get: {" more " responses: {200: {content: {application/json: {schema: " schema "}}}}}}"

static char *
dup_relationships (AskOpenapi *api)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < api->schema->relationships->len; i++)
    {
      AskRelationship *one = g_ptr_array_index (api->schema->relationships, i);

      g_string_append_printf (text, "%s%s.%s%s%s.%s", i > 0 ? " " : "", one->from,
                              (char *) one->from_attributes->pdata[0],
                              one->cardinality == ASK_CARDINALITY_ONE_TO_ONE ? "=" : ">", one->to,
                              (char *) one->to_attributes->pdata[0]);
    }
  return g_string_free (text, FALSE);
}

static void
test_children (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{openapi: 3.0.0, paths: {/orders: "
    GET ("{properties: {data: {type: array, items: {properties: {id: {type: integer}, status: {type: string}, "
         "items: {type: array, description: What was bought., items: {required: [sku], properties: {sku: {type: "
         "string}, order_id: {type: integer}, status: {type: string}, product_id: {type: integer}, box: "
         "{properties: {code: {type: string}}}, parts: {type: array, items: {properties: {p: {type: "
         "string}}}}}}}, tags: {type: array, items: {type: string}}, links: {type: array, items: {properties: "
         "{href: {type: string}}}}, blobs: {type: array, items: {type: object}}}}}}}",
         "operationId: listOrders, parameters: [{name: ids, in: query, schema: {type: array, items: {type: "
         "integer}}}, {name: status, in: query, schema: {type: string, default: open}}, {name: shop, in: query, "
         "required: true, schema: {type: string}}, {name: kind, in: query, schema: {type: string}}, {name: "
         "page, in: query, schema: {type: integer}}, {name: fmt, in: query, schema: {enum: [json]}}],")
    ", /products: " GET ("{items: {properties: {id: {type: integer}}}}", "")
    ", /logs: " GET ("{items: {properties: {line: {type: string}, marks: {type: array, items: {properties: {m: "
                     "{type: string}}}}}}}", "") "}}");
  AskEntity *child = ask_schema_find_entity (api->schema, "order_item");
  g_autofree char *columns = NULL;
  g_autofree char *related = dup_relationships (api);
  const AskParameter *found;

  /* Rows of logs have no key, so nobody could tell whose the marks are. */
  g_assert_cmpuint (api->schema->entities->len, ==, 4);
  g_assert_nonnull (child);
  g_assert_true (g_ptr_array_index (api->schema->entities, 3) == child);
  columns = dup_columns (child);
  g_assert_cmpstr (columns, ==,
                   "parent_order_id=../id shop=- order_status=../status sku=sku order_id=order_id "
                   "status=status product_id=product_id box=box parts=parts box_code=box.code");
  g_assert_cmpstr (child->table, ==, "listOrders#items");
  g_assert_cmpstr (child->description, ==, "What was bought.");
  g_assert_cmpstr (child->operation->path, ==, "/orders");
  g_assert_cmpstr (child->operation->rows, ==, "data");
  g_assert_cmpstr (child->operation->nested, ==, "items");
  g_assert_cmpint (child->operation->paging.kind, ==, ASK_PAGING_PAGE);
  g_assert_cmpstr (child->operation->paging.parameter, ==, "page");
  g_assert_cmpuint (child->operation->parameters->len, ==, 4);
  found = ask_operation_find_parameter_for (child->operation, "parent_order_id");
  g_assert_cmpstr (found->name, ==, "ids");
  g_assert_cmpint (found->style, ==, ASK_ARRAY_REPEAT);
  found = ask_operation_find_parameter_for (child->operation, "order_status");
  g_assert_true (found->narrows);
  found = ask_operation_find_parameter_for (child->operation, "shop");
  g_assert_true (found->required);
  g_assert_cmpstr (related, ==,
                   "order_item.order_id>orders.id order_item.product_id>products.id "
                   "order_item.parent_order_id>orders.id");
}

static void
test_singles (void)
{
  static const struct
  {
    const char *paths, *name, *rows, *columns, *related;
  } cases[] = {
    { "'/orders/{id}': " GET (ITEM, ""), "orders", NULL, "id=id* name=name", "" },
    { "'/orders/{orderId}': " GET (ITEM, ""), "orders", NULL, "id=id* name=name", "" },
    { "'/orders/{order}': " GET ("{properties: {order: " ITEM "}}", ""), "orders", "order", "id=id* name=name",
      "" },
    { "'/orders/{id}': " GET ("{properties: {data: " ITEM ", meta: {properties: {t: {type: string}}}}}", ""),
      "orders", "data", "id=id* name=name", "" },
    { "/order/details: "
      GET ("{properties: {result: " ITEM ", status: {type: string}, a: {type: array, items: {type: string}}, b: "
           "{type: string}}}", "parameters: [{name: id, in: query, required: true, schema: {type: integer}}],"),
      "details", "result", "id=id* name=name", "" },
    { "/order/summary: "
      GET ("{properties: {id: {type: integer}, data: " ITEM "}}", ""), "summary", NULL,
      "id=id* data=data data_id=data.id data_name=data.name", "" },
    { "'/orders/{nr}': " GET (ITEM, ""), "orders", NULL, "id=id* name=name nr=-", "" },
    { "/me: " GET (ITEM, ""), "me", NULL, "id=id* name=name", "" },
    { "/orders: " GET ("{items: {properties: {id: {type: integer}}}}", "") ", '/orders/{id}': " GET (ITEM, ""),
      "order_detail", NULL, "id=id* name=name", "order_detail.id=orders.id" },
    { "/a/orders: " GET ("{items: {properties: {sum: {type: integer}}}}", "") ", '/orders/{id}': " GET (ITEM, ""),
      "order_detail", NULL, "id=id* name=name", "" },
    /* What lies in an object, or in a list, is more, too. */
    { "/orders: " GET ("{items: {properties: {id: {type: integer}, shop: {properties: {id: {type: integer}}}}}}", "")
      ", '/orders/{id}': "
      GET ("{properties: {id: {type: integer}, shop: {properties: {id: {type: integer}, city: {type: string}}}}}", ""),
      "order_detail", NULL, "id=id* shop=shop shop_id=shop.id shop_city=shop.city", "order_detail.id=orders.id" },
    { "/orders: " GET ("{items: {properties: {id: {type: integer}, tags: {items: {properties: {n: {type: object}}}}}}}",
                       "")
      ", '/orders/{id}': "
      GET ("{properties: {id: {type: integer}, tags: {items: {properties: {n: {type: object}, m: {type: object}}}}}}", ""),
      "order_detail", NULL, "id=id* tags=tags", "order_detail.id=orders.id" },
    { "'/orders/{id}': "
      GET ("{properties: {id: {type: integer}, lines: {type: array, items: {properties: {sku: {type: "
           "string}}}}}}", ""),
      "order_line", NULL, "order_id=../id sku=sku", "order_line.order_id>orders.id" },
    { "/order/findLatest: "
      GET ("{properties: {uuid: {type: string}, lines: {type: array, items: {properties: {sku: {type: "
           "string}}}}}}", ""),
      "order_find_latest_line", NULL, "order_uuid=../uuid sku=sku",
      "order_find_latest_line.order_uuid>order_find_latest.uuid" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{openapi: 3.0.0, paths: {%s}}", cases[i].paths);
      g_autoptr (AskOpenapi) api = import (text);
      AskEntity *last = g_ptr_array_index (api->schema->entities, api->schema->entities->len - 1);
      g_autofree char *columns = dup_columns (last);
      g_autofree char *related = dup_relationships (api);

      if (strcmp (last->name, cases[i].name) != 0)
        g_error ("%s: %s", cases[i].paths, last->name);
      g_assert_true (last->operation->single);
      g_assert_cmpstr (last->operation->rows, ==, cases[i].rows);
      g_assert_cmpstr (columns, ==, cases[i].columns);
      g_assert_cmpstr (related, ==, cases[i].related);
      /* Of one of many, the key has to be given. */
      if (strstr (cases[i].paths, "/orders/{") != NULL && strstr (cases[i].paths, "{nr}") == NULL)
        g_assert_true (ask_operation_find_parameter_for (
                         last->operation, last->operation->nested != NULL ? "order_id" : "id")
                         ->required);
    }
}

/* What a list has already is not had twice. */
static void
test_listed (void)
{
  static const char *const paths[] = {
    "/orders: " GET ("{items: " ITEM "}", "") ", '/orders/{id}': " GET (ITEM, ""),
    "/orders: " GET ("{items: " ITEM "}", "") ", '/v2/orders/{id}': " GET (ITEM, ""),
    "/Orders.json: " GET ("{items: " ITEM "}", "") ", '/Orders/{id}.json': " GET (ITEM, ""),
    "/shop/orders: " GET ("{items: " ITEM "}", "") ", '/orders/{id}': "
      GET ("{properties: {id: {type: integer}, links: {type: object, properties: {a: {type: string}}}}}", ""),
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *text = g_strdup_printf ("{openapi: 3.0.0, paths: {%s}}", paths[i]);
      g_autoptr (AskOpenapi) api = import (text);

      if (api->schema->entities->len != 1)
        g_error ("%s", paths[i]);
      g_assert_true (has_note (api, "it answers with one object that “orders” has too."));
    }
}

static char *
note_nothing (const AskEntity *entity, const AskAttribute *attribute, gpointer data)
{
  return NULL;
}

/* What a person and a model read of it. */
static void
test_printed (void)
{
  g_autoptr (AskOpenapi) api = import_one (
    "/s",
    "{name: ids, in: query, schema: {type: array, maxItems: 50, items: {type: integer}}}, {name: statuses, in: "
    "query, schema: {type: array, items: {type: string}}}, {name: min_price, in: query, schema: {type: "
    "number}}, {name: 'price[lt]', in: query, schema: {type: number}}",
    ROW);
  const AskEntityNotes notes = { .attribute = note_nothing };
  g_autofree char *sql = ask_schema_to_sql (api->schema);
  g_autofree char *told
    = ask_schema_entity_to_sql_with (api->schema, api->schema->entities->pdata[0], &notes);

  g_assert_nonnull (strstr (sql, "id INTEGER PRIMARY KEY, -- IN takes 50 values a call\n"));
  g_assert_nonnull (strstr (sql, "status TEXT, -- IN takes many values a call\n"));
  g_assert_nonnull (strstr (sql, "price REAL, -- the API filters by >=, <\n"));
  g_assert_nonnull (strstr (sql, "qty INTEGER,\n"));
  /* Calls are made for all values of a query: who writes it need not know of how many each takes. */
  g_assert_null (strstr (told, "values a call"));
  g_assert_nonnull (strstr (told, "price REAL, -- the API filters by >=, <\n"));
}

/* Nothing of it is lost in the document that a workspace keeps. */
static void
test_kept (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{openapi: 3.0.0, paths: {'/orders/{id}': "
    GET ("{properties: {id: {type: integer}, qty: {type: integer}, status: {type: string}, lines: {type: array, "
         "items: {properties: {sku: {type: string}, box: {properties: {code: {type: string}}}}}}}}",
         "parameters: [{name: status, in: query, explode: false, schema: {type: array, maxItems: 7, default: [a], "
         "items: {type: string}}}, {name: qty_gt, in: query, schema: {type: integer}}, {name: qty_lt, in: query, "
         "schema: {type: integer}}, {name: qty_gte, in: query, schema: {type: integer}}, {name: qty_lte, in: "
         "query, schema: {type: integer}}],") "}}");
  g_autoptr (AskSchema) copy = ask_schema_copy (api->schema);
  g_autoptr (JsonNode) before = ask_schema_to_json (api->schema);
  g_autoptr (JsonNode) after = ask_schema_to_json (copy);
  g_autofree char *text = ask_json_to_string (after, FALSE);
  AskEntity *child = ask_schema_find_entity (copy, "order_line");
  const AskParameter *many;

  g_assert_true (json_node_equal (before, after));
  for (guint use = ASK_PARAMETER_AT_LEAST; use <= ASK_PARAMETER_BELOW; use++)
    g_assert_nonnull (ask_operation_find_parameter_use (
      ask_schema_find_entity (copy, "orders")->operation, "qty", (AskParameterUse) use));
  g_assert_nonnull (strstr (text, "\"use\":\"above\""));
  g_assert_nonnull (child);
  g_assert_true (child->operation->single);
  g_assert_cmpstr (child->operation->nested, ==, "lines");
  g_assert_cmpstr (ask_entity_find_attribute (child, "order_id")->column, ==, "../id");
  g_assert_cmpstr (ask_entity_find_attribute (child, "box_code")->column, ==, "box.code");
  many = ask_operation_find_parameter_for (child->operation, "status");
  g_assert_cmpint (many->style, ==, ASK_ARRAY_COMMA);
  g_assert_cmpuint (many->max_items, ==, 7);
  g_assert_true (many->narrows);
}

/* A refresh finds everything again, under the names that people gave. */
static void
test_merged (void)
{
  static const char *const text
    = "{openapi: 3.0.0, paths: {/orders: "
      GET ("{items: {properties: {id: {type: integer}, box: {properties: {code: {type: string}}}, lines: {type: "
           "array, items: {properties: {sku: {type: string}}}}}}}", "operationId: list,") "}}";
  g_autoptr (AskOpenapi) old = import (text);
  g_autoptr (AskOpenapi) fresh = import (text);
  AskEntity *child = ask_schema_find_entity (old->schema, "order_line");
  AskAttribute *key = ask_entity_find_attribute (child, "order_id");
  AskAttribute *code = ask_entity_find_attribute (first (old), "box_code");
  AskRelationship *related = g_ptr_array_index (old->schema->relationships, 0);

  g_free (child->name);
  child->name = g_strdup ("positions");
  g_free (related->from);
  related->from = g_strdup ("positions");
  g_free (key->name);
  key->name = g_strdup ("of_order");
  g_free (related->from_attributes->pdata[0]);
  related->from_attributes->pdata[0] = g_strdup ("of_order");
  g_free (code->name);
  code->name = g_strdup ("carton");
  ask_schema_merge (old->schema, "shop", fresh->schema);
  child = ask_schema_find_entity (old->schema, "positions");
  g_assert_nonnull (child);
  g_assert_cmpuint (old->schema->entities->len, ==, 2);
  g_assert_cmpstr (ask_entity_find_attribute (child, "of_order")->column, ==, "../id");
  g_assert_cmpstr (ask_entity_find_attribute (first (old), "carton")->column, ==, "box.code");
  g_assert_cmpuint (old->schema->relationships->len, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/openapi-mapping/an-array-parameter-takes-many-values", test_arrays);
  g_test_add_func ("/schema/openapi-mapping/an-array-goes-before-a-single-value", test_array_first);
  g_test_add_func ("/schema/openapi-mapping/names-of-bounds-become-ranges", test_ranges);
  g_test_add_func ("/schema/openapi-mapping/a-deep-object-becomes-ranges", test_deep_object);
  g_test_add_func ("/schema/openapi-mapping/a-default-that-narrows-is-told", test_narrows);
  g_test_add_func ("/schema/openapi-mapping/objects-in-objects-become-columns", test_columns);
  g_test_add_func ("/schema/openapi-mapping/too-many-columns-are-left-out", test_column_limits);
  g_test_add_func ("/schema/openapi-mapping/a-parameter-finds-an-object-s-column", test_column_parameters);
  g_test_add_func ("/schema/openapi-mapping/a-list-in-a-row-becomes-a-child", test_children);
  g_test_add_func ("/schema/openapi-mapping/one-object-by-its-key-becomes-a-table", test_singles);
  g_test_add_func ("/schema/openapi-mapping/what-a-list-has-is-not-had-twice", test_listed);
  g_test_add_func ("/schema/openapi-mapping/people-and-models-read-what-a-call-takes", test_printed);
  g_test_add_func ("/schema/openapi-mapping/a-workspace-s-document-loses-nothing", test_kept);
  g_test_add_func ("/schema/openapi-mapping/a-refresh-finds-all-under-people-s-names", test_merged);
  return g_test_run ();
}
