/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board: answers that are kept together as tiles on a grid, with parameters that are set once for all of them. This is
 * the board as a document, and what each tile would run; ask-board-refresh.h has what tiles gave, and runs them;
 * ask-board-export.h writes boards as files; ask-board-layout.h says where tiles lie.
 *
 * |[
 * g_autoptr (AskBoard) board = ask_board_load (workspace, id, 0, &error);
 * AskTile *tile = ask_board_add_tile (board, ASK_TILE_ANSWER, NULL);
 *
 * ask_tile_set_sql (tile, "SELECT city, count(*) FROM orders GROUP BY city");
 * ask_tile_set_title (tile, "Orders by city");
 * if (!ask_board_save (board, workspace, "Pinned “Orders by city”", &error))
 *   … // a conflict: load it again and do it once more
 * ]|
 *
 * A board belongs to one thread at a time. An edit changes it in memory; ask_board_save() makes a version of it. Undo is
 * ask_board_restore() of the version before.
 */
#pragma once

#include "board/ask-board-layout.h"
#include "schema/names/ask-schema-reader.h"
#include "store/ask-workspace-boards.h"

G_BEGIN_DECLS

#define ASK_BOARD_ERROR (ask_board_error_quark ())

/**
 * AskBoardError:
 * @ASK_BOARD_ERROR_DOCUMENT: a document is none of a board, or a later AskData wrote it
 * @ASK_BOARD_ERROR_LIMIT: more tiles, parameters or text than a board may have
 * @ASK_BOARD_ERROR_UNKNOWN: no such tile, parameter or column
 * @ASK_BOARD_ERROR_VALUE: a value that does not fit its parameter
 * @ASK_BOARD_ERROR_UNFIT: what was clicked is no value that tiles could be filtered by
 * @ASK_BOARD_ERROR_FORMAT: a file's ending says nothing that can be written
 */
typedef enum
{
  ASK_BOARD_ERROR_DOCUMENT,
  ASK_BOARD_ERROR_LIMIT,
  ASK_BOARD_ERROR_UNKNOWN,
  ASK_BOARD_ERROR_VALUE,
  ASK_BOARD_ERROR_UNFIT,
  ASK_BOARD_ERROR_FORMAT
} AskBoardError;

GQuark ask_board_error_quark (void);

/** ASK_BOARD_MAX_TILES: of a board: more than anybody looks at, and a refresh has to end */
#define ASK_BOARD_MAX_TILES 200
/** ASK_BOARD_MAX_PARAMETERS: more do not fit a bar */
#define ASK_BOARD_MAX_PARAMETERS 20
/** ASK_BOARD_MAX_TEXT: bytes of a text tile, a title or a question */
#define ASK_BOARD_MAX_TEXT 10000
/** ASK_BOARD_MAX_THRESHOLDS: of a tile */
#define ASK_BOARD_MAX_THRESHOLDS 4
/** ASK_BOARD_MAX_EVERY: minutes: a week */
#define ASK_BOARD_MAX_EVERY 10080

/**
 * AskTileKind:
 * @ASK_TILE_ANSWER: what a query gives, without a model
 * @ASK_TILE_TEXT: some paragraphs
 * @ASK_TILE_HEADING: a line of large text
 * @ASK_TILE_SEPARATOR: a rule across
 */
typedef enum
{
  ASK_TILE_ANSWER,
  ASK_TILE_TEXT,
  ASK_TILE_HEADING,
  ASK_TILE_SEPARATOR
} AskTileKind;

/** AskTileView: how an answer is shown: as a chart by the rules and its look, as rows, or as one large figure */
typedef enum
{
  ASK_VIEW_CHART,
  ASK_VIEW_TABLE,
  ASK_VIEW_VALUE
} AskTileView;

/**
 * AskTileCompare: what a tile's figure is compared with: the last one kept before this time yesterday, a week ago, …; with
 *   @ASK_COMPARE_LAST what the refresh before the last one gave
 */
typedef enum
{
  ASK_COMPARE_NONE,
  ASK_COMPARE_DAY,
  ASK_COMPARE_WEEK,
  ASK_COMPARE_MONTH,
  ASK_COMPARE_YEAR,
  ASK_COMPARE_LAST
} AskTileCompare;

/** AskTileLevel: what a threshold says of a figure, each with a colour: none, green, yellow, red */
typedef enum
{
  ASK_LEVEL_NONE,
  ASK_LEVEL_GOOD,
  ASK_LEVEL_WARNING,
  ASK_LEVEL_BAD
} AskTileLevel;

/**
 * AskTileThreshold:
 * @below: it is passed by figures below @value, and not by those above
 * @notify: a desktop notification is to tell when a figure passes it
 */
