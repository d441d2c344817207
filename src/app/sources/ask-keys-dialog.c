/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing is kept before the source took it: the store tries it first. What was typed stays until it is right, and is
 * gone with the dialog.
 */
#include "config.h"

#include "app/sources/ask-keys-dialog.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-change.h"
#include "app/sources/ask-sign-in.h"
#include "app/widgets/ask-banner.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "store/ask-option.h"

struct _AskKeysDialog
{
  AdwWindow parent_instance;
  AskSession *session;
  const AskSourceKind *kind;
  char *name;
  gboolean rest;
  GCancellable *cancellable; /* while they are tried */

  AskBanner *banner;
  AdwWindowTitle *title;
  AskSignIn *sign_in;
  GtkWidget *server;
  AdwEntryRow *password;
  GtkWidget *working;
  GtkWidget *save;
};

G_DEFINE_FINAL_TYPE (AskKeysDialog, ask_keys_dialog, ADW_TYPE_WINDOW)

/* Returns: (transfer full): what was typed; perhaps nothing */
static GPtrArray *
read_keys (AskKeysDialog *self, GError **error)
{
  g_autoptr (GPtrArray) keys = ask_source_options_new ();
  const char *password = gtk_editable_get_text (GTK_EDITABLE (self->password));

  if (self->rest)
    return ask_sign_in_add_options (self->sign_in, self->kind, keys, error) ? g_steal_pointer (&keys) : NULL;
  if (*password != '\0'
      && !ask_options_add_typed (keys, self->kind, &(AskTypedOption) { .word = "password", .text = password }, error))
    return NULL;
  return g_steal_pointer (&keys);
}

static void
set_busy (AskKeysDialog *self, gboolean busy)
{
  /* An entry that becomes insensitive does not notice that it has lost the focus. */
  if (busy)
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
  gtk_widget_set_visible (self->working, busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->sign_in), !busy);
  gtk_widget_set_sensitive (self->server, !busy);
  gtk_widget_set_sensitive (self->save, !busy);
}

static void
form_changed (AskKeysDialog *self)
{
  ask_banner_hide (self->banner);
}

static void
keys_set (GObject *source, GAsyncResult *result, gpointer data)
{
  AskKeysDialog *self = ASK_KEYS_DIALOG (source);
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;
  g_autofree char *words = NULL;

  g_clear_object (&self->cancellable);
  if (self->session == NULL)
    return;
  set_busy (self, FALSE);
  if (!done)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        ask_banner_show (self->banner, ask_error_get_words (error), NULL, NULL);
      return;
    }
  /* Translators: %s is a source whose password or keys were changed. */
  words = g_strdup_printf (_ ("%s was signed in to, and takes this from now on"), self->name);
  ask_session_toast (self->session, words);
  ask_session_changed (self->session);
  gtk_window_close (GTK_WINDOW (self));
}

static void
action_save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskKeysDialog *self = ASK_KEYS_DIALOG (widget);
  const char *gap = self->rest ? ask_sign_in_find_gap (self->sign_in) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) keys = NULL;
  AskSourceChange *change;

  if (self->cancellable != NULL)
    return;
  keys = read_keys (self, &error);
  if (gap == NULL && keys == NULL)
    gap = ask_error_get_words (error);
  if (gap == NULL && keys->len == 0)
    gap = self->rest ? _ ("Type a key first.") : _ ("Type a password first.");
  if (gap != NULL)
    {
      ask_banner_show (self->banner, gap, NULL, NULL);
      return;
    }
  change = ask_source_change_new (self->name);
  change->keys = g_steal_pointer (&keys);
  ask_banner_hide (self->banner);
  self->cancellable = g_cancellable_new ();
  set_busy (self, TRUE);
  ask_job_start (ask_jobs_change_source (change), self, ask_session_get_path (self->session), self->cancellable,
                 keys_set, NULL);
}

/* One Cancel: first it stops what runs, then it closes. */
static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskKeysDialog *self = ASK_KEYS_DIALOG (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
stop (gpointer window)
{
  AskKeysDialog *self = ASK_KEYS_DIALOG (window);

  g_cancellable_cancel (self->cancellable);
}

static void
ask_keys_dialog_dispose (GObject *object)
{
  AskKeysDialog *self = ASK_KEYS_DIALOG (object);

  stop (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_keys_dialog_parent_class)->dispose (object);
}

static void
ask_keys_dialog_finalize (GObject *object)
{
  AskKeysDialog *self = ASK_KEYS_DIALOG (object);

  g_clear_object (&self->cancellable);
  g_free (self->name);
  G_OBJECT_CLASS (ask_keys_dialog_parent_class)->finalize (object);
}

static void
ask_keys_dialog_class_init (AskKeysDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_BANNER);
  g_type_ensure (ASK_TYPE_SIGN_IN);
  G_OBJECT_CLASS (klass)->dispose = ask_keys_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_keys_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-keys-dialog.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, AskKeysDialog, child)
  BIND (banner);
  BIND (title);
  BIND (sign_in);
  BIND (server);
  BIND (password);
  BIND (working);
  BIND (save);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, form_changed);
  gtk_widget_class_install_action (widget_class, "keys.save", NULL, action_save);
  gtk_widget_class_install_action (widget_class, "keys.cancel", NULL, action_cancel);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "keys.cancel", NULL);
}

static void
ask_keys_dialog_init (AskKeysDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_transient_init (self, stop);
}

/** ask_keys_dialog_new: @record: of an API or a database server. Returns: (transfer none): the dialog, not yet shown */
GtkWidget *
ask_keys_dialog_new (AskSession *session, const AskSourceRecord *record)
{
  AskKeysDialog *self = g_object_new (ASK_TYPE_KEYS_DIALOG, NULL);
  const char *title;

  self->session = g_object_ref (session);
  self->name = g_strdup (record->name);
  self->kind = record->kind;
  self->rest = record->kind->nature == ASK_NATURE_DOCUMENT;
  title = self->rest ? _ ("Change Keys") : _ ("Change Password");
  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, record->name);
  gtk_widget_set_visible (GTK_WIDGET (self->sign_in), self->rest);
  gtk_widget_set_visible (self->server, !self->rest);
  if (self->rest)
    ask_sign_in_show_record (self->sign_in, record);
  gtk_window_set_default_size (GTK_WINDOW (self), 560, self->rest ? 560 : 260);
  return GTK_WIDGET (self);
}
