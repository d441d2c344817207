/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shipments: where a SELECT joins a server's table with fewer rows from elsewhere, those rows are
 * computed first and travel with the query as a relation of values, so that the join and all above
 * it run where more rows are.
 *
 * Values keep their kind on the way: a column of mixed kinds stays here, and with it the join.
 */
#include "config.h"

#include <string.h>

#include "engine/ask-shipment.h"
#include "engine/ask-statement.h"

/* More is too much for one message. */
#define MAX_BYTES (64 << 20)

/* Which columns of @item are named elsewhere than in conditions that have moved. */
typedef struct
{
  const AskSqlFrom *item;
  const GPtrArray *conjuncts;
  gboolean *needed;
} Naming;

static gboolean
note_column (AskSqlExpr *expr, gpointer data)
{
  Naming *self = data;

  for (guint i = 0; i < self->conjuncts->len; i++)
    {
      const AskConjunct *conjunct = self->conjuncts->pdata[i];

      if (conjunct->moved && conjunct->expr == expr)
        return FALSE;
    }
  if (expr->kind == ASK_EXPR_COLUMN && expr->from == self->item && expr->column >= 0
      && (guint) expr->column < self->item->n_columns)
    self->needed[expr->column] = TRUE;
  return TRUE;
}

/**
 * ask_ship_note_needed:
 * @needed: (inout): as many flags as @item has columns; those that are named elsewhere than in conditions
 *   that have moved are set
 */
void
ask_ship_note_needed (AskShip *self, const AskSqlFrom *item, gboolean *needed)
{
  Naming naming = { item, self->conjuncts, needed };
  AskSqlVisit visit = { .expr = note_column, .user_data = &naming };

  ask_sql_walk_select (self->tree->select, &visit);
}

/* What only the conditions need that go with the item need not travel. */
static void
forget_columns (AskShip *self, AskSqlFrom *item)
{
  g_autofree gboolean *needed = g_new0 (gboolean, item->n_columns + 1);

  /* A * names them all. */
  for (guint i = 0; i < self->core->n_results; i++)
    if (self->core->results[i].star > 0)
      return;
  ask_ship_note_needed (self, item, needed);
  for (guint c = 0; c < item->n_columns; c++)
    item->used[c] = item->used[c] && needed[c];
}

/* "WITH … SELECT used columns FROM item WHERE what concerns only it", as a statement of its own; those
 * conditions have moved. */
static AskSqlTree *
make_query (AskShip *self, AskSqlFrom *item)
{
  AskSqlFrom *from = ask_sql_tree_alloc (self->tree, sizeof *from);
  AskSqlSelect *select = ask_sql_tree_new_select (self->tree, from, item->n_columns + 1);
  AskSqlCore *core = select->cores[0];

  *from = *item;
  from->join = ASK_JOIN_FIRST;
  from->natural = FALSE;
  from->on = NULL;
  from->using = NULL;
  for (guint i = 0; i < self->conjuncts->len; i++)
    {
      AskConjunct *conjunct = self->conjuncts->pdata[i];

      if (conjunct->moved || conjunct->items->len != 1 || conjunct->items->pdata[0] != item
          || !ask_conjunct_filters (conjunct, item, &self->shape))
        continue;
      conjunct->moved = TRUE;
      core->where = ask_sql_tree_new_and (self->tree, core->where, conjunct->expr);
    }
  forget_columns (self, item);
  core->n_results = 0;
  for (guint c = 0; c < item->n_columns; c++)
    {
      AskSqlResult *result = &core->results[core->n_results];

      if (!item->used[c])
        continue;
      result->expr = ask_sql_tree_new_column (self->tree, ask_sql_from_get_name (item), item->columns[c].name);
      result->alias = item->columns[c].name;
      core->n_results++;
    }
  if (core->n_results == 0)
    {
      core->results[0].expr = ask_sql_tree_new_one (self->tree);
      core->results[core->n_results++].alias = "one";
    }
  select->recursive = self->tree->select->recursive;
  select->ctes = self->tree->select->ctes;
  select->n_ctes = self->tree->select->n_ctes;
  return ask_sql_tree_extract (self->tree, select);
}

