/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What functions of one statement were asked, and what they answered.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ask_asked_view_new (GPtrArray *asked);

G_END_DECLS
