/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What calls of external functions will cost, before their statement runs. The engine only knows whose calls they are; who
 * computes them reckons, and the caller says what may be counted for that.
 */
#include "config.h"

#include "engine/ask-external.h"

#include "engine/ask-statement.h"

/** ask_external_cost_free: @self: (transfer full): of a call */
void
ask_external_cost_free (AskExternalCost *self)
{
  g_free (self->function);
  g_free (self->text);
  g_free (self->model);
  g_free (self->refused);
  g_free (self);
}

/**
 * ask_engine_estimate_calls:
 * @self: a session that runs nothing
 * @sql: one SELECT over the relational view
 * @counter: who counts values
 * @error: as of ask_engine_query(), where the text cannot run
 *
 * Blocks. Call on the session's own thread.
 *
 * Returns: (transfer full) (element-type AskExternalCost): what each call of an external function will cost, from the inside
 *   out; or %NULL
 */
GPtrArray *
ask_engine_estimate_calls (AskEngine *self, const char *sql, const AskExternalCounter *counter, GError **error)
{
  g_autoptr (AskSqlTree) tree = NULL;

  g_return_val_if_fail (self->run == NULL, NULL);
  tree = ask_statement_parse (self, sql, NULL, error);
  if (tree == NULL)
    return NULL;
  if (self->external == NULL || self->external->estimate == NULL || !ask_external_has_calls (self, tree))
    return g_ptr_array_new_with_free_func ((GDestroyNotify) ask_external_cost_free);
  return self->external->estimate (self, tree, counter, self->external_data, error);
}
