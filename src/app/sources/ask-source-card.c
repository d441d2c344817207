/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests, refreshes and removes one source through jobs. When the source changed, the session says
 * so and the page makes new cards.
 */
#include "config.h"

#include "app/sources/ask-source-card.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-source.h"
#include "app/sources/ask-source-desk.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-wrap-box.h"
#include "base/ask-error.h"
#include "base/ask-number.h"

struct _AskSourceCard
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable; /* while a job runs */
  AskSourceVerb verb;
  char *name;
  AskSourceCare *care;

  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *kind;
  GtkLabel *location;
  GtkLabel *facts;
  GtkButton *drift;
  GtkButton *doctor;
  GtkImage *health_icon;
  GtkLabel *health;
  GtkSpinner *spinner;
  GtkStack *verbs;
  GtkLabel *working;
};

G_DEFINE_FINAL_TYPE (AskSourceCard, ask_source_card, GTK_TYPE_WIDGET)

static void
show_health (AskSourceCard *self, const char *problem)
{
  gtk_image_set_from_icon_name (self->health_icon, problem != NULL ? "dialog-warning-symbolic" : "emblem-ok-symbolic");
  gtk_widget_set_css_classes (GTK_WIDGET (self->health_icon),
                              (const char *[]) { problem != NULL ? "warning" : "success", NULL });
  gtk_label_set_text (self->health, problem != NULL ? problem : _ ("Works"));
}

static void
set_working (AskSourceCard *self, const char *words)
{
  gtk_spinner_set_spinning (self->spinner, words != NULL);
  gtk_label_set_text (self->working, words != NULL ? words : "");
  gtk_stack_set_visible_child_name (self->verbs, words != NULL ? "working" : "idle");
}

