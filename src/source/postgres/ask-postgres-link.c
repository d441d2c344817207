/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One connection to a PostgreSQL server: opened, waited for, and cancelled without ever blocking
 * where a cancellable or a time-out could not reach. libpq is used non-blocking throughout; the one
 * call of it that blocks, PQcancel, runs in a thread of its own.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"

/* How long a statement that was cancelled has to end before its connection is dropped. A caller who
 * cancelled waits for that at most. */
#define ABANDON_US 60000

/* Rows that are on their way already are read to their end for so long before a cancel is sent. */
#define DRAIN_US 2000

/* A server that is there takes a connection at once, however long it may compute later. */
#define CONNECT_MS 10000

/* An answer that comes within so many ms is waited for without what makes a cancellable a file. */
#define SHORT_MS 10

static void
ignore_notice (void *data, const PGresult *result)
{
}

/** ask_postgres_link_deadline: Returns: when a wait that begins now has lasted too long */
gint64
ask_postgres_link_deadline (AskPostgresLink *self)
{
  return g_get_monotonic_time () + (gint64) self->config->time_out_ms * 1000;
}

/**
 * ask_postgres_link_wait:
 * @deadline: of g_get_monotonic_time()
 * @error: %G_IO_ERROR_CANCELLED, %ASK_SOURCE_ERROR_TIMED_OUT
 *
 * Returns: whether the socket is ready
 */
