/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An index over one column of fetched rows: chains of rows whose cells have the same hash, each chain
 * in the order of the rows. It may give rows that are not equal, never fewer: SQLite compares again.
 */
#include "config.h"

#include <string.h>

#include "base/ask-hash.h"
#include "engine/ask-fragment.h"

/**
 * AskFetchIndex:
 * @heads: by the low bits of a hash: the first row of its chain
 * @next: by row: the one that follows in its chain
 * @hashes: by row
 */
struct _AskFetchIndex
{
  guint32 mask;
  guint32 *heads;
  guint32 *next;
  guint64 *hashes;
};

#define NO_ROW G_MAXUINT32

/** ask_fetch_index_free: frees @self */
void
ask_fetch_index_free (AskFetchIndex *self)
{
  g_free (self->heads);
  g_free (self->next);
  g_free (self->hashes);
  g_free (self);
}

/* Cells that SQL may find equal have the same hash, whatever their kind: 7, 7.0 and "7". */
static guint64
hash_value (const AskValue *value)
{
  AskValue number = *value;
  guint64 hash;
  double real;

  if (value->kind == ASK_VALUE_TEXT && value->length > 0
      && (value->text[0] <= '9' || value->text[0] == 'I' || value->text[0] == 'i')
      && memchr (value->text, '\0', value->length) == NULL)
    ask_text_to_number (value->text, &number);
  if (number.kind == ASK_VALUE_INTEGER || number.kind == ASK_VALUE_REAL)
    {
      /* Plus nothing, since -0.0 equals 0.0 and has other bits. */
      real = (number.kind == ASK_VALUE_INTEGER ? (double) number.integer : number.real) + 0.0;
      memcpy (&hash, &real, sizeof hash);
      return ask_hash_stir (hash);
    }
  return ask_hash_stir (ask_hash_add (ASK_HASH_START, number.blob, number.length));
}

static AskFetchIndex *
index_new (const AskRows *rows, guint column)
{
  AskFetchIndex *self = g_new0 (AskFetchIndex, 1);
  gsize n = ask_rows_get_n_rows (rows);
  guint32 size = 16;

  g_return_val_if_fail (n < NO_ROW, NULL);
  while (size < n && size < 1u << 31)
    size *= 2;
  self->mask = size - 1;
  self->heads = g_new (guint32, size);
  self->next = g_new (guint32, MAX (1, n));
  self->hashes = g_new (guint64, MAX (1, n));
  memset (self->heads, 0xff, size * sizeof *self->heads);
  /* From the last to the first, so that a chain begins with its first row. */
  for (gsize row = n; row-- > 0;)
    {
      const AskValue *cell = ask_rows_get (rows, row, column);
      guint32 *head;

      if (cell->kind == ASK_VALUE_NULL)
        continue;
      self->hashes[row] = hash_value (cell);
      head = &self->heads[self->hashes[row] & self->mask];
      self->next[row] = *head;
      *head = (guint32) row;
    }
  return self;
}

static gsize
follow (const AskFetchIndex *self, guint32 row, guint64 hash)
{
  while (row != NO_ROW && self->hashes[row] != hash)
    row = self->next[row];
  return row == NO_ROW ? ASK_FETCH_NO_ROW : row;
}

/**
 * ask_fetch_find:
 * @engine: has the run that the rows are fetched for
 * @column: the attribute's place
 * @value: what the attribute has to equal; NULL equals nothing
 * @error: as ask_fetch_get_row()
 *
 * Fetches to the end and looks up in an index, made when first needed.
 *
 * Returns: the first row that may equal @value; %ASK_FETCH_NO_ROW where there is none, or with @error
 *   set
 */
gsize
ask_fetch_find (AskFetch *self, AskEngine *engine, guint column, const AskValue *value, GError **error)
{
  guint64 hash;

  if (self->indexes[column] == NULL)
    {
      if (ask_fetch_get_row (self, engine, G_MAXSIZE, error) == ASK_STEP_FAILED)
        return ASK_FETCH_NO_ROW;
      self->indexes[column] = index_new (self->rows, column);
    }
  if (value->kind == ASK_VALUE_NULL)
    return ASK_FETCH_NO_ROW;
  hash = hash_value (value);
  return follow (self->indexes[column], self->indexes[column]->heads[hash & self->indexes[column]->mask], hash);
}

/**
 * ask_fetch_find_next:
 * @column: as for ask_fetch_find(), which has been called for it
 * @row: that was found last
 *
 * Returns: the next row after @row that may equal the same value; %ASK_FETCH_NO_ROW where there is none
 */
gsize
ask_fetch_find_next (AskFetch *self, guint column, gsize row)
{
  const AskFetchIndex *index = self->indexes[column];

  return follow (index, index->next[row], index->hashes[row]);
}
