/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One verified question: its words and its SQL, to be edited and run, and how today's result compares with the last
 * good one.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

#define ASK_TYPE_VERIFIED_PANEL (ask_verified_panel_get_type ())
G_DECLARE_FINAL_TYPE (AskVerifiedPanel, ask_verified_panel, ASK, VERIFIED_PANEL, GtkWidget)

void        ask_verified_panel_set_session (AskVerifiedPanel  *self,
                                            AskSession        *session);
void        ask_verified_panel_set_schema  (AskVerifiedPanel  *self,
                                            AskSchema         *schema);
void        ask_verified_panel_show        (AskVerifiedPanel  *self,
                                            const AskVerified *pair);
void        ask_verified_panel_set         (AskVerifiedPanel  *self,
                                            const char        *question,
                                            const char        *sql);
gint64      ask_verified_panel_get_id      (AskVerifiedPanel  *self);
gboolean    ask_verified_panel_is_busy     (AskVerifiedPanel  *self);
guint       ask_verified_panel_count_drafts (AskVerifiedPanel *self,
                                            const char       **question);
const char *ask_verified_panel_get_words   (AskVerifiedPanel  *self);

G_END_DECLS
