/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins with no condition, and sums over rows that a join has multiplied.
 */
#include "config.h"

#include <string.h>

#include "sql/ask-sql-guard-private.h"

static char *
join_by (const AskSqlTable *table, const char *name, const AskSqlTable *to, const char *to_name)
{
  for (guint i = 0; i < table->references->len; i++)
    {
      const AskSqlReference *reference = table->references->pdata[i];
      GString *text;

      if (g_ascii_strcasecmp (reference->to, to->name) != 0)
        continue;
      text = g_string_new (NULL);
      for (guint c = 0; c < reference->n; c++)
        g_string_append_printf (text, "%s%s.%s = %s.%s", c > 0 ? " AND " : "", name, reference->columns[c], to_name,
                                reference->to_columns[c]);
      return g_string_free (text, FALSE);
    }
  return NULL;
}

/* ask_sql_guard_join_text: Returns: (nullable) (transfer full): "a.x = b.y", by a reference */
char *
ask_sql_guard_join_text (const AskSqlTable *a, const char *a_name, const AskSqlTable *b, const char *b_name)
{
  char *text = join_by (a, a_name, b, b_name);

  return text != NULL ? text : join_by (b, b_name, a, a_name);
}

/* Items that some condition connects get one number. */
static void
connect (const AskSqlKeys *keys, guint *parts, AskSqlExpr *expr)
{
  g_autoptr (GPtrArray) named = g_ptr_array_new ();

  if (expr == NULL)
    return;
  ask_sql_expr_get_items (expr, keys->core, named);
  for (guint i = 1; i < named->len; i++)
    {
      guint keep = parts[ask_sql_keys_find (keys, named->pdata[0])];
      guint drop = parts[ask_sql_keys_find (keys, named->pdata[i])];

      for (guint p = 0; p < keys->items->len; p++)
        if (parts[p] == drop)
          parts[p] = keep;
    }
}

static void
connect_froms (const AskSqlKeys *keys, guint *parts, const AskSqlFroms *froms)
{
  for (guint i = 0; i < froms->n; i++)
    {
      const AskSqlFrom *from = froms->items[i];
      int place = ask_sql_keys_find (keys, from);

      connect_froms (keys, parts, &from->items);
      for (guint a = 0; a < from->args.n && place >= 0; a++)
        {
          g_autoptr (GPtrArray) named = g_ptr_array_new ();

          ask_sql_expr_get_items (from->args.items[a], keys->core, named);
          for (guint n = 0; n < named->len; n++)
            parts[place] = parts[ask_sql_keys_find (keys, named->pdata[n])];
        }
      /* Whoever writes CROSS JOIN means it. */
      if (from->join == ASK_JOIN_CROSS && !from->natural && from->on == NULL && place > 0)
        for (guint p = 0, drop = parts[place]; p < keys->items->len; p++)
          if (parts[p] == drop)
            parts[p] = parts[0];
    }
}

static const char *
name_item (const AskSqlFrom *from)
{
  const char *name = ask_sql_from_get_name (from);

  return name != NULL ? name : "the subquery";
}

static void
look_for_cross_joins (AskSqlGuard *self, const AskSqlKeys *keys)
{
  guint n = keys->items->len;
  g_autofree guint *parts = g_new0 (guint, MAX (n, 1));

  if (n < 2)
    return;
  for (guint i = 0; i < n; i++)
    parts[i] = i;
  for (guint i = 0; i < keys->predicates->len; i++)
    connect (keys, parts, g_array_index (keys->predicates, AskSqlPredicate, i).expr);
  connect_froms (keys, parts, &keys->core->from);
  for (guint i = 1; i < n; i++)
    {
      const AskSqlFrom *item = keys->items->pdata[i];
      const AskSqlFrom *other = NULL;
      g_autofree char *text = NULL;
      AskSqlHint *hint;

      if (keys->fixed[i] && keys->core->group_by.n == 0)
        continue;
      for (guint j = 0; j < i; j++)
        if (parts[j] == parts[i])
          other = keys->items->pdata[j];
      if (other != NULL)
        continue;
      for (guint j = 0; j < n && text == NULL; j++)
        {
          const AskSqlFrom *at = keys->items->pdata[j];

          if (parts[j] == parts[i] || (keys->fixed[j] && keys->core->group_by.n == 0))
            continue;
          if (other == NULL && j < i)
            other = at;
          if (at->catalog_table != NULL && item->catalog_table != NULL && j < i)
            text = ask_sql_guard_join_text (at->catalog_table, name_item (at), item->catalog_table, name_item (item));
          if (text != NULL)
            other = at;
        }
      if (other == NULL)
        continue;
      hint
        = ask_sql_guard_add (self, ASK_HINT_WARNING, ASK_HINT_CROSS_JOIN, item->span,
                             text != NULL ? "%s and %s are joined without a condition, so that each row of one meets "
                                            "every row of the other. Add ON %s."
                                          : "%s and %s are joined without a condition, so that each row of one meets "
                                            "every row of the other. Add a condition, or write CROSS JOIN if that is "
                                            "meant.%s",
                             name_item (other), name_item (item), text != NULL ? text : "");
      if (text != NULL)
        ask_sql_guard_suggest (hint, "%s", text);
      for (guint j = 0, drop = parts[i]; j < n; j++)
        if (parts[j] == drop)
          parts[j] = parts[ask_sql_keys_find (keys, other)];
    }
}

