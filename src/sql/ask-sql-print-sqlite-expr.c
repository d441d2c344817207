/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions as SQLite's text, with as few parentheses as the grammar allows and quotes only where a
 * name needs them. It looks at nothing that analysis found.
 */
#include "config.h"

#include "sql/ask-sql-print-sqlite-private.h"

#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-name-private.h"
#include "sql/ask-sql-token-private.h"
#include "sql/ask-sql-printer.h"

#include <string.h>

enum
{
  LEVEL_ANY = 0,
  LEVEL_EQUAL = 4,
  LEVEL_COLLATE = 11,
  LEVEL_UNARY = 12,
  LEVEL_PRIMARY = 13
};

static void print_expr (GString *out, const AskSqlExpr *expr, guint level);

/* ask_sql_write_name: with quotes where it needs them */
void
ask_sql_write_name (GString *out, const char *name)
{
  g_autofree char *quoted = ask_sql_quote_name_if_needed (name);

  g_string_append (out, quoted);
}

/* In double quotes a name that no column has would be a string, so a name that needs quotes and was
 * not written in those gets the other ones. */
static void
print_column_name (GString *out, const AskSqlExpr *expr)
{
  g_autofree char *quoted = NULL;

  if (expr->quoted)
    quoted = ask_sql_quote_name (expr->name);
  else if (ask_sql_name_is_truth (expr->name) && expr->bare)
    quoted = g_strdup (expr->name);
  else
    {
      quoted = ask_sql_quote_name_if_needed (expr->name);
      if (quoted[0] == '"' || ask_sql_name_is_truth (expr->name))
        {
          g_string_append_c (out, '`');
          for (const char *p = expr->name; *p != '\0'; p++)
            {
              if (*p == '`')
                g_string_append_c (out, '`');
              g_string_append_c (out, *p);
            }
          g_string_append_c (out, '`');
          return;
        }
    }
  g_string_append (out, quoted);
}

/* replace(…), like(…): words that are functions more often than keywords. */
static void
print_function_name (GString *out, const char *name)
{
  AskSqlTokenType type = ask_parser_find_keyword (name, strlen (name));

  if (type == ASK_TOKEN_REPLACE || type == ASK_TOKEN_LIKE || type == ASK_TOKEN_GLOB || type == ASK_TOKEN_REGEXP
      || type == ASK_TOKEN_MATCH || type == ASK_TOKEN_IF)
    g_string_append (out, name);
  else
    ask_sql_write_name (out, name);
}

/* ask_sql_write_qualified: [schema.]name */
void
ask_sql_write_qualified (GString *out, const char *schema, const char *name)
{
  if (schema != NULL)
    {
      ask_sql_write_name (out, schema);
      g_string_append_c (out, '.');
    }
  ask_sql_write_name (out, name);
}

/* ask_sql_write_list: with commas between */
void
ask_sql_write_list (GString *out, const AskSqlExprs *list)
{
  for (guint i = 0; i < list->n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      print_expr (out, list->items[i], LEVEL_ANY);
    }
}

/* ask_sql_write_names: with commas between, in parentheses */
void
ask_sql_write_names (GString *out, const char *const *names)
{
  g_string_append_c (out, '(');
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      ask_sql_write_name (out, names[i]);
    }
  g_string_append_c (out, ')');
}

/* ask_sql_write_order: ORDER BY with its terms */
void
ask_sql_write_order (GString *out, const AskSqlOrder *order)
{
  g_string_append (out, "ORDER BY ");
  for (guint i = 0; i < order->n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      print_expr (out, order->items[i].expr, LEVEL_ANY);
      if (order->items[i].descending)
        g_string_append (out, " DESC");
      if (order->items[i].nulls != 0)
        g_string_append (out, order->items[i].nulls == 1 ? " NULLS FIRST" : " NULLS LAST");
    }
}

