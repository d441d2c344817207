/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of a web API as a source where it behaves: pages of every kind, keys, parameters, many
 * bindings side by side, and cells with all their digits. Faults are in test-rest-faults.c.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"

typedef struct
{
  AskPagingKind kind;
  guint n_rows;
  guint clamp; /* rows the server gives a page at most */
  gboolean total;
  gboolean has_more;
  gboolean next; /* the body names the next cursor or URL */
  gboolean link; /* the Link header does */
  gboolean repeat_last; /* beyond the end comes the last page again */
  gboolean constant; /* all rows have the same name */
  guint gap_at; /* a page that is short by one row, though more follow; 0 for none */
} Api;

static guint
number_of (const AskTestRequest *request, const char *name, guint fallback)
{
  g_autofree char *text = ask_test_request_dup_param (request, name);

  return text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : fallback;
}

static void
serve_pages (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
             gpointer user_data)
{
  const Api *api = user_data;
  g_autoptr (GString) body = g_string_new ("{\"meta\":{");
  guint size = MIN (number_of (request, "limit", api->clamp), api->clamp);
  guint page = number_of (request, "page", 1);
  guint from = api->kind == ASK_PAGING_PAGE     ? (page - 1) * size
               : api->kind == ASK_PAGING_OFFSET ? number_of (request, "offset", 0)
                                                : number_of (request, "cursor", 0);
  guint to;
  gboolean more;

  if (api->kind == ASK_PAGING_NONE)
    size = api->n_rows;
  if (from >= api->n_rows && api->repeat_last && api->n_rows > 0)
    from = (api->n_rows - 1) / size * size;
  from = MIN (from, api->n_rows);
  to = MIN (api->n_rows, from + size);
  more = to < api->n_rows;
  g_string_append (body, "\"page\":1");
  if (api->total)
    g_string_append_printf (body, ",\"total\":%u", api->n_rows);
  if (api->has_more)
    g_string_append_printf (body, ",\"has_more\":%s", more ? "true" : "false");
  if (api->next && api->kind == ASK_PAGING_LINK)
    g_string_append_printf (body, more ? ",\"next\":\"/v1/rows?cursor=%u\"" : ",\"next\":null", to);
  else if (api->next)
    g_string_append_printf (body, more ? ",\"next\":\"%u\"" : ",\"next\":\"\"", to);
  g_string_append (body, "},\"data\":{\"items\":[");
  for (guint i = from; i < to; i++)
    if (api->gap_at == 0 || i != api->gap_at || api->kind != ASK_PAGING_PAGE)
      g_string_append_printf (body, "%s{\"id\":%u,\"name\":\"%s\"}",
                              body->str[body->len - 1] == '[' ? "" : ",", i,
                              api->constant ? "same" : "x");
  g_string_append (body, "]}}");
  if (api->link && more)
    {
      g_autofree char *link = g_strdup_printf (
        "</v1/rows?cursor=0>; rel=\"first\", </v1/rows?cursor=%u>; title=\"a, b\"; rel=next", to);

      ask_test_reply_add_header (reply, "Link", link);
    }
  ask_test_reply_set (reply, 200, "application/json", body->str, (gssize) body->len);
}

static void
set_paging (AskEntity *entity, AskPagingKind kind, gboolean next)
{
  AskPaging *paging = &entity->operation->paging;

  paging->kind = kind;
  paging->parameter = g_strdup (kind == ASK_PAGING_PAGE     ? "page"
                                : kind == ASK_PAGING_OFFSET ? "offset"
                                : kind == ASK_PAGING_CURSOR ? "cursor"
                                                            : NULL);
  if (kind != ASK_PAGING_NONE)
    paging->size_parameter = g_strdup ("limit");
  paging->size = 10;
  paging->next = next ? g_strdup ("meta.next") : NULL;
}

