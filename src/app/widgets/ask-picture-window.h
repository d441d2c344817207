/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A picture that is a value, large, in a window of its own; of a PDF file its pages.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-jobs-picture.h"

G_BEGIN_DECLS

#define ASK_TYPE_PICTURE_WINDOW (ask_picture_window_get_type ())
G_DECLARE_FINAL_TYPE (AskPictureWindow, ask_picture_window, ASK, PICTURE_WINDOW, AdwWindow)

void ask_picture_window_show (GtkWidget *from, const char *title, const AskPictureAsked *asked, const char *workspace);
gboolean ask_picture_window_is_busy (AskPictureWindow *self);

G_END_DECLS
