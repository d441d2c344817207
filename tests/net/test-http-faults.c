/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of AskHttp where something goes wrong: cut, late, silent, refused, too much, cancelled.
 * Every fault is an error with its own code, and never a short body.
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
  self->server = ask_test_server_new (NULL, NULL);
  self->http = ask_http_new (NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  /* While the server still holds what it never answers. */
  ask_http_free (self->http);
  ask_test_server_free (self->server);
}

static AskHttpResponse *
get (Fixture *self, const char *path, guint time_out_ms, GCancellable *cancellable, GError **error)
{
  g_autofree char *url = ask_test_server_dup_url (self->server, path);
  AskHttpRequest request = { .url = url, .time_out_ms = time_out_ms };

  return ask_http_send (self->http, &request, NULL, NULL, cancellable, error);
}

/* The message names the host, and neither path nor query. */
static void
assert_words (Fixture *self, const GError *error)
{
  g_autofree char *origin = ask_test_server_dup_url (self->server, "");

  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, origin));
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_null (strstr (error->message, "s3cret"));
  g_assert_null (strstr (error->message, "/p"));
}

static void
test_cut (Fixture *self, gconstpointer data)
{
  static const struct
  {
    gboolean chunked;
    gsize piece;
    gssize at;
  } cuts[] = {
    { FALSE, 0, 0 }, { FALSE, 0, 1 }, { FALSE, 0, 99999 },
    { TRUE, 1000, 0 }, { TRUE, 1000, 2 }, { TRUE, 1000, 500 },
    /* A piece is "3e8\r\n", 1000 bytes, "\r\n". */
    { TRUE, 1000, 1005 }, { TRUE, 1000, 1006 }, { TRUE, 1000, 1007 }, { TRUE, 1000, 1012 },
    /* All pieces, and not the end. */
    { TRUE, 1000, 100700 },
  };
  g_autofree char *body = g_strnfill (100000, 'x');

  for (gsize i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      g_autofree char *path = g_strdup_printf ("/p%zu?key=s3cret", i);
      g_autofree char *bare = g_strdup_printf ("/p%zu", i);
      g_autoptr (GError) error = NULL;
      AskTestReply *reply = ask_test_server_add_json (self->server, bare, body);

      reply->chunked = cuts[i].chunked;
      reply->piece = cuts[i].piece;
      reply->cut_at = cuts[i].at;

      g_autoptr (AskHttpResponse) response = get (self, path, 0, NULL, &error);

      if (response != NULL)
        g_error ("cut %zu at %zd: %zu bytes", i, cuts[i].at, g_bytes_get_size (response->body));
      g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT);
      assert_words (self, error);
      g_assert_cmpuint (ask_test_server_count (self->server, bare), ==, 1);
    }
}

/* A 401 in chunks is an answer, and a cut one is none. */
static void
test_refusal_in_chunks (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_strdup_printf ("/p%u", i);
      AskTestReply *reply = ask_test_server_add_json (self->server, path, "who are you?");
      g_autoptr (AskHttpResponse) response = NULL;
      g_autoptr (GError) error = NULL;

      reply->status = 401;
      reply->chunked = TRUE;
      reply->piece = 5;
      ask_test_reply_add_header (reply, "WWW-Authenticate", "Basic realm=\"x\"");
      if (i == 1)
        reply->cut_at = 20;
      response = get (self, path, 0, NULL, &error);
      if (i == 1)
        {
          g_assert_null (response);
          g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (response->status, ==, 401);
      g_assert_cmpuint (g_bytes_get_size (response->body), ==, strlen ("who are you?"));
    }
}

