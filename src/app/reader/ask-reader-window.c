/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows a document as its source has it now, or the passage as it was kept where there is none, and says which of both it is.
 * It opens no file but that of the source's own folder, and in the application that the desktop has for it.
 */
#include "config.h"

#include "app/reader/ask-reader-window.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-documents.h"
#include "app/reader/ask-reader-contents.h"
#include "app/widgets/ask-banner.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

struct _AskReaderWindow
{
  AdwWindow parent_instance;
  AskSession *session; /* nullable: gone */
  AskReadingWanted *wanted;
  AskReading *reading; /* nullable */
  GCancellable *cancellable;
  GCancellable *finding; /* (nullable): while words are looked for */
  guint hit; /* that was gone to last; ASK_READER_NO_HIT for none */
  gboolean kept; /* the passage is shown as it was */
  char *looked; /* that is marked, or looked for */

  AskBanner *banner;
  AdwWindowTitle *title;
  GtkToggleButton *show_contents;
  GtkWidget *find_bar;
  GtkSearchEntry *entry;
  GtkLabel *count;
  AdwFlap *flap;
  AskReaderContents *contents;
  GtkStack *states;
  AdwStatusPage *problem;
  AskReaderText *text;
};

G_DEFINE_FINAL_TYPE (AskReaderWindow, ask_reader_window, ADW_TYPE_WINDOW)

static void
stop (gpointer window)
{
  g_cancellable_cancel (ASK_READER_WINDOW (window)->cancellable);
  g_cancellable_cancel (ASK_READER_WINDOW (window)->finding);
}

static void
show_count (AskReaderWindow *self)
{
  const guint n = ask_reader_text_count_hits (self->text);
  const gboolean looked = *gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0';
  g_autofree char *all = ask_number_count (n);
  g_autofree char *at = ask_number_count (self->hit != ASK_READER_NO_HIT ? self->hit + 1 : 0);
  g_autofree char *words = NULL;

  if (n == 0)
    words = g_strdup (looked ? _ ("Not found") : "");
  else if (self->hit == ASK_READER_NO_HIT)
    words = g_strdup_printf (ngettext ("%s hit", "%s hits", n), all);
  else
    /* Translators: which one of how many hits of a search. */
    words = g_strdup_printf (_ ("%s of %s"), at, all);
  gtk_label_set_text (self->count, words);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "reader.next", n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "reader.previous", n > 0);
}

static void
go_to_hit (AskReaderWindow *self, guint hit)
{
  self->hit = hit;
  if (hit != ASK_READER_NO_HIT)
    ask_reader_text_go_to_hit (self->text, hit);
  show_count (self);
}

/* The one after, and the first again after the last. */
static void
action_step (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskReaderWindow *self = ASK_READER_WINDOW (widget);
  const guint n = ask_reader_text_count_hits (self->text);
  const gboolean next = g_str_equal (action, "reader.next");

  if (n == 0 || self->kept)
    return;
  if (self->hit == ASK_READER_NO_HIT)
    go_to_hit (self, next ? 0 : n - 1);
  else
    go_to_hit (self, (self->hit + (next ? 1 : n - 1)) % n);
}

static void
entry_next (AskReaderWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "reader.next", NULL);
}

static void
entry_previous (AskReaderWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "reader.previous", NULL);
}

static void
entry_stopped (AskReaderWindow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
}

static void
found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskReaderWindow *self = ASK_READER_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) hits = ask_job_finish (source, result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->finding);
  if (hits == NULL)
    {
      ask_banner_show (self->banner, ask_error_get_words (error), NULL, NULL);
      return;
    }
  ask_reader_text_set_hits (self->text, hits);
  go_to_hit (self, ask_reader_text_count_hits (self->text) > 0 ? 0 : ASK_READER_NO_HIT);
}

static void
words_changed (AskReaderWindow *self)
{
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  /* The entry says later that it was filled in. */
  if (self->reading == NULL || self->reading->document == NULL || self->kept || g_str_equal (words, self->looked))
    return;
  g_free (self->looked);
  self->looked = g_strdup (words);
  g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
  self->finding = g_cancellable_new ();
  ask_job_start (ask_jobs_find_in_document (self->reading, words), self, NULL, self->finding, found, NULL);
}

static gboolean
has_document (AskReaderWindow *self)
{
  return self->reading != NULL && self->reading->document != NULL;
}

/* What is beside the text belongs to the document. */
static void
show_tools (AskReaderWindow *self, gboolean shown)
{
  gtk_widget_set_visible (self->find_bar, shown);
  gtk_widget_set_visible (GTK_WIDGET (self->show_contents),
                          ask_reader_contents_show (self->contents, shown ? self->reading : NULL) > 1);
  adw_flap_set_reveal_flap (self->flap, gtk_widget_get_visible (GTK_WIDGET (self->show_contents))
                                          && !adw_flap_get_folded (self->flap));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "reader.open-file",
                                 has_document (self) && self->reading->uri != NULL);
}