static const Api apis[] = {
  { ASK_PAGING_NONE, 25, 100, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_NONE, 25, 100, TRUE, TRUE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_PAGE, 25, 100, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_PAGE, 30, 100, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_PAGE, 25, 100, TRUE, FALSE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_PAGE, 25, 100, FALSE, TRUE, FALSE, FALSE, FALSE, FALSE, 0 },
  /* The server gives less than it is asked for. */
  { ASK_PAGING_PAGE, 25, 4, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_OFFSET, 25, 4, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_OFFSET, 25, 100, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_OFFSET, 30, 100, TRUE, TRUE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_OFFSET, 0, 100, TRUE, TRUE, FALSE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_PAGE, 0, 100, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, 0 },
  /* Beyond the end the last page comes again. */
  { ASK_PAGING_PAGE, 20, 100, FALSE, FALSE, FALSE, FALSE, TRUE, FALSE, 0 },
  { ASK_PAGING_OFFSET, 20, 100, FALSE, FALSE, FALSE, FALSE, TRUE, FALSE, 0 },
  /* Pages that look the same in the columns asked for are not the same page. */
  { ASK_PAGING_PAGE, 40, 100, FALSE, FALSE, FALSE, FALSE, FALSE, TRUE, 0 },
  { ASK_PAGING_OFFSET, 40, 100, FALSE, TRUE, FALSE, FALSE, FALSE, TRUE, 0 },
  { ASK_PAGING_CURSOR, 25, 100, FALSE, FALSE, TRUE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_CURSOR, 25, 4, TRUE, TRUE, TRUE, FALSE, FALSE, TRUE, 0 },
  { ASK_PAGING_CURSOR, 0, 4, FALSE, FALSE, TRUE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_LINK, 25, 10, FALSE, FALSE, TRUE, FALSE, FALSE, FALSE, 0 },
  { ASK_PAGING_LINK, 25, 10, FALSE, TRUE, FALSE, TRUE, FALSE, FALSE, 0 },
  /* A page in the middle is short, and the answer says that more follow. */
  { ASK_PAGING_PAGE, 31, 100, FALSE, TRUE, FALSE, FALSE, FALSE, FALSE, 15 },
};

static void
test_pages (void)
{
  guint n_calls = 0;

  for (guint i = 0; i < G_N_ELEMENTS (apis); i++)
    for (guint columns = 0; columns < 3; columns++)
      {
        g_autoptr (AskTestServer) server
          = ask_test_server_new (serve_pages, (gpointer) &apis[i]);
        g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
        g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data.items");
        g_autoptr (GPtrArray) calls = rest_calls_new ();
        g_autoptr (GError) error = NULL;
        g_autoptr (AskRows) rows = NULL;
        guint expected = apis[i].n_rows - (apis[i].gap_at > 0);

        set_paging (entity, apis[i].kind, apis[i].next);
        rows = rest_read (source, entity, columns, NULL, 0, NULL, 0, NULL, calls, &error);
        if (error != NULL)
          g_test_message ("server %u, %u columns", i, columns);
        g_assert_no_error (error);
        if (ask_rows_get_n_rows (rows) != expected)
          g_test_message ("server %u, %u columns", i, columns);
        g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, expected);
        if (columns == 2)
          for (guint r = 0; r < expected; r++)
            g_assert_cmpint (ask_rows_get (rows, r, 0)->integer, ==,
                             r + (apis[i].gap_at > 0 && r >= apis[i].gap_at));
        g_assert_cmpuint (calls->len, ==, ask_test_server_count (server, NULL));
        n_calls += calls->len;
        for (guint c = 0, n = 0; c < calls->len; c++)
          {
            const AskCall *call = calls->pdata[c];

            g_assert_cmpstr (call->source, ==, "shop");
            g_assert_cmpstr (call->entity, ==, "things");
            g_assert_cmpuint (call->status, ==, 200);
            g_assert_cmpint (call->bytes, >, 0);
            g_assert_true (g_str_has_prefix (call->url, "/v1/rows"));
            n += (guint) call->rows;
            if (c + 1 == calls->len && !apis[i].repeat_last)
              g_assert_cmpuint (n, ==, expected);
          }
      }
  g_test_message ("%u kinds of servers, %u calls", (guint) G_N_ELEMENTS (apis), n_calls);
}

/* A page is asked for when its rows are, not before. */
static void
test_lazy (void)
{
  static const Api api = { ASK_PAGING_PAGE, 100, 10, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_pages, (gpointer) &api);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data.items");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;

  set_paging (entity, ASK_PAGING_PAGE, FALSE);
  cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 0);
  for (guint i = 0; i < 15; i++)
    g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
  g_assert_cmpint (row[0].integer, ==, 14);
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 2);
}

