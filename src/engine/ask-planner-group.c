/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables of one SELECT: which of a server's tables go there together, with which conditions and
 * columns, and what stands in their place. It moves a condition only where no row that reaches the
 * result could be lost or gained by it.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "engine/ask-plan.h"

static gboolean
all_within (const GPtrArray *items, const GPtrArray *group)
{
  for (guint i = 0; i < items->len; i++)
    if (!g_ptr_array_find ((GPtrArray *) group, items->pdata[i], NULL))
      return FALSE;
  return TRUE;
}

static char *
dup_output_name (const GPtrArray *group, const AskSqlFrom *from, guint column)
{
  if (group->len == 1)
    return g_strdup (from->columns[column].name);
  return g_strdup_printf ("%s.%s", ask_sql_from_get_name (from), from->columns[column].name);
}

/* "SELECT what is needed FROM the group's tables WHERE what concerns only them", as a statement of its own. */
static AskSqlTree *
make_group_tree (AskPlanner *self, GPtrArray *group, GPtrArray *conditions)
{
  AskSqlTree *tree = self->tree;
  AskSqlFrom **items = ask_sql_tree_alloc (tree, group->len * sizeof *items);
  AskSqlSelect *select;
  AskSqlCore *core;
  guint n = 0;

  for (guint i = 0; i < group->len; i++)
    {
      const AskSqlFrom *from = group->pdata[i];

      items[i] = ask_sql_tree_new_table (tree, from->name);
      items[i]->schema = from->schema;
      items[i]->alias = ask_sql_from_get_name (from);
      items[i]->join = i == 0 ? ASK_JOIN_FIRST : ASK_JOIN_INNER;
      n += from->n_columns;
    }
  select = ask_sql_tree_new_select (tree, items[0], n + 1);
  core = select->cores[0];
  core->from.items = items;
  core->from.n = group->len;
  core->n_results = 0;
  for (guint i = 0; i < group->len; i++)
    {
      const AskSqlFrom *from = group->pdata[i];

      for (guint c = 0; c < from->n_columns; c++)
        {
          g_autofree char *output = NULL;

          if (!from->used[c])
            continue;
          output = dup_output_name (group, from, c);
          core->results[core->n_results].expr = ask_sql_tree_new_column (tree, items[i]->alias, from->columns[c].name);
          core->results[core->n_results++].alias = ask_sql_tree_strdup (tree, output, -1);
        }
    }
  if (core->n_results == 0)
    {
      core->results[0].expr = ask_sql_tree_new_one (tree);
      core->results[core->n_results++].alias = "1";
    }
  for (guint i = 0; i < conditions->len; i++)
    core->where = ask_sql_tree_new_and (tree, core->where, conditions->pdata[i]);
  return ask_sql_tree_extract (tree, select);
}

static AskFragment *
make_group_fragment (AskPlanner *self, const char *source, GPtrArray *group, GPtrArray *conditions, char **reason)
{
  return ask_fragment_new_of_part (self->engine, source, make_group_tree (self, group, conditions), NULL, reason);
}

typedef struct
{
  AskPlanner *planner;
  GPtrArray *group;
  const char *name;
} Rename;

/* Columns of the group's tables become columns of the fragment. */
static gboolean
rename_column (AskSqlExpr *expr, gpointer data)
{
  Rename *rename = data;

  if (expr->kind != ASK_EXPR_COLUMN || expr->from == NULL || !g_ptr_array_find (rename->group, expr->from, NULL))
    return TRUE;
  expr->schema = NULL;
  if (rename->group->len > 1 && expr->column >= 0)
    {
      g_autofree char *output = dup_output_name (rename->group, expr->from, (guint) expr->column);

      expr->table = rename->name;
      expr->name = ask_sql_tree_strdup (rename->planner->tree, output, -1);
    }
  return TRUE;
}

/* "SELECT item.id" names its column "id", and what stands around it may rely on that. */
static void
keep_names (AskPlanner *self, AskSqlCore *core)
{
  g_assert (core->n_results == core->n_outputs);
  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].alias == NULL)
      core->results[i].alias = ask_sql_tree_strdup (self->tree, core->outputs[i].name, -1);
}

