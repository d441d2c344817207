/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operators, by precedence climbing. The levels and the grouping are those that Lemon makes of
 * SQLite's grammar, with its corners: NOT as a prefix takes everything that binds tighter than AND,
 * even as the right side of "*"; NOT LIKE and its like bind as loosely as NOT on their left; the lower
 * bound of BETWEEN may hold any operator but AND. The operands are in ask-sql-parser-primary.c.
 *
 * Chains of operators hang to the left and are read in a loop.
 */
#include "config.h"

#include "sql/ask-sql-parser-private.h"

#include <string.h>

enum
{
  LEVEL_OR = 1,
  LEVEL_NOT = 3,
  LEVEL_EQUAL = 4,
  LEVEL_COLLATE = 11
};

typedef enum
{
  AND_IS_OPERATOR,
  AND_ENDS /* in the lower bound of BETWEEN */
} AndRole;

static AskSqlExpr *parse_binary (AskSqlParser *self, guint level, AndRole and_role);

static guint
height_of_list (const AskSqlExprs *list)
{
  guint height = 0;

  for (guint i = 0; i < list->n; i++)
    height = MAX (height, list->items[i]->height);
  return height;
}

static guint
height_of (const AskSqlExpr *expr)
{
  return expr != NULL ? expr->height : 0;
}

/* ask_parser_finish: sets the node's place and height. SQLite counts a subquery as high as its highest
 * expression; so does this, subqueries in FROM included. */
AskSqlExpr *
ask_parser_finish (AskSqlParser *self, AskSqlExpr *expr, guint start)
{
  guint height = MAX (height_of (expr->left), height_of (expr->right));

  height = MAX (height, height_of (expr->escape));
  height = MAX (height, height_of (expr->filter));
  height = MAX (height, height_of_list (&expr->list));
  if (expr->select != NULL)
    height = MAX (height, self->select_height);
  /* SQLite holds "a.b" as an operator, and "NOT LIKE" as two. */
  if (expr->kind == ASK_EXPR_COLUMN)
    height = expr->schema != NULL ? 2 : expr->table != NULL ? 1 : 0;
  else if (expr->negated && expr->kind != ASK_EXPR_IS_NULL)
    height++;
  expr->height = height + 1;
  expr->span.start = start;
  expr->span.end = self->tokens[self->at - 1].end;
  self->height = MAX (self->height, expr->height);
  if (expr->height <= ASK_SQL_MAX_DEPTH)
    return expr;
  ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, start, "the expression that begins here is more than %u levels deep.",
                   ASK_SQL_MAX_DEPTH);
  return NULL;
}

/* ask_parser_new_expr: a node that ask_parser_finish() has to see once all that it holds is read */
AskSqlExpr *
ask_parser_new_expr (AskSqlParser *self, AskSqlExprKind kind)
{
  self->n_exprs++;
  return ask_sql_tree_new_expr (self->tree, kind, (AskSqlSpan) { 0, 0 });
}

/* ask_parser_exprs: expressions with commas between, at least one */
gboolean
ask_parser_exprs (AskSqlParser *self, AskSqlExprs *list)
{
  guint mark = self->unfinished->len;

  do
    {
      AskSqlExpr *expr = ask_parser_expr (self);

      if (expr == NULL)
        return FALSE;
      g_ptr_array_add (self->unfinished, expr);
    }
  while (ask_parser_accept (self, ASK_TOKEN_COMMA));
  list->n = self->unfinished->len - mark;
  list->items = ask_sql_tree_alloc (self->tree, list->n * sizeof *list->items);
  memcpy (list->items, self->unfinished->pdata + mark, list->n * sizeof *list->items);
  g_ptr_array_set_size (self->unfinished, (int) mark);
  return TRUE;
}

static AskSqlExpr *
parse_prefix (AskSqlParser *self)
{
  const AskSqlParserToken *token = ask_parser_peek (self);
  AskSqlExpr *expr;
  AskSqlOp op = ASK_OP_NONE;

  if (token->type == ASK_TOKEN_NOT)
    op = ASK_OP_NOT;
  else if (token->type == ASK_TOKEN_MINUS)
    op = ASK_OP_NEGATIVE;
  else if (token->type == ASK_TOKEN_PLUS)
    op = ASK_OP_POSITIVE;
  else if (token->type == ASK_TOKEN_BIT_NOT)
    op = ASK_OP_BIT_NOT;
  if (op == ASK_OP_NONE)
    return ask_parser_primary (self);

  if (!ask_parser_enter (self))
    return NULL;
  self->at++;
  expr = ask_parser_new_expr (self, ASK_EXPR_UNARY);
  expr->op = op;
  expr->left = op == ASK_OP_NOT ? parse_binary (self, LEVEL_NOT, AND_IS_OPERATOR) : parse_prefix (self);
  self->depth--;
  return expr->left != NULL ? ask_parser_finish (self, expr, token->start) : NULL;
}

