/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nothing is saved before a test went well: the one button tests first, and saves once what was
 * found is on screen. A change in the form asks for a new test. Header lines may hold a key, so
 * they are never shown again after the dialog is gone.
 */
#include "config.h"

#include "app/sources/ask-add-source-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-jobs-source.h"
#include "app/sources/ask-column-form.h"
#include "app/sources/ask-found-card.h"
#include "app/sources/ask-reading-bar.h"
#include "app/sources/ask-server-form.h"
#include "app/sources/ask-sheet-form.h"
#include "app/sources/ask-sign-in.h"
#include "app/sources/ask-source-chooser.h"
#include "app/widgets/ask-banner.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "store/ask-option.h"
#include "store/ask-source-name.h"

struct _AskAddSourceDialog
{
  AdwWindow parent_instance;
  AskSession *session;
  const AskSourceKind *kind;
  GCancellable *cancellable; /* while a job runs */
  gboolean tested;
  gboolean name_is_ours; /* suggested from the location, not written by the person */
  gboolean quiet;
  gboolean by_fields; /* the address is being written by its fields */
  AskSourceForm *tried; /* (nullable): what was tested last */
  AskSourceForm *made; /* (nullable): of which a test made a file of ours, which nothing else needs yet */

  AskBanner *banner;
  AdwWindowTitle *title;
  AskServerForm *server;
  AdwPreferencesGroup *form;
  AdwEntryRow *location;
  AdwEntryRow *name;
  AdwEntryRow *base_url;
  AdwEntryRow *password;
  GtkWidget *choose;
  GtkWidget *choose_folder;
  AskReadingBar *reading;
  GtkMenuButton *servers;
  AskSignIn *sign_in;
  AskSheetForm *sheet;
  AskColumnForm *column;
  GtkWidget *lenient_row;
  GtkSwitch *lenient;
  GtkStack *states;
  AskFoundCard *found;
  GtkButton *go;
  GtkButton *cancel;
};

G_DEFINE_FINAL_TYPE (AskAddSourceDialog, ask_add_source_dialog, ADW_TYPE_WINDOW)

static gboolean
takes (const AskSourceKind *kind, const char *word)
{
  return ask_source_kind_find_option (kind, word) != NULL;
}

/* Whether calls are signed in by whatever an API may ask for. */
static gboolean
signs_in (const AskSourceKind *kind)
{
  return kind->nature == ASK_NATURE_DOCUMENT && ask_source_kind_has_keys (kind);
}

static const char *
get_text (AdwEntryRow *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

static void
set_state (AskAddSourceDialog *self, const char *state)
{
  gboolean busy = g_str_equal (state, "working");

  gtk_stack_set_visible_child_name (self->states, state);
  /* An entry that becomes insensitive does not notice that it has lost the focus. */
  if (busy)
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->server), !busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->form), !busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->sign_in), !busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->sheet), !busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->column), !busy);
  gtk_widget_set_sensitive (GTK_WIDGET (self->go),
                            !busy && *get_text (self->location) != '\0' && *get_text (self->name) != '\0');
  gtk_button_set_label (self->go, self->tested ? _ ("_Add") : _ ("_Test"));
}

static void
form_changed (AskAddSourceDialog *self)
{
  if (self->quiet)
    return;
  self->tested = FALSE;
  ask_banner_hide (self->banner);
  set_state (self, "idle");
}

static void
location_changed (AskAddSourceDialog *self)
{
  if (self->name_is_ours)
    {
      g_autofree char *name = ask_source_name_suggest (self->kind, get_text (self->location));

      self->quiet = TRUE;
      gtk_editable_set_text (GTK_EDITABLE (self->name), name);
      self->quiet = FALSE;
    }
  if (self->kind->schemes != NULL && !self->by_fields)
    ask_server_form_set_address (self->server, get_text (self->location));
  if (self->kind->find_column != NULL && !self->by_fields)
    ask_column_form_set_location (self->column, self->kind->find_column (get_text (self->location)));
  if (self->kind->preview)
    {
      g_autofree char *path = g_strstrip (g_strdup (get_text (self->location)));

      ask_sheet_form_set_location (self->sheet, path);
    }
  /* Another document may be elsewhere, and ask for something else. */
  gtk_widget_set_visible (GTK_WIDGET (self->servers), FALSE);
  ask_sign_in_forget (self->sign_in);
  form_changed (self);
}

