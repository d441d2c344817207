/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person sets of a tile: what its figure is compared with, thresholds with their colours, its SQL, and how often its
 * board refreshes. The SQL is checked before it is kept; nothing is changed before.
 *
 * "kept": what is set can be taken over with ask_tile_settings_apply(); then it closes.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "board/ask-board.h"

G_BEGIN_DECLS

#define ASK_TYPE_TILE_SETTINGS (ask_tile_settings_get_type ())
G_DECLARE_FINAL_TYPE (AskTileSettings, ask_tile_settings, ASK, TILE_SETTINGS, AdwWindow)

/**
 * AskTileChange:
 * @ASK_TILE_CHANGED_NOT: all is as it was
 * @ASK_TILE_CHANGED_WORTH: what its figure is taken for
 * @ASK_TILE_CHANGED_QUERY: what it runs, so that what it shows is another query's
 */
typedef enum
{
  ASK_TILE_CHANGED_NOT,
  ASK_TILE_CHANGED_WORTH,
  ASK_TILE_CHANGED_QUERY
} AskTileChange;

GtkWidget    *ask_tile_settings_new         (AskSession     *session,
                                             const AskBoard *board,
                                             const AskTile  *tile,
                                             AskRows        *rows);
const char   *ask_tile_settings_get_id      (AskTileSettings *self);
guint         ask_tile_settings_get_minutes (AskTileSettings *self);
AskTileChange ask_tile_settings_apply       (AskTileSettings *self,
                                             AskTile         *tile);

G_END_DECLS
