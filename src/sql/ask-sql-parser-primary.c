/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operands of expressions: literals, parameters, columns, functions, CASE, CAST and whatever stands in
 * parentheses. What one may be is told by its first token or two; the operators between operands are
 * in ask-sql-parser-expr.c. All that is made lies in the tree's arena.
 */
#include "config.h"

#include "sql/ask-sql-parser-private.h"

#include <string.h>

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
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_LITERAL);

  expr->literal = ask_sql_tree_strdup (self->tree, self->sql + token->start, (gssize) (token->end - token->start));
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
  return ask_parser_finish (self, expr, token->start);
}

/* Counts the parameters as sqlite3_bind_parameter_count() does. */
static AskSqlExpr *
parse_parameter (AskSqlParser *self)
{
  const AskSqlParserToken *token = ask_parser_peek (self);
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_PARAMETER);
  guint64 number = self->tree->n_parameters + 1;

  expr->name = ask_sql_tree_strdup (self->tree, self->sql + token->start, (gssize) (token->end - token->start));
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
      ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, token->start, "parameters are numbered from ?1 to ?%u.",
                       ASK_SQL_MAX_PARAMETER);
      return NULL;
    }
  self->tree->n_parameters = MAX (self->tree->n_parameters, (guint) number);
  self->at++;
  return ask_parser_finish (self, expr, token->start);
}

/* [schema.][table.]name */
static AskSqlExpr *
parse_column (AskSqlParser *self)
{
  const AskSqlParserToken *token = ask_parser_peek (self);
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_COLUMN);

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
  return ask_parser_finish (self, expr, token->start);
}

static gboolean
parse_filter (AskSqlParser *self, AskSqlExpr *expr)
{
  if (!ask_parser_expect (self, ASK_TOKEN_OPEN, "“(WHERE …)”") || !ask_parser_expect (self, ASK_TOKEN_WHERE, "WHERE"))
    return FALSE;
  expr->filter = ask_parser_expr (self);
  return expr->filter != NULL && ask_parser_expect (self, ASK_TOKEN_CLOSE, "an operator or “)”");
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

/* One argument: "value", "name => value", or within braces "name = value", too. Returns: (nullable): the value */
static AskSqlExpr *
parse_argument (AskSqlParser *self, gboolean braced, const char **name)
{
  AskSqlTokenType next = ask_parser_type_at (self, 1);

  *name = NULL;
  if (ask_parser_is_any_name (ask_parser_peek (self))
      && (next == ASK_TOKEN_ARROW || (braced && next == ASK_TOKEN_EQUAL)))
    {
      *name = ask_parser_take_name (self);
      self->at++;
    }
  return ask_parser_expr (self);
}

/* The arguments of a call, at least one. */
static gboolean
parse_arguments (AskSqlParser *self, AskSqlExpr *expr, gboolean braced)
{
  guint mark = self->unfinished->len;
  gboolean named = FALSE;
  guint n;

  do
    {
      const char *name;
      AskSqlExpr *value = parse_argument (self, braced, &name);

      if (value == NULL)
        return FALSE;
      named = named || name != NULL;
      g_ptr_array_add (self->unfinished, value);
      g_ptr_array_add (self->unfinished, (gpointer) name);
    }
  while (ask_parser_accept (self, ASK_TOKEN_COMMA));
  n = (self->unfinished->len - mark) / 2;
  expr->list.n = n;
  expr->list.items = ask_sql_tree_alloc (self->tree, n * sizeof *expr->list.items);
  if (named)
    expr->argument_names = ask_sql_tree_alloc (self->tree, n * sizeof *expr->argument_names);
  for (guint i = 0; i < n; i++)
    {
      expr->list.items[i] = self->unfinished->pdata[mark + 2 * i];
      if (named)
        expr->argument_names[i] = self->unfinished->pdata[mark + 2 * i + 1];
    }
  g_ptr_array_set_size (self->unfinished, (int) mark);
  return TRUE;
}

/* ask_parser_braced_call: {{name (…)}}, whose braces come next */
AskSqlExpr *
ask_parser_braced_call (AskSqlParser *self)
{
  guint start = self->tokens[self->at++].start;
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_FUNCTION);

  expr->braced = TRUE;
  expr->name = ask_parser_expect_name (self, "the name of a function");
  if (expr->name == NULL || !ask_parser_expect (self, ASK_TOKEN_OPEN, "“(”"))
    return NULL;
  if (ask_parser_type (self) != ASK_TOKEN_CLOSE && !parse_arguments (self, expr, TRUE))
    return NULL;
  if (!ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma, an operator or “)”")
      || !ask_parser_expect (self, ASK_TOKEN_CLOSE_BRACES, "“}}”"))
    return NULL;
  return ask_parser_finish (self, expr, start);
}

/* name ([DISTINCT] … | *) [FILTER (WHERE …)] [OVER …] */
static AskSqlExpr *
parse_function (AskSqlParser *self)
{
  guint start = ask_parser_peek (self)->start;
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_FUNCTION);

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
      if (ask_parser_type (self) != ASK_TOKEN_CLOSE && !parse_arguments (self, expr, FALSE))
        return NULL;
    }
  if (!ask_parser_expect (self, ASK_TOKEN_CLOSE, expr->star ? "“)”" : "a comma, an operator or “)”"))
    return NULL;
  if (expr->list.n > ASK_SQL_MAX_ARGUMENTS)
    {
      ask_parser_fail (self, ASK_SQL_ERROR_TOO_LARGE, start, "the function has %u arguments; %u are the most.",
                       expr->list.n, ASK_SQL_MAX_ARGUMENTS);
      return NULL;
    }
  if ((ask_parser_accept (self, ASK_TOKEN_FILTER) && !parse_filter (self, expr))
      || (ask_parser_accept (self, ASK_TOKEN_OVER) && !parse_over (self, expr)))
    return NULL;
  return ask_parser_finish (self, expr, start);
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

