/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fault of GTK, seen in 4.8 (Debian 12): a popover that is open when what it stands in goes, a window or a part of one, is
 * unmapped while it is still visible. The focus is then looked for anew and found in it again: GDK complains
 * ("gdk_surface_get_device_position"), and the popover with all that is in it stays for ever. One that was hidden before is
 * well. So a popover gives the focus away and hides first whenever it is unmapped. Where the fault is mended this does no
 * harm: what is open in a page that is turned is closed.
 *
 * A menu takes the focus itself when an item loses it. One that is exchanged while it is open was hidden before, and yet has
 * the focus when it is taken out of its button, which then keeps it for ever as what had the focus last.
 *
 * Hiding tells that it is "closed", and who hears that may let go of the popover at once: GtkWindowHandle unparents its menu,
 * and that was its last reference. GTK walks from one child to the next meanwhile, and would go on from what is no more. So
 * the popover lives a moment longer, and what GTK no longer finds behind it is unmapped here.
 *
 * No signal comes early enough, and GTK itself makes many of the popovers; so GtkPopover's own class is told. Classes copy
 * what they inherit when they are made: it has to be told before its first heir.
 */
#include "config.h"

#include "app/widgets/ask-popovers.h"

static void (*unmap) (GtkWidget *popover);

static gboolean
let_go (gpointer popover)
{
  return G_SOURCE_REMOVE;
}

/* GTK walked over its children, and lost its way. */
static void
unmap_children (GtkWidget *parent)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_widget_unmap (child);
}

/* Lets go of the focus, where it is in the popover. */
static void
give_focus_away (GtkWidget *popover)
{
  GtkWidget *parent = gtk_widget_get_parent (popover);
  GtkRoot *root = gtk_widget_get_root (popover);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && (focus == popover || gtk_widget_is_ancestor (focus, popover)))
    gtk_root_set_focus (root, NULL);
  if (parent != NULL && gtk_widget_get_focus_child (parent) == popover)
    gtk_widget_set_focus_child (parent, NULL);
}

static void
hiding_unmap (GtkWidget *popover)
{
  GtkWidget *parent = gtk_widget_get_parent (popover);
  g_autoptr (GtkWidget) kept = NULL;

  if (!gtk_widget_get_visible (popover))
    {
      unmap (popover);
      give_focus_away (popover);
      return;
    }
  give_focus_away (popover);
  kept = g_object_ref (popover);
  /* This comes here again, and is hidden then. */
  gtk_widget_set_visible (popover, FALSE);
  if (parent == NULL || gtk_widget_get_parent (popover) == parent)
    return;
  g_idle_add_full (G_PRIORITY_DEFAULT, let_go, g_steal_pointer (&kept), g_object_unref);
  if (!gtk_widget_get_mapped (parent))
    unmap_children (parent);
}

/** ask_popovers_init: from now on popovers go with what they stand in. It is called before one is made, and may be again. */
void
ask_popovers_init (void)
{
  GtkWidgetClass *klass;

  if (unmap != NULL)
    return;
  /* Never given back: a class that is no longer used could be made anew. */
  klass = g_type_class_ref (GTK_TYPE_POPOVER);
  unmap = klass->unmap;
  klass->unmap = hiding_unmap;
}
