/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One SELECT of SQLite's dialect as a tree: what ask_sql_parse() makes, ask_sql_analyse() annotates
 * and the printers write. All nodes and strings of a tree lie in its arena and are freed together
 * with it, so nodes may be shared and moved within one tree, never between two.
 *
 * Every node knows its place in the text. Fields under "analysis" are empty before
 * ask_sql_analyse(), and never decide what the SQLite printer writes.
 */
#pragma once

#include "base/ask-value.h"
#include "sql/ask-sql-limits.h"

G_BEGIN_DECLS

/**
 * AskSqlSpan:
 * @start: byte offset in the text
 * @end: one past the last byte; both 0 for a node that a rewriter made
 */
typedef struct
{
  guint32 start;
  guint32 end;
} AskSqlSpan;

typedef struct _AskSqlTree AskSqlTree;
typedef struct _AskSqlExpr AskSqlExpr;
typedef struct _AskSqlFrom AskSqlFrom;
typedef struct _AskSqlCore AskSqlCore;
typedef struct _AskSqlSelect AskSqlSelect;
typedef struct _AskSqlWindow AskSqlWindow;
typedef struct _AskSqlCte AskSqlCte;
typedef struct _AskSqlTable AskSqlTable; /* ask-sql-catalog.h */

/** AskSqlExprs: @items is %NULL where @n is 0 */
typedef struct
{
  AskSqlExpr **items;
  guint n;
} AskSqlExprs;

typedef enum
{
  ASK_EXPR_LITERAL, /* value; CURRENT_DATE and its like are functions without parentheses */
  ASK_EXPR_PARAMETER, /* name: "?", "?1", ":a" */
  ASK_EXPR_COLUMN, /* schema.table.name, the first two nullable */
  ASK_EXPR_UNARY, /* op left */
  ASK_EXPR_BINARY, /* left op right */
  ASK_EXPR_IS_NULL, /* left; negated for NOT NULL. ISNULL, NOTNULL, IS NULL all come here */
  ASK_EXPR_BETWEEN, /* left BETWEEN list[0] AND list[1] */
  ASK_EXPR_LIKE, /* left op right [ESCAPE escape]; op is LIKE, GLOB, REGEXP or MATCH */
  ASK_EXPR_IN_LIST, /* left IN (list…), perhaps empty */
  ASK_EXPR_IN_SELECT, /* left IN (select) */
  /* left IN schema.name (without_parentheses is set), or schema.name(list…); analysis sets select
   * to what it means, SELECT * FROM it */
  ASK_EXPR_IN_TABLE,
  ASK_EXPR_EXISTS, /* EXISTS (select); NOT EXISTS is a UNARY NOT above it */
  ASK_EXPR_SELECT, /* (select) as a value */
  ASK_EXPR_CASE, /* CASE left? WHEN list[0] THEN list[1] … ELSE right? */
  ASK_EXPR_CAST, /* CAST (left AS name) */
  ASK_EXPR_COLLATE, /* left COLLATE name */
  /* name ([DISTINCT] list… | *) [FILTER (WHERE filter)] [OVER window]; or a call of an external function, which may have
   * its arguments named (argument_names) and stand in braces (braced) */
  ASK_EXPR_FUNCTION,
  ASK_EXPR_ROW /* (list…), two or more */
} AskSqlExprKind;

typedef enum
{
  ASK_OP_NONE,
  ASK_OP_OR,
  ASK_OP_AND,
  ASK_OP_NOT, /* unary */
  ASK_OP_EQUAL, /* = and == */
  ASK_OP_NOT_EQUAL, /* <> and != */
  ASK_OP_IS, /* IS, IS NOT DISTINCT FROM */
  ASK_OP_IS_NOT, /* IS NOT, IS DISTINCT FROM */
  ASK_OP_LESS,
  ASK_OP_LESS_EQUAL,
  ASK_OP_GREATER,
  ASK_OP_GREATER_EQUAL,
  ASK_OP_BIT_AND,
  ASK_OP_BIT_OR,
  ASK_OP_SHIFT_LEFT,
  ASK_OP_SHIFT_RIGHT,
  ASK_OP_ADD,
  ASK_OP_SUBTRACT,
  ASK_OP_MULTIPLY,
  ASK_OP_DIVIDE,
  ASK_OP_REMAINDER,
  ASK_OP_CONCAT, /* || */
  ASK_OP_EXTRACT, /* -> */
  ASK_OP_EXTRACT_TEXT, /* ->> */
  ASK_OP_NEGATIVE, /* unary - */
  ASK_OP_POSITIVE, /* unary + */
  ASK_OP_BIT_NOT, /* unary ~ */
  ASK_OP_LIKE,
  ASK_OP_GLOB,
  ASK_OP_REGEXP,
  ASK_OP_MATCH
} AskSqlOp;

