/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * FROM for the remote printers: items under names that are unique in the statement, joins with their
 * conditions written out, columns by their items, what * stands for, and which columns are
 * determined by those that a SELECT groups by.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <string.h>

#include "base/ask-memory.h"

/** ask_sql_print_get_relation: @from: analysed. Returns: (transfer none) (nullable): rows of ours in its place */
const AskSqlRelation *
ask_sql_print_get_relation (const AskSqlFrom *from)
{
  const AskSqlRelation *relation = from->plan;

  return relation != NULL && relation->magic == ASK_SQL_RELATION_MAGIC ? relation : NULL;
}

static void
flatten (const AskSqlFroms *froms, GPtrArray *items)
{
  for (guint i = 0; i < froms->n; i++)
    if (froms->items[i]->kind == ASK_FROM_JOIN)
      flatten (&froms->items[i]->items, items);
    else
      g_ptr_array_add (items, froms->items[i]);
}

static const char *
column_name (const AskSqlFrom *from, guint column)
{
  const AskSqlRelation *relation = ask_sql_print_get_relation (from);

  if (column < from->n_columns && from->columns[column].name != NULL)
    return from->columns[column].name;
  if (relation != NULL && column < relation->n_columns)
    return relation->columns[column];
  return "";
}

static int
find_column (const AskSqlFrom *from, const char *name)
{
  for (guint i = 0; i < from->n_columns; i++)
    if (g_ascii_strcasecmp (column_name (from, i), name) == 0)
      return (int) i;
  return -1;
}

/** ask_sql_print_dup_bare_name: @item: a bare one. @column: of it. Returns: (transfer full): its name in a subquery */
char *
ask_sql_print_dup_bare_name (const AskSqlPrintItem *item, guint column)
{
  return g_strdup_printf ("ask_%u_%u", item->index, column + 1);
}

static const char *
print_reference (AskSqlPrint *self, AskSqlPrintItem *item, const char *name)
{
  if (item->bare)
    return ask_sql_print_quote (self, name);
  if (item->front == NULL)
    item->front = FILL1 ("{a}.", ask_sql_print_quote (self, item->alias));
  return ask_sql_print_quote_behind (self, item->front, name);
}

/** ask_sql_print_find_item: Returns: (transfer none) (nullable): @from as it was printed, while it can be named */
AskSqlPrintItem *
ask_sql_print_find_item (AskSqlPrint *self, const AskSqlFrom *from)
{
  if (self->item == NULL || self->item->from != from)
    self->item = g_hash_table_lookup (self->items, from);
  return self->item;
}

/**
 * ask_sql_print_column:
 * @rep: (out)
 *
 * Returns: whether the column can be named where the printer is now; else the reason is set
 */
gboolean
ask_sql_print_column (AskSqlPrint *self, AskSqlFrom *from, int column, AskSqlRep *rep)
{
  AskSqlPrintItem *item = ask_sql_print_find_item (self, from);
  const char *ref;

  if (column < 0)
    return ask_sql_print_refuse_server (self, "A rowid has no equal in");
  if (item == NULL && self->scopes->len > 0)
    {
      self->late = TRUE;
      return ask_sql_print_refuse (self, "A column of a table that comes later, or of a SELECT "
                                         "around this one, is named");
    }
  if (item == NULL)
    {
      item = ASK_NEW0 (AskSqlPrintItem);
      item->from = from;
      item->alias = ask_sql_print_new_name (self, from->alias != NULL ? from->alias : from->name);
      item->outer = TRUE;
      g_hash_table_insert (self->items, from, item);
    }
  if (item->scope != NULL && item->index < item->scope->first_visible)
    {
      self->late = TRUE;
      return ask_sql_print_refuse (self, "A join in parentheses names a table outside of them");
    }
  if (!self->ops->postgres && item->scope != NULL && item->scope->level < self->derived)
    return ask_sql_print_refuse_server (self, "A subquery in FROM cannot name columns around it in");
  if (item->shapes != NULL)
    {
      g_autofree char *name
        = item->bare ? ask_sql_print_dup_bare_name (item, (guint) column) : g_strdup_printf ("c%d", column + 1);

      if ((guint) column >= item->n_shapes)
        return ask_sql_print_refuse (self, "A subquery has fewer columns than are named");
      ref = print_reference (self, item, name);
      ask_sql_rep_set_reference (self, &item->shapes[column], ref, rep);
    }
  else if (from->catalog_table != NULL)
    {
      const AskSqlTable *table = from->catalog_table;
      const AskSqlColumn *found;

      if (g_strcmp0 (table->source, self->options->source) != 0)
        return ask_sql_print_refuse (self, "A table belongs to another source");
      if ((guint) column >= table->columns->len)
        return ask_sql_print_refuse (self, "A table has fewer columns than are named");
      found = g_ptr_array_index (table->columns, (guint) column);
      ref = print_reference (self, item, found->remote != NULL ? found->remote : found->name);
      *rep = (AskSqlRep) { .kind = ASK_REP_OPAQUE,
                           .type = found->type,
                           .text = ref,
                           .affinity = found->affinity,
                           .not_null = !found->nullable };
      if (found->collation != NULL && found->type != ASK_TYPE_DECIMAL
          && g_ascii_strcasecmp (found->collation, "binary") != 0)
        return ask_sql_print_refuse_server (self, "A column's collation has no equal in");
      self->ops->column (self, found, ref, rep);
    }
  else
    return ask_sql_print_refuse (self, "A table is not one of the server's");
  if (item->outer)
    rep->not_null = FALSE;
  return self->reason == NULL;
}

