/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GtkListBox takes Tab to be an arrow: it goes from row to row and chooses each. In the list of the pages that shows
 * another page with each press, so no control of the page that was there is ever reached. Since 4.12 a list can be told
 * otherwise (GtkListTabBehavior); here the list cannot have the focus for as long as it is looked for elsewhere.
 */
#include "config.h"

#include "app/widgets/ask-list-tab.h"

static gboolean
key_pressed (GtkWidget *list, guint key, guint code, GdkModifierType state)
{
  GtkRoot *root = gtk_widget_get_root (list);
  gboolean forward = key == GDK_KEY_Tab && (state & GDK_SHIFT_MASK) == 0;
  gboolean backward = key == GDK_KEY_ISO_Left_Tab || (key == GDK_KEY_Tab && (state & GDK_SHIFT_MASK) != 0);

  if (root == NULL || (!forward && !backward) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  gtk_widget_set_can_focus (list, FALSE);
  g_signal_emit_by_name (root, "move-focus", forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD);
  gtk_widget_set_can_focus (list, TRUE);
  return TRUE;
}

/**
 * ask_list_leave_by_tab:
 * @list: whose rows are chosen by moving to them
 *
 * From now on Tab leaves it, to what stands behind it or with Shift before it; arrows go from row to row.
 */
void
ask_list_leave_by_tab (GtkListBox *list)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_return_if_fail (GTK_IS_LIST_BOX (list));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed), list, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (list), keys);
}
