/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tile of a board: its title, what it shows, how old that is or why it failed, and what can be done about that. It
 * decides nothing: it shows a tile and how it stands with it.
 *
 * "clicked" (row, column), both from 0: a person clicked a mark, or a cell, of what it shows, which are ask_tile_card_get_rows();
 * of a mark the column is %G_MAXUINT.
 */
#pragma once

#include <gtk/gtk.h>

#include "board/ask-board-refresh.h"

G_BEGIN_DECLS

#define ASK_TYPE_TILE_CARD (ask_tile_card_get_type ())
G_DECLARE_FINAL_TYPE (AskTileCard, ask_tile_card, ASK, TILE_CARD, GtkWidget)

GtkWidget     *ask_tile_card_new         (const char    *path,
                                          gboolean       wall);
void           ask_tile_card_show        (AskTileCard   *self,
                                          const AskTile *tile,
                                          AskTileResult *result);
void           ask_tile_card_set_editing (AskTileCard *self,
                                          gboolean     editing);
void           ask_tile_card_update_age  (AskTileCard *self);
const char    *ask_tile_card_get_id      (AskTileCard *self);
AskTileResult *ask_tile_card_get_result  (AskTileCard *self);
AskRows       *ask_tile_card_get_rows    (AskTileCard *self);

G_END_DECLS