/* Both ways say the same: the address follows its fields, and these follow the address. */
static void
follow_fields (AskAddSourceDialog *self, const char *address)
{
  self->by_fields = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->location), address);
  self->by_fields = FALSE;
}

static void
server_changed (AskAddSourceDialog *self)
{
  g_autofree char *address = ask_server_form_dup_address (self->server);

  follow_fields (self, address);
}

static void
column_changed (AskAddSourceDialog *self)
{
  g_autofree char *location = ask_column_form_dup_location (self->column);

  /* Of the same column something else may have been chosen. */
  follow_fields (self, location);
  form_changed (self);
}

static void
name_changed (AskAddSourceDialog *self)
{
  if (self->quiet)
    return;
  self->name_is_ours = *get_text (self->name) == '\0';
  form_changed (self);
}

/* What was said beside the place. */
static GPtrArray *
read_options (AskAddSourceDialog *self, GError **error)
{
  g_autoptr (GPtrArray) options
    = self->kind->preview ? ask_sheet_form_dup_options (self->sheet) : ask_source_options_new ();
  const char *password = get_text (self->password);

  if (takes (self->kind, "password") && *password != '\0'
      && !ask_options_add_typed (options, self->kind, &(AskTypedOption) { .word = "password", .text = password },
                                 error))
    return NULL;
  if (takes (self->kind, "lenient") && gtk_switch_get_active (self->lenient)
      && !ask_options_add_typed (options, self->kind, &(AskTypedOption) { .word = "lenient", .text = "yes" }, error))
    return NULL;
  if (!ask_column_form_add_options (self->column, self->kind, options, error))
    return NULL;
  if (signs_in (self->kind) && !ask_sign_in_add_options (self->sign_in, self->kind, options, error))
    return NULL;
  return g_steal_pointer (&options);
}

static AskSourceForm *
read_form (AskAddSourceDialog *self, GError **error)
{
  GPtrArray *options = read_options (self, error);
  AskSourceForm *form;

  if (options == NULL)
    return NULL;
  form = g_new0 (AskSourceForm, 1);
  form->kind = self->kind;
  form->name = g_strstrip (g_strdup (get_text (self->name)));
  form->location = g_strstrip (g_strdup (get_text (self->location)));
  form->options = options;
  if (takes (self->kind, "base-url") && *get_text (self->base_url) != '\0')
    form->base_url = g_strstrip (g_strdup (get_text (self->base_url)));
  return form;
}

static void
show_failure (AskAddSourceDialog *self, const GError *error)
{
  gboolean faulty = g_error_matches (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_DOCUMENT);

  self->tested = FALSE;
  if (faulty && !gtk_switch_get_active (self->lenient))
    ask_banner_show (self->banner, ask_error_get_words (error), _ ("Read It All the Same"), "dialog.read-faulty");
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_banner_show (self->banner, ask_error_get_words (error), NULL, NULL);
  set_state (self, "idle");
}

static void
show_found (AskAddSourceDialog *self, const AskIntrospection *found)
{
  ask_found_card_show (self->found, found);
  self->tested = TRUE;
  set_state (self, "found");
}

/* The API does not let us in yet: what its document asks for, and why it refused. */
static void
show_refusal (AskAddSourceDialog *self, const AskIntrospection *found)
{
  self->tested = FALSE;
  ask_sign_in_show (self->sign_in, found);
  ask_banner_show (self->banner, found->refusal, NULL, NULL);
  set_state (self, "idle");
}

/* Its document is here, so all but its rows is known: it may be added and tested later. */
static void
show_unreached (AskAddSourceDialog *self, const AskIntrospection *found)
{
  self->tested = FALSE;
  ask_banner_show (self->banner, found->refusal, _ ("Add It All the Same"), "dialog.add-unreached");
  set_state (self, "idle");
}

