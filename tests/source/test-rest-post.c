/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Searches by POST: only where a steward allowed it, with a body whose values keep their types and
 * digits, with pages in it, with the cache, the retries and the faults that a GET has too.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"

#define PATH "/things/search"

static AskSource *
post_source (AskTestServer *server, const char *allowed)
{
  AskSource *source = rest_source_new (server, "X-Key", "key-canary");
  AskSourceConfig *config = ask_rest_source_get_config (ASK_REST_SOURCE (source));

  if (allowed != NULL)
    {
      config->reads = g_new0 (char *, 2);
      config->reads[0] = g_strdup (allowed);
    }
  return source;
}

static AskEntity *
post_entity (void)
{
  AskEntity *entity = rest_entity_new (PATH, "items");

  entity->operation->method = g_strdup ("POST");
  return entity;
}

static AskParameter *
add_member (AskEntity *entity, const char *attribute, const char *member, AskType type)
{
  AskParameter *parameter;

  if (ask_entity_find_attribute (entity, attribute) == NULL)
    ask_entity_add_attribute (entity, attribute, NULL, type);
  parameter = ask_operation_add_parameter (entity->operation, member, ASK_PARAMETER_IN_BODY,
                                           attribute, FALSE);
  parameter->type = type;
  return parameter;
}

static char *
dup_body (GPtrArray *requests, guint index)
{
  const AskTestRequest *request = requests->pdata[index];
  gsize length;
  const char *text = g_bytes_get_data (request->body, &length);

  g_assert_cmpstr (request->method, ==, "POST");
  g_assert_cmpstr (ask_test_request_get_header (request, "content-type"), ==, "application/json");
  g_assert_cmpstr (ask_test_request_get_header (request, "x-key"), ==, "key-canary");
  return g_strndup (text != NULL ? text : "", length);
}

/* A schema alone sends no POST. */
static void
test_allowed (void)
{
  static const struct
  {
    const char *allowed;
    const char *table;
    const char *nested;
    gboolean good;
  } cases[] = {
    { NULL, "listThings", NULL, FALSE },
    { "POST /things", "listThings", NULL, FALSE },
    { "GET " PATH, "listThings", NULL, FALSE },
    { "POST " PATH, "listThings", NULL, TRUE },
    { "listThings", "listThings", NULL, TRUE },
    { "listThings", "listThings.delete", NULL, FALSE },
    { "listThings", "listThings#items", "parts", TRUE },
    { "listThings", "listThings#items", NULL, FALSE },
    { "", "listThings", NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = post_source (server, cases[i].allowed);
      g_autoptr (AskEntity) entity = post_entity ();
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      ask_test_server_add_json (server, PATH, "{\"items\":[]}");
      g_free (entity->table);
      entity->table = g_strdup (cases[i].table);
      entity->operation->nested = g_strdup (cases[i].nested);
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, cases[i].good ? 1 : 0);
      if (cases[i].good)
        g_assert_no_error (error);
      else
        {
          g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
          g_assert_nonnull (strstr (error->message, "--reads 'POST " PATH "'"));
        }
    }
}

/* Values as their parameters' types want them, in the order of their names. */
static void
test_body (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = post_source (server, "POST " PATH);
  g_autoptr (AskEntity) entity = post_entity ();
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GPtrArray) requests = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  g_autofree char *body = NULL;
  AskParameter *fixed;
  const char *bound[] = { "price", "big", "open", "city", "code", "note", "tag" };
  AskValue values[] = { ask_value_real (2.5), ask_value_text ("12345678901234567890.12", -1),
                        ask_value_integer (1), ask_value_text ("Zürich \"1\"\n", -1),
                        ask_value_text ("07", -1), ask_value_text ("x y", -1),
                        ask_value_text ("new", -1) };

  add_member (entity, "price", "filter.price.min", ASK_TYPE_REAL);
  add_member (entity, "big", "filter.big", ASK_TYPE_DECIMAL);
  add_member (entity, "open", "filter.open", ASK_TYPE_BOOLEAN);
  add_member (entity, "city", "filter.city", ASK_TYPE_TEXT);
  add_member (entity, "code", "code", ASK_TYPE_INTEGER);
  add_member (entity, "tag", "tags", ASK_TYPE_TEXT)->style = ASK_ARRAY_REPEAT;
  rest_add_parameter (entity, "note", ASK_PARAMETER_IN_QUERY, FALSE);
  fixed = ask_operation_add_parameter (entity->operation, "all", ASK_PARAMETER_IN_BODY, NULL, TRUE);
  fixed->type = ASK_TYPE_BOOLEAN;
  fixed->fixed = g_strdup ("true");
  ask_test_server_add_json (server, PATH, "{\"items\":[{\"id\":1,\"name\":\"a\"}]}");
  rows = rest_read (source, entity, 2, bound, G_N_ELEMENTS (bound), values, 1, NULL, calls, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 1);
  requests = ask_test_server_dup_requests (server);
  body = dup_body (requests, 0);
  g_assert_cmpstr (body, ==,
                   "{\"all\":true,\"code\":\"07\",\"filter\":{\"big\":12345678901234567890.12,"
                   "\"city\":\"Zürich \\\"1\\\"\\n\",\"open\":true,\"price\":{\"min\":2.5}},"
                   "\"tags\":[\"new\"]}");
  g_assert_cmpstr (((AskTestRequest *) requests->pdata[0])->query, ==, "note=x%20y");
  g_assert_cmpuint (calls->len, ==, 1);
  g_assert_cmpstr (((AskCall *) calls->pdata[0])->method, ==, "POST");
  g_assert_cmpstr (((AskCall *) calls->pdata[0])->body, ==, body);
  g_assert_cmpstr (((AskCall *) calls->pdata[0])->url, ==, PATH "?note=x%20y");
  g_assert_nonnull (strstr (((AskCall *) calls->pdata[0])->arguments, "city => "));
}

