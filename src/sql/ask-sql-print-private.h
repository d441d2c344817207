/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the remote printers share: one print, and the pieces of a statement. A printer builds texts
 * bottom up; each expression is an AskSqlRep. All texts live as long as the printer; a parameter is a mark in a text
 * until the end, so that parts may be printed twice, swapped or thrown away.
 *
 *   ask-sql-print-remote.c     the printers from the outside, their texts and parameters
 *   ask-sql-print-select.c     SELECT around its cores: compounds, LIMIT
 *   ask-sql-print-cte.c        common table expressions
 *   ask-sql-print-core.c       one core of a SELECT
 *   ask-sql-print-from.c       FROM, joins, columns by their items
 *   ask-sql-print-determined.c which columns have one value in a group
 *   ask-sql-print-expr.c       expressions, but for the next four
 *   ask-sql-print-predicate.c  IN, BETWEEN, LIKE
 *   ask-sql-print-compare.c    comparisons
 *   ask-sql-print-function.c   scalar functions
 *   ask-sql-print-aggregate.c  aggregates and windows
 *   ask-sql-print-rep.c        values, and one kind made from another
 *   ask-sql-print-postgres.c   what is PostgreSQL's
 *   ask-sql-print-mariadb.c    what is MariaDB's
 *   ask-sql-print-clickhouse.c      what is ClickHouse's, but for
 *   ask-sql-print-clickhouse-from.c its joins
 *
 * Only they include it. Values are in ask-sql-print-rep-private.h, dialects in ask-sql-print-ops-private.h.
 */
#pragma once

#include "sql/ask-sql-print-ops-private.h"

G_BEGIN_DECLS

/* One core that is being printed. */
struct _AskSqlPrintScope
{
  AskSqlCore *core;
  guint level;
  gboolean grouped;
  guint in_aggregate;
  gboolean in_having;
  GPtrArray *groups; /* AskSqlExpr */
  GPtrArray *extra; /* texts that GROUP BY has to have besides */
  GPtrArray *late; /* conditions of ON that name later items */
  const char *window; /* nullable: how its windows are parted and ordered */
  const AskSqlOrder *order; /* nullable: of a SELECT that has only this core */
  gboolean took_where; /* WHERE is in the items and in @late */
  guint n_items;
  guint first_visible;
  GPtrArray *exprs; /* AskSqlExpr: its result columns */
  GPtrArray *outputs; /* texts of those */
  GPtrArray *group_texts;
  GPtrArray *conditions; /* texts */
};

/* One item of a FROM clause that was printed. */
typedef struct
{
  AskSqlFrom *from;
  const char *alias;
  const char *front; /* nullable: the alias as it stands before a column, with its dot */
  AskSqlRep *shapes; /* of a subquery, a CTE, a relation */
  guint n_shapes;
  AskSqlPrintScope *scope; /* nullable: of no core */
  guint index;
  gboolean outer; /* may be filled with NULLs */
  gboolean bare; /* its columns are named without it, by names that are the only ones of their kind */
  guint with; /* of a CTE: which WITH it is of, counted as they begin */
} AskSqlPrintItem;

struct _AskSqlPrint
{
  AskSqlTree *tree;
  const AskSqlPrintOptions *options;
  const AskSqlOps *ops;
  GArray *slots; /* AskSqlSlot: every one that was thought of */
  GArray *shapes; /* AskSqlRep: of the statement's columns */
  GHashTable *items; /* AskSqlFrom → AskSqlPrintItem */
  AskSqlPrintItem *item; /* nullable: the one of @items that was found last */
  GHashTable *names; /* aliases in use, whatever their case */
  GHashTable *ctes; /* AskSqlCte → AskSqlPrintItem */
  GPtrArray *scopes; /* AskSqlPrintScope, innermost last */
  GPtrArray *spare_scopes; /* AskSqlPrintScope, that are used again */
  GPtrArray *garbage; /* whatever else lives as long */
  guint derived; /* level from which on an item of FROM is printed; 0 for none */
  guint n_withs;
  guint in_with; /* the innermost WITH of whose CTEs one is printed; 0 for none */
  guint work;
  gboolean saw_column;
  gboolean late; /* a refusal was for a table that comes later in FROM */
  char *reason;
};

/* ask-sql-print-remote.c */
gboolean    ask_sql_print_refuse     (AskSqlPrint          *self,
                                      const char           *reason);
gboolean    ask_sql_print_refuse_server (AskSqlPrint       *self,
                                      const char           *what);
const char *ask_sql_print_keep       (AskSqlPrint          *self,
                                      char                 *text);
AskSqlRep  *ask_sql_print_keep_shapes (AskSqlPrint         *self,
                                      const GArray         *shapes);
const char *ask_sql_print_fill       (AskSqlPrint          *self,
                                      const char           *template,
                                      const char           *a,
                                      const char           *b,
                                      const char           *c);
const char *ask_sql_print_quote      (AskSqlPrint          *self,
                                      const char           *name);
const char *ask_sql_print_quote_behind (AskSqlPrint        *self,
                                      const char           *front,
                                      const char           *name);
const char *ask_sql_print_slot       (AskSqlPrint          *self,
                                      AskValue              value,
                                      AskType               type);
const char *ask_sql_print_relation_slot (AskSqlPrint       *self,
                                      AskSqlSlotKind        kind,
                                      const AskSqlRelation *relation,
                                      guint                 column);
const char *ask_sql_print_new_name   (AskSqlPrint          *self,
                                      const char           *wish);

