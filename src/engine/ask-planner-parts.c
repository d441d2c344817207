/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the planner asks of a part of a statement: where its tables lie, whether it can stand alone,
 * which of its conditions concern which tables, and which of them may be applied early.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-plan.h"

/**
 * ask_planner_get_server:
 * @engine: knows which sources are servers
 * @item: analysed
 *
 * Returns: (transfer none) (nullable): the database server whose table @item is
 */
const char *
ask_planner_get_server (AskEngine *engine, const AskSqlFrom *item)
{
  const AskSqlTable *table = item->kind == ASK_FROM_TABLE ? item->catalog_table : NULL;

  return table != NULL && ask_engine_is_server (engine, table->source) ? table->source : NULL;
}

/* @array: (inout) (nullable): made when first needed */
static void
add (GPtrArray **array, gpointer item)
{
  if (*array == NULL)
    *array = g_ptr_array_new ();
  g_ptr_array_add (*array, item);
}

/* @array: (nullable) */
static gboolean
has (GPtrArray *array, gconstpointer item)
{
  return array != NULL && g_ptr_array_find (array, item, NULL);
}

static gboolean
note_from (AskSqlFrom *from, gpointer data)
{
  AskPlaces *places = data;

  if (from->cte != NULL)
    add (&places->ctes, from->cte);
  else if (from->kind == ASK_FROM_TABLE)
    {
      const char *source = ask_planner_get_server (places->engine, from);

      if (source == NULL)
        places->others = TRUE;
      else if (places->server == NULL)
        places->server = source;
      else if (strcmp (places->server, source) != 0)
        places->several = TRUE;
    }
  else if (from->kind == ASK_FROM_FUNCTION)
    places->others = TRUE;
  return TRUE;
}

static gboolean
note_select (AskSqlSelect *select, gpointer data)
{
  AskPlaces *places = data;

  for (guint i = 0; i < select->n_ctes; i++)
    if (!has (places->defined, select->ctes[i]))
      add (&places->defined, select->ctes[i]);
  return TRUE;
}

/** ask_places_clear: frees what @self holds */
void
ask_places_clear (AskPlaces *self)
{
  g_clear_pointer (&self->ctes, g_ptr_array_unref);
  g_clear_pointer (&self->defined, g_ptr_array_unref);
}

/**
 * ask_places_find:
 * @engine: knows which sources are servers
 * @select: analysed
 * @self: (out): where the tables of @select lie, those of all below it too; clear it with ask_places_clear()
 */
void
ask_places_find (AskEngine *engine, AskSqlSelect *select, AskPlaces *self)
{
  AskSqlVisit visit = { .from = note_from, .select = note_select, .user_data = self };

  *self = (AskPlaces) { .engine = engine };
  note_select (select, self);
  ask_sql_walk_select (select, &visit);
}

/** ask_places_is_closed: Returns: whether @select means the same when it stands alone */
gboolean
ask_places_is_closed (const AskPlaces *self, AskSqlSelect *select)
{
  for (guint i = 0; self->ctes != NULL && i < self->ctes->len; i++)
    if (!has (self->defined, self->ctes->pdata[i]))
      return FALSE;
  return !ask_sql_select_is_correlated (select);
}

/** ask_conjunct_free: frees @data */
void
ask_conjunct_free (gpointer data)
{
  AskConjunct *self = data;

  g_ptr_array_unref (self->items);
  g_free (self);
}

static gboolean
look_at_conjunct (AskSqlExpr *expr, gpointer data)
{
  AskConjunct *self = data;

  if (expr->select != NULL || expr->kind == ASK_EXPR_IN_TABLE || expr->kind == ASK_EXPR_PARAMETER || expr->is_aggregate
      || expr->window != NULL)
    self->movable = FALSE;
  if (expr->kind == ASK_EXPR_COLUMN && !expr->is_string)
    {
      /* An alias stands for a result column, which would have to move too. */
      if (expr->alias != NULL || expr->depth > 0 || expr->from == NULL)
        self->movable = FALSE;
      else if (!g_ptr_array_find (self->items, expr->from, NULL))
        g_ptr_array_add (self->items, expr->from);
    }
  return TRUE;
}

/**
 * ask_conjuncts_split:
 * @expr: (nullable): a condition
 * @on: (nullable): whose ON it is; %NULL for a WHERE
 * @conjuncts: (element-type AskConjunct): its parts that AND connects are added, the last first
 */
void
ask_conjuncts_split (AskSqlExpr *expr, AskSqlFrom *on, GPtrArray *conjuncts)
{
  AskSqlVisit visit = { .expr = look_at_conjunct };
  AskConjunct *self;

  while (expr != NULL && expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_AND)
    {
      ask_conjuncts_split (expr->right, on, conjuncts);
      expr = expr->left;
    }
  if (expr == NULL)
    return;
  self = g_new0 (AskConjunct, 1);
  self->expr = expr;
  self->on = on;
  self->items = g_ptr_array_new ();
  self->movable = ask_sql_expr_is_deterministic (expr);
  visit.user_data = self;
  ask_sql_walk_expr (expr, &visit);
  g_ptr_array_add (conjuncts, self);
}

