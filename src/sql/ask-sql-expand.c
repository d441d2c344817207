/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first of two walks over a tree, SQLite's selectExpander: every SELECT gets its scope, the columns
 * of its FROM clause and its stars expanded, and so do all SELECTs inside. No other name is looked at.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"

typedef struct
{
  AskSqlAnalyser *self;
  AskSqlWith *with;
  AskSqlCore *parent;
  gboolean go_on;
} Subqueries;

/* "x IN t" is "x IN (SELECT * FROM t)". */
static void
make_table_select (AskSqlAnalyser *self, AskSqlExpr *expr)
{
  AskSqlFrom *from = ask_sql_tree_new_table (self->tree, expr->name);
  AskSqlSelect *select = ask_sql_tree_new_select (self->tree, from, 1);
  AskSqlCore *core = select->cores[0];

  from->span = from->name_span = expr->span;
  from->kind = !expr->without_parentheses ? ASK_FROM_FUNCTION : ASK_FROM_TABLE;
  from->schema = expr->schema;
  from->args = expr->list;
  from->has_args = !expr->without_parentheses;
  core->results[0].star = 1;
  core->results[0].span = core->span = select->span = expr->span;
  expr->select = select;
}

static gboolean
visit_expr (AskSqlExpr *expr, gpointer data)
{
  Subqueries *visit = data;

  if (expr->kind == ASK_EXPR_IN_TABLE)
    make_table_select (visit->self, expr);
  return visit->go_on;
}

static gboolean
visit_select (AskSqlSelect *select, gpointer data)
{
  Subqueries *visit = data;

  if (visit->go_on)
    visit->go_on = ask_sql_expand_select (visit->self, select, visit->with, visit->parent);
  return FALSE;
}

/**
 * ask_sql_expand_subqueries:
 * @expr: (nullable): expands the SELECTs in it
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_expand_subqueries (AskSqlAnalyser *self, AskSqlExpr *expr, AskSqlWith *with, AskSqlCore *parent)
{
  Subqueries data = { self, with, parent, TRUE };
  AskSqlVisit visit = { .expr = visit_expr, .select = visit_select, .user_data = &data };

  if (self->tree->flat)
    return TRUE;
  ask_sql_walk_expr (expr, &visit);
  return data.go_on;
}

static gboolean
expand_from_subqueries (AskSqlAnalyser *self, AskSqlFroms *froms, AskSqlWith *with, AskSqlCore *core)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];

      for (guint a = 0; a < from->args.n; a++)
        if (!ask_sql_expand_subqueries (self, from->args.items[a], with, core))
          return FALSE;
      if (!ask_sql_expand_subqueries (self, from->on, with, core)
          || !expand_from_subqueries (self, &from->items, with, core))
        return FALSE;
    }
  return TRUE;
}

static gboolean
expand_window (AskSqlAnalyser *self, AskSqlWindow *window, AskSqlWith *with, AskSqlCore *core)
{
  for (guint i = 0; i < window->partition.n; i++)
    if (!ask_sql_expand_subqueries (self, window->partition.items[i], with, core))
      return FALSE;
  for (guint i = 0; i < window->order.n; i++)
    if (!ask_sql_expand_subqueries (self, window->order.items[i].expr, with, core))
      return FALSE;
  return TRUE;
}

static gboolean
expand_core (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlCore *core, AskSqlWith *with, AskSqlCore *parent)
{
  AskSqlScope *scope = ask_sql_tree_alloc (self->tree, sizeof *scope);
  gboolean go_on;

  self->current = core;
  if (!ask_sql_go_on (self, 1 + core->n_results))
    return FALSE;
  scope->core = core;
  scope->select = select;
  core->parent = parent;
  core->has_aggregate = core->has_window = core->correlated = FALSE;
  core->n_outputs = 0;
  core->scope = scope;
  go_on = ask_sql_expand_from (self, core, with, &scope->list) && ask_sql_expand_stars (self, scope);
  for (guint i = 0; go_on && i < core->n_results; i++)
    go_on = ask_sql_expand_subqueries (self, core->results[i].expr, with, core);
  for (guint i = 0; i < core->n_rows; i++)
    for (guint c = 0; go_on && c < core->rows[i].n; c++)
      go_on = ask_sql_expand_subqueries (self, core->rows[i].items[c], with, core);
  go_on = go_on && ask_sql_expand_subqueries (self, core->where, with, core)
          && expand_from_subqueries (self, &core->from, with, core);
  for (guint i = 0; go_on && i < core->group_by.n; i++)
    go_on = ask_sql_expand_subqueries (self, core->group_by.items[i], with, core);
  go_on = go_on && ask_sql_expand_subqueries (self, core->having, with, core);
  for (guint i = 0; go_on && i < core->n_windows; i++)
    go_on = expand_window (self, core->windows[i], with, core);
  return go_on;
}

/**
 * ask_sql_expand_cores:
 * @start, @end: the part of @select's SELECTs to expand; the last also brings ORDER BY and LIMIT
 * @with: (nullable): the CTEs that they may name
 * @parent: (nullable): the SELECT around them
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_expand_cores (AskSqlAnalyser *self, AskSqlSelect *select, guint start, guint end, AskSqlWith *with,
                      AskSqlCore *parent)
{
  AskSqlCore *first = select->cores[0];

  for (guint i = start; i < end; i++)
    if (!expand_core (self, select, select->cores[i], with, parent))
      return FALSE;
  if (end < select->n_cores)
    return TRUE;
  for (guint i = 0; i < select->order.n; i++)
    if (!ask_sql_expand_subqueries (self, select->order.items[i].expr, with, first))
      return FALSE;
  return ask_sql_expand_subqueries (self, select->limit, with, parent)
         && ask_sql_expand_subqueries (self, select->offset, with, parent);
}

/**
 * ask_sql_expand_select:
 * @with: (nullable): the CTEs that it may name
 * @parent: (nullable): the SELECT around it
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_expand_select (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlWith *with, AskSqlCore *parent)
{
  AskSqlWith *inner = with;

  if (select->n_ctes > 0)
    {
      inner = ask_sql_tree_alloc (self->tree, sizeof *inner);
      inner->select = select;
      inner->outer = with;
      for (guint i = 0; i < select->n_ctes; i++)
        for (guint j = 0; j < i; j++)
          if (ask_sql_same_name (select->ctes[i]->name, select->ctes[j]->name)
              && !ask_sql_misuse (self, select->ctes[i]->span, "WITH defines “%s” twice", select->ctes[i]->name))
            return FALSE;
    }
  return ask_sql_expand_cores (self, select, 0, select->n_cores, inner, parent);
}