/* A search without arguments is an empty object. Two parameters in one place are a fault. */
static void
test_empty_and_clash (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = post_source (server, "POST " PATH);
  g_autoptr (AskEntity) entity = post_entity ();
  g_autoptr (GPtrArray) requests = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  g_autofree char *body = NULL;
  const char *bound[] = { "a", "b" };
  AskValue values[] = { ask_value_integer (1), ask_value_integer (2) };

  ask_test_server_add_json (server, PATH, "{\"items\":[]}");
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  requests = ask_test_server_dup_requests (server);
  body = dup_body (requests, 0);
  g_assert_cmpstr (body, ==, "{}");

  add_member (entity, "a", "x", ASK_TYPE_INTEGER);
  add_member (entity, "b", "x.y", ASK_TYPE_INTEGER);
  g_assert_null (rest_read (source, entity, 2, bound, 2, values, 1, NULL, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
}

/* Many values of a list in one call; an empty text among them, too. */
static void
test_list (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = post_source (server, "POST " PATH);
  g_autoptr (AskEntity) entity = post_entity ();
  g_autoptr (GPtrArray) requests = NULL;
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  g_autofree char *body = NULL;
  const char *bound[] = { "name" };
  AskValue values[] = { ask_value_text ("a,b", -1), ask_value_text ("", -1), ask_value_text ("c", -1) };

  add_member (entity, "name", "names", ASK_TYPE_TEXT)->style = ASK_ARRAY_BRACKETS;
  ask_test_server_add_json (server, PATH,
                            "{\"items\":[{\"id\":1,\"name\":\"c\"},{\"id\":2,\"name\":\"a,b\"}]}");
  rows = rest_read (source, entity, 2, bound, 1, values, 3, order, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
  g_assert_cmpuint (g_array_index (order, guint, 0), ==, 2);
  g_assert_cmpuint (g_array_index (order, guint, 1), ==, 0);
  requests = ask_test_server_dup_requests (server);
  g_assert_cmpuint (requests->len, ==, 1);
  body = dup_body (requests, 0);
  g_assert_cmpstr (body, ==, "{\"names\":[\"a,b\",\"\",\"c\"]}");
}

/* Pages of two, of five rows, however they are asked for. */
static void
serve_pages (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const AskPaging *paging = data;
  gsize length;
  const char *text = g_bytes_get_data (request->body, &length);
  g_autoptr (JsonNode) node = ask_json_parse (text != NULL ? text : "", (gssize) length, NULL);
  JsonObject *body = node != NULL ? json_node_get_object (node) : NULL;
  JsonObject *page = ask_json_get_object (body, "page");
  g_autofree char *param = ask_test_request_dup_param (request, "from");
  gint64 from = 0;
  GString *json = g_string_new ("{\"items\":[");

  g_assert_nonnull (body);
  /* The search is in every one of them. */
  g_assert_cmpstr (ask_json_get_string (body, "city"), ==, "Rome");
  switch (paging->kind)
    {
    case ASK_PAGING_PAGE:
      g_assert_cmpint (ask_json_get_integer (page, "size", 0), ==, 2);
      from = (ask_json_get_integer (page, "number", 1) - 1) * 2;
      break;
    case ASK_PAGING_OFFSET:
      from = ask_json_get_integer (page, "number", 0);
      break;
    case ASK_PAGING_CURSOR:
      from = page != NULL && ask_json_get_string (page, "number") != NULL
               ? g_ascii_strtoll (ask_json_get_string (page, "number") + 1, NULL, 10)
               : 0;
      break;
    case ASK_PAGING_LINK:
    case ASK_PAGING_NONE:
    default:
      g_assert_null (page);
      from = param != NULL ? g_ascii_strtoll (param, NULL, 10) : 0;
    }
  for (gint64 i = from; i < MIN (from + 2, 5); i++)
    g_string_append_printf (json, "%s{\"id\":%" G_GINT64_FORMAT ",\"name\":\"n\"}", i > from ? "," : "",
                            i);
  g_string_append (json, "]");
  if (from + 2 < 5 && paging->kind == ASK_PAGING_CURSOR)
    g_string_append_printf (json, ",\"next\":\"c%" G_GINT64_FORMAT "\"", from + 2);
  if (from + 2 < 5 && paging->kind == ASK_PAGING_LINK)
    g_string_append_printf (json, ",\"next\":\"" PATH "?from=%" G_GINT64_FORMAT "\"", from + 2);
  g_string_append_c (json, '}');
  ask_test_reply_set (reply, 200, "application/json", json->str, -1);
  g_string_free (json, TRUE);
}

static void
test_pages (void)
{
  static const AskPagingKind kinds[]
    = { ASK_PAGING_PAGE, ASK_PAGING_OFFSET, ASK_PAGING_CURSOR, ASK_PAGING_LINK };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (AskEntity) entity = post_entity ();
      AskPaging *paging = &entity->operation->paging;
      g_autoptr (AskTestServer) server = ask_test_server_new (serve_pages, paging);
      g_autoptr (AskSource) source = post_source (server, "POST " PATH);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      const char *bound[] = { "city" };
      AskValue value = ask_value_text ("Rome", -1);

      add_member (entity, "city", "city", ASK_TYPE_TEXT);
      paging->kind = kinds[i];
      paging->in_body = TRUE;
      paging->first = 1;
      if (kinds[i] != ASK_PAGING_LINK)
        paging->parameter = g_strdup ("page.number");
      if (kinds[i] == ASK_PAGING_PAGE)
        {
          paging->size_parameter = g_strdup ("page.size");
          paging->size = 2;
        }
      if (kinds[i] == ASK_PAGING_CURSOR || kinds[i] == ASK_PAGING_LINK)
        paging->next = g_strdup ("next");
      rows = rest_read (source, entity, 2, bound, 1, &value, 1, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 5);
      for (guint r = 0; r < 5; r++)
        g_assert_cmpint (ask_rows_get_row (rows, r)[0].integer, ==, r);
    }
}

/* Another body is another answer; the same one is found again. */
static void
test_cache (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = post_source (server, "POST " PATH);
  g_autoptr (AskEntity) entity = post_entity ();
  g_autoptr (GError) error = NULL;
  static const char *const cities[] = { "Rome", "Oslo", "Rome", "Oslo" };
  const char *bound[] = { "city" };

  add_member (entity, "city", "city", ASK_TYPE_TEXT);
  ask_rest_source_get_config (ASK_REST_SOURCE (source))->cache_s = 60;
  ask_test_server_add_json (server, PATH, "{\"items\":[{\"id\":0,\"name\":\"n\"}]}");
  ask_test_server_add_json (server, PATH, "{\"items\":[{\"id\":1,\"name\":\"n\"}]}");
  for (guint i = 0; i < G_N_ELEMENTS (cities); i++)
    {
      AskValue value = ask_value_text (cities[i], -1);
      g_autoptr (AskRows) rows
        = rest_read (source, entity, 2, bound, 1, &value, 1, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpint (ask_rows_get_row (rows, 0)[0].integer, ==, i % 2);
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, MIN (i + 1, 2));
    }
}

/* Redirects that keep the body are followed on the same host; those that lose it are errors. */
static void
test_redirects (void)
{
  static const struct
  {
    guint status;
    gboolean good;
  } cases[] = { { 301, FALSE }, { 302, FALSE }, { 303, FALSE }, { 307, TRUE }, { 308, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = post_source (server, "POST " PATH);
      g_autoptr (AskEntity) entity = post_entity ();
      AskTestReply *reply = ask_test_server_add (server, PATH);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) requests = NULL;
      g_autoptr (AskRows) rows = NULL;

      reply->status = cases[i].status;
      ask_test_reply_add_header (reply, "Location", "/new");
      ask_test_server_add_json (server, "/new", "{\"items\":[{\"id\":1,\"name\":\"a\"}]}");
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      requests = ask_test_server_dup_requests (server);
      g_assert_cmpuint (requests->len, ==, cases[i].good ? 2 : 1);
      if (cases[i].good)
        {
          g_autofree char *body = dup_body (requests, 1);

          g_assert_no_error (error);
          g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 1);
          g_assert_cmpstr (body, ==, "{}");
        }
      else
        {
          g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
          g_assert_nonnull (strstr (error->message, "leaves out what it asks for"));
          g_assert_nonnull (strstr (error->message, "POST " PATH));
        }
    }
}

/* A search that only reads is made again where a GET would be, with its body. */
static void
test_tries_again (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = post_source (server, "POST " PATH);
      g_autoptr (AskEntity) entity = post_entity ();
      AskTestReply *reply = ask_test_server_add (server, PATH);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) requests = NULL;
      g_autoptr (AskRows) rows = NULL;
      const char *bound[] = { "city" };
      AskValue value = ask_value_text ("Rome", -1);

      add_member (entity, "city", "city", ASK_TYPE_TEXT);
      if (i == 0)
        ask_test_reply_set (reply, 503, "text/plain", "later", -1);
      else
        reply->cut_headers = TRUE;
      ask_test_server_add_json (server, PATH, "{\"items\":[{\"id\":1,\"name\":\"a\"}]}");
      rows = rest_read (source, entity, 2, bound, 1, &value, 1, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 1);
      requests = ask_test_server_dup_requests (server);
      g_assert_cmpuint (requests->len, ==, 2);
      for (guint r = 0; r < 2; r++)
        {
          g_autofree char *body = dup_body (requests, r);

          g_assert_cmpstr (body, ==, "{\"city\":\"Rome\"}");
        }
    }
}