static void
replace_group (AskPlanner *self, AskSqlCore *core, GPtrArray *group, const AskFragment *fragment)
{
  AskSqlFrom *first = group->pdata[0];
  Rename rename = { self, group, ask_sql_tree_strdup (self->tree, fragment->entity->name, -1) };
  AskSqlVisit visit = { .expr = rename_column, .user_data = &rename };
  guint kept = 0;

  if (group->len > 1)
    keep_names (self, core);
  ask_sql_walk_select (self->tree->select, &visit);
  first->alias = group->len == 1 ? ask_sql_from_get_name (first) : NULL;
  first->name = rename.name;
  first->schema = NULL;
  first->catalog_table = NULL;
  first->indexed_by = NULL;
  first->not_indexed = FALSE;
  for (guint i = 0; group->len > 1 && i < core->from.n; i++)
    {
      AskSqlFrom *item = core->from.items[i];

      if (item != first && g_ptr_array_find (group, item, NULL))
        continue;
      core->from.items[kept++] = item;
    }
  if (group->len > 1)
    {
      core->from.n = kept;
      if (core->from.items[0]->join != ASK_JOIN_FIRST)
        core->from.items[0]->join = ASK_JOIN_FIRST;
    }
}

static gboolean
can_print (AskPlanner *self, const char *source, AskSqlExpr *expr)
{
  AskSqlPrintOptions options = { .source = source };
  g_autofree char *reason = NULL;

  ask_engine_get_dialect (self->engine, source, &options.dialect);
  return ask_sql_can_print_condition (self->tree, expr, &options, &reason);
}

/* Makes one fragment of the group; its tables and what concerns only them move there. */
static void
move_group (AskPlanner *self, AskSqlCore *core, GPtrArray *group, GPtrArray *conjuncts, GArray *predicates,
            const AskShape *shape)
{
  AskSqlFrom *first = group->pdata[0];
  const char *source = ask_planner_get_server (self->engine, first);
  gboolean push = self->engine->push_down && ask_engine_computes (self->engine, source);
  g_autoptr (GPtrArray) conditions = g_ptr_array_new ();
  g_autoptr (GPtrArray) moved = g_ptr_array_new ();
  g_autofree char *reason = NULL;
  AskFragment *fragment;

  for (guint i = 0; push && i < conjuncts->len; i++)
    {
      AskConjunct *conjunct = conjuncts->pdata[i];

      if (!conjunct->moved && conjunct->items->len > 0 && all_within (conjunct->items, group)
          && ask_conjunct_filters (conjunct, conjunct->items->pdata[0], shape)
          && can_print (self, source, conjunct->expr))
        {
          g_ptr_array_add (moved, conjunct);
          g_ptr_array_add (conditions, conjunct->expr);
        }
    }
  /* What follows by equality: a.x = b.y AND b.y = 5 says a.x = 5, too. It stays true here. */
  for (guint i = 0; push && predicates != NULL && i < predicates->len; i++)
    {
      const AskSqlPredicate *predicate = &g_array_index (predicates, AskSqlPredicate, i);

      if (predicate->implied && predicate->outer == NULL && predicate->from != NULL && predicate->other_from == NULL
          && !predicate->from->null_supplying && g_ptr_array_find (group, predicate->from, NULL)
          && can_print (self, source, predicate->expr))
        g_ptr_array_add (conditions, predicate->expr);
    }
  fragment = make_group_fragment (self, source, group, conditions, &reason);
  if (fragment == NULL && conditions->len > 0)
    {
      /* Each of them prints, and all together have more values than a statement may. */
      g_ptr_array_set_size (moved, 0);
      g_ptr_array_set_size (conditions, 0);
      g_clear_pointer (&reason, g_free);
      fragment = make_group_fragment (self, source, group, conditions, &reason);
    }
  if (fragment == NULL)
    {
      if (self->error == NULL)
        ask_error_set (&self->error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED, N_ ("“%s” of “%s” cannot be read: %s."),
                       first->name, source, reason);
      return;
    }
  for (guint i = 0; i < moved->len; i++)
    ((AskConjunct *) moved->pdata[i])->moved = TRUE;
  ask_planner_keep_fragment (self, fragment, FALSE);
  replace_group (self, core, group, fragment);
}