/**
 * ask_sql_print_add_item:
 * @self: a printer
 * @scope: of the core in whose FROM it stands
 * @from: a table, or a subquery
 * @outer: whether it may be filled with NULLs
 *
 * Returns: (transfer full): @from under a name of its own; the caller puts it among the items of @self
 */
AskSqlPrintItem *
ask_sql_print_add_item (AskSqlPrint *self, AskSqlPrintScope *scope, AskSqlFrom *from, gboolean outer)
{
  AskSqlPrintItem *item = ASK_NEW0 (AskSqlPrintItem);

  item->from = from;
  item->scope = scope;
  item->index = scope->n_items++;
  item->outer = outer;
  item->alias = ask_sql_print_new_name (self, from->alias != NULL ? from->alias : from->name);
  return item;
}

static const char *
print_item (AskSqlPrint *self, AskSqlPrintScope *scope, AskSqlFrom *from, gboolean outer)
{
  const AskSqlRelation *relation = ask_sql_print_get_relation (from);
  AskSqlPrintItem *item;
  const char *text = NULL;
  const char *alias;

  if (from->uses_rowid)
    {
      ask_sql_print_refuse_server (self, "A rowid has no equal in");
      return NULL;
    }
  item = ask_sql_print_add_item (self, scope, from, outer);
  alias = ask_sql_print_quote (self, item->alias);
  if (relation != NULL)
    {
      item->n_shapes = relation->n_columns;
      item->shapes = g_new0 (AskSqlRep, relation->n_columns + 1);
      g_ptr_array_add (self->garbage, item->shapes);
      text = self->ops->relation (self, relation, alias, item->shapes);
      /* It holds what an expression gave, which has none: 100 < '7', whatever the column's type is. */
      for (guint i = 0; i < relation->n_columns && from->catalog_table != NULL; i++)
        item->shapes[i].affinity = ((const AskSqlColumn *) from->catalog_table->columns->pdata[i])->affinity;
    }
  else if (from->kind == ASK_FROM_SELECT)
    {
      g_autoptr (GArray) shapes = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
      guint derived = self->derived;
      const char *select;

      self->derived = self->scopes->len + 1;
      select = ask_sql_print_query (self, from->select, ASK_SELECT_DERIVED, NULL, shapes);
      self->derived = derived;
      item->n_shapes = shapes->len;
      item->shapes = ask_sql_print_keep_shapes (self, shapes);
      if (select != NULL)
        text = FILL2 ("({a}) AS {b}", select, alias);
    }
  else if (from->kind == ASK_FROM_TABLE && from->cte != NULL)
    {
      const AskSqlPrintItem *cte = g_hash_table_lookup (self->ctes, from->cte);

      if (cte == NULL)
        ask_sql_print_refuse (self, "A common table expression stands outside of this statement");
      /* It looks for a table of that name. */
      else if (!self->ops->postgres && cte->with < self->in_with)
        ask_sql_print_refuse (self, "A WITH inside another cannot use its tables in MariaDB");
      else
        {
          item->n_shapes = cte->n_shapes;
          item->shapes = cte->shapes;
          text = FILL2 ("{a} AS {b}", ask_sql_print_quote (self, cte->alias), alias);
        }
    }
  else if (from->kind == ASK_FROM_TABLE && from->catalog_table != NULL)
    {
      const AskSqlTable *table = from->catalog_table;

      if (self->options->source == NULL || g_strcmp0 (table->source, self->options->source) != 0)
        ask_sql_print_refuse (self, "A table belongs to another source");
      else
        text = FILL2 ("{a} AS {b}", table->remote != NULL ? table->remote : ask_sql_print_quote (self, table->name),
                      alias);
    }
  else
    ask_sql_print_refuse (self, "A table is not one of the server's");
  g_hash_table_insert (self->items, from, item);
  self->item = item;
  return self->reason == NULL ? text : NULL;
}

