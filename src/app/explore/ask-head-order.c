/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each attribute has both directions; what is chosen is carried out by the page that has the menu.
 */
#include "config.h"

#include "app/explore/ask-head-order.h"

#include <glib/gi18n.h>

#include "explore/ask-explore.h"

static void
add_item (GMenu *menu, const char *label, const char *attribute, gboolean descending)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "browse-page.order", "(sb)", attribute, descending);
  g_menu_append_item (menu, item);
}

/** ask_head_order_menu_new: @entity: whose attributes are in it. Returns: (transfer full): a menu that activates
 * "browse-page.order" */
GMenuModel *
ask_head_order_menu_new (const AskEntity *entity)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GPtrArray) attributes = ask_explore_list_attributes (entity);

  for (guint i = 0; i < attributes->len; i++)
    {
      const AskAttribute *attribute = attributes->pdata[i];
      g_autoptr (GMenu) ways = g_menu_new ();
      /* In a menu an underscore is a mnemonic. */
      g_auto (GStrv) parts = g_strsplit (attribute->name, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      add_item (ways, _ ("_Smallest First"), attribute->name, FALSE);
      add_item (ways, _ ("_Greatest First"), attribute->name, TRUE);
      g_menu_append_submenu (menu, label, G_MENU_MODEL (ways));
    }
  return G_MENU_MODEL (menu);
}
