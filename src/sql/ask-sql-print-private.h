/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the remote printers share. A printer builds texts bottom up; each expression is a
 * server's text together with what its value means here, so that every step can tell whether the
 * server would compute the same. What differs between the dialects lies in one table, AskSqlOps. All
 * texts live as long as the printer; a parameter is a mark in a text until the end, so that parts may
 * be printed twice, swapped or thrown away.
 *
 * Only the printers include it.
 */
#pragma once

#include "sql/ask-sql-printer.h"

G_BEGIN_DECLS

/* What a text computes on the server, and so what it means here. */
typedef enum
{
  ASK_REP_NULL, /* always NULL */
  ASK_REP_INTEGER, /* of any width */
  ASK_REP_REAL, /* float8, DOUBLE */
  ASK_REP_NUMERIC, /* an exact decimal of at most 15 digits; here the double next to it */
  ASK_REP_DECIMAL, /* an exact decimal; here text under the collation decimal */
  ASK_REP_BOOLEAN, /* a condition; here 1 or 0 */
  ASK_REP_TEXT, /* compared by bytes once printed through the dialect's byte_order */
  ASK_REP_DATE, /* here YYYY-MM-DD */
  ASK_REP_STAMP, /* here YYYY-MM-DD HH:MM:SS[.ffffff] */
  ASK_REP_ZONED, /* here YYYY-MM-DDTHH:MM:SS[.ffffff]Z */
  ASK_REP_BLOB,
  ASK_REP_OPAQUE /* can be given back, counted, and told from NULL; nothing else */
} AskSqlRepKind;

typedef enum
{
  ASK_RAW_NONE,
  ASK_RAW_BLANK_PADDED, /* PostgreSQL's char(n) */
  ASK_RAW_UUID, /* PostgreSQL's uuid */
  ASK_RAW_COLLATED /* MariaDB's text under whatever collation the column has */
} AskSqlRaw;

/**
 * AskSqlRep:
 * @text: the server's expression
 * @raw: (nullable): a column as it stands, where @text is a conversion of it that no index serves
 * @collation: (nullable): of a COLLATED raw column, where known
 * @literal: (nullable): the value itself, of a constant
 * @number: (nullable): of a constant number, its digits as they are written, for decimals
 * @type: what the driver should take a result column for
 * @small: an integer whose magnitude a double holds exactly
 * @narrow: an integer that has to be widened before arithmetic
 * @loose: a REAL that is an integer here for some rows
 * @digits: text that consists of digits only, and at most nine of them
 * @not_null: never NULL
 * @no_case: under an explicit COLLATE NOCASE
 * @binary: under an explicit COLLATE BINARY
 * @nan: may be NaN, which is text here
 * @constant: has no column
 * @fraction: of STAMP and ZONED: whether parts of seconds may occur; of DECIMAL: whether it has a
 *   scale
 * @bounded: text of a few hundred bytes at most
 */
typedef struct
{
  AskSqlRepKind kind;
  AskSqlRaw raw_kind;
  const char *text;
  const char *raw;
  const char *collation;
  const AskValue *literal;
  const char *number;
  AskType type;
  AskSqlAffinity affinity;
  guint small : 1;
  guint narrow : 1;
  guint loose : 1;
  guint digits : 1;
  guint not_null : 1;
  guint no_case : 1;
  guint binary : 1;
  guint nan : 1;
  guint constant : 1;
  guint fraction : 1;
  guint bounded : 1;
} AskSqlRep;

typedef struct _AskSqlPrint AskSqlPrint;

/**
 * AskSqlOps:
 *
 * One dialect. Members that are texts are templates: {a}, {b}, {c} stand for operands, which bring
 * their own parentheses.
 */