/* The condition of NATURAL and USING: each name once, with the first table on the left that has it. */
static const char *
print_using (AskSqlPrint *self, GPtrArray *before, GPtrArray *right)
{
  AskSqlFrom *from = g_ptr_array_index (right, 0);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < from->n_columns; i++)
    {
      const char *name = column_name (from, i);
      gboolean wanted = from->natural;
      AskSqlRep a;
      AskSqlRep b;
      const char *condition;

      for (guint n = 0; from->using != NULL && from->using[n] != NULL; n++)
        wanted |= g_ascii_strcasecmp (from->using[n], name) == 0;
      for (guint n = 0; wanted && n < before->len; n++)
        {
          AskSqlFrom *left = g_ptr_array_index (before, n);
          int column = find_column (left, name);

          if (column < 0)
            continue;
          if (!ask_sql_print_column (self, left, column, &a) || !ask_sql_print_column (self, from, (int) i, &b)
              || (condition = ask_sql_print_compare (self, ASK_OP_EQUAL, &a, &b)) == NULL)
            {
              g_string_free (text, TRUE);
              return NULL;
            }
          g_string_append_printf (text, "%s%s", text->len > 0 ? " AND " : "", condition);
          break;
        }
    }
  if (text->len == 0)
    g_string_append (text, self->ops->true_word);
  return ask_sql_print_keep (self, g_string_free (text, FALSE));
}

static gboolean
has_outer (const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    if (froms->items[i]->join >= ASK_JOIN_LEFT
        || (froms->items[i]->kind == ASK_FROM_JOIN && has_outer (&froms->items[i]->items)))
      return TRUE;
  return FALSE;
}

/* PostgreSQL joins FULL by hash or merge, so it has to find an equality of both sides. */
static gboolean
is_equality (const AskSqlExpr *expr)
{
  if (expr == NULL || expr->kind != ASK_EXPR_BINARY)
    return FALSE;
  if (expr->op == ASK_OP_AND)
    return is_equality (expr->left) && is_equality (expr->right);
  return expr->op == ASK_OP_EQUAL && expr->left->kind == ASK_EXPR_COLUMN && expr->right->kind == ASK_EXPR_COLUMN
         && expr->left->from != expr->right->from && expr->left->depth == 0 && expr->right->depth == 0;
}

/* Nothing is joined. */
static gboolean
is_one_item (const AskSqlFroms *froms)
{
  const AskSqlFrom *from = froms->n == 1 ? froms->items[0] : NULL;

  return from != NULL && from->kind != ASK_FROM_JOIN && from->join < ASK_JOIN_LEFT && from->on == NULL
         && from->using == NULL && !from->natural;
}

