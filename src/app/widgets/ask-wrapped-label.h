/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text of any length, over as many lines as it takes.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ask_wrapped_label_new (const char *text,
                                  const char *style);

G_END_DECLS
