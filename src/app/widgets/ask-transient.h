/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Windows in front of another one, and parts of a window, that run jobs.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_transient_init (gpointer  window,
                         void    (*stop) (gpointer window));
void ask_transient_init_part (gpointer  part,
                              void    (*stop) (gpointer part));

G_END_DECLS
