/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows a state that was read before it opened, and reads it again whenever the session says that something changed.
 * What a person decides here goes through jobs, one at a time. It never shows a value of the source.
 */
#include "config.h"

#include "app/sources/ask-source-desk.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-change.h"
#include "app/schema/ask-suggestions-page.h"
#include "app/sources/ask-access-page.h"
#include "app/sources/ask-doctor-page.h"
#include "app/sources/ask-documents-page.h"
#include "app/sources/ask-keys-dialog.h"
#include "app/sources/ask-threshold-group.h"
#include "app/widgets/ask-desk-rows.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"

struct _AskSourceDesk
{
  AskDeskWindow parent_instance;
  AskSession *session;
  AskSourceCare *care;
  GCancellable *cancellable; /* of reading its state */
  GCancellable *change; /* (nullable): while the source is changed */
  AdwToast *working; /* (nullable): likewise */
  AdwPreferencesPage *changes;
  AdwPreferencesPage *doctor; /* (nullable): of an API */
  char *operation; /* (nullable): that somebody is to say something about, as "GET /orders" */
  AskDocumentsPage *documents; /* (nullable): of a source of documents */
  AskAccessPage *access; /* (nullable): of what can be read in several ways */
  AskSharing shared; /* what holds */
  gboolean deciding; /* while another one is saved */
  GtkCheckButton *sharing[ASK_SHARING_YES + 1];
};

G_DEFINE_FINAL_TYPE (AskSourceDesk, ask_source_desk, ASK_TYPE_DESK_WINDOW)

/* Of a desk that was closed meanwhile the window says it: what failed must not go unheard. */
static void
say (AskSourceDesk *self, const char *words)
{
  g_autofree char *escaped = g_markup_escape_text (words, -1);

  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    ask_desk_window_add_toast (ASK_DESK_WINDOW (self), adw_toast_new (escaped));
  else if (self->session != NULL)
    ask_session_toast (self->session, words);
}

static AdwPreferencesPage *
add_page (AskSourceDesk *self, const char *name, const char *title, const char *icon)
{
  GtkWidget *page = adw_preferences_page_new ();

  adw_preferences_page_set_name (ADW_PREFERENCES_PAGE (page), name);
  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (page), title);
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (page), icon);
  ask_desk_window_add (ASK_DESK_WINDOW (self), ADW_PREFERENCES_PAGE (page));
  return ADW_PREFERENCES_PAGE (page);
}

static const char *
name_break (AskBreakKind kind)
{
  switch (kind)
    {
    case ASK_BREAK_VERIFIED:
      return _ ("Verified question");
    case ASK_BREAK_METRIC:
      return _ ("Metric");
    case ASK_BREAK_ATTRIBUTE:
      return _ ("Calculated attribute");
    case ASK_BREAK_ENTITY:
      return _ ("Entity that is a query");
    case ASK_BREAK_TILE:
      return _ ("Tile of a board");
    case ASK_BREAK_RELATIONSHIP:
    default:
      return _ ("Relationship");
    }
}

static void
drift_cleared (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (source);
  g_autoptr (GError) error = NULL;

  if (ask_job_finish (source, result, &error) == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        say (self, ask_error_get_words (error));
      return;
    }
  if (self->session == NULL)
    return;
  ask_session_changed (self->session);
  gtk_window_close (GTK_WINDOW (self));
}

static void
action_seen (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (widget);

  ask_job_start (ask_jobs_clear_drift (self->care->record->name), self, ask_session_get_path (self->session),
                 self->cancellable, drift_cleared, NULL);
}

static void
fill_breaks (AdwPreferencesPage *page, GPtrArray *breaks)
{
  AdwPreferencesGroup *group = ask_desk_add_group (page, _ ("What This Breaks"), NULL);

  if (breaks->len == 0)
    adw_preferences_group_add (
      group, ask_desk_row_new (_ ("Nothing: all verified questions, metrics and relationships still fit."), NULL,
                               "emblem-ok-symbolic", "success", _ ("Fine")));
  for (guint i = 0; i < breaks->len && i < ASK_DESK_MAX_ROWS; i++)
    {
      const AskBreak *broken = breaks->pdata[i];
      /* Translators: what a broken thing is, and why it no longer fits. */
      g_autofree char *words = g_strdup_printf (_ ("%s: %s"), name_break (broken->kind), broken->message);
      GtkWidget *row
        = ask_desk_row_new (broken->name, words, "dialog-warning-symbolic", "warning", _ ("No longer fits"));

      if (broken->verified != 0)
        {
          GtkWidget *button
            = ask_desk_add_button (row, _ ("_Mend…"), _ ("Open this verified question"), "desk.open-verified");

          gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "x", broken->verified);
        }
      adw_preferences_group_add (group, row);
    }
  ask_desk_add_more (group, breaks->len);
}