static void
test_cut_gzip (Fixture *self, gconstpointer data)
{
  g_autoptr (GBytes) packed = ask_test_gzip ("[{\"a\":1},{\"a\":2},{\"a\":3}]", -1);
  gsize length = g_bytes_get_size (packed);

  /* The transfer is whole, what it carries is not. */
  for (gsize n = 1; n < length; n++)
    {
      g_autofree char *path = g_strdup_printf ("/p%zu", n);
      g_autoptr (GError) error = NULL;
      AskTestReply *reply = ask_test_server_add (self->server, path);

      ask_test_reply_set (reply, 200, "application/json", g_bytes_get_data (packed, NULL),
                          (gssize) n);
      ask_test_reply_add_header (reply, "Content-Encoding", "gzip");

      g_autoptr (AskHttpResponse) response = get (self, path, 0, NULL, &error);

      g_assert_null (response);
      g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT);
    }

  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add_json (self->server, "/plain", "this is no gzip");

  ask_test_reply_add_header (reply, "Content-Encoding", "gzip");

  g_autoptr (AskHttpResponse) response = get (self, "/plain", 0, NULL, &error);

  g_assert_null (response);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT);
}

static void
test_no_answer (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add (self->server, "/p");

  reply->cut_headers = TRUE;
  ask_http_set_limits (self->http, 0, 2, 0);

  g_autoptr (AskHttpResponse) cut = get (self, "/p?key=s3cret", 0, NULL, &error);

  g_assert_null (cut);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT);
  assert_words (self, error);
  g_assert_cmpuint (ask_test_server_count (self->server, "/p"), ==, 2);

  /* The second try may succeed. */
  g_clear_error (&error);
  reply = ask_test_server_add (self->server, "/once");
  reply->cut_headers = TRUE;
  ask_test_server_add_json (self->server, "/once", "[]");

  g_autoptr (AskHttpResponse) response = get (self, "/once", 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (response->tries, ==, 2);

  reply = ask_test_server_add (self->server, "/garbage");
  ask_test_reply_set_raw (reply, "SSH-2.0-OpenSSH_9.2\r\n\r\n", -1);

  g_autoptr (AskHttpResponse) garbage = get (self, "/garbage", 0, NULL, &error);

  g_assert_null (garbage);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT);
}

static void
test_unreachable (Fixture *self, gconstpointer data)
{
  g_autoptr (AskTestServer) gone = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (gone, "/p?key=s3cret");
  g_autofree char *origin = ask_test_server_dup_url (gone, "");
  g_autoptr (GError) error = NULL;
  AskHttpRequest refused = { .url = url, .max_tries = 2 };
  AskHttpRequest unknown = { .url = "http://no-such-host.invalid/p?key=s3cret" };

  g_clear_pointer (&gone, ask_test_server_free);

  g_autoptr (AskHttpResponse) first
      = ask_http_send (self->http, &refused, NULL, NULL, NULL, &error);

  g_assert_null (first);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_UNREACHABLE);
  g_assert_true (g_str_has_prefix (error->message, origin));
  g_assert_null (strstr (error->message, "s3cret"));
  g_assert_nonnull (strstr (error->message, "refused"));

  g_clear_error (&error);

  g_autoptr (AskHttpResponse) second
      = ask_http_send (self->http, &unknown, NULL, NULL, NULL, &error);

  g_assert_null (second);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_UNREACHABLE);
  g_assert_true (g_str_has_prefix (error->message, "http://no-such-host.invalid "));
  g_assert_null (strstr (error->message, "s3cret"));
}

static void
test_bad_request (Fixture *self, gconstpointer data)
{
  static const char *const headers[][2]
      = { { "X-A", "a\r\nX-Evil: s3cret" }, { "X-A", "a\ns3cret" }, { "X A", "b" }, { "", "b" } };
  static const char *const urls[]
      = { "ftp://h/", "http://", "", "/relative", "localhost:1/x?key=s3cret" };

  for (gsize i = 0; i < G_N_ELEMENTS (headers); i++)
    {
      g_autoptr (GPtrArray) list = g_ptr_array_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *url = ask_test_server_dup_url (self->server, "/p");
      AskHttpRequest request = { .url = url, .headers = list };

      g_ptr_array_add (list, (char *) headers[i][0]);
      g_ptr_array_add (list, (char *) headers[i][1]);

      g_autoptr (AskHttpResponse) response
          = ask_http_send (self->http, &request, NULL, NULL, NULL, &error);

      g_assert_null (response);
      g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL);
      g_assert_null (strstr (error->message, "s3cret"));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (GError) error = NULL;
      AskHttpRequest request = { .url = urls[i] };
      g_autoptr (AskHttpResponse) response
          = ask_http_send (self->http, &request, NULL, NULL, NULL, &error);

      g_assert_null (response);
      g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL);
      g_assert_null (strstr (error->message, "s3cret"));
    }
  g_assert_cmpuint (ask_test_server_count (self->server, NULL), ==, 0);
}

