/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keys that a person presses, by way of the X server.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean app_keys_are_there (void);
void     app_keys_run       (GtkWidget  *window,
                             const char *commands);

void     app_keys_check_tab (GtkWidget  *window,
                             GtkListBox *list);

G_END_DECLS
