/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Sources page: a card for each registered source, and the way to add one.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_SOURCES_VIEW (ask_sources_view_get_type ())
G_DECLARE_FINAL_TYPE (AskSourcesView, ask_sources_view, ASK, SOURCES_VIEW, GtkWidget)

GtkWidget  *ask_sources_view_new            (AskSession     *session);
GtkWidget  *ask_sources_view_add            (AskSourcesView *self,
                                             const char     *kind);
void        ask_sources_view_fill           (GtkWidget      *dialog,
                                             const char     *location);
void        ask_sources_view_read           (GtkWidget      *dialog);
const char *ask_sources_view_get_state      (AskSourcesView *self);
void        ask_sources_view_open_operation (GtkWindow      *window,
                                             AskSession     *session,
                                             GCancellable   *cancellable,
                                             const char     *place);

G_END_DECLS
