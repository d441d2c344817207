/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a SELECT reads, and how it is joined. A condition that is the only relationship between two entities is not said:
 * "song with artist" says it.
 */
#include "config.h"

#include "understand/explain/ask-explain-private.h"

#include <glib/gi18n.h>
#include <string.h>

static const AskEntity *
get_entity (const AskSqlFrom *item)
{
  return item->catalog_table != NULL ? item->catalog_table->data : NULL;
}

/* Whether the entity is there once more where it is named, there or around it. */
static gboolean
is_repeated (const AskSqlFrom *item)
{
  for (AskSqlCore *core = item->core; core != NULL; core = core->parent)
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      ask_sql_core_get_items (core, items);
      for (guint i = 0; i < items->len; i++)
        {
          const AskSqlFrom *other = items->pdata[i];

          if (other != item && other->catalog_table == item->catalog_table && other->cte == item->cte)
            return TRUE;
        }
    }
  return FALSE;
}

/**
 * ask_explain_item:
 * @item: a table, a subquery or a function of a FROM
 *
 * Returns: (transfer full): what it is called: the entity, and by its alias where it comes twice
 */
char *
ask_explain_item (const AskSqlFrom *item)
{
  g_autofree char *name = NULL;

  if (item->catalog_table == NULL && item->cte == NULL && ask_sql_from_get_name (item) == NULL)
    return g_strdup (_ ("these rows"));
  if (item->catalog_table != NULL)
    name = ask_explain_words (item->catalog_table->name);
  else
    name = ask_explain_step (item->cte != NULL ? item->cte->name : ask_sql_from_get_name (item));
  if (item->alias != NULL && (item->catalog_table != NULL || item->cte != NULL) && is_repeated (item))
    {
      g_autofree char *alias = ask_explain_quote (item->alias);

      return g_strdup_printf ("%s %s", name, alias);
    }
  return g_steal_pointer (&name);
}

static gboolean
has_column (const AskSqlFrom *item, const char *name)
{
  if (item->catalog_table != NULL)
    return ask_sql_table_find_column (item->catalog_table, name) >= 0;
  for (guint c = 0; c < item->n_columns; c++)
    if (g_ascii_strcasecmp (item->columns[c].name, name) == 0)
      return TRUE;
  return FALSE;
}

/**
 * ask_explain_column:
 * @expr: a column
 *
 * Returns: (transfer full): the attribute, and whose it is where another has the same name
 */
char *
ask_explain_column (const AskSqlExpr *expr)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autofree char *name = NULL;
  g_autofree char *of = NULL;
  gboolean said = expr->depth > 0;

  if (expr->from == NULL || expr->column < 0)
    return ask_explain_words (expr->name);
  name = ask_explain_words (expr->from->columns[expr->column].name);
  if (expr->from->core != NULL)
    ask_sql_core_get_items (expr->from->core, items);
  for (guint i = 0; i < items->len && !said; i++)
    said = items->pdata[i] != expr->from && has_column (items->pdata[i], expr->from->columns[expr->column].name);
  if (!said)
    return g_steal_pointer (&name);
  of = ask_explain_item (expr->from);
  return g_strdup_printf (_ ("%s of %s"), name, of);
}

/* ---- joins */

/* Whether the two stand at the same place of its ends. */
static gboolean
joins (const AskRelationship *relationship, const char *from, const char *to)
{
  for (guint i = 0; i < relationship->from_attributes->len; i++)
    if (g_ascii_strcasecmp (relationship->from_attributes->pdata[i], from) == 0)
      return g_ascii_strcasecmp (relationship->to_attributes->pdata[i], to) == 0;
  return FALSE;
}

static gboolean
is (const char *name, const AskEntity *entity)
{
  return g_ascii_strcasecmp (name, entity->name) == 0;
}

static const char *
get_name (const AskSqlExpr *column)
{
  return column->from->columns[column->column].name;
}

/**
 * ask_explain_is_join:
 * @expr: a condition that has to hold
 *
 * Returns: whether it is the only relationship between two entities, or a part of it
 */
gboolean
ask_explain_is_join (AskExplain *self, const AskSqlExpr *expr)
{
  const AskSqlExpr *a = expr->left;
  const AskSqlExpr *b = expr->right;
  const AskEntity *one;
  const AskEntity *other;
  guint n = 0;
  guint n_meant = 0;

  if (expr->kind != ASK_EXPR_BINARY || expr->op != ASK_OP_EQUAL || a->kind != ASK_EXPR_COLUMN
      || b->kind != ASK_EXPR_COLUMN || a->from == NULL || b->from == NULL || a->from == b->from || a->depth > 0
      || b->depth > 0 || a->column < 0 || b->column < 0)
    return FALSE;
  one = get_entity (a->from);
  other = get_entity (b->from);
  if (one == NULL || other == NULL || one == other || is_repeated (a->from) || is_repeated (b->from))
    return FALSE;
  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];
      gboolean forth = is (relationship->from, one) && is (relationship->to, other);
      gboolean back = is (relationship->from, other) && is (relationship->to, one);

      n += forth || back;
      n_meant += (forth && joins (relationship, get_name (a), get_name (b)))
                 || (back && joins (relationship, get_name (b), get_name (a)));
    }
  return n == 1 && n_meant == 1;
}

