/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a window does with files: those that are chosen, dropped or given become sources, answers, boards or other
 * windows; and the sample. What each is, a job finds out.
 */
#include "config.h"

#include "app/ask-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/ask-workspaces.h"
#include "app/ask/ask-ask-view.h"
#include "app/board/ask-boards-view.h"
#include "app/jobs/ask-jobs-files.h"
#include "app/jobs/ask-jobs-source.h"
#include "app/sources/ask-sources-view.h"
#include "app/welcome/ask-file-drop.h"
#include "app/widgets/ask-chooser.h"
#include "base/ask-error.h"

/* So many names are told; the rest is a number. */
#define MAX_TOLD 4

static void
open_answer (AskWindow *self, const char *path)
{
  ask_window_show_page (self, "ask");
  ask_ask_view_open_file (ASK_ASK_VIEW (ask_window_get_page (self, "ask")), path);
}

static void
take_board (AskWindow *self, const char *path)
{
  ask_window_show_page (self, "boards");
  ask_boards_view_import (ASK_BOARDS_VIEW (ask_window_get_page (self, "boards")), path);
}

static void
show_failures (AskWindow *self, GPtrArray *words)
{
  g_autofree char *body = NULL;
  GtkWidget *dialog;

  if (words->len == 0)
    return;
  g_ptr_array_add (words, NULL);
  body = g_strjoinv ("\n\n", (char **) words->pdata);
  dialog
    = adw_message_dialog_new (GTK_WINDOW (self),
                              ngettext ("A File Was Not Opened", "Some Files Were Not Opened", words->len - 1), body);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* A document's dialog, filled in: it says where the rows are, and asks for keys. A folder is read at once: nothing else has to be
 * said of it, and the dialog shows how far that is. */
static void
open_dialog (AskWindow *self, const AskOpenedFile *file)
{
  GtkWidget *dialog;

  ask_window_show_page (self, "sources");
  dialog = ask_sources_view_add (ASK_SOURCES_VIEW (ask_window_get_page (self, "sources")), file->kind->word);
  ask_sources_view_fill (dialog, file->path);
  if (file->kind->nature == ASK_NATURE_FILE)
    ask_sources_view_read (dialog);
}

static char *
name_added (GPtrArray *names)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < MIN (names->len, MAX_TOLD); i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", (char *) names->pdata[i]);
  if (names->len > MAX_TOLD)
    g_string_append_printf (all, _ (" and %u more"), names->len - MAX_TOLD);
  return names->len > 1 /* Translators: names of sources. */
           ? g_strdup_printf (_ ("%s were added"), all->str)
           : g_strdup_printf (_ ("%s was added"), all->str);
}

/* Questions about the new data are on the Ask page. */
static void
show_added (AskWindow *self, GPtrArray *names)
{
  g_autofree char *words = NULL;

  if (names->len == 0)
    return;
  words = name_added (names);
  ask_window_show_page (self, "ask");
  ask_session_toast (self->session, words);
  ask_session_changed (self->session);
}

static void
files_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  AskWindow *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = ask_job_finish (source, result, &error);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GPtrArray) failed = g_ptr_array_new ();

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_WINDOW (source);
  if (error != NULL)
    g_ptr_array_add (failed, (gpointer) ask_error_get_words (error));
  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      const AskOpenedFile *file = files->pdata[i];

      if (file->error != NULL)
        g_ptr_array_add (failed, (gpointer) ask_error_get_words (file->error));
      else if (file->name != NULL)
        g_ptr_array_add (added, file->name);
      else if (file->sort == ASK_FILE_ANSWER)
        open_answer (self, file->path);
      else if (file->sort == ASK_FILE_BOARD)
        take_board (self, file->path);
      else if (file->sort == ASK_FILE_WORKSPACE)
        ask_workspaces_open (GTK_WINDOW (self), file->path);
      else
        open_dialog (self, file);
    }
  show_added (self, added);
  show_failures (self, failed);
}

/**
 * ask_window_open_files:
 * @self: a window
 * @paths: (array zero-terminated=1): of files of any kind
 *
 * Adds databases and spreadsheets as sources, shows saved answers, takes boards, opens workspaces in windows of their own
 * and documents of APIs in the dialog that adds them. Says why where it can do none of these.
 */
void
ask_window_open_files (AskWindow *self, const char *const *paths)
{
  g_return_if_fail (ASK_IS_WINDOW (self) && paths != NULL);
  if (paths[0] != NULL)
    ask_job_start (ask_jobs_open_files (paths), self, ask_session_get_path (self->session), self->cancellable,
                   files_opened, NULL);
}

/** ask_window_open_file: @path: of one file. As ask_window_open_files(); a saved answer's card says why it cannot be
 * opened */
