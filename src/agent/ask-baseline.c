/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which baseline answers, and what happens to what they write that does not work. They go back to the model with the
 * error as often as AskData's own agent does.
 */
#include "config.h"

#include "agent/ask-baseline.h"

#include <glib/gi18n.h>

#include "agent/ask-observe.h"
#include "base/ask-error.h"

static const char *const kinds[] = { "react", "plain", "pipeline" };

/**
 * ask_agent_kind_from_string:
 * @string: "react", "plain", which is also called "baseline", or "pipeline"
 * @kind: (out): which agent that is
 *
 * Returns: whether @string names an agent
 */
gboolean
ask_agent_kind_from_string (const char *string, AskAgentKind *kind)
{
  const char *name = g_strcmp0 (string, "baseline") == 0 ? "plain" : string;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (name, kinds[i]) == 0)
      {
        *kind = (AskAgentKind) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * ask_baseline_say:
 * @self: a baseline at work
 * @role: who says it
 * @text: what is said
 *
 * Adds a message to the conversation.
 */
void
ask_baseline_say (AskBaseline *self, AskRole role, const char *text)
{
  g_ptr_array_add (self->messages, ask_message_new (role, text));
}

/** ask_baseline_get_today: Returns: (transfer full): the day, as prompts write it */
char *
ask_baseline_get_today (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  return g_date_time_format (now, "%Y-%m-%d");
}

static gboolean
is_last (AskBaseline *self, const char *words)
{
  g_autofree char *text = NULL;

  if (++self->n_failures <= self->run->options.max_repairs)
    return FALSE;
  text = g_strdup_printf (ngettext ("The model wrote %u query that does not work, so AskData stopped. The last one: "
                                    "%s Ask in other words, or pick one of the verified questions.",
                                    "The model wrote %u queries that do not work, so AskData stopped. The last one: "
                                    "%s Ask in other words, or pick one of the verified questions.",
                                    self->n_failures),
                          self->n_failures, words);
  ask_run_end (self->run, ASK_STATUS_FAILED, text);
  return TRUE;
}

/**
 * ask_baseline_take_failure:
 * @self: a baseline at work; its engine is the one that @sql failed in
 * @sql: what failed
 * @failure: how
 * @observation: (out) (transfer full) (nullable): what the model is told
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: whether the model is told; else the answer says why not, or @error is set
 */
gboolean
ask_baseline_take_failure (AskBaseline *self, const char *sql, GError *failure, char **observation, GError **error)
{
  AskAgentRun *run = self->run;

  if (ask_run_is_cancelled (run, failure))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The question was cancelled.");
      return FALSE;
    }
  if (!ask_observe_may_help (failure))
    {
      ask_run_fail (run, failure);
      return FALSE;
    }
  if (is_last (self, ask_error_get_words (failure)))
    {
      ask_run_blame (run, failure);
      return FALSE;
    }
  *observation = ask_observe_failure (run->engine, sql, failure);
  return TRUE;
}

/**
 * ask_baseline_take_problem:
 * @self: a baseline at work
 * @problem: what was wrong with what the model wrote, without any value
 * @observation: (out) (transfer full) (nullable): what the model is told
 *
 * Returns: whether the model is told; else the answer says why not
 */
gboolean
ask_baseline_take_problem (AskBaseline *self, const char *problem, char **observation)
{
  ask_run_step (self->run, "guard", _ ("A reply that could not be read"), problem);
  if (is_last (self, problem))
    return FALSE;
  *observation = g_strdup (problem);
  return TRUE;
}

/**
 * ask_baseline_run:
 * @run: whose options name a baseline
 * @error: %G_IO_ERROR_CANCELLED, or what the store says
 *
 * Blocks for as long as the model and the queries take.
 *
 * Returns: whether the answer has its status and words
 */
gboolean
ask_baseline_run (AskAgentRun *run, GError **error)
{
  AskBaseline self = { .run = run };
  AskEngine *whole;
  g_autoptr (GError) local = NULL;

  if (run->model == NULL)
    {
      ask_run_end (run, ASK_STATUS_FAILED,
                   _ (
                     "This agent asks a language model for everything, and none is set. Set one in Preferences or with "
                     "“askdata-cli model set”."));
      ask_run_set_remedy (run, ASK_REMEDY_MODEL, NULL);
      return TRUE;
    }
  if (!ask_run_open_engine (run, error))
    return FALSE;
  run->answer->model = g_strdup (ask_model_get_name (run->model));
  whole = run->engine;
  self.messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  self.engines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_engine_free);
  self.results = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_result_free);
  self.sqls = g_ptr_array_new_with_free_func (g_free);
  if (run->options.agent == ASK_AGENT_PLAIN)
    ask_baseline_plain (&self, &local);
  else
    ask_baseline_pipeline (&self, &local);
  run->engine = whole;
  g_ptr_array_unref (self.results);
  g_ptr_array_unref (self.sqls);
  g_hash_table_unref (self.engines);
  g_ptr_array_unref (self.messages);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}
