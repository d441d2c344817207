/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first two messages of a conversation with a model. What never changes comes first, so that a server that keeps
 * what it has read need not read it again.
 */
#include "config.h"

#include "agent/ask-context.h"

#include <glib/gi18n.h>

#include "agent/ask-likely.h"
#include "agent/ask-prompts.h"
#include "agent/ask-share.h"
#include "agent/ask-told.h"

/* Where nobody says how much the model can read. */
#define USUAL_LENGTH 16384
/* The first message takes this share of it; the rest is for turns. */
#define VIEW_SHARE 0.4
#define LEAST_VIEW (ASK_CONTEXT_LEAST_LENGTH / 4)
/* More than this costs more than it is worth. */
#define MOST_VIEW 12000

/** ask_context_get_budget: @run: whose model counts. Returns: how many tokens the tables may take */
guint
ask_context_get_budget (AskAgentRun *run)
{
  guint64 length = ask_told_get_context_length (run->workspace, run->model);

  return (guint) CLAMP ((length > 0 ? length : USUAL_LENGTH) * VIEW_SHARE, LEAST_VIEW, MOST_VIEW);
}

static char *
get_today (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  return g_date_time_format (now, "%Y-%m-%d");
}

static char *
tell (AskAgentRun *run, const AskContextView *view)
{
  GString *told = g_string_new (NULL);

  g_string_append_printf (told,
                          ngettext ("The model is told %u table with its columns.",
                                    "The model is told %u tables with their columns.", view->n_whole),
                          view->n_whole);
  if (view->n_part > 0)
    g_string_append_printf (told,
                            ngettext (" Of %u table it is told some columns.", " Of %u tables it is told some columns.",
                                      view->n_part),
                            view->n_part);
  if (view->n_named > 0)
    g_string_append_printf (told,
                            ngettext (" Of %u table it is told the name.", " Of %u tables it is told the names.",
                                      view->n_named),
                            view->n_named);
  g_string_append_printf (told, " %s %s", _ ("It is told the question, and what its words were found as."),
                          ask_share_is_any (run->schema)
                            ? _ ("It sees data only of what may be shared, and each time that is said.")
                            : _ ("It sees no data."));
  return g_string_free (told, FALSE);
}

/**
 * ask_context_new:
 * @run: with an engine
 * @error: a prompt that is not there, or %ASK_STORE_ERROR
 *
 * Returns: (transfer full): what a model is told first
 */
AskContext *
ask_context_new (AskAgentRun *run, GError **error)
{
  g_autoptr (AskContext) self = g_new0 (AskContext, 1);
  g_autofree char *today = get_today ();
  g_autoptr (AskContextView) view = NULL;

  if (!ask_likely_prepare (run, error)
      || (view = ask_context_view_new (run, ask_context_get_budget (run), error)) == NULL)
    return NULL;
  self->system = ask_prompts_load_system (run->workspace, ask_form_get_prompt (run->form), view->text, today, error);
  if (self->system == NULL || (self->question = ask_context_hints (run, error)) == NULL)
    return NULL;
  self->told = tell (run, view);
  self->fits = view->n_part + view->n_named + view->n_left == 0;
  return g_steal_pointer (&self);
}

/**
 * ask_context_free:
 * @self: (transfer full) (nullable): what a model was told
 */
void
ask_context_free (AskContext *self)
{
  if (self == NULL)
    return;
  g_free (self->system);
  g_free (self->question);
  g_free (self->told);
  g_free (self);
}
