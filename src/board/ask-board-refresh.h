/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tiles of a board gave, and running them. A refresh asks no model unless a person says so: where a tile's SQL has functions
 * of one, answers that are kept are enough, or it fails and says so. Each tile's query runs in a thread, source
 * beside source and one query at a time at each, with a deadline and a failure of its own. What a tile gave before stays
 * when it fails now.
 *
 * |[
 * g_autoptr (GPtrArray) results = ask_board_load_results (board, workspace, NULL, &error);   // as it was, at once
 * …
 * AskBoardRefresh refresh = { .on_tile = show_tile, .user_data = self };
 *
 * results = ask_board_refresh (board, workspace, &refresh, cancellable, &error);             // blocks
 * ]|
 */
#pragma once

#include "agent/ask-spend.h"
#include "board/ask-board.h"

G_BEGIN_DECLS

/** ASK_BOARD_MAX_ROWS_SHOWN: rows of a tile; a tile is looked at, not exported. What is left out is said */
#define ASK_BOARD_MAX_ROWS_SHOWN 10000

/**
 * AskTileState:
 * @ASK_TILE_IDLE: nothing happens; what it gave before is shown, if anything
 * @ASK_TILE_WAITING: its source is busy with another tile
 * @ASK_TILE_RUNNING: its query runs
 * @ASK_TILE_DONE: it gave rows just now
 * @ASK_TILE_FAILED: it failed just now, or when it last ran
 */
typedef enum
{
  ASK_TILE_IDLE,
  ASK_TILE_WAITING,
  ASK_TILE_RUNNING,
  ASK_TILE_DONE,
  ASK_TILE_FAILED
} AskTileState;

/**
 * AskTileResult:
 * @tile: its id
 * @state: where it is
 * @kept: what it gave, with its age, and why it failed; of tiles without SQL without rows. See #AskBoardResult
 * @has_figure: whether the rows have a figure
 * @figure: the number in the tile's column, in the first row that has one
 * @figure_column: its column among those of the rows, -1 for none
 * @earlier: (nullable): what it was, where the tile is compared and something was kept
 * @level: what the tile's thresholds say of the figure
 * @news: (nullable): in words, that the figure passed a threshold with a notification, which it had not before; of a refresh only
 * @spent: (nullable): in words, what a model took for it; of a refresh only
 *
 * Read-only. Any thread may read one that it holds.
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *tile;
  AskTileState state;
  AskBoardResult *kept;
  gboolean has_figure;
  double figure;
  int figure_column;
  AskBoardFigure *earlier;
  AskTileLevel level;
  char *news;
  char *spent;
} AskTileResult;

AskTileResult       *ask_tile_result_ref        (AskTileResult *self);
void                 ask_tile_result_unref      (AskTileResult *self);
AskTileResult       *ask_tile_result_copy_in_state (const AskTileResult *self,
                                                 const AskTile       *tile,
                                                 AskTileState         state);
gboolean             ask_tile_result_get_change (const AskTileResult *self,
                                                 double              *difference,
                                                 double              *percent);
char                *ask_tile_result_get_age    (const AskTileResult *self,
                                                 gint64               now);
char                *ask_tile_result_dup_figure (const AskTileResult *self);
char                *ask_tile_result_dup_change (const AskTile       *tile,
                                                 const AskTileResult *self);
char                *ask_tile_result_dup_state  (const AskTileResult *self,
                                                 gint64               now);
const AskTileResult *ask_results_find           (const GPtrArray *results,
                                                 const char      *tile);
void                 ask_results_go_on          (GPtrArray       *loaded,
                                                 const GPtrArray *shown,
                                                 const AskBoard  *board,
                                                 gboolean         running);

/**
 * AskTileFunc:
 * @result: how it stands with a tile: %ASK_TILE_WAITING, RUNNING, then DONE or FAILED
 * @n_done: tiles that have ended
 * @n_all: of so many
 *
 * Called on any thread, never by two at a time.
 */
typedef void (*AskTileFunc) (AskTileResult *result, guint n_done, guint n_all, gpointer user_data);

/**
 * AskBoardRefresh:
 * @tiles: (nullable) (array zero-terminated=1): ids of those to run; %NULL for all with SQL
 * @filters: (nullable) (element-type AskBoardFilter): what was clicked; results with filters are not kept
 * @spending: caps, and who is asked where a tile passes a threshold; without anybody, that tile fails and says so. Its
 *   function is called on any thread, never by two at a time
 * @asks_model: functions of a tile may ask the model, through the same gate; else only answers that are kept count
 * @on_tile: (nullable): told of each tile
 * @now: µs since 1970, UTC; 0 for the clock. For tests
 */
typedef struct
{
  const char *const *tiles;
  const GPtrArray *filters;
  AskSpendingRules spending;
  gboolean asks_model;
  AskTileFunc on_tile;
  gpointer user_data;
  gint64 now;
} AskBoardRefresh;

GPtrArray *ask_board_load_results (const AskBoard   *self,
                                   AskWorkspace     *workspace,
                                   const GPtrArray  *filters,
                                   GError          **error);
GPtrArray *ask_board_refresh      (const AskBoard         *self,
                                   AskWorkspace           *workspace,
                                   const AskBoardRefresh  *refresh,
                                   GCancellable           *cancellable,
                                   GError                **error);
gboolean   ask_board_is_due       (const AskBoard  *self,
                                   const GPtrArray *results,
                                   gint64           now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTileResult, ask_tile_result_unref)

G_END_DECLS
