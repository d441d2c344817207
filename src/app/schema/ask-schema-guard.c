/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The edit is shown at once, and its save is held until a worker has found what it breaks; so nothing that anybody asks
 * with is another one before a person has agreed. The toast goes with the next edit, since its Undo takes back the last
 * one; so does the question, and what it was about is saved with that edit.
 */
#include "config.h"

#include "app/schema/ask-schema-guard.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-schema.h"
#include "base/ask-error.h"
#include "store/ask-workspace.h"

/* So many of the broken things are named. */
#define MAX_NAMES 3
#define SECONDS 10

struct _AskSchemaGuard
{
  GObject parent_instance;
  AskSession *session;
  AskCanvas *canvas; /* weak: NULL once it is gone */
  AskSchemaSaver *saver; /* nullable: nothing can be edited yet */
  AskSchemaEditor *editor; /* weak: of the last edit */
  GCancellable *cancellable; /* nullable: of the search for what breaks */
  AdwToast *toast; /* nullable */
  GtkWidget *dialog; /* nullable, weak */
  char *title;
  char *about; /* nullable: what is gone; NULL of a relationship */
};

G_DEFINE_FINAL_TYPE (AskSchemaGuard, ask_schema_guard, G_TYPE_OBJECT)

static void
show_toast (AskSchemaGuard *self, const char *words, guint seconds)
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
let_save (AskSchemaGuard *self)
{
  if (self->saver != NULL)
    ask_schema_saver_hold (self->saver, FALSE);
}

static void
drop_dialog (AskSchemaGuard *self)
{
  GtkWidget *dialog = self->dialog;

  g_clear_weak_pointer (&self->dialog);
  if (dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Undo would take back this edit from now on, and what was searched for may be no more. */
static void
forget (AskSchemaGuard *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  drop_dialog (self);
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_clear_object (&self->toast);
  if (self->editor != NULL)
    g_signal_handlers_disconnect_by_func (self->editor, forget, self);
  g_clear_weak_pointer (&self->editor);
  let_save (self);
}

static void
answered (AdwMessageDialog *dialog, const char *response, AskSchemaGuard *self)
{
  AskSchemaEditor *editor = self->editor;
  g_autofree char *words = g_strdup (g_object_get_data (G_OBJECT (dialog), "ask-words"));

  g_clear_weak_pointer (&self->dialog);
  if (self->canvas == NULL || editor == NULL)
    return;
  if (g_str_equal (response, "go"))
    {
      let_save (self);
      show_toast (self, words, 0);
      return;
    }
  /* The save is still held: what comes back is what is saved. */
  g_signal_handlers_disconnect_by_func (editor, forget, self);
  g_clear_weak_pointer (&self->editor);
  ask_schema_editor_undo (editor);
  let_save (self);
}

/* @words: what of it is bad */
static void
ask_first (AskSchemaGuard *self, const char *words)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->canvas));
  GtkWidget *dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, self->title, words);
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_responses (message, "cancel", _ ("_Take It Back"), "go", _ ("_Save Anyway"), NULL);
  adw_message_dialog_set_response_appearance (message, "go", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (message, "cancel");
  adw_message_dialog_set_close_response (message, "cancel");
  /* Translators: "Removed orders", and what that does. */
  g_object_set_data_full (G_OBJECT (dialog), "ask-words", g_strdup_printf (_ ("%s. %s"), self->title, words), g_free);
  g_set_weak_pointer (&self->dialog, dialog);
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static char *
tell_done (AskSchemaGuard *self, guint n_follow)
{
  g_autofree char *follow = NULL;

  if (n_follow == 0)
    return g_strdup (self->title);
  follow
    = g_strdup_printf (ngettext ("%u verified question follows.", "%u verified questions follow.", n_follow), n_follow);
  return g_strdup_printf (_ ("%s. %s"), self->title, follow);
}

/* That what is removed is gone is no news. */
static void
leave_out_itself (AskSchemaGuard *self, GPtrArray *breaks)
{
  for (guint i = breaks->len; i-- > 0;)
    {
      const AskBreak *item = breaks->pdata[i];
      gboolean itself = self->about == NULL ? item->kind == ASK_BREAK_RELATIONSHIP
                                            : item->kind != ASK_BREAK_VERIFIED && g_str_equal (item->name, self->about);

      if (itself)
        g_ptr_array_remove_index (breaks, i);
    }
}

static void
found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSchemaGuard *self = ASK_SCHEMA_GUARD (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchemaEffects) effects = ask_job_finish (self, result, &error);
  g_autofree char *names = NULL;
  g_autofree char *words = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->canvas == NULL)
    return;
  if (error == NULL)
    leave_out_itself (self, effects->breaks);
  if (error == NULL && effects->breaks->len == 0)
    {
      words = tell_done (self, effects->n_follow);
      let_save (self);
      show_toast (self, words, SECONDS);
      return;
    }
  if (error != NULL)
    words = g_strdup_printf (_ ("What that breaks cannot be found out: %s"), ask_error_get_words (error));
  else
    {
      names = list_breaks (effects->breaks);
      /* Translators: names in quotation marks: what does not work any more. */
      words = g_strdup_printf (_ ("This breaks %s."), names);
    }
  ask_first (self, words);
}

