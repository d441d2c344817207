/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of a MariaDB server that is not there, is slow, silent, killed, or restarted, and of calls that
 * are cancelled: an error that names the source, or all rows, never fewer, and never a wait.
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "mysql-fixture.h"
#include "source/mysql/ask-mysql-source.h"
#include "support/ask-test-kinds.h"

static AskTestMariadb *server;

typedef struct
{
  GCancellable *cancellable;
  guint delay_ms;
  gint64 at;
} Canceller;

static gpointer
cancel_later (gpointer data)
{
  Canceller *self = data;

  g_usleep (self->delay_ms * 1000);
  self->at = g_get_monotonic_time ();
  g_cancellable_cancel (self->cancellable);
  return NULL;
}

static guint
n_running (const char *mark)
{
  g_autofree char *sql
    = g_strdup_printf ("SELECT count(*) FROM information_schema.processlist WHERE info LIKE "
                       "'%%%s%%' AND id <> connection_id()",
                       mark);
  g_autofree char *count = ask_test_mariadb_dup_value (server, sql);

  return (guint) strtoul (count, NULL, 10);
}

/* What would run for days ends at the server too, or this never comes back. */
static void
wait_until_stopped (const char *mark)
{
  while (n_running (mark) > 0)
    g_usleep (5000);
}

/* What the next statement is sent as: a text where few rows are expected, prepared where many are. */
static void
expect_few (AskSource *source, gboolean few)
{
  ask_source_expect (source, few ? 10 : -1, FALSE, FALSE);
}

/* Runs @sql until it ends; returns the rows read. */
static gsize
drain (AskSource *source, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskCursor) cursor = ask_source_query (source, sql, NULL, 0, cancellable, error);
  const AskValue *row;
  guint binding;
  gsize n = 0;

  if (cursor == NULL)
    return 0;
  while (ask_cursor_next (cursor, &row, &binding, cancellable, error) == ASK_STEP_ROW)
    n++;
  return n;
}

static void
test_cancel (void)
{
  const struct
  {
    const char *sql;
    const char *mark;
  } cases[] = {
    /* Silent, busy, and sending. */
    { "SELECT SLEEP(100000), 'mark_1'", "mark_1" },
    { "SELECT count(*), 'mark_2' FROM seq_1_to_1000000 AS a, seq_1_to_1000000 AS b", "mark_2" },
    { "SELECT a.seq, 'mark_3' FROM seq_1_to_1000000 AS a, seq_1_to_1000000 AS b", "mark_3" },
    { "SELECT a.seq, 'mark_4', REPEAT('x', 100000) FROM seq_1_to_1000000000 AS a", "mark_4" },
  };
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  g_autofree char *before = mysql_ask (source, "SELECT connection_id()", NULL, 0);

  for (guint run = 0; run < 2 * G_N_ELEMENTS (cases); run++)
    {
      guint i = run / 2;
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Canceller canceller = { .cancellable = cancellable, .delay_ms = 150 };
      GThread *thread = g_thread_new ("cancel", cancel_later, &canceller);
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;
      gint64 took;

      expect_few (source, run % 2 == 0);
      drain (source, cases[i].sql, cancellable, &error);
      took = g_get_monotonic_time ();
      g_thread_join (thread);
      took -= canceller.at;
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_test_message ("returned after %.1f ms", took / 1000.0);
      wait_until_stopped (cases[i].mark);
      g_test_message ("stopped at the server after %.1f ms",
                      (g_get_monotonic_time () - canceller.at) / 1000.0);
      /* On a busy machine the rest may take too long to come; then the connection is given up. */
      after = mysql_ask (source, "SELECT connection_id()", NULL, 0);
      if (took < 50 * 1000)
        g_assert_cmpstr (after, ==, before);
      g_free (before);
      before = g_steal_pointer (&after);
    }
  /* And one that was cancelled before it began. */
  {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;

    g_cancellable_cancel (cancellable);
    drain (source, "SELECT 1", cancellable, &error);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  }
}

