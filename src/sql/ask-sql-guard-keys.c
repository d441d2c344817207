/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many rows of one item of a FROM meet a row of another, from keys, references and equalities.
 * It claims "many" only where the catalogue gives a reason to: a key that is not the one joined by,
 * or a reference that points the other way; a guess would make hints that nobody believes.
 */
#include "config.h"

#include <string.h>

#include "sql/ask-sql-guard-private.h"

/* ask_sql_keys_find: Returns: its place among the items, or -1 */
int
ask_sql_keys_find (const AskSqlKeys *self, const AskSqlFrom *from)
{
  for (guint i = 0; i < self->items->len; i++)
    if (self->items->pdata[i] == from)
      return (int) i;
  return -1;
}

static const AskSqlSelect *
get_select (const AskSqlFrom *from)
{
  return from->cte != NULL ? from->cte->select : from->select;
}

/* ask_sql_keys_is_single: Returns: whether it has one row at most */
gboolean
ask_sql_keys_is_single (const AskSqlFrom *from)
{
  const AskSqlSelect *select = get_select (from);
  const AskSqlCore *core;

  if (select == NULL || (from->cte != NULL && from->cte->recursive))
    return FALSE;
  if (select->limit != NULL && select->limit->kind == ASK_EXPR_LITERAL && select->limit->value.kind == ASK_VALUE_INTEGER
      && select->limit->value.integer <= 1 && select->limit->value.integer >= 0)
    return TRUE;
  core = select->cores[0];
  if (select->n_cores > 1)
    return FALSE;
  return (core->has_aggregate && core->group_by.n == 0) || (core->from.n == 0 && core->n_rows <= 1);
}

/* Columns of @to that are given by @from's columns, by constants, or by what is fixed. */
static void
mark_given (const AskSqlKeys *self, int from, guint to, gboolean *given)
{
  for (guint i = 0; i < self->predicates->len; i++)
    {
      const AskSqlPredicate *at = &g_array_index (self->predicates, AskSqlPredicate, i);

      if (at->kind == ASK_PREDICATE_CONSTANT && at->from == self->items->pdata[to])
        given[at->column] = TRUE;
      if (at->kind != ASK_PREDICATE_JOIN)
        continue;
      for (guint side = 0; side < 2; side++)
        {
          const AskSqlFrom *here = side == 0 ? at->from : at->other_from;
          const AskSqlFrom *there = side == 0 ? at->other_from : at->from;
          int place = ask_sql_keys_find (self, there);

          if (here == self->items->pdata[to] && place >= 0
              && (place == from || (self->fixed != NULL && self->fixed[place])))
            given[side == 0 ? at->column : at->other_column] = TRUE;
        }
    }
}

static gboolean
is_key_of_table (const AskSqlTable *table, const gboolean *given)
{
  guint n_key = 0, n_given = 0;

  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskSqlColumn *column = table->columns->pdata[i];

      if (column->unique && given[i])
        return TRUE;
      if (column->key > 0)
        {
          n_key++;
          n_given += given[i] != FALSE;
        }
    }
  return n_key > 0 && n_key == n_given;
}

/* What others refer to is unique there, whether or not it says so. */
static gboolean
is_referred_to (const AskSqlTable *from, const AskSqlTable *to, const gboolean *given)
{
  for (guint i = 0; i < from->references->len; i++)
    {
      const AskSqlReference *reference = from->references->pdata[i];
      gboolean all = reference->n > 0;

      if (g_ascii_strcasecmp (reference->to, to->name) != 0)
        continue;
      for (guint c = 0; c < reference->n && all; c++)
        {
          int column = ask_sql_table_find_column (to, reference->to_columns[c]);

          all = column >= 0 && given[column];
        }
      if (all)
        return TRUE;
    }
  return FALSE;
}

