/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of pulled answers: every byte in order, many side by side, a reader that is slow, a body
 * that is longer than memory may be, one that is cut, and one that nobody wants any more.
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "net/ask-http-stream.h"
#include "support/ask-test-memory.h"
#include "support/ask-test-server.h"

#define PIECE (256 * 1024)

typedef struct
{
  guint n_pieces;
  gboolean gzip;
  gboolean cut;
  gint n_given; /* atomic */
} Body;

/* A piece that says at every 16 bytes where it is in it. */
static GBytes *
make_piece (gboolean gzip)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (text->len < PIECE)
    g_string_append_printf (text, "%015zx\n", text->len);
  return gzip ? ask_test_gzip (text->str, (gssize) text->len)
              : g_bytes_new (text->str, text->len);
}

static GBytes *
produce (guint n, gpointer data)
{
  Body *body = data;
  static GBytes *pieces[2];
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      pieces[0] = make_piece (FALSE);
      pieces[1] = make_piece (TRUE);
      g_once_init_leave (&made, 1);
    }
  if (n == body->n_pieces)
    return body->cut ? g_bytes_new (NULL, 0) : NULL;
  g_atomic_int_inc (&body->n_given);
  return g_bytes_ref (pieces[body->gzip ? 1 : 0]);
}

static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  Body *body = data;

  if (body->gzip)
    ask_test_reply_add_header (reply, "Content-Encoding", "gzip");
  reply->content_type = g_strdup ("text/plain");
  reply->produce = produce;
  reply->produce_data = body;
}

static AskHttpStream *
open_stream (AskHttp *http, AskTestServer *server, const char *path)
{
  g_autofree char *url = ask_test_server_dup_url (server, path);
  AskHttpRequest request = { .url = url };

  return ask_http_stream_new (http, &request);
}

/* Reads to the end; checks every sixteenth byte's word. */
static AskHttpStreamState
drink (AskHttp *http, AskHttpStream *stream, gsize *total)
{
  *total = 0;
  for (;;)
    {
      const char *bytes;
      gsize length;
      AskHttpStreamState state = ask_http_stream_poll (stream, &bytes, &length);

      if (state == ASK_HTTP_STREAM_WAITING)
        g_assert_true (ask_http_wait (http, NULL, NULL));
      else if (state != ASK_HTTP_STREAM_DATA)
        return state;
      for (gsize i = 0; i < length; i++)
        if ((*total + i) % 16 == 15)
          g_assert_cmpint (bytes[i], ==, '\n');
      *total += length;
    }
}

/* @data: whether it comes compressed */
static void
test_long (gconstpointer data)
{
  Body body = { 128 << 2, GPOINTER_TO_INT (data), FALSE, 0 }; /* 128 MiB */
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &body);
  AskHttp *http = ask_http_new (NULL);
  AskHttpStream *stream = open_stream (http, server, "/long");
  gsize before = ask_test_peak_memory ();
  gsize total;

  g_assert_cmpint (drink (http, stream, &total), ==, ASK_HTTP_STREAM_DONE);
  g_assert_cmpuint (total, ==, (gsize) body.n_pieces * PIECE);
  g_assert_cmpuint (ask_http_stream_get_response (stream)->status, ==, 200);
  g_assert_null (ask_http_stream_get_response (stream)->body);
  g_test_message ("%zu MiB read, peak grew by %zu KiB", total >> 20,
                  (ask_test_peak_memory () - before) >> 10);
#if !ASK_TEST_SANITIZED
  g_assert_cmpuint (ask_test_peak_memory () - before, <, 16 << 20);
#endif
  ask_http_stream_free (stream);
  ask_http_free (http);
}

