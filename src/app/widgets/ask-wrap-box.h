/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row of widgets that goes on in another line where it is too wide.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_WRAP_BOX (ask_wrap_box_get_type ())
G_DECLARE_FINAL_TYPE (AskWrapBox, ask_wrap_box, ASK, WRAP_BOX, GtkWidget)

G_END_DECLS
