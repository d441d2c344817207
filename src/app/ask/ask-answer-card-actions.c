/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one can do with an answer: copy, export, walk through, vouch for, complain. Files are
 * written by jobs; this only asks where.
 */
#include "config.h"

#include "app/ask/ask-answer-card-private.h"
#include "app/board/ask-pin-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/ask/ask-answer-save.h"
#include "app/ask/ask-complaint.h"
#include "app/ask/ask-saved-query.h"
#include "app/functions/ask-claim-dialog.h"
#include "app/grid/ask-pivot-window.h"
#include "app/charts/ask-chart-desk.h"
#include "app/charts/ask-chart-saver.h"
#include "app/jobs/ask-jobs-cards.h"
#include "app/jobs/ask-jobs-export.h"
#include "app/jobs/ask-jobs-learn.h"
#include "app/steps/ask-steps-window.h"
#include "app/widgets/ask-chooser.h"
#include "base/ask-error.h"
#include "chart/ask-chart-look.h"
#include "table/ask-table-query.h"

/* Of a chooser: what is written, by its ending. */

static void
tell (AskAnswerCard *self, const char *text)
{
  if (self->session != NULL)
    ask_session_toast (self->session, text);
}

static void
tell_error (AskAnswerCard *self, const GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tell (self, ask_error_get_words (error));
}

static void
table_text_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ask_job_finish (source, result, &error);

  if (text == NULL)
    {
      tell_error (self, error);
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  tell (self, _ ("Table copied"));
}

static void
action_copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);

  if (self->outcome != NULL && self->outcome->answer->rows != NULL)
    ask_job_start (ask_jobs_table_text (self->outcome->answer->rows), self, NULL, NULL, table_text_ready, NULL);
}

static void
action_copy_sentence (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), ask_answer_card_get_headline (self));
  tell (self, _ ("Sentence copied"));
}

static void
action_copy_sql (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);

  if (self->outcome == NULL || self->outcome->answer->sql == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), self->outcome->answer->sql);
  tell (self, _ ("SQL copied"));
}

static void
table_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (source);
  g_autoptr (GError) error = NULL;

  if (ask_job_finish (source, result, &error) != NULL)
    tell (self, _ ("Table saved"));
  else
    tell_error (self, error);
}

static void
export_place_chosen (gpointer owner, const char *path)
{
  AskAnswerCard *self = owner;

  if (self->outcome == NULL || self->outcome->answer->rows == NULL)
    return;
  if (path == NULL)
    tell (self, ask_chooser_get_elsewhere ());
  else
    ask_job_start (ask_jobs_save_table (self->outcome->answer->rows, self->outcome->answer->question, path), self, NULL,
                   NULL, table_saved, NULL);
}

static void
action_export (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  g_autofree char *ending = g_strconcat (".", g_variant_get_string (parameter, NULL), NULL);
  g_autofree char *name = NULL;

  if (self->outcome == NULL)
    return;
  name = ask_answer_save_suggest_name (self->outcome->answer->question, "");
  ask_chooser_save (widget, _ ("Save the table"), name, ending, export_place_chosen);
}

/* Returns: (nullable): of the workspace that this answer's queries can run over again */
static const char *
get_path (AskAnswerCard *self)
{
  return self->session != NULL && (self->outcome == NULL || self->outcome->saved == NULL)
           ? ask_session_get_path (self->session)
           : NULL;
}

static void
behind_found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (source);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOutcome) outcome = ask_job_finish (source, result, &error);
  GtkWidget *window;

  if (outcome == NULL)
    {
      tell_error (self, error);
      return;
    }
  /* The card was closed meanwhile. */
  if (!GTK_IS_WINDOW (root))
    return;
  window = ask_steps_window_new (outcome, get_path (self));
  gtk_window_set_title (GTK_WINDOW (window), outcome->answer->question);
  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (window));
}

/** ask_answer_card_find_behind: @self: a card; @rows: what its SQL gave, for the answer or for a grid that asked anew; @row,
 * @column: of them. Shows the rows behind that cell, or says why there are none. */
void
ask_answer_card_find_behind (AskAnswerCard *self, AskRows *rows, guint row, guint column)
{
  if (self->outcome == NULL || rows == NULL || self->outcome->answer->sql == NULL || self->session == NULL)
    return;
  if (self->outcome->saved != NULL)
    ask_job_start (ask_jobs_find_behind_saved (self->outcome, row, column), self, NULL, NULL, behind_found, NULL);
  else
    ask_job_start (ask_jobs_find_behind (self->outcome->answer->sql, rows, self->outcome->answer->steps, row, column),
                   self, ask_session_get_path (self->session), NULL, behind_found, NULL);
}