gboolean
ask_postgres_link_wait (AskPostgresLink *self, GIOCondition condition, gint64 deadline, GCancellable *cancellable,
                        GError **error)
{
  GPollFD fds[2] = { { .fd = PQsocket (self->conn), .events = condition } };
  guint n_fds = 1;
  gint64 begun = g_get_monotonic_time ();
  int ready;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  /* Most answers come at once. */
  ready = g_poll (fds, 1, (int) CLAMP ((deadline - begun) / 1000, 0, SHORT_MS));
  if (ready > 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  if (cancellable != NULL && g_cancellable_make_pollfd (cancellable, &fds[1]))
    n_fds = 2;
  do
    {
      gint64 left = deadline - g_get_monotonic_time ();

      ready = g_poll (fds, n_fds, left > 0 ? (int) MIN (left / 1000 + 1, G_MAXINT) : 0);
    }
  while (ready < 0 && errno == EINTR);
  if (n_fds == 2)
    g_cancellable_release_fd (cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (ready == 0)
    ask_postgres_set_timed_out (self->config, round ((double) (deadline - begun) / 100000) / 10, error);
  return ready != 0;
}

/** ask_postgres_link_flush: Returns: whether all that was to be sent is sent */
gboolean
ask_postgres_link_flush (AskPostgresLink *self, GCancellable *cancellable, GError **error)
{
  int left;

  while ((left = PQflush (self->conn)) > 0)
    {
      if (!ask_postgres_link_wait (self, G_IO_IN | G_IO_OUT, ask_postgres_link_deadline (self), cancellable, error))
        return FALSE;
      /* A server that has something to say first would else wait for us to hear it. */
      PQconsumeInput (self->conn);
    }
  if (left < 0)
    ask_postgres_set_error (self->config, self->conn, NULL, error);
  return left == 0;
}

/**
 * ask_postgres_link_result:
 * @result: (out) (transfer full) (nullable): the next result; %NULL after the last one. A result may
 *   be a failure
 * @error: %G_IO_ERROR_CANCELLED, %ASK_SOURCE_ERROR_TIMED_OUT
 *
 * Returns: whether the wait for it succeeded
 */
gboolean
ask_postgres_link_result (AskPostgresLink *self, PGresult **result, GCancellable *cancellable, GError **error)
{
  *result = NULL;
  while (PQisBusy (self->conn))
    {
      /* A lost connection shows as a result that is a failure. */
      if (!ask_postgres_link_wait (self, G_IO_IN, ask_postgres_link_deadline (self), cancellable, error))
        return FALSE;
      if (!PQconsumeInput (self->conn))
        break;
    }
  *result = PQgetResult (self->conn);
  return TRUE;
}

/**
 * ask_postgres_link_end:
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Reads what comes after the last row: the server is ready for the next statement once it has said so.
 *
 * Returns: whether nothing went wrong
 */
gboolean
ask_postgres_link_end (AskPostgresLink *self, GCancellable *cancellable, GError **error)
{
  for (;;)
    {
      g_autoptr (PGresult) rest = NULL;

      if (!ask_postgres_link_result (self, &rest, cancellable, error))
        return FALSE;
      if (rest == NULL)
        return TRUE;
      if (PQresultStatus (rest) == PGRES_FATAL_ERROR)
        {
          ask_postgres_set_error (self->config, self->conn, rest, error);
          return FALSE;
        }
    }
}

/**
 * ask_postgres_link_exec:
 * @sql: statements without parameters; small results
 *
 * Returns: (transfer full) (nullable): the last result that has rows, else the last; %NULL with @error
 *   where one statement failed
 */
PGresult *
ask_postgres_link_exec (AskPostgresLink *self, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (PGresult) last = NULL;
  PGresult *result;
  gboolean failed = FALSE;

  if (!PQsendQuery (self->conn, sql))
    {
      ask_postgres_set_error (self->config, self->conn, NULL, error);
      return NULL;
    }
  if (!ask_postgres_link_flush (self, cancellable, error))
    return NULL;
  for (;;)
    {
      ExecStatusType status;

      if (!ask_postgres_link_result (self, &result, cancellable, error))
        return NULL;
      if (result == NULL)
        break;
      status = PQresultStatus (result);
      if (failed)
        PQclear (result);
      else if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        {
          failed = TRUE;
          ask_postgres_set_error (self->config, self->conn, result, error);
          PQclear (result);
        }
      else if (last == NULL || PQresultStatus (last) != PGRES_TUPLES_OK || status == PGRES_TUPLES_OK)
        {
          PQclear (last);
          last = result;
        }
      else
        PQclear (result);
    }
  if (failed)
    return NULL;
  return g_steal_pointer (&last);
}

/** ask_postgres_link_is_lost: Returns: whether nothing can be asked of it any more */
gboolean
ask_postgres_link_is_lost (AskPostgresLink *self)
{
  return self->conn == NULL || PQstatus (self->conn) != CONNECTION_OK;
}

typedef struct
{
  gatomicrefcount ref_count;
  PGcancel *cancel;
  int done;
} Cancel;

static void
cancel_unref (Cancel *cancel)
{
  if (!g_atomic_ref_count_dec (&cancel->ref_count))
    return;
  PQfreeCancel (cancel->cancel);
  g_free (cancel);
}

static gpointer
run_cancel (gpointer data)
{
  Cancel *cancel = data;
  char message[256];

  /* It opens a connection of its own. Where that fails the server notices that we are gone. */
  PQcancel (cancel->cancel, message, sizeof message);
  g_atomic_int_set (&cancel->done, 1);
  cancel_unref (cancel);
  return NULL;
}

/* Waits for more of an answer until the deadline. */
static gboolean
wait_more (AskPostgresLink *self, gint64 deadline)
{
  GPollFD fd = { .fd = PQsocket (self->conn), .events = G_IO_IN };
  gint64 left = deadline - g_get_monotonic_time ();

  return left > 0 && g_poll (&fd, 1, (int) (left / 1000 + 1)) > 0 && PQconsumeInput (self->conn);
}

/* Reads the lines of a COPY until its end or the deadline. */
static gboolean
drain_copy (AskPostgresLink *self, gint64 deadline)
{
  char *line;
  int length;

  while ((length = PQgetCopyData (self->conn, &line, TRUE)) >= 0)
    {
      if (length == 0 && !wait_more (self, deadline))
        return FALSE;
      if (length > 0)
        PQfreemem (line);
      if (g_get_monotonic_time () > deadline)
        return FALSE;
    }
  return TRUE;
}

/* Reads what comes until the statement's end or the deadline. Returns: whether it ended */
static gboolean
drain (AskPostgresLink *self, gint64 deadline)
{
  for (;;)
    {
      g_autoptr (PGresult) result = NULL;

      while (PQisBusy (self->conn))
        if (!wait_more (self, deadline))
          return FALSE;
      result = PQgetResult (self->conn);
      if (result == NULL)
        return TRUE;
      if (PQresultStatus (result) == PGRES_COPY_OUT && !drain_copy (self, deadline))
        return FALSE;
      if (PQstatus (self->conn) != CONNECTION_OK || g_get_monotonic_time () > deadline)
        return FALSE;
    }
}

/** ask_postgres_link_drop: closes the connection, with whatever was changed in its session */
void
ask_postgres_link_drop (AskPostgresLink *self)
{
  g_clear_pointer (&self->conn, PQfinish);
  self->open = FALSE;
  self->ending = FALSE;
}

/**
 * ask_postgres_link_abandon:
 *
 * Ends the statement that runs, if one does, and drops the connection where that cannot be had soon.
 * Its transaction has then failed, or is gone. Blocks for less than 100 ms.
 */
void
ask_postgres_link_abandon (AskPostgresLink *self)
{
  gint64 now = g_get_monotonic_time ();
  gint64 deadline = now + ABANDON_US;
  g_autoptr (GThread) thread = NULL;
  Cancel *cancel;
  gboolean ended;

  if (ask_postgres_link_is_lost (self))
    {
      ask_postgres_link_drop (self);
      return;
    }
  if (PQtransactionStatus (self->conn) != PQTRANS_ACTIVE || drain (self, now + DRAIN_US))
    return;
  if (ask_postgres_link_is_lost (self))
    {
      ask_postgres_link_drop (self);
      return;
    }
  cancel = g_new0 (Cancel, 1);
  g_atomic_ref_count_init (&cancel->ref_count);
  g_atomic_ref_count_inc (&cancel->ref_count);
  cancel->cancel = PQgetCancel (self->conn);
  thread = g_thread_new ("ask-pg-cancel", run_cancel, cancel);
  ended = drain (self, deadline);
  /* A cancel that is still on its way could hit the next statement. */
  while (ended && !g_atomic_int_get (&cancel->done) && g_get_monotonic_time () < deadline)
    g_usleep (500);
  if (!ended || !g_atomic_int_get (&cancel->done))
    ask_postgres_link_drop (self);
  cancel_unref (cancel);
}

/**
 * ask_postgres_link_settle:
 * @error: %G_IO_ERROR_CANCELLED, %ASK_SOURCE_ERROR
 *
 * Reads the answer to a COMMIT that was sent earlier.
 *
 * Returns: whether the connection can be used
 */
gboolean
ask_postgres_link_settle (AskPostgresLink *self, GCancellable *cancellable, GError **error)
{
  while (self->ending)
    {
      PGresult *result;

      if (!ask_postgres_link_flush (self, cancellable, error)
          || !ask_postgres_link_result (self, &result, cancellable, error))
        return FALSE;
      if (result == NULL)
        self->ending = FALSE;
      PQclear (result);
    }
  if (ask_postgres_link_is_lost (self))
    {
      ask_postgres_set_error (self->config, self->conn, NULL, error);
      return FALSE;
    }
  return TRUE;
}

/* Looking a name up is the one step of libpq's that a cancellable could not reach, so it is done
 * before. Returns: (transfer full) (nullable): addresses; %NULL where libpq needs none */
static gboolean
find_addresses (AskSourceConfig *config, PQconninfoOption *options, char **host, char **addresses,
                GCancellable *cancellable, GError **error)
{
  const char *name = NULL;
  g_autoptr (GResolver) resolver = NULL;
  g_autoptr (GError) local = NULL;
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (GString) hosts = g_string_new (NULL);
  GList *found;

  *addresses = NULL;
  *host = NULL;
  for (PQconninfoOption *o = options; o->keyword != NULL; o++)
    {
      if (strcmp (o->keyword, "host") == 0)
        name = o->val;
      if (strcmp (o->keyword, "hostaddr") == 0 && o->val != NULL)
        return TRUE;
    }
  if (name == NULL || name[0] == '\0' || name[0] == '/' || name[0] == '@' || strchr (name, ',') != NULL
      || g_hostname_is_ip_address (name))
    return TRUE;
  resolver = g_resolver_get_default ();
  found = g_resolver_lookup_by_name (resolver, name, cancellable, &local);
  if (local != NULL)
    {
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&local));
      else
        ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                       N_ ("Source “%s”: no machine is called “%s”. Check its URI in Sources."), config->name, name);
      return FALSE;
    }
  for (GList *l = found; l != NULL; l = l->next)
    {
      g_autofree char *address = g_inet_address_to_string (l->data);

      g_string_append_printf (all, "%s%s", all->len > 0 ? "," : "", address);
      g_string_append_printf (hosts, "%s%s", hosts->len > 0 ? "," : "", name);
    }
  g_resolver_free_addresses (found);
  *addresses = g_string_free (g_steal_pointer (&all), FALSE);
  *host = g_string_free (g_steal_pointer (&hosts), FALSE);
  return TRUE;
}