/* What stands behind AS in a CAST, perhaps nothing, its words joined by one space.
 * Where it begins with a quoted name, SQLite knows that name and drops the rest. */
static const char *
parse_type_name (AskSqlParser *self)
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

      if (i > first && token->type != ASK_TOKEN_OPEN && token->type != ASK_TOKEN_CLOSE && token->type != ASK_TOKEN_COMMA
          && token[-1].type != ASK_TOKEN_OPEN && token[-1].type != ASK_TOKEN_COMMA && token[-1].type != ASK_TOKEN_PLUS
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
  g_autoptr (GArray) plain = NULL;
  g_autofree AskSqlParserToken *tokens = NULL;
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
  plain = ask_sql_tokenize (name);
  tokens = g_new (AskSqlParserToken, ASK_PARSER_TOKENS (plain));
  tree = g_new0 (AskSqlTree, 1);
  self.tree = tree;
  self.sql = name;
  self.tokens = tokens;
  self.n_tokens = ask_parser_read_tokens (name, plain, tokens);
  read = parse_type_name (&self);
  same = read != NULL && ask_parser_type (&self) == ASK_TOKEN_TEXT_END && strcmp (read, name) == 0;
  g_clear_error (&self.error);
  return same;
}

static AskSqlExpr *
parse_cast (AskSqlParser *self)
{
  guint start = self->tokens[self->at++].start;
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_CAST);

  if (!ask_parser_expect (self, ASK_TOKEN_OPEN, "“(”"))
    return NULL;
  expr->left = ask_parser_expr (self);
  if (expr->left == NULL || !ask_parser_expect (self, ASK_TOKEN_AS, "an operator or AS"))
    return NULL;
  expr->name = parse_type_name (self);
  if (expr->name == NULL || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "a type or “)”"))
    return NULL;
  return ask_parser_finish (self, expr, start);
}

static AskSqlExpr *
parse_case (AskSqlParser *self)
{
  guint start = self->tokens[self->at++].start;
  guint mark = self->unfinished->len;
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_CASE);

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
      g_ptr_array_add (self->unfinished, when);
      g_ptr_array_add (self->unfinished, then);
    }
  while (ask_parser_accept (self, ASK_TOKEN_WHEN));
  if (ask_parser_accept (self, ASK_TOKEN_ELSE) && (expr->right = ask_parser_expr (self)) == NULL)
    return NULL;
  if (!ask_parser_expect (self, ASK_TOKEN_END,
                          expr->right != NULL ? "an operator or END" : "an operator, WHEN, ELSE or END"))
    return NULL;
  expr->list.n = self->unfinished->len - mark;
  expr->list.items = ask_sql_tree_alloc (self->tree, expr->list.n * sizeof *expr->list.items);
  memcpy (expr->list.items, self->unfinished->pdata + mark, expr->list.n * sizeof *expr->list.items);
  g_ptr_array_set_size (self->unfinished, (int) mark);
  return ask_parser_finish (self, expr, start);
}

/* ask_parser_subquery: a SELECT whose first parenthesis was read */
gboolean
ask_parser_subquery (AskSqlParser *self, AskSqlExpr *expr)
{
  expr->select = ask_parser_select (self);
  return expr->select != NULL && ask_parser_expect (self, ASK_TOKEN_CLOSE, "“)” or another clause");
}

static AskSqlExpr *
parse_exists (AskSqlParser *self)
{
  guint start = self->tokens[self->at++].start;
  AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_EXISTS);

  if (!ask_parser_expect (self, ASK_TOKEN_OPEN, "“(” and a SELECT"))
    return NULL;
  return ask_parser_subquery (self, expr) ? ask_parser_finish (self, expr, start) : NULL;
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
      expr = ask_parser_new_expr (self, ASK_EXPR_SELECT);
      return ask_parser_subquery (self, expr) ? ask_parser_finish (self, expr, start) : NULL;
    }
  if (!ask_parser_exprs (self, &list) || !ask_parser_expect (self, ASK_TOKEN_CLOSE, "a comma, an operator or “)”"))
    return NULL;
  if (list.n > 1)
    {
      expr = ask_parser_new_expr (self, ASK_EXPR_ROW);
      expr->list = list;
      return ask_parser_finish (self, expr, start);
    }
  expr = list.items[0];
  expr->span.start = start;
  expr->span.end = self->tokens[self->at - 1].end;
  return expr;
}

/* ask_parser_primary: an expression without operators around it */
AskSqlExpr *
ask_parser_primary (AskSqlParser *self)
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
    case ASK_TOKEN_OPEN_BRACES:
      return ask_parser_braced_call (self);
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
        AskSqlExpr *expr = ask_parser_new_expr (self, ASK_EXPR_FUNCTION);

        expr->without_parentheses = TRUE;
        expr->name = ask_parser_take_name (self);
        return ask_parser_finish (self, expr, token->start);
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
  if ((token->is_name || token->type == ASK_TOKEN_INDEXED) && ask_parser_type_at (self, 1) == ASK_TOKEN_OPEN)
    return parse_function (self);
  if (ask_parser_is_any_name (token))
    return parse_column (self);
  ask_parser_fail_expected (self, "an expression");
  return NULL;
}
