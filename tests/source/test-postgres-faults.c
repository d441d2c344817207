/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What goes wrong between us and a PostgreSQL server: whatever it is ends in an error that names the
 * source, never in fewer rows, never in a hang, and no sentence holds a password.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>

#include "postgres-fixture.h"
#include "source/postgres/ask-postgres-source.h"
#include "support/ask-test-kinds.h"

#define PASSWORD "s3cr3t-word"

static void
assert_sentence (const GError *error, const char *part)
{
  g_assert_nonnull (strstr (error->message, "shop"));
  g_assert_null (strstr (error->message, PASSWORD));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  if (part != NULL && strstr (error->message, part) == NULL)
    g_error ("“%s” does not hold “%s”", error->message, part);
}

static AskSource *
new_slow_source (const char *uri, guint time_out_ms)
{
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_postgres_kind, uri);
  g_autoptr (GError) error = NULL;
  AskSource *source;

  config->time_out_ms = time_out_ms;
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  ask_source_config_unref (config);
  return source;
}

/* Between source and server: it forwards, and cuts or falls silent after so many bytes of the
 * server's. */
typedef struct
{
  GSocketListener *listener;
  GThread *thread;
  char *uri;
  guint port;
  guint to;
  gint64 limit; /* bytes; -1 for all */
  gboolean stall;
  gboolean mute; /* accepts and says nothing */
  int ended;
} Proxy;

static void
forward (Proxy *proxy, GSocket *client, GSocket *server)
{
  gint64 given = 0;
  char buffer[4096];

  while (!g_atomic_int_get (&proxy->ended))
    {
      GPollFD fds[2] = { { .fd = g_socket_get_fd (client), .events = G_IO_IN },
                         { .fd = g_socket_get_fd (server), .events = G_IO_IN } };
      gssize n;

      if (g_poll (fds, 2, 50) <= 0)
        continue;
      if (fds[0].revents != 0)
        {
          n = recv (fds[0].fd, buffer, sizeof buffer, 0);
          if (n <= 0 || send (fds[1].fd, buffer, (gsize) n, MSG_NOSIGNAL) != n)
            return;
        }
      if (fds[1].revents != 0)
        {
          gsize room = proxy->limit < 0 ? sizeof buffer
                                        : (gsize) MIN (proxy->limit - given, (gint64) sizeof buffer);

          if (room == 0)
            {
              while (proxy->stall && !g_atomic_int_get (&proxy->ended))
                g_usleep (10000);
              return;
            }
          n = recv (fds[1].fd, buffer, room, 0);
          if (n <= 0 || send (fds[0].fd, buffer, (gsize) n, MSG_NOSIGNAL) != n)
            return;
          given += n;
        }
    }
}

static gpointer
run_proxy (gpointer data)
{
  Proxy *proxy = data;

  while (!g_atomic_int_get (&proxy->ended))
    {
      g_autoptr (GSocket) client = g_socket_listener_accept_socket (proxy->listener, NULL, NULL,
                                                                    NULL);
      g_autoptr (GSocketClient) connector = g_socket_client_new ();
      g_autoptr (GSocketConnection) server = NULL;

      if (client == NULL)
        break;
      while (proxy->mute && !g_atomic_int_get (&proxy->ended))
        g_usleep (5000);
      if (g_atomic_int_get (&proxy->ended))
        break;
      server = g_socket_client_connect_to_host (connector, "127.0.0.1", (guint16) proxy->to, NULL,
                                                NULL);
      if (server != NULL)
        forward (proxy, client, g_socket_connection_get_socket (server));
    }
  return NULL;
}

static void
proxy_start (Proxy *proxy, guint to)
{
  g_autoptr (GError) error = NULL;

  proxy->to = to;
  proxy->listener = g_socket_listener_new ();
  proxy->port = g_socket_listener_add_any_inet_port (proxy->listener, NULL, &error);
  g_assert_no_error (error);
  proxy->uri = g_strdup_printf ("postgresql://askdata@127.0.0.1:%u/postgres", proxy->port);
  proxy->thread = g_thread_new ("proxy", run_proxy, proxy);
}

