/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The impact test: two versions of the schema, every verified question asked under both, and the answers that differ
 * side by side.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_IMPACT_WINDOW (ask_impact_window_get_type ())
G_DECLARE_FINAL_TYPE (AskImpactWindow, ask_impact_window, ASK, IMPACT_WINDOW, AdwWindow)

GtkWidget  *ask_impact_window_new       (AskSession      *session);
const char *ask_impact_window_get_state (AskImpactWindow *self);
void        ask_impact_window_select    (AskImpactWindow *self,
                                         guint            index);

G_END_DECLS
