/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that a language model computes. The rule of the whole program holds here, too: a value goes only where all that it
 * was made from may go, whatever for it was read; else the query ends with what would have to be allowed.
 */
#include "config.h"

#include "blend/ask-blend-model-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-may.h"
#include "base/ask-error.h"
#include "base/ask-json.h"
#include "blend/ask-blend-prompt.h"
#include "blend/ask-blend-reply.h"
#include "engine/ask-external.h"
#include "store/ask-thresholds.h"

/**
 * ask_blend_model_load_schema:
 * @error: %ASK_STORE_ERROR
 *
 * Returns: (transfer full): the schema as it is now: a steward may have changed it since the session began
 */
AskSchema *
ask_blend_model_load_schema (AskBlendModel *self, GError **error)
{
  return ask_workspace_load_newest_schema (self->options.workspace, NULL, error);
}

/**
 * ask_blend_model_count:
 * @self: has asked
 * @question: whose record has the price, too
 * @name: the model that was asked, whose price counts
 * @bytes: that left
 * @sent: tokens of the prompt
 * @back: tokens of the reply
 */
void
ask_blend_model_count (AskBlendModel *self, const AskBlendQuestion *question, const char *name, gint64 bytes,
                       gint64 sent, gint64 back)
{
  AskSpendingTally *const tallies[] = { self->spent, self->options.total };
  AskPrice price;
  double cost;

  for (guint i = 0; i < G_N_ELEMENTS (tallies); i++)
    if (tallies[i] != NULL)
      {
        tallies[i]->bytes += bytes;
        tallies[i]->prompt_tokens += sent;
        tallies[i]->reply_tokens += back;
      }
  if (!ask_workspace_get_price (self->options.workspace, name, &price))
    return;
  cost = ((double) sent * price.prompt + (double) back * MAX (price.reply, 0)) / 1e6;
  if (self->options.total != NULL)
    self->options.total->price += cost;
  if (question->asked != NULL)
    question->asked->price = MAX (question->asked->price, 0) + cost;
}

/* Returns: whether rows made from @origins may leave */
static gboolean
may_send (AskBlendModel *self, AskSchema *schema, const GPtrArray *origins, GError **error)
{
  g_autofree char *withheld = NULL;
  const AskOrigin *first;

  if (origins == NULL)
    {
      ask_error_set (
        error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CONSENT,
        N_ ("Nobody can tell what the values of %s are made from, so they stay here and the query was not run. "
            "Ask about columns of the schema."),
        self->base.name);
      return FALSE;
    }
  withheld = ask_may_find_withheld (schema, origins);
  if (withheld == NULL)
    return TRUE;
  first = ask_may_find_first (schema, origins);
  if (self->options.on_withheld != NULL && first->entity != NULL)
    self->options.on_withheld (first->entity->id, first->attribute != NULL ? first->attribute->name : NULL,
                               self->options.user_data);
  ask_error_set (
    error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CONSENT,
    N_ ("%s would send values of %s to the model, and they may not reach it. Nothing was sent. Whoever looks after "
        "the data can allow it: share these attributes in the schema."),
    self->base.name, withheld);
  return FALSE;
}

/**
 * ask_blend_model_may_send:
 * @question: with what its values were read from
 * @error: %ASK_BLEND_ERROR_CONSENT, or that no model is set
 *
 * Returns: whether there is a model, and all values may reach it
 */
