/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of a statement, read from the network one by one: memory is that of one row. A
 * cursor has a connection for itself until its last row; then it gives it back. Cells point into the
 * library's buffer, where the byte behind a text, which begins the next cell and has been read by then,
 * becomes its NUL.
 *
 * A text that was sent before is prepared, and stays so for the next time. One that never was, and gives few rows, is
 * only sent (ask-mysql-text.c), since most of these never come again.
 */
#include "config.h"

#include "source/mysql/ask-mysql-private.h"

#include <glib/gi18n.h>
#include <mysqld_error.h>
#include <string.h>

#include "base/ask-error.h"

#define ASK_TYPE_MYSQL_CURSOR (ask_mysql_cursor_get_type ())
G_DECLARE_FINAL_TYPE (AskMysqlCursor, ask_mysql_cursor, ASK, MYSQL_CURSOR, AskCursor)

/* How long a cursor that is dropped reads the rest before it stops the statement. */
#define DRAIN_MS 5

/* Bytes of values that no server refuses as too many. */
#define ALWAYS_TAKEN (512 * 1024)

struct _AskMysqlCursor
{
  AskCursor parent_instance;
  AskMysqlSource *source;
  AskMysqlConnection *connection; /* NULL once it was given back */
  MYSQL_STMT *statement; /* NULL where @result is not */
  MYSQL_RES *result; /* of a text that was not prepared */
  char *sql;
  gboolean few; /* as of AskMysqlArguments */
  gboolean kept; /* the statement was prepared for an earlier cursor */
  gboolean ended; /* the last row was read, and nothing went wrong */
  gboolean in_transaction;
  gboolean reading; /* an answer is not read to its end */
  gboolean failed;

  guint n_columns;
  AskColumn *columns;
  AskMysqlColumn *readers;
  AskValue *row;
  gboolean malformed;

  guint n_parameters;
  guint n_runs;
  guint run;
  AskType *types;
  AskValue *values; /* n_runs times n_parameters, own */
  MYSQL_BIND *binds;
};

G_DEFINE_FINAL_TYPE (AskMysqlCursor, ask_mysql_cursor, ASK_TYPE_CURSOR)

/* The library calls this for each cell while it goes through a row. */
static void
read_cell (void *data, unsigned int column, unsigned char **bytes)
{
  AskMysqlCursor *self = data;
  const guchar *end = ask_mysql_connection_get (self->connection)->net.buff_end;

  if (column >= self->n_columns)
    self->malformed = TRUE;
  else if (bytes == NULL)
    self->row[column] = ASK_NULL_INIT;
  else if (!ask_mysql_column_read (&self->readers[column], bytes, end, &self->row[column]))
    self->malformed = TRUE;
}

/* Reads what is left of a text's answer, too. */
static void
close_statement (AskMysqlCursor *self)
{
  if (self->statement == NULL && self->result == NULL)
    return;
  ask_mysql_connection_enter (self->connection, NULL);
  if (self->statement != NULL)
    mysql_stmt_close (g_steal_pointer (&self->statement));
  g_clear_pointer (&self->result, mysql_free_result);
  ask_mysql_connection_leave (self->connection);
}

static void
read_texts (AskMysqlCursor *self, MYSQL_ROW cells)
{
  const gulong *lengths = mysql_fetch_lengths (self->result);

  for (guint i = 0; i < self->n_columns; i++)
    if (!ask_mysql_column_read_text (&self->readers[i], cells[i], lengths[i], &self->row[i]))
      self->malformed = TRUE;
}

/* Returns: as mysql_stmt_fetch() */
static int
fetch (AskMysqlCursor *self)
{
  MYSQL_ROW cells;

  if (self->result == NULL)
    return mysql_stmt_fetch (self->statement);
  cells = mysql_fetch_row (self->result);
  if (cells == NULL)
    return mysql_errno (ask_mysql_connection_get (self->connection)) != 0 ? 1 : MYSQL_NO_DATA;
  read_texts (self, cells);
  return 0;
}

/* Reads what is left, stops it where that is much. Returns: whether the connection is clean. */
static gboolean
drain (AskMysqlCursor *self)
{
  gint64 end = g_get_monotonic_time () + DRAIN_MS * 1000;
  int code = 0;

  for (guint i = 0; self->reading && code == 0; i++)
    {
      if (i % 64 == 0 && g_get_monotonic_time () > end)
        {
          ask_mysql_connection_enter (self->connection, NULL);
          ask_mysql_connection_stop (self->connection);
          if (ask_mysql_connection_is_late (self->connection))
            return FALSE;
        }
      ask_mysql_connection_enter (self->connection, NULL);
      code = fetch (self);
      ask_mysql_connection_leave (self->connection);
    }
  self->reading = FALSE;
  return code == 0 || code == MYSQL_NO_DATA
         || !ask_mysql_is_lost (mysql_errno (ask_mysql_connection_get (self->connection)));
}

