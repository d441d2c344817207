/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions that the data can answer, to begin with.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_IDEAS (ask_ideas_get_type ())
G_DECLARE_FINAL_TYPE (AskIdeas, ask_ideas, ASK, IDEAS, GtkWidget)

void ask_ideas_look (AskIdeas *self, AskSession *session, GPtrArray *known);
void ask_ideas_forget (AskIdeas *self);

G_END_DECLS