static void
test_time_out (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  ask_test_server_add (self->server, "/p")->never = TRUE;

  g_autoptr (AskHttpResponse) silent = get (self, "/p?key=s3cret", 150, NULL, &error);
  double elapsed = (double) (g_get_monotonic_time () - start) / 1000;

  g_assert_null (silent);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_TIMED_OUT);
  assert_words (self, error);
  g_assert_nonnull (strstr (error->message, "did not answer"));
  g_assert_cmpfloat (elapsed, >=, 149);
  g_assert_cmpuint (ask_test_server_count (self->server, "/p"), ==, 1);

  g_clear_error (&error);

  AskTestReply *reply = ask_test_server_add_json (self->server, "/ps", "[1,2,3,4,5,6,7]");

  reply->stall_at = 5;
  reply->stall_ms = G_MAXUINT;

  g_autoptr (AskHttpResponse) stalled = get (self, "/ps", 150, NULL, &error);

  g_assert_null (stalled);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_TIMED_OUT);
  assert_words (self, error);
  g_assert_nonnull (strstr (error->message, "in the middle"));

  /* Slow is not silent: 20 × 60 ms is far over the limit, each byte is not. */
  g_clear_error (&error);
  reply = ask_test_server_add_json (self->server, "/slow", "12345678901234567890");
  reply->piece = 1;
  reply->piece_ms = 60;

  g_autoptr (AskHttpResponse) slow = get (self, "/slow", 700, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (slow->body), ==, 20);
  g_assert_cmpfloat (slow->elapsed_ms, >, 1000);
}

static void
test_limit (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *name;
    gboolean chunked, repeat, gzip;
  } ways[] = { { "/p-length", FALSE, FALSE, FALSE },
               { "/p-chunks", TRUE, FALSE, FALSE },
               { "/p-endless", TRUE, TRUE, FALSE },
               { "/p-bomb", FALSE, FALSE, TRUE } };
  g_autofree char *big = g_strnfill (2 * 1024 * 1024, ' ');
  g_autoptr (GBytes) bomb = ask_test_gzip (big, -1);

  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (GError) error = NULL;
      AskTestReply *reply = ask_test_server_add (self->server, ways[i].name);
      g_autofree char *url = ask_test_server_dup_url (self->server, ways[i].name);
      AskHttpRequest request = { .url = url, .max_bytes = 100000 };

      if (ways[i].gzip)
        {
          g_assert_cmpuint (g_bytes_get_size (bomb), <, request.max_bytes);
          ask_test_reply_set (reply, 200, NULL, g_bytes_get_data (bomb, NULL),
                              (gssize) g_bytes_get_size (bomb));
          ask_test_reply_add_header (reply, "Content-Encoding", "gzip");
        }
      else
        ask_test_reply_set (reply, 200, NULL, big, 200000);
      reply->chunked = ways[i].chunked;
      reply->repeat = ways[i].repeat;

      g_autoptr (AskHttpResponse) response
          = ask_http_send (self->http, &request, NULL, NULL, NULL, &error);

      g_assert_null (response);
      g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_TOO_LARGE);
      assert_words (self, error);
    }

  /* Exactly the limit is not over it. */
  g_autoptr (GError) error = NULL;
  g_autofree char *url = ask_test_server_dup_url (self->server, "/fits");
  AskHttpRequest request = { .url = url, .max_bytes = 100000 };

  ask_test_reply_set (ask_test_server_add (self->server, "/fits"), 200, NULL, big, 100000);

  g_autoptr (AskHttpResponse) response
      = ask_http_send (self->http, &request, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (response->body), ==, 100000);
}

