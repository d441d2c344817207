/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One turn of a model, and what all turns may cost. It must never add anything to the messages.
 */
#include "config.h"

#include "agent/ask-talk.h"

#include <glib/gi18n.h>

#include "agent/ask-inquiry-step.h"
#include "agent/ask-told.h"
#include "base/ask-number.h"

/**
 * ask_talk_turn:
 * @run: with a model; its answer gets a step, and counts what was sent
 * @messages: (element-type AskMessage): the conversation so far
 * @temperature: as of #AskChat
 * @error: %G_IO_ERROR_CANCELLED, %ASK_STORE_ERROR
 *
 * One turn of the model, in the run's form. Where it fails, the answer says why.
 *
 * Returns: (transfer full) (nullable): the reply; %NULL with the answer's words set, or with @error set
 */
AskReply *
ask_talk_turn (AskAgentRun *run, GPtrArray *messages, double temperature, GError **error)
{
  static const char *const stop[] = { "\nObservation:", NULL };
  AskChat chat = { .messages = messages, .stop = stop, .temperature = temperature };
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskReply) reply = NULL;

  ask_form_hold (run->form, run->held, &chat);
  reply = ask_run_chat (run, run->model, &chat, &failure);
  if (reply != NULL)
    return ask_told_keep_refused (run->workspace, run->model, error) ? g_steal_pointer (&reply) : NULL;
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    ask_run_fail (run, failure);
  return NULL;
}

/**
 * ask_talk_is_over_budget:
 * @run: whose turns are counted
 *
 * Returns: whether more tokens were used than are allowed, which the answer says then
 */
gboolean
ask_talk_is_over_budget (AskAgentRun *run)
{
  /* What functions of a query spend has a gate of its own. */
  gint64 used = run->answer->prompt_tokens + run->answer->completion_tokens - ask_inquiry_count_tokens (run->answer);
  g_autofree char *spent = NULL;
  g_autofree char *allowed = NULL;
  g_autofree char *text = NULL;

  if (used <= run->options.max_tokens)
    return FALSE;
  spent = ask_number_count ((guint64) used);
  allowed = ask_number_count ((guint64) run->options.max_tokens);
  text = g_strdup_printf (_ ("The model used %s tokens without coming to an answer, more than the %s that are allowed. "
                             "Ask about less."),
                          spent, allowed);
  ask_run_end (run, ASK_STATUS_FAILED, text);
  return TRUE;
}
