/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A picture that is a value, for cards and panels: a click opens it large. "none": the value turned out to name no picture.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-jobs-picture.h"

G_BEGIN_DECLS

#define ASK_TYPE_PICTURE_VIEW (ask_picture_view_get_type ())
G_DECLARE_FINAL_TYPE (AskPictureView, ask_picture_view, ASK, PICTURE_VIEW, GtkWidget)

GtkWidget *ask_picture_view_new (AskRows *rows, gsize row, guint column, const char *workspace);

G_END_DECLS
