/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the X server says of windows that are gone.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_display_errors_init (void);

G_END_DECLS
