/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A window with nothing but a grid, for the tests of what a grid does by itself.
 */
#pragma once

#include <adwaita.h>

#include "app/grid/ask-grid.h"

G_BEGIN_DECLS

typedef struct
{
  AskRows *rows;
  GtkWidget *window;
  GtkWidget *grid;
  AskGridModel *model; /* of @grid */
} AppGrid;

void app_grid_open  (AppGrid *self,
                     AskRows *rows,
                     int      width,
                     int      height);
void app_grid_close (AppGrid *self);

G_END_DECLS
