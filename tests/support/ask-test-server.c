/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A real HTTP/1.1 server for tests, on sockets and nothing else: a server library would mend or
 * hide the very faults that tests need. It must never wait for ever when it is freed.
 */
#include "config.h"

#include "support/ask-test-message.h"

#include <gio/gnetworking.h>
#include <string.h>

struct _AskTestServer
{
  AskTestHandler handler;
  gpointer user_data;
  GSocketListener *listener;
  guint16 port;
  GThread *accepter;
  GCancellable *cancellable;
  GTlsCertificate *certificate;

  GMutex lock; /* everything below */
  GCond stopped;
  gboolean stopping;
  GPtrArray *threads;  /* of GThread */
  GHashTable *scripts; /* path → GPtrArray of AskTestReply */
  GHashTable *places;  /* path → how many of them were given */
  GPtrArray *requests; /* of AskTestRequest, refcounted boxes */
  guint concurrent;
  guint max_concurrent;
  char *gathered; /* nullable: path of the requests that wait for each other; all do without it */
  GHashTable *waiting; /* nullable: "path?query" of those; who asks again in vain is no other */
  guint n_awaited; /* until so many do */
  guint n_connections;
};

typedef struct
{
  AskTestServer *server;
  GSocketConnection *connection;
} Connection;

/* Returns: FALSE when the server stops meanwhile */
static gboolean
pause_for (AskTestServer *self, guint ms)
{
  gint64 end = g_get_monotonic_time () + (gint64) ms * 1000;
  gboolean go_on;

  g_mutex_lock (&self->lock);
  while (!self->stopping)
    {
      if (ms == G_MAXUINT)
        g_cond_wait (&self->stopped, &self->lock);
      else if (!g_cond_wait_until (&self->stopped, &self->lock, end))
        break;
    }
  go_on = !self->stopping;
  g_mutex_unlock (&self->lock);
  return go_on;
}

/* Counts the request, and holds it up while others are awaited. Under the lock. */
static void
enter (AskTestServer *self, const AskTestRequest *request)
{
  self->concurrent++;
  self->max_concurrent = MAX (self->max_concurrent, self->concurrent);
  if (self->n_awaited == 0 || (self->gathered != NULL && strcmp (self->gathered, request->path) != 0))
    return;
  g_hash_table_add (self->waiting,
                    g_strdup_printf ("%s?%s", request->path, request->query != NULL ? request->query : ""));
  if (g_hash_table_size (self->waiting) >= self->n_awaited)
    {
      self->n_awaited = 0;
      g_cond_broadcast (&self->stopped);
    }
  while (self->n_awaited > 0 && !self->stopping)
    g_cond_wait (&self->stopped, &self->lock);
}

static gboolean
read_body (AskTestServer *self,
           GDataInputStream *in,
           gsize length,
           GByteArray *body,
           GByteArray *raw)
{
  g_autofree char *buffer = g_malloc (length + 1);
  gsize n_read = 0;

  if (!g_input_stream_read_all (G_INPUT_STREAM (in), buffer, length, &n_read, self->cancellable,
                                NULL)
      || n_read != length)
    return FALSE;
  g_byte_array_append (body, (const guint8 *) buffer, (guint) length);
  g_byte_array_append (raw, (const guint8 *) buffer, (guint) length);
  return TRUE;
}

static char *
read_line (AskTestServer *self, GDataInputStream *in, GByteArray *raw)
{
  gsize length = 0;
  char *line = g_data_input_stream_read_line (in, &length, self->cancellable, NULL);

  if (line != NULL)
    {
      g_byte_array_append (raw, (const guint8 *) line, (guint) length);
      g_byte_array_append (raw, (const guint8 *) "\r\n", 2);
    }
  return line;
}

