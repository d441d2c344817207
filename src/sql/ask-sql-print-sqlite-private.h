/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the two files of the printer in SQLite's dialect share. Each function writes one piece of the
 * grammar behind what @out holds. Only they include it.
 *
 *   ask-sql-print-sqlite.c       statements
 *   ask-sql-print-sqlite-expr.c  expressions
 */
#pragma once

#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

/* ask-sql-print-sqlite-expr.c */
void ask_sql_write_name      (GString            *out,
                              const char         *name);
void ask_sql_write_names     (GString            *out,
                              const char *const  *names);
void ask_sql_write_qualified (GString            *out,
                              const char         *schema,
                              const char         *name);
void ask_sql_write_expr      (GString            *out,
                              const AskSqlExpr   *expr);
void ask_sql_write_list      (GString            *out,
                              const AskSqlExprs  *list);
void ask_sql_write_order     (GString            *out,
                              const AskSqlOrder  *order);
void ask_sql_write_window    (GString            *out,
                              const AskSqlWindow *window);

/* ask-sql-print-sqlite.c */
void ask_sql_write_select    (GString            *out,
                              const AskSqlSelect *select);
void ask_sql_write_subquery  (GString            *out,
                              const AskSqlSelect *select);

G_END_DECLS
