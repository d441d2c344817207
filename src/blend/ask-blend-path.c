/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When an answer matters: the conditions on the way from an expression to a call within it. Beside the call under AND stands what
 * has to be true, under OR what must not be; a CASE has been left for the branch with the call; a filter lets a row into its
 * aggregate. What waits for an answer itself, or is another each time, says nothing, so values may be too many and never too few.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <string.h>

#include "sql/ask-sql-analysis.h"

/* What is wanted of a condition. */
typedef enum
{
  WANTED_TRUE,
  WANTED_NOT_FALSE,
  WANTED_NOT_TRUE
} Wanted;

typedef struct
{
  AskBlend *blend;
  AskSqlTree *tree;
  gint64 number;
} Path;

typedef struct
{
  gint64 number;
  gboolean found;
} Search;

static gboolean
look_for_call (AskSqlExpr *expr, gpointer data)
{
  Search *self = data;

  self->found = self->found || ask_blend_get_number (expr) == self->number;
  return !self->found;
}

/** ask_blend_holds: @expr: (nullable): an expression. Returns: whether the lookup of @number is in it */
gboolean
ask_blend_holds (AskSqlExpr *expr, gint64 number)
{
  Search search = { number, FALSE };
  const AskSqlVisit visit = { .expr = look_for_call, .user_data = &search };

  if (expr != NULL)
    ask_sql_walk_expr (expr, &visit);
  return search.found;
}

static gboolean
is_op (const AskSqlExpr *expr, AskSqlOp op)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == op;
}

/* "(expr) IS NOT TRUE", or FALSE */
static AskSqlExpr *
make_not (AskSqlTree *tree, AskSqlExpr *expr, const char *word)
{
  AskSqlExpr *is = ask_sql_tree_new_expr (tree, ASK_EXPR_BINARY, expr->span);
  AskSqlExpr *truth = ask_sql_tree_new_column (tree, NULL, word);

  truth->bare = TRUE;
  is->op = ASK_OP_IS_NOT;
  is->left = expr;
  is->right = truth;
  return is;
}

static AskSqlExpr *
make_binary (AskSqlTree *tree, AskSqlOp op, AskSqlExpr *left, AskSqlExpr *right)
{
  AskSqlExpr *expr = ask_sql_tree_new_expr (tree, ASK_EXPR_BINARY, left->span);

  expr->op = op;
  expr->left = left;
  expr->right = right;
  return expr;
}

/* Returns: (nullable): what is known to hold where @expr is as @wanted; %NULL for nothing */
static AskSqlExpr *
imply (const Path *self, AskSqlExpr *expr, Wanted wanted)
{
  gboolean is_and = is_op (expr, ASK_OP_AND);
  AskSqlExpr *left, *right;

  if (!ask_blend_is_unknown (self->blend, expr) && ask_sql_expr_is_deterministic (expr))
    return wanted == WANTED_TRUE        ? expr
           : wanted == WANTED_NOT_FALSE ? make_not (self->tree, expr, "FALSE")
                                        : make_not (self->tree, expr, "TRUE");
  if (expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NOT)
    return imply (self, expr->left, wanted == WANTED_NOT_TRUE ? WANTED_NOT_FALSE : WANTED_NOT_TRUE);
  if (!is_and && !is_op (expr, ASK_OP_OR))
    return NULL;
  left = imply (self, expr->left, wanted);
  right = imply (self, expr->right, wanted);
  /* Both hold, or one of them does and nobody knows which. */
  if (is_and == (wanted != WANTED_NOT_TRUE))
    return ask_blend_and (self->tree, left, right);
  return left != NULL && right != NULL ? make_binary (self->tree, ASK_OP_OR, left, right) : NULL;
}

static AskSqlExpr *walk (const Path *self, AskSqlExpr *expr, gboolean decides);

static AskSqlExpr * and (const Path *self, AskSqlExpr *a, AskSqlExpr *b) { return ask_blend_and (self->tree, a, b); }

static AskSqlExpr *
walk_logic (const Path *self, AskSqlExpr *expr, gboolean decides)
{
  AskSqlExpr *on_way = ask_blend_holds (expr->right, self->number) ? expr->right : expr->left;
  AskSqlExpr *other = on_way == expr->right ? expr->left : expr->right;
  Wanted wanted = expr->op == ASK_OP_OR ? WANTED_NOT_TRUE : decides ? WANTED_TRUE : WANTED_NOT_FALSE;

  return and(self, imply (self, other, wanted), walk (self, on_way, decides));
}

/* Whether a WHEN is the one that is taken. */
static AskSqlExpr *
imply_when (const Path *self, const AskSqlExpr *expr, AskSqlExpr *when, Wanted wanted)
{
  return imply (self, expr->left != NULL ? make_binary (self->tree, ASK_OP_EQUAL, expr->left, when) : when, wanted);
}

static AskSqlExpr *
walk_case (const Path *self, AskSqlExpr *expr)
{
  AskSqlExpr *condition = NULL;

  if (ask_blend_holds (expr->left, self->number))
    return walk (self, expr->left, FALSE);
  for (guint i = 0; i + 1 < expr->list.n; i += 2)
    {
      AskSqlExpr *when = expr->list.items[i];
      AskSqlExpr *then = expr->list.items[i + 1];

      if (ask_blend_holds (when, self->number))
        return and(self, condition, walk (self, when, expr->left == NULL));
      if (ask_blend_holds (then, self->number))
        return and(self, and(self, condition, imply_when (self, expr, when, WANTED_TRUE)), walk (self, then, FALSE));
      condition = and(self, condition, imply_when (self, expr, when, WANTED_NOT_TRUE));
    }
  return and(self, condition, walk (self, expr->right, FALSE));
}

