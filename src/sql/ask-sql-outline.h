/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a statement that is being written says so far, seen from the cursor: the clause it stands in, which tables,
 * subqueries and CTEs can be named there, which function it is an argument of. It reads tokens, takes whatever comes, and
 * knows names of tables and columns by what it is told.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  ASK_CLAUSE_START, /* before the first word of a query */
  ASK_CLAUSE_SELECT,
  ASK_CLAUSE_FROM,
  ASK_CLAUSE_ON,
  ASK_CLAUSE_WHERE,
  ASK_CLAUSE_GROUP,
  ASK_CLAUSE_HAVING,
  ASK_CLAUSE_ORDER,
  ASK_CLAUSE_LIMIT
} AskSqlClause;

/**
 * AskSqlOutlineItem:
 * @name: what names it: its alias, else its table's name
 * @schema: (nullable): what stands before its table: "sales"
 * @table: (nullable): the table that it names; %NULL for a subquery and a CTE
 * @columns: (nullable) (element-type utf8): what a subquery or a CTE gives, as far as it has names
 *
 * Something in a FROM, or a CTE.
 */
typedef struct
{
  char *name;
  char *schema;
  char *table;
  GPtrArray *columns;
} AskSqlOutlineItem;

/**
 * AskSqlOutline:
 * @start: where the word begins that is being written, its quote included
 * @typed: that word up to the cursor, without quotes
 * @quote: the quote that it begins with: '"', '`', '[', '\'' or 0
 * @nothing: in a comment, a number or a parameter: nothing can be offered
 * @qualifier: (nullable): what stands before a dot before it
 * @clause: of the innermost query around it
 * @wants_table: a table can stand here
 * @wants_operand: what comes next is a value; else a value was just finished, and an operator or a clause comes
 * @after_on: directly behind ON
 * @items: (element-type AskSqlOutlineItem): of the innermost query, then those around it
 * @n_own: how many of @items are of the innermost query
 * @ctes: (element-type AskSqlOutlineItem): that can be named here, the innermost first
 * @aliases: (element-type utf8): of the results of the innermost query
 * @function: (nullable): that it is an argument of
 * @argument: which one, from 0
 * @compared: (nullable): the column that stands before the comparison whose other side is being written
 * @compared_with: (nullable): its qualifier
 */
typedef struct
{
  gsize start;
  char *typed;
  char quote;
  gboolean nothing;
  char *qualifier;
  AskSqlClause clause;
  gboolean wants_table;
  gboolean wants_operand;
  gboolean after_on;
  GPtrArray *items;
  guint n_own;
  GPtrArray *ctes;
  GPtrArray *aliases;
  char *function;
  guint argument;
  char *compared;
  char *compared_with;
} AskSqlOutline;

/**
 * AskSqlColumnsFunc:
 * @schema: (nullable): what stands before @table
 * @table: a name
 * @columns: (element-type utf8): gets the names of its columns; nothing where there is no such table
 */
typedef void (*AskSqlColumnsFunc) (const char *schema,
                                   const char *table,
                                   GPtrArray  *columns,
                                   gpointer    data);

AskSqlOutline *ask_sql_outline_new  (const char        *sql,
                                     gsize              cursor,
                                     AskSqlColumnsFunc  columns,
                                     gpointer           data);
void           ask_sql_outline_free (AskSqlOutline     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSqlOutline, ask_sql_outline_free)

G_END_DECLS
