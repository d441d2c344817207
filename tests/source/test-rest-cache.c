/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of answers that are kept for later queries: for how long, what the server has to say in it,
 * and that pages are used again all together or not at all.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"
#include "source/rest/ask-rest-cache.h"

typedef struct
{
  const char *headers[6];
  guint cache_s;
  guint n_requests; /* after two reads */
  AskCallCached second;
} Case;

static const Case cases[] = {
  { { NULL }, 0, 2, ASK_CALL_NOT_CACHED },
  { { NULL }, 60, 1, ASK_CALL_FRESH },
  { { "Cache-Control", "private" }, 60, 1, ASK_CALL_FRESH },
  { { "Cache-Control", "no-store" }, 60, 2, ASK_CALL_NOT_CACHED },
  { { "Cache-Control", "private, no-store", "ETag", "\"a\"" }, 60, 2, ASK_CALL_NOT_CACHED },
  { { "Vary", "*" }, 60, 2, ASK_CALL_NOT_CACHED },
  { { "Cache-Control", "max-age=300" }, 60, 1, ASK_CALL_FRESH },
  { { "Cache-Control", "max-age=0" }, 60, 2, ASK_CALL_NOT_CACHED },
  { { "Cache-Control", "max-age=0", "ETag", "\"a\"" }, 60, 2, ASK_CALL_REVALIDATED },
  { { "Cache-Control", "no-cache", "Last-Modified", "Sun, 01 Mar 2026 12:00:00 GMT" }, 60, 2,
    ASK_CALL_REVALIDATED },
};

/* Answers 304 to whoever knows the tag or the date. */
static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Case *rules = data;
  gboolean known = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (rules->headers) && rules->headers[i] != NULL; i += 2)
    {
      const char *name = rules->headers[i], *value = rules->headers[i + 1];

      ask_test_reply_add_header (reply, name, value);
      if (strcmp (name, "ETag") == 0)
        known = g_strcmp0 (ask_test_request_get_header (request, "If-None-Match"), value) == 0;
      if (strcmp (name, "Last-Modified") == 0)
        known = g_strcmp0 (ask_test_request_get_header (request, "If-Modified-Since"), value) == 0;
    }
  if (known)
    ask_test_reply_set (reply, 304, NULL, NULL, 0);
  else
    ask_test_reply_set (reply, 200, "application/json",
                        "{\"data\":[{\"id\":1,\"name\":\"x\"},{\"id\":2}]}", -1);
}

static void
test_rules (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (serve, (gpointer) &cases[c]);
      g_autoptr (AskSource) source = rest_source_new (server, "X-Key", "s3cr3t");
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");

      ask_rest_source_get_config (ASK_REST_SOURCE (source))->cache_s = cases[c].cache_s;
      for (guint read = 0; read < 2; read++)
        {
          g_autoptr (GPtrArray) calls = rest_calls_new ();
          g_autoptr (GError) error = NULL;
          g_autoptr (AskRows) rows
            = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error);
          const AskCall *call;

          g_assert_no_error (error);
          g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
          g_assert_cmpint (ask_rows_get (rows, 1, 0)->integer, ==, 2);
          g_assert_cmpuint (calls->len, ==, 1);
          call = calls->pdata[0];
          g_test_message ("case %u, read %u", c, read);
          g_assert_cmpint (call->cached, ==, read == 0 ? ASK_CALL_NOT_CACHED : cases[c].second);
          g_assert_cmpint (call->rows, ==, 2);
          g_assert_cmpuint (call->status, ==,
                            call->cached == ASK_CALL_REVALIDATED ? 304 : 200);
        }
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, cases[c].n_requests);
    }
}

/* Other headers, such as another key, are another answer; so is another argument. */
static void
test_keys (void)
{
  static const Case always = { { NULL }, 60, 0, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, (gpointer) &always);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  AskSourceConfig *config = ask_rest_source_get_config (ASK_REST_SOURCE (source));
  const char *const bound[] = { "colour" };
  AskValue red = ask_value_text ("red", -1), blue = ask_value_text ("blue", -1);
  const AskValue *values[] = { &red, &blue, &red, &blue };
  g_autoptr (GError) error = NULL;

  config->cache_s = 60;
  rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, FALSE);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (AskRows) rows
        = rest_read (source, entity, 2, bound, 1, values[i], 1, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (rows);
    }
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 2);
  ask_source_config_add_header (config, "X-Key", "other");
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (AskRows) rows
        = rest_read (source, entity, 2, bound, 1, values[i], 1, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (rows);
    }
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 4);
}

