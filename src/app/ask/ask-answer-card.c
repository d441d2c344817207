/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A card owns its question's run and the outcome of it. What one can do with an answer (copy,
 * export, complain) is in ask-answer-card-actions.c. It never computes anything about the data.
 *
 * ::closed: the person took the card away.
 * ::answered: what the card holds is another answer now.
 */
#include "config.h"

#include "app/ask/ask-answer-card-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "agent/ask-trace-line.h"
#include "app/ask/ask-chart-view.h"
#include "app/jobs/ask-jobs-answer.h"
#include "app/sql/ask-sql-view.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-source-list.h"
#include "app/widgets/ask-table-view.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "base/ask-text.h"

G_DEFINE_FINAL_TYPE (AskAnswerCard, ask_answer_card, GTK_TYPE_WIDGET)

enum
{
  CLOSED,
  ANSWERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
forget_outcome (AskAnswerCard *self)
{
  const char *const names[] = { "chart", "table", "sql" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *page = gtk_stack_get_child_by_name (self->views, names[i]);

      if (page != NULL)
        gtk_stack_remove (self->views, page);
    }
  g_clear_pointer (&self->outcome, ask_outcome_unref);
  g_clear_pointer (&self->vouched, ask_verified_free);
  gtk_widget_set_visible (GTK_WIDGET (self->marks), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->routes), FALSE);
}

static void
set_state (AskAnswerCard *self, const char *name)
{
  gtk_stack_set_visible_child_name (self->state, name);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, g_str_equal (name, "running"), -1);
  if (!g_str_equal (name, "running"))
    ask_run_view_stop (self->run);
  /* Whatever is shown instead, nobody can answer any more. */
  if (!g_str_equal (name, "cost"))
    ask_cost_view_forget (self->cost);
}

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
  set_state (self, "cost");
}

static void
cost_answered (AskAnswerCard *self)
{
  ask_run_view_start (self->run, _ ("Looking for the answer…"));
  set_state (self, "running");
}

static void
show_step (gpointer target, guint n, const char *kind, const char *title)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (target);

  if (self->state != NULL && g_str_equal (ask_answer_card_get_state (self), "running"))
    ask_run_view_step (self->run, n, title);
}

/* Each view is made when it is first looked at: most answers are read as a chart only. */
static void
cell_activated (AskAnswerCard *self, guint row, guint column)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "card.behind", "(uu)", row, column);
}

static void
fill_view (AskAnswerCard *self)
{
  AdwBin *page = ADW_BIN (gtk_stack_get_visible_child (self->views));
  const char *name = gtk_stack_get_visible_child_name (self->views);
  GtkWidget *child = NULL;

  if (page == NULL || self->outcome == NULL || adw_bin_get_child (page) != NULL)
    return;
  if (g_str_equal (name, "chart"))
    {
      child = ask_chart_view_new ();
      ask_chart_view_set_chart (ASK_CHART_VIEW (child), self->outcome->chart);
    }
  else if (g_str_equal (name, "table"))
    {
      child = ask_table_view_new ();
      if (self->outcome->answer->sql != NULL)
        {
          ask_table_view_set_clickable (ASK_TABLE_VIEW (child), _ ("Show the rows behind this"));
          g_signal_connect_swapped (child, "cell-activated", G_CALLBACK (cell_activated), self);
        }
      ask_table_view_set_rows (ASK_TABLE_VIEW (child), self->outcome->answer->rows);
      ask_table_view_fit (ASK_TABLE_VIEW (child), 340);
      gtk_widget_add_css_class (child, "ask-frame");
      gtk_widget_set_overflow (child, GTK_OVERFLOW_HIDDEN);
    }
  else
    child = ask_sql_view_new (self->outcome->answer->sql);
  adw_bin_set_child (page, child);
}

static void
add_view (AskAnswerCard *self, const char *name, const char *title)
{
  gtk_stack_add_titled (self->views, adw_bin_new (), name, title);
}

