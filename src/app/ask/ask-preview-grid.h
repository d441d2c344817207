/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A few rows at a glance: the first ones of what may be meant, or those in which it differs.
 */
#pragma once

#include <gtk/gtk.h>

#include "agent/ask-agent.h"

G_BEGIN_DECLS

GtkWidget *ask_preview_cell_new       (const char      *text,
                                       gboolean         right,
                                       const char      *style);
GtkWidget *ask_preview_grid_new       (AskRows         *rows,
                                       guint            max_rows,
                                       guint            max_columns);
GtkWidget *ask_preview_difference_new (const AskAnswer *answer);

G_END_DECLS
