/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What both files of the model share, and what its jobs and those of a filter are told.
 *   ask-grid-model.c          rows, the wish, and who carries it out
 *   ask-grid-model-columns.c  how columns are shown
 */
#pragma once

#include "app/grid/ask-grid-model.h"

G_BEGIN_DECLS

/* @column: of the rows, from 0; @width: in pixels, 0 for what its values need; @least, @most: of its numbers, where it has
 * a colour */
typedef struct
{
  guint column;
  int width;
  gboolean hidden;
  AskGridColour colour;
  double least;
  double most;
} AskGridColumn;

/* @columns: in the order in which they are shown, hidden ones among them
 * @fixed: rows stay in their order
 * @owned: an owner has brought rows; it is asked each time from then on
 * @taken_over: it brings, or has brought, those of this wish
 * @asked_for: (nullable): the rows for which more were wanted, not held; @asking: says so soon
 * @first: (nullable): the rows as they came, where a statement has more; @sql: that statement
 * @path: (nullable): of the workspace that they come from
 * @asked: what is here is what the statement gave for a wish; @asking_source: it is asked now
 * @failure: (nullable): why it gave nothing, in words
 * @total: how many rows there are, of which @rows may be a part; -1 where nobody knows */
struct _AskGridModel
{
  GObject parent_instance;
  AskRows *rows;
  AskTableWish *wish;
  AskArrangement *arrangement;
  GArray *columns;
  guint n_frozen;
  gboolean fixed;
  gboolean owned;
  gboolean taken_over;
  guint asking;
  gboolean busy;
  AskRows *asked_for;
  gint64 total;
  AskRows *first;
  char *path;
  char *sql;
  gboolean asked;
  gboolean asking_source;
  char *failure;
  GCancellable *cancellable;
};

/* What a job of a grid is told. */
typedef struct
{
  AskRows *rows;
  AskTableWish *wish;
  guint column;
} AskGridRequest;

AskGridRequest *ask_grid_request_new (AskRows *rows, const AskTableWish *wish, guint column);
void ask_grid_request_free (gpointer data);
void ask_grid_column_measure (AskGridModel *self, AskGridColumn *column);

G_END_DECLS
