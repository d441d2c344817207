/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is changed runs as an answer of its own; the answer that it was changed from stays. What fails is said below the
 * editor, so that it is mended there.
 *
 * ::changed-answer: (outcome) what was run gave an answer; whoever hears of it takes a reference.
 */
#include "config.h"

#include "app/ask/ask-card-sql.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-query.h"
#include "app/sql/ask-sql-editor.h"
#include "app/sql/ask-sql-view.h"
#include "app/widgets/ask-cost-view.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "sql/ask-sql-layout.h"

/* Of the question in the new one. */
#define QUESTION_LENGTH 120

struct _AskCardSql
{
  GtkWidget parent_instance;
  AskSession *session;
  AskOutcome *outcome;
  GCancellable *cancellable; /* nullable: while it runs */

  GtkStack *states;
  AskSqlEditor *editor; /* nullable: until it is edited */
  GtkLabel *said;
  AskCostView *cost;
  GtkSpinner *spinner;
};

G_DEFINE_FINAL_TYPE (AskCardSql, ask_card_sql, GTK_TYPE_WIDGET)

static guint changed_signal;

static void
set_running (AskCardSql *self, gboolean running)
{
  gtk_spinner_set_spinning (self->spinner, running);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card-sql.run", !running);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.cancel", running);
  if (!running)
    {
      ask_cost_view_forget (self->cost);
      gtk_widget_set_visible (GTK_WIDGET (self->cost), FALSE);
    }
}

static void
say (AskCardSql *self, const char *words)
{
  gtk_label_set_text (self->said, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->said), words != NULL);
  if (self->editor != NULL)
    ask_sql_editor_set_told (self->editor, words);
}

static void
show_cost (gpointer target, AskCostWait *wait)
{
  AskCardSql *self = ASK_CARD_SQL (target);

  if (self->cancellable == NULL || ask_cost_wait_is_over (wait))
    {
      ask_cost_wait_answer (wait, ASK_WAIT_NO, 0);
      ask_cost_wait_unref (wait);
      return;
    }
  ask_cost_view_show (self->cost, wait);
  gtk_widget_set_visible (GTK_WIDGET (self->cost), TRUE);
}

static void
cost_answered (AskCardSql *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->cost), FALSE);
}

static void
ran (GObject *source, GAsyncResult *result, gpointer data)
{
  AskCardSql *self = ASK_CARD_SQL (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOutcome) outcome = ask_job_finish (source, result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable || self->session == NULL)
    return;
  g_clear_object (&self->cancellable);
  set_running (self, FALSE);
  if (outcome == NULL)
    say (self,
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? _ ("Stopped.") : ask_error_get_words (error));
  else if (outcome->answer->status != ASK_STATUS_ANSWERED)
    say (self, outcome->answer->text);
  else
    {
      gtk_stack_set_visible_child_name (self->states, "view");
      g_signal_emit (self, changed_signal, 0, outcome);
    }
}

static void
action_run (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCardSql *self = ASK_CARD_SQL (widget);
  const AskAnswer *answer = self->outcome->answer;
  g_autofree char *sql = self->editor != NULL ? ask_sql_editor_dup_text (self->editor) : NULL;
  g_autofree char *of = ask_text_shorten (answer->question, QUESTION_LENGTH);
  /* Translators: a question whose SQL was changed. */
  g_autofree char *question = answer->written ? g_strdup (answer->question) : g_strdup_printf (_ ("SQL of “%s”"), of);

  if (sql == NULL || *sql == '\0' || self->cancellable != NULL)
    return;
  say (self, NULL);
  self->cancellable = g_cancellable_new ();
  set_running (self, TRUE);
  ask_job_start (ask_jobs_ask (self, question, &(AskAsking) { .follow = answer->history_id, .sql = sql },
                               &(AskAskingNews) { NULL, show_cost }),
                 self, ask_session_get_path (self->session), self->cancellable, ran, NULL);
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCardSql *self = ASK_CARD_SQL (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

static void
run (AskCardSql *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "card-sql.run", NULL);
}

/* Without names the editor offers none; it is there all the same. */
static void
desk_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskCardSql *self = ASK_CARD_SQL (source);
  g_autoptr (AskQueryDesk) desk = ask_job_finish (source, result, NULL);

  if (desk != NULL && self->editor != NULL)
    {
      ask_sql_editor_set_schema (self->editor, desk->schema);
      ask_sql_editor_set_functions (self->editor, desk->functions);
    }
}

/** ask_card_sql_edit: turns it into the editor, with the SQL as it is. */
void
ask_card_sql_edit (AskCardSql *self)
{
  g_autofree char *laid_out = NULL;

  g_return_if_fail (ASK_IS_CARD_SQL (self));
  gtk_stack_set_visible_child_name (self->states, "edit");
  laid_out = ask_sql_lay_out (self->outcome->answer->sql);
  ask_sql_editor_set_text (self->editor, laid_out);
  ask_sql_editor_set_workspace (self->editor, ask_session_get_path (self->session));
  say (self, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
  ask_job_start (ask_jobs_load_query_desk (), self, ask_session_get_path (self->session), NULL, desk_ready, NULL);
}

static void
action_edit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_card_sql_edit (ASK_CARD_SQL (widget));
}

