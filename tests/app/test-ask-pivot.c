/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window of pivots: fields are put into it by menus and keys, the table follows, groups open and close, numbers show their
 * rows, and what is saved is what is shown.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-test.h"
#include "app/grid/ask-grid.h"
#include "app/grid/ask-pivot-choices.h"
#include "app/grid/ask-pivot-well-view.h"
#include "app/grid/ask-pivot-window.h"
#include "app/grid/ask-grid.h"

#define END G_MAXUINT

enum
{
  CITY,
  KIND,
  DAY,
  REVENUE
};

static AskRows *
new_rows (void)
{
  static const struct
  {
    const char *city;
    const char *kind;
    const char *day;
    double revenue;
  } sales[] = {
    { "Lyon", "web", "2025-01-10", 10.5 },  { "Lyon", "shop", "2025-02-01", 20 },
    { "Nice", "web", "2025-01-31", 5.25 },  { "Nice", "web", "2025-02-14", 4 },
    { "Nice", "shop", "2025-02-28", 1000 }, { "Brest", "web", "2025-01-01", 0.25 },
  };
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "kind", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "day", ASK_TYPE_DATE);
  ask_rows_add_column (rows, "revenue", ASK_TYPE_REAL);
  ask_rows_set_sense (rows, REVENUE,
                      &(AskSense) { .meaning = ASK_MEANING_MONEY, .unit = "EUR", .adding = ASK_ADDING_YES });
  for (guint i = 0; i < G_N_ELEMENTS (sales); i++)
    {
      AskValue cells[] = { ask_value_text (sales[i].city, -1), ask_value_text (sales[i].kind, -1),
                           ask_value_text (sales[i].day, -1), ask_value_real (sales[i].revenue) };

      ask_rows_append (rows, cells);
    }
  return rows;
}

static AskPivotWindow *
open_window (void)
{
  g_autoptr (AskRows) rows = new_rows ();
  AskPivotWindow *window = ASK_PIVOT_WINDOW (ask_pivot_window_new (rows, "sales"));

  gtk_window_present (GTK_WINDOW (window));
  app_test_pause (50);
  return window;
}

static void
put (AskPivotWindow *window, AskPivotWell from, guint index, AskPivotWell to, guint at)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "pivot.put", "(uuuu)", from, index, to, at));
}

static AskRows *
get_shown (gpointer window)
{
  GtkWidget *view = app_test_find (window, ASK_TYPE_GRID, NULL);

  return view != NULL ? ask_grid_get_rows (ASK_GRID (view)) : NULL;
}

/* The table as text, "a|b" a line. */
static char *
print_shown (gpointer window)
{
  AskRows *rows = get_shown (window);
  GString *text = g_string_new (NULL);

  for (guint i = 0; rows != NULL && i < ask_rows_get_n_columns (rows); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", ask_rows_get_column (rows, i)->name);
  for (gsize r = 0; rows != NULL && r < ask_rows_get_n_rows (rows); r++)
    for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
      {
        g_autofree char *cell = ask_value_to_text (ask_rows_get (rows, r, i));

        g_string_append_printf (text, "%s%s", i > 0 ? "|" : "\n", cell);
      }
  return g_string_free (text, FALSE);
}

typedef struct
{
  gpointer window;
  const char *text;
} Expected;

static gboolean
shows (gpointer data)
{
  const Expected *expected = data;
  g_autofree char *text = print_shown (expected->window);

  return strcmp (text, expected->text) == 0;
}

static void
wait_for_table (gpointer window, const char *text)
{
  Expected expected = { window, text };

  if (!app_test_wait (shows, &expected))
    {
      g_autofree char *shown = print_shown (window);

      g_assert_cmpstr (shown, ==, text);
    }
}

static GtkWidget *
find_titled (const char *title)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (g_strcmp0 (gtk_window_get_title (window), title) == 0)
        return GTK_WIDGET (window);
    }
  return NULL;
}

static gboolean
is_titled (gpointer title)
{
  return find_titled (title) != NULL;
}

