/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Menus whose sections would stay when they go.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_menu_sections_init (void);

G_END_DECLS
