/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model put to the test: what its server tells, how it replies to small tasks in each form, and all that in words.
 */
#include "config.h"

#include "agent/ask-model-check.h"

#include <glib/gi18n.h>

#include "agent/ask-told.h"
#include "base/ask-number.h"

/* A model that takes longer for one reply is not asked for fifteen. */
#define PATIENCE_US (30 * G_USEC_PER_SEC)

/**
 * ask_model_check_free:
 * @self: (nullable): to free
 */
void
ask_model_check_free (AskModelCheck *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  ask_model_facts_free (self->facts);
  ask_form_measure_free (self->measure);
  g_free (self);
}

/* What was found is kept for the questions to come. */
static gboolean
measure (AskModelCheck *self, AskWorkspace *workspace, AskModel *model, GCancellable *cancellable, GError **error)
{
  self->measure = ask_form_measure (workspace, model, PATIENCE_US, cancellable, error);
  if (self->measure == NULL || !ask_told_keep_refused (workspace, model, error))
    return FALSE;
  if (!self->measure->slow
      && !ask_told_keep_form (workspace, model, ask_form_to_string (ask_form_measure_get_best (self->measure)), error))
    return FALSE;
  self->form = ask_form_choose (workspace, model);
  return TRUE;
}

/**
 * ask_model_check:
 * @workspace: whose prompts and settings count, and which keeps what the server tells
 * @model: which is tested
 * @cancellable: (nullable): stops within 100 ms
 * @error: #AskLlmError where it does not answer; %ASK_STORE_ERROR; %G_IO_ERROR_CANCELLED
 *
 * Blocks for as long as the model takes for some fifteen small replies, or for one where that takes half a minute.
 *
 * Returns: (transfer full): what came out; a model that answers otherwise than asked is no error
 */
AskModelCheck *
ask_model_check (AskWorkspace *workspace, AskModel *model, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskModelCheck) self = g_new0 (AskModelCheck, 1);
  g_autoptr (GError) failure = NULL;

  self->name = g_strdup (ask_model_get_name (model));
  if (!ask_model_test (model, cancellable, error))
    return NULL;
  if (ASK_IS_OPENAI (model))
    self->facts = ask_told_renew (workspace, model, cancellable, &failure);
  /* A server that tells nothing of itself may answer all the same. */
  if (failure != NULL)
    g_debug ("The model's server tells nothing of itself: %s", failure->message);
  self->context_length = ask_told_get_context_length (workspace, model);
  if (!ask_told_forget_refused (workspace, model, error) || !measure (self, workspace, model, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* How a form did, for a list. */
static char *
tell_score (AskForm form, const AskFormScore *score)
{
  static const char *const names[ASK_N_FORMS] = { N_ ("plain text"), N_ ("JSON"), N_ ("calls of tools") };

  if (score->refused)
    /* Translators: %s is a form of replies: "JSON: not taken by the server". */
    return g_strdup_printf (_ ("%s: not taken by the server"), _ (names[form]));
  /* Translators: a form of replies, and how many of how many tasks: "plain text: 3 of 4". */
  return g_strdup_printf (_ ("%s: %u of %u"), _ (names[form]), score->n_done, ASK_FORM_N_TASKS);
}

/* By #AskForm. */
static const char *const asked[ASK_N_FORMS]
  = { N_ ("It is asked for plain text."), N_ ("It is asked for JSON."), N_ ("It is asked to call tools.") };

static void
tell_forms (const AskModelCheck *self, GString *words)
{
  g_autoptr (GPtrArray) scores = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  g_string_append_c (words, ' ');
  if (self->measure->slow)
    {
      g_string_append (words, _ ("It is slow, so only one task was tried, in plain text."));
      g_string_append_printf (words, " %s", _ (asked[self->form]));
      return;
    }
  for (guint i = 0; i < ASK_N_FORMS; i++)
    if (self->measure->scores[i].tried)
      g_ptr_array_add (scores, tell_score (i, &self->measure->scores[i]));
  g_ptr_array_add (scores, NULL);
  list = g_strjoinv (", ", (char **) scores->pdata);
  /* Translators: %s is a list: "plain text: 3 of 4, JSON: 4 of 4". */
  g_string_append_printf (words, _ ("Small tasks that it does: %s."), list);
  g_string_append_printf (words, " %s", _ (asked[self->form]));
}

/**
 * ask_model_check_to_words:
 * @self: what came out
 *
 * Returns: (transfer full): sentences in the user's language
 */
char *
ask_model_check_to_words (const AskModelCheck *self)
{
  const char *program = self->facts != NULL ? ask_server_kind_get_program (self->facts->kind) : NULL;
  /* Where a person has set a form that was not tried, plain text was. */
  AskForm form = self->measure->scores[self->form].tried ? self->form : ASK_FORM_TEXT;
  const char *problem = self->measure->scores[form].problem;
  GString *words = g_string_new (NULL);

  if (program != NULL)
    /* Translators: a model's name, and the program that serves it: "llama3.1 answers (Ollama)." */
    g_string_append_printf (words, _ ("%s answers (%s)."), self->name, program);
  else
    /* Translators: %s is the name of a language model. */
    g_string_append_printf (words, _ ("%s answers."), self->name);
  if (self->context_length > 0)
    {
      g_autofree char *count = ask_number_count (self->context_length);

      g_string_append_c (words, ' ');
      g_string_append_printf (words, _ ("It reads %s tokens."), count);
    }
  if (self->measure->tokens_per_second > 0)
    {
      g_autofree char *count = ask_number_count ((guint64) MAX (self->measure->tokens_per_second + 0.5, 1));

      g_string_append_c (words, ' ');
      g_string_append_printf (words, _ ("It writes %s tokens a second."), count);
    }
  g_string_append_printf (words, " %s", problem != NULL ? problem : _ ("It keeps to the form."));
  tell_forms (self, words);
  return g_string_free (words, FALSE);
}

/**
 * ask_model_check_form_to_words:
 * @workspace: whose settings they are
 * @model: a model
 *
 * Asks nobody.
 *
 * Returns: (transfer full) (nullable): in which form it is asked, as a sentence in the user's language; %NULL where nobody
 *   has set one and the model was not tested
 */
char *
ask_model_check_form_to_words (AskWorkspace *workspace, AskModel *model)
{
  g_autofree char *set = ask_workspace_get_setting (workspace, "model/form");
  g_autofree char *found = ask_told_dup_form (workspace, model);
  AskForm wanted = ASK_FORM_TEXT;
  AskForm form;

  if (set == NULL && found == NULL)
    return NULL;
  ask_told_recall_refused (workspace, model);
  form = ask_form_choose (workspace, model);
  if (ask_form_from_string (set, &wanted) && wanted != form && ask_form_is_refused (wanted, model))
    return g_strdup_printf (_ ("Its server does not take the form that is set. %s"), _ (asked[form]));
  return g_strdup (_ (asked[form]));
}
