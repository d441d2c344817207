/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions: names looked up from the leaves up, functions found with their argument counts,
 * aggregates given to the SELECT that they belong to, row values counted. SQLite's resolveExprStep(),
 * together with what its code generator complains about later.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "sql/ask-sql-analysis-private.h"
#include "sql/ask-sql-function-private.h"

/**
 * ask_sql_expr_get_width:
 *
 * Returns: of how many values it consists: more than one for a row value or a SELECT of such
 */
guint
ask_sql_expr_get_width (const AskSqlExpr *expr)
{
  if (expr->kind == ASK_EXPR_ROW)
    return expr->list.n;
  if (expr->kind == ASK_EXPR_SELECT)
    return expr->select->cores[0]->n_outputs;
  return 1;
}

/* An unknown table may give any number of columns. */
static gboolean
is_unknown_width (const AskSqlSelect *select)
{
  return select->cores[0]->n_outputs == 0;
}

/**
 * ask_sql_resolve_scalar:
 * @scope: (nullable): where it stands
 * @expr: (nullable): must be one value
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_resolve_scalar (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  if (expr == NULL)
    return TRUE;
  if (!ask_sql_resolve_expr (self, scope, expr))
    return FALSE;
  if (ask_sql_expr_get_width (expr) == 1 || (expr->kind == ASK_EXPR_SELECT && is_unknown_width (expr->select)))
    return TRUE;
  if (expr->kind == ASK_EXPR_SELECT)
    return ask_sql_misuse (self, expr->span, "this SELECT gives %u columns where one is needed",
                           ask_sql_expr_get_width (expr));
  return ask_sql_misuse (self, expr->span, "a list of %u values stands where one is needed", expr->list.n);
}

static gboolean
resolve_list (AskSqlAnalyser *self, AskSqlScope *scope, const AskSqlExprs *list)
{
  for (guint i = 0; i < list->n; i++)
    if (!ask_sql_resolve_scalar (self, scope, list->items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_comparison (AskSqlOp op)
{
  return op == ASK_OP_EQUAL || op == ASK_OP_NOT_EQUAL || op == ASK_OP_IS || op == ASK_OP_IS_NOT || op == ASK_OP_LESS
         || op == ASK_OP_LESS_EQUAL || op == ASK_OP_GREATER || op == ASK_OP_GREATER_EQUAL;
}

static gboolean
check_widths (AskSqlAnalyser *self, AskSqlExpr *expr, const AskSqlExpr *left, const AskSqlExpr *right)
{
  guint a = ask_sql_expr_get_width (left);
  guint b = ask_sql_expr_get_width (right);

  if (a == b || a == 0 || b == 0)
    return TRUE;
  return ask_sql_misuse (self, expr->span, "%u values are compared with %u", a, b);
}

static gboolean
resolve_binary (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  if (!is_comparison (expr->op))
    return ask_sql_resolve_scalar (self, scope, expr->left) && ask_sql_resolve_scalar (self, scope, expr->right);
  return ask_sql_resolve_expr (self, scope, expr->left) && ask_sql_resolve_expr (self, scope, expr->right)
         && check_widths (self, expr, expr->left, expr->right);
}

static gboolean
resolve_between (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  if (!ask_sql_resolve_expr (self, scope, expr->left))
    return FALSE;
  for (guint i = 0; i < expr->list.n; i++)
    if (!ask_sql_resolve_expr (self, scope, expr->list.items[i])
        || !check_widths (self, expr, expr->left, expr->list.items[i]))
      return FALSE;
  return TRUE;
}

static gboolean
resolve_in (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  guint width;

  if (!ask_sql_resolve_expr (self, scope, expr->left))
    return FALSE;
  width = ask_sql_expr_get_width (expr->left);
  if (expr->kind == ASK_EXPR_IN_LIST)
    {
      for (guint i = 0; i < expr->list.n; i++)
        {
          AskSqlExpr *item = expr->list.items[i];

          if (!ask_sql_resolve_expr (self, scope, item))
            return FALSE;
          if (ask_sql_expr_get_width (item) != width && ask_sql_expr_get_width (item) != 0 && width != 0
              && !ask_sql_misuse (self, item->span, "%u values are compared with %u", width,
                                  ask_sql_expr_get_width (item)))
            return FALSE;
        }
      return TRUE;
    }
  if (!ask_sql_resolve_select (self, expr->select, scope))
    return FALSE;
  if (expr->select->cores[0]->n_outputs != width && width != 0 && !is_unknown_width (expr->select))
    return ask_sql_misuse (self, expr->span, "IN compares %u value%s with %u columns; they must be as many", width,
                           width == 1 ? "" : "s", expr->select->cores[0]->n_outputs);
  return TRUE;
}

static gboolean
resolve_case (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  if (expr->left == NULL)
    return resolve_list (self, scope, &expr->list) && ask_sql_resolve_scalar (self, scope, expr->right);
  if (!ask_sql_resolve_expr (self, scope, expr->left))
    return FALSE;
  for (guint i = 0; i < expr->list.n; i++)
    {
      AskSqlExpr *item = expr->list.items[i];

      if (i % 2 == 1 ? !ask_sql_resolve_scalar (self, scope, item)
                     : !ask_sql_resolve_expr (self, scope, item) || !check_widths (self, expr, expr->left, item))
        return FALSE;
    }
  return ask_sql_resolve_scalar (self, scope, expr->right);
}

/**
 * ask_sql_resolve_expr:
 * @scope: (nullable): where it stands; %NULL for LIMIT
 * @expr: (nullable): the expression; it may be a row value
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_resolve_expr (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  gboolean go_on = TRUE;

  if (expr == NULL)
    return TRUE;
  if (!ask_sql_go_on (self, 1))
    return FALSE;
  switch (expr->kind)
    {
    case ASK_EXPR_LITERAL:
    case ASK_EXPR_PARAMETER:
      break;
    case ASK_EXPR_COLUMN:
      go_on = ask_sql_resolve_column (self, scope, expr);
      break;
    case ASK_EXPR_BINARY:
      go_on = resolve_binary (self, scope, expr);
      break;
    case ASK_EXPR_UNARY:
    case ASK_EXPR_IS_NULL:
    case ASK_EXPR_CAST:
      go_on = ask_sql_resolve_scalar (self, scope, expr->left);
      break;
    case ASK_EXPR_COLLATE:
      go_on = ask_sql_resolve_scalar (self, scope, expr->left);
      if (go_on && !ask_sql_collation_exists (expr->name))
        go_on = ask_sql_misuse (self, expr->span, "there is no collation “%s”", expr->name);
      break;
    case ASK_EXPR_BETWEEN:
      go_on = resolve_between (self, scope, expr);
      break;
    case ASK_EXPR_LIKE:
      go_on = ask_sql_resolve_scalar (self, scope, expr->left) && ask_sql_resolve_scalar (self, scope, expr->right)
              && ask_sql_resolve_scalar (self, scope, expr->escape);
      break;
    case ASK_EXPR_IN_LIST:
    case ASK_EXPR_IN_SELECT:
    case ASK_EXPR_IN_TABLE:
      go_on = resolve_in (self, scope, expr);
      break;
    case ASK_EXPR_EXISTS:
    case ASK_EXPR_SELECT:
      go_on = ask_sql_resolve_select (self, expr->select, scope);
      break;
    case ASK_EXPR_CASE:
      go_on = resolve_case (self, scope, expr);
      break;
    case ASK_EXPR_FUNCTION:
      go_on = ask_sql_resolve_function (self, scope, expr);
      break;
    case ASK_EXPR_ROW:
      go_on = resolve_list (self, scope, &expr->list);
      break;
    }
  if (go_on)
    ask_sql_type_expr (expr);
  return go_on;
}

/* Which SELECT an aggregate belongs to: the innermost that one of its arguments' columns is of. */
typedef struct
{
  AskSqlAnalyser *self;
  const AskSqlCore *inner; /* where the aggregate stands */
  const AskSqlCore *asked;
  gboolean here;
  gboolean outside;
} Owner;