/* Who does not read is not given more, and nobody's time-out ends while nobody looks. */
static void
test_slow_reader (void)
{
  Body body = { 256, FALSE, FALSE, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &body);
  AskHttp *http = ask_http_new (NULL);
  AskHttpStream *streams[12];
  gsize total;

  ask_http_set_limits (http, 300, 1, 2);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    streams[i] = open_stream (http, server, "/slow");
  /* Paused streams give their lane away: all get through, whichever is read first. */
  for (guint i = G_N_ELEMENTS (streams); i-- > 0;)
    {
      if (i == 5)
        {
          int given = g_atomic_int_get (&body.n_given);

          g_usleep (900 * 1000);
          /* What the sockets' buffers hold may still have gone out. */
          g_assert_cmpint (g_atomic_int_get (&body.n_given) - given, <, 12 * 64);
        }
      g_assert_cmpint (drink (http, streams[i], &total), ==, ASK_HTTP_STREAM_DONE);
      g_assert_cmpuint (total, ==, 256 * PIECE);
      ask_http_stream_free (streams[i]);
    }
  ask_http_free (http);
}

/* Nor is it given more while another one is read: it is its server that waits, and not memory that fills. */
static void
test_pause (void)
{
  Body left = { 256, FALSE, FALSE, 0 }, drunk = { 256, FALSE, FALSE, 0 };
  g_autoptr (AskTestServer) left_server = ask_test_server_new (serve, &left);
  g_autoptr (AskTestServer) drunk_server = ask_test_server_new (serve, &drunk);
  AskHttp *http = ask_http_new (NULL);
  AskHttpStream *waiting = open_stream (http, left_server, "/left");
  AskHttpStream *stream = open_stream (http, drunk_server, "/drunk");
  gsize total, length;
  const char *bytes;

  g_assert_cmpint (drink (http, stream, &total), ==, ASK_HTTP_STREAM_DONE);
  g_assert_cmpuint (total, ==, 256 * PIECE);
  g_assert_cmpint (ask_http_stream_poll (waiting, &bytes, &length), ==, ASK_HTTP_STREAM_DATA);
  g_assert_cmpuint (length, <, PIECE);
  g_test_message ("%d of 256 pieces went out", g_atomic_int_get (&left.n_given));
  ask_http_stream_free (stream);
  ask_http_stream_free (waiting);
  ask_http_free (http);
}

static void
test_cut (gconstpointer data)
{
  Body body = { 9, GPOINTER_TO_INT (data), TRUE, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &body);
  AskHttp *http = ask_http_new (NULL);
  AskHttpStream *stream = open_stream (http, server, "/cut");
  gsize total;

  g_assert_cmpint (drink (http, stream, &total), ==, ASK_HTTP_STREAM_FAILED);
  g_assert_error (ask_http_stream_get_failure (stream), ASK_HTTP_ERROR, ASK_HTTP_ERROR_CUT);
  /* What was given is not asked for again. */
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 1);
  ask_http_stream_free (stream);
  ask_http_free (http);
}

/* Before the first byte it is tried again. */
static void
test_retry (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  AskHttp *http = ask_http_new (NULL);
  AskHttpStream *stream;
  gsize total;

  ask_test_server_add (server, "/r")->cut_headers = TRUE;
  ask_test_reply_set (ask_test_server_add (server, "/r"), 503, "text/plain", "no", -1);
  ask_test_reply_set (ask_test_server_add (server, "/r"), 200, "text/plain", "fifteen bytes..\n", -1);
  stream = open_stream (http, server, "/r");
  g_assert_cmpint (drink (http, stream, &total), ==, ASK_HTTP_STREAM_DONE);
  g_assert_cmpuint (total, ==, 16);
  g_assert_cmpuint (ask_http_stream_get_response (stream)->tries, ==, 3);
  ask_http_stream_free (stream);
  ask_http_free (http);
}