static void
action_behind (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  guint row, column;

  g_variant_get (parameter, "(uu)", &row, &column);
  if (self->outcome != NULL)
    ask_answer_card_find_behind (self, self->outcome->answer->rows, row, column);
}

/* The dialog is the chart's own; it is there also while the table is looked at. */
static void
action_save_chart (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *desk = ask_answer_card_get_desk (self), *dialog;
  AskAnswer *answer;
  AskChart *chart;

  if (self->outcome == NULL || self->outcome->chart == NULL)
    return;
  /* What is seen, which may be of other rows. */
  if (desk != NULL)
    {
      gtk_widget_activate_action (desk, "chart.export", NULL);
      return;
    }
  answer = self->outcome->answer;
  chart = self->outcome->chart;
  dialog = ask_chart_saver_new (&(AskChartAsked) { answer->rows, answer->question, answer->wish },
                                ask_chart_get_look (chart), ask_chart_get_title (chart));
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);

  if (self->outcome != NULL && self->session != NULL)
    ask_answer_save (widget, self->session, self->outcome);
}

/* With its rows, so that the tile shows them at once, and its chart as it looks. */
static void
action_check (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  const AskAnswer *answer = self->outcome != NULL ? self->outcome->answer : NULL;
  g_autofree char *from = NULL;

  if (answer == NULL || answer->rows == NULL || answer->sql == NULL)
    return;
  from = ask_table_query_to_answer (answer->rows, answer->sql);
  ask_claim_dialog_present (widget, from);
}

static void
action_pin (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  const AskAnswer *answer = self->outcome != NULL ? self->outcome->answer : NULL;
  AskChart *chart = self->outcome != NULL ? self->outcome->chart : NULL;
  GtkWidget *desk = ask_answer_card_get_desk (self);
  const AskChartLook *look = desk != NULL    ? ask_chart_desk_get_look (ASK_CHART_DESK (desk))
                             : chart != NULL ? ask_chart_get_look (chart)
                                             : NULL;
  g_autoptr (JsonNode) node = look != NULL && !ask_chart_look_is_empty (look) ? ask_chart_look_to_json (look) : NULL;
  g_autofree char *title = NULL;
  AskBoardPin pin = { 0 };

  if (answer == NULL || answer->sql == NULL || self->session == NULL)
    return;
  title = ask_answer_card_dup_title (self);
  pin.title = title;
  pin.question = answer->question;
  pin.sql = answer->sql;
  pin.rows = answer->rows;
  pin.look = node;
  pin.run_at = g_get_real_time ();
  if (chart != NULL)
    pin.view = ask_chart_get_kind (chart) == ASK_CHART_VALUE   ? ASK_VIEW_VALUE
               : ask_chart_get_kind (chart) == ASK_CHART_TABLE ? ASK_VIEW_TABLE
                                                               : ASK_VIEW_CHART;
  ask_pin_dialog_present (widget, self->session, &pin);
}

static void
action_query (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *window;

  if (self->outcome == NULL || self->outcome->saved == NULL)
    return;
  window = ask_saved_query_new (self->outcome);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (window));
}

static void
action_build (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);

  if (self->outcome != NULL && self->outcome->answer->sql != NULL)
    gtk_widget_activate_action (widget, "win.build", "s", self->outcome->answer->sql);
}

static void
action_pivot (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  const AskAnswer *answer = self->outcome != NULL ? self->outcome->answer : NULL;
  g_autofree char *title = NULL;
  GtkWidget *window;

  if (answer == NULL || answer->rows == NULL)
    return;
  title = ask_answer_card_dup_title (self);
  window = ask_pivot_window_new (answer->rows, title);
  /* Of rows that are not all here its source makes the groups. */
  if (ask_rows_get_truncated (answer->rows) && answer->sql != NULL && get_path (self) != NULL)
    {
      g_autofree char *from = ask_table_query_to_from (answer->rows, answer->sql);

      ask_pivot_window_set_source (ASK_PIVOT_WINDOW (window), get_path (self), from);
    }
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (window));
}

static void
action_steps (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *window;

  if (self->outcome == NULL)
    return;
  window = ask_steps_window_new (self->outcome, get_path (self));
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (window));
}

static void
complaint_kept (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (source);
  g_autofree char *sql = data;
  g_autoptr (GError) error = NULL;

  if (ask_job_finish (source, result, &error) == NULL)
    {
      tell_error (self, error);
      return;
    }
  tell (self, _ ("Kept for whoever looks after the data"));
  if (self->session != NULL)
    ask_session_changed (self->session);
  if (sql != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "card.take", "s", sql);
}

