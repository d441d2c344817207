/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Result sets. Cells lie in blocks of rows that never move, text in a bump arena beside them: a
 * million rows cost no re-allocation of what is already there, and a row is found by division. Names of columns lie in
 * the arena, too: of ten thousand keys each may have rows of its own, which are made and freed in few steps.
 */
#include "config.h"

#include "base/ask-rows.h"

#include <string.h>

#include "base/ask-memory.h"
#include "base/ask-name.h"

/* Room for so many is made at once. */
#define USUAL_COLUMNS 8

/* So many blocks are told without an allocation. */
#define FEW_BLOCKS 2

/* The first block is small: most keys have one row. */
#define FIRST_ROWS 16
#define ROWS_PER_BLOCK 1024
#define FIRST_ARENA_BLOCK 512
#define ARENA_BLOCK (64 * 1024)

/**
 * Blocks:
 * @items: (array length=n): each allocated; @few as long as that is enough
 */
typedef struct
{
  void **items;
  guint n;
  guint room;
  void *few[FEW_BLOCKS];
} Blocks;

struct _AskRows
{
  gatomicrefcount ref_count;
  AskColumn *columns;
  guint n_columns;
  guint room; /* for so many columns */
  Blocks blocks; /* AskValue[ROWS_PER_BLOCK * n_columns] */
  Blocks arena;
  char *arena_free;
  gsize arena_left;
  gsize n_rows;
  gsize size;
  gboolean truncated;
};

static void
blocks_init (Blocks *self)
{
  self->items = self->few;
  self->room = FEW_BLOCKS;
}

/* @block: (transfer full) */
static void
blocks_add (Blocks *self, void *block)
{
  if (self->n == self->room)
    {
      self->room *= 2;
      self->items = self->items == self->few ? memcpy (g_new (void *, self->room), self->few, sizeof self->few)
                                             : g_renew (void *, self->items, self->room);
    }
  self->items[self->n++] = block;
}

static void
blocks_clear (Blocks *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free (self->items[i]);
  if (self->items != self->few)
    g_free (self->items);
}

/**
 * ask_rows_new:
 *
 * Add the columns first, then the rows.
 *
 * Returns: (transfer full): an empty result set without columns
 */
AskRows *
ask_rows_new (void)
{
  AskRows *self = ASK_NEW0 (AskRows);

  g_atomic_ref_count_init (&self->ref_count);
  self->room = USUAL_COLUMNS;
  self->columns = g_new (AskColumn, self->room);
  blocks_init (&self->blocks);
  blocks_init (&self->arena);
  self->size = sizeof *self;
  return self;
}

/** ask_rows_ref: Returns: (transfer full): @self */
AskRows *
ask_rows_ref (AskRows *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_rows_unref: frees it with its cells when nobody holds it any more. */
void
ask_rows_unref (AskRows *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->columns);
  blocks_clear (&self->blocks);
  blocks_clear (&self->arena);
  g_free (self);
}

static char *
arena_copy (AskRows *self, const char *bytes, gsize length)
{
  gsize needed = length + 1;

  if (needed > self->arena_left)
    {
      gsize block
        = MAX (needed, self->arena.n < 8 ? MIN ((gsize) FIRST_ARENA_BLOCK << self->arena.n, (gsize) ARENA_BLOCK)
                                         : (gsize) ARENA_BLOCK);

      self->arena_free = g_malloc (block);
      self->arena_left = block;
      blocks_add (&self->arena, self->arena_free);
      self->size += block;
    }

  char *copy = self->arena_free;

  if (length > 0)
    memcpy (copy, bytes, length);
  copy[length] = '\0';
  self->arena_free += needed;
  self->arena_left -= needed;
  return copy;
}

/**
 * ask_rows_add_column:
 * @name: what people read above the column; copied
 * @type: what its cells are declared to hold, %ASK_TYPE_ANY where nobody knows
 *
 * Only while there are no rows.
 */
void
ask_rows_add_column (AskRows *self, const char *name, AskType type)
{
  char *copy;

  g_return_if_fail (self->n_rows == 0);
  copy = name != NULL ? arena_copy (self, name, strlen (name)) : NULL;
  if (self->n_columns == self->room)
    self->columns = g_renew (AskColumn, self->columns, self->room *= 2);
  self->columns[self->n_columns++] = (AskColumn) { .name = copy, .type = type };
}

/**
 * ask_rows_set_sense:
 * @column: from 0
 * @sense: what the values of that column are; its strings live as long as the program, see ask_sense_intern()
 */
void
ask_rows_set_sense (AskRows *self, guint column, const AskSense *sense)
{
  g_return_if_fail (column < self->n_columns);
  self->columns[column].sense = *sense;
}

/**
 * ask_rows_append:
 * @cells: as many as there are columns; copied
 *
 * Adds a row.
 */