/* The columns of a subquery that tell its rows apart: its GROUP BY, or all of a DISTINCT. */
static gboolean
is_key_of_select (const AskSqlSelect *select, const gboolean *given)
{
  const AskSqlCore *core = select->cores[0];

  if (select->n_cores > 1)
    return FALSE;
  if (core->distinct)
    {
      for (guint i = 0; i < core->n_outputs; i++)
        if (!given[i])
          return FALSE;
      return TRUE;
    }
  for (guint g = 0; g < core->group_by.n; g++)
    {
      const AskSqlExpr *key = core->group_by.items[g];
      gboolean found = FALSE;

      for (guint i = 0; i < core->n_outputs && !found; i++)
        {
          const AskSqlExpr *output = core->outputs[i].expr;

          found = given[i]
                  && (key->alias == output
                      || (key->from != NULL && key->from == output->from && key->column == output->column));
        }
      if (!found)
        return FALSE;
    }
  return core->group_by.n > 0;
}

static gboolean
meets_one (const AskSqlKeys *self, int from, guint to)
{
  const AskSqlFrom *item = self->items->pdata[to];
  const AskSqlTable *table = item->catalog_table;
  g_autofree gboolean *given = g_new0 (gboolean, MAX (item->n_columns, 1));

  if (ask_sql_keys_is_single (item))
    return TRUE;
  mark_given (self, from, to, given);
  if (table == NULL)
    return get_select (item) != NULL && is_key_of_select (get_select (item), given);
  if (is_key_of_table (table, given))
    return TRUE;
  return from >= 0 && ((AskSqlFrom *) self->items->pdata[from])->catalog_table != NULL
         && is_referred_to (((AskSqlFrom *) self->items->pdata[from])->catalog_table, table, given);
}

/* ask_sql_keys_meets_one: Returns: whether each row of @from meets at most one of @to */
gboolean
ask_sql_keys_meets_one (const AskSqlKeys *self, guint from, guint to)
{
  return meets_one (self, (int) from, to);
}

/* ask_sql_keys_are_joined: Returns: whether an equality joins them */
gboolean
ask_sql_keys_are_joined (const AskSqlKeys *self, guint a, guint b)
{
  for (guint i = 0; i < self->predicates->len; i++)
    {
      const AskSqlPredicate *at = &g_array_index (self->predicates, AskSqlPredicate, i);

      if (at->kind == ASK_PREDICATE_JOIN && !at->implied
          && ((at->from == self->items->pdata[a] && at->other_from == self->items->pdata[b])
              || (at->from == self->items->pdata[b] && at->other_from == self->items->pdata[a])))
        return TRUE;
    }
  return FALSE;
}

/* ask_sql_keys_meets_many: Returns: whether there is a reason to think that rows of @from meet
 * several of @to */
gboolean
ask_sql_keys_meets_many (const AskSqlKeys *self, guint from, guint to)
{
  const AskSqlFrom *item = self->items->pdata[to];
  const AskSqlFrom *other = self->items->pdata[from];
  const AskSqlTable *table = item->catalog_table;
  g_autofree gboolean *given = NULL;

  if (table == NULL || other->catalog_table == NULL || meets_one (self, (int) from, to))
    return FALSE;
  given = g_new0 (gboolean, MAX (other->n_columns, 1));
  mark_given (self, (int) to, from, given);
  /* A reference from the many to the one. */
  if (is_referred_to (table, other->catalog_table, given))
    return TRUE;
  /* Else keys on both sides must say so: the one side's is joined by, the many side's is not. */
  for (guint i = 0; i < table->columns->len; i++)
    if (((const AskSqlColumn *) table->columns->pdata[i])->key > 0)
      return is_key_of_table (other->catalog_table, given);
  return FALSE;
}

static gboolean
is_grouped_by (const AskSqlCore *core, const AskSqlFrom *from, gboolean *given)
{
  gboolean any = FALSE;

  for (guint g = 0; g < core->group_by.n; g++)
    {
      const AskSqlExpr *key = core->group_by.items[g];

      if (key->kind == ASK_EXPR_LITERAL && key->value.kind == ASK_VALUE_INTEGER && key->value.integer >= 1
          && key->value.integer <= core->n_outputs)
        key = core->outputs[key->value.integer - 1].expr;
      while (key->kind == ASK_EXPR_COLUMN && key->alias != NULL && !key->merged)
        key = key->alias;
      if (key->kind == ASK_EXPR_COLUMN && key->from == from && key->column >= 0)
        any = given[key->column] = TRUE;
    }
  return any;
}

