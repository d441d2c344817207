/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the tiles of a board are: twelve columns in a wide window, one below the other in a narrow one. While a person edits,
 * tiles are moved and sized by drag and by keyboard: arrows move the one that has the focus, with Shift they size it, and
 * Alt+Enter opens its settings.
 *
 * "placed" (id, x, y, width, height): a person put a tile somewhere, in cells of the grid.
 */
#pragma once

#include "app/board/ask-tile-card.h"

G_BEGIN_DECLS

#define ASK_TYPE_BOARD_GRID (ask_board_grid_get_type ())
G_DECLARE_FINAL_TYPE (AskBoardGrid, ask_board_grid, ASK, BOARD_GRID, GtkWidget)

GtkWidget   *ask_board_grid_new         (void);
void         ask_board_grid_set_up      (AskBoardGrid    *self,
                                         const char      *path,
                                         gboolean         wall);
void         ask_board_grid_show        (AskBoardGrid    *self,
                                         const AskBoard  *board,
                                         const GPtrArray *results);
void         ask_board_grid_set_editing (AskBoardGrid *self,
                                         gboolean      editing);
AskTileCard *ask_board_grid_find        (AskBoardGrid *self,
                                         const char   *id);

G_END_DECLS
