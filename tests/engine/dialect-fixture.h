/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same rows twice: in a private PostgreSQL or MariaDB server, and in an SQLite database in memory
 * as the driver gave them. A statement then runs in both, and the rows have to be the same.
 */
#pragma once

#include <sqlite3.h>

#include "source/ask-source.h"
#include "sql/ask-sql-printer.h"

G_BEGIN_DECLS

typedef enum
{
  DIALECT_SAME, /* printed, and the rows are the same */
  DIALECT_REFUSED, /* did not print */
  DIALECT_ELSEWHERE, /* the server could not compute it, and said so */
  DIALECT_INVALID /* SQLite itself does not run it */
} DialectOutcome;

typedef struct
{
  AskSqlDialect dialect;
  AskSource *source;
  sqlite3 *db;
  AskSqlCatalog *catalog;
  gpointer server; /* AskTestPostgres or AskTestMariadb */
  char *sql; /* the last statement that was printed */
  char *reason; /* why the last one was not */
} Dialect;

Dialect       *dialect_new      (AskSqlDialect   dialect,
                                 char          **skip);
void           dialect_free     (Dialect        *self);
void           dialect_add      (Dialect        *self,
                                 const char     *create,
                                 const char     *table);
void           dialect_add_relation (Dialect    *self);
DialectOutcome dialect_compare  (Dialect        *self,
                                 const char     *sql,
                                 gboolean        ordered,
                                 char          **difference);
AskSqlPrinted *dialect_print    (AskSqlCatalog  *catalog,
                                 AskSqlDialect   dialect,
                                 const char     *sql,
                                 AskSqlTree    **tree,
                                 char          **reason);
char          *dialect_random   (GRand          *rand,
                                 gboolean       *ordered);

G_END_DECLS
