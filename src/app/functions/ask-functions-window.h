/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The functions of a workspace: listed, defined, tried, changed, removed.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_FUNCTIONS_WINDOW (ask_functions_window_get_type ())
G_DECLARE_FINAL_TYPE (AskFunctionsWindow, ask_functions_window, ASK, FUNCTIONS_WINDOW, AdwWindow)

GtkWidget *ask_functions_window_new (AskSession *session);

G_END_DECLS
