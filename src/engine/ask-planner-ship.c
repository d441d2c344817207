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

#include "engine/ask-planner.h"

/* More than this is faster read the other way round, or too much for one message. */
#define MAX_ROWS 300000
#define MAX_BYTES (64 << 20)

/** ask_shipment_free: frees @self, and takes its table out of the catalogue */
void
ask_shipment_free (AskShipment *self)
{
  if (self->table != NULL)
    ask_sql_catalog_remove_table (ask_engine_get_catalog (self->engine), self->table);
  for (guint i = 0; i < self->relation.n_columns; i++)
    g_free ((char *) self->columns[i]);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->columns);
  g_free (self->types);
  g_free (self->lengths);
  g_free (self->name);
  g_free (self->sql);
  g_free (self);
}

/**
 * ask_shipment_measure:
 *
 * Notes how long the texts of each column are, once all its rows are there.
 */
void
ask_shipment_measure (AskShipment *self)
{
  guint n = ask_rows_get_n_columns (self->rows);

  g_free (self->lengths);
  self->lengths = g_new0 (glong, n + 1);
  self->relation.lengths = self->lengths;
  for (gsize r = 0; r < ask_rows_get_n_rows (self->rows); r++)
    for (guint c = 0; c < n; c++)
      {
        const AskValue *cell = ask_rows_get (self->rows, r, c);

        if (cell->kind == ASK_VALUE_TEXT)
          self->lengths[c] = MAX (self->lengths[c], g_utf8_strlen (cell->text, cell->length));
      }
}

static double
filtered_rows (AskShip *self, AskSqlFrom *item)
{
  double rows = ask_estimate_table (item);

  for (guint i = 0; i < self->conjuncts->len; i++)
    {
      const AskConjunct *conjunct = self->conjuncts->pdata[i];

      if (conjunct->items->len == 1 && conjunct->items->pdata[0] == item
          && ask_conjunct_filters (conjunct, item, &self->shape))
        rows *= ask_estimate_conjunct (conjunct->expr);
    }
  return MAX (1.0, rows);
}

/* The server with most rows, if it has more than all others together. */
static gboolean
choose_target (AskShip *self)
{
  g_autoptr (GHashTable) servers = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  double total = 0;
  double most = 0;

  for (guint i = 0; i < self->core->from.n; i++)
    {
      AskSqlFrom *item = self->core->from.items[i];
      const char *server = ask_planner_get_server (self->engine, item);
      double rows = filtered_rows (self, item);
      double *sum;

      total += rows;
      if (server == NULL)
        continue;
      sum = g_hash_table_lookup (servers, server);
      if (sum == NULL)
        {
          sum = g_new0 (double, 1);
          g_hash_table_insert (servers, (gpointer) server, sum);
        }
      *sum += rows;
      /* The first of equals, in the order of the text. */
      if (*sum > most)
        {
          most = *sum;
          self->target = server;
        }
    }
  for (guint i = 0; i < self->subqueries->len; i++)
    total += ask_estimate_select (((AskSqlExpr *) self->subqueries->pdata[i])->select);
  return self->target != NULL && ask_engine_computes (self->engine, self->target)
         && total - most <= most && total - most <= MAX_ROWS;
}

static gboolean
is_constant_for (const AskSqlExpr *expr, const AskSqlFrom *item, guint column)
{
  return (expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_EQUAL
          && ((expr->left->from == item && expr->left->column == (int) column
               && ask_sql_expr_is_constant (expr->right))
              || (expr->right->from == item && expr->right->column == (int) column
                  && ask_sql_expr_is_constant (expr->left))))
         || (expr->kind == ASK_EXPR_IN_LIST && !expr->negated && expr->left->from == item
             && expr->left->column == (int) column);
}

/* Whether an API entity can be fetched by its own conditions alone. */
static gboolean
has_parameters (AskShip *self, const AskSqlFrom *item)
{
  const AskSqlTable *table = item->catalog_table;

  for (guint c = 0; table != NULL && c < table->columns->len; c++)
    {
      gboolean given = ((const AskSqlColumn *) table->columns->pdata[c])->required == NULL;

      for (guint i = 0; !given && i < self->conjuncts->len; i++)
        {
          const AskConjunct *conjunct = self->conjuncts->pdata[i];

          given = ask_conjunct_filters (conjunct, item, &self->shape)
                  && is_constant_for (conjunct->expr, item, c);
        }
      if (!given)
        return FALSE;
    }
  return TRUE;
}

