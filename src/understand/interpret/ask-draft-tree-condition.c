/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * WHERE and HAVING of a query as a draft's conditions: a list without parentheses. What only joins is left out.
 */
#include "config.h"

#include "understand/interpret/ask-draft-tree-private.h"

#include <math.h>

/* A double-quoted word is a text where nothing has that name. */
static gboolean
is_text (const AskDraftScope *scope, const AskSqlExpr *expr)
{
  if (expr->kind != ASK_EXPR_COLUMN || !expr->quoted || expr->table != NULL)
    return FALSE;
  for (; scope != NULL; scope = scope->outer)
    if (ask_draft_scope_find (scope, expr) >= 0)
      return FALSE;
  return TRUE;
}

static gboolean
read_number (const AskValue *value, gboolean negative, AskDraftOperand *operand, GError **error)
{
  double number = value->kind == ASK_VALUE_INTEGER ? (double) value->integer : value->real;

  if (!isfinite (number) || (value->kind == ASK_VALUE_INTEGER && fabs (number) >= 9007199254740992.0))
    return ask_draft_tree_refuse (error, "a number with so many digits");
  operand->number = negative ? -number : number;
  return TRUE;
}

static gboolean
read_operand (const AskDraftScope *scope, const AskSqlExpr *expr, AskDraftOperand *operand, GError **error)
{
  gboolean negative = expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NEGATIVE;

  *operand = (AskDraftOperand) { .kind = ASK_DRAFT_VALUE, .attribute = ASK_DOMAIN_STAR, .slot = -1 };
  if (negative)
    expr = expr->left;
  if (expr->kind == ASK_EXPR_LITERAL && (expr->value.kind == ASK_VALUE_INTEGER || expr->value.kind == ASK_VALUE_REAL))
    return read_number (&expr->value, negative, operand, error);
  if (negative)
    return ask_draft_tree_refuse (error, "arithmetic");
  if (expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT)
    {
      operand->text = g_strndup (expr->value.text, expr->value.length);
      return TRUE;
    }
  if (is_text (scope, expr))
    {
      operand->text = g_strdup (expr->name);
      return TRUE;
    }
  if (expr->kind == ASK_EXPR_COLUMN)
    {
      operand->kind = ASK_DRAFT_ATTRIBUTE;
      return ask_draft_scope_resolve (scope, expr, &operand->attribute, error);
    }
  if (expr->kind == ASK_EXPR_SELECT)
    {
      operand->kind = ASK_DRAFT_QUERY;
      operand->query = ask_draft_tree_read_select (scope, scope->domain, expr->select, error);
      return operand->query != NULL;
    }
  return ask_draft_tree_refuse (error, expr->kind == ASK_EXPR_FUNCTION ? "a function at the right of a comparison"
                                                                       : ask_draft_tree_describe (expr));
}

