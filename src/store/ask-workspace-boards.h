/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boards in the workspace: their documents with all versions, the last result of each tile, and a figure of each day to
 * compare with. The document is JSON of which this room knows no more than "name", "tiles" and "parameters"; src/board
 * makes and reads it. What a tile gave is kept by the SQL that gave it, so no tile ever shows rows of another query.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/** ASK_BOARDS_MAX: boards of a workspace: more than anybody finds in a list */
#define ASK_BOARDS_MAX 500
/** ASK_BOARD_MAX_NAME: characters of a board's name: a heading, and a file's name */
#define ASK_BOARD_MAX_NAME 120
/** ASK_BOARD_MAX_DOCUMENT: bytes of a document: 200 tiles with 5 kB of SQL each, as every save keeps one */
#define ASK_BOARD_MAX_DOCUMENT (1024 * 1024)
/** ASK_BOARD_MAX_VERSIONS: of a board; older ones are dropped */
#define ASK_BOARD_MAX_VERSIONS 200
/** ASK_BOARD_MAX_RESULTS: of a tile: its last ones with so many settings of the parameters */
#define ASK_BOARD_MAX_RESULTS 8
/** ASK_BOARD_MAX_RESULT_BYTES: of one result as it is kept; a larger one is shown once and not kept */
#define ASK_BOARD_MAX_RESULT_BYTES (16 * 1024 * 1024)
/** ASK_BOARD_MAX_KEPT_BYTES: of all results of the workspace; those that ran longest ago are dropped */
#define ASK_BOARD_MAX_KEPT_BYTES (256 * 1024 * 1024)
/** ASK_BOARD_MAX_DAYS: figures of a tile, one a day: a year and a month */
#define ASK_BOARD_MAX_DAYS 400
/** ASK_BOARD_LAST_REFRESH: in the place of a time: the figure of the refresh before the last one, of whatever day */
#define ASK_BOARD_LAST_REFRESH G_MAXINT64

/**
 * AskBoardRecord:
 * @version: its newest version's number, from 1
 * @saved_at: when that was saved, µs since 1970, UTC
 * @author: (nullable): who saved it
 * @n_tiles: of any kind
 * @run_at: when a tile of it last gave rows, µs since 1970, UTC; 0 for never
 *
 * A board in a list.
 */
typedef struct
{
  gint64 id;
  char *name;
  gint64 version;
  gint64 saved_at;
  char *author;
  guint n_tiles;
  gint64 run_at;
} AskBoardRecord;

/**
 * AskBoardVersion:
 * @reason: what changed, in words: "Pinned “Late shipments”"
 * @author: (nullable): who saved it
 */
typedef struct
{
  gint64 version;
  gint64 saved_at; /* µs since 1970, UTC */
  char *reason;
  char *author;
} AskBoardVersion;

/**
 * AskBoardResult:
 * @tile: its id in the document
 * @sql: what ran, parameters filled in
 * @rows: (nullable): what it last gave; %NULL where it never did
 * @run_at: when that began, µs since 1970, UTC; 0 for never
 * @elapsed_ms: how long it took
 * @sources: (element-type utf8): short names of what it read
 * @failure: (nullable): why it failed since, in words for people; @rows are those of before, then
 * @failed_at: when, µs since 1970, UTC; 0 where the last run gave @rows
 * @remedy: (nullable): where the failure is mended, a word of src/board
 * @remedy_place: (nullable): of what there
 * @level: what src/board says of its figure, 0 where no threshold was passed
 *
 * What a tile last gave with one setting of the parameters.
 */
typedef struct
{
  char *tile;
  char *sql;
  AskRows *rows;
  gint64 run_at;
  double elapsed_ms;
  GPtrArray *sources;
  char *failure;
  gint64 failed_at;
  char *remedy;
  char *remedy_place;
  int level;
} AskBoardResult;

/**
 * AskBoardFigure:
 * @at: when it was so, µs since 1970, UTC
 * @value: kept with its type and digits; freed with the figure
 */
typedef struct
{
  gint64 at;
  AskValue value;
} AskBoardFigure;

/**
 * AskBoardTile:
 * @board: the id of its board
 * @name: for people: "Sales: Late shipments"
 * @sql: as it is kept
 *
 * A tile with SQL, of the newest version of a board.
 */
typedef struct
{
  gint64 board;
  char *name;
  char *sql;
} AskBoardTile;

/**
 * AskBoardSave:
 * @id: of a board
 * @document: what it is to be
 * @reason: what changed, in words
 */
typedef struct
{
  gint64 id;
  JsonNode *document;
  const char *reason;
} AskBoardSave;

void            ask_board_record_free  (AskBoardRecord *self);
void            ask_board_version_free (AskBoardVersion *self);
void            ask_board_tile_free    (AskBoardTile *self);
AskBoardResult *ask_board_result_new   (const char *tile,
                                        const char *sql);
AskBoardResult *ask_board_result_copy  (const AskBoardResult *from);
void            ask_board_result_free  (AskBoardResult *self);
AskBoardFigure *ask_board_figure_copy  (const AskBoardFigure *from);
void            ask_board_figure_free  (AskBoardFigure *self);

GPtrArray *ask_workspace_list_boards      (AskWorkspace  *self,
                                           GError       **error);
gint64     ask_workspace_find_board       (AskWorkspace  *self,
                                           const char    *name,
                                           GError       **error);
JsonNode  *ask_workspace_load_board       (AskWorkspace  *self,
                                           gint64         id,
                                           gint64        *version,
                                           GError       **error);
gint64     ask_workspace_add_board        (AskWorkspace  *self,
                                           JsonNode      *document,
                                           const char    *reason,
                                           GError       **error);
gboolean   ask_workspace_save_board       (AskWorkspace        *self,
                                           const AskBoardSave  *save,
                                           gint64              *version,
                                           JsonNode           **joined,
                                           GError             **error);
gboolean   ask_workspace_remove_board     (AskWorkspace  *self,
                                           gint64         id,
                                           gboolean       remove,
                                           GError       **error);
GPtrArray *ask_workspace_list_board_versions (AskWorkspace  *self,
                                           gint64         id,
                                           GError       **error);
GPtrArray *ask_workspace_list_board_tiles (AskWorkspace  *self,
                                           GError       **error);
JsonNode  *ask_board_join                 (JsonNode  *base,
                                           JsonNode  *theirs,
                                           JsonNode  *ours,
                                           GError   **error);

/* What tiles gave. */
AskBoardResult *ask_workspace_load_board_result (AskWorkspace  *self,
                                                 gint64         id,
                                                 const char    *tile,
                                                 const char    *sql,
                                                 GError       **error);
gboolean        ask_workspace_keep_board_result (AskWorkspace          *self,
                                                 gint64                 id,
                                                 const AskBoardResult  *result,
                                                 const AskValue        *figure,
                                                 GError               **error);
gboolean        ask_workspace_find_board_figure (AskWorkspace          *self,
                                                 gint64                 id,
                                                 const AskBoardResult  *result,
                                                 gint64                 before,
                                                 AskBoardFigure       **figure,
                                                 GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoardRecord, ask_board_record_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoardVersion, ask_board_version_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoardTile, ask_board_tile_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoardResult, ask_board_result_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoardFigure, ask_board_figure_free)

G_END_DECLS
