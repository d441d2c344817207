/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The proxy: one thread accepts, one serves each connection. Closing one end of a pipe wakes them all, so that
 * nothing outlives ask_test_proxy_free(), however it hangs.
 */
#include "config.h"

#include "support/ask-test-proxy.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct _AskTestProxy
{
  guint16 target_port;
  guint16 port;
  int listener;
  int stop[2]; /* the reading end sees the end when all shall stop */
  GThread *accepter;
  GPtrArray *threads; /* of the accepter until it has ended */

  GMutex lock; /* of what follows */
  AskTestFault fault;
  gsize passed; /* bytes from the source */
  guint n_requests;
  guint n_answers;
  gboolean struck; /* the fault has done something */
};

typedef struct
{
  AskTestProxy *proxy;
  int client;
  int source;
  GString *request; /* what came of an HTTP request that is answered here */
} Connection;

static struct sockaddr_in
make_address (guint16 port)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons (port) };

  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  return address;
}

/* Waits for any of the descriptors or for the end. Returns FALSE at the end. */
static gboolean
wait_for (AskTestProxy *self, struct pollfd *polls, nfds_t n, int time_out)
{
  int code;

  polls[n] = (struct pollfd) { .fd = self->stop[0], .events = POLLIN };
  do
    code = poll (polls, n + 1, time_out);
  while (code < 0 && errno == EINTR);
  return polls[n].revents == 0;
}

static gboolean
send_all (AskTestProxy *self, int to, const char *bytes, gsize length)
{
  while (length > 0)
    {
      struct pollfd polls[2] = { { .fd = to, .events = POLLOUT } };
      gssize n;

      if (!wait_for (self, polls, 1, -1))
        return FALSE;
      n = send (to, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n < 0 && (errno == EAGAIN || errno == EINTR))
        continue;
      if (n <= 0)
        return FALSE;
      bytes += n;
      length -= (gsize) n;
    }
  return TRUE;
}