static void
test_retry (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *path;
    guint statuses[4];
    gboolean server_errors;
    guint final;
    guint tries;
  } rows[] = {
    { "/r429", { 429, 200 }, FALSE, 200, 2 },
    { "/r503", { 503, 502, 200 }, FALSE, 200, 3 },
    { "/r504", { 504, 504, 504, 200 }, FALSE, 504, 3 },
    { "/r500", { 500, 200 }, FALSE, 500, 1 },
    { "/r500-asked", { 500, 200 }, TRUE, 200, 2 },
    { "/r404", { 404, 200 }, TRUE, 404, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *url = ask_test_server_dup_url (self->server, rows[i].path);
      AskHttpRequest request = { .url = url, .retry_server_errors = rows[i].server_errors };

      for (guint j = 0; j < 4 && rows[i].statuses[j] != 0; j++)
        {
          g_autofree char *text = g_strdup_printf ("%u", rows[i].statuses[j]);

          ask_test_reply_set (ask_test_server_add (self->server, rows[i].path),
                              rows[i].statuses[j], "text/plain", text, -1);
        }

      g_autoptr (AskHttpResponse) response
          = ask_http_send (self->http, &request, NULL, NULL, NULL, &error);
      g_autofree char *expected = g_strdup_printf ("%u", rows[i].final);

      g_assert_no_error (error);
      g_assert_cmpuint (response->status, ==, rows[i].final);
      g_assert_cmpuint (response->tries, ==, rows[i].tries);
      g_assert_cmpmem (g_bytes_get_data (response->body, NULL), g_bytes_get_size (response->body),
                       expected, 3);
      g_assert_cmpuint (ask_test_server_count (self->server, rows[i].path), ==, rows[i].tries);
    }
}

