/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The form says what is asked; the dialog runs it, as a query of its own that stands in the history like any other. Where a name
 * was given, the question is kept as a function first, and the query calls that.
 */
#include "config.h"

#include "app/functions/ask-each-dialog.h"

#include <glib/gi18n.h>

#include "app/functions/ask-answers-bar.h"
#include "app/jobs/ask-jobs-function.h"
#include "app/widgets/ask-cost-view.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

/* Of a question that names a column. */
#define TITLE_LENGTH 40

struct _AskEachDialog
{
  AdwWindow parent_instance;
  AskSession *session;
  char *sql; /* nullable */
  char *from;
  char *column;
  guint index;
  AskOwnFunction *asked; /* nullable: what is run */
  GCancellable *cancellable; /* nullable: while it is run */

  AskFunctionForm *form;
  AdwEntryRow *name;
  GtkWidget *run;
  GtkWidget *cancel;
  GtkWidget *progress;
  GtkProgressBar *bar;
  AskCostView *gate;
  GtkLabel *said;
};

G_DEFINE_FINAL_TYPE (AskEachDialog, ask_each_dialog, ADW_TYPE_WINDOW)

static guint answered_signal;

static void
say (AskEachDialog *self, const char *words)
{
  gtk_label_set_text (self->said, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->said), words != NULL);
}