static AskSqlOp
binary_op (AskSqlTokenType type)
{
  switch ((guint) type)
    {
    case ASK_TOKEN_OR:
      return ASK_OP_OR;
    case ASK_TOKEN_AND:
      return ASK_OP_AND;
    case ASK_TOKEN_EQUAL:
      return ASK_OP_EQUAL;
    case ASK_TOKEN_NOT_EQUAL:
      return ASK_OP_NOT_EQUAL;
    case ASK_TOKEN_IS:
      return ASK_OP_IS;
    case ASK_TOKEN_LESS:
      return ASK_OP_LESS;
    case ASK_TOKEN_LESS_EQUAL:
      return ASK_OP_LESS_EQUAL;
    case ASK_TOKEN_GREATER:
      return ASK_OP_GREATER;
    case ASK_TOKEN_GREATER_EQUAL:
      return ASK_OP_GREATER_EQUAL;
    case ASK_TOKEN_BIT_AND:
      return ASK_OP_BIT_AND;
    case ASK_TOKEN_BIT_OR:
      return ASK_OP_BIT_OR;
    case ASK_TOKEN_SHIFT_LEFT:
      return ASK_OP_SHIFT_LEFT;
    case ASK_TOKEN_SHIFT_RIGHT:
      return ASK_OP_SHIFT_RIGHT;
    case ASK_TOKEN_PLUS:
      return ASK_OP_ADD;
    case ASK_TOKEN_MINUS:
      return ASK_OP_SUBTRACT;
    case ASK_TOKEN_STAR:
      return ASK_OP_MULTIPLY;
    case ASK_TOKEN_SLASH:
      return ASK_OP_DIVIDE;
    case ASK_TOKEN_PERCENT:
      return ASK_OP_REMAINDER;
    case ASK_TOKEN_CONCAT:
      return ASK_OP_CONCAT;
    case ASK_TOKEN_EXTRACT:
      return ASK_OP_EXTRACT;
    case ASK_TOKEN_EXTRACT_TEXT:
      return ASK_OP_EXTRACT_TEXT;
    case ASK_TOKEN_LIKE:
      return ASK_OP_LIKE;
    case ASK_TOKEN_GLOB:
      return ASK_OP_GLOB;
    case ASK_TOKEN_REGEXP:
      return ASK_OP_REGEXP;
    case ASK_TOKEN_MATCH:
      return ASK_OP_MATCH;
    default:
      return ASK_OP_NONE;
    }
}

/* left LIKE …, its operator read */
static AskSqlExpr *
parse_like (AskSqlParser *self, AskSqlExpr *left, AskSqlOp op, gboolean negated)
{
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_LIKE);

  expr->op = op;
  expr->negated = negated;
  expr->left = left;
  expr->right = parse_binary (self, LEVEL_EQUAL + 1, AND_IS_OPERATOR);
  if (expr->right == NULL)
    return NULL;
  if (ask_parser_accept (self, ASK_TOKEN_ESCAPE)
      && (expr->escape = parse_binary (self, LEVEL_EQUAL + 1, AND_IS_OPERATOR)) == NULL)
    return NULL;
  return ask_parser_finish (self, expr, left->span.start);
}

static AskSqlExpr *
parse_between (AskSqlParser *self, AskSqlExpr *left, gboolean negated)
{
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_BETWEEN);

  expr->negated = negated;
  expr->left = left;
  expr->list.n = 2;
  expr->list.items = ask_sql_tree_alloc (self->tree, 2 * sizeof *expr->list.items);
  expr->list.items[0] = parse_binary (self, LEVEL_OR, AND_ENDS);
  if (expr->list.items[0] == NULL || !ask_parser_expect (self, ASK_TOKEN_AND, "an operator or AND"))
    return NULL;
  expr->list.items[1] = parse_binary (self, LEVEL_EQUAL + 1, AND_IS_OPERATOR);
  return expr->list.items[1] != NULL ? ask_parser_finish (self, expr, left->span.start) : NULL;
}

