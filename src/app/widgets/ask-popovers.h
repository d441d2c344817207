/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Popovers that are open when what they stand in goes.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_popovers_init (void);

G_END_DECLS
