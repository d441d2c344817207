/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * That a source is being read, and how far that is where it tells.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_READING_BAR (ask_reading_bar_get_type ())
G_DECLARE_FINAL_TYPE (AskReadingBar, ask_reading_bar, ASK, READING_BAR, GtkWidget)

void ask_reading_bar_begin (AskReadingBar *self,
                            const char    *words);
void ask_reading_bar_tell  (AskReadingBar *self,
                            guint64        n,
                            guint64        all);
void ask_reading_bar_end   (AskReadingBar *self);

G_END_DECLS
