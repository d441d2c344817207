/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What comes of a pivot: groups in a tree for the rows and one for the columns, and what is summed up where they meet, of
 * each group and of all. The same whether the rows are here, or each source has grouped its own.
 */
#pragma once

#include "table/ask-pivot.h"

G_BEGIN_DECLS

typedef struct _AskPivotTable AskPivotTable;

/** ASK_PIVOT_MAX_COLUMNS: groups for the columns beyond so many are an error: nobody reads them, and each costs a column */
#define ASK_PIVOT_MAX_COLUMNS 500

/**
 * AskPivotQuery:
 * @sql: a SELECT in the dialect of the relational view
 * @value: the value that is given in detail, by each of its cells; -1 where all others are summed up
 */
typedef struct
{
  char *sql;
  int value;
} AskPivotQuery;

/**
 * AskPivotLine:
 * @group: of the tree of rows, 0 for all
 * @level: how far in it stands; 0 for the outermost and for all
 * @open: whether the groups in it follow
 * @has_groups: whether there are any
 *
 * A line of a pivot as it is shown.
 */
typedef struct
{
  guint group;
  guint level;
  gboolean open;
  gboolean has_groups;
} AskPivotLine;

/**
 * AskPivotColumn:
 * @group: of the tree of columns, 0 for all
 * @value: which of the values, from 0
 *
 * A column of a pivot as it is shown, behind those of the labels.
 */
typedef struct
{
  guint group;
  guint value;
} AskPivotColumn;

AskPivotTable *ask_pivot_table_new         (const AskPivot      *pivot,
                                            AskRows             *rows,
                                            GCancellable        *cancellable,
                                            GError             **error);
AskPivotTable *ask_pivot_table_collect     (const AskPivot      *pivot,
                                            AskRows             *head,
                                            GPtrArray           *parts,
                                            GCancellable        *cancellable,
                                            GError             **error);
void           ask_pivot_table_free        (AskPivotTable       *self);
GPtrArray     *ask_pivot_make_queries      (const AskPivot      *pivot,
                                            const AskRows       *head,
                                            const char          *from,
                                            GError             **error);
AskPivot      *ask_pivot_table_narrow      (const AskPivotTable *self,
                                            guint                row,
                                            guint                column);
AskRows       *ask_pivot_filter_rows       (const AskPivot      *self,
                                            AskRows             *rows,
                                            GCancellable        *cancellable,
                                            GError             **error);
char          *ask_pivot_make_rows_query   (const AskPivot      *pivot,
                                            const AskRows       *head,
                                            const char          *from);

const AskPivot *ask_pivot_table_get_pivot  (const AskPivotTable *self);
guint          ask_pivot_table_get_n_rows  (const AskPivotTable *self);
AskValue       ask_pivot_table_get         (const AskPivotTable *self,
                                            guint                row,
                                            guint                column,
                                            guint                value);
char          *ask_pivot_table_name_row    (const AskPivotTable *self,
                                            guint                row);
char          *ask_pivot_table_name_column (const AskPivotTable *self,
                                            guint                column);
AskRows       *ask_pivot_table_list_groups (const AskPivotTable *self);
AskRows       *ask_pivot_table_to_rows     (AskPivotTable       *self,
                                            GHashTable          *closed,
                                            gboolean             exact,
                                            GArray             **lines,
                                            GArray             **columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPivotTable, ask_pivot_table_free)

void           ask_pivot_query_free        (AskPivotQuery       *self);

G_END_DECLS
