/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions, by precedence climbing. The levels and the grouping are those that Lemon makes of
 * SQLite's grammar, with its corners: NOT as a prefix takes everything that binds tighter than AND,
 * even as the right side of "*"; NOT LIKE and its like bind as loosely as NOT on their left; the lower bound of BETWEEN may hold
 * any operator but AND.
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

/* Sets the node's place and height. SQLite counts a subquery as high as its highest expression; so
 * does this, subqueries in FROM included. */
static AskSqlExpr *
finish (AskSqlParser *self, AskSqlExpr *expr, guint start)
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
  ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, start,
                   "the expression that begins here is more than %u levels deep.",
                   ASK_SQL_MAX_DEPTH);
  return NULL;
}

static AskSqlExpr *
new_expr (AskSqlParser *self, AskSqlExprKind kind)
{
  return ask_sql_tree_new_expr (self->tree, kind, (AskSqlSpan) { 0, 0 });
}

/* Decimal digits, or "0x" and hexadecimal ones; what 64 bits do not hold becomes a double, as in
 * SQLite, but not a hexadecimal number. */
static gboolean
parse_integer (AskSqlParser *self, const AskSqlParserToken *token, AskSqlExpr *expr)
{
  const char *text = expr->literal;
  guint64 number = 0;

  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    {
      const char *digits = text + 2;

      while (*digits == '0')
        digits++;
      if (strlen (digits) > 16)
        return ask_parser_fail (self, ASK_SQL_ERROR_SYNTAX, token->start,
                                "the hexadecimal number has more than 64 bits.");
      expr->value = ask_value_integer ((gint64) g_ascii_strtoull (digits, NULL, 16));
      return TRUE;
    }
  for (const char *p = text; *p != '\0'; p++)
    {
      guint digit = (guint) (*p - '0');

      if (number > ((guint64) G_MAXINT64 - digit) / 10)
        {
          expr->value = ask_value_real (g_ascii_strtod (text, NULL));
          return TRUE;
        }
      number = number * 10 + digit;
    }
  expr->value = ask_value_integer ((gint64) number);
  return TRUE;
}

static AskValue
blob_value (AskSqlParser *self, const AskSqlParserToken *token)
{
  gsize length = (token->end - token->start - 3) / 2;
  guint8 *bytes = ask_sql_tree_alloc (self->tree, length + 1);

  for (gsize i = 0; i < length; i++)
    bytes[i] = (guint8) (g_ascii_xdigit_value (self->sql[token->start + 2 + 2 * i]) * 16
                         + g_ascii_xdigit_value (self->sql[token->start + 3 + 2 * i]));
  return ask_value_blob (bytes, length);
}

static AskSqlExpr *
parse_literal (AskSqlParser *self)
{
  const AskSqlParserToken *token = ask_parser_peek (self);
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_LITERAL);

  expr->literal = ask_sql_tree_strdup (self->tree, self->sql + token->start,
                                       (gssize) (token->end - token->start));
  switch ((guint) token->type)
    {
    case ASK_TOKEN_STRING:
      expr->value = ask_value_text (ask_parser_take_name (self), -1);
      break;
    case ASK_TOKEN_BLOB:
      expr->value = blob_value (self, token);
      self->at++;
      break;
    case ASK_TOKEN_REAL:
      expr->value = ask_value_real (g_ascii_strtod (expr->literal, NULL));
      self->at++;
      break;
    case ASK_TOKEN_INTEGER:
      if (!parse_integer (self, token, expr))
        return NULL;
      self->at++;
      break;
    default:
      expr->value = ASK_NULL_INIT;
      self->at++;
    }
  return finish (self, expr, token->start);
}

