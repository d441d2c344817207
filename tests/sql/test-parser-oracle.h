/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQLite as the judge of what is SQL: one statement, the parser's verdict and SQLite's.
 */
#pragma once

#include <sqlite3.h>

#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-printer.h"

G_BEGIN_DECLS

typedef enum
{
  ORACLE_GOOD, /* it prepares, or fails for a name or a meaning */
  ORACLE_SYNTAX, /* no SQL, or past one of SQLite's limits */
  ORACLE_OTHER, /* SQL, but not one SELECT */
  ORACLE_UNKNOWN /* SQLite gave up before it knew */
} OracleVerdict;

sqlite3      *oracle_open    (void);
OracleVerdict oracle_ask     (sqlite3    *db,
                              const char *sql,
                              char      **message,
                              int        *offset);
gboolean      oracle_agrees  (sqlite3    *db,
                              const char *sql);
gboolean      oracle_same_rows (sqlite3  *db,
                              const char *sql,
                              const char *printed);

G_END_DECLS
