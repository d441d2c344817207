/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Copies of parts of a tree, into the same tree or another. What analysis found comes along: a copied
 * column points at the copy of its FROM item where that was copied too, else at the same item as before. So a
 * copied expression means the same in the same place, and a copied SELECT stands on its own.
 */
#include "config.h"

#include "sql/ask-sql-ast.h"

#include <string.h>

/**
 * Copier:
 * @copies: old node to new node, of all that something may point back at
 */
typedef struct
{
  AskSqlTree *tree;
  GHashTable *copies;
} Copier;

static AskSqlExpr *copy_expr (Copier *self, const AskSqlExpr *expr);
static AskSqlSelect *copy_select (Copier *self, const AskSqlSelect *select);

static gpointer
copy_memory (Copier *self, gconstpointer from, gsize size)
{
  gpointer to;

  if (from == NULL || size == 0)
    return NULL;
  to = ask_sql_tree_alloc (self->tree, size);
  memcpy (to, from, size);
  return to;
}

static const char *
copy_text (Copier *self, const char *text)
{
  return ask_sql_tree_strdup (self->tree, text, -1);
}

static const char **
copy_names (Copier *self, const char **names)
{
  const char **copy;
  guint n = 0;

  if (names == NULL)
    return NULL;
  while (names[n] != NULL)
    n++;
  copy = ask_sql_tree_alloc (self->tree, (n + 1) * sizeof *copy);
  for (guint i = 0; i < n; i++)
    copy[i] = copy_text (self, names[i]);
  return copy;
}

/* The copy of what @old points at, or that itself where it was not copied. */
static gpointer
follow (Copier *self, gpointer old)
{
  gpointer copy = old != NULL ? g_hash_table_lookup (self->copies, old) : NULL;

  return copy != NULL ? copy : old;
}

static AskSqlExprs
copy_exprs (Copier *self, const AskSqlExprs *list)
{
  AskSqlExprs copy = { NULL, list->n };

  copy.items = ask_sql_tree_alloc (self->tree, list->n * sizeof *copy.items);
  for (guint i = 0; i < list->n; i++)
    copy.items[i] = copy_expr (self, list->items[i]);
  return copy;
}

static AskSqlOrder
copy_order (Copier *self, const AskSqlOrder *order)
{
  AskSqlOrder copy = { NULL, order->n };

  copy.items = copy_memory (self, order->items, order->n * sizeof *copy.items);
  for (guint i = 0; i < order->n; i++)
    copy.items[i].expr = copy_expr (self, order->items[i].expr);
  return copy;
}

static AskSqlOutput *
copy_outputs (Copier *self, const AskSqlOutput *outputs, guint n)
{
  AskSqlOutput *copy = copy_memory (self, outputs, n * sizeof *copy);

  for (guint i = 0; copy != NULL && i < n; i++)
    {
      copy[i].name = copy_text (self, outputs[i].name);
      copy[i].collation = copy_text (self, outputs[i].collation);
      copy[i].expr = follow (self, outputs[i].expr);
    }
  return copy;
}

static AskSqlWindow *
copy_window (Copier *self, const AskSqlWindow *window)
{
  AskSqlWindow *copy = copy_memory (self, window, sizeof *copy);

  if (copy == NULL)
    return NULL;
  copy->name = copy_text (self, window->name);
  copy->base = copy_text (self, window->base);
  copy->partition = copy_exprs (self, &window->partition);
  copy->order = copy_order (self, &window->order);
  copy->start_expr = copy_expr (self, window->start_expr);
  copy->end_expr = copy_expr (self, window->end_expr);
  return copy;
}

static AskValue
copy_value (Copier *self, const AskValue *value)
{
  AskValue copy = *value;

  if (value->kind == ASK_VALUE_TEXT || value->kind == ASK_VALUE_BLOB)
    copy.text = ask_sql_tree_strdup (self->tree, value->text, value->length);
  return copy;
}

