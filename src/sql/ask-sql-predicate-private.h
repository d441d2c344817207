/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between the two files that take conditions apart.
 *
 *   ask-sql-predicate.c  the conjuncts of WHERE and ON, each classified
 *   ask-sql-closure.c    what equality adds to them
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
