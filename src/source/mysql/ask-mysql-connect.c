/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Connecting to a MariaDB server, and stopping a statement there through a connection of its own.
 * Both run in threads: to look up a name and to shake hands cannot be interrupted. A thread whose
 * caller has gone ends by its own time-outs and closes what it opened. Also what the server's and the
 * library's errors are called here.
 */
#include "config.h"

#include "source/mysql/ask-mysql-private.h"

#include <errmsg.h>
#include <errno.h>
#include <glib/gi18n.h>
#include <mysqld_error.h>
#include <stdlib.h>
#include <string.h>

#include "base/ask-error.h"
#include "source/mysql/ask-mysql-wait.h"

/* Of the client library; not in the headers of older ones. */
#define LOST_SERVER_EXTENDED 2055
#define SSL_CONNECTION 2026

typedef struct
{
  gatomicrefcount ref_count;
  AskSourceConfig *config;
  AskMysqlLocation *location;
  GMutex lock;
  GCond changed;
  gboolean done; /* what follows is set before */
  MYSQL *mysql;
  guint code;
  char *state;
  char *message;
  char *refusal; /* nullable: a setting that the server keeps otherwise */
} Job;

static void
job_unref (Job *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->mysql != NULL)
    mysql_close (self->mysql);
  ask_source_config_unref (self->config);
  ask_mysql_location_unref (self->location);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self->state);
  g_free (self->message);
  g_free (self->refusal);
  g_free (self);
}

/**
 * ask_mysql_is_lost:
 *
 * Returns: whether that error means that the connection is gone
 */
gboolean
ask_mysql_is_lost (guint code)
{
  return code == CR_SERVER_GONE_ERROR || code == CR_SERVER_LOST || code == LOST_SERVER_EXTENDED
         || code == ER_SERVER_SHUTDOWN || code == ER_CONNECTION_KILLED || code == ER_NET_READ_ERROR
         || code == ER_NET_READ_INTERRUPTED || code == ER_NET_ERROR_ON_WRITE || code == ER_NET_WRITE_INTERRUPTED
         || code == SSL_CONNECTION || code == 4031 /* MySQL: idle for too long */;
}

/* A sentence of the server's ends as it likes. */
static char *
dup_sentence (const char *message)
{
  char *sentence = g_utf8_make_valid (message, -1);
  gsize length;

  g_strstrip (sentence);
  length = strlen (sentence);
  while (length > 0 && sentence[length - 1] == '.')
    sentence[--length] = '\0';
  return sentence;
}

static AskSourceError
classify (guint code, const char *state)
{
  switch (code)
    {
    case CR_CONNECTION_ERROR:
    case CR_CONN_HOST_ERROR:
    case CR_UNKNOWN_HOST:
    case CR_IPSOCK_ERROR:
    case SSL_CONNECTION:
      return ASK_SOURCE_ERROR_UNREACHABLE;
    case ER_ACCESS_DENIED_ERROR:
    case ER_ACCESS_DENIED_NO_PASSWORD_ERROR:
    case ER_DBACCESS_DENIED_ERROR:
    case ER_HOST_NOT_PRIVILEGED:
    case ER_HOST_IS_BLOCKED:
    case ER_TABLEACCESS_DENIED_ERROR:
    case ER_COLUMNACCESS_DENIED_ERROR:
    case ER_SPECIFIC_ACCESS_DENIED_ERROR:
    case ER_PROCACCESS_DENIED_ERROR:
    case ER_VIEW_NO_EXPLAIN:
    case ER_MUST_CHANGE_PASSWORD:
    case ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION:
    case ER_OPTION_PREVENTS_STATEMENT:
      return ASK_SOURCE_ERROR_DENIED;
    case ER_BAD_DB_ERROR:
    case ER_NO_SUCH_TABLE:
    case ER_BAD_FIELD_ERROR:
      return ASK_SOURCE_ERROR_NOT_FOUND;
    case ER_CON_COUNT_ERROR:
    case ER_TOO_MANY_USER_CONNECTIONS:
    case ER_USER_LIMIT_REACHED:
      return ASK_SOURCE_ERROR_BUSY;
    case ER_LOCK_WAIT_TIMEOUT:
    case ER_LOCK_DEADLOCK:
      return ASK_SOURCE_ERROR_LOCKED;
    case ER_QUERY_INTERRUPTED:
    case ER_STATEMENT_TIMEOUT:
    case 3024: /* MySQL: max_execution_time */
      return ASK_SOURCE_ERROR_TIMED_OUT;
    case ER_PARSE_ERROR:
    case ER_WRONG_ARGUMENTS:
      return ASK_SOURCE_ERROR_CONFIG;
    case ER_SUBQUERY_NO_1_ROW:
    case ER_TRUNCATED_WRONG_VALUE_FOR_FIELD:
    case ER_CUT_VALUE_GROUP_CONCAT:
    case ER_WARN_ALLOWED_PACKET_OVERFLOWED:
    case ER_REGEXP_ERROR:
    case ER_DATA_OUT_OF_RANGE:
    case ER_ILLEGAL_VALUE_FOR_TYPE:
    case ER_CANT_AGGREGATE_2COLLATIONS:
    case ER_CANT_AGGREGATE_3COLLATIONS:
    case ER_CANT_AGGREGATE_NCOLLATIONS:
      return ASK_SOURCE_ERROR_DATA;
    default:
      break;
    }
  if (ask_mysql_is_lost (code))
    return ASK_SOURCE_ERROR_CUT;
  /* Out of range, not a number, not a date, not JSON. */
  if (state != NULL && g_str_has_prefix (state, "22"))
    return ASK_SOURCE_ERROR_DATA;
  /* MariaDB's JSON_TABLE and JSON functions. */
  if (code >= 4036 && code <= 4044)
    return ASK_SOURCE_ERROR_DATA;
  return ASK_SOURCE_ERROR_SERVER;
}

