/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A private MariaDB server for tests. The first one of a program, or of all programs of tests/run, makes
 * a data directory, the others copy it. Each folder has a watcher: a shell that waits for the end of its standard input, which
 * comes with the end of the test program however it dies, and removes the folder then. The server itself
 * dies with its parent by the kernel's hand.
 */
#include "config.h"

#include "support/ask-test-mariadb.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <mysql.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/ask-test-folder.h"

#define ORDINARY_USER 65534
#define START_S 30

struct _AskTestMariadb
{
  AskTestMariadbFlags flags;
  char *folder;
  char *socket;
  char *ca;
  char *other_ca;
  guint16 port;
  GPid pid; /* 0 where it does not run */
  int watch;
};

static GMutex template_lock;
static char *template_folder;
static int template_watch = -1;

static void
drop_rights (gpointer data)
{
  /* Only calls that are safe between fork() and exec(). */
  if (geteuid () == 0
      && (setgroups (0, NULL) != 0 || setgid (ORDINARY_USER) != 0 || setuid (ORDINARY_USER) != 0))
    _exit (126);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

static void
leave_group (gpointer data)
{
  setsid ();
}

/* Returns: the write end of the watcher's standard input. */
static int
watch_folder (const char *folder)
{
  const char *argv[] = { "/bin/sh", "-c",
                         "trap '' INT TERM HUP; cat >/dev/null; sleep 0.3; rm -rf -- \"$1\"", "sh",
                         folder, NULL };
  g_autoptr (GError) error = NULL;
  int input = -1;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL,
                            G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, leave_group,
                            NULL, NULL, &input, NULL, NULL, &error);
  g_assert_no_error (error);
  return input;
}

static void
run (const char *const *argv, const char *step)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *errors = NULL;
  g_autofree char *output = NULL;
  int status = 0;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, drop_rights, NULL, &output,
                &errors, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, &error))
    g_error ("%s: %s\n%s%s", step, error->message, output, errors);
}

static void
remove_folder (const char *folder)
{
  const char *argv[] = { "rm", "-rf", "--", folder, NULL };

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

/* Gives @folder to the user that the servers run as. */
static char *
own_folder (char *folder)
{
  if (geteuid () == 0)
    g_assert_cmpint (chown (folder, ORDINARY_USER, ORDINARY_USER), ==, 0);
  return folder;
}

static char *
make_folder (int *watch)
{
  char *folder = ask_test_folder_new ("askmy-XXXXXX");

  *watch = watch_folder (folder);
  return own_folder (folder);
}

static void
remove_template (void)
{
  remove_folder (template_folder);
  close (template_watch);
  g_free (template_folder);
}

static char *
find_server (void)
{
  static const char *const places[] = { "/usr/sbin/mariadbd", "/usr/libexec/mariadbd",
                                        "/usr/local/sbin/mariadbd", "/usr/sbin/mysqld" };
  char *path = g_find_program_in_path ("mariadbd");

  for (guint i = 0; path == NULL && i < G_N_ELEMENTS (places); i++)
    if (g_file_test (places[i], G_FILE_TEST_IS_EXECUTABLE))
      path = g_strdup (places[i]);
  return path;
}

/* Small, and nothing is forced to the disk. Both the making and the running need the same. */
static const char *const small[]
  = { "--innodb-data-file-path=ibdata1:1M:autoextend", "--innodb-autoextend-increment=1",
      "--innodb-log-file-size=8M",                     "--innodb-buffer-pool-size=32M",
      "--innodb-flush-method=nosync",                  "--innodb-undo-tablespaces=0",
      "--skip-name-resolve" };

static void
install (const char *installer)
{
  g_autofree char *data = g_build_filename (template_folder, "data", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (installer));
  g_ptr_array_add (argv, g_strdup ("--no-defaults"));
  g_ptr_array_add (argv, g_strdup_printf ("--datadir=%s", data));
  g_ptr_array_add (argv, g_strdup_printf ("--tmpdir=%s", template_folder));
  g_ptr_array_add (argv, g_strdup ("--auth-root-authentication-method=normal"));
  g_ptr_array_add (argv, g_strdup ("--skip-test-db"));
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    g_ptr_array_add (argv, g_strdup (small[i]));
  g_ptr_array_add (argv, NULL);
  run ((const char *const *) argv->pdata, "mariadb-install-db");
}

static void
make_template (const char *installer)
{
  g_mutex_lock (&template_lock);
  if (template_folder == NULL)
    {
      AskTestShared shared = { 0 };
      gboolean is_shared = ask_test_shared_begin (&shared, "mariadb");

      if (is_shared)
        template_folder = own_folder (g_strdup (shared.folder));
      else
        {
          template_folder = make_folder (&template_watch);
          atexit (remove_template);
        }
      if (!shared.is_filled)
        install (installer);
      if (is_shared)
        ask_test_shared_end (&shared);
    }
  g_mutex_unlock (&template_lock);
}

static guint16
free_port (void)
{
  g_autoptr (GSocket) socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
                                             G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) got = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (socket);
  g_socket_bind (socket, any, TRUE, &error);
  g_assert_no_error (error);
  got = g_socket_get_local_address (socket, &error);
  g_assert_no_error (error);
  return g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (got));
}