static void
set_running (AskEachDialog *self, gboolean running)
{
  /* What is typed in may not have the focus when it goes. */
  if (running)
    gtk_widget_grab_focus (self->cancel);
  gtk_widget_set_sensitive (GTK_WIDGET (self->form), !running);
  gtk_widget_set_sensitive (GTK_WIDGET (self->name), !running);
  gtk_widget_set_sensitive (self->run, !running && ask_function_form_has_question (self->form));
  gtk_widget_set_visible (self->progress, running);
  gtk_button_set_label (GTK_BUTTON (self->cancel), running ? _ ("_Stop") : _ ("_Cancel"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "card.cancel", running);
  if (!running)
    ask_cost_view_forget (self->gate);
}

/* Where nothing is asked there is nothing to run. */
static void
form_changed (AskEachDialog *self)
{
  gtk_widget_set_sensitive (self->run, self->cancellable == NULL && ask_function_form_has_question (self->form));
}

static void
stop (gpointer dialog)
{
  AskEachDialog *self = dialog;

  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  set_running (self, FALSE);
}

static void
show_cost (gpointer target, AskCostWait *wait)
{
  AskEachDialog *self = ASK_EACH_DIALOG (target);

  ask_cost_view_ask (self->gate, wait, self->cancellable != NULL);
}

static void
show_values (gpointer target, gsize n_done, gsize n)
{
  AskEachDialog *self = ASK_EACH_DIALOG (target);

  if (self->cancellable != NULL)
    ask_answers_bar_show (self->bar, n_done, n);
}

static gboolean
is_over (AskEachDialog *self, GAsyncResult *result)
{
  return self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable;
}

static void
ran (GObject *source, GAsyncResult *result, gpointer data)
{
  AskEachDialog *self = ASK_EACH_DIALOG (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOutcome) outcome = ask_job_finish (source, result, &error);

  if (is_over (self, result))
    return;
  g_clear_object (&self->cancellable);
  set_running (self, FALSE);
  if (outcome == NULL)
    say (self, ask_error_get_words (error));
  else if (outcome->answer->status != ASK_STATUS_ANSWERED)
    say (self, outcome->answer->text);
  else
    {
      g_signal_emit (self, answered_signal, 0, outcome);
      gtk_window_close (GTK_WINDOW (self));
    }
}

/* What the new column is called: the function, or the question. */
static char *
make_title (const AskOwnFunction *asked)
{
  return asked->name != NULL ? g_strdup (asked->name) : ask_text_shorten (asked->question, TITLE_LENGTH);
}

static void
start (AskEachDialog *self)
{
  g_autofree char *title = make_title (self->asked);
  g_autofree char *sql
    = ask_blend_write_each (&(AskBlendColumn) { self->sql, self->from, self->column, self->index }, self->asked, title);

  gtk_progress_bar_set_fraction (self->bar, 0);
  gtk_progress_bar_set_text (self->bar, _ ("Running…"));
  ask_job_start (ask_jobs_ask (self, self->asked->question, &(AskAsking) { .sql = sql },
                               &(AskAskingNews) { .on_cost = show_cost, .on_values = show_values }),
                 self, ask_session_get_path (self->session), self->cancellable, ran, NULL);
}

static void
kept (GObject *source, GAsyncResult *result, gpointer data)
{
  AskEachDialog *self = ASK_EACH_DIALOG (source);
  g_autoptr (GError) error = NULL;
  gboolean good = ask_job_finish (source, result, &error) != NULL;

  if (is_over (self, result))
    return;
  if (good)
    {
      ask_session_changed (self->session);
      start (self);
      return;
    }
  g_clear_object (&self->cancellable);
  set_running (self, FALSE);
  say (self, ask_error_get_words (error));
}

/** ask_each_dialog_run: @self: a dialog; runs what its form asks, unless it is under way */
void
ask_each_dialog_run (AskEachDialog *self)
{
  g_autofree char *name = NULL;
  AskOwnFunction *asked;

  g_return_if_fail (ASK_IS_EACH_DIALOG (self));
  if (self->cancellable != NULL)
    return;
  say (self, NULL);
  asked = ask_function_form_dup_asked (self->form);
  if (asked == NULL)
    {
      /* It says what is missing. */
      ask_function_form_try (self->form);
      return;
    }
  ask_function_form_stop (self->form);
  g_clear_pointer (&self->asked, ask_own_function_free);
  self->asked = asked;
  name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  self->cancellable = g_cancellable_new ();
  set_running (self, TRUE);
  if (*name == '\0')
    {
      start (self);
      return;
    }
  asked->name = g_steal_pointer (&name);
  ask_job_start (ask_jobs_save_function (asked), self, ask_session_get_path (self->session), self->cancellable, kept,
                 NULL);
}

/** ask_each_dialog_get_form: @self: a dialog; Returns: (transfer none): what is asked, and the trial */
AskFunctionForm *
ask_each_dialog_get_form (AskEachDialog *self)
{
  g_return_val_if_fail (ASK_IS_EACH_DIALOG (self), NULL);
  return self->form;
}

/** ask_each_dialog_get_said: @self: a dialog; Returns: (transfer none): why what was run gave no answer, or "" */
const char *
ask_each_dialog_get_said (AskEachDialog *self)
{
  g_return_val_if_fail (ASK_IS_EACH_DIALOG (self), "");
  return gtk_label_get_text (self->said);
}

/* ---- the window */

static void
cancel_clicked (AskEachDialog *self)
{
  if (self->cancellable != NULL)
    stop (self);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  stop (widget);
}

static void
ask_each_dialog_finalize (GObject *object)
{
  AskEachDialog *self = ASK_EACH_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->asked, ask_own_function_free);
  g_free (self->sql);
  g_free (self->from);
  g_free (self->column);
  G_OBJECT_CLASS (ask_each_dialog_parent_class)->finalize (object);
}

static void
ask_each_dialog_class_init (AskEachDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ask_each_dialog_finalize;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  /* What the view of a price has on its button. */
  gtk_widget_class_install_action (widget_class, "card.cancel", NULL, action_cancel);
  answered_signal = g_signal_new ("answered", ASK_TYPE_EACH_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  1, G_TYPE_POINTER);
}