void
ask_rows_append (AskRows *self, const AskValue *cells)
{
  guint n = self->n_columns;
  gboolean first = self->n_rows < FIRST_ROWS;
  gsize within = first ? self->n_rows : (self->n_rows - FIRST_ROWS) % ROWS_PER_BLOCK;

  if (within == 0)
    {
      gsize cells_of_block = (gsize) n * (first ? FIRST_ROWS : ROWS_PER_BLOCK);

      blocks_add (&self->blocks, g_new (AskValue, MAX (1, cells_of_block)));
      self->size += cells_of_block * sizeof (AskValue);
    }

  AskValue *row = (AskValue *) self->blocks.items[self->blocks.n - 1] + within * n;

  for (guint i = 0; i < n; i++)
    {
      row[i] = cells[i];
      if (cells[i].kind == ASK_VALUE_TEXT || cells[i].kind == ASK_VALUE_BLOB)
        row[i].text = arena_copy (self, cells[i].text, cells[i].length);
    }
  self->n_rows++;
}

/** ask_rows_set_truncated: @truncated: whether there were more rows than a limit let in */
void
ask_rows_set_truncated (AskRows *self, gboolean truncated)
{
  self->truncated = truncated;
}

static AskType
infer_column (const AskRows *self, guint column)
{
  gboolean integer = FALSE, real = FALSE, text = FALSE, blob = FALSE;

  for (gsize row = 0; row < self->n_rows; row++)
    switch (ask_rows_get (self, row, column)->kind)
      {
      case ASK_VALUE_INTEGER:
        integer = TRUE;
        break;
      case ASK_VALUE_REAL:
        real = TRUE;
        break;
      case ASK_VALUE_TEXT:
        text = TRUE;
        break;
      case ASK_VALUE_BLOB:
        blob = TRUE;
        break;
      default:
        break;
      }
  if (text && !integer && !real && !blob)
    return ASK_TYPE_TEXT;
  if (blob && !integer && !real && !text)
    return ASK_TYPE_BLOB;
  if (text || blob || (!integer && !real))
    return ASK_TYPE_ANY;
  return real ? ASK_TYPE_REAL : ASK_TYPE_INTEGER;
}

/**
 * ask_rows_infer_types:
 *
 * Gives every column that is %ASK_TYPE_ANY the type that all its values share, if they share one.
 * Expressions in SQL have no declared type; this is how their columns get one.
 */
void
ask_rows_infer_types (AskRows *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      AskColumn *column = &self->columns[i];

      if (column->type == ASK_TYPE_ANY)
        column->type = infer_column (self, i);
    }
}

/**
 * ask_rows_read_names:
 *
 * For rows that no query gave: takes from the name of each column what nobody has said of its values.
 */
void
ask_rows_read_names (AskRows *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      AskColumn *column = &self->columns[i];

      ask_sense_complete (&column->sense, column->name != NULL ? column->name : "", column->type);
      ask_sense_intern (&column->sense);
    }
}

/** ask_rows_get_n_columns: Returns: how many columns */
guint
ask_rows_get_n_columns (const AskRows *self)
{
  return self->n_columns;
}

/**
 * ask_rows_get_column:
 * @column: from 0
 *
 * Returns: (transfer none): its name, type and sense
 */
const AskColumn *
ask_rows_get_column (const AskRows *self, guint column)
{
  g_return_val_if_fail (column < self->n_columns, NULL);
  return &self->columns[column];
}

/** ask_rows_find_column: Returns: the place of the column named @name, or -1 */
int
ask_rows_find_column (const AskRows *self, const char *name)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (g_ascii_strcasecmp (self->columns[i].name, name) == 0)
      return (int) i;
  return -1;
}

/** ask_rows_get_n_rows: Returns: how many rows */
gsize
ask_rows_get_n_rows (const AskRows *self)
{
  return self->n_rows;
}

/**
 * ask_rows_get_row:
 * @row: from 0
 *
 * Returns: (transfer none): its cells side by side, as many as there are columns
 */
const AskValue *
ask_rows_get_row (const AskRows *self, gsize row)
{
  g_return_val_if_fail (row < self->n_rows, NULL);
  if (row < FIRST_ROWS)
    return (const AskValue *) self->blocks.items[0] + row * self->n_columns;
  row -= FIRST_ROWS;
  return (const AskValue *) self->blocks.items[1 + row / ROWS_PER_BLOCK] + (row % ROWS_PER_BLOCK) * self->n_columns;
}

/** ask_rows_get: Returns: (transfer none): the cell at @row and @column, both from 0 */
const AskValue *
ask_rows_get (const AskRows *self, gsize row, guint column)
{
  g_return_val_if_fail (column < self->n_columns, NULL);
  return ask_rows_get_row (self, row) + column;
}

/** ask_rows_get_truncated: Returns: whether a limit kept rows out */
gboolean
ask_rows_get_truncated (const AskRows *self)
{
  return self->truncated;
}

/** ask_rows_get_size: Returns: the memory that it holds, in bytes */
gsize
ask_rows_get_size (const AskRows *self)
{
  return self->size;
}
