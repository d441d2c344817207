/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists whose rows lead somewhere as soon as they are chosen.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_list_leave_by_tab (GtkListBox *list);

G_END_DECLS
