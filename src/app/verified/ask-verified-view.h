/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Verified page: questions that somebody vouches for, whether they still give what they gave, and the one that
 * is selected, to be edited.
 */
#pragma once

#include "app/verified/ask-verified-panel.h"

G_BEGIN_DECLS

#define ASK_TYPE_VERIFIED_VIEW (ask_verified_view_get_type ())
G_DECLARE_FINAL_TYPE (AskVerifiedView, ask_verified_view, ASK, VERIFIED_VIEW, GtkWidget)

GtkWidget        *ask_verified_view_new       (AskSession      *session);
void              ask_verified_view_focus     (AskVerifiedView *self);
void              ask_verified_view_select    (AskVerifiedView *self,
                                               gint64           id);
const char       *ask_verified_view_get_state (AskVerifiedView *self);
AskVerifiedPanel *ask_verified_view_get_panel (AskVerifiedView *self);
gboolean          ask_verified_view_is_busy   (AskVerifiedView *self);

G_END_DECLS
