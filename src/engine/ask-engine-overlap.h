/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How much of a join that nobody declared there is in the data: which of one column's values occur in another, as they
 * are, and with what a query would have to do to them first. Bounded, and nothing but counts comes out.
 */
#pragma once

#include "engine/ask-engine.h"

G_BEGIN_DECLS

/** ASK_OVERLAP_VALUES: different values that are looked for */
#define ASK_OVERLAP_VALUES 1000
/** ASK_OVERLAP_MOST: of a column in which values are looked for, more different values are not compared */
#define ASK_OVERLAP_MOST 100000
/** ASK_OVERLAP_API_ROWS: rows of an API's list that are read for it; of a longer list only values are looked for */
#define ASK_OVERLAP_API_ROWS 100
/** ASK_OVERLAP_MS: how long one comparison may take */
#define ASK_OVERLAP_MS 2000

/**
 * AskOverlapChange:
 * @ASK_OVERLAP_PLAIN: values are compared as they are
 * @ASK_OVERLAP_TRIMMED: as text without blanks around it: trim (x)
 * @ASK_OVERLAP_FOLDED: in lower case as well: lower (trim (x))
 * @ASK_OVERLAP_NUMBERS: text of digits as a number: CAST (x AS INTEGER)
 *
 * What both sides of a join need.
 */
typedef enum
{
  ASK_OVERLAP_PLAIN,
  ASK_OVERLAP_TRIMMED,
  ASK_OVERLAP_FOLDED,
  ASK_OVERLAP_NUMBERS,
  ASK_OVERLAP_N_CHANGES
} AskOverlapChange;

/**
 * AskOverlap:
 * @n_checked: different values that were looked for; 0 where they could not be compared, or there are none
 * @n_plain: those that occur on the other side as they are
 * @n_found: those that occur there after @change
 * @change: the least that finds about as many as any
 * @measured_at: µs since 1970
 */
typedef struct
{
  gint64 n_checked;
  gint64 n_plain;
  gint64 n_found;
  AskOverlapChange change;
  gint64 measured_at;
} AskOverlap;

/**
 * AskOverlapEnds:
 * @from_entity, @from: whose values are looked for
 * @to_entity, @to: where they are looked for
 *
 * Borrowed, from the session's schema or one with the same names. No attribute is calculated.
 */
typedef struct
{
  const AskEntity *from_entity;
  const AskAttribute *from;
  const AskEntity *to_entity;
  const AskAttribute *to;
} AskOverlapEnds;

const char *ask_overlap_change_to_sql  (AskOverlapChange      change);
gboolean    ask_engine_measure_overlap (AskEngine            *self,
                                        const AskOverlapEnds *ends,
                                        AskOverlap           *overlap,
                                        GCancellable         *cancellable,
                                        GError              **error);

G_END_DECLS
