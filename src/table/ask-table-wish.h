/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person wants to see of a table's rows: in which order, which of them, and those with which words. It names
 * columns by their place in the rows, so it means the same whether rows are arranged here or where the data lies.
 */
#pragma once

#include "base/ask-rows.h"

G_BEGIN_DECLS

/**
 * AskOrderKey:
 * @column: from 0, a column of the rows
 */
typedef struct
{
  guint column;
  gboolean descending;
} AskOrderKey;

typedef enum
{
  ASK_FILTER_CONTAINS, /* texts that have @text in them, in capitals or not */
  ASK_FILTER_BEGINS, /* that begin with it */
  ASK_FILTER_EQUALS, /* that are it, in capitals or not */
  ASK_FILTER_NUMBERS, /* from @least to @most, both included */
  ASK_FILTER_DATES, /* the same; a bound of a year or a month is all of it */
  ASK_FILTER_CHOICES, /* one of @choices */
  ASK_FILTER_EMPTY /* NULL, or a text of nothing but white space */
} AskFilterKind;

/**
 * AskFilter:
 * @column: from 0, a column of the rows
 * @negated: shows what the filter would hide. NULL is neither: a negated filter hides it, too, but for
 *   %ASK_FILTER_CHOICES and %ASK_FILTER_EMPTY
 * @text: (nullable): of the first three kinds
 * @least: of numbers: a number, or a text of its digits; of dates: a text in ISO 8601, "2024" and "2024-05" included;
 *   NULL where there is no lower bound
 * @most: likewise
 * @choices: (nullable) (element-type AskValue): NULL may be one of them
 *
 * What a column's cells have to be. Its values and texts are its own.
 */
typedef struct
{
  guint column;
  AskFilterKind kind;
  gboolean negated;
  char *text;
  AskValue least;
  AskValue most;
  GArray *choices;
} AskFilter;

/** AskFilterBy: how a cell of a column filters it */
typedef enum
{
  ASK_FILTER_BY_ONLY, /* what has the same value */
  ASK_FILTER_BY_WITHOUT, /* what has another */
  ASK_FILTER_BY_LEAST, /* numbers and dates from it on */
  ASK_FILTER_BY_MOST /* numbers and dates up to it */
} AskFilterBy;

/**
 * AskTableWish:
 * @order: (element-type AskOrderKey): the first decides; rows that are equal stay in their order
 * @filters: (element-type AskFilter): one of each column at most; a row has to pass all
 * @search: (nullable): words that a row has to have in any of its cells, in capitals or not
 */
typedef struct
{
  GArray *order;
  GPtrArray *filters;
  char *search;
} AskTableWish;

AskFilter *ask_filter_new (guint column, AskFilterKind kind);
AskFilter *ask_filter_copy (const AskFilter *self);
void ask_filter_free (AskFilter *self);
void ask_filter_add_choice (AskFilter *self, const AskValue *choice);
gboolean ask_filter_read_bounds (AskFilter *self, const char *least, const char *most);
char *ask_filter_describe (const AskFilter *self, const AskRows *rows);
AskFilter *ask_filter_new_by (const AskFilter *before, const AskRows *rows, gsize row, guint column, AskFilterBy by);
AskFilterKind ask_filter_find_kind (const AskRows *rows, guint column);

AskTableWish *ask_table_wish_new (void);
AskTableWish *ask_table_wish_copy (const AskTableWish *self);
void ask_table_wish_free (AskTableWish *self);
gboolean ask_table_wish_is_empty (const AskTableWish *self);
void ask_table_wish_sort (AskTableWish *self, guint column, gboolean descending, gboolean further);
int ask_table_wish_find_order (const AskTableWish *self, guint column, gboolean *descending);
void ask_table_wish_remove_order (AskTableWish *self, guint column);
AskFilter *ask_table_wish_find_filter (const AskTableWish *self, guint column);
void ask_table_wish_take_filter (AskTableWish *self, AskFilter *filter);
void ask_table_wish_remove_filter (AskTableWish *self, guint column);
void ask_table_wish_set_search (AskTableWish *self, const char *search);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFilter, ask_filter_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTableWish, ask_table_wish_free)

G_END_DECLS
