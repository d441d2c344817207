/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why a query gives no row: which table is empty, which condition or join matches nothing, alone or together, and
 * whether it would but for case and blanks. It counts, under limits, and never reads a row; an API is never called.
 */
#pragma once

#include "engine/ask-engine.h"

G_BEGIN_DECLS

/**
 * AskEmptyKind:
 * @ASK_EMPTY_TABLE: it has no row
 * @ASK_EMPTY_JOIN: no row joins
 * @ASK_EMPTY_CONDITION: no row fulfils it
 * @ASK_EMPTY_TOGETHER: each of several conditions has rows, all together have none
 * @ASK_EMPTY_HAVING: there are groups, and none fulfils it
 * @ASK_EMPTY_LIMIT: there are rows, and LIMIT or OFFSET leaves none
 * @ASK_EMPTY_SIDES: both sides of a compound give rows, and it leaves none
 */
typedef enum
{
  ASK_EMPTY_TABLE,
  ASK_EMPTY_JOIN,
  ASK_EMPTY_CONDITION,
  ASK_EMPTY_TOGETHER,
  ASK_EMPTY_HAVING,
  ASK_EMPTY_LIMIT,
  ASK_EMPTY_SIDES
} AskEmptyKind;

/* Rows are counted up to this; what is more is that many at least. */
#define ASK_EMPTY_MAX_COUNT 1000

/**
 * AskEmptyReason:
 * @what: (nullable): the part of the query that it is about, as it was written
 * @without: how many rows there were without it; -1 where nobody counted
 * @loose: how many rows it had without regard to case and outer blanks; -1 where nobody counted
 * @text: that in a sentence or two
 */
typedef struct
{
  AskEmptyKind kind;
  char *what;
  gint64 without;
  gint64 loose;
  char *text;
} AskEmptyReason;

void       ask_empty_reason_free (AskEmptyReason   *self);
GPtrArray *ask_value_diagnose    (AskEngine        *engine,
                                  const char       *sql,
                                  GCancellable     *cancellable,
                                  GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskEmptyReason, ask_empty_reason_free)

G_END_DECLS
