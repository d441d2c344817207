/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of a statement that gives many: COPY (…) TO STDOUT sends them as lines of text, in the same words as ever.
 * libpq hands out a line for less than a third of what a result of one row costs it. COPY does not say what its columns
 * are, so the server is asked for that first, in the same transaction: the tables cannot change in between.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <string.h>

#define ASK_TYPE_POSTGRES_COPY (ask_postgres_copy_get_type ())
G_DECLARE_FINAL_TYPE (AskPostgresCopy, ask_postgres_copy, ASK, POSTGRES_COPY, AskCursor)

struct _AskPostgresCopy
{
  AskCursor parent_instance;
  AskPostgresRow row;
  char *line; /* nullable: libpq's: of the row that was given last */
};

G_DEFINE_FINAL_TYPE (AskPostgresCopy, ask_postgres_copy, ASK_TYPE_CURSOR)

/* Takes the escapes of COPY out of a field, in its place. Returns: how long it is then */
static gsize
unescape (char *field, gsize length)
{
  static const char letters[] = "bfnrtv";
  static const char meant[] = "\b\f\n\r\t\v";
  const char *end = field + length;
  char *to = field;

  for (const char *from = field; from < end; from++)
    {
      const char *letter;

      if (*from != '\\' || from + 1 == end)
        {
          *to++ = *from;
          continue;
        }
      letter = strchr (letters, *++from);
      *to++ = letter != NULL ? meant[letter - letters] : *from;
    }
  *to = '\0';
  return (gsize) (to - field);
}

/* @length: of the line, with the line feed at its end */
static void
read_line (AskPostgresCopy *self, gsize length)
{
  char *field = self->line;
  char *end = self->line + length - 1;
  gboolean escaped = memchr (self->line, '\\', length) != NULL;

  *end = '\0';
  g_string_truncate (self->row.scratch, 0);
  for (guint c = 0; c < self->row.n_columns; c++)
    {
      char *stop = c + 1 < self->row.n_columns ? memchr (field, '\t', (gsize) (end - field)) : NULL;
      gsize n;

      if (stop == NULL)
        stop = end;
      *stop = '\0';
      n = (gsize) (stop - field);
      if (escaped && n == 2 && field[0] == '\\' && field[1] == 'N')
        self->row.cells[c] = ASK_NULL_INIT;
      else
        ask_postgres_type_read (&self->row.types[c], field, escaped ? unescape (field, n) : n, self->row.scratch,
                                &self->row.cells[c]);
      field = MIN (stop + 1, end);
    }
  ask_postgres_cells_settle (self->row.cells, self->row.n_columns, self->row.scratch);
}

/* Waits for the next line. @length: (out): of it; -1 after the last one */
static gboolean
next_line (AskPostgresCopy *self, int *length, GCancellable *cancellable, GError **error)
{
  PGconn *conn = self->row.link->conn;

  while ((*length = PQgetCopyData (conn, &self->line, TRUE)) == 0)
    if (!ask_postgres_link_wait (self->row.link, G_IO_IN, ask_postgres_link_deadline (self->row.link), cancellable,
                                 error))
      return FALSE;
    else if (!PQconsumeInput (conn))
      break;
  if (*length > 0 || *length == -1)
    return TRUE;
  ask_postgres_set_error (ask_postgres_source_get_config (self->row.source), conn, NULL, error);
  return FALSE;
}

static AskStep
copy_next (AskCursor *cursor, const AskValue **row, guint *binding, GCancellable *cancellable, GError **error)
{
  /* Without a look at its type: this is called for each row. */
  AskPostgresCopy *self = (AskPostgresCopy *) cursor;
  int length;

  if (binding != NULL)
    *binding = 0;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      ask_postgres_row_give_back (&self->row);
      return ASK_STEP_FAILED;
    }
  g_return_val_if_fail (self->row.link != NULL, ASK_STEP_DONE);
  PQfreemem (self->line);
  self->line = NULL;
  if (!next_line (self, &length, cancellable, error)
      || (length < 0 && !ask_postgres_link_end (self->row.link, cancellable, error)))
    {
      ask_postgres_row_give_back (&self->row);
      return ASK_STEP_FAILED;
    }
  if (length < 0)
    {
      ask_postgres_row_give_back (&self->row);
      return ASK_STEP_DONE;
    }
  read_line (self, (gsize) length);
  *row = self->row.cells;
  return ASK_STEP_ROW;
}

