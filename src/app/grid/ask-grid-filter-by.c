/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Filters by what a cell has: the shortest way from "what is this?" to all rows like it, or to all others.
 */
#include "config.h"

#include "app/grid/ask-grid-private.h"

#include <glib/gi18n.h>

#include "base/ask-text.h"

/* Of a value in a menu. */
#define MAX_CHARS 30

static void
action_filter_by (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AskGridModel *model = ask_grid_get_model (ASK_GRID (widget));
  AskRows *rows = ask_grid_get_rows (ASK_GRID (widget));
  AskTableWish *wish;
  guint64 row;
  guint column, by;

  g_variant_get (parameter, "(tuu)", &row, &column, &by);
  /* Other rows may have come while the menu was open. */
  if (rows == NULL || row >= ask_rows_get_n_rows (rows) || column >= ask_rows_get_n_columns (rows))
    return;
  wish = ask_table_wish_copy (ask_grid_model_get_wish (model));
  ask_table_wish_take_filter (wish, ask_filter_new_by (ask_table_wish_find_filter (wish, column), rows, (gsize) row,
                                                       column, (AskFilterBy) by));
  ask_grid_model_take_wish (model, wish);
}

/** ask_grid_filter_by_install: @klass: the grid's; adds the action */
void
ask_grid_filter_by_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "grid.filter-by", "(tuu)", action_filter_by);
}

static void
add_item (GMenu *menu, char *words, gsize row, guint column, AskFilterBy by)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (words, NULL);

  g_menu_item_set_action_and_target (item, "grid.filter-by", "(tuu)", (guint64) row, column, (guint) by);
  g_menu_append_item (menu, item);
  g_free (words);
}

/* The value as its cell shows it, for a menu, where an underscore would be a mnemonic. */
static char *
dup_value (AskGridBody *body, const AskValue *value, guint column)
{
  g_autofree char *text = ask_cell_to_text (value, body->formats[column]);
  g_autofree char *line = ask_text_shorten (text, MAX_CHARS);
  g_auto (GStrv) parts = g_strsplit (line, "_", -1);

  return g_strjoinv ("__", parts);
}

/** ask_grid_filter_by_menu: @body: of a grid; @point: a cell of it; Returns: (transfer full): what can be done by its value */
GMenu *
ask_grid_filter_by_menu (AskGridBody *body, AskGridPoint point)
{
  AskArrangement *arrangement = ask_grid_model_get_arrangement (body->model);
  AskRows *rows = ask_grid_model_get_rows (body->model);
  gsize row = ask_arrangement_get_row (arrangement, point.row);
  guint column = ask_grid_model_get_shown (body->model, point.place);
  const AskValue *value = ask_rows_get (rows, row, column);
  AskFilterKind kind = ask_filter_find_kind (rows, column);
  GMenu *menu = g_menu_new ();
  g_autofree char *text = NULL;

  if (value->kind == ASK_VALUE_BLOB)
    return menu;
  if (value->kind == ASK_VALUE_NULL)
    {
      add_item (menu, g_strdup (_ ("Only Empty Cells")), row, column, ASK_FILTER_BY_ONLY);
      add_item (menu, g_strdup (_ ("Without Empty Cells")), row, column, ASK_FILTER_BY_WITHOUT);
      return menu;
    }
  text = dup_value (body, value, column);
  /* Translators: in the menu of a cell, the rows that stay: those with the value of the cell, and all others. */
  add_item (menu, g_strdup_printf (_ ("Only “%s”"), text), row, column, ASK_FILTER_BY_ONLY);
  add_item (menu, g_strdup_printf (_ ("Without “%s”"), text), row, column, ASK_FILTER_BY_WITHOUT);
  if (kind == ASK_FILTER_CONTAINS)
    return menu;
  /* Translators: in the menu of a cell, the rows that stay: a number or a day, and all above or after it. */
  add_item (menu, g_strdup_printf (_ ("From %s"), text), row, column, ASK_FILTER_BY_LEAST);
  /* Translators: in the menu of a cell, the rows that stay: a number or a day, and all below or before it. */
  add_item (menu, g_strdup_printf (_ ("Up to %s"), text), row, column, ASK_FILTER_BY_MOST);
  return menu;
}