/* Neither a failure is kept, nor an answer that is cut or not as promised. */
static void
test_failures (void)
{
  for (guint kind = 0; kind < 3; kind++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      AskTestReply *bad = ask_test_server_add_json (server, "/v1/rows",
                                                    "{\"data\":[{\"id\":1},{\"id\":2}]}");

      ask_rest_source_get_config (ASK_REST_SOURCE (source))->cache_s = 60;
      if (kind == 0)
        bad->cut_at = 20;
      else if (kind == 1)
        ask_test_reply_set (bad, 404, "application/json", "{\"data\":[]}", -1);
      else
        ask_test_reply_set (bad, 200, "application/json", "{\"data\":[{\"id\":1}", -1);
      ask_test_server_add_json (server, "/v1/rows", "{\"data\":[{\"id\":1},{\"id\":2}]}");
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_assert_null (rows);
      g_assert_nonnull (error);
      g_clear_error (&error);
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 2);
    }
}

/* The steward's time ends, also where the server would allow more. */
static void
test_time (void)
{
  static const Case patient = { { "Cache-Control", "max-age=300" }, 1, 0, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, (gpointer) &patient);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GError) error = NULL;

  ask_rest_source_get_config (ASK_REST_SOURCE (source))->cache_s = patient.cache_s;
  for (guint read = 0; read < 2; read++)
    {
      g_autoptr (AskRows) rows
        = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, read + 1);
      g_usleep (1100 * 1000);
    }
}

/* An answer of more than 8 MiB goes by and is not kept; it is whole each time. */
static void
test_long (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  g_autofree char *text = g_strnfill (900000, 'x');
  g_autoptr (GString) body = g_string_new ("[");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 10; i++)
    g_string_append_printf (body, "%s{\"id\":%u,\"name\":\"%s\"}", i > 0 ? "," : "", i, text);
  g_string_append_c (body, ']');
  ask_rest_source_get_config (ASK_REST_SOURCE (source))->cache_s = 60;
  ask_test_server_add_json (server, "/v1/rows", body->str);
  for (guint read = 0; read < 2; read++)
    {
      g_autoptr (AskRows) rows
        = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 10);
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, read + 1);
    }
  g_assert_cmpuint (ask_rest_cache_get_size (ask_rest_source_get_cache (ASK_REST_SOURCE (source))),
                    ==, 0);
}

/* Ten pages of one row each; the last one is empty where there is no total. */
static void
serve_pages (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
             gpointer data)
{
  g_autofree char *text = ask_test_request_dup_param (request, "page");
  guint page = text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : 1;
  g_autofree char *body
    = page > 10 ? g_strdup ("[]") : g_strdup_printf ("[{\"id\":%u}]", page);

  ask_test_reply_set (reply, 200, "application/json", body, -1);
}

static void
test_pages (gconstpointer data)
{
  gboolean probing = GPOINTER_TO_INT (data);
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_pages, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  g_autoptr (GError) error = NULL;
  AskCursor *cursor;
  const AskValue *row;
  AskRows *rows;
  guint n;

  ask_rest_source_get_config (ASK_REST_SOURCE (source))->cache_s = 60;
  entity->operation->paging.kind = ASK_PAGING_PAGE;
  entity->operation->paging.parameter = g_strdup ("page");
  entity->operation->paging.first = probing ? -1 : 1;
  /* Whoever stops in the middle leaves half a chain: it is not used. */
  cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error);
  g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
  g_object_unref (cursor);
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 1);
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 10);
  ask_rows_unref (rows);
  n = ask_test_server_count (server, NULL);
  g_assert_cmpuint (n, ==, probing ? 13 : 12);
  for (guint i = 0; i < 2; i++)
    {
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 10);
      for (guint r = 0; r < 10; r++)
        g_assert_cmpint (ask_rows_get (rows, r, 0)->integer, ==, r + 1);
      ask_rows_unref (rows);
    }
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, n);
}