static gboolean
parse_in_table (AskSqlParser *self, AskSqlExpr *expr)
{
  self->tree->flat = FALSE;
  expr->kind = ASK_EXPR_IN_TABLE;
  expr->name = ask_parser_expect_name (self, "“(” or a table name");
  if (expr->name == NULL)
    return FALSE;
  if (ask_parser_accept (self, ASK_TOKEN_DOT))
    {
      expr->schema = expr->name;
      expr->name = ask_parser_expect_name (self, "a table name");
      if (expr->name == NULL)
        return FALSE;
    }
  expr->name_end = self->tokens[self->at - 1].end;
  if (!ask_parser_accept (self, ASK_TOKEN_OPEN))
    {
      expr->without_parentheses = TRUE;
      return TRUE;
    }
  if (ask_parser_type (self) != ASK_TOKEN_CLOSE && !ask_parser_exprs (self, &expr->list))
    return FALSE;
  return ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma, an operator or “)”");
}

/* The rows of a list have as many values as the row on the left. SQLite checks that in its parser. */
static gboolean
finish_in_list (AskSqlParser *self, AskSqlExpr *expr)
{
  if (expr->left->kind != ASK_EXPR_ROW)
    return TRUE;
  for (guint i = 0; i < expr->list.n; i++)
    {
      const AskSqlExpr *item = expr->list.items[i];
      guint n = item->kind == ASK_EXPR_ROW ? item->list.n : 1;

      if (n != expr->left->list.n)
        return ask_parser_fail (self, ASK_SQL_ERROR_MISUSE, item->span.start,
                                "this is %u %s, but the row on the left of IN has %u.", n, n == 1 ? "value" : "values",
                                expr->left->list.n);
    }
  return TRUE;
}

static AskSqlExpr *
parse_in (AskSqlParser *self, AskSqlExpr *left, gboolean negated)
{
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_IN_LIST);

  expr->negated = negated;
  expr->left = left;
  if (ask_parser_type (self) == ASK_TOKEN_OPEN_BRACES)
    {
      /* What it gives is the list. */
      expr->list.n = 1;
      expr->list.items = ask_sql_tree_alloc (self->tree, sizeof *expr->list.items);
      expr->list.items[0] = ask_parser_braced_call (self);
      if (expr->list.items[0] == NULL)
        return NULL;
    }
  else if (!ask_parser_accept (self, ASK_TOKEN_OPEN))
    {
      if (!parse_in_table (self, expr))
        return NULL;
    }
  else if (ask_parser_starts_select (ask_parser_type (self)))
    {
      self->tree->flat = FALSE;
      expr->kind = ASK_EXPR_IN_SELECT;
      if (!ask_parser_subquery (self, expr))
        return NULL;
    }
  else if ((ask_parser_type (self) != ASK_TOKEN_CLOSE && !ask_parser_exprs (self, &expr->list))
           || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma, an operator or “)”") || !finish_in_list (self, expr))
    return NULL;
  return ask_parser_finish (self, expr, left->span.start);
}

static AskSqlExpr *
make_is_null (AskSqlParser *self, AskSqlExpr *left, gboolean negated)
{
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_IS_NULL);

  expr->negated = negated;
  expr->left = left;
  return ask_parser_finish (self, expr, left->span.start);
}

/* left NOT …, NOT read: BETWEEN, IN, LIKE and its like, NULL */
static AskSqlExpr *
parse_negated (AskSqlParser *self, AskSqlExpr *left)
{
  AskSqlTokenType type = ask_parser_type (self);

  if (ask_parser_accept (self, ASK_TOKEN_NULL))
    return make_is_null (self, left, TRUE);
  if (ask_parser_accept (self, ASK_TOKEN_BETWEEN))
    return parse_between (self, left, TRUE);
  if (ask_parser_accept (self, ASK_TOKEN_IN))
    return parse_in (self, left, TRUE);
  if (type == ASK_TOKEN_LIKE || type == ASK_TOKEN_GLOB || type == ASK_TOKEN_REGEXP || type == ASK_TOKEN_MATCH)
    {
      self->at++;
      return parse_like (self, left, binary_op (type), TRUE);
    }
  ask_parser_fail_expected (self, "LIKE, IN, BETWEEN or NULL");
  return NULL;
}