static void
print_bound (GString *out, AskSqlBoundKind kind, const AskSqlExpr *expr)
{
  static const char *const words[] = {
    [ASK_BOUND_UNBOUNDED_PRECEDING] = "UNBOUNDED PRECEDING",
    [ASK_BOUND_PRECEDING] = " PRECEDING",
    [ASK_BOUND_CURRENT_ROW] = "CURRENT ROW",
    [ASK_BOUND_FOLLOWING] = " FOLLOWING",
    [ASK_BOUND_UNBOUNDED_FOLLOWING] = "UNBOUNDED FOLLOWING",
  };

  if (expr != NULL)
    print_expr (out, expr, LEVEL_ANY);
  g_string_append (out, words[kind]);
}

static void
print_frame (GString *out, const AskSqlWindow *window)
{
  static const char *const units[] = { "RANGE ", "ROWS ", "GROUPS " };
  static const char *const excludes[]
    = { " EXCLUDE NO OTHERS", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES" };

  g_string_append (out, units[window->unit]);
  if (window->between)
    g_string_append (out, "BETWEEN ");
  print_bound (out, window->start, window->start_expr);
  if (window->between)
    {
      g_string_append (out, " AND ");
      print_bound (out, window->end, window->end_expr);
    }
  if (window->has_exclude)
    g_string_append (out, excludes[window->exclude]);
}

/* ask_sql_write_window: what stands between the parentheses */
void
ask_sql_write_window (GString *out, const AskSqlWindow *window)
{
  gsize start = out->len;

  if (window->base != NULL)
    ask_sql_write_name (out, window->base);
  if (window->partition.n > 0)
    {
      g_string_append (out, out->len > start ? " PARTITION BY " : "PARTITION BY ");
      ask_sql_write_list (out, &window->partition);
    }
  if (window->order.n > 0)
    {
      g_string_append (out, out->len > start ? " " : "");
      ask_sql_write_order (out, &window->order);
    }
  if (window->has_frame)
    {
      g_string_append (out, out->len > start ? " " : "");
      print_frame (out, window);
    }
}

/* Only external functions have such, and SQLite never sees them. */
static void
print_named_arguments (GString *out, const AskSqlExpr *expr)
{
  for (guint i = 0; i < expr->list.n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (expr->argument_names[i] != NULL)
        {
          ask_sql_write_name (out, expr->argument_names[i]);
          g_string_append (out, " => ");
        }
      print_expr (out, expr->list.items[i], LEVEL_ANY);
    }
}

static void
print_function (GString *out, const AskSqlExpr *expr)
{
  if (expr->without_parentheses)
    {
      g_string_append (out, expr->name);
      return;
    }
  if (expr->braced)
    g_string_append (out, "{{");
  print_function_name (out, expr->name);
  g_string_append (out, expr->star ? "(*" : expr->distinct ? "(DISTINCT " : "(");
  if (expr->argument_names != NULL)
    print_named_arguments (out, expr);
  else
    ask_sql_write_list (out, &expr->list);
  g_string_append_c (out, ')');
  if (expr->braced)
    g_string_append (out, "}}");
  if (expr->filter != NULL)
    {
      g_string_append (out, " FILTER (WHERE ");
      print_expr (out, expr->filter, LEVEL_ANY);
      g_string_append_c (out, ')');
    }
  if (expr->window == NULL)
    return;
  g_string_append (out, " OVER ");
  if (expr->window->only_name)
    ask_sql_write_name (out, expr->window->base);
  else
    {
      g_string_append_c (out, '(');
      ask_sql_write_window (out, expr->window);
      g_string_append_c (out, ')');
    }
}

static void
print_case (GString *out, const AskSqlExpr *expr)
{
  g_string_append (out, "CASE");
  if (expr->left != NULL)
    {
      g_string_append_c (out, ' ');
      print_expr (out, expr->left, LEVEL_ANY);
    }
  for (guint i = 0; i + 1 < expr->list.n; i += 2)
    {
      g_string_append (out, " WHEN ");
      print_expr (out, expr->list.items[i], LEVEL_ANY);
      g_string_append (out, " THEN ");
      print_expr (out, expr->list.items[i + 1], LEVEL_ANY);
    }
  if (expr->right != NULL)
    {
      g_string_append (out, " ELSE ");
      print_expr (out, expr->right, LEVEL_ANY);
    }
  g_string_append (out, " END");
}

static void
print_cast (GString *out, const AskSqlExpr *expr)
{
  g_string_append (out, "CAST(");
  print_expr (out, expr->left, LEVEL_ANY);
  g_string_append (out, " AS ");
  if (ask_parser_is_type_name (expr->name))
    g_string_append (out, expr->name);
  else
    {
      g_autofree char *quoted = ask_sql_quote_name (expr->name);

      g_string_append (out, quoted);
    }
  g_string_append_c (out, ')');
}

static void
print_literal (GString *out, const AskSqlExpr *expr)
{
  g_autofree char *text = NULL;

  if (expr->literal != NULL)
    {
      g_string_append (out, expr->literal);
      return;
    }
  text = ask_sql_quote_value (&expr->value);
  g_string_append (out, text);
}

/* Whether the text of @expr begins with that of its left. */
static gboolean
begins_with_left (const AskSqlExpr *expr)
{
  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
    case ASK_EXPR_IS_NULL:
    case ASK_EXPR_BETWEEN:
    case ASK_EXPR_LIKE:
    case ASK_EXPR_IN_LIST:
    case ASK_EXPR_IN_SELECT:
    case ASK_EXPR_IN_TABLE:
    case ASK_EXPR_COLLATE:
      return TRUE;
    default:
      return FALSE;
    }
}