static void
test_shapes (void)
{
  static const struct
  {
    const char *rows;
    const char *body;
    guint n;
  } cases[] = {
    { NULL, "[{\"id\":1},{\"id\":2}]", 2 },
    { NULL, "[]", 0 },
    { "data", "{\"data\":[{\"id\":1}]}", 1 },
    { "data", "{\"data\":null}", 0 },
    { "data", "{\"data\":[]}", 0 },
    { "a.b.c", "{\"x\":[{\"id\":7}],\"a\":{\"c\":[1],\"b\":{\"d\":{},\"c\":[{\"id\":1}]}}}", 1 },
    { "a.b", "{\"a.b\":[{\"id\":1},{\"id\":2}]}", 2 },
    { "data", "{\"filters\":{\"data\":[1,2]},\"list\":[[{\"data\":3}]],\"data\":[{\"id\":1}]}", 1 },
    { "data", "\xef\xbb\xbf{\"data\":[{\"id\":1}]}\n", 1 },
    { "data", "{\"data\":[{\"other\":1},{}]}", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", cases[i].rows);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      ask_test_server_add_json (server, "/v1/rows", cases[i].body);
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, cases[i].n);
    }
}

static void
test_no_content (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;

  ask_test_reply_set (ask_test_server_add (server, "/v1/rows"), 204, NULL, NULL, 0);
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 0);
}

