/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a statement gave, with all that people are told of how: what was sent, which sources were read, and how much came.
 */
#include "config.h"

#include <string.h>

#include "base/ask-memory.h"
#include "base/ask-text.h"
#include "engine/ask-statement.h"

/** ask_remote_query_free: frees @self */
void
ask_remote_query_free (AskRemoteQuery *self)
{
  g_free (self->source);
  g_free (self->sql);
  g_free (self);
}

/** ask_result_free: frees @self */
void
ask_result_free (AskResult *self)
{
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->sql);
  g_free (self->executable_sql);
  g_free (self->temp_table);
  g_clear_pointer (&self->calls, g_ptr_array_unref);
  g_clear_pointer (&self->remote, g_ptr_array_unref);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_clear_pointer (&self->types, g_array_unref);
  g_clear_pointer (&self->warnings, g_ptr_array_unref);
  g_clear_pointer (&self->origins, g_ptr_array_unref);
  g_clear_pointer (&self->plan, ask_plan_node_free);
  g_free (self);
}

/** ask_engine_ref_none: Returns: (transfer full): an array of nothing, which all results share that have none of something */
GPtrArray *
ask_engine_ref_none (void)
{
  static GPtrArray *none;

  if (g_once_init_enter (&none))
    g_once_init_leave (&none, g_ptr_array_new ());
  return g_ptr_array_ref (none);
}

/** ask_run_note_source: @source: a name. Notes that it is read */
void
ask_run_note_source (AskRun *self, const char *source)
{
  /* Nobody is told of what a dry run prepares. */
  if (self->sources == NULL)
    return;
  for (guint i = 0; i < self->sources->len; i++)
    if (strcmp (self->sources->pdata[i], source) == 0)
      return;
  g_ptr_array_add (self->sources, g_strdup (source));
}

/**
 * ask_result_new:
 * @self: with the run that has come to its end
 * @plan: (nullable): what ran where; %NULL where SQLite alone understood @sql
 *
 * Returns: (transfer full): @rows, with what was asked and read for them
 */
AskResult *
ask_result_new (AskEngine *self, const char *sql, const AskPlan *plan, AskRows *rows)
{
  AskResult *result = ASK_NEW0 (AskResult);
  const char *text = plan != NULL && plan->text != NULL ? plan->text : sql;

  result->rows = ask_rows_ref (rows);
  result->sql = g_strdup (sql);
  result->executable_sql
    = plan != NULL && !ask_plan_has_calls (plan) ? g_strdup (text) : ask_engine_print_executable (self, text);
  result->warnings = ask_hints_to_warnings (plan != NULL ? plan->hints : NULL);
  result->origins = plan != NULL && plan->origins != NULL ? g_ptr_array_ref (plan->origins) : NULL;
  result->calls = self->run->calls->len > 0 ? g_ptr_array_ref (self->run->calls) : ask_engine_ref_none ();
  result->remote = g_ptr_array_ref (self->run->remote);
  result->sources = g_ptr_array_ref (self->run->sources);
  if (result->sources->len > 1)
    g_ptr_array_sort (result->sources, ask_text_compare);
  for (guint i = 0; i < result->calls->len; i++)
    result->rows_fetched += ((AskCall *) result->calls->pdata[i])->rows;
  for (guint i = 0; i < result->remote->len; i++)
    result->rows_fetched += ((AskRemoteQuery *) result->remote->pdata[i])->rows;
  return result;
}

/**
 * ask_result_note_actuals:
 * @self: with the run that has come to its end
 * @root: of its plan
 *
 * Notes what the run has counted at the nodes that it belongs to.
 */
void
ask_result_note_actuals (AskEngine *self, AskPlanNode *root)
{
  for (AskPlanNode *node = root->first; node != NULL; node = node->next)
    {
      GHashTableIter iter;
      gpointer entity, note;

      if (node->kind != ASK_PLAN_API)
        continue;
      node->rows = 0;
      node->calls = 0;
      for (guint c = 0; c < self->run->calls->len; c++)
        {
          const AskCall *call = self->run->calls->pdata[c];

          if (strcmp (call->source, node->source) != 0 || !ask_plan_node_is_for (node, call->entity))
            continue;
          node->rows += call->rows;
          node->calls += call->cached != ASK_CALL_FRESH;
        }
      g_hash_table_iter_init (&iter, self->run->sets.notes);
      while (node->note == NULL && g_hash_table_iter_next (&iter, &entity, &note))
        if (ask_plan_node_is_for (node, entity))
          node->note = g_strdup (note);
    }
}