static void
show_document (AskReaderWindow *self)
{
  const AskDocumentReading *document = self->reading->document;

  self->kept = FALSE;
  gtk_window_set_title (GTK_WINDOW (self), document->title);
  adw_window_title_set_title (self->title, document->title);
  adw_window_title_set_subtitle (self->title, document->path);
  ask_reader_text_show_reading (self->text, self->reading);
  show_tools (self, TRUE);
  gtk_stack_set_visible_child_name (self->states, "text");
  go_to_hit (self, ask_reader_text_find_hit (self->text, self->reading->start));
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
  if (self->reading->state == ASK_READING_CHANGED && self->wanted->kept != NULL)
    ask_banner_show (self->banner, _ ("This document has changed, and the passage with it."), _ ("As It Was"),
                     "reader.show-kept");
  else if (document->parts->len == 0)
    ask_banner_show (self->banner, _ ("There is no text in this document."), NULL, NULL);
  else if (document->note != NULL)
    ask_banner_show (self->banner, _ ("Not all of this document could be read. Its source says why."), NULL, NULL);
  else
    ask_banner_hide (self->banner);
}

/* @words: why it is this and not the document; @offers: the document is here */
static void
show_kept (AskReaderWindow *self, const char *words, gboolean offers)
{
  self->kept = TRUE;
  show_tools (self, FALSE);
  if (self->wanted->kept == NULL)
    {
      adw_status_page_set_title (self->problem, _ ("This Document Cannot Be Shown"));
      adw_status_page_set_description (self->problem, words);
      gtk_stack_set_visible_child_name (self->states, "problem");
      return;
    }
  ask_reader_text_show_kept (self->text, self->wanted->heading, self->wanted->kept);
  gtk_stack_set_visible_child_name (self->states, "text");
  ask_banner_show (self->banner, words, offers ? _ ("Read It") : NULL, offers ? "reader.show-document" : NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
}

static void
action_show_kept (GtkWidget *widget, const char *action, GVariant *parameter)
{
  show_kept (ASK_READER_WINDOW (widget), _ ("This is the passage as it was."), TRUE);
}

static void
action_show_document (GtkWidget *widget, const char *action, GVariant *parameter)
{
  if (has_document (ASK_READER_WINDOW (widget)))
    show_document (ASK_READER_WINDOW (widget));
}

static void
show_reading (AskReaderWindow *self)
{
  const gboolean foreign = self->wanted->foreign;

  if (has_document (self) && !(foreign && self->wanted->kept != NULL))
    show_document (self);
  else if (has_document (self))
    show_kept (self, _ ("This is the passage as it was saved. You have the document, too."), TRUE);
  else if (self->reading->state == ASK_READING_HIDDEN)
    show_kept (self, _ ("The text of these documents is hidden in the schema."), FALSE);
  else if (self->reading->state == ASK_READING_GONE)
    show_kept (self,
               self->wanted->kept != NULL ? _ ("The document is not there any more. This is the passage as it was.")
                                          : _ ("The document is not there any more."),
               FALSE);
  else if (foreign)
    show_kept (self, _ ("This is the passage as it was saved. None of your sources has the document."), FALSE);
  else
    show_kept (self, _ ("The source of this document is not there any more."), FALSE);
}

static void
reading_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskReaderWindow *self = ASK_READER_WINDOW (source);
  g_autoptr (GError) error = NULL;
  AskReading *reading = ask_job_finish (source, result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->reading = reading;
  if (reading == NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (ask_error_get_words (error), -1);

      show_kept (self, self->wanted->kept != NULL ? ask_error_get_words (error) : escaped, FALSE);
    }
  else
    show_reading (self);
}

static void
contents_chosen (AskReaderWindow *self, guint part)
{
  ask_reader_text_go_to_part (self->text, part);
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
}

static void
opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AskReaderWindow) self = data;

  if (!g_app_info_launch_default_for_uri_finish (result, NULL) && self->session != NULL)
    ask_banner_show (self->banner, _ ("No application could open this file."), NULL, NULL);
}

static void
action_open_file (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskReaderWindow *self = ASK_READER_WINDOW (widget);
  g_autoptr (GAppLaunchContext) context
    = G_APP_LAUNCH_CONTEXT (gdk_display_get_app_launch_context (gtk_widget_get_display (widget)));
  g_autofree char *uri
    = has_document (self) ? ask_reading_dup_uri (self->reading, ask_reader_text_get_part (self->text)) : NULL;
  g_autoptr (GFile) file = has_document (self) ? g_file_new_for_uri (self->reading->uri) : NULL;

  if (uri == NULL)
    return;
  if (!g_file_query_exists (file, NULL))
    {
      ask_banner_show (self->banner, _ ("The file is not there any more."), NULL, NULL);
      return;
    }
  g_app_info_launch_default_for_uri_async (uri, context, NULL, opened, g_object_ref (self));
}

