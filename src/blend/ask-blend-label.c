/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person calls the values that a call is asked about: the key of a row that each stands in. It is read with the values and
 * shown to the person who is asked whether they may leave. It never leaves itself.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <string.h>

#include "sql/ask-sql-printer.h"

static const AskSqlFrom *
find_table (const AskSqlFroms *items, const char *table)
{
  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *from = items->items[i];
      const AskSqlFrom *within = find_table (&from->items, table);

      if (within != NULL)
        return within;
      if (from->kind == ASK_FROM_TABLE
          && (table == NULL || g_ascii_strcasecmp (from->alias != NULL ? from->alias : from->name, table) == 0))
        return from;
    }
  return NULL;
}

/* Returns: (transfer none) (nullable): the key of the rows, where it is one attribute that may be shown */
static const AskAttribute *
find_key (const AskEntity *entity)
{
  const AskAttribute *key = NULL;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->key == 0)
        continue;
      if (key != NULL || attribute->sensitive || attribute->hidden)
        return NULL;
      key = attribute;
    }
  return key;
}

static AskSqlExpr *
make_label (AskSqlTree *tree, const AskSqlFrom *from, const AskAttribute *key)
{
  AskSqlExpr *label = ask_sql_tree_new_expr (tree, ASK_EXPR_FUNCTION, (AskSqlSpan) { 0, 0 });

  label->name = "min";
  label->list.n = 1;
  label->list.items = ask_sql_tree_alloc (tree, sizeof *label->list.items);
  label->list.items[0] = ask_sql_tree_new_column (tree, from->alias != NULL ? from->alias : from->name,
                                                  ask_sql_tree_strdup (tree, key->name, -1));
  return label;
}

/**
 * ask_blend_add_label:
 * @need: of ask_blend_find_need()
 *
 * Returns: (transfer full) (nullable): the same query with one more column: the least key of the rows that have the value;
 *   %NULL where they have none that can be told
 */
char *
ask_blend_add_label (AskBlend *self, const char *need)
{
  g_autoptr (AskSqlTree) tree = ask_sql_parse (need, -1, NULL);
  AskSqlCore *core = tree != NULL ? tree->select->cores[0] : NULL;
  const AskSqlExpr *value = core != NULL && core->n_results > 0 ? core->results[0].expr : NULL;
  const AskEntity *entity;
  const AskAttribute *key;
  const AskSqlFrom *from;
  AskSqlResult *results;

  if (value == NULL || value->kind != ASK_EXPR_COLUMN || tree->select->limit != NULL || core->group_by.n > 0
      || core->having != NULL || (value->table == NULL && core->from.n != 1))
    return NULL;
  from = find_table (&core->from, value->table);
  entity = from != NULL ? ask_schema_find_entity (ask_engine_get_schema (self->engine), from->name) : NULL;
  key = entity != NULL ? find_key (entity) : NULL;
  if (key == NULL)
    return NULL;
  results = ask_sql_tree_alloc (tree, (core->n_results + 1) * sizeof *results);
  memcpy (results, core->results, core->n_results * sizeof *results);
  results[core->n_results].expr = make_label (tree, from, key);
  results[core->n_results].alias = "label";
  core->group_by.items = ask_sql_tree_alloc (tree, core->n_results * sizeof *core->group_by.items);
  for (guint i = 0; i < core->n_results; i++)
    core->group_by.items[i] = core->results[i].expr;
  core->group_by.n = core->n_results;
  core->results = results;
  core->n_results++;
  core->distinct = FALSE;
  return ask_sql_print_select (tree->select);
}
