/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A grid in a window of its own, beside the one that it came from: both have one model, so what is done in one is seen in
 * the other. It is gone with its answer's window.
 */
#include "config.h"

#include "app/grid/ask-grid-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "base/ask-text.h"

/* Characters of a title that is made of columns. */
#define MOST_OF_TITLE 60

static void
cell_activated (AskGrid *from, guint row, guint column, AskGrid *large)
{
  GtkWidget *window = gtk_widget_get_ancestor (GTK_WIDGET (from), GTK_TYPE_WINDOW);

  g_signal_emit_by_name (large, "cell-activated", row, column);
  if (window != NULL)
    gtk_window_close (GTK_WINDOW (window));
}

static void
pivot_clicked (GtkButton *button, GtkWidget *grid)
{
  gtk_widget_activate_action (grid, "grid.pivot", NULL);
}

static void
size (GtkWindow *window, GtkRoot *parent)
{
  int width = GTK_IS_WINDOW (parent) ? gtk_widget_get_width (GTK_WIDGET (parent)) : 0;
  int height = GTK_IS_WINDOW (parent) ? gtk_widget_get_height (GTK_WIDGET (parent)) : 0;

  gtk_window_set_default_size (window, MAX (360, width > 0 ? width : 1000), MAX (300, height > 0 ? height : 700));
}

/**
 * ask_grid_window_open:
 * @self: a grid, beside whose window another one opens
 * @model: what that shows
 * @title: what it is a table of
 */
void
ask_grid_window_open (AskGrid *self, AskGridModel *model, const char *title)
{
  GtkWidget *window = adw_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new ();
  GtkWidget *grid = ask_grid_new ();
  GtkWidget *pivot = gtk_button_new_with_mnemonic (_ ("_Pivot…"));
  GtkRoot *parent = gtk_widget_get_root (GTK_WIDGET (self));
  GtkShortcut *close
    = gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0), gtk_named_action_new ("window.close"));
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_window_set_title (GTK_WINDOW (window), title);
  ask_grid_set_title (ASK_GRID (grid), title);
  ask_grid_hide_enlarge (ASK_GRID (grid));
  if (ask_grid_get_body (self)->tooltip != NULL && model == ask_grid_get_model (self))
    {
      ask_grid_set_clickable (ASK_GRID (grid), ask_grid_get_body (self)->tooltip);
      g_signal_connect_object (grid, "cell-activated", G_CALLBACK (cell_activated), self, 0);
    }
  ask_grid_set_model (ASK_GRID (grid), model);
  g_signal_connect_object (pivot, "clicked", G_CALLBACK (pivot_clicked), grid, 0);
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar), pivot);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_widget_set_vexpand (grid, TRUE);
  gtk_box_append (GTK_BOX (box), grid);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), close);
  gtk_widget_add_controller (window, keys);
  size (GTK_WINDOW (window), parent);
  if (GTK_IS_WINDOW (parent))
    {
      gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (parent));
      gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
    }
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_grab_focus (grid);
}

/** ask_grid_window_show: @self: a grid with a model; shows it in a window that fills what its own one does */
void
ask_grid_window_show (AskGrid *self)
{
  ask_grid_window_open (self, ask_grid_get_model (self), ask_grid_get_title (self));
}

/** ask_grid_name_rows: Returns: (transfer full): "city, sales": what @rows are called where nobody said it */
char *
ask_grid_name_rows (const AskRows *rows)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ask_rows_get_column (rows, i)->name);
  return ask_text_shorten (names->str, MOST_OF_TITLE);
}
