/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A card owns its question's run and the outcome of it. What it shows of an answer is in ask-answer-card-show.c, what
 * one can do with it (copy, export, complain) in ask-answer-card-actions.c. It never computes anything about the data.
 *
 * ::closed: the person took the card away.
 * ::answered: what the card holds is another answer now.
 * ::derived: (outcome) a person changed its SQL, and this came of it: an answer for a card of its own.
 */
#include "config.h"

#include "app/ask/ask-answer-card-private.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-answer.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-text.h"

G_DEFINE_FINAL_TYPE (AskAnswerCard, ask_answer_card, GTK_TYPE_WIDGET)

enum
{
  CLOSED,
  ANSWERED,
  DERIVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* The job waits before what costs much, or before rows leave. */
static void
show_cost (gpointer target, AskCostWait *wait)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (target);

  if (self->state == NULL || ask_cost_wait_is_over (wait))
    {
      ask_cost_wait_answer (wait, ASK_WAIT_NO, 0);
      ask_cost_wait_unref (wait);
      return;
    }
  ask_cost_view_show (self->cost, wait);
  ask_answer_card_set_state (self, "cost");
}

static void
cost_answered (AskAnswerCard *self)
{
  ask_run_view_start (self->run, _ ("Looking for the answer…"));
  ask_answer_card_set_state (self, "running");
}

static void
show_step (gpointer target, guint n, const char *kind, const char *title)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (target);

  if (self->state != NULL && g_str_equal (ask_answer_card_get_state (self), "running"))
    ask_run_view_step (self->run, n, title);
}

static void
asked (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (source);
  g_autoptr (GError) error = NULL;
  AskOutcome *outcome = ask_job_finish (source, result, &error);
  gboolean stale = g_task_get_cancellable (G_TASK (result)) != self->cancellable;

  if (stale || self->state == NULL)
    {
      g_clear_pointer (&outcome, ask_outcome_unref);
      return;
    }
  g_clear_object (&self->cancellable);
  self->opening = 0;
  if (outcome != NULL)
    ask_answer_card_show (self, outcome);
  else
    ask_answer_card_show_error (self, error);
}

static void
begin (AskAnswerCard *self, const char *words)
{
  ask_answer_card_cancel (self);
  self->opening = 0;
  g_clear_object (&self->cancellable);
  ask_answer_card_forget (self);
  gtk_widget_set_visible (GTK_WIDGET (self->foot), FALSE);
  self->cancellable = g_cancellable_new ();
  ask_answer_card_update_actions (self);
  ask_run_view_start (self->run, words);
  ask_answer_card_set_state (self, "running");
}

/**
 * ask_answer_card_read:
 * @self: the card
 * @question: in plain language
 * @reading: as of ask_jobs_ask()
 *
 * Asks, in place of what the card held before.
 */
void
ask_answer_card_read (AskAnswerCard *self, const char *question, int reading)
{
  const char *sql;

  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  /* Another question is no longer what the SQL was written for. */
  sql = reading == 0 && g_strcmp0 (self->written_for, question) == 0 ? self->written : NULL;
  ask_answer_card_start (self, question, &(AskAsking) { .reading = reading, .follow = self->follow, .sql = sql });
}

/**
 * ask_answer_card_run:
 * @self: the card
 * @question: what the SQL answers, in words
 * @sql: one SELECT over the relational view, which a person wrote or built
 *
 * Runs it, in place of what the card held before. The same question, asked again, runs it again.
 */
void
ask_answer_card_run (AskAnswerCard *self, const char *question, const char *sql)
{
  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  g_free (self->written);
  g_free (self->written_for);
  self->written = g_strdup (sql);
  self->written_for = g_strdup (question);
  ask_answer_card_read (self, question, 0);
}

/**
 * ask_answer_card_follow:
 * @self: the card
 * @question: in plain language
 * @history_id: an earlier answer that it may change; 0 where it is a question of its own
 *
 * Asks, in place of what the card held before.
 */
