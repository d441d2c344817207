/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Grows statements: their clauses. What is in the clauses grows in night-grow-value.c. A LIMIT stands only
 * where the order is total, so that there is one answer.
 */
#include "config.h"

#include "night-grow.h"

#include <string.h>

#include "night-random.h"
#include "sql/ask-sql-lexer.h"

static void
name_clear (gpointer data)
{
  g_free (((NightName *) data)->text);
  g_free (((NightName *) data)->plain);
}

/** night_scope_init: @outer: (nullable): of the statement around */
void
night_scope_init (NightScope *self, const NightScope *outer)
{
  self->outer = outer;
  self->names = g_array_new (FALSE, FALSE, sizeof (NightName));
  g_array_set_clear_func (self->names, name_clear);
}

/** night_scope_clear: frees what is in it */
void
night_scope_clear (NightScope *self)
{
  g_array_unref (self->names);
}

static void
add_name (NightScope *scope, const char *alias, const NightTable *table, guint c)
{
  const NightColumn *column = table->columns->pdata[c];
  g_autofree char *quoted = ask_sql_quote_name (column->name);
  g_autofree char *text = g_strdup_printf ("%s.%s", alias, quoted);
  NightName name = { g_strdup (text), g_strdup (text), column->kind, column->wild, table, c };

  g_array_append_val (scope->names, name);
}

/* The columns of a subquery or a CTE. */
static void
add_derived (NightScope *scope, const char *alias, const NightNode *outputs)
{
  for (guint i = 0; i < outputs->kids->len; i++)
    {
      NightKind kind = ((NightNode *) outputs->kids->pdata[i])->kind;
      g_autofree char *text = g_strdup_printf ("%s.\"o%u\"", alias, i);
      NightName name = { g_strdup (text), NULL, kind, TRUE, NULL, 0 };

      /* SQLite forgets what a subquery's column was compared by. */
      name.plain = kind == NIGHT_DEC ? g_strdup_printf ("(ndec(%s) COLLATE ndec)", text) : g_strdup (text);
      g_array_append_val (scope->names, name);
    }
}

/* A table, a subquery or a CTE; its columns go into the scope. */
static NightNode *
grow_item (NightGrow *self, NightScope *scope, int depth, char **alias)
{
  NightNode *node;

  *alias = g_strdup_printf ("a%u", ++self->n_aliases);
  if (depth > 1 && night_one_in (5))
    {
      NightNode *outputs;
      NightNode *select = night_grow_select (self, NULL, depth - 1, NULL, 0, &outputs);
      g_autofree char *text = g_strdup_printf ("($0) AS %s", *alias);

      node = night_node_new (NIGHT_N_KINDS, text, NULL);
      night_node_add (node, select);
      add_derived (scope, *alias, outputs);
      return node;
    }
  if (self->cte != NULL && night_one_in (3))
    {
      g_autofree char *text = g_strdup_printf ("w AS %s", *alias);

      add_derived (scope, *alias, self->cte);
      return night_node_new (NIGHT_N_KINDS, text, NULL);
    }
  {
    const NightTable *table = self->world->tables->pdata[night_below (self->world->tables->len)];
    g_autofree char *text = g_strdup_printf ("%s %s%s", table->name, night_one_in (2) ? "AS " : "", *alias);

    for (guint c = 0; c < table->columns->len; c++)
      add_name (scope, *alias, table, c);
    return night_node_new (NIGHT_N_KINDS, text, NULL);
  }
}