/* Counts the parameters as sqlite3_bind_parameter_count() does. */
static AskSqlExpr *
parse_parameter (AskSqlParser *self)
{
  const AskSqlParserToken *token = ask_parser_peek (self);
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_PARAMETER);
  guint64 number = self->tree->n_parameters + 1;

  expr->name = ask_sql_tree_strdup (self->tree, self->sql + token->start,
                                    (gssize) (token->end - token->start));
  /* "#1" is a register of SQLite's own. */
  if (expr->name[0] == '#' && g_ascii_isdigit (expr->name[1]))
    {
      ask_parser_fail_expected (self, "an expression");
      return NULL;
    }
  if (expr->name[0] == '?' && expr->name[1] != '\0')
    number = g_ascii_strtoull (expr->name + 1, NULL, 10);
  else if (expr->name[0] != '?')
    {
      if (self->parameters == NULL)
        self->parameters = g_hash_table_new (g_str_hash, g_str_equal);
      if (!g_hash_table_add (self->parameters, (gpointer) expr->name))
        number = 1;
    }
  if (number == 0 || number > ASK_SQL_MAX_PARAMETER)
    {
      ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, token->start,
                       "parameters are numbered from ?1 to ?%u.", ASK_SQL_MAX_PARAMETER);
      return NULL;
    }
  self->tree->n_parameters = MAX (self->tree->n_parameters, (guint) number);
  self->at++;
  return finish (self, expr, token->start);
}

/* [schema.][table.]name */
static AskSqlExpr *
parse_column (AskSqlParser *self)
{
  const AskSqlParserToken *token = ask_parser_peek (self);
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_COLUMN);

  expr->quoted = token->quote == '"';
  expr->bare = token->quote == 0;
  expr->name = ask_parser_take_name (self);
  for (guint i = 0; i < 2 && ask_parser_accept (self, ASK_TOKEN_DOT); i++)
    {
      expr->schema = expr->table;
      expr->table = expr->name;
      expr->name = ask_parser_expect_name (self, "a column name");
      if (expr->name == NULL)
        return NULL;
      expr->quoted = expr->bare = FALSE;
    }
  return finish (self, expr, token->start);
}

/* ask_parser_exprs: expressions with commas between, at least one */
gboolean
ask_parser_exprs (AskSqlParser *self, AskSqlExprs *list)
{
  guint mark = self->scratch->len;

  do
    {
      AskSqlExpr *expr = ask_parser_expr (self);

      if (expr == NULL)
        return FALSE;
      g_ptr_array_add (self->scratch, expr);
    }
  while (ask_parser_accept (self, ASK_TOKEN_COMMA));
  list->n = self->scratch->len - mark;
  list->items = ask_sql_tree_alloc (self->tree, list->n * sizeof *list->items);
  memcpy (list->items, self->scratch->pdata + mark, list->n * sizeof *list->items);
  g_ptr_array_set_size (self->scratch, (int) mark);
  return TRUE;
}

static gboolean
parse_filter (AskSqlParser *self, AskSqlExpr *expr)
{
  if (!ask_parser_expect (self, ASK_TOKEN_OPEN, "“(WHERE …)”")
      || !ask_parser_expect (self, ASK_TOKEN_WHERE, "WHERE"))
    return FALSE;
  expr->filter = ask_parser_expr (self);
  return expr->filter != NULL
         && ask_parser_expect (self, ASK_TOKEN_CLOSE, "an operator or “)”");
}

static gboolean
parse_over (AskSqlParser *self, AskSqlExpr *expr)
{
  guint first = self->at;

  if (ask_parser_accept (self, ASK_TOKEN_OPEN))
    {
      expr->window = ask_parser_window (self);
      if (expr->window == NULL)
        return FALSE;
    }
  else
    {
      const char *name = ask_parser_expect_name (self, "a window name or “(”");

      if (name == NULL)
        return FALSE;
      expr->window = ask_sql_tree_alloc (self->tree, sizeof *expr->window);
      expr->window->base = name;
      expr->window->only_name = TRUE;
    }
  expr->window->span = ask_parser_span (self, first);
  if (expr->distinct)
    return ask_parser_fail (self, ASK_SQL_ERROR_MISUSE, expr->window->span.start,
                            "a window function cannot have DISTINCT.");
  return TRUE;
}

