/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands behind calculated columns and metrics: one expression each, kept as a SELECT of one
 * result. All of it is ask-sql-definition.c. Not for other rooms.
 */
#pragma once

#include "sql/ask-sql-catalog.h"

G_BEGIN_DECLS

AskSqlTree *ask_sql_definition_parse     (const char         *text,
                                          gboolean            metric,
                                          char              **problem);
const AskSqlExpr *ask_sql_definition_get (const AskSqlTree   *self);
gboolean    ask_sql_definition_is_plain  (const AskSqlExpr   *expr);
gboolean    ask_sql_definition_collates  (const AskSqlExpr   *expr);
gboolean    ask_sql_definition_is_strict (const AskSqlExpr   *expr);
AskSqlExpr *ask_sql_definition_bind      (AskSqlTree         *tree,
                                          const AskSqlTree   *definition,
                                          const AskSqlTable  *table,
                                          const char         *item,
                                          char              **problem);
gboolean    ask_sql_definition_find_circle (const AskSqlTable *table,
                                          const AskSqlColumn *column,
                                          GHashTable         *sound);
gboolean    ask_sql_expr_is_aggregate    (const AskSqlExpr   *expr);
const char *ask_sql_table_get_presence   (const AskSqlTable  *table);

G_END_DECLS
