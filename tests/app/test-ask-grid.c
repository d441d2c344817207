/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grid as a person uses it: by keys and the pointer, through its menus, with many rows and few.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-grid.h"
#include "app-keys.h"
#include "app-test.h"

#define MILLION 1000000

static AskRows *
new_rows (guint n)
{
  static const char *const cities[] = { "Lyon", "Oslo", "Turku", "Ålesund", "Gent" };
  AskRows *rows = ask_rows_new ();
  char day[16], price[24];

  ask_rows_add_column (rows, "order_id", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "customer", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "day", ASK_TYPE_DATE);
  ask_rows_add_column (rows, "amount", ASK_TYPE_REAL);
  ask_rows_add_column (rows, "price", ASK_TYPE_DECIMAL);
  ask_rows_add_column (rows, "note", ASK_TYPE_TEXT);
  ask_rows_read_names (rows);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *customer = g_strdup_printf ("Kurierdienst Müller %u", i * 7919 % 1000);
      AskValue cells[] = {
        ask_value_integer (i + 1),
        ask_value_text (customer, -1),
        ask_value_text (cities[i % 5], -1),
        ask_value_text (day, g_snprintf (day, sizeof day, "2024-%02u-%02u", i % 12 + 1, i % 28 + 1)),
        ask_value_real ((i % 100) * 1.25 - 20),
        ask_value_text (price, g_snprintf (price, sizeof price, "%u.%02u", i * 37 % 1000, i % 100)),
        ASK_NULL_INIT,
      };

      if (i % 3 == 0)
        cells[6]
          = ask_value_text ("A long remark about this order, longer than its column will ever be, so that it is cut",
                            -1);
      ask_rows_append (rows, cells);
    }
  return rows;
}

static void
set_up (AppGrid *self, gconstpointer n_rows)
{
  app_grid_open (self, new_rows (GPOINTER_TO_UINT (n_rows)), 1000, 560);
}

static void
tear_down (AppGrid *self, gconstpointer data)
{
  app_grid_close (self);
}

static gboolean
is_idle (gpointer model)
{
  return !ask_grid_model_is_busy (model);
}

/* A cell on screen. */
static GtkWidget *
find_cell (AppGrid *self, const char *words)
{
  return app_test_find (self->grid, GTK_TYPE_WIDGET, words);
}

static void
test_million (AppGrid *self, gconstpointer data)
{
  GtkWidget *scroller = app_test_find (self->grid, GTK_TYPE_SCROLLED_WINDOW, NULL);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

  g_assert_nonnull (find_cell (self, "Kurierdienst Müller 919"));
  g_assert_cmpuint (app_test_picture (self->window, "grid-top"), >, 20);
  for (guint i = 1; i <= 20; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * i / 20);
      app_test_pause (10);
    }
  app_test_pause (100);
  g_assert_nonnull (find_cell (self, "1,000,000"));
  g_assert_cmpuint (app_test_picture (self->window, "grid-end"), >, 20);
  gtk_widget_activate_action (self->grid, "grid.sort", "(ubb)", 4, TRUE, FALSE);
  g_assert_true (app_test_wait (is_idle, self->model));
  g_assert_cmpfloat (ask_arrangement_get (ask_grid_model_get_arrangement (self->model), 0, 4)->real, ==, 103.75);
}

/* What the line below says of the selection. */
static const char *
get_figures (AppGrid *self)
{
  GtkWidget *label = app_test_find_label (self->grid, "Count");

  return label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : "";
}

static void
text_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static gboolean
is_set (gpointer data)
{
  return *(char **) data != NULL;
}

static char *
read_clipboard (AppGrid *self)
{
  char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (self->grid), NULL, text_ready, &text);
  g_assert_true (app_test_wait (is_set, &text));
  return text;
}

static void
activated (AskGrid *grid, guint row, guint column, guint *place)
{
  place[0] = row;
  place[1] = column;
}

static void
test_keys (AppGrid *self, gconstpointer data)
{
  guint place[2] = { 99, 99 };
  g_autofree char *block = NULL;
  g_autofree char *cell = NULL;

  if (!app_keys_are_there ())
    return;
  ask_grid_set_clickable (ASK_GRID (self->grid), "Show the rows behind this");
  g_signal_connect (self->grid, "cell-activated", G_CALLBACK (activated), place);
  gtk_widget_grab_focus (self->grid);
  app_keys_run (self->window, "key Down key Down key Right key ctrl+c");
  cell = read_clipboard (self);
  g_assert_cmpstr (cell, ==, "Kurierdienst Müller 919");
  app_keys_run (self->window, "key shift+Down key shift+Right key ctrl+shift+c");
  block = read_clipboard (self);
  g_assert_cmpstr (block, ==, "customer\tcity\nKurierdienst Müller 919\tOslo\nKurierdienst Müller 838\tTurku\n");
  /* By Ctrl+Down to the last row; Enter there asks about that cell. */
  app_keys_run (self->window, "key Escape key ctrl+Down key Home key Return");
  g_assert_cmpuint (place[0], ==, 39);
  g_assert_cmpuint (place[1], ==, 0);
  app_keys_run (self->window, "key ctrl+Home key Page_Down key End key Return");
  g_assert_cmpuint (place[0], >, 5);
  g_assert_cmpuint (place[1], ==, 6);
  app_keys_run (self->window, "key ctrl+a");
  g_assert_nonnull (strstr (get_figures (self), "Count 254"));
}

static void
test_figures (AppGrid *self, gconstpointer data)
{
  if (!app_keys_are_there ())
    return;
  gtk_widget_grab_focus (self->grid);
  /* The prices 0.00, 37.01 and 74.02: decimals, added exactly. */
  app_keys_run (self->window, "key Down key End key Left key shift+Down key shift+Down");
  g_assert_cmpstr (get_figures (self), ==, "Count 3  ·  Average 37.01  ·  Least 0.00  ·  Most 74.02  ·  Distinct 3");
  app_keys_run (self->window, "key ctrl+Home key Right key Right key Right key Right key shift+Down key shift+Down");
  g_assert_cmpstr (get_figures (self), ==,
                   "Count 3  ·  Sum −56.25  ·  Average −18.75  ·  Least −20.00  ·  Most −17.50  ·  Distinct 3");
  /* Nobody adds identifiers. */
  app_keys_run (self->window, "key ctrl+Home key shift+Down");
  g_assert_cmpstr (get_figures (self), ==, "Count 2  ·  Distinct 2");
  app_test_picture (self->window, "grid-figures");
}

