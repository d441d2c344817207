/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private PostgreSQL clusters. A shell stands between the test and each server: it ends the server and
 * removes the folder when its standard input ends, which the kernel sees to however the test dies.
 * initdb runs once a program, or once for all programs of tests/run; clusters are copies of what it made.
 */
#include "config.h"

#include "support/ask-test-postgres.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <unistd.h>

#include "support/ask-test-folder.h"

#define USER_ID 65534
#define START_SECONDS 60

struct _AskTestPostgres
{
  char *folder;
  char *uri;
  guint port;
  gboolean tcp;
  GSubprocess *minder; /* NULL while the server does not run */
  int pid;
  PGconn *conn; /* for exec(); NULL until the first one */
};

/* $1 the programs, $2 the folder, $3 the port. "keep" leaves the folder, the end of input does not.
 * Nothing here may be a child that outlives the shell. */
static const char minder[]
  = "trap '' INT HUP TERM\n"
    "cd \"$2\" || exit 1\n"
    "\"$1/postgres\" -D \"$2/data\" -k \"$2\" -p \"$3\" </dev/null >>\"$2/log\" 2>&1 &\n"
    "server=$!\n"
    "echo \"$server\"\n"
    "exec >/dev/null 2>&1\n"
    "line=\n"
    "read -r line\n"
    "kill -QUIT \"$server\"\n"
    "wait \"$server\"\n"
    "[ \"$line\" = keep ] && exit 0\n"
    "cd /\n"
    "rm -rf \"$2\"\n";

/* The same for the program's cluster that is never started: it goes with the program. */
static const char remover[] = "read -r line; rm -rf \"$1\"; exit 0";

static char *template_folder;
static GSubprocess *template_minder;
G_LOCK_DEFINE_STATIC (template);

static gboolean
is_root (void)
{
  return geteuid () == 0;
}

/* Returns: (transfer full) (nullable): the folder of the newest server's programs */
static char *
find_programs (void)
{
  const char *root = "/usr/lib/postgresql";
  g_autoptr (GDir) dir = g_dir_open (root, 0, NULL);
  g_autofree char *in_path = g_find_program_in_path ("initdb");
  g_autofree char *server = g_find_program_in_path ("postgres");
  const char *name;
  guint64 best = 0;
  char *found = NULL;

  if (in_path != NULL && server != NULL)
    return g_path_get_dirname (in_path);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folder = g_build_filename (root, name, "bin", NULL);
      g_autofree char *program = g_build_filename (folder, "initdb", NULL);
      guint64 version = g_ascii_strtoull (name, NULL, 10);

      if (version > best && g_file_test (program, G_FILE_TEST_IS_EXECUTABLE))
        {
          g_free (found);
          found = g_steal_pointer (&folder);
          best = version;
        }
    }
  return found;
}

/* Runs as the user that the servers run as. Its standard input is ours to close. */
static GSubprocess *
spawn (GSubprocessFlags flags, const char *const *argv)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (flags);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  if (is_root ())
    {
      g_ptr_array_add (all, (char *) "setpriv");
      g_ptr_array_add (all, (char *) "--reuid=65534");
      g_ptr_array_add (all, (char *) "--regid=65534");
      g_ptr_array_add (all, (char *) "--clear-groups");
      g_ptr_array_add (all, (char *) "--");
    }
  for (guint i = 0; argv[i] != NULL; i++)
    g_ptr_array_add (all, (char *) argv[i]);
  g_ptr_array_add (all, NULL);
  /* A sanitizer's library does not belong into the server. */
  g_subprocess_launcher_unsetenv (launcher, "LD_PRELOAD");
  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C", TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) all->pdata, &error);
  g_assert_no_error (error);
  return process;
}

static void
run (const char *const *argv)
{
  g_autoptr (GSubprocess) process
    = spawn (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, argv);
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  if (!g_subprocess_get_successful (process))
    g_error ("%s failed: %s", argv[0], output);
}

/* Gives @folder to the user that the servers run as. */
static char *
own_folder (char *folder)
{
  if (is_root ())
    g_assert_cmpint (chown (folder, USER_ID, USER_ID), ==, 0);
  return folder;
}

