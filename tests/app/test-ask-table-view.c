/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of a million rows: shown without making what is not on screen.
 */
#include "config.h"

#include "app-test.h"
#include "app/widgets/ask-rows-model.h"
#include "app/widgets/ask-table-view.h"

#define MILLION 1000000

static AskRows *
new_rows (guint n)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "order_id", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "customer", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "note", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "amount", ASK_TYPE_REAL);
  ask_rows_read_names (rows);
  for (guint i = 0; i < n; i++)
    {
      AskValue cells[] = { ask_value_integer (i), ask_value_text ("Kurierdienst Müller", -1),
                           ASK_NULL_INIT, ask_value_real (i * 1.25) };

      if (i % 3 == 0)
        cells[2] = ask_value_text ("A long remark about this order, longer than its column will "
                                   "ever be, so that it has to be shortened somewhere",
                                   -1);
      ask_rows_append (rows, cells);
    }
  return rows;
}

static gboolean
is_painted (gpointer data)
{
  return *(gboolean *) data;
}

static void
painted (GdkFrameClock *clock, gboolean *flag)
{
  *flag = TRUE;
}

static gboolean
is_whole (gpointer table)
{
  GtkColumnView *view = ask_table_view_get_column_view (ASK_TABLE_VIEW (table));

  return g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view))) == MILLION;
}

static void
test_million (void)
{
  g_autoptr (AskRows) rows = new_rows (MILLION);
  GtkWidget *window = adw_window_new ();
  GtkWidget *table = ask_table_view_new ();
  GtkAdjustment *adjustment;
  GListModel *columns;
  gboolean flag = FALSE;
  gint64 start;

  adw_window_set_content (ADW_WINDOW (window), table);
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 500);
  gtk_window_present (GTK_WINDOW (window));
  app_test_pause (200);
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (painted),
                    &flag);
  start = g_get_monotonic_time ();
  ask_table_view_set_rows (ASK_TABLE_VIEW (table), rows);
  flag = FALSE;
  g_assert_true (app_test_wait (is_painted, &flag));
  /* A figure to read, not a limit to fail by: tests/bench measures. */
  g_test_message ("first page of %d rows: %.1f ms", MILLION,
                  (double) (g_get_monotonic_time () - start) / 1000.0);
  g_assert_true (app_test_wait (is_whole, table));
  g_assert_cmpuint (app_test_picture (window, "table-top"), >, 20);
  columns = gtk_column_view_get_columns (ask_table_view_get_column_view (ASK_TABLE_VIEW (table)));
  g_assert_cmpuint (g_list_model_get_n_items (columns), ==, 4);

  adjustment = gtk_scrollable_get_vadjustment (
      GTK_SCROLLABLE (ask_table_view_get_column_view (ASK_TABLE_VIEW (table))));
  for (guint i = 1; i <= 20; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * i / 20);
      app_test_pause (10);
    }
  g_assert_cmpuint (app_test_picture (window, "table-end"), >, 20);
  ask_table_view_set_rows (ASK_TABLE_VIEW (table), NULL);
  g_assert_cmpuint (g_list_model_get_n_items (columns), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Where its page is too small for all, a table keeps eight rows in sight, or as many as it has. */
static void
check_heights (GtkWidget *const *tables, const guint *n_rows, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *view = GTK_WIDGET (ask_table_view_get_column_view (ASK_TABLE_VIEW (tables[i])));
      GtkWidget *header = gtk_widget_get_first_child (view);
      GtkWidget *row = gtk_widget_get_first_child (gtk_widget_get_next_sibling (header));

      g_assert_cmpint (gtk_widget_get_height (row), >, 10);
      g_assert_cmpint (gtk_widget_get_height (view), >=,
                       gtk_widget_get_height (header) + (int) MIN (n_rows[i], 8) * gtk_widget_get_height (row));
      g_assert_cmpint (gtk_widget_get_height (tables[i]), >=, gtk_widget_get_height (view));
    }
}

static void
test_eight_rows (void)
{
  static const guint n_rows[] = { 12, 5, 400 };
  GtkWidget *window = adw_window_new ();
  GtkWidget *page = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *tables[G_N_ELEMENTS (n_rows)];
  int dpi;

  for (guint i = 0; i < G_N_ELEMENTS (n_rows); i++)
    {
      g_autoptr (AskRows) rows = new_rows (n_rows[i]);

      tables[i] = ask_table_view_new ();
      ask_table_view_set_rows (ASK_TABLE_VIEW (tables[i]), rows);
      ask_table_view_fit (ASK_TABLE_VIEW (tables[i]), 340);
      gtk_box_append (GTK_BOX (box), tables[i]);
    }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (page), box);
  adw_window_set_content (ADW_WINDOW (window), page);
  gtk_window_set_default_size (GTK_WINDOW (window), 700, 300);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_cmpuint (app_test_picture (window, "table-eight-rows"), >, 20);
  check_heights (tables, n_rows, G_N_ELEMENTS (n_rows));
  g_assert_cmpint (gtk_widget_get_height (tables[2]), <=, 340);
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  app_test_picture (window, "table-eight-rows-200");
  check_heights (tables, n_rows, G_N_ELEMENTS (n_rows));
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", dpi, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-table-view/a-million-rows-are-shown-and-scrolled", test_million);
  g_test_add_func ("/app/ask-table-view/a-table-keeps-eight-rows-or-all", test_eight_rows);
  return g_test_run ();
}
