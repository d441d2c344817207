/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL text into a tree, by recursive descent with SQLite's precedences (lang_expr.html) and its
 * words that may stand as names. It takes what SQLite 3.40 takes as one SELECT, and nothing else;
 * it never touches a database.
 */
#pragma once

#include <gio/gio.h>

#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

#define ASK_SQL_ERROR (ask_sql_error_quark ())

/**
 * AskSqlError:
 * @ASK_SQL_ERROR_SYNTAX: not SQL; the message says line, column, what was found, what was expected
 * @ASK_SQL_ERROR_NOT_A_SELECT: SQL, but no SELECT, or more than one statement
 * @ASK_SQL_ERROR_TOO_LARGE: beyond a limit of ask-sql-limits.h, itself or with what its names stand for
 * @ASK_SQL_ERROR_UNKNOWN_TABLE: no table, CTE or table function of that name
 * @ASK_SQL_ERROR_UNKNOWN_COLUMN: no column of that name where it stands
 * @ASK_SQL_ERROR_AMBIGUOUS: a column name that two tables have
 * @ASK_SQL_ERROR_UNKNOWN_FUNCTION: no such function, or not with so many arguments
 * @ASK_SQL_ERROR_MISUSE: an aggregate, window or star where none may stand, or column counts that
 *   do not fit
 * @ASK_SQL_ERROR_STOPPED: by the catalogue's cancellable; the caller knows why
 */
typedef enum
{
  ASK_SQL_ERROR_SYNTAX,
  ASK_SQL_ERROR_NOT_A_SELECT,
  ASK_SQL_ERROR_TOO_LARGE,
  ASK_SQL_ERROR_UNKNOWN_TABLE,
  ASK_SQL_ERROR_UNKNOWN_COLUMN,
  ASK_SQL_ERROR_AMBIGUOUS,
  ASK_SQL_ERROR_UNKNOWN_FUNCTION,
  ASK_SQL_ERROR_MISUSE,
  ASK_SQL_ERROR_STOPPED
} AskSqlError;

GQuark      ask_sql_error_quark (void);

AskSqlTree *ask_sql_parse       (const char  *sql,
                                 gssize       length,
                                 GError     **error);
AskSqlTree *ask_sql_parse_tokens (const char  *sql,
                                 const GArray *tokens,
                                 GError     **error);
guint       ask_sql_count_parses (void);
void        ask_sql_get_place   (const char  *sql,
                                 gsize        offset,
                                 guint       *line,
                                 guint       *column);

G_END_DECLS
