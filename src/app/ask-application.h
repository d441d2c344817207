/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The application: one process, one window a workspace file, and the actions that need no window.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ASK_TYPE_APPLICATION (ask_application_get_type ())
G_DECLARE_FINAL_TYPE (AskApplication, ask_application, ASK, APPLICATION, AdwApplication)

AskApplication *ask_application_new          (void);
GSettings      *ask_application_get_settings (AskApplication *self);
void            ask_application_register_resources (void);

G_END_DECLS