static void
give_back (AskMysqlCursor *self)
{
  if (self->connection == NULL)
    return;
  if (self->reading && !drain (self))
    ask_mysql_connection_drop (self->connection);
  if (self->result != NULL)
    close_statement (self);
  if (ask_mysql_connection_settle (self->connection))
    {
      if (self->ended && !self->failed)
        ask_mysql_connection_keep (self->connection, self->sql, g_steal_pointer (&self->statement));
      close_statement (self);
      if (self->in_transaction)
        ask_mysql_connection_run (self->connection, "COMMIT", NULL, NULL);
    }
  /* Where the connection is no good the statement outlives it: to close it first would read on. */
  ask_mysql_source_release (self->source, g_steal_pointer (&self->connection));
  if (self->statement != NULL)
    mysql_stmt_close (g_steal_pointer (&self->statement));
}

static gboolean
fail (AskMysqlCursor *self, GError **error)
{
  self->failed = TRUE;
  /* The library takes every failure for the end of the answer; so do we. */
  self->reading = FALSE;
  ask_mysql_connection_failed (self->connection, self->statement, error);
  return FALSE;
}

static void
set_columns (AskMysqlCursor *self, MYSQL_RES *result)
{
  guint n = mysql_num_fields (result);

  for (guint i = 0; i < self->n_columns; i++)
    g_free (self->columns[i].name);
  self->columns = g_renew (AskColumn, self->columns, n);
  self->readers = g_renew (AskMysqlColumn, self->readers, n);
  self->row = g_renew (AskValue, self->row, n);
  self->n_columns = n;
  for (guint i = 0; i < n; i++)
    {
      const MYSQL_FIELD *field = mysql_fetch_field_direct (result, i);

      ask_mysql_column_init (&self->readers[i], field);
      self->columns[i].name = g_utf8_make_valid (field->name != NULL ? field->name : "", -1);
      self->columns[i].type = self->readers[i].type;
      self->row[i] = ASK_NULL_INIT;
    }
}

static void
set_columns_of_statement (AskMysqlCursor *self)
{
  MYSQL_RES *result = mysql_stmt_result_metadata (self->statement);

  set_columns (self, result);
  mysql_free_result (result);
}

static gboolean
bind (AskMysqlCursor *self, GError **error)
{
  for (guint i = 0; i < self->n_parameters; i++)
    ask_mysql_bind (&self->binds[i], self->types[i], &self->values[self->run * self->n_parameters + i]);
  return self->n_parameters == 0 || mysql_stmt_bind_param (self->statement, self->binds) == 0 || fail (self, error);
}

static gboolean
execute (AskMysqlCursor *self, GCancellable *cancellable, GError **error)
{
  int code;

  if (!bind (self, error))
    return FALSE;
  ask_mysql_connection_enter (self->connection, cancellable);
  code = mysql_stmt_execute (self->statement);
  ask_mysql_connection_leave (self->connection);
  if (code != 0)
    return fail (self, error);
  self->reading = TRUE;
  /* Only now does the server know what a parameter's type makes of the columns. */
  if (self->run == 0)
    set_columns_of_statement (self);
  return TRUE;
}

static gboolean
refuse (AskMysqlCursor *self, GError **error, const char *why)
{
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, why);
  ask_error_prefix (error, N_ ("Source “%s”: "), ask_mysql_source_get_config (self->source)->name);
  self->failed = TRUE;
  return FALSE;
}

