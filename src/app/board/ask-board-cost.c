/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whoever closes the window without an answer said no.
 */
#include "config.h"

#include "app/board/ask-board-cost.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/widgets/ask-cost-view.h"

static gboolean
close_requested (GtkWindow *window, AskCostView *view)
{
  ask_cost_view_forget (view);
  return FALSE;
}

static void
cancelled (GSimpleAction *action, GVariant *parameter, GtkWindow *window)
{
  gtk_window_close (window);
}

/* What the view of a price has on its button. */
static void
add_cancel (GtkWidget *window)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) cancel = g_simple_action_new ("cancel", NULL);

  g_signal_connect_object (cancel, "activate", G_CALLBACK (cancelled), window, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (cancel));
  gtk_widget_insert_action_group (window, "card", G_ACTION_GROUP (group));
}

/**
 * ask_board_cost_ask:
 * @page: (type GtkWidget): whose tile it is
 * @wait: (transfer full): what to ask
 *
 * Asks a person, in front of the page.
 */
void
ask_board_cost_ask (gpointer page, AskCostWait *wait)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (page));
  GtkWidget *window, *box, *view;

  /* The page is gone, or the run was stopped meanwhile. */
  if (!GTK_IS_WINDOW (root) || ask_cost_wait_is_over (wait))
    {
      ask_cost_wait_answer (wait, ASK_WAIT_NO, 0);
      ask_cost_wait_unref (wait);
      return;
    }
  window = adw_window_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  view = g_object_new (ASK_TYPE_COST_VIEW, "margin-start", 18, "margin-end", 18, "margin-top", 6, "margin-bottom", 18,
                       NULL);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), view);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), _ ("Ask the Model"));
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 520, -1);
  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  add_cancel (window);
  g_signal_connect_object (window, "close-request", G_CALLBACK (close_requested), view, 0);
  g_signal_connect_object (view, "answered", G_CALLBACK (gtk_window_close), window, G_CONNECT_SWAPPED);
  ask_cost_view_show (ASK_COST_VIEW (view), wait);
  gtk_window_present (GTK_WINDOW (window));
}