static void
verb_done (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSourceCard *self = ASK_SOURCE_CARD (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = ask_job_finish (source, result, &error);
  g_autofree char *words = NULL;

  g_clear_object (&self->cancellable);
  if (self->session == NULL)
    return;
  set_working (self, NULL);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    {
      show_health (self, ask_error_get_words (error));
      return;
    }
  if (self->verb == ASK_SOURCE_VERB_TEST)
    {
      show_health (self, NULL);
      words = g_strdup_printf (_ ("%s works"), self->name);
    }
  else if (self->verb == ASK_SOURCE_VERB_REFRESH && notes->len > 0)
    words = g_strdup_printf (ngettext ("%s was read again; %u part of it cannot be used",
                                       "%s was read again; %u parts of it cannot be used", notes->len),
                             self->name, notes->len);
  else if (self->verb == ASK_SOURCE_VERB_REFRESH)
    words = g_strdup_printf (_ ("%s was read again"), self->name);
  else
    words = g_strdup_printf (_ ("%s was removed"), self->name);
  ask_session_toast (self->session, words);
  if (self->verb != ASK_SOURCE_VERB_TEST)
    ask_session_changed (self->session);
}

static void
told (gpointer object, guint64 n, guint64 all)
{
  AskSourceCard *self = ASK_SOURCE_CARD (object);
  g_autofree char *read = ask_number_count (n);
  g_autofree char *whole = ask_number_count (all);
  /* Translators: both are numbers of documents. */
  g_autofree char *words = g_strdup_printf (_ ("%s of %s documents read"), read, whole);

  if (self->cancellable != NULL && all > 0)
    gtk_label_set_text (self->working, words);
}

static void
start (AskSourceCard *self, AskSourceVerb verb, const char *words)
{
  AskJob *job;

  if (self->cancellable != NULL)
    return;
  self->verb = verb;
  self->cancellable = g_cancellable_new ();
  set_working (self, words);
  job = ask_jobs_source_verb (verb, self->name);
  ask_job_watch (job, self, told);
  ask_job_start (job, self, ask_session_get_path (self->session), self->cancellable, verb_done, NULL);
}

static void
action_browse (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_activate_action (widget, "win.browse-source", "s", ASK_SOURCE_CARD (widget)->name);
}

static void
action_test (GtkWidget *widget, const char *action, GVariant *parameter)
{
  start (ASK_SOURCE_CARD (widget), ASK_SOURCE_VERB_TEST, _ ("Testing…"));
}

static void
action_refresh (GtkWidget *widget, const char *action, GVariant *parameter)
{
  start (ASK_SOURCE_CARD (widget), ASK_SOURCE_VERB_REFRESH, _ ("Reading what it holds…"));
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSourceCard *self = ASK_SOURCE_CARD (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

static void
removal_answered (AdwMessageDialog *dialog, const char *response, AskSourceCard *self)
{
  if (g_str_equal (response, "remove") && self->session != NULL)
    start (self, ASK_SOURCE_VERB_REMOVE, _ ("Removing…"));
}

static void
action_remove (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSourceCard *self = ASK_SOURCE_CARD (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *heading = g_strdup_printf (_ ("Remove “%s”?"), self->name);
  GtkWidget *dialog = adw_message_dialog_new (
    GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, heading,
    _ ("Its entities leave the schema, and questions about them can no longer be answered. The "
       "source itself is not touched."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "remove", _ ("_Remove"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "remove", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (removal_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * ask_source_card_open:
 * @page: (nullable): "changes", "doctor" or "sharing"
 *
 * Returns: (transfer none): the window about this source, shown
 */
GtkWidget *
ask_source_card_open (AskSourceCard *self, const char *page)
{
  GtkRoot *root;
  GtkWidget *desk;

  g_return_val_if_fail (ASK_IS_SOURCE_CARD (self), NULL);
  root = gtk_widget_get_root (GTK_WIDGET (self));
  desk = ask_source_desk_new (self->session, self->care, page);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (desk), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (desk));
  return desk;
}

static void
action_open (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *page = g_variant_get_string (parameter, NULL);

  ask_source_card_open (ASK_SOURCE_CARD (widget), *page != '\0' ? page : NULL);
}

static void
ask_source_card_dispose (GObject *object)
{
  AskSourceCard *self = ASK_SOURCE_CARD (object);
  GtkWidget *child;

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->care, ask_source_care_unref);
  G_OBJECT_CLASS (ask_source_card_parent_class)->dispose (object);
}

static void
ask_source_card_finalize (GObject *object)
{
  g_clear_object (&ASK_SOURCE_CARD (object)->cancellable);
  G_OBJECT_CLASS (ask_source_card_parent_class)->finalize (object);
}

static void
ask_source_card_class_init (AskSourceCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_source_card_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_source_card_finalize;
  g_type_ensure (ASK_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-source-card.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, AskSourceCard, name)
  BIND (icon);
  BIND (title);
  BIND (kind);
  BIND (location);
  BIND (facts);
  BIND (drift);
  BIND (doctor);
  BIND (health_icon);
  BIND (health);
  BIND (spinner);
  BIND (verbs);
  BIND (working);
#undef BIND
  gtk_widget_class_install_action (widget_class, "source.browse", NULL, action_browse);
  gtk_widget_class_install_action (widget_class, "source.test", NULL, action_test);
  gtk_widget_class_install_action (widget_class, "source.refresh", NULL, action_refresh);
  gtk_widget_class_install_action (widget_class, "source.remove", NULL, action_remove);
  gtk_widget_class_install_action (widget_class, "source.open", "s", action_open);
  gtk_widget_class_install_action (widget_class, "source.cancel", NULL, action_cancel);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ask_source_card_init (AskSourceCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* What to look at, on the card only where there is something. */
static void
show_care (AskSourceCard *self)
{
  const AskDrift *drift = self->care->drift;
  const AskDoctor *doctor = self->care->doctor;
  guint n_left = doctor != NULL ? ask_doctor_count (doctor, ASK_DOCTOR_LEFT_OUT) : 0;

  if (drift->changes->len > 0 || drift->breaks->len > 0)
    {
      g_autofree char *changes
        = g_strdup_printf (ngettext ("%u change at the source", "%u changes at the source", drift->changes->len),
                           drift->changes->len);
      g_autofree char *breaks
        = g_strdup_printf (ngettext ("%u thing no longer fits", "%u things no longer fit", drift->breaks->len),
                           drift->breaks->len);
      g_autofree char *words = drift->breaks->len == 0    ? g_strdup (changes)
                               : drift->changes->len == 0 ? g_strdup (breaks)
                                                          /* Translators: two facts about a source. */
                                                          : g_strdup_printf (_ ("%s · %s"), changes, breaks);

      gtk_button_set_label (self->drift, words);
      gtk_widget_add_css_class (GTK_WIDGET (self->drift), drift->breaks->len > 0 ? "ask-warn" : "ask-news");
      gtk_widget_set_visible (GTK_WIDGET (self->drift), TRUE);
    }
  if (n_left > 0)
    {
      g_autofree char *words
        = g_strdup_printf (ngettext ("%u operation left out", "%u operations left out", n_left), n_left);

      gtk_button_set_label (self->doctor, words);
      gtk_widget_set_visible (GTK_WIDGET (self->doctor), TRUE);
    }
}

static const char *
describe_sharing (AskSharing sharing)
{
  switch (sharing)
    {
    case ASK_SHARING_YES:
      return _ ("values may reach a model");
    case ASK_SHARING_SAMPLES:
      return _ ("examples may reach a model");
    default:
      return _ ("no value reaches a model");
    }
}

/** ask_source_card_new: @care: (transfer none): a reference is kept. Returns: (transfer floating): its card */
GtkWidget *
ask_source_card_new (AskSession *session, AskSourceCare *care)
{
  AskSourceCard *self = g_object_new (ASK_TYPE_SOURCE_CARD, NULL);
  const AskSourceRecord *record = care->record;
  g_autofree char *count = NULL;
  g_autofree char *when = ask_format_moment (record->refreshed_at);
  g_autofree char *facts = NULL;

  self->session = g_object_ref (session);
  self->care = ask_source_care_ref (care);
  self->name = g_strdup (record->name);
  gtk_image_set_from_icon_name (self->icon, record->kind->icon);
  gtk_label_set_text (self->title, record->name);
  gtk_label_set_text (self->kind, _ (record->kind->label));
  gtk_label_set_text (self->location, record->base_url != NULL ? record->base_url : record->location);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->location), record->location);
  count = g_strdup_printf (ngettext ("%u entity", "%u entities", record->n_entities), record->n_entities);
  /* Translators: how many entities a source has, when it was last read, and whether a language model may see its
   * values. */
  facts = g_strdup_printf (_ ("%s · read %s · %s"), count, when, describe_sharing (care->sharing));
  gtk_label_set_text (self->facts, facts);
  show_health (self, record->problem);
  show_care (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, record->name, -1);
  return GTK_WIDGET (self);
}
