/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person reads of a selection: how much, how many, from where to where. Sums are exact where numbers are, and only
 * of what may be added.
 */
#pragma once

#include "table/ask-arrangement.h"

G_BEGIN_DECLS

/**
 * AskFigures:
 * @n_cells: how many
 * @n_values: of them not NULL
 * @n_numbers: of these in columns of numbers
 * @n_distinct: different values
 * @sum: (nullable): digits as programs write them; %NULL where a sum would mean nothing
 * @average: (nullable): likewise
 * @least: of the numbers, or of the days where there are no numbers; NULL where there is none
 * @most: likewise
 * @column: the first column of what @sum to @most are of: they are written as its cells are
 */
typedef struct
{
  gsize n_cells;
  gsize n_values;
  gsize n_numbers;
  gsize n_distinct;
  char *sum;
  char *average;
  AskValue least;
  AskValue most;
  guint column;
} AskFigures;

AskFigures *ask_figures_new (const AskBlock *block, GCancellable *cancellable, GError **error);
void ask_figures_free (AskFigures *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFigures, ask_figures_free)

/**
 * AskChoice:
 * @value: (transfer none): lives as long as the rows that it was read from
 * @count: in how many rows it stands
 */
typedef struct
{
  AskValue value;
  gsize count;
} AskChoice;

GArray *ask_table_count_choices (const AskArrangement *arrangement, guint column, GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
