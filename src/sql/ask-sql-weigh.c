/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How large a statement is once SQLite has put in what its names stand for. SQLite copies a CTE for each FROM
 * that names it, an alias for each use, a named window for each OVER, the expression behind a column of a
 * subquery that it flattens, and in each copy again: 600 bytes can stand for more than any memory holds, and
 * nothing stops it on the way. So the statement is walked here as it would be written out, but nothing is
 * copied, and the walk ends at the limit.
 *
 * It is done twice: by names alone as soon as the text is read, and with all that the analysis knows.
 */
#include "config.h"

#include "sql/ask-sql-analysis.h"
#include "base/ask-text.h"
#include "sql/ask-sql-name-private.h"
#include "sql/ask-sql-parser.h"
#include "sql/ask-sql-weigh-private.h"

/* The CTEs that can be named. */
typedef struct _With With;
struct _With
{
  const AskSqlSelect *select;
  const With *outer;
};

/* The SELECTs whose aliases can be named. */
typedef struct _Scope Scope;
struct _Scope
{
  const AskSqlCore *core;
  gboolean aliases; /* there are some, and now: they cannot be among the results that they are of */
  guint merges; /* FULL JOINs, each of which makes coalesce() of a name that it merges */
  const Scope *outer;
};

/**
 * Weigh:
 * @analysed: the tree is, so that what stars and columns stand for counts, too
 * @names: (nullable): AskSqlSelect, AskSqlCore or its @windows → what has a name there, by that name
 * @open: (nullable): a set of the CTEs and windows that are being walked, which a recursion names
 * @within: how many names the walk has gone through
 * @name, @span: of the outermost of them; the SELECT's where there is none
 */
typedef struct
{
  gboolean analysed;
  guint64 parts;
  guint selects;
  guint depth;
  guint level; /* FROMs around this one */
  guint levels; /* at most */
  gboolean too_deep;
  GHashTable *names;
  GHashTable *open;
  guint within;
  const char *name;
  AskSqlSpan span;
} Weigh;

static gboolean weigh_expr (Weigh *self, const AskSqlExpr *expr, const With *with, const Scope *scope);
static gboolean weigh_select (Weigh *self, const AskSqlSelect *select, const With *with, const Scope *outer);

static gboolean
add (Weigh *self, guint64 parts)
{
  self->parts += parts;
  return self->parts <= ASK_SQL_MAX_PARTS;
}

static gboolean
enter (Weigh *self)
{
  self->too_deep = self->depth >= ASK_SQL_MAX_EXPANDED_DEPTH;
  if (!self->too_deep)
    self->depth++;
  return !self->too_deep;
}

/* Returns: whether it was not open yet */
static gboolean
open_part (Weigh *self, gconstpointer part)
{
  if (self->open == NULL)
    self->open = g_hash_table_new (NULL, NULL);
  return g_hash_table_add (self->open, (gpointer) part);
}

/* The walk goes through a name, or comes to a SELECT. */
static void
stand_at (Weigh *self, const char *name, AskSqlSpan span)
{
  if (self->within > 0)
    return;
  self->name = name;
  self->span = span;
}

static GHashTable *
get_names (Weigh *self, gconstpointer of, gboolean *made)
{
  GHashTable *names;

  if (self->names == NULL)
    self->names = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  names = g_hash_table_lookup (self->names, of);
  *made = names == NULL;
  if (names == NULL)
    {
      names = g_hash_table_new (ask_text_hash_no_case, ask_text_equal_no_case);
      g_hash_table_insert (self->names, (gpointer) of, names);
    }
  return names;
}

static const AskSqlCte *
find_cte (Weigh *self, const With **with, const char *name)
{
  for (; *with != NULL; *with = (*with)->outer)
    {
      const AskSqlSelect *select = (*with)->select;
      gboolean made;
      GHashTable *names = get_names (self, select, &made);
      const AskSqlCte *cte;

      for (guint i = 0; made && i < select->n_ctes; i++)
        g_hash_table_insert (names, (gpointer) select->ctes[i]->name, select->ctes[i]);
      cte = g_hash_table_lookup (names, name);
      if (cte != NULL)
        return cte;
    }
  return NULL;
}

static const AskSqlResult *
find_alias (Weigh *self, const AskSqlCore *core, const char *name)
{
  gboolean made;
  GHashTable *names = get_names (self, core, &made);

  for (guint i = core->n_results; made && i > 0; i--)
    if (core->results[i - 1].alias != NULL)
      g_hash_table_insert (names, (gpointer) core->results[i - 1].alias, &core->results[i - 1]);
  return g_hash_table_lookup (names, name);
}

