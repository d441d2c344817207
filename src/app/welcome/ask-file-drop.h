/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that are dropped on a window.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_FILE_DROP (ask_file_drop_get_type ())
G_DECLARE_FINAL_TYPE (AskFileDrop, ask_file_drop, ASK, FILE_DROP, GtkWidget)

void ask_file_drop_watch (AskFileDrop *self, GtkWidget *widget);

G_END_DECLS
