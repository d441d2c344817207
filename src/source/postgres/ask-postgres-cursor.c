/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of one statement, as they arrive: one row is held at a time, however many there are, but for those of a
 * statement that cannot give many. The end of rows is what the server says is the end; whatever else happens is a failure.
 *
 * A cursor has its connection for itself until it is freed or has ended.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <string.h>

#define ASK_TYPE_POSTGRES_CURSOR (ask_postgres_cursor_get_type ())
G_DECLARE_FINAL_TYPE (AskPostgresCursor, ask_postgres_cursor, ASK, POSTGRES_CURSOR, AskCursor)

struct _AskPostgresCursor
{
  AskCursor parent_instance;
  AskPostgresRow row;
  PGresult *result; /* the row that was given last, or the first one, not given yet; or all of them */
  int at; /* which of its rows */
  gboolean first;
  gboolean has_binding; /* the first field is no cell but the number of the binding */
};

G_DEFINE_FINAL_TYPE (AskPostgresCursor, ask_postgres_cursor, ASK_TYPE_CURSOR)

static void
read_row (AskPostgresCursor *self, guint *binding)
{
  PGresult *result = self->result;
  int field = 0;

  if (self->has_binding)
    {
      *binding = (guint) g_ascii_strtoull (PQgetvalue (result, self->at, 0), NULL, 10);
      field = 1;
    }
  g_string_truncate (self->row.scratch, 0);
  for (guint c = 0; c < self->row.n_columns; c++, field++)
    {
      const char *text = PQgetvalue (result, self->at, field);

      if (text[0] == '\0' && PQgetisnull (result, self->at, field))
        self->row.cells[c] = ASK_NULL_INIT;
      else
        ask_postgres_type_read (&self->row.types[c], text, (gsize) PQgetlength (result, self->at, field),
                                self->row.scratch, &self->row.cells[c]);
    }
  ask_postgres_cells_settle (self->row.cells, self->row.n_columns, self->row.scratch);
}

static AskStep
give (AskPostgresCursor *self, const AskValue **row, guint *binding)
{
  read_row (self, binding);
  *row = self->row.cells;
  return ASK_STEP_ROW;
}

static AskStep
cursor_next (AskCursor *cursor, const AskValue **row, guint *binding, GCancellable *cancellable, GError **error)
{
  /* Without a look at its type: this is called for each row. */
  AskPostgresCursor *self = (AskPostgresCursor *) cursor;

  *binding = 0;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      ask_postgres_row_give_back (&self->row);
      return ASK_STEP_FAILED;
    }
  g_return_val_if_fail (self->row.link != NULL, ASK_STEP_DONE);
  if (self->first)
    self->first = FALSE;
  else if (PQresultStatus (self->result) == PGRES_TUPLES_OK)
    self->at++;
  else
    {
      PQclear (self->result);
      self->result = NULL;
      if (!ask_postgres_link_result (self->row.link, &self->result, cancellable, error))
        {
          ask_postgres_row_give_back (&self->row);
          return ASK_STEP_FAILED;
        }
    }
  switch (PQresultStatus (self->result))
    {
    case PGRES_SINGLE_TUPLE:
      return give (self, row, binding);
    case PGRES_TUPLES_OK:
      if (self->at < PQntuples (self->result))
        return give (self, row, binding);
      if (!ask_postgres_link_end (self->row.link, cancellable, error))
        break;
      ask_postgres_row_give_back (&self->row);
      return ASK_STEP_DONE;
    default:
      ask_postgres_set_error (ask_postgres_source_get_config (self->row.source), self->row.link->conn, self->result,
                              error);
      break;
    }
  ask_postgres_row_give_back (&self->row);
  return ASK_STEP_FAILED;
}

static const AskColumn *
cursor_get_columns (AskCursor *cursor, guint *n_columns)
{
  AskPostgresCursor *self = ASK_POSTGRES_CURSOR (cursor);

  if (self->has_binding)
    return NULL;
  *n_columns = self->row.n_columns;
  return self->row.columns;
}

static void
ask_postgres_cursor_finalize (GObject *object)
{
  AskPostgresCursor *self = ASK_POSTGRES_CURSOR (object);

  PQclear (self->result);
  ask_postgres_row_clear (&self->row);
  G_OBJECT_CLASS (ask_postgres_cursor_parent_class)->finalize (object);
}

static void
ask_postgres_cursor_class_init (AskPostgresCursorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_postgres_cursor_finalize;
  ASK_CURSOR_CLASS (klass)->next = cursor_next;
  ASK_CURSOR_CLASS (klass)->get_columns = cursor_get_columns;
}

static void
ask_postgres_cursor_init (AskPostgresCursor *self)
{
}

/**
 * ask_postgres_cursor_new:
 * @link: (transfer full): busy with the statement; given back in any case
 * @first: (transfer full): its first row, or its end
 * @has_binding: its first field is the number of the binding
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): a cursor, or %NULL
 */
AskCursor *
ask_postgres_cursor_new (AskPostgresSource *source, AskPostgresLink *link, PGresult *first, gboolean has_binding,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (AskPostgresCursor) self = g_object_new (ASK_TYPE_POSTGRES_CURSOR, NULL);

  ask_postgres_row_init (&self->row, source, link);
  self->result = first;
  self->first = TRUE;
  self->has_binding = has_binding;
  if (!ask_postgres_row_set_columns (&self->row, first, has_binding ? 1 : 0, cancellable, error))
    return NULL;
  return ASK_CURSOR (g_steal_pointer (&self));
}