/* name ([DISTINCT] … | *) [FILTER (WHERE …)] [OVER …] */
static AskSqlExpr *
parse_function (AskSqlParser *self)
{
  guint start = ask_parser_peek (self)->start;
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_FUNCTION);

  expr->name = ask_parser_take_name (self);
  self->at++; /* the parenthesis */
  if (ask_parser_accept (self, ASK_TOKEN_STAR))
    expr->star = TRUE;
  else
    {
      if (ask_parser_accept (self, ASK_TOKEN_DISTINCT))
        expr->distinct = TRUE;
      else
        ask_parser_accept (self, ASK_TOKEN_ALL);
      if (ask_parser_type (self) != ASK_TOKEN_CLOSE && !ask_parser_exprs (self, &expr->list))
        return NULL;
    }
  if (!ask_parser_expect (self, ASK_TOKEN_CLOSE,
                          expr->star ? "“)”" : "a comma, an operator or “)”"))
    return NULL;
  if (expr->list.n > ASK_SQL_MAX_ARGUMENTS)
    {
      ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, start,
                       "the function has %u arguments; %u are the most.", expr->list.n,
                       ASK_SQL_MAX_ARGUMENTS);
      return NULL;
    }
  if ((ask_parser_accept (self, ASK_TOKEN_FILTER) && !parse_filter (self, expr))
      || (ask_parser_accept (self, ASK_TOKEN_OVER) && !parse_over (self, expr)))
    return NULL;
  return finish (self, expr, start);
}

static gboolean
is_signed_number (AskSqlParser *self)
{
  if (!ask_parser_accept (self, ASK_TOKEN_PLUS))
    ask_parser_accept (self, ASK_TOKEN_MINUS);
  if (!ask_parser_accept (self, ASK_TOKEN_INTEGER) && !ask_parser_accept (self, ASK_TOKEN_REAL))
    return ask_parser_fail_expected (self, "a number");
  return TRUE;
}

/* ask_parser_type_name: what stands behind AS in a CAST, perhaps nothing, its words joined by one space.
 * Where it begins with a quoted name, SQLite knows that name and drops the rest. */
const char *
ask_parser_type_name (AskSqlParser *self)
{
  guint first = self->at;
  g_autoptr (GString) name = NULL;

  while (ask_parser_peek (self)->is_name || ask_parser_type (self) == ASK_TOKEN_STRING)
    self->at++;
  if (self->at > first && ask_parser_accept (self, ASK_TOKEN_OPEN))
    {
      if (!is_signed_number (self))
        return NULL;
      if (ask_parser_accept (self, ASK_TOKEN_COMMA) && !is_signed_number (self))
        return NULL;
      if (!ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma or “)”"))
        return NULL;
    }
  if (self->tokens[first].quote != 0 || self->tokens[first].type == ASK_TOKEN_STRING)
    {
      guint last = self->at;
      const char *quoted;

      self->at = first;
      quoted = ask_parser_take_name (self);
      self->at = last;
      return quoted;
    }
  name = g_string_new (NULL);
  for (guint i = first; i < self->at; i++)
    {
      const AskSqlParserToken *token = &self->tokens[i];

      if (i > first && token->type != ASK_TOKEN_OPEN && token->type != ASK_TOKEN_CLOSE
          && token->type != ASK_TOKEN_COMMA && token[-1].type != ASK_TOKEN_OPEN
          && token[-1].type != ASK_TOKEN_COMMA && token[-1].type != ASK_TOKEN_PLUS
          && token[-1].type != ASK_TOKEN_MINUS)
        g_string_append_c (name, ' ');
      g_string_append_len (name, self->sql + token->start, (gssize) (token->end - token->start));
    }
  return ask_sql_tree_strdup (self->tree, name->str, (gssize) name->len);
}

