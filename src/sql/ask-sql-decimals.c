/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQLite has no decimals: they are texts under the collation "decimal" here, and SQLite forgets what a
 * column is as soon as a function or a subquery gives its value. This writes it down. It changes
 * nothing that servers are sent.
 */
#include "config.h"

#include "sql/ask-sql-analysis.h"

typedef struct
{
  AskSqlTree *tree;
  gboolean changed;
} Decimals;

static AskSqlExpr *
cast_to_text (Decimals *self, AskSqlExpr *expr)
{
  AskSqlExpr *cast = ask_sql_tree_new_expr (self->tree, ASK_EXPR_CAST, expr->span);

  cast->name = "TEXT";
  cast->left = expr;
  return cast;
}

/* These compare their arguments, and to SQLite any number is less than any text. */
static gboolean
compares_arguments (const AskSqlExpr *expr)
{
  static const char *const names[] = { "max", "min", "nullif" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (expr->kind == ASK_EXPR_FUNCTION && expr->list.n > 1 && g_ascii_strcasecmp (expr->name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
spell (AskSqlExpr *expr, gpointer data)
{
  Decimals *self = data;
  AskSqlExpr *inner;

  if (!expr->is_decimal)
    return TRUE;
  for (guint i = 0; i < expr->list.n && compares_arguments (expr); i++)
    if (expr->list.items[i]->type == ASK_TYPE_INTEGER || expr->list.items[i]->type == ASK_TYPE_REAL)
      expr->list.items[i] = cast_to_text (self, expr->list.items[i]);
  inner = ask_sql_tree_new_expr (self->tree, expr->kind, expr->span);
  *inner = *expr;
  inner->is_decimal = FALSE;
  /* In its place, wherever that is: others point at it, too. */
  *expr = (AskSqlExpr) { .span = expr->span,
                         .kind = ASK_EXPR_COLLATE,
                         .left = cast_to_text (self, inner),
                         .name = "decimal",
                         .nullable = inner->nullable,
                         .type = inner->type,
                         .affinity = inner->affinity,
                         .collation = inner->collation };
  self->changed = TRUE;
  return TRUE;
}

/**
 * ask_sql_spell_decimals:
 * @tree: analysed; not for servers any more
 *
 * Writes "CAST (max(price) AS TEXT) COLLATE decimal" for max(price) of decimals and its like: only so does
 * SQLite compare, sort and group them as numbers, beside a number, too.
 *
 * Returns: whether there were any
 */
gboolean
ask_sql_spell_decimals (AskSqlTree *tree)
{
  Decimals self = { tree, FALSE };
  AskSqlVisit visit = { .expr = spell, .user_data = &self };

  ask_sql_walk_select (tree->select, &visit);
  return self.changed;
}
