/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One board: its tiles, its parameters, what was clicked, and what can be done with it. On a wall it is the tiles alone, which
 * refresh themselves.
 *
 * "closed": a person wants back to the list. "renamed": its name is another one.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"
#include "board/ask-board.h"

G_BEGIN_DECLS

#define ASK_TYPE_BOARD_PAGE (ask_board_page_get_type ())
G_DECLARE_FINAL_TYPE (AskBoardPage, ask_board_page, ASK, BOARD_PAGE, GtkWidget)

GtkWidget *ask_board_page_new    (AskSession *session,
                                  gint64      id,
                                  gboolean    wall);
gint64     ask_board_page_get_id (AskBoardPage *self);
void       ask_board_page_reload (AskBoardPage *self);

G_END_DECLS