/* An API may be at several addresses, for tests or by country: one of them is chosen, others can be. */
static void
show_servers (AskAddSourceDialog *self, const AskIntrospection *found)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; found->servers != NULL && i < found->servers->len; i++)
    {
      const char *url = found->servers->pdata[i];
      g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
      /* In a menu an underscore would be a mnemonic. */
      g_auto (GStrv) parts = g_strsplit (url, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      g_menu_item_set_label (item, label);
      g_menu_item_set_action_and_target (item, "dialog.server", "s", url);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (self->servers, G_MENU_MODEL (menu));
  gtk_widget_set_visible (GTK_WIDGET (self->servers), found->servers != NULL && found->servers->len > 1);
}

static void
action_server (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_editable_set_text (GTK_EDITABLE (ASK_ADD_SOURCE_DIALOG (widget)->base_url),
                         g_variant_get_string (parameter, NULL));
}

/* What was read to try a source is of no use where that is not added. */
static void
forget_made (AskAddSourceDialog *self)
{
  if (self->made != NULL)
    ask_job_start (ask_jobs_forget_tried (self->made), self->session, ask_session_get_path (self->session), NULL, NULL,
                   NULL);
  g_clear_pointer (&self->made, ask_source_form_free);
}

static void
take_made (AskAddSourceDialog *self)
{
  forget_made (self);
  self->made = g_steal_pointer (&self->tried);
}

static void
probed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAddSourceDialog *self = ASK_ADD_SOURCE_DIALOG (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskIntrospection) found = ask_job_finish (source, result, &error);

  g_clear_object (&self->cancellable);
  if (self->session == NULL)
    return;
  if (found != NULL && found->fresh)
    take_made (self);
  if (found != NULL)
    show_servers (self, found);
  if (found == NULL)
    show_failure (self, error);
  else if (found->unreached)
    show_unreached (self, found);
  else if (found->refusal != NULL)
    show_refusal (self, found);
  else
    show_found (self, found);
}