gboolean
ask_blend_model_may_send (AskBlendModel *self, const AskBlendQuestion *question, GError **error)
{
  g_autoptr (AskSchema) schema = NULL;

  if (self->no_model != NULL)
    {
      g_propagate_error (error, g_error_copy (self->no_model));
      return FALSE;
    }
  if (self->options.model == NULL)
    {
      ask_error_set (
        error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
        N_ ("%s asks a language model, and none is set. Set one in Preferences, or with “askdata-cli model set”."),
        self->base.name);
      return FALSE;
    }
  schema = ask_blend_model_load_schema (self, error);
  if (schema == NULL)
    return FALSE;
  for (guint i = 0; i < question->origins->len; i++)
    if (!may_send (self, schema, question->origins->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* The question's options, where they may be told: those that were inferred only help. */
static const AskRows *
get_options (AskBlendModel *self, const AskBlendQuestion *question)
{
  g_autoptr (AskSchema) schema = NULL;
  g_autofree char *withheld = NULL;

  if (question->inferred_from == NULL)
    return question->options;
  schema = ask_blend_model_load_schema (self, NULL);
  if (schema == NULL)
    return NULL;
  withheld = ask_may_find_withheld (schema, question->inferred_from);
  return withheld == NULL ? question->options : NULL;
}

static gboolean
map (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *values, AskRows *answers,
     GError **error)
{
  AskBlendModel *self = (AskBlendModel *) function;
  g_autoptr (GPtrArray) found = NULL;

  if (!ask_blend_model_may_send (self, question, error))
    return FALSE;
  found = ask_blend_model_answer (self,
                                  &(AskBlendBatch) { question, values, question->form, get_options (self, question),
                                                     NULL, NULL, FALSE },
                                  error);
  if (found == NULL)
    return FALSE;
  for (guint i = 0; i < found->len; i++)
    ask_blend_reply_append (answers, found->pdata[i]);
  return TRUE;
}

/* As map(); a picture goes with each prompt. */
static gboolean
map_pictures (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *values, AskRows *answers,
              GError **error)
{
  AskBlendModel *self = (AskBlendModel *) function;
  g_autoptr (AskBlendPictures) pictures = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (AskRows) told = NULL;

  if (!ask_blend_model_may_send (self, question, error)
      || (pictures = ask_blend_pictures_new (self, question, values, error)) == NULL)
    return FALSE;
  told = ask_blend_pictures_get_values (pictures);
  found = ask_blend_model_answer (self,
                                  &(AskBlendBatch) { question, told, question->form, get_options (self, question), NULL,
                                                     pictures, FALSE },
                                  error);
  for (guint i = 0; found != NULL && i < found->len; i++)
    ask_blend_reply_append (answers, found->pdata[i]);
  return found != NULL;
}

static gboolean
qa (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *rows, AskRows *answers, GError **error)
{
  AskBlendModel *self = (AskBlendModel *) function;
  g_autoptr (GPtrArray) found = NULL;
  JsonNode *answer;

  if (!ask_blend_model_may_send (self, question, error))
    return FALSE;
  found = ask_blend_model_answer (
    self, &(AskBlendBatch) { question, rows, question->form, get_options (self, question), NULL, NULL, TRUE }, error);
  if (found == NULL)
    return FALSE;
  answer = found->pdata[0];
  if (!JSON_NODE_HOLDS_ARRAY (answer))
    {
      ask_blend_reply_append (answers, answer);
      return TRUE;
    }
  for (guint i = 0; i < json_array_get_length (json_node_get_array (answer)); i++)
    ask_blend_reply_append (answers, json_array_get_element (json_node_get_array (answer), i));
  return TRUE;
}

static void
model_free (AskBlendFunction *function)
{
  AskBlendModel *self = (AskBlendModel *) function;

  g_clear_object (&self->options.model);
  g_clear_error (&self->no_model);
  g_rc_box_release (self->spent);
  g_free (self);
}

static const AskBlendRunner runners[] = {
  [ASK_BLEND_MAP]
  = { map, NULL, NULL, NULL, NULL, ask_blend_model_estimate, model_free, TRUE, ask_blend_model_count_kept },
  [ASK_BLEND_QA]
  = { NULL, qa, NULL, NULL, NULL, ask_blend_model_estimate, model_free, TRUE, ask_blend_model_count_kept },
  [ASK_BLEND_JOIN] = { NULL, NULL, ask_blend_model_join, NULL, NULL, ask_blend_model_estimate, model_free, TRUE },
};

static const AskBlendRunner picture_runner
  = { map_pictures, NULL, NULL, NULL, NULL, ask_blend_model_estimate, model_free, TRUE };

static const AskBlendRunner search_runner
  = { NULL, NULL, NULL, ask_blend_search, NULL, ask_blend_search_estimate, model_free, TRUE };

/* @spent: is acquired */
static AskBlendFunction *
model_new (const AskBlendFunction *base, const char *prompt, const AskBlendModelOptions *options,
           AskSpendingTally *spent)
{
  AskBlendModel *self = g_new0 (AskBlendModel, 1);

  self->base = *base;
  self->base.runner = base->runner != NULL ? base->runner
                      : base->names_values ? &picture_runner
                                           : &runners[base->shape];
  self->options = *options;
  if (options->model != NULL)
    g_object_ref (options->model);
  self->no_model = options->no_model != NULL ? g_error_copy (options->no_model) : NULL;
  self->options.no_model = NULL;
  self->prompt = prompt;
  self->spent = g_rc_box_acquire (spent);
  return &self->base;
}

/**
 * ask_blend_model_new_map:
 * @name: of the function
 * @options: as of ask_blend_add_model()
 *
 * Returns: (transfer full): a function that the model computes of each value; what it asks is to be set
 */
AskBlendFunction *
ask_blend_model_new_map (const char *name, const AskBlendModelOptions *options)
{
  AskSpendingTally *spent = g_rc_box_new0 (AskSpendingTally);
  AskBlendFunction *function
    = model_new (&(AskBlendFunction) { g_strdup (name), ASK_BLEND_MAP }, "blend-map", options, spent);

  g_rc_box_release (spent);
  return function;
}

/**
 * ask_blend_add_model:
 * @self: gets the functions of language models
 * @options: copied; its workspace and its gate live as long as @self
 */
void
ask_blend_add_model (AskBlend *self, const AskBlendModelOptions *options)
{
  static const struct
  {
    const char *names[2];
    AskBlendShape shape;
    const char *prompt;
    AskBlendType type;
    gboolean picks;
    gboolean names_values;
  } functions[] = {
    { { "llm_map", "LLMMap" }, ASK_BLEND_MAP, "blend-map", ASK_BLEND_TYPE_ANY, FALSE },
    { { "llm_pick", NULL }, ASK_BLEND_MAP, "blend-map", ASK_BLEND_TYPE_ANY, TRUE },
    { { "llm_image", "LLMImage" }, ASK_BLEND_MAP, "blend-image", ASK_BLEND_TYPE_ANY, FALSE, TRUE },
    { { "llm_qa", "LLMQA" }, ASK_BLEND_QA, "blend-qa", ASK_BLEND_TYPE_ANY, FALSE },
    { { "llm_validate", "LLMValidate" }, ASK_BLEND_QA, "blend-validate", ASK_BLEND_TYPE_TRUTH, FALSE },
    { { "llm_join", "LLMJoin" }, ASK_BLEND_JOIN, "blend-join", ASK_BLEND_TYPE_ANY, FALSE },
  };
  AskSpendingTally *spent = g_rc_box_new0 (AskSpendingTally);

  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++)
    for (gsize n = 0; n < G_N_ELEMENTS (functions[i].names) && functions[i].names[n] != NULL; n++)
      {
        const AskBlendFunction base
          = { g_strdup (functions[i].names[n]), functions[i].shape, NULL, functions[i].type, functions[i].picks,
              functions[i].names_values };

        ask_blend_add_function (self, model_new (&base, functions[i].prompt, options, spent));
      }
  for (guint n = 0; n < 2; n++)
    {
      const AskBlendFunction base
        = { g_strdup (n == 0 ? "llm_search" : "LLMSearch"), ASK_BLEND_MAP, &search_runner, ASK_BLEND_TYPE_INTEGER };

      ask_blend_add_function (self, model_new (&base, NULL, options, spent));
    }
  g_rc_box_release (spent);
}