static void
test_bound (void)
{
  g_autoptr (AskRestCache) cache = ask_rest_cache_new (10000);
  g_autoptr (GHashTable) headers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GBytes) body = g_bytes_new_take (g_malloc0 (1000), 1000);
  g_autoptr (GBytes) huge = g_bytes_new_take (g_malloc0 (20000), 20000);

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);
      g_autoptr (AskRestEntry) entry = ask_rest_cache_put (cache, key, body, headers, 60);
      g_autoptr (GPtrArray) chain = NULL;

      g_assert_cmpuint (ask_rest_cache_get_size (cache), <=, 10000);
      ask_rest_cache_link (entry, NULL);
      /* The first is used all the time, and stays. */
      chain = ask_rest_cache_find_chain (cache, "0");
      g_assert_nonnull (chain);
      g_assert_nonnull (ask_rest_cache_find (cache, key));
    }
  g_assert_null (ask_rest_cache_find (cache, "50"));

  g_autoptr (AskRestEntry) entry = ask_rest_cache_put (cache, "huge", huge, headers, 60);

  g_assert_nonnull (entry);
  g_assert_null (ask_rest_cache_find (cache, "huge"));
  g_assert_nonnull (ask_rest_cache_find (cache, "0"));
}

/* A chain that leads in a circle, or to a page that is gone, is no chain. */
static void
test_chain (void)
{
  g_autoptr (AskRestCache) cache = ask_rest_cache_new (1 << 20);
  g_autoptr (GHashTable) headers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GBytes) body = g_bytes_new_static ("[]", 2);
  g_autoptr (AskRestEntry) a = ask_rest_cache_put (cache, "a", body, headers, 60);
  g_autoptr (AskRestEntry) b = ask_rest_cache_put (cache, "b", body, headers, 60);
  g_autoptr (GPtrArray) chain = NULL;

  g_assert_null (ask_rest_cache_find_chain (cache, "a"));
  ask_rest_cache_link (a, "b");
  ask_rest_cache_link (b, "a");
  g_assert_null (ask_rest_cache_find_chain (cache, "a"));
  ask_rest_cache_link (b, NULL);
  chain = ask_rest_cache_find_chain (cache, "a");
  g_assert_cmpuint (chain->len, ==, 2);
  /* A page that still holds may lead elsewhere by now: that is seen when it is read again. */
  ask_rest_cache_renew (cache, b, headers, 60);
  g_assert_null (ask_rest_cache_find_chain (cache, "a"));
  ask_rest_cache_link (b, NULL);
  ask_rest_cache_renew (cache, a, headers, 60);
  g_assert_null (ask_rest_cache_find_chain (cache, "a"));
  ask_rest_cache_link (a, "b");
  g_ptr_array_unref (chain);
  chain = ask_rest_cache_find_chain (cache, "a");
  g_assert_cmpuint (chain->len, ==, 2);
  ask_rest_cache_drop (cache, "b");
  g_assert_null (ask_rest_cache_find_chain (cache, "a"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-cache/an-answer-is-kept-as-the-server-allows", test_rules);
  g_test_add_func ("/source/rest-cache/another-key-or-argument-is-another-answer", test_keys);
  g_test_add_func ("/source/rest-cache/the-steward-s-time-ends-what-is-kept", test_time);
  g_test_add_func ("/source/rest-cache/an-answer-too-long-is-not-kept", test_long);
  g_test_add_func ("/source/rest-cache/a-failure-is-never-kept", test_failures);
  g_test_add_data_func ("/source/rest-cache/kept-pages-are-read-again-as-one-list",
                        GINT_TO_POINTER (FALSE), test_pages);
  g_test_add_data_func ("/source/rest-cache/kept-pages-that-were-probed-are-one-list",
                        GINT_TO_POINTER (TRUE), test_pages);
  g_test_add_func ("/source/rest-cache/the-cache-stays-within-its-bound", test_bound);
  g_test_add_func ("/source/rest-cache/a-broken-chain-of-pages-is-none", test_chain);
  return g_test_run ();
}
