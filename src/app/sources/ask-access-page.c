/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows what a source's record says, never a key, and makes changes of it that the desk carries out. What somebody is
 * about to type stays when the source changes meanwhile.
 */
#include "config.h"

#include "app/sources/ask-access-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/widgets/ask-desk-rows.h"
#include "app/sources/ask-sheet-form.h"
#include "store/ask-option.h"

/* What AskSourceTuning means by 0. */
#define USUAL_CALLS 10000
#define USUAL_LANES 8

struct _AskAccessPage
{
  AdwPreferencesPage parent_instance;
  char *name;
  AskSourceChange *change; /* (nullable): what was asked for and not fetched yet */
  GtkWidget *wanted; /* (nullable): what asked for a change that is not settled yet; borrowed */
  gboolean quiet;

  /* Of an API and of a server. */
  AdwPreferencesGroup *keys;
  GPtrArray *key_rows; /* of them; borrowed */

  /* Of an API. */
  GtkSpinButton *cache;
  GtkSpinButton *calls;
  GtkSpinButton *lanes;
  GtkWidget *save;
  GtkSwitch *lenient;
  gboolean is_lenient; /* what the record says of it */

  /* Of a spreadsheet. */
  AskSheetForm *form;
  GtkWidget *apply;
  char *shown; /* (nullable): the record's options that the form was given, as JSON */
  char *held; /* what the form said then, as JSON */
};

G_DEFINE_FINAL_TYPE (AskAccessPage, ask_access_page, ADW_TYPE_PREFERENCES_PAGE)

enum
{
  CHANGE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* @change: (transfer full)
 * @by: what asked for it; where it is refused at once, what is under way is still waited for */
static void
want (AskAccessPage *self, AskSourceChange *change, GtkWidget *by)
{
  GtkWidget *before = self->wanted;

  g_clear_pointer (&self->change, ask_source_change_free);
  self->wanted = by;
  self->change = change;
  g_signal_emit (self, signals[CHANGE], 0);
  if (self->wanted == NULL)
    self->wanted = before;
}

static void
action_save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAccessPage *self = ASK_ACCESS_PAGE (widget);
  AskSourceChange *change = ask_source_change_new (self->name);

  change->tuning.cache_s = gtk_spin_button_get_value_as_int (self->cache);
  change->tuning.max_calls = gtk_spin_button_get_value_as_int (self->calls);
  change->tuning.lanes = gtk_spin_button_get_value_as_int (self->lanes);
  gtk_widget_set_sensitive (self->save, FALSE);
  want (self, change, self->save);
}

static void
action_apply (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskAccessPage *self = ASK_ACCESS_PAGE (widget);
  AskSourceChange *change = ask_source_change_new (self->name);

  change->shape = ask_sheet_form_dup_options (self->form);
  gtk_widget_set_sensitive (self->apply, FALSE);
  want (self, change, self->apply);
}

static void
number_changed (AskAccessPage *self)
{
  if (!self->quiet)
    gtk_widget_set_sensitive (self->save, TRUE);
}

static void
options_changed (AskAccessPage *self)
{
  g_autoptr (GPtrArray) options = ask_sheet_form_dup_options (self->form);
  g_autofree char *said = ask_options_to_json (options);

  gtk_widget_set_sensitive (self->apply, g_strcmp0 (said, self->held) != 0);
}

/* Also runs once more when a refusal turns the switch back in the midst of it, so a flag would not keep it quiet. */
static void
lenient_changed (AskAccessPage *self)
{
  AskSourceChange *change;

  if (gtk_switch_get_active (self->lenient) == self->is_lenient)
    return;
  change = ask_source_change_new (self->name);
  change->lenient = gtk_switch_get_active (self->lenient);
  change->refresh = TRUE;
  want (self, change, GTK_WIDGET (self->lenient));
}

static void
ask_access_page_finalize (GObject *object)
{
  AskAccessPage *self = ASK_ACCESS_PAGE (object);

  g_clear_pointer (&self->change, ask_source_change_free);
  g_clear_pointer (&self->key_rows, g_ptr_array_unref);
  g_free (self->shown);
  g_free (self->held);
  g_free (self->name);
  G_OBJECT_CLASS (ask_access_page_parent_class)->finalize (object);
}

static void
ask_access_page_class_init (AskAccessPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ask_access_page_finalize;
  /**
   * AskAccessPage::change:
   *
   * Somebody wants a change: fetch it with ask_access_page_steal_change().
   */
  signals[CHANGE]
    = g_signal_new ("change", ASK_TYPE_ACCESS_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_install_action (widget_class, "access.save", NULL, action_save);
  gtk_widget_class_install_action (widget_class, "access.apply", NULL, action_apply);
}

static void
ask_access_page_init (AskAccessPage *self)
{
  self->key_rows = g_ptr_array_new ();
}

static GtkWidget *
add_suffix (AdwPreferencesGroup *group, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  adw_preferences_group_set_header_suffix (group, button);
  return button;
}

static AdwPreferencesGroup *
add_group (AskAccessPage *self, const char *title, const char *description)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), description);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self), ADW_PREFERENCES_GROUP (group));
  return ADW_PREFERENCES_GROUP (group);
}