/* The library's "Can't connect to server on 'x' (111)" as words: the number is an errno, or that of a
 * connection that was only begun. */
static char *
dup_connect_reason (const char *message)
{
  const char *bracket = strrchr (message, '(');
  int number = bracket != NULL ? atoi (bracket + 1) : 0;

  if (number == EINPROGRESS)
    number = ECONNREFUSED;
  return number > 0 ? g_strdup (g_strerror (number)) : dup_sentence (message);
}

static void
set_silent (GError **error, const AskSourceConfig *config, const AskMysqlLocation *location)
{
  ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT,
                 N_ ("Source “%s”: %s did not answer within %.3g s. Check its address and that the server "
                     "runs."),
                 config->name, location->place, config->time_out_ms / 1000.0);
}

/**
 * ask_mysql_set_error:
 * @error: %ASK_SOURCE_ERROR
 * @code: of the server or the library
 * @state: (nullable): SQLSTATE
 */
void
ask_mysql_set_error (GError **error, AskSourceConfig *config, AskMysqlLocation *location, guint code, const char *state,
                     const char *message)
{
  AskSourceError kind = classify (code, state);
  g_autofree char *sentence = dup_sentence (message);
  const char *name = config->name;
  const char *place = location->place;
  const char *user = location->user != NULL ? location->user : "";

  if (code == CR_UNKNOWN_HOST || (code == CR_CONNECTION_ERROR && strstr (sentence, "Unknown") != NULL))
    ask_error_set (error, ASK_SOURCE_ERROR, kind,
                   N_ ("Source “%s”: no machine is known by the name %s. Correct its address in Sources."), name,
                   location->host != NULL ? location->host : place);
  else if (code == SSL_CONNECTION)
    ask_error_set (error, ASK_SOURCE_ERROR, kind,
                   N_ ("Source “%s”: no safe connection to %s: %s. Look at ssl-mode and ssl-ca in its "
                       "address."),
                   name, place, sentence);
  else if ((code == ER_ACCESS_DENIED_ERROR || code == ER_ACCESS_DENIED_NO_PASSWORD_ERROR) && config->password != NULL)
    ask_error_set (error, ASK_SOURCE_ERROR, kind,
                   N_ ("Source “%s”: %s does not let the user “%s” in with the password that is stored. Correct the "
                       "user or the password in Sources."),
                   name, place, user);
  else if (code == ER_ACCESS_DENIED_ERROR || code == ER_ACCESS_DENIED_NO_PASSWORD_ERROR)
    ask_error_set (error, ASK_SOURCE_ERROR, kind,
                   N_ ("Source “%s”: %s does not let the user “%s” in without a password. Correct the user or the "
                       "password in Sources."),
                   name, place, user);
  else if (code == ER_BAD_DB_ERROR)
    ask_error_set (error, ASK_SOURCE_ERROR, kind,
                   N_ ("Source “%s”: %s has no database “%s”. Correct its address in Sources."), name, place,
                   location->database != NULL ? location->database : "");
  else if (code == ER_NO_SUCH_TABLE || code == ER_BAD_FIELD_ERROR)
    ask_error_set (error, ASK_SOURCE_ERROR, kind, N_ ("Source “%s”: %s says: %s. Refresh it in Sources."), name, place,
                   sentence);
  else if (kind == ASK_SOURCE_ERROR_UNREACHABLE)
    {
      g_autofree char *reason = dup_connect_reason (sentence);

      ask_error_set (error, ASK_SOURCE_ERROR, kind,
                     N_ ("Source “%s”: %s cannot be reached: %s. Check its address and that the server "
                         "runs."),
                     name, place, reason);
    }
  else if (kind == ASK_SOURCE_ERROR_CUT)
    ask_error_set (error, ASK_SOURCE_ERROR, kind,
                   N_ ("Source “%s”: the connection to %s ended in the middle of an answer: %s. Try "
                       "again."),
                   name, place, sentence);
  else if (kind == ASK_SOURCE_ERROR_BUSY)
    ask_error_set (error, ASK_SOURCE_ERROR, kind,
                   N_ ("Source “%s”: %s takes no more connections now: %s. Try again later."), name, place, sentence);
  else if (kind == ASK_SOURCE_ERROR_TIMED_OUT)
    ask_error_set (error, ASK_SOURCE_ERROR, kind,
                   N_ ("Source “%s”: %s stopped the query: %s. Ask for less, or allow it more time."), name, place,
                   sentence);
  else if (kind == ASK_SOURCE_ERROR_DENIED)
    ask_error_set (error, ASK_SOURCE_ERROR, kind, N_ ("Source “%s”: %s does not allow this: %s. Ask whoever runs it."),
                   name, place, sentence);
  else if (kind == ASK_SOURCE_ERROR_LOCKED)
    ask_error_set (error, ASK_SOURCE_ERROR, kind,
                   N_ ("Source “%s”: another program holds what this needs at %s. Try again later."), name, place);
  else if (kind == ASK_SOURCE_ERROR_DATA)
    ask_error_set (error, ASK_SOURCE_ERROR, kind, N_ ("Source “%s”: %s could not compute a value: %s."), name, place,
                   sentence);
  else
    ask_error_set (error, ASK_SOURCE_ERROR, kind, N_ ("Source “%s”: %s says: %s."), name, place, sentence);
}

