/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a tree means: every name resolved in its scope as SQLite resolves it, types, nullability, the
 * columns that each table has to give, conditions taken apart and equalities closed over. It
 * annotates the tree in place and changes nothing that is printed, but for ask_sql_spell_decimals(); it
 * never touches a database.
 */
#pragma once

#include "sql/ask-sql-catalog.h"
#include "sql/ask-sql-parser.h"

G_BEGIN_DECLS

gboolean      ask_sql_analyse           (AskSqlTree           *tree,
                                         const AskSqlCatalog  *catalog,
                                         GError              **error);
gboolean      ask_sql_tree_is_small     (const AskSqlTree     *tree,
                                         const GError         *failure);
gboolean      ask_sql_spell_decimals    (AskSqlTree           *tree);
char         *ask_sql_expr_dup_digits   (const AskSqlExpr     *expr);
void          ask_sql_type_outputs      (AskSqlSelect         *select,
                                         AskSqlOutput         *outputs,
                                         guint                 n);
AskSqlAffinity ask_sql_affinity_get_group (AskSqlAffinity      affinity);
gboolean      ask_sql_select_compares_alike (const AskSqlSelect *select,
                                         guint                 column);

/**
 * AskSqlPredicateKind:
 * @ASK_PREDICATE_CONSTANT: column = constant, or IS constant
 * @ASK_PREDICATE_LIST: column IN (constants), or a chain of OR that means it
 * @ASK_PREDICATE_RANGE: column <, <=, >, >= constant; BETWEEN gives two
 * @ASK_PREDICATE_JOIN: column = column of another item
 * @ASK_PREDICATE_RESIDUAL: anything else
 */
typedef enum
{
  ASK_PREDICATE_CONSTANT,
  ASK_PREDICATE_LIST,
  ASK_PREDICATE_RANGE,
  ASK_PREDICATE_JOIN,
  ASK_PREDICATE_RESIDUAL
} AskSqlPredicateKind;

/**
 * AskSqlPredicate:
 * @expr: the whole condition, one conjunct
 * @op: as if the column stood on the left
 * @from, @column: the column; for %ASK_PREDICATE_RESIDUAL empty
 * @other_from, @other_column: of a JOIN, the other one
 * @values: of CONSTANT and RANGE one, of LIST all
 * @outer: %NULL where it holds for every result row: WHERE, and inner joins. Else the item of an
 *   outer join whose ON clause it stands in, or that may add rows for which it does not hold (the
 *   ON of an inner join in "a LEFT JOIN (b JOIN c ON …)", or before a RIGHT JOIN)
 * @implied: not written, but follows from the others by equality. With @outer, it is about columns
 *   of that item of a LEFT JOIN, and rows of it for which it does not hold join with no result row
 */
typedef struct
{
  AskSqlPredicateKind kind;
  AskSqlExpr *expr;
  AskSqlOp op;
  AskSqlFrom *from;
  int column;
  AskSqlFrom *other_from;
  int other_column;
  AskSqlExprs values;
  AskSqlFrom *outer;
  gboolean implied;
} AskSqlPredicate;

void          ask_sql_find_senses       (const AskSqlSelect   *select,
                                         gboolean              by_name,
                                         AskSense             *senses,
                                         guint                 n);
GArray       *ask_sql_core_get_predicates (AskSqlTree         *tree,
                                         AskSqlCore           *core);
void          ask_sql_froms_get_items   (const AskSqlFroms    *froms,
                                         GPtrArray            *items);
void          ask_sql_core_get_items    (AskSqlCore           *core,
                                         GPtrArray            *items);
gboolean      ask_sql_expr_is_truth     (const AskSqlExpr     *expr,
                                         gboolean             *truth);
gboolean      ask_sql_expr_is_constant  (const AskSqlExpr     *expr);
gboolean      ask_sql_expr_is_deterministic (const AskSqlExpr *expr);
void          ask_sql_expr_get_items    (AskSqlExpr           *expr,
                                         AskSqlCore           *core,
                                         GPtrArray            *items);
gboolean      ask_sql_select_is_correlated (AskSqlSelect      *select);
const char   *ask_sql_from_get_name     (const AskSqlFrom     *from);

G_END_DECLS
