/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The types that a statement's columns have by what it says, as its analysis knows them from the schema. No
 * row is looked at, so that these types may be told to whoever must not learn of a value.
 */
#include "config.h"

#include "engine/ask-planner.h"

/**
 * ask_engine_find_types:
 * @sql: one SELECT over the relational view and the steps that are kept now
 * @n: how many columns its rows have
 *
 * Returns: (transfer full) (element-type AskType): @n types; %ASK_TYPE_ANY where the analysis is not sure
 */
GArray *
ask_engine_find_types (AskEngine *self, const char *sql, guint n)
{
  GArray *types = g_array_sized_new (FALSE, TRUE, sizeof (AskType), n);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, NULL);
  g_autofree AskSqlOutput *outputs = g_new0 (AskSqlOutput, n);

  G_STATIC_ASSERT (ASK_TYPE_ANY == 0);
  g_array_set_size (types, n);
  /* What SQLite takes and our parser does not has no types. */
  if (tree == NULL || !ask_sql_analyse (tree, ask_engine_get_catalog (self), NULL)
      || tree->select->cores[0]->n_outputs != n)
    return types;
  ask_sql_type_outputs (tree->select, outputs, n);
  for (guint i = 0; i < n; i++)
    g_array_index (types, AskType, i) = outputs[i].type;
  return types;
}