static NightNode *
grow_from (NightGrow *self, NightScope *scope, int depth)
{
  static const char *const joins[] = { " JOIN $0 ON $1", " JOIN $0 ON $1", " LEFT JOIN $0 ON $1", " LEFT JOIN $0 ON $1",
                                       " FULL JOIN $0 ON $1", " RIGHT JOIN $0 ON $1" };
  NightNode *from = night_node_new (NIGHT_N_KINDS, "$*", NULL);
  g_autofree char *first = NULL;
  guint n = night_one_in (2) ? 0 : 1 + night_below (2);

  from->separator = "";
  night_node_add (from, grow_item (self, scope, depth, &first));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *alias = NULL;
      /* SQLite 3.40 loses rows of RIGHT and FULL joins behind other joins. */
      NightNode *join = night_node_new (NIGHT_N_KINDS, joins[night_below (n > 1 ? 4 : G_N_ELEMENTS (joins))], NULL);
      guint n_before = scope->names->len;

      join->is_optional = TRUE;
      night_node_add (join, grow_item (self, scope, depth, &alias));
      night_node_add (join, night_grow_join (self, scope, n_before, depth));
      night_node_add (from, join);
    }
  return from;
}

static NightNode *
optional (const char *text, NightNode *kid)
{
  NightNode *node = night_node_new (NIGHT_N_KINDS, text, NULL);

  node->is_optional = TRUE;
  if (kid != NULL)
    night_node_add (node, kid);
  return node;
}

static NightNode *
empty (void)
{
  return night_node_new (NIGHT_N_KINDS, "", NULL);
}

/* The value as a column of the result, with a name. */
static void
add_output (NightNode *outputs, NightNode *value, gboolean is_optional)
{
  g_autofree char *text = g_strdup_printf ("$0 AS o%u", outputs->kids->len);
  NightNode *output = night_node_new (value->kind, text, NULL);

  output->approx = value->approx;
  output->way = night_below (12);
  output->is_optional = is_optional;
  night_node_add (output, value);
  night_node_add (outputs, output);
}

/* Columns by which rows are grouped, and what is computed of each group. The GROUP BY repeats the text. */
static NightNode *
grow_groups (NightGrow *self, NightScope *scope, NightNode *outputs, const NightKind *kinds, guint n, int depth)
{
  NightNode *group = night_node_new (NIGHT_N_KINDS, " GROUP BY $*", NULL);
  guint n_keys = n > 0 ? 0 : night_below (3);

  for (guint i = 0; i < n_keys; i++)
    {
      NightNode *key = night_grow_key (self, scope);

      night_node_add (group, night_node_new (NIGHT_N_KINDS, key->ours, key->plain));
      add_output (outputs, key, FALSE);
    }
  for (guint i = 0; i < (n > 0 ? n : 1 + night_below (3)); i++)
    add_output (outputs, night_grow_aggregate (self, scope, n > 0 ? kinds[i] : NIGHT_N_KINDS, depth), n == 0);
  if (n_keys == 0)
    {
      night_node_free (group);
      return empty ();
    }
  if (night_one_in (3))
    {
      NightNode *both = night_node_new (NIGHT_N_KINDS, "$0$1", NULL);

      night_node_add (both, group);
      night_node_add (both, optional (" HAVING $0", night_grow_having (self, scope, depth)));
      return both;
    }
  return group;
}

/**
 * night_grow_select:
 * @outer: (nullable): names of the statement around
 * @kinds: (nullable): what its columns have to be; @n of them
 * @outputs: (out) (transfer none): the list of its columns
 *
 * Returns: (transfer full): a SELECT
 */