static void
fill_changes (AskSourceDesk *self)
{
  const AskDrift *drift = self->care->drift;
  AdwPreferencesPage *page = self->changes;
  AdwPreferencesGroup *group;
  g_autofree char *since = ask_format_moment (drift->since);
  g_autofree char *words = NULL;
  GtkWidget *seen;

  ask_desk_clear (page);
  if (drift->changes->len == 0)
    {
      group = ask_desk_add_group (page, _ ("What Changed"), NULL);
      adw_preferences_group_add (group,
                                 ask_desk_row_new (_ ("Nothing has changed at this source since you last looked."),
                                                   _ ("Refresh it to look again. What you edited always stays."),
                                                   "emblem-ok-symbolic", "success", _ ("Fine")));
      if (drift->breaks->len > 0)
        fill_breaks (page, drift->breaks);
      return;
    }
  words = g_strdup_printf (_ ("Found when the source was read, since %s. What you edited stays as it is."), since);
  group = ask_desk_add_group (page, _ ("What Changed"), words);
  seen = gtk_button_new_with_mnemonic (_ ("I Have _Seen It"));
  gtk_widget_set_valign (seen, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (seen, _ ("Take the mark off this source"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (seen), "desk.seen");
  adw_preferences_group_set_header_suffix (group, seen);
  for (guint i = 0; i < drift->changes->len && i < ASK_DESK_MAX_ROWS; i++)
    {
      const AskChange *change = drift->changes->pdata[i];
      g_autofree char *text = ask_change_to_text (change);

      adw_preferences_group_add (group,
                                 ask_desk_row_new (text, NULL,
                                                   change->kind == ASK_CHANGE_ADDED     ? "list-add-symbolic"
                                                   : change->kind == ASK_CHANGE_REMOVED ? "list-remove-symbolic"
                                                                                        : "document-edit-symbolic",
                                                   "dim-label",
                                                   change->kind == ASK_CHANGE_ADDED     ? _ ("Added")
                                                   : change->kind == ASK_CHANGE_REMOVED ? _ ("Gone")
                                                                                        : _ ("Changed")));
    }
  ask_desk_add_more (group, drift->changes->len);
  fill_breaks (page, drift->breaks);
}

static void
action_copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (widget);
  g_autofree char *text = ask_doctor_to_text (self->care->doctor);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  say (self, _ ("Report copied"));
}

static void
change_done (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (source);
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;

  g_clear_object (&self->change);
  if (self->session == NULL)
    return;
  if (self->access != NULL)
    ask_access_page_settle (self->access, done);
  if (self->working != NULL)
    adw_toast_dismiss (self->working);
  g_clear_object (&self->working);
  if (!done && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    say (self, ask_error_get_words (error));
  /* Part of it may be saved, and what is shown must be what holds. */
  ask_session_changed (self->session);
}

/* Makes the change while a toast says so, which can stop it; then the pages show what holds.
 *
 * @change: (transfer full)
 *
 * Returns: whether it is being made; another one is not done, else */
static gboolean
start_change (AskSourceDesk *self, AskSourceChange *change)
{
  if (self->change != NULL)
    {
      say (self, _ ("The source is being read. Wait until that is done, or stop it."));
      ask_source_change_free (change);
      return FALSE;
    }
  self->change = g_cancellable_new ();
  self->working = g_object_ref (adw_toast_new (_ ("Reading the source…")));
  adw_toast_set_timeout (self->working, 0);
  adw_toast_set_button_label (self->working, _ ("_Stop"));
  adw_toast_set_action_name (self->working, "desk.stop");
  ask_desk_window_add_toast (ASK_DESK_WINDOW (self), g_object_ref (self->working));
  ask_job_start (ask_jobs_change_source (change), self, ask_session_get_path (self->session), self->change, change_done,
                 NULL);
  return TRUE;
}

static void
action_stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_cancellable_cancel (ASK_SOURCE_DESK (widget)->change);
}

static void
action_writes (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (widget);
  AskSourceChange *change = ask_source_change_new (self->care->record->name);

  change->writes = g_variant_dup_string (parameter, NULL);
  change->refresh = TRUE;
  start_change (self, change);
}

static void session_changed (AskSession *session, AskSourceDesk *self);

/* What an operation's answers mean when they speak of more rows than they hold. */
static void
action_rows (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (widget);
  AskSourceChange *change = ask_source_change_new (self->care->record->name);
  const char *operation, *said;

  g_variant_get (parameter, "(&s&s)", &operation, &said);
  g_free (self->operation);
  self->operation = g_strdup (operation);
  if (g_str_equal (said, "whole"))
    change->whole = g_strdup (operation);
  else if (g_str_equal (said, "follow"))
    change->follow = g_strdup (operation);
  else
    change->unsaid = g_strdup (operation);
  if (!start_change (self, change))
    session_changed (self->session, self); /* shows what holds */
}

static void
action_show_operation (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_source_desk_show_operation (ASK_SOURCE_DESK (widget), g_variant_get_string (parameter, NULL));
}

static void
action_trust_order (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (widget);
  AskSourceChange *change = ask_source_change_new (self->care->record->name);
  char *operation = g_variant_dup_string (parameter, NULL);

  if (g_str_equal (action, "desk.trust-order"))
    change->trust_order = operation;
  else
    change->distrust_order = operation;
  start_change (self, change);
}

static void
reads_answered (AdwMessageDialog *dialog, const char *response, AskSourceDesk *self)
{
  AskSourceChange *change;

  if (!g_str_equal (response, "reads") || self->session == NULL)
    return;
  change = ask_source_change_new (self->care->record->name);
  change->reads = g_strdup (g_object_get_data (G_OBJECT (dialog), "ask-operation"));
  change->refresh = TRUE;
  start_change (self, change);
}

/* A POST that changes something would do so with every question: it is worth a second look. */
static void
action_reads (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *operation = g_variant_get_string (parameter, NULL);
  g_autofree char *heading = g_strdup_printf (_ ("Does “%s” Only Read?"), operation);
  GtkWidget *dialog = adw_message_dialog_new (
    GTK_WINDOW (widget), heading,
    _ ("AskData will call it whenever a question needs what it gives. Say so only if you know that it changes nothing, "
       "for instance because it only searches."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "reads", _ ("It Only _Reads"),
                                    NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "ask-operation", g_strdup (operation), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (reads_answered), widget, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_keys (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (widget);
  GtkWidget *dialog = ask_keys_dialog_new (self->session, self->care->record);

  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
change_wanted (AskAccessPage *page, AskSourceDesk *self)
{
  if (!start_change (self, ask_access_page_steal_change (page)))
    ask_access_page_settle (page, FALSE);
}

/* What is shown must be what holds, but for what is on its way. */
static void
show_sharing (AskSourceDesk *self)
{
  if (!self->deciding && self->sharing[self->shared] != NULL)
    gtk_check_button_set_active (self->sharing[self->shared], TRUE);
}

static void save_sharing (AskSourceDesk *self);

static void
sharing_set (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (source);
  g_autoptr (GError) error = NULL;

  self->deciding = FALSE;
  if (ask_job_finish (source, result, &error) != NULL)
    {
      self->shared = (AskSharing) GPOINTER_TO_INT (data);
      if (self->session == NULL)
        return;
      ask_session_changed (self->session);
      save_sharing (self);
    }
  else
    {
      show_sharing (self);
      say (self, ask_error_get_words (error));
    }
}

/* One save at a time, or an earlier choice could be the last to be saved: a choice that is made meanwhile is saved
 * when the one before is, also when the desk was closed. */
static void
save_sharing (AskSourceDesk *self)
{
  for (guint i = ASK_SHARING_NEVER; !self->deciding && i <= ASK_SHARING_YES; i++)
    if (gtk_check_button_get_active (self->sharing[i]) && i != self->shared)
      {
        self->deciding = TRUE;
        ask_job_start (ask_jobs_set_sharing (self->care->record->name, (AskSharing) i), self,
                       ask_session_get_path (self->session), NULL, sharing_set, GUINT_TO_POINTER (i));
      }
}

static void
sharing_toggled (GtkCheckButton *button, AskSourceDesk *self)
{
  if (gtk_check_button_get_active (button))
    save_sharing (self);
}

static void
fill_sharing (AskSourceDesk *self)
{
  const struct
  {
    AskSharing sharing;
    const char *title;
    const char *words;
  } ways[] = {
    { ASK_SHARING_NEVER, _ ("Never"),
      _ ("No value of this source reaches a language model. The model sees names, types, descriptions and how many "
         "rows there are. Most questions need no more.") },
    { ASK_SHARING_SAMPLES, _ ("Examples only"),
      _ ("The model also sees the examples in the schema, and values that stand for themselves, such as “open” or "
         "“paid”. It never sees rows.") },
    { ASK_SHARING_YES, _ ("Yes"),
      _ ("The model may see rows of this source. Where the model runs on another computer, they are sent there. "
         "Attributes marked as sensitive stay here all the same.") },
  };
  AdwPreferencesPage *page = add_page (self, "sharing", _ ("Sharing"), "ask-key-symbolic");
  AdwPreferencesGroup *group
    = ask_desk_add_group (page, _ ("May Values Reach a Language Model?"),
                          _ (
                            "This holds for all attributes of the source but those that say otherwise in the Schema."));

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      GtkWidget *row = ask_desk_row_new (ways[i].title, ways[i].words, NULL, NULL, NULL);
      GtkWidget *check = gtk_check_button_new ();

      self->sharing[ways[i].sharing] = GTK_CHECK_BUTTON (check);
      if (i > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (check), self->sharing[ways[0].sharing]);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), self->shared == ways[i].sharing);
      gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, ways[i].title, -1);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      g_signal_connect_object (check, "toggled", G_CALLBACK (sharing_toggled), self, 0);
      adw_preferences_group_add (group, row);
    }
}

/* Files cost nothing: nobody is asked about them. */
static void
add_thresholds (AskSourceDesk *self)
{
  AdwPreferencesPage *page;
  GtkWidget *group;

  if (self->care->record->kind->nature == ASK_NATURE_FILE)
    return;
  page = add_page (self, "cost", _ ("Cost"), "ask-history-symbolic");
  group = g_object_new (ASK_TYPE_THRESHOLD_GROUP, NULL);
  ask_threshold_group_load (ASK_THRESHOLD_GROUP (group), self->session, self->care->record);
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));
}