/* Silent until the client goes or all stops. */
static void
hang (Connection *connection)
{
  char bytes[4096];
  struct pollfd polls[2] = { { .fd = connection->client, .events = POLLIN } };

  while (wait_for (connection->proxy, polls, 1, -1)
         && recv (connection->client, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
    continue;
}

static void
reset (int fd)
{
  const struct linger now = { .l_onoff = 1 };

  setsockopt (fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

/* How many of @n bytes pass; they count as passed. */
static gsize
take_passage (AskTestProxy *self, gsize n, AskTestFault *fault)
{
  gssize end;

  g_mutex_lock (&self->lock);
  *fault = self->fault;
  self->struck = self->struck || fault->delay_ms > 0;
  end = fault->cut_at >= 0 ? fault->cut_at : fault->hang_at;
  if (end >= 0 && n > (gsize) MAX (0, end - (gssize) self->passed))
    {
      n = (gsize) MAX (0, end - (gssize) self->passed);
      self->struck = TRUE;
    }
  self->passed += n;
  g_mutex_unlock (&self->lock);
  return n;
}

static gboolean
pass_from_source (Connection *connection)
{
  AskTestProxy *self = connection->proxy;
  char bytes[4096];
  gssize n = recv (connection->source, bytes, sizeof bytes, MSG_DONTWAIT);
  AskTestFault fault;
  gsize passing;

  if (n <= 0)
    return n < 0 && (errno == EAGAIN || errno == EINTR);
  passing = take_passage (self, (gsize) n, &fault);
  if (fault.delay_ms > 0)
    {
      struct pollfd polls[1];

      if (!wait_for (self, polls, 0, (int) fault.delay_ms))
        return FALSE;
    }
  if (!send_all (self, connection->client, bytes, passing))
    return FALSE;
  if (passing == (gsize) n)
    return TRUE;
  if (fault.cut_at >= 0 && fault.reset)
    reset (connection->client);
  if (fault.cut_at < 0)
    hang (connection);
  return FALSE;
}

/* Gives the answer of the fault to each whole request. Returns FALSE where the connection shall end. */
static gboolean
answer (Connection *connection, const AskTestFault *fault, const char *bytes, gsize length)
{
  AskTestProxy *self = connection->proxy;
  char *end;

  g_string_append_len (connection->request, bytes, (gssize) length);
  while ((end = strstr (connection->request->str, "\r\n\r\n")) != NULL)
    {
      g_autofree char *text = NULL;
      guint n;

      g_string_erase (connection->request, 0, end + 4 - connection->request->str);
      g_mutex_lock (&self->lock);
      n = self->n_answers++;
      self->struck = TRUE;
      g_mutex_unlock (&self->lock);
      text = fault->answer (n, fault->answer_data);
      if (!send_all (self, connection->client, text, strlen (text)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
pass_from_client (Connection *connection)
{
  AskTestProxy *self = connection->proxy;
  char bytes[4096];
  gssize n = recv (connection->client, bytes, sizeof bytes, MSG_DONTWAIT);
  AskTestFault fault;
  gboolean spoilt;

  if (n <= 0)
    return n < 0 && (errno == EAGAIN || errno == EINTR);
  g_mutex_lock (&self->lock);
  fault = self->fault;
  spoilt = fault.answer != NULL && self->n_requests >= fault.after;
  self->n_requests++;
  g_mutex_unlock (&self->lock);
  if (spoilt)
    return answer (connection, &fault, bytes, (gsize) n);
  return send_all (self, connection->source, bytes, (gsize) n);
}

static gpointer
serve (gpointer data)
{
  Connection *connection = data;
  AskTestProxy *self = connection->proxy;
  struct sockaddr_in address = make_address (self->target_port);
  gboolean open = TRUE;

  connection->request = g_string_new (NULL);
  connection->source = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect (connection->source, (struct sockaddr *) &address, sizeof address) != 0)
    open = FALSE;
  while (open)
    {
      struct pollfd polls[3] = { { .fd = connection->client, .events = POLLIN },
                                 { .fd = connection->source, .events = POLLIN } };

      if (!wait_for (self, polls, 2, -1))
        break;
      if (polls[0].revents != 0)
        open = pass_from_client (connection);
      if (open && polls[1].revents != 0)
        open = pass_from_source (connection);
    }
  close (connection->client);
  close (connection->source);
  g_string_free (connection->request, TRUE);
  g_free (connection);
  return NULL;
}

static gpointer
accept_connections (gpointer data)
{
  AskTestProxy *self = data;

  for (;;)
    {
      struct pollfd polls[2] = { { .fd = self->listener, .events = POLLIN } };
      Connection *connection;
      gboolean refuse;
      int client;

      if (!wait_for (self, polls, 1, -1))
        return NULL;
      client = accept4 (self->listener, NULL, NULL, SOCK_CLOEXEC);
      if (client < 0)
        continue;
      g_mutex_lock (&self->lock);
      refuse = self->fault.refuse;
      self->struck = self->struck || refuse;
      if (refuse && self->fault.reset)
        reset (client);
      g_mutex_unlock (&self->lock);
      if (refuse)
        {
          close (client);
          continue;
        }
      connection = g_new0 (Connection, 1);
      connection->proxy = self;
      connection->client = client;
      g_ptr_array_add (self->threads, g_thread_new ("test-proxy", serve, connection));
    }
}

/**
 * ask_test_proxy_new:
 * @target_port: where the source listens on 127.0.0.1
 *
 * Returns: (transfer full): a proxy that spoils nothing yet
 */
AskTestProxy *
ask_test_proxy_new (guint16 target_port)
{
  AskTestProxy *self = g_new0 (AskTestProxy, 1);
  struct sockaddr_in address = make_address (0);
  socklen_t length = sizeof address;

  self->target_port = target_port;
  self->fault = ASK_TEST_FAULT_NONE;
  self->threads = g_ptr_array_new ();
  g_mutex_init (&self->lock);
  self->listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (self->listener < 0 || bind (self->listener, (struct sockaddr *) &address, sizeof address) != 0
      || listen (self->listener, 128) != 0
      || getsockname (self->listener, (struct sockaddr *) &address, &length) != 0 || pipe (self->stop) != 0)
    g_error ("The proxy can't listen on 127.0.0.1: %s", g_strerror (errno));
  self->port = ntohs (address.sin_port);
  self->accepter = g_thread_new ("test-proxy", accept_connections, self);
  return self;
}

/**
 * ask_test_proxy_free:
 * @self: (nullable): to stop; all its connections end
 */
void
ask_test_proxy_free (AskTestProxy *self)
{
  if (self == NULL)
    return;
  close (self->stop[1]);
  g_thread_join (self->accepter);
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (self->threads->pdata[i]);
  close (self->stop[0]);
  close (self->listener);
  g_ptr_array_unref (self->threads);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/** ask_test_proxy_get_port: Returns: where it listens on 127.0.0.1 */
guint16
ask_test_proxy_get_port (AskTestProxy *self)
{
  return self->port;
}

/**
 * ask_test_proxy_set_fault:
 *
 * From now on what comes back is spoilt in this way; bytes and requests are counted from now.
 */
void
ask_test_proxy_set_fault (AskTestProxy *self, const AskTestFault *fault)
{
  g_mutex_lock (&self->lock);
  self->fault = *fault;
  self->passed = 0;
  self->n_requests = 0;
  self->n_answers = 0;
  self->struck = FALSE;
  g_mutex_unlock (&self->lock);
}

/** ask_test_proxy_get_passed: Returns: bytes that came from the source since the fault was set */
gsize
ask_test_proxy_get_passed (AskTestProxy *self)
{
  gsize passed;

  g_mutex_lock (&self->lock);
  passed = self->passed;
  g_mutex_unlock (&self->lock);
  return passed;
}

/** ask_test_proxy_has_struck: Returns: whether the fault has taken, replaced or held back anything */
gboolean
ask_test_proxy_has_struck (AskTestProxy *self)
{
  gboolean struck;

  g_mutex_lock (&self->lock);
  struck = self->struck;
  g_mutex_unlock (&self->lock);
  return struck;
}