static gboolean
poll_connect (AskPostgresLink *self, gint64 deadline, GCancellable *cancellable, GError **error)
{
  PostgresPollingStatusType status = PGRES_POLLING_WRITING;

  while (status != PGRES_POLLING_OK)
    {
      if (status == PGRES_POLLING_FAILED || PQstatus (self->conn) == CONNECTION_BAD)
        {
          ask_postgres_set_connect_error (self->config, self->conn, error);
          return FALSE;
        }
      if (!ask_postgres_link_wait (self, status == PGRES_POLLING_READING ? G_IO_IN : G_IO_OUT, deadline, cancellable,
                                   error))
        return FALSE;
      status = PQconnectPoll (self->conn);
    }
  return TRUE;
}

static gboolean
start_connect (AskPostgresLink *self, gint64 deadline, GCancellable *cancellable, GError **error)
{
  PQconninfoOption *options = PQconninfoParse (self->config->location, NULL);
  const char *keys[10];
  const char *values[10];
  g_autofree char *addresses = NULL;
  g_autofree char *hosts = NULL;
  guint n = 0;
  gboolean good;

  if (options == NULL)
    {
      /* libpq's own words may show a part of the URI that is a secret. */
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG,
                     N_ ("Source “%s”: its URI cannot be read. Write it as "
                         "postgresql://USER@HOST:PORT/DATABASE, and %%25 for a percent sign."),
                     self->config->name);
      return FALSE;
    }
  good = find_addresses (self->config, options, &hosts, &addresses, cancellable, error);
  PQconninfoFree (options);
  if (!good)
    return FALSE;
  /* What stands before the URI gives way to it, what stands after it does not. */
  keys[n] = "gssencmode";
  values[n++] = "disable";
  keys[n] = "dbname";
  values[n++] = self->config->location;
  if (addresses != NULL)
    {
      keys[n] = "host";
      values[n++] = hosts;
      keys[n] = "hostaddr";
      values[n++] = addresses;
    }
  if (self->config->password != NULL)
    {
      keys[n] = "password";
      values[n++] = self->config->password;
    }
  keys[n] = "client_encoding";
  values[n++] = "UTF8";
  keys[n] = "application_name";
  values[n++] = "askdata";
  keys[n] = NULL;
  values[n] = NULL;
  self->conn = PQconnectStartParams (keys, values, 1);
  if (self->conn == NULL)
    g_error ("Out of memory");
  PQsetErrorVerbosity (self->conn, PQERRORS_VERBOSE);
  PQsetNoticeReceiver (self->conn, ignore_notice, NULL);
  if (PQstatus (self->conn) == CONNECTION_BAD)
    {
      ask_postgres_set_connect_error (self->config, self->conn, error);
      return FALSE;
    }
  return poll_connect (self, deadline, cancellable, error);
}

