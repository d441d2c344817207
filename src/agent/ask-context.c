/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first two messages of a conversation with a model. What never changes comes first, so that a server that keeps
 * what it has read need not read it again.
 */
#include "config.h"

#include "agent/ask-context.h"

#include <glib/gi18n.h>

#include "agent/ask-likely.h"
#include "agent/ask-may.h"
#include "agent/ask-prompts.h"
#include "agent/ask-share.h"
#include "agent/ask-told.h"
#include "llm/ask-prompt.h"
#include "store/ask-workspace-functions.h"

/* Where nobody says how much the model can read. */
#define USUAL_LENGTH 16384
/* The first message takes this share of it; the rest is for turns. */
#define VIEW_SHARE 0.4
#define LEAST_VIEW (ASK_CONTEXT_LEAST_LENGTH / 4)
/* More than this costs more than it is worth. */
#define MOST_VIEW 12000
/* Of the names of columns that functions may read. */
#define MAX_COLUMNS_BYTES 2000

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

/* Returns: (transfer full): what a model is told of functions; empty where it may use none. %NULL on errors */
static char *
tell_functions (AskAgentRun *run, GError **error)
{
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autoptr (GString) told = g_string_new (NULL);
  guint n_left = 0;
  g_autofree char *prompt = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) own = NULL;

  for (guint e = 0; run->options.attach != NULL && e < run->schema->entities->len; e++)
    {
      const AskEntity *entity = run->schema->entities->pdata[e];

      for (guint i = 0; i < entity->attributes->len; i++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[i];

          if (!ask_may_rows_of (run->schema, entity->id, attribute->name))
            continue;
          if (columns->len < MAX_COLUMNS_BYTES)
            g_string_append_printf (columns, "%s%s.%s", columns->len > 0 ? ", " : "", entity->name, attribute->name);
          else
            n_left++;
        }
    }
  if (columns->len == 0)
    return g_strdup ("");
  if (n_left > 0)
    g_string_append_printf (columns, ", and %u more", n_left);
  prompt = ask_prompts_load (run->workspace, "functions", NULL, error);
  text = prompt != NULL ? ask_prompt_expand (prompt, error, "columns", columns->str, NULL) : NULL;
  own = text != NULL ? ask_workspace_list_functions (run->workspace, error) : NULL;
  if (own == NULL)
    return NULL;
  /* What starts a program has a form of its own, and may not be turned on. */
  for (guint i = own->len; i > 0; i--)
    if (((const AskOwnFunction *) own->pdata[i - 1])->command != NULL)
      g_ptr_array_remove_index (own, i - 1);
  if (own->len > 0)
    g_string_append (told, "This organisation has functions of its own, which are better where they fit:\n");
  for (guint i = 0; i < own->len; i++)
    {
      const AskOwnFunction *function = own->pdata[i];

      g_string_append_printf (told, "- %s(column): %s\n", function->name, function->question);
    }
  return g_strconcat (text, told->str, NULL);
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
  g_autofree char *system = NULL;
  g_autofree char *functions = NULL;
  g_autoptr (AskContextView) view = NULL;

  if (!ask_likely_prepare (run, error)
      || (view = ask_context_view_new (run, ask_context_get_budget (run), error)) == NULL)
    return NULL;
  system = ask_prompts_load_system (run->workspace, ask_form_get_prompt (run->form), view->text, today, error);
  if (system == NULL || (functions = tell_functions (run, error)) == NULL
      || (self->question = ask_context_hints (run, error)) == NULL)
    return NULL;
  self->system = functions[0] != '\0' ? g_strconcat (system, "\n", functions, NULL) : g_steal_pointer (&system);
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
