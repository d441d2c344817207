/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One connection to a MariaDB server. The library's calls block, but where they would wait for the
 * server they call ask_mysql_wait(), which waits for the cancellable and the time-out too. When one of
 * these says stop, the statement is stopped at the server through a second connection, and the first
 * has STOP_MS to read the rest of the answer; then it can be used again. If that does not do, it is
 * closed.
 */
#include "config.h"

#include "source/mysql/ask-mysql-private.h"

#include <dlfcn.h>
#include <errmsg.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <mysqld_error.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "base/ask-error.h"
#include "source/mysql/ask-mysql-wait.h"

#define STOP_MS 70
#define SETTLE_MS 20
#define QUICK_MS 3
/* Statements that stay prepared on a connection. */
#define MAX_KEPT 16

typedef enum
{
  STOP_NONE,
  STOP_CANCELLED,
  STOP_TIMED_OUT,
  STOP_UNWANTED
} Stop;

struct _AskMysqlConnection
{
  AskSourceConfig *config;
  AskMysqlLocation *location;
  MYSQL *mysql;
  GCancellable *cancellable; /* of the call under way, borrowed */
  AskMysqlKill *kill;
  gint64 stop_end;
  gint64 rests_since;
  Stop stop;
  gboolean lost;
  gboolean unclear; /* an answer may be on its way that nobody waits for */
  GPtrArray *kept; /* Kept; the one that was used last at the end */
};

/**
 * Kept:
 * @statement: (nullable): %NULL where the text has been sent and not prepared
 */
typedef struct
{
  char *sql;
  MYSQL_STMT *statement;
} Kept;

static void
kept_free (gpointer data)
{
  Kept *self = data;

  if (self->statement != NULL)
    mysql_stmt_close (self->statement);
  g_free (self->sql);
  g_free (self);
}

/* The call under way on this thread: the library's hook has no user data. */
static _Thread_local AskMysqlConnection *current;

/* OpenSSL keeps a list of failures for each thread, and takes an old one for that of a later call, on
 * whatever connection. The library does not empty the list after a failure, so that a connection which
 * was lost would break the next. Found by its name, as not every build of the library is with OpenSSL. */
static void
forget_tls_failures (void)
{
  static gsize looked_up;
  static void (*clear) (void);

  if (g_once_init_enter (&looked_up))
    {
      void *symbol = dlsym (RTLD_DEFAULT, "ERR_clear_error");

      memcpy (&clear, &symbol, sizeof clear);
      g_once_init_leave (&looked_up, 1);
    }
  if (clear != NULL)
    clear ();
}

static void
stop (AskMysqlConnection *self, Stop why)
{
  if (self->stop != STOP_NONE)
    return;
  self->stop = why;
  self->stop_end = g_get_monotonic_time () + STOP_MS * 1000;
  self->kill = ask_mysql_kill_new (self->config, self->location, mysql_thread_id (self->mysql));
}

static int
poll_socket (int fd, gboolean reads, int time_out_ms)
{
  struct pollfd ready = { .fd = fd, .events = reads ? POLLIN : POLLOUT };
  int n;

  do
    n = poll (&ready, 1, time_out_ms);
  while (n < 0 && errno == EINTR);
  return n;
}

static int
milliseconds_until (gint64 end)
{
  return (int) MAX (0, (end - g_get_monotonic_time () + 999) / 1000);
}

/* Returns: as ask_mysql_wait(); -2 where the cancellable woke it */
static int
poll_both (AskMysqlConnection *self, int fd, gboolean reads, gint64 end)
{
  GPollFD fds[2] = { { .fd = fd, .events = reads ? G_IO_IN : G_IO_OUT } };
  gboolean made = g_cancellable_make_pollfd (self->cancellable, &fds[1]);
  int n = g_poll (fds, made ? 2 : 1, milliseconds_until (end));
  gboolean ready = n > 0 && fds[0].revents != 0;

  if (made)
    g_cancellable_release_fd (self->cancellable);
  if (ready)
    return 1;
  if (n < 0 && errno != EINTR)
    return -1;
  return n == 0 ? 0 : -2;
}

/**
 * ask_mysql_wait:
 * @socket: of a connection to a server
 * @reads: whether the library wants to read from it; else it wants to write
 * @time_out_ms: the library's own, for calls that are not of a connection of ours
 *
 * The client library calls this, in the thread that it was called in.
 *
 * Returns: above 0 where @socket is ready, 0 where the time is over, below 0 for an error
 */
