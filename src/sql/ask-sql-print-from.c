/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * FROM for the remote printers: items under names that are unique in the statement, joins with their
 * conditions written out, columns by their items, and what * stands for.
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

/** ask_sql_print_name_column: Returns: (transfer none): what a column of @from is called here; "" where nobody knows */
const char *
ask_sql_print_name_column (const AskSqlFrom *from, guint column)
{
  const AskSqlRelation *relation = ask_sql_print_get_relation (from);

  if (column < from->n_columns && from->columns[column].name != NULL)
    return from->columns[column].name;
  if (relation != NULL && column < relation->n_columns)
    return relation->columns[column];
  return "";
}

/** ask_sql_print_find_column: Returns: the first column of @from of that name, whatever its case; -1 where none has it */
int
ask_sql_print_find_column (const AskSqlFrom *from, const char *name)
{
  for (guint i = 0; i < from->n_columns; i++)
    if (g_ascii_strcasecmp (ask_sql_print_name_column (from, i), name) == 0)
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
      const char *name = ask_sql_print_name_column (from, i);
      gboolean wanted = from->natural;
      AskSqlRep a;
      AskSqlRep b;
      const char *condition;

      for (guint n = 0; from->using != NULL && from->using[n] != NULL; n++)
        wanted |= g_ascii_strcasecmp (from->using[n], name) == 0;
      for (guint n = 0; wanted && n < before->len; n++)
        {
          AskSqlFrom *left = g_ptr_array_index (before, n);
          int column = ask_sql_print_find_column (left, name);

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
          ask_sql_froms_get_items (&from->items, right);
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

  expr->name = ask_sql_print_name_column (from, (guint) column);
  expr->from = from;
  expr->column = column;
  return expr;
}

/**
 * ask_sql_print_is_merged:
 * @before: (element-type AskSqlFrom): what stands before @from
 *
 * Returns: whether * leaves the column of that name out, as NATURAL or USING has it already
 */
gboolean
ask_sql_print_is_merged (const AskSqlFrom *from, GPtrArray *before, const char *name)
{
  gboolean merged = FALSE;

  for (guint n = 0; from->using != NULL && from->using[n] != NULL; n++)
    merged |= g_ascii_strcasecmp (from->using[n], name) == 0;
  for (guint n = 0; from->natural && n < before->len && !merged; n++)
    merged = ask_sql_print_find_column (g_ptr_array_index (before, n), name) >= 0;
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
          ask_sql_core_get_items (core, items);
        }
      for (guint i = 0; i < items->len; i++)
        {
          AskSqlFrom *from = g_ptr_array_index (items, i);
          const char *name = from->alias != NULL ? from->alias : from->name;

          if (result->star == 1 || (name != NULL && g_ascii_strcasecmp (name, result->table) == 0))
            for (guint c = 0; c < from->n_columns; c++)
              if (result->star == 2 || !ask_sql_print_is_merged (from, before, ask_sql_print_name_column (from, c)))
                g_ptr_array_add (exprs, new_column (self, from, (int) c));
          g_ptr_array_add (before, from);
        }
    }
  if (core->n_outputs > 0 && core->n_outputs != exprs->len)
    return ask_sql_print_refuse (self, "What a star stands for is not clear");
  return TRUE;
}
