/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each entry knows its attribute and how it is compared. A value that cannot be is said below, and nothing is called.
 */
#include "config.h"

#include "app/explore/ask-parameter-form.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-error.h"

static AskBrowseTest
get_test (AskParameterUse use)
{
  switch (use)
    {
    case ASK_PARAMETER_AT_LEAST:
    case ASK_PARAMETER_ABOVE:
      return ASK_BROWSE_AT_LEAST;
    case ASK_PARAMETER_AT_MOST:
    case ASK_PARAMETER_BELOW:
      return ASK_BROWSE_AT_MOST;
    case ASK_PARAMETER_EQUALS:
    default:
      return ASK_BROWSE_IS;
    }
}

static void
give (GtkWidget *widget)
{
  gtk_widget_activate_action (widget, "browse-page.give", NULL);
}

static void
append_parameter (GtkBox *form, const AskEntity *entity, const AskParameter *parameter)
{
  const AskAttribute *attribute = ask_entity_find_attribute (entity, parameter->attribute);
  GtkWidget *entry;

  if (attribute == NULL)
    return;
  entry = gtk_entry_new ();
  gtk_box_append (form, ask_wrapped_label_new (attribute->name, "heading"));
  if (attribute->description != NULL)
    gtk_box_append (form, ask_wrapped_label_new (attribute->description, "dim-label"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, attribute->name, -1);
  g_object_set_data (G_OBJECT (entry), "ask-attribute", (gpointer) attribute);
  g_object_set_data (G_OBJECT (entry), "ask-test", GUINT_TO_POINTER (get_test (parameter->use)));
  g_signal_connect (entry, "activate", G_CALLBACK (give), NULL);
  gtk_box_append (form, entry);
}

/**
 * ask_parameter_form_new:
 * @entity: of an API; it has to outlive the form
 * @missing: (element-type AskParameter): what it has to be told
 *
 * Returns: (transfer floating): the form
 */
GtkWidget *
ask_parameter_form_new (const AskEntity *entity, GPtrArray *missing)
{
  GtkWidget *form = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Show Rows"));
  GtkWidget *refusal = ask_wrapped_label_new (NULL, "error");

  gtk_box_append (GTK_BOX (form),
                  ask_wrapped_label_new (_ ("This API gives rows only for a given value. Say which:"), NULL));
  for (guint i = 0; i < missing->len; i++)
    append_parameter (GTK_BOX (form), entity, missing->pdata[i]);
  gtk_widget_set_visible (refusal, FALSE);
  g_object_set_data (G_OBJECT (form), "ask-refusal", refusal);
  gtk_box_append (GTK_BOX (form), refusal);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "browse-page.give");
  gtk_box_append (GTK_BOX (form), button);
  return form;
}

/**
 * ask_parameter_form_take:
 * @form: of ask_parameter_form_new()
 * @browse: (inout): what the entity is looked at with; it gets a condition for each entry that is not empty
 *
 * Returns: whether all values can be; where not, the form says so, and @browse is as it was
 */
gboolean
ask_parameter_form_take (GtkWidget *form, AskBrowse *browse)
{
  GtkWidget *refusal = g_object_get_data (G_OBJECT (form), "ask-refusal");
  guint before = browse->conditions->len;

  for (GtkWidget *child = gtk_widget_get_first_child (form); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      const AskAttribute *attribute = g_object_get_data (G_OBJECT (child), "ask-attribute");
      AskBrowseTest test = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (child), "ask-test"));
      g_autoptr (GError) error = NULL;

      if (attribute == NULL || gtk_editable_get_text (GTK_EDITABLE (child))[0] == '\0'
          || ask_browse_add_text (browse, attribute, test, gtk_editable_get_text (GTK_EDITABLE (child)), &error))
        continue;
      gtk_label_set_text (GTK_LABEL (refusal), ask_error_get_words (error));
      gtk_widget_set_visible (refusal, TRUE);
      g_ptr_array_set_size (browse->conditions, (int) before);
      return FALSE;
    }
  return TRUE;
}
