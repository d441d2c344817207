/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pipeline without turns of thought: the model names the tables that it needs, writes one query over these, and mends
 * it with the error, as often as repairs are allowed. It runs over the relational view, as published over one database.
 */
#include "config.h"

#include "agent/ask-baseline.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-prompts.h"
#include "agent/ask-talk.h"
#include "agent/ask-turn.h"
#include "llm/ask-prompt.h"

#define NO_QUERY "That is no SELECT."

/* Names with their columns, a line each. */
static char *
list_tables (AskSchema *schema)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];
      guint n = 0;

      if (entity->hidden)
        continue;
      g_string_append_printf (text, "%s%s(", text->len > 0 ? "\n" : "", entity->name);
      for (guint a = 0; a < entity->attributes->len; a++)
        {
          const AskAttribute *attribute = entity->attributes->pdata[a];

          if (!attribute->hidden)
            g_string_append_printf (text, "%s%s", n++ > 0 ? ", " : "", attribute->name);
        }
      g_string_append_c (text, ')');
    }
  return g_string_free (text, FALSE);
}

/* The tables that @reply names, else all, as CREATE TABLE text. */
static char *
describe_chosen (AskBaseline *self, const char *reply)
{
  AskSchema *schema = ask_engine_get_schema (self->run->engine);
  g_autoptr (GPtrArray) names = ask_turn_split_names (reply);
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_autoptr (GString) told = g_string_new (NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    {
      const AskEntity *entity = ask_schema_find_entity (schema, names->pdata[i]);

      if (entity != NULL && !entity->hidden)
        g_ptr_array_add (chosen, (gpointer) entity);
    }
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (entity->hidden || (chosen->len > 0 && !g_ptr_array_find (chosen, entity, NULL)))
        continue;

      g_autofree char *sql = ask_schema_entity_to_sql (schema, entity);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", sql);
      g_string_append_printf (told, "%s%s", told->len > 0 ? ", " : "", entity->name);
    }

  g_autofree char *title = g_strdup_printf (_ ("Chose %s"), told->str);

  ask_run_step (self->run, "select", title, NULL);
  return g_string_free (text, FALSE);
}

/* Says @text, and takes what the model replies. Returns: (transfer full) (nullable): %NULL with the answer's words or
 * @error set */
static char *
talk (AskBaseline *self, const char *text, GError **error)
{
  g_autoptr (AskReply) reply = NULL;

  ask_baseline_say (self, ASK_ROLE_USER, text);
  reply = ask_talk_turn (self->run, self->messages, 0, error);
  if (reply == NULL || ask_talk_is_over_budget (self->run))
    return NULL;
  ask_baseline_say (self, ASK_ROLE_ASSISTANT, reply->text != NULL ? reply->text : "");
  /* Half a query is a query, too. */
  return reply->cut || reply->text == NULL ? g_strdup ("") : g_strdup (reply->text);
}

/* Runs what the model wrote. Returns: whether it goes on, with @observation */
static gboolean
execute (AskBaseline *self, const char *reply, char **observation, GError **error)
{
  AskAgentRun *run = self->run;
  g_autofree char *sql = ask_turn_clean_sql (reply);
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskResult) result = NULL;

  if (sql == NULL)
    return ask_baseline_take_problem (self, NO_QUERY, observation);
  if (ask_run_may_ask (run, sql, &failure))
    result = ask_run_query (run, ask_run_step (run, "sql", _ ("Fetched the answer"), NULL), sql, NULL, &failure);
  if (result == NULL)
    return ask_baseline_take_failure (self, sql, failure, observation, error);
  ask_run_answer (run, result, sql);
  return FALSE;
}

/**
 * ask_baseline_pipeline:
 * @self: a baseline that has said nothing yet
 * @error: %G_IO_ERROR_CANCELLED, or a prompt that is not there
 *
 * Returns: whether the answer has its status and words
 */
gboolean
ask_baseline_pipeline (AskBaseline *self, GError **error)
{
  AskAgentRun *run = self->run;
  g_autofree char *prune = ask_prompts_load_fixed ("baseline-prune", error);
  g_autofree char *generate = prune != NULL ? ask_prompts_load_fixed ("baseline-generate", error) : NULL;
  g_autofree char *repair = generate != NULL ? ask_prompts_load_fixed ("baseline-repair", error) : NULL;
  g_autofree char *all = list_tables (run->schema);
  g_autofree char *today = ask_baseline_get_today ();
  g_autofree char *text = NULL;
  g_autofree char *named = NULL;
  g_autofree char *chosen = NULL;
  g_autoptr (GError) local = NULL;

  if (repair == NULL
      || (text = ask_prompt_expand (prune, error, "tables", all, "question", run->answer->question, NULL)) == NULL)
    return FALSE;
  named = talk (self, text, &local);
  if (named != NULL)
    {
      chosen = describe_chosen (self, named);
      g_ptr_array_set_size (self->messages, 0);
      g_free (text);
      text = ask_prompt_expand (generate, &local, "tables", chosen, "question", run->answer->question, "today", today,
                                NULL);
      for (gboolean going = text != NULL; going;)
        {
          g_autofree char *reply = talk (self, text, &local);
          g_autofree char *observation = NULL;

          going = reply != NULL && execute (self, reply, &observation, &local);
          g_clear_pointer (&text, g_free);
          if (going)
            {
              ask_run_step (run, "observation", _ ("What the model was told"), observation);
              text = ask_prompt_expand (repair, &local, "problem", observation, NULL);
              going = text != NULL;
            }
        }
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}
