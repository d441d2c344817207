/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be done about a tile that failed, as buttons.
 */
#pragma once

#include <gtk/gtk.h>

#include "store/ask-workspace-boards.h"

G_BEGIN_DECLS

GtkWidget *ask_tile_remedy_new (const char           *id,
                                const AskBoardResult *kept);

G_END_DECLS