/* The choice that holds takes the focus again: what had it is gone. */
static void
fill_doctor (AskSourceDesk *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean within = focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (self->doctor));
  GtkWidget *choice = ask_doctor_page_fill (self->doctor, self->care, self->operation);

  if (choice != NULL && within)
    gtk_widget_grab_focus (choice);
}

/* What is on the pages that depend on the source's state. */
static void
fill (AskSourceDesk *self)
{
  self->shared = self->care->sharing;
  show_sharing (self);
  fill_changes (self);
  if (self->doctor != NULL && self->care->doctor != NULL)
    fill_doctor (self);
  if (self->documents != NULL)
    ask_documents_page_show (self->documents, self->care->record);
  if (self->access != NULL)
    ask_access_page_show (self->access, self->care->record);
}

static void
cares_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) cares = ask_job_finish (source, result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (cares == NULL)
    {
      say (self, ask_error_get_words (error));
      return;
    }
  for (guint i = 0; i < cares->len; i++)
    {
      AskSourceCare *care = cares->pdata[i];

      if (!g_str_equal (care->record->name, self->care->record->name))
        continue;
      ask_source_care_unref (self->care);
      self->care = ask_source_care_ref (care);
      fill (self);
      return;
    }
  /* Somebody has removed it meanwhile. */
  gtk_window_close (GTK_WINDOW (self));
}