static char *
make_folder (void)
{
  return own_folder (ask_test_folder_new ("ask-pg-XXXXXX"));
}

static void
remove_template (void)
{
  g_autoptr (GSubprocess) process = g_steal_pointer (&template_minder);

  if (process == NULL)
    return;
  g_output_stream_close (g_subprocess_get_stdin_pipe (process), NULL, NULL);
  g_subprocess_wait (process, NULL, NULL);
  g_rmdir (template_folder);
  g_clear_pointer (&template_folder, g_free);
}

/* Returns: (transfer none): the cluster that all are copies of */
static const char *
get_template (const char *programs)
{
  G_LOCK (template);
  if (template_folder == NULL)
    {
      g_autofree char *initdb = g_build_filename (programs, "initdb", NULL);
      g_autofree char *data = NULL;
      AskTestShared shared = { 0 };
      gboolean is_shared = ask_test_shared_begin (&shared, "postgres");

      if (is_shared)
        template_folder = own_folder (g_strdup (shared.folder));
      else
        {
          template_folder = make_folder ();
          template_minder = spawn (G_SUBPROCESS_FLAGS_STDIN_PIPE,
                                   (const char *[]) { "sh", "-c", remover, "sh", template_folder,
                                                      NULL });
          atexit (remove_template);
        }
      data = g_build_filename (template_folder, "data", NULL);
      if (!shared.is_filled)
        run ((const char *[]) { initdb, "-D", data, "-U", "askdata", "-A", "trust", "-E", "UTF8",
                                "--locale=C", "--no-sync", "--no-instructions", NULL });
      if (is_shared)
        ask_test_shared_end (&shared);
    }
  G_UNLOCK (template);
  return template_folder;
}

/* Nobody keeps a port for us: a free one is likely to be free a moment later. */
static guint
find_port (void)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t length = sizeof address;
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, length), ==, 0);
  g_assert_cmpint (getsockname (fd, (struct sockaddr *) &address, &length), ==, 0);
  close (fd);
  return ntohs (address.sin_port);
}