static void
proxy_stop (Proxy *proxy)
{
  g_autoptr (GSocketClient) connector = g_socket_client_new ();
  g_autoptr (GSocketConnection) last = NULL;

  g_atomic_int_set (&proxy->ended, 1);
  last = g_socket_client_connect_to_host (connector, "127.0.0.1", (guint16) proxy->port, NULL, NULL);
  g_thread_join (proxy->thread);
  g_socket_listener_close (proxy->listener);
  g_object_unref (proxy->listener);
  g_free (proxy->uri);
}

static AskTestPostgres *
start_server (const AskTestPostgresOptions *options)
{
  g_autofree char *reason = NULL;
  AskTestPostgres *server = ask_test_postgres_new (options, &reason);

  if (server == NULL)
    g_test_skip (reason);
  return server;
}

/* Returns: the rows that came; fails where they ended without an error, and not all were there */
static guint
count_rows (AskSource *source, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskCursor) cursor = ask_source_query (source, sql, NULL, 0, cancellable, error);
  const AskValue *row;
  guint n = 0;
  AskStep step;

  if (cursor == NULL)
    return 0;
  while ((step = ask_cursor_next (cursor, &row, NULL, cancellable, error)) == ASK_STEP_ROW)
    n++;
  return n;
}

static const struct
{
  const char *name;
  const char *uri;
  AskSourceError code;
  const char *part;
} places[] = {
  { "no-server", "postgresql://ana@127.0.0.1:1/x", ASK_SOURCE_ERROR_UNREACHABLE, "127.0.0.1, port 1" },
  { "no-socket", "postgresql://ana@%2Fno%2Fsuch%2Ffolder/x", ASK_SOURCE_ERROR_UNREACHABLE,
    "the socket in /no/such/folder" },
  { "no-machine", "postgresql://ana@no-such-machine.invalid/x", ASK_SOURCE_ERROR_UNREACHABLE,
    "no-such-machine.invalid" },
  { "no-uri", "postgresql://ana:" PASSWORD "%zz@127.0.0.1/x", ASK_SOURCE_ERROR_CONFIG,
    "postgresql://USER@HOST:PORT/DATABASE" },
  { "no-option", "postgresql://ana@127.0.0.1/x?nonsense=" PASSWORD, ASK_SOURCE_ERROR_CONFIG, NULL },
  { "no-mode", "postgresql://ana@127.0.0.1:1/x?sslmode=nonsense", ASK_SOURCE_ERROR_UNREACHABLE,
    "sslmode" },
};

static void
test_places (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (AskSource) source = new_slow_source (places[i].uri, 5000);
      g_autoptr (GError) error = NULL;

      g_assert_false (ask_source_open (source, NULL, &error));
      g_test_message ("%s: %s", places[i].name, error->message);
      g_assert_error (error, ASK_SOURCE_ERROR, (int) places[i].code);
      assert_sentence (error, places[i].part);
    }
}

static void
test_passwords (void)
{
  g_autoptr (AskTestPostgres) server = start_server (&(AskTestPostgresOptions) {
    .tcp = TRUE,
    .hba = "local all all trust\nhost all ana 127.0.0.1/32 scram-sha-256\n"
           "host all bob 127.0.0.1/32 reject\n" });
  static const struct
  {
    const char *user;
    const char *database;
    const char *password;
    AskSourceError code;
    const char *part;
  } cases[] = {
    { "ana", "postgres", NULL, ASK_SOURCE_ERROR_DENIED, "asks for the password of “ana”" },
    { "ana", "postgres", "wrong-" PASSWORD, ASK_SOURCE_ERROR_DENIED,
      "does not take the password of “ana”" },
    { "bob", "postgres", PASSWORD, ASK_SOURCE_ERROR_DENIED, "does not let “bob”" },
    { "carl", "postgres", PASSWORD, ASK_SOURCE_ERROR_DENIED, "does not let “carl”" },
    { "ana", "nowhere", PASSWORD, ASK_SOURCE_ERROR_NOT_FOUND, "has no database “nowhere”" },
  };
  g_autofree char *uri = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autofree char *rows = NULL;

  if (server == NULL)
    return;
  g_setenv ("PGPASSFILE", "/no/such/file", TRUE);
  ask_test_postgres_exec (server, "CREATE ROLE ana LOGIN PASSWORD '" PASSWORD "';"
                                  "CREATE ROLE bob LOGIN PASSWORD '" PASSWORD "'");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *of = ask_test_postgres_dup_uri (server, cases[i].user, cases[i].database,
                                                       TRUE);
      g_autoptr (AskSource) wrong = new_source (of, cases[i].password);
      g_autoptr (GError) error = NULL;

      g_assert_false (ask_source_open (wrong, NULL, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, ASK_SOURCE_ERROR, (int) cases[i].code);
      assert_sentence (error, cases[i].part);
    }
  uri = ask_test_postgres_dup_uri (server, "ana", "postgres", TRUE);
  source = new_source (uri, PASSWORD);
  rows = read_query (source, "SELECT current_user");
  g_assert_cmpstr (rows, ==, "'ana'\n");
}

