/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The types that a statement's columns have by what it says, as its analysis knows them from the schema. No
 * row is looked at, so that these types may be told to whoever must not learn of a value.
 */
#include "config.h"

#include "engine/ask-engine-private.h"

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
  g_autofree AskSqlOutput *outputs = g_new0 (AskSqlOutput, n);

  ask_sql_type_outputs (select, outputs, n);
  for (guint i = 0; i < n; i++)
    g_array_index (types, AskType, i) = outputs[i].type;
  return types;
}