static gboolean
is_around (const AskSqlCore *outer, const AskSqlCore *inner)
{
  for (; inner != NULL; inner = inner->parent)
    if (inner == outer)
      return TRUE;
  return FALSE;
}

static gboolean
note_owner (AskSqlExpr *expr, gpointer data)
{
  Owner *owner = data;

  if (!ask_sql_go_on (owner->self, 1))
    return FALSE;
  if (expr->kind != ASK_EXPR_COLUMN)
    return TRUE;
  if (expr->alias != NULL)
    {
      AskSqlVisit visit = { .expr = note_owner, .user_data = owner };

      ask_sql_walk_expr (expr->alias, &visit);
    }
  if (expr->from == NULL)
    return TRUE;
  if (expr->from->core == owner->asked)
    owner->here = TRUE;
  else if (is_around (expr->from->core, owner->inner))
    owner->outside = TRUE;
  return TRUE;
}

static AskSqlScope *
find_owner (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  for (AskSqlScope *at = scope; at != NULL; at = at->outer)
    {
      Owner owner = { self, scope->core, at->core, FALSE, FALSE };
      AskSqlVisit visit = { .expr = note_owner, .user_data = &owner };

      for (guint i = 0; i < expr->list.n; i++)
        ask_sql_walk_expr (expr->list.items[i], &visit);
      ask_sql_walk_expr (expr->filter, &visit);
      if (owner.here || !owner.outside)
        return at;
    }
  return scope;
}