static void
session_changed (AskSession *session, AskSourceDesk *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_list_cares (), self, ask_session_get_path (session), self->cancellable, cares_ready, NULL);
}

static void
action_open_verified (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (widget));

  if (parent != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (parent), "win.open-verified", parameter);
  gtk_window_close (GTK_WINDOW (widget));
}

static void
stop (gpointer window)
{
  /* A change that somebody decided on goes on without the window. */
  g_cancellable_cancel (ASK_SOURCE_DESK (window)->cancellable);
}

static void
ask_source_desk_dispose (GObject *object)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (object);

  stop (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_source_desk_parent_class)->dispose (object);
}

static void
ask_source_desk_finalize (GObject *object)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->change);
  g_clear_object (&self->working);
  g_clear_pointer (&self->care, ask_source_care_unref);
  g_free (self->operation);
  G_OBJECT_CLASS (ask_source_desk_parent_class)->finalize (object);
}

static void
ask_source_desk_class_init (AskSourceDeskClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_source_desk_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_source_desk_finalize;
  gtk_widget_class_install_action (widget_class, "desk.seen", NULL, action_seen);
  gtk_widget_class_install_action (widget_class, "desk.copy", NULL, action_copy);
  gtk_widget_class_install_action (widget_class, "desk.keys", NULL, action_keys);
  gtk_widget_class_install_action (widget_class, "desk.reads", "s", action_reads);
  gtk_widget_class_install_action (widget_class, "desk.trust-order", "s", action_trust_order);
  gtk_widget_class_install_action (widget_class, "desk.distrust-order", "s", action_trust_order);
  gtk_widget_class_install_action (widget_class, "desk.writes", "s", action_writes);
  gtk_widget_class_install_action (widget_class, "desk.rows", "(ss)", action_rows);
  gtk_widget_class_install_action (widget_class, "desk.show-operation", "s", action_show_operation);
  gtk_widget_class_install_action (widget_class, "desk.stop", NULL, action_stop);
  gtk_widget_class_install_action (widget_class, "desk.open-verified", "x", action_open_verified);
}

