/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far a model's answers have come, as a bar.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_answers_bar_show (GtkProgressBar *bar,
                           gsize           n_done,
                           gsize           n);

G_END_DECLS
