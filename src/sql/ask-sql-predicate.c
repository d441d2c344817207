/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions taken apart: the conjuncts of WHERE and ON, each classified by what a source could do
 * with it. What equality adds to them lies in ask-sql-closure.c. Nothing is claimed of a condition
 * that SQLite might compute in another way than its shape suggests: then it is a residual.
 */
#include "config.h"

#include "sql/ask-sql-predicate-private.h"
#include "sql/ask-sql-function-private.h"

static gboolean
is_changing (const AskSqlExpr *expr)
{
  gboolean exists;
  const AskSqlFunction *function;

  if (expr->kind != ASK_EXPR_FUNCTION)
    return FALSE;
  function = ask_sql_function_find (expr->name, expr->list.n, &exists);
  return function == NULL || function->changes;
}

/**
 * ask_sql_expr_is_deterministic:
 *
 * Returns: whether it gives the same for the same row each time in one statement; so random() is
 *   not, but date('now') and CURRENT_DATE are
 */
gboolean
ask_sql_expr_is_deterministic (const AskSqlExpr *expr)
{
  return !ask_sql_expr_has (expr, is_changing);
}

static gboolean
is_variable (const AskSqlExpr *expr)
{
  gboolean exists;
  const AskSqlFunction *function;

  if (expr->kind == ASK_EXPR_COLUMN)
    return !expr->is_string;
  if (expr->kind == ASK_EXPR_FUNCTION)
    {
      function = ask_sql_function_find (expr->name, expr->list.n, &exists);
      return function == NULL || function->kind != ASK_FUNCTION_SCALAR;
    }
  return expr->kind == ASK_EXPR_SELECT || expr->kind == ASK_EXPR_EXISTS || expr->kind == ASK_EXPR_IN_SELECT
         || expr->kind == ASK_EXPR_IN_TABLE;
}

/**
 * ask_sql_expr_is_constant:
 * @expr: analysed
 *
 * Returns: whether it names no column, no SELECT and no aggregate: parameters may be in it, and
 *   random()
 */
gboolean
ask_sql_expr_is_constant (const AskSqlExpr *expr)
{
  return !ask_sql_expr_has (expr, is_variable);
}

typedef struct
{
  const AskSqlCore *core;
  GPtrArray *items;
} Items;

static gboolean
add_item (AskSqlExpr *expr, gpointer data)
{
  Items *found = data;
  AskSqlVisit visit = { .expr = add_item, .user_data = data };

  if (expr->kind != ASK_EXPR_COLUMN)
    return TRUE;
  if (expr->alias != NULL)
    ask_sql_walk_expr (expr->alias, &visit);
  if (expr->from != NULL && expr->from->core == found->core && !g_ptr_array_find (found->items, expr->from, NULL))
    g_ptr_array_add (found->items, expr->from);
  return TRUE;
}

/**
 * ask_sql_expr_get_items:
 * @expr: analysed
 * @items: (element-type AskSqlFrom): those of @core that @expr names, its subqueries included, are
 *   added, each once
 */
void
ask_sql_expr_get_items (AskSqlExpr *expr, AskSqlCore *core, GPtrArray *items)
{
  Items found = { core, items };
  AskSqlVisit visit = { .expr = add_item, .user_data = &found };

  ask_sql_walk_expr (expr, &visit);
}

static gboolean
is_collate (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_COLLATE;
}

/* A value that a column may be compared with: one for the whole statement, with no collation of its
 * own, which would decide the comparison. */
static gboolean
is_value (AskSqlExpr *expr)
{
  return !ask_sql_expr_has (expr, is_collate) && expr->kind != ASK_EXPR_ROW && ask_sql_expr_is_constant (expr)
         && ask_sql_expr_is_deterministic (expr);
}

/**
 * ask_sql_expr_is_truth:
 * @expr: the right of IS or IS NOT
 * @truth: (out) (nullable): which of the two
 *
 * Returns: whether it is TRUE or FALSE, which there ask for the truth of the left side, with a
 *   collation, too
 */
gboolean
ask_sql_expr_is_truth (const AskSqlExpr *expr, gboolean *truth)
{
  while (expr->kind == ASK_EXPR_COLLATE)
    expr = expr->left;
  if (expr->kind != ASK_EXPR_LITERAL || !ask_sql_name_is_truth (expr->literal))
    return FALSE;
  if (truth != NULL)
    *truth = g_ascii_strcasecmp (expr->literal, "true") == 0;
  return TRUE;
}

/* A column of the core itself, directly or by the alias of a result column that is one. */
static const AskSqlExpr *
get_column (const AskSqlExpr *expr, const AskSqlCore *core)
{
  while (expr->kind == ASK_EXPR_COLUMN && expr->alias != NULL && !expr->merged)
    expr = expr->alias;
  if (expr->kind != ASK_EXPR_COLUMN || expr->from == NULL || expr->from->core != core || expr->column < 0)
    return NULL;
  return expr;
}