/* Whether an equality, or any condition that prints, connects the item with the group. */
static gboolean
is_connected (AskPlanner *self, const char *source, GPtrArray *group, AskSqlFrom *item, GPtrArray *conjuncts)
{
  for (guint i = 0; i < conjuncts->len; i++)
    {
      const AskConjunct *conjunct = conjuncts->pdata[i];

      if (conjunct->movable && conjunct->items->len == 2 && g_ptr_array_find (conjunct->items, item, NULL)
          && (g_ptr_array_find (group, conjunct->items->pdata[0], NULL)
              || g_ptr_array_find (group, conjunct->items->pdata[1], NULL))
          && conjunct->expr->op == ASK_OP_EQUAL && can_print (self, source, conjunct->expr))
        return TRUE;
    }
  return FALSE;
}

static gboolean
joins (AskPlanner *self, const char *source)
{
  AskSqlDialect dialect;

  return ask_engine_get_dialect (self->engine, source, &dialect) && ask_sql_dialect_joins (dialect);
}

/* The one table that stands in parentheses, perhaps in several; NULL where there is no such thing. */
static AskSqlFrom *
find_alone (AskSqlFrom *item)
{
  while (item->kind == ASK_FROM_JOIN && item->items.n == 1)
    item = item->items.items[0];
  return item->kind == ASK_FROM_TABLE ? item : NULL;
}

static void
plan_items (AskPlanner *self, AskSqlCore *core, AskSqlFroms *items, GPtrArray *conjuncts, GArray *predicates,
            const AskShape *shape)
{
  gboolean grouped = self->engine->push_down && items == &core->from && !shape->outer && !shape->full && !shape->merged
                     && !shape->nested && !shape->star;

  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *item = items->items[i];
      const char *source = ask_planner_get_server (self->engine, item);
      g_autoptr (GPtrArray) group = NULL;
      gboolean grown = grouped;

      if (item->kind == ASK_FROM_JOIN)
        {
          const AskSqlFrom *alone = find_alone (item);
          const char *name = alone != NULL ? alone->name : NULL;

          plan_items (self, core, &item->items, conjuncts, predicates, shape);
          /* Of "JOIN (t AS x)" SQLite forgets the x, so the table's name is said of the parentheses. */
          if (alone != NULL && alone->name != name && i > 0 && item->alias == NULL)
            item->alias = name;
        }
      if (source == NULL)
        continue;
      group = g_ptr_array_new ();
      g_ptr_array_add (group, item);
      grown = grown && ask_engine_computes (self->engine, source) && joins (self, source);
      while (grown)
        {
          grown = FALSE;
          for (guint other = i + 1; other < items->n; other++)
            if (!g_ptr_array_find (group, items->items[other], NULL)
                && g_strcmp0 (ask_planner_get_server (self->engine, items->items[other]), source) == 0
                && is_connected (self, source, group, items->items[other], conjuncts))
              {
                g_ptr_array_add (group, items->items[other]);
                grown = TRUE;
              }
        }
      move_group (self, core, group, conjuncts, predicates, shape);
    }
}

/**
 * ask_planner_plan_tables:
 * @core: one SELECT whose whole does not go to a server
 *
 * Makes fragments of its servers' tables: those of one server that inner joins connect together, with
 * the conditions that concern only them.
 */
void
ask_planner_plan_tables (AskPlanner *self, AskSqlCore *core)
{
  g_autoptr (GPtrArray) conjuncts = g_ptr_array_new_with_free_func (ask_conjunct_free);
  g_autoptr (GPtrArray) with_on = g_ptr_array_new ();
  g_autoptr (GArray) predicates = NULL;
  AskShape shape = { 0 };
  guint before = self->plan->fragments->len;
  gboolean inner;

  ask_shape_look (&core->from, &shape);
  for (guint i = 0; i < core->n_results; i++)
    shape.star = shape.star || core->results[i].star > 0;
  inner = !shape.outer && !shape.full && !shape.nested;
  ask_conjuncts_split (core->where, NULL, conjuncts);
  ask_conjuncts_collect_on (&core->from, inner, conjuncts, with_on);
  if (self->engine->push_down)
    predicates = ask_sql_core_get_predicates (self->tree, core);
  plan_items (self, core, &core->from, conjuncts, predicates, &shape);
  if (self->plan->fragments->len == before)
    return;
  core->where = ask_conjuncts_rebuild (self->tree, conjuncts, NULL);
  for (guint i = 0; i < with_on->len; i++)
    {
      AskSqlFrom *item = with_on->pdata[i];

      item->on = inner ? NULL : ask_conjuncts_rebuild (self->tree, conjuncts, item);
    }
}