static const char *
print_items (AskSqlPrint *self, AskSqlPrintScope *scope, AskSqlFroms *froms, gboolean outer, gboolean inner_only)
{
  static const char *const words[]
    = { [ASK_JOIN_COMMA] = " JOIN ",     [ASK_JOIN_INNER] = " JOIN ",       [ASK_JOIN_CROSS] = " JOIN ",
        [ASK_JOIN_LEFT] = " LEFT JOIN ", [ASK_JOIN_RIGHT] = " RIGHT JOIN ", [ASK_JOIN_FULL] = " FULL JOIN " };
  g_autoptr (GString) text = NULL;
  g_autoptr (GPtrArray) before = NULL;
  gboolean turned = FALSE; /* RIGHT or FULL */

  if (is_one_item (froms))
    return print_item (self, scope, froms->items[0], outer);
  text = g_string_new (NULL);
  before = g_ptr_array_new ();
  for (guint i = 0; i < froms->n; i++)
    turned |= froms->items[i]->join == ASK_JOIN_RIGHT || froms->items[i]->join == ASK_JOIN_FULL;
  for (guint i = 0; i < froms->n; i++)
    {
      AskSqlFrom *from = froms->items[i];
      g_autoptr (GPtrArray) right = g_ptr_array_new ();
      gboolean filled = outer || from->join == ASK_JOIN_LEFT || from->join == ASK_JOIN_FULL;
      const char *item;
      const char *on = NULL;

      for (guint j = i + 1; j < froms->n; j++)
        filled |= froms->items[j]->join == ASK_JOIN_RIGHT || froms->items[j]->join == ASK_JOIN_FULL;
      if (from->join == ASK_JOIN_FULL && !self->ops->postgres)
        {
          ask_sql_print_refuse_server (self, "There is no FULL JOIN in");
          return NULL;
        }
      if (from->join == ASK_JOIN_FULL && !is_equality (from->on))
        {
          ask_sql_print_refuse_server (self, "A FULL JOIN is by equalities alone in");
          return NULL;
        }
      if (from->kind == ASK_FROM_JOIN)
        {
          guint visible = scope->first_visible;

          scope->first_visible = scope->n_items;
          item = print_items (self, scope, &from->items, filled, inner_only);
          scope->first_visible = visible;
          if (item != NULL && from->items.n > 1)
            item = FILL1 ("({a})", item);
          flatten (&from->items, right);
        }
      else
        {
          item = print_item (self, scope, from, filled);
          g_ptr_array_add (right, from);
        }
      if (item == NULL)
        return NULL;
      if (from->natural || from->using != NULL)
        {
          if (turned || from->kind == ASK_FROM_JOIN)
            {
              ask_sql_print_refuse (self, "NATURAL or USING stands beside a RIGHT or FULL join");
              return NULL;
            }
          on = print_using (self, before, right);
        }
      else if (from->on != NULL)
        {
          self->late = FALSE;
          on = ask_sql_print_condition (self, from->on);
          /* SQLite takes ON of an inner join as a part of WHERE. */
          if (on == NULL && self->late && inner_only)
            {
              g_clear_pointer (&self->reason, g_free);
              self->late = FALSE;
              g_ptr_array_add (scope->late, from->on);
              on = self->ops->true_word;
            }
        }
      else
        on = self->ops->true_word;
      if (on == NULL)
        return NULL;
      if (i == 0)
        {
          g_string_append (text, item);
          if (from->on != NULL && on != self->ops->true_word)
            g_ptr_array_add (scope->late, from->on);
        }
      else if (on == self->ops->true_word && from->join < ASK_JOIN_LEFT && self->ops->postgres)
        g_string_append_printf (text, " CROSS JOIN %s", item);
      else
        g_string_append_printf (text, "%s%s ON %s", words[from->join], item, on);
      for (guint n = 0; n < right->len; n++)
        g_ptr_array_add (before, g_ptr_array_index (right, n));
    }
  return ask_sql_tree_strdup (self->tree, text->str, (gssize) text->len);
}

/**
 * ask_sql_print_from:
 * @scope: of the core; conditions that belong into WHERE are put there
 *
 * Returns: (transfer none) (nullable): what stands after FROM; %NULL with the reason set
 */
const char *
ask_sql_print_from (AskSqlPrint *self, AskSqlPrintScope *scope)
{
  if (self->ops->joins != NULL && scope->core->from.n > 1)
    return self->ops->joins (self, scope);
  return print_items (self, scope, &scope->core->from, FALSE, !has_outer (&scope->core->from));
}

static AskSqlExpr *
new_column (AskSqlPrint *self, AskSqlFrom *from, int column)
{
  AskSqlExpr *expr = ask_sql_tree_new_expr (self->tree, ASK_EXPR_COLUMN, (AskSqlSpan) { 0, 0 });

  expr->name = column_name (from, (guint) column);
  expr->from = from;
  expr->column = column;
  return expr;
}