static MYSQL *
connect_once (AskTestMariadb *self)
{
  MYSQL *mysql = mysql_init (NULL);
  const char *user = "root";

  if (mysql_real_connect (mysql, NULL, user, NULL, NULL, 0, self->socket, CLIENT_MULTI_STATEMENTS)
      != NULL)
    {
      mysql_set_character_set (mysql, "utf8mb4");
      return mysql;
    }
  mysql_close (mysql);
  return NULL;
}

/* Returns: whether it answers; FALSE where the port went to somebody else meanwhile. */
static gboolean
start (AskTestMariadb *self)
{
  g_autofree char *server = find_server ();
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  gint64 end = g_get_monotonic_time () + START_S * G_TIME_SPAN_SECOND;

  g_ptr_array_add (argv, g_steal_pointer (&server));
  g_ptr_array_add (argv, g_strdup ("--no-defaults"));
  g_ptr_array_add (argv, g_strdup_printf ("--datadir=%s/data", self->folder));
  g_ptr_array_add (argv, g_strdup_printf ("--tmpdir=%s", self->folder));
  g_ptr_array_add (argv, g_strdup_printf ("--socket=%s", self->socket));
  g_ptr_array_add (argv, g_strdup_printf ("--pid-file=%s/pid", self->folder));
  g_ptr_array_add (argv, g_strdup_printf ("--log-error=%s/log", self->folder));
  g_ptr_array_add (argv, g_strdup ("--character-set-server=utf8mb4"));
  g_ptr_array_add (argv, g_strdup ("--innodb-flush-log-at-trx-commit=2"));
  g_ptr_array_add (argv, g_strdup ("--innodb-doublewrite=0"));
  g_ptr_array_add (argv, g_strdup ("--innodb-use-native-aio=0"));
  g_ptr_array_add (argv, g_strdup ("--innodb-buffer-pool-dump-at-shutdown=0"));
  g_ptr_array_add (argv, g_strdup ("--aria-pagecache-buffer-size=1M"));
  g_ptr_array_add (argv, g_strdup ("--key-buffer-size=1M"));
  g_ptr_array_add (argv, g_strdup ("--max-connections=40"));
  g_ptr_array_add (argv, g_strdup ("--skip-log-bin"));
  g_ptr_array_add (argv, g_strdup ("--debug-no-sync"));
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    g_ptr_array_add (argv, g_strdup (small[i]));
  if (self->flags & ASK_TEST_MARIADB_AS_MYSQL)
    g_ptr_array_add (argv, g_strdup ("--version=8.0.36"));
  if (self->flags & ASK_TEST_MARIADB_CAPPED)
    g_ptr_array_add (argv, g_strdup ("--maximum-max-sort-length=64"));
  if (self->flags & ASK_TEST_MARIADB_TCP)
    {
      g_ptr_array_add (argv, g_strdup ("--bind-address=127.0.0.1"));
      g_ptr_array_add (argv, g_strdup_printf ("--port=%u", self->port));
    }
  else
    g_ptr_array_add (argv, g_strdup ("--skip-networking"));
  if (self->flags & ASK_TEST_MARIADB_TLS)
    {
      g_ptr_array_add (argv, g_strdup_printf ("--ssl-ca=%s/ca.pem", self->folder));
      g_ptr_array_add (argv, g_strdup_printf ("--ssl-cert=%s/server.pem", self->folder));
      g_ptr_array_add (argv, g_strdup_printf ("--ssl-key=%s/server.key", self->folder));
    }
  else
    /* MariaDB 11.4 and newer make a certificate of their own otherwise. */
    g_ptr_array_add (argv, g_strdup ("--skip-ssl"));
  g_ptr_array_add (argv, NULL);
  g_spawn_async (NULL, (char **) argv->pdata, NULL,
                 G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL
                   | G_SPAWN_STDERR_TO_DEV_NULL,
                 drop_rights, NULL, &self->pid, &error);
  g_assert_no_error (error);
  for (;;)
    {
      MYSQL *mysql = connect_once (self);

      if (mysql != NULL)
        {
          mysql_close (mysql);
          return TRUE;
        }
      if (waitpid (self->pid, NULL, WNOHANG) == self->pid)
        break;
      if (g_get_monotonic_time () > end)
        {
          g_autofree char *log_path = g_build_filename (self->folder, "log", NULL);
          g_autofree char *log = NULL;

          g_file_get_contents (log_path, &log, NULL, NULL);
          g_error ("mariadbd did not answer within %d s:\n%s", START_S, log);
        }
      g_usleep (5000);
    }
  self->pid = 0;
  return FALSE;
}

