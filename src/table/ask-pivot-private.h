/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of pivots share. Only ask-pivot*.c include it.
 *
 *   ask-pivot.c         what is wanted, and whether it means something
 *   ask-pivot-edit.c    fields that a person moves
 *   ask-pivot-key.c     what of a value makes a group, here and in SQL
 *   ask-pivot-tally.c   counts, sums, extremes and sets of values that are made one
 *   ask-pivot-axis.c    groups in a tree
 *   ask-pivot-table.c   cells where groups meet
 *   ask-pivot-lines.c   the table as rows that are shown and written
 *   ask-pivot-sql.c     the same from queries
 */
#pragma once

#include "table/ask-exact-sum.h"
#include "table/ask-pivot-table.h"

G_BEGIN_DECLS

/* ask-pivot-key.c */
AskValue ask_pivot_key (AskPivotPart part, const AskValue *value, char *room);
void     ask_pivot_append_key (GString *sql, AskPivotPart part, const char *column);
guint    ask_pivot_key_hash (gconstpointer key);
gboolean ask_pivot_key_equal (gconstpointer a, gconstpointer b);
gboolean ask_pivot_passes (const AskPivot *pivot, const AskRows *rows, gsize row);
void     ask_pivot_append_in (GString *sql, AskPivotPart part, const char *column, const AskValue *keys, guint n);
AskType  ask_pivot_key_type (AskPivotPart part, AskType type);

/** ASK_PIVOT_KEY_BYTES: of the text of a part of a time */
#define ASK_PIVOT_KEY_BYTES 16

/**
 * AskPivotTally:
 * @n: values that are not NULL; of a count of rows, rows
 * @least, @most: borrowed from the rows
 * @set: (nullable) (element-type AskValue): those of a distinct count
 */
typedef struct
{
  gsize n;
  AskExactSum sum;
  AskValue least;
  AskValue most;
  GHashTable *set;
} AskPivotTally;

/* ask-pivot-tally.c */
void     ask_pivot_tally_clear (AskPivotTally *self);
gboolean ask_pivot_tally_add (AskPivotTally *self, AskPivotFunction function, AskType type, const AskValue *value,
                              gint64 times);
void     ask_pivot_tally_merge (AskPivotTally *self, AskPivotFunction function, AskType type, const AskPivotTally *other);
AskValue ask_pivot_tally_get (const AskPivotTally *self, AskPivotFunction function, GStringChunk *texts);
int      ask_pivot_compare (AskType type, const AskValue *a, const AskValue *b);

/**
 * AskPivotGroup:
 * @parent: its place in the tree; of the root itself
 * @level: 0 of the root, 1 of the outermost groups
 * @groups: (nullable) (element-type guint): those in it, in their order
 */
typedef struct
{
  AskValue key;
  guint parent;
  guint level;
  GArray *groups;
} AskPivotGroup;

/**
 * AskPivotAxis:
 * @groups: (element-type AskPivotGroup): the first is the root, which has all rows
 * @children: (element-type GHashTable): for each group those in it, by their keys; NULL for none
 * @texts: of keys
 */
typedef struct
{
  const GArray *fields;
  GArray *groups;
  GPtrArray *children;
  GStringChunk *texts;
} AskPivotAxis;

/* ask-pivot-axis.c */
void  ask_pivot_axis_init (AskPivotAxis *self, const GArray *fields);
void  ask_pivot_axis_clear (AskPivotAxis *self);
guint ask_pivot_axis_find (AskPivotAxis *self, guint parent, const AskValue *key);
const AskPivotGroup *ask_pivot_axis_get (const AskPivotAxis *self, guint group);

/**
 * AskPivotTable:
 * @head: what the columns of the pivot are
 * @kept: (element-type AskRows): whose cells extremes and sets are borrowed from
 * @cells: (element-type GArray): for each group of rows the places of its tallies by the group of columns, from 1; 0 for none
 * @n_places: how many places @cells has
 * @tallies: (element-type AskPivotTally): as many for each cell as there are values
 */
struct _AskPivotTable
{
  AskPivot *pivot;
  AskRows *head;
  GPtrArray *kept;
  AskPivotAxis row_axis;
  AskPivotAxis column_axis;
  GPtrArray *cells;
  gsize n_places;
  GArray *tallies;
  GStringChunk *texts;
};

/* ask-pivot-table.c */
AskPivotTally *ask_pivot_table_need (AskPivotTable *self, guint row, guint column);
AskPivotTally *ask_pivot_table_find (const AskPivotTable *self, guint row, guint column);
AskPivotTable *ask_pivot_table_begin (const AskPivot *pivot, AskRows *head);
gboolean       ask_pivot_table_settle (AskPivotTable *self, GCancellable *cancellable, GError **error);
AskType        ask_pivot_table_get_type (const AskPivotTable *self, guint value);

G_END_DECLS
