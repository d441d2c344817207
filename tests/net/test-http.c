/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of AskHttp where the server behaves: what is sent, what comes back, lanes, streams.
 * Servers and sessions live on 127.0.0.1.
 */
#include "config.h"

#include <string.h>

#include "net/ask-http.h"
#include "support/ask-test-server.h"

typedef struct
{
  AskTestServer *server;
  AskHttp *http;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->server = ask_test_server_new ((AskTestHandler) data, NULL);
  self->http = ask_http_new ("AskData-test/1");
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  ask_http_free (self->http);
  ask_test_server_free (self->server);
}

static AskHttpResponse *
get (Fixture *self, const char *path, GError **error)
{
  g_autofree char *url = ask_test_server_dup_url (self->server, path);
  AskHttpRequest request = { .url = url };

  return ask_http_send (self->http, &request, NULL, NULL, NULL, error);
}

static void
assert_body (const AskHttpResponse *response, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_nonnull (response);
  g_assert_nonnull (response->body);
  text = g_strndup (g_bytes_get_size (response->body) > 0
                        ? g_bytes_get_data (response->body, NULL) : "",
                    g_bytes_get_size (response->body));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_get (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add_json (self->server, "/a b", "{\"x\":1}");

  ask_test_reply_add_header (reply, "X-Twice", "1");
  ask_test_reply_add_header (reply, "x-twice", "2");

  g_autoptr (AskHttpResponse) response = get (self, "/a%20b?q=%26", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (response->status, ==, 200);
  g_assert_cmpuint (response->tries, ==, 1);
  assert_body (response, "{\"x\":1}");
  g_assert_cmpstr (g_hash_table_lookup (response->headers, "content-type"), ==,
                   "application/json");
  g_assert_cmpstr (g_hash_table_lookup (response->headers, "x-twice"), ==, "1, 2");
  g_assert_true (g_str_has_suffix (response->url, "/a%20b?q=%26"));
  g_assert_cmpfloat (response->elapsed_ms, >, 0);

  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (self->server);
  const AskTestRequest *request = g_ptr_array_index (requests, 0);

  g_assert_cmpuint (requests->len, ==, 1);
  g_assert_cmpstr (request->method, ==, "GET");
  g_assert_cmpstr (request->path, ==, "/a b");
  g_assert_cmpstr (request->query, ==, "q=%26");
  g_assert_cmpstr (ask_test_request_get_header (request, "User-Agent"), ==, "AskData-test/1");
  g_assert_cmpint (response->bytes_sent, ==, (gint64) g_bytes_get_size (request->raw));
  g_assert_cmpint (response->bytes_received, >, 7);
}

static void
test_post (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = ask_test_server_dup_url (self->server, "/post");
  g_autoptr (GBytes) body = g_bytes_new_static ("{\"a\":\"ü\"}", 10);
  g_autoptr (GPtrArray) headers = g_ptr_array_new ();
  AskHttpRequest request = { .method = "POST", .url = url, .headers = headers, .body = body,
                             .content_type = "application/json" };

  g_ptr_array_add (headers, (char *) "Authorization");
  g_ptr_array_add (headers, (char *) "Bearer k");
  ask_test_reply_set (ask_test_server_add (self->server, "/post"), 201, NULL, NULL, 0);

  g_autoptr (AskHttpResponse) response
      = ask_http_send (self->http, &request, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (response->status, ==, 201);
  assert_body (response, "");

  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (self->server);
  const AskTestRequest *got = g_ptr_array_index (requests, 0);

  g_assert_cmpstr (got->method, ==, "POST");
  g_assert_true (g_bytes_equal (got->body, body));
  g_assert_cmpstr (ask_test_request_get_header (got, "authorization"), ==, "Bearer k");
  g_assert_cmpstr (ask_test_request_get_header (got, "content-type"), ==, "application/json");
}

static void
test_statuses (Fixture *self, gconstpointer data)
{
  static const guint statuses[] = { 204, 304, 400, 401, 403, 404, 418, 500, 501 };

  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u", statuses[i]);
      g_autoptr (GError) error = NULL;
      AskTestReply *reply = ask_test_server_add (self->server, path);
      gboolean has_body = statuses[i] >= 400;

      ask_test_reply_set (reply, statuses[i], "text/plain", has_body ? "why" : NULL, -1);
      reply->close = !has_body;

      g_autoptr (AskHttpResponse) response = get (self, path, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (response->status, ==, statuses[i]);
      g_assert_cmpuint (response->tries, ==, 1);
      assert_body (response, has_body ? "why" : "");
    }
}

static void
test_reuse (Fixture *self, gconstpointer data)
{
  ask_test_server_add_json (self->server, "/", "[]");
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskHttpResponse) response = get (self, "/", &error);

      g_assert_no_error (error);
      assert_body (response, "[]");
    }
  g_assert_cmpuint (ask_test_server_get_n_connections (self->server), ==, 1);
}

static void
test_gzip (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (text, "{\"row\":%u},", i * 7919);

  g_autoptr (GBytes) packed = ask_test_gzip (text->str, (gssize) text->len);

  g_assert_cmpuint (g_bytes_get_size (packed), <, text->len / 2);
  for (guint twice = 0; twice < 2; twice++)
    for (guint piece = 0; piece < 2; piece++)
      {
        g_autofree char *path = g_strdup_printf ("/%u%u", twice, piece);
        g_autoptr (GError) error = NULL;
        AskTestReply *reply = ask_test_server_add (self->server, path);
        g_autoptr (GByteArray) body = g_byte_array_new ();
        g_autoptr (GString) expected = g_string_new (NULL);

        /* A gzip file may be several streams in a row. */
        for (guint i = 0; i <= twice; i++)
          {
            g_byte_array_append (body, g_bytes_get_data (packed, NULL),
                                 (guint) g_bytes_get_size (packed));
            g_string_append (expected, text->str);
          }
        ask_test_reply_set (reply, 200, "application/json", (const char *) body->data, body->len);
        ask_test_reply_add_header (reply, "Content-Encoding", "gzip");
        reply->chunked = piece == 1;
        reply->piece = piece == 1 ? 1021 : 0;

        g_autoptr (AskHttpResponse) response = get (self, path, &error);

        g_assert_no_error (error);
        g_assert_cmpuint (g_bytes_get_size (response->body), ==, expected->len);
        g_assert_cmpmem (g_bytes_get_data (response->body, NULL), expected->len, expected->str,
                         expected->len);
        g_assert_cmpint (response->bytes_received, <, (gint64) expected->len);
      }

  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (self->server);

  g_assert_cmpstr (ask_test_request_get_header (g_ptr_array_index (requests, 0),
                                                "accept-encoding"), ==, "gzip");
}

static gboolean
take_chunk (const char *chunk, gsize length, gpointer user_data, GError **error)
{
  g_string_append_len (user_data, chunk, (gssize) length);
  return TRUE;
}

static gboolean
stop_at_once (const char *chunk, gsize length, gpointer user_data, GError **error)
{
  guint *n_calls = user_data;

  (*n_calls)++;
  g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "enough");
  return FALSE;
}

