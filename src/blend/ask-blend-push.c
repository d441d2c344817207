/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions of a SELECT that hold for the rows of a subquery or CTE in its FROM as well: they make the values of calls in there
 * fewer. Only where nothing else reads these rows, and where a row that fails makes no difference to those that pass.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include "sql/ask-sql-analysis.h"

#define MAX_LEVELS 16

/* Who reads the rows of a SELECT. */
typedef struct
{
  AskSqlSelect *select;
  AskSqlFrom *item;
  guint n;
} Reader;

static gboolean
look_for_reader (AskSqlFrom *from, gpointer data)
{
  Reader *self = data;

  if (from->select == self->select || (from->cte != NULL && from->cte->select == self->select))
    {
      self->item = from;
      self->n++;
    }
  return TRUE;
}

/* Returns: (nullable): the only item of a FROM that reads @select; %NULL where it is none, or has company */
static AskSqlFrom *
find_reader (AskSqlTree *tree, AskSqlSelect *select)
{
  Reader reader = { .select = select };
  const AskSqlVisit visit = { .from = look_for_reader, .user_data = &reader };

  ask_sql_walk_select (tree->select, &visit);
  if (reader.n != 1 || reader.item->core == NULL
      || (reader.item->cte != NULL && (reader.item->cte->recursive || reader.item->cte->n_uses != 1)))
    return NULL;
  return reader.item;
}

/* The SELECT of a core. */
typedef struct
{
  const AskSqlCore *core;
  AskSqlSelect *select;
} Owner;

static gboolean
look_for_owner (AskSqlSelect *select, gpointer data)
{
  Owner *self = data;

  for (guint i = 0; i < select->n_cores; i++)
    if (select->cores[i] == self->core)
      self->select = select;
  return self->select == NULL;
}

/**
 * Passage:
 * @item: reads @inner, perhaps with others of one compound
 * @possible: the condition is about columns of @item alone, and says the same of the rows of @inner
 * @named: it names one
 * @grouped: each column that it names is one that @inner groups by
 */
typedef struct
{
  AskBlend *blend;
  AskSqlTree *tree;
  AskSqlFrom *item;
  AskSqlCore *inner;
  gboolean possible;
  gboolean named;
  gboolean grouped;
} Passage;

/* Returns: (nullable): what @inner computes for the column @expr of the item that reads it. In a compound what it is compared as is
 * up to the first SELECT, so another one has to have the same. */
static AskSqlExpr *
get_computed (const Passage *self, const AskSqlExpr *expr)
{
  const AskSqlCore *inner = self->inner;
  const AskSqlOutput *column;
  AskSqlExpr *computed;

  if (expr->from != self->item || expr->column < 0 || (guint) expr->column >= self->item->n_columns)
    return NULL;
  column = &self->item->columns[expr->column];
  if (inner->compound == ASK_COMPOUND_FIRST)
    return column->expr;
  for (guint i = 0; i < inner->n_results; i++)
    if (inner->results[i].star != 0)
      return NULL;
  computed = (guint) expr->column < inner->n_results ? inner->results[expr->column].expr : NULL;
  return computed != NULL && computed->affinity == column->affinity
             && g_strcmp0 (computed->collation, column->collation) == 0
           ? computed
           : NULL;
}

static gboolean
look_at_part (AskSqlExpr *expr, gpointer data)
{
  Passage *self = data;

  if (expr->kind == ASK_EXPR_COLUMN && !expr->is_string)
    {
      AskSqlExpr *computed = get_computed (self, expr);

      self->named = TRUE;
      self->possible = self->possible && computed != NULL && !ask_blend_waits (self->blend, computed)
                       && ask_sql_expr_is_deterministic (computed);
      self->grouped = self->grouped && computed != NULL && ask_blend_is_grouped (self->inner, computed);
    }
  else if (expr->select != NULL || expr->is_aggregate || expr->window != NULL)
    self->possible = FALSE;
  return self->possible;
}