/**
 * AskSqlAffinity:
 *
 * SQLite's affinities (datatype3.html, section 3): how one side of a comparison is converted.
 */
typedef enum
{
  ASK_AFFINITY_NONE, /* an expression, or a column without a declared type */
  ASK_AFFINITY_BLOB,
  ASK_AFFINITY_TEXT,
  ASK_AFFINITY_NUMERIC,
  ASK_AFFINITY_INTEGER,
  ASK_AFFINITY_REAL
} AskSqlAffinity;

/**
 * AskSqlExpr:
 * @negated: NOT LIKE, NOT IN, NOT BETWEEN, NOT NULL
 * @quoted: the name of a COLUMN without table was in double quotes: where no column has that name
 *   it is a string
 * @bare: the name of a COLUMN without table was in no quotes at all. TRUE and FALSE come as such a
 *   COLUMN, since a column may have that name; where none has, ask_sql_analyse() makes them a
 *   LITERAL of 1 or 0 whose @literal is the word. "x IS TRUE" is a BINARY IS either way
 * @value: of a LITERAL; text and blob lie in the arena
 * @literal: (nullable): of a LITERAL, as it was written, so that 1.10 stays 1.10
 * @argument_names: (nullable): of a FUNCTION: a name or %NULL for each of @list; "options" in f(x, options => 'a;b')
 * @braced: of a FUNCTION: it was written {{f(…)}}
 * @name_end: of an IN_TABLE: the place in the text behind the name
 * @from: analysis, of a COLUMN: the item that it belongs to; %NULL for an alias or a string
 * @column: analysis: place among the columns of @from; -1 for its rowid
 * @depth: analysis: how many times @parent leads from the SELECT it stands in to that of @from
 * @alias: analysis, of a COLUMN that names a result column of a SELECT around it: that expression
 *   (of the first SELECT in the ORDER BY of a compound); @from is %NULL then
 * @merged: analysis, of a COLUMN that FULL JOIN … USING merges: @alias is coalesce() of its columns,
 *   which lies nowhere else
 * @metric: analysis: it stands in the place of the name of a metric
 * @metric_unit: analysis, nullable: the unit of that metric, which the catalogue owns
 * @is_decimal: analysis, of a FUNCTION, CASE or SELECT: gives one of the decimals in it, and is one; SQLite
 *   has to be told so, see ask_sql_spell_decimals()
 * @is_string: analysis: a double-quoted word that names no column
 * @is_aggregate: analysis, of a FUNCTION: an aggregate (not a window function); @depth says of
 *   which SELECT
 * @type, @affinity, @collation, @nullable: analysis: what is known of the value; collation is
 *   %NULL for BINARY
 * @height: levels from here down as parsed, subqueries included; at most ASK_SQL_MAX_DEPTH, so a
 *   recursive reader needs no limit of its own. 0 for a node that a rewriter made
 *
 * Members that a kind does not name are empty.
 */
struct _AskSqlExpr
{
  AskSqlSpan span;
  AskSqlExprKind kind;
  AskSqlOp op;
  guint negated : 1;
  guint distinct : 1;
  guint star : 1; /* count(*) */
  guint quoted : 1;
  guint without_parentheses : 1; /* CURRENT_TIME and its like */
  guint table_quoted : 1;
  guint bare : 1;
  guint braced : 1;

  AskSqlExpr *left;
  AskSqlExpr *right;
  AskSqlExpr *escape;
  AskSqlExprs list;
  AskSqlSelect *select;
  AskSqlExpr *filter;
  AskSqlWindow *window;
  const char *schema;
  const char *table;
  const char *name;
  AskValue value;
  const char *literal;
  const char **argument_names;
  gsize name_end;
  guint height;

  /* analysis */
  AskSqlFrom *from;
  AskSqlExpr *alias;
  int column;
  guint depth;
  guint is_string : 1;
  guint is_aggregate : 1;
  guint merged : 1;
  guint metric : 1;
  guint is_decimal : 1;
  guint nullable : 1;
  AskType type;
  AskSqlAffinity affinity;
  const char *collation;
  const char *metric_unit;
};

/** AskSqlOrderTerm: @nulls: 0 as the dialect has it, 1 NULLS FIRST, 2 NULLS LAST */
typedef struct
{
  AskSqlExpr *expr;
  gboolean descending;
  guint nulls;
} AskSqlOrderTerm;

