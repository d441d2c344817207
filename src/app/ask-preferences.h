/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Preferences: the language model, and light or dark.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "app/widgets/ask-desk-window.h"

G_BEGIN_DECLS

#define ASK_TYPE_PREFERENCES (ask_preferences_get_type ())
G_DECLARE_FINAL_TYPE (AskPreferences, ask_preferences, ASK, PREFERENCES, AskDeskWindow)

GtkWidget *ask_preferences_new (AskSession *session,
                                GSettings  *settings);

G_END_DECLS
