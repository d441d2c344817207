/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether two trees say the same: names compare without regard to case as in SQL, literals by kind
 * and value. Places in the text and what analysis found do not count.
 */
#include "config.h"

#include "sql/ask-sql-ast.h"

static gboolean
same_name (const char *a, const char *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return g_ascii_strcasecmp (a, b) == 0;
}

static gboolean
same_names (const char *const *a, const char *const *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  for (; *a != NULL && *b != NULL; a++, b++)
    if (!same_name (*a, *b))
      return FALSE;
  return *a == *b;
}

static gboolean
same_exprs (const AskSqlExprs *a, const AskSqlExprs *b)
{
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!ask_sql_expr_equal (a->items[i], b->items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
same_order (const AskSqlOrder *a, const AskSqlOrder *b)
{
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!a->items[i].descending != !b->items[i].descending || a->items[i].nulls != b->items[i].nulls
        || !ask_sql_expr_equal (a->items[i].expr, b->items[i].expr))
      return FALSE;
  return TRUE;
}

static gboolean
same_window (const AskSqlWindow *a, const AskSqlWindow *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return same_name (a->name, b->name) && same_name (a->base, b->base) && !a->only_name == !b->only_name
         && same_exprs (&a->partition, &b->partition) && same_order (&a->order, &b->order)
         && !a->has_frame == !b->has_frame && !a->between == !b->between && a->unit == b->unit && a->start == b->start
         && ask_sql_expr_equal (a->start_expr, b->start_expr) && a->end == b->end
         && ask_sql_expr_equal (a->end_expr, b->end_expr) && !a->has_exclude == !b->has_exclude
         && a->exclude == b->exclude;
}

/* "true" in quotes is a column and nothing else; without them it may be 1. */
static gboolean
may_be_truth (const AskSqlExpr *expr)
{
  return expr->bare && (same_name (expr->name, "true") || same_name (expr->name, "false"));
}

static gboolean
same_argument_names (const AskSqlExpr *a, const AskSqlExpr *b)
{
  if (a->argument_names == b->argument_names)
    return TRUE;
  if (a->argument_names == NULL || b->argument_names == NULL || a->list.n != b->list.n)
    return FALSE;
  for (guint i = 0; i < a->list.n; i++)
    if (!same_name (a->argument_names[i], b->argument_names[i]))
      return FALSE;
  return TRUE;
}

/* All of two nodes but what hangs on their left. */
static gboolean
same_node (const AskSqlExpr *a, const AskSqlExpr *b)
{
  if (a->kind != b->kind || a->op != b->op || a->negated != b->negated || a->distinct != b->distinct
      || a->star != b->star || a->quoted != b->quoted || a->without_parentheses != b->without_parentheses)
    return FALSE;
  if (!same_name (a->schema, b->schema) || !same_name (a->table, b->table) || !same_name (a->name, b->name))
    return FALSE;
  if (!same_argument_names (a, b))
    return FALSE;
  if (a->kind == ASK_EXPR_LITERAL && !ask_value_equal (&a->value, &b->value))
    return FALSE;
  if (a->kind == ASK_EXPR_PARAMETER && g_strcmp0 (a->name, b->name) != 0)
    return FALSE;
  if (a->kind == ASK_EXPR_COLUMN && may_be_truth (a) != may_be_truth (b))
    return FALSE;
  return ask_sql_expr_equal (a->right, b->right) && ask_sql_expr_equal (a->escape, b->escape)
         && same_exprs (&a->list, &b->list)
         && (a->kind == ASK_EXPR_IN_TABLE || ask_sql_select_equal (a->select, b->select))
         && ask_sql_expr_equal (a->filter, b->filter) && same_window (a->window, b->window);
}

/**
 * ask_sql_expr_equal:
 * @a: (nullable): one
 * @b: (nullable): the other, of the same tree or another
 *
 * Returns: whether both say the same
 */
gboolean
ask_sql_expr_equal (const AskSqlExpr *a, const AskSqlExpr *b)
{
  /* Chains hang to the left, so that way is a loop. */
  for (; a != NULL && b != NULL && a != b; a = a->left, b = b->left)
    if (!same_node (a, b))
      return FALSE;
  return a == b;
}

static gboolean
same_from (const AskSqlFrom *a, const AskSqlFrom *b)
{
  if (a->kind != b->kind || a->join != b->join || !a->natural != !b->natural || !a->not_indexed != !b->not_indexed
      || !a->has_args != !b->has_args || a->items.n != b->items.n)
    return FALSE;
  for (guint i = 0; i < a->items.n; i++)
    if (!same_from (a->items.items[i], b->items.items[i]))
      return FALSE;
  return same_name (a->schema, b->schema) && same_name (a->name, b->name) && same_name (a->alias, b->alias)
         && same_name (a->indexed_by, b->indexed_by) && same_names (a->using, b->using)
         && ask_sql_expr_equal (a->on, b->on) && same_exprs (&a->args, &b->args)
         && ask_sql_select_equal (a->select, b->select);
}

static gboolean
same_core (const AskSqlCore *a, const AskSqlCore *b)
{
  if (a->compound != b->compound || !a->distinct != !b->distinct || !a->all != !b->all || a->n_results != b->n_results
      || a->from.n != b->from.n || a->n_windows != b->n_windows || a->n_rows != b->n_rows)
    return FALSE;
  for (guint i = 0; i < a->n_results; i++)
    if (a->results[i].star != b->results[i].star || !same_name (a->results[i].table, b->results[i].table)
        || !same_name (a->results[i].alias, b->results[i].alias)
        || !ask_sql_expr_equal (a->results[i].expr, b->results[i].expr))
      return FALSE;
  for (guint i = 0; i < a->from.n; i++)
    if (!same_from (a->from.items[i], b->from.items[i]))
      return FALSE;
  for (guint i = 0; i < a->n_windows; i++)
    if (!same_window (a->windows[i], b->windows[i]))
      return FALSE;
  for (guint i = 0; i < a->n_rows; i++)
    if (!same_exprs (&a->rows[i], &b->rows[i]))
      return FALSE;
  return ask_sql_expr_equal (a->where, b->where) && same_exprs (&a->group_by, &b->group_by)
         && ask_sql_expr_equal (a->having, b->having);
}

static gboolean
same_cte (const AskSqlCte *a, const AskSqlCte *b)
{
  return same_name (a->name, b->name) && same_names (a->columns, b->columns) && a->materialized == b->materialized
         && ask_sql_select_equal (a->select, b->select);
}

/**
 * ask_sql_select_equal:
 * @a: (nullable): one
 * @b: (nullable): the other, of the same tree or another
 *
 * Returns: whether both say the same
 */
gboolean
ask_sql_select_equal (const AskSqlSelect *a, const AskSqlSelect *b)
{
  if (a == NULL || b == NULL || a == b)
    return a == b;
  if (!a->recursive != !b->recursive || a->n_ctes != b->n_ctes || a->n_cores != b->n_cores)
    return FALSE;
  for (guint i = 0; i < a->n_ctes; i++)
    if (!same_cte (a->ctes[i], b->ctes[i]))
      return FALSE;
  for (guint i = 0; i < a->n_cores; i++)
    if (!same_core (a->cores[i], b->cores[i]))
      return FALSE;
  return same_order (&a->order, &b->order) && ask_sql_expr_equal (a->limit, b->limit)
         && ask_sql_expr_equal (a->offset, b->offset);
}
