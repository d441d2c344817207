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

static guint
get_column (GtkWidget *row)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (gtk_widget_get_first_child (row)), "column"));
}

static void
move (GtkButton *button, AskGridModel *model)
{
  guint column = get_column (gtk_widget_get_parent (GTK_WIDGET (button)));
  guint place = ask_grid_model_find_place (model, column);
  int by = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "by"));

  if (by < 0 ? place > 0 : place + 1 < ask_grid_model_get_n_columns (model))
    ask_grid_model_swap (model, column, by);
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

static GtkWidget *
find_row (GtkWidget *list, guint column)
{
  GtkWidget *row = gtk_widget_get_first_child (list);

  while (row != NULL && get_column (row) != column)
    row = gtk_widget_get_next_sibling (row);
  return row;
}

/* Columns are moved and hidden elsewhere, too: in the head, and in another grid on the model. Rows stay, and with them the
 * focus. */
static void
follow_columns (GtkWidget *list, AskGridModel *model)
{
  GtkWidget *before = NULL;

  for (guint i = 0; i < ask_grid_model_get_n_columns (model); i++)
    {
      guint column = ask_grid_model_get_column (model, i);
      GtkWidget *row = find_row (list, column);

      g_return_if_fail (row != NULL);
      gtk_box_reorder_child_after (GTK_BOX (list), row, before);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (gtk_widget_get_first_child (row)),
                                   !ask_grid_model_is_hidden (model, column));
      before = row;
    }
}

/* Other rows may have other columns. */
static void
fill (GtkWidget *list, AskGridModel *model)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (list)) != NULL)
    gtk_box_remove (GTK_BOX (list), row);
  for (guint i = 0; i < ask_grid_model_get_n_columns (model); i++)
    add_column (list, model, ask_grid_model_get_column (model, i));
}

/** ask_grid_columns_new: @model: whose columns it shows and changes; Returns: (transfer floating): a popover with their list */
GtkWidget *
ask_grid_columns_new (AskGridModel *model)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  fill (list, model);
  g_signal_connect_object (model, "columns-changed", G_CALLBACK (follow_columns), list, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "rows-changed", G_CALLBACK (fill), list, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 360);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Columns"), -1);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  return popover;
}
