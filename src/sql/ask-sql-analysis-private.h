/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the analysis share: what an analyser is, and the problems that it found. Not for other rooms. An
 * analyser lives as long as one call.
 *
 *   ask-sql-analysis.c        the analysis as a whole, problems
 *   ask-sql-scope.c           scopes; what one column name means
 *   ask-sql-function.c        functions
 *
 * The first walk, over tables:
 *
 *   ask-sql-expand.c          every SELECT gets its scope
 *   ask-sql-expand-cte.c      common table expressions
 *   ask-sql-expand-from.c     what the terms of a FROM name
 *   ask-sql-joins.c           NATURAL and USING; "*"
 *
 * The second, over names:
 *
 *   ask-sql-resolve-select.c  the clauses of a SELECT, in their order
 *   ask-sql-resolve-order.c   the terms of ORDER BY and GROUP BY
 *   ask-sql-resolve.c         expressions, functions, aggregates
 *   ask-sql-resolve-metric.c  a name that is no column
 *   ask-sql-types.c           types, affinities, collations
 *   ask-sql-used.c            which columns are needed
 */
#pragma once

#include "sql/ask-sql-analysis.h"
#include "sql/ask-sql-name-private.h"
#include "sql/ask-sql-scope-private.h"

G_BEGIN_DECLS

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
 * @ctes: (nullable): AskSqlCte → what is known of it; see ask_sql_note_cte()
 * @problems: (nullable): all that was found
 * @collect: go on after a problem
 * @quiet: how many want problems neither kept nor counted
 * @work: names that have been looked at, see ASK_SQL_MAX_WORK
 */
typedef struct
{
  AskSqlTree *tree;
  const AskSqlCatalog *catalog;
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

/* ask-sql-analysis.c */
void     ask_sql_note_cte      (AskSqlAnalyser *self,
                                gpointer        cte,
                                gpointer        state);

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
                                AskSqlName      name,
                                AskSqlExpr     *expr,
                                AskSqlRowids   *rowids);
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
                                AskSqlName      name,
                                const char     *format,
                                ...) G_GNUC_PRINTF (5, 6);
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
