/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The second walk: the clauses of each SELECT in the order in which SQLite resolves them, each
 * seeing the names that it may see. The order decides what an alias, an integer in ORDER BY or an
 * aggregate means (SQLite's resolveSelectStep).
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"

#include <string.h>

static gboolean
same (const char *a, const char *b)
{
  return a != NULL && b != NULL && g_ascii_strcasecmp (a, b) == 0;
}

/* Resolves one whole expression and tells whether it has an aggregate or a window function of the
 * scope's own in it. */
static gboolean
resolve_top (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr, gboolean *has_aggregate,
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
      to[i].expr = from[i].expr;
    }
}

static gboolean resolve_core (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlCore *core,
                              AskSqlScope *outer);

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
  for (guint round = 0; round <= 2 * cte->n_outputs; round++)
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
          changed = changed || cte->outputs[i].type != before[i].type
                    || cte->outputs[i].nullable != before[i].nullable;
        }
      if (!changed || self->problems->len > 0)
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
  AskSqlScope **seen = g_hash_table_lookup (self->ctes, cte->select);
  gboolean is_self = seen != NULL && cte->recursive && *seen == NULL;

  if (seen == NULL)
    {
      seen = ask_sql_tree_alloc (self->tree, sizeof *seen);
      g_hash_table_insert (self->ctes, cte->select, seen);
    }
  else if (is_self || *seen == outer || !is_correlated (cte->select))
    seen = NULL;
  if (seen != NULL)
    {
      *seen = NULL; /* while it is at work */
      if (!(cte->recursive ? resolve_recursive (self, cte, outer)
                           : ask_sql_resolve_select (self, cte->select, outer)))
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
          && !ask_sql_misuse (self, item->ends->on->span,
                              "this ON names a table that is joined only after it"))
        return FALSE;
    }
  return TRUE;
}

static gboolean
resolve_ons (AskSqlAnalyser *self, AskSqlScope *scope, const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    if (!resolve_ons (self, scope, &froms->items[i]->items)
        || !resolve_top (self, scope, froms->items[i]->on, NULL, NULL))
      return FALSE;
  return TRUE;
}

static gboolean
resolve_args (AskSqlAnalyser *self, AskSqlScope *scope, const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];

      for (guint a = 0; a < from->args.n; a++)
        if (!resolve_top (self, scope, from->args.items[a], NULL, NULL))
          return FALSE;
      if (!resolve_args (self, scope, &from->items))
        return FALSE;
    }
  return TRUE;
}

static AskSqlExpr *
skip_collate (AskSqlExpr *expr)
{
  for (;;)
    {
      if (expr->kind == ASK_EXPR_COLLATE)
        expr = expr->left;
      else if (expr->kind == ASK_EXPR_FUNCTION && expr->list.n > 0
               && (same (expr->name, "likely") || same (expr->name, "unlikely")
                   || same (expr->name, "likelihood")))
        expr = expr->list.items[0];
      else
        return expr;
    }
}

/* A whole number of 32 bits, perhaps with signs before it. */
static gboolean
get_place (const AskSqlExpr *expr, gint64 *place)
{
  gint64 sign = 1;

  while (expr->kind == ASK_EXPR_UNARY
         && (expr->op == ASK_OP_NEGATIVE || expr->op == ASK_OP_POSITIVE))
    {
      if (expr->op == ASK_OP_NEGATIVE)
        sign = -sign;
      expr = expr->left;
    }
  if (expr->kind != ASK_EXPR_LITERAL || expr->value.kind != ASK_VALUE_INTEGER
      || expr->value.integer > G_MAXINT32)
    return FALSE;
  *place = sign * expr->value.integer;
  return TRUE;
}

static gboolean
is_alias (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_COLUMN && expr->table == NULL;
}

static void
set_alias (AskSqlScope *scope, AskSqlExpr *expr, guint output)
{
  expr->from = NULL;
  expr->column = -1;
  expr->depth = 0;
  expr->is_string = FALSE;
  expr->merged = FALSE;
  expr->alias = scope->core->outputs[output].expr;
  ask_sql_type_expr (expr);
}

static int
find_alias (const AskSqlScope *scope, const AskSqlExpr *expr)
{
  if (!is_alias (expr))
    return -1;
  for (guint i = 0; i < scope->core->n_outputs; i++)
    if (scope->named[i].alias && same (scope->core->outputs[i].name, expr->name))
      return (int) i;
  return -1;
}