static AskTestRequest *
read_request (AskTestServer *self, GDataInputStream *in)
{
  g_autoptr (GByteArray) raw = g_byte_array_new ();
  g_autoptr (GByteArray) body = g_byte_array_new ();
  g_autofree char *line = read_line (self, in, raw);
  g_auto (GStrv) words = line != NULL ? g_strsplit (line, " ", 3) : NULL;

  if (words == NULL || g_strv_length (words) != 3)
    return NULL;

  g_autoptr (GHashTable) headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  while (TRUE)
    {
      g_autofree char *header = read_line (self, in, raw);

      if (header == NULL)
        return NULL;
      if (*header == '\0')
        break;

      char *colon = strchr (header, ':');

      if (colon != NULL)
        g_hash_table_replace (headers, g_ascii_strdown (header, colon - header),
                              g_strstrip (g_strdup (colon + 1)));
    }

  const char *length = g_hash_table_lookup (headers, "content-length");
  const char *encoding = g_hash_table_lookup (headers, "transfer-encoding");

  if (length != NULL
      && !read_body (self, in, g_ascii_strtoull (length, NULL, 10), body, raw))
    return NULL;
  while (encoding != NULL)
    {
      g_autofree char *size = read_line (self, in, raw);
      gsize n = size != NULL ? g_ascii_strtoull (size, NULL, 16) : 0;

      if (size == NULL || !read_body (self, in, n, body, raw))
        return NULL;

      g_free (read_line (self, in, raw));
      if (n == 0)
        break;
    }

  AskTestRequest *request = g_rc_box_new0 (AskTestRequest);
  char *question = strchr (words[1], '?');

  request->method = g_strdup (words[0]);
  request->query = question != NULL ? g_strdup (question + 1) : NULL;
  if (question != NULL)
    *question = '\0';
  request->path = g_uri_unescape_string (words[1], NULL);
  if (request->path == NULL)
    request->path = g_strdup (words[1]);
  request->headers = g_steal_pointer (&headers);
  request->body = g_byte_array_free_to_bytes (g_steal_pointer (&body));
  request->raw = g_byte_array_free_to_bytes (g_steal_pointer (&raw));
  return request;
}

static gboolean
write_bytes (AskTestServer *self, GOutputStream *out, const char *data, gsize length)
{
  return g_output_stream_write_all (out, data, length, NULL, self->cancellable, NULL);
}

/* The bytes of the body as they go over the wire. */
static GByteArray *
frame_body (const AskTestReply *reply)
{
  GByteArray *wire = g_byte_array_new ();
  gsize length = 0;
  const char *data = reply->body != NULL ? g_bytes_get_data (reply->body, &length) : "";
  gsize step = reply->piece > 0 ? reply->piece : length;

  if (!reply->chunked)
    {
      g_byte_array_append (wire, (const guint8 *) data, (guint) length);
      return wire;
    }
  for (gsize i = 0; i < length; i += step)
    {
      gsize n = MIN (step, length - i);
      g_autofree char *size = g_strdup_printf ("%zx\r\n", n);

      g_byte_array_append (wire, (const guint8 *) size, (guint) strlen (size));
      g_byte_array_append (wire, (const guint8 *) data + i, (guint) n);
      g_byte_array_append (wire, (const guint8 *) "\r\n", 2);
    }
  if (!reply->repeat)
    g_byte_array_append (wire, (const guint8 *) "0\r\n\r\n", 5);
  return wire;
}

/* Returns: whether it was not cut */
static gboolean
write_produced (AskTestServer *self, GOutputStream *out, const AskTestReply *reply)
{
  for (guint n = 0;; n++)
    {
      g_autoptr (GBytes) piece = reply->produce (n, reply->produce_data);
      gsize length = 0;
      const char *data = piece != NULL ? g_bytes_get_data (piece, &length) : NULL;
      g_autofree char *size = g_strdup_printf ("%zx\r\n", length);

      if (piece == NULL)
        return write_bytes (self, out, "0\r\n\r\n", 5);
      if (length == 0 || !write_bytes (self, out, size, strlen (size))
          || !write_bytes (self, out, data, length) || !write_bytes (self, out, "\r\n", 2))
        return FALSE;
    }
}

