/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the items of a statement's FROMs are used where a definition is needed, and in which way each gets it:
 * the expression in the place of the name where that means the same as a view's column would, a subquery
 * where it does not. It looks, notes and decides; it changes the tree only where ask_sql_define_stars() does.
 */
#include "config.h"

#include "sql/ask-sql-define-private.h"

#include "sql/ask-sql-analysis-private.h"
#include "sql/ask-sql-definition-private.h"

/** ask_sql_define_get_column: Returns: the column at place @i of @from, which is a table of the catalogue */
const AskSqlColumn *
ask_sql_define_get_column (const AskSqlFrom *from, guint i)
{
  return from->catalog_table->columns->pdata[i];
}

/** ask_sql_define_get_calculated: Returns: (nullable): the calculated column that @expr names */
const AskSqlColumn *
ask_sql_define_get_calculated (const AskSqlExpr *expr)
{
  const AskSqlColumn *column;

  if (expr->kind != ASK_EXPR_COLUMN || expr->from == NULL || expr->from->catalog_table == NULL || expr->column < 0
      || (guint) expr->column >= expr->from->n_columns)
    return NULL;
  column = ask_sql_define_get_column (expr->from, (guint) expr->column);
  return column->calculated ? column : NULL;
}

static AskSqlUse *
get_use (AskSqlDefine *self, AskSqlFrom *from)
{
  AskSqlUse *use = g_hash_table_lookup (self->items, from);

  if (use == NULL)
    {
      use = g_new0 (AskSqlUse, 1);
      g_hash_table_insert (self->items, from, use);
    }
  return use;
}

static gboolean
has_item (const AskSqlFroms *froms, const AskSqlFrom *but, const char *name)
{
  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];

      if ((from != but && ask_sql_same_name (ask_sql_from_get_name (from), name)) || has_item (&from->items, but, name))
        return TRUE;
    }
  return FALSE;
}

/* Whether "name.x" written where @expr stands could be of another item. */
static gboolean
is_captured (const AskSqlDefine *self, const AskSqlExpr *expr)
{
  const char *name = ask_sql_from_get_name (expr->from);

  for (const AskSqlCore *core = self->current; core != NULL; core = core->parent)
    {
      if (has_item (&core->from, expr->from, name))
        return TRUE;
      if (core == expr->from->core)
        return FALSE;
    }
  /* It stands where the analysis found no way to it: nothing is known. */
  return TRUE;
}

static gboolean note_expr (AskSqlExpr *expr, gpointer data);

static void
note_merged (AskSqlDefine *self, AskSqlExpr *expr)
{
  if (expr->kind == ASK_EXPR_FUNCTION)
    for (guint i = 0; i < expr->list.n; i++)
      note_merged (self, expr->list.items[i]);
  if (expr->kind == ASK_EXPR_BINARY)
    {
      note_merged (self, expr->left);
      note_merged (self, expr->right);
    }
  if (expr->kind != ASK_EXPR_COLUMN)
    return;
  if (expr->alias != NULL && expr->merged)
    note_merged (self, expr->alias);
  if (ask_sql_define_get_calculated (expr) != NULL)
    get_use (self, expr->from)->merged = TRUE;
  note_expr (expr, self);
}

static gboolean
note_expr (AskSqlExpr *expr, gpointer data)
{
  AskSqlDefine *self = data;
  const AskSqlColumn *column;

  if (expr->kind != ASK_EXPR_COLUMN)
    return self->error == NULL;
  if (expr->alias != NULL && expr->merged)
    note_merged (self, expr->alias);
  if (expr->from == NULL || expr->from->catalog_table == NULL)
    return TRUE;
  if (expr->column < 0)
    expr->from->uses_rowid = TRUE;
  else
    expr->from->used[expr->column] = TRUE;
  column = ask_sql_define_get_calculated (expr);
  if (column == NULL)
    return TRUE;
  if (column->expression == NULL)
    ask_sql_define_fail (self, "“%s” of “%s” cannot be calculated: %s.", column->name, expr->from->catalog_table->name,
                         column->problem);
  else if (ask_sql_definition_find_circle (expr->from->catalog_table, column, self->sound))
    ask_sql_define_fail (self, "“%s” of “%s” is calculated from itself in a circle.", column->name,
                         expr->from->catalog_table->name);
  else if (is_captured (self, expr))
    get_use (self, expr->from)->captured = TRUE;
  else
    get_use (self, expr->from);
  return self->error == NULL;
}

