/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A large figure, whole at any width.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_WHOLE_LABEL (ask_whole_label_get_type ())
G_DECLARE_FINAL_TYPE (AskWholeLabel, ask_whole_label, ASK, WHOLE_LABEL, GtkWidget)

GtkWidget *ask_whole_label_new (const char *figure);

G_END_DECLS