/* Whether * leaves the column out, as NATURAL or USING has it already. */
static gboolean
is_merged (const AskSqlFrom *from, GPtrArray *before, const char *name)
{
  gboolean merged = FALSE;

  for (guint n = 0; from->using != NULL && from->using[n] != NULL; n++)
    merged |= g_ascii_strcasecmp (from->using[n], name) == 0;
  for (guint n = 0; from->natural && n < before->len && !merged; n++)
    merged = find_column (g_ptr_array_index (before, n), name) >= 0;
  return merged;
}

/**
 * ask_sql_print_expand:
 * @exprs: (out caller-allocates) (element-type AskSqlExpr): the result columns, stars expanded
 *
 * Returns: %FALSE with the reason set where that is not the number that the analysis found
 */
gboolean
ask_sql_print_expand (AskSqlPrint *self, AskSqlCore *core, GPtrArray *exprs)
{
  g_autoptr (GPtrArray) items = NULL;

  for (guint r = 0; r < core->n_results; r++)
    {
      const AskSqlResult *result = &core->results[r];
      g_autoptr (GPtrArray) before = NULL;

      if (result->star == 0)
        {
          g_ptr_array_add (exprs, result->expr);
          continue;
        }
      before = g_ptr_array_new ();
      if (items == NULL)
        {
          items = g_ptr_array_new ();
          flatten (&core->from, items);
        }
      for (guint i = 0; i < items->len; i++)
        {
          AskSqlFrom *from = g_ptr_array_index (items, i);
          const char *name = from->alias != NULL ? from->alias : from->name;

          if (result->star == 1 || (name != NULL && g_ascii_strcasecmp (name, result->table) == 0))
            for (guint c = 0; c < from->n_columns; c++)
              if (result->star == 2 || !is_merged (from, before, column_name (from, c)))
                g_ptr_array_add (exprs, new_column (self, from, (int) c));
          g_ptr_array_add (before, from);
        }
    }
  if (core->n_outputs > 0 && core->n_outputs != exprs->len)
    return ask_sql_print_refuse (self, "What a star stands for is not clear");
  return TRUE;
}

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
              int column = find_column (left, column_name (from, c));
              Equality equality = { left, column, from, (int) c, FALSE };

              if (column >= 0 && is_merged (from, before, column_name (from, c)))
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

  for (guint i = 0; i < scope->groups->len; i++)
    {
      AskSqlExpr *expr = ask_sql_print_resolve (g_ptr_array_index (scope->groups, i));
      Equality one = { expr->from, expr->column, NULL, 0, FALSE };

      if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && expr->column >= 0)
        g_array_append_val (known, one);
    }
  add_equalities (scope->core->where, FALSE, NULL, equalities);
  collect_equalities (&scope->core->from, equalities);
  flatten (&scope->core->from, items);
  for (guint i = 0; i < equalities->len;)
    if (is_exactly_equal_kind (self, &g_array_index (equalities, Equality, i)))
      i++;
    else if (self->reason != NULL)
      return FALSE;
    else
      g_array_remove_index (equalities, i);
  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < equalities->len; i++)
        {
          const Equality *equality = &g_array_index (equalities, Equality, i);
          gboolean left = contains (known, equality->from, equality->column);
          gboolean right = contains (known, equality->to, equality->to_column);
          Equality one = { 0 };

          if (left && !right)
            one = (Equality) { equality->to, equality->to_column, NULL, 0, FALSE };
          else if (right && !left && !equality->one_way)
            one = (Equality) { equality->from, equality->column, NULL, 0, FALSE };
          else
            continue;
          /* Of a table that may be filled with NULLs, only its key says whether it was. */
          if (equality->one_way)
            {
              g_autoptr (GArray) more = g_array_copy (known);

              g_array_append_val (more, one);
              if (!knows_key (more, one.from))
                continue;
            }
          g_array_append_val (known, one);
          changed = TRUE;
        }
      for (guint i = 0; i < items->len; i++)
        {
          AskSqlFrom *item = g_ptr_array_index (items, i);
          Equality all = { item, -1, NULL, 0, FALSE };

          if (contains (known, item, -1) || !knows_key (known, item))
            continue;
          g_array_append_val (known, all);
          changed = TRUE;
        }
    }
  return contains (known, from, column);
}
