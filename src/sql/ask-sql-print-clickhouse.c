/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ClickHouse for the remote printers. It computes much otherwise than SQLite without a word: integers wrap, a sum of
 * nothing is 0, a join matches its defaults, and each branch of a CASE is evaluated. So what is written for it is a
 * list of what is known to be the same: tables, inner and left joins by equalities of integers or texts
 * (ask-sql-print-clickhouse-from.c), their columns, constants, comparisons, AND, OR, NOT, BETWEEN, IS NULL, and count,
 * sum, avg, total, min and max over groups. The rest is refused, with a reason. Dates and moments are compared as the
 * texts that they are here; every text is compared by bytes there, too.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <stdlib.h>
#include <string.h>

/* "Nullable(Int32)" is Int32, and so is "LowCardinality(Nullable(Int32))". Returns: (transfer full) */
static char *
dup_plain (const char *declared, gboolean *nullable)
{
  g_autofree char *plain = g_strdup (declared);

  *nullable = FALSE;
  for (;;)
    {
      gboolean outer = g_str_has_prefix (plain, "Nullable(");
      char *inner;

      if (!outer && !g_str_has_prefix (plain, "LowCardinality("))
        return g_steal_pointer (&plain);
      *nullable |= outer;
      inner = g_strndup (strchr (plain, '(') + 1, strlen (strchr (plain, '(')) - 2);
      g_free (plain);
      plain = inner;
    }
}

static void
set_decimal (AskSqlPrint *self, const AskSqlColumn *column, const char *plain, const char *ref, AskSqlRep *rep)
{
  int precision = atoi (plain + strlen ("Decimal("));

  if (column->type == ASK_TYPE_INTEGER)
    {
      rep->kind = ASK_REP_INTEGER;
      rep->small = precision <= 15;
      rep->text = FILL1 ("toInt64({a})", ref);
    }
  else if (column->type == ASK_TYPE_REAL && precision > 0 && precision <= 15)
    {
      /* The division of two numbers that doubles hold: the double next to the decimal. */
      rep->kind = ASK_REP_REAL;
      rep->text = FILL1 ("toFloat64({a})", ref);
    }
}

static void
set_column (AskSqlPrint *self, const AskSqlColumn *column, const char *ref, AskSqlRep *rep)
{
  static const char *const narrow[] = { "Int8", "Int16", "Int32", "UInt8", "UInt16", "UInt32", "Bool", NULL };
  gboolean nullable;
  g_autofree char *plain = dup_plain (column->declared != NULL ? column->declared : "", &nullable);

  rep->text = ref;
  rep->not_null = !nullable;
  if (g_strv_contains (narrow, plain) && (column->type == ASK_TYPE_INTEGER || column->type == ASK_TYPE_BOOLEAN))
    {
      rep->kind = ASK_REP_INTEGER;
      rep->small = TRUE;
      rep->narrow = TRUE;
    }
  else if (strcmp (plain, "Int64") == 0 && column->type == ASK_TYPE_INTEGER)
    rep->kind = ASK_REP_INTEGER;
  else if (strcmp (plain, "Float64") == 0 && column->type == ASK_TYPE_REAL)
    {
      /* NaN is a text here: where there is one, the statement fails there, and is computed here. */
      rep->kind = ASK_REP_REAL;
      rep->text = FILL1 ("({a} + throwIf(ifNull(isNaN({a}), 0)))", ref);
    }
  else if (g_str_has_prefix (plain, "Decimal("))
    set_decimal (self, column, plain, ref, rep);
  else if (strcmp (plain, "String") == 0 && column->type == ASK_TYPE_TEXT)
    rep->kind = ASK_REP_TEXT;
  else if ((g_str_has_prefix (plain, "Enum") || strcmp (plain, "UUID") == 0) && column->type == ASK_TYPE_TEXT)
    {
      rep->kind = ASK_REP_TEXT;
      rep->bounded = TRUE;
      rep->text = FILL1 ("toString({a})", ref);
    }
  else if (strcmp (plain, "Date") == 0 && column->type == ASK_TYPE_DATE)
    {
      rep->kind = ASK_REP_TEXT;
      rep->bounded = TRUE;
      rep->text = FILL1 ("toString({a})", ref);
    }
  else if ((strcmp (plain, "DateTime") == 0 || g_str_has_prefix (plain, "DateTime("))
           && column->type == ASK_TYPE_DATETIME)
    {
      rep->kind = ASK_REP_TEXT;
      rep->bounded = TRUE;
      rep->text = FILL1 ("concat(replaceOne(toString({a}, 'UTC'), ' ', 'T'), 'Z')", ref);
    }
  else if (column->type == ASK_TYPE_DECIMAL)
    rep->text = FILL1 ("toString({a})", ref);
}

static gboolean
is_known_function (const AskSqlExpr *expr)
{
  static const char *const names[] = { "count", "sum", "avg", "total", "min", "max" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (names[i], expr->name) == 0)
      return expr->list.n == 1 || (i == 0 && expr->list.n == 0);
  return FALSE;
}

/* Old versions know no third truth value: NULL AND 0 is NULL, 0 OR NULL is 0. Where only what is true counts that is
 * the same, and nowhere else. */
static gboolean
is_logical (const AskSqlExpr *expr)
{
  return expr != NULL
         && ((expr->kind == ASK_EXPR_BINARY && (expr->op == ASK_OP_AND || expr->op == ASK_OP_OR))
             || (expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NOT));
}

static gboolean
has_logical (const AskSqlExpr *expr)
{
  gboolean has = is_logical (expr->left) || is_logical (expr->right);

  for (guint i = 0; i < expr->list.n; i++)
    has = has || is_logical (expr->list.items[i]);
  return has;
}