static void
show_views (AskAnswerCard *self)
{
  AskAnswer *answer = self->outcome->answer;
  gboolean has_rows = answer->rows != NULL && ask_rows_get_n_rows (answer->rows) > 0;
  gboolean has_chart
    = has_rows && self->outcome->chart != NULL && ask_chart_get_kind (self->outcome->chart) != ASK_CHART_TABLE;
  g_autofree char *count = NULL;
  g_autofree char *words = NULL;

  if (has_chart)
    add_view (self, "chart", _ ("Chart"));
  if (has_rows)
    add_view (self, "table", _ ("Table"));
  if (answer->sql != NULL && *answer->sql != '\0')
    add_view (self, "sql", _ ("SQL"));
  gtk_widget_set_visible (GTK_WIDGET (self->views), has_rows || answer->sql != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->switcher), has_rows);
  gtk_widget_set_visible (GTK_WIDGET (self->row_count), has_rows);
  if (has_rows)
    {
      gsize n_rows = ask_rows_get_n_rows (answer->rows);

      count = ask_number_count (n_rows);
      if (ask_rows_get_truncated (answer->rows))
        words = g_strdup_printf (_ ("first %s rows"), count);
      else
        words = g_strdup_printf (ngettext ("%s row", "%s rows", n_rows), count);
      gtk_label_set_text (self->row_count, words);
    }
  else
    gtk_widget_set_visible (GTK_WIDGET (self->views), FALSE);
  fill_view (self);
}

static void
show_verified (AskAnswerCard *self, const AskVerified *verified, const char *values)
{
  g_autofree char *day = ask_format_day (verified->verified_at);
  g_autofree char *words = NULL;
  g_autofree char *who = NULL;

  if (values != NULL && *values != '\0')
    /* Translators: first a day, then what differs from the verified question. */
    words = g_strdup_printf (_ ("Verified, %s, with %s"), day, values);
  else
    /* Translators: a person vouched for this question on that day. */
    words = g_strdup_printf (_ ("Verified, %s"), day);
  gtk_label_set_text (self->badge_label, words);
  if (verified->verified_by != NULL)
    who = g_strdup_printf (_ ("%s vouches for this question and its query"), verified->verified_by);
  else
    who = g_strdup (_ ("A person vouches for this question and its query"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->badge), who);
}

/* What a model has to do with the answer, and how sure it is. */
static char *
describe_model (const AskAnswer *answer)
{
  g_autofree char *words = NULL;

  if (g_strcmp0 (answer->origin, "model") == 0)
    return g_strdup_printf (_ ("What %s knows by itself, not from your data"), answer->model);
  if (answer->origin != NULL)
    return g_strdup_printf (_ ("Taken by %s from the question itself, not from your data"), answer->model);
  words = g_strdup_printf (_ ("Answered by %s, not verified"), answer->model);
  return answer->agreement != NULL ? g_strconcat (words, ". ", answer->agreement, NULL) : g_steal_pointer (&words);
}

/** ask_answer_card_update_voucher: @self: a card with an answer: says who stands for it: a person, this computer, or a
 * model. */
void
ask_answer_card_update_voucher (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;
  const AskVerified *verified = self->vouched != NULL ? self->vouched : answer->verified;
  gboolean saved = self->outcome->saved != NULL;
  gboolean read = verified == NULL && answer->reading != NULL;
  gboolean here = read && !saved;
  gboolean model = verified == NULL && !read && answer->model != NULL && answer->status == ASK_STATUS_ANSWERED;

  if (verified != NULL)
    show_verified (self, verified, self->vouched != NULL ? NULL : answer->verified_values);
  else if (model)
    {
      g_autofree char *words = describe_model (answer);

      gtk_label_set_text (self->model, words);
    }
  else if (read && saved)
    gtk_label_set_text (self->model, _ ("Worked out without a language model, not verified"));
  gtk_widget_set_visible (GTK_WIDGET (self->badge), verified != NULL);
  gtk_widget_set_visible (self->here, here);
  gtk_widget_set_visible (GTK_WIDGET (self->model), model || (read && saved));
  /* A few words mean nothing without the answer that they lean on. */
  gtk_widget_set_visible (self->right, here && answer->sql != NULL && answer->follows == 0);
}

/* How the question was read, as parts that can be changed where there are any; of a query that a model or a person wrote
 * what it asks for. */
