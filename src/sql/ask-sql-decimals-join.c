/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * USING and NATURAL between a decimal and a number: SQLite would compare doubles. They become an ON, in
 * which the number can be written as a decimal; stars and names that the join merged are written out.
 */
#include "config.h"

#include "sql/ask-sql-decimals-private.h"

typedef struct
{
  const AskSqlCore *core;
  const AskSqlFrom *join;
} Qualify;

static gboolean
is_joined (const AskSqlFrom *join, const char *name)
{
  for (guint i = 0; i < join->equalities.n; i++)
    if (ask_sql_same_name (join->equalities.items[i]->right->name, name))
      return TRUE;
  return FALSE;
}

/* The name that the join merged is the left side's column, as it is without RIGHT and FULL JOIN. */
static gboolean
qualify (AskSqlExpr *expr, gpointer data)
{
  const Qualify *self = data;

  if (expr->kind == ASK_EXPR_COLUMN && expr->table == NULL && expr->alias == NULL && expr->from != NULL
      && expr->from->core == self->core && expr->column >= 0 && is_joined (self->join, expr->name))
    {
      expr->table = ask_sql_from_get_name (expr->from);
      expr->bare = FALSE;
    }
  return TRUE;
}

static gboolean
mixes (const AskSqlFrom *join)
{
  for (guint i = 0; i < join->equalities.n; i++)
    {
      const AskSqlExpr *equal = join->equalities.items[i];

      if (ask_sql_expr_is_decimal (equal->left) != ask_sql_expr_is_decimal (equal->right)
          && (ask_sql_expr_is_decimal (equal->left) ? equal->right : equal->left)->type != ASK_TYPE_TEXT)
        return TRUE;
    }
  return FALSE;
}

/* Whether a name that is merged may be either side's. */
static gboolean
has_right (const AskSqlFroms *items)
{
  for (guint i = 0; i < items->n; i++)
    if (items->items[i]->join == ASK_JOIN_RIGHT || items->items[i]->join == ASK_JOIN_FULL
        || has_right (&items->items[i]->items))
      return TRUE;
  return FALSE;
}

static void
write_on (AskSqlDecimals *self, AskSqlCore *core, AskSqlFrom *join)
{
  Qualify names = { core, join };
  AskSqlVisit visit = { .expr = qualify, .user_data = &names };

  if (has_right (&core->from))
    {
      if (self->error == NULL)
        g_set_error (&self->error, ASK_SQL_ERROR, ASK_SQL_ERROR_MISUSE,
                     "USING (%s) joins a decimal with a number beside a RIGHT or FULL JOIN. Write ON with both "
                     "columns instead.",
                     join->equalities.items[0]->right->name);
      return;
    }
  ask_sql_write_stars_out (self->tree, core);
  ask_sql_walk_select (self->tree->select, &visit);
  for (guint i = 0; i < join->equalities.n; i++)
    {
      AskSqlExpr *equal = join->equalities.items[i];

      ask_sql_walk_expr (equal, &visit);
      join->on = ask_sql_tree_new_and (self->tree, join->on, equal);
    }
  join->using = NULL;
  join->natural = FALSE;
  self->changed = TRUE;
}

static void
join_items (AskSqlDecimals *self, AskSqlCore *core, AskSqlFroms *items)
{
  for (guint i = 0; i < items->n; i++)
    {
      join_items (self, core, &items->items[i]->items);
      if ((items->items[i]->using != NULL || items->items[i]->natural) && mixes (items->items[i]))
        write_on (self, core, items->items[i]);
    }
}

/** ask_sql_decimals_join: writes such joins of @core with ON; what then meets in it is written like any other */
void
ask_sql_decimals_join (AskSqlDecimals *self, AskSqlCore *core)
{
  join_items (self, core, &core->from);
}