/* The server hangs up on a statement that is longer than it takes, in the middle of its sending. */
static gboolean
check_size (AskMysqlCursor *self, GCancellable *cancellable, GError **error)
{
  MYSQL *mysql = ask_mysql_connection_get (self->connection);
  gsize longest = 0;
  MYSQL_RES *result = NULL;
  MYSQL_ROW row;
  guint64 limit = 0;

  for (guint run = 0; run < self->n_runs; run++)
    {
      gsize size = 0;

      for (guint i = 0; i < self->n_parameters; i++)
        {
          const AskValue *value = &self->values[(gsize) run * self->n_parameters + i];

          size += 16;
          if (value->kind == ASK_VALUE_TEXT || value->kind == ASK_VALUE_BLOB)
            size += value->length;
        }
      longest = MAX (longest, size);
    }
  if (longest < ALWAYS_TAKEN)
    return TRUE;
  ask_mysql_connection_enter (self->connection, cancellable);
  if (mysql_query (mysql, "SELECT @@max_allowed_packet") == 0)
    result = mysql_store_result (mysql);
  ask_mysql_connection_leave (self->connection);
  if (result == NULL)
    return fail (self, error);
  if ((row = mysql_fetch_row (result)) != NULL && row[0] != NULL)
    limit = g_ascii_strtoull (row[0], NULL, 10);
  mysql_free_result (result);
  if (longest + 1024 <= limit)
    return TRUE;
  ask_error_set (
    error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA,
    N_ (
      "Source “%s”: the values of the query have %zu bytes, and the server takes %llu. Raise its max_allowed_packet, or ask for less."),
    ask_mysql_source_get_config (self->source)->name, longest, (unsigned long long) limit);
  self->failed = TRUE;
  return FALSE;
}

/* The library calls for each cell of this statement. */
static void
listen (AskMysqlCursor *self)
{
  mysql_stmt_attr_set (self->statement, STMT_ATTR_CB_USER_DATA, self);
  mysql_stmt_attr_set (self->statement, STMT_ATTR_CB_RESULT, (const void *) read_cell);
}

/* Text and values in one message, and one wait for the server instead of two. Where that fails the library leaves the
 * second of two answers unread. */
static gboolean
start_directly (AskMysqlCursor *self, GCancellable *cancellable, GError **error)
{
  int code;

  if (self->n_parameters > 0)
    mysql_stmt_attr_set (self->statement, STMT_ATTR_PREBIND_PARAMS, &self->n_parameters);
  listen (self);
  if (!bind (self, error))
    return FALSE;
  ask_mysql_connection_enter (self->connection, cancellable);
  code = mariadb_stmt_execute_direct (self->statement, self->sql, strlen (self->sql));
  ask_mysql_connection_leave (self->connection);
  if (code != 0)
    {
      ask_mysql_connection_set_unclear (self->connection);
      return fail (self, error);
    }
  self->reading = TRUE;
  if (mysql_stmt_field_count (self->statement) == 0)
    return refuse (self, error, N_ ("that statement gives no rows. Give one SELECT."));
  set_columns_of_statement (self);
  return TRUE;
}

/* The text alone. Returns: whether it is on its way; %FALSE without @error where it has to be prepared, as its rows do not
 * come as exact texts */
static gboolean
start_text (AskMysqlCursor *self, const char *text, GCancellable *cancellable, GError **error)
{
  MYSQL *mysql = ask_mysql_connection_get (self->connection);

  ask_mysql_connection_enter (self->connection, cancellable);
  if (mysql_real_query (mysql, text, strlen (text)) == 0)
    self->result = mysql_use_result (mysql);
  ask_mysql_connection_leave (self->connection);
  if (self->result == NULL)
    return mysql_errno (mysql) != 0 ? fail (self, error)
                                    : refuse (self, error, N_ ("that statement gives no rows. Give one SELECT."));
  set_columns (self, self->result);
  for (guint i = 0; i < self->n_columns; i++)
    if (!ask_mysql_column_is_exact (&self->readers[i]))
      {
        close_statement (self);
        return FALSE;
      }
  self->reading = TRUE;
  return TRUE;
}

/* Returns: (transfer full) (nullable): what is sent where nothing is to be prepared. @sent: whether it was sent before */
static char *
make_text (AskMysqlCursor *self, gboolean sent)
{
  return !sent && self->few && self->n_runs == 1 && ask_mysql_text_is_direct (self->sql, self->n_parameters)
           ? ask_mysql_text_write (self->sql, self->values, self->n_parameters)
           : NULL;
}

