/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Choosers of files, which live no longer than who asks.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * AskChooserFunc:
 * @owner: who asked
 * @path: (nullable): the place; %NULL where it is not on this computer, which ask_chooser_get_elsewhere() says in words
 */
typedef void (*AskChooserFunc) (gpointer    owner,
                                const char *path);

void        ask_chooser_show       (GtkFileChooserNative *chooser,
                                    gpointer              owner);
void        ask_chooser_save       (GtkWidget            *owner,
                                    const char           *title,
                                    const char           *name,
                                    const char           *ending,
                                    AskChooserFunc        chosen);
const char *ask_chooser_get_elsewhere (void);
void        ask_chooser_add_filter (GtkFileChooserNative *chooser,
                                    const char           *name,
                                    const char *const    *patterns);

G_END_DECLS