static guint
level_of (const AskSqlExpr *expr)
{
  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
    case ASK_EXPR_UNARY:
      return ask_sql_op_get_precedence (expr->op);
    case ASK_EXPR_COLLATE:
      return LEVEL_COLLATE;
    case ASK_EXPR_LITERAL:
      /* A number that a rewriter made may be negative. */
      return expr->literal == NULL ? LEVEL_UNARY : LEVEL_PRIMARY;
    default:
      return begins_with_left (expr) ? LEVEL_EQUAL : LEVEL_PRIMARY;
    }
}

/* Whatever does not begin with another expression. */
static void
print_primary (GString *out, const AskSqlExpr *expr)
{
  switch (expr->kind)
    {
    case ASK_EXPR_LITERAL:
      print_literal (out, expr);
      break;
    case ASK_EXPR_PARAMETER:
      g_string_append (out, expr->name);
      break;
    case ASK_EXPR_COLUMN:
      if (expr->table != NULL)
        {
          ask_sql_write_qualified (out, expr->schema, expr->table);
          g_string_append_c (out, '.');
          ask_sql_write_name (out, expr->name);
        }
      else
        print_column_name (out, expr);
      break;
    case ASK_EXPR_UNARY:
      g_string_append (out, ask_sql_op_to_string (expr->op));
      /* "- -1", since "--" begins a comment. */
      if (expr->op == ASK_OP_NOT
          || (expr->op == ASK_OP_NEGATIVE
              && (expr->left->op == ASK_OP_NEGATIVE || level_of (expr->left) == LEVEL_UNARY)))
        g_string_append_c (out, ' ');
      print_expr (out, expr->left, ask_sql_op_get_precedence (expr->op));
      break;
    case ASK_EXPR_EXISTS:
      g_string_append (out, "EXISTS ");
      ask_sql_write_subquery (out, expr->select);
      break;
    case ASK_EXPR_SELECT:
      ask_sql_write_subquery (out, expr->select);
      break;
    case ASK_EXPR_CASE:
      print_case (out, expr);
      break;
    case ASK_EXPR_CAST:
      print_cast (out, expr);
      break;
    case ASK_EXPR_FUNCTION:
      print_function (out, expr);
      break;
    case ASK_EXPR_ROW:
      g_string_append_c (out, '(');
      ask_sql_write_list (out, &expr->list);
      g_string_append_c (out, ')');
      break;
    default:
      g_assert_not_reached ();
    }
}

