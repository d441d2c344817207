/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many rows: from the catalogue's counts and fixed selectivities, so that the same schema and
 * the same query always give the same plan. It reads no data.
 */
#include "config.h"

#include "engine/ask-plan.h"

#define UNKNOWN_ROWS 10000.0
#define EQUAL_SHARE (1.0 / 50)
#define RANGE_SHARE (1.0 / 3)
#define OTHER_SHARE (1.0 / 4)

static gboolean
is_unique (const AskSqlExpr *column)
{
  const AskSqlTable *table = column->from != NULL ? column->from->catalog_table : NULL;
  guint n_key = 0;

  if (table == NULL || column->column < 0 || (guint) column->column >= table->columns->len)
    return FALSE;
  for (guint i = 0; i < table->columns->len; i++)
    n_key += ((const AskSqlColumn *) table->columns->pdata[i])->key > 0;
  return ((const AskSqlColumn *) table->columns->pdata[column->column])->unique
         || (n_key == 1 && ((const AskSqlColumn *) table->columns->pdata[column->column])->key == 1);
}

static const AskSqlExpr *
get_column (const AskSqlExpr *expr)
{
  return expr != NULL && expr->kind == ASK_EXPR_COLUMN && expr->from != NULL ? expr : NULL;
}

/* One of n rows, where n is what the table has. */
static double
share_of_one (const AskSqlExpr *column)
{
  return 1.0 / MAX (1.0, ask_estimate_table (column->from));
}

/**
 * ask_estimate_conjunct:
 * @conjunct: a condition, analysed; AND and OR may stand in it
 *
 * Returns: the share of rows for which it holds, above 0 and at most 1
 */
double
ask_estimate_conjunct (const AskSqlExpr *conjunct)
{
  const AskSqlExpr *left = get_column (conjunct->left);
  const AskSqlExpr *right = get_column (conjunct->right);
  double share;

  switch (conjunct->kind)
    {
    case ASK_EXPR_BINARY:
      switch (conjunct->op)
        {
        case ASK_OP_AND:
          return ask_estimate_conjunct (conjunct->left) * ask_estimate_conjunct (conjunct->right);
        case ASK_OP_OR:
          return MIN (1.0, ask_estimate_conjunct (conjunct->left) + ask_estimate_conjunct (conjunct->right));
        case ASK_OP_EQUAL:
        case ASK_OP_IS:
          if (left != NULL && right != NULL && left->from != right->from)
            {
              double one = is_unique (left) ? share_of_one (left) : 1.0;
              double other = is_unique (right) ? share_of_one (right) : 1.0;

              share = MIN (one, other);
              return share < 1.0 ? share : EQUAL_SHARE / 20;
            }
          if (left != NULL || right != NULL)
            return is_unique (left != NULL ? left : right) ? share_of_one (left != NULL ? left : right) : EQUAL_SHARE;
          return EQUAL_SHARE;
        case ASK_OP_LESS:
        case ASK_OP_LESS_EQUAL:
        case ASK_OP_GREATER:
        case ASK_OP_GREATER_EQUAL:
          return RANGE_SHARE;
        case ASK_OP_NOT_EQUAL:
        case ASK_OP_IS_NOT:
          return 1.0 - EQUAL_SHARE;
        default:
          return OTHER_SHARE;
        }
    case ASK_EXPR_BETWEEN:
      return conjunct->negated ? 1.0 - RANGE_SHARE * RANGE_SHARE : RANGE_SHARE * RANGE_SHARE;
    case ASK_EXPR_IN_LIST:
      share = left != NULL && is_unique (left) ? share_of_one (left) : EQUAL_SHARE;
      share = MIN (1.0, share * MAX (1, conjunct->list.n));
      return conjunct->negated ? MAX (0.1, 1.0 - share) : share;
    case ASK_EXPR_IS_NULL:
      return conjunct->negated ? 0.9 : 0.1;
    default:
      return OTHER_SHARE;
    }
}

