/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Walking a tree from the top down, in the order of the text. Chains of operators hang to the left,
 * perhaps thousands deep where a rewriter built them, so going left never uses the machine's stack.
 */
#include "config.h"

#include "sql/ask-sql-ast.h"

#include <string.h>

static void walk_select (AskSqlSelect *select, const AskSqlVisit *visit);

/* What has nothing below it. */
static inline gboolean
is_leaf (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_COLUMN || expr->kind == ASK_EXPR_LITERAL || expr->kind == ASK_EXPR_PARAMETER;
}

static void walk_changed (AskSqlExpr *expr, const AskSqlVisit *visit);

/* Most nodes have none of most parts, and most parts are names, below which nobody has to go. */
static inline void
walk_part (AskSqlExpr *expr, const AskSqlVisit *visit)
{
  if (expr == NULL)
    return;
  if (!is_leaf (expr))
    ask_sql_walk_expr (expr, visit);
  else if (visit->expr != NULL && visit->expr (expr, visit->user_data) && !is_leaf (expr))
    walk_changed (expr, visit);
}

static void
walk_exprs (const AskSqlExprs *list, const AskSqlVisit *visit)
{
  for (guint i = 0; i < list->n; i++)
    walk_part (list->items[i], visit);
}

static void
walk_order (const AskSqlOrder *order, const AskSqlVisit *visit)
{
  for (guint i = 0; i < order->n; i++)
    walk_part (order->items[i].expr, visit);
}

static void
walk_window (const AskSqlWindow *window, const AskSqlVisit *visit)
{
  walk_exprs (&window->partition, visit);
  walk_order (&window->order, visit);
  walk_part (window->start_expr, visit);
  walk_part (window->end_expr, visit);
}

/* All of a node but what hangs on its left. */
static void
walk_rest (AskSqlExpr *expr, const AskSqlVisit *visit)
{
  walk_exprs (&expr->list, visit);
  walk_part (expr->right, visit);
  walk_part (expr->escape, visit);
  if (expr->select != NULL)
    walk_select (expr->select, visit);
  walk_part (expr->filter, visit);
  if (expr->window != NULL)
    walk_window (expr->window, visit);
}

/**
 * ask_sql_walk_expr:
 * @expr: (nullable): where to start
 * @visit: what to call; where a function is %NULL, the walk goes down
 *
 * Calls @visit for the node, then for all below it, subqueries included. A function may change the
 * node that it is given; what it returns %FALSE for is not gone into.
 */
void
ask_sql_walk_expr (AskSqlExpr *expr, const AskSqlVisit *visit)
{
  AskSqlExpr *few[16];
  AskSqlExpr **many = NULL;
  AskSqlExpr **spine = few;
  gsize size = G_N_ELEMENTS (few);
  gsize n = 0;

  for (; expr != NULL; expr = expr->left)
    {
      if (visit->expr != NULL && !visit->expr (expr, visit->user_data))
        break;
      if (is_leaf (expr))
        break;
      if (n == size)
        {
          AskSqlExpr **more = g_new (AskSqlExpr *, size * 4);

          memcpy (more, spine, n * sizeof *spine);
          g_free (many);
          spine = many = more;
          size *= 4;
        }
      spine[n++] = expr;
    }
  while (n > 0)
    walk_rest (spine[--n], visit);
  if (many != NULL)
    g_free (many);
}

/* What has been called for, and has got parts by that. */
static void
walk_changed (AskSqlExpr *expr, const AskSqlVisit *visit)
{
  walk_part (expr->left, visit);
  walk_rest (expr, visit);
}

static void
walk_from (AskSqlFrom *from, const AskSqlVisit *visit)
{
  if (visit->from != NULL && !visit->from (from, visit->user_data))
    return;
  walk_exprs (&from->args, visit);
  walk_select (from->select, visit);
  for (guint i = 0; i < from->items.n; i++)
    walk_from (from->items.items[i], visit);
  walk_part (from->on, visit);
}