/* What follows the left. */
static void
print_tail (GString *out, const AskSqlExpr *expr)
{
  const char *not = expr->negated ? " NOT" : "";

  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
      g_string_append_printf (out, " %s ", ask_sql_op_to_string (expr->op));
      print_expr (out, expr->right, ask_sql_op_get_precedence (expr->op) + 1);
      break;
    case ASK_EXPR_IS_NULL:
      g_string_append (out, expr->negated ? " IS NOT NULL" : " IS NULL");
      break;
    case ASK_EXPR_BETWEEN:
      g_string_append_printf (out, "%s BETWEEN ", not );
      print_expr (out, expr->list.items[0], LEVEL_EQUAL + 1);
      g_string_append (out, " AND ");
      print_expr (out, expr->list.items[1], LEVEL_EQUAL + 1);
      break;
    case ASK_EXPR_LIKE:
      g_string_append_printf (out, "%s %s ", not, ask_sql_op_to_string (expr->op));
      print_expr (out, expr->right, LEVEL_EQUAL + 1);
      if (expr->escape != NULL)
        {
          g_string_append (out, " ESCAPE ");
          print_expr (out, expr->escape, LEVEL_EQUAL + 1);
        }
      break;
    case ASK_EXPR_IN_LIST:
      g_string_append_printf (out, "%s IN (", not );
      ask_sql_write_list (out, &expr->list);
      g_string_append_c (out, ')');
      break;
    case ASK_EXPR_IN_SELECT:
      g_string_append_printf (out, "%s IN ", not );
      ask_sql_write_subquery (out, expr->select);
      break;
    case ASK_EXPR_IN_TABLE:
      g_string_append_printf (out, "%s IN ", not );
      ask_sql_write_qualified (out, expr->schema, expr->name);
      if (!expr->without_parentheses)
        {
          g_string_append_c (out, '(');
          ask_sql_write_list (out, &expr->list);
          g_string_append_c (out, ')');
        }
      break;
    case ASK_EXPR_COLLATE:
      g_string_append (out, " COLLATE ");
      ask_sql_write_name (out, expr->name);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Chains of operators hang to the left, perhaps thousands deep, so that way is a loop: first all
 * opening parentheses down to the leftmost operand, then back up. */
static void
print_expr (GString *out, const AskSqlExpr *expr, guint level)
{
  const AskSqlExpr *few[16];
  g_autofree const AskSqlExpr **many = NULL;
  const AskSqlExpr **spine = few;
  gsize size = G_N_ELEMENTS (few);
  gsize n = 0;
  guint around = level;

  for (;; expr = expr->left)
    {
      guint own = level_of (expr);

      if (own < around)
        g_string_append_c (out, '(');
      if (n == size)
        {
          const AskSqlExpr **more = g_new (const AskSqlExpr *, size * 4);

          memcpy (more, spine, n * sizeof *spine);
          g_free (many);
          spine = many = more;
          size *= 4;
        }
      spine[n++] = expr;
      if (!begins_with_left (expr))
        break;
      around = own;
    }
  print_primary (out, spine[n - 1]);
  for (gsize i = n; i-- > 0;)
    {
      if (begins_with_left (spine[i]))
        print_tail (out, spine[i]);
      if (level_of (spine[i]) < (i > 0 ? level_of (spine[i - 1]) : level))
        g_string_append_c (out, ')');
    }
}

/* ask_sql_write_expr: an expression that nothing stands around */
void
ask_sql_write_expr (GString *out, const AskSqlExpr *expr)
{
  print_expr (out, expr, LEVEL_ANY);
}

/**
 * ask_sql_print_expr:
 * @expr: an expression of any tree
 *
 * Returns: (transfer full): its text in SQLite's dialect
 */
char *
ask_sql_print_expr (const AskSqlExpr *expr)
{
  GString *out;

  g_return_val_if_fail (expr != NULL, NULL);

  out = g_string_sized_new (64);
  print_expr (out, expr, LEVEL_ANY);
  return g_string_free (out, FALSE);
}
