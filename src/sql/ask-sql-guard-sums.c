/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sums and averages of what only tells rows apart: a key, a reference to one, an identifier.
 */
#include "config.h"

#include <string.h>

#include "sql/ask-sql-guard-private.h"

static gboolean
is_reference (const AskSqlTable *table, const char *column)
{
  for (guint i = 0; i < table->references->len; i++)
    {
      const AskSqlReference *reference = table->references->pdata[i];

      for (guint c = 0; c < reference->n; c++)
        if (g_ascii_strcasecmp (reference->columns[c], column) == 0)
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_the_key (const AskSqlTable *table, const AskSqlColumn *column)
{
  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskSqlColumn *other = table->columns->pdata[i];

      if ((other->key > 0) != (other == column))
        return FALSE;
    }
  return TRUE;
}

/* A year may be a key and is a number all the same: a key counts only where nobody said what it means. */
static gboolean
tells_rows_apart (const AskSqlTable *table, const AskSqlColumn *column)
{
  if (column->sense.meaning != ASK_MEANING_NONE)
    return column->sense.meaning == ASK_MEANING_IDENTIFIER;
  return is_the_key (table, column) || is_reference (table, column->name);
}

static gboolean
look_at_sum (AskSqlExpr *expr, gpointer data)
{
  const AskSqlExpr *of = expr->kind == ASK_EXPR_FUNCTION && expr->list.n == 1 ? expr->list.items[0] : NULL;
  const AskSqlTable *table;
  const AskSqlColumn *column;
  gboolean average;

  if (of == NULL || !expr->is_aggregate)
    return TRUE;
  average = g_ascii_strcasecmp (expr->name, "avg") == 0;
  if (!average && g_ascii_strcasecmp (expr->name, "sum") != 0 && g_ascii_strcasecmp (expr->name, "total") != 0)
    return TRUE;
  while (of->kind == ASK_EXPR_CAST || of->kind == ASK_EXPR_COLLATE)
    of = of->left;
  table = of->kind == ASK_EXPR_COLUMN && of->from != NULL ? of->from->catalog_table : NULL;
  if (table == NULL || of->column < 0 || (guint) of->column >= table->columns->len)
    return TRUE;
  column = table->columns->pdata[of->column];
  if (tells_rows_apart (table, column))
    ask_sql_guard_add (data, ASK_HINT_WARNING, ASK_HINT_SUM_OF_KEY, expr->span,
                       "%s.%s tells rows apart; its %s means nothing. Use the column that holds the amount, or "
                       "count(DISTINCT %s) for how many there are.",
                       table->name, column->name, average ? "average" : "sum", column->name);
  return TRUE;
}

/* ask_sql_guard_sums: looks at the aggregates of one SELECT, not at those of SELECTs in it */
void
ask_sql_guard_sums (AskSqlGuard *self, AskSqlSelect *select, AskSqlCore *core)
{
  const AskSqlVisit visit = { .expr = look_at_sum, .select = ask_sql_guard_stop, .user_data = self };

  if (core->has_aggregate)
    ask_sql_guard_walk_results (select, core, &visit);
}
