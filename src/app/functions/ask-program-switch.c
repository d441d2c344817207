/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A person turns on what they were shown: the digest goes back with the answer, and where the files are others by then, nothing is
 * turned on.
 */
#include "config.h"

#include "app/functions/ask-program-switch.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-program.h"
#include "base/ask-error.h"

/* What the switch knows; its row owns it. */
typedef struct
{
  AdwActionRow *row;
  GtkSwitch *widget;
  AskSession *session;
  AskOwnFunction *function;
  AskProgramState *state; /* nullable */
  gboolean busy; /* the switch is moved by us */
} Switch;

static void
switch_free (gpointer data)
{
  Switch *self = data;

  g_object_unref (self->session);
  ask_own_function_free (self->function);
  ask_program_state_free (self->state);
  g_free (self);
}

static void
move (Switch *self, gboolean on)
{
  self->busy = TRUE;
  gtk_switch_set_active (self->widget, on);
  gtk_switch_set_state (self->widget, on);
  self->busy = FALSE;
}

static void
show_state (Switch *self)
{
  const AskProgramState *state = self->state;
  g_autofree char *digest = state->program != NULL ? g_strndup (state->program->digest, 16) : NULL;
  g_autofree char *words = NULL;

  if (state->program == NULL)
    words = g_strdup (state->fault);
  else
    words = g_strdup_printf (state->on
                               /* Translators: a command, and the first digits of a checksum. */
                               ? _ ("Starts %s (SHA-256 %s…)")
                               : _ ("Would start %s (SHA-256 %s…). It is not turned on, or has changed since."),
                             state->program->command, digest);
  /* A path is read to its end, or it says nothing. */
  adw_action_row_set_subtitle_lines (self->row, 0);
  adw_action_row_set_subtitle (self->row, words);
  gtk_widget_set_sensitive (GTK_WIDGET (self->widget), state->program != NULL);
  move (self, state->on);
}

/* Of a row that is gone, nothing is shown. */
static void
state_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  Switch *self = g_object_get_data (source, "ask-switch");
  g_autoptr (GError) error = NULL;
  AskProgramState *state = ask_job_finish (source, result, &error);

  if (state == NULL)
    {
      adw_action_row_set_subtitle (self->row, ask_error_get_words (error));
      move (self, FALSE);
      return;
    }
  ask_program_state_free (self->state);
  self->state = state;
  show_state (self);
}

static void
turn (Switch *self, const char *digest)
{
  ask_job_start (ask_jobs_turn_program (self->function, digest), self->row, ask_session_get_path (self->session), NULL,
                 state_ready, NULL);
}

static void
answered (AdwMessageDialog *dialog, const char *response, AdwActionRow *row)
{
  Switch *self = g_object_get_data (G_OBJECT (row), "ask-switch");

  if (g_str_equal (response, "on"))
    turn (self, self->state->program->digest);
  else
    move (self, FALSE);
}

static void
show_question (Switch *self)
{
  const AskProgram *program = self->state->program;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->row));
  g_autofree char *heading = g_strdup_printf (_ ("Start This Program for %s?"), self->function->name);
  g_autoptr (GString) body = g_string_new (NULL);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (root), heading, NULL);

  g_string_append_printf (body, "%s\n\n", program->command);
  for (guint i = 0; i < program->files->len; i++)
    g_string_append_printf (body, "%s\n", (const char *) program->files->pdata[i]);
  g_string_append_printf (body, "SHA-256: %s\n\n%s", program->digest,
                          _ ("It gets the values that queries ask it about, and can do on this computer whatever you "
                             "can. Only turn on what you know."));
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body->str);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "on", _ ("_Turn On"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "on", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered), self->row, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
state_set (GtkSwitch *widget, gboolean on, Switch *self)
{
  if (self->busy || self->state == NULL)
    return self->state == NULL;
  if (on)
    show_question (self);
  else
    turn (self, NULL);
  return TRUE;
}

/**
 * ask_program_switch_add:
 * @row: of the function; gets the switch, and says in its subtitle what is started
 * @session: of the window
 * @function: with a command
 */
void
ask_program_switch_add (AdwActionRow *row, AskSession *session, const AskOwnFunction *function)
{
  Switch *self = g_new0 (Switch, 1);
  g_autofree char *words = g_strdup_printf (_ ("Let %s start its program"), function->name);

  self->row = row;
  self->session = g_object_ref (session);
  self->function = ask_own_function_copy (function);
  self->widget = GTK_SWITCH (gtk_switch_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->widget), GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (GTK_WIDGET (self->widget), FALSE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->widget), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->widget), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_signal_connect (self->widget, "state-set", G_CALLBACK (state_set), self);
  adw_action_row_add_suffix (row, GTK_WIDGET (self->widget));
  g_object_set_data_full (G_OBJECT (row), "ask-switch", self, switch_free);
  ask_job_start (ask_jobs_read_program (function), row, ask_session_get_path (session), NULL, state_ready, NULL);
}