/**
 * ask_conjuncts_collect_on:
 * @items: of a FROM; those of joins in parentheses count, too
 * @inner: all joins are inner ones: then conditions of an ON are the same as those of the WHERE, and
 *   free of their place
 * @conjuncts: (element-type AskConjunct): the parts of what stands in an ON are added
 * @with_on: (element-type AskSqlFrom): items that have one are added
 */
void
ask_conjuncts_collect_on (AskSqlFroms *items, gboolean inner, GPtrArray *conjuncts, GPtrArray *with_on)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *item = items->items[i];

      if (item->kind == ASK_FROM_JOIN)
        ask_conjuncts_collect_on (&item->items, inner, conjuncts, with_on);
      if (item->on == NULL)
        continue;
      ask_conjuncts_split (item->on, inner ? NULL : item, conjuncts);
      g_ptr_array_add (with_on, item);
    }
}

/**
 * ask_conjuncts_rebuild:
 * @tree: gets the nodes that are new
 * @conjuncts: (element-type AskConjunct): as ask_conjuncts_split() gave them, of other conditions too
 * @on: (nullable): as in ask_conjuncts_split()
 *
 * Returns: (transfer none) (nullable): what is left of that condition when some of it has moved
 */
AskSqlExpr *
ask_conjuncts_rebuild (AskSqlTree *tree, GPtrArray *conjuncts, const AskSqlFrom *on)
{
  AskSqlExpr *whole = NULL;

  for (guint i = conjuncts->len; i-- > 0;)
    {
      const AskConjunct *conjunct = conjuncts->pdata[i];

      if (conjunct->on == on && !conjunct->moved)
        whole = ask_sql_tree_new_and (tree, whole, conjunct->expr);
    }
  return whole;
}

/** ask_shape_look: adds to @self what joins @items have, those in parentheses too */
void
ask_shape_look (const AskSqlFroms *items, AskShape *self)
{
  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *item = items->items[i];

      self->outer = self->outer || item->join == ASK_JOIN_LEFT;
      self->full = self->full || item->join == ASK_JOIN_RIGHT || item->join == ASK_JOIN_FULL;
      self->merged = self->merged || item->natural || item->using != NULL;
      if (item->kind == ASK_FROM_JOIN)
        {
          self->nested = TRUE;
          ask_shape_look (&item->items, self);
        }
    }
}

/**
 * ask_conjunct_filters:
 * @item: the one item that the condition concerns
 * @shape: the joins of the FROM that @item stands in
 *
 * Returns: whether rows of @item for which it does not hold need not come: they reach no result row
 */
gboolean
ask_conjunct_filters (const AskConjunct *self, const AskSqlFrom *item, const AskShape *shape)
{
  if (shape->full || shape->nested || !self->movable)
    return FALSE;
  if (self->on == NULL)
    return item->join != ASK_JOIN_LEFT;
  if (self->on->join == ASK_JOIN_LEFT)
    return self->on == item;
  /* The ON of an inner join after a LEFT JOIN of this very item tests NULLs, too. */
  return item->join != ASK_JOIN_LEFT;
}

/* What a subquery gives by a star it has to have itself. */
static void
use_column (const AskSqlExpr *expr)
{
  while (expr != NULL && expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->column >= 0
         && (guint) expr->column < expr->from->n_columns && !expr->from->used[expr->column])
    {
      expr->from->used[expr->column] = TRUE;
      expr = expr->from->columns[expr->column].expr;
    }
}

static gboolean
use_named (AskSqlExpr *expr, gpointer data)
{
  use_column (expr);
  return TRUE;
}

static void
use_outputs (const AskSqlSelect *select)
{
  for (guint i = 0; i < select->n_cores; i++)
    for (guint o = 0; o < select->cores[i]->n_outputs; o++)
      use_column (select->cores[i]->outputs[o].expr);
}

/* Where columns are counted, * has to stand for as many as it did. */
static gboolean
use_counted (AskSqlSelect *select, gpointer data)
{
  if (select->n_cores > 1)
    use_outputs (select);
  for (guint i = 0; i < select->n_ctes; i++)
    if (select->ctes[i]->columns != NULL)
      use_outputs (select->ctes[i]->select);
  return TRUE;
}

/**
 * ask_planner_use_named:
 * @tree: analysed
 *
 * Takes every column that the text names as used, needed or not: a fragment has to have it, else
 * what is left of the text names a column that is not there.
 */
void
ask_planner_use_named (AskSqlTree *tree)
{
  AskSqlVisit visit = { .expr = use_named, .select = use_counted };

  /* Of a flat one all that is named is needed. */
  if (!tree->flat)
    ask_sql_walk_select (tree->select, &visit);
}

/**
 * ask_planner_make_name:
 * @engine: in whose catalogue no table has the name
 * @names: (element-type utf8): of ask_sql_select_find_names(), in lower case, CTEs and aliases among them; the new
 *   name is added
 * @stem: for a table of the planner's own
 *
 * Returns: (transfer full): @stem and a number, which means nothing yet
 */
char *
ask_planner_make_name (AskEngine *engine, GHashTable *names, const char *stem)
{
  for (guint n = 1;; n++)
    {
      g_autofree char *name = g_strdup_printf ("%s %u", stem, n);
      g_autofree char *lower = g_ascii_strdown (name, -1);

      if (ask_sql_catalog_find_table (ask_engine_get_catalog (engine), NULL, name) == NULL
          && g_hash_table_add (names, g_strdup (lower)))
        return g_steal_pointer (&name);
    }
}