static GtkSpinButton *
add_number (AskAccessPage *self, AdwPreferencesGroup *group, const char *title, const char *subtitle, double least,
            double most)
{
  GtkWidget *row = ask_desk_row_new (title, subtitle, NULL, NULL, NULL);
  GtkWidget *spin = gtk_spin_button_new_with_range (least, most, 1);

  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), spin);
  g_signal_connect_object (spin, "value-changed", G_CALLBACK (number_changed), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, row);
  return GTK_SPIN_BUTTON (spin);
}

static void
build_keys (AskAccessPage *self, const AskSourceKind *kind)
{
  gboolean rest = kind->nature == ASK_NATURE_DOCUMENT;

  self->keys = add_group (self, rest ? _ ("Keys") : _ ("Password"), NULL);
  add_suffix (self->keys, _ ("_Change…"),
              rest ? _ ("Give other keys, which are tried first") : _ ("Give another password, which is tried first"),
              "desk.keys");
}

static void
build_api (AskAccessPage *self, const AskSourceKind *kind)
{
  AdwPreferencesGroup *group
    = add_group (self, _ ("Calls"),
                 _ ("A query that needs more calls than it may make ends with an error, never with fewer rows."));
  GtkWidget *row;

  self->save = add_suffix (group, _ ("_Save"), _ ("Call the API so from now on"), "access.save");
  gtk_widget_set_sensitive (self->save, FALSE);
  self->cache = add_number (self, group, _ ("Seconds that an answer counts"),
                            _ ("Later questions use it again without a call; 0 for not at all"), 0,
                            (double) ask_source_kind_find_option (kind, "cache")->most);
  self->calls = add_number (self, group, _ ("Calls that one query may make"), NULL, 1,
                            (double) ask_source_kind_find_option (kind, "max-calls")->most);
  self->lanes = add_number (self, group, _ ("Calls at a time"), NULL, 1,
                            (double) ask_source_kind_find_option (kind, "lanes")->most);

  group = add_group (self, _ ("The Document"), NULL);
  row = ask_desk_row_new (_ ("Read a faulty document, too"),
                          _ ("Takes what is right in a document that breaks its own rules, and says what is not"), NULL,
                          NULL, NULL);
  self->lenient = GTK_SWITCH (gtk_switch_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->lenient), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->lenient), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Read a faulty document, too"), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), GTK_WIDGET (self->lenient));
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), GTK_WIDGET (self->lenient));
  g_signal_connect_object (self->lenient, "notify::active", G_CALLBACK (lenient_changed), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, row);
}

static void
build_sheet (AskAccessPage *self, const AskSourceKind *kind)
{
  AdwPreferencesGroup *group = add_group (self, _ ("The File"),
                                          _ ("Read in another way, the file may have other columns: the page "
                                             "Changes then says what that breaks."));

  self->apply
    = add_suffix (group, _ ("_Read It So"), _ ("Read the file in the way that is chosen here"), "access.apply");
  gtk_widget_set_sensitive (self->apply, FALSE);
  self->form = g_object_new (ASK_TYPE_SHEET_FORM, NULL);
  ask_sheet_form_set_kind (self->form, kind);
  g_signal_connect_object (self->form, "changed", G_CALLBACK (options_changed), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, GTK_WIDGET (self->form));
}

static gboolean
counts_calls (const AskSourceKind *kind)
{
  return ask_source_kind_find_option (kind, "lanes") != NULL;
}

/** ask_access_page_new: Returns: (transfer floating): the page of a source of that kind, without its state */
GtkWidget *
ask_access_page_new (const AskSourceKind *kind)
{
  AskAccessPage *self = g_object_new (ASK_TYPE_ACCESS_PAGE, "name", "access", "title", _ ("Access"), "icon-name",
                                      "ask-source-symbolic", NULL);

  if (kind->preview)
    build_sheet (self, kind);
  if (ask_source_kind_has_keys (kind))
    build_keys (self, kind);
  if (counts_calls (kind))
    build_api (self, kind);
  return GTK_WIDGET (self);
}

