/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows as a person wants to see them: an index over rows that never change, four bytes a row. It copies no cell. One that
 * is made never changes, so any thread may read it; another wish makes another arrangement.
 */
#pragma once

#include <gio/gio.h>

#include "table/ask-table-wish.h"

G_BEGIN_DECLS

typedef struct _AskArrangement AskArrangement;

AskArrangement *ask_arrangement_new (AskRows *rows, const AskTableWish *wish, GCancellable *cancellable,
                                     GError **error);
AskArrangement *ask_arrangement_ref (AskArrangement *self);
void ask_arrangement_unref (AskArrangement *self);
AskRows *ask_arrangement_get_rows (const AskArrangement *self);
gsize ask_arrangement_get_n_rows (const AskArrangement *self);
gsize ask_arrangement_get_row (const AskArrangement *self, gsize place);
const AskValue *ask_arrangement_get (const AskArrangement *self, gsize place, guint column);
gsize ask_arrangement_get_size (const AskArrangement *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskArrangement, ask_arrangement_unref)

/** AskBlockPart: rows from @from to before @to, and of the columns of the block those from @first to before @last */
typedef struct
{
  gsize from;
  gsize to;
  guint first;
  guint last;
} AskBlockPart;

/**
 * AskBlock:
 * @arrangement: (transfer none): whose rows these are
 * @from: the first of them, from 0
 * @to: the place after the last
 * @columns: (array length=n_columns): of the rows, in the order in which they are shown
 * @parts: (array length=n_parts) (nullable): what of it is selected, which may overlap; %NULL for all
 *
 * A selection: some columns of neighbouring rows, or several parts of these.
 */
typedef struct
{
  const AskArrangement *arrangement;
  gsize from;
  gsize to;
  const guint *columns;
  guint n_columns;
  const AskBlockPart *parts;
  guint n_parts;
} AskBlock;

gboolean ask_block_has_row (const AskBlock *self, gsize place);
const AskValue *ask_block_get (const AskBlock *self, gsize place, guint i);

G_END_DECLS
