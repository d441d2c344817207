/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page of boards: the list of them, and the one that is open.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_BOARDS_VIEW (ask_boards_view_get_type ())
G_DECLARE_FINAL_TYPE (AskBoardsView, ask_boards_view, ASK, BOARDS_VIEW, GtkWidget)

GtkWidget *ask_boards_view_new    (AskSession    *session);
void       ask_boards_view_open   (AskBoardsView *self,
                                   gint64         id);
void       ask_boards_view_import (AskBoardsView *self,
                                   const char    *path);

G_END_DECLS
