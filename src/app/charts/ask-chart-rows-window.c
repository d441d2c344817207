/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table in a window of its own, with the condition that selects its rows from the answer's.
 */
#include "config.h"

#include "app/charts/ask-chart-rows-window.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/grid/ask-grid.h"
#include "base/ask-number.h"

static gboolean
close_window (GtkWidget *window, GVariant *args, gpointer data)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
}

/**
 * ask_chart_rows_window_new:
 * @rows: (transfer none): what is shown
 * @title: what they are the rows of
 * @condition: (nullable): which rows of the answer they are, as SQL
 *
 * Returns: (transfer none): the window, not yet shown
 */
GtkWidget *
ask_chart_rows_window_new (AskRows *rows, const char *title, const char *condition)
{
  GtkWidget *window = adw_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new (), *table = ask_grid_new (), *words = gtk_label_new (NULL);
  gsize n = ask_rows_get_n_rows (rows);
  g_autofree char *count = ask_number_count (n);
  g_autofree char *said = g_strdup_printf (ngettext ("%s row", "%s rows", n), count);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), adw_window_title_new (title, said));
  gtk_box_append (GTK_BOX (box), header);
  ask_grid_set_rows (ASK_GRID (table), rows);
  gtk_widget_set_vexpand (table, TRUE);
  gtk_box_append (GTK_BOX (box), table);
  if (condition != NULL)
    gtk_label_set_text (GTK_LABEL (words), condition);
  gtk_label_set_xalign (GTK_LABEL (words), 0);
  gtk_label_set_selectable (GTK_LABEL (words), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (words), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (words, _ ("Which rows of the answer these are, as a condition of SQL"));
  gtk_widget_add_css_class (words, "dim-label");
  gtk_widget_add_css_class (words, "monospace");
  gtk_widget_set_margin_start (words, 12);
  gtk_widget_set_margin_end (words, 12);
  gtk_widget_set_margin_top (words, 6);
  gtk_widget_set_margin_bottom (words, 6);
  gtk_widget_set_visible (words, condition != NULL && !g_str_equal (condition, "1"));
  gtk_box_append (GTK_BOX (box), words);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_default_size (GTK_WINDOW (window), 640, 420);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new (close_window, NULL, NULL)));
  gtk_widget_add_controller (window, keys);
  return window;
}
