/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the index of an arrangement: first which rows pass, then their order.
 */
#include "config.h"

#include "table/ask-arrangement.h"

#include "table/ask-table-private.h"

#define STRIDE 0x3fff

/* @index: (nullable): of the rows in their order; %NULL for all of them as they came */
struct _AskArrangement
{
  gatomicrefcount ref_count;
  AskRows *rows;
  guint32 *index;
  gsize n;
};

static gboolean
has_conditions (const AskTableWish *wish)
{
  return wish->filters->len > 0 || wish->search != NULL;
}

/* Leaves out of the index what the wish hides; gives memory back where that is much. */
static void
filter_rows (AskArrangement *self, const AskTableWish *wish, GCancellable *cancellable)
{
  g_autoptr (AskTableMatch) match = ask_table_match_new (self->rows, wish);
  gsize n = self->n;
  gsize kept = 0;

  for (gsize row = 0; row < n; row++)
    {
      if ((row & STRIDE) == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (ask_table_match_row (match, row))
        self->index[kept++] = (guint32) row;
    }
  self->n = kept;
  self->index = g_renew (guint32, self->index, MAX (1, kept));
}

static void
sort_rows (AskArrangement *self, const AskTableWish *wish, GCancellable *cancellable)
{
  g_autofree guint64 *keys = g_new (guint64, MAX (1, self->n));
  g_autofree guint64 *spare_keys = g_new (guint64, MAX (1, self->n));
  g_autofree guint32 *spare_index = g_new (guint32, MAX (1, self->n));
  AskTableSort sort = {
    .rows = self->rows,
    .wish = wish,
    .cancellable = cancellable,
    .index = self->index,
    .keys = keys,
    .spare_index = spare_index,
    .spare_keys = spare_keys,
  };

  ask_table_sort (&sort, self->n);
}

/**
 * ask_arrangement_new:
 * @rows: which change no more; a reference is kept
 * @wish: (nullable): which rows, in which order; %NULL for all as they came
 * @cancellable: (nullable): stops it within some 10 ms
 * @error: G_IO_ERROR_CANCELLED, and nothing else
 *
 * Filters and sorts, on any thread: a second for a million rows. Numbers are in the order of their exact values,
 * decimals among them, texts in that of the locale, days in that of time, NULLs last either way, and rows that are equal
 * as they came. Where kinds are mixed, numbers stand before texts and texts before bytes.
 *
 * Returns: (transfer full) (nullable): the arrangement
 */
AskArrangement *
ask_arrangement_new (AskRows *rows, const AskTableWish *wish, GCancellable *cancellable, GError **error)
{
  AskArrangement *self;

  g_return_val_if_fail (rows != NULL && ask_rows_get_n_rows (rows) < G_MAXUINT32, NULL);
  self = g_new0 (AskArrangement, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->rows = ask_rows_ref (rows);
  self->n = ask_rows_get_n_rows (rows);
  if (wish == NULL || ask_table_wish_is_empty (wish))
    return self;
  self->index = g_new (guint32, MAX (1, self->n));
  for (gsize i = 0; i < self->n; i++)
    self->index[i] = (guint32) i;
  if (has_conditions (wish))
    filter_rows (self, wish, cancellable);
  if (wish->order->len > 0 && !g_cancellable_is_cancelled (cancellable))
    sort_rows (self, wish, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    g_clear_pointer (&self, ask_arrangement_unref);
  return self;
}

/** ask_arrangement_ref: @self: an arrangement; Returns: (transfer full): @self */
AskArrangement *
ask_arrangement_ref (AskArrangement *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_arrangement_unref: @self: frees it when nobody holds it any more */
void
ask_arrangement_unref (AskArrangement *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  ask_rows_unref (self->rows);
  g_free (self->index);
  g_free (self);
}

/** ask_arrangement_get_rows: @self: an arrangement; Returns: (transfer none): the rows that it is of */
AskRows *
ask_arrangement_get_rows (const AskArrangement *self)
{
  return self->rows;
}

/** ask_arrangement_get_n_rows: @self: an arrangement; Returns: how many rows it shows */
gsize
ask_arrangement_get_n_rows (const AskArrangement *self)
{
  return self->n;
}

/** ask_arrangement_get_row: @self: an arrangement; @place: from 0; Returns: which of the rows stands there, from 0 */
gsize
ask_arrangement_get_row (const AskArrangement *self, gsize place)
{
  g_return_val_if_fail (place < self->n, 0);
  return self->index != NULL ? self->index[place] : place;
}

/**
 * ask_arrangement_get:
 * @self: an arrangement
 * @place: from 0
 * @column: of the rows, from 0
 *
 * Returns: (transfer none): the cell of the row that stands there
 */
const AskValue *
ask_arrangement_get (const AskArrangement *self, gsize place, guint column)
{
  return ask_rows_get (self->rows, ask_arrangement_get_row (self, place), column);
}

/** ask_arrangement_get_size: @self: an arrangement; Returns: the memory that it holds beside its rows, in bytes */
gsize
ask_arrangement_get_size (const AskArrangement *self)
{
  return sizeof *self + (self->index != NULL ? self->n * sizeof *self->index : 0);
}

/** ask_block_has_row: @self: a selection; @place: of a row within it; Returns: whether a cell of that row is selected */
gboolean
ask_block_has_row (const AskBlock *self, gsize place)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (place >= self->parts[i].from && place < self->parts[i].to)
      return TRUE;
  return self->n_parts == 0;
}

/**
 * ask_block_get:
 * @self: a selection
 * @place: of a row within it
 * @i: which of its columns, from 0
 *
 * Returns: (transfer none) (nullable): the cell; %NULL where it is in none of the parts
 */
const AskValue *
ask_block_get (const AskBlock *self, gsize place, guint i)
{
  gboolean selected = self->n_parts == 0;

  for (guint p = 0; p < self->n_parts && !selected; p++)
    selected = place >= self->parts[p].from && place < self->parts[p].to && i >= self->parts[p].first
               && i < self->parts[p].last;
  return selected ? ask_arrangement_get (self->arrangement, place, self->columns[i]) : NULL;
}