/* Where a column's name is in the window. */
static char *
at_name (AppGrid *self, const char *name, int by)
{
  GtkWidget *widget = app_test_find (self->grid, GTK_TYPE_WIDGET, name);
  graphene_rect_t area;

  g_assert_true (gtk_widget_compute_bounds (widget, self->window, &area));
  {
    double x = 0, y = 0;

    gtk_native_get_surface_transform (GTK_NATIVE (self->window), &x, &y);
    return g_strdup_printf ("mousemove %d %d", (int) (x + area.origin.x + (by < 0 ? area.size.width + by + 0 : by)),
                            (int) (y + area.origin.y + area.size.height / 2));
  }
}

static void
click (AppGrid *self, const char *name, int by, const char *how)
{
  g_autofree char *at = at_name (self, name, by);
  g_autofree char *line = g_strdup_printf ("%s sleep 0.1 %s", at, how);

  app_keys_run (self->window, line);
}

/* A cell that is selected with Ctrl, or after Shift+F8, is selected beside what was. */
static void
test_blocks (AppGrid *self, gconstpointer data)
{
  g_autofree char *column = NULL;
  g_autofree char *beside = NULL;
  g_autofree char *crossed = NULL;

  if (!app_keys_are_there ())
    return;
  gtk_widget_grab_focus (self->grid);
  app_keys_run (self->window, "key Down key Right key Right key Right key Right key shift+Down");
  g_assert_nonnull (strstr (get_figures (self), "Count 2  ·  Sum −38.75"));
  app_keys_run (self->window, "key shift+F8 key Down key Down");
  g_assert_nonnull (strstr (get_figures (self), "Count 3  ·  Sum −55.00"));
  app_test_picture (self->window, "grid-blocks");
  app_keys_run (self->window, "key ctrl+c");
  column = read_clipboard (self);
  g_assert_cmpstr (column, ==, "-20.0\n-18.75\n-16.25\n");
  /* Of the same rows: columns beside each other, also where the later one stands before. */
  app_keys_run (self->window,
                "key Escape key ctrl+Home key Right key Right key shift+Down key shift+F8 key Up key Left key Left "
                "key shift+Down key ctrl+c");
  beside = read_clipboard (self);
  g_assert_cmpstr (beside, ==, "1\tLyon\n2\tOslo\n");
  /* By the pointer, and a click without Ctrl begins anew. */
  app_keys_run (self->window, "key Escape key ctrl+Home");
  click (self, "city", 20, "mousemove_relative 0 40 sleep 0.1 keydown ctrl click 1 keyup ctrl sleep 0.2 key ctrl+c");
  crossed = read_clipboard (self);
  g_assert_cmpstr (crossed, ==, "1\tLyon\n");
  g_assert_nonnull (strstr (get_figures (self), "Count 2"));
  click (self, "city", 20, "mousemove_relative 0 40 sleep 0.1 click 1 sleep 0.2");
  g_assert_cmpstr (get_figures (self), ==, "");
}

static const AskValue *
get_cell (AppGrid *self, gsize place, guint column)
{
  return ask_arrangement_get (ask_grid_model_get_arrangement (self->model), place, column);
}

static void
test_clicks (AppGrid *self, gconstpointer data)
{
  int width;

  if (!app_keys_are_there ())
    return;
  click (self, "city", 12, "click 1");
  g_assert_cmpstr (get_cell (self, 0, 2)->text, ==, "Gent");
  g_assert_cmpint (get_cell (self, 0, 0)->integer, ==, 5);
  click (self, "day", 12, "keydown shift click 1 keyup shift");
  click (self, "day", 12, "keydown shift click 1 keyup shift");
  g_assert_cmpstr (get_cell (self, 0, 2)->text, ==, "Gent");
  g_assert_cmpstr (get_cell (self, 0, 3)->text, ==, "2024-11-07");
  app_test_picture (self->window, "grid-sorted");
  /* Edges: dragged, and doubly clicked. */
  ask_grid_model_set_width (self->model, 1, 100);
  app_test_pause (100);
  click (self, "customer", -1,
         "mousedown 1 mousemove_relative 15 0 sleep 0.1 mousemove_relative 15 0 sleep 0.1 mouseup 1");
  g_assert_cmpint (ask_grid_model_get_width (self->model, 1), >, 115);
  click (self, "customer", -1, "click --repeat 2 --delay 40 1");
  width = ask_grid_model_get_width (self->model, 1);
  g_assert_cmpint (width, >, 150);
  /* A name is dragged over another one. */
  click (self, "city", 12, "mousedown 1 mousemove_relative 15 0 sleep 0.1 mousemove_relative 90 0 sleep 0.1 mouseup 1");
  g_assert_cmpuint (ask_grid_model_get_shown (self->model, 2), ==, 3);
  g_assert_cmpuint (ask_grid_model_get_shown (self->model, 3), ==, 2);
  /* The right button opens the menu. */
  click (self, "city", 12, "click 3");
  g_assert_nonnull (app_test_find (self->grid, GTK_TYPE_POPOVER_MENU, NULL));
  app_test_picture (self->window, "grid-menu");
  app_keys_run (self->window, "key Escape");
}