void
ask_answer_card_follow (AskAnswerCard *self, const char *question, gint64 history_id)
{
  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  self->follow = history_id;
  ask_answer_card_read (self, question, 0);
}

/** ask_answer_card_start: @self: the card; @question: in plain language; @how: what is known of it beside that. Asks. */
void
ask_answer_card_start (AskAnswerCard *self, const char *question, const AskAsking *how)
{
  gtk_editable_set_text (GTK_EDITABLE (self->question), question);
  /* A suggestion that was clicked is about to go; the focus would fall on the headline and select
   * it. */
  if (gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    gtk_entry_grab_focus_without_selecting (self->question);
  begin (self, _ ("Looking for the answer…"));
  ask_job_start (ask_jobs_ask (self, question, how, &(AskAskingNews) { show_step, show_cost }), self,
                 ask_session_get_path (self->session), self->cancellable, asked, NULL);
}

/**
 * ask_answer_card_ask:
 * @self: the card
 * @question: in plain language
 *
 * Asks, in place of what the card held before.
 */
void
ask_answer_card_ask (AskAnswerCard *self, const char *question)
{
  ask_answer_card_read (self, question, 0);
}

/**
 * ask_answer_card_open:
 * @history_id: an earlier question
 *
 * Reads an earlier answer back; nothing is asked again.
 */
void
ask_answer_card_open (AskAnswerCard *self, gint64 history_id)
{
  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  begin (self, _ ("Reading the earlier answer…"));
  self->opening = history_id;
  ask_job_start (ask_jobs_reopen (history_id), self, ask_session_get_path (self->session), self->cancellable, asked,
                 NULL);
}

/** ask_answer_card_open_file: @path: of a saved answer. Shows it, or why it cannot be opened; its tables can be asked. */
void
ask_answer_card_open_file (AskAnswerCard *self, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);

  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  ask_text_set (&self->file, path);
  gtk_editable_set_text (GTK_EDITABLE (self->question), name);
  gtk_editable_set_editable (GTK_EDITABLE (self->question), FALSE);
  begin (self, _ ("Opening the saved answer…"));
  ask_job_start (ask_jobs_open_answer (path), self, NULL, self->cancellable, asked, NULL);
}

/** ask_answer_card_cancel: stops the running question. Returns: whether one was running */
gboolean
ask_answer_card_cancel (AskAnswerCard *self)
{
  g_return_val_if_fail (ASK_IS_ANSWER_CARD (self), FALSE);
  if (self->cancellable == NULL)
    return FALSE;
  g_cancellable_cancel (self->cancellable);
  return TRUE;
}

static void
question_activated (AskAnswerCard *self)
{
  g_autofree char *question = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->question))));

  if (*question != '\0')
    ask_answer_card_ask (self, question);
}

static void
closed (AskAnswerCard *self)
{
  g_signal_emit (self, signals[CLOSED], 0);
}

/** ask_answer_card_get_answer: Returns: (transfer none) (nullable): while there is one */
AskAnswer *
ask_answer_card_get_answer (AskAnswerCard *self)
{
  g_return_val_if_fail (ASK_IS_ANSWER_CARD (self), NULL);
  return self->outcome != NULL ? self->outcome->answer : NULL;
}

/** ask_answer_card_get_history_id: Returns: the answer's number in the history, also while it is read from there; 0 for none */
gint64
ask_answer_card_get_history_id (AskAnswerCard *self)
{
  const AskAnswer *answer;

  g_return_val_if_fail (ASK_IS_ANSWER_CARD (self), 0);
  answer = ask_answer_card_get_answer (self);
  return answer != NULL ? answer->history_id : self->opening;
}

/** ask_answer_card_get_question: Returns: (transfer none): as it stands in the card */
const char *
ask_answer_card_get_question (AskAnswerCard *self)
{
  g_return_val_if_fail (ASK_IS_ANSWER_CARD (self), NULL);
  return gtk_editable_get_text (GTK_EDITABLE (self->question));
}

