/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows a state that was read before it opened; what a person decides here goes through jobs, and the session then
 * says that the source changed. It never shows a value of the source.
 */
#include "config.h"

#include "app/ask-source-desk.h"

#include <glib/gi18n.h>

#include "app/ask-format.h"
#include "app/ask-suggestions-page.h"

/* Rows of one kind: more are of no use to a person, and the copied report has them all. */
#define MAX_ROWS 200

struct _AskSourceDesk
{
  AdwPreferencesWindow parent_instance;
  AskSession *session;
  AskSourceCare *care;
  GCancellable *cancellable;
  GtkCheckButton *sharing[ASK_SHARING_YES + 1];
};

G_DEFINE_FINAL_TYPE (AskSourceDesk, ask_source_desk, ADW_TYPE_PREFERENCES_WINDOW)

static GtkWidget *
new_row (const char *title, const char *subtitle, const char *icon, const char *style, const char *icon_words)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  if (icon != NULL)
    {
      GtkWidget *image = gtk_image_new_from_icon_name (icon);

      if (style != NULL)
        gtk_widget_add_css_class (image, style);
      gtk_widget_set_tooltip_text (image, icon_words);
      gtk_accessible_update_property (GTK_ACCESSIBLE (image), GTK_ACCESSIBLE_PROPERTY_LABEL, icon_words, -1);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
    }
  return row;
}

static AdwPreferencesGroup *
add_group (AdwPreferencesPage *page, const char *title, const char *description)
{
  GtkWidget *group = adw_preferences_group_new ();
  g_autofree char *escaped = g_markup_escape_text (title, -1);

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), escaped);
  if (description != NULL)
    {
      g_autofree char *words = g_markup_escape_text (description, -1);

      adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), words);
    }
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));
  return ADW_PREFERENCES_GROUP (group);
}

static AdwPreferencesPage *
add_page (AskSourceDesk *self, const char *name, const char *title, const char *icon)
{
  GtkWidget *page = adw_preferences_page_new ();

  adw_preferences_page_set_name (ADW_PREFERENCES_PAGE (page), name);
  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (page), title);
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (page), icon);
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (self), ADW_PREFERENCES_PAGE (page));
  return ADW_PREFERENCES_PAGE (page);
}

static void
add_more (AdwPreferencesGroup *group, guint n)
{
  g_autofree char *words = NULL;

  if (n <= MAX_ROWS)
    return;
  words = g_strdup_printf (ngettext ("and %u more of this kind", "and %u more of this kind", n - MAX_ROWS), n - MAX_ROWS);
  adw_preferences_group_add (group, new_row (words, NULL, NULL, NULL, NULL));
}

static const char *
name_break (AskBreakKind kind)
{
  switch (kind)
    {
    case ASK_BREAK_VERIFIED:
      return _("Verified question");
    case ASK_BREAK_METRIC:
      return _("Metric");
    case ASK_BREAK_ATTRIBUTE:
      return _("Calculated attribute");
    case ASK_BREAK_ENTITY:
      return _("Entity that is a query");
    case ASK_BREAK_RELATIONSHIP:
    default:
      return _("Relationship");
    }
}

static void
drift_cleared (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (source);
  g_autoptr (GError) error = NULL;

  if (!ask_jobs_clear_drift_finish (source, result, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (self), adw_toast_new (error->message));
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

  ask_jobs_clear_drift_async (self, ask_session_get_path (self->session), self->care->record->name, self->cancellable,
                              drift_cleared, NULL);
}

static void
fill_breaks (AdwPreferencesPage *page, GPtrArray *breaks)
{
  AdwPreferencesGroup *group = add_group (page, _("What This Breaks"), NULL);

  if (breaks->len == 0)
    adw_preferences_group_add (group, new_row (_("Nothing: all verified questions, metrics and relationships still "
                                                 "fit."),
                                               NULL, "emblem-ok-symbolic", "success", _("Fine")));
  for (guint i = 0; i < breaks->len && i < MAX_ROWS; i++)
    {
      const AskBreak *broken = breaks->pdata[i];
      /* Translators: what a broken thing is, and why it no longer fits. */
      g_autofree char *words = g_strdup_printf (_("%s: %s"), name_break (broken->kind), broken->message);
      GtkWidget *row = new_row (broken->name, words, "dialog-warning-symbolic", "warning", _("No longer fits"));

      if (broken->verified != 0)
        {
          GtkWidget *button = gtk_button_new_with_mnemonic (_("_Mend…"));

          gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
          gtk_widget_set_tooltip_text (button, _("Open this verified question"));
          gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "desk.open-verified");
          gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "x", broken->verified);
          adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
        }
      adw_preferences_group_add (group, row);
    }
  add_more (group, breaks->len);
}

