/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prepare, step, column, copy: as little as a careful client can do. It keeps rows in blocks and
 * text in an arena, since a malloc for each text would make the engine look better than it is.
 */
#include "config.h"

#include "bench/ask-bench-peer.h"

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_ROWS 1024
#define ARENA_BYTES (64 * 1024)
#define MAX_BLOCKS 1024

struct _PeerRows
{
  int n_columns;
  gsize n_rows;
  PeerCell *blocks[MAX_BLOCKS];
  GPtrArray *arenas;
  char *free;
  gsize left;
};

/** peer_free: frees @self */
void
peer_free (PeerRows *self)
{
  for (gsize i = 0; i * BLOCK_ROWS < self->n_rows; i++)
    free (self->blocks[i]);
  g_ptr_array_unref (self->arenas);
  free (self);
}

static const char *
copy (PeerRows *self, const void *bytes, int length)
{
  gsize needed = (gsize) length + 1;
  char *to;

  if (needed > self->left)
    {
      self->left = MAX (needed, ARENA_BYTES);
      self->free = g_malloc (self->left);
      g_ptr_array_add (self->arenas, self->free);
    }
  to = self->free;
  if (length > 0)
    memcpy (to, bytes, (gsize) length);
  to[length] = '\0';
  self->free += needed;
  self->left -= needed;
  return to;
}

static void
keep_row (PeerRows *self, sqlite3_stmt *statement)
{
  gsize within = self->n_rows % BLOCK_ROWS;
  PeerCell *cell;

  if (within == 0)
    self->blocks[self->n_rows / BLOCK_ROWS]
      = g_malloc (sizeof (PeerCell) * BLOCK_ROWS * (gsize) self->n_columns);
  cell = self->blocks[self->n_rows / BLOCK_ROWS] + within * (gsize) self->n_columns;
  for (int i = 0; i < self->n_columns; i++, cell++)
    {
      cell->type = sqlite3_column_type (statement, i);
      cell->length = 0;
      if (cell->type == SQLITE_INTEGER)
        cell->integer = sqlite3_column_int64 (statement, i);
      else if (cell->type == SQLITE_FLOAT)
        cell->real = sqlite3_column_double (statement, i);
      else if (cell->type == SQLITE_TEXT)
        {
          const void *text = sqlite3_column_text (statement, i);

          cell->length = sqlite3_column_bytes (statement, i);
          cell->bytes = copy (self, text, cell->length);
        }
      else if (cell->type == SQLITE_BLOB)
        {
          const void *blob = sqlite3_column_blob (statement, i);

          cell->length = sqlite3_column_bytes (statement, i);
          cell->bytes = copy (self, blob, cell->length);
        }
    }
  self->n_rows++;
}

/**
 * peer_query:
 * @error: %G_IO_ERROR_FAILED with SQLite's words
 *
 * Returns: (transfer full): at most MAX_BLOCKS × BLOCK_ROWS rows
 */
PeerRows *
peer_query (sqlite3 *db, const char *sql, GError **error)
{
  PeerRows *self = calloc (1, sizeof *self);
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);

  self->arenas = g_ptr_array_new_with_free_func (g_free);
  if (code == SQLITE_OK)
    {
      self->n_columns = sqlite3_column_count (statement);
      while ((code = sqlite3_step (statement)) == SQLITE_ROW)
        {
          if (self->n_rows == (gsize) MAX_BLOCKS * BLOCK_ROWS)
            break;
          keep_row (self, statement);
        }
    }
  sqlite3_finalize (statement);
  if (code == SQLITE_DONE)
    return self;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "SQLite says: %s (%s)", sqlite3_errmsg (db),
               sql);
  peer_free (self);
  return NULL;
}

/** peer_count: Returns: how many rows */
gsize
peer_count (const PeerRows *self)
{
  return self->n_rows;
}

/** peer_row: Returns: (transfer none): the cells of a row */
const PeerCell *
peer_row (const PeerRows *self, gsize row)
{
  return self->blocks[row / BLOCK_ROWS] + row % BLOCK_ROWS * (gsize) self->n_columns;
}
