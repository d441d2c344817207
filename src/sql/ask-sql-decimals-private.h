/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between the files that write decimals down for SQLite. Not for other rooms.
 *
 *   ask-sql-decimals.c       what SQLite forgets of decimals, written out
 *   ask-sql-decimals-join.c  USING and NATURAL between a decimal and a number
 */
#pragma once

#include "sql/ask-sql-analysis-private.h"

G_BEGIN_DECLS

/** AskSqlDecimals: @changed: whether anything was written otherwise */
typedef struct
{
  AskSqlTree *tree;
  gboolean changed;
} AskSqlDecimals;

/* ask-sql-decimals-join.c */
void ask_sql_decimals_join (AskSqlDecimals *self,
                            AskSqlCore     *core);

G_END_DECLS