/* A server that has just been restarted takes no connection for a moment. */
static gboolean
is_starting (const GError *error, PGconn *conn)
{
  g_autofree char *state = conn != NULL ? ask_postgres_find_state (PQerrorMessage (conn)) : NULL;

  return g_strcmp0 (state, "57P03") == 0;
}

/**
 * ask_postgres_link_new:
 * @config: held by the source, which outlives the link
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Connects and prepares the session: read-only, UTF-8, UTC, ISO 8601.
 *
 * Returns: (transfer full): a connection, or %NULL
 */
AskPostgresLink *
ask_postgres_link_new (AskSourceConfig *config, GCancellable *cancellable, GError **error)
{
  AskPostgresLink *self = g_new0 (AskPostgresLink, 1);
  gint64 deadline;

  self->config = config;
  deadline = g_get_monotonic_time () + (gint64) MIN (config->time_out_ms, CONNECT_MS) * 1000;
  for (;;)
    {
      g_autoptr (GError) local = NULL;

      if (start_connect (self, deadline, cancellable, &local))
        break;
      if (!is_starting (local, self->conn) || g_get_monotonic_time () > deadline
          || g_cancellable_is_cancelled (cancellable))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          ask_postgres_link_free (self);
          return NULL;
        }
      ask_postgres_link_drop (self);
      g_usleep (50000);
    }
  PQsetnonblocking (self->conn, 1);
  /* A lock of somebody's must not hold us longer than the server may be silent. */
  if (!ask_postgres_link_set_session (self, CLAMP (config->time_out_ms / 10 * 9, 1, CONNECT_MS), cancellable, error))
    {
      ask_postgres_link_free (self);
      return NULL;
    }
  return self;
}

/** ask_postgres_link_free: closes the connection */
void
ask_postgres_link_free (AskPostgresLink *self)
{
  ask_postgres_link_drop (self);
  ask_postgres_texts_free (self->texts);
  if (self->scratch != NULL)
    g_string_free (self->scratch, TRUE);
  g_free (self);
}