/* Whether rows of @at come several times because of a join; @by is what multiplies them. */
static gboolean
is_multiplied (const AskSqlKeys *keys, guint at, gboolean *seen, guint *by)
{
  seen[at] = TRUE;
  for (guint to = 0; to < keys->items->len; to++)
    {
      if (seen[to] || !ask_sql_keys_are_joined (keys, at, to))
        continue;
      if (!keys->fixed[to] && ask_sql_keys_meets_many (keys, at, to))
        {
          *by = to;
          return TRUE;
        }
      if (is_multiplied (keys, to, seen, by))
        return TRUE;
    }
  return FALSE;
}

typedef struct
{
  AskSqlGuard *guard;
  const AskSqlKeys *keys;
} FanOut;

static gboolean
is_summing (const AskSqlExpr *expr)
{
  static const char *const names[] = { "sum", "total", "avg", "count" };

  if (expr->kind != ASK_EXPR_FUNCTION || !expr->is_aggregate || expr->depth != 0 || expr->distinct)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (names[i], expr->name) == 0)
      return TRUE;
  return FALSE;
}

/* What a count over a column of the one side most likely wants counted: rows of the many side, as
 * count(*) does. It is a mistake where those come several times, too. */
static gboolean
is_count_of_rows (const FanOut *self, const AskSqlExpr *expr, guint by)
{
  g_autofree gboolean *seen = g_new0 (gboolean, self->keys->items->len);
  guint more;

  if (g_ascii_strcasecmp (expr->name, "count") != 0)
    return FALSE;
  return !is_multiplied (self->keys, by, seen, &more);
}

static gboolean
look_at_aggregate (AskSqlExpr *expr, gpointer data)
{
  FanOut *self = data;
  const AskSqlKeys *keys = self->keys;
  g_autoptr (GPtrArray) named = g_ptr_array_new ();
  guint by = 0, place = 0;
  const AskSqlFrom *item;
  const AskSqlFrom *many;
  gboolean all = TRUE;

  if (!is_summing (expr))
    return TRUE;
  for (guint i = 0; i < expr->list.n; i++)
    ask_sql_expr_get_items (expr->list.items[i], keys->core, named);
  /* count(*) counts rows of the join: wrong where no item has each of its rows once. */
  if (named->len == 0 && expr->list.n == 0)
    for (guint i = 0; i < keys->items->len; i++)
      g_ptr_array_add (named, keys->items->pdata[i]);
  for (guint i = 0; i < named->len && all; i++)
    {
      g_autofree gboolean *seen = g_new0 (gboolean, keys->items->len);

      place = (guint) ask_sql_keys_find (keys, named->pdata[i]);
      all = is_multiplied (keys, place, seen, &by);
    }
  if (!all || named->len == 0 || is_count_of_rows (self, expr, by))
    return TRUE;
  item = keys->items->pdata[place];
  many = keys->items->pdata[by];
  if (expr->list.n == 0)
    {
      ask_sql_guard_add (self->guard, ASK_HINT_WARNING, ASK_HINT_FAN_OUT, expr->span,
                         "The joins pair rows of %s with rows of another table that have nothing "
                         "to do with them, so count(*) counts pairs. Count in a subquery for each "
                         "table, or use count(DISTINCT …).",
                         name_item (many));
      return TRUE;
    }
  ask_sql_guard_add (self->guard, ASK_HINT_WARNING, ASK_HINT_FAN_OUT, expr->span,
                     "%s() counts rows of %s several times: each meets several rows of %s. %s.", expr->name,
                     name_item (item), name_item (many),
                     g_ascii_strcasecmp (expr->name, "count") == 0
                       ? "Use count(DISTINCT …)"
                       : "Compute it in a subquery before the join, or leave the join out where it only filters "
                         "(use EXISTS)");
  return TRUE;
}

/* ask_sql_guard_stop: a visitor that does not go into SELECTs in what it visits */
gboolean
ask_sql_guard_stop (AskSqlSelect *select, gpointer data)
{
  return FALSE;
}

/* ask_sql_guard_walk_results: visits where aggregates of one SELECT may stand */
void
ask_sql_guard_walk_results (AskSqlSelect *select, AskSqlCore *core, const AskSqlVisit *visit)
{
  for (guint i = 0; i < core->n_results; i++)
    ask_sql_walk_expr (core->results[i].expr, visit);
  ask_sql_walk_expr (core->having, visit);
  for (guint i = 0; i < select->order.n && select->n_cores == 1; i++)
    ask_sql_walk_expr (select->order.items[i].expr, visit);
}

/* ask_sql_guard_joins: looks at one SELECT that is all right otherwise */
void
ask_sql_guard_joins (AskSqlGuard *self, AskSqlSelect *select, AskSqlCore *core)
{
  AskSqlKeys keys;
  FanOut fan_out = { self, &keys };
  AskSqlVisit visit = { .expr = look_at_aggregate, .select = ask_sql_guard_stop, .user_data = &fan_out };

  /* One table is joined to nothing. */
  if (core->from.n == 0 || (core->from.n == 1 && core->from.items[0]->kind != ASK_FROM_JOIN))
    return;
  ask_sql_keys_init (&keys, self->tree, core);
  look_for_cross_joins (self, &keys);
  if (core->has_aggregate && keys.items->len > 1)
    {
      ask_sql_keys_assume_names (&keys);
      ask_sql_guard_walk_results (select, core, &visit);
    }
  ask_sql_keys_clear (&keys);
}