void
ask_window_open_file (AskWindow *self, const char *path)
{
  g_return_if_fail (ASK_IS_WINDOW (self) && path != NULL);
  if (g_str_has_suffix (path, ASK_BUNDLE_SUFFIX))
    open_answer (self, path);
  else
    ask_window_open_files (self, (const char *const[]) { path, NULL });
}

static void
open_list (AskWindow *self, GPtrArray *paths, gboolean elsewhere)
{
  g_ptr_array_add (paths, NULL);
  ask_window_open_files (self, (const char *const *) paths->pdata);
  if (elsewhere)
    ask_session_toast (self->session, _ ("This file is not on this computer. Copy it here first."));
}

static void
files_dropped (AskWindow *self, GSList *files)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  gboolean elsewhere = FALSE;

  for (GSList *l = files; l != NULL; l = l->next)
    {
      char *path = g_file_get_path (l->data);

      if (path != NULL)
        g_ptr_array_add (paths, path);
      else
        elsewhere = TRUE;
    }
  open_list (self, paths, elsewhere);
}

/** ask_window_take_drops: @self: a window whose content is there: files can be dropped on it from now on. */
void
ask_window_take_drops (AskWindow *self)
{
  AdwApplicationWindow *window = ADW_APPLICATION_WINDOW (self);
  g_autoptr (GtkWidget) content = g_object_ref (adw_application_window_get_content (window));
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *drop = g_object_new (ASK_TYPE_FILE_DROP, NULL);

  adw_application_window_set_content (window, NULL);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), content);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), drop);
  adw_application_window_set_content (window, overlay);
  ask_file_drop_watch (ASK_FILE_DROP (drop), overlay);
  g_signal_connect_object (drop, "dropped", G_CALLBACK (files_dropped), self, G_CONNECT_SWAPPED);
}

static void
files_chosen (GtkNativeDialog *chooser, int response, AskWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
      g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
      gboolean elsewhere = FALSE;

      for (guint i = 0; i < g_list_model_get_n_items (files); i++)
        {
          g_autoptr (GFile) file = g_list_model_get_item (files, i);
          char *path = g_file_get_path (file);

          if (path != NULL)
            g_ptr_array_add (paths, path);
          else
            elsewhere = TRUE;
        }
      open_list (self, paths, elsewhere);
    }
}

/* All that can be opened, and everything: what a file is, its content says. */
static void
add_filters (GtkFileChooserNative *chooser)
{
  static const char *const known[]
    = { "*.db",   "*.sqlite", "*.sqlite3", "*.db3",  "*.csv",  "*.tsv",       "*.tab",      "*.txt",     "*.xlsx",
        "*.xlsm", "*.ods",    "*.json",    "*.yaml", "*.yml",  "*.askanswer", "*.askboard", "*.askdata", "*.pdf",
        "*.docx", "*.odt",    "*.eml",     "*.md",   "*.html", "*.htm",       NULL };

  ask_chooser_add_filter (chooser, _ ("Files that AskData reads"), known);
  ask_chooser_add_filter (chooser, _ ("All files"), (const char *const[]) { "*", NULL });
}

/** ask_window_choose_files: lets a person choose files to open. */
void
ask_window_choose_files (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (_ ("Open Files"), GTK_WINDOW (widget), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"),
                                   _ ("_Cancel"));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
  add_filters (chooser);
  g_signal_connect_object (chooser, "response", G_CALLBACK (files_chosen), widget, 0);
  ask_chooser_show (chooser, widget);
}

static void
sample_added (GObject *source, GAsyncResult *result, gpointer data)
{
  AskWindow *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = ask_job_finish (source, result, &error);
  g_autoptr (GPtrArray) failed = g_ptr_array_new ();

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_WINDOW (source);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.try-sample", TRUE);
  if (record != NULL)
    {
      ask_window_show_page (self, "ask");
      ask_session_changed (self->session);
      return;
    }
  g_ptr_array_add (failed, (gpointer) ask_error_get_words (error));
  show_failures (self, failed);
}

/** ask_window_try_sample: adds the sample, whose questions are on the Ask page then. */
void
ask_window_try_sample (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  gtk_widget_action_set_enabled (widget, "win.try-sample", FALSE);
  ask_job_start (ask_jobs_add_sample (), self, ask_session_get_path (self->session), self->cancellable, sample_added,
                 NULL);
}

static void
source_removed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskWindow *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_WINDOW (source);
  ask_session_toast (self->session, notes != NULL ? _ ("The sample was removed") : ask_error_get_words (error));
  ask_session_changed (self->session);
}

/** ask_window_remove_sample: @parameter: the name of the sample's source */
void
ask_window_remove_sample (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskWindow *self = ASK_WINDOW (widget);

  ask_job_start (ask_jobs_source_verb (ASK_SOURCE_VERB_REMOVE, g_variant_get_string (parameter, NULL)), self,
                 ask_session_get_path (self->session), self->cancellable, source_removed, NULL);
}