static void
fill_changes (AskSourceDesk *self)
{
  const AskDrift *drift = self->care->drift;
  AdwPreferencesPage *page = add_page (self, "changes", _("Changes"), "view-refresh-symbolic");
  AdwPreferencesGroup *group;
  g_autofree char *since = ask_format_moment (drift->since);
  g_autofree char *words = NULL;
  GtkWidget *seen;

  if (drift->changes->len == 0)
    {
      group = add_group (page, _("What Changed"), NULL);
      adw_preferences_group_add (group, new_row (_("Nothing has changed at this source since you last looked."),
                                                 _("Refresh it to look again. What you edited always stays."),
                                                 "emblem-ok-symbolic", "success", _("Fine")));
      if (drift->breaks->len > 0)
        fill_breaks (page, drift->breaks);
      return;
    }
  words = g_strdup_printf (_("Found when the source was read, since %s. What you edited stays as it is."), since);
  group = add_group (page, _("What Changed"), words);
  seen = gtk_button_new_with_mnemonic (_("I Have _Seen It"));
  gtk_widget_set_valign (seen, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (seen, _("Take the mark off this source"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (seen), "desk.seen");
  adw_preferences_group_set_header_suffix (group, seen);
  for (guint i = 0; i < drift->changes->len && i < MAX_ROWS; i++)
    {
      const AskChange *change = drift->changes->pdata[i];
      g_autofree char *text = ask_change_to_text (change);

      adw_preferences_group_add (
        group, new_row (text, NULL,
                        change->kind == ASK_CHANGE_ADDED     ? "list-add-symbolic"
                        : change->kind == ASK_CHANGE_REMOVED ? "list-remove-symbolic"
                                                             : "document-edit-symbolic",
                        "dim-label",
                        change->kind == ASK_CHANGE_ADDED     ? _("Added")
                        : change->kind == ASK_CHANGE_REMOVED ? _("Gone")
                                                             : _("Changed")));
    }
  add_more (group, drift->changes->len);
  fill_breaks (page, drift->breaks);
}

static void
add_operations (AdwPreferencesPage *page, const AskDoctor *doctor, AskDoctorOutcome outcome, const char *format,
                const char *description, const char *icon, const char *style)
{
  guint n = ask_doctor_count (doctor, outcome);
  guint shown = 0;
  AdwPreferencesGroup *group;
  g_autofree char *title = NULL;

  if (n == 0)
    return;
  title = g_strdup_printf ("%s: %u", format, n);
  group = add_group (page, title, description);
  for (guint i = 0; i < doctor->entries->len && shown < MAX_ROWS; i++)
    {
      const AskDoctorEntry *entry = doctor->entries->pdata[i];
      g_autofree char *name = NULL;
      g_autofree char *words = NULL;

      if (entry->outcome != outcome)
        continue;
      shown++;
      name = g_strdup_printf ("%s %s", entry->method, entry->path);
      if (outcome == ASK_DOCTOR_ENTITY || outcome == ASK_DOCTOR_MERGED)
        {
          g_autoptr (GPtrArray) names = g_ptr_array_new ();

          for (guint j = 0; j < entry->entities->len; j++)
            g_ptr_array_add (names, entry->entities->pdata[j]);
          g_ptr_array_add (names, NULL);
          words = g_strjoinv (", ", (char **) names->pdata);
        }
      else
        words = g_strjoin (" ", entry->reason != NULL ? entry->reason : "",
                           entry->remedy != NULL ? entry->remedy : NULL, NULL);
      adw_preferences_group_add (group, new_row (name, words, icon, style, format));
    }
  add_more (group, n);
}

static void
add_sentences (AdwPreferencesPage *page, const char *title, GPtrArray *sentences)
{
  AdwPreferencesGroup *group;

  if (sentences->len == 0)
    return;
  group = add_group (page, title, NULL);
  for (guint i = 0; i < sentences->len && i < MAX_ROWS; i++)
    adw_preferences_group_add (group, new_row (sentences->pdata[i], NULL, NULL, NULL, NULL));
  add_more (group, sentences->len);
}

static void
action_copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (widget);
  g_autofree char *text = ask_doctor_to_text (self->care->doctor);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (self), adw_toast_new (_("Report copied")));
}