static void
test_stream (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) sent = g_string_new (NULL), got = g_string_new (NULL);
  g_autofree char *url = ask_test_server_dup_url (self->server, "/s");
  g_autofree char *bad_url = ask_test_server_dup_url (self->server, "/bad");
  AskHttpRequest request = { .url = url }, bad_request = { .url = bad_url };

  for (guint i = 0; i < 50000; i++)
    g_string_append_printf (sent, "%u,", i);

  AskTestReply *reply = ask_test_server_add_json (self->server, "/s", sent->str);

  reply->chunked = TRUE;
  reply->piece = 9973;

  g_autoptr (AskHttpResponse) response
      = ask_http_send (self->http, &request, take_chunk, got, NULL, &error);

  g_assert_no_error (error);
  g_assert_null (response->body);
  g_assert_cmpstr (got->str, ==, sent->str);

  /* What is no 2xx is no stream. */
  g_string_truncate (got, 0);
  ask_test_reply_set (ask_test_server_add (self->server, "/bad"), 400, NULL, "no", -1);

  g_autoptr (AskHttpResponse) bad
      = ask_http_send (self->http, &bad_request, take_chunk, got, NULL, &error);

  g_assert_no_error (error);
  assert_body (bad, "no");
  g_assert_cmpstr (got->str, ==, "");

  guint n_calls = 0;
  g_autoptr (AskHttpResponse) stopped
      = ask_http_send (self->http, &request, stop_at_once, &n_calls, NULL, &error);

  g_assert_null (stopped);
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
  g_assert_cmpuint (n_calls, ==, 1);
}