/* By the keyboard alone: from the cells to the names, along them, to the menu of one. */
static void
test_names_by_keys (AppGrid *self, gconstpointer data)
{
  if (!app_keys_are_there ())
    return;
  gtk_widget_grab_focus (self->grid);
  app_keys_run (self->window, "key Down key Up key Right key Return key Return");
  g_assert_cmpstr (get_cell (self, 0, 1)->text, ==, "Kurierdienst Müller 975");
  app_keys_run (self->window, "key Right key shift+Return");
  g_assert_cmpuint (ask_grid_model_get_wish (self->model)->order->len, ==, 2);
  app_keys_run (self->window, "key alt+Left");
  g_assert_cmpuint (ask_grid_model_get_shown (self->model, 1), ==, 2);
  app_keys_run (self->window, "key Menu sleep 0.3");
  g_assert_nonnull (app_test_find (self->grid, GTK_TYPE_POPOVER_MENU, NULL));
  app_keys_run (self->window, "key Escape");
}

static void
press (GtkWidget *root, const char *label)
{
  GtkWidget *found = app_test_find_label (root, label);

  g_assert_nonnull (found);
  g_signal_emit_by_name (gtk_widget_get_ancestor (found, GTK_TYPE_BUTTON), "clicked");
  app_test_pause (300);
}

static void
test_filters (AppGrid *self, gconstpointer data)
{
  GtkWidget *least, *most, *text, *check;

  gtk_widget_activate_action (self->grid, "grid.filter", "u", 4);
  app_test_pause (300);
  least = app_test_find (self->grid, GTK_TYPE_ENTRY, "From");
  most = app_test_find (self->grid, GTK_TYPE_ENTRY, "To");
  gtk_editable_set_text (GTK_EDITABLE (least), "much");
  press (self->grid, "Apply");
  g_assert_nonnull (app_test_find_label (self->grid, "This is no number"));
  gtk_editable_set_text (GTK_EDITABLE (least), "−10");
  gtk_editable_set_text (GTK_EDITABLE (most), "0.5");
  app_test_picture (self->window, "grid-filter-numbers");
  press (self->grid, "Apply");
  g_assert_cmpuint (ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model)), ==, 9);
  g_assert_nonnull (app_test_find_label (self->grid, "9 of 40 rows"));

  gtk_widget_activate_action (self->grid, "grid.filter", "u", 1);
  app_test_pause (300);
  text = app_test_find (self->grid, GTK_TYPE_ENTRY, "Text");
  gtk_editable_set_text (GTK_EDITABLE (text), "muller 2");
  press (self->grid, "Apply");
  g_assert_cmpuint (ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model)), ==, 2);

  /* Only what passes the other filters can be chosen. */
  gtk_widget_activate_action (self->grid, "grid.unfilter", "u", 1);
  gtk_widget_activate_action (self->grid, "grid.filter", "u", 2);
  app_test_pause (300);
  gtk_stack_set_visible_child_name (
    GTK_STACK (app_test_find (app_test_find (self->grid, GTK_TYPE_POPOVER, "Filter of city"), GTK_TYPE_STACK, NULL)),
    "choices");
  app_test_pause (200);
  app_test_picture (self->window, "grid-filter-choices");
  check = gtk_widget_get_ancestor (app_test_find_label (app_test_find (self->grid, GTK_TYPE_POPOVER, "Filter of city"),
                                                        "Gent"),
                                   GTK_TYPE_CHECK_BUTTON);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  press (self->grid, "Apply");
  for (gsize i = 0; i < ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model)); i++)
    g_assert_cmpstr (get_cell (self, i, 2)->text, ==, "Gent");
  press (self->grid, "Show All");
  g_assert_cmpuint (ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model)), ==, 40);
}

static gsize
count_shown (AppGrid *self)
{
  return ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model));
}

static void
filter_by (AppGrid *self, guint64 row, guint column, AskFilterBy by)
{
  gtk_widget_activate_action (self->grid, "grid.filter-by", "(tuu)", row, column, (guint) by);
}

/* The menu of a cell offers the rows like it, the others, and of numbers and days those from it on. */
static void
test_filter_by (AppGrid *self, gconstpointer data)
{
  filter_by (self, 1, 2, ASK_FILTER_BY_ONLY);
  g_assert_cmpuint (count_shown (self), ==, 8);
  g_assert_cmpstr (get_cell (self, 7, 2)->text, ==, "Oslo");
  /* What is left out stays so when another value is. */
  filter_by (self, 1, 2, ASK_FILTER_BY_WITHOUT);
  filter_by (self, 3, 2, ASK_FILTER_BY_WITHOUT);
  g_assert_cmpuint (count_shown (self), ==, 24);
  for (gsize i = 0; i < count_shown (self); i++)
    g_assert_true (g_str_equal (get_cell (self, i, 2)->text, "Lyon") || g_str_equal (get_cell (self, i, 2)->text, "Turku")
                   || g_str_equal (get_cell (self, i, 2)->text, "Gent"));
  gtk_widget_activate_action (self->grid, "grid.reset", NULL);
  /* Two bounds are one range, of integers and of decimals, which are texts. */
  filter_by (self, 9, 0, ASK_FILTER_BY_LEAST);
  filter_by (self, 11, 0, ASK_FILTER_BY_MOST);
  g_assert_cmpuint (count_shown (self), ==, 3);
  g_assert_cmpint (get_cell (self, 0, 0)->integer, ==, 10);
  filter_by (self, 10, 5, ASK_FILTER_BY_LEAST);
  g_assert_cmpuint (count_shown (self), ==, 2);
  gtk_widget_activate_action (self->grid, "grid.reset", NULL);
  filter_by (self, 11, 3, ASK_FILTER_BY_LEAST);
  g_assert_cmpuint (count_shown (self), ==, 2);
  gtk_widget_activate_action (self->grid, "grid.reset", NULL);
  filter_by (self, 1, 6, ASK_FILTER_BY_WITHOUT);
  g_assert_cmpuint (count_shown (self), ==, 14);
  gtk_widget_activate_action (self->grid, "grid.reset", NULL);
  /* Rows that are gone since the menu opened. */
  filter_by (self, 4000, 2, ASK_FILTER_BY_ONLY);
  filter_by (self, 1, 70, ASK_FILTER_BY_ONLY);
  g_assert_cmpuint (count_shown (self), ==, 40);
}