static void
set_tls (MYSQL *mysql, const AskMysqlLocation *location, gboolean encrypted)
{
  my_bool enforced = encrypted;
  my_bool verified = encrypted && location->tls == ASK_MYSQL_TLS_VERIFIED;

  /* From Connector/C 3.4 on, both are on unless they are taken back. */
  mysql_options (mysql, MYSQL_OPT_SSL_ENFORCE, &enforced);
  mysql_options (mysql, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verified);
  if (!encrypted)
    return;
  if (location->ca != NULL)
    mysql_options (mysql, MYSQL_OPT_SSL_CA, location->ca);
  if (location->certificate != NULL)
    mysql_options (mysql, MYSQL_OPT_SSL_CERT, location->certificate);
  if (location->key != NULL)
    mysql_options (mysql, MYSQL_OPT_SSL_KEY, location->key);
}

static MYSQL *
new_handle (const AskSourceConfig *config, const AskMysqlLocation *location, gboolean encrypted)
{
  MYSQL *mysql = mysql_init (NULL);
  guint seconds = MAX (1, (config->time_out_ms + 999) / 1000);
  guint protocol = location->socket != NULL || location->host == NULL ? MYSQL_PROTOCOL_SOCKET : MYSQL_PROTOCOL_TCP;
  guint no_files = 0;
  my_bool no = 0;

  if (mysql == NULL)
    g_error ("Out of memory");
  mysql_options (mysql, MYSQL_OPT_CONNECT_TIMEOUT, &seconds);
  mysql_options (mysql, MYSQL_OPT_READ_TIMEOUT, &seconds);
  mysql_options (mysql, MYSQL_OPT_WRITE_TIMEOUT, &seconds);
  mysql_options (mysql, MYSQL_OPT_PROTOCOL, &protocol);
  mysql_options (mysql, MYSQL_SET_CHARSET_NAME, "utf8mb4");
  mysql_options (mysql, MYSQL_OPT_RECONNECT, &no);
  /* A server could ask for a file of this machine. */
  mysql_options (mysql, MYSQL_OPT_LOCAL_INFILE, &no_files);
  /* It could also ask for the password as it is, or for words from the terminal. */
  mysql_options (mysql, MARIADB_OPT_RESTRICTED_AUTH,
                 location->tls == ASK_MYSQL_TLS_VERIFIED
                   ? "mysql_native_password,client_ed25519,caching_sha2_password,sha256_password,"
                     "parsec,auth_gssapi_client,mysql_clear_password"
                   : "mysql_native_password,client_ed25519,caching_sha2_password,sha256_password,"
                     "parsec,auth_gssapi_client");
  mysql_options4 (mysql, MYSQL_OPT_CONNECT_ATTR_ADD, "program_name", "askdata");
  mysql_options (mysql, MARIADB_OPT_IO_WAIT, (void *) ask_mysql_wait);
  set_tls (mysql, location, encrypted);
  return mysql;
}

