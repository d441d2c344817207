/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What goes into the file is collected first, listed, and then written as it was listed. Where the ledger has the bytes of
 * requests, a person says whether they go in; the list changes with that.
 */
#include "config.h"

#include "app/ask/ask-answer-save.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/widgets/ask-chooser.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-error.h"

/* Of the list, in pixels, and of a line that takes two. */
#define MAX_HEIGHT 240
#define LINE_HEIGHT 38
#define MAX_NAME 60

/**
 * Saving:
 * @bundle: (nullable): what is listed; %NULL while that is being found out
 * @dialog: (nullable): weak
 * @asked: jobs under way that find out what would be listed
 *
 * Held by whoever waits: a job, the dialog, the file chooser.
 */
typedef struct
{
  gatomicrefcount ref_count;
  GtkWidget *card;
  AskSession *session;
  AskOutcome *outcome;
  AskBundle *bundle;
  GtkWidget *dialog;
  GtkBox *list;
  guint asked;
} Saving;

static Saving *
saving_ref (Saving *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
saving_unref (gpointer data)
{
  Saving *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_weak_pointer (&self->dialog);
  g_clear_pointer (&self->bundle, ask_bundle_free);
  ask_outcome_unref (self->outcome);
  g_object_unref (self->session);
  g_object_unref (self->card);
  g_free (self);
}

static void
saving_unref_closure (gpointer data, GClosure *closure)
{
  saving_unref (data);
}

static void
tell_error (Saving *self, const GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_session_toast (self->session, ask_error_get_words (error));
}

/**
 * ask_answer_save_suggest_name:
 * @question: what was asked
 * @ending: of the file's name, with its point
 *
 * Returns: (transfer full): a name for a file, without signs that a file system or a shell stumbles over
 */
char *
ask_answer_save_suggest_name (const char *question, const char *ending)
{
  GString *name = g_string_new (NULL);

  for (const char *p = question; *p != '\0' && name->len < MAX_NAME; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isalnum (c))
        g_string_append_unichar (name, c);
      else if (name->len > 0 && name->str[name->len - 1] != ' ')
        g_string_append_c (name, ' ');
    }
  g_strchomp (name->str);
  name->len = strlen (name->str);
  if (name->len == 0)
    g_string_append (name, _ ("Answer"));
  g_string_append (name, ending);
  return g_string_free (name, FALSE);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *self = data;
  g_autoptr (GError) error = NULL;

  if (ask_job_finish (source, result, &error) != NULL)
    ask_session_toast (self->session, _ ("Answer saved"));
  else
    tell_error (self, error);
  saving_unref (self);
}

static void
place_chosen (GtkNativeDialog *chooser, int response, Saving *self)
{
  if (response == GTK_RESPONSE_ACCEPT && self->bundle != NULL)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
      g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
      g_autofree char *named = path == NULL || g_str_has_suffix (path, ASK_BUNDLE_SUFFIX)
                                 ? g_strdup (path)
                                 : g_strconcat (path, ASK_BUNDLE_SUFFIX, NULL);

      if (named == NULL)
        ask_session_toast (self->session, _ ("This place cannot be written to. Choose a folder of this computer."));
      else
        ask_job_start (ask_jobs_save_answer (g_steal_pointer (&self->bundle), named), self->card, NULL, NULL, saved,
                       saving_ref (self));
    }
}

static void
choose_place (Saving *self)
{
  GtkRoot *root = gtk_widget_get_root (self->card);
  g_autofree char *name = ask_answer_save_suggest_name (self->outcome->answer->question, ASK_BUNDLE_SUFFIX);
  GtkFileChooserNative *chooser;

  /* The card was closed meanwhile. */
  if (!GTK_IS_WINDOW (root))
    return;
  chooser = gtk_file_chooser_native_new (_ ("Save the answer"), GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _ ("_Save"), _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  g_signal_connect_data (chooser, "response", G_CALLBACK (place_chosen), saving_ref (self), saving_unref_closure, 0);
  /* The handler holds the card: the window may own it, and the card may not. */
  ask_chooser_show (chooser, root);
}

static void
answered (GtkWidget *dialog, const char *response, Saving *self)
{
  if (g_str_equal (response, "save") && self->bundle != NULL)
    choose_place (self);
}

static void
fill_list (Saving *self)
{
  g_autoptr (GPtrArray) lines = ask_bundle_list (self->bundle);
  GtkWidget *scroller = gtk_widget_get_ancestor (GTK_WIDGET (self->list), GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_box_remove (self->list, child);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (self->dialog), lines->pdata[0]);
  for (guint i = 1; i < lines->len; i++)
    {
      g_autofree char *line = g_strconcat ("• ", lines->pdata[i], NULL);

      gtk_box_append (self->list, ask_wrapped_label_new (line, NULL));
    }
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller),
                                              (int) MIN (MAX_HEIGHT, (lines->len - 1) * LINE_HEIGHT));
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (self->dialog), "save", TRUE);
}