/* The rows behind a cell, in a window with that title. */
static GtkWidget *
wait_for_behind (const char *title)
{
  g_assert_true (app_test_wait (is_titled, (gpointer) title));
  return find_titled (title);
}

static void
activate_cell (AskPivotWindow *window, guint row, guint column)
{
  GtkWidget *view = app_test_find (GTK_WIDGET (window), ASK_TYPE_GRID, NULL);

  g_signal_emit_by_name (view, "cell-activated", row, column);
}

static void
test_fields (void)
{
  AskPivotWindow *window = open_window ();

  g_assert_true (app_test_shows (window, "Make a Pivot"));
  /* A group counts at once. */
  put (window, ASK_PIVOT_FIELDS, CITY, ASK_PIVOT_ROWS, END);
  wait_for_table (window, "city|count\nBrest|1\nLyon|2\nNice|3\nTotal|6");
  put (window, ASK_PIVOT_VALUES, 0, ASK_PIVOT_FIELDS, 0);
  app_test_wait_for_words (window, "A pivot needs a value");
  put (window, ASK_PIVOT_FIELDS, REVENUE, ASK_PIVOT_VALUES, END);
  put (window, ASK_PIVOT_FIELDS, DAY, ASK_PIVOT_COLUMNS, END);
  wait_for_table (window,
                  "city|2025-01|2025-02|Total\nBrest|0.25||0.25\nLyon|10.5|20.0|30.5\nNice|5.25|1004.0|1009.25\n"
                  "Total|16.0|1024.0|1040.0");
  gtk_widget_activate_action (GTK_WIDGET (window), "pivot.order", "(uuub)", ASK_PIVOT_ROWS, 0, 1, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (window), "pivot.part", "(uuu)", ASK_PIVOT_COLUMNS, 0, ASK_PIVOT_YEAR);
  wait_for_table (window,
                  "city|2025|Total\nNice|1009.25|1009.25\nLyon|30.5|30.5\nBrest|0.25|0.25\nTotal|1040.0|1040.0");
  gtk_widget_activate_action (GTK_WIDGET (window), "pivot.swap", NULL);
  wait_for_table (window,
                  "day, by year|Nice|Lyon|Brest|Total\n2025|1009.25|30.5|0.25|1040.0\nTotal|1009.25|30.5|0.25|1040.0");
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
has_lines (gpointer window)
{
  return get_shown (window) != NULL && ask_rows_get_n_rows (get_shown (window)) == 9;
}

static void
test_groups (void)
{
  AskPivotWindow *window = open_window ();

  put (window, ASK_PIVOT_FIELDS, CITY, ASK_PIVOT_ROWS, END);
  put (window, ASK_PIVOT_FIELDS, KIND, ASK_PIVOT_ROWS, END);
  g_assert_true (app_test_wait (has_lines, window));
  put (window, ASK_PIVOT_FIELDS, REVENUE, ASK_PIVOT_VALUES, 0);
  put (window, ASK_PIVOT_FIELDS, DAY, ASK_PIVOT_COLUMNS, END);
  put (window, ASK_PIVOT_VALUES, 1, ASK_PIVOT_FIELDS, 0);
  wait_for_table (window, "city|kind|2025-01|2025-02|Total\n▾ Brest||0.25||0.25\n|web|0.25||0.25\n"
                          "▾ Lyon||10.5|20.0|30.5\n|shop||20.0|20.0\n|web|10.5||10.5\n"
                          "▾ Nice||5.25|1004.0|1009.25\n|shop||1000.0|1000.0\n|web|5.25|4.0|9.25\n"
                          "Total||16.0|1024.0|1040.0");
  app_test_picture (GTK_WIDGET (window), "pivot");
  /* Lyon's line: its name closes it, and opens it again. */
  activate_cell (window, 2, 0);
  wait_for_table (window, "city|kind|2025-01|2025-02|Total\n▾ Brest||0.25||0.25\n|web|0.25||0.25\n"
                          "▸ Lyon||10.5|20.0|30.5\n▾ Nice||5.25|1004.0|1009.25\n|shop||1000.0|1000.0\n"
                          "|web|5.25|4.0|9.25\nTotal||16.0|1024.0|1040.0");
  activate_cell (window, 2, 0);
  g_assert_cmpuint (ask_rows_get_n_rows (get_shown (window)), ==, 9);
  gtk_window_destroy (GTK_WINDOW (window));
}

static char *saved_folder;

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_saved (void)
{
  AskPivotWindow *window = open_window ();
  g_autofree char *path = g_build_filename (saved_folder, "pivot.csv", NULL);
  g_autofree char *book = g_build_filename (saved_folder, "pivot.xlsx", NULL);
  g_autofree char *text = NULL;
  AskGrid *grid;

  put (window, ASK_PIVOT_FIELDS, CITY, ASK_PIVOT_ROWS, END);
  put (window, ASK_PIVOT_FIELDS, KIND, ASK_PIVOT_ROWS, END);
  g_assert_true (app_test_wait (has_lines, window));
  gtk_widget_activate_action (GTK_WIDGET (window), "pivot.close-all", NULL);
  wait_for_table (window, "city|kind|count\n▸ Brest||1\n▸ Lyon||2\n▸ Nice||3\nTotal||6");
  /* A file has all groups, and each line says which it is. */
  grid = ASK_GRID (app_test_find (GTK_WIDGET (window), ASK_TYPE_GRID, NULL));
  ask_grid_save (grid, path);
  app_test_wait_for_words (window, "Table saved");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==,
                   "city,kind,count\r\nBrest,Total,1\r\nBrest,web,1\r\nLyon,Total,2\r\nLyon,shop,1\r\nLyon,web,1\r\n"
                   "Nice,Total,3\r\nNice,shop,1\r\nNice,web,2\r\nTotal,,6\r\n");
  ask_grid_save (grid, book);
  g_assert_true (app_test_wait (is_there, book));
  g_unlink (path);
  g_unlink (book);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_behind (void)
{
  AskPivotWindow *window = open_window ();
  GtkWidget *behind;

  put (window, ASK_PIVOT_FIELDS, CITY, ASK_PIVOT_ROWS, END);
  put (window, ASK_PIVOT_FIELDS, DAY, ASK_PIVOT_COLUMNS, END);
  wait_for_table (window, "city|2025-01|2025-02|Total\nBrest|1||1\nLyon|1|1|2\nNice|1|2|3\nTotal|3|3|6");
  activate_cell (window, 2, 2);
  behind = wait_for_behind ("Nice, 2025-02");
  wait_for_table (behind, "city|kind|day|revenue\nNice|web|2025-02-14|4.0\nNice|shop|2025-02-28|1000.0");
  gtk_window_destroy (GTK_WINDOW (behind));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_filter (void)
{
  AskPivotWindow *window = open_window ();
  GtkWidget *choices, *box;

  put (window, ASK_PIVOT_FIELDS, CITY, ASK_PIVOT_ROWS, END);
  put (window, ASK_PIVOT_FIELDS, KIND, ASK_PIVOT_FILTERS, END);
  wait_for_table (window, "city|count\nBrest|1\nLyon|2\nNice|3\nTotal|6");
  gtk_widget_activate_action (GTK_WIDGET (window), "pivot.choose", "u", 0);
  choices = app_test_wait_for_window (ASK_TYPE_PIVOT_CHOICES);
  app_test_wait_for_words (choices, "shop (2)");
  box = gtk_widget_get_ancestor (app_test_find_label (choices, "shop (2)"), GTK_TYPE_CHECK_BUTTON);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (box), TRUE);
  wait_for_table (window, "city|count\nLyon|1\nNice|1\nTotal|2");
  app_test_picture (choices, "pivot-choices");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (box), FALSE);
  wait_for_table (window, "city|count\nBrest|1\nLyon|2\nNice|3\nTotal|6");
  gtk_window_destroy (GTK_WINDOW (choices));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A subtotal stays with its group, whatever a person clicks on. */
static void
test_order_stays (void)
{
  AskPivotWindow *window = open_window ();
  AskGrid *grid;
  AskArrangement *shown;

  put (window, ASK_PIVOT_FIELDS, CITY, ASK_PIVOT_ROWS, END);
  wait_for_table (window, "city|count\nBrest|1\nLyon|2\nNice|3\nTotal|6");
  grid = ASK_GRID (app_test_find (GTK_WIDGET (window), ASK_TYPE_GRID, NULL));
  gtk_widget_activate_action (GTK_WIDGET (grid), "grid.sort", "(ubb)", 1, TRUE, FALSE);
  shown = ask_grid_model_get_arrangement (ask_grid_get_model (grid));
  g_assert_cmpstr (ask_arrangement_get (shown, 0, 0)->text, ==, "Brest");
  g_assert_cmpstr (ask_arrangement_get (shown, 3, 0)->text, ==, "Total");
  g_assert_cmpuint (ask_grid_model_get_wish (ask_grid_get_model (grid))->order->len, ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The enlarged table of a card leads to a pivot of its rows. */
static void
test_grid (void)
{
  g_autoptr (AskRows) rows = new_rows ();
  GtkWidget *window = gtk_window_new ();
  GtkWidget *grid = ask_grid_new ();
  GtkWidget *pivot;

  gtk_window_set_child (GTK_WINDOW (window), grid);
  ask_grid_set_title (ASK_GRID (grid), "sales");
  ask_grid_set_rows (ASK_GRID (grid), rows);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_activate_action (grid, "grid.pivot", NULL);
  pivot = wait_for_behind ("Pivot: sales");
  put (ASK_PIVOT_WINDOW (pivot), ASK_PIVOT_FIELDS, KIND, ASK_PIVOT_ROWS, END);
  wait_for_table (pivot, "kind|count\nshop|2\nweb|4\nTotal|6");
  gtk_window_destroy (GTK_WINDOW (pivot));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Labels of a menu, sections and all, with commas between. */
static void
list_labels (GMenuModel *menu, GString *text)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autofree char *label = NULL;

      if (section != NULL)
        list_labels (section, text);
      else if (g_menu_model_get_item_attribute (menu, i, "label", "s", &label))
        g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", label);
    }
}

static void
test_menus (void)
{
  static const struct
  {
    AskPivotPlace place;
    const char *labels;
  } cases[] = {
    { { ASK_PIVOT_FIELDS, CITY }, "Put into _Rows,Put into _Columns,Put into _Values,Put into _Filters" },
    { { ASK_PIVOT_VALUES, 0 },
      "_Count,_Average,S_mallest,_Largest,_Different Values,Put into _Rows,Put into _Columns,Put into _Filters,_Take Out" },
    { { ASK_PIVOT_ROWS, 0 },
      "First to Last,Last to First,Largest average of revenue First,Smallest average of revenue First,"
      "Put into _Columns,Put into _Values,Put into _Filters,Move Do_wn,_Take Out" },
  };
  g_autoptr (AskRows) rows = new_rows ();
  g_autoptr (AskPivot) pivot = ask_pivot_new ();

  /* What may not be added offers no sum. */
  ask_rows_set_sense (rows, REVENUE, &(AskSense) { .meaning = ASK_MEANING_MONEY, .adding = ASK_ADDING_NO });
  ask_pivot_put (pivot, rows, (AskPivotPlace) { ASK_PIVOT_FIELDS, REVENUE }, (AskPivotPlace) { ASK_PIVOT_VALUES, END });
  ask_pivot_add_row (pivot, CITY, ASK_PIVOT_WHOLE);
  ask_pivot_add_row (pivot, KIND, ASK_PIVOT_WHOLE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GMenuModel) menu = ask_pivot_menu_new (pivot, rows, cases[i].place);
      g_autoptr (GString) text = g_string_new (NULL);

      list_labels (menu, text);
      g_assert_cmpstr (text->str, ==, cases[i].labels);
    }
}

/* What the window has of a table are its first rows: the groups are the source's own, of all rows. */
static void
test_source (void)
{
  g_autofree char *path = g_build_filename (saved_folder, "shop.askdata", NULL);
  g_autoptr (AskRows) head = new_rows ();
  GtkWidget *window;
  GtkWidget *behind;

  app_test_add_database (
    path, "shop",
    "CREATE TABLE sale (city TEXT, kind TEXT, day DATE, revenue REAL);"
    "INSERT INTO sale VALUES ('Oslo', 'web', '2024-05-05', 7.5), ('Oslo', 'web', '2024-05-06', 1), "
    "('Bern', 'shop', '2025-05-05', 2)");
  ask_rows_set_truncated (head, TRUE);
  window = ask_pivot_window_new (head, "sale");
  gtk_window_present (GTK_WINDOW (window));
  app_test_wait_for_words (window, "Of the first 6 rows only");
  ask_pivot_window_set_source (ASK_PIVOT_WINDOW (window), path, "(SELECT * FROM sale) AS answer");
  put (ASK_PIVOT_WINDOW (window), ASK_PIVOT_FIELDS, CITY, ASK_PIVOT_ROWS, END);
  put (ASK_PIVOT_WINDOW (window), ASK_PIVOT_FIELDS, REVENUE, ASK_PIVOT_VALUES, 0);
  put (ASK_PIVOT_WINDOW (window), ASK_PIVOT_FIELDS, DAY, ASK_PIVOT_COLUMNS, END);
  put (ASK_PIVOT_WINDOW (window), ASK_PIVOT_VALUES, 1, ASK_PIVOT_FIELDS, 0);
  wait_for_table (window, "city|2024-05|2025-05|Total\nBern||2.0|2.0\nOslo|8.5||8.5\nTotal|8.5|2.0|10.5");
  activate_cell (ASK_PIVOT_WINDOW (window), 1, 1);
  behind = wait_for_behind ("Oslo, 2024-05");
  wait_for_table (behind, "city|kind|day|revenue\nOslo|web|2024-05-05|7.5\nOslo|web|2024-05-06|1.0");
  gtk_window_destroy (GTK_WINDOW (behind));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_looks (void)
{
  AskPivotWindow *window = open_window ();

  put (window, ASK_PIVOT_FIELDS, CITY, ASK_PIVOT_ROWS, END);
  put (window, ASK_PIVOT_FIELDS, REVENUE, ASK_PIVOT_VALUES, 0);
  put (window, ASK_PIVOT_VALUES, 1, ASK_PIVOT_FIELDS, 0);
  put (window, ASK_PIVOT_FIELDS, DAY, ASK_PIVOT_COLUMNS, END);
  wait_for_table (window,
                  "city|2025-01|2025-02|Total\nBrest|0.25||0.25\nLyon|10.5|20.0|30.5\nNice|5.25|1004.0|1009.25\n"
                  "Total|16.0|1024.0|1040.0");
  app_test_looks (GTK_WIDGET (window), "pivot-look");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  int code;

  if (!app_test_init (&argc, &argv))
    return 77;
  saved_folder = g_dir_make_tmp ("askdata-pivot-XXXXXX", NULL);
  g_test_add_func ("/app/ask-pivot/fields-make-a-table-at-once", test_fields);
  g_test_add_func ("/app/ask-pivot/groups-open-and-close", test_groups);
  g_test_add_func ("/app/ask-pivot/a-number-shows-its-rows", test_behind);
  g_test_add_func ("/app/ask-pivot/a-filter-keeps-what-is-ticked", test_filter);
  g_test_add_func ("/app/ask-pivot/menus-offer-what-means-something", test_menus);
  g_test_add_func ("/app/ask-pivot/a-file-has-all-groups", test_saved);
  g_test_add_func ("/app/ask-pivot/a-table-elsewhere-is-grouped-there", test_source);
  g_test_add_func ("/app/ask-pivot/sorting-tears-no-group-from-its-subtotal", test_order_stays);
  g_test_add_func ("/app/ask-pivot/a-grid-leads-to-its-pivot", test_grid);
  g_test_add_func ("/app/ask-pivot/every-look-draws", test_looks);
  code = g_test_run ();
  app_test_remove_folder (saved_folder);
  g_free (saved_folder);
  return code;
}
