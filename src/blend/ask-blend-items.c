/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which items of FROM the query of values needs: the two sides of a call that joins are asked about one by one, and where the
 * condition that joined an item waits for an answer the item tells nothing, and would only multiply rows.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

static gboolean
is_and (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_AND;
}

static gboolean
look_for_item (AskSqlExpr *expr, gpointer items)
{
  if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL)
    g_ptr_array_add (items, expr->from);
  return TRUE;
}

static void
collect_items (AskSqlExpr *expr, GPtrArray *items)
{
  const AskSqlVisit visit = { .expr = look_for_item, .user_data = items };

  ask_sql_walk_expr (expr, &visit);
}

/** ask_blend_list_items: Returns: (transfer full) (element-type AskSqlFrom): what @expr names columns of, each as often as it does */
GPtrArray *
ask_blend_list_items (AskSqlExpr *expr)
{
  GPtrArray *items = g_ptr_array_new ();

  collect_items (expr, items);
  return items;
}

static gboolean
has_outer_join (const AskSqlFroms *items)
{
  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *from = items->items[i];

      if (from->join == ASK_JOIN_LEFT || from->join == ASK_JOIN_RIGHT || from->join == ASK_JOIN_FULL
          || has_outer_join (&from->items))
        return TRUE;
    }
  return FALSE;
}

static void
weaken_items (AskBlend *self, AskSqlTree *tree, AskSqlFroms *items)
{
  for (guint i = 0; i < items->n; i++)
    {
      items->items[i]->on = ask_blend_weaken (self, tree, items->items[i]->on);
      weaken_items (self, tree, &items->items[i]->items);
    }
}

/**
 * ask_blend_keep_items_of:
 * @core: around a call that joins
 * @value: one of its two
 *
 * One side's values are those of its own items, and of what else is tied to these, under the conditions on all of them. Beside an
 * outer join, which may keep rows that pass none, only those on its own items count.
 *
 * Returns: whether @core is such a query now
 */
gboolean
ask_blend_keep_items_of (AskBlend *self, AskSqlTree *tree, AskSqlCore *core, AskSqlExpr *value)
{
  const AskSqlExprs wanted = { &value, 1 };
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  AskSqlExpr *where = core->where;
  AskSqlExpr *kept = NULL;
  guint n = 0;

  if (!has_outer_join (&core->from))
    {
      weaken_items (self, tree, &core->from);
      core->where = ask_blend_weaken (self, tree, core->where);
      ask_blend_drop_strangers (tree, core, &wanted);
      return TRUE;
    }
  collect_items (value, items);
  for (guint i = 0; i < core->from.n; i++)
    {
      AskSqlFrom *from = core->from.items[i];

      if (from->kind == ASK_FROM_JOIN || from->using != NULL || from->natural)
        return FALSE;
      if (!g_ptr_array_find (items, from, NULL))
        continue;
      from->join = n == 0 ? ASK_JOIN_FIRST : ASK_JOIN_CROSS;
      from->on = NULL;
      core->from.items[n++] = from;
    }
  core->from.n = n;
  core->where = NULL;
  for (; where != NULL; where = is_and (where) ? where->left : NULL)
    {
      AskSqlExpr *part = is_and (where) ? where->right : where;
      g_autoptr (GPtrArray) named = g_ptr_array_new ();
      gboolean ours = !ask_blend_is_unknown (self, part);

      collect_items (part, named);
      for (guint i = 0; i < named->len; i++)
        ours = ours && g_ptr_array_find (items, named->pdata[i], NULL)
               && !((AskSqlFrom *) named->pdata[i])->null_supplying;
      if (ours && named->len > 0)
        kept = ask_blend_and (tree, kept, part);
    }
  core->where = kept;
  return n > 0;
}

static void
collect_parts (AskSqlExpr *expr, GPtrArray *parts)
{
  for (; expr != NULL; expr = is_and (expr) ? expr->left : NULL)
    g_ptr_array_add (parts, is_and (expr) ? expr->right : expr);
}

/* Whether @expr is about one of @items. @named: (out caller-allocates): gets what it is about */
static gboolean
is_about (AskSqlExpr *expr, GPtrArray *items, GPtrArray *named)
{
  collect_items (expr, named);
  for (guint i = 0; i < named->len; i++)
    if (g_ptr_array_find (items, named->pdata[i], NULL))
      return TRUE;
  return FALSE;
}

/* Puts all that @expr is about into @items where one of it is there. Returns: whether @items grew */
static gboolean
join_items (AskSqlExpr *expr, GPtrArray *items)
{
  g_autoptr (GPtrArray) named = g_ptr_array_new ();
  guint before = items->len;

  if (is_about (expr, items, named))
    for (guint i = 0; i < named->len; i++)
      if (!g_ptr_array_find (items, named->pdata[i], NULL))
        g_ptr_array_add (items, named->pdata[i]);
  return items->len > before;
}

/**
 * ask_blend_drop_strangers:
 * @core: of the values @wanted, without what waits for answers
 *
 * Takes out the items that no condition ties to the values, and the conditions on these. Values may become more by that, where
 * such an item has no row, and never fewer.
 */
void
ask_blend_drop_strangers (AskSqlTree *tree, AskSqlCore *core, const AskSqlExprs *wanted)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  gboolean grew = TRUE;
  guint n = 0;

  for (guint i = 0; i < wanted->n; i++)
    collect_items (wanted->items[i], items);
  collect_parts (core->where, parts);
  for (guint i = 0; i < core->from.n; i++)
    {
      const AskSqlFrom *from = core->from.items[i];

      if (from->kind == ASK_FROM_JOIN || from->using != NULL || from->natural || from->join == ASK_JOIN_LEFT
          || from->join == ASK_JOIN_RIGHT || from->join == ASK_JOIN_FULL)
        return;
      collect_parts (from->on, parts);
    }
  while (grew)
    {
      grew = FALSE;
      for (guint i = 0; i < parts->len; i++)
        grew = join_items (parts->pdata[i], items) || grew;
    }
  for (guint i = 0; i < core->from.n; i++)
    n += g_ptr_array_find (items, core->from.items[i], NULL);
  if (n == core->from.n || n == 0)
    return;
  core->where = NULL;
  for (guint i = parts->len; i > 0; i--)
    {
      g_autoptr (GPtrArray) named = g_ptr_array_new ();

      if (is_about (parts->pdata[i - 1], items, named) || named->len == 0)
        core->where = ask_blend_and (tree, core->where, parts->pdata[i - 1]);
    }
  n = 0;
  for (guint i = 0; i < core->from.n; i++)
    {
      AskSqlFrom *from = core->from.items[i];

      if (!g_ptr_array_find (items, from, NULL))
        continue;
      from->on = NULL;
      from->join = n == 0 ? ASK_JOIN_FIRST : ASK_JOIN_CROSS;
      core->from.items[n++] = from;
    }
  core->from.n = n;
}
