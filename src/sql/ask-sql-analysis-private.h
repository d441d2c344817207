/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the analysis share: scopes, found problems, functions. Not for other rooms. All
 * that hangs on a scope lies in the tree's arena; an analyser lives as long as one call.
 */
#pragma once

#include "sql/ask-sql-analysis.h"
#include "sql/ask-sql-name-private.h"

G_BEGIN_DECLS

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

/**
 * AskSqlProblem:
 * @plain: a sentence without its place and its full stop
 * @name, @table: (nullable): the name that is wrong, as written
 * @core: (nullable): where it stands
 */
typedef struct
{
  AskSqlError code;
  AskSqlSpan span;
  char *plain;
  const char *schema;
  const char *table;
  const char *name;
  AskSqlCore *core;
} AskSqlProblem;

typedef struct _AskSqlWith AskSqlWith;
struct _AskSqlWith
{
  AskSqlSelect *select;
  AskSqlWith *outer;
};

/**
 * AskSqlAnalyser:
 * @scopes: core → AskSqlScope
 * @ctes: AskSqlCte → what is known of it
 * @problems: all that was found
 * @collect: go on after a problem
 * @quiet: how many want problems neither kept nor counted
 * @work: names that have been looked at, see ASK_SQL_MAX_WORK
 */
typedef struct
{
  AskSqlTree *tree;
  const AskSqlCatalog *catalog;
  GHashTable *scopes;
  GHashTable *ctes;
  GPtrArray *problems;
  gboolean collect;
  guint quiet;
  AskSqlCore *current;
  guint metrics; /* how many are being resolved, each within the one before */
  guint n_defined; /* nodes that metrics have put in */
  guint64 work;
  guint64 looks_at; /* at so much work it looks whether it has to stop */
  gboolean ended; /* it is stopped or too large: nothing goes on */
} AskSqlAnalyser;

typedef enum
{
  ASK_FUNCTION_SCALAR,
  ASK_FUNCTION_AGGREGATE, /* and a window function with OVER */
  ASK_FUNCTION_WINDOW /* only with OVER */
} AskSqlFunctionKind;

typedef enum
{
  ASK_RESULT_ANY,
  ASK_RESULT_INTEGER,
  ASK_RESULT_REAL,
  ASK_RESULT_TEXT,
  ASK_RESULT_BOOLEAN,
  ASK_RESULT_ARGUMENT, /* the type of its arguments, where they agree */
  ASK_RESULT_SUM, /* REAL unless the argument is an integer */
  ASK_RESULT_DATE,
  ASK_RESULT_DATETIME,
  ASK_RESULT_JSON
} AskSqlFunctionResult;

typedef struct
{
  const char *name;
  int min;
  int max; /* -1: any number */
  AskSqlFunctionKind kind;
  AskSqlFunctionResult result;
  int since; /* SQLite's version number; 0: the floor has it */
  gboolean changes; /* not the same value each time */
} AskSqlFunction;

const AskSqlFunction *ask_sql_function_find (const char *name,
                                             guint       n,
                                             gboolean   *exists);
gboolean ask_sql_function_foreach_name (gboolean (*call) (const char *name, gpointer data),
                                        gpointer data);
gboolean ask_sql_collation_exists      (const char *name);

/* ask-sql-expand.c: tables, CTEs, joins and stars, before any other name */
gboolean ask_sql_expand_select (AskSqlAnalyser *self,
                                AskSqlSelect   *select,
                                AskSqlWith     *with,
                                AskSqlCore     *parent);
gboolean ask_sql_expand_cores  (AskSqlAnalyser *self,
                                AskSqlSelect   *select,
                                guint           start,
                                guint           end,
                                AskSqlWith     *with,
                                AskSqlCore     *parent);
gboolean ask_sql_expand_subqueries (AskSqlAnalyser *self,
                                    AskSqlExpr     *expr,
                                    AskSqlWith     *with,
                                    AskSqlCore     *parent);

/* ask-sql-expand-cte.c */
gboolean ask_sql_use_cte       (AskSqlAnalyser *self,
                                AskSqlCte      *cte,
                                AskSqlWith     *with,
                                AskSqlFrom     *from,
                                AskSqlCore     *parent,
                                gboolean        top);

/* ask-sql-expand-from.c: what the terms of FROM name */
gboolean ask_sql_expand_from   (AskSqlAnalyser *self,
                                AskSqlCore     *core,
                                AskSqlWith     *with,
                                AskSqlItems    *list);
AskSqlOutput *ask_sql_make_columns (AskSqlAnalyser *self,
                                const AskSqlOutput *outputs,
                                guint           n,
                                const char *const *names);
void     ask_sql_from_set_columns (AskSqlAnalyser *self,
                                AskSqlFrom     *from,
                                AskSqlOutput   *columns,
                                guint           n);

