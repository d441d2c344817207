/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board as a file, with what its tiles last gave: PDF with pages, a PNG, one HTML file that needs no server and no
 * network, and an .askboard that another AskData opens.
 */
#pragma once

#include <cairo.h>

#include "board/ask-board-refresh.h"
#include "chart/ask-chart.h"

G_BEGIN_DECLS

/** ASK_BOARD_SUFFIX: how the names of files end that another AskData opens */
#define ASK_BOARD_SUFFIX ".askboard"

/**
 * AskBoardPicture:
 * @results: (element-type AskTileResult): of ask_board_load_results() or ask_board_refresh()
 * @filters: (nullable) (element-type AskBoardFilter): that @results were made with, to be told
 * @width: of a PNG, in pixels; 0 for 1600
 * @page_width: of a PDF, in points of 1/72 inch; 0 for A4 across
 * @page_height: likewise
 * @now: µs since 1970, UTC: what the header says; 0 for the clock
 * @left_out: (nullable) (element-type utf8): gets one sentence for each thing that is not in an .askboard
 *
 * What goes into a file, and how.
 */
typedef struct
{
  const GPtrArray *results;
  const GPtrArray *filters;
  double width;
  double page_width;
  double page_height;
  gint64 now;
  GPtrArray *left_out;
} AskBoardPicture;

AskChart *ask_tile_choose_chart (const AskTile  *tile,
                                 AskRows        *rows,
                                 GError        **error);
char     *ask_board_to_html     (const AskBoard        *self,
                                 const AskBoardPicture *picture);
gboolean  ask_board_export      (const AskBoard         *self,
                                 AskWorkspace           *workspace,
                                 const AskBoardPicture  *picture,
                                 const char             *path,
                                 GCancellable           *cancellable,
                                 GError                **error);

/**
 * AskBoardFile:
 * @program: the version of the program that saved it
 * @saved_at: µs since 1970, UTC
 * @results: (element-type AskTileResult): what its tiles had given
 *
 * A board out of an .askboard file. Its queries run where its entities are known; its rows show without them.
 */
typedef struct
{
  AskBoard *board;
  char *program;
  gint64 saved_at;
  GPtrArray *results;
} AskBoardFile;

void          ask_board_file_free   (AskBoardFile *self);
AskBoardFile *ask_board_file_open   (const char    *path,
                                     GCancellable  *cancellable,
                                     GError       **error);
gint64        ask_board_file_import (AskBoardFile  *self,
                                     AskWorkspace  *workspace,
                                     const char    *name,
                                     GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoardFile, ask_board_file_free)

G_END_DECLS
