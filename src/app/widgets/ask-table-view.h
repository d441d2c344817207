/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result as a table: scrolled, one column a column, numbers at the end of their cells, NULL as a
 * dim dash, long text shortened with the whole of it in a tooltip. "cell-activated", with a row and a column from 0, says
 * that a person clicked on a cell, or pressed Enter on a row: then the column is the first one of numbers.
 */
#pragma once

#include <gtk/gtk.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

#define ASK_TYPE_TABLE_VIEW (ask_table_view_get_type ())
G_DECLARE_FINAL_TYPE (AskTableView, ask_table_view, ASK, TABLE_VIEW, GtkWidget)

GtkWidget     *ask_table_view_new             (void);
void           ask_table_view_set_rows        (AskTableView *self,
                                               AskRows      *rows);
AskRows       *ask_table_view_get_rows        (AskTableView *self);
void           ask_table_view_set_clickable   (AskTableView *self,
                                               const char   *tooltip);
void           ask_table_view_fit             (AskTableView *self,
                                               int           max_height);
GtkColumnView *ask_table_view_get_column_view (AskTableView *self);

G_END_DECLS