int
ask_mysql_wait (my_socket socket, my_bool reads, int time_out_ms)
{
  AskMysqlConnection *self = current;
  gint64 end;

  if (self == NULL)
    return poll_socket (socket, reads, time_out_ms);
  end = g_get_monotonic_time () + (gint64) self->config->time_out_ms * 1000;
  /* Most waits are short, and need not look at the cancellable's descriptor. */
  if (self->stop == STOP_NONE && !g_cancellable_is_cancelled (self->cancellable))
    {
      int n = poll_socket (socket, reads, QUICK_MS);

      if (n != 0)
        return n;
    }
  for (;;)
    {
      int n;

      if (self->stop != STOP_NONE)
        return poll_socket (socket, reads, milliseconds_until (self->stop_end));
      if (g_cancellable_is_cancelled (self->cancellable))
        stop (self, STOP_CANCELLED);
      else if ((n = poll_both (self, socket, reads, end)) == 0)
        stop (self, STOP_TIMED_OUT);
      else if (n != -2)
        return n;
    }
}

/**
 * ask_mysql_connection_new:
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a connection with its session set up
 */
AskMysqlConnection *
ask_mysql_connection_new (AskSourceConfig *config, AskMysqlLocation *location, GCancellable *cancellable,
                          GError **error)
{
  MYSQL *mysql = ask_mysql_connect (config, location, cancellable, error);
  AskMysqlConnection *self;
  int fd;

  if (mysql == NULL)
    return NULL;
  forget_tls_failures ();
  self = g_new0 (AskMysqlConnection, 1);
  self->config = ask_source_config_ref (config);
  self->location = ask_mysql_location_ref (location);
  self->mysql = mysql;
  self->kept = g_ptr_array_new_with_free_func (kept_free);
  /* Under TLS the library would wait in read() otherwise, where nothing can wake it. */
  fd = mysql_get_socket (mysql);
  fcntl (fd, F_SETFL, fcntl (fd, F_GETFL) | O_NONBLOCK);
  return self;
}

/**
 * ask_mysql_connection_free:
 *
 * Closes it. Statements that are still there fail from now on and can be closed after it.
 */
void
ask_mysql_connection_free (AskMysqlConnection *self)
{
  /* So that no good-bye waits for a server that is silent or still sends. */
  if (self->lost || self->stop != STOP_NONE)
    ask_mysql_connection_drop (self);
  mysql_close (self->mysql);
  /* Without the connection nothing is sent for them. */
  g_ptr_array_unref (self->kept);
  forget_tls_failures ();
  g_clear_pointer (&self->kill, ask_mysql_kill_unref);
  ask_mysql_location_unref (self->location);
  ask_source_config_unref (self->config);
  g_free (self);
}

/** ask_mysql_connection_get: Returns: (transfer none): the library's handle */
MYSQL *
ask_mysql_connection_get (AskMysqlConnection *self)
{
  return self->mysql;
}

/** ask_mysql_connection_enter: Before each call of the library that may wait for the server. */
void
ask_mysql_connection_enter (AskMysqlConnection *self, GCancellable *cancellable)
{
  self->cancellable = cancellable;
  current = self;
}

/** ask_mysql_connection_leave: After it. */
void
ask_mysql_connection_leave (AskMysqlConnection *self)
{
  current = NULL;
  self->cancellable = NULL;
}

/**
 * ask_mysql_connection_stop:
 *
 * The rest of the answer is not wanted: stops the statement, and gives the connection a moment to
 * read what is on the way.
 */
void
ask_mysql_connection_stop (AskMysqlConnection *self)
{
  stop (self, g_cancellable_is_cancelled (self->cancellable) ? STOP_CANCELLED : STOP_UNWANTED);
}

/** ask_mysql_connection_is_late: Returns: whether the moment to read the rest is over */
gboolean
ask_mysql_connection_is_late (AskMysqlConnection *self)
{
  return self->stop != STOP_NONE && g_get_monotonic_time () > self->stop_end;
}

/** ask_mysql_connection_drop: Cuts it, so that nothing waits for it any more. */
void
ask_mysql_connection_drop (AskMysqlConnection *self)
{
  int fd = mysql_get_socket (self->mysql);

  self->lost = TRUE;
  if (fd >= 0)
    shutdown (fd, SHUT_RDWR);
}

/**
 * ask_mysql_connection_failed:
 * @statement: (nullable): whose call failed
 * @error: (out): why: %ASK_SOURCE_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Returns: %FALSE
 */
