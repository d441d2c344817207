/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The toast goes with the next edit, since its Undo takes back the last one. Its text grows when a worker has found
 * what the removal breaks.
 */
#include "config.h"

#include "app/schema/ask-removals.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-schema.h"
#include "base/ask-error.h"
#include "store/ask-workspace.h"

/* So many of the broken things are named. */
#define MAX_NAMES 3
#define SECONDS 10

#define ASK_TYPE_REMOVALS (ask_removals_get_type ())
G_DECLARE_FINAL_TYPE (AskRemovals, ask_removals, ASK, REMOVALS, GObject)

struct _AskRemovals
{
  GObject parent_instance;
  AskSession *session;
  AskCanvas *canvas; /* weak: NULL once it is gone */
  GCancellable *cancellable; /* of the search for what breaks */
  AdwToast *toast; /* nullable */
  char *title;
};

G_DEFINE_FINAL_TYPE (AskRemovals, ask_removals, G_TYPE_OBJECT)

static void
show_toast (AskRemovals *self, const char *words, guint seconds)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_clear_object (&self->toast);
  self->toast = g_object_ref (adw_toast_new (""));
  adw_toast_set_custom_title (self->toast, label);
  adw_toast_set_button_label (self->toast, _ ("_Undo"));
  adw_toast_set_action_name (self->toast, "schema.undo");
  adw_toast_set_timeout (self->toast, seconds);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (
                                 gtk_widget_get_ancestor (GTK_WIDGET (self->canvas), ADW_TYPE_TOAST_OVERLAY)),
                               self->toast);
}

/* "Sales by city", "Sales by month" and 2 more */
static char *
list_breaks (GPtrArray *breaks)
{
  GString *words = g_string_new (NULL);
  guint more = breaks->len > MAX_NAMES ? breaks->len - MAX_NAMES : 0;

  for (guint i = 0; i < breaks->len - more; i++)
    /* Translators: quotation marks around a name. */
    g_string_append_printf (words, i > 0 ? _ (", “%s”") : _ ("“%s”"), ((const AskBreak *) breaks->pdata[i])->name);
  if (more > 0)
    /* Translators: the end of a list of names. */
    g_string_append_printf (words, _ (" and %u more"), more);
  return g_string_free (words, FALSE);
}

static void
found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskRemovals *self = ASK_REMOVALS (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) breaks = ask_job_finish (self, result, &error);
  g_autofree char *names = NULL;
  g_autofree char *words = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->canvas == NULL)
    return;
  if (error != NULL)
    /* Translators: "Removed orders", and why nobody knows what that breaks. */
    words
      = g_strdup_printf (_ ("%s. What that breaks cannot be found out: %s"), self->title, ask_error_get_words (error));
  else if (breaks->len > 0)
    {
      names = list_breaks (breaks);
      /* Translators: "Removed orders", and a list of what does not work any more. */
      words = g_strdup_printf (_ ("%s. This breaks %s."), self->title, names);
    }
  if (words != NULL)
    show_toast (self, words, 0);
}

/* Undo would take back this edit from now on, and what was searched for may be no more. */
static void
forget (AskRemovals *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_clear_object (&self->toast);
}

static void
removed (AskRemovals *self, AskSchemaEditor *editor, AskSchema *before, const char *title)
{
  forget (self);
  g_free (self->title);
  self->title = g_strdup (title);
  show_toast (self, title, SECONDS);
  g_signal_handlers_disconnect_by_func (editor, forget, self);
  g_signal_connect_object (editor, "changed", G_CALLBACK (forget), self, G_CONNECT_SWAPPED);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_find_breaks (before, ask_schema_editor_get_schema (editor)), self,
                 ask_session_get_path (self->session), self->cancellable, found, NULL);
}

static void
ask_removals_finalize (GObject *object)
{
  AskRemovals *self = ASK_REMOVALS (object);

  g_clear_weak_pointer (&self->canvas);
  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->toast);
  g_free (self->title);
  G_OBJECT_CLASS (ask_removals_parent_class)->finalize (object);
}

static void
ask_removals_class_init (AskRemovalsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_removals_finalize;
}

static void
ask_removals_init (AskRemovals *self)
{
}

/**
 * ask_removals_watch:
 * @canvas: has an AdwToastOverlay around it, and the action "schema.undo"
 * @session: its workspace is searched for what a removal breaks
 *
 * Speaks of what is removed on @canvas as long as there is one.
 */
void
ask_removals_watch (AskCanvas *canvas, AskSession *session)
{
  AskRemovals *self = g_object_new (ASK_TYPE_REMOVALS, NULL);

  self->session = g_object_ref (session);
  g_set_weak_pointer (&self->canvas, canvas);
  g_signal_connect_object (canvas, "removed", G_CALLBACK (removed), self, G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (canvas), "ask-removals", self, g_object_unref);
}