/* All of a node but what hangs on its left. */
static AskSqlExpr *
copy_node (Copier *self, const AskSqlExpr *expr)
{
  AskSqlExpr *copy = copy_memory (self, expr, sizeof *copy);

  g_hash_table_insert (self->copies, (gpointer) expr, copy);
  copy->left = NULL;
  copy->schema = copy_text (self, expr->schema);
  copy->table = copy_text (self, expr->table);
  copy->name = copy_text (self, expr->name);
  copy->literal = copy_text (self, expr->literal);
  copy->argument_names = copy_memory (self, expr->argument_names, expr->list.n * sizeof *expr->argument_names);
  for (guint i = 0; copy->argument_names != NULL && i < expr->list.n; i++)
    copy->argument_names[i] = copy_text (self, expr->argument_names[i]);
  copy->collation = copy_text (self, expr->collation);
  copy->value = copy_value (self, &expr->value);
  copy->right = copy_expr (self, expr->right);
  copy->escape = copy_expr (self, expr->escape);
  copy->list = copy_exprs (self, &expr->list);
  copy->select = copy_select (self, expr->select);
  copy->filter = copy_expr (self, expr->filter);
  copy->window = copy_window (self, expr->window);
  copy->from = follow (self, expr->from);
  copy->alias = expr->merged ? copy_expr (self, expr->alias) : follow (self, expr->alias);
  return copy;
}

static AskSqlExpr *
copy_expr (Copier *self, const AskSqlExpr *expr)
{
  AskSqlExpr *copy = NULL;
  AskSqlExpr **to = &copy;

  /* Chains hang to the left, so that way is a loop. */
  for (; expr != NULL; expr = expr->left)
    {
      *to = copy_node (self, expr);
      to = &(*to)->left;
    }
  return copy;
}

/* Makes the copies of FROM items before anything that points at them is copied. */
static void
begin_items (Copier *self, AskSqlFroms *to, const AskSqlFroms *from)
{
  to->n = from->n;
  to->items = ask_sql_tree_alloc (self->tree, from->n * sizeof *to->items);
  for (guint i = 0; i < from->n; i++)
    {
      to->items[i] = copy_memory (self, from->items[i], sizeof (AskSqlFrom));
      g_hash_table_insert (self->copies, from->items[i], to->items[i]);
      begin_items (self, &to->items[i]->items, &from->items[i]->items);
    }
}

static void
fill_item (Copier *self, AskSqlFrom *to, const AskSqlFrom *from)
{
  to->schema = copy_text (self, from->schema);
  to->name = copy_text (self, from->name);
  to->alias = copy_text (self, from->alias);
  to->indexed_by = copy_text (self, from->indexed_by);
  to->using = copy_names (self, from->using);
  to->args = copy_exprs (self, &from->args);
  to->select = copy_select (self, from->select);
  for (guint i = 0; i < from->items.n; i++)
    fill_item (self, to->items.items[i], from->items.items[i]);
  to->on = copy_expr (self, from->on);
  to->equalities = copy_exprs (self, &from->equalities);
  to->core = follow (self, from->core);
  to->cte = follow (self, from->cte);
  to->columns = copy_outputs (self, from->columns, from->n_columns);
  to->used = copy_memory (self, from->used, from->n_columns * sizeof *to->used);
}

static AskSqlResult *
copy_results (Copier *self, const AskSqlCore *core)
{
  AskSqlResult *copy = copy_memory (self, core->results, core->n_results * sizeof *copy);

  for (guint i = 0; i < core->n_results; i++)
    {
      copy[i].table = copy_text (self, core->results[i].table);
      copy[i].alias = copy_text (self, core->results[i].alias);
      copy[i].expr = copy_expr (self, core->results[i].expr);
    }
  return copy;
}

static AskSqlCore *
copy_core (Copier *self, const AskSqlCore *core)
{
  AskSqlCore *copy = copy_memory (self, core, sizeof *copy);

  g_hash_table_insert (self->copies, (gpointer) core, copy);
  copy->parent = follow (self, core->parent);
  begin_items (self, &copy->from, &core->from);
  copy->results = copy_results (self, core);
  for (guint i = 0; i < core->from.n; i++)
    fill_item (self, copy->from.items[i], core->from.items[i]);
  copy->where = copy_expr (self, core->where);
  copy->group_by = copy_exprs (self, &core->group_by);
  copy->having = copy_expr (self, core->having);
  copy->windows = ask_sql_tree_alloc (self->tree, core->n_windows * sizeof *copy->windows);
  for (guint i = 0; i < core->n_windows; i++)
    copy->windows[i] = copy_window (self, core->windows[i]);
  copy->rows = ask_sql_tree_alloc (self->tree, core->n_rows * sizeof *copy->rows);
  for (guint i = 0; i < core->n_rows; i++)
    copy->rows[i] = copy_exprs (self, &core->rows[i]);
  copy->outputs = copy_outputs (self, core->outputs, core->n_outputs);
  /* The columns that "*" stands for lie nowhere else. */
  for (guint i = 0; i < core->n_outputs; i++)
    if (core->outputs[i].expr != NULL && copy->outputs[i].expr == core->outputs[i].expr)
      copy->outputs[i].expr = copy_expr (self, core->outputs[i].expr);
  return copy;
}