/* @outputs: @n_outputs columns, of which @used travel; %NULL for all. Returns NULL where they cannot */
static AskShipment *
make_shipment (AskShip *self, const AskSqlOutput *outputs, guint n_outputs, const gboolean *used, AskRows *rows,
               char *sql)
{
  g_autoptr (AskShipment) shipment = ask_shipment_new (self->engine, self->names, "rows", rows, sql);
  guint c = 0;

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++, c++)
    {
      g_autofree char *name = NULL;
      AskType type;

      while (c < n_outputs && used != NULL && !used[c])
        c++;
      type = c < n_outputs ? outputs[c].type : ASK_TYPE_INTEGER;
      /* Of a subquery two columns may have one name. */
      name = used == NULL ? g_strdup_printf ("c%u", i) : c < n_outputs ? g_strdup (outputs[c].name) : g_strdup ("one");
      if (!ask_shipment_find_type (rows, i, &type))
        {
          ask_ship_refuse (self, "“%s” has values of several kinds, or some that cannot be sent",
                           c < n_outputs ? outputs[c].name : name);
          return NULL;
        }
      ask_shipment_add_column (shipment, name, type, c < n_outputs ? outputs[c].affinity : ASK_AFFINITY_INTEGER);
    }
  ask_shipment_measure (shipment);
  return g_steal_pointer (&shipment);
}

/* @item: whose columns lose the schema in front */
static gboolean
unqualify (AskSqlExpr *expr, gpointer item)
{
  if (expr->kind == ASK_EXPR_COLUMN && expr->from == item)
    expr->schema = NULL;
  return TRUE;
}

static void
replace_item (AskShip *self, AskSqlFrom *item, const AskShipment *shipment)
{
  AskSqlVisit visit = { .expr = unqualify, .user_data = item };

  ask_sql_walk_select (self->tree->select, &visit);
  item->alias = ask_sql_from_get_name (item);
  item->kind = ASK_FROM_TABLE;
  item->name = ask_sql_tree_strdup (self->tree, shipment->name, -1);
  item->schema = NULL;
  item->select = NULL;
  item->cte = NULL;
  item->catalog_table = shipment->table;
  item->indexed_by = NULL;
  item->not_indexed = FALSE;
}

/* Subqueries of expressions that have tables of other places: they can be computed first where they stand
 * for themselves. */
static gboolean
note_subquery (AskSqlExpr *expr, gpointer data)
{
  AskShip *self = data;
  g_auto (AskPlaces) places = { 0 };

  if (expr->select == NULL)
    return TRUE;
  ask_places_find (self->engine, expr->select, &places);
  if (!places.others && !places.several)
    {
      g_ptr_array_add (self->subqueries, expr);
      return TRUE;
    }
  if (!ask_places_is_closed (&places, expr->select) || expr->kind == ASK_EXPR_IN_TABLE || self->engine->collates)
    ask_ship_refuse (self, "a subquery with tables elsewhere cannot be computed first");
  g_ptr_array_add (self->subqueries, expr);
  return FALSE;
}

static void
find_subqueries (AskShip *self)
{
  AskSqlVisit visit = { .expr = note_subquery, .user_data = self };
  AskSqlCore *core = self->core;

  for (guint i = 0; i < core->n_results; i++)
    ask_sql_walk_expr (core->results[i].expr, &visit);
  ask_sql_walk_expr (core->where, &visit);
  for (guint i = 0; i < core->from.n; i++)
    ask_sql_walk_expr (core->from.items[i]->on, &visit);
  for (guint i = 0; i < core->group_by.n; i++)
    ask_sql_walk_expr (core->group_by.items[i], &visit);
  ask_sql_walk_expr (core->having, &visit);
  for (guint i = 0; i < self->tree->select->order.n; i++)
    ask_sql_walk_expr (self->tree->select->order.items[i].expr, &visit);
}

static gboolean
is_target (AskShip *self, const AskSqlFrom *item)
{
  return g_strcmp0 (ask_planner_get_server (self->engine, item), self->target) == 0;
}

/* Whether all tables of the subquery are the target's, so that it goes along as it is. */
static gboolean
is_at_target (AskShip *self, AskSqlSelect *select)
{
  g_auto (AskPlaces) places = { 0 };

  ask_places_find (self->engine, select, &places);
  return !places.others && !places.several && (places.server == NULL || strcmp (places.server, self->target) == 0);
}

/* Returns NULL with @error unset where they cannot travel. What only this way meets, too many bytes or
 * a condition that fails on rows that no join would have reached, is no failure of the statement: the
 * other way meets it again if it is. @query: (transfer full). @first: one row is enough */
