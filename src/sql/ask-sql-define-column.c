/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calculated columns put in: their expressions in the place of their names, or a subquery round their table
 * that gives them as a view would. Which of the two, ask-sql-define-use.c has decided.
 */
#include "config.h"

#include "sql/ask-sql-define-private.h"

#include "sql/ask-sql-definition-private.h"

/* CASE WHEN item.key IS NOT NULL THEN meant END */
static AskSqlExpr *
guard (AskSqlDefine *self, const AskSqlFrom *from, const char *item, AskSqlExpr *meant)
{
  AskSqlSpan none = { 0, 0 };
  AskSqlExpr *test = ask_sql_tree_new_expr (self->tree, ASK_EXPR_IS_NULL, none);
  AskSqlExpr *choice = ask_sql_tree_new_expr (self->tree, ASK_EXPR_CASE, none);

  test->negated = TRUE;
  test->left
    = ask_sql_tree_new_column (self->tree, item,
                               ask_sql_tree_strdup (self->tree, ask_sql_table_get_presence (from->catalog_table), -1));
  choice->list.n = 2;
  choice->list.items = ask_sql_tree_alloc (self->tree, 2 * sizeof (AskSqlExpr *));
  choice->list.items[0] = test;
  choice->list.items[1] = meant;
  return choice;
}

static AskSqlExpr *
make_meant (AskSqlDefine *self, const AskSqlFrom *from, const AskSqlColumn *column, const char *item)
{
  g_autofree char *problem = NULL;
  AskSqlExpr *meant = ask_sql_definition_bind (self->tree, column->expression, from->catalog_table, item, &problem);

  if (meant == NULL)
    ask_sql_define_fail (self, "“%s” of “%s” cannot be calculated: %s.", column->name, from->catalog_table->name,
                         problem);
  else if (!ask_sql_define_count (self, meant, NULL, from->catalog_table))
    return NULL;
  return meant;
}

static gboolean
put_in (AskSqlExpr *expr, gpointer data)
{
  AskSqlDefine *self = data;
  const AskSqlColumn *column = ask_sql_define_get_calculated (expr);
  AskSqlFrom *from = expr->kind == ASK_EXPR_COLUMN ? expr->from : NULL;
  AskSqlUse *use = from != NULL ? g_hash_table_lookup (self->items, from) : NULL;
  const char *name;
  AskSqlExpr *meant;

  if (self->error != NULL)
    return FALSE;
  if (use == NULL)
    return TRUE;
  if (use->way == ASK_SQL_WAY_WRAP)
    {
      /* A subquery has a name, and no schema in front of it. */
      expr->schema = NULL;
      if (expr->column < 0)
        expr->name = "rowid";
      return TRUE;
    }
  if (column == NULL)
    return TRUE;
  name = ask_sql_from_get_name (from);
  meant = make_meant (self, from, column, name);
  if (meant == NULL)
    return FALSE;
  if (use->way == ASK_SQL_WAY_GUARDED && !ask_sql_definition_is_strict (ask_sql_definition_get (column->expression)))
    meant = guard (self, from, name, meant);
  *expr = *meant;
  self->changed = TRUE;
  /* What is new in the tree has been looked at by nobody yet. */
  return FALSE;
}

/* The rowid of an item that becomes a subquery is a column like others there. */
static gboolean
is_wrapped_rowid (const AskSqlDefine *self, const AskSqlExpr *expr)
{
  const AskSqlUse *use = expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->column < 0
                           ? g_hash_table_lookup (self->items, expr->from)
                           : NULL;

  return use != NULL && use->way == ASK_SQL_WAY_WRAP;
}

/* A result that is a calculated column and nothing else is called like it. */
static void
name_calculated (AskSqlDefine *self, AskSqlCore *core)
{
  guint output = 0;

  for (guint i = 0; i < core->n_results; i++)
    {
      AskSqlResult *result = &core->results[i];
      const AskSqlColumn *column = result->star == 0 ? ask_sql_define_get_calculated (result->expr) : NULL;
      const AskSqlUse *use = column != NULL ? g_hash_table_lookup (self->items, result->expr->from) : NULL;

      if (use != NULL && use->way != ASK_SQL_WAY_WRAP && result->alias == NULL && output < core->n_outputs)
        result->alias = ask_sql_tree_strdup (self->tree, column->name, -1);
      else if (result->star == 0 && result->alias == NULL && output < core->n_outputs
               && is_wrapped_rowid (self, result->expr))
        result->alias = ask_sql_tree_strdup (self->tree, core->outputs[output].name, -1);
      output += result->n_outputs;
    }
}