/* @before: only one of the first so many */
static guint
find_window (Weigh *self, const AskSqlCore *core, const char *name, guint before)
{
  gboolean made;
  GHashTable *names = get_names (self, core->windows, &made);
  guint place;

  for (guint i = core->n_windows; made && i > 0; i--)
    g_hash_table_insert (names, (gpointer) core->windows[i - 1]->name, GUINT_TO_POINTER (i));
  place = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));
  return place <= before ? place : 0;
}

static gboolean
weigh_exprs (Weigh *self, const AskSqlExprs *list, const With *with, const Scope *scope)
{
  for (guint i = 0; i < list->n; i++)
    if (!weigh_expr (self, list->items[i], with, scope))
      return FALSE;
  return TRUE;
}

/* What an alias or a number in GROUP BY and ORDER BY stands for. */
static gboolean
weigh_result (Weigh *self, const AskSqlResult *result, const With *with, const Scope *of)
{
  const Scope scope = { of->core, FALSE, of->merges, of->outer };
  gboolean go_on;

  if (result->expr == NULL)
    return TRUE;
  self->within++;
  go_on = weigh_expr (self, result->expr, with, &scope);
  self->within--;
  return go_on;
}

/* Whether a column is computed where it stands, whatever names it from outside: SQLite neither flattens the
 * SELECT nor pushes conditions into it. */
static gboolean
is_fence (const AskSqlSelect *select, const AskSqlCore *core, const AskSqlCte *cte)
{
  return core->has_aggregate || core->has_window || select->limit != NULL
         || (cte != NULL && (cte->recursive || cte->materialized == 1 || (cte->n_uses > 1 && cte->materialized != 2)));
}

/* What the analysis knows of a name. */
static gboolean
weigh_column (Weigh *self, const AskSqlExpr *expr, const Scope *scope)
{
  const AskSqlFrom *from = expr->from;
  const AskSqlSelect *select = from == NULL ? NULL : from->cte != NULL ? from->cte->select : from->select;
  gboolean go_on = TRUE;

  if (expr->alias == NULL && (select == NULL || expr->column < 0))
    return TRUE;
  stand_at (self, expr->name, expr->span);
  self->within++;
  if (expr->alias != NULL)
    go_on = weigh_expr (self, expr->alias, NULL, scope);
  for (guint i = 0; expr->alias == NULL && go_on && i < select->n_cores; i++)
    {
      const AskSqlCore *core = select->cores[i];
      const Scope inner = { core, FALSE, 0, NULL };

      if (!is_fence (select, core, from->cte) && (guint) expr->column < core->n_outputs)
        go_on = weigh_expr (self, core->outputs[expr->column].expr, NULL, &inner);
    }
  self->within--;
  return go_on;
}

static gboolean
weigh_name (Weigh *self, const AskSqlExpr *expr, const With *with, const Scope *scope)
{
  if (self->analysed)
    return weigh_column (self, expr, scope);
  for (const Scope *at = scope; at != NULL && expr->table == NULL; at = at->outer)
    {
      const AskSqlResult *result = at->aliases ? find_alias (self, at->core, expr->name) : NULL;

      if (!add (self, at->merges))
        return FALSE;
      if (result == NULL)
        continue;
      stand_at (self, expr->name, expr->span);
      return weigh_result (self, result, with, at);
    }
  return TRUE;
}

static gboolean
weigh_order (Weigh *self, const AskSqlOrder *order, const With *with, const Scope *scope)
{
  for (guint i = 0; i < order->n; i++)
    if (!weigh_expr (self, order->items[i].expr, with, scope))
      return FALSE;
  return TRUE;
}

/* @before: its base is one of the first so many of the SELECT's windows */
static gboolean
weigh_window (Weigh *self, const AskSqlWindow *window, guint before, const With *with, const Scope *scope)
{
  guint base = window->base != NULL && scope != NULL ? find_window (self, scope->core, window->base, before) : 0;
  gboolean first = open_part (self, window);
  gboolean go_on = enter (self) && weigh_exprs (self, &window->partition, with, scope)
                   && weigh_order (self, &window->order, with, scope)
                   && weigh_expr (self, window->start_expr, with, scope)
                   && weigh_expr (self, window->end_expr, with, scope);

  /* What a window's own definition says OVER it SQLite refuses where it is used, and else never reads. */
  if (go_on && base > 0 && !g_hash_table_contains (self->open, scope->core->windows[base - 1]))
    {
      stand_at (self, window->base, window->span);
      self->within++;
      go_on = weigh_window (self, scope->core->windows[base - 1], base - 1, with, scope);
      self->within--;
    }
  if (first)
    g_hash_table_remove (self->open, window);
  self->depth--;
  return go_on;
}

