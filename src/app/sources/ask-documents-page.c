/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is kept of the last reading is shown at once; the folder itself is looked at when a person says so. Reading goes on
 * when the page is closed meanwhile, unless it was stopped: whoever comes back finds it done.
 */
#include "config.h"

#include "app/sources/ask-documents-page.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-documents.h"
#include "app/jobs/ask-jobs-source.h"
#include "app/sources/ask-reading-bar.h"
#include "app/widgets/ask-desk-rows.h"
#include "app/widgets/ask-format.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "source/document/ask-document-note.h"

struct _AskDocumentsPage
{
  AdwPreferencesPage parent_instance;
  AskSession *session; /* nullable: gone */
  char *name;
  char *folder;
  gint64 read_at;
  GCancellable *cancellable; /* of looking at what is kept */
  GCancellable *reading; /* (nullable): while the folder is read */
  AskReadingBar *bar; /* (nullable): likewise */
};

G_DEFINE_FINAL_TYPE (AskDocumentsPage, ask_documents_page, ADW_TYPE_PREFERENCES_PAGE)

static void
add_head (AskDocumentsPage *self, const AskDocumentOverview *overview, const char *problem)
{
  g_autofree char *when = ask_format_moment (self->read_at);
  g_autofree char *words = g_strdup_printf (_ ("Read %s. AskData looks for changes whenever it is started."), when);
  AdwPreferencesGroup *group = ask_desk_add_group (ADW_PREFERENCES_PAGE (self), _ ("Documents"), words);
  GtkWidget *button;

  if (overview != NULL)
    {
      g_autofree char *n_documents = ask_number_count ((guint64) overview->n_documents);
      g_autofree char *n_passages = ask_number_count ((guint64) overview->n_passages);
      g_autofree char *documents
        = g_strdup_printf (ngettext ("%s document", "%s documents", (gulong) overview->n_documents), n_documents);
      g_autofree char *passages
        = g_strdup_printf (ngettext ("%s passage", "%s passages", (gulong) overview->n_passages), n_passages);
      /* Translators: how many documents, and how many passages these have. */
      g_autofree char *both = g_strdup_printf (_ ("%s · %s"), documents, passages);

      adw_preferences_group_add (group, ask_desk_row_new (both, self->folder, NULL, NULL, NULL));
    }
  else
    adw_preferences_group_add (group, ask_desk_row_new (problem, self->folder, "dialog-warning-symbolic", "warning",
                                                        _ ("Not read")));
  if (self->reading != NULL)
    {
      GtkWidget *row = gtk_list_box_row_new ();
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

      button = gtk_button_new_with_mnemonic (_ ("_Stop"));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "documents.stop");
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      self->bar = g_object_new (ASK_TYPE_READING_BAR, "hexpand", TRUE, NULL);
      ask_reading_bar_begin (self->bar, _ ("Reading the documents…"));
      gtk_widget_set_margin_start (box, 12);
      gtk_widget_set_margin_end (box, 12);
      gtk_widget_set_margin_top (box, 9);
      gtk_widget_set_margin_bottom (box, 9);
      gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->bar));
      gtk_box_append (GTK_BOX (box), button);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
      adw_preferences_group_add (group, row);
      return;
    }
  button = gtk_button_new_with_mnemonic (_ ("Read _Again"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Look for new and changed documents now"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "documents.read");
  adw_preferences_group_set_header_suffix (group, button);
}

/* (transfer full): a row of a note */
static GtkWidget *
new_note (const char *path, const char *note, const char *icon, const char *style, const char *icon_words)
{
  g_autofree char *words = ask_document_note_to_words (note);

  return path != NULL ? ask_desk_row_new (path, words, icon, style, icon_words)
                      : ask_desk_row_new (words, NULL, icon, style, icon_words);
}

static void
add_notes (AskDocumentsPage *self, const AskDocumentOverview *overview)
{
  AdwPreferencesGroup *group = ask_desk_add_group (ADW_PREFERENCES_PAGE (self), _ ("What Could Not Be Read"), NULL);

  if (overview->n_noted == 0 && overview->about->len == 0)
    adw_preferences_group_add (group, ask_desk_row_new (_ ("Nothing: all of every document was read."), NULL,
                                                        "emblem-ok-symbolic", "success", _ ("Fine")));
  for (guint i = 0; i < overview->paths->len; i++)
    adw_preferences_group_add (group, new_note (overview->paths->pdata[i], overview->notes->pdata[i],
                                                "dialog-warning-symbolic", "warning", _ ("Not all of it was read")));
  ask_desk_add_more (group, (guint) MIN (overview->n_noted, G_MAXUINT));
  for (guint i = 0; i < overview->about->len; i++)
    adw_preferences_group_add (group, new_note (NULL, overview->about->pdata[i], "dialog-information-symbolic",
                                                "dim-label", _ ("Note")));
}

static void
overview_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskDocumentsPage *self = ASK_DOCUMENTS_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskDocumentOverview) overview = ask_job_finish (source, result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->bar = NULL;
  ask_desk_clear (ADW_PREFERENCES_PAGE (self));
  add_head (self, overview, error != NULL ? ask_error_get_words (error) : NULL);
  if (overview != NULL)
    add_notes (self, overview);
}

