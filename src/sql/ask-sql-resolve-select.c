/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The second walk: the clauses of each SELECT in the order in which SQLite resolves them, each
 * seeing the names that it may see. The order decides what an alias or an aggregate means (SQLite's
 * resolveSelectStep). The terms of ORDER BY and GROUP BY are in ask-sql-resolve-order.c.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"

/**
 * ask_sql_resolve_top:
 * @expr: (nullable): a whole expression of a clause
 * @has_aggregate, @has_window: (out) (optional): whether it has one of the scope's own in it
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_resolve_top (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr, gboolean *has_aggregate,
                     gboolean *has_window)
{
  gboolean aggregate = scope->has_aggregate;
  gboolean window = scope->has_window;
  gboolean go_on;

  scope->has_aggregate = scope->has_window = FALSE;
  go_on = ask_sql_resolve_scalar (self, scope, expr);
  if (has_aggregate != NULL)
    *has_aggregate = scope->has_aggregate;
  if (has_window != NULL)
    *has_window = scope->has_window;
  scope->has_aggregate |= aggregate;
  scope->has_window |= window;
  return go_on;
}

static void
copy_types (AskSqlOutput *to, const AskSqlOutput *from, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      to[i].type = from[i].type;
      to[i].affinity = from[i].affinity;
      to[i].collation = from[i].collation;
      to[i].nullable = from[i].nullable;
      to[i].number = from[i].number;
      to[i].expr = from[i].expr;
    }
}

static gboolean resolve_core (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlCore *core, AskSqlScope *outer);

static gboolean
check_recursion (AskSqlAnalyser *self, const AskSqlCte *cte)
{
  for (guint c = 0; c < cte->select->n_cores; c++)
    {
      const AskSqlCore *core = cte->select->cores[c];

      for (guint i = 0; i < core->from.n && (core->has_aggregate || core->has_window); i++)
        if (core->from.items[i]->cte == cte)
          return ask_sql_misuse (self, core->span,
                                 "“%s” names itself in a SELECT with an aggregate or a window "
                                 "function, which SQLite does not do",
                                 cte->name);
    }
  return TRUE;
}

/* A recursive CTE is what all its SELECTS give, some of which read it: what they do not agree on is
 * unknown, and they are looked at again until nothing changes. */
static gboolean
resolve_recursive (AskSqlAnalyser *self, AskSqlCte *cte, AskSqlScope *outer)
{
  AskSqlSelect *select = cte->select;

  if (!resolve_core (self, select, select->cores[0], outer))
    return FALSE;
  copy_types (cte->outputs, select->cores[0]->outputs, cte->n_outputs);
  for (guint round = 0; round <= 3 * cte->n_outputs; round++)
    {
      g_autofree AskSqlOutput *before = g_memdup2 (cte->outputs, cte->n_outputs * sizeof *before);
      gboolean changed = FALSE;

      if (!ask_sql_resolve_select (self, select, outer) || !check_recursion (self, cte))
        return FALSE;
      ask_sql_type_outputs (select, cte->outputs, cte->n_outputs);
      for (guint i = 0; i < cte->n_outputs; i++)
        {
          if (cte->outputs[i].type != before[i].type)
            cte->outputs[i].type = ASK_TYPE_ANY;
          cte->outputs[i].nullable |= before[i].nullable;
          cte->outputs[i].number = cte->outputs[i].number && before[i].number;
          changed = changed || cte->outputs[i].type != before[i].type || cte->outputs[i].nullable != before[i].nullable
                    || cte->outputs[i].number != before[i].number;
        }
      if (!changed || self->problems != NULL)
        break;
    }
  return TRUE;
}

static gboolean
is_correlated (const AskSqlSelect *select)
{
  for (guint i = 0; i < select->n_cores; i++)
    if (select->cores[i]->correlated)
      return TRUE;
  return FALSE;
}

/* A CTE is resolved once, by whoever names it first. Where it names columns of a SELECT around, each
 * use means those around itself in SQLite, so it is resolved again; the tree then shows the last. */