static AskRows *
read_rows (AskShip *self, AskSqlTree *query, gboolean first, GError **error)
{
  const AskLimits limits
    = { .max_rows = first ? 1 : ASK_SHIP_MAX_ROWS, .max_bytes = MIN (MAX_BYTES, self->engine->run->limits.max_bytes) };
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskRows) rows = ask_engine_read (self->engine, query, &limits, &failure);

  if (failure != NULL && failure->domain != ASK_ENGINE_ERROR)
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (failure != NULL)
    ask_ship_refuse (self, "computing them first failed: %s", failure->message);
  else if (ask_rows_get_truncated (rows) && !first)
    ask_ship_refuse (self, "there are more than %d", ASK_SHIP_MAX_ROWS);
  else
    return g_steal_pointer (&rows);
  return NULL;
}

/* "x IN (SELECT …)" becomes "x IN (SELECT c0 FROM rows 1)". */
static AskShipment *
ship_subquery (AskShip *self, AskSqlExpr *expr, GError **error)
{
  AskSqlSelect *select = expr->select;
  const AskSqlCore *first = select->cores[0];
  g_autofree char *sql = ask_sql_print_select (select);
  g_auto (AskPlaces) places = { 0 };
  AskShipment *shipment;
  AskRows *rows;

  ask_places_find (self->engine, select, &places);
  if (!ask_places_is_closed (&places, select))
    {
      ask_ship_refuse (self, "a subquery with tables elsewhere cannot be computed first");
      return NULL;
    }
  for (guint c = 0; c < first->n_outputs; c++)
    if (!ask_planner_compares_alike (select, c))
      {
        ask_ship_refuse (self, "the parts of a subquery compare “%s” in different ways", first->outputs[c].name);
        return NULL;
      }
    else if (first->outputs[c].collation != NULL)
      {
        ask_ship_refuse (self, "“%s” of a subquery compares by %s", first->outputs[c].name,
                         first->outputs[c].collation);
        return NULL;
      }
  /* As a value only the first row counts. */
  rows = read_rows (self, ask_sql_tree_extract (self->tree, select), expr->kind == ASK_EXPR_SELECT, error);
  if (rows == NULL)
    return NULL;
  shipment = make_shipment (self, first->outputs, first->n_outputs, NULL, rows, g_steal_pointer (&sql));
  if (shipment == NULL)
    return NULL;
  expr->select = ask_sql_tree_new_select (self->tree, ask_sql_tree_new_table (self->tree, shipment->name),
                                          shipment->relation.n_columns);
  for (guint i = 0; i < shipment->relation.n_columns; i++)
    expr->select->cores[0]->results[i].expr
      = ask_sql_tree_new_column (self->tree, NULL, ask_sql_tree_strdup (self->tree, shipment->columns[i], -1));
  return shipment;
}

/* CTEs that nothing names any more. */
static void
drop_ctes (AskEngine *engine, AskSqlSelect *select)
{
  gboolean dropped = TRUE;

  while (dropped && select->n_ctes > 0)
    {
      g_auto (AskPlaces) places = { 0 };
      guint kept = 0;

      ask_places_find (engine, select, &places);
      dropped = FALSE;
      for (guint i = 0; i < select->n_ctes; i++)
        if (places.ctes != NULL && g_ptr_array_find (places.ctes, select->ctes[i], NULL))
          select->ctes[kept++] = select->ctes[i];
        else
          dropped = TRUE;
      select->n_ctes = kept;
    }
}

/* Rows of subqueries and tables of other places become shipments. Returns whether all can travel; where not,
 * either @error or the reason is set. */
