/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows that a part of a chart is drawn of. Private to this room.
 */
#pragma once

#include <gtk/gtk.h>

#include "base/ask-rows.h"

G_BEGIN_DECLS

GtkWidget *ask_chart_rows_window_new (AskRows    *rows,
                                      const char *title,
                                      const char *condition);

G_END_DECLS
