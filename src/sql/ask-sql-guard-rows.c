/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns that stand beside an aggregate without being grouped by, and parameters of APIs that
 * nothing supplies.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sql/ask-sql-guard-private.h"

typedef struct
{
  AskSqlGuard *guard;
  const AskSqlKeys *keys;
  GPtrArray *told; /* AskSqlExpr */
} Bare;

static const AskSqlExpr *
follow (const AskSqlExpr *expr)
{
  while (expr->kind == ASK_EXPR_COLUMN && expr->alias != NULL && !expr->merged)
    expr = expr->alias;
  return expr;
}

static const AskSqlExpr *
get_key (const AskSqlCore *core, guint i)
{
  const AskSqlExpr *key = core->group_by.items[i];

  if (key->kind == ASK_EXPR_LITERAL && key->value.kind == ASK_VALUE_INTEGER && key->value.integer >= 1
      && key->value.integer <= core->n_outputs)
    key = core->outputs[key->value.integer - 1].expr;
  return follow (key);
}

static gboolean
is_key (const AskSqlCore *core, const AskSqlExpr *expr)
{
  for (guint i = 0; i < core->group_by.n; i++)
    {
      const AskSqlExpr *key = get_key (core, i);

      if (key == expr)
        return TRUE;
      if (key->kind == ASK_EXPR_COLUMN && expr->kind == ASK_EXPR_COLUMN && !expr->merged)
        {
          if (key->from == expr->from && key->column == expr->column && key->from != NULL)
            return TRUE;
        }
      else if (key->kind == expr->kind && ask_sql_expr_equal (key, expr))
        return TRUE;
    }
  return FALSE;
}

