/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was run, in a popover: when, how long it took, what came of it; a click brings it back.
 */
#pragma once

#include "app/jobs/ask-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_QUERY_HISTORY (ask_query_history_get_type ())
G_DECLARE_FINAL_TYPE (AskQueryHistory, ask_query_history, ASK, QUERY_HISTORY, GtkPopover)

GtkWidget *ask_query_history_new (AskSession *session);

G_END_DECLS