static gboolean
read_op (AskSqlOp op, AskDraftOp *to)
{
  static const struct
  {
    AskSqlOp from;
    AskDraftOp to;
  } ops[] = {
    { ASK_OP_EQUAL, ASK_DRAFT_EQUAL },     { ASK_OP_NOT_EQUAL, ASK_DRAFT_NOT_EQUAL },
    { ASK_OP_LESS, ASK_DRAFT_LESS },       { ASK_OP_LESS_EQUAL, ASK_DRAFT_LESS_EQUAL },
    { ASK_OP_GREATER, ASK_DRAFT_GREATER }, { ASK_OP_GREATER_EQUAL, ASK_DRAFT_GREATER_EQUAL },
    { ASK_OP_LIKE, ASK_DRAFT_LIKE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    if (ops[i].from == op)
      {
        *to = ops[i].to;
        return TRUE;
      }
  return FALSE;
}

static AskDraftOp
negate (AskDraftOp op)
{
  static const AskDraftOp opposites[] = {
    [ASK_DRAFT_EQUAL] = ASK_DRAFT_NOT_EQUAL,     [ASK_DRAFT_NOT_EQUAL] = ASK_DRAFT_EQUAL,
    [ASK_DRAFT_LESS] = ASK_DRAFT_GREATER_EQUAL,  [ASK_DRAFT_LESS_EQUAL] = ASK_DRAFT_GREATER,
    [ASK_DRAFT_GREATER] = ASK_DRAFT_LESS_EQUAL,  [ASK_DRAFT_GREATER_EQUAL] = ASK_DRAFT_LESS,
    [ASK_DRAFT_LIKE] = ASK_DRAFT_NOT_LIKE,       [ASK_DRAFT_NOT_LIKE] = ASK_DRAFT_LIKE,
    [ASK_DRAFT_BETWEEN] = ASK_DRAFT_NOT_BETWEEN, [ASK_DRAFT_NOT_BETWEEN] = ASK_DRAFT_BETWEEN,
    [ASK_DRAFT_IN] = ASK_DRAFT_NOT_IN,           [ASK_DRAFT_NOT_IN] = ASK_DRAFT_IN,
    [ASK_DRAFT_IS_NULL] = ASK_DRAFT_IS_NOT_NULL, [ASK_DRAFT_IS_NOT_NULL] = ASK_DRAFT_IS_NULL,
    [ASK_DRAFT_IS_BLANK] = ASK_DRAFT_IS_BLANK, /* never negated */
  };

  return opposites[op];
}

/* What stands where: a comparison that begins with its value is turned round. */
static gboolean
read_parts (const AskSqlExpr *expr, AskDraftCondition *condition, const AskSqlExpr *parts[3], GError **error)
{
  AskSqlOp op = expr->op;
  gboolean turned;

  parts[0] = expr->left;
  parts[1] = expr->right;
  condition->n_operands = 1;
  switch (expr->kind)
    {
    case ASK_EXPR_IS_NULL:
      condition->op = ASK_DRAFT_IS_NULL;
      condition->n_operands = 0;
      return TRUE;
    case ASK_EXPR_BETWEEN:
      condition->op = ASK_DRAFT_BETWEEN;
      condition->n_operands = 2;
      parts[1] = expr->list.items[0];
      parts[2] = expr->list.items[1];
      return TRUE;
    case ASK_EXPR_LIKE:
      return (expr->escape == NULL && read_op (op, &condition->op))
             || ask_draft_tree_refuse (error, "ESCAPE, GLOB, REGEXP or MATCH");
    case ASK_EXPR_BINARY:
      turned = expr->right->kind == ASK_EXPR_COLUMN
               && (expr->left->kind == ASK_EXPR_LITERAL || expr->left->kind == ASK_EXPR_SELECT);
      if (turned)
        {
          op = ask_sql_op_get_mirrored (op);
          parts[0] = expr->right;
          parts[1] = expr->left;
        }
      return read_op (op, &condition->op) || ask_draft_tree_refuse (error, ask_draft_tree_describe (expr));
    case ASK_EXPR_IN_LIST:
      return ask_draft_tree_refuse (error, "IN with a list");
    case ASK_EXPR_EXISTS:
      return ask_draft_tree_refuse (error, "EXISTS");
    default:
      return ask_draft_tree_refuse (error, ask_draft_tree_describe (expr));
    }
}

static gboolean
is_figure (const AskSqlCore *core)
{
  return core->n_results > 0 && core->results[0].expr != NULL && core->results[0].expr->kind == ASK_EXPR_FUNCTION;
}

/* What IN or, @negated, NOT IN looks through. */
static gboolean
read_query (const AskDraftScope *scope, const AskSqlSelect *select, gboolean negated, AskDraftOperand *operand,
            GError **error)
{
  AskDraftScope outer = *scope;

  if (negated)
    select = ask_draft_tree_unwrap (select);
  /* Which rows a limit takes is not the same without those that lack the attribute. */
  outer.negated = negated && (select->limit == NULL || is_figure (select->cores[0]));
  *operand = (AskDraftOperand) { .kind = ASK_DRAFT_QUERY, .attribute = ASK_DOMAIN_STAR, .slot = -1 };
  operand->query = ask_draft_tree_read_select (&outer, scope->domain, select, error);
  return operand->query != NULL;
}

static gboolean
read_condition (const AskDraftScope *scope, const AskSqlExpr *expr, AskDraftCondition *condition, GError **error)
{
  const AskSqlExpr *parts[3] = { expr->left, NULL, NULL };
  gboolean negated = FALSE;

  while (expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NOT)
    {
      negated = !negated;
      expr = expr->left;
    }
  if (expr->negated)
    negated = !negated;
  if (expr->kind == ASK_EXPR_IN_SELECT)
    {
      condition->op = ASK_DRAFT_IN;
      condition->n_operands = 1;
      if (!read_query (scope, expr->select, negated, &condition->operands[0], error))
        return FALSE;
      parts[0] = expr->left;
    }
  else
    {
      if (!read_parts (expr, condition, parts, error))
        return FALSE;
      for (guint i = 0; i < condition->n_operands; i++)
        if (!read_operand (scope, parts[i + 1], &condition->operands[i], error))
          return FALSE;
    }
  if (negated)
    condition->op = negate (condition->op);
  return ask_draft_tree_read_term (scope, parts[0], &condition->left, error);
}

/* "x IS NULL OR x = ''": one condition. */
static gboolean
is_blank (const AskSqlExpr *expr)
{
  const AskSqlExpr *null = expr->left;
  const AskSqlExpr *equal = expr->right;

  return ask_draft_tree_is_binary (expr, ASK_OP_OR) && null->kind == ASK_EXPR_IS_NULL && !null->negated
         && ask_draft_tree_is_binary (equal, ASK_OP_EQUAL) && equal->right->kind == ASK_EXPR_LITERAL
         && equal->right->value.kind == ASK_VALUE_TEXT && equal->right->value.length == 0
         && ask_sql_expr_equal (null->left, equal->left);
}

static gboolean
is_either (const AskSqlExpr *expr)
{
  return ask_draft_tree_is_binary (expr, ASK_OP_OR) && !is_blank (expr);
}

/* "x = 1 OR x = 2": of one attribute, so that it is written in parentheses. */
static gboolean
is_choice (const AskSqlExpr *expr, const AskSqlExpr *of)
{
  if (ask_draft_tree_is_binary (expr, ASK_OP_OR))
    return is_choice (expr->left, of) && is_choice (expr->right, of);
  return ask_draft_tree_is_binary (expr, ASK_OP_EQUAL) && expr->right->kind == ASK_EXPR_LITERAL
         && ask_sql_expr_equal (expr->left, of);
}

static const AskSqlExpr *
get_first (const AskSqlExpr *expr)
{
  while (expr->kind == ASK_EXPR_BINARY && (expr->op == ASK_OP_OR || expr->op == ASK_OP_AND))
    expr = expr->left;
  return expr;
}

static const AskSqlExpr *
get_last (const AskSqlExpr *expr)
{
  while (expr->kind == ASK_EXPR_BINARY && (expr->op == ASK_OP_OR || expr->op == ASK_OP_AND))
    expr = expr->right;
  return expr;
}

/* It would be written as a list of ANDs and ORs. */
static gboolean
is_listed (const AskSqlExpr *expr)
{
  const AskSqlExpr *first = get_first (expr);

  return is_either (expr) && !(first->kind == ASK_EXPR_BINARY && is_choice (expr, first->left));
}

/* "y = 1 AND x = 1 OR x = 2": written, it would be in parentheses. */
static gboolean
is_split_choice (const AskSqlExpr *expr)
{
  const AskSqlExpr *last = get_last (expr->left);
  const AskSqlExpr *next = get_first (expr->right);

  return ask_draft_tree_is_binary (expr->left, ASK_OP_AND) && ask_draft_tree_is_binary (last, ASK_OP_EQUAL)
         && is_choice (next, last->left);
}

/* Without parentheses AND binds first: what has an OR below an AND cannot be written as a list, unless it is a choice. */
static gboolean
read_conditions (const AskDraftScope *scope, const AskSqlExpr *expr, gboolean either, GArray *conditions,
                 GError **error)
{
  AskDraftCondition condition = { .either = either };
  AskSqlOp op = expr->kind == ASK_EXPR_BINARY ? expr->op : ASK_OP_NONE;

  if (is_blank (expr))
    {
      condition.op = ASK_DRAFT_IS_BLANK;
      if (!ask_draft_tree_read_term (scope, expr->left->left, &condition.left, error))
        return FALSE;
      g_array_append_val (conditions, condition);
      return TRUE;
    }
  if (op == ASK_OP_AND && (is_listed (expr->left) || is_listed (expr->right)))
    return ask_draft_tree_refuse (error, "an OR within an AND");
  if (op == ASK_OP_OR && is_split_choice (expr))
    return ask_draft_tree_refuse (error, "an AND within an OR of one attribute");
  if (op == ASK_OP_AND || op == ASK_OP_OR)
    return read_conditions (scope, expr->left, either, conditions, error)
           && read_conditions (scope, expr->right, op == ASK_OP_OR, conditions, error);
  if (!read_condition (scope, expr, &condition, error))
    {
      ask_draft_condition_clear (&condition);
      return FALSE;
    }
  g_array_append_val (conditions, condition);
  return TRUE;
}

/* A comma in FROM, and in WHERE how to join: as the domain would. */
static gboolean
is_known_join (const AskDraftScope *scope, const AskSqlExpr *expr)
{
  int from, to;

  if (!ask_draft_tree_is_join (expr))
    return FALSE;
  from = ask_draft_scope_find (scope, expr->left);
  to = ask_draft_scope_find (scope, expr->right);
  for (guint i = 0; i < scope->domain->joins->len && from >= 0 && to >= 0; i++)
    {
      const AskDomainJoin *join = ask_domain_join (scope->domain, i);

      if ((join->from == from && join->to == to) || (join->from == to && join->to == from))
        return ask_domain_attribute (scope->domain, from)->entity != ask_domain_attribute (scope->domain, to)->entity;
    }
  return FALSE;
}

static gboolean
read_where (const AskDraftScope *scope, const AskSqlExpr *where, AskDraft *draft, GError **error)
{
  if (ask_draft_tree_is_guard (scope, draft, where))
    return TRUE;
  if (ask_draft_tree_is_binary (where, ASK_OP_AND) && ask_draft_tree_is_guard (scope, draft, where->right))
    return read_where (scope, where->left, draft, error);
  if (ask_draft_tree_is_binary (where, ASK_OP_AND) && !is_either (where->left) && !is_either (where->right))
    return read_where (scope, where->left, draft, error) && read_where (scope, where->right, draft, error);
  if (is_known_join (scope, where))
    return TRUE;
  return read_conditions (scope, where, FALSE, draft->conditions, error);
}

/**
 * ask_draft_tree_read_filters:
 * @scope: a block whose FROM was read
 * @draft: gets its conditions and its HAVING
 * @error: see ask_draft_from_tree()
 *
 * Returns: whether a draft can say them
 */
gboolean
ask_draft_tree_read_filters (const AskDraftScope *scope, AskDraft *draft, GError **error)
{
  if (scope->core->where != NULL && !read_where (scope, scope->core->where, draft, error))
    return FALSE;
  for (guint i = 0; i < scope->conjuncts->len; i++)
    {
      if (ask_draft_has_either (draft->conditions))
        return ask_draft_tree_refuse (error, "an OR within an AND");
      if (!read_conditions (scope, scope->conjuncts->pdata[i], FALSE, draft->conditions, error))
        return FALSE;
    }
  return scope->core->having == NULL || read_conditions (scope, scope->core->having, FALSE, draft->having, error);
}
