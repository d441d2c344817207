/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From names that people gave to what they mean: calculated columns, metrics, tables that are queries,
 * and "*" where it does not stand for all columns. After this a statement names nothing but tables and
 * columns that are somewhere, and means in SQLite what it meant to whoever wrote it.
 */
#pragma once

#include "sql/ask-sql-analysis.h"

G_BEGIN_DECLS

gboolean ask_sql_define (AskSqlTree           *tree,
                         const AskSqlCatalog  *catalog,
                         gboolean             *changed,
                         GError              **error);
void     ask_sql_rename_ctes (AskSqlTree          *tree,
                              const AskSqlCatalog *catalog,
                              GPtrArray           *tables);

G_END_DECLS