static void
add_result (AskSqlDefine *self, AskSqlCore *core, AskSqlExpr *expr, const char *name)
{
  core->results[core->n_results++]
    = (AskSqlResult) { .expr = expr, .alias = ask_sql_tree_strdup (self->tree, name, -1) };
}

/**
 * ask_sql_define_make_select:
 * @inner: where the columns come from, under their names or, where @remote, those that @from's query gives
 * @remote: what is calculated is left for a further subquery
 *
 * Returns: (nullable): SELECT those columns of @from that are used, under their names, FROM @inner; %NULL
 *   with @self->error set
 */
AskSqlSelect *
ask_sql_define_make_select (AskSqlDefine *self, const AskSqlFrom *from, AskSqlFrom *inner, gboolean remote)
{
  const char *item = ask_sql_from_get_name (inner);
  AskSqlSelect *select = ask_sql_tree_new_select (self->tree, inner, from->n_columns + 2);
  AskSqlCore *core = select->cores[0];

  core->n_results = 0;
  for (guint i = 0; i < from->n_columns; i++)
    {
      const AskSqlColumn *column = ask_sql_define_get_column (from, i);
      const char *name = remote && column->remote != NULL ? column->remote : column->name;
      AskSqlExpr *expr;

      if (!from->used[i] || (remote && column->calculated))
        continue;
      expr = column->calculated
               ? make_meant (self, from, column, item)
               : ask_sql_tree_new_column (self->tree, item, ask_sql_tree_strdup (self->tree, name, -1));
      if (expr == NULL)
        return NULL;
      add_result (self, core, expr, column->name);
    }
  if (from->uses_rowid)
    add_result (self, core, ask_sql_tree_new_column (self->tree, item, "rowid"), "rowid");
  if (core->n_results == 0)
    {
      AskSqlExpr *one = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });

      one->value = ask_value_integer (1);
      one->literal = "1";
      add_result (self, core, one, "1");
    }
  return select;
}

/** ask_sql_define_become_select: makes @from, a table, the subquery @select of the same name */
void
ask_sql_define_become_select (AskSqlDefine *self, AskSqlFrom *from, AskSqlSelect *select)
{
  from->alias = ask_sql_from_get_name (from);
  from->kind = ASK_FROM_SELECT;
  from->select = select;
  from->schema = from->name = from->indexed_by = NULL;
  from->not_indexed = FALSE;
  from->catalog_table = NULL;
  self->changed = TRUE;
  if (++self->n_made > ASK_SQL_MAX_MADE)
    ask_sql_define_end (self,
                        "The query is made of more than %u parts, once what stands behind its names is "
                        "written out. Ask in steps.",
                        ASK_SQL_MAX_MADE);
}

/** ask_sql_define_wrap: makes the calculated columns of @from those of a subquery around the table itself */
void
ask_sql_define_wrap (AskSqlDefine *self, AskSqlFrom *from)
{
  AskSqlFrom *inner = ask_sql_tree_new_table (self->tree, from->name);
  AskSqlSelect *select;

  inner->schema = from->schema;
  inner->indexed_by = from->indexed_by;
  inner->not_indexed = from->not_indexed;
  inner->alias = NULL;
  select = ask_sql_define_make_select (self, from, inner, FALSE);
  if (select != NULL)
    ask_sql_define_become_select (self, from, select);
}

/**
 * ask_sql_define_put_columns:
 *
 * Puts expressions in the place of calculated columns where that is the way of their items, and makes names
 * of the others ready for a subquery that has no schema in front.
 */
void
ask_sql_define_put_columns (AskSqlDefine *self)
{
  ask_sql_define_walk (self, self->tree->select, NULL, name_calculated);
  ask_sql_define_walk (self, self->tree->select, put_in, NULL);
}
