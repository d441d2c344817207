/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of a block of cells. What its columns are says what is reckoned: identifiers, years and codes are counted and
 * never added.
 */
#include "config.h"

#include "table/ask-figures.h"

#include <string.h>

#include "base/ask-cell.h"
#include "base/ask-decimal.h"
#include "table/ask-exact-sum.h"
#include "table/ask-table-private.h"

#define STRIDE 0x3fff

/* What is reckoned of a column. */
typedef enum
{
  COUNTED,
  DAYS, /* least and most */
  NUMBERS, /* these, and the average */
  ADDED /* and the sum */
} What;

static What
find_what (const AskRows *rows, guint column)
{
  const AskColumn *info = ask_rows_get_column (rows, column);
  AskMeaning meaning = info->sense.meaning;

  if (info->type == ASK_TYPE_DATE || info->type == ASK_TYPE_DATETIME)
    return DAYS;
  if (!ask_cell_format_find (rows, column).right || !ask_meaning_is_amount (meaning))
    return COUNTED;
  if (info->sense.adding == ASK_ADDING_UNKNOWN)
    return meaning == ASK_MEANING_NONE || meaning == ASK_MEANING_MONEY || meaning == ASK_MEANING_QUANTITY ? ADDED
                                                                                                          : NUMBERS;
  return info->sense.adding == ASK_ADDING_YES ? ADDED : NUMBERS;
}

/* Whether both are figures of the same thing: no sum is of euros and pieces. */
static gboolean
are_alike (const AskRows *rows, guint a, guint b)
{
  const AskSense *one = &ask_rows_get_column (rows, a)->sense;
  const AskSense *other = &ask_rows_get_column (rows, b)->sense;

  return one->meaning == other->meaning && g_strcmp0 (one->unit, other->unit) == 0;
}

/* @what: of what the block has, the most that all its columns of numbers allow */
typedef struct
{
  AskFigures *figures;
  What *whats;
  What what;
  AskExactSum sum;
  GHashTable *distinct;
} Work;

static void
choose (Work *self, const AskBlock *block)
{
  const AskRows *rows = ask_arrangement_get_rows (block->arrangement);
  What most = COUNTED;
  gboolean found = FALSE;

  for (guint i = 0; i < block->n_columns; i++)
    {
      self->whats[i] = find_what (rows, block->columns[i]);
      most = MAX (most, self->whats[i]);
    }
  self->what = most;
  for (guint i = 0; i < block->n_columns; i++)
    {
      if (self->whats[i] < MIN (most, NUMBERS) || self->whats[i] == COUNTED)
        {
          self->whats[i] = COUNTED;
          continue;
        }
      if (!found)
        self->figures->column = block->columns[i];
      else if (!are_alike (rows, self->figures->column, block->columns[i]))
        self->what = COUNTED;
      found = TRUE;
      self->what = MIN (self->what, self->whats[i]);
    }
}

static int
compare (const AskValue *a, const AskValue *b, gboolean decimal)
{
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;

  if (!decimal || (a->kind != ASK_VALUE_TEXT && b->kind != ASK_VALUE_TEXT))
    return ask_value_compare (a, b);
  one = ask_value_to_text (a);
  other = ask_value_to_text (b);
  return ask_decimal_compare (one, strlen (one), other, strlen (other));
}

static void
add_value (Work *self, const AskValue *value, What what)
{
  AskFigures *figures = self->figures;
  gboolean number = what >= NUMBERS;

  figures->n_cells++;
  if (value->kind == ASK_VALUE_NULL)
    return;
  figures->n_values++;
  g_hash_table_add (self->distinct, (gpointer) value);
  if (what == COUNTED || (number && !ask_exact_sum_add (&self->sum, value, 1)))
    return;
  figures->n_numbers += number;
  if (figures->least.kind == ASK_VALUE_NULL || compare (value, &figures->least, number) < 0)
    figures->least = *value;
  if (figures->most.kind == ASK_VALUE_NULL || compare (value, &figures->most, number) > 0)
    figures->most = *value;
}

