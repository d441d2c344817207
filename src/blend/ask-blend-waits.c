/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the planner asks of a statement with _answer() in the place of its calls: what waits for an answer, what decides about
 * rows, and what names of results stand for.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <string.h>

#include "sql/ask-sql-analysis.h"

/** ask_blend_get_number: Returns: the number of the call that @expr looks up, 0 where it is no lookup */
gint64
ask_blend_get_number (const AskSqlExpr *expr)
{
  if (expr->kind != ASK_EXPR_FUNCTION || expr->name == NULL || strcmp (expr->name, ASK_EXTERNAL_ANSWER) != 0)
    return 0;
  return expr->list.items[0]->value.integer;
}

typedef struct
{
  AskBlend *blend;
  guint depth;
  gboolean found;
} Waiting;

static gboolean waits_within (Waiting *self, AskSqlExpr *expr);

static gboolean
look_for_waiting (AskSqlExpr *expr, gpointer data)
{
  Waiting *self = data;
  gint64 number = ask_blend_get_number (expr);

  AskBlendCall *call = number > 0 ? self->blend->calls->pdata[number - 1] : NULL;

  if (call != NULL && !call->resolved)
    {
      self->found = TRUE;
      g_hash_table_add (self->blend->awaited, call);
    }
  if (expr->kind == ASK_EXPR_COLUMN && self->depth < 64)
    {
      AskSqlExpr *of = expr->alias != NULL ? expr->alias
                       : expr->from != NULL && expr->column >= 0 && (guint) expr->column < expr->from->n_columns
                         ? expr->from->columns[expr->column].expr
                         : NULL;

      if (of != NULL)
        self->found = waits_within (self, of) || self->found;
    }
  /* All that is awaited counts. */
  return TRUE;
}

static gboolean
waits_within (Waiting *self, AskSqlExpr *expr)
{
  const AskSqlVisit visit = { .expr = look_for_waiting, .user_data = self };

  self->depth++;
  ask_sql_walk_expr (expr, &visit);
  self->depth--;
  return self->found;
}

/** ask_blend_waits: Returns: whether @expr waits for an answer that is not known, or names something that does */
gboolean
ask_blend_waits (AskBlend *self, AskSqlExpr *expr)
{
  Waiting waiting = { self, 0, FALSE };

  return expr != NULL && waits_within (&waiting, expr);
}

static gboolean
is_lookup (const AskSqlExpr *expr)
{
  return ask_blend_get_number (expr) > 0;
}

/** ask_blend_is_unknown: Returns: whether @expr says nothing yet of the rows that other calls are asked about */
gboolean
ask_blend_is_unknown (AskBlend *self, AskSqlExpr *expr)
{
  return ask_blend_waits (self, expr)
         || ((self->without & ASK_BLEND_SAVE_CASCADE) && ask_sql_expr_has (expr, is_lookup));
}

/* Whether what @select computes of a row neither decides whether it is there nor what else is in it: not so where rows are grouped,
 * compared or counted. Whoever names such a result waits for it. */
static gboolean
is_plain (const AskSqlSelect *select)
{
  const AskSqlCore *core = select->cores[0];

  return select->n_cores == 1 && select->limit == NULL && core->n_rows == 0 && core->n_windows == 0 && !core->distinct
         && !core->has_aggregate && core->group_by.n == 0 && core->having == NULL;
}

/* A run for its sake would note what it looks up in vain. */
static gboolean
look_for_unforeseen (AskSqlExpr *expr, gpointer data)
{
  Waiting *self = data;
  gint64 number = ask_blend_get_number (expr);

  self->found = self->found || (number > 0 && ((AskBlendCall *) self->blend->calls->pdata[number - 1])->unforeseen);
  return TRUE;
}

/* A column that two items share is compared without being named. */
static gboolean
compares_columns (const AskSqlFroms *items)
{
  for (guint i = 0; i < items->n; i++)
    if (items->items[i]->using != NULL || items->items[i]->natural || compares_columns (&items->items[i]->items))
      return TRUE;
  return FALSE;
}

static void
look_at_joins (Waiting *self, const AskSqlFroms *items)
{
  const AskSqlVisit visit = { .expr = look_for_waiting, .user_data = self };

  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *from = items->items[i];

      for (guint a = 0; a < from->args.n; a++)
        ask_sql_walk_expr (from->args.items[a], &visit);
      if (from->on != NULL)
        ask_sql_walk_expr (from->on, &visit);
      look_at_joins (self, &from->items);
    }
}

/* @whole: every column of @select counts */
static void
look_into_select (Waiting *self, AskSqlSelect *select, gboolean whole)
{
  const AskSqlVisit waiting = { .expr = look_for_waiting, .user_data = self };
  const AskSqlVisit unforeseen = { .expr = look_for_unforeseen, .user_data = self };

  if (whole)
    {
      ask_sql_walk_select (select, &waiting);
      return;
    }
  ask_sql_walk_select (select, &unforeseen);
  look_at_joins (self, &select->cores[0]->from);
  if (select->cores[0]->where != NULL)
    ask_sql_walk_expr (select->cores[0]->where, &waiting);
}

static gboolean
rows_wait (AskBlend *blend, const AskSqlFroms *items, guint depth, gboolean whole)
{
  whole = whole || compares_columns (items);
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *from = items->items[i];
      AskSqlSelect *select = from->select != NULL ? from->select : from->cte != NULL ? from->cte->select : NULL;
      gboolean whole_within = select != NULL && (whole || !is_plain (select));
      Waiting self = { blend, depth, FALSE };

      if (select != NULL)
        look_into_select (&self, select, whole_within);
      /* A CTE may read another one; a recursive one reads itself. */
      for (guint c = 0; select != NULL && c < select->n_cores && depth < 16; c++)
        self.found = self.found || rows_wait (blend, &select->cores[c]->from, depth + 1, whole_within);
      if (self.found || rows_wait (blend, &from->items, depth, whole))
        return TRUE;
    }
  return FALSE;
}