/* The order to stop does not get through, as the user may have one connection only. */
static void
test_cancel_alone (void)
{
  g_autofree char *uri = ask_test_mariadb_dup_uri (server, "lonely", "shop", NULL);
  g_autoptr (AskSource) source = mysql_source_new_at (uri, NULL, 0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Canceller canceller = { .cancellable = cancellable, .delay_ms = 100 };
  GThread *thread = g_thread_new ("cancel", cancel_later, &canceller);
  g_autoptr (GError) error = NULL;

  drain (source, "SELECT SLEEP(100000)", cancellable, &error);
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_time_out (void)
{
  g_autofree char *uri = ask_test_mariadb_dup_uri (server, NULL, "shop", NULL);
  g_autoptr (AskSource) source = mysql_source_new_at (uri, NULL, 200);
  g_autofree char *after = NULL;

  mysql_expect (source, "SELECT SLEEP(100000), 'late_1'", ASK_SOURCE_ERROR_TIMED_OUT, "0.2 s");
  wait_until_stopped ("late_1");
  after = mysql_ask (source, "SELECT 'still here'", NULL, 0);
  g_assert_cmpstr (after, ==, "'still here'");
  /* Longer than that in all, but never silent for so long. */
  {
    g_autofree char *rows
      = mysql_ask (source, "SELECT count(*) FROM (SELECT 1) AS one UNION ALL SELECT SLEEP(0.12) "
                           "UNION ALL SELECT REPEAT('y', 20000) UNION ALL SELECT SLEEP(0.12)",
                   NULL, 0);

    g_assert_cmpint (strlen (rows), >, 20000);
  }
}

/* Dropped with most of its rows unread. */
static void
test_dropped (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  g_autofree char *after = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GError) error = NULL;
      AskCursor *cursor;
      const AskValue *row;
      guint binding;

      expect_few (source, i % 2 == 0);
      cursor = ask_source_query (source,
                                 "SELECT a.seq, 'dropped' FROM seq_1_to_1000000 AS a, seq_1_to_1000000 AS b", NULL, 0,
                                 NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ask_cursor_next (cursor, &row, &binding, NULL, &error), ==, ASK_STEP_ROW);
      g_object_unref (cursor);
      wait_until_stopped ("dropped");
    }
  after = mysql_ask (source, "SELECT 'still here'", NULL, 0);
  g_assert_cmpstr (after, ==, "'still here'");
}

static void
test_killed (gconstpointer few)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestMariadb) own = ask_test_mariadb_new (0, &reason);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  const AskValue *row;
  guint binding;
  gsize n = 0;
  AskStep step;

  ask_test_mariadb_exec (own, "CREATE DATABASE shop; CREATE TABLE shop.t (a INT); "
                              "INSERT INTO shop.t VALUES (7)");
  source = mysql_source_new (own, "shop");
  expect_few (source, few != NULL);
  cursor = ask_source_query (source, "SELECT seq, REPEAT('z', 50) FROM seq_1_to_3000000", NULL, 0,
                             NULL, &error);
  g_assert_no_error (error);
  while ((step = ask_cursor_next (cursor, &row, &binding, NULL, &error)) == ASK_STEP_ROW)
    if (++n == 1000)
      ask_test_mariadb_kill (own);
  g_assert_cmpint (step, ==, ASK_STEP_FAILED);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
  g_assert_nonnull (strstr (error->message, "shop"));
  g_assert_cmpuint (n, >=, 1000);
  g_assert_cmpuint (n, <, 3000000);
  g_clear_error (&error);
  /* It stays failed. */
  g_assert_cmpint (ask_cursor_next (cursor, &row, &binding, NULL, &error), ==, ASK_STEP_FAILED);
  g_assert_nonnull (error);
  g_clear_error (&error);
  mysql_expect (source, "SELECT a FROM t", ASK_SOURCE_ERROR_UNREACHABLE, "Check its address");
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *again = NULL;

      ask_test_mariadb_restart (own);
      again = mysql_ask (source, "SELECT a FROM t", NULL, 0);
      g_assert_cmpstr (again, ==, "7");
    }
}