/* A template of @self's dialect with its operands in. */
#define FILL1(template, a) ask_sql_print_fill (self, (template), (a), NULL, NULL)
#define FILL2(template, a, b) ask_sql_print_fill (self, (template), (a), (b), NULL)
#define FILL3(template, a, b, c) ask_sql_print_fill (self, (template), (a), (b), (c))

/* ask-sql-print-core.c */
typedef enum
{
  ASK_SELECT_TOP, /* its rows go to us */
  ASK_SELECT_DERIVED, /* an item of FROM: columns are named c1, c2, … */
  ASK_SELECT_VALUE, /* one value */
  ASK_SELECT_MEMBER, /* the right side of IN */
  ASK_SELECT_EXISTS
} AskSqlSelectUse;

/* How the columns of a core are to be. */
typedef struct
{
  AskSqlSelectUse use;
  gboolean exact; /* they are told apart by the server: as they mean, not as they are stored */
  const AskSqlRep *targets; /* nullable: kinds that they have to have */
} AskSqlShape;

const char *ask_sql_print_core       (AskSqlPrint          *self,
                                      AskSqlCore           *core,
                                      const AskSqlShape    *shape,
                                      const AskSqlOrder    *order,
                                      GArray               *shapes);
gboolean    ask_sql_print_list_cores (AskSqlPrint          *self,
                                      AskSqlSelect         *select,
                                      GPtrArray            *cores);
gboolean    ask_sql_print_same       (const AskSqlExpr     *a,
                                      const AskSqlExpr     *b);
AskSqlExpr *ask_sql_print_resolve    (AskSqlExpr           *expr);
const char *ask_sql_print_order_term (AskSqlPrint          *self,
                                      const AskSqlRep      *rep,
                                      const AskSqlOrderTerm *term,
                                      gboolean              in_window);
gboolean    ask_sql_print_get_integer (const AskSqlExpr    *expr,
                                      gint64               *integer);
const char *ask_sql_print_join       (AskSqlPrint          *self,
                                      const GPtrArray      *texts,
                                      const char           *separator);
const char *ask_sql_print_output     (AskSqlPrint          *self,
                                      const AskSqlShape    *shape,
                                      guint                 i,
                                      AskSqlRep            *rep);

/* ask-sql-print-select.c */
const char *ask_sql_print_query      (AskSqlPrint          *self,
                                      AskSqlSelect         *select,
                                      AskSqlSelectUse       use,
                                      const AskSqlRep      *target,
                                      GArray               *shapes);

/* ask-sql-print-cte.c */
gboolean    ask_sql_print_ctes       (AskSqlPrint          *self,
                                      AskSqlSelect         *select,
                                      GString              *text);

/* ask-sql-print-from.c */
const char *ask_sql_print_from       (AskSqlPrint          *self,
                                      AskSqlPrintScope          *scope);
const AskSqlRelation *ask_sql_print_get_relation (const AskSqlFrom *from);
AskSqlPrintItem *ask_sql_print_find_item (AskSqlPrint       *self,
                                      const AskSqlFrom     *from);
AskSqlPrintItem *ask_sql_print_add_item (AskSqlPrint          *self,
                                      AskSqlPrintScope     *scope,
                                      AskSqlFrom           *from,
                                      gboolean              outer);
char       *ask_sql_print_dup_bare_name (const AskSqlPrintItem *item,
                                      guint                 column);
gboolean    ask_sql_print_column     (AskSqlPrint          *self,
                                      AskSqlFrom           *from,
                                      int                   column,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_expand     (AskSqlPrint          *self,
                                      AskSqlCore           *core,
                                      GPtrArray            *exprs);
const char *ask_sql_print_name_column (const AskSqlFrom    *from,
                                      guint                 column);
int         ask_sql_print_find_column (const AskSqlFrom    *from,
                                      const char           *name);
gboolean    ask_sql_print_is_merged  (const AskSqlFrom     *from,
                                      GPtrArray            *before,
                                      const char           *name);

/* ask-sql-print-determined.c */
gboolean    ask_sql_print_is_determined (AskSqlPrint       *self,
                                      AskSqlPrintScope     *scope,
                                      AskSqlFrom           *from,
                                      int                   column);

/* ask-sql-print-clickhouse-from.c */
const char *ask_sql_print_clickhouse_from (AskSqlPrint     *self,
                                      AskSqlPrintScope     *scope);

/* ask-sql-print-expr.c */
gboolean    ask_sql_print_operand    (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_value      (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);
const char *ask_sql_print_condition  (AskSqlPrint          *self,
                                      AskSqlExpr           *expr);
gboolean    ask_sql_print_list       (AskSqlPrint          *self,
                                      const AskSqlExprs    *list,
                                      AskSqlRep           **reps);

/* ask-sql-print-predicate.c */
gboolean    ask_sql_print_in_list    (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_in_select  (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_lookup     (AskSqlPrint          *self,
                                      AskSqlSelect         *select,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_between    (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_like       (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);

/* ask-sql-print-compare.c */
const char *ask_sql_print_compare    (AskSqlPrint          *self,
                                      AskSqlOp              op,
                                      const AskSqlRep      *a,
                                      const AskSqlRep      *b);
gboolean    ask_sql_print_check_decimals (AskSqlPrint      *self,
                                      const AskSqlRep      *a,
                                      gboolean              decimal,
                                      gboolean              literal);

/* ask-sql-print-function.c */
gboolean    ask_sql_print_function   (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);

/* ask-sql-print-aggregate.c */
gboolean    ask_sql_print_aggregate  (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);

G_END_DECLS
