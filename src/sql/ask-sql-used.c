/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which columns of which table a statement needs, from the top down: a column of a subquery that
 * nobody asks for makes nothing of what it is computed from needed. CTEs are looked at until no use of
 * them asks for more.
 */
#include "config.h"

#include <string.h>

#include "sql/ask-sql-analysis-private.h"

/* @wanted: (nullable): AskSqlCte → gboolean[n_outputs], once a CTE is named. @pending: CTEs that more is wanted of than
 * was marked. */
typedef struct
{
  AskSqlTree *tree;
  GHashTable *wanted;
  GQueue pending;
} Marker;

static void mark_select (Marker *self, AskSqlSelect *select, const gboolean *wanted, gboolean all);
static void mark_expr (Marker *self, AskSqlExpr *expr);

static gboolean *
get_wanted (Marker *self, AskSqlCte *cte)
{
  gboolean *wanted = self->wanted != NULL ? g_hash_table_lookup (self->wanted, cte) : NULL;

  if (wanted == NULL)
    {
      if (self->wanted == NULL)
        self->wanted = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      wanted = g_new0 (gboolean, MAX (cte->n_outputs, 1));
      g_hash_table_insert (self->wanted, cte, wanted);
      g_queue_push_tail (&self->pending, cte);
    }
  return wanted;
}

static void
want_cte (Marker *self, AskSqlCte *cte, guint column)
{
  gboolean *wanted = get_wanted (self, cte);

  if (column >= cte->n_outputs || wanted[column])
    return;
  wanted[column] = TRUE;
  if (g_queue_find (&self->pending, cte) == NULL)
    g_queue_push_tail (&self->pending, cte);
}

static gboolean
mark_node (AskSqlExpr *expr, gpointer data)
{
  Marker *self = data;

  switch (expr->kind)
    {
    case ASK_EXPR_COLUMN:
      if (expr->alias != NULL)
        mark_expr (self, expr->alias);
      if (expr->from == NULL)
        return TRUE;
      if (expr->column < 0)
        expr->from->uses_rowid = TRUE;
      else if ((guint) expr->column < expr->from->n_columns)
        {
          expr->from->used[expr->column] = TRUE;
          if (expr->from->cte != NULL)
            want_cte (self, expr->from->cte, (guint) expr->column);
        }
      return TRUE;
    case ASK_EXPR_EXISTS:
      mark_select (self, expr->select, NULL, FALSE);
      return FALSE;
    default:
      return TRUE;
    }
}

static gboolean
mark_subquery (AskSqlSelect *select, gpointer data)
{
  mark_select (data, select, NULL, TRUE);
  return FALSE;
}

static void
mark_expr (Marker *self, AskSqlExpr *expr)
{
  AskSqlVisit visit = { .expr = mark_node, .select = mark_subquery, .user_data = self };

  if (expr != NULL)
    ask_sql_walk_expr (expr, &visit);
}

static void
mark_list (Marker *self, const AskSqlExprs *list)
{
  for (guint i = 0; i < list->n; i++)
    mark_expr (self, list->items[i]);
}

static void
mark_order (Marker *self, const AskSqlOrder *order)
{
  for (guint i = 0; i < order->n; i++)
    mark_expr (self, order->items[i].expr);
}

static void
mark_froms (Marker *self, const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];

      mark_expr (self, from->on);
      mark_list (self, &from->args);
      mark_list (self, &from->equalities);
      mark_froms (self, &from->items);
      if (from->cte != NULL)
        get_wanted (self, from->cte);
    }
}

/* Called when all else in the SELECT is marked, so that what its subqueries must give is known. */
static void
mark_derived (Marker *self, const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];

      mark_derived (self, &from->items);
      if (from->kind == ASK_FROM_SELECT)
        mark_select (self, from->select, from->used, FALSE);
    }
}

static void
mark_core (Marker *self, AskSqlCore *core, const gboolean *wanted, gboolean all)
{
  for (guint i = 0; i < core->n_outputs; i++)
    if (all || core->distinct || (wanted != NULL && wanted[i]))
      {
        mark_expr (self, core->outputs[i].expr);
        for (guint r = 1; r < core->n_rows; r++)
          if (i < core->rows[r].n)
            mark_expr (self, core->rows[r].items[i]);
      }
  mark_expr (self, core->where);
  mark_list (self, &core->group_by);
  mark_expr (self, core->having);
  for (guint i = 0; i < core->n_windows; i++)
    {
      mark_list (self, &core->windows[i]->partition);
      mark_order (self, &core->windows[i]->order);
    }
  mark_froms (self, &core->from);
}

/* GROUP BY 2 and ORDER BY 2 name a result column by its place. */
static void
mark_place (Marker *self, const AskSqlCore *core, AskSqlExpr *expr)
{
  while (expr->kind == ASK_EXPR_COLLATE)
    expr = expr->left;
  if (expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER && expr->value.integer >= 1
      && expr->value.integer <= core->n_outputs)
    mark_expr (self, core->outputs[expr->value.integer - 1].expr);
}

static void
mark_select (Marker *self, AskSqlSelect *select, const gboolean *wanted, gboolean all)
{
  for (guint i = 1; i < select->n_cores; i++)
    all = all || select->cores[i]->compound != ASK_COMPOUND_UNION_ALL;
  for (guint i = 0; i < select->n_cores; i++)
    {
      AskSqlCore *core = select->cores[i];

      mark_core (self, core, wanted, all);
      for (guint g = 0; g < core->group_by.n; g++)
        mark_place (self, core, core->group_by.items[g]);
      for (guint o = 0; o < select->order.n; o++)
        mark_place (self, core, select->order.items[o].expr);
    }
  mark_order (self, &select->order);
  mark_expr (self, select->limit);
  mark_expr (self, select->offset);
  for (guint i = 0; i < select->n_cores; i++)
    mark_derived (self, &select->cores[i]->from);
}

/**
 * ask_sql_mark_used:
 * @tree: resolved
 *
 * Sets @used and @uses_rowid of all its items.
 */
void
ask_sql_mark_used (AskSqlTree *tree)
{
  Marker self = { .tree = tree, .pending = G_QUEUE_INIT };
  AskSqlCte *cte;

  mark_select (&self, tree->select, NULL, TRUE);
  while ((cte = g_queue_pop_head (&self.pending)) != NULL)
    mark_select (&self, cte->select, g_hash_table_lookup (self.wanted, cte), FALSE);
  g_clear_pointer (&self.wanted, g_hash_table_unref);
}
