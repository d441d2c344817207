/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A private ClickHouse server for tests. A watcher, a shell that waits for the end of its standard input, removes its
 * folder when the test program ends however that is; the server itself dies with its parent by the kernel's hand.
 */
#include "config.h"

#include "support/ask-test-clickhouse.h"

#include <grp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "net/ask-http.h"
#include "support/ask-test-folder.h"

#define ORDINARY_USER 65534

struct _AskTestClickhouse
{
  char *folder;
  guint16 port;
  guint16 tcp_port;
  GPid pid;
  int watch;
  AskHttp *http;
};

static void
drop_rights (gpointer data)
{
  /* Only calls that are safe between fork() and exec(). */
  if (geteuid () == 0 && (setgroups (0, NULL) != 0 || setgid (ORDINARY_USER) != 0 || setuid (ORDINARY_USER) != 0))
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
  const char *argv[]
    = { "/bin/sh", "-c", "trap '' INT TERM HUP; cat >/dev/null; sleep 0.3; rm -rf -- \"$1\"", "sh", folder, NULL };
  g_autoptr (GError) error = NULL;
  int input = -1;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                            leave_group, NULL, NULL, &input, NULL, NULL, &error);
  g_assert_no_error (error);
  return input;
}

static guint16
free_port (void)
{
  g_autoptr (GSocket) socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) got = NULL;
  g_autoptr (GError) error = NULL;

  g_socket_bind (socket, any, TRUE, &error);
  g_assert_no_error (error);
  got = g_socket_get_local_address (socket, &error);
  g_assert_no_error (error);
  return g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (got));
}

static void
write_file (AskTestClickhouse *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  if (geteuid () == 0)
    g_assert_cmpint (chown (path, ORDINARY_USER, ORDINARY_USER), ==, 0);
}

/* @shards: (nullable): "127.0.0.1:9001,127.0.0.1:9002": the cluster "three" */
static char *
make_cluster (const char *shards)
{
  GString *text = g_string_new (NULL);
  g_auto (GStrv) parts = g_strsplit (shards != NULL ? shards : "", ",", -1);

  for (guint i = 0; shards != NULL && parts[i] != NULL; i++)
    {
      char *colon = strchr (parts[i], ':');

      *colon = '\0';
      g_string_append_printf (text, "<shard><replica><host>%s</host><port>%s</port></replica></shard>", parts[i],
                              colon + 1);
    }
  return g_string_free (text, FALSE);
}

static void
write_config (AskTestClickhouse *self, const char *profile, const char *shards)
{
  g_autofree char *cluster = make_cluster (shards);
  g_autofree char *config
    = g_strdup_printf ("<yandex><logger><level>error</level><log>%s/log</log><errorlog>%s/errors</errorlog></logger>"
                       "<http_port>%u</http_port><tcp_port>%u</tcp_port><listen_host>127.0.0.1</listen_host>"
                       "<path>%s/</path><tmp_path>%s/tmp/</tmp_path><user_files_path>%s/files/</user_files_path>"
                       "<format_schema_path>%s/formats/</format_schema_path><users_config>%s/users.xml</users_config>"
                       "<default_profile>default</default_profile><default_database>default</default_database>"
                       "<mark_cache_size>16777216</mark_cache_size><timezone>Europe/Paris</timezone>"
                       "<remote_servers><three>%s</three></remote_servers></yandex>",
                       self->folder, self->folder, self->port, self->tcp_port, self->folder, self->folder, self->folder,
                       self->folder, self->folder, cluster);
  g_autofree char *users = g_strdup_printf (
    "<yandex><profiles><default><allow_experimental_low_cardinality_type>1</allow_experimental_low_cardinality_type>"
    "</default><cut>%s</cut></profiles><quotas><default/></quotas><users>"
    "<default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile>"
    "<quota>default</quota></default>"
    "<ana><password>geheim</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile>"
    "<quota>default</quota></ana>"
    "<cut><password></password><networks><ip>127.0.0.1</ip></networks><profile>cut</profile>"
    "<quota>default</quota></cut></users></yandex>",
    profile != NULL ? profile : "");

  write_file (self, "config.xml", config);
  write_file (self, "users.xml", users);
}

static AskHttpResponse *
send (AskTestClickhouse *self, const char *sql, GError **error)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/", self->port);
  g_autoptr (GBytes) body = g_bytes_new (sql, strlen (sql));
  AskHttpRequest request = {
    .method = "POST", .url = url, .body = body, .content_type = "text/plain", .max_tries = 1, .time_out_ms = 60000
  };

  return ask_http_send (self->http, &request, NULL, NULL, NULL, error);
}

