/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A subquery that names columns of the SELECT around it, as one that stands alone: each row around it beside each of its own.
 *
 *   SELECT … FROM a WHERE c AND EXISTS (SELECT 1 FROM b WHERE b.x = a.x AND f (b.y))
 *   SELECT DISTINCT _2.y FROM a AS _1, b AS _2 WHERE c AND _2.x = _1.x
 *
 * What SQLite looks up while it runs such a statement depends on the order in which it tests conditions; this does not.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include "sql/ask-sql-analysis.h"

typedef struct
{
  AskSqlTree *tree;
  GHashTable *items; /* AskSqlFrom */
} Naming;

/* Whether each of @items can stand in a FROM with others; those of @around come first, so that an outer join keeps its sides. */
static gboolean
can_move (AskBlend *self, const AskSqlFroms *items, gboolean around)
{
  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *from = items->items[i];

      if (from->using != NULL || from->natural || (from->kind == ASK_FROM_JOIN && from->alias != NULL)
          || (around && from->on != NULL && ask_blend_waits (self, from->on))
          || (!around
              && (from->join == ASK_JOIN_RIGHT || from->join == ASK_JOIN_FULL
                  || (from->select != NULL && ask_sql_select_is_correlated (from->select))))
          || !can_move (self, &from->items, around))
        return FALSE;
    }
  return TRUE;
}

static void
name_items (Naming *self, const AskSqlFroms *items)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *from = items->items[i];
      g_autofree char *alias = g_strdup_printf ("_%u", g_hash_table_size (self->items) + 1);

      name_items (self, &from->items);
      if (from->kind == ASK_FROM_JOIN)
        continue;
      g_hash_table_add (self->items, from);
      from->alias = ask_sql_tree_strdup (self->tree, alias, -1);
    }
}

static gboolean
name_column (AskSqlExpr *expr, gpointer data)
{
  Naming *self = data;

  if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL && g_hash_table_contains (self->items, expr->from))
    {
      expr->schema = NULL;
      expr->table = expr->from->alias;
      expr->quoted = expr->bare = FALSE;
    }
  return TRUE;
}

static void
join_rows (AskSqlTree *tree, AskSqlCore *core, const AskSqlCore *around)
{
  AskSqlFroms all = { ask_sql_tree_alloc (tree, (around->from.n + core->from.n) * sizeof (AskSqlFrom *)), 0 };

  for (guint i = 0; i < around->from.n; i++)
    all.items[all.n++] = around->from.items[i];
  if (all.n > 0 && core->from.n > 0)
    core->from.items[0]->join = ASK_JOIN_COMMA;
  for (guint i = 0; i < core->from.n; i++)
    all.items[all.n++] = core->from.items[i];
  core->from = all;
}

static gboolean
is_aggregate (const AskSqlExpr *expr)
{
  return expr->is_aggregate;
}

/**
 * ask_blend_flatten:
 * @tree: analysed
 * @core: that a call stands in; its FROM becomes that of both
 * @around: the one that it stands in
 * @wanted: what is looked up
 *
 * Returns: whether it could be done; the conditions of @around are the caller's
 */
gboolean
ask_blend_flatten (AskBlend *self, AskSqlTree *tree, AskSqlCore *core, AskSqlCore *around, const AskSqlExprs *wanted)
{
  g_autoptr (GHashTable) items = g_hash_table_new (NULL, NULL);
  Naming naming = { tree, items };
  const AskSqlVisit visit = { .expr = name_column, .user_data = &naming };

  if (core->parent != around || around->correlated || around->n_rows > 0 || !can_move (self, &core->from, FALSE)
      || !can_move (self, &around->from, TRUE) || (core->where != NULL && ask_sql_expr_has (core->where, is_aggregate)))
    return FALSE;
  for (guint i = 0; i < wanted->n; i++)
    if (ask_sql_expr_has (wanted->items[i], is_aggregate))
      return FALSE;
  name_items (&naming, &around->from);
  name_items (&naming, &core->from);
  ask_sql_walk_select (tree->select, &visit);
  join_rows (tree, core, around);
  return TRUE;
}