/* COLLATE and likely() above a term that has been given its meaning. */
static gboolean
type_above (AskSqlAnalyser *self, AskSqlExpr *expr, const AskSqlExpr *inner)
{
  if (expr == inner)
    return TRUE;
  if (expr->kind == ASK_EXPR_COLLATE && !ask_sql_collation_exists (expr->name)
      && !ask_sql_misuse (self, expr->span, "there is no collation “%s”", expr->name))
    return FALSE;
  if (!type_above (self, expr->kind == ASK_EXPR_COLLATE ? expr->left : expr->list.items[0], inner))
    return FALSE;
  ask_sql_type_expr (expr);
  return TRUE;
}

static gboolean
resolve_term (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr, gboolean order,
              guint place, gboolean *has_aggregate)
{
  AskSqlExpr *inner = skip_collate (expr);
  int alias = order ? find_alias (scope, inner) : -1;
  gint64 number;

  *has_aggregate = FALSE;
  if (alias >= 0)
    {
      set_alias (scope, inner, (guint) alias);
      return type_above (self, expr, inner);
    }
  if (!get_place (inner, &number))
    return resolve_top (self, scope, expr, has_aggregate, NULL);
  ask_sql_type_expr (inner);
  if (number < 1 || number > scope->core->n_outputs)
    return ask_sql_misuse (self, inner->span,
                           "term %u of %s BY asks for column %" G_GINT64_FORMAT
                           ", but there are columns 1 to %u",
                           place + 1, order ? "ORDER" : "GROUP", number, scope->core->n_outputs);
  *has_aggregate = scope->named[number - 1].has_aggregate;
  if (!order && scope->named[number - 1].has_window
      && !ask_sql_misuse (self, inner->span, "GROUP BY cannot group by a window function"))
    return FALSE;
  return type_above (self, expr, inner);
}

static gboolean
resolve_group_by (AskSqlAnalyser *self, AskSqlScope *scope)
{
  AskSqlCore *core = scope->core;

  for (guint i = 0; i < core->group_by.n; i++)
    {
      AskSqlExpr *term = core->group_by.items[i];
      gboolean has_aggregate;

      if (!resolve_term (self, scope, term, FALSE, i, &has_aggregate))
        return FALSE;
      if (has_aggregate
          && !ask_sql_misuse (self, term->span, "GROUP BY cannot group by an aggregate"))
        return FALSE;
    }
  return TRUE;
}

static gboolean
note_question_mark (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_PARAMETER && strcmp (expr->name, "?") == 0)
    *(gboolean *) data = TRUE;
  return TRUE;
}

/* Each "?" is a parameter of its own. */
static gboolean
has_question_mark (AskSqlExpr *expr)
{
  gboolean found = FALSE;
  AskSqlVisit visit = { .expr = note_question_mark, .user_data = &found };

  ask_sql_walk_expr (expr, &visit);
  return found;
}

static gboolean
is_same_output (AskSqlExpr *a, AskSqlExpr *b)
{
  if (has_question_mark (a))
    return FALSE;
  if (a->kind == ASK_EXPR_COLUMN && b->kind == ASK_EXPR_COLUMN && a->from != NULL)
    return a->from == b->from && a->column == b->column;
  if (a->kind != b->kind)
    return FALSE;
  return ask_sql_expr_equal (a, b);
}

static gboolean
note_select (AskSqlSelect *select, gpointer data)
{
  (void) select;
  *(gboolean *) data = TRUE;
  return FALSE;
}

static gboolean
has_select (AskSqlExpr *expr)
{
  gboolean found = FALSE;
  AskSqlVisit visit = { .select = note_select, .user_data = &found };

  ask_sql_walk_expr (expr, &visit);
  return found;
}

/* A term of a compound's ORDER BY is a result column of one of its SELECTs: by place, by alias, or
 * by being the same expression there. */
static gboolean
resolve_compound_term (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlExpr *expr, guint place)
{
  AskSqlExpr *inner = skip_collate (expr);
  gint64 number;

  if (get_place (inner, &number))
    {
      guint n = select->cores[0]->n_outputs;

      ask_sql_type_expr (inner);
      if (number < 1 || number > n)
        return ask_sql_misuse (self, inner->span,
                               "term %u of ORDER BY asks for column %" G_GINT64_FORMAT
                               ", but there are columns 1 to %u",
                               place + 1, number, n);
      return type_above (self, expr, inner);
    }
  for (guint c = 0; c < select->n_cores; c++)
    {
      AskSqlScope *scope = g_hash_table_lookup (self->scopes, select->cores[c]);
      int alias = find_alias (scope, inner);
      AskSqlScope alone = *scope;
      gboolean fits;

      if (alias < 0 && has_select (inner))
        continue;
      if (alias >= 0)
        {
          set_alias (g_hash_table_lookup (self->scopes, select->cores[0]), inner,
                     MIN ((guint) alias, select->cores[0]->n_outputs - 1));
          return type_above (self, expr, inner);
        }

      AskSqlExpr *copy = ask_sql_tree_copy_expr (self->tree, inner);

      alone.outer = NULL;
      alone.aliases = TRUE;
      alone.allow_aggregate = TRUE;
      alone.allow_window = FALSE;
      alone.phase = ASK_PHASE_RESULTS;
      self->quiet++;
      fits = ask_sql_resolve_scalar (self, &alone, copy);
      self->quiet--;
      for (guint i = 0; fits && i < scope->core->n_outputs; i++)
        if (is_same_output (copy, scope->core->outputs[i].expr))
          {
            AskSqlScope *first = g_hash_table_lookup (self->scopes, select->cores[0]);

            if (is_alias (inner) || inner->kind == ASK_EXPR_COLUMN)
              set_alias (first, inner, MIN (i, first->core->n_outputs - 1));
            else
              *inner = *copy;
            return type_above (self, expr, inner);
          }
    }
  return ask_sql_misuse (self, expr->span,
                         "term %u of ORDER BY is no result column, which it must be after UNION, "
                         "INTERSECT or EXCEPT",
                         place + 1);
}

