/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An answer and the steps that led to it, as plain data. Filled by the thread that asks; shown,
 * stored and exported by anybody. How it is written as JSON is in ask-answer-json.c.
 */
#include "config.h"

#include "agent/ask-agent.h"

#include "agent/ask-citation.h"

static const char *const statuses[] = {
  [ASK_STATUS_ANSWERED] = "answered",
  [ASK_STATUS_UNANSWERABLE] = "unanswerable",
  [ASK_STATUS_CLARIFY] = "clarify",
  [ASK_STATUS_FAILED] = "failed",
};

/** ask_status_to_string: Returns: (transfer none): @status as "answered", "unanswerable", "clarify" or "failed" */
const char *
ask_status_to_string (AskStatus status)
{
  g_return_val_if_fail ((guint) status < G_N_ELEMENTS (statuses), "failed");
  return statuses[status];
}

/**
 * ask_status_from_string:
 * @status: (out): the status
 *
 * Returns: whether @string is a word that ask_status_to_string() gives
 */
gboolean
ask_status_from_string (const char *string, AskStatus *status)
{
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    if (g_strcmp0 (string, statuses[i]) == 0)
      {
        *status = (AskStatus) i;
        return TRUE;
      }
  return FALSE;
}

/** ask_trace_step_free: frees it with its fields and rows. */
void
ask_trace_step_free (AskTraceStep *self)
{
  if (self == NULL)
    return;
  g_free (self->kind);
  g_free (self->title);
  g_free (self->detail);
  g_clear_pointer (&self->fields, json_object_unref);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self);
}

static void
choice_free (gpointer data)
{
  AskAnswerChoice *self = data;

  g_free (self->words);
  g_free (self->sql);
  g_free (self);
}

static void
part_free (gpointer data)
{
  AskAnswerPart *self = data;

  g_free (self->kind);
  g_free (self->lead);
  g_free (self->words);
  g_ptr_array_unref (self->alternatives);
  g_free (self);
}

/**
 * ask_answer_new:
 * @question: UTF-8
 *
 * Returns: (transfer full): an answer that has failed so far, without words or steps
 */
AskAnswer *
ask_answer_new (const char *question)
{
  AskAnswer *self = g_new0 (AskAnswer, 1);

  self->question = g_strdup (question);
  self->status = ASK_STATUS_FAILED;
  self->text = g_strdup ("");
  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->choices = g_ptr_array_new_with_free_func (choice_free);
  self->links = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_link_free);
  self->citations = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_citation_free);
  self->suggestions = g_ptr_array_new_with_free_func (g_free);
  self->sources = g_ptr_array_new_with_free_func (g_free);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_trace_step_free);
  return self;
}

/** ask_answer_free: frees it with its rows and steps. */
void
ask_answer_free (AskAnswer *self)
{
  if (self == NULL)
    return;
  g_free (self->question);
  g_free (self->text);
  g_free (self->remedy_place);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->sql);
  g_free (self->executable_sql);
  g_clear_pointer (&self->verified, ask_verified_free);
  g_free (self->verified_values);
  g_free (self->reading);
  g_free (self->words);
  g_free (self->change);
  g_free (self->wish);
  g_free (self->agreement);
  g_free (self->origin);
  g_free (self->only);
  g_free (self->model);
  g_ptr_array_unref (self->parts);
  g_ptr_array_unref (self->choices);
  g_clear_pointer (&self->difference, ask_rows_unref);
  g_ptr_array_unref (self->links);
  g_ptr_array_unref (self->citations);
  g_ptr_array_unref (self->suggestions);
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->steps);
  g_free (self);
}

/**
 * ask_answer_add_part:
 * @self: an answer
 * @kind: as of #AskAnswerPart
 * @lead: (nullable): what stands before it
 * @words: the part
 *
 * Returns: (transfer none): the part, without alternatives
 */
AskAnswerPart *
ask_answer_add_part (AskAnswer *self, const char *kind, const char *lead, const char *words)
{
  AskAnswerPart *part = g_new0 (AskAnswerPart, 1);

  part->kind = g_strdup (kind);
  part->lead = g_strdup (lead);
  part->words = g_strdup (words);
  part->alternatives = g_ptr_array_new_with_free_func (choice_free);
  g_ptr_array_add (self->parts, part);
  return part;
}

/**
 * ask_answer_part_offer:
 * @self: a part
 * @words: what may be meant instead
 * @sql: the whole with it
 *
 * Adds an alternative.
 */
void
ask_answer_part_offer (AskAnswerPart *self, const char *words, const char *sql)
{
  AskAnswerChoice *choice = g_new0 (AskAnswerChoice, 1);

  choice->words = g_strdup (words);
  choice->sql = g_strdup (sql);
  choice->n_rows = -1;
  g_ptr_array_add (self->alternatives, choice);
}

/**
 * ask_answer_get_by:
 * @self: an answer
 *
 * Returns: (transfer none) (nullable): what found it: "verified", "here" or "model"; %NULL where there is no answer, or
 *   none that took data
 */
const char *
ask_answer_get_by (const AskAnswer *self)
{
  if (self->status != ASK_STATUS_ANSWERED)
    return NULL;
  if (self->verified != NULL)
    return "verified";
  if (self->written)
    return "person";
  if (self->reading != NULL)
    return "here";
  return self->model != NULL ? "model" : NULL;
}

/**
 * ask_answer_add_step:
 * @kind: see #AskTraceStep
 * @title: a few plain words
 * @detail: (nullable): a sentence or two
 *
 * Numbers the step and gives it the time of now. Whoever adds it sets how long it took, its fields
 * and its rows.
 *
 * Returns: (transfer none): the step
 */
AskTraceStep *
ask_answer_add_step (AskAnswer *self, const char *kind, const char *title, const char *detail)
{
  AskTraceStep *step = g_new0 (AskTraceStep, 1);

  step->n = self->steps->len + 1;
  step->kind = g_strdup (kind);
  step->title = g_strdup (title);
  step->detail = g_strdup (detail);
  step->started_at = g_get_real_time ();
  g_ptr_array_add (self->steps, step);
  return step;
}