static gboolean
can_travel (AskShip *self, const AskSqlFrom *item)
{
  if (item->kind == ASK_FROM_JOIN || item->kind == ASK_FROM_FUNCTION || item->uses_rowid)
    return FALSE;
  /* Files with columns that do not compare by bytes: which ones is known to SQLite alone. */
  if (self->engine->collates && item->catalog_table != NULL && ask_planner_get_server (self->engine, item) == NULL)
    return FALSE;
  for (guint c = 0; c < item->n_columns; c++)
    if (item->used[c] && item->columns[c].collation != NULL)
      return FALSE;
  return has_parameters (self, item);
}

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

/* "WITH … SELECT used columns FROM item WHERE what concerns only it"; those conditions have moved. */
static char *
make_sql (AskShip *self, AskSqlFrom *item)
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
      result->expr = ask_sql_tree_new_column (self->tree, ask_sql_from_get_name (item),
                                              item->columns[c].name);
      result->alias = item->columns[c].name;
      core->n_results++;
    }
  if (core->n_results == 0)
    {
      AskSqlExpr *one
        = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });

      one->value = ask_value_integer (1);
      one->literal = "1";
      core->results[0].expr = one;
      core->results[core->n_results++].alias = "one";
    }
  select->recursive = self->tree->select->recursive;
  select->ctes = self->tree->select->ctes;
  select->n_ctes = self->tree->select->n_ctes;
  return ask_sql_print_select (select);
}

/* The one kind of all values, so that they compare there as they do here. */
static gboolean
find_type (const AskRows *rows, guint column, AskType *type)
{
  gboolean any = FALSE;
  guint32 kind = ASK_VALUE_NULL;

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *cell = ask_rows_get (rows, r, column);

      if (cell->kind == ASK_VALUE_NULL)
        continue;
      if (any && cell->kind != kind)
        return FALSE;
      if (cell->kind == ASK_VALUE_BLOB
          || (cell->kind == ASK_VALUE_TEXT
              && (memchr (cell->text, '\0', cell->length) != NULL
                  || !g_utf8_validate (cell->text, cell->length, NULL))))
        return FALSE;
      kind = cell->kind;
      any = TRUE;
    }
  if (any)
    *type = kind == ASK_VALUE_INTEGER ? ASK_TYPE_INTEGER
            : kind == ASK_VALUE_REAL  ? ASK_TYPE_REAL
                                      : ASK_TYPE_TEXT;
  else if (*type != ASK_TYPE_INTEGER && *type != ASK_TYPE_REAL && *type != ASK_TYPE_BOOLEAN)
    *type = ASK_TYPE_TEXT;
  return TRUE;
}

/* @outputs: @n_outputs columns, of which @used travel; %NULL for all */
static AskShipment *
make_shipment (AskShip *self, const AskSqlOutput *outputs, guint n_outputs, const gboolean *used,
               AskRows *rows, char *sql)
{
  AskShipment *shipment = g_new0 (AskShipment, 1);
  guint n_columns = ask_rows_get_n_columns (rows);
  guint c = 0;

  shipment->engine = self->engine;
  for (guint n = 1; shipment->name == NULL
                    || ask_planner_is_taken (self->engine, self->names, shipment->name);
       n++)
    {
      g_free (shipment->name);
      shipment->name = g_strdup_printf ("rows %u", n);
    }
  shipment->sql = sql;
  shipment->rows = rows;
  shipment->columns = g_new0 (const char *, n_columns + 1);
  shipment->types = g_new0 (AskType, n_columns);
  shipment->relation = (AskSqlRelation) { .magic = ASK_SQL_RELATION_MAGIC,
                                          .n_columns = n_columns,
                                          .columns = shipment->columns,
                                          .types = shipment->types };
  shipment->table
    = ask_sql_catalog_add_table (ask_engine_get_catalog (self->engine), NULL, shipment->name);
  shipment->table->rows = (gint64) ask_rows_get_n_rows (rows);
  for (guint i = 0; i < n_columns; i++)
    {
      AskSqlColumn *column;

      while (c < n_outputs && used != NULL && !used[c])
        c++;
      shipment->types[i] = c < n_outputs ? outputs[c].type : ASK_TYPE_INTEGER;
      /* Of a subquery two columns may have one name. */
      shipment->columns[i] = used == NULL      ? g_strdup_printf ("c%u", i)
                             : c < n_outputs ? g_strdup (outputs[c].name)
                                             : g_strdup ("one");
      if (!find_type (rows, i, &shipment->types[i]))
        {
          ask_shipment_free (shipment);
          return NULL;
        }
      column = ask_sql_table_add_column (shipment->table, shipment->columns[i],
                                         shipment->types[i], NULL);
      column->affinity = c < n_outputs ? outputs[c].affinity : ASK_AFFINITY_INTEGER;
      c++;
    }
  ask_shipment_measure (shipment);
  return shipment;
}