static gboolean
resolve_cte (AskSqlAnalyser *self, AskSqlFrom *from, AskSqlScope *outer)
{
  AskSqlCte *cte = from->cte;
  AskSqlScope **seen = self->ctes != NULL ? g_hash_table_lookup (self->ctes, cte->select) : NULL;
  gboolean is_self = seen != NULL && cte->recursive && *seen == NULL;

  if (seen == NULL)
    {
      seen = ask_sql_tree_alloc (self->tree, sizeof *seen);
      ask_sql_note_cte (self, cte->select, seen);
    }
  else if (is_self || *seen == outer || !is_correlated (cte->select))
    seen = NULL;
  if (seen != NULL)
    {
      *seen = NULL; /* while it is at work */
      if (!(cte->recursive ? resolve_recursive (self, cte, outer) : ask_sql_resolve_select (self, cte->select, outer)))
        return FALSE;
      *seen = outer;
      if (!cte->recursive)
        ask_sql_type_outputs (cte->select, cte->outputs, cte->n_outputs);
    }
  copy_types (from->columns, cte->outputs, MIN (from->n_columns, cte->n_outputs));
  return TRUE;
}

static gboolean
resolve_froms (AskSqlAnalyser *self, const AskSqlFroms *froms, AskSqlScope *outer)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];

      if (from->kind == ASK_FROM_SELECT)
        {
          if (!ask_sql_resolve_select (self, from->select, outer))
            return FALSE;
          ask_sql_type_outputs (from->select, from->columns, from->n_columns);
        }
      else if (from->cte != NULL && !resolve_cte (self, from, outer))
        return FALSE;
      if (!resolve_froms (self, &from->items, outer))
        return FALSE;
      for (guint c = 0; from->null_supplying && c < from->n_columns; c++)
        from->columns[c].nullable = TRUE;
    }
  return TRUE;
}

static void
type_equalities (const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];

      type_equalities (&from->items);
      for (guint e = 0; e < from->equalities.n; e++)
        ask_sql_type_bound (from->equalities.items[e]);
    }
}

typedef struct
{
  AskSqlAnalyser *self;
  const AskSqlItems *list;
  guint place;
  gboolean outer;
  gboolean bad;
} OnCheck;

static gboolean
has_leaf (const AskSqlFrom *from, const AskSqlFrom *leaf)
{
  if (from == leaf)
    return TRUE;
  for (guint i = 0; i < from->items.n; i++)
    if (has_leaf (from->items.items[i], leaf))
      return TRUE;
  return FALSE;
}

static gboolean
check_on_expr (AskSqlExpr *expr, gpointer data)
{
  OnCheck *check = data;

  if (!ask_sql_go_on (check->self, check->list->n))
    return FALSE;
  if (expr->kind == ASK_EXPR_COLUMN && expr->alias != NULL && expr->depth == 0)
    {
      AskSqlVisit visit = { .expr = check_on_expr, .user_data = data };

      ask_sql_walk_expr (expr->alias, &visit);
    }
  if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL)
    for (guint i = check->place + 1; i < check->list->n; i++)
      if (has_leaf (check->list->items[i].ends, expr->from))
        check->bad = TRUE;
  return TRUE;
}

/* SQLite looks at this for outer joins, and for all where a RIGHT JOIN stands in the list. */
static gboolean
check_ons (AskSqlAnalyser *self, const AskSqlItems *list)
{
  for (guint i = 0; i < list->n; i++)
    {
      const AskSqlItem *item = &list->items[i];
      OnCheck check = { self, list, i, item->left || item->right, FALSE };
      AskSqlVisit visit = { .expr = check_on_expr, .user_data = &check };

      if (item->ends->on == NULL || (!check.outer && !list->items[0].left_of_right))
        continue;
      ask_sql_walk_expr (item->ends->on, &visit);
      if (check.bad
          && !ask_sql_misuse (self, item->ends->on->span, "this ON names a table that is joined only after it"))
        return FALSE;
    }
  return TRUE;
}