typedef struct
{
  gboolean below;
  double value;
  AskTileLevel level;
  gboolean notify;
} AskTileThreshold;

/**
 * AskTile:
 * @id: unique on its board, and never used again there
 * @box: where it lies; set it with ask_board_place_tile()
 * @title: (nullable): above an answer
 * @text: (nullable): of a text, and of a heading
 * @question: (nullable): what a person asked, which the rules for charts read; no model does
 * @sql: (nullable): of an answer: one SELECT with the values that it was pinned with
 * @look: (nullable): what a person changed of the chart; the room chart knows what that means
 * @deadline_s: of its query, 0 for what the board has
 * @figure: (nullable): the column that its figure is in; %NULL for the first of numbers
 * @thresholds: (element-type AskTileThreshold): the last one that a figure passes counts
 *
 * A tile. Its fields may be read by anybody, and written by the functions below.
 */
typedef struct
{
  char *id;
  AskTileKind kind;
  AskTileBox box;
  char *title;
  char *text;
  char *question;
  char *sql;
  JsonNode *look;
  AskTileView view;
  guint deadline_s;
  char *figure;
  AskTileCompare compare;
  GArray *thresholds;
} AskTile;

/** AskBoardParameterKind: a year (dates of the tiles move with it), a text, or a number */
typedef enum
{
  ASK_BOARD_PARAMETER_YEAR,
  ASK_BOARD_PARAMETER_TEXT,
  ASK_BOARD_PARAMETER_NUMBER
} AskBoardParameterKind;

/** AskBoardPlace: an attribute that the tiles compare with the parameter */
typedef struct
{
  char *entity;
  char *attribute;
} AskBoardPlace;

/**
 * AskBoardParameter:
 * @id: unique on its board
 * @title: what people read: "Year", "City"
 * @text: the value as the SQL of the tiles has it, which is the default
 * @value: (nullable): what is put in its place; %NULL for the default
 * @places: (element-type AskBoardPlace): what it is compared with; of a year the attributes that hold its dates
 * @n_tiles: of a suggestion, how many tiles it would reach
 *
 * A value in the tiles' SQL that is set once for all of them.
 */
typedef struct
{
  char *id;
  char *title;
  AskBoardParameterKind kind;
  char *text;
  char *value;
  GPtrArray *places;
  guint n_tiles;
} AskBoardParameter;

/** AskBoardPolicy: when a board refreshes itself: never, when it is opened, every so many minutes while it is open */
typedef enum
{
  ASK_REFRESH_BY_HAND,
  ASK_REFRESH_WHEN_OPENED,
  ASK_REFRESH_EVERY
} AskBoardPolicy;

/**
 * AskBoard:
 * @id: in the workspace; 0 of one that is not in any
 * @version: that it was loaded from or saved as; 0 likewise
 * @tiles: (element-type AskTile)
 * @parameters: (element-type AskBoardParameter)
 * @every: minutes, of %ASK_REFRESH_EVERY
 * @deadline_s: of each query; 0 for 60
 */
typedef struct
{
  gint64 id;
  gint64 version;
  char *name;
  GPtrArray *tiles;
  GPtrArray *parameters;
  AskBoardPolicy policy;
  guint every;
  guint deadline_s;
} AskBoard;

/**
 * AskBoardPin:
 * @title: (nullable): what the tile is to be called; %NULL for @question
 * @question: (nullable): what a person asked
 * @sql: what answers it
 * @look: (nullable): of its chart
 * @view: how it is shown
 * @rows: (nullable): what it gave, to be shown at once
 * @run_at: when, µs since 1970, UTC
 *
 * An answer that goes onto a board. Whoever makes one lends it what it names; ask_board_pin_copy() owns that.
 */
typedef struct
{
  const char *title;
  const char *question;
  const char *sql;
  JsonNode *look;
  AskTileView view;
  AskRows *rows;
  gint64 run_at;
} AskBoardPin;

AskBoardPin *ask_board_pin_copy (const AskBoardPin *self);
void         ask_board_pin_free (AskBoardPin *self);

/* The document. */
AskBoard *ask_board_new       (const char *name);
AskBoard *ask_board_copy      (const AskBoard *self);
void      ask_board_free      (AskBoard *self);
JsonNode *ask_board_to_json   (const AskBoard *self);
AskBoard *ask_board_from_json (JsonNode  *document,
                               GError   **error);

/* In the workspace. */
AskBoard *ask_board_load    (AskWorkspace  *workspace,
                             gint64         id,
                             gint64         version,
                             GError       **error);
