/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A fault of GtkSourceView, seen in 5.6 (Debian 12): the lines of the gutter hold their view, and the view holds its
 * gutter. So a view with line numbers never goes, and its text, its completion and the schema that this offers stay with it.
 * Hiding the numbers does not help. What helps: the renderers are taken out of the gutter, and the view is disposed of,
 * which lets go of the gutter. Where the fault is mended this does no harm.
 */
#include "config.h"

#include "app/sql/ask-sql-gutter.h"

/**
 * ask_sql_gutter_let_go:
 * @view: (transfer none): nobody needs it any longer: who owns it takes it out of its parent right after
 */
void
ask_sql_gutter_let_go (GtkSourceView *view)
{
  GtkSourceGutter *gutter;
  GtkWidget *child;

  g_return_if_fail (GTK_SOURCE_IS_VIEW (view));
  gutter = gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT);
  child = gtk_widget_get_first_child (GTK_WIDGET (gutter));
  while (child != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (child);

      if (GTK_SOURCE_IS_GUTTER_RENDERER (child))
        gtk_source_gutter_remove (gutter, GTK_SOURCE_GUTTER_RENDERER (child));
      child = next;
    }
}