static GtkWidget *
new_header (AskEachDialog *self)
{
  GtkWidget *header
    = g_object_new (ADW_TYPE_HEADER_BAR, "show-start-title-buttons", FALSE, "show-end-title-buttons", FALSE, NULL);

  self->cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  self->run = gtk_button_new_with_mnemonic (_ ("_Run"));
  gtk_widget_set_tooltip_text (self->run, _ ("Ask about each value, and show the answers as a column"));
  gtk_widget_add_css_class (self->run, "suggested-action");
  g_signal_connect_object (self->cancel, "clicked", G_CALLBACK (cancel_clicked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run, "clicked", G_CALLBACK (ask_each_dialog_run), self, G_CONNECT_SWAPPED);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->run);
  return header;
}

static GtkWidget *
new_progress (AskEachDialog *self)
{
  self->progress = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  self->bar = g_object_new (GTK_TYPE_PROGRESS_BAR, "show-text", TRUE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Answers that have come"), -1);
  gtk_box_append (GTK_BOX (self->progress), GTK_WIDGET (self->bar));
  gtk_widget_set_visible (self->progress, FALSE);
  return self->progress;
}

static GtkWidget *
new_name (AskEachDialog *self)
{
  GtkWidget *group = adw_preferences_group_new ();

  self->name
    = g_object_new (ADW_TYPE_ENTRY_ROW, "title", _ ("_Keep as a function, called"), "use-underline", TRUE, NULL);
  adw_preferences_group_set_description (
    ADW_PREFERENCES_GROUP (group), _ ("Leave it empty to ask only once. SQL, and questions, can call a function."));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->name));
  return group;
}

static void
build (AskEachDialog *self)
{
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  GtkWidget *clamp = g_object_new (ADW_TYPE_CLAMP, "maximum-size", 600, "child", box, NULL);
  GtkWidget *scroller = g_object_new (GTK_TYPE_SCROLLED_WINDOW, "hscrollbar-policy", GTK_POLICY_NEVER, "vexpand", TRUE,
                                      "child", clamp, NULL);

  g_object_set (box, "margin-start", 12, "margin-end", 12, "margin-top", 18, "margin-bottom", 18, NULL);
  gtk_box_append (GTK_BOX (outer), new_header (self));
  gtk_box_append (GTK_BOX (outer), scroller);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->form));
  gtk_box_append (GTK_BOX (box), new_name (self));
  gtk_box_append (GTK_BOX (box), new_progress (self));
  self->gate = g_object_new (ASK_TYPE_COST_VIEW, "visible", FALSE, NULL);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->gate));
  self->said = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                             PANGO_WRAP_WORD_CHAR, "selectable", TRUE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->said), "error");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->said));
  adw_window_set_content (ADW_WINDOW (self), outer);
}

static void
ask_each_dialog_init (AskEachDialog *self)
{
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 640);
  ask_transient_init (self, stop);
}

/**
 * ask_each_dialog_new:
 * @session: of the window
 * @column: what is asked about
 *
 * Returns: (transfer none): a window, which is not shown yet
 */
GtkWidget *
ask_each_dialog_new (AskSession *session, const AskBlendColumn *column)
{
  AskEachDialog *self = g_object_new (ASK_TYPE_EACH_DIALOG, NULL);
  /* Translators: the name of a column. */
  g_autofree char *title = g_strdup_printf (_ ("Ask of Each “%s”"), column->name);

  self->session = g_object_ref (session);
  self->sql = g_strdup (column->sql);
  self->from = g_strdup (column->from);
  self->column = g_strdup (column->name);
  self->index = column->index;
  self->form = ASK_FUNCTION_FORM (ask_function_form_new (session, FALSE));
  ask_function_form_set_values (self->form, column);
  build (self);
  g_signal_connect_object (self->form, "changed", G_CALLBACK (form_changed), self, G_CONNECT_SWAPPED);
  set_running (self, FALSE);
  gtk_window_set_title (GTK_WINDOW (self), title);
  ask_function_form_focus (self->form);
  return GTK_WIDGET (self);
}
