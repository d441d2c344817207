/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of columns: which are shown, and in which order.
 */
#include "config.h"

#include "app/grid/ask-grid-private.h"

#include <glib/gi18n.h>

#include "base/ask-text.h"

static void
toggled (GtkCheckButton *check, AskGridModel *model)
{
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "column"));

  ask_grid_model_set_hidden (model, column, !gtk_check_button_get_active (check));
  /* One is always shown. */
  gtk_check_button_set_active (check, !ask_grid_model_is_hidden (model, column));
}

static void
move (GtkButton *button, AskGridModel *model)
{
  GtkWidget *row = gtk_widget_get_parent (GTK_WIDGET (button));
  GtkWidget *list = gtk_widget_get_parent (row);
  int by = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "by"));
  GtkWidget *other = by < 0 ? gtk_widget_get_prev_sibling (row) : gtk_widget_get_next_sibling (row);
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (gtk_widget_get_first_child (row)), "column"));

  if (other == NULL)
    return;
  ask_grid_model_swap (model, column, by);
  if (by < 0)
    gtk_box_reorder_child_after (GTK_BOX (list), other, row);
  else
    gtk_box_reorder_child_after (GTK_BOX (list), row, other);
}

static void
add_button (GtkWidget *row, AskGridModel *model, const char *icon, const char *words, int by)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_object_set_data (G_OBJECT (button), "by", GINT_TO_POINTER (by));
  g_signal_connect_object (button, "clicked", G_CALLBACK (move), model, 0);
  gtk_box_append (GTK_BOX (row), button);
}

static void
add_column (GtkWidget *list, AskGridModel *model, guint column)
{
  g_autofree char *name = ask_text_shorten (ask_rows_get_column (ask_grid_model_get_rows (model), column)->name, 40);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  GtkWidget *check = gtk_check_button_new_with_label (name);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), !ask_grid_model_is_hidden (model, column));
  gtk_widget_set_hexpand (check, TRUE);
  g_object_set_data (G_OBJECT (check), "column", GUINT_TO_POINTER (column));
  g_signal_connect_object (check, "toggled", G_CALLBACK (toggled), model, 0);
  gtk_box_append (GTK_BOX (row), check);
  add_button (row, model, "pan-up-symbolic", _ ("Move Forward"), -1);
  add_button (row, model, "pan-down-symbolic", _ ("Move Back"), 1);
  gtk_box_append (GTK_BOX (list), row);
}

/** ask_grid_columns_new: @model: whose columns it shows and changes; Returns: (transfer floating): a popover with their list */
GtkWidget *
ask_grid_columns_new (AskGridModel *model)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  for (guint i = 0; i < ask_grid_model_get_n_columns (model); i++)
    add_column (list, model, ask_grid_model_get_column (model, i));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 360);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Columns"), -1);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  return popover;
}
