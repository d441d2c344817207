/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A few rows as labels in a grid: what one sees at a glance. It holds nothing of the rows that it was made of.
 */
#include "config.h"

#include "app/ask/ask-preview-grid.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-cell.h"
#include "base/ask-number.h"
#include "base/ask-text.h"

#define MAX_CELL_CHARS 60
#define CELL_WIDTH_CHARS 16
/* More stand in no narrow window. */
#define MAX_DIFFERENCE_COLUMNS 8

/**
 * ask_preview_cell_new:
 * @text: what it says, on one line
 * @right: whether it stands at the right
 * @style: (nullable): a class of its own
 *
 * Returns: (transfer floating): a label that gives way where there is no room
 */
GtkWidget *
ask_preview_cell_new (const char *text, gboolean right, const char *style)
{
  g_autofree char *line = ask_text_shorten (text, MAX_CELL_CHARS);
  GtkWidget *label = gtk_label_new (line);

  gtk_label_set_xalign (GTK_LABEL (label), right ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CELL_WIDTH_CHARS);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

/**
 * ask_preview_grid_new:
 * @rows: of which the first are shown
 * @max_rows: as many at most
 * @max_columns: as many at most
 *
 * Returns: (transfer floating): a table
 */
GtkWidget *
ask_preview_grid_new (AskRows *rows, guint max_rows, guint max_columns)
{
  GtkWidget *grid = gtk_grid_new ();
  guint n_columns = MIN (ask_rows_get_n_columns (rows), max_columns);
  guint n_rows = (guint) MIN (ask_rows_get_n_rows (rows), max_rows);

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_widget_set_halign (grid, GTK_ALIGN_START);
  gtk_widget_add_css_class (grid, "ask-preview");
  for (guint c = 0; c < n_columns; c++)
    {
      AskCellFormat format = ask_cell_format_find (rows, c);

      gtk_grid_attach (GTK_GRID (grid),
                       ask_preview_cell_new (ask_rows_get_column (rows, c)->name, format.right, "dim-label"), (int) c,
                       0, 1, 1);
      for (guint r = 0; r < n_rows; r++)
        {
          const AskValue *value = ask_rows_get (rows, r, c);
          g_autofree char *text = value->kind == ASK_VALUE_NULL ? g_strdup ("–") : ask_cell_to_text (value, format);

          gtk_grid_attach (GTK_GRID (grid), ask_preview_cell_new (text, format.right, "numeric"), (int) c, (int) r + 1,
                           1, 1);
        }
    }
  return grid;
}

/**
 * ask_preview_difference_new:
 * @answer: with rows in which what it may mean differs
 *
 * Returns: (transfer floating): how many such rows there are, and the first of them
 */
GtkWidget *
ask_preview_difference_new (const AskAnswer *answer)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gsize n_shown = ask_rows_get_n_rows (answer->difference);
  g_autofree char *count = ask_number_count (answer->n_differences);
  g_autofree char *words
    = answer->n_differences > n_shown
        /* Translators: how many rows. The first of them stand below. */
        ? g_strdup_printf (ngettext ("They differ in %s row, such as:", "They differ in %s rows, such as:",
                                     (gulong) answer->n_differences),
                           count)
        : g_strdup_printf (
          ngettext ("They differ in %s row:", "They differ in %s rows:", (gulong) answer->n_differences), count);

  gtk_box_append (GTK_BOX (box), ask_wrapped_label_new (words, "dim-label"));
  gtk_box_append (GTK_BOX (box), ask_preview_grid_new (answer->difference, (guint) n_shown, MAX_DIFFERENCE_COLUMNS));
  return box;
}
