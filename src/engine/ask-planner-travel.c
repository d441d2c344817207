/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which rows travel: the server that they go to, and what keeps them here, said in words for the plan. It
 * decides by estimates and by what the statement says, and reads nothing.
 */
#include "config.h"

#include "engine/ask-shipment.h"

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

/**
 * ask_ship_refuse:
 * @format: why rows do not travel, as part of a sentence; the first reason counts
 *
 * Returns: %FALSE
 */
gboolean
ask_ship_refuse (AskShip *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (*self->reason == NULL)
    *self->reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return FALSE;
}

/**
 * ask_ship_choose_target:
 *
 * Takes the server with most rows as the target, if it has more than all others together.
 *
 * Returns: whether there is one; where not, the reason is set
 */
gboolean
ask_ship_choose_target (AskShip *self)
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
  if (self->target == NULL)
    return ask_ship_refuse (self, "no table of a server stands in its FROM");
  if (!ask_engine_computes (self->engine, self->target))
    return ask_ship_refuse (self, "%s is asked for the columns of its tables only",
                            ask_engine_describe_source (self->engine, self->target));
  if (total - most > most)
    return ask_ship_refuse (self, "more of them are elsewhere than in “%s”", self->target);
  if (total - most > ASK_SHIP_MAX_ROWS)
    return ask_ship_refuse (self, "about %.0f would have to, and more than %d cost more than they save", total - most,
                            ASK_SHIP_MAX_ROWS);
  return TRUE;
}

static gboolean
are_constant (const AskSqlExprs *list)
{
  for (guint i = 0; i < list->n; i++)
    if (!ask_sql_expr_is_constant (list->items[i]))
      return FALSE;
  return TRUE;
}

/* Whether the condition alone says what the column equals. */
static gboolean
is_constant_for (const AskSqlExpr *expr, const AskSqlFrom *item, guint column)
{
  return (expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_EQUAL
          && ((expr->left->from == item && expr->left->column == (int) column && ask_sql_expr_is_constant (expr->right))
              || (expr->right->from == item && expr->right->column == (int) column
                  && ask_sql_expr_is_constant (expr->left))))
         || (expr->kind == ASK_EXPR_IN_LIST && !expr->negated && expr->left->from == item
             && expr->left->column == (int) column && are_constant (&expr->list));
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

          given = ask_conjunct_filters (conjunct, item, &self->shape) && is_constant_for (conjunct->expr, item, c);
        }
      if (!given)
        return ask_ship_refuse (self, "only the join says which “%s” of “%s” to ask for",
                                ((const AskSqlColumn *) table->columns->pdata[c])->name, ask_sql_from_get_name (item));
    }
  return TRUE;
}

/**
 * ask_ship_can_travel:
 * @item: of another place than the target
 *
 * Returns: whether its rows can be computed first and compare there as they do here; where not, the reason
 *   is set
 */
gboolean
ask_ship_can_travel (AskShip *self, const AskSqlFrom *item)
{
  const char *name = ask_sql_from_get_name (item);
  const AskSqlSelect *select = item->cte != NULL ? item->cte->select : item->select;

  if (item->kind == ASK_FROM_FUNCTION)
    return ask_ship_refuse (self, "“%s” is a function that is called here", name);
  if (item->uses_rowid)
    return ask_ship_refuse (self, "the rowid of “%s” is needed", name);
  /* Files with columns that do not compare by bytes: which ones is known to SQLite alone. */
  if (self->engine->collates && item->catalog_table != NULL && ask_planner_get_server (self->engine, item) == NULL)
    return ask_ship_refuse (self, "columns of “%s” may compare by a collation of their own", name);
  for (guint c = 0; select != NULL && c < item->n_columns; c++)
    if (item->used[c] && !ask_planner_first_tells (select, c))
      return ask_ship_refuse (self, "the parts of “%s” compare “%s” in different ways", name, item->columns[c].name);
  for (guint c = 0; c < item->n_columns; c++)
    if (item->used[c] && item->columns[c].collation != NULL)
      return ask_ship_refuse (self, "“%s” of “%s” compares by %s", item->columns[c].name, name,
                              item->columns[c].collation);
  return has_parameters (self, item);
}