/* Not one digit, nor one sign, of what the API said is lost. */
static void
test_cells (void)
{
  static const struct
  {
    const char *json;
    AskValueKind kind;
    const char *text;
  } cases[] = {
    { "9007199254740993", ASK_VALUE_INTEGER, "9007199254740993" },
    { "-9223372036854775808", ASK_VALUE_INTEGER, "-9223372036854775808" },
    { "18446744073709551615", ASK_VALUE_TEXT, "18446744073709551615" },
    { "\"07\"", ASK_VALUE_TEXT, "07" },
    { "\"\"", ASK_VALUE_TEXT, "" },
    { "0.1", ASK_VALUE_REAL, "0.1" },
    { "5.0", ASK_VALUE_REAL, "5.0" },
    { "true", ASK_VALUE_INTEGER, "1" },
    { "false", ASK_VALUE_INTEGER, "0" },
    { "null", ASK_VALUE_NULL, "" },
    { "{ \"a\" : [ 1, 2.50 ] }", ASK_VALUE_TEXT, "{\"a\":[1,2.50]}" },
    { "[ ]", ASK_VALUE_TEXT, "[]" },
    { "\"\\ud83d\\ude00 \\\"\"", ASK_VALUE_TEXT, "😀 \"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      g_autofree char *body = g_strdup_printf ("[{\"x\":{\"id\":5},\"id\":%s,\"z\":0}]",
                                               cases[i].json);
      AskTestReply *reply = ask_test_server_add_json (server, "/v1/rows", body);
      g_autofree char *text = NULL;

      reply->chunked = TRUE;
      reply->piece = 3;
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_assert_no_error (error);
      text = ask_value_to_text (ask_rows_get (rows, 0, 0));
      g_assert_cmpuint (ask_rows_get (rows, 0, 0)->kind, ==, cases[i].kind);
      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpuint (ask_rows_get (rows, 0, 1)->kind, ==, ASK_VALUE_NULL);
    }
}

/* A cell becomes what its attribute promises, where no digit is lost. */
static void
test_promises (void)
{
  static const struct
  {
    AskType type;
    const char *json;
    AskValueKind kind;
    const char *text;
  } cases[] = {
    { ASK_TYPE_TEXT, "7", ASK_VALUE_TEXT, "7" },
    { ASK_TYPE_TEXT, "1.10", ASK_VALUE_TEXT, "1.10" },
    { ASK_TYPE_TEXT, "1e2", ASK_VALUE_TEXT, "1e2" },
    { ASK_TYPE_TEXT, "18446744073709551615", ASK_VALUE_TEXT, "18446744073709551615" },
    { ASK_TYPE_TEXT, "true", ASK_VALUE_TEXT, "true" },
    { ASK_TYPE_TEXT, "null", ASK_VALUE_NULL, "" },
    { ASK_TYPE_TEXT, "\"7\"", ASK_VALUE_TEXT, "7" },
    { ASK_TYPE_TEXT, "[1]", ASK_VALUE_TEXT, "[1]" },
    { ASK_TYPE_INTEGER, "\"12\"", ASK_VALUE_INTEGER, "12" },
    { ASK_TYPE_INTEGER, "\"-9223372036854775808\"", ASK_VALUE_INTEGER, "-9223372036854775808" },
    { ASK_TYPE_INTEGER, "\"9223372036854775808\"", ASK_VALUE_TEXT, "9223372036854775808" },
    { ASK_TYPE_INTEGER, "\"07\"", ASK_VALUE_TEXT, "07" },
    { ASK_TYPE_INTEGER, "\" 7\"", ASK_VALUE_TEXT, " 7" },
    { ASK_TYPE_INTEGER, "\"+7\"", ASK_VALUE_TEXT, "+7" },
    { ASK_TYPE_INTEGER, "\"7.5\"", ASK_VALUE_TEXT, "7.5" },
    { ASK_TYPE_INTEGER, "\"\"", ASK_VALUE_TEXT, "" },
    { ASK_TYPE_INTEGER, "7.5", ASK_VALUE_REAL, "7.5" },
    { ASK_TYPE_REAL, "\"2.50\"", ASK_VALUE_REAL, "2.5" },
    { ASK_TYPE_REAL, "\"1.00\"", ASK_VALUE_REAL, "1.0" },
    { ASK_TYPE_REAL, "\"0.1000000000000000055\"", ASK_VALUE_TEXT, "0.1000000000000000055" },
    { ASK_TYPE_REAL, "\"1e3\"", ASK_VALUE_TEXT, "1e3" },
    { ASK_TYPE_DATE, "2024", ASK_VALUE_INTEGER, "2024" },
    { ASK_TYPE_ANY, "\"12\"", ASK_VALUE_TEXT, "12" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      g_autofree char *body = g_strdup_printf ("[{\"name\":\"x\",\"id\":%s}]", cases[i].json);
      g_autofree char *text = NULL;

      ((AskAttribute *) entity->attributes->pdata[0])->type = cases[i].type;
      ask_test_server_add_json (server, "/v1/rows", body);
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_assert_no_error (error);
      g_test_message ("%s", cases[i].json);
      text = ask_value_to_text (ask_rows_get (rows, 0, 0));
      g_assert_cmpuint (ask_rows_get (rows, 0, 0)->kind, ==, cases[i].kind);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

#define SECRET "s3cr3t/k+ y"

static void
assert_no_secret (const char *text)
{
  g_assert_null (strstr (text, "s3cr3t"));
}

static void
test_keys (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, "X-Api-Key", SECRET);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GPtrArray) requests = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  AskSourceConfig *config = ask_rest_source_get_config (ASK_REST_SOURCE (source));

  ask_source_config_add_query (config, "api_key", SECRET);
  set_paging (entity, ASK_PAGING_LINK, TRUE);
  /* The server repeats the key in its links, escaped in a way of its own. */
  ask_test_server_add_json (server, "/v1/rows",
                            "{\"data\":[{\"id\":1}],\"meta\":{\"next\":"
                            "\"/v1/rows?p=2&api_key=s3cr3t/k%2b%20y\"}}");
  ask_test_server_add_json (server, "/v1/rows",
                            "{\"data\":[{\"id\":2}],\"meta\":{\"next\":null}}");
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
  requests = ask_test_server_dup_requests (server);
  g_assert_cmpuint (requests->len, ==, 2);
  for (guint i = 0; i < requests->len; i++)
    {
      const AskTestRequest *request = requests->pdata[i];
      g_autofree char *key = ask_test_request_dup_param (request, "api_key");

      g_assert_cmpstr (ask_test_request_get_header (request, "X-Api-Key"), ==, SECRET);
      g_assert_cmpstr (key, ==, SECRET);
      assert_no_secret (((AskCall *) calls->pdata[i])->url);
    }
  g_assert_nonnull (strstr (((AskCall *) calls->pdata[0])->url, "api_key="));
}

static void
test_parameters (void)
{
  static const struct
  {
    const char *value;
    const char *sent; /* the segment as it went over the wire */
  } cases[] = {
    { "a b", "a%20b" },       { "50%", "50%25" },     { "a/b", "a%2Fb" },
    { "é", "%C3%A9" },        { "{region}", "%7Bregion%7D" }, { "a?b#c", "a%3Fb%23c" },
    { "x&y=z", "x%26y%3Dz" }, { "..a", "..a" },       { "O'Neil", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/{warehouse}/rows/{region}", NULL);
      const char *const bound[] = { "warehouse", "region", "colour", "tenant" };
      AskValue values[] = { ask_value_text (cases[i].value, -1), ask_value_integer (7),
                            ask_value_text (cases[i].value, -1), ask_value_text ("t1", -1) };
      g_autofree char *path = g_strdup_printf ("/v1/%s/rows/7", cases[i].value);
      g_autoptr (GPtrArray) calls = rest_calls_new ();
      g_autoptr (GPtrArray) requests = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      g_autofree char *colour = NULL;
      const AskTestRequest *request;

      rest_add_parameter (entity, "warehouse", ASK_PARAMETER_IN_PATH, TRUE);
      rest_add_parameter (entity, "region", ASK_PARAMETER_IN_PATH, TRUE);
      rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, FALSE);
      rest_add_parameter (entity, "tenant", ASK_PARAMETER_IN_HEADER, FALSE);
      ask_operation_add_parameter (entity->operation, "api-version", ASK_PARAMETER_IN_QUERY, NULL,
                                   TRUE)->fixed = g_strdup ("2025-01");
      ask_test_server_add_json (server, path, "[{\"id\":1}]");
      rows = rest_read (source, entity, 2, bound, 4, values, 1, NULL, calls, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 1);
      requests = ask_test_server_dup_requests (server);
      request = requests->pdata[0];
      colour = ask_test_request_dup_param (request, "colour");
      g_assert_cmpstr (colour, ==, cases[i].value);
      g_assert_cmpstr (ask_test_request_get_header (request, "tenant"), ==, "t1");
      g_assert_nonnull (strstr (request->query, "api-version=2025-01"));
      if (cases[i].sent != NULL)
        {
          g_autofree char *raw = g_strndup (g_bytes_get_data (request->raw, NULL),
                                            g_bytes_get_size (request->raw));
          g_autofree char *line = g_strdup_printf ("GET /v1/%s/rows/7?", cases[i].sent);

          g_assert_true (g_str_has_prefix (raw, line));
        }
      g_assert_nonnull (strstr (((AskCall *) calls->pdata[0])->arguments, "region => 7"));
    }
}

/* "" and ".." in a path would be another resource than the one that was meant. */
static void
test_path_escape (void)
{
  static const char *const values[] = { "", ".", ".." };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/things/{warehouse}", NULL);
      const char *const bound[] = { "warehouse" };
      AskValue value = ask_value_text (values[i], -1);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      rest_add_parameter (entity, "warehouse", ASK_PARAMETER_IN_PATH, TRUE);
      rows = rest_read (source, entity, 2, bound, 1, &value, 1, NULL, NULL, &error);
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT);
      g_assert_null (rows);
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 0);
    }
}

