/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values of groups: which rows no group is made of that anybody wants, and which row of a group its columns are taken from.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include "sql/ask-sql-analysis.h"

/** ask_blend_is_grouped: Returns: whether @core groups by @expr */
gboolean
ask_blend_is_grouped (const AskSqlCore *core, const AskSqlExpr *expr)
{
  for (guint i = 0; i < core->group_by.n; i++)
    if (ask_sql_expr_equal (core->group_by.items[i], expr))
      return TRUE;
  return FALSE;
}

typedef struct
{
  const AskSqlCore *core;
  gboolean possible;
  gboolean named;
} Lowering;

static gboolean
look_at_grouped (AskSqlExpr *expr, gpointer data)
{
  Lowering *self = data;

  if (expr->kind == ASK_EXPR_COLUMN && !expr->is_string)
    {
      self->named = TRUE;
      /* Values of a group are the same only where bytes are compared. */
      self->possible = self->possible && expr->collation == NULL && ask_blend_is_grouped (self->core, expr);
    }
  else if (expr->select != NULL || expr->is_aggregate || expr->window != NULL)
    self->possible = FALSE;
  return self->possible;
}

/**
 * ask_blend_lower_having:
 * @core: grouped
 *
 * Conditions of HAVING on what is grouped by hold for each row of a group that passes: they become conditions on rows.
 */
void
ask_blend_lower_having (AskBlend *self, AskSqlTree *tree, AskSqlCore *core)
{
  for (AskSqlExpr *having = core->having; having != NULL;)
    {
      gboolean more = having->kind == ASK_EXPR_BINARY && having->op == ASK_OP_AND;
      AskSqlExpr *part = more ? having->right : having;
      Lowering lowering = { core, !ask_blend_is_unknown (self, part) && ask_sql_expr_is_deterministic (part), FALSE };
      const AskSqlVisit look = { .expr = look_at_grouped, .user_data = &lowering };

      ask_sql_walk_expr (part, &look);
      if (lowering.possible && lowering.named)
        core->where = ask_blend_and (tree, core->where, ask_sql_tree_copy_expr (tree, part));
      having = more ? having->left : NULL;
    }
}

typedef struct
{
  const AskSqlCore *core;
  gboolean found;
} Bare;

static gboolean
look_for_bare (AskSqlExpr *expr, gpointer data)
{
  Bare *self = data;

  if (expr->is_aggregate || ask_blend_is_grouped (self->core, expr))
    return FALSE;
  self->found = self->found || (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL);
  return !self->found;
}

/* Whether one of @wanted names a column that is neither grouped by nor in an aggregate. */
static gboolean
has_bare_column (const AskSqlCore *core, const AskSqlExprs *wanted)
{
  Bare bare = { core, FALSE };
  const AskSqlVisit visit = { .expr = look_for_bare, .user_data = &bare };

  for (guint i = 0; i < wanted->n; i++)
    ask_sql_walk_expr (wanted->items[i], &visit);
  return bare.found;
}

typedef struct
{
  AskBlend *blend;
  AskSqlTree *tree;
  AskSqlCore *core;
} Keeping;

/* "(max (x) IS NULL) IS NOT NULL" */
static gboolean
keep_extreme (AskSqlExpr *expr, gpointer data)
{
  Keeping *self = data;
  AskSqlExpr *null;
  AskSqlExpr *known;

  if (!expr->is_aggregate)
    return expr->select == NULL;
  if ((g_ascii_strcasecmp (expr->name, "max") != 0 && g_ascii_strcasecmp (expr->name, "min") != 0)
      || ask_blend_is_unknown (self->blend, expr))
    return FALSE;
  null = ask_sql_tree_new_expr (self->tree, ASK_EXPR_IS_NULL, expr->span);
  null->left = expr;
  known = ask_sql_tree_new_expr (self->tree, ASK_EXPR_IS_NULL, expr->span);
  known->left = null;
  known->negated = TRUE;
  self->core->having = ask_blend_and (self->tree, self->core->having, known);
  return FALSE;
}

/**
 * ask_blend_keep_extremes:
 * @select: of @core
 * @core: grouped, its results not yet replaced
 * @wanted: what they are replaced by
 *
 * Of a group with a greatest or a least value SQLite takes the columns that are in no aggregate from the row of that. So where
 * @wanted names such a column these aggregates stay, in HAVING, where they decide nothing.
 */
void
ask_blend_keep_extremes (AskBlend *self, AskSqlTree *tree, AskSqlSelect *select, AskSqlCore *core,
                         const AskSqlExprs *wanted)
{
  Keeping keeping = { self, tree, core };
  const AskSqlVisit visit = { .expr = keep_extreme, .user_data = &keeping };

  if (!has_bare_column (core, wanted))
    return;
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].star == 0)
      ask_sql_walk_expr (core->results[i].expr, &visit);
  for (guint i = 0; i < select->order.n; i++)
    ask_sql_walk_expr (select->order.items[i].expr, &visit);
}
