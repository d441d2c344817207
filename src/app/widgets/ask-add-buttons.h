/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a page without sources offers: a button for each kind of source that can be added.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_ADD_BUTTONS (ask_add_buttons_get_type ())
G_DECLARE_FINAL_TYPE (AskAddButtons, ask_add_buttons, ASK, ADD_BUTTONS, GtkBox)

G_END_DECLS