static void
test_argument_kinds (void)
{
  static const struct
  {
    AskType type;
    AskValue value;
    const char *sent;
  } cases[] = {
    { ASK_TYPE_BOOLEAN, { .integer = 1, .kind = ASK_VALUE_INTEGER }, "true" },
    { ASK_TYPE_BOOLEAN, { .integer = 0, .kind = ASK_VALUE_INTEGER }, "false" },
    { ASK_TYPE_INTEGER, { .real = 5.0, .kind = ASK_VALUE_REAL }, "5" },
    { ASK_TYPE_INTEGER, { .real = 5.5, .kind = ASK_VALUE_REAL }, "5.5" },
    { ASK_TYPE_INTEGER, { .real = 1e300, .kind = ASK_VALUE_REAL }, "1e+300" },
    { ASK_TYPE_REAL, { .real = 5.0, .kind = ASK_VALUE_REAL }, "5" },
    { ASK_TYPE_TEXT, { .real = 5.0, .kind = ASK_VALUE_REAL }, "5" },
    { ASK_TYPE_INTEGER,
      { .integer = G_GINT64_CONSTANT (9007199254740993), .kind = ASK_VALUE_INTEGER },
      "9007199254740993" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      const char *const bound[] = { "colour" };
      g_autoptr (GPtrArray) requests = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      g_autofree char *sent = NULL;

      rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, FALSE)->type = cases[i].type;
      ask_test_server_add_json (server, "/v1/rows", "[]");
      rows = rest_read (source, entity, 2, bound, 1, &cases[i].value, 1, NULL, NULL, &error);
      g_assert_no_error (error);
      requests = ask_test_server_dup_requests (server);
      sent = ask_test_request_dup_param (requests->pdata[0], "colour");
      g_assert_cmpstr (sent, ==, cases[i].sent);
    }
}