/* Groups fix what they are grouped by, and everything that equals it. */
static void
mark_grouped (const AskSqlKeys *self, guint item, gboolean *given)
{
  const AskSqlFrom *from = self->items->pdata[item];

  is_grouped_by (self->core, from, given);
  for (guint i = 0; i < self->predicates->len; i++)
    {
      const AskSqlPredicate *at = &g_array_index (self->predicates, AskSqlPredicate, i);

      if (at->kind != ASK_PREDICATE_JOIN)
        continue;
      for (guint side = 0; side < 2; side++)
        {
          const AskSqlFrom *here = side == 0 ? at->from : at->other_from;
          const AskSqlFrom *there = side == 0 ? at->other_from : at->from;
          int there_column = side == 0 ? at->other_column : at->column;
          g_autofree gboolean *other = NULL;

          if (here != from)
            continue;
          other = g_new0 (gboolean, MAX (there->n_columns, 1));
          is_grouped_by (self->core, there, other);
          if (other[there_column])
            given[side == 0 ? at->column : at->other_column] = TRUE;
        }
    }
}

static gboolean
is_fixed (const AskSqlKeys *self, guint item)
{
  const AskSqlFrom *from = self->items->pdata[item];
  g_autofree gboolean *given = g_new0 (gboolean, MAX (from->n_columns, 1));

  if (ask_sql_keys_is_single (from))
    return TRUE;
  mark_given (self, -1, item, given);
  mark_grouped (self, item, given);
  if (from->catalog_table != NULL)
    {
      if (is_key_of_table (from->catalog_table, given))
        return TRUE;
      for (guint i = 0; i < self->items->len; i++)
        {
          const AskSqlFrom *other = self->items->pdata[i];

          if (other->catalog_table != NULL && is_referred_to (other->catalog_table, from->catalog_table, given))
            return TRUE;
        }
      return FALSE;
    }
  return get_select (from) != NULL && is_key_of_select (get_select (from), given);
}

static void
close_fixed (AskSqlKeys *self)
{
  gboolean changed = TRUE;

  while (changed)
    {
      changed = FALSE;
      for (guint i = 0; i < self->items->len; i++)
        if (!self->fixed[i] && is_fixed (self, i))
          self->fixed[i] = changed = TRUE;
    }
}

/* ask_sql_keys_assume_names: takes an item that others refer to, and that is asked for by a text,
 * for one row, even where no key says so: "WHERE club.name = 'Tennis'" means one club */
void
ask_sql_keys_assume_names (AskSqlKeys *self)
{
  for (guint i = 0; i < self->predicates->len; i++)
    {
      const AskSqlPredicate *at = &g_array_index (self->predicates, AskSqlPredicate, i);
      int place = at->kind == ASK_PREDICATE_CONSTANT ? ask_sql_keys_find (self, at->from) : -1;

      if (place < 0 || at->from->columns[at->column].type != ASK_TYPE_TEXT)
        continue;
      for (guint other = 0; other < self->items->len; other++)
        if (ask_sql_keys_are_joined (self, other, (guint) place) && meets_one (self, (int) other, (guint) place))
          self->fixed[place] = TRUE;
    }
  close_fixed (self);
}

/* ask_sql_keys_init: looks at one SELECT; to be cleared with ask_sql_keys_clear() */
void
ask_sql_keys_init (AskSqlKeys *self, AskSqlTree *tree, AskSqlCore *core)
{
  self->core = core;
  self->items = g_ptr_array_new ();
  self->fixed = NULL;
  ask_sql_core_get_items (core, self->items);
  self->predicates = ask_sql_core_get_predicates (tree, core);
  self->fixed = g_new0 (gboolean, MAX (self->items->len, 1));
  close_fixed (self);
}

/* ask_sql_keys_clear: frees what ask_sql_keys_init() made */
void
ask_sql_keys_clear (AskSqlKeys *self)
{
  g_ptr_array_unref (self->items);
  g_array_unref (self->predicates);
  g_free (self->fixed);
}
