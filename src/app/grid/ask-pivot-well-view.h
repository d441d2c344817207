/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One of the places that columns are put into to make a pivot: a heading and a button for each column. Buttons are dragged from
 * well to well; their menus do the same, and Alt with an arrow and Delete do with the keyboard.
 *
 * It only asks for actions: "pivot.put" (from well, index, to well, index) and those that its menus name.
 */
#pragma once

#include <gtk/gtk.h>

#include "table/ask-pivot.h"

G_BEGIN_DECLS

#define ASK_TYPE_PIVOT_WELL_VIEW (ask_pivot_well_view_get_type ())
G_DECLARE_FINAL_TYPE (AskPivotWellView, ask_pivot_well_view, ASK, PIVOT_WELL_VIEW, GtkWidget)

GtkWidget *ask_pivot_well_view_new (AskPivotWell      well);
void       ask_pivot_well_view_set (AskPivotWellView *self,
                                    const AskPivot   *pivot,
                                    const AskRows    *rows);

GMenuModel *ask_pivot_menu_new     (const AskPivot   *pivot,
                                    const AskRows    *rows,
                                    AskPivotPlace     place);

G_END_DECLS