static gboolean
weigh_cte (Weigh *self, const AskSqlCte *cte, AskSqlSpan span, const With *with, const Scope *outer)
{
  gboolean go_on;

  if (cte == NULL || !open_part (self, cte))
    return TRUE;
  stand_at (self, cte->name, span);
  self->within++;
  go_on = weigh_select (self, cte->select, with, outer);
  self->within--;
  g_hash_table_remove (self->open, cte);
  return go_on;
}

static gboolean
weigh_rest (Weigh *self, const AskSqlExpr *expr, const With *with, const Scope *scope)
{
  return weigh_expr (self, expr->right, with, scope) && weigh_expr (self, expr->escape, with, scope)
         && weigh_exprs (self, &expr->list, with, scope)
         && (expr->select == NULL || weigh_select (self, expr->select, with, scope))
         && weigh_expr (self, expr->filter, with, scope)
         && (expr->window == NULL || weigh_window (self, expr->window, G_MAXUINT, with, scope))
         && (expr->kind != ASK_EXPR_COLUMN || weigh_name (self, expr, with, scope))
         /* "x IN t", of which only the analysis makes a SELECT. */
         && (expr->kind != ASK_EXPR_IN_TABLE || expr->select != NULL || expr->schema != NULL
             || weigh_cte (self, find_cte (self, &with, expr->name), expr->span, with, scope));
}

static gboolean
weigh_expr (Weigh *self, const AskSqlExpr *expr, const With *with, const Scope *scope)
{
  gboolean go_on;

  if (expr == NULL)
    return TRUE;
  go_on = enter (self);
  /* A chain of operators hangs to the left. */
  for (; go_on && expr != NULL; expr = expr->left)
    go_on = add (self, 1) && weigh_rest (self, expr, with, scope);
  self->depth--;
  return go_on;
}

static guint
count_merges (const AskSqlFroms *froms)
{
  guint n = 0;

  for (guint i = 0; i < froms->n; i++)
    n += (froms->items[i]->join == ASK_JOIN_FULL && (froms->items[i]->natural || froms->items[i]->using != NULL))
         + count_merges (&froms->items[i]->items);
  return n;
}

/* What a FROM names or has in parentheses. */
static gboolean
weigh_source (Weigh *self, const AskSqlFrom *from, const With *with, const Scope *scope)
{
  const AskSqlCte *cte = from->cte;

  if (from->kind == ASK_FROM_SELECT)
    return weigh_select (self, from->select, with, scope->outer);
  if (!self->analysed && from->kind == ASK_FROM_TABLE && from->schema == NULL)
    cte = find_cte (self, &with, from->name);
  return weigh_cte (self, cte, from->span, with, scope->outer);
}

static gboolean
weigh_from (Weigh *self, const AskSqlFrom *from, const With *with, const Scope *scope)
{
  gboolean made = from->kind == ASK_FROM_SELECT || from->cte != NULL || from->natural;
  gboolean go_on = add (self, 1 + (self->analysed && made ? from->n_columns : 0)) && enter (self);

  self->level++;
  self->levels = MAX (self->levels, self->level);
  go_on = go_on && weigh_exprs (self, &from->args, with, scope) && weigh_source (self, from, with, scope);
  self->level--;
  for (guint i = 0; go_on && i < from->items.n; i++)
    go_on = weigh_from (self, from->items.items[i], with, scope);
  self->depth--;
  return go_on && weigh_expr (self, from->on, with, scope);
}

/* A number there is the place of a result. */
static gboolean
weigh_term (Weigh *self, const AskSqlExpr *term, const With *with, const Scope *scope)
{
  guint n = scope->core->n_results;

  if (term->kind == ASK_EXPR_LITERAL && term->value.kind == ASK_VALUE_INTEGER && term->value.integer >= 1
      && term->value.integer <= n)
    {
      stand_at (self, term->literal, term->span);
      return weigh_result (self, &scope->core->results[term->value.integer - 1], with, scope);
    }
  return weigh_expr (self, term, with, scope);
}