static gboolean
ship_rows (AskShip *self, GPtrArray *shipments, GError **error)
{
  for (guint i = 0; i < self->subqueries->len; i++)
    {
      AskSqlExpr *expr = self->subqueries->pdata[i];
      AskShipment *shipment;

      if (is_at_target (self, expr->select))
        continue;
      shipment = ship_subquery (self, expr, error);
      if (shipment == NULL)
        return FALSE;
      g_ptr_array_add (shipments, shipment);
    }
  for (guint i = 0; i < self->core->from.n; i++)
    {
      AskSqlFrom *item = self->core->from.items[i];
      g_autofree char *sql = NULL;
      AskSqlTree *query;
      AskShipment *shipment;
      AskRows *rows;

      if (is_target (self, item))
        continue;
      query = make_query (self, item);
      sql = ask_sql_print_select (query->select);
      rows = read_rows (self, query, FALSE, error);
      if (rows == NULL)
        return FALSE;
      shipment = make_shipment (self, item->columns, item->n_columns, item->used, rows, g_steal_pointer (&sql));
      if (shipment == NULL)
        return FALSE;
      if (item->kind == ASK_FROM_TABLE && item->catalog_table != NULL)
        shipment->n_all = item->catalog_table->rows;
      g_ptr_array_add (shipments, shipment);
      replace_item (self, item, shipment);
    }
  return TRUE;
}

/* What can be said before anything is read. */
static gboolean
can_ship (AskShip *self)
{
  find_subqueries (self);
  if (*self->reason != NULL || !ask_ship_choose_target (self))
    return FALSE;
  for (guint i = 0; i < self->core->from.n; i++)
    if (!is_target (self, self->core->from.items[i]) && !ask_ship_can_travel (self, self->core->from.items[i]))
      return FALSE;
  return TRUE;
}

/**
 * ask_planner_ship:
 * @engine: has a run, within which the rows that travel are computed
 * @plan: keeps the shipments
 * @part: (transfer full): one closed SELECT with tables of a server and others, not analysed yet
 * @reason: (inout) (transfer full): %NULL before; why rows had better come the other way
 * @error: what the query of a shipment says
 *
 * Returns: (transfer full) (nullable): the whole SELECT as a fragment; %NULL with either @reason or
 *   @error set
 */
AskFragment *
ask_planner_ship (AskEngine *engine, AskPlan *plan, AskSqlTree *part, char **reason, GError **error)
{
  g_autoptr (AskSqlTree) tree = part;
  g_autoptr (GPtrArray) conjuncts = g_ptr_array_new_with_free_func (ask_conjunct_free);
  g_autoptr (GPtrArray) with_on = g_ptr_array_new ();
  g_autoptr (GPtrArray) shipments = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_shipment_free);
  g_autoptr (GPtrArray) borrowed = g_ptr_array_new ();
  g_autoptr (GHashTable) names = ask_sql_select_find_names (tree->select);
  g_autoptr (GPtrArray) subqueries = g_ptr_array_new ();
  AskShip self = {
    .engine = engine, .tree = tree, .conjuncts = conjuncts, .names = names, .subqueries = subqueries, .reason = reason
  };
  AskFragment *fragment;
  gboolean inner;

  if (!ask_sql_analyse (tree, ask_engine_get_catalog (engine), error))
    return NULL;
  ask_planner_use_named (tree);
  self.core = tree->select->cores[0];
  ask_shape_look (&self.core->from, &self.shape);
  if (tree->select->n_cores != 1 || self.core->n_rows > 0)
    ask_ship_refuse (&self, "a compound of SELECTs is put together here");
  else if (self.shape.nested || self.shape.merged)
    ask_ship_refuse (&self, "a join is in parentheses, or has NATURAL or USING");
  if (*reason != NULL)
    return NULL;
  inner = !self.shape.outer && !self.shape.full;
  ask_conjuncts_split (self.core->where, NULL, conjuncts);
  ask_conjuncts_collect_on (&self.core->from, inner, conjuncts, with_on);
  if (!can_ship (&self) || !ship_rows (&self, shipments, error))
    return NULL;
  self.core->where = ask_conjuncts_rebuild (tree, conjuncts, NULL);
  for (guint i = 0; i < with_on->len; i++)
    {
      AskSqlFrom *item = with_on->pdata[i];

      item->on = inner ? NULL : ask_conjuncts_rebuild (tree, conjuncts, item);
    }
  if (inner)
    {
      ask_ship_make_lists (&self, shipments);
      ask_ship_make_lookups (&self, shipments);
    }
  drop_ctes (engine, tree->select);
  g_ptr_array_extend (borrowed, shipments, NULL, NULL);
  fragment = ask_fragment_new_of_part (engine, self.target, g_steal_pointer (&tree), borrowed, reason);
  if (fragment != NULL)
    {
      if (plan->shipments == NULL)
        plan->shipments = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_shipment_free);
      g_ptr_array_extend_and_steal (plan->shipments, g_steal_pointer (&shipments));
    }
  return fragment;
}
