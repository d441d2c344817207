/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window of AdwPreferencesPages, as AdwPreferencesWindow is, whose groups go with it.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ASK_TYPE_DESK_WINDOW (ask_desk_window_get_type ())
G_DECLARE_DERIVABLE_TYPE (AskDeskWindow, ask_desk_window, ASK, DESK_WINDOW, AdwWindow)

struct _AskDeskWindowClass
{
  AdwWindowClass parent_class;
};

void ask_desk_window_add (AskDeskWindow *self, AdwPreferencesPage *page);
void ask_desk_window_add_toast (AskDeskWindow *self, AdwToast *toast);
void ask_desk_window_show_page (AskDeskWindow *self, AdwPreferencesPage *page);
void ask_desk_window_show_page_named (AskDeskWindow *self, const char *name);

G_END_DECLS
