/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions of a SELECT as those of steps: comparisons, patterns, lists, spans of days, and what joins them by AND and OR.
 */
#include "config.h"

#include "explore/ask-build-private.h"

#include <string.h>

#include "sql/ask-sql-printer.h"

/* ---- values */

static gboolean
is_number (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL
         && (expr->value.kind == ASK_VALUE_INTEGER || expr->value.kind == ASK_VALUE_REAL);
}

/* (nullable): the text that it stands for; in double quotes, too, where no column has that name */
static const char *
get_text (AskBuildReader *reader, const AskSqlExpr *expr)
{
  g_auto (AskBuildTerm) term = { 0 };

  if (expr->kind == ASK_EXPR_LITERAL)
    return expr->value.kind == ASK_VALUE_TEXT ? expr->value.text : NULL;
  if (expr->kind != ASK_EXPR_COLUMN || !expr->quoted || expr->table != NULL
      || ask_build_find_field (reader, expr, &term) || ask_build_find_result (reader, expr) != NULL)
    return NULL;
  return expr->name;
}

static gboolean
is_value (AskBuildReader *reader, const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL || get_text (reader, expr) != NULL
         || (expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NEGATIVE && is_number (expr->left));
}

static void
read_value (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildCondition *condition)
{
  const char *text = get_text (reader, expr);
  g_autofree char *sql = text == NULL ? ask_sql_print_expr (expr) : NULL;

  if (text != NULL)
    ask_build_condition_add (condition, ASK_BUILD_VALUE_TEXT, text);
  else
    ask_build_condition_add (condition, ask_build_text_is_number (sql) ? ASK_BUILD_VALUE_NUMBER : ASK_BUILD_VALUE_SQL,
                             sql);
}

/* ---- tests */

static gboolean
find_op (AskSqlOp op, AskBuildOp *found)
{
  static const AskSqlOp ops[]
    = { ASK_OP_EQUAL, ASK_OP_NOT_EQUAL, ASK_OP_LESS, ASK_OP_LESS_EQUAL, ASK_OP_GREATER, ASK_OP_GREATER_EQUAL };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    if (ops[i] == op)
      {
        *found = (AskBuildOp) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_comparison (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildCondition *test)
{
  const AskSqlExpr *left = expr->left;
  const AskSqlExpr *right = expr->right;
  AskSqlOp op = expr->op;

  if (is_value (reader, left) && !is_value (reader, right))
    {
      left = expr->right;
      right = expr->left;
      op = ask_sql_op_get_mirrored (op);
    }
  if (is_value (reader, left) || left->kind == ASK_EXPR_ROW || right->kind == ASK_EXPR_ROW || !find_op (op, &test->op))
    return FALSE;
  ask_build_read_term (reader, left, &test->term);
  read_value (reader, right, test);
  return TRUE;
}

static gboolean
read_between (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildCondition *test)
{
  if (is_value (reader, expr->left) || expr->left->kind == ASK_EXPR_ROW)
    return FALSE;
  test->op = expr->negated ? ASK_BUILD_NOT_BETWEEN : ASK_BUILD_BETWEEN;
  ask_build_read_term (reader, expr->left, &test->term);
  read_value (reader, expr->list.items[0], test);
  read_value (reader, expr->list.items[1], test);
  return TRUE;
}

/* A pattern without what it begins and ends with; FALSE where it is more than one piece of text. */
static gboolean
take_apart (const char *pattern, gboolean escaped, gboolean *begins, gboolean *ends, GString *middle)
{
  gsize length = strlen (pattern);

  *begins = length > 0 && pattern[0] == '%';
  *ends = FALSE;
  for (gsize i = *begins; i < length; i++)
    {
      if (*ends)
        return FALSE;
      if (escaped && pattern[i] == '\\')
        {
          if (pattern[++i] == '\0')
            return FALSE;
          g_string_append_c (middle, pattern[i]);
        }
      else if (pattern[i] == '%')
        *ends = TRUE;
      else if (pattern[i] == '_')
        return FALSE;
      else
        g_string_append_c (middle, pattern[i]);
    }
  return middle->len > 0 && (*begins || *ends);
}

static gboolean
read_like (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildCondition *test)
{
  const char *pattern = get_text (reader, expr->right);
  const char *escape = expr->escape != NULL ? get_text (reader, expr->escape) : NULL;
  g_autoptr (GString) middle = g_string_new (NULL);
  gboolean begins;
  gboolean ends;

  if (expr->op != ASK_OP_LIKE || pattern == NULL || is_value (reader, expr->left)
      || (expr->escape != NULL && g_strcmp0 (escape, "\\") != 0))
    return FALSE;
  if (take_apart (pattern, escape != NULL, &begins, &ends, middle))
    test->op = begins && ends ? ASK_BUILD_CONTAINS : ends ? ASK_BUILD_BEGINS : ASK_BUILD_ENDS;
  else if (escape == NULL)
    {
      test->op = ASK_BUILD_LIKE;
      g_string_assign (middle, pattern);
    }
  else
    return FALSE;
  /* Each has its opposite behind it. */
  test->op += expr->negated ? 1 : 0;
  ask_build_read_term (reader, expr->left, &test->term);
  ask_build_condition_add (test, ASK_BUILD_VALUE_TEXT, middle->str);
  return TRUE;
}

static gboolean
read_list (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildCondition *test)
{
  if (expr->list.n == 0 || is_value (reader, expr->left) || expr->left->kind == ASK_EXPR_ROW)
    return FALSE;
  test->op = expr->negated ? ASK_BUILD_NOT_IN : ASK_BUILD_IN;
  ask_build_read_term (reader, expr->left, &test->term);
  for (guint i = 0; i < expr->list.n; i++)
    read_value (reader, expr->list.items[i], test);
  return TRUE;
}

static gboolean
read_null (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildCondition *test)
{
  if (is_value (reader, expr->left) || expr->left->kind == ASK_EXPR_ROW)
    return FALSE;
  test->op = expr->negated ? ASK_BUILD_NOT_EMPTY : ASK_BUILD_EMPTY;
  ask_build_read_term (reader, expr->left, &test->term);
  return TRUE;
}

static gboolean
read_test (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildCondition *test)
{
  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
      return read_comparison (reader, expr, test);
    case ASK_EXPR_BETWEEN:
      return read_between (reader, expr, test);
    case ASK_EXPR_LIKE:
      return read_like (reader, expr, test);
    case ASK_EXPR_IN_LIST:
      return read_list (reader, expr, test);
    case ASK_EXPR_IS_NULL:
      return read_null (reader, expr, test);
    default:
      return FALSE;
    }
}

/* ---- spans of days */

/* (nullable): the SQL of a test that compares by @op */
static const char *
get_bound (const AskBuildCondition *test, AskBuildOp op)
{
  const AskBuildValue *value = test->kind == ASK_BUILD_TEST && test->op == op ? test->values->pdata[0] : NULL;

  return value != NULL && value->kind == ASK_BUILD_VALUE_SQL ? value->text : NULL;
}

/*
 * ask_build_join_spans:
 * @parts: (element-type AskBuildCondition): that all have to hold; two bounds that are one span become one
 *
 * Returns: whether any did
 */
gboolean
ask_build_join_spans (GPtrArray *parts)
{
  gboolean joined = FALSE;

  for (guint i = 0; i + 1 < parts->len; i++)
    {
      AskBuildCondition *first = parts->pdata[i];
      const AskBuildCondition *second = parts->pdata[i + 1];
      const char *from = get_bound (first, ASK_BUILD_GREATER_EQUAL);
      const char *before = get_bound (second, ASK_BUILD_LESS);
      AskSpan span;

      if (from == NULL || before == NULL || !ask_build_term_equal (&first->term, &second->term)
          || !ask_span_find (from, before, &span))
        continue;
      first->op = ASK_BUILD_WITHIN;
      first->span = span;
      g_ptr_array_set_size (first->values, 0);
      g_ptr_array_remove_index (parts, i + 1);
      joined = TRUE;
    }
  return joined;
}

/* ---- conditions */

static gboolean
is_of (const AskSqlExpr *expr, AskSqlOp op)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == op;
}

