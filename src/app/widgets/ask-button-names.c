/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fault of GTK, seen in 4.8 (Debian 12): a button whose label has a letter for the keyboard, "_Try Again", is called
 * "_Try Again Try Again": its own name keeps the underscore, and the label within it names it, too. So such a button is given
 * the words of its label before it is shown. Where the fault is mended this does no harm.
 *
 * And the button within a drop-down, which is what has the keyboard, has no name at all, so that it is called
 * "GtkToggleButton". It is given that of its drop-down, and says what is chosen.
 *
 * GTK and libadwaita make many of the buttons, so their own classes are told. Classes copy what they inherit when they are
 * made: each has to be told before its first heir.
 */
#include "config.h"

#include "app/widgets/ask-button-names.h"

static void (*map) (GtkWidget *button);
static void (*map_drop_down) (GtkWidget *drop_down);

static void
naming_map (GtkWidget *button)
{
  GtkWidget *child = gtk_button_get_child (GTK_BUTTON (button));

  if (gtk_button_get_use_underline (GTK_BUTTON (button)) && GTK_IS_LABEL (child))
    {
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      gtk_label_get_text (GTK_LABEL (child)), -1);
    }
  map (button);
}

static void
say_chosen (GtkDropDown *drop_down)
{
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (drop_down));
  gpointer item = gtk_drop_down_get_selected_item (drop_down);

  if (GTK_IS_STRING_OBJECT (item))
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    gtk_string_object_get_string (item), -1);
}

static void
naming_map_drop_down (GtkWidget *drop_down)
{
  GtkWidget *button = gtk_widget_get_first_child (drop_down);

  if (GTK_IS_TOGGLE_BUTTON (button))
    {
      gtk_accessible_update_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY, drop_down, NULL,
                                      -1);
      say_chosen (GTK_DROP_DOWN (drop_down));
      g_signal_handlers_disconnect_by_func (drop_down, say_chosen, NULL);
      g_signal_connect (drop_down, "notify::selected-item", G_CALLBACK (say_chosen), NULL);
    }
  map_drop_down (drop_down);
}

/** ask_button_names_init: from now on buttons have the names that they show. It is called before one is made, and may be again. */
void
ask_button_names_init (void)
{
  GtkWidgetClass *klass;

  if (map != NULL)
    return;
  /* Never given back: a class that is no longer used could be made anew. */
  klass = g_type_class_ref (GTK_TYPE_BUTTON);
  map = klass->map;
  klass->map = naming_map;
  klass = g_type_class_ref (GTK_TYPE_DROP_DOWN);
  map_drop_down = klass->map;
  klass->map = naming_map_drop_down;
}
