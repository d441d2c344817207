/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row for each source. Where one may be chosen, its button is the card's action "card.ask-only" with its name.
 */
#include "config.h"

#include "app/widgets/ask-source-list.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-wrapped-label.h"

static GtkWidget *
new_button (const char *source)
{
  GtkWidget *button = gtk_button_new_with_label (_ ("Ask Only This"));
  /* Translators: the name of a source. */
  g_autofree char *words = g_strdup_printf (_ ("Ask only %s"), source);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "card.ask-only");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", source);
  return button;
}

/* The reason stands below the button, not beside it: there is no room for both in a narrow window. */
static GtkWidget *
new_row (JsonObject *one, const char *only, gboolean choose)
{
  const char *source = ask_json_get_string (one, "source");
  const char *why = ask_json_get_string (one, "why");
  double score = json_object_get_double_member_with_default (one, "score", 0);
  /* Translators: how likely it is, as a share of a hundred. */
  g_autofree char *percent = g_strdup_printf (_ ("%.0f %%"), 100 * score);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = ask_wrapped_label_new (source != NULL ? source : "", NULL);
  GtkWidget *likely = ask_wrapped_label_new (percent, "dim-label");

  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (head), name);
  gtk_widget_add_css_class (likely, "numeric");
  gtk_widget_set_tooltip_text (likely, _ ("How likely this is the right source"));
  gtk_box_append (GTK_BOX (head), likely);
  if (choose && source != NULL && (only == NULL || g_ascii_strcasecmp (only, source) != 0))
    gtk_box_append (GTK_BOX (head), new_button (source));
  gtk_box_append (GTK_BOX (box), head);
  if (why != NULL)
    {
      GtkWidget *reason = ask_wrapped_label_new (why, "dim-label");

      gtk_widget_add_css_class (reason, "caption");
      gtk_box_append (GTK_BOX (box), reason);
    }
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  return row;
}

/**
 * ask_source_list_new:
 * @sources: of a route step: {"source", "score", "why"} each
 * @only: (nullable): the source that was asked and no other
 * @choose: whether another one may be asked from here
 *
 * Returns: (transfer floating): a list
 */
GtkWidget *
ask_source_list_new (JsonArray *sources, const char *only, gboolean choose)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_margin_top (list, 6);
  for (guint i = 0; i < json_array_get_length (sources); i++)
    {
      JsonObject *one = ask_json_element_object (sources, i);

      if (one != NULL)
        gtk_list_box_append (GTK_LIST_BOX (list), new_row (one, only, choose));
    }
  return list;
}
