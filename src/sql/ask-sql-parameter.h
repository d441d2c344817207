/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parameters of a statement (?, ?1, :city, @city, $city), what is known of their values, and the statement with
 * values in their place.
 */
#pragma once

#include "sql/ask-sql-catalog.h"

G_BEGIN_DECLS

/**
 * AskSqlParameter:
 * @name: ":city"; "?2" for the second "?"
 * @type: what it is compared with, or counts as; %ASK_TYPE_ANY where nobody knows
 * @column: (nullable): the name of the column that it is compared with
 * @spans: (element-type AskSqlSpan): where it stands in the text
 */
typedef struct
{
  char *name;
  AskType type;
  char *column;
  GArray *spans;
} AskSqlParameter;

void       ask_sql_parameter_free  (AskSqlParameter      *self);
GPtrArray *ask_sql_list_parameters (const char           *sql,
                                    const AskSqlCatalog  *catalog);
char      *ask_sql_put_parameters  (const char           *sql,
                                    GPtrArray            *parameters,
                                    const char *const    *literals);
char      *ask_sql_make_literal    (const char           *typed,
                                    AskType               type,
                                    GError              **error);

char *ask_sql_take_parameters (const char *sql, GPtrArray *parameters, const char *const *given, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSqlParameter, ask_sql_parameter_free)

G_END_DECLS