static gboolean
put_computed (AskSqlExpr *expr, gpointer data)
{
  Passage *self = data;

  if (expr->kind != ASK_EXPR_COLUMN || expr->is_string)
    return TRUE;
  *expr = *ask_sql_tree_copy_expr (self->tree, get_computed (self, expr));
  return FALSE;
}

static void
push_part (Passage *self, AskSqlExpr *part)
{
  const AskSqlVisit look = { .expr = look_at_part, .user_data = self };
  const AskSqlVisit put = { .expr = put_computed, .user_data = self };
  AskSqlCore *inner = self->inner;

  self->named = FALSE;
  self->grouped = TRUE;
  self->possible = !ask_blend_waits (self->blend, part) && ask_sql_expr_is_deterministic (part);
  ask_sql_walk_expr (part, &look);
  if (!self->possible || !self->named || (inner->has_aggregate && inner->group_by.n == 0))
    return;
  part = ask_sql_tree_copy_expr (self->tree, part);
  /* A column may be the whole condition. */
  ask_sql_walk_expr (part, &put);
  if (inner->has_aggregate && !self->grouped)
    inner->having = ask_blend_and (self->tree, inner->having, part);
  else
    inner->where = ask_blend_and (self->tree, inner->where, part);
}

static void
push_into (AskBlend *blend, AskSqlTree *tree, AskSqlSelect *select, AskSqlCore *inner, guint level)
{
  AskSqlFrom *item = find_reader (tree, select);
  Owner owner = { NULL, NULL };
  const AskSqlVisit visit = { .select = look_for_owner, .user_data = &owner };
  Passage passage = { blend, tree, item, inner, FALSE, FALSE, FALSE };

  if (item == NULL || item->null_supplying || select->limit != NULL || inner->n_rows > 0 || inner->has_window
      || level >= MAX_LEVELS)
    return;
  owner.core = item->core;
  ask_sql_walk_select (tree->select, &visit);
  if (owner.select == NULL)
    return;
  push_into (blend, tree, owner.select, item->core, level + 1);
  ask_blend_write_results_out (tree, item->core);
  for (AskSqlExpr *where = item->core->where; where != NULL;)
    {
      gboolean more = where->kind == ASK_EXPR_BINARY && where->op == ASK_OP_AND;

      push_part (&passage, more ? where->right : where);
      where = more ? where->left : NULL;
    }
}

/**
 * ask_blend_push_conditions:
 * @tree: analysed, for the values of one call
 * @select: the SELECT around that call
 * @core: that of @select with the call, which gets the conditions
 *
 * Brings conditions of all SELECTs around @select to where the call stands, as far as they are about its rows alone.
 */
void
ask_blend_push_conditions (AskBlend *self, AskSqlTree *tree, AskSqlSelect *select, AskSqlCore *core)
{
  push_into (self, tree, select, core, 0);
}

/**
 * ask_blend_is_unread:
 * @tree: analysed
 * @select: where the call stands
 * @core: that of @select with a call in its results
 * @expr: the result with it
 *
 * Returns: whether @select stands in a FROM where nothing reads that column
 */
gboolean
ask_blend_is_unread (AskSqlTree *tree, AskSqlSelect *select, const AskSqlCore *core, const AskSqlExpr *expr)
{
  AskSqlFrom *item = find_reader (tree, select);
  guint output = 0;

  if (item == NULL || item->used == NULL || core->distinct)
    return FALSE;
  /* Others compare rows as a whole. */
  for (guint i = 1; i < select->n_cores; i++)
    if (select->cores[i]->compound != ASK_COMPOUND_UNION_ALL)
      return FALSE;
  for (guint i = 0; i < core->n_results; output += core->results[i++].n_outputs)
    if (core->results[i].star == 0 && core->results[i].expr == expr)
      return output < item->n_columns && !item->used[output];
  return FALSE;
}