/**
 * ask_sql_walk_core:
 * @core: where to start
 * @visit: what to call
 *
 * Walks one SELECT of a compound, or VALUES; not the ORDER BY and LIMIT, which belong to the whole.
 */
void
ask_sql_walk_core (AskSqlCore *core, const AskSqlVisit *visit)
{
  for (guint i = 0; i < core->n_results; i++)
    walk_part (core->results[i].expr, visit);
  for (guint i = 0; i < core->from.n; i++)
    walk_from (core->from.items[i], visit);
  walk_part (core->where, visit);
  walk_exprs (&core->group_by, visit);
  walk_part (core->having, visit);
  for (guint i = 0; i < core->n_windows; i++)
    walk_window (core->windows[i], visit);
  for (guint i = 0; i < core->n_rows; i++)
    walk_exprs (&core->rows[i], visit);
}

static void
walk_select (AskSqlSelect *select, const AskSqlVisit *visit)
{
  if (select == NULL || (visit->select != NULL && !visit->select (select, visit->user_data)))
    return;
  for (guint i = 0; i < select->n_ctes; i++)
    walk_select (select->ctes[i]->select, visit);
  for (guint i = 0; i < select->n_cores; i++)
    ask_sql_walk_core (select->cores[i], visit);
  walk_order (&select->order, visit);
  walk_part (select->limit, visit);
  walk_part (select->offset, visit);
}

/**
 * ask_sql_walk_select:
 * @select: (nullable): where to start
 * @visit: what to call
 *
 * Walks the statement: its CTEs, its SELECTs, its ORDER BY and LIMIT.
 */
void
ask_sql_walk_select (AskSqlSelect *select, const AskSqlVisit *visit)
{
  walk_select (select, visit);
}

/**
 * ask_sql_walk_tree:
 * @tree: a statement
 * @visit: what to call
 *
 * As ask_sql_walk_select() of the whole of it. Where only FROMs and SELECTs are called for, no expression of a flat
 * one is walked.
 */
void
ask_sql_walk_tree (AskSqlTree *tree, const AskSqlVisit *visit)
{
  if (!tree->flat || visit->expr != NULL)
    walk_select (tree->select, visit);
  else if (visit->select == NULL || visit->select (tree->select, visit->user_data))
    {
      const AskSqlFroms *froms = &tree->select->cores[0]->from;

      for (guint i = 0; visit->from != NULL && i < froms->n; i++)
        visit->from (froms->items[i], visit->user_data);
    }
}

typedef struct
{
  gboolean (*test) (const AskSqlExpr *expr);
  gboolean found;
} Search;

static gboolean
look (AskSqlExpr *expr, gpointer data)
{
  Search *search = data;

  search->found = search->found || search->test (expr);
  return !search->found;
}

/**
 * ask_sql_expr_has:
 * @expr: (nullable): where to look
 * @test: looks at one node
 *
 * Returns: whether @test holds for the node or for one below it, subqueries included
 */
gboolean
ask_sql_expr_has (const AskSqlExpr *expr, gboolean (*test) (const AskSqlExpr *expr))
{
  Search search = { test, FALSE };
  AskSqlVisit visit = { .expr = look, .user_data = &search };

  ask_sql_walk_expr ((AskSqlExpr *) expr, &visit);
  return search.found;
}

/**
 * ask_sql_select_has:
 * @select: (nullable): where to look
 * @test: looks at one expression
 *
 * Returns: whether @test holds for one of the expressions in the statement, subqueries included
 */
gboolean
ask_sql_select_has (const AskSqlSelect *select, gboolean (*test) (const AskSqlExpr *expr))
{
  Search search = { test, FALSE };
  AskSqlVisit visit = { .expr = look, .user_data = &search };

  walk_select ((AskSqlSelect *) select, &visit);
  return search.found;
}