static AskSqlExprs
make_values (AskSqlTree *tree, AskSqlExpr *const *items, guint n)
{
  AskSqlExprs values = { ask_sql_tree_alloc (tree, n * sizeof (AskSqlExpr *)), n };

  for (guint i = 0; i < n; i++)
    values.items[i] = items[i];
  return values;
}

static void
add (AskSqlFinder *self, const AskSqlPredicate *predicate)
{
  g_array_append_vals (self->found, predicate, 1);
}

static gboolean
classify_binary (AskSqlFinder *self, AskSqlExpr *expr, AskSqlPredicate *to)
{
  const AskSqlExpr *left = get_column (expr->left, self->core);
  const AskSqlExpr *right = get_column (expr->right, self->core);
  AskSqlExpr *value;

  switch ((int) expr->op)
    {
    case ASK_OP_EQUAL:
      if (left != NULL && right != NULL && left->from != right->from)
        {
          to->kind = ASK_PREDICATE_JOIN;
          to->op = ASK_OP_EQUAL;
          to->from = left->from;
          to->column = left->column;
          to->other_from = right->from;
          to->other_column = right->column;
          return TRUE;
        }
      to->kind = ASK_PREDICATE_CONSTANT;
      break;
    case ASK_OP_IS:
      /* "x IS TRUE" asks for truth, not for the number 1. */
      if (ask_sql_expr_is_truth (expr->right, NULL))
        return FALSE;
      to->kind = ASK_PREDICATE_CONSTANT;
      break;
    case ASK_OP_LESS:
    case ASK_OP_LESS_EQUAL:
    case ASK_OP_GREATER:
    case ASK_OP_GREATER_EQUAL:
      to->kind = ASK_PREDICATE_RANGE;
      break;
    default:
      return FALSE;
    }
  if ((left == NULL) == (right == NULL))
    return FALSE;
  value = left != NULL ? expr->right : expr->left;
  if (!is_value (value))
    return FALSE;
  to->op = left != NULL ? expr->op : ask_sql_op_get_mirrored (expr->op);
  to->from = (left != NULL ? left : right)->from;
  to->column = (left != NULL ? left : right)->column;
  to->values = make_values (self->tree, &value, 1);
  return TRUE;
}

static gboolean
classify_list (AskSqlFinder *self, AskSqlExpr *expr, AskSqlPredicate *to)
{
  const AskSqlExpr *column = get_column (expr->left, self->core);

  if (column == NULL || expr->negated)
    return FALSE;
  for (guint i = 0; i < expr->list.n; i++)
    if (!is_value (expr->list.items[i]))
      return FALSE;
  to->kind = ASK_PREDICATE_LIST;
  to->op = ASK_OP_EQUAL;
  to->from = column->from;
  to->column = column->column;
  to->values = make_values (self->tree, expr->list.items, expr->list.n);
  return TRUE;
}

/* x = 1 OR x = 2 OR x IN (3, 4) */
static gboolean
collect_or (AskSqlFinder *self, AskSqlExpr *expr, AskSqlPredicate *to, GPtrArray *values)
{
  AskSqlPredicate part = { 0 };

  while (expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_OR)
    {
      if (!collect_or (self, expr->right, to, values))
        return FALSE;
      expr = expr->left;
    }
  if (expr->kind == ASK_EXPR_IN_LIST ? !classify_list (self, expr, &part)
                                     : expr->kind != ASK_EXPR_BINARY || expr->op != ASK_OP_EQUAL
                                         || !classify_binary (self, expr, &part) || part.kind != ASK_PREDICATE_CONSTANT)
    return FALSE;
  /* IN gives the column's affinity to its values; "=" asks a value for its own, too. */
  for (guint i = 0; i < part.values.n; i++)
    if (part.values.items[i]->affinity != ASK_AFFINITY_NONE)
      return FALSE;
  if (to->from != NULL && (to->from != part.from || to->column != part.column))
    return FALSE;
  to->from = part.from;
  to->column = part.column;
  for (guint i = part.values.n; i > 0; i--)
    g_ptr_array_add (values, part.values.items[i - 1]);
  return TRUE;
}

static gboolean
classify_or (AskSqlFinder *self, AskSqlExpr *expr, AskSqlPredicate *to)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  if (!collect_or (self, expr, to, values))
    {
      to->from = NULL;
      to->column = 0;
      return FALSE;
    }
  to->kind = ASK_PREDICATE_LIST;
  to->op = ASK_OP_EQUAL;
  to->values.n = values->len;
  to->values.items = ask_sql_tree_alloc (self->tree, values->len * sizeof (AskSqlExpr *));
  for (guint i = 0; i < values->len; i++)
    to->values.items[i] = g_ptr_array_index (values, values->len - 1 - i);
  return TRUE;
}