/* The cell that the keyboard is at has it in its menu, and a press of a key does it. */
static void
test_filter_by_keys (AppGrid *self, gconstpointer data)
{
  if (!app_keys_are_there ())
    return;
  gtk_widget_grab_focus (self->grid);
  app_keys_run (self->window, "key ctrl+Home key Right key Right key Menu sleep 0.3");
  g_assert_nonnull (app_test_find_label (self->grid, "Only “Lyon”"));
  g_assert_nonnull (app_test_find_label (self->grid, "Without “Lyon”"));
  g_assert_null (app_test_find_label (self->grid, "From Lyon"));
  app_test_picture (self->window, "grid-filter-by");
  /* Behind four ways to copy. */
  app_keys_run (self->window, "key Down key Down key Down key Down key Return sleep 0.3");
  g_assert_cmpuint (count_shown (self), ==, 8);
  app_keys_run (self->window, "key ctrl+Home key Menu sleep 0.3");
  g_assert_nonnull (app_test_find_label (self->grid, "From 1"));
  g_assert_nonnull (app_test_find_label (self->grid, "Up to 1"));
  app_keys_run (self->window, "key Escape");
}

/* Saves the table and reads the file again. */
static char *
save_and_read (AppGrid *self, const char *folder, const char *name, const char *words)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  ask_grid_save (ASK_GRID (self->grid), path);
  app_test_wait_for_words (self->window, words);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* A file has what is seen: the rows that pass, in their order, and the columns that are shown. */
static void
test_save (AppGrid *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("ask-grid-save-XXXXXX", NULL);
  g_autofree char *csv = NULL;
  g_autofree char *json = NULL;
  g_autofree char *nowhere = g_build_filename (folder, "none", "a.csv", NULL);

  filter_by (self, 9, 0, ASK_FILTER_BY_LEAST);
  filter_by (self, 11, 0, ASK_FILTER_BY_MOST);
  gtk_widget_activate_action (self->grid, "grid.sort", "(ubb)", 0, TRUE, FALSE);
  for (guint i = 3; i < 7; i++)
    ask_grid_model_set_hidden (self->model, i, TRUE);
  ask_grid_model_move (self->model, 0, 1);
  csv = save_and_read (self, folder, "a.csv", "Saved as a.csv: 3 rows");
  g_assert_cmpstr (csv, ==, "customer,order_id,city\r\nKurierdienst Müller 109,12,Oslo\r\n"
                            "Kurierdienst Müller 190,11,Lyon\r\nKurierdienst Müller 271,10,Gent\r\n");
  ask_grid_model_set_hidden (self->model, 1, TRUE);
  json = save_and_read (self, folder, "a.json", "Saved as a.json: 3 rows");
  g_assert_nonnull (strstr (json, "Gent"));
  g_assert_null (strstr (json, "Müller"));
  ask_grid_save (ASK_GRID (self->grid), nowhere);
  app_test_wait_for_words (self->window, "could not be saved");
  app_test_picture (self->window, "grid-saved-not");
  app_test_remove_folder (folder);
}

static void
test_search (AppGrid *self, gconstpointer data)
{
  if (!app_keys_are_there ())
    return;
  gtk_widget_grab_focus (self->grid);
  app_keys_run (self->window, "key Down key ctrl+f sleep 0.3 type --delay 20 oslo");
  app_test_pause (500);
  g_assert_cmpuint (ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model)), ==, 8);
  app_test_picture (self->window, "grid-search");
  app_keys_run (self->window, "key Escape sleep 0.3");
  g_assert_cmpuint (ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model)), ==, 40);
}

static void
test_mapped_back (AppGrid *self, gconstpointer data)
{
  guint place[2] = { 99, 99 };

  if (!app_keys_are_there ())
    return;
  ask_grid_set_clickable (ASK_GRID (self->grid), "Show the rows behind this");
  g_signal_connect (self->grid, "cell-activated", G_CALLBACK (activated), place);
  gtk_widget_activate_action (self->grid, "grid.sort", "(ubb)", 0, TRUE, FALSE);
  ask_grid_model_move (self->model, 4, -4);
  gtk_widget_grab_focus (self->grid);
  app_keys_run (self->window, "key ctrl+Home key Return");
  g_assert_cmpuint (place[0], ==, 39);
  g_assert_cmpuint (place[1], ==, 4);
}

static void
test_columns (AppGrid *self, gconstpointer data)
{
  GtkWidget *check;

  gtk_widget_activate_action (self->grid, "grid.hide", "u", 0);
  ask_grid_model_set_n_frozen (self->model, 1);
  ask_grid_model_set_colour (self->model, 4, ASK_GRID_COLOUR_BARS);
  ask_grid_model_set_colour (self->model, 5, ASK_GRID_COLOUR_SCALE);
  app_test_pause (200);
  g_assert_cmpuint (ask_grid_model_get_n_shown (self->model), ==, 6);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 620, 480);
  app_test_pause (200);
  gtk_adjustment_set_value (gtk_scrolled_window_get_hadjustment (
                              GTK_SCROLLED_WINDOW (app_test_find (self->grid, GTK_TYPE_SCROLLED_WINDOW, NULL))),
                            200);
  app_test_pause (200);
  app_test_picture (self->window, "grid-frozen");
  g_assert_nonnull (find_cell (self, "Kurierdienst Müller 919"));
  gtk_widget_activate_action (self->grid, "grid.columns", NULL);
  app_test_pause (300);
  app_test_picture (self->window, "grid-columns");
  check = gtk_widget_get_ancestor (app_test_find_label (app_test_find (self->grid, GTK_TYPE_POPOVER, "Columns"),
                                                        "order_id"),
                                   GTK_TYPE_CHECK_BUTTON);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_cmpuint (ask_grid_model_get_n_shown (self->model), ==, 7);
  /* All but one can be hidden. */
  for (guint i = 0; i < 7; i++)
    ask_grid_model_set_hidden (self->model, i, TRUE);
  g_assert_cmpuint (ask_grid_model_get_n_shown (self->model), ==, 1);
  app_test_pause (200);
}

