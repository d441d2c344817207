/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Database selection refinement. The best candidates are told by name and in a line each, so that a small model can do it
 * for a large one. A reply that names none of them changes nothing.
 */
#include "config.h"

#include "agent/ask-refine.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-context.h"
#include "agent/ask-prompts.h"
#include "agent/ask-turn.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "llm/ask-prompt.h"

/* From so many tables the model chooses. */
#define MAX_CANDIDATES 40
/* Among fewer there is nothing to choose. */
#define LEAST_ENTITIES 6
/* Of a table without a description, so many columns say what it is. */
#define MAX_COLUMNS 6
#define MAX_DESCRIPTION 100
/* Of the model's budget for tables; the rest is for its reply. */
#define LIST_SHARE 0.8
/* A list of names needs no more. */
#define MAX_REPLY_TOKENS 600

static void
append_columns (GString *line, const AskEntity *entity)
{
  guint n = 0;

  for (guint i = 0; i < entity->attributes->len && n < MAX_COLUMNS; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      if (!attribute->hidden)
        g_string_append_printf (line, "%s%s", n++ == 0 ? ": has " : ", ", attribute->name);
    }
}

static char *
tell_entity (const AskEntity *entity)
{
  GString *line = g_string_new (entity->name);

  if (entity->description != NULL && entity->description[0] != '\0')
    {
      g_autofree char *description = ask_text_shorten (entity->description, MAX_DESCRIPTION);

      g_string_append_printf (line, ": %s", description);
    }
  else
    append_columns (line, entity);
  g_string_append_c (line, '\n');
  return g_string_free (line, FALSE);
}

/* As many of the best as the model may read. @candidates: is cut to these */
static char *
tell_candidates (AskAgentRun *run, GPtrArray *candidates)
{
  GString *text = g_string_new (NULL);
  guint left = (guint) (ask_context_get_budget (run) * LIST_SHARE);
  guint n = 0;

  for (; n < MIN (candidates->len, MAX_CANDIDATES); n++)
    {
      g_autofree char *line = tell_entity (candidates->pdata[n]);
      guint tokens = ask_prompt_count_tokens (line);

      if (tokens > left)
        break;
      left -= tokens;
      g_string_append (text, line);
    }
  g_ptr_array_set_size (candidates, (gint) n);
  return g_strchomp (g_string_free (text, FALSE));
}

/* The names after the last "Tables:", or all that there is where the model left that out. */
static const char *
find_names (const char *reply)
{
  const char *names = reply;
  g_autofree char *lower = g_ascii_strdown (reply, -1);

  for (const char *found = strstr (lower, "tables:"); found != NULL; found = strstr (found + 1, "tables:"))
    names = reply + (found - lower) + strlen ("tables:");
  return names;
}

static const AskEntity *
find_candidate (GPtrArray *candidates, const char *name)
{
  for (guint i = 0; i < candidates->len; i++)
    if (g_ascii_strcasecmp (((const AskEntity *) candidates->pdata[i])->name, name) == 0)
      return candidates->pdata[i];
  return NULL;
}

static gboolean
is_between (const AskSchema *schema, const AskEntity *entity, GPtrArray *chosen)
{
  guint n = 0;

  for (guint c = 0; c < chosen->len; c++)
    {
      const char *other = ((const AskEntity *) chosen->pdata[c])->name;

      for (guint i = 0; i < schema->relationships->len; i++)
        {
          const AskRelationship *relationship = schema->relationships->pdata[i];

          if ((g_ascii_strcasecmp (relationship->from, entity->name) == 0
               && g_ascii_strcasecmp (relationship->to, other) == 0)
              || (g_ascii_strcasecmp (relationship->to, entity->name) == 0
                  && g_ascii_strcasecmp (relationship->from, other) == 0))
            {
              n++;
              break;
            }
        }
    }
  return n >= 2;
}

