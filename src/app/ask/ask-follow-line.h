/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which answer the next question may go on from, and a way to begin afresh.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_FOLLOW_LINE (ask_follow_line_get_type ())
G_DECLARE_FINAL_TYPE (AskFollowLine, ask_follow_line, ASK, FOLLOW_LINE, GtkWidget)

GtkWidget *ask_follow_line_new   (void);
void       ask_follow_line_set   (AskFollowLine *self,
                                  const char    *question,
                                  gint64         history_id);
gint64     ask_follow_line_get   (AskFollowLine *self);
void       ask_follow_line_clear (AskFollowLine *self);

G_END_DECLS