static gboolean
start (AskMysqlCursor *self, GCancellable *cancellable, GError **error)
{
  MYSQL *mysql = ask_mysql_connection_get (self->connection);
  const char *sql = self->sql;
  g_autoptr (GError) local = NULL;
  g_autofree char *text = NULL;
  gboolean sent;
  int code;

  self->failed = FALSE;
  if (!check_size (self, cancellable, error))
    return FALSE;
  if (self->n_runs > 1)
    {
      if (!ask_mysql_connection_run (self->connection, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
                                     cancellable, error))
        return FALSE;
      self->in_transaction = TRUE;
    }
  sent = ask_mysql_connection_take_kept (self->connection, sql, &self->statement);
  self->kept = self->statement != NULL;
  if (self->kept)
    {
      listen (self);
      return execute (self, cancellable, error);
    }
  text = make_text (self, sent);
  if (text != NULL && (start_text (self, text, cancellable, &local) || local != NULL))
    {
      if (local != NULL)
        g_propagate_error (error, g_steal_pointer (&local));
      return self->result != NULL;
    }
  self->statement = mysql_stmt_init (mysql);
  if (ask_mysql_text_is_direct (sql, self->n_parameters))
    return start_directly (self, cancellable, error);
  ask_mysql_connection_enter (self->connection, cancellable);
  code = mysql_stmt_prepare (self->statement, sql, strlen (sql));
  ask_mysql_connection_leave (self->connection);
  if (code != 0)
    return fail (self, error);
  if (mysql_stmt_field_count (self->statement) == 0)
    return refuse (self, error, N_ ("that statement gives no rows. Give one SELECT."));
  if (mysql_stmt_param_count (self->statement) != self->n_parameters)
    return refuse (self, error, N_ ("the query does not have as many parameters as values."));
  listen (self);
  return execute (self, cancellable, error);
}

/* What was kept the server may not have any more, behind a proxy or where a table was altered. */
static gboolean
has_forgotten (AskMysqlCursor *self)
{
  guint code = self->kept && self->statement != NULL ? mysql_stmt_errno (self->statement) : 0;

  return code == ER_UNKNOWN_STMT_HANDLER || code == ER_NEED_REPREPARE;
}

/**
 * ask_mysql_cursor_new:
 * @sql: one statement that gives rows, with a ? for each parameter
 * @arguments: (nullable): copied; %NULL where there is no parameter
 * @error: %ASK_SOURCE_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Runs it. A connection that turns out to be gone is replaced, once.
 *
 * Returns: (transfer full) (nullable): its rows, run by run
 */
AskCursor *
ask_mysql_cursor_new (AskMysqlSource *source, const char *sql, const AskMysqlArguments *arguments,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (AskMysqlCursor) self = g_object_new (ASK_TYPE_MYSQL_CURSOR, NULL);
  guint n_parameters = arguments != NULL ? arguments->n_parameters : 0;
  guint n_runs = arguments != NULL ? arguments->n_runs : 1;

  self->source = g_object_ref (source);
  self->sql = g_strdup (sql);
  self->n_parameters = n_parameters;
  self->n_runs = n_runs;
  self->few = arguments != NULL && arguments->few;
  self->types = n_parameters > 0 ? g_memdup2 (arguments->types, n_parameters * sizeof *arguments->types) : NULL;
  self->values = g_new0 (AskValue, (gsize) n_runs * n_parameters);
  self->binds = g_new0 (MYSQL_BIND, n_parameters);
  for (gsize i = 0; i < (gsize) n_runs * n_parameters; i++)
    ask_mysql_value_for (&self->values[i], self->types[i % n_parameters], &arguments->values[i]);
  for (guint tries = 0;; tries++)
    {
      g_autoptr (GError) problem = NULL;
      gboolean forgotten;

      self->connection = ask_mysql_source_acquire (source, cancellable, error);
      if (self->connection == NULL)
        return NULL;
      if (start (self, cancellable, &problem))
        return ASK_CURSOR (g_steal_pointer (&self));
      forgotten = has_forgotten (self);
      if (tries > 0 || !(forgotten || ask_mysql_connection_is_lost (self->connection)))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      give_back (self);
      self->in_transaction = FALSE;
      if (!forgotten)
        ask_mysql_source_forget_idle (source);
    }
}

/* The answer's last packet says how many warnings there were. Few are worth a failure, but one that
 * says that a result was cut is. */
static gboolean
check_warnings (AskMysqlCursor *self, GCancellable *cancellable, GError **error)
{
  MYSQL *mysql = ask_mysql_connection_get (self->connection);
  const guchar *packet = mysql->net.read_pos;
  MYSQL_RES *result = NULL;
  MYSQL_ROW row;
  gboolean good = TRUE;
  int code;

  if (mysql_warning_count (mysql) == 0 && (packet == NULL || packet[0] != 254 || (packet[1] == 0 && packet[2] == 0)))
    return TRUE;
  ask_mysql_connection_enter (self->connection, cancellable);
  code = mysql_query (mysql, "SHOW WARNINGS");
  if (code == 0)
    result = mysql_store_result (mysql);
  ask_mysql_connection_leave (self->connection);
  if (result == NULL)
    {
      self->failed = TRUE;
      return ask_mysql_connection_failed (self->connection, NULL, error);
    }
  while (good && (row = mysql_fetch_row (result)) != NULL)
    {
      guint64 number = g_ascii_strtoull (row[1] != NULL ? row[1] : "", NULL, 10);

      if (number != ER_CUT_VALUE_GROUP_CONCAT && number != ER_WARN_ALLOWED_PACKET_OVERFLOWED)
        continue;
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DATA,
                     N_ ("Source “%s”: a value of the result was cut by the server: %s. Ask for less at once."),
                     ask_mysql_source_get_config (self->source)->name, row[2] != NULL ? row[2] : "");
      self->failed = TRUE;
      good = FALSE;
    }
  mysql_free_result (result);
  return good;
}