/* ask_parser_is_type_name: Returns: whether @name behind AS in a CAST would be read as it is */
gboolean
ask_parser_is_type_name (const char *name)
{
  g_autoptr (GArray) tokens = NULL;
  g_autoptr (AskSqlTree) tree = NULL;
  AskSqlParser self = { 0 };
  const char *read;
  gboolean same;

  /* The usual case needs no parser. */
  if (name[0] == '\0' || ask_parser_find_keyword (name, strlen (name)) == ASK_TOKEN_ID)
    {
      const char *p = name;

      while (g_ascii_isalpha (*p))
        p++;
      if (*p == '\0')
        return TRUE;
    }
  tokens = ask_parser_tokenize (name);
  tree = g_new0 (AskSqlTree, 1);
  self.tree = tree;
  self.sql = name;
  self.tokens = &g_array_index (tokens, AskSqlParserToken, 0);
  self.n_tokens = tokens->len;
  read = ask_parser_type_name (&self);
  same = read != NULL && ask_parser_type (&self) == ASK_TOKEN_TEXT_END && strcmp (read, name) == 0;
  g_clear_error (&self.error);
  return same;
}

static AskSqlExpr *
parse_cast (AskSqlParser *self)
{
  guint start = self->tokens[self->at++].start;
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_CAST);

  if (!ask_parser_expect (self, ASK_TOKEN_OPEN, "“(”"))
    return NULL;
  expr->left = ask_parser_expr (self);
  if (expr->left == NULL || !ask_parser_expect (self, ASK_TOKEN_AS, "an operator or AS"))
    return NULL;
  expr->name = ask_parser_type_name (self);
  if (expr->name == NULL || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "a type or “)”"))
    return NULL;
  return finish (self, expr, start);
}

static AskSqlExpr *
parse_case (AskSqlParser *self)
{
  guint start = self->tokens[self->at++].start;
  guint mark = self->scratch->len;
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_CASE);

  if (ask_parser_type (self) != ASK_TOKEN_WHEN && (expr->left = ask_parser_expr (self)) == NULL)
    return NULL;
  if (!ask_parser_expect (self, ASK_TOKEN_WHEN, "an operator or WHEN"))
    return NULL;
  do
    {
      AskSqlExpr *when = ask_parser_expr (self);
      AskSqlExpr *then;

      if (when == NULL || !ask_parser_expect (self, ASK_TOKEN_THEN, "an operator or THEN"))
        return NULL;
      then = ask_parser_expr (self);
      if (then == NULL)
        return NULL;
      g_ptr_array_add (self->scratch, when);
      g_ptr_array_add (self->scratch, then);
    }
  while (ask_parser_accept (self, ASK_TOKEN_WHEN));
  if (ask_parser_accept (self, ASK_TOKEN_ELSE) && (expr->right = ask_parser_expr (self)) == NULL)
    return NULL;
  if (!ask_parser_expect (self, ASK_TOKEN_END,
                          expr->right != NULL ? "an operator or END"
                                              : "an operator, WHEN, ELSE or END"))
    return NULL;
  expr->list.n = self->scratch->len - mark;
  expr->list.items = ask_sql_tree_alloc (self->tree, expr->list.n * sizeof *expr->list.items);
  memcpy (expr->list.items, self->scratch->pdata + mark,
          expr->list.n * sizeof *expr->list.items);
  g_ptr_array_set_size (self->scratch, (int) mark);
  return finish (self, expr, start);
}

/* A SELECT whose first parenthesis was read. */
static gboolean
parse_subquery (AskSqlParser *self, AskSqlExpr *expr)
{
  expr->select = ask_parser_select (self);
  return expr->select != NULL
         && ask_parser_expect (self, ASK_TOKEN_CLOSE, "“)” or another clause");
}

static AskSqlExpr *
parse_exists (AskSqlParser *self)
{
  guint start = self->tokens[self->at++].start;
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_EXISTS);

  if (!ask_parser_expect (self, ASK_TOKEN_OPEN, "“(” and a SELECT"))
    return NULL;
  return parse_subquery (self, expr) ? finish (self, expr, start) : NULL;
}

