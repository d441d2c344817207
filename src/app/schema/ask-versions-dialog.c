/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each version is a row that opens: then it is read, and compared with what the editor has now. Bringing one back
 * is an edit like any other, so that it can be undone.
 */
#include "config.h"

#include "app/schema/ask-versions-dialog.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-schema.h"
#include "app/widgets/ask-desk-rows.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "schema/merge/ask-schema-diff.h"

struct _AskVersionsDialog
{
  AdwWindow parent_instance;
  AskSession *session;
  AskSchemaEditor *editor;
  GCancellable *cancellable;
  GtkWidget *group;
  gint64 wanted; /* the version that somebody was led to, 0 for none */
  GtkWidget *before; /* (nullable): the row of the version before it, to be opened next; borrowed */
  AdwExpanderRow *reading; /* whose version is on its way; nullable */
};

G_DEFINE_FINAL_TYPE (AskVersionsDialog, ask_versions_dialog, ADW_TYPE_WINDOW)

static void
restore (GtkButton *button, AskVersionsDialog *self)
{
  AskSchema *schema = g_object_get_data (G_OBJECT (button), "schema");
  const char *when = g_object_get_data (G_OBJECT (button), "when");
  /* Translators: when a version was saved. */
  g_autofree char *title = g_strdup_printf (_ ("Back to %s"), when);

  ask_schema_editor_replace (self->editor, schema, title);
  ask_session_toast (self->session, _ ("Brought back. Undo takes you forward again."));
  gtk_window_close (GTK_WINDOW (self));
}

static GtkWidget *
new_line (const char *text)
{
  return ask_desk_row_new (text, NULL, NULL, NULL, NULL);
}

static void
show_changes (AskVersionsDialog *self, AdwExpanderRow *row, AskSchema *schema)
{
  g_autoptr (GPtrArray) changes = ask_schema_diff (schema, ask_schema_editor_get_schema (self->editor));
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Bring Back"));
  g_autofree char *count
    = changes->len == 0
        ? g_strdup (_ ("The same as now"))
        : g_strdup_printf (g_dngettext (NULL, "%u change since", "%u changes since", changes->len), changes->len);
  GtkWidget *line = new_line (count);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (button, changes->len > 0);
  g_object_set_data_full (G_OBJECT (button), "schema", ask_schema_ref (schema), (GDestroyNotify) ask_schema_unref);
  g_object_set_data_full (G_OBJECT (button), "when", g_strdup (adw_expander_row_get_subtitle (row)), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (restore), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (line), button);
  adw_expander_row_add_row (row, line);
  for (guint i = 0; i < MIN (changes->len, ASK_DESK_MAX_ROWS); i++)
    {
      g_autofree char *text = ask_change_to_text (changes->pdata[i]);

      adw_expander_row_add_row (row, new_line (text));
    }
  if (changes->len > ASK_DESK_MAX_ROWS)
    adw_expander_row_add_row (row, ask_desk_more_new (changes->len - ASK_DESK_MAX_ROWS));
}

static void
version_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskVersionsDialog *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_VERSIONS_DIALOG (source);
  if (schema != NULL)
    show_changes (self, self->reading, schema);
  else
    adw_expander_row_add_row (self->reading, new_line (ask_error_get_words (error)));
  self->reading = NULL;
  /* What a version took away is brought back with the one before it. */
  if (self->before != NULL)
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (g_steal_pointer (&self->before)), TRUE);
}

static void
expanded (AdwExpanderRow *row, GParamSpec *pspec, AskVersionsDialog *self)
{
  gint64 *id = g_object_get_data (G_OBJECT (row), "version");

  if (!adw_expander_row_get_expanded (row) || g_object_get_data (G_OBJECT (row), "read") != NULL)
    return;
  if (self->reading != NULL)
    {
      /* One at a time: it opens when the one before is there. */
      adw_expander_row_set_expanded (row, FALSE);
      return;
    }
  g_object_set_data (G_OBJECT (row), "read", self);
  self->reading = row;
  ask_job_start (ask_jobs_load_version (*id), self, ask_session_get_path (self->session), self->cancellable,
                 version_ready, NULL);
}

static void
versions_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskVersionsDialog *self;
  GtkWidget *wanted = NULL;
  guint n_shown = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_VERSIONS_DIALOG (source);
  if (versions == NULL)
    {
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), new_line (ask_error_get_words (error)));
      return;
    }
  for (guint i = 0; i < versions->len; i++)
    {
      const AskSchemaVersion *version = versions->pdata[i];
      gboolean is_before = wanted != NULL && self->before == NULL;
      GtkWidget *row;
      g_autofree char *title = g_markup_escape_text (version->reason, -1);
      g_autofree char *when = ask_format_moment (version->saved_at);
      /* Translators: when a version was saved, and by whom. */
      g_autofree char *by
        = version->author != NULL ? g_strdup_printf (_ ("%s by %s"), when, version->author) : g_strdup (when);
      g_autofree char *subtitle = g_markup_escape_text (by, -1);

      if (i >= ASK_DESK_MAX_ROWS && !is_before && version->id != self->wanted)
        continue;
      n_shown++;
      row = adw_expander_row_new ();
      if (is_before)
        self->before = row;
      if (version->id == self->wanted)
        wanted = row;
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
      adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), subtitle);
      g_object_set_data_full (G_OBJECT (row), "version", g_memdup2 (&version->id, sizeof version->id), g_free);
      g_signal_connect_object (row, "notify::expanded", G_CALLBACK (expanded), self, 0);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), row);
    }
  if (n_shown < versions->len)
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->group), ask_desk_more_new (versions->len - n_shown));
  if (wanted == NULL)
    return;
  gtk_widget_grab_focus (wanted);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (wanted), TRUE);
}

static void
stop (gpointer window)
{
  AskVersionsDialog *self = ASK_VERSIONS_DIALOG (window);

  g_cancellable_cancel (self->cancellable);
}

static void
ask_versions_dialog_dispose (GObject *object)
{
  AskVersionsDialog *self = ASK_VERSIONS_DIALOG (object);

  stop (self);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->session);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (ask_versions_dialog_parent_class)->dispose (object);
}

static void
ask_versions_dialog_class_init (AskVersionsDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_versions_dialog_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_versions_dialog_init (AskVersionsDialog *self)
{
  GtkWidget *page = adw_preferences_page_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->cancellable = g_cancellable_new ();
  self->group = adw_preferences_group_new ();
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (self->group));
  gtk_widget_set_vexpand (page, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), page);
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Versions of the Schema"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 640);
  ask_transient_init (self, stop);
}

/**
 * ask_versions_dialog_new:
 * @version: the id of one that somebody is led to, which is opened with the one before it; 0 for none
 *
 * Returns: (transfer floating): the window, reading
 */
GtkWidget *
ask_versions_dialog_new (AskSession *session, AskSchemaEditor *editor, gint64 version)
{
  AskVersionsDialog *self = g_object_new (ASK_TYPE_VERSIONS_DIALOG, NULL);

  self->session = g_object_ref (session);
  self->editor = g_object_ref (editor);
  self->wanted = version;
  ask_job_start (ask_jobs_list_versions (), self, ask_session_get_path (session), self->cancellable, versions_ready,
                 NULL);
  return GTK_WIDGET (self);
}