static void
test_missing_argument (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/{warehouse}", NULL);
  const char *const unbound[] = { "name" };
  AskValue value = ask_value_integer (1);
  g_autoptr (GError) error = NULL;

  rest_add_parameter (entity, "warehouse", ASK_PARAMETER_IN_PATH, TRUE);
  g_assert_null (rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "warehouse"));
  g_clear_error (&error);
  /* What is no parameter can't be asked for. */
  g_assert_null (rest_scan (source, entity, 2, unbound, 1, &value, 1, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_ARGUMENT);
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 0);
}

/* Each binding has two pages of one row; the later ones answer first. */
static void
serve_bindings (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
                gpointer user_data)
{
  guint key = number_of (request, "colour", 0);
  guint page = number_of (request, "page", 1);
  g_autofree char *body
    = page > 2 ? g_strdup ("[]")
               : g_strdup_printf ("[{\"id\":%u,\"name\":\"%u\"}]", key * 10 + page, key);

  reply->delay_ms = 5 + (key % 7 == 0 ? 20 : 0);
  ask_test_reply_set (reply, 200, "application/json", body, -1);
}

static void
test_bindings (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_bindings, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  const char *const bound[] = { "colour" };
  const guint n = 150;
  g_autofree AskValue *values = g_new0 (AskValue, n);
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;

  for (guint i = 0; i < n; i++)
    values[i] = ask_value_integer (n - i);
  set_paging (entity, ASK_PAGING_PAGE, FALSE);
  rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, TRUE);
  ask_test_server_gather (server, NULL, 2);
  rows = rest_read (source, entity, 2, bound, 1, values, n, order, calls, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2 * n);
  for (guint i = 0; i < 2 * n; i++)
    {
      g_assert_cmpuint (g_array_index (order, guint, i), ==, i / 2);
      g_assert_cmpint (ask_rows_get (rows, i, 0)->integer, ==, (n - i / 2) * 10 + i % 2 + 1);
    }
  g_assert_cmpuint (ask_test_server_get_max_concurrent (server), <=, 8);
  g_assert_cmpuint (calls->len, ==, ask_test_server_count (server, NULL));
  g_test_message ("%u bindings, %u calls, %u at once", n, calls->len,
                  ask_test_server_get_max_concurrent (server));
}

