/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between ask-sql-predicate.c and ask-sql-closure.c only.
 */
#pragma once

#include "sql/ask-sql-analysis-private.h"

G_BEGIN_DECLS

typedef struct
{
  AskSqlTree *tree;
  AskSqlCore *core;
  GArray *found; /* AskSqlPredicate */
} AskSqlFinder;

void ask_sql_close_equalities (AskSqlFinder *self);

G_END_DECLS