gboolean
ask_mysql_connection_failed (AskMysqlConnection *self, MYSQL_STMT *statement, GError **error)
{
  guint code = statement != NULL ? mysql_stmt_errno (statement) : 0;
  const char *state = code != 0 ? mysql_stmt_sqlstate (statement) : mysql_sqlstate (self->mysql);
  const char *message = code != 0 ? mysql_stmt_error (statement) : mysql_error (self->mysql);

  forget_tls_failures ();
  if (code == 0)
    code = mysql_errno (self->mysql);
  /* Encrypted and past its greeting, a connection that ends does so by this name. */
  if (code == CR_SSL_CONNECTION_ERROR)
    code = CR_SERVER_LOST;
  /* A call that fails and does not say why leaves a connection that nobody knows the state of. */
  if (code == 0 || ask_mysql_is_lost (code))
    self->lost = TRUE;
  if (self->stop == STOP_CANCELLED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Operation was cancelled");
  else if (self->stop == STOP_TIMED_OUT)
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT,
                   N_ ("Source “%s”: %s sent nothing for %.3g s, and the query was stopped. Ask for less, "
                       "or allow it more time."),
                   self->config->name, self->location->place, self->config->time_out_ms / 1000.0);
  else
    ask_mysql_set_error (error, self->config, self->location, code, state,
                         code != 0 ? message : "the answer cannot be read");
  return FALSE;
}

/**
 * ask_mysql_connection_run:
 * @sql: a statement without rows
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: whether it was done
 */
gboolean
ask_mysql_connection_run (AskMysqlConnection *self, const char *sql, GCancellable *cancellable, GError **error)
{
  int code;

  ask_mysql_connection_enter (self, cancellable);
  code = mysql_query (self->mysql, sql);
  ask_mysql_connection_leave (self);
  return code == 0 || ask_mysql_connection_failed (self, NULL, error);
}

/**
 * ask_mysql_connection_set_unclear:
 *
 * An answer may still come that belongs to no statement: the connection is closed once it is given back.
 */
void
ask_mysql_connection_set_unclear (AskMysqlConnection *self)
{
  self->unclear = TRUE;
}

/**
 * ask_mysql_connection_take_kept:
 * @statement: (out) (transfer full) (nullable): a statement of the text @sql that the server still has prepared
 *
 * Returns: whether the connection has sent that text of late, prepared or not
 */
gboolean
ask_mysql_connection_take_kept (AskMysqlConnection *self, const char *sql, MYSQL_STMT **statement)
{
  *statement = NULL;
  for (guint i = self->kept->len; i-- > 0;)
    {
      Kept *kept = self->kept->pdata[i];

      if (strcmp (kept->sql, sql) != 0)
        continue;
      *statement = g_steal_pointer (&kept->statement);
      g_ptr_array_remove_index (self->kept, i);
      return TRUE;
    }
  return FALSE;
}

/**
 * ask_mysql_connection_keep:
 * @statement: (transfer full) (nullable): of the text @sql; its answer was read to the end
 *
 * Keeps it prepared for the next one of the same text, and closes the one that nobody has used for longest. Without a
 * statement it is noted that the text was sent.
 */
void
ask_mysql_connection_keep (AskMysqlConnection *self, const char *sql, MYSQL_STMT *statement)
{
  Kept *kept = g_new (Kept, 1);

  kept->sql = g_strdup (sql);
  kept->statement = statement;
  if (self->kept->len >= MAX_KEPT)
    {
      ask_mysql_connection_enter (self, NULL);
      g_ptr_array_remove_index (self->kept, 0);
      ask_mysql_connection_leave (self);
    }
  g_ptr_array_add (self->kept, kept);
}

/** ask_mysql_connection_get_rest: Returns: for how many µs nobody has used it since it was settled */
gint64
ask_mysql_connection_get_rest (AskMysqlConnection *self)
{
  return g_get_monotonic_time () - self->rests_since;
}

/**
 * ask_mysql_connection_settle:
 *
 * After the last answer was read or given up.
 *
 * Returns: whether the connection can be used again; if not, free it
 */
gboolean
ask_mysql_connection_settle (AskMysqlConnection *self)
{
  gint64 end;
  int code = 0;

  if (self->lost || self->unclear)
    return FALSE;
  self->rests_since = g_get_monotonic_time ();
  if (self->stop == STOP_NONE)
    return TRUE;
  end = MAX (self->stop_end, g_get_monotonic_time ()) + SETTLE_MS * 1000;
  /* An order to stop that comes later would hit the next statement. */
  if (!ask_mysql_kill_wait (self->kill, end))
    {
      self->lost = TRUE;
      return FALSE;
    }
  g_clear_pointer (&self->kill, ask_mysql_kill_unref);
  self->stop_end = end;
  ask_mysql_connection_enter (self, NULL);
  for (guint i = 0; i < 2; i++)
    if ((code = mysql_query (self->mysql, "DO 0")) == 0 || mysql_errno (self->mysql) != ER_QUERY_INTERRUPTED)
      break;
  ask_mysql_connection_leave (self);
  self->stop = STOP_NONE;
  self->lost = code != 0;
  return !self->lost;
}

/** ask_mysql_connection_is_lost: Returns: whether it ended by itself, not because we stopped it */
gboolean
ask_mysql_connection_is_lost (AskMysqlConnection *self)
{
  return self->lost && self->stop == STOP_NONE;
}
