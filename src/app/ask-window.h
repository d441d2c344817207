/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window: a sidebar with the pages, the page, and which model answers.
 */
#pragma once

#include "app/ask-application.h"
#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_WINDOW (ask_window_get_type ())
G_DECLARE_FINAL_TYPE (AskWindow, ask_window, ASK, WINDOW, AdwApplicationWindow)

AskWindow  *ask_window_new         (AskApplication    *application,
                                    const char        *path);
AskSession *ask_window_get_session (AskWindow         *self);
void        ask_window_show_page   (AskWindow         *self,
                                    const char        *name);
void        ask_window_open_file   (AskWindow         *self,
                                    const char        *path);
void        ask_window_open_files  (AskWindow         *self,
                                    const char *const *paths);
GtkWidget  *ask_window_get_page    (AskWindow         *self,
                                    const char        *name);

G_END_DECLS