static MYSQL *
connect_once (const AskSourceConfig *config, const AskMysqlLocation *location, gboolean encrypted)
{
  MYSQL *mysql = new_handle (config, location, encrypted);

  mysql_real_connect (mysql, location->socket == NULL ? location->host : NULL, location->user, config->password,
                      location->database, location->port, location->socket, 0);
  return mysql;
}

/* Returns: (transfer full): a handle, connected where its mysql_errno() is 0. */
static MYSQL *
connect_server (const AskSourceConfig *config, const AskMysqlLocation *location)
{
  MYSQL *mysql = connect_once (config, location, location->tls != ASK_MYSQL_TLS_DISABLED);

  if (location->tls == ASK_MYSQL_TLS_PREFERRED && mysql_errno (mysql) == SSL_CONNECTION)
    {
      mysql_close (mysql);
      mysql = connect_once (config, location, FALSE);
    }
  return mysql;
}

/* From Connector/C 3.4 on, a certificate that nobody vouches for is taken from this machine, whatever
 * was asked for; anybody who has an account here could then be the server. */
static gboolean
is_unverified (MYSQL *mysql)
{
#ifdef MARIADB_TLS_VERIFY_OK
  unsigned int status = MARIADB_TLS_VERIFY_ERROR;

  return mariadb_get_infov (mysql, MARIADB_TLS_VERIFY_STATUS, &status) != 0 || status != MARIADB_TLS_VERIFY_OK;
#else
  /* Compiled with an earlier one, this program cannot ask a later one. */
  return mysql_get_client_version () >= 30400;
#endif
}

static gpointer
connect_thread (gpointer data)
{
  Job *job = data;
  MYSQL *mysql = connect_server (job->config, job->location);
  /* Asked for and not checked, the library goes on in the clear where the server cannot encrypt. */
  const char *unsafe = NULL;
  char *refusal = NULL;

  if (mysql_errno (mysql) == 0 && job->location->tls >= ASK_MYSQL_TLS_REQUIRED && mysql_get_ssl_cipher (mysql) == NULL)
    unsafe = "the server does not encrypt";
  else if (mysql_errno (mysql) == 0 && job->location->tls == ASK_MYSQL_TLS_VERIFIED && is_unverified (mysql))
    unsafe = "the certificate of the server is not one that is trusted";
  if (mysql_errno (mysql) == 0 && unsafe == NULL)
    /* The client's own limit is one without any byte; this one is for a server whose client died. */
    ask_mysql_set_session (mysql, job->location->database, MAX (60, job->config->time_out_ms / 10), &refusal);
  g_mutex_lock (&job->lock);
  job->code = unsafe != NULL ? SSL_CONNECTION : mysql_errno (mysql);
  job->refusal = refusal;
  job->state = g_strdup (mysql_sqlstate (mysql));
  job->message = g_strdup (unsafe != NULL ? unsafe : mysql_error (mysql));
  job->mysql = mysql;
  job->done = TRUE;
  g_cond_broadcast (&job->changed);
  g_mutex_unlock (&job->lock);
  job_unref (job);
  return NULL;
}

static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  Job *job = data;

  g_mutex_lock (&job->lock);
  g_cond_broadcast (&job->changed);
  g_mutex_unlock (&job->lock);
}

