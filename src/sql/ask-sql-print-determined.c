/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which columns are determined by those that a SELECT groups by: by keys, and by equalities that hold for every row. A server
 * may be asked for these alone beside an aggregate, since of any other it would have to choose a row, and SQLite another one.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

typedef struct
{
  AskSqlFrom *from;
  int column;
  AskSqlFrom *to;
  int to_column;
  gboolean one_way;
} Equality;

static void
add_equalities (AskSqlExpr *expr, gboolean one_way, AskSqlFrom *filled, GArray *equalities)
{
  if (expr == NULL || expr->kind != ASK_EXPR_BINARY)
    return;
  if (expr->op == ASK_OP_AND && !one_way)
    {
      add_equalities (expr->left, FALSE, NULL, equalities);
      add_equalities (expr->right, FALSE, NULL, equalities);
    }
  else if (expr->op == ASK_OP_EQUAL)
    {
      AskSqlExpr *a = ask_sql_print_resolve (expr->left);
      AskSqlExpr *b = ask_sql_print_resolve (expr->right);
      Equality equality;

      if (a->kind != ASK_EXPR_COLUMN || b->kind != ASK_EXPR_COLUMN || a->from == NULL || b->from == NULL
          || a->column < 0 || b->column < 0)
        return;
      if (one_way && a->from == filled)
        {
          AskSqlExpr *swap = a;

          a = b;
          b = swap;
        }
      if (one_way && b->from != filled)
        return;
      equality = (Equality) { a->from, a->column, b->from, b->column, one_way };
      g_array_append_val (equalities, equality);
    }
}

static void
collect_equalities (const AskSqlFroms *froms, GArray *equalities)
{
  g_autoptr (GPtrArray) before = g_ptr_array_new ();

  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];

      if (from->kind == ASK_FROM_JOIN)
        {
          if (from->join < ASK_JOIN_LEFT)
            collect_equalities (&from->items, equalities);
          continue;
        }
      if (from->join < ASK_JOIN_LEFT)
        add_equalities (from->on, FALSE, NULL, equalities);
      else if (from->join == ASK_JOIN_LEFT)
        add_equalities (from->on, TRUE, from, equalities);
      if (from->join < ASK_JOIN_LEFT && (from->natural || from->using != NULL))
        for (guint c = 0; c < from->n_columns; c++)
          for (guint n = 0; n < before->len; n++)
            {
              AskSqlFrom *left = g_ptr_array_index (before, n);
              int column = ask_sql_print_find_column (left, ask_sql_print_name_column (from, c));
              Equality equality = { left, column, from, (int) c, FALSE };

              if (column >= 0 && ask_sql_print_is_merged (from, before, ask_sql_print_name_column (from, c)))
                {
                  g_array_append_val (equalities, equality);
                  break;
                }
            }
      g_ptr_array_add (before, from);
    }
}

static gboolean
is_exactly_equal_kind (AskSqlPrint *self, const Equality *equality)
{
  AskSqlRep a;
  AskSqlRep b;

  /* 1 = 1.0, but they are two values; and a decimal has many texts. */
  return ask_sql_print_column (self, equality->from, equality->column, &a)
         && ask_sql_print_column (self, equality->to, equality->to_column, &b) && a.kind == b.kind
         && (a.kind == ASK_REP_INTEGER || ask_sql_rep_is_text (&a) || a.kind == ASK_REP_BLOB);
}

static gboolean
contains (GArray *known, const AskSqlFrom *from, int column)
{
  for (guint i = 0; i < known->len; i++)
    {
      const Equality *one = &g_array_index (known, Equality, i);

      if (one->from == from && (one->column == column || one->column == -1))
        return TRUE;
    }
  return FALSE;
}

static gboolean
knows_key (GArray *known, const AskSqlFrom *from)
{
  const AskSqlTable *table = from->catalog_table;
  guint keys = 0;
  guint found = 0;

  if (table == NULL || from->cte != NULL)
    return FALSE;
  for (guint c = 0; c < table->columns->len; c++)
    {
      const AskSqlColumn *column = g_ptr_array_index (table->columns, c);

      if (column->unique && !column->nullable && contains (known, from, (int) c))
        return TRUE;
      if (column->key == 0)
        continue;
      keys++;
      found += contains (known, from, (int) c) ? 1 : 0;
    }
  return keys > 0 && keys == found;
}

/* The columns that @scope groups by. */
static void
add_groups (const AskSqlPrintScope *scope, GArray *known)
{
  for (guint i = 0; i < scope->groups->len; i++)
    {
      AskSqlExpr *expr = ask_sql_print_resolve (g_ptr_array_index (scope->groups, i));
      Equality one = { expr->from, expr->column, NULL, 0, FALSE };

      if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->column >= 0)
        g_array_append_val (known, one);
    }
}

/* Leaves those out whose sides the server may call equal without their being the same. Returns: %FALSE with the reason set */
static gboolean
keep_exact (AskSqlPrint *self, GArray *equalities)
{
  for (guint i = 0; i < equalities->len;)
    if (is_exactly_equal_kind (self, &g_array_index (equalities, Equality, i)))
      i++;
    else if (self->reason != NULL)
      return FALSE;
    else
      g_array_remove_index (equalities, i);
  return TRUE;
}

/* Returns: whether a column more is known by what equals it */
static gboolean
follow_equality (const Equality *equality, GArray *known)
{
  gboolean left = contains (known, equality->from, equality->column);
  gboolean right = contains (known, equality->to, equality->to_column);
  Equality one = { 0 };

  if (left && !right)
    one = (Equality) { equality->to, equality->to_column, NULL, 0, FALSE };
  else if (right && !left && !equality->one_way)
    one = (Equality) { equality->from, equality->column, NULL, 0, FALSE };
  else
    return FALSE;
  /* Of a table that may be filled with NULLs, only its key says whether it was. */
  if (equality->one_way)
    {
      g_autoptr (GArray) more = g_array_copy (known);

      g_array_append_val (more, one);
      if (!knows_key (more, one.from))
        return FALSE;
    }
  g_array_append_val (known, one);
  return TRUE;
}

/* Returns: whether all columns of @item are known now, by its key */
static gboolean
follow_key (AskSqlFrom *item, GArray *known)
{
  Equality all = { item, -1, NULL, 0, FALSE };

  if (contains (known, item, -1) || !knows_key (known, item))
    return FALSE;
  g_array_append_val (known, all);
  return TRUE;
}

/**
 * ask_sql_print_is_determined:
 *
 * Returns: whether all rows of one of @scope's groups have the same value in that column, by keys
 *   and by equalities that hold for every row
 */
gboolean
ask_sql_print_is_determined (AskSqlPrint *self, AskSqlPrintScope *scope, AskSqlFrom *from, int column)
{
  g_autoptr (GArray) known = g_array_new (FALSE, TRUE, sizeof (Equality));
  g_autoptr (GArray) equalities = g_array_new (FALSE, TRUE, sizeof (Equality));
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  gboolean changed = TRUE;

  add_groups (scope, known);
  add_equalities (scope->core->where, FALSE, NULL, equalities);
  collect_equalities (&scope->core->from, equalities);
  if (!keep_exact (self, equalities))
    return FALSE;
  ask_sql_core_get_items (scope->core, items);
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < equalities->len; i++)
        changed |= follow_equality (&g_array_index (equalities, Equality, i), known);
      for (guint i = 0; i < items->len; i++)
        changed |= follow_key (g_ptr_array_index (items, i), known);
    }
  return contains (known, from, column);
}