/* What the model named, in its order, and what joins that: a model that reads only names forgets those. */
static GPtrArray *
read_reply (AskSchema *schema, const char *reply, GPtrArray *candidates)
{
  g_autoptr (GPtrArray) names = ask_turn_split_names (find_names (reply));
  GPtrArray *chosen = g_ptr_array_new ();

  for (guint i = 0; i < names->len; i++)
    {
      const AskEntity *entity = find_candidate (candidates, names->pdata[i]);

      if (entity != NULL && !g_ptr_array_find (chosen, entity, NULL))
        g_ptr_array_add (chosen, (gpointer) entity);
    }
  for (guint i = 0; i < candidates->len; i++)
    if (!g_ptr_array_find (chosen, candidates->pdata[i], NULL) && is_between (schema, candidates->pdata[i], chosen))
      g_ptr_array_add (chosen, candidates->pdata[i]);
  return chosen;
}

static char *
ask_question (AskAgentRun *run)
{
  const AskAnswer *before = run->thread != NULL && run->thread->len > 0 ? run->thread->pdata[0] : NULL;

  return before != NULL
           ? g_strdup_printf ("Question: %s\nIt follows the question: %s", run->answer->question, before->question)
           : g_strdup_printf ("Question: %s", run->answer->question);
}

/* Returns: (nullable): what the model said; NULL without @error where it failed, which its step says */
static char *
ask_for_names (AskAgentRun *run, const char *system, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  g_autofree char *question = ask_question (run);
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskModel) small = ask_agent_open_small_model (run->workspace, &failure);
  g_autoptr (AskReply) reply = NULL;
  JsonArray *shared = g_steal_pointer (&run->shared);

  /* A small one that cannot be opened is no reason to ask nobody. */
  if (small == NULL && failure != NULL)
    ask_run_step (run, "guard", _ ("The small model cannot be asked"), ask_error_get_words (failure));
  g_clear_error (&failure);
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_SYSTEM, system));
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, question));
  reply
    = ask_run_chat (run, small != NULL ? small : run->model,
                    &(AskChat) { .messages = messages, .max_tokens = small != NULL ? MAX_REPLY_TOKENS : 0 }, &failure);
  run->shared = shared;
  if (reply != NULL)
    return g_strdup (reply->text != NULL ? reply->text : "");
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

static void
tell_chosen (AskAgentRun *run, GPtrArray *chosen, guint n_candidates)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *detail = NULL;

  for (guint i = 0; i < chosen->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ((const AskEntity *) chosen->pdata[i])->name);
  if (chosen->len > 0)
    /* Translators: the first number is of tables to choose from, then follow the names of those that were chosen. */
    detail = g_strdup_printf (ngettext ("Of the best %u table, the question needs: %s.",
                                        "Of the best %u tables, the question needs: %s.", n_candidates),
                              n_candidates, names->str);
  else
    detail = g_strdup (_ ("It named none of the tables. The most useful ones are told, as far as they fit."));
  ask_run_step (run, "select", _ ("Chose the tables that the question needs"), detail);
}

/**
 * ask_refine:
 * @run: with an engine, whose tables are more than the model reads at once
 * @error: %G_IO_ERROR_CANCELLED, or a prompt that is not there
 *
 * Asks the small model, where one is set, else the large one. Sets @run's refined where it named any table; with the
 * setting "model/select" off, and among a few tables, it is not asked.
 *
 * Returns: %FALSE exactly where @error is set
 */
gboolean
ask_refine (AskAgentRun *run, GError **error)
{
  g_autofree char *setting = ask_workspace_get_setting (run->workspace, "model/select");
  g_autofree char *prompt = NULL;
  g_autofree char *tables = NULL;
  g_autofree char *system = NULL;
  g_autofree char *reply = NULL;
  g_autoptr (GPtrArray) candidates = NULL;
  g_autoptr (GPtrArray) chosen = NULL;
  g_autoptr (GError) failure = NULL;

  if (g_strcmp0 (setting, "off") == 0)
    return TRUE;
  candidates = ask_context_order (run);
  if (candidates->len < LEAST_ENTITIES)
    return TRUE;
  tables = tell_candidates (run, candidates);
  prompt = ask_prompts_load (run->workspace, "select", NULL, error);
  if (prompt == NULL || (system = ask_prompt_expand (prompt, error, "tables", tables, NULL)) == NULL)
    return FALSE;
  reply = ask_for_names (run, system, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (reply == NULL)
    return TRUE;
  chosen = read_reply (ask_engine_get_schema (run->engine), reply, candidates);
  tell_chosen (run, chosen, candidates->len);
  if (chosen->len > 0)
    run->refined = g_steal_pointer (&chosen);
  return TRUE;
}
