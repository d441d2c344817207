/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of this room share.
 *
 *   ask-board.c            the document, and its edits
 *   ask-board-json.c       as JSON
 *   ask-board-layout.c     where tiles lie
 *   ask-board-keep.c       in the workspace
 *   ask-board-parameter.c  values that are set once for all tiles
 *   ask-board-filter.c     what was clicked as a condition of the other tiles
 *   ask-board-figure.c     a tile's figure: earlier ones, thresholds
 *   ask-board-refresh.c    running the tiles
 *   ask-board-draw.c       a tile with cairo
 *   ask-board-pages.c      a board as PDF, PNG
 *   ask-board-html.c       as one HTML file
 *   ask-board-file.c       as an .askboard
 */
#pragma once

#include "board/ask-board-export.h"
#include "chart/ask-picture.h"

G_BEGIN_DECLS

/* ask-board.c */
AskTile           *ask_tile_new                  (const char  *id,
                                                  AskTileKind  kind);
void               ask_board_settle              (AskBoard *self);
AskBoardParameter *ask_board_parameter_new       (AskBoardParameterKind  kind,
                                                  const char            *text);
AskBoardParameter *ask_board_parameter_copy      (const AskBoardParameter *self);
void               ask_board_parameter_add_place (AskBoardParameter *self,
                                                  const char        *entity,
                                                  const char        *attribute);
gboolean           ask_board_parameter_has_place (const AskBoardParameter *self,
                                                  const char              *entity,
                                                  const char              *attribute);

/* ask-board-parameter.c */
char    *ask_board_fill (const AskBoard  *self,
                         const AskTile   *tile,
                         AskSchemaReader *reader);
gboolean ask_board_parameter_check_value (const AskBoardParameter  *self,
                         const char               *value,
                         GError                  **error);

/* ask-board-filter.c */
char *ask_board_apply_filters (const AskTile   *tile,
                               const char      *sql,
                               AskSchemaReader *reader,
                               const GPtrArray *filters,
                               guint           *n_applied);

/* ask-board-figure.c */
AskTileResult  *ask_tile_result_new         (const AskTile  *tile,
                                             AskBoardResult *kept);
gboolean        ask_tile_result_read_figure (AskTileResult *self,
                                             const AskTile *tile);
const AskValue *ask_tile_result_get_cell    (const AskTileResult *self);
gint64          ask_tile_find_earlier_time  (const AskTile *tile,
                                             gint64         at);
void            ask_tile_result_make_news   (AskTileResult *self,
                                             const AskTile *tile,
                                             int            before);

/** AskBoardArea: in points */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} AskBoardArea;

/* ask-board-draw.c */
void           ask_board_draw_tile         (const AskTile    *tile,
                                            const AskTileResult *result,
                                            cairo_t          *cr,
                                            AskBoardArea       box);
double         ask_board_draw_line         (const char       *text,
                                            gboolean          bold,
                                            gboolean          end,
                                            cairo_t          *cr,
                                            AskBoardArea       box);

/* ask-board-pages.c */
char          *ask_board_dup_settings      (const AskBoard   *self,
                                            const GPtrArray  *filters);
GByteArray    *ask_board_to_picture        (const AskBoard   *self,
                                            const AskBoardPicture *picture,
                                            AskPictureFormat  format,
                                            GError          **error);

G_END_DECLS