static const AskColumn *
copy_get_columns (AskCursor *cursor, guint *n_columns)
{
  AskPostgresCopy *self = ASK_POSTGRES_COPY (cursor);

  *n_columns = self->row.n_columns;
  return self->row.columns;
}

static void
ask_postgres_copy_finalize (GObject *object)
{
  AskPostgresCopy *self = ASK_POSTGRES_COPY (object);

  PQfreemem (self->line);
  ask_postgres_row_clear (&self->row);
  G_OBJECT_CLASS (ask_postgres_copy_parent_class)->finalize (object);
}

static void
ask_postgres_copy_class_init (AskPostgresCopyClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_postgres_copy_finalize;
  ASK_CURSOR_CLASS (klass)->next = copy_next;
  ASK_CURSOR_CLASS (klass)->get_columns = copy_get_columns;
}

static void
ask_postgres_copy_init (AskPostgresCopy *self)
{
}

/* The answer to what was sent. Returns: (transfer full) (nullable): %NULL where it is not of @status; with @error where
 * it is a failure, or nobody could wait for it */
static PGresult *
take_answer (AskPostgresLink *link, gboolean sent, ExecStatusType status, GCancellable *cancellable, GError **error)
{
  g_autoptr (PGresult) result = NULL;

  if (!sent || !ask_postgres_link_flush (link, cancellable, error)
      || !ask_postgres_link_result (link, &result, cancellable, error))
    return NULL;
  if (PQresultStatus (result) == status)
    return g_steal_pointer (&result);
  if (PQresultStatus (result) == PGRES_FATAL_ERROR)
    ask_postgres_set_error (link->config, link->conn, result, error);
  return NULL;
}

/* Returns: (transfer full) (nullable): what the columns of @sql are, as take_answer() says */
static PGresult *
describe (AskPostgresLink *link, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (PGresult) prepared = NULL;
  g_autoptr (PGresult) described = NULL;

  prepared = take_answer (link, PQsendPrepare (link->conn, "", sql, 0, NULL), PGRES_COMMAND_OK, cancellable, error);
  if (prepared == NULL || !ask_postgres_link_end (link, cancellable, error))
    return NULL;
  described = take_answer (link, PQsendDescribePrepared (link->conn, ""), PGRES_COMMAND_OK, cancellable, error);
  return described != NULL && ask_postgres_link_end (link, cancellable, error) ? g_steal_pointer (&described) : NULL;
}

/**
 * ask_postgres_copy_new:
 * @link: (transfer full): in a transaction; given back in any case
 * @sql: one SELECT without parameters
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a cursor; %NULL where the statement cannot be sent this way, or at all, in which
 *   case @error need not be set
 */
AskCursor *
ask_postgres_copy_new (AskPostgresSource *source, AskPostgresLink *link, const char *sql, GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (AskPostgresCopy) self = g_object_new (ASK_TYPE_POSTGRES_COPY, NULL);
  g_autofree char *copy = g_strdup_printf ("COPY (%s) TO STDOUT", sql);
  g_autoptr (PGresult) described = NULL;
  g_autoptr (PGresult) begun = NULL;

  ask_postgres_row_init (&self->row, source, link);
  described = describe (link, sql, cancellable, error);
  if (described == NULL || !ask_postgres_row_set_columns (&self->row, described, 0, cancellable, error))
    return NULL;
  begun = take_answer (link, PQsendQuery (link->conn, copy), PGRES_COPY_OUT, cancellable, error);
  if (begun == NULL || PQnfields (begun) != PQnfields (described))
    return NULL;
  return ASK_CURSOR (g_steal_pointer (&self));
}