typedef struct
{
  AskSqlOrderTerm *items;
  guint n;
} AskSqlOrder;

typedef enum
{
  ASK_FRAME_RANGE,
  ASK_FRAME_ROWS,
  ASK_FRAME_GROUPS
} AskSqlFrameUnit;

typedef enum
{
  ASK_BOUND_UNBOUNDED_PRECEDING,
  ASK_BOUND_PRECEDING, /* expr PRECEDING */
  ASK_BOUND_CURRENT_ROW,
  ASK_BOUND_FOLLOWING,
  ASK_BOUND_UNBOUNDED_FOLLOWING
} AskSqlBoundKind;

typedef enum
{
  ASK_EXCLUDE_NO_OTHERS,
  ASK_EXCLUDE_CURRENT_ROW,
  ASK_EXCLUDE_GROUP,
  ASK_EXCLUDE_TIES
} AskSqlExclude;

/**
 * AskSqlWindow:
 * @name: (nullable): of a definition in a WINDOW clause
 * @base: (nullable): the window that this one extends, OVER (base …)
 * @only_name: OVER name, without parentheses: @base is that name and nothing else is set
 * @has_frame: whether unit, start, end and exclude were written
 */
struct _AskSqlWindow
{
  AskSqlSpan span;
  const char *name;
  const char *base;
  gboolean only_name;
  AskSqlExprs partition;
  AskSqlOrder order;
  gboolean has_frame;
  gboolean between; /* BETWEEN start AND end was written; without it end is CURRENT ROW */
  AskSqlFrameUnit unit;
  AskSqlBoundKind start;
  AskSqlExpr *start_expr;
  AskSqlBoundKind end;
  AskSqlExpr *end_expr;
  gboolean has_exclude;
  AskSqlExclude exclude;
};

typedef enum
{
  ASK_FROM_TABLE, /* schema.name */
  ASK_FROM_FUNCTION, /* schema.name (args…) */
  ASK_FROM_SELECT, /* (select) */
  ASK_FROM_JOIN /* (items…), a parenthesised list */
} AskSqlFromKind;

typedef enum
{
  ASK_JOIN_FIRST, /* the first of a list */
  ASK_JOIN_COMMA,
  ASK_JOIN_INNER,
  ASK_JOIN_CROSS,
  ASK_JOIN_LEFT,
  ASK_JOIN_RIGHT,
  ASK_JOIN_FULL
} AskSqlJoin;

typedef struct
{
  AskSqlFrom **items;
  guint n;
} AskSqlFroms;

/**
 * AskSqlFrom:
 * @join: how it is joined with all that stands before it in its list, from left to right
 * @using: names of a USING clause
 * @catalog_table: analysis: what a TABLE is in the catalogue; %NULL for a CTE, a subquery, a
 *   function
 * @cte: analysis: the CTE that a TABLE names
 * @n_columns, @columns: analysis: its visible columns, of whatever kind it is
 * @used: analysis: @n_columns flags: which of them the statement needs, from wherever
 * @uses_rowid: analysis: whether its rowid is named
 * @core: analysis: the SELECT in whose FROM it stands, at whatever depth of parentheses
 * @equalities: analysis: what USING or NATURAL means: equalities of columns, ANDed
 * @null_supplying: analysis: an outer join may give NULLs for all its columns
 */
typedef struct
{
  const char *name;
  AskType type;
  AskSqlAffinity affinity;
  const char *collation;
  gboolean nullable;
  gboolean number; /* of a SELECT: surely a number or NULL, even where @type is ANY */
  gboolean hidden; /* not one of "*": the arguments of json_each */
  gboolean unlisted; /* not one of "*" here, though it is for SQLite: see AskSqlColumn */
  AskSqlExpr *expr; /* of a subquery or CTE: what it computes, in its first SELECT; nullable */
} AskSqlOutput;

struct _AskSqlFrom
{
  AskSqlSpan span;
  AskSqlSpan name_span;
  AskSqlFromKind kind;
  AskSqlJoin join;
  gboolean natural;
  AskSqlExpr *on;
  const char **using; /* NULL-terminated; nullable */
  const char *schema;
  const char *name;
  const char *alias;
  const char *indexed_by; /* nullable */
  gboolean not_indexed;
  AskSqlExprs args;
  gboolean has_args; /* FUNCTION: "f()" has none but is a function */
  AskSqlSelect *select;
  AskSqlFroms items;

  /* analysis */
  const AskSqlTable *catalog_table;
  AskSqlCte *cte;
  AskSqlOutput *columns;
  guint n_columns;
  gboolean *used;
  gboolean uses_rowid;
  AskSqlCore *core;
  AskSqlExprs equalities;
  gboolean null_supplying;
  gpointer plan; /* whatever a planner wants to remember */
};