static gboolean
start (AskTestClickhouse *self, const char *program)
{
  g_autofree char *config = g_strdup_printf ("--config-file=%s/config.xml", self->folder);
  const char *argv[] = { program, config, NULL };
  g_autoptr (GError) error = NULL;

  g_spawn_async (self->folder, (char **) argv, NULL,
                 G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, drop_rights, NULL,
                 &self->pid, &error);
  g_assert_no_error (error);
  for (;;)
    {
      g_autoptr (AskHttpResponse) response = send (self, "SELECT 1", NULL);

      if (response != NULL && response->status == 200)
        return TRUE;
      if (waitpid (self->pid, NULL, WNOHANG) == self->pid)
        break;
      /* Whether it hangs is for the time-out of the whole test to say. */
      g_usleep (20000);
    }
  self->pid = 0;
  return FALSE;
}

static char *
find_program (void)
{
  static const char *const places[] = { "/usr/sbin/clickhouse-server", "/usr/bin/clickhouse-server" };
  char *path = g_find_program_in_path ("clickhouse-server");

  for (guint i = 0; path == NULL && i < G_N_ELEMENTS (places); i++)
    if (g_file_test (places[i], G_FILE_TEST_IS_EXECUTABLE))
      path = g_strdup (places[i]);
  return path;
}

/**
 * ask_test_clickhouse_new:
 * @profile: (nullable): settings of the user "cut", as XML
 * @shards: (nullable): the cluster "three": "127.0.0.1:9001,127.0.0.1:9002"
 * @skip_reason: (out): why there is none, for g_test_skip()
 *
 * Returns: (transfer full) (nullable): a server that answers; %NULL where its program is not installed
 */
AskTestClickhouse *
ask_test_clickhouse_new (const char *profile, const char *shards, char **skip_reason)
{
  g_autofree char *program = find_program ();
  AskTestClickhouse *self;

  if (program == NULL)
    {
      *skip_reason = g_strdup ("clickhouse-server is not installed");
      return NULL;
    }
  self = g_new0 (AskTestClickhouse, 1);
  self->folder = ask_test_folder_new ("askch-XXXXXX");
  self->watch = watch_folder (self->folder);
  self->http = ask_http_new ("test");
  if (geteuid () == 0)
    g_assert_cmpint (chown (self->folder, ORDINARY_USER, ORDINARY_USER), ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      self->port = free_port ();
      self->tcp_port = free_port ();
      write_config (self, profile, shards);
      /* A port may have gone to somebody else meanwhile. */
      if (start (self, program))
        return self;
    }
  g_error ("clickhouse-server did not start");
}

/** ask_test_clickhouse_free: @self: (nullable): stops the server, removes its folder */
void
ask_test_clickhouse_free (AskTestClickhouse *self)
{
  if (self == NULL)
    return;
  if (self->pid != 0)
    {
      kill (self->pid, SIGKILL);
      waitpid (self->pid, NULL, 0);
    }
  close (self->watch);
  ask_http_free (self->http);
  g_free (self->folder);
  g_free (self);
}

/** ask_test_clickhouse_exec: ends the program where the statement fails. Returns: (transfer full): what it gives, tab-separated */
char *
ask_test_clickhouse_exec (AskTestClickhouse *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskHttpResponse) response = send (self, sql, &error);
  gsize length = 0;
  const char *text;

  g_assert_no_error (error);
  text = response->body != NULL ? g_bytes_get_data (response->body, &length) : NULL;
  if (response->status != 200)
    g_error ("%u: %.*s\n%s", response->status, (int) length, text, sql);
  return g_strndup (text != NULL ? text : "", length);
}

/** ask_test_clickhouse_dup_uri: @user: (nullable). @database: (nullable). Returns: (transfer full): without a password */
char *
ask_test_clickhouse_dup_uri (AskTestClickhouse *self, const char *user, const char *database)
{
  return g_strdup_printf ("clickhouse://%s%s127.0.0.1:%u/%s", user != NULL ? user : "", user != NULL ? "@" : "",
                          self->port, database != NULL ? database : "");
}

/** ask_test_clickhouse_get_port: Returns: of the HTTP interface */
guint16
ask_test_clickhouse_get_port (AskTestClickhouse *self)
{
  return self->port;
}

/** ask_test_clickhouse_get_tcp_port: Returns: of the interface for other servers */
guint16
ask_test_clickhouse_get_tcp_port (AskTestClickhouse *self)
{
  return self->tcp_port;
}
