/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A tree as text. The SQLite printer writes any tree back. The printers of PostgreSQL and MariaDB
 * write what has the same meaning there, value for value, and refuse the rest with a reason: whether
 * something is pushed down is decided by trying to print it. Values are never pasted: they become
 * parameters.
 */
#pragma once

#include <gio/gio.h>

#include "sql/ask-sql-analysis.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_DIALECT_SQLITE,
  ASK_DIALECT_POSTGRES,
  ASK_DIALECT_MARIADB,
  ASK_DIALECT_CLICKHOUSE
} AskSqlDialect;

char *ask_sql_print_select (const AskSqlSelect *select);
char *ask_sql_print_expr   (const AskSqlExpr   *expr);
char *ask_sql_quote_remote (AskSqlDialect       dialect,
                            const char         *name);
gboolean ask_sql_dialect_joins (AskSqlDialect   dialect);

/**
 * AskSqlRelation:
 * @magic: %ASK_SQL_RELATION_MAGIC
 * @types: of its @n_columns columns: %ASK_TYPE_INTEGER, REAL, TEXT or BOOLEAN; any other travels as
 *   text
 * @lengths: (nullable): characters of the longest text in each column, where all rows are known by
 *   now; MariaDB then gets a VARCHAR, by which it can join and look up
 * @is_list: of PostgreSQL: "x IN (SELECT its column FROM it)" may be "x = ANY ($1)", since its values
 *   all fit x's type
 * @is_lookup: of PostgreSQL: "(SELECT second FROM it WHERE first = x)" is the element of an array, since its first column
 *   has each number from @first to @last once, in this order, and its second no NULL
 *
 * Rows of our own that travel to the server with the query: "unnest($1::int8[], $2::text[])" in
 * PostgreSQL, "JSON_TABLE(?, …)" in MariaDB. An AskSqlFrom whose @plan points at this relation is
 * printed as such.
 */
typedef struct
{
  guint magic;
  guint n_columns;
  const char *const *columns;
  const AskType *types;
  const glong *lengths;
  gboolean is_list;
  gboolean is_lookup;
  gint64 first;
  gint64 last;
} AskSqlRelation;

#define ASK_SQL_RELATION_MAGIC 0x52454c41u

typedef enum
{
  ASK_SLOT_VALUE, /* one value */
  ASK_SLOT_COLUMN, /* one column of a relation, as an array (PostgreSQL) */
  ASK_SLOT_ROWS /* a whole relation, as JSON text: an array of arrays (MariaDB) */
} AskSqlSlotKind;

/** AskSqlSlot: what the server's parameter 1, 2, … stands for; @value borrows from the tree */
typedef struct
{
  AskSqlSlotKind kind;
  AskValue value;
  AskType type;
  const AskSqlRelation *relation;
  guint column;
} AskSqlSlot;

/**
 * AskSqlPrinted:
 * @sql: with $1, $2, … (PostgreSQL) or ? (MariaDB)
 * @slots: (array length=n_slots): its parameters in order
 * @types: (array length=n_types): of its result columns, as they mean here
 *
 * One piece of memory, since each statement that is planned has one.
 */
typedef struct
{
  char *sql;
  AskSqlSlot *slots;
  guint n_slots;
  AskType *types;
  guint n_types;
} AskSqlPrinted;

void           ask_sql_printed_free  (AskSqlPrinted        *self);

/**
 * AskSqlPrintOptions:
 * @source: only tables of this source may occur
 */
typedef struct
{
  AskSqlDialect dialect;
  const char *source;
} AskSqlPrintOptions;

AskSqlPrinted *ask_sql_print_remote  (AskSqlTree               *tree,
                                      AskSqlSelect             *select,
                                      const AskSqlPrintOptions *options,
                                      char                    **reason);
gboolean       ask_sql_can_print_condition (AskSqlTree         *tree,
                                      AskSqlExpr               *expr,
                                      const AskSqlPrintOptions *options,
                                      char                    **reason);
gboolean       ask_sql_is_day        (const char           *text,
                                      gsize                 length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSqlPrinted, ask_sql_printed_free)

G_END_DECLS