/* Connections that the server closed while they were idle. */
static void
test_closed_idle (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  g_autofree char *id = mysql_ask (source, "SELECT connection_id()", NULL, 0);
  g_autofree char *sql = g_strdup_printf ("KILL %s", id);
  g_autofree char *after = NULL;

  ask_test_mariadb_exec (server, sql);
  after = mysql_ask (source, "SELECT connection_id()", NULL, 0);
  g_assert_cmpstr (after, !=, id);
}

/* A firewall says nothing when it forgets a connection: one that rested for long is not used again. */
static void
test_rested (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  g_autofree char *first = mysql_ask (source, "SELECT connection_id()", NULL, 0);
  g_autofree char *same = mysql_ask (source, "SELECT connection_id()", NULL, 0);
  g_autofree char *after = NULL;

  g_assert_cmpstr (first, ==, same);
  ask_mysql_source_set_max_rest (ASK_MYSQL_SOURCE (source), 20);
  g_usleep (30000);
  after = mysql_ask (source, "SELECT connection_id()", NULL, 0);
  g_assert_cmpstr (after, !=, first);
}

static gsize
resident (void)
{
  g_autofree char *text = NULL;
  gsize pages = 0;
  char *end;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  strtoul (text, &end, 10);
  pages = strtoul (end, NULL, 10);
  return pages * (gsize) sysconf (_SC_PAGESIZE);
}

static void
test_memory (void)
{
  g_autoptr (AskSource) source = mysql_source_new (server, "shop");
  g_autoptr (GError) error = NULL;
  gsize before;
  gsize n;

  drain (source, "SELECT seq, concat('row number ', seq), seq / 7e0 FROM seq_1_to_1000", NULL,
         &error);
  before = resident ();
  n = drain (source, "SELECT seq, concat('row number ', seq), seq / 7e0 FROM seq_1_to_2000000", NULL,
             &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 2000000);
  g_test_message ("grew by %.1f MiB", ((double) resident () - (double) before) / 1048576);
  g_assert_cmpuint (resident (), <, before + 8 * 1024 * 1024);
}

