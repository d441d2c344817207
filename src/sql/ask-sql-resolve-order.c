/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The terms of ORDER BY and GROUP BY. A term may be a result column, by its place or its alias, or an
 * expression of its own; which of them SQLite takes first differs between the two clauses and between
 * a SELECT alone and a compound. What a term stands for is written into the tree.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"
#include "sql/ask-sql-function-private.h"

#include <string.h>

static AskSqlExpr *
skip_collate (AskSqlExpr *expr)
{
  static const char *const hints[] = { "likely", "unlikely", "likelihood", NULL };

  for (;;)
    {
      if (expr->kind == ASK_EXPR_COLLATE)
        expr = expr->left;
      else if (expr->kind == ASK_EXPR_FUNCTION && expr->list.n > 0 && ask_sql_name_is_one_of (expr->name, hints))
        expr = expr->list.items[0];
      else
        return expr;
    }
}

/* A whole number of 32 bits, perhaps with signs before it. TRUE and FALSE are none, be they taken for numbers
 * already. */
static gboolean
get_place (const AskSqlExpr *expr, gint64 *place)
{
  gint64 sign = 1;

  while (expr->kind == ASK_EXPR_UNARY && (expr->op == ASK_OP_NEGATIVE || expr->op == ASK_OP_POSITIVE))
    {
      if (expr->op == ASK_OP_NEGATIVE)
        sign = -sign;
      expr = expr->left;
    }
  if (expr->kind != ASK_EXPR_LITERAL || expr->value.kind != ASK_VALUE_INTEGER || expr->value.integer > G_MAXINT32
      || ask_sql_name_is_truth (expr->literal))
    return FALSE;
  *place = sign * expr->value.integer;
  return TRUE;
}

static gboolean
is_alias (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_COLUMN && expr->table == NULL;
}

static void
set_alias (AskSqlScope *scope, AskSqlExpr *expr, guint output)
{
  expr->from = NULL;
  expr->column = -1;
  expr->depth = 0;
  expr->is_string = FALSE;
  expr->merged = FALSE;
  expr->alias = scope->core->outputs[output].expr;
  ask_sql_type_expr (expr);
}

static int
find_alias (const AskSqlScope *scope, const AskSqlExpr *expr)
{
  if (!is_alias (expr))
    return -1;
  for (guint i = 0; i < scope->core->n_outputs; i++)
    if (scope->named[i].alias && ask_sql_same_name (scope->core->outputs[i].name, expr->name))
      return (int) i;
  return -1;
}

/* COLLATE and likely() above a term that has been given its meaning. */
static gboolean
type_above (AskSqlAnalyser *self, AskSqlExpr *expr, const AskSqlExpr *inner)
{
  if (expr == inner)
    return TRUE;
  if (expr->kind == ASK_EXPR_COLLATE && !ask_sql_collation_exists (expr->name)
      && !ask_sql_misuse (self, expr->span, "there is no collation “%s”", expr->name))
    return FALSE;
  if (!type_above (self, expr->kind == ASK_EXPR_COLLATE ? expr->left : expr->list.items[0], inner))
    return FALSE;
  ask_sql_type_expr (expr);
  return TRUE;
}

static gboolean
resolve_term (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr, gboolean order, guint place,
              gboolean *has_aggregate)
{
  AskSqlExpr *inner = skip_collate (expr);
  int alias = order ? find_alias (scope, inner) : -1;
  gint64 number;

  *has_aggregate = FALSE;
  if (alias >= 0)
    {
      set_alias (scope, inner, (guint) alias);
      return type_above (self, expr, inner);
    }
  if (!get_place (inner, &number))
    return ask_sql_resolve_top (self, scope, expr, has_aggregate, NULL);
  ask_sql_type_expr (inner);
  if (number < 1 || number > scope->core->n_outputs)
    return ask_sql_misuse (self, inner->span,
                           "term %u of %s BY asks for column %" G_GINT64_FORMAT ", but there are columns 1 to %u",
                           place + 1, order ? "ORDER" : "GROUP", number, scope->core->n_outputs);
  *has_aggregate = scope->named[number - 1].has_aggregate;
  if (!order && scope->named[number - 1].has_window
      && !ask_sql_misuse (self, inner->span, "GROUP BY cannot group by a window function"))
    return FALSE;
  return type_above (self, expr, inner);
}

