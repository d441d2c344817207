/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boards, off the main thread: list, open, save, refresh, pin, export and import.
 */
#pragma once

#include "app/jobs/ask-cost-wait.h"
#include "app/jobs/ask-job.h"
#include "board/ask-board-export.h"

G_BEGIN_DECLS

/**
 * AskOpenBoard:
 * @results: (element-type AskTileResult): what its tiles last gave
 * @choices: id of a parameter → (element-type utf8) GPtrArray: values that the data has
 * @suggested: (element-type AskBoardParameter): what could be a parameter
 *
 * A board as a window shows it.
 */
typedef struct
{
  AskBoard *board;
  GPtrArray *results;
  GHashTable *choices;
  GPtrArray *suggested;
} AskOpenBoard;

/** AskTileNews: @result: how it stands with a tile; on the main thread, while the target lives */
typedef void (*AskTileNews) (gpointer target, AskTileResult *result);

void ask_open_board_free (AskOpenBoard *self);

AskJob *ask_jobs_list_boards         (void);
AskJob *ask_jobs_front_boards        (guint n);
AskJob *ask_jobs_open_board          (gint64           id,
                                      const AskBoard  *as,
                                      const GPtrArray *filters);
AskJob *ask_jobs_save_board          (const AskBoard *board,
                                      const char     *reason);
AskJob *ask_jobs_refresh_board       (gpointer         target,
                                      const AskBoard  *board,
                                      const GPtrArray *filters,
                                      const char      *tile,
                                      AskTileNews      on_tile);
AskJob *ask_jobs_ask_tile            (gpointer         target,
                                      const AskBoard  *board,
                                      const GPtrArray *filters,
                                      const char      *tile,
                                      AskTileNews      on_tile,
                                      AskCostFunc      on_cost);
AskJob *ask_jobs_remove_board        (gint64   id,
                                      gboolean remove);
AskJob *ask_jobs_pin                 (gint64             id,
                                      const char        *name,
                                      const AskBoardPin *pin);
AskJob *ask_jobs_filter_board        (const AskBoardCell *cell);
AskJob *ask_jobs_export_board        (const AskBoard  *board,
                                      GPtrArray       *results,
                                      const GPtrArray *filters,
                                      const char      *path);
AskJob *ask_jobs_import_board        (const char *path);
AskJob *ask_jobs_list_board_versions (gint64 id);
AskJob *ask_jobs_restore_board       (gint64 id,
                                      gint64 version);
AskJob *ask_jobs_undo_board          (gint64 id,
                                      gint64 version);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOpenBoard, ask_open_board_free)

G_END_DECLS