/* Equal to a constant, or to a column that is grouped by. */
static gboolean
is_given (const AskSqlKeys *keys, const AskSqlExpr *expr)
{
  for (guint i = 0; i < keys->predicates->len; i++)
    {
      const AskSqlPredicate *at = &g_array_index (keys->predicates, AskSqlPredicate, i);

      if (at->kind == ASK_PREDICATE_CONSTANT && at->outer == NULL && at->from == expr->from
          && at->column == expr->column)
        return TRUE;
      if (at->kind != ASK_PREDICATE_JOIN)
        continue;
      for (guint side = 0; side < 2; side++)
        {
          AskSqlExpr other = { .kind = ASK_EXPR_COLUMN };

          other.from = side == 0 ? at->other_from : at->from;
          other.column = side == 0 ? at->other_column : at->column;
          if ((side == 0 ? at->from : at->other_from) == expr->from
              && (side == 0 ? at->column : at->other_column) == expr->column && is_key (keys->core, &other))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
look_at_expr (AskSqlExpr *expr, gpointer data)
{
  Bare *self = data;
  const AskSqlKeys *keys = self->keys;
  int place;

  if (expr->kind == ASK_EXPR_FUNCTION && expr->is_aggregate && expr->depth == 0)
    return FALSE;
  if (is_key (keys->core, expr))
    return FALSE;
  if (expr->kind != ASK_EXPR_COLUMN)
    return TRUE;
  expr = (AskSqlExpr *) follow (expr);
  if (expr->kind != ASK_EXPR_COLUMN)
    {
      AskSqlVisit visit = { .expr = look_at_expr, .user_data = data };

      ask_sql_walk_expr (expr, &visit);
      return FALSE;
    }
  if (expr->from == NULL || expr->from->core != keys->core || expr->column < 0 || is_key (keys->core, expr))
    return FALSE;
  place = ask_sql_keys_find (keys, expr->from);
  if (place < 0 || keys->fixed[place] || is_given (keys, expr))
    return FALSE;
  for (guint i = 0; i < self->told->len; i++)
    {
      const AskSqlExpr *told = self->told->pdata[i];

      if (told->from == expr->from && told->column == expr->column)
        return FALSE;
    }
  g_ptr_array_add (self->told, expr);
  return FALSE;
}

typedef struct
{
  guint n;
  guint n_extremes;
} Aggregates;

static gboolean
count_aggregate (AskSqlExpr *expr, gpointer data)
{
  Aggregates *found = data;

  if (expr->kind == ASK_EXPR_FUNCTION && expr->is_aggregate && expr->depth == 0)
    {
      found->n++;
      found->n_extremes += g_ascii_strcasecmp (expr->name, "min") == 0 || g_ascii_strcasecmp (expr->name, "max") == 0;
    }
  return TRUE;
}

static void
tell (AskSqlGuard *self, const AskSqlCore *core, const AskSqlExpr *expr)
{
  const char *table = ask_sql_from_get_name (expr->from);
  const char *name = expr->from->columns[expr->column].name;
  AskSqlHint *hint;

  if (core->group_by.n == 0)
    ask_sql_guard_add (self, ASK_HINT_WARNING, ASK_HINT_BARE_COLUMN, expr->span,
                       "“%s” stands beside an aggregate, so it is of any one row. Add GROUP BY %s, "
                       "or leave it out.",
                       name, name);
  else
    {
      hint = ask_sql_guard_add (self, ASK_HINT_WARNING, ASK_HINT_BARE_COLUMN, expr->span,
                                "“%s” is neither grouped by nor in an aggregate, so it is of any "
                                "one row of the group. Add it to GROUP BY, or write max(%s).",
                                name, name);
      ask_sql_guard_suggest (hint, "%s%s%s", table != NULL ? table : "", table != NULL ? "." : "", name);
    }
}

/* ask_sql_guard_rows: looks for columns that are neither grouped by nor aggregated */
void
ask_sql_guard_rows (AskSqlGuard *self, AskSqlSelect *select, AskSqlCore *core)
{
  g_autoptr (GPtrArray) told = NULL;
  Aggregates aggregates = { 0, 0 };
  AskSqlVisit count = { .expr = count_aggregate, .user_data = &aggregates };
  AskSqlKeys keys;
  Bare bare = { self, &keys, NULL };
  AskSqlVisit visit = { .expr = look_at_expr, .user_data = &bare };

  if (!core->has_aggregate)
    return;
  for (guint i = 0; i < core->n_results; i++)
    ask_sql_walk_expr (core->results[i].expr, &count);
  ask_sql_walk_expr (core->having, &count);
  for (guint i = 0; i < select->order.n && select->n_cores == 1; i++)
    ask_sql_walk_expr (select->order.items[i].expr, &count);
  /* Beside one min() or max() SQLite gives the row that has it. */
  if (aggregates.n == 1 && aggregates.n_extremes == 1)
    return;
  bare.told = told = g_ptr_array_new ();
  ask_sql_keys_init (&keys, self->tree, core);
  for (guint i = 0; i < core->n_outputs; i++)
    ask_sql_walk_expr (core->outputs[i].expr, &visit);
  ask_sql_walk_expr (core->having, &visit);
  for (guint i = 0; i < select->order.n && select->n_cores == 1; i++)
    ask_sql_walk_expr (select->order.items[i].expr, &visit);
  for (guint i = 0; i < told->len; i++)
    tell (self, core, told->pdata[i]);
  ask_sql_keys_clear (&keys);
}

/* Whether what the expression names is all there before @item is asked. */
static gboolean
is_ready (const AskSqlKeys *keys, AskSqlExpr *expr, const gboolean *ready)
{
  g_autoptr (GPtrArray) named = g_ptr_array_new ();

  ask_sql_expr_get_items (expr, keys->core, named);
  for (guint i = 0; i < named->len; i++)
    if (!ready[ask_sql_keys_find (keys, named->pdata[i])])
      return FALSE;
  return TRUE;
}

static gboolean
is_column (const AskSqlExpr *expr, const AskSqlFrom *from, guint column)
{
  const AskSqlExpr *at = expr != NULL ? follow (expr) : NULL;

  return at != NULL && at->kind == ASK_EXPR_COLUMN && at->from == from && at->column == (int) column;
}

static gboolean
is_supplied (const AskSqlKeys *keys, const AskSqlFrom *from, guint column, const gboolean *ready)
{
  for (guint i = 0; i < keys->predicates->len; i++)
    {
      const AskSqlPredicate *at = &g_array_index (keys->predicates, AskSqlPredicate, i);
      AskSqlExpr *expr = at->expr;

      switch (at->kind)
        {
        case ASK_PREDICATE_CONSTANT:
        case ASK_PREDICATE_LIST:
          if (at->from == from && at->column == (int) column)
            return TRUE;
          break;
        case ASK_PREDICATE_JOIN:
          if (at->from == from && at->column == (int) column && ready[ask_sql_keys_find (keys, at->other_from)])
            return TRUE;
          if (at->other_from == from && at->other_column == (int) column && ready[ask_sql_keys_find (keys, at->from)])
            return TRUE;
          break;
        case ASK_PREDICATE_RESIDUAL:
          if (expr->kind == ASK_EXPR_BINARY && (expr->op == ASK_OP_EQUAL || expr->op == ASK_OP_IS)
              && ((is_column (expr->left, from, column) && is_ready (keys, expr->right, ready))
                  || (is_column (expr->right, from, column) && is_ready (keys, expr->left, ready))))
            return TRUE;
          if ((expr->kind == ASK_EXPR_IN_SELECT || expr->kind == ASK_EXPR_IN_TABLE) && !expr->negated
              && is_column (expr->left, from, column))
            return TRUE;
          break;
        case ASK_PREDICATE_RANGE:
          break;
        }
    }
  return FALSE;
}

static gboolean
has_required (const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];

      if (has_required (&from->items))
        return TRUE;
      for (guint c = 0; from->catalog_table != NULL && c < from->n_columns; c++)
        if (((const AskSqlColumn *) from->catalog_table->columns->pdata[c])->required != NULL)
          return TRUE;
    }
  return FALSE;
}

/* ask_sql_guard_parameters: looks for required parameters that nothing supplies, following joins */
void
ask_sql_guard_parameters (AskSqlGuard *self, AskSqlCore *core)
{
  AskSqlKeys keys;
  g_autofree gboolean *ready = NULL;
  gboolean changed = TRUE;

  if (!has_required (&core->from))
    return;
  ask_sql_keys_init (&keys, self->tree, core);
  ready = g_new0 (gboolean, MAX (keys.items->len, 1));
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < keys.items->len; i++)
        {
          const AskSqlFrom *from = keys.items->pdata[i];
          gboolean all = TRUE;

          for (guint c = 0; from->catalog_table != NULL && c < from->n_columns && all; c++)
            all = ((AskSqlColumn *) from->catalog_table->columns->pdata[c])->required == NULL
                  || is_supplied (&keys, from, c, ready);
          if (all && !ready[i])
            ready[i] = changed = TRUE;
        }
    }
  for (guint i = 0; i < keys.items->len; i++)
    {
      const AskSqlFrom *from = keys.items->pdata[i];

      for (guint c = 0; !ready[i] && from->catalog_table != NULL && c < from->n_columns; c++)
        {
          const AskSqlColumn *column = from->catalog_table->columns->pdata[c];
          AskSqlHint *hint;

          if (column->required == NULL || is_supplied (&keys, from, c, ready))
            continue;
          hint = ask_sql_guard_add (
            self, ASK_HINT_ERROR, ASK_HINT_MISSING_PARAMETER, from->span,
            N_ ("%s can only be asked with its “%s”. Add a condition %s.%s = …, or join it by a column "
                "that gives it."),
            from->catalog_table->name, column->name, ask_sql_from_get_name (from), column->name);
          ask_sql_guard_suggest (hint, "%s.%s = …", ask_sql_from_get_name (from), column->name);
        }
    }
  ask_sql_keys_clear (&keys);
}