typedef struct
{
  const AskSqlFrom *item;
  gboolean mine;
  gboolean other;
} Link;

static gboolean
look_at (AskSqlExpr *expr, gpointer data)
{
  Link *self = data;

  if (expr->kind == ASK_EXPR_COLUMN && expr->from != NULL)
    {
      self->mine = self->mine || expr->from == self->item;
      self->other = self->other || expr->from != self->item;
    }
  return TRUE;
}

/* Whether a condition that has to hold names the item and another one. */
static gboolean
links (AskSqlExpr *where, const AskSqlFrom *item)
{
  Link link = { item, FALSE, FALSE };
  AskSqlVisit visit = { .expr = look_at, .user_data = &link };

  if (where == NULL)
    return FALSE;
  if (where->kind == ASK_EXPR_BINARY && where->op == ASK_OP_AND)
    return links (where->left, item) || links (where->right, item);
  ask_sql_walk_expr (where, &visit);
  return link.mine && link.other;
}

static char *name_list (AskExplain *self, const AskSqlFroms *items, AskSqlCore *core);

static char *
name_from (AskExplain *self, const AskSqlFrom *item, AskSqlCore *core)
{
  g_autofree char *inner = NULL;
  g_autofree char *name = NULL;

  switch (item->kind)
    {
    case ASK_FROM_JOIN:
      inner = name_list (self, &item->items, core);
      return g_strdup_printf ("(%s)", inner);
    case ASK_FROM_SELECT:
      inner = ask_explain_select (self, item->select);
      if (item->alias == NULL)
        return g_steal_pointer (&inner);
      name = ask_explain_item (item);
      return g_strdup_printf ("%s %s", name, inner);
    case ASK_FROM_FUNCTION:
      inner = ask_explain_values (self, &item->args, ", ");
      name = ask_explain_quote (item->name);
      return g_strdup_printf ("%s (%s)", name, inner);
    case ASK_FROM_TABLE:
    default:
      return ask_explain_item (item);
    }
}

/* (nullable): what holds between it and what stands before, beyond the relationship */
static char *
name_link (AskExplain *self, const AskSqlFrom *item)
{
  g_autoptr (GString) all = NULL;

  if (item->on != NULL)
    return ask_explain_conditions (self, item->on);
  for (guint i = 0; i < item->equalities.n; i++)
    if (!ask_explain_is_join (self, item->equalities.items[i]))
      {
        g_autofree char *condition = ask_explain_condition (self, item->equalities.items[i]);

        if (all == NULL)
          all = g_string_new (NULL);
        g_string_append_printf (all, "%s%s", all->len > 0 ? ", " : "", condition);
      }
  return all != NULL ? g_strdup (all->str) : NULL;
}

static char *
join (const char *before, const AskSqlFrom *item, const char *name, gboolean linked)
{
  switch (item->join)
    {
    case ASK_JOIN_LEFT:
      /* Translators: two entities; those of the first that have none of the second are there, too */
      return g_strdup_printf (_ ("%s, with or without %s"), before, name);
    case ASK_JOIN_RIGHT:
      return g_strdup_printf (_ ("%s, with or without %s"), name, before);
    case ASK_JOIN_FULL:
      /* Translators: two entities; those of each that have none of the other are there, too */
      return g_strdup_printf (_ ("%s and %s, each also without the other"), before, name);
    case ASK_JOIN_FIRST:
    case ASK_JOIN_COMMA:
    case ASK_JOIN_INNER:
    case ASK_JOIN_CROSS:
    default:
      if (linked)
        /* Translators: two entities; each row of the first with what belongs to it of the second */
        return g_strdup_printf (_ ("%s with %s"), before, name);
      /* Translators: two entities; each row of the first with all rows of the second */
      return g_strdup_printf (_ ("%s, each with all of %s"), before, name);
    }
}

static char *
name_list (AskExplain *self, const AskSqlFroms *items, AskSqlCore *core)
{
  g_autofree char *all = name_from (self, items->items[0], core);

  for (guint i = 1; i < items->n; i++)
    {
      const AskSqlFrom *item = items->items[i];
      gboolean linked = item->on != NULL || item->equalities.n > 0 || links (core->where, item);
      g_autofree char *name = name_from (self, item, core);
      g_autofree char *link = name_link (self, item);
      g_autofree char *before = g_steal_pointer (&all);

      all = join (before, item, name, linked);
      if (link != NULL)
        {
          g_autofree char *joined = g_steal_pointer (&all);

          /* Translators: what is joined, and by what */
          all = g_strdup_printf (_ ("%s (where %s)"), joined, link);
        }
    }
  return g_steal_pointer (&all);
}

/**
 * ask_explain_from:
 * @core: with a FROM
 *
 * Returns: (transfer full): "song with artist"
 */
char *
ask_explain_from (AskExplain *self, AskSqlCore *core)
{
  return name_list (self, &core->from, core);
}