/* (expr), (expr, …), (SELECT …) */
static AskSqlExpr *
parse_parenthesis (AskSqlParser *self)
{
  guint start = self->tokens[self->at++].start;
  AskSqlExprs list = { 0 };
  AskSqlExpr *expr;

  if (ask_parser_starts_select (ask_parser_type (self)))
    {
      expr = new_expr (self, ASK_EXPR_SELECT);
      return parse_subquery (self, expr) ? finish (self, expr, start) : NULL;
    }
  if (!ask_parser_exprs (self, &list)
      || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma, an operator or “)”"))
    return NULL;
  if (list.n > 1)
    {
      expr = new_expr (self, ASK_EXPR_ROW);
      expr->list = list;
      return finish (self, expr, start);
    }
  expr = list.items[0];
  expr->span.start = start;
  expr->span.end = self->tokens[self->at - 1].end;
  return expr;
}

static AskSqlExpr *
parse_primary (AskSqlParser *self)
{
  const AskSqlParserToken *token = ask_parser_peek (self);

  switch ((guint) token->type)
    {
    case ASK_TOKEN_OPEN:
      return parse_parenthesis (self);
    case ASK_TOKEN_CASE:
      return parse_case (self);
    case ASK_TOKEN_CAST:
      return parse_cast (self);
    case ASK_TOKEN_EXISTS:
      return parse_exists (self);
    case ASK_TOKEN_PARAMETER:
      return parse_parameter (self);
    case ASK_TOKEN_STRING:
      if (ask_parser_type_at (self, 1) == ASK_TOKEN_DOT)
        return parse_column (self);
      return parse_literal (self);
    case ASK_TOKEN_BLOB:
    case ASK_TOKEN_INTEGER:
    case ASK_TOKEN_REAL:
    case ASK_TOKEN_NULL:
      return parse_literal (self);
    case ASK_TOKEN_CURRENT_DATE:
    case ASK_TOKEN_CURRENT_TIME:
    case ASK_TOKEN_CURRENT_TIMESTAMP:
      {
        AskSqlExpr *expr = new_expr (self, ASK_EXPR_FUNCTION);

        expr->without_parentheses = TRUE;
        expr->name = ask_parser_take_name (self);
        return finish (self, expr, token->start);
      }
    case ASK_TOKEN_RAISE:
      if (ask_parser_type_at (self, 1) == ASK_TOKEN_OPEN)
        ask_parser_fail (self, ASK_SQL_ERROR_MISUSE, token->start,
                         "RAISE () is for triggers; a query has no use for it.");
      else
        {
          self->at++;
          ask_parser_fail_expected (self, "“(”");
        }
      return NULL;
    default:
      break;
    }
  if ((token->is_name || token->type == ASK_TOKEN_INDEXED)
      && ask_parser_type_at (self, 1) == ASK_TOKEN_OPEN)
    return parse_function (self);
  if (ask_parser_is_any_name (token))
    return parse_column (self);
  ask_parser_fail_expected (self, "an expression");
  return NULL;
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
    return parse_primary (self);

  if (!ask_parser_enter (self))
    return NULL;
  self->at++;
  expr = new_expr (self, ASK_EXPR_UNARY);
  expr->op = op;
  expr->left = op == ASK_OP_NOT ? parse_binary (self, LEVEL_NOT, AND_IS_OPERATOR)
                                : parse_prefix (self);
  self->depth--;
  return expr->left != NULL ? finish (self, expr, token->start) : NULL;
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
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_LIKE);

  expr->op = op;
  expr->negated = negated;
  expr->left = left;
  expr->right = parse_binary (self, LEVEL_EQUAL + 1, AND_IS_OPERATOR);
  if (expr->right == NULL)
    return NULL;
  if (ask_parser_accept (self, ASK_TOKEN_ESCAPE)
      && (expr->escape = parse_binary (self, LEVEL_EQUAL + 1, AND_IS_OPERATOR)) == NULL)
    return NULL;
  return finish (self, expr, left->span.start);
}