static void
finish (Work *self)
{
  AskFigures *figures = self->figures;
  AskValue least = figures->least, most = figures->most;

  figures->least = figures->most = ASK_NULL_INIT;
  figures->n_distinct = g_hash_table_size (self->distinct);
  if (self->what == COUNTED)
    return;
  ask_value_dup_into (&figures->least, &least);
  ask_value_dup_into (&figures->most, &most);
  if (self->what == DAYS || figures->n_numbers == 0)
    return;
  figures->average = ask_real_to_text (ask_exact_sum_get_real (&self->sum) / (double) figures->n_numbers);
  if (self->what == ADDED)
    figures->sum = ask_exact_sum_to_text (&self->sum);
}

/**
 * ask_figures_new:
 * @block: a selection
 * @cancellable: (nullable): stops it
 * @error: G_IO_ERROR_CANCELLED, and nothing else
 *
 * Where a block has columns of several things, as euros and pieces, they are only counted.
 *
 * Returns: (transfer full) (nullable): the figures
 */
AskFigures *
ask_figures_new (const AskBlock *block, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskFigures) figures = g_new0 (AskFigures, 1);
  g_autofree What *whats = g_new0 (What, block->n_columns + 1);
  g_autoptr (GHashTable) distinct = g_hash_table_new (ask_table_hash_value, ask_table_equal_values);
  Work work = { .figures = figures, .whats = whats, .distinct = distinct };
  gboolean stopped = FALSE;

  choose (&work, block);
  for (gsize row = block->from; row < block->to && !stopped; row++)
    {
      for (guint i = 0; i < block->n_columns; i++)
        {
          const AskValue *value = ask_block_get (block, row, i);

          if (value != NULL)
            add_value (&work, value, whats[i]);
        }
      stopped = (row & STRIDE) == 0 && g_cancellable_is_cancelled (cancellable);
    }
  finish (&work);
  ask_exact_sum_clear (&work.sum);
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&figures);
}

/** ask_figures_free: @self: (nullable): figures that nobody reads any more */
void
ask_figures_free (AskFigures *self)
{
  if (self == NULL)
    return;
  g_free (self->sum);
  g_free (self->average);
  ask_value_clear (&self->least);
  ask_value_clear (&self->most);
  g_free (self);
}

static int
compare_choices (gconstpointer a, gconstpointer b)
{
  const AskChoice *one = a, *other = b;

  if (one->count != other->count)
    return one->count > other->count ? -1 : 1;
  return ask_value_compare (&one->value, &other->value);
}

/**
 * ask_table_count_choices:
 * @arrangement: whose rows are counted
 * @column: of the rows
 * @cancellable: (nullable): stops it
 * @error: G_IO_ERROR_CANCELLED, and nothing else
 *
 * Returns: (transfer full) (nullable) (element-type AskChoice): the different values, the most frequent first
 */
GArray *
ask_table_count_choices (const AskArrangement *arrangement, guint column, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new (ask_table_hash_value, ask_table_equal_values);
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (AskChoice));

  for (gsize row = 0; row < ask_arrangement_get_n_rows (arrangement); row++)
    {
      const AskValue *value = ask_arrangement_get (arrangement, row, column);
      gpointer place;

      if ((row & STRIDE) == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (g_hash_table_lookup_extended (places, value, NULL, &place))
        g_array_index (choices, AskChoice, GPOINTER_TO_UINT (place)).count++;
      else
        {
          AskChoice choice = { *value, 1 };

          g_hash_table_insert (places, (gpointer) value, GUINT_TO_POINTER (choices->len));
          g_array_append_val (choices, choice);
        }
    }
  g_array_sort (choices, compare_choices);
  return g_steal_pointer (&choices);
}