static void
openssl (AskTestMariadb *self, const char *command)
{
  g_autofree char *script = g_strdup_printf ("cd '%s' && %s", self->folder, command);
  const char *argv[] = { "/bin/sh", "-c", script, NULL };

  run (argv, "openssl");
}

static void
make_certificates (AskTestMariadb *self)
{
  static const char *const authorities[] = { "ca", "other" };

  for (guint i = 0; i < G_N_ELEMENTS (authorities); i++)
    {
      g_autofree char *command
        = g_strdup_printf ("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 "
                           "-nodes -days 2 -keyout %s.key -out %s.pem -subj '/CN=Test %s' "
                           "-addext basicConstraints=critical,CA:TRUE",
                           authorities[i], authorities[i], authorities[i]);

      openssl (self, command);
    }
  openssl (self,
           "printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\\n' >ext && "
           "openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout server.key "
           "-out server.csr -subj /CN=localhost && openssl x509 -req -in server.csr -CA ca.pem "
           "-CAkey ca.key -CAcreateserial -days 2 -extfile ext -out server.pem");
  self->ca = g_build_filename (self->folder, "ca.pem", NULL);
  self->other_ca = g_build_filename (self->folder, "other.pem", NULL);
}

/**
 * ask_test_mariadb_new:
 * @skip_reason: (out): why there is none, for g_test_skip()
 *
 * Starts a server with the users "root" and "ask", neither with a password and both with all rights,
 * and no database.
 *
 * Returns: (transfer full) (nullable): a server that answers; %NULL where its programs are not
 *   installed
 */
AskTestMariadb *
ask_test_mariadb_new (AskTestMariadbFlags flags, char **skip_reason)
{
  g_autofree char *server = find_server ();
  g_autofree char *installer = g_find_program_in_path ("mariadb-install-db");
  g_autofree char *ssl = g_find_program_in_path ("openssl");
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  AskTestMariadb *self;

  if (server == NULL || installer == NULL || (ssl == NULL && flags & ASK_TEST_MARIADB_TLS))
    {
      *skip_reason = g_strdup_printf ("%s is not installed", server == NULL ? "mariadbd"
                                                             : installer == NULL
                                                               ? "mariadb-install-db"
                                                               : "openssl");
      return NULL;
    }
  make_template (installer);
  self = g_new0 (AskTestMariadb, 1);
  self->flags = flags | (flags & ASK_TEST_MARIADB_TLS ? ASK_TEST_MARIADB_TCP : 0);
  self->folder = make_folder (&self->watch);
  self->socket = g_build_filename (self->folder, "s", NULL);
  from = g_build_filename (template_folder, "data", NULL);
  to = g_build_filename (self->folder, "data", NULL);
  {
    const char *argv[] = { "cp", "-r", from, to, NULL };

    run (argv, "cp");
  }
  if (self->flags & ASK_TEST_MARIADB_TLS)
    make_certificates (self);
  for (guint i = 0;; i++)
    {
      g_autofree char *log_path = g_build_filename (self->folder, "log", NULL);
      g_autofree char *log = NULL;

      if (self->flags & ASK_TEST_MARIADB_TCP)
        self->port = free_port ();
      if (start (self))
        break;
      if (i < 5 && self->flags & ASK_TEST_MARIADB_TCP)
        continue;
      g_file_get_contents (log_path, &log, NULL, NULL);
      g_error ("mariadbd ended at its start:\n%s", log);
    }
  /* Both, because an anonymous user at localhost would come before ask at anywhere. */
  ask_test_mariadb_exec (self, "CREATE USER ask@'%', ask@localhost; "
                               "GRANT ALL ON *.* TO ask@'%' WITH GRANT OPTION; "
                               "GRANT ALL ON *.* TO ask@localhost WITH GRANT OPTION");
  return self;
}

/** ask_test_mariadb_free: Kills the server and removes all that it wrote. */
void
ask_test_mariadb_free (AskTestMariadb *self)
{
  if (self == NULL)
    return;
  ask_test_mariadb_kill (self);
  remove_folder (self->folder);
  close (self->watch);
  g_free (self->folder);
  g_free (self->socket);
  g_free (self->ca);
  g_free (self->other_ca);
  g_free (self);
}