static void
test_source (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_source_open (source, NULL, &error));
  g_assert_true (ask_source_open (source, NULL, &error));
  g_assert_cmpint (ask_source_capability (source), ==, ASK_CAPABILITY_PARAMETERS);
  g_assert_null (ask_source_query (source, "SELECT 1", NULL, 0, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
  g_clear_error (&error);

  ask_schema_add_entity (schema, rest_entity_new ("/v1/rows", NULL));
  ask_test_server_add_json (server, "/v1/rows", "[]");
  g_assert_true (ask_source_test (source, schema, NULL, &error));
  g_assert_no_error (error);
  ask_test_server_add (server, "/v1/rows")->status = 403;
  g_assert_false (ask_source_test (source, schema, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
}

static void
test_problem (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  AskSourceConfig *config = ask_rest_source_get_config (ASK_REST_SOURCE (source));
  g_autoptr (GError) error = NULL;

  config->problem = g_strdup ("The key of “shop” is not to be had.");
  g_assert_null (rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
  g_assert_cmpstr (error->message, ==, config->problem);
}

/* 404 and 410 say of one row that it is not there, and nothing else; nor do they of one among
 * several that were asked for in one call. */
static void
test_no_such_row (void)
{
  static const struct
  {
    const char *path;
    gboolean single;
    guint status;
    gboolean fails;
  } cases[] = {
    { "/v1/things/{id}", TRUE, 404, FALSE },
    { "/v1/things/{id}", TRUE, 410, FALSE },
    { "/v1/things/{id}/", TRUE, 404, FALSE },
    { "/v1/things/{id}", FALSE, 404, TRUE },
    { "/v1/things/{id}/state", TRUE, 404, TRUE },
    { "/v1/things/x{id}", TRUE, 404, TRUE },
    { "/v1/things/{id}", TRUE, 400, TRUE },
    { "/v1/things/{id}", TRUE, 403, TRUE },
    { "/v1/things/{id}", TRUE, 500, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint cache_s = 0; cache_s <= 60; cache_s += 60)
      {
        g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
        g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
        g_autoptr (AskEntity) entity = rest_entity_new (cases[i].path, NULL);
        g_autoptr (GPtrArray) calls = rest_calls_new ();
        g_autoptr (GError) error = NULL;
        AskValue values[] = { ask_value_integer (1), ask_value_integer (2), ask_value_integer (3) };
        static const char *const bound[] = { "id" };
        g_autoptr (AskRows) rows = NULL;

        ask_rest_source_get_config (ASK_REST_SOURCE (source))->cache_s = cache_s;
        entity->operation->single = cases[i].single;
        ask_operation_add_parameter (entity->operation, "id", ASK_PARAMETER_IN_PATH, "id", TRUE);
        for (guint id = 1; id <= 3; id++)
          {
            g_autoptr (GString) path = g_string_new (cases[i].path);
            g_autofree char *number = g_strdup_printf ("%u", id);
            g_autofree char *body = g_strdup_printf (
                cases[i].single ? "{\"id\":%u,\"name\":\"n\"}" : "[{\"id\":%u,\"name\":\"n\"}]",
                id);
            AskTestReply *reply;

            g_string_replace (path, "{id}", number, 0);
            reply = ask_test_server_add_json (server, path->str, body);
            if (id == 2)
              ask_test_reply_set (reply, cases[i].status, "text/html", "<html>no</html>", -1);
          }
        g_test_message ("%s %u", cases[i].path, cases[i].status);
        rows = rest_read (source, entity, 2, bound, 1, values, 3, NULL, calls, &error);
        if (cases[i].fails)
          {
            g_assert_nonnull (error);
            g_assert_true (error->domain == ASK_SOURCE_ERROR);
            g_assert_null (rows);
            continue;
          }
        g_assert_no_error (error);
        g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
        g_assert_cmpint (ask_rows_get_row (rows, 1)[0].integer, ==, 3);
        g_assert_cmpuint (calls->len, ==, 3);
        g_assert_cmpuint (((AskCall *) calls->pdata[1])->status, ==, cases[i].status);
        g_assert_cmpint (((AskCall *) calls->pdata[1])->rows, ==, 0);
        g_assert_cmpint (((AskCall *) calls->pdata[2])->rows, ==, 1);

        /* What is not there is not kept either: it may come. */
        g_clear_pointer (&rows, ask_rows_unref);
        rows = rest_read (source, entity, 2, bound, 1, values, 3, NULL, calls, &error);
        g_assert_no_error (error);
        g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
        g_assert_cmpuint (ask_calls_count_requests (calls), ==, cache_s > 0 ? 4 : 6);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest/each-way-of-paging-gives-every-row", test_pages);
  g_test_add_func ("/source/rest/a-page-is-asked-for-when-its-rows-are", test_lazy);
  g_test_add_func ("/source/rest/rows-are-found-in-each-shape-of-answer", test_shapes);
  g_test_add_func ("/source/rest/an-answer-without-content-has-no-rows", test_no_content);
  g_test_add_func ("/source/rest/a-cell-loses-no-digit-and-no-sign", test_cells);
  g_test_add_func ("/source/rest/a-cell-becomes-what-its-attribute-promises", test_promises);
  g_test_add_func ("/source/rest/keys-are-sent-and-never-shown", test_keys);
  g_test_add_func ("/source/rest/arguments-are-escaped-where-they-stand", test_parameters);
  g_test_add_func ("/source/rest/no-argument-leads-to-another-path", test_path_escape);
  g_test_add_func ("/source/rest/an-argument-is-sent-as-its-type-is-written", test_argument_kinds);
  g_test_add_func ("/source/rest/a-missing-argument-is-named", test_missing_argument);
  g_test_add_func ("/source/rest/each-binding-gets-its-own-rows", test_bindings);
  g_test_add_func ("/source/rest/a-404-is-no-row-only-where-it-names-one", test_no_such_row);
  g_test_add_func ("/source/rest/a-test-calls-the-api-and-tells-a-denial", test_source);
  g_test_add_func ("/source/rest/a-source-with-a-problem-says-so", test_problem);
  return g_test_run ();
}