static void
test_retry_after (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add (self->server, "/wait");

  ask_test_reply_set (reply, 429, NULL, "slow down", -1);
  ask_test_reply_add_header (reply, "Retry-After", "1");
  ask_test_server_add_json (self->server, "/wait", "[]");

  g_autoptr (AskHttpResponse) waited = get (self, "/wait", 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (waited->status, ==, 200);
  g_assert_cmpfloat (waited->elapsed_ms, >=, 1000);

  /* As a date. It has whole seconds, so two seconds from now are more than one. */
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) then = g_date_time_add_seconds (now, 2);
  g_autofree char *date = g_date_time_format (then, "%a, %d %b %Y %H:%M:%S GMT");

  reply = ask_test_server_add (self->server, "/date");
  ask_test_reply_set (reply, 503, NULL, "slow down", -1);
  ask_test_reply_add_header (reply, "Retry-After", date);
  ask_test_server_add_json (self->server, "/date", "[]");

  g_autoptr (AskHttpResponse) dated = get (self, "/date", 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (dated->status, ==, 200);
  g_assert_cmpfloat (dated->elapsed_ms, >=, 900);

  /* Too long to wait for. */
  reply = ask_test_server_add (self->server, "/hour");
  ask_test_reply_set (reply, 429, NULL, "come back later", -1);
  ask_test_reply_add_header (reply, "Retry-After", "3600");

  g_autoptr (AskHttpResponse) hour = get (self, "/hour", 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (hour->status, ==, 429);
  g_assert_cmpuint (hour->tries, ==, 1);
  g_assert_cmpuint (ask_test_server_count (self->server, "/hour"), ==, 1);
}

static gboolean
count_chunk (const char *chunk, gsize length, gpointer user_data, GError **error)
{
  *(gsize *) user_data += length;
  return TRUE;
}

static void
test_streamed_once (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = ask_test_server_dup_url (self->server, "/ps");
  AskHttpRequest request = { .url = url };
  AskTestReply *reply = ask_test_server_add_json (self->server, "/ps", "0123456789");
  gsize n = 0;

  reply->cut_at = 4;

  g_autoptr (AskHttpResponse) response
      = ask_http_send (self->http, &request, count_chunk, &n, NULL, &error);

  g_assert_null (response);
  g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (ask_test_server_count (self->server, NULL), ==, 1);
}

/* No time-out of the client's own: what comes back has been cancelled. */
#define AN_HOUR_MS (60 * 60 * 1000)

typedef struct
{
  AskTestServer *server;
  GCancellable *cancellable;
  guint n; /* requests that the server has taken by then */
} Canceller;

static gpointer
cancel_when_asked (gpointer data)
{
  Canceller *self = data;

  while (ask_test_server_count (self->server, NULL) < self->n)
    g_usleep (1000);
  /* The client is in the middle of it by then. */
  g_usleep (50 * 1000);
  g_cancellable_cancel (self->cancellable);
  return NULL;
}

typedef struct
{
  AskTestServer *server;
  GCancellable *cancellable;
} Peer;

static gpointer
wait_as_told (gpointer data)
{
  Peer *self = data;
  g_autoptr (AskHttp) http = ask_http_new (NULL);
  Fixture fixture = { self->server, http };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskHttpResponse) response
      = get (&fixture, "/peer", AN_HOUR_MS, self->cancellable, &error);

  g_assert_null (response);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  return NULL;
}

static void
add_busy (AskTestServer *server, const char *path)
{
  AskTestReply *reply = ask_test_server_add (server, path);

  ask_test_reply_set (reply, 503, NULL, "later", -1);
  ask_test_reply_add_header (reply, "Retry-After", "25");
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  AskTestReply *reply;
  static const char *const paths[] = { "/never", "/stall", "/endless" };

  ask_test_server_add (self->server, "/never")->never = TRUE;
  reply = ask_test_server_add_json (self->server, "/stall", "0123456789");
  reply->stall_at = 5;
  reply->stall_ms = G_MAXUINT;
  reply = ask_test_server_add_json (self->server, "/endless", "0123456789");
  reply->chunked = TRUE;
  reply->repeat = TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      Canceller canceller = { self->server, cancellable, 1 };

      ask_test_server_forget (self->server);

      GThread *thread = g_thread_new ("canceller", cancel_when_asked, &canceller);
      g_autoptr (AskHttpResponse) response = get (self, paths[i], AN_HOUR_MS, cancellable, &error);

      g_thread_join (thread);
      g_assert_null (response);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }

  /* While connecting: the server does not shake hands. */
  g_autofree char *url
      = g_strdup_printf ("https://127.0.0.1:%u/", ask_test_server_get_port (self->server));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Canceller canceller = { self->server, cancellable, 0 };
  AskHttpRequest request = { .url = url, .max_tries = 100, .time_out_ms = AN_HOUR_MS };
  GThread *thread = g_thread_new ("canceller", cancel_when_asked, &canceller);
  g_autoptr (AskHttpResponse) response
      = ask_http_send (self->http, &request, NULL, NULL, cancellable, &error);

  g_thread_join (thread);
  g_assert_null (response);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  /* Already cancelled: nothing is sent. */
  g_clear_error (&error);
  ask_test_server_forget (self->server);

  g_autoptr (AskHttpResponse) none = get (self, "/never", 0, cancellable, &error);

  g_assert_null (none);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (ask_test_server_count (self->server, NULL), ==, 0);
}

/* Between two tries: it comes back while a call that was told to wait as long, and before it, still waits. */
static void
test_cancel_between_tries (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Peer peer = { self->server, g_cancellable_new () };
  Canceller canceller = { self->server, cancellable, 2 };
  g_autoptr (GError) error = NULL;
  GThread *peer_thread;
  GThread *thread;

  add_busy (self->server, "/peer");
  add_busy (self->server, "/busy");
  peer_thread = g_thread_new ("peer", wait_as_told, &peer);
  while (ask_test_server_count (self->server, "/peer") == 0)
    g_usleep (1000);
  thread = g_thread_new ("canceller", cancel_when_asked, &canceller);

  g_autoptr (AskHttpResponse) response = get (self, "/busy", AN_HOUR_MS, cancellable, &error);

  g_assert_null (response);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (ask_test_server_count (self->server, "/peer"), ==, 1);
  g_assert_cmpuint (ask_test_server_count (self->server, "/busy"), ==, 1);
  g_thread_join (thread);
  g_cancellable_cancel (peer.cancellable);
  g_thread_join (peer_thread);
  g_object_unref (peer.cancellable);
}

