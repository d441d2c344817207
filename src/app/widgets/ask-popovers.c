/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fault of GTK, seen in 4.8 (Debian 12): a popover that is open when what it stands in goes, a window or a part of one, is
 * unmapped while it is still visible. The focus is then looked for anew and found in it again: GDK complains
 * ("gdk_surface_get_device_position"), and the popover with all that is in it stays for ever. One that was hidden before is
 * well. So a popover gives the focus away and hides first whenever it is unmapped. Where the fault is mended this does no harm: what is open in a page
 * that is turned is closed.
 *
 * No signal comes early enough, and GTK itself makes many of the popovers; so GtkPopover's own class is told. Classes copy
 * what they inherit when they are made: it has to be told before its first heir.
 */
#include "config.h"

#include "app/widgets/ask-popovers.h"

static void (*unmap) (GtkWidget *popover);

static void
hiding_unmap (GtkWidget *popover)
{
  GtkRoot *root;
  GtkWidget *focus;

  if (!gtk_widget_get_visible (popover))
    {
      unmap (popover);
      return;
    }
  root = gtk_widget_get_root (popover);
  focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  if (focus != NULL && gtk_widget_is_ancestor (focus, popover))
    gtk_root_set_focus (root, NULL);
  /* This comes here again, and is hidden then. */
  gtk_widget_set_visible (popover, FALSE);
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