static gboolean
risked (AskSchemaGuard *self, AskSchemaEditor *editor, AskSchema *draft, const char *title, const char *about)
{
  g_autoptr (AskSchema) before = ask_schema_ref (ask_schema_editor_get_schema (editor));

  if (self->saver == NULL)
    return FALSE;
  forget (self);
  ask_schema_saver_hold (self->saver, TRUE);
  if (!ask_schema_editor_commit (editor, ask_schema_ref (draft), title, NULL))
    {
      let_save (self);
      return TRUE;
    }
  g_free (self->title);
  self->title = g_strdup (title);
  g_free (self->about);
  self->about = g_strdup (about);
  g_set_weak_pointer (&self->editor, editor);
  g_signal_connect_object (editor, "changed", G_CALLBACK (forget), self, G_CONNECT_SWAPPED);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_find_effects (before, ask_schema_editor_get_schema (editor)), self,
                 ask_session_get_path (self->session), self->cancellable, found, NULL);
  return TRUE;
}

static void
ask_schema_guard_finalize (GObject *object)
{
  AskSchemaGuard *self = ASK_SCHEMA_GUARD (object);

  g_clear_weak_pointer (&self->canvas);
  g_clear_weak_pointer (&self->editor);
  g_clear_weak_pointer (&self->dialog);
  g_clear_object (&self->session);
  g_clear_object (&self->saver);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->toast);
  g_free (self->title);
  g_free (self->about);
  G_OBJECT_CLASS (ask_schema_guard_parent_class)->finalize (object);
}

static void
ask_schema_guard_class_init (AskSchemaGuardClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_schema_guard_finalize;
}

static void
ask_schema_guard_init (AskSchemaGuard *self)
{
}

/** ask_schema_guard_set_saver: @saver: saves what is edited on the canvas */
void
ask_schema_guard_set_saver (AskSchemaGuard *self, AskSchemaSaver *saver)
{
  g_return_if_fail (ASK_IS_SCHEMA_GUARD (self));
  g_set_object (&self->saver, saver);
}

/** ask_schema_guard_stop: nobody can be asked any more: what was held is saved */
void
ask_schema_guard_stop (AskSchemaGuard *self)
{
  g_return_if_fail (ASK_IS_SCHEMA_GUARD (self));
  forget (self);
  g_clear_object (&self->saver);
}

/**
 * ask_schema_guard_new:
 * @canvas: has an AdwToastOverlay around it, and the action "schema.undo"
 * @session: its workspace is searched for what an edit breaks
 *
 * Returns: (transfer full): one that does nothing before it has a saver
 */
AskSchemaGuard *
ask_schema_guard_new (AskCanvas *canvas, AskSession *session)
{
  AskSchemaGuard *self = g_object_new (ASK_TYPE_SCHEMA_GUARD, NULL);

  self->session = g_object_ref (session);
  g_set_weak_pointer (&self->canvas, canvas);
  g_signal_connect_object (canvas, "risked", G_CALLBACK (risked), self, G_CONNECT_SWAPPED);
  return self;
}
