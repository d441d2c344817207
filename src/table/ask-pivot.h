/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pivots: which columns make rows, which make columns, and what is summed up where they meet. A pivot only says what is
 * wanted; ask-pivot-table.h has what comes of it, from rows that are here or from a source's own GROUP BY.
 */
#pragma once

#include <gio/gio.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

/** AskPivotPart: what of a value makes a group; all but the first are of days and moments */
typedef enum
{
  ASK_PIVOT_WHOLE,
  ASK_PIVOT_YEAR,
  ASK_PIVOT_QUARTER,
  ASK_PIVOT_MONTH,
  ASK_PIVOT_WEEK, /* of ISO 8601 */
  ASK_PIVOT_DAY
} AskPivotPart;

#define ASK_N_PIVOT_PARTS (ASK_PIVOT_DAY + 1)

typedef enum
{
  ASK_PIVOT_COUNT, /* rows, or values that are not NULL */
  ASK_PIVOT_SUM,
  ASK_PIVOT_AVERAGE,
  ASK_PIVOT_LEAST,
  ASK_PIVOT_MOST,
  ASK_PIVOT_DISTINCT
} AskPivotFunction;

#define ASK_N_PIVOT_FUNCTIONS (ASK_PIVOT_DISTINCT + 1)

/** AskPivotShare: what a value is shown as a part of */
typedef enum
{
  ASK_PIVOT_OF_NOTHING,
  ASK_PIVOT_OF_ROW,
  ASK_PIVOT_OF_COLUMN,
  ASK_PIVOT_OF_ALL
} AskPivotShare;

#define ASK_N_PIVOT_SHARES (ASK_PIVOT_OF_ALL + 1)

/**
 * AskPivotField:
 * @column: of the rows, from 0
 * @part: what of its values makes a group
 * @descending: last groups first
 * @by_value: groups stand in the order of one of the values, not of their labels
 * @value: which of the values, from 0
 */
typedef struct
{
  guint column;
  AskPivotPart part;
  gboolean descending;
  gboolean by_value;
  guint value;
} AskPivotField;

/**
 * AskPivotValue:
 * @column: of the rows; -1 counts rows
 * @function: how values become one
 * @share: whether it is shown as a share
 */
typedef struct
{
  int column;
  AskPivotFunction function;
  AskPivotShare share;
} AskPivotValue;

/**
 * AskPivotFilter:
 * @column: of the rows
 * @part: what of its values is looked at
 * @choices: (element-type AskValue): those that are kept; NULL may be one. Without any, all are
 */
typedef struct
{
  guint column;
  AskPivotPart part;
  GArray *choices;
} AskPivotFilter;

/**
 * AskPivot:
 * @rows: (element-type AskPivotField): the first is the outermost
 * @columns: (element-type AskPivotField): likewise
 * @values: (element-type AskPivotValue): at least one
 * @filters: (element-type AskPivotFilter): a row has to pass all
 */
typedef struct
{
  GArray *rows;
  GArray *columns;
  GArray *values;
  GPtrArray *filters;
} AskPivot;

/** AskPivotWell: where a person puts a column; of %ASK_PIVOT_FIELDS it is taken from, and stays there */
typedef enum
{
  ASK_PIVOT_FIELDS,
  ASK_PIVOT_ROWS,
  ASK_PIVOT_COLUMNS,
  ASK_PIVOT_VALUES,
  ASK_PIVOT_FILTERS
} AskPivotWell;

#define ASK_N_PIVOT_WELLS (ASK_PIVOT_FILTERS + 1)

/** AskPivotPlace: @index: from 0; of %ASK_PIVOT_FIELDS the column, and of where something goes, G_MAXUINT is the end */
typedef struct
{
  AskPivotWell well;
  guint index;
} AskPivotPlace;

AskPivot       *ask_pivot_new           (void);
AskPivot       *ask_pivot_copy          (const AskPivot   *self);
void            ask_pivot_free          (AskPivot         *self);
void            ask_pivot_add_row       (AskPivot         *self,
                                         guint             column,
                                         AskPivotPart      part);
void            ask_pivot_add_column    (AskPivot         *self,
                                         guint             column,
                                         AskPivotPart      part);
void            ask_pivot_add_value     (AskPivot         *self,
                                         int               column,
                                         AskPivotFunction  function,
                                         AskPivotShare     share);
void            ask_pivot_add_filter    (AskPivot         *self,
                                         AskPivotFilter   *filter);
AskPivotFilter *ask_pivot_filter_new    (guint             column,
                                         AskPivotPart      part);
AskPivotFilter *ask_pivot_filter_copy   (const AskPivotFilter *self);
void            ask_pivot_filter_free   (AskPivotFilter   *self);
void            ask_pivot_filter_choose (AskPivotFilter   *self,
                                         const AskValue   *choice);
gboolean        ask_pivot_check         (const AskPivot   *self,
                                         const AskRows    *rows,
                                         GError          **error);
gboolean        ask_pivot_may_add       (const AskRows    *rows,
                                         guint             column);
gboolean        ask_pivot_has_parts     (const AskRows    *rows,
                                         guint             column);
AskPivotFunction ask_pivot_suggest      (const AskRows    *rows,
                                         int               column);
char           *ask_pivot_name_field    (const AskRows    *rows,
                                         guint             column,
                                         AskPivotPart      part);
char           *ask_pivot_name_value    (const AskRows    *rows,
                                         const AskPivotValue *value);

/* ask-pivot-edit.c */
void            ask_pivot_put           (AskPivot         *self,
                                         const AskRows    *rows,
                                         AskPivotPlace     from,
                                         AskPivotPlace     to);
guint           ask_pivot_count         (const AskPivot   *self,
                                         AskPivotWell      well);
int             ask_pivot_get_column    (const AskPivot   *self,
                                         AskPivotPlace     place,
                                         AskPivotPart     *part);
void            ask_pivot_set_part      (AskPivot         *self,
                                         AskPivotPlace     place,
                                         AskPivotPart      part);
char           *ask_pivot_describe      (const AskPivot   *self,
                                         const AskRows    *rows,
                                         AskPivotPlace     place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPivot, ask_pivot_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskPivotFilter, ask_pivot_filter_free)

G_END_DECLS
