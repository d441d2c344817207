/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps a chosen reading as an example, beside those that were not chosen, and learns from examples a few at a time.
 */
#include "config.h"

#include "agent/ask-learn.h"

#include <glib/gi18n.h>
#include <string.h>

#include "store/ask-workspace-examples.h"

static void
tell_failure (AskAgentRun *run, const GError *failure)
{
  if (failure != NULL && !ask_run_is_cancelled (run, failure))
    ask_run_step (run, "context", _ ("Could not keep what there was to learn"), failure->message);
}

/**
 * ask_learn_catch_up:
 * @run: of a question that nobody has chosen a reading of yet: else the readings would change between being offered and
 *   being chosen
 * @interpreter: learns from examples that it does not know yet
 */
void
ask_learn_catch_up (AskAgentRun *run, AskInterpreter *interpreter)
{
  g_autoptr (GError) failure = NULL;

  if (run->options.reading == 0 && !ask_interpreter_learn (interpreter, ASK_LEARN_AT_ONCE, run->cancellable, &failure))
    tell_failure (run, failure);
}

/**
 * ask_learn_choice:
 * @run: of a question of which a person has chosen a reading
 * @offered: (element-type utf8): SQL of the readings that were offered
 * @chosen: the place of what was chosen among them; one beyond them was chosen from a longer list
 *
 * Keeps it as an example, where the question says so.
 */
void
ask_learn_choice (AskAgentRun *run, GPtrArray *offered, guint chosen)
{
  g_autoptr (GPtrArray) wrong = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_example_wrong_free);
  g_autoptr (GError) failure = NULL;
  AskExample example = { .question = run->answer->question, .origin = ASK_EXAMPLE_CHOSEN, .wrong = wrong };

  if (!run->options.learn || chosen >= offered->len || run->answer->status != ASK_STATUS_ANSWERED)
    return;
  example.sql = offered->pdata[chosen];
  for (guint i = 0; i < offered->len; i++)
    if (i != chosen)
      g_ptr_array_add (wrong, ask_example_wrong_new (offered->pdata[i], NULL, NULL));
  if (!ask_workspace_add_example (run->workspace, &example, &failure))
    tell_failure (run, failure);
}

/**
 * ask_learn_use:
 * @run: of a question that was answered as a person chose before
 * @example: that says so; 0 for none
 */
void
ask_learn_use (AskAgentRun *run, gint64 example)
{
  g_autoptr (GError) failure = NULL;

  if (example != 0 && !ask_workspace_use_example (run->workspace, example, &failure))
    tell_failure (run, failure);
}

/**
 * ask_learn_find:
 * @run: of a question
 * @offered: (element-type utf8): SQL of readings
 *
 * Returns: the place of the one that a person chose for this question before, or -1
 */
int
ask_learn_find (AskAgentRun *run, GPtrArray *offered)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GPtrArray) examples = ask_workspace_find_examples (run->workspace, run->answer->question, &failure);

  tell_failure (run, failure);
  for (guint i = 0; examples != NULL && examples->len > 0 && i < offered->len; i++)
    if (g_strcmp0 (((AskExample *) examples->pdata[0])->sql, offered->pdata[i]) == 0)
      return (int) i;
  return -1;
}