static void
take_file (AskTestPostgres *self, const char *from, const char *name)
{
  g_autofree char *to = g_build_filename (self->folder, "data", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (from, &text, &length, &error);
  g_assert_no_error (error);
  g_file_set_contents_full (to, text, (gssize) length, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
  if (is_root ())
    g_assert_cmpint (chown (to, USER_ID, USER_ID), ==, 0);
}

static void
write_config (AskTestPostgres *self, const AskTestPostgresOptions *options)
{
  g_autofree char *path = g_build_filename (self->folder, "data", "postgresql.auto.conf", NULL);
  g_autofree char *hba = g_build_filename (self->folder, "data", "pg_hba.conf", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_string_append_printf (text,
                          "listen_addresses = '%s'\n"
                          "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"
                          "max_connections = 40\nautovacuum = off\nlog_statement = 'all'\n"
                          "logging_collector = off\n",
                          options->tcp ? "127.0.0.1" : "");
  if (options->certificate != NULL)
    {
      take_file (self, options->certificate, "server.crt");
      take_file (self, options->key, "server.key");
      g_string_append (text, "ssl = on\n");
    }
  if (options->config != NULL)
    g_string_append_printf (text, "%s\n", options->config);
  g_file_set_contents (path, text->str, -1, &error);
  g_assert_no_error (error);
  if (options->hba != NULL)
    g_file_set_contents (hba, options->hba, -1, &error);
  g_assert_no_error (error);
  if (is_root ())
    {
      g_assert_cmpint (chown (path, USER_ID, USER_ID), ==, 0);
      g_assert_cmpint (chown (hba, USER_ID, USER_ID), ==, 0);
    }
}

static char *
dup_log (AskTestPostgres *self)
{
  g_autofree char *path = g_build_filename (self->folder, "log", NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text != NULL ? text : g_strdup ("(no log)");
}

/* Without a user: only whether the server takes connections. */
static gboolean
is_ready (AskTestPostgres *self)
{
  g_autofree char *port = g_strdup_printf ("%u", self->port);
  const char *const keys[] = { "host", "port", NULL };
  const char *const values[] = { self->folder, port, NULL };

  return PQpingParams (keys, values, 0) == PQPING_OK;
}

/**
 * ask_test_postgres_start:
 *
 * Starts a server that was stopped or killed, over the same data, at the same place. Returns when it
 * takes connections; fails the test where it does not.
 */
void
ask_test_postgres_start (AskTestPostgres *self)
{
  g_autofree char *programs = find_programs ();
  g_autofree char *port = g_strdup_printf ("%u", self->port);
  gint64 deadline = g_get_monotonic_time () + START_SECONDS * G_USEC_PER_SEC;
  char line[32] = "";
  gsize length = 0;

  g_assert_null (self->minder);
  self->minder = spawn (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                        (const char *[]) { "sh", "-c", minder, "sh", programs, self->folder, port,
                                           NULL });
  g_input_stream_read_all (g_subprocess_get_stdout_pipe (self->minder), line, sizeof line - 1,
                           &length, NULL, NULL);
  self->pid = atoi (line);
  g_assert_cmpint (self->pid, >, 1);
  while (!is_ready (self))
    {
      if (kill (self->pid, 0) != 0 || g_get_monotonic_time () > deadline)
        {
          g_autofree char *log = dup_log (self);

          g_error ("The PostgreSQL server did not start: %s", log);
        }
      g_usleep (10000);
    }
}

static void
end (AskTestPostgres *self, gboolean keep)
{
  GOutputStream *input;

  g_clear_pointer (&self->conn, PQfinish);
  if (self->minder == NULL)
    return;
  input = g_subprocess_get_stdin_pipe (self->minder);
  if (keep)
    g_output_stream_write_all (input, "keep\n", 5, NULL, NULL, NULL);
  g_output_stream_close (input, NULL, NULL);
  g_subprocess_wait (self->minder, NULL, NULL);
  g_clear_object (&self->minder);
  self->pid = 0;
}

/** ask_test_postgres_stop: ends the server; its data stay for ask_test_postgres_start() */
void
ask_test_postgres_stop (AskTestPostgres *self)
{
  end (self, TRUE);
}

/* Children of @parent, from /proc: each backend leads a process group of its own. */
static GArray *
find_children (int parent)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "stat", NULL);
      g_autofree char *text = NULL;
      const char *after;
      int pid = atoi (name);
      int of = 0;

      if (pid <= 0 || !g_file_get_contents (path, &text, NULL, NULL)
          || (after = strrchr (text, ')')) == NULL)
        continue;
      if (sscanf (after + 1, " %*c %d", &of) == 1 && of == parent)
        g_array_append_val (children, pid);
    }
  return children;
}

/**
 * ask_test_postgres_kill:
 *
 * kill -9 of the server with all its processes, as when the machine dies. Its data stay.
 */
void
ask_test_postgres_kill (AskTestPostgres *self)
{
  g_autoptr (GArray) children = NULL;

  g_assert_nonnull (self->minder);
  /* Stopped first, so that it neither starts nor mourns children in between. */
  kill (self->pid, SIGSTOP);
  children = find_children (self->pid);
  for (guint i = 0; i < children->len; i++)
    kill (g_array_index (children, int, i), SIGKILL);
  kill (self->pid, SIGKILL);
  end (self, TRUE);
}

/**
 * ask_test_postgres_new:
 * @options: (nullable): %NULL for a server on a Unix socket that trusts everybody
 * @reason: (out) (optional): why there is none, for g_test_skip()
 *
 * Starts a server with one database "postgres" and one user "askdata", who may do everything.
 * Fails the test where the programs are here but do not work.
 *
 * Returns: (transfer full) (nullable): %NULL where PostgreSQL's server programs are not installed
 */
AskTestPostgres *
ask_test_postgres_new (const AskTestPostgresOptions *options, char **reason)
{
  static const AskTestPostgresOptions plain = { 0 };
  g_autofree char *programs = find_programs ();
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  AskTestPostgres *self;

  if (reason != NULL)
    *reason = NULL;
  if (programs == NULL)
    {
      if (reason != NULL)
        *reason = g_strdup ("The programs of a PostgreSQL server are not installed.");
      return NULL;
    }
  if (options == NULL)
    options = &plain;
  from = g_build_filename (get_template (programs), "data", NULL);
  self = g_new0 (AskTestPostgres, 1);
  self->folder = make_folder ();
  self->tcp = options->tcp;
  self->port = options->tcp ? find_port () : 5432;
  to = g_build_filename (self->folder, "data", NULL);
  run ((const char *[]) { "cp", "-a", from, to, NULL });
  write_config (self, options);
  ask_test_postgres_start (self);
  self->uri = ask_test_postgres_dup_uri (self, "askdata", "postgres", FALSE);
  return self;
}

/** ask_test_postgres_free: ends the server and removes its folder */
void
ask_test_postgres_free (AskTestPostgres *self)
{
  if (self == NULL)
    return;
  if (self->minder != NULL)
    end (self, FALSE);
  else
    run ((const char *[]) { "find", self->folder, "-mindepth", "1", "-delete", NULL });
  /* The server's user may have emptied it without the right to remove it. */
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->uri);
  g_free (self);
}