/* A status that is no success is told, with its words, but not with gigabytes of them. */
static void
test_refusal (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  AskHttp *http = ask_http_new (NULL);
  AskTestReply *endless = ask_test_server_add (server, "/endless");
  AskHttpStream *stream;
  gsize total;

  ask_test_reply_set (ask_test_server_add (server, "/404"), 404, "text/plain", "not here", -1);
  ask_test_reply_set (endless, 500, "text/plain", "and so on and so on and so on and so on", -1);
  endless->chunked = TRUE;
  endless->repeat = TRUE;
  stream = open_stream (http, server, "/404");
  g_assert_cmpint (drink (http, stream, &total), ==, ASK_HTTP_STREAM_DONE);
  g_assert_cmpuint (ask_http_stream_get_response (stream)->status, ==, 404);
  g_assert_cmpuint (g_bytes_get_size (ask_http_stream_get_response (stream)->body), ==, 8);
  ask_http_stream_free (stream);
  stream = open_stream (http, server, "/endless");
  g_assert_cmpint (drink (http, stream, &total), ==, ASK_HTTP_STREAM_DONE);
  g_assert_cmpuint (ask_http_stream_get_response (stream)->status, ==, 500);
  g_assert_cmpuint (g_bytes_get_size (ask_http_stream_get_response (stream)->body), ==, 64 << 10);
  ask_http_stream_free (stream);
  ask_http_free (http);
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (50 * 1000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  AskHttp *http = ask_http_new (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  AskHttpStream *streams[20];
  g_autoptr (GError) error = NULL;
  GThread *thread;

  ask_test_server_add (server, "/never")->never = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    streams[i] = open_stream (http, server, "/never");
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_false (ask_http_wait (http, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    ask_http_stream_free (streams[i]);
  ask_http_settle (http);
  ask_http_free (http);
}

/* Streams and other calls share a session and its lanes. */
static void
test_mixed (void)
{
  Body body = { 8, FALSE, FALSE, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &body);
  AskHttp *http = ask_http_new (NULL);
  AskHttpStream *streams[6];
  g_autofree char *url = ask_test_server_dup_url (server, "/x");
  AskHttpRequest request = { .url = url };
  gsize total;

  ask_http_set_limits (http, 0, 1, 2);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    streams[i] = open_stream (http, server, "/y");
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskHttpResponse) response = ask_http_send (http, &request, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (response->body), ==, 8 * PIECE);
      g_assert_cmpint (drink (http, streams[i], &total), ==, ASK_HTTP_STREAM_DONE);
      g_assert_cmpuint (total, ==, 8 * PIECE);
      ask_http_stream_free (streams[i]);
    }
  ask_http_free (http);
}

static void
test_bad_url (void)
{
  AskHttp *http = ask_http_new (NULL);
  AskHttpRequest request = { .url = "file:///etc/passwd" };
  AskHttpStream *stream = ask_http_stream_new (http, &request);
  gsize total;

  g_assert_cmpint (drink (http, stream, &total), ==, ASK_HTTP_STREAM_FAILED);
  g_assert_error (ask_http_stream_get_failure (stream), ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL);
  ask_http_stream_free (stream);
  ask_http_free (http);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/net/http-stream/a-body-longer-than-memory-is-streamed", GINT_TO_POINTER (FALSE), test_long);
  g_test_add_data_func ("/net/http-stream/a-compressed-body-longer-than-memory-is-streamed",
                        GINT_TO_POINTER (TRUE), test_long);
  g_test_add_func ("/net/http-stream/who-does-not-read-is-given-no-more", test_slow_reader);
  g_test_add_func ("/net/http-stream/who-waits-is-given-no-more-while-another-reads", test_pause);
  g_test_add_data_func ("/net/http-stream/a-stream-that-is-cut-is-an-error", GINT_TO_POINTER (FALSE), test_cut);
  g_test_add_data_func ("/net/http-stream/a-compressed-stream-that-is-cut-is-an-error",
                        GINT_TO_POINTER (TRUE), test_cut);
  g_test_add_func ("/net/http-stream/before-the-first-byte-it-is-tried-again", test_retry);
  g_test_add_func ("/net/http-stream/a-refusal-is-told-with-its-first-words", test_refusal);
  g_test_add_func ("/net/http-stream/a-cancel-ends-the-wait-for-streams", test_cancel);
  g_test_add_func ("/net/http-stream/streams-and-calls-share-the-lanes", test_mixed);
  g_test_add_func ("/net/http-stream/a-stream-from-a-bad-address-is-an-error", test_bad_url);
  return g_test_run ();
}