/** ask_answer_card_get_headline: Returns: (transfer none): the answer's sentence, or why there is
 * none */
const char *
ask_answer_card_get_headline (AskAnswerCard *self)
{
  g_return_val_if_fail (ASK_IS_ANSWER_CARD (self), NULL);
  if (g_str_equal (ask_answer_card_get_state (self), "problem"))
    return ask_problem_view_get_words (self->problem);
  return gtk_label_get_text (g_str_equal (ask_answer_card_get_state (self), "choices") ? self->which : self->headline);
}

/** ask_answer_card_get_state: Returns: (transfer none): "running", "cost", "answer", "choices" or "problem" */
const char *
ask_answer_card_get_state (AskAnswerCard *self)
{
  g_return_val_if_fail (ASK_IS_ANSWER_CARD (self), NULL);
  return gtk_stack_get_visible_child_name (self->state);
}

/* Nobody is told of what was stopped so. */
static void
stop (gpointer card)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (card);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
ask_answer_card_dispose (GObject *object)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (object);
  GtkWidget *child;

  stop (self);
  if (self->views != NULL)
    ask_answer_card_forget (self);
  self->state = NULL;
  self->views = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->written, g_free);
  g_clear_pointer (&self->written_for, g_free);
  g_clear_pointer (&self->kept_look, g_free);
  G_OBJECT_CLASS (ask_answer_card_parent_class)->dispose (object);
}

static void
ask_answer_card_class_init (AskAnswerCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_RUN_VIEW);
  g_type_ensure (ASK_TYPE_COST_VIEW);
  g_type_ensure (ASK_TYPE_PROBLEM_VIEW);
  g_type_ensure (ASK_TYPE_QUESTION_MARKS);
  g_type_ensure (ASK_TYPE_CHOICE_LIST);
  g_type_ensure (ASK_TYPE_READING_PARTS);
  g_type_ensure (ASK_TYPE_CITATION_LIST);
  G_OBJECT_CLASS (klass)->dispose = ask_answer_card_dispose;
  signals[CLOSED]
    = g_signal_new ("closed", ASK_TYPE_ANSWER_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ANSWERED]
    = g_signal_new ("answered", ASK_TYPE_ANSWER_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DERIVED] = g_signal_new ("derived", ASK_TYPE_ANSWER_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   1, G_TYPE_POINTER);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-answer-card.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, AskAnswerCard, name)
  BIND (question);
  BIND (state);
  BIND (run);
  BIND (cost);
  BIND (problem);
  BIND (marks);
  BIND (saved);
  BIND (close);
  BIND (which);
  BIND (choices);
  BIND (verbs);
  BIND (headline);
  BIND (values);
  BIND (switcher);
  BIND (row_count);
  BIND (views);
  BIND (badge);
  BIND (badge_label);
  BIND (model);
  BIND (change);
  BIND (reading);
  BIND (parts);
  BIND (citations);
  BIND (routes);
  BIND (here);
  BIND (right);
  BIND (sources);
  BIND (foot);
  BIND (facts);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, question_activated);
  gtk_widget_class_bind_template_callback (widget_class, closed);
  gtk_widget_class_bind_template_callback (widget_class, cost_answered);
  gtk_widget_class_bind_template_callback_full (widget_class, "fill_view", G_CALLBACK (ask_answer_card_fill_view));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  ask_answer_card_install_actions (widget_class);
}

static void
ask_answer_card_init (AskAnswerCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_transient_init_part (self, stop);
  ask_answer_card_update_actions (self);
}

/** ask_answer_card_new: Returns: (transfer floating): a card that holds nothing yet */
GtkWidget *
ask_answer_card_new (AskSession *session)
{
  AskAnswerCard *self = g_object_new (ASK_TYPE_ANSWER_CARD, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
