/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of a million rows: shown without making what is not on screen.
 */
#include "config.h"

#include "app-test.h"
#include "app/ask-rows-model.h"
#include "app/ask-table-view.h"

#define MILLION 1000000

static AskRows *
new_rows (guint n)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "order_id", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "customer", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "note", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "amount", ASK_TYPE_REAL);
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

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-table-view/million", test_million);
  return g_test_run ();
}
