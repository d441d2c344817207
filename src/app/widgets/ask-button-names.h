/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Buttons are read aloud by their words, once.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_button_names_init (void);

G_END_DECLS
