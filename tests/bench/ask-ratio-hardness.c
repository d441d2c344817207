/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How hard a query is, by the definition of Spider's evaluation script (eval_hardness), quirks included: a NOT
 * counts as an aggregate, so does every AND and OR of a HAVING; of a compound only the first SELECT counts and
 * an ORDER BY at its end belongs to the last one; a subquery in FROM counts as a table.
 */
#include "config.h"

#include "bench/ask-ratio.h"

#include <string.h>

/* A WHERE as Spider reads it: conditions in a row, with AND and OR between them. */
typedef struct
{
  guint n; /* conditions */
  guint ands;
  guint ors;
  guint likes;
  guint nots;
  guint nested; /* values that are a SELECT */
} Conditions;

static guint
is_select (const AskSqlExpr *expr)
{
  return expr != NULL && expr->kind == ASK_EXPR_SELECT;
}

static void
add_conditions (Conditions *self, const AskSqlExpr *expr)
{
  if (expr->kind == ASK_EXPR_BINARY && (expr->op == ASK_OP_AND || expr->op == ASK_OP_OR))
    {
      add_conditions (self, expr->left);
      add_conditions (self, expr->right);
      if (expr->op == ASK_OP_OR)
        self->ors++;
      else
        self->ands++;
      return;
    }
  if (expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NOT)
    {
      /* NOT before a condition is its not_op. */
      Conditions inner = { 0 };

      add_conditions (&inner, expr->left);
      inner.nots += inner.nots == 0;
      self->n += inner.n;
      self->ands += inner.ands;
      self->ors += inner.ors;
      self->likes += inner.likes;
      self->nots += inner.nots;
      self->nested += inner.nested;
      return;
    }
  self->n++;
  self->nots += expr->negated;
  switch (expr->kind)
    {
    case ASK_EXPR_LIKE:
      self->likes += expr->op == ASK_OP_LIKE;
      break;
    case ASK_EXPR_IN_SELECT:
    case ASK_EXPR_EXISTS:
      self->nested++;
      break;
    case ASK_EXPR_BETWEEN:
      self->nested += is_select (expr->list.items[0]) + is_select (expr->list.items[1]);
      break;
    case ASK_EXPR_BINARY:
      self->nested += is_select (expr->right);
      break;
    default:
      break;
    }
}

typedef struct
{
  guint tables;
  Conditions conditions;
} From;

static void
add_from (From *self, const AskSqlFroms *from)
{
  for (guint i = 0; i < from->n; i++)
    {
      if (from->items[i]->kind == ASK_FROM_JOIN)
        add_from (self, &from->items[i]->items);
      else
        self->tables++;
      if (from->items[i]->on != NULL)
        add_conditions (&self->conditions, from->items[i]->on);
    }
}

static gboolean
has_aggregate (const AskSqlExpr *expr)
{
  static const char *const names[] = { "max", "min", "count", "sum", "avg" };

  if (expr == NULL)
    return FALSE;
  if (expr->kind == ASK_EXPR_FUNCTION)
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      if (g_ascii_strcasecmp (expr->name, names[i]) == 0)
        return TRUE;
  return FALSE;
}

/* "max(a) - min(b)" is one unit with two columns, each with its aggregate. */
static guint
count_unit (const AskSqlExpr *expr)
{
  if (expr != NULL && expr->kind == ASK_EXPR_BINARY)
    return has_aggregate (expr->left) + has_aggregate (expr->right);
  return has_aggregate (expr);
}

/**
 * ratio_get_level:
 * @tree: a query
 *
 * Returns: its difficulty
 */
RatioLevel
ratio_get_level (const AskSqlTree *tree)
{
  const AskSqlSelect *select = tree->select;
  const AskSqlCore *core = select->cores[0];
  gboolean compound = select->n_cores > 1;
  From from = { 0 };
  Conditions where = { 0 };
  Conditions having = { 0 };
  guint component1 = 0;
  guint component2;
  guint others = 0;
  guint aggregates = 0;

  add_from (&from, &core->from);
  if (core->where != NULL)
    add_conditions (&where, core->where);
  if (core->having != NULL)
    add_conditions (&having, core->having);

  component1 += core->where != NULL;
  component1 += core->group_by.n > 0;
  component1 += !compound && select->order.n > 0;
  component1 += !compound && select->limit != NULL;
  component1 += from.tables > 0 ? from.tables - 1 : 0;
  component1 += from.conditions.ors + where.ors + having.ors;
  component1 += from.conditions.likes + where.likes + having.likes;

  component2 = from.conditions.nested + where.nested + having.nested + compound;

  for (guint i = 0; i < core->n_results; i++)
    aggregates += core->results[i].star == 0 && count_unit (core->results[i].expr) > 0;
  aggregates += where.nots;
  for (guint i = 0; !compound && i < select->order.n; i++)
    aggregates += count_unit (select->order.items[i].expr);
  aggregates += having.nots + having.ands + having.ors;
  others += aggregates > 1;
  others += core->n_results > 1;
  others += where.n > 1;
  others += core->group_by.n > 1;

  if (component1 <= 1 && others == 0 && component2 == 0)
    return RATIO_EASY;
  if ((others <= 2 && component1 <= 1 && component2 == 0) || (component1 <= 2 && others < 2 && component2 == 0))
    return RATIO_MEDIUM;
  if ((others > 2 && component1 <= 2 && component2 == 0)
      || (component1 > 2 && component1 <= 3 && others <= 2 && component2 == 0)
      || (component1 <= 1 && others == 0 && component2 <= 1))
    return RATIO_HARD;
  return RATIO_EXTRA;
}

/** ratio_level_to_string: Returns: (transfer none): "easy", … */
const char *
ratio_level_to_string (RatioLevel level)
{
  static const char *const names[] = { "easy", "medium", "hard", "extra" };

  return names[level];
}