static void
complaint_written (GtkWidget *dialog, const char *response, AskAnswerCard *self)
{
  g_autofree char *text = NULL;
  g_autofree char *parts = NULL;
  g_autofree char *words = NULL;

  if (!g_str_equal (response, "keep") || self->outcome == NULL || self->session == NULL)
    return;
  text = ask_complaint_dup_text (dialog);
  parts = ask_complaint_dup_parts (dialog);
  words = ask_complaint_dup_words (dialog);
  ask_job_start (ask_jobs_complain (self->outcome->answer, text, parts, words), self,
                 ask_session_get_path (self->session), NULL, complaint_kept, ask_complaint_dup_sql (dialog));
}

static void
action_complain (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog;

  if (self->outcome == NULL)
    return;
  dialog = ask_complaint_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, self->outcome->answer);
  g_signal_connect_object (dialog, "response", G_CALLBACK (complaint_written), widget, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
kept (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  if (error != NULL)
    tell_error (ASK_ANSWER_CARD (source), error);
  else
    tell (ASK_ANSWER_CARD (source), _ ("Kept on the Ask page"));
}

static void
action_keep (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);

  if (self->outcome != NULL)
    ask_job_start (ask_jobs_pin_answer (self->outcome->answer->history_id, TRUE), self,
                   ask_session_get_path (self->session), NULL, kept, NULL);
}

static void
verified (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (source);
  g_autoptr (GError) error = NULL;

  g_autoptr (AskVerified) pair = ask_job_finish (source, result, &error);

  if (pair == NULL)
    {
      tell_error (self, error);
      return;
    }
  tell (self, _ ("Saved as a verified question"));
  /* The card may hold another answer by now. */
  if (self->outcome != NULL && g_strcmp0 (self->outcome->answer->sql, pair->sql) == 0)
    {
      g_clear_pointer (&self->vouched, ask_verified_free);
      self->vouched = g_steal_pointer (&pair);
      ask_answer_card_update_voucher (self);
      ask_answer_card_update_actions (self);
    }
  if (self->session != NULL)
    ask_session_changed (self->session);
}

static void
action_verify (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);

  if (self->outcome != NULL && self->outcome->answer->sql != NULL)
    ask_job_start (ask_jobs_verify (self->outcome->answer->question, self->outcome->answer->sql), self,
                   ask_session_get_path (self->session), NULL, verified, NULL);
}

static void
action_ask (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_answer_card_ask (ASK_ANSWER_CARD (widget), g_variant_get_string (parameter, NULL));
}

static void
action_read (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  g_autofree char *question = NULL;
  g_autofree char *only = NULL;

  if (self->outcome == NULL)
    return;
  /* Not what stands in the entry: it may have been edited since. */
  question = g_strdup (self->outcome->answer->question);
  only = g_strdup (self->outcome->answer->only);
  ask_answer_card_start (self, question,
                         &(AskAsking) {
                           .reading = (int) g_variant_get_uint32 (parameter), .follow = self->follow, .only = only });
}

static void
action_take (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  g_autofree char *question = NULL;
  g_autofree char *sql = g_variant_dup_string (parameter, NULL);

  if (self->outcome == NULL)
    return;
  question = g_strdup (self->outcome->answer->question);
  ask_answer_card_start (self, question, &(AskAsking) { .follow = self->outcome->answer->history_id, .take = sql });
}

static void
action_ask_only (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  g_autofree char *question = NULL;
  g_autofree char *only = g_variant_dup_string (parameter, NULL);

  if (self->outcome == NULL)
    return;
  question = g_strdup (self->outcome->answer->question);
  ask_answer_card_start (self, question, &(AskAsking) { .only = only });
}

static void
link_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *question = NULL;

  if (ask_job_finish (source, result, &error) == NULL)
    {
      tell_error (self, error);
      return;
    }
  /* The card may be gone, or hold nothing that could be read anew. */
  if (self->state == NULL || self->outcome == NULL)
    return;
  question = g_strdup (self->outcome->answer->question);
  ask_answer_card_ask (self, question);
}

static void
action_link (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  const char *words, *target;

  g_variant_get (parameter, "(&s&s)", &words, &target);
  if (self->session != NULL && self->outcome != NULL)
    ask_job_start (ask_jobs_choose_link (self->outcome->answer, words, *target != '\0' ? target : NULL), self,
                   ask_session_get_path (self->session), NULL, link_chosen, NULL);
}

