/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Knows nothing of the lists: whether they have such values, whoever keeps the pair finds out.
 */
#include "config.h"

#include "app/functions/ask-match-add.h"

#include <glib/gi18n.h>

struct _AskMatchAdd
{
  AdwPreferencesGroup parent_instance;
  AdwEntryRow *left;
  AdwEntryRow *right;
  GtkWidget *button;
};

G_DEFINE_FINAL_TYPE (AskMatchAdd, ask_match_add, ADW_TYPE_PREFERENCES_GROUP)

static guint add_signal;

static char *
dup_text (AdwEntryRow *row)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));
}

/** ask_match_add_dup_left: @self: the entries. Returns: (transfer full): the value of the left list, as it was typed */
char *
ask_match_add_dup_left (AskMatchAdd *self)
{
  g_return_val_if_fail (ASK_IS_MATCH_ADD (self), NULL);
  return dup_text (self->left);
}

/** ask_match_add_dup_right: @self: the entries. Returns: (transfer full): the value of the right list, as it was typed */
char *
ask_match_add_dup_right (AskMatchAdd *self)
{
  g_return_val_if_fail (ASK_IS_MATCH_ADD (self), NULL);
  return dup_text (self->right);
}

/** ask_match_add_clear: @self: the entries, for the next pair */
void
ask_match_add_clear (AskMatchAdd *self)
{
  g_return_if_fail (ASK_IS_MATCH_ADD (self));
  gtk_editable_set_text (GTK_EDITABLE (self->left), "");
  gtk_editable_set_text (GTK_EDITABLE (self->right), "");
}

static void
changed (AskMatchAdd *self)
{
  g_autofree char *left = dup_text (self->left);
  g_autofree char *right = dup_text (self->right);

  gtk_widget_set_sensitive (self->button, *left != '\0' && *right != '\0');
}

static void
add (AskMatchAdd *self)
{
  if (gtk_widget_is_sensitive (self->button))
    g_signal_emit (self, add_signal, 0);
}

static AdwEntryRow *
add_entry (AskMatchAdd *self, const char *title)
{
  AdwEntryRow *row = g_object_new (ADW_TYPE_ENTRY_ROW, "title", title, NULL);

  g_signal_connect_object (row, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "entry-activated", G_CALLBACK (add), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (row));
  return row;
}

static void
ask_match_add_class_init (AskMatchAddClass *klass)
{
  add_signal = g_signal_new ("add", ASK_TYPE_MATCH_ADD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_match_add_init (AskMatchAdd *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self);

  adw_preferences_group_set_title (group, _ ("A Pair That Was Not Found"));
  self->button = gtk_button_new_with_mnemonic (_ ("_Add Pair"));
  gtk_widget_set_tooltip_text (self->button, _ ("Say that both values belong together"));
  gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (add), self, G_CONNECT_SWAPPED);
  adw_preferences_group_set_header_suffix (group, self->button);
  self->left = add_entry (self, _ ("Value of the left list"));
  self->right = add_entry (self, _ ("Value of the right list"));
  changed (self);
}

/** ask_match_add_new: Returns: (transfer floating): the entries, which are empty */
GtkWidget *
ask_match_add_new (void)
{
  return g_object_new (ASK_TYPE_MATCH_ADD, NULL);
}
