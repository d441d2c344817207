/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of the program: rows that a person sorts, filters, searches, copies and looks through, a million as well as
 * ten. It fills the room that it is given; where its page scrolls, ask_grid_fit() lets it show eight rows or all. What is
 * done to the columns and the order is in its AskGridModel, which may outlive it.
 *
 * "cell-activated" (row, column), both from 0 and of the rows, however they are ordered: a person clicked on a cell or
 * pressed Enter on it, in a grid that ask_grid_set_clickable() was called for.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/grid/ask-grid-model.h"

G_BEGIN_DECLS

#define ASK_TYPE_GRID (ask_grid_get_type ())
G_DECLARE_FINAL_TYPE (AskGrid, ask_grid, ASK, GRID, GtkWidget)

GtkWidget *ask_grid_new (void);
void ask_grid_set_rows (AskGrid *self, AskRows *rows);
AskRows *ask_grid_get_rows (AskGrid *self);
void ask_grid_set_model (AskGrid *self, AskGridModel *model);
AskGridModel *ask_grid_get_model (AskGrid *self);
void ask_grid_set_title (AskGrid *self, const char *title);
char *ask_grid_name_rows (const AskRows *rows);
void ask_grid_set_rename (AskGrid *self, const char *action);
void ask_grid_set_statement (AskGrid *self, const char *sql);
void ask_grid_set_clickable (AskGrid *self, const char *tooltip);
void ask_grid_fit (AskGrid *self, int max_height);
void ask_grid_enlarge (AskGrid *self);

void ask_grid_save (AskGrid *self, const char *path);

G_END_DECLS
