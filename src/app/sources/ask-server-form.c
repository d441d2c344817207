/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows an address by its parts, and says "changed" when a person changed one of them. What the address has beyond the
 * fields stays in it.
 */
#include "config.h"

#include "app/sources/ask-server-form.h"

#include <glib/gi18n.h>

#include "store/ask-server-fields.h"

struct _AskServerForm
{
  AdwPreferencesGroup parent_instance;
  const AskSourceKind *kind;
  AskServerFields *fields; /* what was last shown; nullable */
  gboolean quiet;

  AdwEntryRow *host;
  AdwEntryRow *port;
  AdwEntryRow *database;
  AdwEntryRow *user;
  AdwComboRow *encryption;
};

G_DEFINE_FINAL_TYPE (AskServerForm, ask_server_form, ADW_TYPE_PREFERENCES_GROUP)

static guint changed_signal;

static void
show (AdwEntryRow *row, const char *text)
{
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (row)), text))
    gtk_editable_set_text (GTK_EDITABLE (row), text);
}

static void
take (AdwEntryRow *row, char **text)
{
  g_free (*text);
  *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));
}

static void
changed (AskServerForm *self)
{
  if (self->quiet || self->fields == NULL)
    return;
  take (self->host, &self->fields->host);
  take (self->port, &self->fields->port);
  take (self->database, &self->fields->database);
  take (self->user, &self->fields->user);
  self->fields->encryption = adw_combo_row_get_selected (self->encryption);
  g_signal_emit (self, changed_signal, 0);
}

/**
 * ask_server_form_set_address:
 * @self: of a kind
 * @address: what was typed so far
 *
 * Fills the fields.
 */
void
ask_server_form_set_address (AskServerForm *self, const char *address)
{
  g_return_if_fail (ASK_IS_SERVER_FORM (self) && self->kind != NULL && address != NULL);
  ask_server_fields_free (self->fields);
  self->fields = ask_server_fields_read (self->kind, address);
  self->quiet = TRUE;
  show (self->host, self->fields->host);
  show (self->port, self->fields->port);
  show (self->database, self->fields->database);
  show (self->user, self->fields->user);
  adw_combo_row_set_selected (self->encryption, self->fields->encryption);
  self->quiet = FALSE;
}

/** ask_server_form_dup_address: Returns: (transfer full): the address that the fields say */
char *
ask_server_form_dup_address (AskServerForm *self)
{
  g_return_val_if_fail (ASK_IS_SERVER_FORM (self) && self->fields != NULL, NULL);
  return ask_server_fields_to_address (self->fields, self->kind);
}

static AdwEntryRow *
add_entry (AskServerForm *self, const char *title)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (row), TRUE);
  g_signal_connect_object (row, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  return ADW_ENTRY_ROW (row);
}

static void
make_rows (AskServerForm *self)
{
  self->host = add_entry (self, _ ("Server, such as db.example.com"));
  self->port = add_entry (self, _ ("Port"));
  self->database = add_entry (self, _ ("Database"));
  self->user = add_entry (self, _ ("User"));
  self->encryption = ADW_COMBO_ROW (adw_combo_row_new ());
  adw_entry_row_set_input_purpose (self->port, GTK_INPUT_PURPOSE_DIGITS);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->encryption), _ ("Encrypted"));
  g_signal_connect_object (self->encryption, "notify::selected", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (self->encryption));
}

/** ask_server_form_set_kind: @kind: of a database server; said once */
void
ask_server_form_set_kind (AskServerForm *self, const AskSourceKind *kind)
{
  g_autoptr (GtkStringList) ways = gtk_string_list_new (NULL);
  g_autofree char *port = NULL;

  g_return_if_fail (ASK_IS_SERVER_FORM (self) && self->kind == NULL && kind->schemes != NULL);
  self->kind = kind;
  make_rows (self);
  /* Translators: the title of an entry; the number is the usual port. */
  port = g_strdup_printf (_ ("Port (%u)"), kind->port);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->port), port);
  for (guint i = 0; kind->encryption != NULL && kind->encryption[i].label != NULL; i++)
    gtk_string_list_append (ways, _ (kind->encryption[i].label));
  self->quiet = TRUE;
  adw_combo_row_set_model (self->encryption, G_LIST_MODEL (ways));
  self->quiet = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->encryption), kind->encryption != NULL);
  ask_server_form_set_address (self, "");
}

static gboolean
ask_server_form_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (ASK_SERVER_FORM (widget)->host));
}

static void
ask_server_form_finalize (GObject *object)
{
  ask_server_fields_free (ASK_SERVER_FORM (object)->fields);
  G_OBJECT_CLASS (ask_server_form_parent_class)->finalize (object);
}

static void
ask_server_form_class_init (AskServerFormClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_server_form_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = ask_server_form_grab_focus;
  changed_signal
    = g_signal_new ("changed", ASK_TYPE_SERVER_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_server_form_init (AskServerForm *self)
{
}
