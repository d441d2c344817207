/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the names of one SELECT can mean: the terms of its FROM, their columns, its results. All that hangs on a scope
 * lies in the tree's arena. Only the analysis and who asks it for scopes include it, see ask-sql-analysis-private.h.
 */
#pragma once

#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

/**
 * AskSqlName:
 * @schema, @table: (nullable): what stands before it
 * @name: (nullable): of a column, a metric or a function; %NULL where it is the table's
 *
 * A name as written.
 */
typedef struct
{
  const char *schema;
  const char *table;
  const char *name;
} AskSqlName;

static inline AskSqlName
ask_sql_expr_get_name (const AskSqlExpr *expr)
{
  return (AskSqlName) { expr->schema, expr->table, expr->name };
}

/**
 * AskSqlRowids:
 * @n: tables that have a rowid but no column of the name that was looked for
 * @from: the last of them
 */
typedef struct
{
  guint n;
  AskSqlFrom *from;
} AskSqlRowids;

/**
 * AskSqlEntry:
 * @schema, @table, @name: what may name it
 * @unique: its name as a column of the parenthesis, "x:1" for the second x
 * @using_term: the merged column of a USING inside
 * @no_expand: not one of "*"
 * @unlisted: not one of "t.*" either
 * @target: the column, bound
 *
 * One column of a join in parentheses.
 */
typedef struct
{
  const char *schema;
  const char *table;
  const char *name;
  const char *unique;
  gboolean using_term;
  gboolean no_expand;
  gboolean unlisted;
  AskSqlExpr *target;
} AskSqlEntry;

typedef struct _AskSqlItems AskSqlItems;

/**
 * AskSqlItem:
 * @from: a table, function or subquery, or a join in parentheses
 * @ends: whose ON, USING and NATURAL hold; @from but where parentheses stand round a single table
 * @name: its alias or else its table's name; %NULL where nothing can name it
 * @left, @right: joined by LEFT or FULL; by RIGHT or FULL
 * @left_of_right: a RIGHT or FULL JOIN stands after it
 * @using: the names of USING, or those that NATURAL found
 * @inner: (nullable): of a join in parentheses, what the ONs within see
 *
 * One term of a FROM clause as SQLite's name resolution sees it.
 */
typedef struct
{
  AskSqlFrom *from;
  AskSqlFrom *ends;
  const char *name;
  const char *schema;
  gboolean left;
  gboolean right;
  gboolean left_of_right;
  const char *const *using;
  guint n_using;
  gboolean nested;
  AskSqlEntry *entries;
  guint n_entries;
  AskSqlItems *inner;
} AskSqlItem;

struct _AskSqlItems
{
  AskSqlItem *items;
  guint n;
};

typedef enum
{
  ASK_PHASE_FROM,
  ASK_PHASE_RESULTS,
  ASK_PHASE_HAVING,
  ASK_PHASE_WHERE, /* ON and the arguments of table functions, too */
  ASK_PHASE_ORDER,
  ASK_PHASE_GROUP
} AskSqlPhase;

/**
 * AskSqlNamed:
 * @result: place of the result that an output comes from
 * @alias: whether it can be named by its alias
 */
typedef struct
{
  guint result;
  gboolean alias;
  gboolean has_aggregate;
  gboolean has_window;
} AskSqlNamed;

typedef struct _AskSqlScope AskSqlScope;
struct _AskSqlScope
{
  AskSqlCore *core;
  AskSqlSelect *select;
  AskSqlItems list;
  AskSqlScope *outer;
  AskSqlNamed *named; /* as many as the core has outputs */
  gboolean aliases; /* whether they can be named now */
  gboolean allow_aggregate;
  gboolean allow_window;
  gboolean has_aggregate;
  gboolean has_window;
  guint in_window; /* how many window functions are being resolved around */
  gboolean has_inner_aggregate; /* one in a subquery that is of this SELECT, and in no window function */
  AskSqlPhase phase;
};

G_END_DECLS