static void
test_refused (void)
{
  g_autofree char *port = g_strdup_printf ("%u", ask_test_mariadb_get_port (server));
  const struct
  {
    const char *uri; /* PORT stands for the server's */
    const char *password;
    AskSourceError code;
    const char *part;
  } cases[] = {
    { "mysql://eve@127.0.0.1:PORT/shop", NULL, ASK_SOURCE_ERROR_DENIED, "without a password" },
    { "mysql://eve@127.0.0.1:PORT/shop", "s3cret-wrong", ASK_SOURCE_ERROR_DENIED,
      "Correct the user or the password in Sources" },
    { "mysql://ask@127.0.0.1:PORT/nowhere", NULL, ASK_SOURCE_ERROR_NOT_FOUND,
      "has no database “nowhere”. Correct its address in Sources" },
    { "mysql://eve@127.0.0.1:PORT/private", "s3cret-right", ASK_SOURCE_ERROR_DENIED, "private" },
    { "mysql://ask@127.0.0.1:1/shop", NULL, ASK_SOURCE_ERROR_UNREACHABLE, "127.0.0.1:1" },
    { "mysql://ask@no-such-machine.invalid/shop", NULL, ASK_SOURCE_ERROR_UNREACHABLE,
      "no-such-machine.invalid" },
    { "mysql://ask@localhost/shop?socket=/nowhere/s", NULL, ASK_SOURCE_ERROR_UNREACHABLE,
      "/nowhere/s" },
    { "mysql://ask:s3cret@127.0.0.1:PORT/shop", NULL, ASK_SOURCE_ERROR_CONFIG, "password" },
    { "mysql://ask@127.0.0.1:PORT/shop?password=s3cret", NULL, ASK_SOURCE_ERROR_CONFIG,
      "“password”" },
    { "mysql://ask@127.0.0.1:PORT/shop?ssl-mode=maybe", NULL, ASK_SOURCE_ERROR_CONFIG, "ssl-mode" },
    { "mysql://ask@127.0.0.1:PORT/shop?ssl-mode=required", NULL, ASK_SOURCE_ERROR_UNREACHABLE,
      "ssl-mode" },
    { "postgresql://ask@127.0.0.1/shop", NULL, ASK_SOURCE_ERROR_CONFIG, "mysql://" },
    { "shop", NULL, ASK_SOURCE_ERROR_CONFIG, "mysql://" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = g_strsplit (cases[i].uri, "PORT", -1);
      g_autofree char *uri = g_strjoinv (port, parts);
      AskSourceConfig *config = ask_source_config_new ("shop", &ask_mysql_kind, uri);
      g_autoptr (AskSource) source = NULL;
      g_autoptr (GError) error = NULL;

      config->password = g_strdup (cases[i].password);
      source = ask_source_new (config, &error);
      ask_source_config_unref (config);
      g_assert_true (source == NULL || !ask_source_open (source, NULL, &error));
      g_test_message ("%s → %s", uri, error->message);
      g_assert_error (error, ASK_SOURCE_ERROR, (gint) cases[i].code);
      g_assert_nonnull (strstr (error->message, "shop"));
      g_assert_nonnull (strstr (error->message, cases[i].part));
      g_assert_null (strstr (error->message, "s3cret"));
    }
  {
    g_autofree char *uri = g_strdup_printf ("mariadb://eve@127.0.0.1:%s/shop", port);
    g_autoptr (AskSource) source = mysql_source_new_at (uri, "s3cret-right", 0);
    g_autoptr (GError) error = NULL;

    ask_source_open (source, NULL, &error);
    g_assert_no_error (error);
    mysql_expect (source, "SELECT * FROM private.t", ASK_SOURCE_ERROR_DENIED, NULL);
  }
}

static void
test_busy (void)
{
  g_autofree char *uri = ask_test_mariadb_dup_uri (server, "limited", "shop", NULL);
  g_autoptr (AskSource) source = mysql_source_new_at (uri, NULL, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor
    = ask_source_query (source, "SELECT seq FROM seq_1_to_100000", NULL, 0, NULL, &error);

  g_assert_no_error (error);
  mysql_expect (source, "SELECT 1", ASK_SOURCE_ERROR_BUSY, "Try again later");
  g_clear_object (&cursor);
  g_free (mysql_ask (source, "SELECT 1", NULL, 0));
}

/* Between a source and the server: cuts or stalls what the server sends. */
typedef struct
{
  GSocketListener *listener;
  guint16 port;
  GThread *thread;
  GCancellable *cancellable;
  gint limit; /* bytes from the server a connection; -1 for all */
  gboolean stall; /* instead of closing */
} Proxy;

typedef struct
{
  Proxy *proxy;
  GSocketConnection *client;
} Relay;

static gpointer
relay (gpointer data)
{
  Relay *self = data;
  g_autoptr (GSocketClient) connector = g_socket_client_new ();
  g_autoptr (GSocketConnection) there = g_socket_client_connect_to_host (
    connector, "127.0.0.1", ask_test_mariadb_get_port (server), self->proxy->cancellable, NULL);
  GSocket *sockets[2] = { g_socket_connection_get_socket (self->client),
                          there != NULL ? g_socket_connection_get_socket (there) : NULL };
  gint limit = g_atomic_int_get (&self->proxy->limit);
  gboolean open = there != NULL;

  while (open)
    {
      GPollFD fds[3] = { { .fd = g_socket_get_fd (sockets[0]), .events = G_IO_IN },
                         { .fd = g_socket_get_fd (sockets[1]), .events = G_IO_IN } };
      guint n = g_cancellable_make_pollfd (self->proxy->cancellable, &fds[2]) ? 3 : 2;

      g_poll (fds, n, -1);
      g_cancellable_release_fd (self->proxy->cancellable);
      if (g_cancellable_is_cancelled (self->proxy->cancellable))
        break;
      for (guint i = 0; i < 2 && open; i++)
        {
          char bytes[4096];
          gsize wanted = i == 1 && limit >= 0 ? MIN (sizeof bytes, (gsize) limit) : sizeof bytes;
          gssize got;

          if (fds[i].revents == 0)
            continue;
          if (wanted == 0)
            {
              /* Silent: the server may send, nobody passes it on. */
              while (g_atomic_int_get (&self->proxy->stall)
                     && !g_cancellable_is_cancelled (self->proxy->cancellable))
                g_usleep (2000);
              open = FALSE;
              break;
            }
          got = g_socket_receive (sockets[i], bytes, wanted, self->proxy->cancellable, NULL);
          if (got <= 0
              || g_socket_send (sockets[1 - i], bytes, (gsize) got, self->proxy->cancellable, NULL)
                   != got)
            open = FALSE;
          else if (i == 1 && limit >= 0)
            limit -= (gint) got;
        }
    }
  g_io_stream_close (G_IO_STREAM (self->client), NULL, NULL);
  g_object_unref (self->client);
  g_free (self);
  return NULL;
}

static gpointer
accept_all (gpointer data)
{
  Proxy *self = data;
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  GSocketConnection *client;

  while ((client = g_socket_listener_accept (self->listener, NULL, self->cancellable, NULL)) != NULL)
    {
      Relay *one = g_new0 (Relay, 1);

      one->proxy = self;
      one->client = client;
      g_ptr_array_add (threads, g_thread_new ("relay", relay, one));
    }
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (threads->pdata[i]);
  return NULL;
}

static void
proxy_start (Proxy *self)
{
  g_autoptr (GError) error = NULL;

  self->listener = g_socket_listener_new ();
  self->cancellable = g_cancellable_new ();
  self->port = g_socket_listener_add_any_inet_port (self->listener, NULL, &error);
  g_assert_no_error (error);
  self->thread = g_thread_new ("accept", accept_all, self);
}

static void
proxy_stop (Proxy *self)
{
  g_cancellable_cancel (self->cancellable);
  g_thread_join (self->thread);
  g_socket_listener_close (self->listener);
  g_object_unref (self->listener);
  g_object_unref (self->cancellable);
}

static void
test_cut (gconstpointer data)
{
  gboolean stall = GPOINTER_TO_INT (data);
  Proxy proxy = { .limit = -1, .stall = stall };
  guint n_cut = 0;
  guint n_whole = 0;

  proxy_start (&proxy);
  for (guint i = 0; i < (stall ? 8u : 60u); i++)
    {
      g_autofree char *uri
        = g_strdup_printf ("mysql://ask@127.0.0.1:%u/shop?ssl-mode=disabled", proxy.port);
      g_autoptr (AskSource) source = mysql_source_new_at (uri, NULL, stall ? 150 : 3000);
      g_autoptr (GError) error = NULL;
      gsize n;

      /* The rows are some 60,000 bytes; most cuts fall among them, some into the greeting. */
      g_atomic_int_set (&proxy.limit, i == 0 ? -1 : g_test_rand_int_range (0, i % 3 ? 60000 : 900));
      expect_few (source, i % 2 == 0);
      n = drain (source, "SELECT seq FROM seq_1_to_5000", NULL, &error);
      if (error == NULL)
        {
          g_assert_cmpuint (n, ==, 5000);
          n_whole++;
          continue;
        }
      n_cut++;
      g_assert_nonnull (strstr (error->message, "shop"));
      g_assert_true (
        g_error_matches (error, ASK_SOURCE_ERROR,
                         stall ? ASK_SOURCE_ERROR_TIMED_OUT : ASK_SOURCE_ERROR_CUT)
        || g_error_matches (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE));
    }
  g_test_message ("%u cut, %u whole", n_cut, n_whole);
  g_assert_cmpuint (n_whole, >=, 1);
  g_assert_cmpuint (n_cut, >=, 4);
  proxy_stop (&proxy);
}

/* A port that takes connections and says nothing. */
static void
test_silent (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (GError) error = NULL;
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, &error);
  g_autofree char *uri = g_strdup_printf ("mysql://ask@127.0.0.1:%u/shop", port);
  g_autoptr (AskSource) source = mysql_source_new_at (uri, NULL, 300);
  g_autoptr (AskSource) patient = mysql_source_new_at (uri, NULL, 60 * 60 * 1000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Canceller canceller = { .cancellable = cancellable, .delay_ms = 100 };
  GThread *thread;

  g_assert_no_error (error);
  g_assert_false (ask_source_open (source, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT);
  g_clear_error (&error);
  thread = g_thread_new ("cancel", cancel_later, &canceller);
  g_assert_false (ask_source_open (patient, cancellable, &error));
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_socket_listener_close (listener);
  /* Its threads end with the connections. */
  g_usleep (200 * 1000);
}

int
main (int argc, char **argv)
{
  g_autofree char *reason = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  server = ask_test_mariadb_new (ASK_TEST_MARIADB_TCP, &reason);
  if (server == NULL)
    {
      g_print ("1..0 # SKIP %s\n", reason);
      return 0;
    }
  ask_test_mariadb_exec (
    server, "CREATE DATABASE shop; CREATE DATABASE private; CREATE TABLE private.t (a INT); "
            "CREATE USER eve@'%' IDENTIFIED BY 's3cret-right'; GRANT SELECT ON shop.* TO eve@'%'; "
            "CREATE USER limited@'%', lonely@'%' WITH MAX_USER_CONNECTIONS 1; "
            "GRANT SELECT ON shop.* TO limited@'%', lonely@'%'");
  g_test_add_func ("/source/mysql-faults/a-cancel-ends-it-here-and-at-the-server", test_cancel);
  g_test_add_func ("/source/mysql-faults/a-cancel-needs-no-second-connection", test_cancel_alone);
  g_test_add_func ("/source/mysql-faults/a-silent-server-ends-at-the-time-out", test_time_out);
  g_test_add_func ("/source/mysql-faults/a-dropped-cursor-ends-at-the-server", test_dropped);
  g_test_add_data_func ("/source/mysql-faults/a-killed-server-is-an-error-never-fewer-rows", NULL, test_killed);
  g_test_add_data_func ("/source/mysql-faults/a-killed-server-is-an-error-for-a-text-not-prepared", "few", test_killed);
  g_test_add_func ("/source/mysql-faults/a-connection-closed-while-idle-is-made-anew", test_closed_idle);
  g_test_add_func ("/source/mysql-faults/a-connection-that-rested-long-is-not-used", test_rested);
  g_test_add_func ("/source/mysql-faults/two-million-rows-pass-through-little-memory", test_memory);
  g_test_add_func ("/source/mysql-faults/each-refusal-says-why", test_refused);
  g_test_add_func ("/source/mysql-faults/a-server-full-of-connections-is-busy", test_busy);
  g_test_add_data_func ("/source/mysql-faults/a-cut-connection-is-an-error-never-fewer-rows",
                        GINT_TO_POINTER (FALSE), test_cut);
  g_test_add_data_func ("/source/mysql-faults/a-stalled-connection-is-an-error-never-fewer-rows",
                        GINT_TO_POINTER (TRUE), test_cut);
  g_test_add_func ("/source/mysql-faults/a-port-that-says-nothing-is-given-up", test_silent);
  result = g_test_run ();
  ask_test_mariadb_free (server);
  return result;
}