/* Returns: (transfer full) (nullable): what signs in, in words */
static char *
describe_key (const AskSourceOption *key)
{
  static const struct
  {
    const char *word;
    const char *label;
  } labels[] = {
    /* Translators: %s is the name of an HTTP header. */
    { "header", N_ ("Header %s") },
    /* Translators: %s is the name of a parameter in a URL. */
    { "query", N_ ("Parameter %s of the address") },
    /* Translators: %s is the name of a cookie. */
    { "cookie", N_ ("Cookie %s") },
    { "basic", N_ ("Password of %s") },
    { "client", N_ ("Secret of the client %s") },
    { "token-url", N_ ("Address that gives tokens") },
    { "scope", N_ ("Scopes") },
    { "password", N_ ("Password") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (strcmp (labels[i].word, key->spec->word) == 0)
      {
        g_auto (GStrv) parts = g_strsplit (_ (labels[i].label), "%s", 2);

        return g_strjoinv (key->name, parts);
      }
  return NULL;
}

static void
add_key (AskAccessPage *self, const char *title, const char *subtitle)
{
  GtkWidget *row = ask_desk_row_new (title, subtitle, NULL, NULL, NULL);

  adw_preferences_group_add (self->keys, row);
  g_ptr_array_add (self->key_rows, row);
}

/* Where its value comes from; what is no secret is shown itself. */
static char *
describe_value (const AskSourceOption *key)
{
  if (key->keep == ASK_OPTION_KEYRING)
    return g_strdup (_ ("In the keyring of this computer"));
  /* Translators: %s is the name of an environment variable, "$KEY". */
  return key->keep == ASK_OPTION_VARIABLE ? g_strdup_printf (_ ("From the environment: %s"), key->text)
                                          : g_strdup (key->text);
}

static void
show_keys (AskAccessPage *self, const AskSourceRecord *record)
{
  gboolean rest = record->kind->nature == ASK_NATURE_DOCUMENT;

  for (guint i = 0; i < self->key_rows->len; i++)
    adw_preferences_group_remove (self->keys, self->key_rows->pdata[i]);
  g_ptr_array_set_size (self->key_rows, 0);
  for (guint i = 0; i < record->options->len; i++)
    {
      const AskSourceOption *key = record->options->pdata[i];
      g_autofree char *title = (key->spec->flags & ASK_OPTION_KEY) != 0 ? describe_key (key) : NULL;
      g_autofree char *value = title != NULL ? describe_value (key) : NULL;

      if (title != NULL)
        add_key (self, title, value);
    }
  if (self->key_rows->len == 0)
    add_key (self, rest ? _ ("The API is called without a key.") : _ ("The server is asked without a password."), NULL);
}

/* The form is given what changed, and keeps what somebody chose and did not apply yet. */
static void
show_sheet (AskAccessPage *self, const AskSourceRecord *record)
{
  AskSourceConfig *config = ask_source_config_new (record->name, record->kind, record->location);
  g_auto (AskSheetOptions) options = { 0 };
  g_autofree char *said = ask_options_to_json (record->options);

  ask_source_config_set_options (config, record->options);
  ask_sheet_form_set_location (self->form, record->location);
  /* What the store keeps was understood when it was registered. */
  if (!gtk_widget_get_sensitive (self->apply) && g_strcmp0 (said, self->shown) != 0
      && ask_sheet_options_read (&options, config, NULL))
    {
      g_autoptr (GPtrArray) shown = NULL;

      ask_sheet_form_set_options (self->form, &options);
      shown = ask_sheet_form_dup_options (self->form);
      g_free (self->held);
      self->held = ask_options_to_json (shown);
      g_free (self->shown);
      self->shown = g_steal_pointer (&said);
    }
  ask_source_config_unref (config);
}

/** ask_access_page_show: @record: of the kind that the page was made for: shows what it says */
void
ask_access_page_show (AskAccessPage *self, const AskSourceRecord *record)
{
  g_return_if_fail (ASK_IS_ACCESS_PAGE (self));
  g_free (self->name);
  self->name = g_strdup (record->name);
  self->quiet = TRUE;
  if (record->kind->preview)
    show_sheet (self, record);
  if (ask_source_kind_has_keys (record->kind))
    show_keys (self, record);
  if (counts_calls (record->kind))
    {
      self->is_lenient = record->lenient;
      gtk_switch_set_active (self->lenient, self->is_lenient);
      if (!gtk_widget_get_sensitive (self->save))
        {
          const AskSourceTuning *tuning = &record->tuning;

          gtk_spin_button_set_value (self->cache, (double) tuning->cache_s);
          gtk_spin_button_set_value (self->calls, (double) (tuning->max_calls > 0 ? tuning->max_calls : USUAL_CALLS));
          gtk_spin_button_set_value (self->lanes, (double) (tuning->lanes > 0 ? tuning->lanes : USUAL_LANES));
        }
    }
  self->quiet = FALSE;
}

/**
 * ask_access_page_settle:
 * @done: whether the change that was wanted last, if one is open, was made
 *
 * What was not done can be wanted again: its button works, and nothing that was typed is lost.
 */
void
ask_access_page_settle (AskAccessPage *self, gboolean done)
{
  GtkWidget *wanted;

  g_return_if_fail (ASK_IS_ACCESS_PAGE (self));
  wanted = g_steal_pointer (&self->wanted);
  if (done || wanted == NULL)
    return;
  if (wanted == GTK_WIDGET (self->lenient))
    gtk_switch_set_active (self->lenient, self->is_lenient);
  else
    gtk_widget_set_sensitive (wanted, TRUE);
}

/** ask_access_page_steal_change: Returns: (transfer full) (nullable): what somebody wants, once */
AskSourceChange *
ask_access_page_steal_change (AskAccessPage *self)
{
  g_return_val_if_fail (ASK_IS_ACCESS_PAGE (self), NULL);
  return g_steal_pointer (&self->change);
}
