/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a language model's answers about so many values will cost: how many requests, and how long they are. Each has the prompt
 * once and values behind it. Nothing is asked, and no value is read: their number and their length are enough.
 */
#include "config.h"

#include "blend/ask-blend-model-private.h"

#include <string.h>

#include "base/ask-error.h"
#include "blend/ask-blend-prompt.h"
#include "llm/ask-prompt.h"

/* What stands around a value in a message: its number, and quotes. */
#define AROUND 8
#define LETTERS_OF_TOKEN 4

/* How many go into how many, each with @most. */
static gint64
divide (gint64 n, gint64 most)
{
  return (n + most - 1) / most;
}

/* A figure as sure as @values, of @n. */
static AskFigure
as_sure_as (const AskExternalCount *values, gint64 n)
{
  return (AskFigure) { values->n.kind, values->n.kind == ASK_FIGURE_UNKNOWN ? 0 : n };
}

/* ask_blend_model_take_cost: fills in what @requests requests cost, with @fixed in each, and @values characters in all; a number
 * below 0 where nobody knows. @fixed_tokens: of @fixed */
void
ask_blend_model_take_cost (AskExternalCost *cost, gint64 requests, const AskBlendRequest *request, gint64 values)
{
  const AskExternalCount *given = &cost->values;

  cost->requests = as_sure_as (given, requests);
  if (given->n.kind == ASK_FIGURE_UNKNOWN)
    return;
  cost->characters = (AskFigure) { requests == 0 ? ASK_FIGURE_EXACT
                                   : values < 0  ? ASK_FIGURE_AT_LEAST
                                                 : ASK_FIGURE_ABOUT,
                                   requests * request->characters + MAX (values, 0) };
  cost->tokens = requests * request->tokens + divide (MAX (values, 0), LETTERS_OF_TOKEN);
}

/* What each request has, beside its values. @n: values in one */
static AskBlendRequest
make_request (const AskBlendModel *self, const AskBlendQuestion *question, gint64 n, gint64 told)
{
  g_autoptr (AskRows) nothing = ask_rows_new ();
  g_autoptr (AskRows) options = ask_blend_prompt_choose (question->options, nothing, ASK_BLEND_MAX_OPTIONS);
  g_autofree char *form = ask_blend_prompt_form (question, options);
  g_autofree char *system
    = ask_blend_prompt_make (self->prompt, question->text != NULL ? question->text : "", form, NULL);
  g_autofree char *schema = ask_blend_prompt_schema (question->form, options, (guint) n);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  AskBlendRequest request = { 0, 0 };

  if (system == NULL)
    return request;
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_SYSTEM, system));
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, ""));
  request.characters = ask_spending_count_bytes (&(AskChat) { .messages = messages, .schema = schema }) + MAX (told, 0);
  request.tokens = ask_prompt_count_tokens (system) + divide (MAX (told, 0), LETTERS_OF_TOKEN);
  return request;
}

/* The values of one side, with what stands around each. */
static gint64
measure (const AskExternalCount *count)
{
  return count->characters < 0 ? -1 : count->characters + count->n.n * AROUND;
}

static void
estimate_join (AskBlendModel *self, const AskBlendQuestion *question, const AskBlendAmount *amount,
               AskExternalCost *cost)
{
  gint64 batch = question->batch > 0 ? question->batch : ASK_BLEND_DEFAULT_BATCH;
  gint64 lefts = divide (cost->values.n.n, batch), rights = divide (amount->right.n.n, ASK_BLEND_MAX_CHOICES);
  gint64 left = measure (&cost->values), right = measure (&amount->right);
  AskBlendRequest request = make_request (self, question, MIN (cost->values.n.n, batch), amount->told);

  /* It is as sure as the side that is known less well. */
  if (amount->right.n.kind == ASK_FIGURE_UNKNOWN || cost->values.n.kind == ASK_FIGURE_UNKNOWN)
    cost->values = (AskExternalCount) { { ASK_FIGURE_UNKNOWN, 0 }, -1, ASK_EXTERNAL_UNCOUNTED };
  else
    {
      cost->values.n = ask_figure_add (cost->values.n, amount->right.n);
      cost->values.basis = MAX (cost->values.basis, amount->right.basis);
    }
  ask_blend_model_take_cost (cost, lefts * rights, &request,
                             left < 0 || right < 0 ? -1 : left * rights + right * lefts);
}

/**
 * ask_blend_model_estimate:
 * @function: of a model
 * @question: with what its values will be read from
 * @amount: what else it will be given
 * @cost: with how many values there are; gets what they cost, or why nothing may be sent
 */
void
ask_blend_model_estimate (AskBlendFunction *function, const AskBlendQuestion *question, const AskBlendAmount *amount,
                          AskExternalCost *cost)
{
  AskBlendModel *self = (AskBlendModel *) function;
  g_autoptr (GError) refusal = NULL;
  gint64 batch = question->batch > 0 ? question->batch : ASK_BLEND_DEFAULT_BATCH;
  gint64 n = cost->values.n.n;
  gint64 characters = measure (&cost->values);
  AskBlendRequest request;

  if (!ask_blend_model_may_send (self, question, &refusal))
    cost->refused = g_strdup (ask_error_get_words (refusal));
  if (self->options.model == NULL)
    return;
  cost->model = g_strdup (ask_model_get_name (self->options.model));
  if (function->shape == ASK_BLEND_JOIN)
    {
      estimate_join (self, question, amount, cost);
      return;
    }
  if (function->names_values)
    {
      batch = 1;
      /* How large pictures are is not known before they are opened. */
      characters = -1;
    }
  if (cost->rows && cost->n_kept > 0)
    {
      cost->requests = cost->characters = (AskFigure) { ASK_FIGURE_EXACT, 0 };
      return;
    }
  request = make_request (self, question, cost->rows ? 1 : MIN (n, batch), amount->told);
  if (cost->rows)
    {
      /* Rows without a number are one question all the same. */
      ask_blend_model_take_cost (cost, 1, &request, characters);
      cost->requests = (AskFigure) { ASK_FIGURE_AT_MOST, 1 };
    }
  else
    ask_blend_model_take_cost (cost, MAX (divide (n, batch), divide (MAX (characters, 0), ASK_BLEND_BATCH_BYTES)),
                               &request, characters);
}