static void
test_redirect (Fixture *self, gconstpointer data)
{
  g_autoptr (AskTestServer) other = ask_test_server_new (NULL, NULL);
  g_autofree char *elsewhere = ask_test_server_dup_url (other, "/steal?key=s3cret");
  static const guint statuses[] = { 301, 302, 303, 307, 308 };

  ask_test_server_add_json (other, "/steal", "[]");
  ask_test_server_add_json (self->server, "/end", "[1]");

  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *near = g_strdup_printf ("/near%u", statuses[i]);
      g_autofree char *far = g_strdup_printf ("/far%u", statuses[i]);
      g_autofree char *near_url = ask_test_server_dup_url (self->server, near);
      g_autofree char *far_url = ask_test_server_dup_url (self->server, far);
      g_autoptr (GBytes) body = g_bytes_new_static ("x", 1);
      g_autoptr (GPtrArray) headers = g_ptr_array_new ();
      g_autoptr (GError) error = NULL;
      AskHttpRequest request = { .method = "POST", .url = near_url, .body = body,
                                 .content_type = "text/plain", .headers = headers };

      g_ptr_array_add (headers, (char *) "Authorization");
      g_ptr_array_add (headers, (char *) "Bearer s3cret");

      AskTestReply *reply = ask_test_server_add (self->server, near);

      ask_test_reply_set (reply, statuses[i], "text/html", "moved", -1);
      ask_test_reply_add_header (reply, "Location", "end?x=1");
      ask_test_server_forget (self->server);

      g_autoptr (AskHttpResponse) response
          = ask_http_send (self->http, &request, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      assert_body (response, "[1]");
      g_assert_cmpuint (response->tries, ==, 1);
      g_assert_true (g_str_has_suffix (response->url, "/end?x=1"));

      g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (self->server);
      const AskTestRequest *second = g_ptr_array_index (requests, 1);
      gboolean keeps = statuses[i] == 307 || statuses[i] == 308;

      g_assert_cmpstr (second->method, ==, keeps ? "POST" : "GET");
      g_assert_cmpuint (g_bytes_get_size (second->body), ==, keeps ? 1 : 0);

      reply = ask_test_server_add (self->server, far);
      ask_test_reply_set (reply, statuses[i], "text/html", "moved", -1);
      ask_test_reply_add_header (reply, "Location", elsewhere);
      request.url = far_url;

      g_autoptr (AskHttpResponse) refused
          = ask_http_send (self->http, &request, NULL, NULL, NULL, &error);

      g_assert_null (refused);
      g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL);
      g_assert_nonnull (strstr (error->message, "another host"));
      g_assert_null (strstr (error->message, "s3cret"));
    }
  g_assert_cmpuint (ask_test_server_get_n_connections (other), ==, 0);
}

static void
test_circle (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add (self->server, "/round");

  ask_test_reply_set (reply, 302, NULL, NULL, 0);
  ask_test_reply_add_header (reply, "Location", "/round");

  g_autoptr (AskHttpResponse) response = get (self, "/round", &error);

  g_assert_null (response);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL);
  g_assert_cmpuint (ask_test_server_count (self->server, NULL), ==, 6);
}

static void
answer_n (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_autofree char *n = ask_test_request_dup_param (request, "n");
  guint value = n != NULL ? (guint) g_ascii_strtoull (n, NULL, 10) : 0;

  ask_test_reply_set (reply, value % 10 == 3 ? 404 : 200, "text/plain", n, -1);
  /* Earlier ones later, so that they end in another order. */
  reply->delay_ms = 5 + (value * 37) % 30;
}

typedef struct
{
  guint n_done;
  guint seen[100];
  gboolean out_of_order;
  guint last;
  guint stop_at;
} Many;

static gboolean
take_many (guint index,
           const AskHttpResponse *response,
           const GError *failure,
           gpointer user_data,
           GError **error)
{
  Many *many = user_data;
  g_autofree char *expected = g_strdup_printf ("%u", index);

  g_assert_no_error (failure);
  g_assert_cmpuint (index, <, 100);
  assert_body (response, expected);
  g_assert_cmpuint (response->status, ==, index % 10 == 3 ? 404 : 200);
  many->seen[index]++;
  many->out_of_order |= many->n_done > 0 && index < many->last;
  many->last = index;
  many->n_done++;
  if (many->stop_at > 0 && many->n_done == many->stop_at)
    {
      g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "stop");
      return FALSE;
    }
  return TRUE;
}

static void
fill_many (Fixture *self, AskHttpRequest *requests, guint n, GPtrArray *urls)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/many?n=%u", i);
      char *url = ask_test_server_dup_url (self->server, path);

      g_ptr_array_add (urls, url);
      requests[i] = (AskHttpRequest) { .url = url };
    }
}

