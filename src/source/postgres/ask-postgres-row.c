/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What both cursors are made of: a connection that is theirs until it is given back, the columns of the statement, and
 * the cells of one row. How a row arrives is the cursor's matter.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

/**
 * ask_postgres_row_init:
 * @self: (out caller-allocates): zeroed
 * @link: (transfer full): to read from
 *
 * Free it with ask_postgres_row_clear().
 */
void
ask_postgres_row_init (AskPostgresRow *self, AskPostgresSource *source, AskPostgresLink *link)
{
  self->source = g_object_ref (source);
  self->link = link;
  self->scratch = g_string_new (NULL);
}

/**
 * ask_postgres_row_set_columns:
 * @self: without columns yet
 * @described: has the fields of the statement
 * @skip: how many of its first fields are no columns
 * @error: %ASK_SOURCE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Takes over names and types, and makes the cells.
 *
 * Returns: %FALSE with @error set
 */
gboolean
ask_postgres_row_set_columns (AskPostgresRow *self, const PGresult *described, int skip, GCancellable *cancellable,
                              GError **error)
{
  self->n_columns = (guint) (PQnfields (described) - skip);
  self->columns = g_new0 (AskColumn, self->n_columns + 1);
  self->types = g_new0 (AskPostgresType, self->n_columns + 1);
  self->cells = g_new0 (AskValue, self->n_columns + 1);
  for (guint c = 0; c < self->n_columns; c++)
    {
      int field = (int) c + skip;

      self->columns[c].name = g_strdup (PQfname (described, field));
      if (!ask_postgres_source_find_type (self->source, PQftype (described, field), PQfmod (described, field),
                                          &self->types[c], cancellable, error))
        return FALSE;
      self->columns[c].type = self->types[c].type;
    }
  return TRUE;
}

/** ask_postgres_row_give_back: gives the connection back, unless it was */
void
ask_postgres_row_give_back (AskPostgresRow *self)
{
  if (self->link != NULL)
    ask_postgres_source_give_back (self->source, g_steal_pointer (&self->link));
}

/** ask_postgres_row_clear: gives the connection back, and frees what @self holds */
void
ask_postgres_row_clear (AskPostgresRow *self)
{
  ask_postgres_row_give_back (self);
  for (guint i = 0; i < self->n_columns; i++)
    g_free (self->columns[i].name);
  g_free (self->columns);
  g_free (self->types);
  g_free (self->cells);
  g_string_free (self->scratch, TRUE);
  g_clear_object (&self->source);
}