/* Returns: whether the connection may be used again */
static gboolean
write_reply (AskTestServer *self,
             GOutputStream *out,
             const AskTestRequest *request,
             const AskTestReply *reply)
{
  if (reply->delay_ms > 0 && !pause_for (self, reply->delay_ms))
    return FALSE;
  if (reply->never)
    {
      pause_for (self, G_MAXUINT);
      return FALSE;
    }
  if (reply->cut_headers)
    return FALSE;
  if (reply->raw != NULL)
    {
      gsize length = 0;
      const char *data = g_bytes_get_data (reply->raw, &length);

      write_bytes (self, out, data, length);
      return FALSE;
    }

  g_autoptr (GByteArray) wire = frame_body (reply);
  g_autoptr (GString) head = g_string_new (NULL);

  g_string_append_printf (head, "HTTP/1.1 %u Status %u\r\n", reply->status, reply->status);
  if (reply->content_type != NULL)
    g_string_append_printf (head, "Content-Type: %s\r\n", reply->content_type);
  if (reply->chunked || reply->produce != NULL)
    g_string_append (head, "Transfer-Encoding: chunked\r\n");
  else
    g_string_append_printf (head, "Content-Length: %u\r\n", wire->len);
  if (reply->close)
    g_string_append (head, "Connection: close\r\n");
  g_string_append (head, reply->headers->str);
  g_string_append (head, "\r\n");
  if (!write_bytes (self, out, head->str, head->len))
    return FALSE;
  if (g_str_equal (request->method, "HEAD"))
    return !reply->close;
  if (reply->produce != NULL)
    return write_produced (self, out, reply) && !reply->close;

  do
    {
      gsize end = reply->cut_at >= 0 ? MIN ((gsize) reply->cut_at, wire->len) : wire->len;
      gsize at = 0;

      while (at < end)
        {
          gsize next = reply->piece > 0 ? MIN (at + reply->piece, end) : end;

          if (reply->stall_at >= 0 && at < (gsize) reply->stall_at)
            next = MIN (next, (gsize) reply->stall_at);
          if (reply->stall_at >= 0 && at == (gsize) reply->stall_at
              && !pause_for (self, reply->stall_ms))
            return FALSE;
          if (at > 0 && reply->piece_ms > 0 && !pause_for (self, reply->piece_ms))
            return FALSE;
          if (!write_bytes (self, out, (const char *) wire->data + at, next - at))
            return FALSE;
          at = next;
        }
    }
  while (reply->repeat);

  return reply->cut_at < 0 && !reply->close;
}

static AskTestReply *
make_reply (AskTestServer *self, const AskTestRequest *request)
{
  AskTestReply *reply = NULL;

  g_mutex_lock (&self->lock);
  GPtrArray *script = g_hash_table_lookup (self->scripts, request->path);

  if (script != NULL)
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, request->path));

      /* The last one is given again and again. */
      reply = ask_test_reply_copy (g_ptr_array_index (script, MIN (place, script->len - 1)));
      g_hash_table_insert (self->places, g_strdup (request->path), GUINT_TO_POINTER (place + 1));
    }
  g_mutex_unlock (&self->lock);

  if (reply == NULL)
    {
      reply = ask_test_reply_new ();
      if (self->handler != NULL)
        self->handler (self, request, reply, self->user_data);
      else
        ask_test_reply_set (reply, 404, "text/plain", "nothing here", -1);
    }
  return reply;
}

static gpointer
serve_connection (gpointer data)
{
  Connection *connection = data;
  AskTestServer *self = connection->server;
  g_autoptr (GIOStream) stream = g_object_ref (G_IO_STREAM (connection->connection));

  if (self->certificate != NULL)
    {
      GIOStream *secure = g_tls_server_connection_new (stream, self->certificate, NULL);

      g_object_unref (stream);
      stream = secure;
    }

  GOutputStream *out = g_io_stream_get_output_stream (stream);
  g_autoptr (GDataInputStream) in
      = g_data_input_stream_new (g_io_stream_get_input_stream (stream));
  gboolean go_on = TRUE;

  g_data_input_stream_set_newline_type (in, G_DATA_STREAM_NEWLINE_TYPE_CR_LF);
  /* Pieces are to arrive apart. */
  g_socket_set_option (g_socket_connection_get_socket (connection->connection), IPPROTO_TCP,
                       TCP_NODELAY, 1, NULL);

  while (go_on)
    {
      AskTestRequest *request = read_request (self, in);

      if (request == NULL)
        break;

      g_mutex_lock (&self->lock);
      g_ptr_array_add (self->requests, request);
      g_rc_box_acquire (request);
      enter (self, request);
      g_mutex_unlock (&self->lock);

      AskTestReply *reply = make_reply (self, request);

      go_on = write_reply (self, out, request, reply);
      ask_test_reply_free (reply);
      ask_test_request_unref (request);

      g_mutex_lock (&self->lock);
      self->concurrent--;
      g_mutex_unlock (&self->lock);
    }

  g_io_stream_close (stream, NULL, NULL);
  g_object_unref (connection->connection);
  g_free (connection);
  return NULL;
}

