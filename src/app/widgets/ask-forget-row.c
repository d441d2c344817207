/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row for what a workspace keeps by the way: how much there is of it, and a button that forgets it all, once a person said so.
 */
#include "config.h"

#include "app/widgets/ask-forget-row.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-forget.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"

struct _AskForgetRow
{
  AdwActionRow parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  const AskForgetting *forgetting;
};

G_DEFINE_FINAL_TYPE (AskForgetRow, ask_forget_row, ADW_TYPE_ACTION_ROW)

static void
run (AskForgetRow *self, AskJob *job, GAsyncReadyCallback done)
{
  ask_job_start (job, self, ask_session_get_path (self->session), self->cancellable, done, NULL);
}

static void
counted (GObject *source, GAsyncResult *result, gpointer data)
{
  AskForgetRow *self;
  g_autoptr (GError) error = NULL;
  g_autofree guint *n = ask_job_finish (source, result, &error);
  g_autofree char *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_FORGET_ROW (source);
  text = n != NULL ? self->forgetting->say (*n) : g_strdup (ask_error_get_words (error));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "kept.forget", n != NULL && *n > 0);
}

static void
forgotten (GObject *source, GAsyncResult *result, gpointer data)
{
  AskForgetRow *self;
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_FORGET_ROW (source);
  if (done)
    run (self, ask_jobs_count_forgettable (self->forgetting->what), counted);
  else
    adw_action_row_set_subtitle (ADW_ACTION_ROW (self), ask_error_get_words (error));
}

static void
answered (AdwMessageDialog *dialog, const char *response, AskForgetRow *self)
{
  if (g_str_equal (response, "forget"))
    run (self, ask_jobs_forget (self->forgetting->what), forgotten);
}

static void
action_forget (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskForgetRow *self = ASK_FORGET_ROW (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                              _ (self->forgetting->title), _ (self->forgetting->body));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "forget", _ ("_Forget"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "forget", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
stop (gpointer part)
{
  g_cancellable_cancel (((AskForgetRow *) part)->cancellable);
}

static void
ask_forget_row_dispose (GObject *object)
{
  AskForgetRow *self = ASK_FORGET_ROW (object);

  stop (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_forget_row_parent_class)->dispose (object);
}

static void
ask_forget_row_finalize (GObject *object)
{
  g_clear_object (&ASK_FORGET_ROW (object)->cancellable);
  G_OBJECT_CLASS (ask_forget_row_parent_class)->finalize (object);
}

static void
ask_forget_row_class_init (AskForgetRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_forget_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_forget_row_finalize;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "kept.forget", NULL, action_forget);
}

static void
ask_forget_row_init (AskForgetRow *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Forget…"));

  self->cancellable = g_cancellable_new ();
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "kept.forget");
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), button);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "kept.forget", FALSE);
  ask_transient_init_part (self, stop);
}

/**
 * ask_forget_row_load:
 * @session: whose workspace keeps it
 * @forgetting: what it is
 *
 * Counts, and can forget from then on.
 */
void
ask_forget_row_load (AskForgetRow *self, AskSession *session, const AskForgetting *forgetting)
{
  g_return_if_fail (ASK_IS_FORGET_ROW (self));
  g_set_object (&self->session, session);
  self->forgetting = forgetting;
  run (self, ask_jobs_count_forgettable (forgetting->what), counted);
}
