/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks AskData and SQLite the same and compares what they say.
 */
#pragma once

#include "night-query.h"
#include "night-session.h"

G_BEGIN_DECLS

/**
 * NightVerdict:
 * @NIGHT_SAME: the rows are those of SQLite, or an API that breaks its word was told so
 * @NIGHT_NO_CASE: SQLite refuses the statement, or takes too long
 * @NIGHT_DIFFERENT: other rows
 * @NIGHT_FAILED: an error where SQLite has an answer
 */
typedef enum
{
  NIGHT_SAME,
  NIGHT_NO_CASE,
  NIGHT_DIFFERENT,
  NIGHT_FAILED
} NightVerdict;

/** NightCase: @push_down: which of the two ways went wrong; the texts are for people */
typedef struct
{
  NightVerdict verdict;
  gboolean push_down;
  char *sql;
  char *expected;
  char *got;
} NightCase;

void     night_case_clear (NightCase        *self);
gboolean night_judge      (NightSession     *session,
                           const NightQuery *query,
                           NightCase        *out);
gboolean night_judge_tables (NightSession   *session,
                           NightCase        *out);

G_END_DECLS