static gpointer
accept_connections (gpointer data)
{
  AskTestServer *self = data;

  while (TRUE)
    {
      GSocketConnection *client
          = g_socket_listener_accept (self->listener, NULL, self->cancellable, NULL);

      if (client == NULL)
        return NULL;

      Connection *connection = g_new0 (Connection, 1);

      connection->server = self;
      connection->connection = client;
      g_mutex_lock (&self->lock);
      self->n_connections++;
      g_ptr_array_add (self->threads,
                       g_thread_new ("test-connection", serve_connection, connection));
      g_mutex_unlock (&self->lock);
    }
}

/**
 * ask_test_server_new:
 * @handler: (nullable): answers what ask_test_server_add() does not; without it, that is 404
 * @user_data: for @handler
 *
 * Listens at once, on a free port of 127.0.0.1.
 *
 * Returns: (transfer full): a running server
 */
AskTestServer *
ask_test_server_new (AskTestHandler handler, gpointer user_data)
{
  AskTestServer *self = g_new0 (AskTestServer, 1);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) error = NULL;

  self->handler = handler;
  self->user_data = user_data;
  self->cancellable = g_cancellable_new ();
  self->listener = g_socket_listener_new ();
  g_socket_listener_set_backlog (self->listener, 128);
  g_mutex_init (&self->lock);
  g_cond_init (&self->stopped);
  self->threads = g_ptr_array_new ();
  self->scripts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) g_ptr_array_unref);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->requests = g_ptr_array_new_with_free_func (ask_test_request_unref);

  if (!g_socket_listener_add_address (self->listener, any, G_SOCKET_TYPE_STREAM,
                                      G_SOCKET_PROTOCOL_TCP, NULL, &effective, &error))
    g_error ("The test server can't listen on 127.0.0.1: %s", error->message);
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
  self->accepter = g_thread_new ("test-server", accept_connections, self);
  return self;
}

/**
 * ask_test_server_free:
 * @self: (nullable): to stop; whatever hangs is let go
 */
void
ask_test_server_free (AskTestServer *self)
{
  if (self == NULL)
    return;

  g_mutex_lock (&self->lock);
  self->stopping = TRUE;
  g_cond_broadcast (&self->stopped);
  g_mutex_unlock (&self->lock);
  g_cancellable_cancel (self->cancellable);
  g_thread_join (self->accepter);
  /* No thread is added any more. */
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (g_ptr_array_index (self->threads, i));

  g_socket_listener_close (self->listener);
  g_object_unref (self->listener);
  g_object_unref (self->cancellable);
  g_clear_object (&self->certificate);
  g_ptr_array_unref (self->threads);
  g_hash_table_unref (self->scripts);
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->requests);
  g_free (self->gathered);
  g_clear_pointer (&self->waiting, g_hash_table_unref);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->stopped);
  g_free (self);
}

/**
 * ask_test_server_get_port:
 * @self: a server
 *
 * Returns: its port on 127.0.0.1
 */
guint16
ask_test_server_get_port (AskTestServer *self)
{
  return self->port;
}

/**
 * ask_test_server_dup_url:
 * @self: a server
 * @path: begins with "/"; may have a query
 *
 * Returns: (transfer full): the URL
 */
char *
ask_test_server_dup_url (AskTestServer *self, const char *path)
{
  return g_strdup_printf ("http://127.0.0.1:%u%s", self->port, path);
}

/**
 * ask_test_server_set_certificate:
 * @self: a server that was not connected to yet
 * @certificate: with its private key; from now on the server speaks https
 */