static void
ask_source_desk_init (AskSourceDesk *self)
{
  self->cancellable = g_cancellable_new ();
  ask_transient_init (self, stop);
}

/**
 * ask_source_desk_new:
 * @care: (transfer none): a reference is kept
 * @page: (nullable): "documents" (of these), "changes", "doctor", "suggestions", "access", "sharing" or "cost" (but of a file)
 *
 * Returns: (transfer none): the window, not yet shown
 */
GtkWidget *
ask_source_desk_new (AskSession *session, AskSourceCare *care, const char *page)
{
  AskSourceDesk *self = g_object_new (ASK_TYPE_SOURCE_DESK, "modal", TRUE, "destroy-with-parent", TRUE, "default-width",
                                      680, "default-height", 620, "title", care->record->name, NULL);

  self->session = g_object_ref (session);
  self->care = ask_source_care_ref (care);
  if (care->record->kind->full_text)
    {
      self->documents = ASK_DOCUMENTS_PAGE (ask_documents_page_new (session));
      ask_desk_window_add (ASK_DESK_WINDOW (self), ADW_PREFERENCES_PAGE (self->documents));
    }
  self->changes = add_page (self, "changes", _ ("Changes"), "view-refresh-symbolic");
  if (care->doctor != NULL)
    self->doctor = add_page (self, "doctor", _ ("Doctor’s Report"), "ask-api-symbolic");
  ask_desk_window_add (ASK_DESK_WINDOW (self),
                       ADW_PREFERENCES_PAGE (ask_suggestions_page_new (session, care->record->name)));
  if (care->record->kind->n_options > 0)
    {
      self->access = ASK_ACCESS_PAGE (ask_access_page_new (care->record->kind));
      g_signal_connect_object (self->access, "change", G_CALLBACK (change_wanted), self, 0);
      ask_desk_window_add (ASK_DESK_WINDOW (self), ADW_PREFERENCES_PAGE (self->access));
    }
  fill (self);
  fill_sharing (self);
  add_thresholds (self);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed), self, 0);
  if (page != NULL && (care->doctor != NULL || !g_str_equal (page, "doctor")))
    ask_desk_window_show_page_named (ASK_DESK_WINDOW (self), page);
  return GTK_WIDGET (self);
}

/**
 * ask_source_desk_show_operation:
 * @operation: as "GET /orders"
 *
 * Shows in the doctor's report what can be said of this operation of an API. Of a source without a report it shows
 * nothing.
 */
void
ask_source_desk_show_operation (AskSourceDesk *self, const char *operation)
{
  GtkWidget *choice, *scrolled;

  g_return_if_fail (ASK_IS_SOURCE_DESK (self));
  if (self->doctor == NULL || self->care->doctor == NULL)
    return;
  g_free (self->operation);
  self->operation = g_strdup (operation);
  ask_desk_window_show_page (ASK_DESK_WINDOW (self), self->doctor);
  choice = ask_doctor_page_fill (self->doctor, self->care, operation);
  scrolled = gtk_widget_get_ancestor (choice, GTK_TYPE_SCROLLED_WINDOW);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)), 0);
  gtk_widget_grab_focus (choice);
}