static void
action_leave (GtkWidget *widget, const char *action, GVariant *parameter)
{
  action_cancel (widget, action, parameter);
  gtk_stack_set_visible_child_name (ASK_CARD_SQL (widget)->states, "view");
}

/* What stands in the editor, where it is one now. */
static void
action_open (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCardSql *self = ASK_CARD_SQL (widget);
  gboolean edits = g_str_equal (gtk_stack_get_visible_child_name (self->states), "edit");
  g_autofree char *sql = edits ? ask_sql_editor_dup_text (self->editor) : ask_sql_lay_out (self->outcome->answer->sql);

  gtk_widget_activate_action (widget, "win.open-sql", "s", sql);
}

static void
stop (gpointer view)
{
  AskCardSql *self = ASK_CARD_SQL (view);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
ask_card_sql_dispose (GObject *object)
{
  AskCardSql *self = ASK_CARD_SQL (object);
  GtkWidget *child;

  stop (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->editor = NULL;
  g_clear_object (&self->session);
  g_clear_pointer (&self->outcome, ask_outcome_unref);
  G_OBJECT_CLASS (ask_card_sql_parent_class)->dispose (object);
}

static void
ask_card_sql_class_init (AskCardSqlClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_card_sql_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "card-sql.edit", NULL, action_edit);
  gtk_widget_class_install_action (widget_class, "card-sql.leave", NULL, action_leave);
  gtk_widget_class_install_action (widget_class, "card-sql.run", NULL, action_run);
  gtk_widget_class_install_action (widget_class, "card-sql.open", NULL, action_open);
  /* What the view of a price has on its button. */
  gtk_widget_class_install_action (widget_class, "card.cancel", NULL, action_cancel);
  changed_signal = g_signal_new ("changed-answer", ASK_TYPE_CARD_SQL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static GtkWidget *
add_button (GtkWidget *row, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (row), button);
  return button;
}

static GtkWidget *
build_editor (AskCardSql *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  self->editor = g_object_new (ASK_TYPE_SQL_EDITOR, NULL);
  g_signal_connect_object (self->editor, "run", G_CALLBACK (run), self, G_CONNECT_SWAPPED);
  self->said = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                             PANGO_WRAP_WORD_CHAR, "selectable", TRUE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->said), "error");
  self->cost = g_object_new (ASK_TYPE_COST_VIEW, "visible", FALSE, NULL);
  g_signal_connect_object (self->cost, "answered", G_CALLBACK (cost_answered), self, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (add_button (row, _ ("_Run"), _ ("Run it as an answer of its own (Ctrl+Enter)"),
                                        "card-sql.run"),
                            "suggested-action");
  add_button (row, _ ("_Cancel"), _ ("Leave the SQL as it is"), "card-sql.leave");
  add_button (row, _ ("_Open in SQL Page"), NULL, "card-sql.open");
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->spinner), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Working"), -1);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->spinner));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->editor));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->said));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->cost));
  gtk_box_append (GTK_BOX (box), row);
  return box;
}

static void
ask_card_sql_init (AskCardSql *self)
{
  ask_transient_init_part (self, stop);
  self->states = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_vhomogeneous (self->states, FALSE);
  gtk_stack_add_named (self->states, gtk_box_new (GTK_ORIENTATION_VERTICAL, 9), "view");
  gtk_stack_add_named (self->states, build_editor (self), "edit");
  gtk_widget_set_parent (GTK_WIDGET (self->states), GTK_WIDGET (self));
  set_running (self, FALSE);
}

/**
 * ask_card_sql_new:
 * @outcome: (transfer none): an answer with SQL
 *
 * Returns: (transfer floating): its SQL; that of a saved answer, whose sources are not there, can only be read
 */
GtkWidget *
ask_card_sql_new (AskSession *session, AskOutcome *outcome)
{
  AskCardSql *self = g_object_new (ASK_TYPE_CARD_SQL, NULL);
  GtkWidget *box = gtk_stack_get_child_by_name (self->states, "view");
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  self->session = g_object_ref (session);
  self->outcome = ask_outcome_ref (outcome);
  gtk_box_append (GTK_BOX (box), ask_sql_view_new (outcome->answer->sql));
  if (outcome->saved == NULL)
    {
      add_button (row, _ ("_Edit"), _ ("Change the SQL and run it as an answer of its own"), "card-sql.edit");
      add_button (row, _ ("_Open in SQL Page"), NULL, "card-sql.open");
      gtk_box_append (GTK_BOX (box), row);
    }
  return GTK_WIDGET (self);
}

/** ask_card_sql_get_said: Returns: (transfer none): why what was run gave no answer; "" where nothing is said */
const char *
ask_card_sql_get_said (AskCardSql *self)
{
  g_return_val_if_fail (ASK_IS_CARD_SQL (self), "");
  return gtk_label_get_text (self->said);
}
