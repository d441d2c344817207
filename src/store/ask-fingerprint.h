/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a result was, without the result: enough to say later whether another one is the same, and how
 * many rows came, went or changed. It keeps digests and never a value.
 */
#pragma once

#include "base/ask-json.h"

G_BEGIN_DECLS

/**
 * AskFingerprint:
 * @columns: (element-type utf8): their names
 * @n_rows: rows of the result
 * @ordered: whether their order counts: the query has an ORDER BY
 * @digest: of all rows, and of their order where that counts
 * @rows: for each row two numbers, of what it is known by and of all of it; sorted, and empty where
 *   the result has more than %ASK_FINGERPRINT_MAX_ROWS
 * @elapsed_ms: how long the query took; compares with nothing
 */
typedef struct
{
  GPtrArray *columns;
  gsize n_rows;
  gboolean ordered;
  char *digest;
  GArray *rows;
  double elapsed_ms;
} AskFingerprint;

#define ASK_FINGERPRINT_MAX_ROWS 10000

/**
 * AskDifference:
 * @columns: whether the columns differ, in number, name or order
 * @order: whether only the order of the rows differs
 * @counted: whether @added, @removed and @changed could be counted; they are 0 where not
 * @changed: rows that are known by the same words, and hold other figures
 */
typedef struct
{
  gboolean columns;
  gboolean order;
  gboolean counted;
  gsize added;
  gsize removed;
  gsize changed;
} AskDifference;

/**
 * AskRowNews:
 * @ASK_ROW_SAME: the earlier result has the row too
 * @ASK_ROW_CHANGED: it has a row that is known by the same words, with other figures
 * @ASK_ROW_ADDED: it has no such row
 *
 * How a row of a result compares with an earlier result.
 */
typedef enum
{
  ASK_ROW_SAME,
  ASK_ROW_CHANGED,
  ASK_ROW_ADDED
} AskRowNews;

AskFingerprint *ask_fingerprint_new       (const AskRows        *rows,
                                           const char           *sql,
                                           double                elapsed_ms);
AskFingerprint *ask_fingerprint_copy      (const AskFingerprint *self);
void            ask_fingerprint_free      (AskFingerprint       *self);
gboolean        ask_fingerprint_compare   (const AskFingerprint *before,
                                           const AskFingerprint *after,
                                           AskDifference        *difference);
guint8         *ask_fingerprint_tell_rows (const AskFingerprint *before,
                                           const AskRows        *rows);
char           *ask_fingerprint_describe  (const AskFingerprint *before,
                                           const AskFingerprint *after);
char           *ask_fingerprint_to_json   (const AskFingerprint *self);
AskFingerprint *ask_fingerprint_from_json (const char           *json,
                                           gconstpointer         rows,
                                           gsize                 length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFingerprint, ask_fingerprint_free)

G_END_DECLS
