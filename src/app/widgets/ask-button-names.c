/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fault of GTK, seen in 4.8 (Debian 12): a button whose label has a letter for the keyboard, "_Try Again", is called
 * "_Try Again Try Again": its own name keeps the underscore, and the label within it names it, too. So such a button is given
 * the words of its label before it is shown. Where the fault is mended this does no harm.
 *
 * GTK and libadwaita make many of the buttons, so GtkButton's own class is told. Classes copy what they inherit when they are
 * made: it has to be told before its first heir.
 */
#include "config.h"

#include "app/widgets/ask-button-names.h"

static void (*map) (GtkWidget *button);

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
}