static gboolean
is_other_window (GtkWindow *window, AppGrid *self)
{
  return GTK_WIDGET (window) != self->window;
}

/* The names of the list's rows, from the top. */
static char *
read_list (GtkWidget *popover)
{
  GtkWidget *checks[16];
  guint n = app_test_find_all (popover, GTK_TYPE_CHECK_BUTTON, checks, G_N_ELEMENTS (checks));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s ", gtk_check_button_get_label (GTK_CHECK_BUTTON (checks[i])),
                            gtk_check_button_get_active (GTK_CHECK_BUTTON (checks[i])) ? "" : "-");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
check_list (GtkWidget *popover, const char *names)
{
  g_autofree char *list = read_list (popover);

  g_assert_cmpstr (list, ==, names);
}

/* The list of columns that is open follows what is done to them elsewhere, and other rows. */
static void
test_list_of_columns (AppGrid *self, gconstpointer data)
{
  g_autoptr (AskRows) others = ask_rows_new ();
  GtkWidget *buttons[32];
  GtkWidget *popover;

  gtk_widget_activate_action (self->grid, "grid.columns", NULL);
  app_test_pause (100);
  popover = app_test_find (self->grid, GTK_TYPE_POPOVER, "Columns");
  check_list (popover, "order_id customer city day amount price note ");
  ask_grid_model_move (self->model, 0, 6);
  ask_grid_model_set_hidden (self->model, 3, TRUE);
  check_list (popover, "customer city day- amount price note order_id ");
  /* "Move Back" of what is last by now changes nothing; "Move Forward" does. */
  g_assert_cmpuint (app_test_find_all (popover, GTK_TYPE_BUTTON, buttons, G_N_ELEMENTS (buttons)), ==, 14);
  g_signal_emit_by_name (buttons[13], "clicked");
  check_list (popover, "customer city day- amount price note order_id ");
  g_signal_emit_by_name (buttons[12], "clicked");
  check_list (popover, "customer city day- amount price order_id note ");
  ask_rows_add_column (others, "other", ASK_TYPE_TEXT);
  ask_grid_model_take_rows (self->model, others);
  check_list (popover, "other ");
}

/* Rows of another day have other columns: those that are known are as they were, one is always shown. */
static void
test_layout (AppGrid *self, gconstpointer data)
{
  g_autoptr (GVariant) layout = NULL;
  g_autoptr (AskRows) others = ask_rows_new ();
  g_autoptr (AskGridModel) model = NULL;

  ask_grid_model_move (self->model, 2, -2);
  ask_grid_model_set_hidden (self->model, 2, TRUE);
  ask_grid_model_set_width (self->model, 1, 77);
  ask_grid_model_set_n_frozen (self->model, 3);
  layout = ask_grid_model_dup_layout (self->model);
  ask_rows_add_column (others, "new", ASK_TYPE_TEXT);
  ask_rows_add_column (others, "customer", ASK_TYPE_TEXT);
  ask_rows_add_column (others, "customer", ASK_TYPE_TEXT);
  ask_rows_add_column (others, "city", ASK_TYPE_TEXT);
  model = ask_grid_model_new (others);
  ask_grid_model_set_layout (model, layout);
  g_assert_cmpuint (ask_grid_model_get_n_shown (model), ==, 3);
  g_assert_cmpuint (ask_grid_model_get_column (model, 0), ==, 3);
  g_assert_true (ask_grid_model_is_hidden (model, 3));
  g_assert_cmpint (ask_grid_model_get_width (model, 1), ==, 77);
  g_assert_cmpint (ask_grid_model_get_width (model, 2), ==, 0);
  g_assert_cmpuint (ask_grid_model_get_n_frozen (model), ==, 2);
  g_clear_pointer (&others, ask_rows_unref);
  others = ask_rows_new ();
  ask_rows_add_column (others, "city", ASK_TYPE_TEXT);
  ask_grid_model_take_rows (model, others);
  ask_grid_model_set_layout (model, layout);
  g_assert_cmpuint (ask_grid_model_get_n_shown (model), ==, 1);
  g_assert_cmpuint (ask_grid_model_get_n_frozen (model), ==, 0);
}

static GtkGesture *
find_drag (GtkWidget *head)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (head);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) one = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (one))
        return GTK_GESTURE (one);
    }
  g_assert_not_reached ();
}

/* Its rows may be others meanwhile, and a key may hide it. */
static void
test_drag_ends (AppGrid *self, gconstpointer data)
{
  GtkWidget *name = app_test_find (self->grid, GTK_TYPE_WIDGET, "city");
  GtkGesture *drag = find_drag (gtk_widget_get_parent (name));
  graphene_rect_t place;

  g_assert_true (gtk_widget_compute_bounds (name, gtk_widget_get_parent (name), &place));
  g_signal_emit_by_name (drag, "drag-begin", (double) place.origin.x + 12, 5.0);
  ask_grid_model_set_hidden (self->model, 2, TRUE);
  app_test_pause (100);
  g_signal_emit_by_name (drag, "drag-update", 90.0, 0.0);
  g_assert_cmpuint (ask_grid_model_get_n_shown (self->model), ==, 6);
  ask_grid_model_set_hidden (self->model, 2, FALSE);
  app_test_pause (100);
  g_signal_emit_by_name (drag, "drag-update", 120.0, 0.0);
  g_assert_cmpuint (ask_grid_model_get_shown (self->model, 2), ==, 2);
  g_signal_emit_by_name (drag, "drag-end", 120.0, 0.0);
}

