/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether two queries give the same: run over sqlite3 itself under a limit of steps, their rows compared. For
 * training and benchmarks; what is judged never sees what it is compared with. And how hard a query is, as Spider
 * tells it.
 */
#pragma once

#include <sqlite3.h>

#include "understand/interpret/ask-draft.h"

G_BEGIN_DECLS

typedef enum
{
  UNDERSTAND_CELL_NULL,
  UNDERSTAND_CELL_INTEGER, /* a real without a fraction, too */
  UNDERSTAND_CELL_REAL, /* rounded to four digits */
  UNDERSTAND_CELL_TEXT
} UnderstandCellKind;

/** UnderstandCell: @text: its place in the rows' texts; the cell's hash is of its kind and value */
typedef struct
{
  UnderstandCellKind kind;
  guint32 length;
  union
  {
    gint64 integer;
    double real;
    gsize text;
  };
  guint64 hash;
} UnderstandCell;

/**
 * UnderstandRows:
 * @cells: (element-type UnderstandCell): row by row
 * @texts: what texts hold, one after the other
 * @cut: there were more rows than were asked for
 * @signature: equal for rows that are the same in another order of rows and columns
 */
typedef struct
{
  guint n_columns;
  guint n_rows;
  GArray *cells;
  GByteArray *texts;
  gboolean cut;
  guint64 signature;
} UnderstandRows;

typedef enum
{
  UNDERSTAND_EASY,
  UNDERSTAND_MEDIUM,
  UNDERSTAND_HARD,
  UNDERSTAND_EXTRA
} UnderstandHardness;

#define UNDERSTAND_MAX_ROWS 20000

UnderstandRows    *understand_rows_run      (sqlite3               *database,
                                             const char            *sql,
                                             guint64                max_steps,
                                             guint                  max_rows,
                                             GError               **error);
void               understand_rows_free     (UnderstandRows        *self);
gboolean           understand_rows_match    (const UnderstandRows  *gold,
                                             const UnderstandRows  *other,
                                             gboolean               ordered);
UnderstandHardness understand_get_hardness  (const AskDraft        *draft,
                                             AskDomain             *domain);
const char        *understand_hardness_to_string (UnderstandHardness self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UnderstandRows, understand_rows_free)

G_END_DECLS