/* Cut, late or broken answers are errors that name the call, never fewer rows. */
static void
test_faults (void)
{
  static const char good[] = "{\"items\":[{\"id\":1,\"name\":\"a\"},{\"id\":2,\"name\":\"b\"}]}";

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = post_source (server, "POST " PATH);
      g_autoptr (AskEntity) entity = post_entity ();
      AskTestReply *reply = ask_test_server_add_json (server, PATH, good);
      static const AskSourceError codes[]
        = { ASK_SOURCE_ERROR_CUT, ASK_SOURCE_ERROR_TIMED_OUT, ASK_SOURCE_ERROR_MALFORMED,
            ASK_SOURCE_ERROR_DENIED, ASK_SOURCE_ERROR_SERVER };
      g_autoptr (GError) error = NULL;

      ask_rest_source_get_config (ASK_REST_SOURCE (source))->time_out_ms = 300;
      if (i == 0)
        reply->cut_at = 30;
      else if (i == 1)
        {
          reply->stall_at = 30;
          reply->stall_ms = G_MAXUINT;
        }
      else if (i == 2)
        ask_test_reply_set (reply, 200, "application/json", "{\"items\":[{\"id\":1,", -1);
      else
        ask_test_reply_set (reply, i == 3 ? 401 : 500, "text/plain", "no", -1);
      g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error));
      g_assert_error (error, ASK_SOURCE_ERROR, (int) codes[i]);
      g_assert_nonnull (strstr (error->message, "Source “shop”, POST " PATH ":"));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-post/only-a-steward-s-word-sends-a-post", test_allowed);
  g_test_add_func ("/source/rest-post/a-body-s-values-keep-types-and-digits", test_body);
  g_test_add_func ("/source/rest-post/two-parameters-in-one-place-are-a-fault", test_empty_and_clash);
  g_test_add_func ("/source/rest-post/many-values-go-in-one-body", test_list);
  g_test_add_func ("/source/rest-post/each-way-of-paging-works-by-post", test_pages);
  g_test_add_func ("/source/rest-post/another-body-is-another-answer", test_cache);
  g_test_add_func ("/source/rest-post/a-redirect-that-loses-the-body-is-an-error", test_redirects);
  g_test_add_func ("/source/rest-post/a-search-is-tried-again-like-a-get", test_tries_again);
  g_test_add_func ("/source/rest-post/a-spoilt-answer-is-an-error-never-fewer-rows", test_faults);
  return g_test_run ();
}