static void
test_enlarged (AppGrid *self, gconstpointer data)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWidget *large = NULL;
  GtkWidget *grid;

  /* Where nobody says what it is a table of, its columns do. */
  g_assert_nonnull (
    app_test_find (GTK_WIDGET (self->grid), GTK_TYPE_WIDGET, "order_id, customer, city, day, amount, price, note"));
  ask_grid_set_title (ASK_GRID (self->grid), "Orders by city");
  gtk_widget_activate_action (self->grid, "grid.sort", "(ubb)", 0, TRUE, FALSE);
  gtk_widget_activate_action (self->grid, "grid.enlarge", NULL);
  app_test_pause (300);
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (is_other_window (window, self))
        large = GTK_WIDGET (window);
    }
  g_assert_nonnull (large);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (large)), ==, "Orders by city");
  grid = app_test_find (large, ASK_TYPE_GRID, NULL);
  g_assert_true (ask_grid_get_model (ASK_GRID (grid)) == self->model);
  app_test_picture (large, "grid-large");
  gtk_widget_activate_action (grid, "grid.sort", "(ubb)", 2, FALSE, FALSE);
  gtk_window_destroy (GTK_WINDOW (large));
  /* What was done there, is seen here. */
  g_assert_cmpstr (get_cell (self, 0, 2)->text, ==, "Gent");
  app_test_pause (200);
  g_assert_nonnull (find_cell (self, "Gent"));
}

static void
test_columns_forgotten (AppGrid *self, gconstpointer data)
{
  g_autoptr (AskRows) other = new_rows (3);

  gtk_widget_activate_action (self->grid, "grid.hide", "u", 0);
  ask_grid_set_rows (ASK_GRID (self->grid), other);
  app_test_pause (100);
  g_assert_cmpuint (ask_grid_model_get_n_shown (ask_grid_get_model (ASK_GRID (self->grid))), ==, 7);
  ask_grid_set_rows (ASK_GRID (self->grid), NULL);
  app_test_pause (100);
  g_assert_null (ask_grid_get_model (ASK_GRID (self->grid)));
}

static gboolean
arrange_wanted (AskGridModel *model, const AskTableWish *wish, AskTableWish **wanted)
{
  g_clear_pointer (wanted, ask_table_wish_free);
  *wanted = ask_table_wish_copy (wish);
  return TRUE;
}

static void
more_wanted (AskGridModel *model, guint *times)
{
  ++*times;
}

static gboolean
was_wanted_once (gpointer times)
{
  return *(guint *) times >= 1;
}

static gboolean
was_wanted_twice (gpointer times)
{
  return *(guint *) times >= 2;
}

static void
test_taken_over (AppGrid *self, gconstpointer data)
{
  g_autoptr (AskTableWish) wanted = NULL;
  g_autoptr (AskRows) cut = new_rows (30);
  g_autoptr (AskRows) brought = new_rows (12);
  g_autoptr (AskRows) longer = new_rows (400);
  guint times = 0;

  ask_rows_set_truncated (cut, TRUE);
  ask_rows_set_truncated (brought, TRUE);
  ask_grid_set_rows (ASK_GRID (self->grid), cut);
  self->model = ask_grid_get_model (ASK_GRID (self->grid));
  g_signal_connect (self->model, "arrange-wanted", G_CALLBACK (arrange_wanted), &wanted);
  g_signal_connect (self->model, "more-wanted", G_CALLBACK (more_wanted), &times);
  g_assert_true (app_test_wait (was_wanted_once, &times));
  g_assert_nonnull (app_test_find_label (self->grid, "first 30 rows"));
  gtk_widget_activate_action (self->grid, "grid.sort", "(ubb)", 4, TRUE, FALSE);
  /* Nothing that is here is put in order: the largest may be elsewhere. */
  g_assert_true (ask_grid_model_is_busy (self->model));
  g_assert_cmpint (get_cell (self, 0, 0)->integer, ==, 1);
  g_assert_cmpuint (wanted->order->len, ==, 1);
  g_assert_cmpuint (g_array_index (wanted->order, AskOrderKey, 0).column, ==, 4);
  ask_grid_model_take_rows (self->model, brought);
  ask_grid_model_set_total (self->model, 5000);
  g_assert_false (ask_grid_model_is_busy (self->model));
  g_assert_true (app_test_wait (was_wanted_twice, &times));
  g_assert_nonnull (app_test_find_label (self->grid, "12 of 5,000 rows"));
  ask_grid_model_extend (self->model, longer);
  app_test_pause (200);
  g_assert_cmpuint (times, ==, 2);
  g_assert_cmpuint (ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model)), ==, 400);
  /* An owner that fails leaves what is here, arranged here. */
  gtk_widget_activate_action (self->grid, "grid.sort", "(ubb)", 0, TRUE, FALSE);
  ask_grid_model_give_up (self->model, "no reason");
  g_assert_cmpint (get_cell (self, 0, 0)->integer, ==, 400);
}

static void
sort_and_wait (AppGrid *self, guint column, gboolean descending)
{
  gtk_widget_activate_action (self->grid, "grid.sort", "(ubb)", column, descending, FALSE);
  g_assert_true (app_test_wait (is_idle, self->model));
}

