/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fault of GTK, seen in 4.8 (Debian 12): the popover of a menu takes a reference to each section and never gives it back
 * (gtk_menu_tracker_add_items(), where sections are not merged). So the sections of each answer's menus stayed for ever, with
 * all their items, and random use of a day lost some MiB. A popover gives them back here when it goes.
 *
 * Nobody says whether GTK does so itself by now: a menu that is made and let go of once tells. Where the fault is mended,
 * nothing is done. A section that came and went while its menu was there is not given back.
 *
 * GTK itself makes most of these popovers; so GtkPopoverMenu's own class is told, before its first heir is made.
 */
#include "config.h"

#include "app/widgets/ask-menu-sections.h"

static void (*dispose) (GObject *popover);

static void
give_back (GMenuModel *menu)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);

      if (section != NULL)
        {
          give_back (section);
          /* The popover's; ours goes behind it. */
          g_object_unref (section);
        }
      if (submenu != NULL)
        give_back (submenu);
    }
}

static void
giving_dispose (GObject *popover)
{
  GMenuModel *menu = gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (popover));
  g_autoptr (GMenuModel) kept = menu != NULL ? g_object_ref (menu) : NULL;

  dispose (popover);
  /* It may be disposed of again, without its menu then. */
  if (kept != NULL && gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (popover)) == NULL)
    give_back (kept);
}

/* Whether a section of a menu stays behind its popover; then it is given back here, too. */
static gboolean
is_kept (void)
{
  GMenu *menu = g_menu_new (), *section = g_menu_new ();
  GtkWidget *popover;
  gpointer left = section;

  g_menu_append (section, "x", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_add_weak_pointer (G_OBJECT (section), &left);
  g_object_unref (section);
  popover = g_object_ref_sink (gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
  g_object_unref (menu);
  g_object_unref (popover);
  if (left == NULL)
    return FALSE;
  g_object_unref (section);
  return TRUE;
}

/** ask_menu_sections_init: from now on menus go whole. It is called where there is a display, and may be again. */
void
ask_menu_sections_init (void)
{
  static gboolean done;
  GObjectClass *klass;

  if (done)
    return;
  done = TRUE;
  if (!is_kept ())
    return;
  /* Never given back: a class that is no longer used could be made anew. */
  klass = g_type_class_ref (GTK_TYPE_POPOVER_MENU);
  dispose = klass->dispose;
  klass->dispose = giving_dispose;
}