static gboolean
resolve_ons (AskSqlAnalyser *self, AskSqlScope *scope, const AskSqlFroms *froms)
{
  const AskSqlItems list = scope->list;
  gboolean go_on = TRUE;

  for (guint i = 0; i < froms->n && go_on; i++)
    {
      /* Within parentheses only what stands there can be named, but for those that mean nothing. */
      for (guint n = 0; n < list.n; n++)
        if (list.items[n].from == froms->items[i] && list.items[n].inner != NULL)
          scope->list = *list.items[n].inner;
      go_on = resolve_ons (self, scope, &froms->items[i]->items);
      scope->list = list;
      go_on = go_on && ask_sql_resolve_top (self, scope, froms->items[i]->on, NULL, NULL);
    }
  return go_on;
}

static gboolean
resolve_args (AskSqlAnalyser *self, AskSqlScope *scope, const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];

      for (guint a = 0; a < from->args.n; a++)
        if (!ask_sql_resolve_top (self, scope, from->args.items[a], NULL, NULL))
          return FALSE;
      if (!resolve_args (self, scope, &from->items))
        return FALSE;
    }
  return TRUE;
}

static gboolean
resolve_results (AskSqlAnalyser *self, AskSqlScope *scope)
{
  AskSqlCore *core = scope->core;

  for (guint o = 0; core->n_results > 0 && o < core->n_outputs; o++)
    {
      AskSqlNamed *named = &scope->named[o];

      if (core->results[named->result].star != 0)
        ask_sql_type_bound (core->outputs[o].expr);
      else if (!ask_sql_resolve_top (self, scope, core->outputs[o].expr, &named->has_aggregate, &named->has_window))
        return FALSE;
    }
  for (guint r = 0; r < core->n_rows; r++)
    {
      if (core->rows[r].n != core->rows[0].n
          && !ask_sql_misuse (self, core->span, "all rows of VALUES must have as many values"))
        return FALSE;
      for (guint c = 0; c < core->rows[r].n; c++)
        if (!ask_sql_resolve_top (self, scope, core->rows[r].items[c], NULL, NULL))
          return FALSE;
    }
  return TRUE;
}

static void
set_output_types (AskSqlCore *core)
{
  for (guint i = 0; i < core->n_outputs; i++)
    {
      const AskSqlExpr *expr = core->outputs[i].expr;

      core->outputs[i].type = expr->type;
      core->outputs[i].affinity = expr->affinity;
      core->outputs[i].collation = expr->collation;
      core->outputs[i].nullable = expr->nullable;
      core->outputs[i].number = ask_sql_expr_gives_number (expr);
      for (guint r = 1; r < core->n_rows && i < core->rows[r].n; r++)
        {
          const AskSqlExpr *other = core->rows[r].items[i];

          if (other->type != expr->type)
            core->outputs[i].type = ASK_TYPE_ANY;
          core->outputs[i].nullable |= other->nullable;
          core->outputs[i].number = core->outputs[i].number && ask_sql_expr_gives_number (other);
        }
    }
}

/* The definitions of WINDOW that nobody uses may name what they like, as in SQLite; what can be
 * resolved in them is. */
static gboolean
resolve_windows (AskSqlAnalyser *self, AskSqlScope *scope)
{
  AskSqlCore *core = scope->core;
  gboolean had_aggregate = scope->has_aggregate;
  gboolean had_window = scope->has_window;

  for (guint i = 0; i < core->n_windows; i++)
    {
      AskSqlWindow *window = core->windows[i];
      const AskSqlWindow *base = NULL;

      for (guint b = 0; window->base != NULL && b < i; b++)
        if (ask_sql_same_name (core->windows[b]->name, window->base))
          base = core->windows[b];
      /* SQLite hangs each definition on those before it; what the first one names it never looks at. */
      if (window->base != NULL && base == NULL && i > 0
          && !ask_sql_misuse (self, window->span, "there is no window “%s”", window->base))
        return FALSE;
      if (base != NULL && (window->partition.n > 0 || (base->order.n > 0 && window->order.n > 0) || base->has_frame)
          && !ask_sql_misuse (self, window->span, "a part of window “%s” cannot be replaced", window->base))
        return FALSE;
      self->quiet++;
      for (guint p = 0; p < window->partition.n; p++)
        ask_sql_resolve_scalar (self, scope, window->partition.items[p]);
      for (guint o = 0; o < window->order.n; o++)
        ask_sql_resolve_scalar (self, scope, window->order.items[o].expr);
      self->quiet--;
    }
  scope->has_aggregate = had_aggregate;
  scope->has_window = had_window;
  return TRUE;
}

