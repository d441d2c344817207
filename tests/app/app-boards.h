/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of boards share.
 */
#pragma once

#include "app-test.h"
#include "app/board/ask-boards-view.h"
#include "app/board/ask-tile-card.h"
#include "board/ask-board.h"

G_BEGIN_DECLS

#define APP_BOARDS_N_QUERIES 4

/* Of each answer on the board: its title, its SQL and how it is shown. The last one fails. */
extern const char *const app_boards_queries[APP_BOARDS_N_QUERIES][3];

AskWorkspace *app_boards_open_workspace   (AppTest    *self);
gint64        app_boards_make_board       (AppTest    *self);
GtkWidget    *app_boards_show             (AppTest    *self,
                                           gint64      id);
AskBoard     *app_boards_load             (AppTest    *self,
                                           gint64      id);
void          app_boards_wait_for_version (AppTest    *self,
                                           gint64      id,
                                           gint64      version);
AskTileCard  *app_boards_find_card        (GtkWidget  *view,
                                           const char *title);
AskTile      *app_boards_find_tile        (const AskBoard *board,
                                           const char *title);
void          app_boards_click            (GtkWidget  *button);

G_END_DECLS