/* left op …, the operator read, for those that stand between two expressions */
static AskSqlExpr *
parse_operator (AskSqlParser *self, AskSqlExpr *left, AskSqlOp op)
{
  AskSqlExpr *expr;

  if (op == ASK_OP_LIKE || op == ASK_OP_GLOB || op == ASK_OP_REGEXP || op == ASK_OP_MATCH)
    return parse_like (self, left, op, FALSE);
  if (op == ASK_OP_IS)
    {
      gboolean negated = ask_parser_accept (self, ASK_TOKEN_NOT);

      if (ask_parser_accept (self, ASK_TOKEN_DISTINCT))
        {
          if (!ask_parser_expect (self, ASK_TOKEN_FROM, "FROM"))
            return NULL;
          negated = !negated;
        }
      op = negated ? ASK_OP_IS_NOT : ASK_OP_IS;
    }
  expr = ask_parser_new_expr (self, ASK_EXPR_BINARY);
  expr->op = op;
  expr->left = left;
  expr->right = parse_binary (self, ask_sql_op_get_precedence (op) + 1, AND_IS_OPERATOR);
  if (expr->right == NULL)
    return NULL;
  if ((op == ASK_OP_IS || op == ASK_OP_IS_NOT) && expr->right->kind == ASK_EXPR_LITERAL
      && expr->right->value.kind == ASK_VALUE_NULL)
    return make_is_null (self, left, op == ASK_OP_IS_NOT);
  return ask_parser_finish (self, expr, left->span.start);
}

static AskSqlExpr *
parse_collate (AskSqlParser *self, AskSqlExpr *left)
{
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_COLLATE);

  if (!ask_parser_peek (self)->is_name && ask_parser_type (self) != ASK_TOKEN_STRING)
    {
      ask_parser_fail_expected (self, "the name of a collation");
      return NULL;
    }
  expr->left = left;
  expr->name = ask_parser_take_name (self);
  return ask_parser_finish (self, expr, left->span.start);
}

static AskSqlExpr *
parse_chain (AskSqlParser *self, guint level, AndRole and_role)
{
  AskSqlExpr *left = parse_prefix (self);

  while (left != NULL)
    {
      AskSqlTokenType type = ask_parser_type (self);
      AskSqlOp op;

      switch ((guint) type)
        {
        case ASK_TOKEN_COLLATE:
          if (level > LEVEL_COLLATE)
            return left;
          self->at++;
          left = parse_collate (self, left);
          continue;
        case ASK_TOKEN_ISNULL:
        case ASK_TOKEN_NOTNULL:
          if (level > LEVEL_EQUAL)
            return left;
          self->at++;
          left = make_is_null (self, left, type == ASK_TOKEN_NOTNULL);
          continue;
        case ASK_TOKEN_BETWEEN:
        case ASK_TOKEN_IN:
          if (level > LEVEL_EQUAL)
            return left;
          self->at++;
          left = type == ASK_TOKEN_IN ? parse_in (self, left, FALSE) : parse_between (self, left, FALSE);
          continue;
        case ASK_TOKEN_NOT:
          if (level > LEVEL_NOT)
            return left;
          self->at++;
          left = parse_negated (self, left);
          continue;
        default:
          break;
        }
      op = binary_op (type);
      if (op == ASK_OP_NONE || ask_sql_op_get_precedence (op) < level || (op == ASK_OP_AND && and_role == AND_ENDS))
        return left;
      self->at++;
      left = parse_operator (self, left, op);
    }
  return NULL;
}

/* All operators of @level or tighter. Every way back to here counts as one level, since what stands
 * behind an operator may hold expressions as well as what stands before it. */
static AskSqlExpr *
parse_binary (AskSqlParser *self, guint level, AndRole and_role)
{
  AskSqlExpr *expr;

  if (!ask_parser_enter (self))
    return NULL;
  expr = parse_chain (self, level, and_role);
  self->depth--;
  return expr;
}

/* ask_parser_expr: one expression with whatever operators follow */
AskSqlExpr *
ask_parser_expr (AskSqlParser *self)
{
  return parse_binary (self, LEVEL_OR, AND_IS_OPERATOR);
}