static AskSqlExpr *
parse_between (AskSqlParser *self, AskSqlExpr *left, gboolean negated)
{
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_BETWEEN);

  expr->negated = negated;
  expr->left = left;
  expr->list.n = 2;
  expr->list.items = ask_sql_tree_alloc (self->tree, 2 * sizeof *expr->list.items);
  expr->list.items[0] = parse_binary (self, LEVEL_OR, AND_ENDS);
  if (expr->list.items[0] == NULL
      || !ask_parser_expect (self, ASK_TOKEN_AND, "an operator or AND"))
    return NULL;
  expr->list.items[1] = parse_binary (self, LEVEL_EQUAL + 1, AND_IS_OPERATOR);
  return expr->list.items[1] != NULL ? finish (self, expr, left->span.start) : NULL;
}

static gboolean
parse_in_table (AskSqlParser *self, AskSqlExpr *expr)
{
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
                                "this is %u %s, but the row on the left of IN has %u.", n,
                                n == 1 ? "value" : "values", expr->left->list.n);
    }
  return TRUE;
}

static AskSqlExpr *
parse_in (AskSqlParser *self, AskSqlExpr *left, gboolean negated)
{
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_IN_LIST);

  expr->negated = negated;
  expr->left = left;
  if (!ask_parser_accept (self, ASK_TOKEN_OPEN))
    {
      if (!parse_in_table (self, expr))
        return NULL;
    }
  else if (ask_parser_starts_select (ask_parser_type (self)))
    {
      expr->kind = ASK_EXPR_IN_SELECT;
      if (!parse_subquery (self, expr))
        return NULL;
    }
  else if ((ask_parser_type (self) != ASK_TOKEN_CLOSE && !ask_parser_exprs (self, &expr->list))
           || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma, an operator or “)”")
           || !finish_in_list (self, expr))
    return NULL;
  return finish (self, expr, left->span.start);
}

static AskSqlExpr *
make_is_null (AskSqlParser *self, AskSqlExpr *left, gboolean negated)
{
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_IS_NULL);

  expr->negated = negated;
  expr->left = left;
  return finish (self, expr, left->span.start);
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
  if (type == ASK_TOKEN_LIKE || type == ASK_TOKEN_GLOB || type == ASK_TOKEN_REGEXP
      || type == ASK_TOKEN_MATCH)
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
  expr = new_expr (self, ASK_EXPR_BINARY);
  expr->op = op;
  expr->left = left;
  expr->right = parse_binary (self, ask_sql_op_get_precedence (op) + 1, AND_IS_OPERATOR);
  if (expr->right == NULL)
    return NULL;
  if ((op == ASK_OP_IS || op == ASK_OP_IS_NOT) && expr->right->kind == ASK_EXPR_LITERAL
      && expr->right->value.kind == ASK_VALUE_NULL)
    return make_is_null (self, left, op == ASK_OP_IS_NOT);
  return finish (self, expr, left->span.start);
}

static AskSqlExpr *
parse_collate (AskSqlParser *self, AskSqlExpr *left)
{
  AskSqlExpr *expr = new_expr (self, ASK_EXPR_COLLATE);

  if (!ask_parser_peek (self)->is_name && ask_parser_type (self) != ASK_TOKEN_STRING)
    {
      ask_parser_fail_expected (self, "the name of a collation");
      return NULL;
    }
  expr->left = left;
  expr->name = ask_parser_take_name (self);
  return finish (self, expr, left->span.start);
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
          left = type == ASK_TOKEN_IN ? parse_in (self, left, FALSE)
                                      : parse_between (self, left, FALSE);
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
      if (op == ASK_OP_NONE || ask_sql_op_get_precedence (op) < level
          || (op == ASK_OP_AND && and_role == AND_ENDS))
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