/* ask-sql-joins.c: one list of a FROM clause */
gboolean ask_sql_join_items    (AskSqlAnalyser *self,
                                AskSqlItems    *list);
gboolean ask_sql_expand_stars  (AskSqlAnalyser *self,
                                AskSqlScope    *scope);
guint    ask_sql_item_count_work (const AskSqlItem *item);
int      ask_sql_item_find_column (const AskSqlItem *item,
                                const char     *name);
gboolean ask_sql_item_is_using (AskSqlAnalyser *self,
                                const AskSqlItem *item,
                                const char     *name);
AskSqlExpr *ask_sql_item_bind  (AskSqlAnalyser *self,
                                const AskSqlItem *item,
                                guint           column,
                                AskSqlSpan      span);

/* ask-sql-scope.c: one name */
guint    ask_sql_items_match   (AskSqlAnalyser *self,
                                const AskSqlItems *list,
                                const char     *schema,
                                const char     *table,
                                const char     *name,
                                AskSqlExpr     *expr,
                                guint          *rowids,
                                AskSqlFrom    **rowid_from);
gboolean ask_sql_resolve_column (AskSqlAnalyser *self,
                                AskSqlScope    *scope,
                                AskSqlExpr     *expr);

/* ask-sql-resolve-metric.c: a name that is no column */
gboolean ask_sql_resolve_metric (AskSqlAnalyser *self,
                                AskSqlScope    *scope,
                                AskSqlExpr     *expr,
                                gboolean       *found);

/* ask-sql-resolve-order.c: the terms of ORDER BY and GROUP BY */
gboolean ask_sql_resolve_order (AskSqlAnalyser *self,
                                AskSqlScope    *scope,
                                AskSqlSelect   *select);
gboolean ask_sql_resolve_group_by (AskSqlAnalyser *self,
                                AskSqlScope    *scope);

/* ask-sql-resolve.c, ask-sql-resolve-select.c: all the rest */
gboolean ask_sql_resolve_top   (AskSqlAnalyser *self,
                                AskSqlScope    *scope,
                                AskSqlExpr     *expr,
                                gboolean       *has_aggregate,
                                gboolean       *has_window);
gboolean ask_sql_resolve_expr  (AskSqlAnalyser *self,
                                AskSqlScope    *scope,
                                AskSqlExpr     *expr);
gboolean ask_sql_resolve_scalar (AskSqlAnalyser *self,
                                AskSqlScope    *scope,
                                AskSqlExpr     *expr);
gboolean ask_sql_resolve_select (AskSqlAnalyser *self,
                                AskSqlSelect   *select,
                                AskSqlScope    *outer);
gboolean ask_sql_resolve_function (AskSqlAnalyser *self,
                                AskSqlScope    *scope,
                                AskSqlExpr     *expr);
guint    ask_sql_expr_get_width (const AskSqlExpr *expr);

/* ask-sql-define-star.c */
void     ask_sql_write_stars_out (AskSqlTree   *tree,
                                AskSqlCore     *core);

/* ask-sql-types.c */
void     ask_sql_type_expr     (AskSqlExpr     *expr);
gboolean ask_sql_expr_is_decimal (const AskSqlExpr *expr);
gboolean ask_sql_expr_gives_number (const AskSqlExpr *expr);
gboolean ask_sql_output_is_decimal (const AskSqlOutput *output);
gboolean ask_sql_outputs_are_decimals (const AskSqlSelect *select,
                                guint           i);
void     ask_sql_type_bound    (AskSqlExpr     *expr);

/* ask-sql-used.c */
void     ask_sql_mark_used     (AskSqlTree     *tree);

/* ask-sql-analysis.c */
gboolean ask_sql_found         (AskSqlAnalyser *self,
                                AskSqlError     code,
                                AskSqlSpan      span,
                                const char     *schema,
                                const char     *table,
                                const char     *name,
                                const char     *format,
                                ...) G_GNUC_PRINTF (7, 8);
gboolean ask_sql_end           (AskSqlAnalyser *self,
                                AskSqlError     code,
                                AskSqlSpan      span,
                                const char     *format,
                                ...) G_GNUC_PRINTF (4, 5);
gboolean ask_sql_go_on         (AskSqlAnalyser *self,
                                guint           work);
gboolean ask_sql_misuse        (AskSqlAnalyser *self,
                                AskSqlSpan      span,
                                const char     *format,
                                ...) G_GNUC_PRINTF (3, 4);
GPtrArray *ask_sql_find_problems (AskSqlTree   *tree,
                                const AskSqlCatalog *catalog,
                                gboolean        collect);
void     ask_sql_problem_free  (AskSqlProblem  *self);

G_END_DECLS
