/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text with several statements, taken apart at its semicolons. Whether they are right nobody asks here.
 */
#pragma once

#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

GArray  *ask_sql_split          (const char *sql);
gboolean ask_sql_find_statement (const char *sql,
                                 gsize       cursor,
                                 AskSqlSpan *span);

G_END_DECLS