static void
show_reading (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;
  gboolean parts = ask_reading_parts_show (self->parts, answer);
  const char *words = answer->reading != NULL ? answer->reading : answer->words;

  gtk_widget_set_visible (GTK_WIDGET (self->parts), parts);
  gtk_label_set_text (self->reading, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->reading), words != NULL && !parts);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->reading),
                               answer->reading != NULL ? _ ("How the question was read") : _ ("What the query does"));
  if (answer->reading == NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->reading), "dim-label");
  gtk_label_set_text (self->change, answer->change != NULL ? answer->change : "");
  gtk_widget_set_visible (GTK_WIDGET (self->change), answer->change != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->values), ask_reading_parts_show_values (self->values, answer));
}

static void
show_marks (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;

  if (answer->links->len > 0)
    ask_question_marks_show (self->marks, answer->question, answer->links);
  gtk_widget_set_visible (GTK_WIDGET (self->marks), answer->links->len > 0);
}

static JsonArray *
get_routed (const AskAnswer *answer)
{
  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      if (g_strcmp0 (step->kind, "route") == 0 && step->fields != NULL)
        return ask_json_get_array (step->fields, "sources");
    }
  return NULL;
}

/* Where there is more than one, another one may be asked. */
static void
show_routes (AskAnswerCard *self)
{
  const AskAnswer *answer = self->outcome->answer;
  JsonArray *routed = get_routed (answer);
  gboolean any = routed != NULL && json_array_get_length (routed) > 1 && self->outcome->saved == NULL;
  g_autofree char *title = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->routes), any);
  gtk_expander_set_expanded (self->routes, FALSE);
  gtk_expander_set_child (self->routes, NULL);
  if (!any)
    return;
  if (answer->only != NULL)
    /* Translators: the name of a source. */
    title = g_strdup_printf (_ ("Asked only %s"), answer->only);
  else
    title = g_strdup (_ ("Which sources could answer"));
  gtk_expander_set_label (self->routes, title);
  gtk_expander_set_child (self->routes, ask_source_list_new (routed, answer->only, TRUE));
}

/* What can be chosen is shown as such, and not told in the sentence. */
static void
show_choices (AskAnswerCard *self)
{
  GPtrArray *choices = self->outcome->answer->choices;
  GPtrArray *previews = self->outcome->previews;

  gtk_label_set_text (self->which, choices->len > 1 ? _ ("This can be read in several ways. Which one do you mean?")
                                                    : _ ("Is this what you mean?"));
  ask_choice_list_show (self->choices, self->outcome->answer, previews->len == choices->len ? previews : NULL);
  set_state (self, "choices");
}

/* An answer from a file says so, and cannot be asked again: what it was asked of is not here. */
static void
show_saved (AskAnswerCard *self)
{
  const AskBundle *saved = self->outcome->saved;
  g_autofree char *words = NULL;

  if (saved != NULL)
    {
      g_autofree char *name = g_filename_display_basename (self->outcome->file);
      g_autofree char *day = ask_format_day (saved->saved_at);

      /* Translators: a day, then the name of a file. */
      words = g_strdup_printf (_ ("Saved on %s, opened from %s. Its sources are not asked."), day, name);
      gtk_label_set_text (self->saved, words);
      gtk_widget_set_tooltip_text (self->close, _ ("Remove this card; the file stays"));
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->question), NULL);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->saved), saved != NULL);
  gtk_editable_set_editable (GTK_EDITABLE (self->question), saved == NULL);
}

static void
show_foot (AskAnswerCard *self)
{
  AskAnswer *answer = self->outcome->answer;
  g_autofree char *elapsed = ask_format_elapsed (answer->elapsed_ms);
  g_autoptr (GString) sources = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = ask_trace_fold (answer);
  g_autoptr (GString) facts = g_string_new (NULL);

  for (guint i = 0; i < answer->sources->len; i++)
    g_string_append_printf (sources, "%s%s", i > 0 ? " + " : "", (const char *) answer->sources->pdata[i]);
  gtk_label_set_text (self->sources, sources->str);
  gtk_widget_set_visible (GTK_WIDGET (self->sources), sources->len > 0);
  g_string_append_printf (facts, ngettext ("%u step", "%u steps", lines->len), lines->len);
  if (answer->api_requests > 0)
    {
      g_string_append (facts, " · ");
      g_string_append_printf (facts, ngettext ("%u call", "%u calls", answer->api_requests), answer->api_requests);
    }
  g_string_append_printf (facts, " · %s", elapsed);
  gtk_label_set_text (self->facts, facts->str);
}

