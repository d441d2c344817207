/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Browse page: all entities on the left, the opened one beside it, and the way that led there.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_BROWSE_VIEW (ask_browse_view_get_type ())
G_DECLARE_FINAL_TYPE (AskBrowseView, ask_browse_view, ASK, BROWSE_VIEW, GtkWidget)

GtkWidget *ask_browse_view_new (AskSession *session);
void ask_browse_view_open (AskBrowseView *self, const char *entity);
void ask_browse_view_search (AskBrowseView *self, const char *words);
void ask_browse_view_focus (AskBrowseView *self);
const char *ask_browse_view_get_state (AskBrowseView *self);
gboolean ask_browse_view_is_busy (AskBrowseView *self);
GtkWidget *ask_browse_view_get_page (AskBrowseView *self);

G_END_DECLS