static void
action_find (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskReaderWindow *self = ASK_READER_WINDOW (widget);

  if (gtk_widget_get_visible (self->find_bar))
    gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
ask_reader_window_dispose (GObject *object)
{
  AskReaderWindow *self = ASK_READER_WINDOW (object);

  stop (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_reader_window_parent_class)->dispose (object);
}

static void
ask_reader_window_finalize (GObject *object)
{
  AskReaderWindow *self = ASK_READER_WINDOW (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->finding);
  g_clear_pointer (&self->reading, ask_reading_unref);
  ask_reading_wanted_free (self->wanted);
  g_free (self->looked);
  G_OBJECT_CLASS (ask_reader_window_parent_class)->finalize (object);
}

static void
ask_reader_window_class_init (AskReaderWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_BANNER);
  g_type_ensure (ASK_TYPE_READER_CONTENTS);
  g_type_ensure (ASK_TYPE_READER_TEXT);
  G_OBJECT_CLASS (klass)->dispose = ask_reader_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_reader_window_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-reader-window.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, AskReaderWindow, child)
  BIND (banner);
  BIND (title);
  BIND (show_contents);
  BIND (find_bar);
  BIND (entry);
  BIND (count);
  BIND (flap);
  BIND (contents);
  BIND (states);
  BIND (problem);
  BIND (text);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, words_changed);
  gtk_widget_class_bind_template_callback (widget_class, entry_next);
  gtk_widget_class_bind_template_callback (widget_class, entry_previous);
  gtk_widget_class_bind_template_callback (widget_class, entry_stopped);
  gtk_widget_class_bind_template_callback (widget_class, contents_chosen);
  gtk_widget_class_install_action (widget_class, "reader.next", NULL, action_step);
  gtk_widget_class_install_action (widget_class, "reader.previous", NULL, action_step);
  gtk_widget_class_install_action (widget_class, "reader.find", NULL, action_find);
  gtk_widget_class_install_action (widget_class, "reader.open-file", NULL, action_open_file);
  gtk_widget_class_install_action (widget_class, "reader.show-kept", NULL, action_show_kept);
  gtk_widget_class_install_action (widget_class, "reader.show-document", NULL, action_show_document);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_g, GDK_CONTROL_MASK, "reader.next", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_g, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "reader.previous",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F3, 0, "reader.next", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F3, GDK_SHIFT_MASK, "reader.previous", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "reader.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close", NULL);
}

static void
ask_reader_window_init (AskReaderWindow *self)
{
  self->cancellable = g_cancellable_new ();
  self->hit = ASK_READER_NO_HIT;
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_transient_init (self, stop);
}

/**
 * ask_reader_window_open:
 * @from: before whose window it stands
 * @session: whose workspace has the document, perhaps
 * @wanted: what is to be read; copied
 *
 * Opens a window with the document, which is looked for off the main thread.
 */
void
ask_reader_window_open (GtkWidget *from, AskSession *session, const AskReadingWanted *wanted)
{
  AskReaderWindow *self = g_object_new (ASK_TYPE_READER_WINDOW, NULL);
  GtkRoot *parent = gtk_widget_get_root (from);
  const char *title = wanted->title != NULL ? wanted->title : _ ("Document");

  self->session = g_object_ref (session);
  self->wanted = ask_reading_wanted_copy (wanted);
  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, wanted->path != NULL ? wanted->path : "");
  self->looked = ask_document_words_tidy (wanted->words != NULL ? wanted->words : "");
  gtk_editable_set_text (GTK_EDITABLE (self->entry), self->looked);
  if (GTK_IS_WINDOW (parent))
    {
      gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (parent));
      gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
    }
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "reader.open-file", FALSE);
  show_count (self);
  ask_job_start (ask_jobs_read_document (self->wanted), self, ask_session_get_path (session), self->cancellable,
                 reading_ready, NULL);
  gtk_window_present (GTK_WINDOW (self));
}

/** ask_reader_window_get_text: Returns: (transfer none): the text in it */
AskReaderText *
ask_reader_window_get_text (AskReaderWindow *self)
{
  g_return_val_if_fail (ASK_IS_READER_WINDOW (self), NULL);
  return self->text;
}

/** ask_reader_window_get_state: Returns: (transfer none): "loading", "text", "problem", or "kept" for the passage as it was */
const char *
ask_reader_window_get_state (AskReaderWindow *self)
{
  const char *state;

  g_return_val_if_fail (ASK_IS_READER_WINDOW (self), NULL);
  state = gtk_stack_get_visible_child_name (self->states);
  return self->kept && g_str_equal (state, "text") ? "kept" : state;
}
