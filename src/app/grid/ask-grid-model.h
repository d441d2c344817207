/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a grid shows and how: rows, what a person wants of them, and the columns as they are shown. It outlives the widget:
 * whoever keeps it keeps the order, the filters and the widths, and two grids on one model show the same.
 *
 * Rows that are not all here: where rows were cut off (ask_rows_get_truncated()), ordering and filtering what is here would
 * answer another question. So the model first asks its owner:
 *
 * |[
 * static gboolean
 * arrange_wanted (AskGridModel *model, const AskTableWish *wish, MyPage *self)
 * {
 *   my_page_query (self, wish);   // writes ORDER BY and WHERE, runs it as a job
 *   return TRUE;                  // and calls ask_grid_model_take_rows() when it is done
 * }
 * ]|
 *
 * "arrange-wanted" (AskTableWish): %TRUE says that the owner will bring the rows. From then on it is asked each time.
 * "more-wanted": a person has come near the end of rows that were cut off; the owner may call ask_grid_model_extend().
 * "rows-changed", "arranged", "columns-changed", "busy-changed": something else is shown.
 */
#pragma once

#include <gio/gio.h>

#include "table/ask-arrangement.h"

G_BEGIN_DECLS

#define ASK_TYPE_GRID_MODEL (ask_grid_model_get_type ())
G_DECLARE_FINAL_TYPE (AskGridModel, ask_grid_model, ASK, GRID_MODEL, GObject)

/** AskGridColour: how a column's values are seen at a glance. Lists of numbers are small lines, or bars, or their text */
typedef enum
{
  ASK_GRID_COLOUR_NONE,
  ASK_GRID_COLOUR_BARS, /* as long as the value is large */
  ASK_GRID_COLOUR_SCALE, /* the deeper the larger */
  ASK_GRID_COLOUR_NEGATIVE, /* red below zero */
  ASK_GRID_COLOUR_TEXT /* of lists of numbers: as they are written */
} AskGridColour;

AskGridModel *ask_grid_model_new (AskRows *rows);
AskRows *ask_grid_model_get_rows (AskGridModel *self);
AskArrangement *ask_grid_model_get_arrangement (AskGridModel *self);
const AskTableWish *ask_grid_model_get_wish (AskGridModel *self);
void ask_grid_model_take_wish (AskGridModel *self, AskTableWish *wish);
gboolean ask_grid_model_is_busy (AskGridModel *self);
void ask_grid_model_fix_order (AskGridModel *self);
gboolean ask_grid_model_is_fixed (AskGridModel *self);

void ask_grid_model_set_source (AskGridModel *self, const char *path, const char *sql);
void ask_grid_model_set_workspace (AskGridModel *self, const char *path);
const char *ask_grid_model_get_workspace (AskGridModel *self);
const char *ask_grid_model_get_source (AskGridModel *self, const char **path);
const char *ask_grid_model_get_statement (AskGridModel *self);
gboolean ask_grid_model_is_asked (AskGridModel *self);
gboolean ask_grid_model_is_asking (AskGridModel *self);
const char *ask_grid_model_get_failure (AskGridModel *self);
void ask_grid_model_take_rows (AskGridModel *self, AskRows *rows);
void ask_grid_model_give_up (AskGridModel *self, const char *why);
void ask_grid_model_extend (AskGridModel *self, AskRows *rows);
void ask_grid_model_set_total (AskGridModel *self, gint64 n_rows);
gint64 ask_grid_model_get_total (AskGridModel *self);
void ask_grid_model_want_more (AskGridModel *self);

guint ask_grid_model_get_n_columns (AskGridModel *self);
guint ask_grid_model_get_column (AskGridModel *self, guint place);
guint ask_grid_model_find_place (AskGridModel *self, guint column);
guint ask_grid_model_get_n_shown (AskGridModel *self);
guint ask_grid_model_get_shown (AskGridModel *self, guint place);
gboolean ask_grid_model_is_hidden (AskGridModel *self, guint column);
void ask_grid_model_set_hidden (AskGridModel *self, guint column, gboolean hidden);
void ask_grid_model_move (AskGridModel *self, guint column, int by);
void ask_grid_model_swap (AskGridModel *self, guint column, int by);
guint ask_grid_model_get_n_frozen (AskGridModel *self);
void ask_grid_model_set_n_frozen (AskGridModel *self, guint n);
int ask_grid_model_get_width (AskGridModel *self, guint column);
void ask_grid_model_set_width (AskGridModel *self, guint column, int width);
AskGridColour ask_grid_model_get_colour (AskGridModel *self, guint column);
void ask_grid_model_set_colour (AskGridModel *self, guint column, AskGridColour colour);
GVariant *ask_grid_model_dup_layout (AskGridModel *self);
void ask_grid_model_set_layout (AskGridModel *self, GVariant *layout);
gboolean ask_grid_model_get_part (AskGridModel *self, guint column, const AskValue *value, double *zero, double *part);

G_END_DECLS