void
ask_test_server_set_certificate (AskTestServer *self, GTlsCertificate *certificate)
{
  g_set_object (&self->certificate, certificate);
}

/**
 * ask_test_server_add:
 * @self: a server
 * @path: without query, decoded
 *
 * Several replies of one path are given in their order, the last one again and again. Fill the
 * reply in before the request comes.
 *
 * Returns: (transfer none): an empty 200 to be filled in
 */
AskTestReply *
ask_test_server_add (AskTestServer *self, const char *path)
{
  AskTestReply *reply = ask_test_reply_new ();

  g_mutex_lock (&self->lock);
  GPtrArray *script = g_hash_table_lookup (self->scripts, path);

  if (script == NULL)
    {
      script = g_ptr_array_new_with_free_func (ask_test_reply_free);
      g_hash_table_insert (self->scripts, g_strdup (path), script);
    }
  g_ptr_array_add (script, reply);
  g_mutex_unlock (&self->lock);
  return reply;
}

/**
 * ask_test_server_add_json:
 * @self: a server
 * @path: without query
 * @json: a 200 with this
 *
 * Returns: (transfer none): the reply
 */
AskTestReply *
ask_test_server_add_json (AskTestServer *self, const char *path, const char *json)
{
  AskTestReply *reply = ask_test_server_add (self, path);

  ask_test_reply_set (reply, 200, "application/json", json, -1);
  return reply;
}

/**
 * ask_test_server_dup_requests:
 * @self: a server
 *
 * Returns: (transfer full) (element-type AskTestRequest): all requests so far, in the order of
 *   their arrival
 */
GPtrArray *
ask_test_server_dup_requests (AskTestServer *self)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (ask_test_request_unref);

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->requests->len; i++)
    g_ptr_array_add (copy, g_rc_box_acquire (g_ptr_array_index (self->requests, i)));
  g_mutex_unlock (&self->lock);
  return copy;
}

/**
 * ask_test_server_count:
 * @self: a server
 * @path: (nullable): of which path; %NULL for all
 *
 * Returns: how many requests came
 */
guint
ask_test_server_count (AskTestServer *self, const char *path)
{
  guint n = 0;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->requests->len; i++)
    {
      const AskTestRequest *request = g_ptr_array_index (self->requests, i);

      n += path == NULL || g_str_equal (request->path, path);
    }
  g_mutex_unlock (&self->lock);
  return n;
}

/**
 * ask_test_server_get_max_concurrent:
 * @self: a server
 *
 * Returns: how many requests were under way at one moment, at most
 */
guint
ask_test_server_get_max_concurrent (AskTestServer *self)
{
  g_mutex_lock (&self->lock);
  guint n = self->max_concurrent;
  g_mutex_unlock (&self->lock);
  return n;
}

/**
 * ask_test_server_gather:
 * @self: a server
 * @path: (nullable): of which path; %NULL for all
 * @n: so many requests
 *
 * Answers none of the next requests until @n different ones are under way; then nobody is held up any more. Whoever
 * sends fewer at once waits in vain, however fast either side is.
 */
void
ask_test_server_gather (AskTestServer *self, const char *path, guint n)
{
  g_mutex_lock (&self->lock);
  g_free (self->gathered);
  self->gathered = g_strdup (path);
  g_clear_pointer (&self->waiting, g_hash_table_unref);
  self->waiting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->n_awaited = n;
  g_mutex_unlock (&self->lock);
}

/**
 * ask_test_server_get_n_connections:
 * @self: a server
 *
 * Returns: how many connections were accepted
 */
guint
ask_test_server_get_n_connections (AskTestServer *self)
{
  g_mutex_lock (&self->lock);
  guint n = self->n_connections;
  g_mutex_unlock (&self->lock);
  return n;
}

/**
 * ask_test_server_forget:
 * @self: a server
 *
 * Forgets the requests and counts so far; scripted replies stay where they are.
 */
void
ask_test_server_forget (AskTestServer *self)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_set_size (self->requests, 0);
  self->max_concurrent = self->concurrent;
  g_mutex_unlock (&self->lock);
}
