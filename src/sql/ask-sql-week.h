/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weeks as all of the program means them: those of ISO 8601, from Monday on, each of the year that its Thursday is in. SQLite
 * has no format for them before 3.46, and its "%W" counts from a year's first Monday, which is another week in most years.
 */
#pragma once

#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

char             *ask_sql_dup_week  (const char       *time);
const AskSqlExpr *ask_sql_find_week (const AskSqlExpr *expr);

G_END_DECLS
