/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * USING and NATURAL between a decimal and a number: SQLite would compare doubles. They become an ON, in
 * which the number can be written as a decimal. Stars and names that a join of this FROM merged are written out,
 * since without USING they would mean something else, or nothing.
 */
#include "config.h"

#include "sql/ask-sql-decimals-private.h"

typedef struct
{
  AskSqlDecimals *decimals;
  const AskSqlCore *core;
} Qualify;

static gboolean
is_joined (const AskSqlFroms *items, const char *name)
{
  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *item = items->items[i];

      for (guint e = 0; e < item->equalities.n; e++)
        if (ask_sql_same_name (item->equalities.items[e]->right->name, name))
          return TRUE;
      if (is_joined (&item->items, name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_column_of (const AskSqlExpr *expr, const AskSqlCore *core)
{
  return expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->from->core == core;
}

/* What a join merged is written now, and may be a decimal like any other coalesce(). */
static void
type_written (AskSqlExpr *expr)
{
  for (guint i = 0; i < expr->list.n; i++)
    ask_sql_type_expr (expr->list.items[i]);
  ask_sql_type_expr (expr);
}

/* What RIGHT and FULL JOIN merge is the first of its columns that is not NULL; else it is the left side's column. */
static gboolean
qualify (AskSqlExpr *expr, gpointer data)
{
  const Qualify *self = data;

  if (expr->kind != ASK_EXPR_COLUMN || expr->table != NULL)
    return TRUE;
  if (expr->merged && expr->alias != NULL && expr->alias->kind == ASK_EXPR_FUNCTION && expr->alias->list.n > 0
      && is_column_of (expr->alias->list.items[0], self->core))
    {
      *expr = *ask_sql_tree_copy_expr (self->decimals->tree, expr->alias);
      type_written (expr);
    }
  else if (expr->alias == NULL && expr->column >= 0 && is_column_of (expr, self->core)
           && is_joined (&self->core->from, expr->name))
    {
      expr->table = ask_sql_from_get_name (expr->from);
      expr->bare = FALSE;
    }
  return TRUE;
}

/* Whether there is a decimal, and a number, among what is compared. */
static void
look (const AskSqlExpr *expr, gboolean *decimal, gboolean *number)
{
  if (expr->kind == ASK_EXPR_FUNCTION)
    for (guint i = 0; i < expr->list.n; i++)
      look (expr->list.items[i], decimal, number);
  else if (ask_sql_expr_is_decimal (expr))
    *decimal = TRUE;
  else if (expr->type != ASK_TYPE_TEXT)
    *number = TRUE;
}

static gboolean
mixes (const AskSqlExpr *equal)
{
  gboolean decimal = FALSE;
  gboolean number = FALSE;

  look (equal->left, &decimal, &number);
  look (equal->right, &decimal, &number);
  return decimal && number;
}

static gboolean
any_mixes (const AskSqlFroms *items)
{
  for (guint i = 0; i < items->n; i++)
    {
      for (guint e = 0; e < items->items[i]->equalities.n; e++)
        if (mixes (items->items[i]->equalities.items[e]))
          return TRUE;
      if (any_mixes (&items->items[i]->items))
        return TRUE;
    }
  return FALSE;
}

static void
write_ons (AskSqlDecimals *self, AskSqlFroms *items, const AskSqlVisit *visit)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *item = items->items[i];

      write_ons (self, &item->items, visit);
      if (item->using == NULL && !item->natural)
        continue;
      for (guint e = 0; e < item->equalities.n; e++)
        {
          AskSqlExpr *equal = item->equalities.items[e];

          ask_sql_walk_expr (equal, visit);
          if (equal->left->kind == ASK_EXPR_FUNCTION)
            type_written (equal->left);
          item->on = ask_sql_tree_new_and (self->tree, item->on, equal);
        }
      item->equalities.n = 0;
      item->using = NULL;
      item->natural = FALSE;
    }
}

/**
 * ask_sql_decimals_join:
 * @core: one SELECT
 *
 * Where one of its joins is such a one, writes all of them with ON; what then meets in it is written like any
 * other comparison.
 */
void
ask_sql_decimals_join (AskSqlDecimals *self, AskSqlCore *core)
{
  Qualify names = { self, core };
  AskSqlVisit visit = { .expr = qualify, .user_data = &names };

  if (!any_mixes (&core->from))
    return;
  ask_sql_write_stars_out (self->tree, core);
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].alias == NULL && core->results[i].expr->kind == ASK_EXPR_COLUMN)
      core->results[i].alias = core->outputs[i].name;
  ask_sql_walk_select (self->tree->select, &visit);
  write_ons (self, &core->from, &visit);
  self->changed = TRUE;
}