static void
action_ask_again (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAnswerCard *self = ASK_ANSWER_CARD (widget);
  g_autofree char *words = g_strdup (self->file != NULL ? self->file : ask_answer_card_get_question (self));
  const AskAnswer *answer = self->outcome != NULL ? self->outcome->answer : NULL;

  if (self->file != NULL)
    ask_answer_card_open_file (self, words);
  /* The question says nothing that could be read. */
  else if (answer != NULL && answer->written && g_str_equal (words, answer->question))
    {
      g_autofree char *sql = g_strdup (answer->sql);

      ask_answer_card_start (self, words, &(AskAsking) { .sql = sql, .follow = answer->before });
    }
  else
    ask_answer_card_ask (self, words);
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_answer_card_cancel (ASK_ANSWER_CARD (widget));
}

static void
action_show_view (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_answer_card_show_view (ASK_ANSWER_CARD (widget), g_variant_get_string (parameter, NULL));
}

/** ask_answer_card_install_actions: the one table of what a card can do. */
void
ask_answer_card_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "card.copy", NULL, action_copy },
    { "card.copy-sentence", NULL, action_copy_sentence },
    { "card.copy-sql", NULL, action_copy_sql },
    { "card.export-table", "s", action_export },
    { "card.save-answer", NULL, action_save },
    { "card.query", NULL, action_query },
    { "card.build", NULL, action_build },
    { "card.pivot", NULL, action_pivot },
    { "card.check", NULL, action_check },
    { "card.steps", NULL, action_steps },
    { "card.behind", "(uu)", action_behind },
    { "card.save-chart", NULL, action_save_chart },
    { "card.complain", NULL, action_complain },
    { "card.verify", NULL, action_verify },
    { "card.pin", NULL, action_pin },
    { "card.keep", NULL, action_keep },
    { "card.ask", "s", action_ask },
    { "card.read", "u", action_read },
    { "card.take", "s", action_take },
    { "card.ask-only", "s", action_ask_only },
    { "card.link", "(ss)", action_link },
    { "card.ask-again", NULL, action_ask_again },
    { "card.cancel", NULL, action_cancel },
    { "card.show-view", "s", action_show_view },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter, actions[i].activate);
}

/** ask_answer_card_update_actions: allows what the present outcome can do. */
void
ask_answer_card_update_actions (AskAnswerCard *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AskAnswer *answer = self->outcome != NULL ? self->outcome->answer : NULL;
  gboolean has_rows = answer != NULL && answer->rows != NULL && ask_rows_get_n_rows (answer->rows) > 0;
  gboolean has_sql = answer != NULL && answer->sql != NULL && *answer->sql != '\0';
  gboolean is_saved = self->outcome != NULL && self->outcome->saved != NULL;
  gboolean answered = answer != NULL && answer->status == ASK_STATUS_ANSWERED;

  gtk_widget_action_set_enabled (widget, "card.copy", has_rows);
  gtk_widget_action_set_enabled (widget, "card.copy-sentence", answer != NULL && answer->text != NULL);
  gtk_widget_action_set_enabled (widget, "card.copy-sql", has_sql);
  gtk_widget_action_set_enabled (widget, "card.build", has_sql && !is_saved);
  gtk_widget_action_set_enabled (widget, "card.export-table", has_rows);
  gtk_widget_action_set_enabled (widget, "card.pivot", has_rows);
  gtk_widget_action_set_enabled (widget, "card.check", has_rows && has_sql && !is_saved);
  gtk_widget_action_set_enabled (widget, "card.save-chart",
                                 has_rows && self->outcome->chart != NULL
                                   && ask_chart_get_kind (self->outcome->chart) != ASK_CHART_TABLE);
  gtk_widget_action_set_enabled (widget, "card.steps", answer != NULL && answer->steps->len > 0);
  gtk_widget_action_set_enabled (widget, "card.complain", answer != NULL && answer->history_id > 0);
  gtk_widget_action_set_enabled (widget, "card.keep", answered && !is_saved && answer->history_id > 0);
  gtk_widget_action_set_enabled (widget, "card.pin", has_sql && answered && !is_saved);
  gtk_widget_action_set_enabled (widget, "card.verify",
                                 has_sql && answered && !is_saved && answer->verified == NULL && self->vouched == NULL
                                   && answer->follows == 0);
  gtk_widget_action_set_enabled (widget, "card.save-answer", answered && !is_saved);
  gtk_widget_action_set_enabled (widget, "card.query", is_saved && self->outcome->saved->tables->len > 0);
  /* A saved answer has no source to be asked of. */
  gtk_widget_action_set_enabled (widget, "card.ask-again", !is_saved);
}
