/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an arrangement is made by:
 *   ask-table-sort.c   puts an index of rows in order
 *   ask-table-text.c   orders texts by the locale, eight bytes of their collation keys at a time
 *   ask-table-match.c  tells which rows pass filters and have the words that are searched for
 */
#pragma once

#include <gio/gio.h>

#include "table/ask-table-wish.h"

G_BEGIN_DECLS

/**
 * AskTableSort:
 * @index: (array): rows, put in order in place
 * @keys: (array): a key for each place of @index
 * @spare_index: (array): room of the same length
 * @spare_keys: (array): likewise
 *
 * A sort on its way.
 */
typedef struct
{
  const AskRows *rows;
  const AskTableWish *wish;
  GCancellable *cancellable;
  guint32 *index;
  guint64 *keys;
  guint32 *spare_index;
  guint64 *spare_keys;
} AskTableSort;

/* Of rows that are equal so far, from @from on: sorts them by what comes next. */
typedef void (*AskTableSortRest) (AskTableSort *self, gsize from, gsize n, guint level);

void ask_table_sort (AskTableSort *self, gsize n);
void ask_table_sort_keys (AskTableSort *self, gsize from, gsize n);
gboolean ask_table_sort_is_stopped (const AskTableSort *self);
void ask_table_sort_texts (AskTableSort *self, gsize from, gsize n, guint level, AskTableSortRest rest);

typedef struct _AskTableMatch AskTableMatch;

AskTableMatch *ask_table_match_new (const AskRows *rows, const AskTableWish *wish);
void ask_table_match_free (AskTableMatch *self);
gboolean ask_table_match_row (AskTableMatch *self, gsize row);

guint ask_table_hash_value (gconstpointer data);
gboolean ask_table_equal_values (gconstpointer a, gconstpointer b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTableMatch, ask_table_match_free)

G_END_DECLS