static gboolean
is_called (const AskSqlExpr *expr, const char *name)
{
  return expr->kind == ASK_EXPR_FUNCTION && g_ascii_strcasecmp (expr->name, name) == 0;
}

/* coalesce (a, b, …): what stands behind a value is wanted where that is NULL. */
static AskSqlExpr *
walk_coalesce (const Path *self, AskSqlExpr *expr)
{
  AskSqlExpr *condition = NULL;

  for (guint i = 0; i < expr->list.n; i++)
    {
      AskSqlExpr *value = expr->list.items[i];
      AskSqlExpr *null;

      if (ask_blend_holds (value, self->number))
        return and(self, condition, walk (self, value, FALSE));
      if (ask_blend_is_unknown (self->blend, value) || !ask_sql_expr_is_deterministic (value))
        continue;
      null = ask_sql_tree_new_expr (self->tree, ASK_EXPR_IS_NULL, value->span);
      null->left = value;
      condition = and(self, condition, null);
    }
  return condition;
}

static AskSqlExpr *
walk_function (const Path *self, AskSqlExpr *expr)
{
  AskSqlExpr *condition = NULL;

  if (is_called (expr, "coalesce") || is_called (expr, "ifnull"))
    return walk_coalesce (self, expr);
  if (is_called (expr, "iif") && expr->list.n == 3)
    {
      AskSqlExpr *when = expr->list.items[0];

      if (ask_blend_holds (when, self->number))
        return walk (self, when, TRUE);
      for (guint i = 1; i < 3; i++)
        if (ask_blend_holds (expr->list.items[i], self->number))
          return and(self, imply (self, when, i == 1 ? WANTED_TRUE : WANTED_NOT_TRUE),
                     walk (self, expr->list.items[i], FALSE));
    }
  if (ask_blend_holds (expr->filter, self->number))
    return walk (self, expr->filter, TRUE);
  /* An order or a partition of a window is of all rows. */
  for (guint i = 0; i < expr->list.n; i++)
    if (ask_blend_holds (expr->list.items[i], self->number))
      {
        condition = expr->filter != NULL ? imply (self, expr->filter, WANTED_TRUE) : NULL;
        return and(self, condition, walk (self, expr->list.items[i], FALSE));
      }
  return NULL;
}

/* (a, f) = (1, 2): each pair has to be equal. */
static AskSqlExpr *
walk_rows (const Path *self, AskSqlExpr *expr)
{
  AskSqlExpr *condition = NULL;

  for (guint i = 0; i < MIN (expr->left->list.n, expr->right->list.n); i++)
    {
      AskSqlExpr *left = expr->left->list.items[i];
      AskSqlExpr *right = expr->right->list.items[i];

      if (!ask_blend_holds (left, self->number) && !ask_blend_holds (right, self->number))
        condition
          = and(self, condition, imply (self, make_binary (self->tree, ASK_OP_EQUAL, left, right), WANTED_TRUE));
    }
  return condition;
}

/* @decides: where @expr is not true it is the same whether it is false or NULL. Returns: (nullable) */
static AskSqlExpr *
walk (const Path *self, AskSqlExpr *expr, gboolean decides)
{
  AskSqlExpr *const parts[] = { expr->left, expr->right, expr->escape };

  /* The call itself; where one is asked about another's answer both are on the way. */
  if (expr->kind == ASK_EXPR_FUNCTION)
    return walk_function (self, expr);
  if (is_op (expr, ASK_OP_AND) || is_op (expr, ASK_OP_OR))
    return walk_logic (self, expr, decides);
  if (expr->kind == ASK_EXPR_CASE)
    return walk_case (self, expr);
  if (decides && is_op (expr, ASK_OP_EQUAL) && expr->left->kind == ASK_EXPR_ROW && expr->right->kind == ASK_EXPR_ROW)
    return walk_rows (self, expr);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (ask_blend_holds (parts[i], self->number))
      return walk (self, parts[i], FALSE);
  for (guint i = 0; i < expr->list.n; i++)
    if (ask_blend_holds (expr->list.items[i], self->number))
      return walk (self, expr->list.items[i], FALSE);
  return NULL;
}

/**
 * ask_blend_find_path:
 * @expr: with the lookup of @number in it
 * @decides: it decides about a row, so that false and NULL are the same
 *
 * Returns: (nullable): what has to be true for the answer to matter, as far as that is known; %NULL for nothing
 */
AskSqlExpr *
ask_blend_find_path (AskBlend *self, AskSqlTree *tree, gint64 number, AskSqlExpr *expr, gboolean decides)
{
  return walk (&(Path) { self, tree, number }, expr, decides);
}

/**
 * ask_blend_weaken:
 * @expr: (nullable): a condition
 *
 * Returns: (nullable): what has to be true for @expr to be true, as far as it is known; %NULL for nothing
 */
AskSqlExpr *
ask_blend_weaken (AskBlend *self, AskSqlTree *tree, AskSqlExpr *expr)
{
  return expr != NULL ? imply (&(Path) { self, tree, 0 }, expr, WANTED_TRUE) : NULL;
}