/* What a grid has are the first of all rows: the largest lie where nobody has looked yet. */
static void
test_source (AppGrid *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("askdata-grid-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "shop.askdata", NULL);
  g_autoptr (AskRows) first = ask_rows_new ();
  AskTableWish *wish;
  AskFilter *filter;

  app_test_add_database (path, "shop",
                         "CREATE TABLE sale (id INTEGER PRIMARY KEY, city TEXT, revenue REAL);"
                         "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                         "INSERT INTO sale SELECT i, iif(i % 1000 = 0, 'Köln', 'Oslo'), i FROM n");
  ask_rows_add_column (first, "id", ASK_TYPE_INTEGER);
  ask_rows_add_column (first, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (first, "revenue", ASK_TYPE_REAL);
  for (int i = 1; i <= 5; i++)
    ask_rows_append (first, (AskValue[]) { ask_value_integer (i), ask_value_text ("Oslo", -1), ask_value_real (i) });
  ask_rows_set_truncated (first, TRUE);
  ask_grid_set_rows (ASK_GRID (self->grid), first);
  self->model = ask_grid_get_model (ASK_GRID (self->grid));
  ask_grid_model_set_source (self->model, path, "SELECT id, city, revenue FROM sale;");

  sort_and_wait (self, 2, TRUE);
  g_assert_cmpint (get_cell (self, 0, 0)->integer, ==, 3000);
  app_test_wait_for_words (self->window, "first 1,000 rows · by a query over all rows");
  app_test_picture (self->window, "grid-asked");

  wish = ask_table_wish_new ();
  filter = ask_filter_new (1, ASK_FILTER_CONTAINS);
  filter->text = g_strdup ("koln");
  ask_table_wish_take_filter (wish, filter);
  ask_grid_model_take_wish (self->model, wish);
  g_assert_true (ask_grid_model_is_asking (self->model));
  g_assert_true (app_test_wait (is_idle, self->model));
  g_assert_cmpuint (ask_arrangement_get_n_rows (ask_grid_model_get_arrangement (self->model)), ==, 3);
  app_test_wait_for_words (self->window, "3 rows · by a query over all rows");

  /* A file has all rows of the statement. */
  gtk_widget_activate_action (self->grid, "grid.reset", NULL);
  {
    g_autofree char *saved = save_and_read (self, folder, "all.csv", "Saved as all.csv: 3,000 rows");

    g_assert_nonnull (strstr (saved, "3000,Köln,3000"));
  }

  /* Nothing is asked for what was there at first. */
  gtk_widget_activate_action (self->grid, "grid.reset", NULL);
  g_assert_false (ask_grid_model_is_busy (self->model));
  g_assert_true (ask_grid_model_get_rows (self->model) == first);

  /* What fails says so, and loses nothing. */
  app_test_wait_for_words (self->window, "first 5 rows");
  ask_grid_set_rows (ASK_GRID (self->grid), NULL);
  ask_grid_set_rows (ASK_GRID (self->grid), first);
  self->model = ask_grid_get_model (ASK_GRID (self->grid));
  ask_grid_model_set_source (self->model, path, "SELECT id, city, gone FROM sale");
  sort_and_wait (self, 0, TRUE);
  g_assert_cmpint (get_cell (self, 0, 0)->integer, ==, 5);
  g_assert_nonnull (strstr (ask_grid_model_get_failure (self->model), "gone"));
  app_test_wait_for_words (self->window, "only of what is here");
  app_test_picture (self->window, "grid-asked-in-vain");
  app_test_remove_folder (folder);
}

/* Where its page is too small for all, a grid keeps eight rows in sight, or as many as it has. */
static void
check_heights (GtkWidget *const *grids, const guint *n_rows, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *first = app_test_find (grids[i], GTK_TYPE_WIDGET, "Kurierdienst Müller 0");
      GtkWidget *scroller = app_test_find (grids[i], GTK_TYPE_SCROLLED_WINDOW, NULL);
      int row;

      g_assert_nonnull (first);
      row = gtk_widget_get_height (first);
      g_assert_cmpint (row, >, 10);
      /* The names are as high as a row at least. */
      g_assert_cmpint (gtk_widget_get_height (scroller), >=, (int) (MIN (n_rows[i], 8) + 1) * row);
      g_assert_cmpint (gtk_widget_get_height (grids[i]), >=, gtk_widget_get_height (scroller));
    }
}

static void
test_eight_rows (void)
{
  static const guint n_rows[] = { 12, 5, 400 };
  GtkWidget *window = adw_window_new ();
  GtkWidget *page = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *grids[G_N_ELEMENTS (n_rows)];
  int dpi;

  for (guint i = 0; i < G_N_ELEMENTS (n_rows); i++)
    {
      g_autoptr (AskRows) rows = new_rows (n_rows[i]);

      grids[i] = ask_grid_new ();
      ask_grid_set_rows (ASK_GRID (grids[i]), rows);
      ask_grid_fit (ASK_GRID (grids[i]), 340);
      gtk_box_append (GTK_BOX (box), grids[i]);
    }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (page), box);
  adw_window_set_content (ADW_WINDOW (window), page);
  gtk_window_set_default_size (GTK_WINDOW (window), 700, 300);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_cmpuint (app_test_picture (window, "grid-eight-rows"), >, 20);
  check_heights (grids, n_rows, G_N_ELEMENTS (n_rows));
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  app_test_picture (window, "grid-eight-rows-200");
  check_heights (grids, n_rows, G_N_ELEMENTS (n_rows));
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", dpi, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static AskRows *
new_lists (void)
{
  static const char *const cells[][2] = {
    { "Lyon", "[3,5,4,8,9,14,12]" },
    { "Oslo", "[9,8,8,null,5,-2,1]" },
    { "Turku", "[2,2,2,2]" },
    { "Gent", NULL },
  };
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "sales", ASK_TYPE_JSON);
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      AskValue values[]
        = { ask_value_text (cells[i][0], -1), cells[i][1] != NULL ? ask_value_text (cells[i][1], -1) : ASK_NULL_INIT };

      ask_rows_append (rows, values);
    }
  return rows;
}

/* A list of numbers is a small line, which says its ends and extremes; what is copied is the list. */
static void
test_lists (AppGrid *self, gconstpointer data)
{
  g_autoptr (AskRows) rows = new_lists ();
  g_autofree char *copied = NULL;
  GtkWidget *cell;

  ask_grid_set_rows (ASK_GRID (self->grid), rows);
  app_test_pause (200);
  cell = find_cell (self, "from 3 to 12, least 3, most 14");
  g_assert_nonnull (cell);
  g_assert_nonnull (find_cell (self, "from 9 to 1, least \u22122, most 9"));
  g_assert_nonnull (find_cell (self, "no value"));
  g_assert_cmpint (gtk_widget_get_width (cell), >=, 150);
  app_test_looks (self->window, "grid-lists");
  gtk_widget_activate_action (self->grid, "grid.select-all", NULL);
  gtk_widget_activate_action (self->grid, "grid.copy", "u", 0);
  copied = read_clipboard (self);
  g_assert_nonnull (strstr (copied, "Oslo\t[9,8,8,null,5,-2,1]"));
  gtk_widget_activate_action (self->grid, "grid.colour", "(uu)", 1, ASK_GRID_COLOUR_BARS);
  app_test_pause (100);
  g_assert_nonnull (find_cell (self, "from 3 to 12, least 3, most 14"));
  app_test_picture (self->window, "grid-lists-bars");
  gtk_widget_activate_action (self->grid, "grid.colour", "(uu)", 1, ASK_GRID_COLOUR_TEXT);
  app_test_pause (100);
  g_assert_null (find_cell (self, "from 3 to 12, least 3, most 14"));
  g_assert_nonnull (find_cell (self, "[3,5,4,8,9,14,12]"));
}

