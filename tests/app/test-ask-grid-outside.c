/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grid as assistive technology finds it: another process shows one, and this one reads it over the accessibility bus.
 */
#include "config.h"

#include "app-outside.h"
#include "app-test.h"
#include "app/ask-application.h"
#include "app/grid/ask-grid.h"

#define SHOW "ASK_TEST_SHOW_GRID"

/* What the other process does: it shows a grid until it is ended. */
static int
show_grid (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  GtkWidget *window, *grid;

  adw_init ();
  ask_application_register_resources ();
  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "sales", ASK_TYPE_INTEGER);
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *city = g_strdup_printf ("City %u", i);
      AskValue cells[] = { ask_value_text (city, -1), ask_value_integer (i * 3) };

      if (i == 1)
        cells[1] = ASK_NULL_INIT;
      ask_rows_append (rows, cells);
    }
  window = adw_window_new ();
  grid = ask_grid_new ();
  ask_grid_set_title (ASK_GRID (grid), "Sales by city");
  ask_grid_set_rows (ASK_GRID (grid), rows);
  gtk_widget_activate_action (grid, "grid.sort", "(ubb)", 1, FALSE, FALSE);
  adw_window_set_content (ADW_WINDOW (window), grid);
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (loop);
  return 0;
}

static void
test_outside (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  AppOutside outside = { 0 };

  if (app_outside_set_up (&outside, APP_OUTSIDE_READS))
    {
      g_setenv (SHOW, "1", TRUE);
      app_outside_start (&outside, program, NULL);
      g_unsetenv (SHOW);
      app_outside_wait_for (&outside, "grid cell: City 3");
      g_assert_nonnull (app_outside_find (&outside, "grid cell: City 3"));
      g_assert_nonnull (app_outside_find (&outside, "grid cell: 9"));
      g_assert_nonnull (app_outside_find (&outside, "grid: Sales by city"));
      g_assert_nonnull (app_outside_find (&outside, "column header: city"));
      g_assert_nonnull (app_outside_find (&outside, "row header: 4"));
      /* NULL is sorted last: with a million rows, only those on screen are there. */
      g_assert_null (app_outside_find (&outside, "grid cell: no value"));
      g_assert_null (app_outside_find (&outside, "grid cell: City 900"));
      app_outside_check_log (&outside);
    }
  app_outside_tear_down (&outside);
}

int
main (int argc, char *argv[])
{
  if (g_getenv (SHOW) != NULL)
    return show_grid ();
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-grid/a-screen-reader-finds-its-cells", test_outside);
  return g_test_run ();
}
