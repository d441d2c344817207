/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The types that a statement's columns have by what it says, as its analysis knows them from the schema, and
 * what their values are. No row is looked at, so that both may be told to whoever must not learn of a value.
 */
#include "config.h"

#include "base/ask-name.h"
#include "engine/ask-engine-private.h"
#include "engine/ask-plan.h"

/** ask_types_new: Returns: (transfer full) (element-type AskType): @n times %ASK_TYPE_ANY */
GArray *
ask_types_new (guint n)
{
  GArray *types = g_array_sized_new (FALSE, TRUE, sizeof (AskType), n);

  G_STATIC_ASSERT (ASK_TYPE_ANY == 0);
  g_array_set_size (types, n);
  return types;
}

/**
 * ask_types_find:
 * @select: an analysed statement over the relational view and the steps that are kept now
 *
 * Returns: (transfer full) (element-type AskType): of its columns; %ASK_TYPE_ANY where the analysis is not sure
 */
GArray *
ask_types_find (AskSqlSelect *select)
{
  guint n = select->cores[0]->n_outputs;
  GArray *types = ask_types_new (n);
  g_autofree AskSqlOutput *outputs = NULL;

  if (select->n_cores == 1)
    {
      for (guint i = 0; i < n; i++)
        g_array_index (types, AskType, i) = select->cores[0]->outputs[i].type;
      return types;
    }
  outputs = g_new0 (AskSqlOutput, n);
  ask_sql_type_outputs (select, outputs, n);
  for (guint i = 0; i < n; i++)
    g_array_index (types, AskType, i) = outputs[i].type;
  return types;
}

/**
 * ask_senses_find:
 * @tree: an analysed statement
 * @asked: (nullable) (element-type AskSense): what was found of it before definitions were put into it
 * @n: (out): how many columns it has
 *
 * What a steward or an importer said goes before what names say, and what was said of a calculated attribute
 * before what it is made of.
 *
 * Returns: (transfer none) (array length=n): of its columns; they live as long as the tree
 */
AskSense *
ask_senses_find (AskSqlTree *tree, const GArray *asked, guint *n)
{
  AskSense *senses;

  *n = tree->select->cores[0]->n_outputs;
  senses = ask_sql_tree_alloc (tree, *n * sizeof *senses);
  ask_sql_find_senses (tree->select, TRUE, senses, *n);
  for (guint i = 0; i < *n; i++)
    {
      AskSense *sense = &senses[i];
      const AskSense *before = asked != NULL && i < asked->len ? &g_array_index (asked, AskSense, i) : NULL;

      if (before != NULL && before->meaning != ASK_MEANING_NONE)
        {
          sense->meaning = before->meaning;
          sense->unit = before->unit;
        }
      if (before != NULL && before->attribute != NULL)
        {
          sense->entity = before->entity;
          sense->attribute = before->attribute;
        }
      ask_sense_intern (sense);
    }
  return senses;
}

/**
 * ask_senses_find_said:
 * @select: an analysed statement
 *
 * Returns: (transfer full) (element-type AskSense): of its columns, as far as somebody has said it
 */
GArray *
ask_senses_find_said (AskSqlSelect *select)
{
  guint n = select->cores[0]->n_outputs;
  GArray *senses = g_array_sized_new (FALSE, TRUE, sizeof (AskSense), n);

  g_array_set_size (senses, n);
  ask_sql_find_senses (select, FALSE, (AskSense *) senses->data, n);
  return senses;
}

/**
 * ask_senses_give:
 * @rows: what the statement gave
 * @plan: (nullable): of it; %NULL where SQLite alone understood it. It remembers what names say for the next time
 * @types: (element-type AskType): of its columns, by what it says
 *
 * Says of each column what it is; of what nobody knows, what its own name says.
 */
void
ask_senses_give (AskRows *rows, AskPlan *plan, const GArray *types)
{
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      AskSense none = { 0 };
      AskSense *sense = plan != NULL && i < plan->n_senses ? &plan->senses[i] : &none;

      if (plan == NULL || !plan->named)
        ask_sense_complete (sense, ask_rows_get_column (rows, i)->name, g_array_index (types, AskType, i));
      ask_rows_set_sense (rows, i, sense);
    }
  if (plan != NULL)
    plan->named = plan->n_senses > 0;
}
