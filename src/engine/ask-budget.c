/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a session may spend, and has spent: calls to APIs, and rows from APIs and servers, of each source and in all.
 * A cap ends a statement with an error that names it. It never makes rows fewer.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-number.h"
#include "engine/ask-budget.h"

static void
budget_free (gpointer data)
{
  AskBudget *self = data;

  g_free (self->source);
  g_free (self);
}

/** ask_budgets_new: Returns: (transfer full): source → AskBudget; "" stands for all together */
GHashTable *
ask_budgets_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, budget_free);
}

/**
 * ask_budgets_get:
 * @budgets: of a session
 * @source: (nullable): its name; %NULL for all together
 *
 * Returns: (transfer none): its budget, which lives as long as @budgets
 */
AskBudget *
ask_budgets_get (GHashTable *budgets, const char *source)
{
  AskBudget *self = g_hash_table_lookup (budgets, source != NULL ? source : "");

  if (self != NULL)
    return self;
  self = g_new0 (AskBudget, 1);
  self->source = g_strdup (source != NULL ? source : "");
  if (source != NULL)
    {
      self->whole = ask_budgets_get (budgets, NULL);
      self->calls.whole = &self->whole->calls;
    }
  g_hash_table_insert (budgets, self->source, self);
  return self;
}

/**
 * ask_budget_take_row:
 * @self: of the source that a row came from
 * @error: %ASK_ENGINE_ERROR_CAP
 *
 * Returns: whether it may come
 */
gboolean
ask_budget_take_row (AskBudget *self, GError **error)
{
  for (AskBudget *budget = self; budget != NULL; budget = budget->whole)
    {
      budget->rows++;
      budget->rows_refused = budget->rows_refused || (budget->most_rows > 0 && budget->rows > budget->most_rows);
      if (budget->rows_refused)
        return ask_budget_fail (budget, error);
    }
  return TRUE;
}

/** ask_budget_fail: sets @error to the cap that @self reached. Returns: %FALSE */
gboolean
ask_budget_fail (const AskBudget *self, GError **error)
{
  g_autofree char *most = ask_number_count (self->rows_refused ? self->most_rows : self->calls.most);

  if (self->source[0] == '\0')
    ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP,
                   self->rows_refused
                     ? N_ ("The cap on fetched rows is reached: %s may come, and the query needs more. It was stopped, "
                           "and no part of its answer is shown. Allow more rows, or ask for less with a condition.")
                     : N_ ("The cap on calls is reached: %s may be made, and the query needs more. It was stopped, and "
                           "no part of its answer is shown. Allow more calls, or ask for less with a condition."),
                   most);
  else
    ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP,
                   self->rows_refused
                     ? N_ ("The cap on fetched rows is reached: %s may come from “%s”, and the query needs more. It "
                           "was stopped, and no part of its answer is shown. Allow more rows, or ask for less with a "
                           "condition.")
                     : N_ ("The cap on calls is reached: %s may be made to “%s”, and the query needs more. It was "
                           "stopped, and no part of its answer is shown. Allow more calls, or ask for less with a "
                           "condition."),
                   most, self->source);
  return FALSE;
}

/** ask_budgets_begin: @budgets: of a session. A statement begins: no cap has ended it yet */
void
ask_budgets_begin (GHashTable *budgets)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, budgets);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((AskBudget *) value)->calls.refused = ((AskBudget *) value)->rows_refused = FALSE;
}

/**
 * ask_budgets_find_reached:
 * @budgets: of a session
 *
 * Returns: (transfer none) (nullable): one whose cap was reached; that of all before that of a source
 */
const AskBudget *
ask_budgets_find_reached (GHashTable *budgets)
{
  const AskBudget *found = NULL;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, budgets);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const AskBudget *budget = value;

      if ((budget->calls.refused || budget->rows_refused) && (found == NULL || budget->source[0] == '\0'))
        found = budget;
    }
  return found;
}

/**
 * ask_engine_set_caps:
 * @source: (nullable): whose caps; %NULL for those of all sources together
 * @caps: (nullable): %NULL takes them away
 *
 * Caps what this and all later statements of the session may cost, with those that ran already. A statement that needs
 * more fails with %ASK_ENGINE_ERROR_CAP.
 */
void
ask_engine_set_caps (AskEngine *self, const char *source, const AskCaps *caps)
{
  AskBudget *budget = ask_budgets_get (self->budgets, source);

  budget->calls.most = caps != NULL ? caps->calls : 0;
  budget->most_rows = caps != NULL ? caps->rows : 0;
}

/** ask_engine_get_spent: @source: (nullable): %NULL for all together. Returns: what the session has cost so far */
AskSpent
ask_engine_get_spent (AskEngine *self, const char *source)
{
  const AskBudget *budget = ask_budgets_get (self->budgets, source);

  return (AskSpent) { budget->calls.n, budget->rows };
}

/**
 * ask_engine_set_called:
 * @called: (nullable): told of each call to an API that is made from now on
 * @data: for @called
 */
void
ask_engine_set_called (AskEngine *self, AskCalledFunc called, gpointer data)
{
  AskBudget *budget = ask_budgets_get (self->budgets, NULL);

  budget->calls.counted = called;
  budget->calls.data = data;
}

/**
 * ask_engine_get_reached:
 * @reached: (out): which cap it was
 *
 * Returns: whether a cap ended the last statement
 */
gboolean
ask_engine_get_reached (AskEngine *self, AskCapReached *reached)
{
  const AskBudget *budget = ask_budgets_find_reached (self->budgets);

  if (budget == NULL)
    return FALSE;
  *reached = (AskCapReached) { budget->source[0] != '\0' ? budget->source : NULL, budget->rows_refused,
                               budget->rows_refused ? budget->most_rows : budget->calls.most };
  return TRUE;
}

/** ask_engine_list_remote: Returns: (transfer full) (element-type utf8): sources that are no files of this computer */
GPtrArray *
ask_engine_list_remote (AskEngine *self)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer config;

  g_hash_table_iter_init (&iter, self->configs);
  while (g_hash_table_iter_next (&iter, NULL, &config))
    if (((const AskSourceConfig *) config)->kind->nature != ASK_NATURE_FILE)
      g_ptr_array_add (names, g_strdup (((const AskSourceConfig *) config)->name));
  return names;
}

/**
 * ask_engine_set_dry:
 * @dry: %FALSE unless told
 *
 * From then on no API and no server is reached: what needs one fails. Files of this computer are read as ever.
 */
void
ask_engine_set_dry (AskEngine *self, gboolean dry)
{
  self->dry = dry;
}
