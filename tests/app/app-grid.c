/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window with nothing but a grid. It has neither a workspace nor the program's window.
 */
#include "config.h"

#include "app-grid.h"

#include "app-test.h"

/**
 * app_grid_open: shows @rows, and waits until they were drawn
 * @rows: (transfer full): what the grid has
 * @width: of the window, in pixels
 */
void
app_grid_open (AppGrid *self, AskRows *rows, int width, int height)
{
  self->rows = rows;
  self->window = adw_window_new ();
  self->grid = ask_grid_new ();
  ask_grid_set_rows (ASK_GRID (self->grid), rows);
  self->model = ask_grid_get_model (ASK_GRID (self->grid));
  adw_window_set_content (ADW_WINDOW (self->window), self->grid);
  gtk_window_set_default_size (GTK_WINDOW (self->window), width, height);
  gtk_window_present (GTK_WINDOW (self->window));
  app_test_pause (300);
}

/** app_grid_close: closes the window, and lets go of the rows */
void
app_grid_close (AppGrid *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  ask_rows_unref (self->rows);
}
