/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of the window share: a workspace to ask, waiting, pictures.
 */
#pragma once

#include <adwaita.h>

#include "app/ask-window.h"

G_BEGIN_DECLS

typedef gboolean (*AppTestFunc) (gpointer data);

gboolean   app_test_init           (int        *argc,
                                    char     ***argv);
char      *app_test_make_workspace (const char *folder);
void       app_test_remove_folder  (const char *folder);
gboolean   app_test_wait           (AppTestFunc func,
                                    gpointer    data);
void       app_test_pause          (guint       milliseconds);
guint      app_test_picture        (GtkWidget  *window,
                                    const char *name);
GtkWidget *app_test_find           (GtkWidget  *root,
                                    GType       type,
                                    const char *accessible_name);
GtkWidget *app_test_find_label     (GtkWidget  *root,
                                    const char *part);
guint      app_test_find_all       (GtkWidget  *root,
                                    GType       type,
                                    GtkWidget **found,
                                    guint       max);

G_END_DECLS