typedef struct
{
  const AskSqlFrom *item;
} Unqualify;

static gboolean
unqualify (AskSqlExpr *expr, gpointer data)
{
  if (expr->kind == ASK_EXPR_COLUMN && expr->from == ((Unqualify *) data)->item)
    expr->schema = NULL;
  return TRUE;
}

static void
replace_item (AskShip *self, AskSqlFrom *item, const AskShipment *shipment)
{
  Unqualify unqualified = { item };
  AskSqlVisit visit = { .expr = unqualify, .user_data = &unqualified };

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
  if (!ask_places_is_closed (&places, expr->select) || expr->kind == ASK_EXPR_IN_TABLE
      || self->engine->collates)
    self->stuck = TRUE;
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

/* Whether all tables of the subquery are the target's, so that it goes along as it is. */
static gboolean
is_at_target (AskShip *self, AskSqlSelect *select)
{
  g_auto (AskPlaces) places = { 0 };

  ask_places_find (self->engine, select, &places);
  return !places.others && !places.several
         && (places.server == NULL || strcmp (places.server, self->target) == 0);
}

/* Returns NULL with @error unset where they cannot travel. What only this way meets, too many bytes or
 * a condition that fails on rows that no join would have reached, is no failure of the statement: the
 * other way meets it again if it is. */
static AskRows *
read_rows (AskEngine *engine, const char *query, gsize max_rows, GError **error)
{
  g_autoptr (GError) failure = NULL;
  AskRows *rows = ask_engine_read (engine, query, max_rows,
                                   MIN (MAX_BYTES, engine->run->limits.max_bytes), &failure);

  if (failure != NULL
      && (failure->domain != ASK_ENGINE_ERROR || failure->code == ASK_ENGINE_ERROR_DEADLINE))
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (failure != NULL)
    g_debug ("Rows do not travel: %s", failure->message);
  return rows;
}

/* "x IN (SELECT …)" becomes "x IN (SELECT c0 FROM rows 1)". */
static AskShipment *
ship_subquery (AskShip *self, AskSqlExpr *expr, GError **error)
{
  AskSqlSelect *select = expr->select;
  const AskSqlCore *first = select->cores[0];
  /* As a value only the first row counts. */
  gsize max_rows = expr->kind == ASK_EXPR_SELECT ? 1 : MAX_ROWS;
  g_autofree char *sql = ask_sql_print_select (select);
  g_auto (AskPlaces) places = { 0 };
  AskShipment *shipment;
  AskRows *rows;

  ask_places_find (self->engine, select, &places);
  if (!ask_places_is_closed (&places, select))
    return NULL;
  for (guint c = 0; c < first->n_outputs; c++)
    if (first->outputs[c].collation != NULL)
      return NULL;
  rows = read_rows (self->engine, sql, max_rows, error);
  if (rows == NULL || (ask_rows_get_truncated (rows) && expr->kind != ASK_EXPR_SELECT))
    {
      g_clear_pointer (&rows, ask_rows_unref);
      return NULL;
    }
  shipment = make_shipment (self, first->outputs, first->n_outputs, NULL, rows,
                            g_steal_pointer (&sql));
  if (shipment == NULL)
    return NULL;
  expr->select = ask_sql_tree_new_select (self->tree,
                                          ask_sql_tree_new_table (self->tree, shipment->name),
                                          shipment->relation.n_columns);
  for (guint i = 0; i < shipment->relation.n_columns; i++)
    expr->select->cores[0]->results[i].expr
      = ask_sql_tree_new_column (self->tree, NULL,
                                 ask_sql_tree_strdup (self->tree, shipment->columns[i], -1));
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
        if (g_ptr_array_find (places.ctes, select->ctes[i], NULL))
          select->ctes[kept++] = select->ctes[i];
        else
          dropped = TRUE;
      select->n_ctes = kept;
    }
}

