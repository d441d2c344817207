/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window in which a person makes a pivot: fields are put into rows, columns, values and filters, and the table follows.
 * Clicking on a group opens and closes it, on a number shows the rows behind it. Exports as a workbook or as CSV.
 */
#pragma once

#include <adwaita.h>

#include "table/ask-pivot.h"

G_BEGIN_DECLS

#define ASK_TYPE_PIVOT_WINDOW (ask_pivot_window_get_type ())
G_DECLARE_FINAL_TYPE (AskPivotWindow, ask_pivot_window, ASK, PIVOT_WINDOW, AdwWindow)

GtkWidget *ask_pivot_window_new        (AskRows        *rows,
                                        const char     *title);
void       ask_pivot_window_set_source (AskPivotWindow *self,
                                        const char     *path,
                                        const char     *from);
void       ask_pivot_window_set_pivot  (AskPivotWindow *self,
                                        const AskPivot *pivot);
const AskPivot *ask_pivot_window_get_pivot (AskPivotWindow *self);

G_END_DECLS