static void
added (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAddSourceDialog *self = ASK_ADD_SOURCE_DIALOG (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = ask_job_finish (source, result, &error);
  g_autofree char *words = NULL;

  g_clear_object (&self->cancellable);
  if (self->session == NULL)
    return;
  if (record == NULL)
    {
      show_failure (self, error);
      return;
    }
  g_clear_pointer (&self->made, ask_source_form_free);
  words = g_strdup_printf (_ ("%s was added"), record->name);
  ask_session_toast (self->session, words);
  ask_session_changed (self->session);
  gtk_window_close (GTK_WINDOW (self));
}

static void
told (gpointer object, guint64 n, guint64 all)
{
  AskAddSourceDialog *self = ASK_ADD_SOURCE_DIALOG (object);

  if (self->cancellable != NULL)
    ask_reading_bar_tell (self->reading, n, all);
}

/* @unreached: adds what was not reached, without another test */
static void
go (AskAddSourceDialog *self, gboolean unreached)
{
  g_autoptr (AskSourceForm) form = NULL;
  g_autoptr (GError) error = NULL;
  const char *gap = ask_sign_in_find_gap (self->sign_in);
  const gboolean adds = self->tested || unreached;
  AskJob *job;

  if (self->cancellable != NULL || *get_text (self->location) == '\0' || *get_text (self->name) == '\0')
    return;
  if (gap != NULL)
    {
      ask_banner_show (self->banner, gap, NULL, NULL);
      return;
    }
  form = read_form (self, &error);
  if (form == NULL)
    {
      show_failure (self, error);
      return;
    }
  form->unreached = unreached;
  ask_banner_hide (self->banner);
  self->cancellable = g_cancellable_new ();
  ask_reading_bar_begin (self->reading, _ ("Reading the source…"));
  job = adds ? ask_jobs_add_source (form) : ask_jobs_probe_source (form);
  ask_job_watch (job, self, told);
  ask_job_start (job, self, ask_session_get_path (self->session), self->cancellable, adds ? added : probed, NULL);
  g_clear_pointer (&self->tried, ask_source_form_free);
  if (self->kind->find_file != NULL)
    self->tried = g_steal_pointer (&form);
  set_state (self, "working");
}

static void
action_go (GtkWidget *widget, const char *action, GVariant *parameter)
{
  go (ASK_ADD_SOURCE_DIALOG (widget), FALSE);
}

static void
action_add_unreached (GtkWidget *widget, const char *action, GVariant *parameter)
{
  go (ASK_ADD_SOURCE_DIALOG (widget), TRUE);
}

static void
action_read_faulty (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_switch_set_active (ASK_ADD_SOURCE_DIALOG (widget)->lenient, TRUE);
  action_go (widget, action, NULL);
}

/* One Cancel: first it stops what runs, then it closes. */
static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAddSourceDialog *self = ASK_ADD_SOURCE_DIALOG (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
action_choose (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAddSourceDialog *self = ASK_ADD_SOURCE_DIALOG (widget);

  ask_source_chooser_show (self->location, self->kind, g_str_equal (action, "dialog.choose-folder"));
}

static void
stop (gpointer window)
{
  AskAddSourceDialog *self = ASK_ADD_SOURCE_DIALOG (window);

  g_cancellable_cancel (self->cancellable);
}

static void
ask_add_source_dialog_dispose (GObject *object)
{
  AskAddSourceDialog *self = ASK_ADD_SOURCE_DIALOG (object);

  stop (self);
  forget_made (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_add_source_dialog_parent_class)->dispose (object);
}

static void
ask_add_source_dialog_finalize (GObject *object)
{
  AskAddSourceDialog *self = ASK_ADD_SOURCE_DIALOG (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->tried, ask_source_form_free);
  G_OBJECT_CLASS (ask_add_source_dialog_parent_class)->finalize (object);
}

static void
ask_add_source_dialog_class_init (AskAddSourceDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_BANNER);
  g_type_ensure (ASK_TYPE_COLUMN_FORM);
  g_type_ensure (ASK_TYPE_FOUND_CARD);
  g_type_ensure (ASK_TYPE_READING_BAR);
  g_type_ensure (ASK_TYPE_SERVER_FORM);
  g_type_ensure (ASK_TYPE_SHEET_FORM);
  g_type_ensure (ASK_TYPE_SIGN_IN);
  G_OBJECT_CLASS (klass)->dispose = ask_add_source_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_add_source_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-add-source-dialog.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, AskAddSourceDialog, child)
  BIND (banner);
  BIND (title);
  BIND (server);
  BIND (form);
  BIND (location);
  BIND (name);
  BIND (base_url);
  BIND (password);
  BIND (choose);
  BIND (choose_folder);
  BIND (reading);
  BIND (servers);
  BIND (sign_in);
  BIND (sheet);
  BIND (column);
  BIND (lenient_row);
  BIND (lenient);
  BIND (states);
  BIND (found);
  BIND (go);
  BIND (cancel);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, location_changed);
  gtk_widget_class_bind_template_callback (widget_class, server_changed);
  gtk_widget_class_bind_template_callback (widget_class, column_changed);
  gtk_widget_class_bind_template_callback (widget_class, name_changed);
  gtk_widget_class_bind_template_callback (widget_class, form_changed);
  gtk_widget_class_install_action (widget_class, "dialog.go", NULL, action_go);
  gtk_widget_class_install_action (widget_class, "dialog.read-faulty", NULL, action_read_faulty);
  gtk_widget_class_install_action (widget_class, "dialog.add-unreached", NULL, action_add_unreached);
  gtk_widget_class_install_action (widget_class, "dialog.server", "s", action_server);
  gtk_widget_class_install_action (widget_class, "dialog.cancel", NULL, action_cancel);
  gtk_widget_class_install_action (widget_class, "dialog.choose", NULL, action_choose);
  gtk_widget_class_install_action (widget_class, "dialog.choose-folder", NULL, action_choose);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "dialog.cancel", NULL);
}

static void
ask_add_source_dialog_init (AskAddSourceDialog *self)
{
  self->name_is_ours = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_transient_init (self, stop);
}

static void
origins_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskAddSourceDialog *self = ASK_ADD_SOURCE_DIALOG (source);
  g_autoptr (GPtrArray) origins = ask_job_finish (source, result, NULL);

  /* Where they cannot be listed, a column can still be typed. */
  if (self->session == NULL || origins == NULL)
    return;
  ask_column_form_set_origins (self->column, origins);
  ask_column_form_set_location (self->column, self->kind->find_column (get_text (self->location)));
}