gboolean  ask_board_save    (AskBoard      *self,
                             AskWorkspace  *workspace,
                             const char    *reason,
                             GError       **error);
gboolean  ask_board_rebase  (AskBoard        *self,
                             const AskBoard  *sent,
                             const AskBoard  *saved,
                             GError         **error);
AskTile  *ask_board_pin     (AskBoard           *self,
                             AskWorkspace       *workspace,
                             const AskBoardPin  *pin,
                             GError            **error);
gboolean  ask_board_restore (AskBoard      *self,
                             AskWorkspace  *workspace,
                             gint64         version,
                             GError       **error);

/* Edits, in memory. */
AskTile    *ask_board_add_tile       (AskBoard     *self,
                                      AskTileKind   kind,
                                      GError      **error);
AskTile    *ask_board_find_tile      (const AskBoard *self,
                                      const char     *id);
gboolean    ask_board_remove_tile    (AskBoard   *self,
                                      const char *id);
gboolean    ask_board_place_tile     (AskBoard   *self,
                                      const char *id,
                                      AskTileBox  box);
void        ask_board_close_gaps     (AskBoard *self);
GPtrArray  *ask_board_list_in_order  (const AskBoard *self);
void        ask_board_set_name       (AskBoard   *self,
                                      const char *name);
gboolean    ask_tile_set_sql         (AskTile    *self,
                                      const char *sql);
void        ask_tile_set_title       (AskTile    *self,
                                      const char *title);
void        ask_tile_set_text        (AskTile    *self,
                                      const char *text);
void        ask_tile_set_question    (AskTile    *self,
                                      const char *question);
void        ask_tile_set_look        (AskTile  *self,
                                      JsonNode *look);
void        ask_tile_set_figure      (AskTile    *self,
                                      const char *column);
gboolean    ask_tile_add_threshold   (AskTile                *self,
                                      const AskTileThreshold *threshold);
gboolean    ask_tile_set_thresholds  (AskTile      *self,
                                      const GArray *thresholds);
char       *ask_tile_get_name        (const AskTile *self);
const char *ask_tile_level_to_string (AskTileLevel level);

/* Parameters. */
GPtrArray         *ask_board_suggest_parameters  (const AskBoard  *self,
                                                  AskSchemaReader *reader);
AskBoardParameter *ask_board_add_parameter       (AskBoard                 *self,
                                                  const AskBoardParameter  *suggestion,
                                                  GError                  **error);
AskBoardParameter *ask_board_find_parameter      (const AskBoard *self,
                                                  const char     *name);
gboolean           ask_board_remove_parameter    (AskBoard   *self,
                                                  const char *id);
void               ask_board_parameter_free      (AskBoardParameter *self);
void               ask_board_parameter_set_title (AskBoardParameter *self,
                                                  const char        *title);
gboolean           ask_board_parameter_set_value (AskBoardParameter  *self,
                                                  const char         *value,
                                                  GError            **error);
GPtrArray         *ask_board_parameter_list_choices (const AskBoardParameter  *self,
                                                  AskWorkspace             *workspace,
                                                  GError                  **error);

/**
 * AskBoardFilter:
 * @tile: where it was clicked; that one is not filtered
 * @title: the column as people read it
 * @entity: what the values came from
 * @attribute: its attribute
 * @expression: (nullable): what of the attribute was compared, "strftime('%Y-%m', \"placed\")"; %NULL for itself
 * @value: what was clicked; owned
 *
 * A condition of all tiles that read an attribute.
 */
typedef struct
{
  char *tile;
  char *title;
  char *entity;
  char *attribute;
  char *expression;
  AskValue value;
} AskBoardFilter;

/** AskBoardCell: a mark of a chart, or a cell: @sql is what gave @rows */
typedef struct
{
  const char *tile;
  const char *sql;
  const AskRows *rows;
  gsize row;
  guint column;
} AskBoardCell;

/* Cross-filtering, and what a tile runs. */
AskBoardFilter *ask_board_filter_new      (AskSchemaReader     *reader,
                                           const AskBoardCell  *cell,
                                           GError             **error);
AskBoardFilter *ask_board_filter_copy     (const AskBoardFilter *self);
void            ask_board_filter_free     (AskBoardFilter *self);
char           *ask_board_filter_to_words (const AskBoardFilter *self);
char           *ask_board_get_sql         (const AskBoard  *self,
                                           const AskTile   *tile,
                                           AskSchemaReader *reader,
                                           const GPtrArray *filters,
                                           guint           *n_applied);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoard, ask_board_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoardPin, ask_board_pin_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoardParameter, ask_board_parameter_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBoardFilter, ask_board_filter_free)

G_END_DECLS
