/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where tiles lie: a grid of 12 columns and as many rows as there are. Pure functions over boxes; nobody else knows how
 * tiles give way. A tile stays where it was put; what it is put upon moves down, and what that comes upon in turn.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** ASK_BOARD_COLUMNS: of the grid: halves, thirds, quarters and sixths of a board are whole numbers of them */
#define ASK_BOARD_COLUMNS 12
/** ASK_BOARD_MAX_ROWS: of the grid, for what is put somewhere; what gives way may lie below: 200 tiles of any height fit */
#define ASK_BOARD_MAX_ROWS 4800
/** ASK_BOARD_MAX_HEIGHT: of one tile, in rows: more than any screen shows */
#define ASK_BOARD_MAX_HEIGHT 24

/** AskTileBox: in cells of the grid, from the top left corner, from 0 */
typedef struct
{
  int x;
  int y;
  int width;
  int height;
} AskTileBox;

AskTileBox ask_layout_clamp      (AskTileBox box);
gboolean   ask_layout_overlap    (AskTileBox a,
                                  AskTileBox b);
void       ask_layout_place      (AskTileBox *boxes,
                                  guint       n,
                                  guint       moved,
                                  AskTileBox  to);
void       ask_layout_settle     (AskTileBox *boxes,
                                  guint       n);
AskTileBox ask_layout_find_free  (const AskTileBox *boxes,
                                  guint             n,
                                  int               width,
                                  int               height);
void       ask_layout_close_gaps (AskTileBox *boxes,
                                  guint       n);
void       ask_layout_fold       (const AskTileBox *boxes,
                                  guint             n,
                                  AskTileBox       *folded);
int        ask_layout_count_rows (const AskTileBox *boxes,
                                  guint             n);
guint      ask_layout_break      (AskTileBox *boxes,
                                  guint       n,
                                  int         n_rows);
guint     *ask_layout_order      (const AskTileBox *boxes,
                                  guint             n);

G_END_DECLS