/** ask_add_source_dialog_new: Returns: (transfer none): the dialog for @kind, not yet shown */
GtkWidget *
ask_add_source_dialog_new (AskSession *session, const AskSourceKind *kind)
{
  AskAddSourceDialog *self = g_object_new (ASK_TYPE_ADD_SOURCE_DIALOG, NULL);
  gboolean large = signs_in (kind) || kind->preview || kind->schemes != NULL || kind->find_column != NULL;

  self->session = g_object_ref (session);
  self->kind = kind;
  gtk_window_set_title (GTK_WINDOW (self), _ (kind->add_title));
  adw_window_title_set_title (self->title, _ (kind->add_title));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->location), _ (kind->add_place));
  adw_preferences_group_set_description (kind->schemes != NULL ? ADW_PREFERENCES_GROUP (self->server) : self->form,
                                         _ (kind->add_words));
  gtk_widget_set_visible (GTK_WIDGET (self->server), kind->schemes != NULL);
  if (kind->schemes != NULL)
    ask_server_form_set_kind (self->server, kind);
  gtk_widget_set_visible (GTK_WIDGET (self->base_url), takes (kind, "base-url"));
  gtk_widget_set_visible (GTK_WIDGET (self->password), takes (kind, "password"));
  gtk_widget_set_visible (self->choose, kind->choose_title != NULL);
  gtk_widget_set_visible (self->choose_folder, kind->contents != NULL);
  gtk_widget_set_visible (self->lenient_row, takes (kind, "lenient"));
  gtk_widget_set_visible (GTK_WIDGET (self->sign_in), signs_in (kind));
  gtk_widget_set_visible (GTK_WIDGET (self->sheet), kind->preview);
  if (kind->contents != NULL)
    {
      /* Beside a folder, which the usual icon shows. */
      gtk_button_set_icon_name (GTK_BUTTON (self->choose), "text-x-generic-symbolic");
    }
  if (kind->preview)
    ask_sheet_form_set_kind (self->sheet, kind);
  if (kind->find_column != NULL)
    ask_job_start (ask_jobs_list_origins (), self, ask_session_get_path (session), NULL, origins_ready, NULL);
  ask_found_card_set_kind (self->found, kind);
  /* High enough for what a test finds: the window does not grow by itself. */
  gtk_window_set_default_size (GTK_WINDOW (self), 580, large ? 700 : 480);
  set_state (self, "idle");
  /* Not the first button of the header: that one throws everything away. */
  gtk_widget_grab_focus (kind->schemes != NULL ? GTK_WIDGET (self->server) : GTK_WIDGET (self->location));
  return GTK_WIDGET (self);
}

/**
 * ask_add_source_dialog_set:
 * @name: (nullable): %NULL to have it suggested
 * @location: a path, or an address
 * @base_url: (nullable)
 * @headers: (nullable): "K: V" lines; of a database server, its password
 *
 * Fills the form, as a file dropped on the window or a test does.
 */
void
ask_add_source_dialog_set (AskAddSourceDialog *self, const char *name, const char *location, const char *base_url,
                           const char *headers)
{
  g_return_if_fail (ASK_IS_ADD_SOURCE_DIALOG (self));
  gtk_editable_set_text (GTK_EDITABLE (self->location), location);
  if (name != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  gtk_editable_set_text (GTK_EDITABLE (self->base_url), base_url != NULL ? base_url : "");
  gtk_editable_set_text (GTK_EDITABLE (self->password), headers != NULL ? headers : "");
  ask_sign_in_set_headers (self->sign_in, headers != NULL ? headers : "");
}

/**
 * ask_add_source_dialog_sign_in:
 * @user: (nullable): the user, or the client's id
 * @secret: what belongs to it
 *
 * Fills what the API asked for, as a test does.
 *
 * Returns: whether there is a way to sign in
 */
gboolean
ask_add_source_dialog_sign_in (AskAddSourceDialog *self, const char *user, const char *secret)
{
  g_return_val_if_fail (ASK_IS_ADD_SOURCE_DIALOG (self), FALSE);
  ask_sign_in_set (self->sign_in, user, secret);
  return ask_sign_in_get_way (self->sign_in) != ASK_AUTH_NONE;
}

/** ask_add_source_dialog_get_state: Returns: (transfer none): "idle", "working" or "found" */
const char *
ask_add_source_dialog_get_state (AskAddSourceDialog *self)
{
  g_return_val_if_fail (ASK_IS_ADD_SOURCE_DIALOG (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

/** ask_add_source_dialog_get_words: Returns: (transfer none) (nullable): what went wrong, or what
 * was found */
const char *
ask_add_source_dialog_get_words (AskAddSourceDialog *self)
{
  g_return_val_if_fail (ASK_IS_ADD_SOURCE_DIALOG (self), NULL);
  if (ask_banner_get_text (self->banner) != NULL)
    return ask_banner_get_text (self->banner);
  return self->tested ? ask_found_card_get_count (self->found) : NULL;
}