/* The row that was fetched. */
static AskStep
give (AskMysqlCursor *self, const AskValue **row, guint *binding, GError **error)
{
  if (self->malformed)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED,
                     N_ ("Source “%s”: the server sent a row that cannot be read. Try again."),
                     ask_mysql_source_get_config (self->source)->name);
      self->failed = TRUE;
      return ASK_STEP_FAILED;
    }
  for (guint i = 0; i < self->n_columns; i++)
    if (self->row[i].kind == ASK_VALUE_TEXT)
      ((char *) self->row[i].text)[self->row[i].length] = '\0';
  *row = self->row;
  *binding = self->run;
  return ASK_STEP_ROW;
}

/* One run's rows are over. Returns: whether those of the next have begun; %FALSE with @error, or where there is none */
static gboolean
begin_next_run (AskMysqlCursor *self, GCancellable *cancellable, GError **error)
{
  self->reading = FALSE;
  if (!check_warnings (self, cancellable, error))
    return FALSE;
  if (self->run + 1 >= self->n_runs)
    {
      self->ended = TRUE;
      return FALSE;
    }
  self->run++;
  return execute (self, cancellable, error);
}

static AskStep
mysql_cursor_next (AskCursor *cursor, const AskValue **row, guint *binding, GCancellable *cancellable, GError **error)
{
  AskMysqlCursor *self = ASK_MYSQL_CURSOR (cursor);
  int code;

  if (self->failed)
    {
      ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT,
                     N_ ("Source “%s”: the query failed before. Run it again."),
                     ask_mysql_source_get_config (self->source)->name);
      return ASK_STEP_FAILED;
    }
  if (self->connection == NULL)
    return ASK_STEP_DONE;
  for (;;)
    {
      ask_mysql_connection_enter (self->connection, cancellable);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          ask_mysql_connection_stop (self->connection);
          ask_mysql_connection_leave (self->connection);
          give_back (self);
          self->failed = TRUE;
          return ASK_STEP_FAILED;
        }
      code = fetch (self);
      ask_mysql_connection_leave (self->connection);
      if (code == 0)
        return give (self, row, binding, error);
      if (code != MYSQL_NO_DATA)
        {
          fail (self, error);
          give_back (self);
          return ASK_STEP_FAILED;
        }
      if (!begin_next_run (self, cancellable, error))
        {
          give_back (self);
          return self->ended ? ASK_STEP_DONE : ASK_STEP_FAILED;
        }
    }
}

static const AskColumn *
mysql_cursor_get_columns (AskCursor *cursor, guint *n_columns)
{
  AskMysqlCursor *self = ASK_MYSQL_CURSOR (cursor);

  *n_columns = self->n_columns;
  return self->columns;
}

static void
ask_mysql_cursor_finalize (GObject *object)
{
  AskMysqlCursor *self = ASK_MYSQL_CURSOR (object);

  give_back (self);
  for (guint i = 0; i < self->n_columns; i++)
    g_free (self->columns[i].name);
  g_free (self->columns);
  g_free (self->readers);
  g_free (self->row);
  for (gsize i = 0; i < (gsize) self->n_runs * self->n_parameters; i++)
    ask_value_clear (&self->values[i]);
  g_free (self->values);
  g_free (self->sql);
  g_free (self->types);
  g_free (self->binds);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (ask_mysql_cursor_parent_class)->finalize (object);
}

static void
ask_mysql_cursor_class_init (AskMysqlCursorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_mysql_cursor_finalize;
  ASK_CURSOR_CLASS (klass)->next = mysql_cursor_next;
  ASK_CURSOR_CLASS (klass)->get_columns = mysql_cursor_get_columns;
}

static void
ask_mysql_cursor_init (AskMysqlCursor *self)
{
}