static gboolean
has_alias (const AskSqlCore *core)
{
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].alias != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
weigh_core (Weigh *self, const AskSqlSelect *select, const AskSqlCore *core, const With *with, const Scope *outer)
{
  guint merges = count_merges (&core->from);
  const Scope results = { core, FALSE, merges, outer };
  const Scope all = { core, has_alias (core), merges, outer };

  stand_at (self, NULL, core->span);
  if (!add (self, 1 + core->n_results))
    return FALSE;
  for (guint i = 0; !self->analysed && i < core->n_results; i++)
    if (!weigh_expr (self, core->results[i].expr, with, &results))
      return FALSE;
  for (guint i = 0; self->analysed && i < core->n_outputs; i++)
    if (!weigh_expr (self, core->outputs[i].expr, with, &results))
      return FALSE;
  for (guint i = 0; i < core->n_rows; i++)
    if (!weigh_exprs (self, &core->rows[i], with, &results))
      return FALSE;
  for (guint i = 0; i < core->from.n; i++)
    if (!weigh_from (self, core->from.items[i], with, &all))
      return FALSE;
  if (!weigh_expr (self, core->where, with, &all) || !weigh_expr (self, core->having, with, &all))
    return FALSE;
  for (guint i = 0; i < core->group_by.n; i++)
    if (!weigh_term (self, core->group_by.items[i], with, &all))
      return FALSE;
  for (guint i = 0; i < core->n_windows; i++)
    if (!weigh_window (self, core->windows[i], i, with, &all))
      return FALSE;
  for (guint i = 0; core == select->cores[0] && i < select->order.n; i++)
    if (!weigh_term (self, select->order.items[i].expr, with, &all))
      return FALSE;
  return TRUE;
}

static gboolean
weigh_select (Weigh *self, const AskSqlSelect *select, const With *with, const Scope *outer)
{
  const With inner = { select, with };
  const With *names = select->n_ctes > 0 ? &inner : with;
  gboolean go_on = enter (self);

  self->selects += select->n_cores;
  for (guint i = 0; go_on && i < select->n_cores; i++)
    go_on = weigh_core (self, select, select->cores[i], names, outer);
  go_on = go_on && weigh_expr (self, select->limit, names, NULL) && weigh_expr (self, select->offset, names, NULL);
  self->depth--;
  return go_on;
}

/**
 * ask_sql_weigh:
 * @tree: from ask_sql_parse()
 * @analysed: all its names are resolved
 * @span: (out): where the name stands that makes it too large
 *
 * Sets the tree's @n_expanded where it is analysed, else its @n_selects, @n_parts and @n_levels.
 *
 * Returns: (transfer full) (nullable): why the statement is too large, a sentence without its place and its full
 *   stop; %NULL where it is not
 */
char *
ask_sql_weigh (AskSqlTree *tree, gboolean analysed, AskSqlSpan *span)
{
  Weigh self = { .analysed = analysed };
  g_autofree char *what = NULL;
  gboolean good = weigh_select (&self, tree->select, NULL, NULL);

  g_clear_pointer (&self.names, g_hash_table_unref);
  g_clear_pointer (&self.open, g_hash_table_unref);
  if (good)
    {
      if (analysed)
        tree->n_expanded = (guint) self.parts;
      else
        {
          tree->n_selects = self.selects;
          tree->n_parts = (guint) self.parts;
          tree->n_levels = self.levels;
        }
      return NULL;
    }
  *span = self.span;
  what = self.name != NULL ? g_strdup_printf ("with what “%s” stands for the statement", self.name)
                           : g_strdup ("the statement");
  if (self.too_deep)
    return g_strdup_printf ("%s is nested more than %u levels deep; ask in steps", what, ASK_SQL_MAX_EXPANDED_DEPTH);
  return g_strdup_printf ("%s has more than %u parts; use its names less often, select fewer columns, or ask "
                          "in steps",
                          what, ASK_SQL_MAX_PARTS);
}

/**
 * ask_sql_tree_is_small:
 * @tree: from ask_sql_parse()
 * @failure: why its analysis failed
 *
 * What the columns of such a tree stand for is not known, so it has to be small even if each SELECT had as many of
 * them as one can, and if in each FROM each part stood for all that is in it.
 *
 * Returns: whether it is, so that SQLite may have its own say about it
 */
gboolean
ask_sql_tree_is_small (const AskSqlTree *tree, const GError *failure)
{
  double parts = 1;

  if (failure->domain != ASK_SQL_ERROR || failure->code == ASK_SQL_ERROR_TOO_LARGE
      || failure->code == ASK_SQL_ERROR_STOPPED)
    return FALSE;
  for (guint i = 1; i < tree->n_levels; i++)
    parts *= tree->n_parts;
  return parts <= 10.0 * ASK_SQL_MAX_PARTS && tree->n_selects <= ASK_SQL_MAX_PARTS / ASK_SQL_MAX_COLUMNS;
}