/**
 * ask_estimate_table:
 * @from: one item of a FROM clause, analysed; no join in parentheses
 *
 * Returns: its rows, before any condition
 */
double
ask_estimate_table (const AskSqlFrom *from)
{
  if (from->kind == ASK_FROM_SELECT)
    return ask_estimate_select (from->select);
  if (from->cte != NULL)
    return from->cte->recursive ? UNKNOWN_ROWS : ask_estimate_select (from->cte->select);
  if (from->catalog_table != NULL && from->catalog_table->rows >= 0)
    return MAX (1.0, (double) from->catalog_table->rows);
  return UNKNOWN_ROWS;
}

static double
estimate_items (const AskSqlFroms *items)
{
  double rows = 1.0;

  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *from = items->items[i];

      rows *= from->kind == ASK_FROM_JOIN ? estimate_items (&from->items) : ask_estimate_table (from);
      if (from->on != NULL)
        rows *= ask_estimate_conjunct (from->on);
      else if (from->natural || from->using != NULL)
        rows /= MAX (1.0, from->kind == ASK_FROM_JOIN ? 1.0 : ask_estimate_table (from));
    }
  return MAX (1.0, rows);
}

static double
estimate_core (const AskSqlCore *core)
{
  double rows;

  if (core->n_rows > 0)
    return core->n_rows;
  rows = estimate_items (&core->from);
  if (core->where != NULL)
    rows *= ask_estimate_conjunct (core->where);
  if (core->group_by.n > 0)
    rows = MIN (rows, MAX (10.0, rows / 10));
  else if (core->has_aggregate)
    rows = 1.0;
  return MAX (1.0, rows);
}

/** ask_estimate_select: Returns: how many rows @select gives, which is analysed; at least 1 */
double
ask_estimate_select (const AskSqlSelect *select)
{
  double rows = 0.0;

  for (guint i = 0; i < select->n_cores; i++)
    rows += estimate_core (select->cores[i]);
  if (select->limit != NULL && select->limit->kind == ASK_EXPR_LITERAL && select->limit->value.kind == ASK_VALUE_INTEGER
      && select->limit->value.integer >= 0)
    rows = MIN (rows, (double) select->limit->value.integer);
  return MAX (1.0, rows);
}

/* Whether a conjunct of @expr gives a column that has each value once a written value. */
static gboolean
has_key (const AskSqlExpr *expr)
{
  const AskSqlExpr *column;

  if (expr == NULL || expr->kind != ASK_EXPR_BINARY)
    return FALSE;
  if (expr->op == ASK_OP_AND)
    return has_key (expr->left) || has_key (expr->right);
  if (expr->op != ASK_OP_EQUAL)
    return FALSE;
  column = expr->right->kind == ASK_EXPR_LITERAL ? get_column (expr->left) : NULL;
  if (expr->left->kind == ASK_EXPR_LITERAL)
    column = get_column (expr->right);
  return column != NULL && column->depth == 0 && is_unique (column);
}

/**
 * ask_estimate_is_one:
 * @select: analysed
 *
 * Returns: whether it gives one row at most, whatever the data: an aggregate of all rows, LIMIT 1, or a row of one table by
 *   its key
 */
gboolean
ask_estimate_is_one (const AskSqlSelect *select)
{
  const AskSqlCore *core = select->cores[0];
  const AskSqlExpr *limit = select->limit;

  if (limit != NULL && limit->kind == ASK_EXPR_LITERAL && limit->value.kind == ASK_VALUE_INTEGER
      && (limit->value.integer == 0 || limit->value.integer == 1))
    return TRUE;
  if (select->n_cores > 1 || core->n_rows > 0)
    return FALSE;
  if (core->group_by.n == 0 && core->has_aggregate)
    return TRUE;
  return core->from.n == 1 && core->from.items[0]->kind == ASK_FROM_TABLE && has_key (core->where);
}