static gboolean
resolve_core (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlCore *core, AskSqlScope *outer)
{
  AskSqlScope *scope = core->scope;
  gboolean single = select->n_cores == 1;

  if (!ask_sql_go_on (self, 1 + core->n_outputs))
    return FALSE;
  scope->outer = outer;
  scope->aliases = FALSE;
  scope->has_aggregate = scope->has_window = scope->has_inner_aggregate = FALSE;
  core->has_aggregate = FALSE;
  self->current = core;
  scope->phase = ASK_PHASE_FROM;
  if (!resolve_froms (self, &core->from, outer))
    return FALSE;
  type_equalities (&core->from);
  self->current = core;
  scope->phase = ASK_PHASE_RESULTS;
  scope->allow_aggregate = scope->allow_window = TRUE;
  if (!resolve_results (self, scope) || !resolve_windows (self, scope))
    return FALSE;
  scope->allow_window = FALSE;
  core->has_aggregate = core->group_by.n > 0 || scope->has_aggregate;
  scope->allow_aggregate = core->has_aggregate;
  scope->aliases = TRUE;
  if (core->having != NULL)
    {
      scope->phase = ASK_PHASE_HAVING;
      if (!core->has_aggregate
          && !ask_sql_misuse (self, core->having->span, "HAVING needs a GROUP BY or an aggregate; use WHERE"))
        return FALSE;
      if (!ask_sql_resolve_top (self, scope, core->having, NULL, NULL))
        return FALSE;
    }
  scope->phase = ASK_PHASE_WHERE;
  if (!ask_sql_resolve_top (self, scope, core->where, NULL, NULL) || !resolve_ons (self, scope, &core->from)
      || !check_ons (self, &scope->list) || !resolve_args (self, scope, &core->from))
    return FALSE;
  /* ORDER BY and GROUP BY do not see the SELECTs around. */
  scope->outer = NULL;
  scope->allow_aggregate = scope->allow_window = TRUE;
  scope->phase = ASK_PHASE_ORDER;
  if (single && !ask_sql_resolve_order (self, scope, select))
    return FALSE;
  scope->allow_window = FALSE;
  scope->phase = ASK_PHASE_GROUP;
  if (!ask_sql_resolve_group_by (self, scope))
    return FALSE;
  scope->outer = outer;
  core->has_window = scope->has_window;
  if (scope->has_window && scope->has_inner_aggregate
      && !ask_sql_misuse (self, core->span, "an aggregate in a subquery cannot be of a SELECT with window functions"))
    return FALSE;
  set_output_types (core);
  return TRUE;
}

static gboolean
resolve_cores (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlScope *outer)
{
  for (guint i = 0; i < select->n_cores; i++)
    {
      AskSqlCore *core = select->cores[i];

      if (!resolve_core (self, select, core, outer))
        return FALSE;
      if (core->n_outputs != select->cores[0]->n_outputs && core->n_outputs > 0 && select->cores[0]->n_outputs > 0
          && !ask_sql_misuse (self, core->span, "the SELECTs of a compound must have as many columns: %u and %u",
                              select->cores[0]->n_outputs, core->n_outputs))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_sql_resolve_select:
 * @outer: (nullable): the names that it sees beside its own
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_resolve_select (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlScope *outer)
{
  AskSqlCore *current = self->current;
  gboolean go_on;

  go_on = ask_sql_resolve_scalar (self, NULL, select->limit) && ask_sql_resolve_scalar (self, NULL, select->offset)
          && resolve_cores (self, select, outer)
          && (select->n_cores == 1 || ask_sql_resolve_order (self, select->cores[0]->scope, select));
  self->current = current;
  return go_on;
}