typedef struct
{
  guint n_ok;
  guint n_failed;
} Counts;

static gboolean
count_done (guint index,
            const AskHttpResponse *response,
            const GError *failure,
            gpointer user_data,
            GError **error)
{
  Counts *counts = user_data;

  if (failure != NULL)
    counts->n_failed++;
  else
    counts->n_ok++;
  /* What had begun is shown beside the failure, without a body. */
  g_assert_true (failure == NULL || response == NULL || response->body == NULL);
  return TRUE;
}

static void
test_many_faults (Fixture *self, gconstpointer data)
{
  g_autofree char *good = ask_test_server_dup_url (self->server, "/good");
  g_autofree char *cut = ask_test_server_dup_url (self->server, "/cut");
  g_autofree char *silent = ask_test_server_dup_url (self->server, "/silent");
  AskHttpRequest requests[30] = { 0 };
  Counts counts = { 0 };
  g_autoptr (GError) error = NULL;
  AskTestReply *reply = ask_test_server_add_json (self->server, "/cut", "0123456789");

  reply->cut_at = 3;
  ask_test_server_add_json (self->server, "/good", "[]");
  ask_test_server_add (self->server, "/silent")->never = TRUE;
  for (guint i = 0; i < 30; i++)
    requests[i] = (AskHttpRequest) { .url = i % 3 == 0 ? good : i % 3 == 1 ? cut : silent,
                                     .time_out_ms = i % 3 == 2 ? 100 : 0 };
  requests[0].url = "no url";

  g_assert_true (ask_http_send_many (self->http, &(AskHttpBatch) { requests, 30, count_done, &counts }, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (counts.n_ok, ==, 9);
  g_assert_cmpuint (counts.n_failed, ==, 21);

  /* All of them hang, and are cancelled. */
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Canceller canceller = { self->server, cancellable, 8 };

  for (guint i = 0; i < 30; i++)
    requests[i] = (AskHttpRequest) { .url = silent, .time_out_ms = AN_HOUR_MS };
  ask_test_server_forget (self->server);

  GThread *thread = g_thread_new ("canceller", cancel_when_asked, &canceller);

  g_assert_false (ask_http_send_many (self->http, &(AskHttpBatch) { requests, 30, count_done, &counts },
                                      cancellable, &error));
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  /* The session serves on. */
  g_clear_error (&error);

  g_autoptr (AskHttpResponse) response = get (self, "/good", 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (response->status, ==, 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/net/http-faults/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("a-body-that-is-cut-is-an-error", test_cut);
  ADD ("a-compressed-body-that-is-cut-is-an-error", test_cut_gzip);
  ADD ("a-refusal-in-chunks-is-an-answer", test_refusal_in_chunks);
  ADD ("a-connection-closed-before-an-answer-is-an-error", test_no_answer);
  ADD ("a-server-that-is-not-there-is-named", test_unreachable);
  ADD ("a-request-that-cannot-be-sent-is-refused", test_bad_request);
  ADD ("silence-ends-at-the-time-out", test_time_out);
  ADD ("a-body-beyond-the-limit-is-refused", test_limit);
  ADD ("only-passing-faults-are-tried-again", test_retry);
  ADD ("as-long-as-the-server-says-is-waited", test_retry_after);
  ADD ("what-was-streamed-is-not-asked-again", test_streamed_once);
  ADD ("a-cancel-ends-every-wait", test_cancel);
  ADD ("a-cancel-ends-the-wait-between-two-tries", test_cancel_between_tries);
  ADD ("one-fault-of-many-spoils-no-other", test_many_faults);
  return g_test_run ();
}