/** ask_test_postgres_get_uri: Returns: (transfer none): of "askdata" in "postgres", by the socket */
const char *
ask_test_postgres_get_uri (AskTestPostgres *self)
{
  return self->uri;
}

/** ask_test_postgres_dup_uri: Returns: (transfer full): a URI without password */
char *
ask_test_postgres_dup_uri (AskTestPostgres *self, const char *user, const char *database,
                           gboolean tcp)
{
  g_autofree char *host = tcp ? g_strdup ("127.0.0.1")
                              : g_uri_escape_string (self->folder, NULL, FALSE);

  g_assert_true (!tcp || self->tcp);
  return g_strdup_printf ("postgresql://%s@%s:%u/%s", user, host, self->port, database);
}

/** ask_test_postgres_get_port: Returns: also part of the socket's name */
guint
ask_test_postgres_get_port (AskTestPostgres *self)
{
  return self->port;
}

/** ask_test_postgres_get_folder: Returns: (transfer none): where socket, data and log lie */
const char *
ask_test_postgres_get_folder (AskTestPostgres *self)
{
  return self->folder;
}

/** ask_test_postgres_get_pid: Returns: of the postmaster */
int
ask_test_postgres_get_pid (AskTestPostgres *self)
{
  return self->pid;
}

static PGresult *
exec (AskTestPostgres *self, const char *sql)
{
  PGresult *result;
  ExecStatusType status;

  if (self->conn == NULL || PQstatus (self->conn) != CONNECTION_OK)
    {
      g_clear_pointer (&self->conn, PQfinish);
      self->conn = PQconnectdb (self->uri);
      if (PQstatus (self->conn) != CONNECTION_OK)
        g_error ("%s", PQerrorMessage (self->conn));
      PQclear (PQexec (self->conn, "SET client_min_messages = warning"));
    }
  result = PQexec (self->conn, sql);
  status = PQresultStatus (result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    g_error ("%.300s: %s", sql, PQresultErrorMessage (result));
  return result;
}

/** ask_test_postgres_exec: runs statements as "askdata"; fails the test where one fails */
void
ask_test_postgres_exec (AskTestPostgres *self, const char *sql)
{
  PQclear (exec (self, sql));
}

/** ask_test_postgres_query: Returns: (transfer full): rows as text: "a|b\nc|d" */
char *
ask_test_postgres_query (AskTestPostgres *self, const char *sql)
{
  PGresult *result = exec (self, sql);
  GString *text = g_string_new (NULL);

  for (int r = 0; r < PQntuples (result); r++)
    for (int c = 0; c < PQnfields (result); c++)
      g_string_append_printf (text, "%s%s", c > 0 ? "|" : r > 0 ? "\n" : "",
                              PQgetvalue (result, r, c));
  PQclear (result);
  return g_string_free (text, FALSE);
}