NightNode *
night_grow_select (NightGrow *self, const NightScope *outer, int depth, const NightKind *kinds, guint n, NightNode **outputs)
{
  NightNode *select = night_node_new (NIGHT_N_KINDS, "SELECT $0$1 FROM $2$3$4$5$6", NULL);
  NightNode *list = night_node_new (NIGHT_N_KINDS, "$*", NULL);
  NightNode *order;
  NightNode *group = NULL;
  NightNode *from;
  NightNode *where;
  NightScope scope;
  guint n_columns = n > 0 ? n : 1 + night_below (4);

  night_scope_init (&scope, outer);
  from = grow_from (self, &scope, depth);
  where = night_one_in (4) ? empty () : optional (" WHERE $0", night_grow_condition (self, &scope, depth));
  if (night_one_in (3))
    group = grow_groups (self, &scope, list, kinds, n, depth);
  else
    for (guint i = 0; i < n_columns; i++)
      add_output (list,
                  n == 0 && from->kids->len == 1 && night_one_in (8)
                    ? night_grow_window (self, &scope)
                    : night_grow_value (self, &scope, n > 0 ? kinds[i] : (NightKind) night_below (NIGHT_N_KINDS), depth),
                  n == 0);
  night_node_add (select, group == NULL && night_one_in (6) ? optional ("DISTINCT ", NULL) : empty ());
  night_node_add (select, list);
  night_node_add (select, from);
  night_node_add (select, where);
  night_node_add (select, group != NULL ? group : empty ());
  order = empty ();
  if (night_one_in (3))
    {
      order->is_optional = TRUE;
      order->ordered = list;
    }
  night_node_add (select, order);
  if (order->ordered != NULL && night_one_in (2))
    {
      g_autofree char *limit = g_strdup_printf (" LIMIT %u", night_below (8));
      g_autofree char *both = g_strdup_printf ("%s OFFSET %u", limit, night_below (5));

      night_node_add (select, optional (night_one_in (3) ? both : limit, NULL));
    }
  else
    night_node_add (select, empty ());
  night_scope_clear (&scope);
  *outputs = list;
  return select;
}

/* Two SELECTs of the same kinds, without ORDER BY of their own. */
static NightNode *
grow_compound (NightGrow *self, NightNode **outputs)
{
  static const char *const words[] = { "$0 UNION ALL $1", "$0 UNION $1", "$0 EXCEPT $1", "$0 INTERSECT $1" };
  NightNode *node = night_node_new (NIGHT_N_KINDS, NIGHT_PICK (words), NULL);
  NightKind kinds[4];
  guint n = 1 + night_below (3);

  for (guint i = 0; i < n; i++)
    kinds[i] = (NightKind) night_below (NIGHT_N_KINDS);
  for (int side = 0; side < 2; side++)
    {
      NightNode *list;
      NightNode *select = night_grow_select (self, NULL, 2, kinds, n, &list);

      for (guint i = 5; i < 7; i++)
        ((NightNode *) select->kids->pdata[i])->is_dropped = TRUE;
      for (guint i = 0; side == 0 && i < n; i++)
        ((NightNode *) list->kids->pdata[i])->way = 0;
      for (guint i = 0; side == 1 && i < n; i++)
        ((NightNode *) (*outputs)->kids->pdata[i])->approx |= ((NightNode *) list->kids->pdata[i])->approx;
      if (side == 0)
        *outputs = list;
      night_node_add (node, select);
    }
  return node;
}

/** night_query_grow: Returns: (transfer full): a statement over the tables of @world */
NightQuery *
night_query_grow (const NightWorld *world)
{
  NightGrow self = { .world = world };
  NightQuery *query = g_new0 (NightQuery, 1);

  if (night_one_in (8))
    {
      query->root = grow_compound (&self, &query->outputs);
      return query;
    }
  if (night_one_in (6))
    {
      NightNode *cte;
      NightNode *with = night_grow_select (&self, NULL, 2, NULL, 0, &cte);
      NightNode *select;

      self.cte = cte;
      select = night_grow_select (&self, NULL, 3, NULL, 0, &query->outputs);
      query->root = night_node_new (NIGHT_N_KINDS, night_one_in (3) ? "WITH w AS MATERIALIZED ($0) $1" : "WITH w AS ($0) $1", NULL);
      night_node_add (query->root, with);
      night_node_add (query->root, select);
      query->order = select->kids->pdata[5];
      return query;
    }
  query->root = night_grow_select (&self, NULL, 3, NULL, 0, &query->outputs);
  query->order = query->root->kids->pdata[5];
  return query;
}
