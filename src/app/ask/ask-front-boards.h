/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The boards that were used last, on the page that one begins with: what is pinned there, its figures as they were last, how
 * old they are. One that is chosen opens by "win.open-board".
 *
 * "looked": others stand there now, or none.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_FRONT_BOARDS (ask_front_boards_get_type ())
G_DECLARE_FINAL_TYPE (AskFrontBoards, ask_front_boards, ASK, FRONT_BOARDS, GtkWidget)

void ask_front_boards_look (AskFrontBoards *self, AskSession *session);
void ask_front_boards_forget (AskFrontBoards *self);
gboolean ask_front_boards_is_empty (AskFrontBoards *self);

G_END_DECLS