/**
 * ask_planner_ship:
 * @plan: keeps the shipments
 * @sql: one closed SELECT with tables of a server and others
 * @error: what the query of a shipment says
 *
 * Returns: (transfer full) (nullable): the whole SELECT as a fragment; %NULL with @error unset where
 *   rows had better come the other way
 */
AskFragment *
ask_planner_ship (AskEngine *engine, AskPlan *plan, const char *sql, GError **error)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, error);
  g_autoptr (GPtrArray) conjuncts = g_ptr_array_new_with_free_func (ask_conjunct_free);
  g_autoptr (GPtrArray) with_on = g_ptr_array_new ();
  g_autoptr (GPtrArray) shipments
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_shipment_free);
  g_autoptr (GPtrArray) borrowed = g_ptr_array_new ();
  g_autofree char *reason = NULL;
  g_autofree char *text = NULL;
  AskFragment *fragment;
  g_autoptr (GHashTable) names = ask_planner_find_names (sql);
  g_autoptr (GPtrArray) subqueries = g_ptr_array_new ();
  AskShip self = { .engine = engine,
                   .tree = tree,
                   .conjuncts = conjuncts,
                   .names = names,
                   .subqueries = subqueries };
  gboolean inner;

  if (tree == NULL || !ask_sql_analyse (tree, ask_engine_get_catalog (engine), error))
    return NULL;
  ask_planner_use_named (tree);
  if (tree->select->n_cores != 1 || tree->select->cores[0]->n_rows > 0)
    return NULL;
  self.core = tree->select->cores[0];
  ask_shape_look (&self.core->from, &self.shape);
  if (self.shape.nested || self.shape.merged)
    return NULL;
  inner = !self.shape.outer && !self.shape.full;
  ask_conjuncts_split (self.core->where, NULL, conjuncts);
  ask_conjuncts_collect_on (&self.core->from, inner, conjuncts, with_on);
  find_subqueries (&self);
  if (self.stuck || !choose_target (&self))
    return NULL;
  for (guint i = 0; i < self.core->from.n; i++)
    if (g_strcmp0 (ask_planner_get_server (engine, self.core->from.items[i]), self.target) != 0
        && !can_travel (&self, self.core->from.items[i]))
      return NULL;

  for (guint i = 0; i < subqueries->len; i++)
    {
      AskSqlExpr *expr = subqueries->pdata[i];
      AskShipment *shipment;

      if (is_at_target (&self, expr->select))
        continue;
      shipment = ship_subquery (&self, expr, error);
      if (shipment == NULL)
        return NULL;
      g_ptr_array_add (shipments, shipment);
      g_ptr_array_add (borrowed, shipment);
    }
  for (guint i = 0; i < self.core->from.n; i++)
    {
      AskSqlFrom *item = self.core->from.items[i];
      AskShipment *shipment;
      AskRows *rows;
      char *query;

      if (g_strcmp0 (ask_planner_get_server (engine, item), self.target) == 0)
        continue;
      query = make_sql (&self, item);
      rows = read_rows (engine, query, MAX_ROWS, error);
      if (rows == NULL || ask_rows_get_truncated (rows))
        {
          g_clear_pointer (&rows, ask_rows_unref);
          g_free (query);
          return NULL;
        }
      shipment = make_shipment (&self, item->columns, item->n_columns, item->used, rows, query);
      if (shipment == NULL)
        return NULL;
      g_ptr_array_add (shipments, shipment);
      g_ptr_array_add (borrowed, shipment);
      replace_item (&self, item, shipment);
    }
  self.core->where = ask_conjuncts_rebuild (tree, conjuncts, NULL);
  for (guint i = 0; i < with_on->len; i++)
    {
      AskSqlFrom *item = with_on->pdata[i];

      item->on = inner ? NULL : ask_conjuncts_rebuild (tree, conjuncts, item);
    }
  if (inner)
    ask_ship_make_lists (&self, shipments);
  drop_ctes (engine, tree->select);
  text = ask_sql_print_select (tree->select);
  fragment = ask_fragment_new (engine, self.target, text, borrowed, &reason);
  if (fragment == NULL)
    {
      g_debug ("Rows do not travel to “%s”: %s", self.target, reason);
      return NULL;
    }
  for (guint i = 0; i < shipments->len; i++)
    g_ptr_array_add (plan->shipments, shipments->pdata[i]);
  g_ptr_array_set_free_func (shipments, NULL);
  return fragment;
}
