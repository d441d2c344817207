/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Documents as a source in the window: a folder is added, dropped or chosen, its reading is counted and can be stopped, and what
 * could not be read is told with its reason.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-documents.h"
#include "app-form.h"
#include "app/sources/ask-documents-page.h"
#include "app/sources/ask-reading-bar.h"
#include "source/ask-source-kinds.h"
#include "source/document/ask-document-note.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-locale.h"

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

/* The same folder is here already, however it is written. */
static void
test_twice (AppTest *self, gconstpointer data)
{
  g_autofree char *folder = app_documents_new (self, "papers");
  g_autofree char *again = g_strconcat (folder, "/", NULL);
  GtkWidget *dialog;

  app_documents_put (folder, "a.txt", "Notice.");
  app_documents_add (self, folder, "docs");
  ask_window_open_files (self->window, (const char *const[]) { again, NULL });
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_wait_for_words (dialog, "“papers” is here already, as the source “docs”.");
  g_assert_null (app_test_find_toplevel (ASK_TYPE_ADD_SOURCE_DIALOG));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Returns: of files that stand for documents in the cache */
static guint
count_indexes (void)
{
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "askdata", "documents", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    n += g_str_has_suffix (name, ".sqlite");
  return n;
}

static gboolean
has_indexes (gpointer wanted)
{
  return count_indexes () == GPOINTER_TO_UINT (wanted);
}

/* What was read and not added leaves no index, and takes none of another source. */
static void
test_not_added (AppTest *self, gconstpointer data)
{
  const guint before = count_indexes ();
  g_autofree char *folder = app_documents_new (self, "papers");
  g_autofree char *other = app_documents_new (self, "others");
  AskAddSourceDialog *dialog = app_form_open (self, "documents");

  app_documents_put (folder, "a.txt", "Notice.");
  app_documents_put (other, "b.txt", "Notice.");
  ask_add_source_dialog_set (dialog, NULL, folder, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (has_found, dialog));
  g_assert_cmpuint (count_indexes (), ==, before + 1);
  /* Another folder in its place. */
  ask_add_source_dialog_set (dialog, NULL, other, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (has_found, dialog));
  g_assert_true (app_test_wait (has_indexes, GUINT_TO_POINTER (before + 1)));
  gtk_window_close (GTK_WINDOW (dialog));
  g_assert_true (app_test_wait (has_indexes, GUINT_TO_POINTER (before)));

  app_documents_add (self, folder, "docs");
  dialog = app_form_open (self, "documents");
  ask_add_source_dialog_set (dialog, "twice", folder, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (has_found, dialog));
  gtk_window_close (GTK_WINDOW (dialog));
  app_test_pause (100);
  g_assert_cmpuint (count_indexes (), ==, before + 1);
}

#define TICKETS \
  "CREATE TABLE ticket (id INTEGER PRIMARY KEY, subject TEXT, body TEXT, closed TEXT);" \
  "CREATE TABLE log (at TEXT, line TEXT);" \
  "INSERT INTO ticket VALUES (7, 'Printer', 'It prints nothing.', '2025-03-04'), (8, 'Lamp', 'Broken.', NULL)"

/* A column is chosen, or typed: both say the same. */
static void
test_column (AppTest *self, gconstpointer data)
{
  AskAddSourceDialog *dialog;
  g_autofree char *titles = NULL;

  app_test_add_database (self->path, "support", TICKETS);
  ask_session_changed (ask_window_get_session (self->window));
  dialog = app_form_open (self, "documents");
  app_test_wait_for_words (dialog, "Or a Column of a Table");
  app_form_choose (dialog, "Column of texts", "support.log.line");
  app_test_wait_for_words (dialog, "It has no key: choose a column");
  app_form_choose (dialog, "Column of texts", "support.ticket.body");
  g_assert_cmpstr (app_form_get_typed (dialog, "Folder or file"), ==, "column:support.ticket.body");
  app_form_choose (dialog, "Title", "subject");
  app_form_choose (dialog, "Changed", "closed");
  app_test_looks (GTK_WIDGET (dialog), "documents-column");
  app_form_type (dialog, "Short name", "notes");
  app_form_test (dialog);
  app_form_add (self, dialog, "notes");
  titles = app_form_query (self, "SELECT group_concat(title || ' ' || coalesce(changed, '-')) FROM documents");
  g_assert_cmpstr (titles, ==, "Printer 2025-03-04,Lamp -");
  /* Typed, it is chosen; a folder chooses none. */
  dialog = app_form_open (self, "documents");
  app_test_wait_for_words (dialog, "Or a Column of a Table");
  ask_add_source_dialog_set (dialog, NULL, "column:Support.ticket.subject", NULL, NULL);
  app_test_wait_for_words (dialog, "The table and the row's key");
  ask_add_source_dialog_set (dialog, NULL, self->folder, NULL, NULL);
  app_test_wait_for_no_words (dialog, "The table and the row's key");
  g_assert_cmpstr (app_form_get_typed (dialog, "Folder or file"), ==, self->folder);
  /* One that nobody has is told, with those that are there. */
  ask_add_source_dialog_set (dialog, "more", "column:support.ticket.colour", NULL, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  app_test_wait_for_words (dialog, "has no column “colour”");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What could not be read is said in the language of the person: numbers and names stand in it as they are. */
static void
test_german (AppTest *self, gconstpointer data)
{
  static const struct
  {
    const char *kept;
    const char *words;
  } notes[] = {
    { "Left out: 3 of a kind that is not read.", "Ausgelassen: 3 einer Art, die nicht gelesen wird." },
    { "a: b.pdf: It is protected with a password. Save it without one. There is no text in it.",
      "a: b.pdf: Die Datei ist mit einem Passwort geschützt. Speichern Sie sie ohne Passwort. Darin steht kein Text." },
    { "Not read, since attached: a. b.pdf, %s.", "Nicht gelesen, da angehängt: a. b.pdf, %s." },
    { "Somebody wrote this.", "Somebody wrote this." },
    { "", "" },
  };
  g_autofree char *catalogue = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);
  AskTestLocale locale = { 0 };

  if (ask_test_locale_set_german (&locale))
    {
      g_setenv ("LANGUAGE", "de", TRUE);
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      for (guint i = 0; i < G_N_ELEMENTS (notes); i++)
        {
          g_autofree char *words = ask_document_note_to_words (notes[i].kept);

          g_assert_cmpstr (words, ==, notes[i].words);
        }
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

int
main (int argc, char *argv[])
{
  char *cache;
  int code;

  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  if (!app_test_init (&argc, &argv))
    return 0;
  /* Of this test alone: it counts what is in it. */
  cache = ask_test_folder_new ("askdata-test-XXXXXX");
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
#define ADD(name, func) APP_TEST_ADD ("/app/ask-documents/" name, func, APP_TEST_EMPTY)
  ADD ("a-folder-that-is-dropped-is-read-and-added", test_dropped);
  ADD ("reading-can-be-stopped", test_stopped);
  ADD ("documents-that-are-read-are-counted", test_counted);
  ADD ("a-folder-or-a-file-is-chosen", test_choosers);
  ADD ("the-same-folder-is-not-added-twice", test_twice);
  ADD ("what-is-not-added-leaves-nothing", test_not_added);
  ADD ("a-column-of-a-table-is-chosen", test_column);
  /* The last: what was translated once stays so. */
  ADD ("notes-are-said-in-german", test_german);
  code = g_test_run ();
  ask_test_folder_remove (cache);
  g_free (cache);
  return code;
}