typedef struct
{
  gboolean postgres;
  gboolean places_nulls; /* NULLS FIRST and NULLS LAST are known */
  gboolean backslashes; /* escape within quotes of names */
  char quote;
  guint max_name; /* bytes of an alias that surely stay distinct */
  const char *server; /* "PostgreSQL", for reasons */

  /* Nullable: for a server that computes much otherwise: why an expression, or a SELECT, is not written for it, as
   * the beginning of a sentence that ends with its name. */
  const char *(*refuse_expr) (const AskSqlExpr *expr);
  const char *(*refuse_select) (const AskSqlSelect *select);
  const char *aggregated; /* nullable: what an aggregate is given, so that one of nothing is NULL */

  /* Conversions */
  const char *widen; /* integer to 64 bits */
  const char *to_real;
  const char *integer_to_text;
  const char *boolean_to_integer;
  const char *date_to_text;
  const char *stamp_to_text; /* without fraction */
  const char *stamp_fraction_to_text;
  const char *zoned_to_text;
  const char *decimal_to_real;
  const char *byte_order;
  const char *sortable; /* nullable: text that sorts whole, or an error */
  const char *until_nul; /* nullable: text up to its first NUL, where there may be one */
  const char *no_case; /* what NOCASE compares */
  const char *truncate; /* a REAL to an integer, towards zero */

  /* Parameters, {a} being the bare one */
  const char *integer_parameter;
  const char *real_parameter;
  const char *text_parameter;
  const char *blob_parameter;
  const char *decimal_parameter;
  const char *date_parameter;
  const char *stamp_parameter;
  const char *day_zoned_parameter; /* midnight UTC of a date */
  gboolean bare_in_comparison;

  /* Operators */
  const char *not_distinct;
  const char *distinct;
  const char *concat;
  const char *subtract_integer; /* of a {b} that may be any integer */
  const char *divide_integer;
  const char *divide_real;
  const char *remainder;
  const char *bit_and;
  const char *bit_or;
  const char *bit_not;
  const char *null_boolean;
  const char *true_word;
  const char *false_word;

  /* Functions */
  const char *length;
  const char *octet_length;
  const char *lower;
  const char *upper;
  const char *trim;
  const char *left_trim;
  const char *right_trim;
  const char *position; /* of {b} in {a} */
  const char *round_real; /* to an integer, half away from zero */
  const char *julian_day; /* of a date */
  const char *julian_stamp; /* of a stamp without fraction; nullable */
  const char *day; /* a stamp's date */
  const char *midnight; /* a date as a stamp */
  const char *whole_seconds; /* a stamp without its fraction */
  const char *clock; /* a stamp's time as text */
  const char *zoned_to_stamp; /* in UTC */
  const char *greatest;
  const char *least;
  const char *sum_integer; /* of values that may be large; nullable */
  const char *sum_small;

  /**
   * column:
   * @ref: the column's qualified, quoted name
   * @rep: (out): what it is; %ASK_REP_OPAQUE where nothing is known
   */
  void (*column) (AskSqlPrint *self, const AskSqlColumn *column, const char *ref, AskSqlRep *rep);
  /* nullable: what else is to be said of a text that a subquery gives, see
   * ask_sql_rep_set_reference() */
  void (*text_reference) (AskSqlPrint *self, const AskSqlRep *shape, const char *ref, AskSqlRep *rep);
  /* A relation of values as an item of FROM, with its columns' shapes. */
  const char *(*relation) (AskSqlPrint *self, const AskSqlRelation *relation, const char *alias,
                           AskSqlRep *shapes);
  /* strftime() with @format on a date or a stamp; NULL where it has no equal. */
  const char *(*format_time) (AskSqlPrint *self, const char *format, const AskSqlRep *rep);
  /* {a} LIKE {b}; NULL with the reason set. */
  const char *(*like) (AskSqlPrint *self, const char *text, const AskSqlRep *pattern,
                       const char *escape);
  /* Equality of text that an index serves; NULL for the plain way. */
  const char *(*equal_text) (AskSqlPrint *self, const AskSqlRep *a, const AskSqlRep *b);
} AskSqlOps;

/* One core that is being printed. */
typedef struct
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
  guint n_items;
  guint first_visible;
} AskSqlPrintScope;

/* One item of a FROM clause that was printed. */
typedef struct
{
  AskSqlFrom *from;
  const char *alias;
  AskSqlRep *shapes; /* of a subquery, a CTE, a relation */
  guint n_shapes;
  AskSqlPrintScope *scope; /* nullable: of no core */
  guint index;
  gboolean outer; /* may be filled with NULLs */
  guint with; /* of a CTE: which WITH it is of, counted as they begin */
} AskSqlPrintItem;

struct _AskSqlPrint
{
  AskSqlTree *tree;
  const AskSqlPrintOptions *options;
  const AskSqlOps *ops;
  GArray *slots; /* AskSqlSlot: every one that was thought of */
  GHashTable *items; /* AskSqlFrom → AskSqlPrintItem */
  GHashTable *names; /* lower-case aliases in use */
  GHashTable *ctes; /* AskSqlCte → AskSqlPrintItem */
  GPtrArray *scopes; /* AskSqlPrintScope, innermost last */
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
                                      GPtrArray            *texts,
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
gboolean    ask_sql_print_column     (AskSqlPrint          *self,
                                      AskSqlFrom           *from,
                                      int                   column,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_expand     (AskSqlPrint          *self,
                                      AskSqlCore           *core,
                                      GPtrArray            *exprs);
gboolean    ask_sql_print_is_determined (AskSqlPrint       *self,
                                      AskSqlPrintScope          *scope,
                                      AskSqlFrom           *from,
                                      int                   column);

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
void        ask_sql_rep_set_condition (AskSqlRep           *rep,
                                      const char           *text);
gboolean    ask_sql_print_in_list    (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_in_select  (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_between    (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);
gboolean    ask_sql_print_like       (AskSqlPrint          *self,
                                      AskSqlExpr           *expr,
                                      AskSqlRep            *rep);

/* ask-sql-print-rep.c */
gboolean    ask_sql_rep_is_number    (const AskSqlRep      *rep);
gboolean    ask_sql_rep_is_integral  (const AskSqlRep      *rep);
gboolean    ask_sql_rep_is_text      (const AskSqlRep      *rep);
void        ask_sql_rep_literal      (AskSqlPrint          *self,
                                      const AskValue       *value,
                                      AskSqlRep            *rep);
void        ask_sql_rep_set_reference (AskSqlPrint         *self,
                                      const AskSqlRep      *shape,
                                      const char           *ref,
                                      AskSqlRep            *rep);
void        ask_sql_rep_set_relation (AskSqlRep            *rep,
                                      AskType               type);
const char *ask_sql_rep_to_integer   (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_real      (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_number    (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_text      (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_condition (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_print_until_nul  (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_order     (AskSqlPrint          *self,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_to_output    (AskSqlPrint          *self,
                                      AskSqlRep            *rep);
gboolean    ask_sql_rep_unify        (AskSqlPrint          *self,
                                      AskSqlRep            *into,
                                      const AskSqlRep      *rep);
const char *ask_sql_rep_convert      (AskSqlPrint          *self,
                                      const AskSqlRep      *rep,
                                      const AskSqlRep      *target);
/* ask-sql-print-compare.c */
void        ask_sql_rep_parse_moment (AskSqlPrint          *self,
                                      AskSqlRep            *rep);
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

extern const AskSqlOps ask_sql_ops_postgres;
extern const AskSqlOps ask_sql_ops_mariadb;

G_END_DECLS
