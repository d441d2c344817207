/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The nearest sources, with their schemas as CREATE TABLE text, are put before a model, which names them in order. What
 * it does not name follows as it was near; what it names and is not there counts for nothing.
 */
#include "config.h"

#include "agent/ask-rank.h"

#include <string.h>

#include "agent/ask-prompts.h"
#include "agent/ask-turn.h"
#include "llm/ask-prompt.h"
#include "store/ask-workspace-ledger.h"
#include "understand/route/ask-route.h"

/* Of one source; what is beyond that is named without its columns. */
#define MAX_TOKENS 1200

/**
 * ask_rank_free:
 * @self: (nullable): to free
 */
void
ask_rank_free (AskRank *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->sources);
  g_free (self->host);
  g_free (self);
}

static void
append_source (GString *text, AskSchema *schema, const char *source)
{
  g_autoptr (GString) tables = g_string_new (NULL);
  g_autoptr (GString) named = g_string_new (NULL);

  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];
      g_autofree char *sql = NULL;

      if (entity->hidden || g_strcmp0 (entity->source, source) != 0)
        continue;
      sql = ask_schema_entity_to_sql (schema, entity);
      if (ask_prompt_count_tokens (tables->str) + ask_prompt_count_tokens (sql) <= MAX_TOKENS)
        g_string_append (tables, sql);
      else
        g_string_append_printf (named, "%s%s", named->len > 0 ? ", " : "-- Further tables: ", entity->name);
    }
  g_string_append_printf (text, "%sSource %s:\n%s%s%s", text->len > 0 ? "\n" : "", source, tables->str, named->str,
                          named->len > 0 ? "\n" : "");
}

static gboolean
has (GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_ascii_strcasecmp (names->pdata[i], name) == 0)
      return TRUE;
  return FALSE;
}

static void
take_order (AskRank *self, GPtrArray *hits, const char *reply)
{
  g_autoptr (GPtrArray) names = ask_turn_split_names (reply);

  for (guint n = 0; n < names->len; n++)
    for (guint i = 0; i < hits->len; i++)
      {
        const char *source = ((AskRouteHit *) hits->pdata[i])->source;

        if (g_ascii_strcasecmp (source, names->pdata[n]) == 0 && !has (self->sources, source))
          g_ptr_array_add (self->sources, g_strdup (source));
      }
  self->n_named = self->sources->len;
  for (guint i = 0; i < hits->len; i++)
    if (!has (self->sources, ((AskRouteHit *) hits->pdata[i])->source))
      g_ptr_array_add (self->sources, g_strdup (((AskRouteHit *) hits->pdata[i])->source));
}

static char *
write_prompt (AskWorkspace *workspace, GPtrArray *hits, const char *question, GError **error)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, error);
  g_autofree char *prompt = schema != NULL ? ask_prompts_load_fixed ("baseline-rank", error) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (prompt == NULL)
    return NULL;
  for (guint i = 0; i < hits->len; i++)
    append_source (text, schema, ((AskRouteHit *) hits->pdata[i])->source);
  return ask_prompt_expand (prompt, error, "sources", text->str, "question", question, NULL);
}

/**
 * ask_rank_new:
 * @workspace: whose sources are ranked
 * @model: that ranks them
 * @question: what is asked
 * @cancellable: (nullable): to give up
 * @error: #AskLlmError, or %ASK_STORE_ERROR
 *
 * Blocks for as long as the model takes. Where no source shares a word with the question, nobody is asked.
 *
 * Returns: (transfer full) (nullable): the sources in order
 */
AskRank *
ask_rank_new (AskWorkspace *workspace, AskModel *model, const char *question, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskRank) self = g_new0 (AskRank, 1);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  g_autoptr (AskRoute) route = NULL;
  g_autoptr (AskRouteResult) near = NULL;
  g_autoptr (AskReply) reply = NULL;
  g_autofree char *prompt = NULL;

  self->sources = g_ptr_array_new_with_free_func (g_free);
  if ((route = ask_route_new (workspace, error)) == NULL)
    return NULL;
  near = ask_route_question (route, &(AskRouteAsked) { .question = question }, ASK_RANK_MAX_SOURCES);
  if (near->hits->len == 0)
    return g_steal_pointer (&self);
  if ((prompt = write_prompt (workspace, near->hits, question, error)) == NULL)
    return NULL;
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, prompt));
  ask_workspace_ledger_ask (workspace, question);
  reply = ask_model_chat (model, &(AskChat) { .messages = messages }, cancellable, error);
  /* What the model failed with comes first. */
  if (!ask_workspace_ledger_answered (workspace, 0, reply != NULL ? error : NULL) || reply == NULL)
    return NULL;
  self->host = g_strdup (reply->host);
  self->bytes_sent = reply->bytes_sent;
  take_order (self, near->hits, reply->text != NULL ? reply->text : "");
  return g_steal_pointer (&self);
}
