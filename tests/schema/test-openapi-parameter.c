/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the OpenAPI importer makes of parameters: equality, inputs, fixed values, paths and paging.
 */
#include "config.h"

#include "openapi-fixture.h"

#define ROW                                                                                          \
  "{items: {properties: {id: {type: integer}, carrierId: {type: integer}, status: {type: string, enum: " \
  "[open, shut]}, created_at: {type: string, format: date-time}, day: {type: string, format: date}, tags: " \
  "{type: array}, price: {type: number}, valid_from: {type: string}, order: {type: integer}, code: {type: " \
  "string}}}}"

static void
test_equality (void)
{
  static const struct
  {
    const char *parameter;
    const char *name;
    const char *attribute; /* NULL: not sent */
  } cases[] = {
    { "{name: status, in: query, schema: {type: string}}", "status", "status" },
    { "{name: Status, in: query}", "Status", "status" },
    { "{name: carrier_id, in: query, schema: {type: integer}}", "carrier_id", "carrierId" },
    { "{name: carrier-id, in: query, schema: {type: integer}}", "carrier-id", "carrierId" },
    { "{name: 'filter[status]', in: query, schema: {type: string}}", "filter[status]", "status" },
    { "{name: 'filter[status][eq]', in: query, schema: {type: string}}", "filter[status][eq]", "status" },
    { "{name: 'status[]', in: query, schema: {type: array, items: {type: string}}}", "status[]", "status" },
    { "{name: status, in: query, explode: false, schema: {type: array, items: {type: string}}}", "status",
      "status" },
    { "{name: filter, in: query, style: deepObject, schema: {properties: {status: {type: string}}}}",
      "filter[status]", "status" },
    { "{name: day, in: query, schema: {type: string, format: date}}", "day", "day" },
    { "{name: price, in: query, schema: {type: integer}}", "price", "price" },
    /* Not what they seem. */
    { "{name: created_at, in: query, schema: {type: string, format: date}}", "created_at", NULL },
    { "{name: created_at, in: query, schema: {type: string}}", "created_at", NULL },
    { "{name: tags, in: query, schema: {type: string}}", "tags", NULL },
    { "{name: valid_from, in: query, schema: {type: string}}", "valid_from", NULL },
    { "{name: order, in: query, schema: {type: integer}}", "order", NULL },
    { "{name: sort, in: query, schema: {type: string}}", "sort", NULL },
    { "{name: code, in: query, schema: {type: integer}}", "code", NULL },
    { "{name: status, in: header, schema: {type: string}}", "status", NULL },
    { "{name: status, in: query, schema: {type: object}}", "status", NULL },
    { "{name: unknown, in: query, schema: {type: string}}", "unknown", NULL },
    { "{in: query}", "", NULL },
    { "5", "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskOpenapi) api = import_one ("/shipments", cases[i].parameter, ROW);
      AskParameter *found = parameter (api, cases[i].name);

      if ((found != NULL) != (cases[i].attribute != NULL))
        g_error ("%s", cases[i].parameter);
      if (found == NULL)
        continue;
      g_assert_cmpstr (found->attribute, ==, cases[i].attribute);
      g_assert_false (found->required);
      g_assert_null (found->fixed);
    }
}

static void
test_required (void)
{
  g_autoptr (AskOpenapi) api = import_one (
    "/shipments",
    "{name: carrier_id, in: query, required: true, schema: {type: integer}},"
    "{name: q, in: query, required: true, description: What to look for., schema: {type: string}},"
    "{name: X-Tenant, in: header, required: true, schema: {type: string, enum: [a, b]}},"
    "{name: X-Version, in: header, required: true, schema: {type: string, enum: ['7']}},"
    "{name: units, in: query, required: true, schema: {type: string, default: metric, enum: [metric, us]}},"
    "{name: format, in: query, schema: {type: string, default: xml, enum: [xml, json]}},"
    "{name: Accept, in: header, required: true, schema: {type: string}},"
    "{name: tags, in: query, required: true, schema: {type: string}}",
    ROW);
  AskParameter *found = parameter (api, "carrier_id");

  g_assert_true (found->required);
  g_assert_cmpstr (found->attribute, ==, "carrierId");
  found = parameter (api, "q");
  g_assert_true (found->required);
  g_assert_cmpstr (found->attribute, ==, "q");
  g_assert_null (attribute (api, "q")->column);
  g_assert_false (attribute (api, "q")->nullable);
  g_assert_cmpstr (attribute (api, "q")->description, ==, "What to look for.");
  found = parameter (api, "X-Tenant");
  g_assert_cmpint (found->place, ==, ASK_PARAMETER_IN_HEADER);
  g_assert_cmpstr (found->attribute, ==, "X_Tenant");
  g_assert_cmpuint (attribute (api, "X_Tenant")->choices->len, ==, 2);
  g_assert_cmpstr (parameter (api, "X-Version")->fixed, ==, "7");
  g_assert_null (parameter (api, "X-Version")->attribute);
  g_assert_cmpstr (parameter (api, "units")->fixed, ==, "metric");
  g_assert_cmpstr (parameter (api, "format")->fixed, ==, "json");
  g_assert_null (parameter (api, "Accept"));
  /* The rows' own tags are a list, and stay what they are. */
  g_assert_cmpstr (parameter (api, "tags")->attribute, ==, "tags_parameter");
  g_assert_cmpstr (attribute (api, "tags")->column, ==, "tags");
}

static void
test_merged_parameters (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{openapi: 3.0.0, components: {parameters: {C: {name: code, in: query, required: true, schema: {type: "
    "string}}}}, paths: {/a: {parameters: [{$ref: '#/components/parameters/C'}, {name: status, in: query, "
    "required: true}], get: {parameters: [{name: status, in: query, schema: {type: string, default: open}}], "
    "responses: {200: {content: {application/json: {schema: " ROW "}}}}}}}}");

  g_assert_true (parameter (api, "code")->required);
  g_assert_false (parameter (api, "status")->required);
  g_assert_nonnull (strstr (attribute (api, "status")->description, "answers with “open” only"));
}

static void
test_path_parameters (void)
{
  static const struct
  {
    const char *path, *properties, *name, *attribute;
    gboolean input;
  } cases[] = {
    { "/warehouses/{id}/stock", "id: {type: integer}, warehouse_id: {type: integer}", "id", "warehouse_id",
      FALSE },
    { "/warehouses/{id}/stock", "id: {type: integer}", "id", "warehouse_id", TRUE },
    { "/stock/{warehouse}", "warehouse: {type: string}", "warehouse", "warehouse", FALSE },
    { "/stock/{warehouse}", "warehouse_id: {type: string}", "warehouse", "warehouse_id", FALSE },
    { "/stock/{warehouse}", "qty: {type: integer}", "warehouse", "warehouse", TRUE },
    { "/carriers/{carrier_id}/rates", "carrier_id: {type: string}", "carrier_id", "carrier_id", FALSE },
    { "/carriers/{carrierId}/rates", "carrier_id: {type: integer}", "carrierId", "carrier_id", FALSE },
    { "/pets/{id}", "id: {type: integer}", "id", "id", FALSE },
    { "/repos/{name}/tags", "name: {type: string}", "name", "repo_name", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *schema = g_strdup_printf ("{items: {properties: {%s}}}", cases[i].properties);
      g_autoptr (AskOpenapi) api = import_one (cases[i].path, "", schema);
      AskParameter *found = parameter (api, cases[i].name);

      g_assert_nonnull (found);
      g_assert_true (found->required);
      g_assert_cmpint (found->place, ==, ASK_PARAMETER_IN_PATH);
      g_assert_cmpstr (found->attribute, ==, cases[i].attribute);
      g_assert_cmpint (attribute (api, found->attribute)->column == NULL, ==, cases[i].input);
      g_assert_cmpstr (first (api)->operation->path, ==, cases[i].path);
    }
}

#define ENVELOPE(more) "{properties: {data: {type: array, items: " ITEM "}, " more "}}"
#define INTEGER(name, more) "{name: " name ", in: query, schema: {type: integer" more "}}"
#define TEXT(name) "{name: " name ", in: query, schema: {type: string}}"

static void
test_paging (void)
{
  static const struct
  {
    const char *parameters, *schema;
    AskPagingKind kind;
    const char *parameter, *size_parameter;
    gint64 size, first;
    const char *next;
  } cases[] = {
    { INTEGER ("page", "") "," INTEGER ("per_page", ", maximum: 200"), ENVELOPE (""), ASK_PAGING_PAGE, "page",
      "per_page", 200, -1, NULL },
    { INTEGER ("page", ", default: 0") "," INTEGER ("size", ", maximum: 5000"), ENVELOPE (""),
      ASK_PAGING_PAGE, "page", "size", 1000, 0, NULL },
    { INTEGER ("pageNumber", ", minimum: 0") "," INTEGER ("pageSize", ", default: 25"), ENVELOPE (""),
      ASK_PAGING_PAGE, "pageNumber", "pageSize", 25, -1, NULL },
    { INTEGER ("'page[number]'", "") "," INTEGER ("'page[size]'", ""), ENVELOPE (""), ASK_PAGING_PAGE,
      "page[number]", "page[size]", 100, -1, NULL },
    { INTEGER ("page", "") "," INTEGER ("limit", ", enum: [10, 50, 25]"), ENVELOPE (""), ASK_PAGING_PAGE,
      "page", "limit", 50, -1, NULL },
    { INTEGER ("page", ", minimum: 1"), ENVELOPE ("next: {type: string, format: uri}"), ASK_PAGING_PAGE, "page", NULL, 0,
      1, "next" },
    { INTEGER ("offset", "") "," INTEGER ("limit", ", maximum: 50"), ENVELOPE (""), ASK_PAGING_OFFSET,
      "offset", "limit", 50, 0, NULL },
    { INTEGER ("skip", "") "," INTEGER ("limit", ""), ENVELOPE (""), ASK_PAGING_OFFSET, "skip", "limit", 100,
      0, NULL },
    { INTEGER ("start", "") "," INTEGER ("limit", ""), ENVELOPE (""), ASK_PAGING_OFFSET, "start", "limit",
      100, 0, NULL },
    /* The size is the API's affair; the next page begins after the rows that have come. */
    { INTEGER ("offset", ""), ENVELOPE (""), ASK_PAGING_OFFSET, "offset", NULL, 0, 0, NULL },
    { INTEGER ("skip", ""), ENVELOPE ("next: {type: string}"), ASK_PAGING_LINK, NULL, NULL, 0, 1, "next" },
    /* Alone it may be a time. */
    { INTEGER ("start", ""), ENVELOPE (""), ASK_PAGING_NONE, NULL, NULL, 0, 1, NULL },
    { TEXT ("cursor") "," INTEGER ("limit", ""), ENVELOPE ("next_cursor: {type: string}"), ASK_PAGING_CURSOR,
      "cursor", "limit", 100, 1, "next_cursor" },
    { TEXT ("pageToken"), ENVELOPE ("nextPageToken: {type: string}"), ASK_PAGING_CURSOR, "pageToken", NULL, 0,
      1, "nextPageToken" },
    { TEXT ("cursor"), ENVELOPE ("meta: {properties: {next_cursor: {type: string, nullable: true}}}"),
      ASK_PAGING_CURSOR, "cursor", NULL, 0, 1, "meta.next_cursor" },
    { TEXT ("after"),
      ENVELOPE ("paging: {properties: {cursors: {properties: {before: {type: string}, after: {type: "
                "string}}}, next: {type: string}}}"),
      ASK_PAGING_CURSOR, "after", NULL, 0, 1, "paging.cursors.after" },
    { TEXT ("page_token"), ENVELOPE ("pagination: {properties: {next_token: {type: string}}}"),
      ASK_PAGING_CURSOR, "page_token", NULL, 0, 1, "pagination.next_token" },
    { TEXT ("page"), ENVELOPE ("next_page: {type: string}"), ASK_PAGING_CURSOR, "page", NULL, 0, 1,
      "next_page" },
    { "", ENVELOPE ("next: {type: string}"), ASK_PAGING_LINK, NULL, NULL, 0, 1, "next" },
    { INTEGER ("limit", ", maximum: 30"), ENVELOPE ("next_url: {type: string}"), ASK_PAGING_LINK, NULL,
      "limit", 30, 1, "next_url" },
    { "", ENVELOPE ("links: {properties: {next: {type: string}}}"), ASK_PAGING_LINK, NULL, NULL, 0, 1,
      "links.next" },
    { "", ENVELOPE ("_links: {properties: {next: {properties: {href: {type: string}}}}}"), ASK_PAGING_LINK,
      NULL, NULL, 0, 1, "_links.next.href" },
    { "", ENVELOPE ("'@odata.nextLink': {type: string}"), ASK_PAGING_LINK, NULL, NULL, 0, 1,
      "@odata.nextLink" },
    { "", ENVELOPE ("next: {type: integer}"), ASK_PAGING_NONE, NULL, NULL, 0, 1, NULL },
    { "", ENVELOPE ("total: {type: integer}"), ASK_PAGING_NONE, NULL, NULL, 0, 1, NULL },
    /* A member of the rows is no next page. */
    { "", "{items: {properties: {next: {type: string}}}}", ASK_PAGING_NONE, NULL, NULL, 0, 1, NULL },
    { "{name: start, in: query, schema: {type: string, format: date}}," INTEGER ("limit", ""), ENVELOPE (""),
      ASK_PAGING_NONE, NULL, NULL, 0, 1, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskOpenapi) api = import_one ("/rows", cases[i].parameters, cases[i].schema);
      const AskPaging *paging = &first (api)->operation->paging;

      if (paging->kind != cases[i].kind)
        g_error ("%s %s: kind %d", cases[i].parameters, cases[i].schema, paging->kind);
      g_assert_cmpstr (paging->parameter, ==, cases[i].parameter);
      g_assert_cmpstr (paging->size_parameter, ==, cases[i].size_parameter);
      g_assert_cmpint (paging->size, ==, cases[i].size);
      g_assert_cmpint (paging->first, ==, cases[i].first);
      g_assert_cmpstr (paging->next, ==, cases[i].next);
      g_assert_cmpuint (count_sent (api), ==, 0);
    }
}

#define TEXTS(name, more) "{name: " name ", in: query, schema: {type: string" more "}}"

/* "attribute parameter ascending descending direction up down", each on a line. */
static char *
dup_sorts (const AskOperation *operation)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < operation->sorts->len; i++)
    {
      const AskSort *sort = operation->sorts->pdata[i];

      g_string_append_printf (text, "%s%s %s %s %s", i > 0 ? "; " : "", sort->attribute, sort->parameter,
                              sort->ascending, sort->descending);
      if (sort->direction != NULL)
        g_string_append_printf (text, " %s %s %s", sort->direction, sort->up, sort->down);
    }
  return g_string_free (text, FALSE);
}

static void
test_sorts (void)
{
  static const struct
  {
    const char *parameters;
    const char *sorts;
  } cases[] = {
    { TEXTS ("sort", ", enum: [price, -price, day, '-day', newest]"), "price sort price -price; day sort day -day" },
    { TEXTS ("ordering", ", enum: ['-id', id]"), "id ordering id -id" },
    { TEXTS ("order_by", ", enum: [price_asc, price_desc, created_at_desc]"),
      "price order_by price_asc price_desc" },
    { TEXTS ("orderBy", ", enum: [carrierIdAsc, carrierIdDesc]"), "carrierId orderBy carrierIdAsc carrierIdDesc" },
    { TEXTS ("sort", ", enum: ['price:asc', 'price:desc', 'day.asc', 'day.desc']"),
      "price sort price:asc price:desc; day sort day.asc day.desc" },
    { TEXTS ("sort", ", enum: ['+price', '-price']"), "price sort +price -price" },
    { TEXTS ("sort", ", enum: [price, price_desc]"), "price sort price price_desc" },
    { TEXTS ("sort_by", ", enum: [price, created_at]") "," TEXTS ("order", ", enum: [asc, desc]"),
      "price sort_by price price order asc desc; created_at sort_by created_at created_at order asc desc" },
    { TEXTS ("sort", ", enum: [id]") "," TEXTS ("direction", ", enum: [DESC, ASC], default: DESC"),
      "id sort id id direction ASC DESC" },
    { TEXTS ("sort_by", "") "," TEXTS ("sort_dir", ", enum: [asc, desc]"), "" },
    { "{name: sort, in: query, explode: false, schema: {type: array, items: {type: string, enum: [id, -id]}}}",
      "id sort id -id" },
    { "{name: sort, in: query, description: 'One of price, day. Prefix with - for descending.', schema: "
      "{type: string}}",
      "day sort day -day; price sort price -price" },
    { "{name: sort, in: query, description: 'price:asc, price:desc or id', schema: {type: string}}",
      "price sort price:asc price:desc" },
    { "{name: sort, in: query, description: 'By price or by day.', schema: {type: string}},"
      TEXTS ("order", ", enum: [asc, desc]"),
      "day sort day day order asc desc; price sort price price order asc desc" },
    /* Nobody knows which way, or by what. */
    { TEXTS ("sort", ", enum: [price, day]"), "" },
    { TEXTS ("sort", ", enum: [asc, desc]"), "" },
    { TEXTS ("sort", ", enum: [-price]"), "" },
    { TEXTS ("sort", ""), "" },
    { "{name: sort, in: query, description: 'By price.', schema: {type: string}}", "" },
    { TEXTS ("sort", ", enum: [tags, -tags, unknown, -unknown]"), "" },
    { "{name: sort, in: query, required: true, schema: {type: string, enum: [price, -price]}}", "" },
    { "{name: sort, in: header, schema: {type: string, enum: [price, -price]}}", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskOpenapi) api = import_one ("/shipments", cases[i].parameters, ROW);
      g_autofree char *sorts = dup_sorts (first (api)->operation);

      if (strcmp (sorts, cases[i].sorts) != 0)
        g_error ("%s: %s", cases[i].parameters, sorts);
      if (sorts[0] != '\0')
        g_assert_cmpuint (count_sent (api), ==, 0);
    }
}

static void
test_least_size (void)
{
  static const struct
  {
    const char *parameters;
    gint64 least;
  } cases[] = {
    { INTEGER ("offset", "") "," INTEGER ("limit", ", maximum: 50"), 1 },
    { INTEGER ("offset", "") "," INTEGER ("limit", ", minimum: 0, maximum: 50"), 1 },
    { INTEGER ("offset", "") "," INTEGER ("limit", ", minimum: 10, maximum: 50"), 10 },
    { INTEGER ("offset", "") "," INTEGER ("limit", ", enum: [10, 50]"), 0 },
    { INTEGER ("page", ""), 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskOpenapi) api = import_one ("/rows", cases[i].parameters, ENVELOPE (""));

      g_assert_cmpint (first (api)->operation->paging.least, ==, cases[i].least);
    }
}

static void
test_link_header (void)
{
  g_autoptr (AskOpenapi) api = import (
    "{openapi: 3.0.0, paths: {/a: {get: {responses: {200: {headers: {link: {schema: {type: string}}}, "
    "content: {application/json: {schema: {items: " ITEM "}}}}}}}}}");

  g_assert_cmpint (first (api)->operation->paging.kind, ==, ASK_PAGING_LINK);
  g_assert_null (first (api)->operation->paging.next);
}

/* Where the way to the next page is not described, nobody may take the first for all. */
static void
test_single_page (void)
{
  g_autoptr (AskOpenapi) api
    = import_one ("/charges", INTEGER ("limit", ", maximum: 100") "," TEXT ("starting_after"), ENVELOPE (""));

  g_assert_cmpint (first (api)->operation->paging.kind, ==, ASK_PAGING_NONE);
  g_assert_cmpstr (parameter (api, "limit")->fixed, ==, "100");
  g_assert_cmpstr (first (api)->description, ==,
                   "The API answers with at most 100 rows for one set of conditions.");
  g_assert_true (has_note (api, "GET /charges became “charges”, but only one page"));
}

/* SCIM calls its first row 1, others 0: an offset that begins at the wrong one has a row twice or not at all. */
static void
test_first_row (void)
{
  static const struct
  {
    const char *more;
    const char *fixed;
  } cases[] = {
    { ", minimum: 0}, description: Where it starts", NULL },
    { "}, description: The zero-based place", NULL },
    { ", default: 0}, description: Row 1 is 0", NULL },
    { ", default: 1}, description: Where it starts", "1" },
    { ", minimum: 1}, description: Where it starts", "1" },
    { "}, description: The 1-based index of the first result", "1" },
    { "}, description: Rows are counted starting at 1.", "1" },
    { "}, description: Rows are counted starting at 10", NULL },
    { ", default: 0}, description: The 1-based index", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *parameters
        = g_strdup_printf ("{name: startIndex, in: query, schema: {type: integer%s}," INTEGER ("count", ""),
                           cases[i].more);
      g_autoptr (AskOpenapi) api = import_one ("/users", parameters, ENVELOPE (""));

      g_assert_cmpint (first (api)->operation->paging.kind, ==, ASK_PAGING_OFFSET);
      g_assert_cmpstr (parameter (api, "startIndex") != NULL ? parameter (api, "startIndex")->fixed : NULL, ==,
                       cases[i].fixed);
    }
}

/* What only shares a name with a column is an input of its own, and no equality. */
static void
test_only_names (void)
{
  static const char item[] = "{type: array, items: {type: object, properties: {id: {type: integer}, "
                             "kind: {type: string, enum: [policy]}, start_date: {type: string, format: date}}}}";
  g_autoptr (AskOpenapi) choices
    = import_one ("/a", "{name: kind, in: query, schema: {type: string, enum: [folder, file]}}", item);
  g_autoptr (AskOpenapi) same
    = import_one ("/a", "{name: kind, in: query, schema: {type: string, enum: [policy, file]}}", item);
  g_autoptr (AskOpenapi) range
    = import_one ("/a/{start_date}/{end_date}",
                  "{name: start_date, in: path, required: true, schema: {type: string, format: date}}, "
                  "{name: end_date, in: path, required: true, schema: {type: string, format: date}}",
                  item);
  g_autoptr (AskOpenapi) day = import_one (
    "/a/{start_date}/all", "{name: start_date, in: path, required: true, schema: {type: string, format: date}}", item);
  g_autoptr (AskOpenapi) offset
    = import_one ("/a",
                  "{name: offset, in: query, required: true, schema: {type: integer}}, "
                  "{name: limit, in: query, schema: {type: integer, maximum: 50}}",
                  item);

  g_assert_null (parameter (choices, "kind"));
  g_assert_cmpstr (parameter (same, "kind")->attribute, ==, "kind");
  g_assert_cmpstr (parameter (range, "start_date")->attribute, !=, "start_date");
  g_assert_null (attribute (range, parameter (range, "start_date")->attribute)->column);
  g_assert_cmpstr (parameter (day, "start_date")->attribute, ==, "start_date");
  g_assert_cmpstr (parameter (offset, "offset")->fixed, ==, "0");
  g_assert_cmpstr (first (offset)->operation->paging.parameter, ==, "offset");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/openapi-parameter/a-parameter-that-means-a-column-is-an-equality", test_equality);
  g_test_add_func ("/schema/openapi-parameter/what-must-be-given-becomes-an-input", test_required);
  g_test_add_func ("/schema/openapi-parameter/a-path-s-parameters-join-the-operation-s", test_merged_parameters);
  g_test_add_func ("/schema/openapi-parameter/a-path-s-parameter-finds-its-column", test_path_parameters);
  g_test_add_func ("/schema/openapi-parameter/each-way-of-paging-is-recognised", test_paging);
  g_test_add_func ("/schema/openapi-parameter/an-offset-begins-where-the-document-says", test_first_row);
  g_test_add_func ("/schema/openapi-parameter/orders-are-read-from-the-values-allowed", test_sorts);
  g_test_add_func ("/schema/openapi-parameter/the-least-page-size-is-read", test_least_size);
  g_test_add_func ("/schema/openapi-parameter/a-link-header-means-paging-by-links", test_link_header);
  g_test_add_func ("/schema/openapi-parameter/a-way-on-that-is-not-described-is-told", test_single_page);
  g_test_add_func ("/schema/openapi-parameter/a-shared-name-alone-is-no-equality", test_only_names);
  return g_test_run ();
}