/**
 * ask_test_mariadb_dup_uri:
 * @user: (nullable): %NULL for "ask"
 * @database: (nullable): %NULL for none
 * @options: (nullable): more of the query part, such as "ssl-mode=required"
 *
 * Returns: (transfer full): the location of a source
 */
char *
ask_test_mariadb_dup_uri (AskTestMariadb *self, const char *user, const char *database,
                          const char *options)
{
  g_autofree char *path = g_uri_escape_string (self->socket, "/", FALSE);

  if (user == NULL)
    user = "ask";
  if (database == NULL)
    database = "";
  if (self->flags & ASK_TEST_MARIADB_TCP)
    return g_strdup_printf ("mysql://%s@127.0.0.1:%u/%s%s%s", user, self->port, database,
                            options != NULL ? "?" : "", options != NULL ? options : "");
  return g_strdup_printf ("mysql://%s@localhost/%s?socket=%s%s%s", user, database, path,
                          options != NULL ? "&" : "", options != NULL ? options : "");
}

/** ask_test_mariadb_get_socket: Returns: (transfer none): the path of its local socket */
const char *
ask_test_mariadb_get_socket (AskTestMariadb *self)
{
  return self->socket;
}

/** ask_test_mariadb_get_port: Returns: on 127.0.0.1; 0 without %ASK_TEST_MARIADB_TCP */
guint16
ask_test_mariadb_get_port (AskTestMariadb *self)
{
  return self->port;
}

/** ask_test_mariadb_get_folder: Returns: (transfer none): what is removed with it */
const char *
ask_test_mariadb_get_folder (AskTestMariadb *self)
{
  return self->folder;
}

/** ask_test_mariadb_get_ca: Returns: (nullable): the PEM file of the authority that signed it */
const char *
ask_test_mariadb_get_ca (AskTestMariadb *self)
{
  return self->ca;
}

/** ask_test_mariadb_get_other_ca: Returns: (nullable): the PEM file of one that did not */
const char *
ask_test_mariadb_get_other_ca (AskTestMariadb *self)
{
  return self->other_ca;
}

/** ask_test_mariadb_get_pid: Returns: of the server, 0 while it does not run */
GPid
ask_test_mariadb_get_pid (AskTestMariadb *self)
{
  return self->pid;
}

static void
check (MYSQL *mysql, const char *sql)
{
  if (mysql_errno (mysql) != 0)
    g_error ("%u: %s\n%s", mysql_errno (mysql), mysql_error (mysql), sql);
}

/**
 * ask_test_mariadb_exec:
 * @sql: one or more statements, as root
 *
 * Ends the program where one fails.
 */
void
ask_test_mariadb_exec (AskTestMariadb *self, const char *sql)
{
  MYSQL *mysql = connect_once (self);
  int more;

  g_assert_nonnull (mysql);
  mysql_real_query (mysql, sql, strlen (sql));
  check (mysql, sql);
  do
    {
      MYSQL_RES *result = mysql_store_result (mysql);

      check (mysql, sql);
      mysql_free_result (result);
      more = mysql_next_result (mysql);
      check (mysql, sql);
    }
  while (more == 0);
  mysql_close (mysql);
}

/**
 * ask_test_mariadb_dup_value:
 *
 * Returns: (transfer full) (nullable): the first cell of the first row of one query as text
 */
char *
ask_test_mariadb_dup_value (AskTestMariadb *self, const char *sql)
{
  MYSQL *mysql = connect_once (self);
  MYSQL_RES *result;
  MYSQL_ROW row;
  char *value;

  g_assert_nonnull (mysql);
  mysql_real_query (mysql, sql, strlen (sql));
  check (mysql, sql);
  result = mysql_store_result (mysql);
  check (mysql, sql);
  row = mysql_fetch_row (result);
  value = row != NULL ? g_strdup (row[0]) : NULL;
  mysql_free_result (result);
  mysql_close (mysql);
  return value;
}

/** ask_test_mariadb_kill: As kill -9 does, and waits for its end. */
void
ask_test_mariadb_kill (AskTestMariadb *self)
{
  if (self->pid == 0)
    return;
  kill (self->pid, SIGKILL);
  while (waitpid (self->pid, NULL, 0) < 0 && errno == EINTR)
    continue;
  self->pid = 0;
}

/** ask_test_mariadb_restart: Kills it where it runs, and starts it again at the same place. */
void
ask_test_mariadb_restart (AskTestMariadb *self)
{
  ask_test_mariadb_kill (self);
  g_assert_true (start (self));
}
