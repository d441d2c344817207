/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Inbox page: what wants the steward, kind by kind.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_INBOX_VIEW (ask_inbox_view_get_type ())
G_DECLARE_FINAL_TYPE (AskInboxView, ask_inbox_view, ASK, INBOX_VIEW, GtkWidget)

GtkWidget  *ask_inbox_view_new       (AskSession   *session);
const char *ask_inbox_view_get_state (AskInboxView *self);
gboolean    ask_inbox_view_is_busy   (AskInboxView *self);

G_END_DECLS
