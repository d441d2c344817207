/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Only conditions that each row must fulfil prove anything: those joined by AND, and those of a subquery that must have
 * rows. What is negated, one of several, or in a subquery that gives one value may be wrong and nobody sees it.
 */
#include "config.h"

#include "understand/value/ask-value-proof.h"

static void prove_select (AskSqlSelect *select, gboolean inner, GHashTable *proven);

static void
prove_condition (const AskSqlExpr *expr, GHashTable *proven)
{
  if (expr->negated)
    return;
  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
      if (expr->op == ASK_OP_AND)
        {
          prove_condition (expr->left, proven);
          prove_condition (expr->right, proven);
        }
      else if (expr->op == ASK_OP_EQUAL || expr->op == ASK_OP_IS)
        {
          g_hash_table_add (proven, expr->left);
          g_hash_table_add (proven, expr->right);
        }
      break;
    case ASK_EXPR_LIKE:
      g_hash_table_add (proven, expr->right);
      break;
    case ASK_EXPR_IN_LIST:
      if (expr->list.n == 1)
        g_hash_table_add (proven, expr->list.items[0]);
      break;
    case ASK_EXPR_IN_SELECT:
    case ASK_EXPR_EXISTS:
      prove_select (expr->select, TRUE, proven);
      break;
    default:
      break;
    }
}

static void
prove_from (const AskSqlFroms *from, GHashTable *proven)
{
  for (guint i = 0; i < from->n; i++)
    {
      const AskSqlFrom *item = from->items[i];

      /* An outer join keeps rows of which one side has nothing. */
      if (item->join >= ASK_JOIN_LEFT)
        return;
    }
  for (guint i = 0; i < from->n; i++)
    {
      const AskSqlFrom *item = from->items[i];

      if (item->on != NULL)
        prove_condition (item->on, proven);
      if (item->kind == ASK_FROM_SELECT)
        prove_select (item->select, TRUE, proven);
    }
}

/* @inner: it is a subquery, whose one row of aggregates may come of no row */
static void
prove_select (AskSqlSelect *select, gboolean inner, GHashTable *proven)
{
  for (guint c = 1; c < select->n_cores; c++)
    if (select->cores[c]->compound != ASK_COMPOUND_INTERSECT)
      return;
  for (guint c = 0; c < select->n_cores; c++)
    {
      const AskSqlCore *core = select->cores[c];

      if (inner && core->has_aggregate && core->group_by.n == 0)
        continue;
      prove_from (&core->from, proven);
      if (core->where != NULL)
        prove_condition (core->where, proven);
    }
}

/**
 * ask_value_proof_find:
 * @select: analysed; it gave rows, and where it only computes aggregates, of some row
 *
 * Returns: (transfer full) (element-type AskSqlExpr): a set: sides of comparisons that hold for a row of the data
 */
GHashTable *
ask_value_proof_find (AskSqlSelect *select)
{
  GHashTable *proven = g_hash_table_new (NULL, NULL);

  prove_select (select, FALSE, proven);
  return proven;
}