static gboolean
own_aggregate (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  AskSqlScope *owner = find_owner (self, scope, expr);
  guint scopes = 0;

  expr->is_aggregate = TRUE;
  expr->depth = 0;
  for (AskSqlCore *core = scope->core; core != NULL && core != owner->core; core = core->parent)
    expr->depth++;
  for (const AskSqlScope *at = scope; at != NULL && at != owner; at = at->outer)
    scopes++;
  if (owner->phase == ASK_PHASE_WHERE)
    return ask_sql_found (self, ASK_SQL_ERROR_MISUSE, expr->span, (AskSqlName) { .name = expr->name },
                          "the aggregate %s() cannot be used in WHERE or ON; use HAVING", expr->name);
  if (owner != scope && !owner->allow_aggregate)
    return ask_sql_found (self, ASK_SQL_ERROR_MISUSE, expr->span, (AskSqlName) { .name = expr->name },
                          "the aggregate %s() stands inside another aggregate; compute it in a "
                          "subquery first",
                          expr->name);
  if (owner->phase == ASK_PHASE_ORDER && !owner->core->has_aggregate)
    return ask_sql_found (self, ASK_SQL_ERROR_MISUSE, expr->span, (AskSqlName) { .name = expr->name },
                          "the aggregate %s() stands in ORDER BY of a SELECT that has no GROUP BY", expr->name);
  /* SQLite loses its way out of a subquery of FROM. */
  if (scopes != expr->depth)
    return ask_sql_found (self, ASK_SQL_ERROR_MISUSE, expr->span, (AskSqlName) { .name = expr->name },
                          "the aggregate %s() stands in a subquery of FROM, but is over columns of "
                          "a SELECT around it",
                          expr->name);
  owner->has_aggregate = TRUE;
  if (owner != scope && owner->in_window == 0 && (owner->phase == ASK_PHASE_RESULTS || owner->phase == ASK_PHASE_ORDER))
    owner->has_inner_aggregate = TRUE;
  return TRUE;
}

static const AskSqlWindow *
find_window (const AskSqlCore *core, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (ask_sql_same_name (core->windows[i]->name, name))
      return core->windows[i];
  return NULL;
}

static gboolean
resolve_window (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *call, const AskSqlFunction *function)
{
  AskSqlWindow *window = call->window;
  const AskSqlWindow *used = window;
  const AskSqlWindow *base = NULL;
  const AskSqlOrder *order = &window->order;

  if (window->base != NULL)
    {
      base = find_window (scope->core, scope->core->n_windows, window->base);
      if (base == NULL)
        return ask_sql_misuse (self, window->span, "there is no window “%s”", window->base);
      if (window->only_name)
        used = base;
      else
        {
          const char *what = window->partition.n > 0                    ? "PARTITION BY"
                             : base->order.n > 0 && window->order.n > 0 ? "ORDER BY"
                             : base->has_frame                          ? "frame"
                                                                        : NULL;

          if (what != NULL)
            return ask_sql_misuse (self, window->span, "the %s of window “%s” cannot be replaced", what, window->base);
        }
      if (base->order.n > 0)
        order = &base->order;
    }
  if (used->has_frame && used->unit == ASK_FRAME_RANGE && (used->start_expr != NULL || used->end_expr != NULL)
      && order->n != 1)
    return ask_sql_misuse (self, window->span, "RANGE with a distance needs an ORDER BY of one expression");
  if (function->kind == ASK_FUNCTION_WINDOW && call->filter != NULL)
    return ask_sql_misuse (self, call->span, "FILTER cannot be used with %s()", call->name);
  for (int i = 0; i < 2; i++)
    {
      const AskSqlWindow *at = i == 0 ? window : base;

      if (at == NULL)
        continue;
      if (!resolve_list (self, scope, &at->partition))
        return FALSE;
      for (guint o = 0; o < at->order.n; o++)
        if (!ask_sql_resolve_scalar (self, scope, at->order.items[o].expr))
          return FALSE;
    }
  if (!ask_sql_resolve_scalar (self, scope, call->filter))
    return FALSE;
  scope->has_window = TRUE;
  return TRUE;
}

