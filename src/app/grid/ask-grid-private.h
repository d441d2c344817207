/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a grid is built, from the inside out:
 *   ask-grid-cell.c     a cell: a text, drawn without GtkLabel's cost
 *   ask-grid-picture.c  a cell that is a picture
 *   ask-grid-spark.c    small lines in cells
 *   ask-grid-row.c      cells beside each other, those that are frozen over those that scroll; rows below each other
 *   ask-grid-head.c     the columns' names, and what the pointer does to them
 *   ask-grid-body.c     where columns and rows stand, scrolling, widgets for what is on screen only
 *   ask-grid-select.c   the cursor, the selection, keys and the pointer
 *   ask-grid.c          the body with its search bar and its line of figures
 *   ask-grid-menu.c     what can be done to a column and to a selection
 *   ask-grid-filter.c   a column's filter, typed and chosen
 *   ask-grid-columns.c  which columns are shown
 *   ask-grid-trend.c    groups over time as a table of small lines
 *   ask-grid-window.c   a grid that fills a window
 */
#pragma once

#include <gtk/gtk.h>

#include "app/grid/ask-grid.h"
#include "app/jobs/ask-jobs-picture.h"
#include "base/ask-cell.h"
#include "table/ask-figures.h"

G_BEGIN_DECLS

#define ASK_GRID_PADDING 9
#define ASK_GRID_LEAST_WIDTH 36
/* A small line. */
#define ASK_GRID_SPARK_WIDTH 150
/* A column takes no more by itself, however long its texts are. */
#define ASK_GRID_MOST_WIDTH 340

/* Cells. */

/**
 * AskGridLook:
 * @text: what it says, on one line
 * @right: it stands at the end
 * @dim: no value
 * @alert: red
 * @selected: part of the selection
 * @bar_from: where a bar begins and, @bar_to, ends, from 0 to 1; the same where there is none
 * @depth: how deep its background is, from 0 to 1
 * @said: (nullable): what a screen reader says instead of @text
 * @about: (nullable): the name of its column
 * @picture: (nullable): that stands before @text, or why it cannot be shown
 * @series: (nullable) (element-type double): what is drawn as a small line instead of @text
 * @steps: @series is drawn as bars
 */
typedef struct
{
  const char *text;
  gboolean right;
  gboolean dim;
  gboolean alert;
  gboolean selected;
  double bar_from;
  double bar_to;
  double depth;
  const char *said;
  const char *about;
  AskPicture *picture;
  GArray *series;
  gboolean steps;
} AskGridLook;

#define ASK_TYPE_GRID_CELL (ask_grid_cell_get_type ())
G_DECLARE_FINAL_TYPE (AskGridCell, ask_grid_cell, ASK, GRID_CELL, GtkWidget)

GtkWidget *ask_grid_cell_new (GtkAccessibleRole role);
void ask_grid_cell_set (AskGridCell *self, const AskGridLook *look);
void ask_grid_cell_set_selected (AskGridCell *self, gboolean selected);
const char *ask_grid_cell_get_text (AskGridCell *self);
gboolean ask_grid_cell_is_cut (AskGridCell *self);

/* The body. */

/**
 * AskGridSlot:
 * @place: among the shown columns, from 0
 * @column: of the rows
 * @x: from the start of the body, on screen
 * @frozen: scrolled columns go below it
 *
 * A column that is on screen.
 */
typedef struct
{
  guint place;
  guint column;
  int x;
  int width;
  gboolean frozen;
} AskGridSlot;

/* @row, @place: from 0, of what is shown */
typedef struct
{
  gsize row;
  guint place;
} AskGridPoint;

/* From @from to before @to, in shown columns from @first to before @last; none where @from is @to */
typedef struct
{
  gsize from;
  gsize to;
  guint first;
  guint last;
} AskGridRange;

/** AskGridPictures: those of a body's cells; see ask-grid-picture.h */
typedef struct _AskGridPictures AskGridPictures;

#define ASK_TYPE_GRID_BODY (ask_grid_body_get_type ())
G_DECLARE_FINAL_TYPE (AskGridBody, ask_grid_body, ASK, GRID_BODY, GtkWidget)

#define ASK_TYPE_GRID_ROW (ask_grid_row_get_type ())
G_DECLARE_FINAL_TYPE (AskGridRow, ask_grid_row, ASK, GRID_ROW, GtkWidget)

#define ASK_TYPE_GRID_ROWS (ask_grid_rows_get_type ())
G_DECLARE_FINAL_TYPE (AskGridRows, ask_grid_rows, ASK, GRID_ROWS, GtkWidget)

#define ASK_TYPE_GRID_HEAD (ask_grid_head_get_type ())
G_DECLARE_FINAL_TYPE (AskGridHead, ask_grid_head, ASK, GRID_HEAD, GtkWidget)

/**
 * AskGridBody:
 * @formats: (array): of each column of the rows
 * @series: (array): of each, whether it has a list of numbers in each row
 * @naturals: (array): the width that a column's values need, 0 while nobody has measured
 * @slots: (element-type AskGridSlot): what is on screen, the frozen ones first
 * @ends: (array): where each shown column ends, not scrolled, the numbers of the rows counted
 * @gutter: how wide these are
 * @frozen: where what is frozen ends, @gutter at least
 * @tooltip: (nullable): what a click on a cell does
 * @has_cursor: a cell is where the keyboard is, or was last
 * @n_columns: how many columns are shown
 * @cursor_row: which of the rows, from 0, the cursor is at
 * @others: (element-type AskGridRange): further blocks that are selected, beside @range
 * @adding: the next block is one more, and the keyboard goes to it without giving up the others
 */
