/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What SQLite computes wrongly of RIGHT and FULL JOIN, written so that it does not. It changes what a
 * statement's text looks like, never what it means.
 */
#include "config.h"

#include "engine/ask-plan.h"

typedef struct
{
  AskSqlTree *tree;
  gboolean changed;
} Outer;

static gboolean
look_at_term (AskSqlExpr *expr, gpointer data)
{
  gboolean *stays = data;

  *stays = *stays || expr->select != NULL || expr->kind == ASK_EXPR_IN_TABLE
           || (expr->kind == ASK_EXPR_COLUMN && !expr->is_string && expr->depth == 0);
  return !*stays;
}

/* "c" becomes "(SELECT c)", which SQLite computes row by row. */
static AskSqlExpr *
hold_back (Outer *self, AskSqlExpr *expr)
{
  AskSqlVisit visit = { .expr = look_at_term };
  gboolean stays = FALSE;
  AskSqlExpr *held;

  if (expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_AND)
    {
      expr->left = hold_back (self, expr->left);
      expr->right = hold_back (self, expr->right);
      return expr;
    }
  visit.user_data = &stays;
  ask_sql_walk_expr (expr, &visit);
  if (stays)
    return expr;
  held = ask_sql_tree_new_expr (self->tree, ASK_EXPR_SELECT, expr->span);
  held->select = ask_sql_tree_new_select (self->tree, NULL, 1);
  held->select->cores[0]->from.n = 0;
  held->select->cores[0]->results[0].expr = expr;
  self->changed = TRUE;
  return held;
}

static void
hold_back_items (Outer *self, AskSqlFroms *items)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *item = items->items[i];

      if (item->kind == ASK_FROM_JOIN)
        hold_back_items (self, &item->items);
      if (item->on != NULL && (item->join == ASK_JOIN_INNER || item->join == ASK_JOIN_CROSS))
        item->on = hold_back (self, item->on);
    }
}

static gboolean
hold_back_select (AskSqlSelect *select, gpointer data)
{
  for (guint i = 0; i < select->n_cores; i++)
    {
      AskShape shape = { 0 };

      ask_shape_look (&select->cores[i]->from, &shape);
      if (shape.full)
        hold_back_items (data, &select->cores[i]->from);
    }
  return TRUE;
}

/**
 * ask_planner_hold_back:
 * @tree: analysed
 *
 * SQLite before 3.41 ends the whole SELECT where a condition is false that names no table of its FROM,
 * even one between tables to whose join a RIGHT or FULL JOIN adds rows: "a JOIN b ON 0 FULL JOIN c" has
 * all rows of c.
 *
 * Returns: whether anything had to be written otherwise
 */
gboolean
ask_planner_hold_back (AskSqlTree *tree)
{
  Outer self = { tree, FALSE };
  AskSqlVisit visit = { .select = hold_back_select, .user_data = &self };

  ask_sql_walk_select (tree->select, &visit);
  return self.changed;
}