/** ask_blend_rows_wait: Returns: whether rows of @items wait: what lies within gives none, or too few, without an answer */
gboolean
ask_blend_rows_wait (AskBlend *self, const AskSqlFroms *items)
{
  return rows_wait (self, items, 0, FALSE);
}

static gboolean
look_for_change (AskSqlExpr *expr, gpointer data)
{
  gboolean *changes = data;

  *changes = *changes || (expr->kind == ASK_EXPR_FUNCTION && !ask_sql_expr_is_deterministic (expr));
  return !*changes;
}

static gboolean
rows_change (const AskSqlFroms *items, guint depth)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *from = items->items[i];
      AskSqlSelect *select = from->select != NULL ? from->select : from->cte != NULL ? from->cte->select : NULL;
      gboolean changes = FALSE;
      const AskSqlVisit visit = { .expr = look_for_change, .user_data = &changes };

      if (select != NULL)
        ask_sql_walk_select (select, &visit);
      for (guint c = 0; select != NULL && c < select->n_cores && depth < 16; c++)
        changes = changes || rows_change (&select->cores[c]->from, depth + 1);
      if (changes || rows_change (&from->items, depth))
        return TRUE;
    }
  return FALSE;
}

/** ask_blend_rows_change: Returns: whether rows of @items are others each time: ORDER BY random() LIMIT 3 */
gboolean
ask_blend_rows_change (const AskSqlFroms *items)
{
  return rows_change (items, 0);
}

/** ask_blend_and: @a, @b: (nullable): conditions. Returns: (nullable): both */
AskSqlExpr *
ask_blend_and (AskSqlTree *tree, AskSqlExpr *a, AskSqlExpr *b)
{
  return a == NULL ? b : b == NULL ? a : ask_sql_tree_new_and (tree, a, b);
}

static gboolean
write_out (AskSqlExpr *expr, gpointer tree)
{
  for (guint i = 0; i < 16 && expr->kind == ASK_EXPR_COLUMN && expr->alias != NULL && !expr->merged; i++)
    *expr = *ask_sql_tree_copy_expr (tree, expr->alias);
  return TRUE;
}

/** ask_blend_get_result: Returns: what @term, of a GROUP BY or ORDER BY, stands for: a number is that of a result */
AskSqlExpr *
ask_blend_get_result (const AskSqlCore *core, AskSqlExpr *term)
{
  gboolean counts = term->kind == ASK_EXPR_LITERAL && term->value.kind == ASK_VALUE_INTEGER && term->value.integer >= 1
                    && term->value.integer <= core->n_results;

  if (counts && core->results[term->value.integer - 1].expr != NULL)
    return core->results[term->value.integer - 1].expr;
  return term->kind == ASK_EXPR_COLUMN && term->alias != NULL && !term->merged ? term->alias : term;
}

/** ask_blend_write_names_out: puts what names of results in @expr stand for in their places */
void
ask_blend_write_names_out (AskSqlTree *tree, AskSqlExpr *expr)
{
  ask_sql_walk_expr (expr, &(AskSqlVisit) { .expr = write_out, .user_data = tree });
}

/** ask_blend_write_results_out: puts what names and numbers of results stand for in their places: the results become others */
void
ask_blend_write_results_out (AskSqlTree *tree, AskSqlCore *core)
{
  for (guint i = 0; i < core->group_by.n; i++)
    {
      core->group_by.items[i] = ask_blend_get_result (core, core->group_by.items[i]);
      ask_blend_write_names_out (tree, core->group_by.items[i]);
    }
  if (core->where != NULL)
    ask_blend_write_names_out (tree, core->where);
  if (core->having != NULL)
    ask_blend_write_names_out (tree, core->having);
}

/* Whether one lookup, or a name that stands for it, is in an expression. */
typedef struct
{
  gint64 number;
  gboolean found;
} Naming;

static gboolean
look_for_name (AskSqlExpr *expr, gpointer data)
{
  Naming *self = data;
  const AskSqlVisit visit = { .expr = look_for_name, .user_data = data };

  self->found = self->found || ask_blend_get_number (expr) == self->number;
  if (!self->found && expr->kind == ASK_EXPR_COLUMN && expr->alias != NULL)
    ask_sql_walk_expr (expr->alias, &visit);
  return !self->found;
}

/**
 * ask_blend_is_decisive:
 * @select: analysed
 * @core: of @select
 * @number: of a call
 *
 * Returns: whether conditions, groups or the order wait for its answer, so that it decides which rows there are
 */
gboolean
ask_blend_is_decisive (const AskSqlSelect *select, const AskSqlCore *core, gint64 number)
{
  Naming naming = { number, FALSE };
  const AskSqlVisit visit = { .expr = look_for_name, .user_data = &naming };

  if (core->where != NULL)
    ask_sql_walk_expr (core->where, &visit);
  if (core->having != NULL)
    ask_sql_walk_expr (core->having, &visit);
  for (guint i = 0; i < core->group_by.n; i++)
    ask_sql_walk_expr (ask_blend_get_result (core, core->group_by.items[i]), &visit);
  for (guint i = 0; i < select->order.n; i++)
    ask_sql_walk_expr (ask_blend_get_result (core, select->order.items[i].expr), &visit);
  return naming.found;
}
