/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A running question: what is being done, for how long, its steps as they come, and Cancel.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_RUN_VIEW (ask_run_view_get_type ())
G_DECLARE_FINAL_TYPE (AskRunView, ask_run_view, ASK, RUN_VIEW, GtkWidget)

void ask_run_view_start (AskRunView *self,
                         const char *words);
void ask_run_view_step  (AskRunView *self,
                         guint       n,
                         const char *title);
void ask_run_view_stop  (AskRunView *self);

G_END_DECLS
