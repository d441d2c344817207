/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of AskHttp after a rest. A language model may think for a minute between two calls, and meanwhile nobody
 * looks after the session: the next call is as good as the first, whatever has become of the connections.
 */
#include "config.h"

#include <string.h>
#include <sys/socket.h>

#include "net/ask-http-job.h"
#include "net/ask-http-stream.h"
#include "support/ask-test-server.h"

/* Makes @n calls side by side, and holds each to its body. */
static void
call (AskHttp *http, const char *url, guint n)
{
  g_autoptr (GPtrArray) streams = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_http_stream_free);
  AskHttpRequest request = { .url = url };
  guint n_done = 0;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (streams, ask_http_stream_new (http, &request));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) body = g_string_new (NULL);
      const char *bytes;
      gsize length;
      AskHttpStreamState state;

      while ((state = ask_http_stream_poll (streams->pdata[i], &bytes, &length)) != ASK_HTTP_STREAM_DONE)
        if (state == ASK_HTTP_STREAM_DATA)
          g_string_append_len (body, bytes, (gssize) length);
        else if (state == ASK_HTTP_STREAM_FAILED)
          g_error ("%s", ask_http_stream_get_failure (streams->pdata[i])->message);
        else
          g_assert_true (ask_http_wait (http, NULL, NULL));
      g_assert_cmpstr (body->str, ==, "[1,2,3]");
      n_done++;
    }
  g_assert_cmpuint (n_done, ==, n);
}

/* libsoup's own limit for connections that idle is not reached unseen: it is a timer that closes them under the
 * next request. Here it is a second, where there is one. */
static void
test_overdue (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/x");

  ask_test_server_add_json (server, "/x", "[1,2,3]");
  for (guint n = 1; n <= 4; n++)
    {
      g_autoptr (AskHttp) http = ask_http_new (NULL);

      ask_http_set_limits (http, 10000, 1, 0);
      if (soup_session_get_idle_timeout (http->session) > 0)
        soup_session_set_idle_timeout (http->session, 1);
      for (guint i = 0; i < 2; i++)
        {
          if (i > 0)
            g_usleep (G_USEC_PER_SEC + g_test_rand_int_range (0, 200) * 1000);
          call (http, url, n);
        }
    }
}

typedef struct
{
  GSocket *listener;
  guint port;
  guint n_connections; /* atomic */
  guint n_lost; /* atomic: requests that came on a connection after its first one */
  gboolean closes; /* after the answer, without having said so */
  gboolean resets; /* and not politely */
  gboolean forgets; /* stays open, but nothing that comes on it is answered any more */
} Gateway;

static gboolean
read_head (GSocketConnection *client)
{
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (client));
  g_autoptr (GString) head = g_string_new (NULL);
  char byte;

  while (strstr (head->str, "\r\n\r\n") == NULL)
    {
      if (g_input_stream_read (in, &byte, 1, NULL, NULL) != 1)
        return FALSE;
      g_string_append_c (head, byte);
    }
  return TRUE;
}

static gpointer
serve_client (gpointer data)
{
  gpointer *both = data;
  Gateway *self = both[0];
  g_autoptr (GSocketConnection) client = both[1];
  const char *answer
    = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n[1,2,3]";

  g_free (both);
  for (guint n = 0; read_head (client); n++)
    {
      if (n > 0)
        g_atomic_int_inc (&self->n_lost);
      if (n > 0 && self->forgets)
        continue;
      g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (client)), answer, strlen (answer), NULL,
                                 NULL, NULL);
      if (self->closes)
        break;
    }
  if (self->resets)
    {
      struct linger at_once = { 1, 0 };

      setsockopt (g_socket_get_fd (g_socket_connection_get_socket (client)), SOL_SOCKET, SO_LINGER, &at_once,
                  sizeof at_once);
    }
  g_io_stream_close (G_IO_STREAM (client), NULL, NULL);
  return NULL;
}

static gpointer
accept_clients (gpointer data)
{
  Gateway *self = data;
  GSocket *socket;

  while ((socket = g_socket_accept (self->listener, NULL, NULL)) != NULL)
    {
      gpointer *both = g_new (gpointer, 2);

      both[0] = self;
      both[1] = g_socket_connection_factory_create_connection (socket);
      g_object_unref (socket);
      g_atomic_int_inc (&self->n_connections);
      g_thread_unref (g_thread_new ("client", serve_client, both));
    }
  return NULL;
}

