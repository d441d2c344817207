/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before GTK 4.10 a column view does not say which head was clicked. Its sorter compares by the clicked column first, so
 * comparing any two things tells which it is and which way: no row is ever compared here.
 */
#include "config.h"

#include "app/explore/ask-head-order.h"

#include <glib/gi18n.h>

#include "explore/ask-explore.h"

#define WATCH "ask-head-watch"

/**
 * Watch:
 * @first: the column that was compared first, -1 for none
 */
typedef struct
{
  AskHeadFunc func;
  gpointer data;
  gulong handler;
  int first;
} Watch;

/* A column of a watched view. */
typedef struct
{
  Watch *watch;
  int place;
} Head;

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Head *head = data;

  if (head->watch->first < 0)
    head->watch->first = head->place;
  return -1;
}

static void
changed (GtkSorter *sorter, GtkSorterChange change, Watch *watch)
{
  g_autoptr (GtkStringObject) a = gtk_string_object_new ("a");
  g_autoptr (GtkStringObject) b = gtk_string_object_new ("b");
  gboolean descending;

  watch->first = -1;
  descending = gtk_sorter_compare (sorter, GTK_STRING_OBJECT (a), GTK_STRING_OBJECT (b)) == GTK_ORDERING_LARGER;
  watch->func (watch->first, descending, watch->data);
}

/**
 * ask_head_order_watch:
 * @view: a table, with its columns
 * @column: that its rows are ordered by, -1 for none
 * @descending: the greatest first
 * @func: called when a person clicks on a head
 * @data: for @func; to be alive until ask_head_order_unwatch()
 *
 * Shows the order that rows have, and tells which other one a person wants.
 */
void
ask_head_order_watch (GtkColumnView *view, int column, gboolean descending, AskHeadFunc func, gpointer data)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  Watch *watch = g_new0 (Watch, 1);

  ask_head_order_unwatch (view);
  *watch = (Watch) { func, data, 0, -1 };
  g_object_set_data_full (G_OBJECT (view), WATCH, watch, g_free);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) item = g_list_model_get_item (columns, i);
      Head *head = g_new0 (Head, 1);
      g_autoptr (GtkSorter) sorter = NULL;

      *head = (Head) { watch, (int) i };
      sorter = GTK_SORTER (gtk_custom_sorter_new (compare, head, g_free));
      gtk_column_view_column_set_sorter (item, sorter);
      if ((int) i == column)
        gtk_column_view_sort_by_column (view, item, descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
    }
  watch->handler = g_signal_connect (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (changed), watch);
}

/** ask_head_order_unwatch: @view: a table. Tells no more of it: columns that go look like clicks, too */
void
ask_head_order_unwatch (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  Watch *watch = g_object_get_data (G_OBJECT (view), WATCH);

  if (watch == NULL)
    return;
  g_signal_handler_disconnect (gtk_column_view_get_sorter (view), watch->handler);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_column_set_sorter (column, NULL);
    }
  g_object_set_data (G_OBJECT (view), WATCH, NULL);
}

static void
add_item (GMenu *menu, const char *label, const char *attribute, gboolean descending)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "browse-page.order", "(sb)", attribute, descending);
  g_menu_append_item (menu, item);
}

/** ask_head_order_menu_new: @entity: whose attributes are in it. Returns: (transfer full): a menu that activates
 * "browse-page.order" */
GMenuModel *
ask_head_order_menu_new (const AskEntity *entity)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GPtrArray) attributes = ask_explore_list_attributes (entity);

  for (guint i = 0; i < attributes->len; i++)
    {
      const AskAttribute *attribute = attributes->pdata[i];
      g_autoptr (GMenu) ways = g_menu_new ();
      /* In a menu an underscore is a mnemonic. */
      g_auto (GStrv) parts = g_strsplit (attribute->name, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      add_item (ways, _ ("_Smallest First"), attribute->name, FALSE);
      add_item (ways, _ ("_Greatest First"), attribute->name, TRUE);
      g_menu_append_submenu (menu, label, G_MENU_MODEL (ways));
    }
  return G_MENU_MODEL (menu);
}