/** ask_sql_resolve_group_by: Returns: whether to go on */
gboolean
ask_sql_resolve_group_by (AskSqlAnalyser *self, AskSqlScope *scope)
{
  AskSqlCore *core = scope->core;

  for (guint i = 0; i < core->group_by.n; i++)
    {
      AskSqlExpr *term = core->group_by.items[i];
      gboolean has_aggregate;

      if (!resolve_term (self, scope, term, FALSE, i, &has_aggregate))
        return FALSE;
      if (has_aggregate && !ask_sql_misuse (self, term->span, "GROUP BY cannot group by an aggregate"))
        return FALSE;
    }
  return TRUE;
}

/* Each "?" is a parameter of its own. */
static gboolean
is_question_mark (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_PARAMETER && strcmp (expr->name, "?") == 0;
}

static gboolean
is_same_output (AskSqlExpr *a, AskSqlExpr *b)
{
  if (ask_sql_expr_has (a, is_question_mark))
    return FALSE;
  if (a->kind == ASK_EXPR_COLUMN && b->kind == ASK_EXPR_COLUMN && a->from != NULL)
    return a->from == b->from && a->column == b->column;
  if (a->kind != b->kind)
    return FALSE;
  return ask_sql_expr_equal (a, b);
}

static gboolean
is_select (const AskSqlExpr *expr)
{
  return expr->select != NULL;
}

/* A term of a compound's ORDER BY is a result column of one of its SELECTs: by place, by alias, or
 * by being the same expression there. */
static gboolean
resolve_compound_term (AskSqlAnalyser *self, AskSqlSelect *select, AskSqlExpr *expr, guint place)
{
  AskSqlExpr *inner = skip_collate (expr);
  gint64 number;

  if (get_place (inner, &number))
    {
      guint n = select->cores[0]->n_outputs;

      ask_sql_type_expr (inner);
      if (number < 1 || number > n)
        return ask_sql_misuse (self, inner->span,
                               "term %u of ORDER BY asks for column %" G_GINT64_FORMAT
                               ", but there are columns 1 to %u",
                               place + 1, number, n);
      return type_above (self, expr, inner);
    }
  /* The "*" of a first SELECT without FROM has been told of, and is no column. */
  if (select->cores[0]->n_outputs == 0)
    return TRUE;
  for (guint c = 0; c < select->n_cores; c++)
    {
      AskSqlScope *scope = select->cores[c]->scope;
      int alias = find_alias (scope, inner);
      AskSqlScope alone = *scope;
      gboolean fits;

      if (alias < 0 && ask_sql_expr_has (inner, is_select))
        continue;
      if (alias >= 0)
        {
          set_alias (select->cores[0]->scope, inner, MIN ((guint) alias, select->cores[0]->n_outputs - 1));
          return type_above (self, expr, inner);
        }

      AskSqlExpr *copy = ask_sql_tree_copy_expr (self->tree, inner);

      alone.outer = NULL;
      alone.aliases = TRUE;
      alone.allow_aggregate = TRUE;
      alone.allow_window = FALSE;
      alone.phase = ASK_PHASE_RESULTS;
      self->quiet++;
      fits = ask_sql_resolve_scalar (self, &alone, copy);
      self->quiet--;
      for (guint i = 0; fits && i < scope->core->n_outputs; i++)
        if (is_same_output (copy, scope->core->outputs[i].expr))
          {
            AskSqlScope *first = select->cores[0]->scope;

            if (is_alias (inner) || inner->kind == ASK_EXPR_COLUMN)
              set_alias (first, inner, MIN (i, first->core->n_outputs - 1));
            else
              *inner = *copy;
            return type_above (self, expr, inner);
          }
    }
  return ask_sql_misuse (self, expr->span,
                         "term %u of ORDER BY is no result column, which it must be after UNION, "
                         "INTERSECT or EXCEPT",
                         place + 1);
}

/**
 * ask_sql_resolve_order:
 * @scope: the names of @select's first SELECT
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_resolve_order (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlSelect *select)
{
  for (guint i = 0; i < select->order.n; i++)
    {
      AskSqlExpr *expr = select->order.items[i].expr;
      gboolean has_aggregate;

      if (select->n_cores > 1 ? !resolve_compound_term (self, select, expr, i)
                              : !resolve_term (self, scope, expr, TRUE, i, &has_aggregate))
        return FALSE;
    }
  return TRUE;
}