static GThread *
gateway_start (Gateway *self)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  self->listener = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);
  g_assert_no_error (error);
  g_assert_true (g_socket_bind (self->listener, any, TRUE, NULL) && g_socket_listen (self->listener, NULL));
  bound = g_socket_get_local_address (self->listener, NULL);
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));
  return g_thread_new ("gateway", accept_clients, self);
}

/* What a server, a proxy or a firewall does to a connection while nobody looks. */
static void
run_gateway (Gateway *gateway, guint max_age_ms, guint expected_connections)
{
  GThread *thread = gateway_start (gateway);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/x", gateway->port);
  AskHttp *http = ask_http_new (NULL);

  ask_http_set_limits (http, 10000, 1, 0);
  ask_http_set_max_age (http, max_age_ms);
  for (guint i = 0; i < 4; i++)
    {
      /* Let what the server does to the connection arrive; nobody looks at the session. */
      if (i > 0)
        g_usleep (60000);
      call (http, url, 1);
    }
  g_assert_cmpuint (g_atomic_int_get (&gateway->n_connections), ==, expected_connections);
  g_assert_cmpuint (g_atomic_int_get (&gateway->n_lost), ==, 4 - expected_connections);
  ask_http_free (http);
  shutdown (g_socket_get_fd (gateway->listener), SHUT_RDWR);
  g_thread_join (thread);
  g_object_unref (gateway->listener);
}

static void
test_closed (void)
{
  Gateway gateway = { .closes = TRUE };

  run_gateway (&gateway, 30000, 4);
}

static void
test_reset (void)
{
  Gateway gateway = { .closes = TRUE, .resets = TRUE };

  run_gateway (&gateway, 30000, 4);
}

/* Nothing says that a firewall has forgotten a connection: what is sent on it is never answered. */
static void
test_forgotten (void)
{
  Gateway gateway = { .forgets = TRUE };

  run_gateway (&gateway, 50, 4);
}

/* A connection that is young is used again: the test above would mean nothing otherwise. */
static void
test_kept (void)
{
  Gateway gateway = { .forgets = FALSE };

  run_gateway (&gateway, 30000, 1);
}

static gboolean
keep_busy (gpointer data)
{
  g_usleep (1200000);
  return G_SOURCE_REMOVE;
}

/* The answer came in time, but this process was not there to read it. */
static void
test_away (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskHttp) http = ask_http_new (NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/x");
  g_autoptr (GSource) busy = g_timeout_source_new (50);

  ask_test_server_add_json (server, "/x", "[1,2,3]")->delay_ms = 200;
  ask_http_set_limits (http, 600, 1, 0);
  g_source_set_callback (busy, keep_busy, NULL, NULL);
  g_source_attach (busy, http->context);
  call (http, url, 1);
}

/* Once in real time, with the limits that everybody has: longer than libsoup lets a connection idle. */
static void
test_minute (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskHttp) http = ask_http_new (NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/x");

  ask_test_server_add_json (server, "/x", "[1,2,3]");
  ask_http_set_limits (http, 10000, 1, 0);
  call (http, url, 3);
  g_usleep (65 * G_USEC_PER_SEC);
  call (http, url, 3);
  call (http, url, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/net/http-idle/libsoup-s-idle-limit-cuts-no-call", test_overdue);
  g_test_add_func ("/net/http-idle/a-connection-closed-while-idle-is-made-anew", test_closed);
  g_test_add_func ("/net/http-idle/a-connection-reset-while-idle-is-made-anew", test_reset);
  g_test_add_func ("/net/http-idle/a-connection-that-a-firewall-forgot-is-made-anew", test_forgotten);
  g_test_add_func ("/net/http-idle/a-young-connection-is-used-again", test_kept);
  g_test_add_func ("/net/http-idle/time-in-which-nobody-reads-counts-not", test_away);
  g_test_add_func ("/net/http-idle/after-a-minute-s-rest-calls-go-on", test_minute);
  return g_test_run ();
}