/* SQLite takes a real number as it is written there, and nothing else. */
static gboolean
is_likelihood (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_REAL && expr->value.real >= 0
         && expr->value.real <= 1;
}

static gboolean
check_call (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr, const AskSqlFunction *function, gboolean exists)
{
  gboolean windowed = expr->window != NULL;

  if (!exists)
    return ask_sql_found (self, ASK_SQL_ERROR_UNKNOWN_FUNCTION, expr->span, (AskSqlName) { .name = expr->name },
                          "there is no function %s()", expr->name);
  if (function == NULL)
    return ask_sql_found (self, ASK_SQL_ERROR_UNKNOWN_FUNCTION, expr->span, (AskSqlName) { .name = expr->name },
                          "%s() does not take %u argument%s", expr->name, expr->list.n, expr->list.n == 1 ? "" : "s");
  if (ask_sql_same_name (expr->name, "likelihood") && !is_likelihood (expr->list.items[1]))
    return ask_sql_misuse (self, expr->span, "the second argument of likelihood() must be a number like 0.5");
  if (function->kind == ASK_FUNCTION_SCALAR)
    {
      if (windowed)
        return ask_sql_misuse (self, expr->span, "%s() is no window function; leave out OVER", expr->name);
      if (expr->filter != NULL)
        return ask_sql_misuse (self, expr->span, "%s() is no aggregate; FILTER needs one", expr->name);
      return TRUE;
    }
  if (function->kind == ASK_FUNCTION_WINDOW && !windowed)
    return ask_sql_found (self, ASK_SQL_ERROR_MISUSE, expr->span, (AskSqlName) { .name = expr->name },
                          "%s() needs OVER (…)", expr->name);
  if (windowed && (scope == NULL || !scope->allow_window))
    return ask_sql_found (self, ASK_SQL_ERROR_MISUSE, expr->span, (AskSqlName) { .name = expr->name },
                          "the window function %s() can only stand in the result columns and in "
                          "ORDER BY",
                          expr->name);
  if (scope == NULL || !scope->allow_aggregate)
    return ask_sql_found (self, ASK_SQL_ERROR_MISUSE, expr->span, (AskSqlName) { .name = expr->name },
                          scope == NULL ? "the aggregate %s() cannot be used in LIMIT"
                          : scope->phase == ASK_PHASE_WHERE
                            ? "the aggregate %s() cannot be used in WHERE or ON; use HAVING"
                            : "the aggregate %s() stands inside another aggregate; compute it in a "
                              "subquery first",
                          expr->name);
  if (expr->distinct && windowed)
    return ask_sql_misuse (self, expr->span, "a window function cannot be DISTINCT");
  if (expr->distinct && expr->list.n != 1)
    return ask_sql_misuse (self, expr->span, "%s (DISTINCT …) takes one argument", expr->name);
  return TRUE;
}

/**
 * ask_sql_resolve_function:
 * @expr: a FUNCTION
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_resolve_function (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  gboolean exists;
  const AskSqlFunction *function = ask_sql_function_find (expr->name, expr->list.n, &exists);
  guint problems = self->problems != NULL ? self->problems->len : 0;
  gboolean aggregate, allow_aggregate, allow_window, go_on;

  expr->is_aggregate = FALSE;
  expr->depth = 0;
  if (!check_call (self, scope, expr, function, exists))
    return FALSE;
  if ((self->problems != NULL && self->problems->len > problems) || function == NULL)
    return resolve_list (self, scope, &expr->list) && ask_sql_resolve_scalar (self, scope, expr->filter);
  aggregate = function->kind != ASK_FUNCTION_SCALAR;
  if (!aggregate)
    return resolve_list (self, scope, &expr->list);
  allow_aggregate = scope->allow_aggregate;
  allow_window = scope->allow_window;
  scope->allow_window = FALSE;
  if (expr->window == NULL)
    scope->allow_aggregate = FALSE;
  if (expr->window != NULL)
    scope->in_window++;
  go_on = resolve_list (self, scope, &expr->list);
  if (go_on && expr->window != NULL)
    go_on = resolve_window (self, scope, expr, function);
  else if (go_on)
    go_on = ask_sql_resolve_scalar (self, scope, expr->filter) && own_aggregate (self, scope, expr);
  if (expr->window != NULL)
    scope->in_window--;
  scope->allow_aggregate = allow_aggregate;
  scope->allow_window = allow_window;
  return go_on;
}
