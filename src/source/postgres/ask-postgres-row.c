/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What both cursors are made of: a connection that is theirs until it is given back, the columns of the statement, and
 * the cells of one row. How a row arrives is the cursor's matter.
 */
#include "config.h"

#include "source/postgres/ask-postgres-private.h"

#include <string.h>

/* No larger one is kept for the next statement. */
#define MAX_KEPT_SCRATCH 4096

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
  self->scratch = link->scratch != NULL ? g_steal_pointer (&link->scratch) : g_string_new (NULL);
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
  gsize n = (gsize) (PQnfields (described) - skip);
  gsize size = (n + 1) * (sizeof *self->columns + sizeof *self->types + sizeof *self->cells);
  gsize length = 0;
  char *names;

  for (gsize c = 0; c < n; c++)
    length += strlen (PQfname (described, (int) c + skip)) + 1;
  /* One piece of memory for all. */
  self->columns = memset (g_malloc (size + length), 0, size);
  self->cells = (AskValue *) (self->columns + n + 1);
  self->types = (AskPostgresType *) (self->cells + n + 1);
  names = (char *) (self->types + n + 1);
  self->n_columns = (guint) n;
  for (guint c = 0; c < self->n_columns; c++)
    {
      int field = (int) c + skip;

      self->columns[c].name = names;
      names = stpcpy (names, PQfname (described, field)) + 1;
      if (!ask_postgres_source_find_type (self->source, PQftype (described, field), PQfmod (described, field),
                                          &self->types[c], cancellable, error))
        return FALSE;
      self->columns[c].type = self->types[c].type;
    }
  return TRUE;
}

/** ask_postgres_row_give_back: gives the connection back, unless it was; no row is there any more */
void
ask_postgres_row_give_back (AskPostgresRow *self)
{
  if (self->link == NULL)
    return;
  if (self->scratch->allocated_len <= MAX_KEPT_SCRATCH)
    self->link->scratch = g_steal_pointer (&self->scratch);
  ask_postgres_source_give_back (self->source, g_steal_pointer (&self->link));
}

/** ask_postgres_row_clear: gives the connection back, and frees what @self holds */
void
ask_postgres_row_clear (AskPostgresRow *self)
{
  ask_postgres_row_give_back (self);
  g_free (self->columns);
  if (self->scratch != NULL)
    g_string_free (self->scratch, TRUE);
  g_clear_object (&self->source);
}