/* A value that is written, with its sign. */
static gboolean
is_written (const AskSqlExpr *expr)
{
  gboolean has_sign = expr->kind == ASK_EXPR_UNARY && (expr->op == ASK_OP_NEGATIVE || expr->op == ASK_OP_POSITIVE);

  return (has_sign ? expr->left : expr)->kind == ASK_EXPR_LITERAL;
}

static const char *
refuse_expr (const AskSqlExpr *expr)
{
  gboolean joins = expr->kind == ASK_EXPR_BINARY && (expr->op == ASK_OP_AND || expr->op == ASK_OP_OR);

  if (!joins && has_logical (expr))
    return "AND and OR know only two truth values in";
  switch (expr->kind)
    {
    case ASK_EXPR_LITERAL:
      return expr->value.kind == ASK_VALUE_NULL ? "AND and OR know no NULL that is written in" : NULL;
    case ASK_EXPR_COLUMN:
    case ASK_EXPR_IS_NULL:
      return NULL;
    case ASK_EXPR_BETWEEN:
      /* Two comparisons and an AND, which are both NULL or none. */
      return is_written (expr->list.items[0]) && is_written (expr->list.items[1])
               ? NULL
               : "AND and OR know only two truth values in";
    case ASK_EXPR_IN_LIST:
      return "IN makes its values of the column's type, and finds no NULL, in";
    case ASK_EXPR_UNARY:
      return expr->op == ASK_OP_NOT || is_written (expr) ? NULL : "Arithmetic overflows without a word in";
    case ASK_EXPR_BINARY:
      if (expr->op == ASK_OP_IS || expr->op == ASK_OP_IS_NOT)
        return "IS between two values has no equal in";
      return expr->op >= ASK_OP_OR && expr->op <= ASK_OP_GREATER_EQUAL ? NULL
                                                                       : "Arithmetic overflows without a word in";
    case ASK_EXPR_FUNCTION:
      if (expr->window != NULL || expr->filter != NULL)
        return "Windows and FILTER are not known to old versions of";
      if (expr->distinct)
        return "DISTINCT counts NULLs, too, in";
      return is_known_function (expr) ? NULL : "This function may compute something else in";
    case ASK_EXPR_LIKE:
      return "LIKE and GLOB compare otherwise in";
    case ASK_EXPR_IN_SELECT:
    case ASK_EXPR_IN_TABLE:
    case ASK_EXPR_EXISTS:
    case ASK_EXPR_SELECT:
      return "A subquery may see other rows in";
    case ASK_EXPR_CASE:
      return "CASE evaluates all of its branches in";
    case ASK_EXPR_PARAMETER:
    case ASK_EXPR_CAST:
    case ASK_EXPR_COLLATE:
    case ASK_EXPR_ROW:
    default:
      return "This expression may mean something else in";
    }
}

static const char *
refuse_select (const AskSqlSelect *select)
{
  const AskSqlCore *core = select->n_cores == 1 ? select->cores[0] : NULL;

  if (select->n_ctes > 0 || core == NULL || core->n_rows > 0)
    return "WITH, UNION and VALUES are not written for";
  if (select->offset != NULL)
    return "OFFSET is not known to old versions of";
  if (core->from.n == 0)
    return "A SELECT without FROM needs no";
  for (guint i = 0; i < core->from.n; i++)
    {
      if (core->from.items[i]->kind != ASK_FROM_TABLE)
        return "Subqueries and parentheses of FROM are not written for";
      if (core->from.items[i]->join > ASK_JOIN_LEFT)
        return "RIGHT and FULL JOIN are not written for";
    }
  for (guint i = 0; i < core->n_results; i++)
    if (is_logical (core->results[i].expr))
      return "AND and OR know only two truth values in";
  for (guint i = 0; i < core->group_by.n; i++)
    if (is_logical (core->group_by.items[i]))
      return "AND and OR know only two truth values in";
  for (guint i = 0; i < select->order.n; i++)
    if (is_logical (select->order.items[i].expr))
      return "AND and OR know only two truth values in";
  if (core->distinct)
    return "DISTINCT needs a subquery, whose names stand for columns, in";
  if (core->has_window)
    return "Windows are not known to old versions of";
  return NULL;
}

static const char *
print_relation (AskSqlPrint *self, const AskSqlRelation *relation, const char *alias, AskSqlRep *shapes)
{
  ask_sql_print_refuse_server (self, "Rows of ours do not travel to");
  return NULL;
}

static const char *
equal_text (AskSqlPrint *self, const AskSqlRep *a, const AskSqlRep *b)
{
  return NULL;
}

/* Members that nothing comes to by what refuse_expr() and set_column() allow are left out. */
const AskSqlOps ask_sql_ops_clickhouse = {
  .quote = '`',
  .backslashes = TRUE,
  .places_nulls = TRUE,
  .aliases_shadow = TRUE,
  .max_name = 60,
  .server = "ClickHouse",
  .refuse_expr = refuse_expr,
  .refuse_select = refuse_select,
  .joins_wholes = TRUE,
  .aggregated = "toNullable({a})",
  .widen = "toInt64({a})",
  .to_real = "toFloat64({a})",
  .integer_to_text = "toString({a})",
  .boolean_to_integer = "toInt64({a})",
  .byte_order = "{a}",
  .integer_parameter = "{a}",
  .real_parameter = "{a}",
  .text_parameter = "{a}",
  .blob_parameter = "{a}",
  .null_boolean = "NULL",
  .true_word = "1",
  .false_word = "0",
  .sum_small = "toInt64({a})",
  .column = set_column,
  .relation = print_relation,
  .joins = ask_sql_print_clickhouse_from,
  .equal_text = equal_text,
};
