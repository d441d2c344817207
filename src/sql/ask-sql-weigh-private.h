/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How large a statement is once its CTEs, aliases and windows are put in. For the parser and the analysis;
 * others meet it as %ASK_SQL_ERROR_TOO_LARGE. All of it is ask-sql-weigh.c.
 */
#pragma once

#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

char *ask_sql_weigh (AskSqlTree *tree,
                     gboolean    analysed,
                     AskSqlSpan *span);

G_END_DECLS