static void
collected_again (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *self = data;
  g_autoptr (GError) error = NULL;
  AskBundle *bundle = ask_job_finish (source, result, &error);

  /* Another click has asked for something else since. */
  if (--self->asked > 0 || self->dialog == NULL)
    g_clear_pointer (&bundle, ask_bundle_free);
  else if (bundle == NULL)
    tell_error (self, error);
  else
    {
      self->bundle = bundle;
      fill_list (self);
    }
  saving_unref (self);
}

static void
bodies_toggled (GtkCheckButton *check, Saving *self)
{
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (self->dialog), "save", FALSE);
  self->asked++;
  g_clear_pointer (&self->bundle, ask_bundle_free);
  ask_job_start (ask_jobs_collect_answer (self->outcome, gtk_check_button_get_active (check)), self->card,
                 ask_session_get_path (self->session), NULL, collected_again, saving_ref (self));
}

static GtkWidget *
new_content (Saving *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->list = GTK_BOX (list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_box_append (GTK_BOX (box), scroller);
  if (self->bundle->n_bodies > 0)
    {
      g_autofree char *size = ask_format_size (self->bundle->bodies_size);
      /* Translators: a size, such as 1.9 kB. */
      g_autofree char *words = g_strdup_printf (_ ("Also what stood in the requests (%s)"), size);
      GtkWidget *check = gtk_check_button_new ();
      GtkWidget *label = ask_wrapped_label_new (words, NULL);

      gtk_check_button_set_child (GTK_CHECK_BUTTON (check), label);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
      g_signal_connect (check, "toggled", G_CALLBACK (bodies_toggled), self);
      gtk_box_append (GTK_BOX (box), check);
    }
  return box;
}

static void
collected (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *self = data;
  GtkRoot *root = gtk_widget_get_root (self->card);
  g_autoptr (GError) error = NULL;
  AdwMessageDialog *dialog;

  self->bundle = ask_job_finish (source, result, &error);
  if (self->bundle == NULL)
    tell_error (self, error);
  /* The card was closed meanwhile. */
  if (self->bundle == NULL || !GTK_IS_WINDOW (root))
    {
      saving_unref (self);
      return;
    }
  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (root), _ ("Save This Answer?"), NULL));
  g_set_weak_pointer (&self->dialog, GTK_WIDGET (dialog));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "save", _ ("_Save…"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  adw_message_dialog_set_close_response (dialog, "cancel");
  adw_message_dialog_set_extra_child (dialog, new_content (self));
  fill_list (self);
  /* The dialog holds it from here on. */
  g_object_set_data_full (G_OBJECT (dialog), "ask-saving", self, saving_unref);
  g_signal_connect (dialog, "response", G_CALLBACK (answered), self);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * ask_answer_save:
 * @card: (type GtkWidget): over whose window it is asked
 * @session: of the workspace that the answer was asked in
 * @outcome: (transfer none): with an answer
 *
 * Says what a file of the answer would hold, and writes it where a person says so.
 */
void
ask_answer_save (GtkWidget *card, AskSession *session, AskOutcome *outcome)
{
  Saving *self = g_new0 (Saving, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->card = g_object_ref (card);
  self->session = g_object_ref (session);
  self->outcome = ask_outcome_ref (outcome);
  ask_job_start (ask_jobs_collect_answer (outcome, FALSE), card, ask_session_get_path (session), NULL, collected, self);
}