/**
 * ask_answer_card_show:
 * @outcome: (transfer full): what came of the question
 *
 * Shows an answer, or why there is none.
 */
void
ask_answer_card_show (AskAnswerCard *self, AskOutcome *outcome)
{
  AskAnswer *answer = outcome->answer;
  gboolean has_rows = answer->rows != NULL && ask_rows_get_n_rows (answer->rows) > 0;

  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  forget_outcome (self);
  self->outcome = outcome;
  gtk_editable_set_text (GTK_EDITABLE (self->question), answer->question);
  show_saved (self);
  show_foot (self);
  ask_answer_card_update_voucher (self);
  show_reading (self);
  show_marks (self);
  show_routes (self);
  ask_answer_card_update_actions (self);
  gtk_widget_set_visible (GTK_WIDGET (self->foot), answer->steps->len > 0 || has_rows);
  if (answer->status == ASK_STATUS_ANSWERED)
    {
      gtk_label_set_text (self->headline, answer->text != NULL ? answer->text : "");
      show_views (self);
      set_state (self, "answer");
    }
  else if (answer->status == ASK_STATUS_CLARIFY && answer->choices->len > 0)
    show_choices (self);
  else
    {
      gboolean failed = answer->status == ASK_STATUS_FAILED;

      ask_problem_view_show (self->problem, failed ? "dialog-warning-symbolic" : "dialog-information-symbolic",
                             failed ? "warning" : "dim-label",
                             answer->text != NULL ? answer->text : _ ("There is no answer to this question."),
                             answer->suggestions, answer->question);
      ask_problem_view_set_remedy (self->problem, answer->remedy, answer->remedy_place);
      set_state (self, "problem");
    }
  gtk_widget_set_visible (self->verbs, has_rows);
  if (answer->follows != 0)
    self->follow = answer->follows;
  g_signal_emit (self, signals[ANSWERED], 0);
}

static void
show_error (AskAnswerCard *self, const GError *error)
{
  gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_autofree char *place = ask_remedy_dup_place (error);

  forget_outcome (self);
  gtk_widget_set_visible (GTK_WIDGET (self->foot), FALSE);
  ask_answer_card_update_actions (self);
  ask_problem_view_show (self->problem, cancelled ? "process-stop-symbolic" : "dialog-warning-symbolic",
                         cancelled ? "dim-label" : "warning",
                         cancelled ? _ ("Stopped. Nothing was changed.") : ask_error_get_words (error), NULL, NULL);
  ask_problem_view_set_remedy (self->problem, ask_remedy_find (error), place);
  set_state (self, "problem");
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
  if (outcome != NULL)
    ask_answer_card_show (self, outcome);
  else
    show_error (self, error);
}

static void
begin (AskAnswerCard *self, const char *words)
{
  ask_answer_card_cancel (self);
  g_clear_object (&self->cancellable);
  forget_outcome (self);
  gtk_widget_set_visible (GTK_WIDGET (self->foot), FALSE);
  self->cancellable = g_cancellable_new ();
  ask_answer_card_update_actions (self);
  ask_run_view_start (self->run, words);
  set_state (self, "running");
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
  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  ask_answer_card_start (self, question, &(AskAsking) { .reading = reading, .follow = self->follow });
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

/**
 * ask_answer_card_show_view:
 * @name: "chart", "table" or "sql"; one that this answer does not have is ignored
 */
void
ask_answer_card_show_view (AskAnswerCard *self, const char *name)
{
  g_return_if_fail (ASK_IS_ANSWER_CARD (self));
  if (gtk_stack_get_child_by_name (self->views, name) != NULL)
    gtk_stack_set_visible_child_name (self->views, name);
}

static void
ask_answer_card_dispose (GObject *object)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (object);
  GtkWidget *child;

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->views != NULL)
    forget_outcome (self);
  self->state = NULL;
  self->views = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->file, g_free);
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
  G_OBJECT_CLASS (klass)->dispose = ask_answer_card_dispose;
  signals[CLOSED]
    = g_signal_new ("closed", ASK_TYPE_ANSWER_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ANSWERED]
    = g_signal_new ("answered", ASK_TYPE_ANSWER_CARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
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
  gtk_widget_class_bind_template_callback (widget_class, fill_view);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  ask_answer_card_install_actions (widget_class);
}

static void
ask_answer_card_init (AskAnswerCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