static void
note_froms (AskSqlDefine *self, const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];

      for (guint e = 0; e < from->equalities.n; e++)
        note_merged (self, from->equalities.items[e]);
      if (from->catalog_table != NULL && from->catalog_table->query != NULL)
        get_use (self, from);
      note_froms (self, &from->items);
    }
}

static void
note_core (AskSqlDefine *self, AskSqlCore *core)
{
  ask_sql_define_stars (self, core);
  if (self->error == NULL)
    note_froms (self, &core->from);
}

static gboolean
is_collated (const AskSqlFrom *from, const AskSqlColumn *column)
{
  if (column->calculated)
    return column->expression != NULL && ask_sql_definition_collates (ask_sql_definition_get (column->expression));
  if (from->catalog_table->collates)
    return column->affinity != ASK_AFFINITY_INTEGER && column->affinity != ASK_AFFINITY_REAL
           && column->affinity != ASK_AFFINITY_NUMERIC;
  return column->collation != NULL && !ask_sql_same_name (column->collation, "BINARY")
         && !ask_sql_same_name (column->collation, "decimal");
}

/* A view's column compares by bytes unless its expression says otherwise; an expression leaves that to the
 * other side. Where the other side is a DECIMAL, which is text for its digits only, that is what is meant. */
static gboolean
look_for_collations (AskSqlFrom *from, gpointer data)
{
  AskSqlDefine *self = data;

  for (guint i = 0; from->catalog_table != NULL && from->catalog_table->query == NULL && i < from->n_columns; i++)
    self->collates = self->collates || (from->used[i] && is_collated (from, ask_sql_define_get_column (from, i)));
  return TRUE;
}

static gboolean
has_required (const AskSqlTable *table)
{
  for (guint i = 0; i < table->columns->len; i++)
    if (((const AskSqlColumn *) table->columns->pdata[i])->required != NULL)
      return TRUE;
  return FALSE;
}

static void
choose_way (const AskSqlDefine *self, AskSqlFrom *from, AskSqlUse *use)
{
  const AskSqlTable *table = from->catalog_table;
  gboolean strict = TRUE;

  use->way = ASK_SQL_WAY_INLINE;
  /* A virtual table in a subquery beside an outer join is not asked with the keys of the join. */
  if (table->query != NULL || (self->collates && !has_required (table)))
    use->way = ASK_SQL_WAY_WRAP;
  for (guint i = 0; i < from->n_columns && use->way != ASK_SQL_WAY_WRAP; i++)
    {
      const AskSqlColumn *column = ask_sql_define_get_column (from, i);
      const AskSqlExpr *expr;

      if (!column->calculated || !from->used[i])
        continue;
      expr = ask_sql_definition_get (column->expression);
      strict = strict && ask_sql_definition_is_strict (expr);
      if (use->merged || use->captured || !ask_sql_definition_is_plain (expr))
        use->way = ASK_SQL_WAY_WRAP;
    }
  if (use->way == ASK_SQL_WAY_WRAP || !from->null_supplying || strict)
    return;
  use->way = has_required (table) ? ASK_SQL_WAY_GUARDED : ASK_SQL_WAY_WRAP;
}

/**
 * ask_sql_define_note_uses:
 *
 * Writes stars out and fills @self->items: each item that needs a definition put in, and what has to be known
 * of how it is used. Which columns are used is noted as well, since what was just written out is.
 */
void
ask_sql_define_note_uses (AskSqlDefine *self)
{
  ask_sql_define_walk (self, self->tree->select, note_expr, note_core);
}

/** ask_sql_define_choose_ways: decides for each of @self->items how it gets its definitions */
void
ask_sql_define_choose_ways (AskSqlDefine *self)
{
  AskSqlVisit look = { .from = look_for_collations, .user_data = self };
  GHashTableIter iter;
  gpointer key, value;

  self->collates = FALSE;
  ask_sql_walk_select (self->tree->select, &look);
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, &value))
    choose_way (self, key, value);
}
