/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The week of a time as SQL, and back. It is one expression everywhere, so that what one part of the program writes another
 * can read.
 */
#include "config.h"

#include "sql/ask-sql-week.h"

#include <string.h>

#include "sql/ask-sql-name-private.h"

/**
 * ask_sql_dup_week:
 * @time: SQL of a time
 *
 * Returns: (transfer full): SQL of its week, such as "2025-W07"; it needs no parentheses in a comparison
 */
char *
ask_sql_dup_week (const char *time)
{
  /* From any day, three days back and on to the next Thursday is the Thursday of its week. */
  g_autofree char *thursday = g_strdup_printf ("date(%s, '-3 days', 'weekday 4')", time);

  return g_strdup_printf (
    "strftime('%%Y', %s) || '-W' || substr('0' || ((CAST(strftime('%%j', %s) AS INTEGER) + 6) / 7), -2)", thursday,
    thursday);
}

static gboolean
is_call (const AskSqlExpr *expr, const char *name, guint n)
{
  return expr != NULL && expr->kind == ASK_EXPR_FUNCTION && expr->window == NULL && expr->list.n == n
         && ask_sql_same_name (expr->name, name);
}

static gboolean
is_text (const AskSqlExpr *expr, const char *text)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT && strcmp (expr->value.text, text) == 0;
}

static gboolean
is_number (const AskSqlExpr *expr, gint64 number)
{
  if (expr->kind == ASK_EXPR_UNARY && expr->op == ASK_OP_NEGATIVE)
    return is_number (expr->left, -number);
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER && expr->value.integer == number;
}

static gboolean
is_binary (const AskSqlExpr *expr, AskSqlOp op)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == op;
}

/* The time of strftime (@format, date (time, '-3 days', 'weekday 4')). */
static const AskSqlExpr *
find_thursday (const AskSqlExpr *expr, const char *format)
{
  const AskSqlExpr *day;

  if (!is_call (expr, "strftime", 2) || !is_text (expr->list.items[0], format))
    return NULL;
  day = expr->list.items[1];
  return is_call (day, "date", 3) && is_text (day->list.items[1], "-3 days")
             && is_text (day->list.items[2], "weekday 4")
           ? day->list.items[0]
           : NULL;
}

/**
 * ask_sql_find_week:
 * @expr: an expression
 *
 * Returns: (nullable) (transfer none): the time of which @expr is the week as ask_sql_dup_week() writes it; %NULL where it is
 *   something else
 */
const AskSqlExpr *
ask_sql_find_week (const AskSqlExpr *expr)
{
  const AskSqlExpr *piece, *number, *time, *again;

  if (!is_binary (expr, ASK_OP_CONCAT) || !is_binary (expr->left, ASK_OP_CONCAT) || !is_text (expr->left->right, "-W")
      || !is_call (expr->right, "substr", 2))
    return NULL;
  piece = expr->right->list.items[0];
  if (!is_number (expr->right->list.items[1], -2) || !is_binary (piece, ASK_OP_CONCAT) || !is_text (piece->left, "0"))
    return NULL;
  number = piece->right;
  if (!is_binary (number, ASK_OP_DIVIDE) || !is_number (number->right, 7) || !is_binary (number->left, ASK_OP_ADD)
      || !is_number (number->left->right, 6) || number->left->left->kind != ASK_EXPR_CAST)
    return NULL;
  time = find_thursday (expr->left->left, "%Y");
  again = find_thursday (number->left->left->left, "%j");
  return time != NULL && again != NULL && ask_sql_expr_equal (time, again) ? time : NULL;
}