static void
test_many (Fixture *self, gconstpointer data)
{
  static const guint lanes[] = { 8, 3, 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (lanes); i++)
    {
      g_autoptr (GPtrArray) urls = g_ptr_array_new_with_free_func (g_free);
      AskHttpRequest requests[100] = { 0 };
      Many many = { 0 };
      g_autoptr (GError) error = NULL;
      guint n = lanes[i] == 1 ? 10 : 100;

      fill_many (self, requests, n, urls);
      ask_test_server_forget (self->server);
      ask_test_server_gather (self->server, NULL, lanes[i]);
      ask_http_set_limits (self->http, 0, 0, lanes[i]);
      g_assert_true (ask_http_send_many (self->http, &(AskHttpBatch) { requests, n, take_many, &many }, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (many.n_done, ==, n);
      for (guint j = 0; j < n; j++)
        g_assert_cmpuint (many.seen[j], ==, 1);
      g_assert_cmpuint (ask_test_server_count (self->server, NULL), ==, n);
      g_assert_cmpuint (ask_test_server_get_max_concurrent (self->server), ==, lanes[i]);
      g_assert_true (many.out_of_order == (lanes[i] > 1));
    }
}

static void
test_many_stop (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) urls = g_ptr_array_new_with_free_func (g_free);
  AskHttpRequest requests[100] = { 0 };
  Many many = { .stop_at = 5 };
  g_autoptr (GError) error = NULL;

  fill_many (self, requests, 100, urls);
  g_assert_false (ask_http_send_many (self->http, &(AskHttpBatch) { requests, 100, take_many, &many }, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED);
  g_assert_cmpuint (many.n_done, ==, 5);
  g_assert_cmpuint (ask_test_server_count (self->server, NULL), <=, 13);

  /* The session is as good as new. */
  g_clear_error (&error);
  many = (Many) { 0 };
  g_assert_true (ask_http_send_many (self->http, &(AskHttpBatch) { requests, 20, take_many, &many }, NULL, &error));
  g_assert_cmpuint (many.n_done, ==, 20);
}

typedef struct
{
  Fixture *fixture;
  guint n_done;
  guint n_nested;
} Nested;

static gboolean
fetch_more (guint index,
            const AskHttpResponse *response,
            const GError *failure,
            gpointer user_data,
            GError **error)
{
  Nested *nested = user_data;
  g_autofree char *path = g_strdup_printf ("/more?n=%u", index);
  g_autoptr (AskHttpResponse) more = get (nested->fixture, path, error);

  g_assert_no_error (failure);
  nested->n_done++;
  nested->n_nested += more != NULL;
  return more != NULL;
}

static void
test_nested (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) urls = g_ptr_array_new_with_free_func (g_free);
  AskHttpRequest requests[30] = { 0 };
  Nested nested = { .fixture = self };
  g_autoptr (GError) error = NULL;

  fill_many (self, requests, 30, urls);
  g_assert_true (ask_http_send_many (self->http, &(AskHttpBatch) { requests, 30, fetch_more, &nested }, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (nested.n_done, ==, 30);
  g_assert_cmpuint (nested.n_nested, ==, 30);
}

static gpointer
work (gpointer data)
{
  AskTestServer *server = data;
  Fixture own = { server, ask_http_new (NULL) };

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskHttpResponse) response = get (&own, "/many?n=1", &error);

      g_assert_no_error (error);
      assert_body (response, "1");
    }
  ask_http_free (own.http);
  return NULL;
}

static gboolean
never_here (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_CONTINUE;
}

static void
test_threads (Fixture *self, gconstpointer data)
{
  GThread *threads[4];
  gboolean entered = FALSE;
  guint id = g_idle_add (never_here, &entered);

  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("worker", work, self->server);
  work (self->server);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);

  /* A caller's own main context was never run. */
  g_assert_false (entered);
  g_source_remove (id);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, handler, func) \
  g_test_add ("/net/http/" path, Fixture, (gconstpointer) handler, set_up, func, tear_down)
  ADD ("a-get-sends-and-returns-all-of-it", NULL, test_get);
  ADD ("a-post-sends-its-body-and-headers", NULL, test_post);
  ADD ("every-status-is-an-answer-with-its-body", NULL, test_statuses);
  ADD ("one-connection-serves-twenty-calls", NULL, test_reuse);
  ADD ("a-compressed-body-is-unpacked", NULL, test_gzip);
  ADD ("a-body-is-given-piece-by-piece", NULL, test_stream);
  ADD ("a-redirect-carries-no-key-elsewhere", NULL, test_redirect);
  ADD ("redirects-in-a-circle-end", NULL, test_circle);
  ADD ("many-calls-come-back-once-each", answer_n, test_many);
  ADD ("a-caller-who-stops-leaves-the-session-good", answer_n, test_many_stop);
  ADD ("calls-may-be-made-from-a-callback", answer_n, test_nested);
  ADD ("the-caller-s-main-context-is-not-run", answer_n, test_threads);
  return g_test_run ();
}
