/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Dialogs that ask for a few words: which question the query answers, where a person vouches for it, and what a column of
 * its result is to be called.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-jobs-verified.h"
#include "base/ask-error.h"
#include "explore/ask-build-rename.h"

/* @label: of the entry, for screen readers; @text: that stands in it */
typedef struct
{
  const char *heading;
  const char *body;
  const char *label;
  const char *text;
  const char *save;
} Asked;

static char *
dup_words (GtkEditable *entry)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (entry)));
}

static void
words_changed (AdwMessageDialog *dialog, GtkEditable *entry)
{
  g_autofree char *words = dup_words (entry);

  adw_message_dialog_set_response_enabled (dialog, "save", words[0] != '\0');
}

/* Returns: (transfer full) (nullable): what was written, where a person saved it */
static char *
take_words (AdwMessageDialog *dialog, const char *response)
{
  g_autofree char *words = dup_words (g_object_get_data (G_OBJECT (dialog), "ask-entry"));

  return strcmp (response, "save") == 0 && words[0] != '\0' ? g_steal_pointer (&words) : NULL;
}

static GtkWidget *
ask_for_words (AskBuildView *self, const Asked *asked, GCallback given)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *dialog
    = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, asked->heading, asked->body);

  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (entry), asked->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, asked->label, -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "save", asked->save, NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "save", asked->text[0] != '\0');
  g_object_set_data (G_OBJECT (dialog), "ask-entry", entry);
  g_signal_connect_object (entry, "changed", G_CALLBACK (words_changed), dialog, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "response", given, self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

/* ---- to vouch for it */

static void
verified (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBuildView *self = ASK_BUILD_VIEW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) pair = ask_job_finish (source, result, &error);

  if (self->session == NULL)
    return;
  ask_session_toast (self->session,
                     pair != NULL ? _ ("Saved among the verified questions") : ask_error_get_words (error));
  if (pair != NULL)
    ask_session_changed (self->session);
}

static void
question_given (AskBuildView *self, const char *response, AdwMessageDialog *dialog)
{
  g_autofree char *question = take_words (dialog, response);
  g_autofree char *sql = question != NULL ? ask_build_view_dup_sql (self) : NULL;

  if (question != NULL)
    ask_job_start (ask_jobs_save_verified (0, question, sql), self, ask_session_get_path (self->session), NULL,
                   verified, NULL);
}

/* ask_build_view_verify: asks which question the query answers, and saves both */
void
ask_build_view_verify (AskBuildView *self)
{
  const Asked asked = { _ ("Save as Verified"),
                        _ ("Which question does this query answer? Whoever asks it gets this answer, and you "
                           "vouch for it."),
                        _ ("Question"), "", _ ("_Save") };

  ask_for_words (self, &asked, G_CALLBACK (question_given));
}

/* ---- the name of a column */

static void
name_given (AskBuildView *self, const char *response, AdwMessageDialog *dialog)
{
  g_autofree char *name = take_words (dialog, response);
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (dialog), "ask-column"));
  g_autoptr (AskBuild) build = NULL;
  g_autoptr (GError) error = NULL;

  /* Meanwhile it may have become SQL that no step says. */
  if (name == NULL || self->build == NULL || self->as_sql)
    return;
  build = ask_build_copy (self->build);
  if (ask_build_rename_output (build, self->schema, column, name, &error))
    ask_build_view_adopt (self, g_steal_pointer (&build), TRUE);
  else
    ask_session_toast (self->session, ask_error_get_words (error));
}

/* ask_build_view_rename: asks what the column at @column of the result is to be called, from 0 */
void
ask_build_view_rename (AskBuildView *self, guint column)
{
  const AskRows *rows = ask_grid_get_rows (self->table);
  Asked asked
    = { _ ("Rename the Column"), _ ("Steps that use it follow."), _ ("Name of the column"), NULL, _ ("_Rename") };
  GtkWidget *dialog;

  if (rows == NULL || column >= ask_rows_get_n_columns (rows))
    return;
  asked.text = ask_rows_get_column (rows, column)->name;
  dialog = ask_for_words (self, &asked, G_CALLBACK (name_given));
  g_object_set_data (G_OBJECT (dialog), "ask-column", GUINT_TO_POINTER (column));
}