static gboolean
has_trend (gpointer found)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (g_str_has_prefix (gtk_window_get_title (window) != NULL ? gtk_window_get_title (window) : "", "Trend:"))
        *(GtkWidget **) found = GTK_WIDGET (window);
    }
  return *(GtkWidget **) found != NULL;
}

/* Groups over time become a row each, of the rows that are seen; where there is no trend, a dialog says why. */
static void
test_trend (AppGrid *self, gconstpointer data)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  AskTableWish *wish;
  GtkWidget *trend = NULL, *dialog;

  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "day", ASK_TYPE_DATE);
  ask_rows_add_column (rows, "amount", ASK_TYPE_REAL);
  ask_rows_read_names (rows);
  for (guint i = 0; i < 24; i++)
    {
      char day[16];
      AskValue cells[] = { ask_value_text (i % 2 == 0 ? "Lyon" : "Oslo", -1),
                           ask_value_text (day, g_snprintf (day, sizeof day, "2025-%02u-01", i / 2 + 1)),
                           ask_value_real (i * 10 % 70) };

      ask_rows_append (rows, cells);
    }
  gtk_widget_activate_action (self->grid, "grid.trend", NULL);
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_true (app_test_shows (dialog, "note has no place in a table of trends"));
  gtk_window_close (GTK_WINDOW (dialog));
  ask_grid_set_rows (ASK_GRID (self->grid), rows);
  gtk_widget_activate_action (self->grid, "grid.trend", NULL);
  g_assert_true (app_test_wait (has_trend, &trend));
  app_test_pause (200);
  g_assert_nonnull (app_test_find (trend, GTK_TYPE_WIDGET, "from 0 to 10, least 0, most 60"));
  g_assert_nonnull (app_test_find (trend, GTK_TYPE_WIDGET, "Oslo"));
  app_test_picture (trend, "grid-trend");
  gtk_window_destroy (GTK_WINDOW (trend));
  trend = NULL;
  wish = ask_table_wish_new ();
  ask_table_wish_set_search (wish, "Lyon");
  ask_grid_model_take_wish (ask_grid_get_model (ASK_GRID (self->grid)), wish);
  gtk_widget_activate_action (self->grid, "grid.trend", NULL);
  g_assert_true (app_test_wait (has_trend, &trend));
  app_test_pause (200);
  g_assert_null (app_test_find (trend, GTK_TYPE_WIDGET, "Oslo"));
  gtk_window_destroy (GTK_WINDOW (trend));
}

static void
test_looks (AppGrid *self, gconstpointer data)
{
  ask_grid_model_set_colour (self->model, 4, ASK_GRID_COLOUR_BARS);
  ask_grid_model_set_colour (self->model, 5, ASK_GRID_COLOUR_NEGATIVE);
  gtk_widget_activate_action (self->grid, "grid.sort", "(ubb)", 2, FALSE, FALSE);
  gtk_widget_activate_action (self->grid, "grid.sort", "(ubb)", 4, TRUE, TRUE);
  app_test_looks (self->window, "grid");
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, n, func) g_test_add ("/app/ask-grid/" name, AppGrid, GUINT_TO_POINTER (n), set_up, func, tear_down)
  ADD ("several-blocks-are-selected-and-copied", 40, test_blocks);
  ADD ("a-million-rows-are-shown-and-sorted", MILLION, test_million);
  ADD ("keys-reach-every-cell-and-copy", 40, test_keys);
  ADD ("figures-are-of-what-may-be-added", 40, test_figures);
  ADD ("names-are-clicked-dragged-and-sized", 40, test_clicks);
  ADD ("names-are-reached-by-keys", 40, test_names_by_keys);
  ADD ("each-column-is-filtered-by-its-kind", 40, test_filters);
  ADD ("a-cell-filters-by-what-it-has", 40, test_filter_by);
  ADD ("the-menu-of-a-cell-filters-by-keys", 40, test_filter_by_keys);
  ADD ("what-is-seen-is-saved", 40, test_save);
  ADD ("ctrl-f-searches-all-cells", 40, test_search);
  ADD ("a-cell-that-was-moved-is-still-itself", 40, test_mapped_back);
  ADD ("columns-are-hidden-frozen-and-coloured", 40, test_columns);
  ADD ("the-list-of-columns-follows-them", 40, test_list_of_columns);
  ADD ("columns-of-other-rows-are-as-they-were", 40, test_layout);
  ADD ("a-column-that-goes-is-no-longer-dragged", 40, test_drag_ends);
  ADD ("enlarged-it-shows-the-same", 40, test_enlarged);
  ADD ("other-rows-have-columns-of-their-own", 40, test_columns_forgotten);
  ADD ("rows-that-were-cut-off-are-arranged-by-their-owner", 40, test_taken_over);
  ADD ("what-is-not-here-is-asked-of-its-statement", 40, test_source);
  g_test_add_func ("/app/ask-grid/a-grid-keeps-eight-rows-or-all", test_eight_rows);
  ADD ("lists-of-numbers-are-small-lines", 4, test_lists);
  ADD ("groups-over-time-become-a-trend", 40, test_trend);
  ADD ("every-look-draws", 40, test_looks);
  return g_test_run ();
}