static void
fill_doctor (AskSourceDesk *self)
{
  const AskDoctor *doctor = self->care->doctor;
  AdwPreferencesPage *page = add_page (self, "doctor", _("Doctor’s Report"), "ask-api-symbolic");
  AdwPreferencesGroup *group;
  guint n_used = ask_doctor_count (doctor, ASK_DOCTOR_ENTITY) + ask_doctor_count (doctor, ASK_DOCTOR_MERGED);
  g_autofree char *words = g_strdup_printf (ngettext ("%u of %u operation can be asked about.",
                                                      "%u of %u operations can be asked about.", doctor->entries->len),
                                            n_used, doctor->entries->len);
  GtkWidget *copy = gtk_button_new_with_mnemonic (_("_Copy"));

  group = add_group (page, doctor->title != NULL ? doctor->title : self->care->record->name, doctor->format);
  gtk_widget_set_valign (copy, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (copy, _("Copy the whole report as text"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "desk.copy");
  adw_preferences_group_set_header_suffix (group, copy);
  adw_preferences_group_add (group, new_row (words, NULL, NULL, NULL, NULL));
  add_operations (page, doctor, ASK_DOCTOR_LEFT_OUT, _("Left out"),
                  _("These read data and could not become an entity."), "dialog-warning-symbolic", "warning");
  add_operations (page, doctor, ASK_DOCTOR_OFFERED, _("Could be used"),
                  _("These become entities once you say that they only read."), "dialog-question-symbolic",
                  "dim-label");
  add_sentences (page, _("About the Document"), doctor->remarks);
  add_sentences (page, _("Faults of the Document"), doctor->faults);
  add_operations (page, doctor, ASK_DOCTOR_ENTITY, _("Became entities"), NULL, "emblem-ok-symbolic", "success");
  add_operations (page, doctor, ASK_DOCTOR_MERGED, _("Part of another entity"), NULL, "emblem-ok-symbolic",
                  "success");
  add_operations (page, doctor, ASK_DOCTOR_WRITES, _("Never called"),
                  _("These change something, or nobody knows that they do not."), "action-unavailable-symbolic",
                  "dim-label");
}

static void
sharing_set (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (source);
  g_autoptr (GError) error = NULL;

  if (ask_jobs_set_sharing_finish (source, result, &error))
    {
      self->care->sharing = (AskSharing) GPOINTER_TO_INT (data);
      if (self->session != NULL)
        ask_session_changed (self->session);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      /* What is shown must be what holds. */
      gtk_check_button_set_active (self->sharing[self->care->sharing], TRUE);
      adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (self), adw_toast_new (error->message));
    }
}

static void
sharing_toggled (GtkCheckButton *button, AskSourceDesk *self)
{
  for (guint i = ASK_SHARING_NEVER; i <= ASK_SHARING_YES; i++)
    if (self->sharing[i] == button && gtk_check_button_get_active (button) && i != self->care->sharing)
      ask_jobs_set_sharing_async (self, ask_session_get_path (self->session), self->care->record->name,
                                  (AskSharing) i, NULL, sharing_set, GUINT_TO_POINTER (i));
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
    { ASK_SHARING_NEVER, _("Never"),
      _("No value of this source reaches a language model. The model sees names, types, descriptions and how many "
        "rows there are. Most questions need no more.") },
    { ASK_SHARING_SAMPLES, _("Examples only"),
      _("The model also sees the examples in the schema, and values that stand for themselves, such as “open” or "
        "“paid”. It never sees rows.") },
    { ASK_SHARING_YES, _("Yes"),
      _("The model may see rows of this source. Where the model runs on another computer, they are sent there. "
        "Attributes marked as sensitive stay here all the same.") },
  };
  AdwPreferencesPage *page = add_page (self, "sharing", _("Sharing"), "ask-key-symbolic");
  AdwPreferencesGroup *group
    = add_group (page, _("May Values Reach a Language Model?"),
                 _("This holds for all attributes of the source but those that say otherwise in the Schema."));

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      GtkWidget *row = new_row (ways[i].title, ways[i].words, NULL, NULL, NULL);
      GtkWidget *check = gtk_check_button_new ();

      self->sharing[ways[i].sharing] = GTK_CHECK_BUTTON (check);
      if (i > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (check), self->sharing[ways[0].sharing]);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), self->care->sharing == ways[i].sharing);
      gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, ways[i].title, -1);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      g_signal_connect_object (check, "toggled", G_CALLBACK (sharing_toggled), self, 0);
      adw_preferences_group_add (group, row);
    }
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
ask_source_desk_dispose (GObject *object)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_source_desk_parent_class)->dispose (object);
}

static void
ask_source_desk_finalize (GObject *object)
{
  AskSourceDesk *self = ASK_SOURCE_DESK (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->care, ask_source_care_unref);
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
  gtk_widget_class_install_action (widget_class, "desk.open-verified", "x", action_open_verified);
}

static void
ask_source_desk_init (AskSourceDesk *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * ask_source_desk_new:
 * @care: (transfer none): a reference is kept
 * @page: (nullable): "changes", "doctor", "suggestions" or "sharing"
 *
 * Returns: (transfer none): the window, not yet shown
 */
GtkWidget *
ask_source_desk_new (AskSession *session, AskSourceCare *care, const char *page)
{
  AskSourceDesk *self = g_object_new (ASK_TYPE_SOURCE_DESK, "modal", TRUE, "destroy-with-parent", TRUE,
                                      "default-width", 680, "default-height", 620, "title", care->record->name, NULL);

  self->session = g_object_ref (session);
  self->care = ask_source_care_ref (care);
  fill_changes (self);
  if (care->doctor != NULL)
    fill_doctor (self);
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (self),
                              ADW_PREFERENCES_PAGE (ask_suggestions_page_new (session, care->record->name)));
  fill_sharing (self);
  if (page != NULL && (care->doctor != NULL || !g_str_equal (page, "doctor")))
    adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (self), page);
  return GTK_WIDGET (self);
}
