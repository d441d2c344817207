/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cells that are pictures. A body has one of these; it is asked where a cell is described, drawn, pointed at and opened.
 */
#pragma once

#include "app/grid/ask-grid-private.h"

G_BEGIN_DECLS

AskGridPictures *ask_grid_pictures_new (AskGridBody *body);
void ask_grid_pictures_free (AskGridPictures *self);
void ask_grid_pictures_read (AskGridPictures *self);
int ask_grid_pictures_get_height (AskGridPictures *self);
int ask_grid_pictures_get_room (AskGridPictures *self, guint column);
void ask_grid_pictures_describe (AskGridPictures *self, const AskValue *value, guint column, AskGridLook *look,
                                 char **text);
gboolean ask_grid_pictures_open (AskGridPictures *self, AskGridPoint point);
gboolean ask_grid_pictures_has (AskGridPictures *self, AskGridPoint point);
char *ask_grid_pictures_dup_tooltip (AskGridPictures *self, AskGridPoint point);
gboolean ask_grid_pictures_is_busy (AskGridPictures *self);
int ask_grid_picture_snapshot (GtkWidget *cell, AskPicture *picture, GtkSnapshot *snapshot);

G_END_DECLS
