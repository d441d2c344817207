/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The chart of a desk on all of the screen, until Escape or F11. It works as there, and what is changed is changed there.
 */
#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/charts/ask-chart-desk-private.h"

static gboolean
close_screen (GtkWidget *window, GVariant *args, gpointer data)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
}

static void
add_key (GtkWidget *window, guint key)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (key, 0),
                                                          gtk_callback_action_new (close_screen, NULL, NULL)));
  gtk_widget_add_controller (window, keys);
}

/* The look goes back to where it is kept. */
static void
changed (AskChartDesk *large, AskChartDesk *small)
{
  ask_chart_desk_set_look (small, ask_chart_desk_get_look (large));
}

static void
behind (AskChartDesk *large, guint row, guint column, AskChartDesk *small)
{
  g_signal_emit_by_name (small, "wants-behind", row, column);
}

static GtkWidget *
new_window (AskChartDesk *desk, const char *title)
{
  GtkWidget *window = adw_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *large = GTK_WIDGET (desk);

  gtk_widget_set_margin_start (large, 18);
  gtk_widget_set_margin_end (large, 18);
  gtk_widget_set_margin_bottom (large, 18);
  gtk_widget_set_vexpand (large, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), large);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 640);
  gtk_window_set_focus (GTK_WINDOW (window), GTK_WIDGET (desk->view));
  add_key (window, GDK_KEY_Escape);
  return window;
}

/* A desk of a chart of its own. */
static AskChartDesk *
new_desk (const AskChartAsked *asked, const AskChartLook *look, AskChartDrill drill)
{
  g_autoptr (AskChart) chart = ask_chart_choose_with (asked->rows, asked->question, asked->wish, look, NULL);

  return ASK_CHART_DESK (ask_chart_desk_new (asked, chart, drill));
}

/**
 * ask_chart_screen_new:
 * @desk: whose chart it is
 *
 * Returns: (transfer none): a window over all of the screen, not yet shown
 */
GtkWidget *
ask_chart_screen_new (AskChartDesk *desk)
{
  AskChartDesk *large = new_desk (&(AskChartAsked) { desk->rows, desk->question, desk->wish },
                                  ask_chart_get_look (desk->chart), desk->drill);
  GtkWidget *window = new_window (large, ask_chart_get_title (desk->chart));
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (desk));

  ask_chart_desk_set_sql (large, desk->sql, desk->path);
  g_signal_connect_object (large, "changed", G_CALLBACK (changed), desk, 0);
  g_signal_connect_object (large, "wants-behind", G_CALLBACK (behind), desk, 0);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_fullscreen (GTK_WINDOW (window));
  gtk_widget_action_set_enabled (GTK_WIDGET (large), "chart.fullscreen", FALSE);
  add_key (window, GDK_KEY_F11);
  return window;
}