/* What a certificate's file holds is made by the openssl program. */
static gboolean
make_certificate (const char *folder, const char *name, const char *host)
{
  g_autofree char *key = g_strdup_printf ("%s/%s.key", folder, name);
  g_autofree char *certificate = g_strdup_printf ("%s/%s.crt", folder, name);
  g_autofree char *subject = g_strdup_printf ("/CN=%s", host);
  g_autofree char *other = g_strdup_printf ("subjectAltName=%s:%s",
                                            g_hostname_is_ip_address (host) ? "IP" : "DNS", host);
  const char *argv[] = { "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                         "-keyout", key, "-out", certificate, "-subj", subject, "-addext", other,
                         NULL };
  int status;

  return g_spawn_sync (NULL, (char **) argv, NULL,
                       G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL
                         | G_SPAWN_STDERR_TO_DEV_NULL,
                       NULL, NULL, NULL, NULL, &status, NULL)
         && g_spawn_check_wait_status (status, NULL);
}

static void
test_tls (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ask-tls-XXXXXX", NULL);
  g_autofree char *certificate = g_build_filename (folder, "good.crt", NULL);
  g_autofree char *key = g_build_filename (folder, "good.key", NULL);
  g_autofree char *other = g_build_filename (folder, "other.crt", NULL);
  g_autoptr (AskTestPostgres) server = NULL;
  g_autofree char *uri = NULL;
  struct
  {
    const char *mode;
    const char *root;
    gboolean good;
    gboolean by_name; /* "localhost" is not what the certificate says */
  } cases[] = {
    { "disable", NULL, FALSE, FALSE }, /* the server takes no others */
    { "prefer", NULL, TRUE, FALSE },
    { "require", NULL, TRUE, FALSE },
    { "verify-ca", certificate, TRUE, FALSE },
    { "verify-full", certificate, TRUE, FALSE },
    { "verify-full", certificate, FALSE, TRUE },
    { "verify-ca", other, FALSE, FALSE },
    { "verify-full", other, FALSE, FALSE },
    { "verify-full", "/no/such/file", FALSE, FALSE },
  };

  if (!make_certificate (folder, "good", "127.0.0.1")
      || !make_certificate (folder, "other", "127.0.0.1"))
    {
      g_test_skip ("The openssl program is not installed.");
      g_rmdir (folder);
      return;
    }
  server = start_server (&(AskTestPostgresOptions) {
    .tcp = TRUE,
    .certificate = certificate,
    .key = key,
    .hba = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n"
           "hostssl all all ::1/128 trust\n" });
  if (server != NULL)
    uri = ask_test_postgres_dup_uri (server, "askdata", "postgres", TRUE);
  for (guint i = 0; server != NULL && i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *port = g_strdup_printf ("%u", ask_test_postgres_get_port (server));
      g_autofree char *root = g_uri_escape_string (cases[i].root != NULL ? cases[i].root : "/none",
                                                   NULL, FALSE);
      g_autofree char *place
        = cases[i].by_name
            ? g_strdup_printf ("postgresql://askdata@localhost:%s/postgres", port)
            : g_strdup (uri);
      g_autofree char *full = g_strdup_printf ("%s?sslmode=%s&sslrootcert=%s", place, cases[i].mode,
                                               root);
      g_autoptr (AskSource) source = new_source (full, NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *rows = NULL;

      g_test_message ("%s %s", cases[i].mode, cases[i].good ? "is good" : "is not good");
      if (!cases[i].good)
        {
          g_assert_false (ask_source_open (source, NULL, &error));
          g_test_message ("%s", error->message);
          assert_sentence (error, i > 0 ? "certificate" : NULL);
          continue;
        }
      rows = read_query (source, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid ()");
      g_assert_cmpstr (rows, ==, "1\n");
    }
  for (guint i = 0; i < 4; i++)
    {
      static const char *const files[] = { "good.crt", "good.key", "other.crt", "other.key" };
      g_autofree char *path = g_build_filename (folder, files[i], NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
test_silence (Fixture *f, gconstpointer data)
{
  Proxy proxy = { .limit = -1, .mute = TRUE };
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskSource) slow = NULL;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  proxy_start (&proxy, 1);
  source = new_slow_source (proxy.uri, 200);
  g_assert_false (ask_source_open (source, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT);
  assert_sentence (error, "within 0.2 s");
  g_clear_error (&error);
  proxy_stop (&proxy);

  slow = new_slow_source (ask_test_postgres_get_uri (f->server), 200);
  g_assert_cmpuint (count_rows (slow, "SELECT pg_sleep (30)", NULL, &error), ==, 0);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT);
  assert_sentence (error, NULL);
  g_clear_error (&error);
  /* It is good for the next one. */
  g_assert_cmpuint (count_rows (slow, "SELECT 1", NULL, &error), ==, 1);
  g_assert_no_error (error);
}

static gpointer
cancel_later (gpointer cancellable)
{
  g_usleep (150000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* What would run for days ends at the server too, or this never comes back. */
static void
wait_until_idle (AskTestPostgres *server)
{
  for (;;)
    {
      g_autofree char *n = ask_test_postgres_query (
        server, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'askdata' "
                "AND state = 'active'");

      if (strcmp (n, "0") == 0)
        return;
      g_usleep (10000);
    }
}

/* Whatever it waits for, a cancel ends the wait here and the work there. */
static void
test_cancel (Fixture *f, gconstpointer data)
{
  static const char *const statements[]
    = { "SELECT pg_sleep (1000000)",
        "SELECT i, pg_sleep (CASE WHEN i > 1000 THEN 1000000 ELSE 0 END) FROM generate_series (1, 2000) i",
        "SELECT count(*) FROM generate_series (1, 1000000) a, generate_series (1, 1000000) b",
        "SELECT generate_series (1, 1000000000000)" };

  if (f->server == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      GThread *thread = g_thread_new ("cancel", cancel_later, cancellable);

      count_rows (f->source, statements[i], cancellable, &error);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_thread_join (thread);
      wait_until_idle (f->server);
      g_clear_error (&error);
      g_assert_cmpuint (count_rows (f->source, "SELECT 1", NULL, &error), ==, 1);
      g_assert_no_error (error);
    }
}

static void
test_cancel_connect (void)
{
  Proxy proxy = { .limit = -1, .mute = TRUE };
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread;

  proxy_start (&proxy, 1);
  /* No answer and no time-out in an hour: what comes back has been cancelled. */
  source = new_slow_source (proxy.uri, 60 * 60 * 1000);
  thread = g_thread_new ("cancel", cancel_later, cancellable);
  g_assert_false (ask_source_open (source, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  proxy_stop (&proxy);
}

/* A cursor that nobody reads to its end is ended at the server too. */
static void
test_leave (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (AskCursor) cursor = NULL;
      const AskValue *row;

      ask_source_expect (f->source, i % 2 == 0 ? -1 : MANY, FALSE, TRUE);
      cursor = ask_source_query (f->source, "SELECT generate_series (1, 10000000000)", NULL, 0,
                                 NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
    }
  wait_until_idle (f->server);
  g_assert_cmpuint (count_rows (f->source, "SELECT 1", NULL, &error), ==, 1);
  g_assert_no_error (error);
}

static void
test_killed (gconstpointer expected)
{
  g_autoptr (AskTestPostgres) server = start_server (NULL);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;
  guint n = 0;
  AskStep step;
  g_autoptr (GError) error = NULL;

  if (server == NULL)
    return;
  source = new_source (ask_test_postgres_get_uri (server), NULL);
  ask_source_expect (source, GPOINTER_TO_INT (expected), FALSE, TRUE);
  cursor = ask_source_query (source,
                             "SELECT i, repeat ('x', 100) FROM generate_series (1, 1000000) i", NULL,
                             0, NULL, &error);
  g_assert_no_error (error);
  while ((step = ask_cursor_next (cursor, &row, NULL, NULL, &error)) == ASK_STEP_ROW)
    if (++n == 1000)
      ask_test_postgres_kill (server);
  g_assert_cmpint (step, ==, ASK_STEP_FAILED);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
  assert_sentence (error, NULL);
  g_assert_cmpuint (n, <, 1000000);
  g_clear_error (&error);
  g_clear_object (&cursor);

  g_assert_cmpuint (count_rows (source, "SELECT 1", NULL, &error), ==, 0);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE);
  assert_sentence (error, "the socket in");
  g_clear_error (&error);

  ask_test_postgres_start (server);
  g_assert_cmpuint (count_rows (source, "SELECT 1", NULL, &error), ==, 1);
  g_assert_no_error (error);
}

/* A firewall says nothing when it forgets a connection: one that rested for long is not used again, but in the
 * middle of one state of the data. */
static void
test_rested (Fixture *f, gconstpointer data)
{
  const char *sql = "SELECT pg_backend_pid ()";
  g_autofree char *first = NULL;
  g_autofree char *same = NULL;
  g_autofree char *after = NULL;
  g_autofree char *within = NULL;

  if (f->server == NULL)
    return;
  first = read_query (f->source, sql);
  same = read_query (f->source, sql);
  g_assert_cmpstr (first, ==, same);
  ask_postgres_source_set_max_rest (ASK_POSTGRES_SOURCE (f->source), 20);
  g_usleep (30000);
  ask_source_begin (f->source);
  after = read_query (f->source, sql);
  g_assert_cmpstr (after, !=, first);
  g_usleep (30000);
  within = read_query (f->source, sql);
  g_assert_cmpstr (within, ==, after);
  ask_source_end (f->source);
}

/* Between two statements a restart is not noticed; within one state of the data it is. */
static void
test_restarted (void)
{
  g_autoptr (AskTestPostgres) server = start_server (NULL);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GError) error = NULL;

  if (server == NULL)
    return;
  source = new_source (ask_test_postgres_get_uri (server), NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (ask_source_open (source, NULL, &error));
      g_assert_no_error (error);
      ask_test_postgres_stop (server);
      ask_test_postgres_start (server);
      g_assert_cmpuint (count_rows (source, "SELECT 1", NULL, &error), ==, 1);
      g_assert_no_error (error);
    }
  ask_source_begin (source);
  ask_test_postgres_stop (server);
  ask_test_postgres_start (server);
  g_assert_cmpuint (count_rows (source, "SELECT 1", NULL, &error), ==, 1);
  g_assert_no_error (error);
  ask_test_postgres_stop (server);
  ask_test_postgres_start (server);
  g_assert_cmpuint (count_rows (source, "SELECT 1", NULL, &error), ==, 0);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
  assert_sentence (error, NULL);
  g_clear_error (&error);
  ask_source_end (source);
  g_assert_cmpuint (count_rows (source, "SELECT 1", NULL, &error), ==, 1);
  g_assert_no_error (error);
}

/* Cut, or silent, after any number of the server's bytes: all rows, or an error. */
static void
test_cut (gconstpointer expected)
{
  g_autoptr (AskTestPostgres) server = start_server (&(AskTestPostgresOptions) { .tcp = TRUE });
  static const char sql[] = "SELECT i, 'row ' || i FROM generate_series (1, 500) i";
  guint whole = 0;
  guint failed = 0;

  if (server == NULL)
    return;
  for (gint64 limit = 0; limit < 16000; limit += limit < 1500 ? 61 : 977)
    {
      Proxy proxy = { .limit = limit, .stall = limit % 10 == 0 };
      g_autoptr (AskSource) source = NULL;
      g_autoptr (GError) error = NULL;
      guint n;

      proxy_start (&proxy, ask_test_postgres_get_port (server));
      source = new_slow_source (proxy.uri, 200);
      ask_source_expect (source, GPOINTER_TO_INT (expected), FALSE, TRUE);
      n = count_rows (source, sql, NULL, &error);
      if (error == NULL)
        {
          g_assert_cmpuint (n, ==, 500);
          whole++;
        }
      else
        {
          g_assert_true (error->domain == ASK_SOURCE_ERROR);
          assert_sentence (error, NULL);
          failed++;
        }
      g_clear_object (&source);
      proxy_stop (&proxy);
    }
  g_assert_cmpuint (whole, >, 0);
  g_assert_cmpuint (failed, >, 20);
}

typedef struct
{
  GSocketListener *listener;
  const char *answer;
} Garbage;

static gpointer
answer_garbage (gpointer data)
{
  Garbage *garbage = data;
  g_autoptr (GSocket) client
    = g_socket_listener_accept_socket (garbage->listener, NULL, NULL, NULL);
  char buffer[256];

  g_assert_nonnull (client);
  recv (g_socket_get_fd (client), buffer, sizeof buffer, 0);
  send (g_socket_get_fd (client), garbage->answer, strlen (garbage->answer), MSG_NOSIGNAL);
  return NULL;
}

/* What is no server of this kind at all. */
static void
test_garbage (void)
{
  static const char *const answers[]
    = { "HTTP/1.1 400 Bad Request\r\n\r\n", "", "E", "Rxxxxxxxxxxxxxxxxxxx", "S", "Nxyz" };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (GSocketListener) listener = g_socket_listener_new ();
      guint port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
      g_autofree char *uri = g_strdup_printf ("postgresql://ana@127.0.0.1:%u/x", port);
      g_autoptr (AskSource) source = new_slow_source (uri, 1000);
      Garbage garbage = { listener, answers[i] };
      GThread *thread = g_thread_new ("garbage", answer_garbage, &garbage);
      g_autoptr (GError) error = NULL;

      g_assert_false (ask_source_open (source, NULL, &error));
      g_assert_true (error->domain == ASK_SOURCE_ERROR);
      g_test_message ("%s", error->message);
      assert_sentence (error, NULL);
      g_thread_join (thread);
      g_socket_listener_close (listener);
    }
}

static const struct
{
  const char *name;
  const char *sql;
  AskSourceError code;
} failures[] = {
  { "division", "SELECT 1 / (i - 3) FROM generate_series (1, 5) i", ASK_SOURCE_ERROR_DATA },
  { "overflow", "SELECT 2147483647 + i FROM generate_series (1, 1) i", ASK_SOURCE_ERROR_DATA },
  { "no-number", "SELECT ('x' || i)::int FROM generate_series (1, 1) i", ASK_SOURCE_ERROR_DATA },
  { "no-date", "SELECT ('x' || i)::date FROM generate_series (1, 1) i", ASK_SOURCE_ERROR_DATA },
  { "many-rows", "SELECT (SELECT i FROM generate_series (1, 2) i)", ASK_SOURCE_ERROR_DATA },
  { "late", "SELECT 1 / (99999 - i) FROM generate_series (1, 100000) i", ASK_SOURCE_ERROR_DATA },
  { "no-table", "SELECT * FROM nowhere", ASK_SOURCE_ERROR_NOT_FOUND },
  { "no-column", "SELECT nothing FROM t", ASK_SOURCE_ERROR_NOT_FOUND },
  { "no-sense", "SELEC 1", ASK_SOURCE_ERROR_SERVER },
  { "nothing", "", ASK_SOURCE_ERROR_MALFORMED },
  { "too-long", "SET LOCAL statement_timeout = 1", ASK_SOURCE_ERROR_MALFORMED },
  { "locked", "SELECT * FROM locked", ASK_SOURCE_ERROR_LOCKED },
  { "ended", "SELECT pg_terminate_backend (pg_backend_pid ())", ASK_SOURCE_ERROR_CUT },
};

static void
test_failures (Fixture *f, gconstpointer data)
{
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskSource) impatient = NULL;

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server, "CREATE TABLE t (a int); CREATE TABLE locked (a int)");
  ask_test_postgres_exec (f->server, "BEGIN");
  ask_test_postgres_exec (f->server, "LOCK TABLE locked");
  source = new_slow_source (ask_test_postgres_get_uri (f->server), 60000);
  impatient = new_slow_source (ask_test_postgres_get_uri (f->server), 1000);
  for (guint n = 0; n < 2 * G_N_ELEMENTS (failures); n++)
    {
      guint i = n / 2;
      AskSource *asked = failures[i].code == ASK_SOURCE_ERROR_LOCKED ? impatient : source;
      g_autoptr (GError) error = NULL;

      ask_source_expect (asked, n % 2 == 0 ? -1 : MANY, FALSE, TRUE);
      count_rows (asked, failures[i].sql, NULL, &error);
      g_assert_nonnull (error);
      g_test_message ("%s: %s", failures[i].name, error->message);
      g_assert_error (error, ASK_SOURCE_ERROR, (int) failures[i].code);
      assert_sentence (error, NULL);
      g_clear_error (&error);
      g_assert_cmpuint (count_rows (source, "SELECT 1", NULL, &error), ==, 1);
      g_assert_no_error (error);
    }
  ask_test_postgres_exec (f->server, "ROLLBACK");
}

/* The role's own limit is a time-out too. */
static void
test_server_time_out (Fixture *f, gconstpointer data)
{
  g_autofree char *uri = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GError) error = NULL;

  if (f->server == NULL)
    return;
  ask_test_postgres_exec (f->server, "DROP ROLE IF EXISTS hasty; CREATE ROLE hasty LOGIN;"
                                     "ALTER ROLE hasty SET statement_timeout = 50");
  uri = ask_test_postgres_dup_uri (f->server, "hasty", "postgres", FALSE);
  source = new_source (uri, NULL);
  count_rows (source, "SELECT pg_sleep (10)", NULL, &error);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT);
  assert_sentence (error, NULL);
  ask_test_postgres_exec (f->server, "DROP ROLE hasty");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* libpq looks there for certificates and passwords of the person. */
  g_setenv ("HOME", g_get_tmp_dir (), TRUE);
  g_test_add_func ("/source/postgres-faults/an-address-without-a-server-is-told", test_places);
  g_test_add_func ("/source/postgres-faults/a-wrong-password-is-told-and-not-repeated", test_passwords);
  g_test_add_func ("/source/postgres-faults/each-ssl-mode-trusts-whom-it-should", test_tls);
  add ("/source/postgres-faults/a-silent-server-ends-at-the-time-out", test_silence);
  add ("/source/postgres-faults/a-cancel-ends-it-here-and-at-the-server", test_cancel);
  g_test_add_func ("/source/postgres-faults/a-cancel-ends-a-connection-being-made", test_cancel_connect);
  add ("/source/postgres-faults/a-dropped-cursor-ends-at-the-server", test_leave);
  g_test_add_data_func ("/source/postgres-faults/a-killed-server-is-an-error-never-fewer-rows", GINT_TO_POINTER (-1), test_killed);
  g_test_add_data_func ("/source/postgres-faults/a-killed-server-is-an-error-where-many-rows-are-read", GINT_TO_POINTER (MANY), test_killed);
  g_test_add_func ("/source/postgres-faults/a-restart-is-noticed-only-within-a-statement", test_restarted);
  g_test_add_data_func ("/source/postgres-faults/a-cut-connection-is-an-error-never-fewer-rows", GINT_TO_POINTER (-1), test_cut);
  g_test_add_data_func ("/source/postgres-faults/a-cut-connection-is-an-error-where-many-rows-are-read", GINT_TO_POINTER (MANY), test_cut);
  g_test_add_func ("/source/postgres-faults/what-is-no-postgres-server-is-told", test_garbage);
  add ("/source/postgres-faults/a-connection-that-rested-long-is-not-used", test_rested);
  add ("/source/postgres-faults/each-failure-has-its-own-code", test_failures);
  add ("/source/postgres-faults/the-server-s-own-limit-is-a-time-out", test_server_time_out);
  return g_test_run ();
}