static Job *
job_new (AskSourceConfig *config, AskMysqlLocation *location)
{
  Job *job = g_new0 (Job, 1);

  g_atomic_ref_count_init (&job->ref_count);
  g_mutex_init (&job->lock);
  g_cond_init (&job->changed);
  job->config = ask_source_config_ref (config);
  job->location = ask_mysql_location_ref (location);
  return job;
}

/* Returns: whether it is done; not waiting longer than until @end */
static gboolean
job_wait (Job *job, GCancellable *cancellable, gint64 end)
{
  gboolean done;

  g_mutex_lock (&job->lock);
  while (!job->done && !g_cancellable_is_cancelled (cancellable))
    if (!g_cond_wait_until (&job->changed, &job->lock, end))
      break;
  done = job->done;
  g_mutex_unlock (&job->lock);
  return done;
}

static void
job_run (Job *job, GThreadFunc func)
{
  GThread *thread;

  g_atomic_ref_count_inc (&job->ref_count);
  thread = g_thread_new ("mysql", func, job);
  g_thread_unref (thread);
}

/**
 * ask_mysql_connect:
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a connection whose session is set up; close it with
 *   mysql_close()
 */
MYSQL *
ask_mysql_connect (AskSourceConfig *config, AskMysqlLocation *location, GCancellable *cancellable, GError **error)
{
  Job *job;
  MYSQL *mysql = NULL;
  gulong handler = 0;
  gint64 end;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  job = job_new (config, location);
  job_run (job, connect_thread);
  end = g_get_monotonic_time () + (gint64) config->time_out_ms * 1000;
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), job, NULL);
  if (job_wait (job, cancellable, end))
    {
      if (job->refusal != NULL)
        ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_SERVER,
                       N_ ("Source “%s”: %s cannot be asked: %s. Ask whoever runs it."), config->name, location->place,
                       job->refusal);
      else if (job->code == 0)
        mysql = g_steal_pointer (&job->mysql);
      else if ((job->code == CR_CONNECTION_ERROR || job->code == CR_CONN_HOST_ERROR)
               && strstr (job->message, "(110") != NULL)
        set_silent (error, config, location);
      else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        ask_mysql_set_error (error, config, location, job->code, job->state, job->message);
    }
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    set_silent (error, config, location);
  g_cancellable_disconnect (cancellable, handler);
  job_unref (job);
  return mysql;
}

struct _AskMysqlKill
{
  Job job;
  gulong thread_id;
};

static gpointer
kill_thread (gpointer data)
{
  AskMysqlKill *self = data;
  g_autofree char *sql = g_strdup_printf ("KILL QUERY %lu", self->thread_id);
  MYSQL *mysql = connect_server (self->job.config, self->job.location);

  if (mysql_errno (mysql) == 0)
    mysql_query (mysql, sql);
  g_mutex_lock (&self->job.lock);
  self->job.code = mysql_errno (mysql);
  self->job.done = TRUE;
  g_cond_broadcast (&self->job.changed);
  g_mutex_unlock (&self->job.lock);
  mysql_close (mysql);
  job_unref (&self->job);
  return NULL;
}

/**
 * ask_mysql_kill_new:
 * @thread_id: of the connection whose statement is to stop
 *
 * Starts to stop it, and does not wait.
 *
 * Returns: (transfer full): the attempt
 */
AskMysqlKill *
ask_mysql_kill_new (AskSourceConfig *config, AskMysqlLocation *location, gulong thread_id)
{
  AskMysqlKill *self = g_new0 (AskMysqlKill, 1);

  g_atomic_ref_count_init (&self->job.ref_count);
  g_mutex_init (&self->job.lock);
  g_cond_init (&self->job.changed);
  self->job.config = ask_source_config_ref (config);
  self->job.location = ask_mysql_location_ref (location);
  self->thread_id = thread_id;
  job_run (&self->job, kill_thread);
  return self;
}

/**
 * ask_mysql_kill_wait:
 * @end: monotonic time
 *
 * Returns: whether the server has taken the order, so that no later statement is hit by it
 */
gboolean
ask_mysql_kill_wait (AskMysqlKill *self, gint64 end)
{
  return job_wait (&self->job, NULL, end);
}

void
ask_mysql_kill_unref (AskMysqlKill *self)
{
  job_unref (&self->job);
}