static gboolean
add_between (AskSqlFinder *self, AskSqlExpr *expr, AskSqlFrom *outer)
{
  const AskSqlExpr *column = get_column (expr->left, self->core);

  if (column == NULL || expr->negated)
    return FALSE;
  if (!is_value (expr->list.items[0]) || !is_value (expr->list.items[1]))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      AskSqlPredicate predicate = { .kind = ASK_PREDICATE_RANGE, .expr = expr, .outer = outer };

      predicate.op = i == 0 ? ASK_OP_GREATER_EQUAL : ASK_OP_LESS_EQUAL;
      predicate.from = column->from;
      predicate.column = column->column;
      predicate.values = make_values (self->tree, &expr->list.items[i], 1);
      add (self, &predicate);
    }
  return TRUE;
}

static void
add_conjunct (AskSqlFinder *self, AskSqlExpr *expr, AskSqlFrom *outer)
{
  AskSqlPredicate predicate = { .expr = expr, .outer = outer };
  gboolean known = FALSE;

  if (expr->kind == ASK_EXPR_BETWEEN && add_between (self, expr, outer))
    return;
  if (expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_OR)
    known = classify_or (self, expr, &predicate);
  else if (expr->kind == ASK_EXPR_BINARY)
    known = classify_binary (self, expr, &predicate);
  else if (expr->kind == ASK_EXPR_IN_LIST)
    known = classify_list (self, expr, &predicate);
  if (!known)
    {
      predicate.kind = ASK_PREDICATE_RESIDUAL;
      predicate.op = ASK_OP_NONE;
    }
  add (self, &predicate);
}

static void
add_condition (AskSqlFinder *self, AskSqlExpr *expr, AskSqlFrom *outer)
{
  g_autoptr (GPtrArray) right = g_ptr_array_new ();

  if (expr == NULL)
    return;
  /* Chains hang to the left; their order is that of the text. */
  for (; expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_AND; expr = expr->left)
    g_ptr_array_add (right, expr->right);
  add_conjunct (self, expr, outer);
  for (guint i = right->len; i > 0; i--)
    {
      AskSqlExpr *part = g_ptr_array_index (right, i - 1);

      if (part->kind == ASK_EXPR_BINARY && part->op == ASK_OP_AND)
        add_condition (self, part, outer);
      else
        add_conjunct (self, part, outer);
    }
}

/* @undone: the item of an outer join that may add rows for which nothing in this list holds */
static void
add_froms (AskSqlFinder *self, const AskSqlFroms *froms, AskSqlFrom *undone)
{
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];
      gboolean outer = from->join == ASK_JOIN_LEFT || from->join == ASK_JOIN_RIGHT || from->join == ASK_JOIN_FULL;
      AskSqlFrom *by = undone;
      AskSqlFrom *inside = undone;

      /* A RIGHT JOIN further on undoes all that is to its left. */
      for (guint j = i + 1; j < froms->n && by == NULL; j++)
        if (froms->items[j]->join == ASK_JOIN_RIGHT || froms->items[j]->join == ASK_JOIN_FULL)
          by = inside = froms->items[j];
      if (inside == NULL && (from->join == ASK_JOIN_LEFT || from->join == ASK_JOIN_FULL))
        inside = from;
      add_froms (self, &from->items, inside);
      add_condition (self, from->on, outer ? from : by);
      for (guint e = 0; e < from->equalities.n; e++)
        add_conjunct (self, from->equalities.items[e], outer ? from : by);
    }
}

/**
 * ask_sql_core_get_predicates:
 * @tree: its tree, analysed; what is made for implied ones lies in its arena
 * @core: one SELECT of it
 *
 * The conditions of its FROM and its WHERE, each conjunct once (BETWEEN gives two), and what
 * follows from them by equality, last. Deterministic.
 *
 * Returns: (transfer full) (element-type AskSqlPredicate): the predicates
 */
GArray *
ask_sql_core_get_predicates (AskSqlTree *tree, AskSqlCore *core)
{
  AskSqlFinder self = { tree, core, NULL };

  g_return_val_if_fail (tree != NULL, NULL);
  g_return_val_if_fail (core != NULL, NULL);

  self.found = g_array_new (FALSE, TRUE, sizeof (AskSqlPredicate));
  add_froms (&self, &core->from, NULL);
  add_condition (&self, core->where, NULL);
  ask_sql_close_equalities (&self);
  return self.found;
}