static gboolean
resolve_order (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlSelect *select)
{
  for (guint i = 0; i < select->order.n; i++)
    {
      AskSqlExpr *expr = select->order.items[i].expr;
      gboolean has_aggregate;

      if (select->n_cores > 1 ? !resolve_compound_term (self, select, expr, i)
                              : !resolve_term (self, scope, expr, TRUE, i, &has_aggregate))
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
      else if (!resolve_top (self, scope, core->outputs[o].expr, &named->has_aggregate,
                             &named->has_window))
        return FALSE;
    }
  for (guint r = 0; r < core->n_rows; r++)
    {
      if (core->rows[r].n != core->rows[0].n
          && !ask_sql_misuse (self, core->span, "all rows of VALUES must have as many values"))
        return FALSE;
      for (guint c = 0; c < core->rows[r].n; c++)
        if (!resolve_top (self, scope, core->rows[r].items[c], NULL, NULL))
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
      for (guint r = 1; r < core->n_rows && i < core->rows[r].n; r++)
        {
          const AskSqlExpr *other = core->rows[r].items[i];

          if (other->type != expr->type)
            core->outputs[i].type = ASK_TYPE_ANY;
          core->outputs[i].nullable |= other->nullable;
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
        if (same (core->windows[b]->name, window->base))
          base = core->windows[b];
      if (window->base != NULL && base == NULL
          && !ask_sql_misuse (self, window->span, "there is no window “%s”", window->base))
        return FALSE;
      if (base != NULL
          && (window->partition.n > 0 || (base->order.n > 0 && window->order.n > 0)
              || base->has_frame)
          && !ask_sql_misuse (self, window->span, "a part of window “%s” cannot be replaced",
                              window->base))
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
  AskSqlScope *scope = g_hash_table_lookup (self->scopes, core);
  gboolean single = select->n_cores == 1;

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
          && !ask_sql_misuse (self, core->having->span,
                              "HAVING needs a GROUP BY or an aggregate; use WHERE"))
        return FALSE;
      if (!resolve_top (self, scope, core->having, NULL, NULL))
        return FALSE;
    }
  scope->phase = ASK_PHASE_WHERE;
  if (!resolve_top (self, scope, core->where, NULL, NULL)
      || !resolve_ons (self, scope, &core->from) || !check_ons (self, &scope->list)
      || !resolve_args (self, scope, &core->from))
    return FALSE;
  /* ORDER BY and GROUP BY do not see the SELECTs around. */
  scope->outer = NULL;
  scope->allow_aggregate = scope->allow_window = TRUE;
  scope->phase = ASK_PHASE_ORDER;
  if (single && !resolve_order (self, scope, select))
    return FALSE;
  scope->allow_window = FALSE;
  scope->phase = ASK_PHASE_GROUP;
  if (!resolve_group_by (self, scope))
    return FALSE;
  scope->outer = outer;
  core->has_window = scope->has_window;
  if (scope->has_window && scope->has_inner_aggregate
      && !ask_sql_misuse (self, core->span,
                          "an aggregate in a subquery cannot be of a SELECT with window functions"))
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
      if (core->n_outputs != select->cores[0]->n_outputs && core->n_outputs > 0
          && select->cores[0]->n_outputs > 0
          && !ask_sql_misuse (self, core->span,
                              "the SELECTs of a compound must have as many columns: %u and %u",
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

  go_on = ask_sql_resolve_scalar (self, NULL, select->limit)
          && ask_sql_resolve_scalar (self, NULL, select->offset)
          && resolve_cores (self, select, outer)
          && (select->n_cores == 1
              || resolve_order (self, g_hash_table_lookup (self->scopes, select->cores[0]), select));
  self->current = current;
  return go_on;
}
