/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Documents as a source in the window: a folder is added, dropped or chosen, its reading is counted and can be stopped, and what
 * could not be read is told with its reason.
 */
#include "config.h"

#include <string.h>

#include "app-documents.h"
#include "app-form.h"
#include "app/sources/ask-documents-page.h"
#include "app/sources/ask-reading-bar.h"
#include "source/ask-source-kinds.h"

static gboolean
has_found (gpointer dialog)
{
  return g_str_equal (ask_add_source_dialog_get_state (dialog), "found");
}

static gboolean
is_idle (gpointer dialog)
{
  return g_str_equal (ask_add_source_dialog_get_state (dialog), "idle");
}

/* What the bar said last, seen or not. */
static const char *
get_said (GtkWidget *root)
{
  GtkWidget *labels[1];
  GtkWidget *bar = app_test_find (root, ASK_TYPE_READING_BAR, NULL);

  g_assert_nonnull (bar);
  g_assert_cmpuint (app_test_find_all (bar, GTK_TYPE_LABEL, labels, 1), ==, 1);
  return gtk_label_get_text (GTK_LABEL (labels[0]));
}

/* A folder that is dropped is read at once, counted, and added with what could not be read. */
static void
test_dropped (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "papers");
  AskAddSourceDialog *dialog;
  g_autofree char *titles = NULL;
  GtkWidget *desk, *expander;

  app_documents_put (folder, "secret.pdf", "%PDF nothing");
  app_documents_put (folder, "picture.png", "no");
  app_documents_put (folder, "a <b>bold</b> & name.txt", "");
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *name = g_strdup_printf ("more/%u.txt", i);

      app_documents_put (folder, name, "Notice of some weeks.");
    }
  ask_window_open_files (self->window, (const char *const[]) { folder, NULL });
  dialog = ASK_ADD_SOURCE_DIALOG (app_test_wait_for_window (ASK_TYPE_ADD_SOURCE_DIALOG));
  g_assert_true (app_test_wait (has_found, dialog));
  g_assert_cmpstr (app_form_get_typed (dialog, "Folder or file"), ==, folder);
  g_assert_cmpstr (app_form_get_typed (dialog, "Short name"), ==, "papers");
  g_assert_nonnull (strstr (get_said (GTK_WIDGET (dialog)), "62 documents read"));
  expander = app_test_find (GTK_WIDGET (dialog), GTK_TYPE_EXPANDER, NULL);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  app_test_wait_for_words (dialog, "secret.pdf: ");
  app_test_wait_for_words (dialog, "a <b>bold</b> & name.txt: ");
  app_test_picture (GTK_WIDGET (dialog), "documents-found");
  app_test_looks (GTK_WIDGET (dialog), "documents-found");
  app_form_add (self, dialog, "papers");

  desk = ask_source_card_open (app_form_find_card (self, "papers"), "documents");
  app_test_wait_for_words (desk, "62 documents");
  app_test_wait_for_words (desk, "secret.pdf");
  app_test_wait_for_words (desk, "It is damaged");
  app_test_wait_for_words (desk, "a <b>bold</b> & name.txt");
  app_test_wait_for_words (desk, "There is no text in it.");
  app_test_wait_for_words (desk, "Left out: 1 of a kind");
  app_test_picture (desk, "documents-desk");

  /* What is new since is there after another reading, and what is gone is told of no more. */
  app_documents_take (folder, "secret.pdf");
  app_documents_put (folder, "new.md", "# New\nNotice.\n");
  app_form_press (desk, "Read Again");
  app_test_wait_for_no_words (desk, "secret.pdf");
  app_test_wait_for_words (desk, "62 documents");
  titles = app_form_query (self, "SELECT title FROM documents WHERE path = 'new.md'");
  g_assert_cmpstr (titles, ==, "New");
  app_test_looks (desk, "documents-desk");
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* Reading ends when somebody says so; nothing is added, and nothing is wrong. */
static void
test_stopped (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "many");
  AskAddSourceDialog *dialog = app_form_open (self, "documents");

  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.txt", i);

      app_documents_put (folder, name, "Notice of some weeks.");
    }
  ask_add_source_dialog_set (dialog, NULL, folder, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_cmpstr (ask_add_source_dialog_get_state (dialog), ==, "working");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.cancel", NULL));
  g_assert_true (app_test_wait (is_idle, dialog));
  g_assert_null (ask_add_source_dialog_get_words (dialog));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (has_found, dialog));
  g_assert_nonnull (strstr (get_said (GTK_WIDGET (dialog)), "400 documents read"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* How far it is. */
static void
test_counted (AppTest *self, gconstpointer data)
{
  AskReadingBar *bar = g_object_new (ASK_TYPE_READING_BAR, NULL);
  GtkWidget *window = adw_window_new ();
  GtkWidget *progress = app_test_find (GTK_WIDGET (bar), GTK_TYPE_PROGRESS_BAR, "Documents read");

  gtk_window_set_default_size (GTK_WINDOW (window), 400, 120);
  adw_window_set_content (ADW_WINDOW (window), GTK_WIDGET (bar));
  gtk_window_present (GTK_WINDOW (window));
  ask_reading_bar_begin (bar, "Reading…");
  g_assert_false (gtk_widget_get_visible (progress));
  ask_reading_bar_tell (bar, 0, 0);
  g_assert_false (gtk_widget_get_visible (progress));
  ask_reading_bar_tell (bar, 3, 1200);
  g_assert_true (gtk_widget_get_visible (progress));
  g_assert_cmpfloat_with_epsilon (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (progress)), 0.0025, 1e-9);
  g_assert_cmpstr (get_said (GTK_WIDGET (bar)), ==, "3 of 1,200 documents read");
  ask_reading_bar_tell (bar, 500, 1200);
  app_test_picture (window, "documents-counted");
  /* A second look at a few is not told: the count does not fall. */
  ask_reading_bar_tell (bar, 2, 2);
  g_assert_cmpstr (get_said (GTK_WIDGET (bar)), ==, "500 of 1,200 documents read");
  ask_reading_bar_begin (bar, "Reading…");
  ask_reading_bar_tell (bar, 1, 1);
  g_assert_cmpstr (get_said (GTK_WIDGET (bar)), ==, "1 document read, finishing its index…");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A folder or a file can be chosen, and the keyboard gets there. */
static void
test_choosers (AppTest *self, gconstpointer data)
{
  static const struct
  {
    const char *action;
    const char *label;
    GtkFileChooserAction kind;
  } choosers[] = {
    { "dialog.choose-folder", "Choose a folder", GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER },
    { "dialog.choose", "Choose a file", GTK_FILE_CHOOSER_ACTION_OPEN },
  };
  AskAddSourceDialog *dialog = app_form_open (self, "documents");

  for (guint i = 0; i < G_N_ELEMENTS (choosers); i++)
    {
      GtkWidget *button = app_test_find (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, choosers[i].label);
      GtkWidget *chooser;

      g_assert_true (gtk_widget_get_mapped (button));
      g_assert_true (gtk_widget_get_focusable (button));
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), choosers[i].action, NULL));
      chooser = app_test_wait_for_window (GTK_TYPE_FILE_CHOOSER_DIALOG);
      g_assert_cmpint (gtk_file_chooser_get_action (GTK_FILE_CHOOSER (chooser)), ==, choosers[i].kind);
      gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
      app_test_wait_for_no_window (GTK_TYPE_FILE_CHOOSER_DIALOG);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
  dialog = app_form_open (self, "sqlite");
  g_assert_false (gtk_widget_get_mapped (app_test_find (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "Choose a folder")));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

int
main (int argc, char *argv[])
{
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) APP_TEST_ADD ("/app/ask-documents/" name, func, APP_TEST_EMPTY)
  ADD ("a-folder-that-is-dropped-is-read-and-added", test_dropped);
  ADD ("reading-can-be-stopped", test_stopped);
  ADD ("documents-that-are-read-are-counted", test_counted);
  ADD ("a-folder-or-a-file-is-chosen", test_choosers);
  return g_test_run ();
}