static void
collect (const AskSqlExpr *expr, AskSqlOp op, GPtrArray *parts)
{
  if (!is_of (expr, op))
    {
      g_ptr_array_add (parts, (gpointer) expr);
      return;
    }
  collect (expr->left, op, parts);
  collect (expr->right, op, parts);
}

/*
 * ask_build_split:
 * @conditions: (element-type AskSqlExpr): gets what is joined by AND
 */
void
ask_build_split (const AskSqlExpr *expr, GPtrArray *conditions)
{
  collect (expr, ASK_OP_AND, conditions);
}

static AskBuildCondition *
read_group (AskBuildReader *reader, const AskSqlExpr *expr)
{
  g_autoptr (AskBuildCondition) group
    = ask_build_condition_new (expr->op == ASK_OP_AND ? ASK_BUILD_ALL_OF : ASK_BUILD_ANY_OF);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();

  collect (expr, expr->op, parts);
  for (guint i = 0; i < parts->len; i++)
    g_ptr_array_add (group->parts, ask_build_read_condition (reader, parts->pdata[i]));
  if (group->kind == ASK_BUILD_ALL_OF)
    ask_build_join_spans (group->parts);
  if (group->parts->len == 1)
    return g_ptr_array_steal_index (group->parts, 0);
  return g_steal_pointer (&group);
}

/*
 * ask_build_read_condition:
 * @expr: of the text, not analysed
 *
 * Returns: (transfer full): what has to hold, SQL at worst
 */
AskBuildCondition *
ask_build_read_condition (AskBuildReader *reader, const AskSqlExpr *expr)
{
  g_autoptr (AskBuildCondition) test = NULL;
  AskBuildCondition *sql;

  if (is_of (expr, ASK_OP_AND) || is_of (expr, ASK_OP_OR))
    return read_group (reader, expr);
  test = ask_build_condition_new (ASK_BUILD_TEST);
  if (read_test (reader, expr, test))
    return g_steal_pointer (&test);
  sql = ask_build_condition_new (ASK_BUILD_SQL);
  sql->sql = ask_sql_print_expr (expr);
  return sql;
}
