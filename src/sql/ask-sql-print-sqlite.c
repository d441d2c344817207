/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A statement as SQLite's text, on one line. What it writes parses to an equal tree. It looks at nothing
 * that analysis found. Expressions are in ask-sql-print-sqlite-expr.c.
 */
#include "config.h"

#include "sql/ask-sql-print-sqlite-private.h"

#include "sql/ask-sql-printer.h"

static void print_items (GString *out, const AskSqlFroms *items);

static void
print_from (GString *out, const AskSqlFrom *from)
{
  switch (from->kind)
    {
    case ASK_FROM_TABLE:
      ask_sql_write_qualified (out, from->schema, from->name);
      break;
    case ASK_FROM_FUNCTION:
      ask_sql_write_qualified (out, from->schema, from->name);
      g_string_append_c (out, '(');
      ask_sql_write_list (out, &from->args);
      g_string_append_c (out, ')');
      break;
    case ASK_FROM_SELECT:
      ask_sql_write_subquery (out, from->select);
      break;
    case ASK_FROM_JOIN:
      g_string_append_c (out, '(');
      print_items (out, &from->items);
      g_string_append_c (out, ')');
      break;
    default:
      g_assert_not_reached ();
    }
  if (from->alias != NULL)
    {
      g_string_append (out, " AS ");
      ask_sql_write_name (out, from->alias);
    }
  if (from->not_indexed)
    g_string_append (out, " NOT INDEXED");
  else if (from->indexed_by != NULL)
    {
      g_string_append (out, " INDEXED BY ");
      ask_sql_write_name (out, from->indexed_by);
    }
}

static void
print_items (GString *out, const AskSqlFroms *items)
{
  static const char *const joins[] = {
    [ASK_JOIN_FIRST] = "",          [ASK_JOIN_COMMA] = ", ",
    [ASK_JOIN_INNER] = "JOIN ",     [ASK_JOIN_CROSS] = "CROSS JOIN ",
    [ASK_JOIN_LEFT] = "LEFT JOIN ", [ASK_JOIN_RIGHT] = "RIGHT JOIN ",
    [ASK_JOIN_FULL] = "FULL JOIN ",
  };

  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *from = items->items[i];

      if (i > 0 && from->join != ASK_JOIN_COMMA)
        g_string_append (out, from->natural ? " NATURAL " : " ");
      if (i > 0)
        g_string_append (out, joins[from->join]);
      print_from (out, from);
      if (from->on != NULL)
        {
          g_string_append (out, " ON ");
          ask_sql_write_expr (out, from->on);
        }
      if (from->using != NULL)
        {
          g_string_append (out, " USING ");
          ask_sql_write_names (out, from->using);
        }
    }
}

static void
print_results (GString *out, const AskSqlCore *core)
{
  for (guint i = 0; i < core->n_results; i++)
    {
      const AskSqlResult *result = &core->results[i];

      if (i > 0)
        g_string_append (out, ", ");
      if (result->star == 2)
        {
          ask_sql_write_name (out, result->table);
          g_string_append_c (out, '.');
        }
      if (result->star != 0)
        g_string_append_c (out, '*');
      else
        ask_sql_write_expr (out, result->expr);
      if (result->alias != NULL)
        {
          g_string_append (out, " AS ");
          ask_sql_write_name (out, result->alias);
        }
    }
}

static void
print_rows (GString *out, const AskSqlCore *core)
{
  g_string_append (out, "VALUES ");
  for (guint i = 0; i < core->n_rows; i++)
    {
      g_string_append (out, i > 0 ? ", (" : "(");
      ask_sql_write_list (out, &core->rows[i]);
      g_string_append_c (out, ')');
    }
}

static void
print_core (GString *out, const AskSqlCore *core)
{
  if (core->n_rows > 0)
    {
      print_rows (out, core);
      return;
    }
  g_string_append (out, core->distinct ? "SELECT DISTINCT " : core->all ? "SELECT ALL " : "SELECT ");
  print_results (out, core);
  if (core->from.n > 0)
    {
      g_string_append (out, " FROM ");
      print_items (out, &core->from);
    }
  if (core->where != NULL)
    {
      g_string_append (out, " WHERE ");
      ask_sql_write_expr (out, core->where);
    }
  if (core->group_by.n > 0)
    {
      g_string_append (out, " GROUP BY ");
      ask_sql_write_list (out, &core->group_by);
    }
  if (core->having != NULL)
    {
      g_string_append (out, " HAVING ");
      ask_sql_write_expr (out, core->having);
    }
  for (guint i = 0; i < core->n_windows; i++)
    {
      g_string_append (out, i == 0 ? " WINDOW " : ", ");
      ask_sql_write_name (out, core->windows[i]->name);
      g_string_append (out, " AS (");
      ask_sql_write_window (out, core->windows[i]);
      g_string_append_c (out, ')');
    }
}

static void
print_with (GString *out, const AskSqlSelect *select)
{
  static const char *const hints[] = { " AS ", " AS MATERIALIZED ", " AS NOT MATERIALIZED " };

  g_string_append (out, select->recursive ? "WITH RECURSIVE " : "WITH ");
  for (guint i = 0; i < select->n_ctes; i++)
    {
      const AskSqlCte *cte = select->ctes[i];

      if (i > 0)
        g_string_append (out, ", ");
      ask_sql_write_name (out, cte->name);
      if (cte->columns != NULL)
        ask_sql_write_names (out, cte->columns);
      g_string_append (out, hints[cte->materialized]);
      ask_sql_write_subquery (out, cte->select);
    }
  g_string_append_c (out, ' ');
}

/* ask_sql_write_select: a statement or subquery, without parentheses */
void
ask_sql_write_select (GString *out, const AskSqlSelect *select)
{
  static const char *const compounds[] = { "", " UNION ", " UNION ALL ", " INTERSECT ", " EXCEPT " };

  if (select->n_ctes > 0)
    print_with (out, select);
  for (guint i = 0; i < select->n_cores; i++)
    {
      if (i > 0)
        g_string_append (out, compounds[select->cores[i]->compound]);
      print_core (out, select->cores[i]);
    }
  if (select->order.n > 0)
    {
      g_string_append_c (out, ' ');
      ask_sql_write_order (out, &select->order);
    }
  if (select->limit != NULL)
    {
      g_string_append (out, " LIMIT ");
      ask_sql_write_expr (out, select->limit);
    }
  if (select->offset != NULL)
    {
      g_string_append (out, " OFFSET ");
      ask_sql_write_expr (out, select->offset);
    }
}

/* ask_sql_write_subquery: the same with parentheses */
void
ask_sql_write_subquery (GString *out, const AskSqlSelect *select)
{
  g_string_append_c (out, '(');
  ask_sql_write_select (out, select);
  g_string_append_c (out, ')');
}

/**
 * ask_sql_print_select:
 * @select: a statement or subquery of any tree
 *
 * Returns: (transfer full): its text in SQLite's dialect, without a semicolon
 */
char *
ask_sql_print_select (const AskSqlSelect *select)
{
  GString *out;

  g_return_val_if_fail (select != NULL, NULL);

  out = g_string_sized_new (256);
  ask_sql_write_select (out, select);
  return g_string_free (out, FALSE);
}