struct _AskGridBody
{
  GtkWidget parent_instance;
  AskGridModel *model;
  GtkWidget *head;
  GtkWidget *rows;
  GtkAdjustment *adjustments[2];
  GtkScrollablePolicy policies[2];
  AskCellFormat *formats;
  gboolean *series;
  int *naturals;
  GArray *slots;
  int *ends;
  guint n_columns;
  int gutter;
  int frozen;
  int row_height;
  int head_height;
  char *tooltip;
  gboolean has_cursor;
  AskGridPoint cursor;
  AskGridPoint anchor;
  AskGridRange range;
  gsize cursor_row;
  GArray *others;
  gboolean adding;
  AskGridPictures *pictures;
};

GtkWidget *ask_grid_body_new (void);
void ask_grid_body_set_model (AskGridBody *self, AskGridModel *model);
gsize ask_grid_body_get_n_rows (AskGridBody *self);
void ask_grid_body_rebind (AskGridBody *self);
void ask_grid_body_describe (AskGridBody *self, gsize row, guint column, AskGridLook *look, char **text);
int ask_grid_body_find_width (AskGridBody *self, guint column);
void ask_grid_body_show (AskGridBody *self, AskGridPoint point);
guint ask_grid_body_get_page (AskGridBody *self);
int ask_grid_body_get_height (AskGridBody *self, gsize n_rows);
const AskGridSlot *ask_grid_body_find_slot (AskGridBody *self, double x);
gboolean ask_grid_body_find_point (AskGridBody *self, double x, double y, AskGridPoint *point);
gboolean ask_grid_body_is_rtl (AskGridBody *self);

/* Small lines. */

gboolean ask_grid_spark_is_drawn (AskGridBody *self, guint column);
gboolean ask_grid_spark_describe (AskGridBody *self, guint column, const AskValue *value, AskGridLook *look, char **text);
void ask_grid_spark_snapshot (GtkWidget *widget, GtkSnapshot *snapshot, GArray *numbers, gboolean bars,
                              gboolean selected);

/* Rows. */

GtkWidget *ask_grid_row_new (AskGridBody *body);
void ask_grid_row_set (AskGridRow *self, gsize row);
gsize ask_grid_row_get (AskGridRow *self);
void ask_grid_row_select (AskGridRow *self);
GtkWidget *ask_grid_row_find_cell (AskGridRow *self, guint place);
GtkWidget *ask_grid_rows_new (AskGridBody *body);
void ask_grid_rows_rebind (AskGridRows *self);
void ask_grid_rows_scroll (AskGridRows *self);
void ask_grid_rows_move (AskGridRows *self);
void ask_grid_rows_select (AskGridRows *self);
GtkWidget *ask_grid_rows_find_cell (AskGridRows *self, AskGridPoint point);
GtkWidget *ask_grid_head_new (AskGridBody *body);
void ask_grid_head_update (AskGridHead *self);
GtkWidget *ask_grid_head_find_cell (AskGridHead *self, guint column);

/* The selection. */

/**
 * AskGridSelection:
 * @block: what is selected
 * @cells: how many cells at most
 *
 * What is selected, for whoever reads it in another thread.
 */
typedef struct
{
  AskBlock block;
  gsize cells;
  AskArrangement *arrangement;
  guint *columns;
  AskBlockPart *parts;
} AskGridSelection;

AskGridSelection *ask_grid_selection_new (AskGridBody *body);
void ask_grid_selection_free (AskGridSelection *self);
void ask_grid_select_watch (AskGridBody *self);
void ask_grid_select_range (AskGridBody *self, AskGridRange range);
void ask_grid_select_point (AskGridBody *self, AskGridPoint point, gboolean extend);
void ask_grid_select_all (AskGridBody *self);
void ask_grid_select_forget (AskGridBody *self);
gboolean ask_grid_select_has (AskGridBody *self, gsize row, guint place);
gboolean ask_grid_select_fits (AskGridBody *self, gsize n_rows);

/* Columns as people change them. */

void ask_grid_menu_install (GtkWidgetClass *klass);
void ask_grid_menu_popup_column (AskGrid *self, guint column);
void ask_grid_menu_popup_cell (AskGrid *self, AskGridPoint point);
GtkWidget *ask_grid_filter_new (AskGridModel *model, guint column);
void ask_grid_filter_by_install (GtkWidgetClass *klass);
GMenu *ask_grid_filter_by_menu (AskGridBody *body, AskGridPoint point);
GtkWidget *ask_grid_columns_new (AskGridModel *model);
char *ask_grid_make_statement (AskGrid *self);
void ask_grid_save_install (GtkWidgetClass *klass);
GMenu *ask_grid_save_menu (void);
void ask_grid_window_show (AskGrid *self);
void ask_grid_window_open (AskGrid *self, AskGridModel *model, const char *title);
void ask_grid_show_trend (AskGrid *self);

AskGridBody *ask_grid_get_body (AskGrid *self);
void ask_grid_tell (AskGrid *self, const char *words);
void ask_grid_search (AskGrid *self);
void ask_grid_close_search (AskGrid *self);
void ask_grid_hide_enlarge (AskGrid *self);
const char *ask_grid_get_title (AskGrid *self);
const char *ask_grid_get_rename (AskGrid *self);
const char *ask_grid_get_statement (AskGrid *self);
void ask_grid_show_popover (AskGrid *self, GtkWidget *popover, GtkWidget *at);

G_END_DECLS