/* A recursive CTE is named within itself, so all are known before one is filled. */
static void
copy_ctes (Copier *self, AskSqlSelect *to, const AskSqlSelect *from)
{
  to->ctes = ask_sql_tree_alloc (self->tree, from->n_ctes * sizeof *to->ctes);
  for (guint i = 0; i < from->n_ctes; i++)
    {
      to->ctes[i] = copy_memory (self, from->ctes[i], sizeof (AskSqlCte));
      g_hash_table_insert (self->copies, from->ctes[i], to->ctes[i]);
    }
  for (guint i = 0; i < from->n_ctes; i++)
    {
      AskSqlCte *cte = to->ctes[i];

      cte->name = copy_text (self, cte->name);
      cte->columns = copy_names (self, cte->columns);
      cte->select = copy_select (self, cte->select);
      cte->outputs = copy_outputs (self, cte->outputs, cte->n_outputs);
    }
}

static AskSqlSelect *
copy_select (Copier *self, const AskSqlSelect *select)
{
  AskSqlSelect *copy = copy_memory (self, select, sizeof *copy);

  if (copy == NULL)
    return NULL;
  copy_ctes (self, copy, select);
  copy->cores = ask_sql_tree_alloc (self->tree, select->n_cores * sizeof *copy->cores);
  for (guint i = 0; i < select->n_cores; i++)
    copy->cores[i] = copy_core (self, select->cores[i]);
  copy->order = copy_order (self, &select->order);
  copy->limit = copy_expr (self, select->limit);
  copy->offset = copy_expr (self, select->offset);
  return copy;
}

/**
 * ask_sql_tree_copy_expr:
 * @self: the tree that the copy is for
 * @expr: (nullable): of this tree or another
 *
 * Copies @expr with all below it. @plan pointers are taken over as they are.
 *
 * Returns: (transfer none) (nullable): the copy; %NULL where @expr is
 */
AskSqlExpr *
ask_sql_tree_copy_expr (AskSqlTree *self, const AskSqlExpr *expr)
{
  g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);
  Copier copier = { self, copies };

  g_return_val_if_fail (self != NULL, NULL);

  self->flat = FALSE;
  return copy_expr (&copier, expr);
}

/**
 * ask_sql_tree_copy_select:
 * @self: the tree that the copy is for
 * @select: (nullable): of this tree or another
 *
 * Copies @select with all below it. @plan pointers are taken over as they are.
 *
 * Returns: (transfer none) (nullable): the copy; %NULL where @select is
 */
AskSqlSelect *
ask_sql_tree_copy_select (AskSqlTree *self, const AskSqlSelect *select)
{
  g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);
  Copier copier = { self, copies };

  g_return_val_if_fail (self != NULL, NULL);

  self->flat = FALSE;
  return copy_select (&copier, select);
}

/**
 * ask_sql_tree_extract:
 * @select: of this tree
 *
 * Makes a copy of @select a statement of its own, to be analysed and changed without any effect on this tree.
 *
 * Returns: (transfer full): the copy's tree, with the text that the places of its nodes are in
 */
AskSqlTree *
ask_sql_tree_extract (const AskSqlTree *self, const AskSqlSelect *select)
{
  AskSqlTree *tree;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (select != NULL, NULL);

  tree = g_memdup2 (self, sizeof *self);
  tree->arena = NULL;
  tree->text = ask_sql_tree_strdup (tree, self->text, -1);
  tree->select = ask_sql_tree_copy_select (tree, select);
  return tree;
}
