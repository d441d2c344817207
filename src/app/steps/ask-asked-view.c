/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each call of a function in words, and its values with their answers as a table. It reads the records alone: nobody is asked.
 */
#include "config.h"

#include "app/steps/ask-asked-view.h"

#include "agent/ask-inquiry-step.h"
#include "app/grid/ask-grid.h"
#include "app/widgets/ask-wrapped-label.h"

/* Of a table, in pixels. */
#define TABLE_HEIGHT 280

static void
append (GtkBox *box, const AskInquiry *asked)
{
  g_autofree char *title = ask_inquiry_to_title (asked);
  g_autofree char *words = ask_inquiry_to_words (asked);
  g_autoptr (AskRows) rows = ask_inquiry_name_rows (asked->rows);
  GtkWidget *label = ask_wrapped_label_new (words, NULL);
  GtkWidget *grid;

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_box_append (box, ask_wrapped_label_new (title, "heading"));
  gtk_box_append (box, label);
  if (ask_rows_get_n_rows (rows) == 0)
    return;
  grid = ask_grid_new ();
  ask_grid_set_title (ASK_GRID (grid), title);
  ask_grid_set_rows (ASK_GRID (grid), rows);
  ask_grid_fit (ASK_GRID (grid), TABLE_HEIGHT);
  gtk_widget_add_css_class (grid, "ask-frame");
  gtk_widget_set_overflow (grid, GTK_OVERFLOW_HIDDEN);
  gtk_box_append (box, grid);
}

/**
 * ask_asked_view_new:
 * @asked: (element-type AskInquiry): by the functions of one statement
 *
 * Returns: (transfer floating): all of them, one below the other
 */
GtkWidget *
ask_asked_view_new (GPtrArray *asked)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);

  for (guint i = 0; i < asked->len; i++)
    append (GTK_BOX (box), asked->pdata[i]);
  return g_object_new (GTK_TYPE_SCROLLED_WINDOW, "hscrollbar-policy", GTK_POLICY_NEVER, "child", box, NULL);
}
