/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a round is about, as plain data: tables with their columns, rows and places, the behaviour of
 * their APIs, and the settings of the servers. Drawn from one seed, and cut down piece by piece when
 * something in it is answered wrongly. A cell is the text that a person would write for its value.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** NightKind: what a column means, whatever its type is called at its place */
typedef enum
{
  NIGHT_INT,
  NIGHT_REAL,
  NIGHT_DEC, /* more digits than a double has */
  NIGHT_TEXT,
  NIGHT_DATE,
  NIGHT_STAMP,
  NIGHT_BOOL,
  NIGHT_N_KINDS
} NightKind;

typedef enum
{
  NIGHT_FILE,
  NIGHT_SHEET,
  NIGHT_POSTGRES,
  NIGHT_MARIADB,
  NIGHT_API,
  NIGHT_N_PLACES
} NightPlace;

/**
 * NightColumn:
 * @type: as its place declares it
 * @wild: its numbers are too far apart for a sum that does not depend on the order of the rows
 */
typedef struct
{
  char *name;
  NightKind kind;
  const char *type;
  gboolean nullable;
  gboolean wild;
} NightColumn;

typedef enum
{
  NIGHT_PAGING_NONE,
  NIGHT_PAGING_PAGE,
  NIGHT_PAGING_OFFSET,
  NIGHT_PAGING_CURSOR,
  NIGHT_PAGING_HEADER, /* Link: <…>; rel="next" */
  NIGHT_PAGING_NEXT, /* a URL in the answer */
  NIGHT_N_PAGINGS
} NightPaging;

/** NightWrong: how an API breaks its word. Each is told by something in its answers. */
typedef enum
{
  NIGHT_RIGHT,
  NIGHT_WRONG_ENDS_EARLY, /* after the second page, less than its total */
  NIGHT_WRONG_ERROR_BODY, /* 200 with an error in the place of the second page */
  NIGHT_WRONG_NO_CONTENT, /* 204 there */
  NIGHT_WRONG_PARTIAL, /* 206, and a row of it does not come */
  NIGHT_WRONG_MULTI, /* 207, and a row of it does not come */
  NIGHT_WRONG_REPEATS, /* the second page is the first again, with a total */
  NIGHT_WRONG_OVERLAPS, /* each page begins with the last row of the page before, with a total */
  NIGHT_WRONG_DELETES, /* a row goes between two pages, and the total falls */
  NIGHT_WRONG_INSERTS, /* a row comes at the front between two pages, and the total rises */
  NIGHT_WRONG_DUPLICATES, /* a member is there twice in a row, once right and once wrong */
  NIGHT_WRONG_SERVER, /* 500 */
  NIGHT_WRONG_CUT, /* the connection ends in the middle */
  NIGHT_WRONG_HTML, /* 200 with a page for people */
  NIGHT_WRONG_EMPTY, /* an empty page in the middle, with a total */
  NIGHT_WRONG_NULL, /* null in the place of the list */
  NIGHT_WRONG_HALF, /* half an answer, whole by its length */
  NIGHT_N_WRONGS
} NightWrong;

typedef enum
{
  NIGHT_SORT_NONE,
  NIGHT_SORT_GOOD,
  NIGHT_SORT_IGNORED,
  NIGHT_SORT_TEXT,
  NIGHT_SORT_EACH_PAGE,
  NIGHT_N_SORTS
} NightSort;

typedef enum
{
  NIGHT_ARRAY_NONE,
  NIGHT_ARRAY_REPEAT,
  NIGHT_ARRAY_COMMA,
  NIGHT_ARRAY_PIPE,
  NIGHT_ARRAY_SPACE,
  NIGHT_N_ARRAYS
} NightArray;

/** NightOne: whether an API gives one row by its id in place of the list, and what it answers to an id that no row has */
typedef enum
{
  NIGHT_ONE_NONE,
  NIGHT_ONE_GOOD, /* 404 */
  NIGHT_ONE_ERROR_BODY, /* 200 with an error in the place of the row */
  NIGHT_ONE_EMPTY, /* 200 with {} */
  NIGHT_N_ONES
} NightOne;

/**
 * NightApi:
 * @member: (nullable): of the answer that holds the list; %NULL where the answer is the list
 * @first: the number of the first page
 * @size: rows a page at most
 * @sized: a client may ask for shorter pages
 * @total: the answer says how many rows there are
 * @counted: a header says it
 * @more: the answer says whether more follow
 * @filters: columns that are parameters, a bit each
 * @array: how such a parameter of a text takes several values
 * @decodes_first: it takes %2C for a comma between values
 * @since: (nullable): a parameter that bounds the time in @since_column from below, or one that no row shows
 * @since_hidden: no row shows it
 * @says_since: its description names the column
 * @bounds: min_… and max_… of numbers
 * @exponents: 0: 10; 1: 10.0; 2: 1e1
 * @omits: members that are null are left out
 * @sloppy: texts are looked up without regard to case
 */
typedef struct
{
  const char *member;
  NightPaging paging;
  guint first;
  guint size;
  gboolean sized;
  gboolean total;
  gboolean counted;
  gboolean more;
  guint filters;
  NightArray array;
  gboolean decodes_first;
  const char *since;
  guint since_column;
  gboolean since_hidden;
  gboolean says_since;
  gboolean bounds;
  NightSort sort;
  NightOne one;
  guint exponents;
  gboolean omits;
  gboolean sloppy;
  NightWrong wrong;
} NightApi;

/**
 * NightSheet:
 * @ends: 0: LF; 1: CRLF; 2: both by turns; 3: CR, LF and CRLF by turns
 */
typedef struct
{
  char delimiter;
  guint ends;
  gboolean quotes;
  gboolean mark;
  gboolean last_end;
} NightSheet;

/** NightTable: @columns: NightColumn; @rows: GPtrArray of (nullable) GString */
typedef struct
{
  char *name;
  NightPlace place;
  GPtrArray *columns;
  GPtrArray *rows;
  NightApi api;
  NightSheet sheet;
} NightTable;

/** NightWorld: @tables: NightTable; @settings: (element-type utf8): "maria sql_mode='ANSI'" or "postgres …" */
typedef struct
{
  GPtrArray *tables;
  GPtrArray *settings;
} NightWorld;

NightWorld *night_world_draw    (void);
void        night_world_free    (NightWorld       *self);
void        night_world_describe (const NightWorld *self,
                                 GString          *text);
GString    *night_cell_draw     (NightPlace        place,
                                 NightKind         kind,
                                 const char       *type,
                                 gboolean          wild);
void        night_column_free   (gpointer          data);
void        night_cell_free     (gpointer          data);
void        night_table_free    (gpointer          data);
gboolean    night_world_is_wrong (const NightWorld *self,
                                 const char       *sql);
void        night_api_draw      (NightTable       *table);
void        night_api_describe  (const NightTable *table,
                                 GString          *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (NightWorld, night_world_free)

G_END_DECLS