static void
load (AskDocumentsPage *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_documents_overview (self->name, ASK_DESK_MAX_ROWS), self,
                 ask_session_get_path (self->session), self->cancellable, overview_ready, NULL);
}

static void
told (gpointer object, guint64 n, guint64 all)
{
  AskDocumentsPage *self = ASK_DOCUMENTS_PAGE (object);

  if (self->bar != NULL && self->reading != NULL)
    ask_reading_bar_tell (self->bar, n, all);
}

static void
read_again (GObject *source, GAsyncResult *result, gpointer data)
{
  AskDocumentsPage *self = ASK_DOCUMENTS_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = ask_job_finish (source, result, &error);

  g_clear_object (&self->reading);
  if (self->session == NULL)
    return;
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_session_toast (self->session, ask_error_get_words (error));
  if (notes != NULL)
    {
      g_autofree char *words = g_strdup_printf (_ ("%s was read again"), self->name);

      ask_session_toast (self->session, words);
      ask_session_changed (self->session);
    }
  load (self);
}

static void
action_read (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskDocumentsPage *self = ASK_DOCUMENTS_PAGE (widget);
  AskJob *job;

  if (self->reading != NULL)
    return;
  job = ask_jobs_source_verb (ASK_SOURCE_VERB_REFRESH, self->name);
  ask_job_watch (job, self, told);
  self->reading = g_cancellable_new ();
  ask_job_start (job, self, ask_session_get_path (self->session), self->reading, read_again, NULL);
  load (self);
}

static void
action_stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_cancellable_cancel (ASK_DOCUMENTS_PAGE (widget)->reading);
}

static void
ask_documents_page_dispose (GObject *object)
{
  AskDocumentsPage *self = ASK_DOCUMENTS_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_documents_page_parent_class)->dispose (object);
}

static void
ask_documents_page_finalize (GObject *object)
{
  AskDocumentsPage *self = ASK_DOCUMENTS_PAGE (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->reading);
  g_free (self->name);
  g_free (self->folder);
  G_OBJECT_CLASS (ask_documents_page_parent_class)->finalize (object);
}

static void
ask_documents_page_class_init (AskDocumentsPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_documents_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_documents_page_finalize;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "documents.read", NULL, action_read);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "documents.stop", NULL, action_stop);
}

static void
ask_documents_page_init (AskDocumentsPage *self)
{
  adw_preferences_page_set_name (ADW_PREFERENCES_PAGE (self), "documents");
  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (self), _ ("Documents"));
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (self), "ask-source-symbolic");
}

/** ask_documents_page_new: @session: whose workspace has the source. Returns: (transfer floating): the page, empty */
GtkWidget *
ask_documents_page_new (AskSession *session)
{
  AskDocumentsPage *self = g_object_new (ASK_TYPE_DOCUMENTS_PAGE, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

/** ask_documents_page_show: @record: of a source of documents, as it is now */
void
ask_documents_page_show (AskDocumentsPage *self, const AskSourceRecord *record)
{
  g_return_if_fail (ASK_IS_DOCUMENTS_PAGE (self));
  g_free (self->name);
  g_free (self->folder);
  self->name = g_strdup (record->name);
  self->folder = g_strdup (record->location);
  self->read_at = record->refreshed_at;
  load (self);
}
