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
  AskPostgresSource *source;
  AskPostgresLink *link; /* nullable: given back */
  char *line; /* nullable: libpq's: of the row that was given last */
  guint n_columns;
  AskColumn *columns;
  AskPostgresType *types;
  AskValue *cells;
  GString *scratch;
};

G_DEFINE_FINAL_TYPE (AskPostgresCopy, ask_postgres_copy, ASK_TYPE_CURSOR)

static void
give_back (AskPostgresCopy *self)
{
  if (self->link != NULL)
    ask_postgres_source_give_back (self->source, g_steal_pointer (&self->link));
}

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
  g_string_truncate (self->scratch, 0);
  for (guint c = 0; c < self->n_columns; c++)
    {
      char *stop = c + 1 < self->n_columns ? memchr (field, '\t', (gsize) (end - field)) : NULL;
      gsize n;

      if (stop == NULL)
        stop = end;
      *stop = '\0';
      n = (gsize) (stop - field);
      if (escaped && n == 2 && field[0] == '\\' && field[1] == 'N')
        self->cells[c] = ASK_NULL_INIT;
      else
        ask_postgres_type_read (&self->types[c], field, escaped ? unescape (field, n) : n, self->scratch,
                                &self->cells[c]);
      field = MIN (stop + 1, end);
    }
  ask_postgres_cells_settle (self->cells, self->n_columns, self->scratch);
}

/* Waits for the next line. @length: (out): of it; -1 after the last one */
static gboolean
next_line (AskPostgresCopy *self, int *length, GCancellable *cancellable, GError **error)
{
  PGconn *conn = self->link->conn;

  while ((*length = PQgetCopyData (conn, &self->line, TRUE)) == 0)
    if (!ask_postgres_link_wait (self->link, G_IO_IN, ask_postgres_link_deadline (self->link), cancellable, error))
      return FALSE;
    else if (!PQconsumeInput (conn))
      break;
  if (*length > 0 || *length == -1)
    return TRUE;
  ask_postgres_set_error (ask_postgres_source_get_config (self->source), conn, NULL, error);
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
      give_back (self);
      return ASK_STEP_FAILED;
    }
  g_return_val_if_fail (self->link != NULL, ASK_STEP_DONE);
  PQfreemem (self->line);
  self->line = NULL;
  if (!next_line (self, &length, cancellable, error)
      || (length < 0 && !ask_postgres_link_end (self->link, cancellable, error)))
    {
      give_back (self);
      return ASK_STEP_FAILED;
    }
  if (length < 0)
    {
      give_back (self);
      return ASK_STEP_DONE;
    }
  read_line (self, (gsize) length);
  *row = self->cells;
  return ASK_STEP_ROW;
}

static const AskColumn *
copy_get_columns (AskCursor *cursor, guint *n_columns)
{
  AskPostgresCopy *self = ASK_POSTGRES_COPY (cursor);

  *n_columns = self->n_columns;
  return self->columns;
}

static void
ask_postgres_copy_finalize (GObject *object)
{
  AskPostgresCopy *self = ASK_POSTGRES_COPY (object);

  PQfreemem (self->line);
  give_back (self);
  for (guint i = 0; i < self->n_columns; i++)
    g_free (self->columns[i].name);
  g_free (self->columns);
  g_free (self->types);
  g_free (self->cells);
  g_string_free (self->scratch, TRUE);
  g_clear_object (&self->source);
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
  self->scratch = g_string_new (NULL);
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

  self->source = g_object_ref (source);
  self->link = link;
  described = describe (link, sql, cancellable, error);
  if (described == NULL)
    return NULL;
  self->n_columns = (guint) PQnfields (described);
  self->columns = g_new0 (AskColumn, self->n_columns + 1);
  self->types = g_new0 (AskPostgresType, self->n_columns + 1);
  self->cells = g_new0 (AskValue, self->n_columns + 1);
  for (guint c = 0; c < self->n_columns; c++)
    {
      int field = (int) c;

      self->columns[c].name = g_strdup (PQfname (described, field));
      if (!ask_postgres_source_find_type (source, PQftype (described, field), PQfmod (described, field),
                                          &self->types[c], cancellable, error))
        return NULL;
      self->columns[c].type = self->types[c].type;
    }
  begun = take_answer (link, PQsendQuery (link->conn, copy), PGRES_COPY_OUT, cancellable, error);
  if (begun == NULL || PQnfields (begun) != PQnfields (described))
    return NULL;
  return ASK_CURSOR (g_steal_pointer (&self));
}
