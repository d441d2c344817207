/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Choosers of files, which live no longer than who asks.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_chooser_show (GtkFileChooserNative *chooser,
                       gpointer              owner);

G_END_DECLS