/**
 * AskSqlResult:
 * @star: 1 for *, 2 for @table.*; else @expr
 * @alias: (nullable): as written after AS
 * @n_outputs: analysis: how many of the SELECT's outputs it stands for
 */
typedef struct
{
  AskSqlSpan span;
  guint star;
  const char *table;
  AskSqlExpr *expr;
  const char *alias;
  guint n_outputs;
} AskSqlResult;

typedef enum
{
  ASK_COMPOUND_FIRST,
  ASK_COMPOUND_UNION,
  ASK_COMPOUND_UNION_ALL,
  ASK_COMPOUND_INTERSECT,
  ASK_COMPOUND_EXCEPT
} AskSqlCompound;

/**
 * AskSqlCore:
 * @compound: how it is joined with all cores before it, from left to right, all of one precedence
 * @rows: of VALUES: each a list; then there is nothing else
 * @has_aggregate: analysis: whether it has aggregates of its own or a GROUP BY
 * @outputs: analysis: its result columns with stars expanded
 * @parent: analysis: the SELECT around it, whether it stands in its FROM or in an expression; of a
 *   CTE the one that names it first; %NULL for the outermost
 */
struct _AskSqlCore
{
  AskSqlSpan span;
  AskSqlCompound compound;
  gboolean distinct;
  gboolean all; /* SELECT ALL was written */
  AskSqlResult *results;
  guint n_results;
  AskSqlFroms from;
  AskSqlExpr *where;
  AskSqlExprs group_by;
  AskSqlExpr *having;
  AskSqlWindow **windows;
  guint n_windows;
  AskSqlExprs *rows;
  guint n_rows;

  /* analysis */
  gboolean has_aggregate;
  gboolean has_window;
  gboolean correlated; /* something in it names a column of a SELECT around it */
  AskSqlOutput *outputs;
  guint n_outputs;
  AskSqlCore *parent;
  struct _AskSqlScope *scope; /* as long as the analysis lasts */
  gpointer plan;
};

/** AskSqlCte: @materialized: 0 nothing written, 1 MATERIALIZED, 2 NOT MATERIALIZED */
struct _AskSqlCte
{
  AskSqlSpan span;
  const char *name;
  const char **columns; /* NULL-terminated; nullable */
  guint materialized;
  AskSqlSelect *select;

  /* analysis */
  gboolean recursive; /* names itself */
  guint n_uses;
  AskSqlOutput *outputs;
  guint n_outputs;
};

struct _AskSqlSelect
{
  AskSqlSpan span;
  gboolean recursive; /* WITH RECURSIVE was written */
  AskSqlCte **ctes;
  guint n_ctes;
  AskSqlCore **cores; /* one, or more in a compound */
  guint n_cores;
  AskSqlOrder order;
  AskSqlExpr *limit;
  AskSqlExpr *offset;
  gpointer plan;
};

/**
 * AskSqlTree:
 * @text: the whole text, in the arena
 * @select: the statement
 * @n_parameters: the highest number of a parameter, counted as SQLite counts: "?" is one more than
 *   the highest so far, a name seen before is the same one
 * @n_parts: nodes that SQLite makes of it, those of a CTE once for each FROM that names it; see ask-sql-weigh.c
 * @n_expanded: analysis: the same, with what stars and columns stand for
 * @n_selects: SELECTs among them
 * @n_levels: how deep its FROMs are in each other there
 * @flat: as it was parsed it is one SELECT from tables side by side, without subqueries, functions, aliases of results and what
 *   puts them in order, and no other node has come since: all that it names are tables of its one FROM and their columns
 * @rewritten: the analysis has put what a metric means in the place of its name, so that the tree says
 *   something else than @text
 *
 * A tree belongs to whoever made it; it is not shared between threads.
 */
struct _AskSqlTree
{
  const char *text;
  AskSqlSelect *select;
  struct _AskSqlArena *arena;
  guint n_parameters;
  guint n_parts;
  guint n_expanded;
  guint n_selects;
  guint n_levels;
  gboolean flat;
  gboolean rewritten;
};

void          ask_sql_tree_free     (AskSqlTree         *self);
gsize         ask_sql_tree_get_size (const AskSqlTree   *self);
gpointer      ask_sql_tree_alloc    (AskSqlTree         *self,
                                     gsize               size);
char         *ask_sql_tree_new_text (AskSqlTree         *self,
                                     gsize               size);
const char   *ask_sql_tree_strdup   (AskSqlTree         *self,
                                     const char         *text,
                                     gssize              length);
