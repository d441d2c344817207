/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The History page: earlier questions by day, to open or to ask again.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_HISTORY_VIEW (ask_history_view_get_type ())
G_DECLARE_FINAL_TYPE (AskHistoryView, ask_history_view, ASK, HISTORY_VIEW, GtkWidget)

GtkWidget  *ask_history_view_new       (AskSession     *session);
void        ask_history_view_focus     (AskHistoryView *self);
const char *ask_history_view_get_state (AskHistoryView *self);

G_END_DECLS