AskSqlExpr   *ask_sql_tree_new_expr (AskSqlTree         *self,
                                     AskSqlExprKind      kind,
                                     AskSqlSpan          span);
AskSqlExpr   *ask_sql_tree_new_column (AskSqlTree       *self,
                                     const char         *table,
                                     const char         *name);
AskSqlExpr   *ask_sql_tree_new_one  (AskSqlTree         *self);
AskSqlExpr   *ask_sql_tree_new_and  (AskSqlTree         *self,
                                     AskSqlExpr         *left,
                                     AskSqlExpr         *right);
AskSqlFrom   *ask_sql_tree_new_table (AskSqlTree        *self,
                                     const char         *name);
AskSqlSelect *ask_sql_tree_new_select (AskSqlTree       *self,
                                     AskSqlFrom         *from,
                                     guint               n_results);
AskSqlExpr   *ask_sql_tree_copy_expr (AskSqlTree        *self,
                                     const AskSqlExpr   *expr);
AskSqlSelect *ask_sql_tree_copy_select (AskSqlTree      *self,
                                     const AskSqlSelect *select);
AskSqlTree   *ask_sql_tree_extract  (const AskSqlTree   *self,
                                     const AskSqlSelect *select);
gboolean      ask_sql_expr_equal    (const AskSqlExpr   *a,
                                     const AskSqlExpr   *b);
gboolean      ask_sql_select_equal  (const AskSqlSelect *a,
                                     const AskSqlSelect *b);
const char   *ask_sql_op_to_string  (AskSqlOp            op);
guint         ask_sql_op_get_precedence (AskSqlOp        op);
AskSqlOp      ask_sql_op_get_mirrored (AskSqlOp          op);

/**
 * AskSqlVisit:
 *
 * Returns: whether to go down into the node
 */
typedef struct
{
  gboolean (*expr)   (AskSqlExpr   *expr,
                      gpointer      user_data); /* nullable */
  gboolean (*from)   (AskSqlFrom   *from,
                      gpointer      user_data); /* nullable */
  gboolean (*select) (AskSqlSelect *select,
                      gpointer      user_data); /* nullable: subqueries, too */
  gpointer user_data;
} AskSqlVisit;

void          ask_sql_walk_tree     (AskSqlTree         *tree,
                                     const AskSqlVisit  *visit);
void          ask_sql_walk_expr     (AskSqlExpr         *expr,
                                     const AskSqlVisit  *visit);
void          ask_sql_walk_core     (AskSqlCore         *core,
                                     const AskSqlVisit  *visit);
void          ask_sql_walk_select   (AskSqlSelect       *select,
                                     const AskSqlVisit  *visit);
/**
 * AskSqlTraits:
 * @ASK_SQL_HAS_OR: an OR
 * @ASK_SQL_HAS_COLLATE: a COLLATE
 * @ASK_SQL_HAS_RIGHT_JOIN: a RIGHT or FULL JOIN
 * @ASK_SQL_HAS_LIMIT: a LIMIT
 * @ASK_SQL_HAS_NUMBER_LIST: an IN that compares as numbers for the sake of what is listed, not of what is looked for:
 *   analysis says so
 *
 * What matters to whoever runs a statement and stands anywhere in it.
 */
typedef enum
{
  ASK_SQL_HAS_OR = 1 << 0,
  ASK_SQL_HAS_COLLATE = 1 << 1,
  ASK_SQL_HAS_RIGHT_JOIN = 1 << 2,
  ASK_SQL_HAS_LIMIT = 1 << 3,
  ASK_SQL_HAS_NUMBER_LIST = 1 << 4
} AskSqlTraits;

/**
 * AskSqlTableUse:
 * @from: (nullable): the item that names the table
 * @in: (nullable): or the "x IN table" that does
 * @end: the place in the text behind the name
 *
 * Where a statement names a table.
 */
typedef struct
{
  AskSqlFrom *from;
  AskSqlExpr *in;
  const char *schema;
  const char *name;
  gsize end;
} AskSqlTableUse;

AskSqlTraits  ask_sql_select_get_traits (AskSqlSelect   *select);
GArray       *ask_sql_select_find_tables (AskSqlSelect  *select);
GHashTable   *ask_sql_select_find_names (AskSqlSelect   *select);
gboolean      ask_sql_expr_has      (const AskSqlExpr   *expr,
                                     gboolean          (*test) (const AskSqlExpr *expr));
gboolean      ask_sql_select_has    (const AskSqlSelect *select,
                                     gboolean          (*test) (const AskSqlExpr *expr));

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSqlTree, ask_sql_tree_free)

G_END_DECLS
