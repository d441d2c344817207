/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The whole diagram, small, with the part that the canvas shows; a click or a drag moves the canvas there.
 */
#pragma once

#include "app/schema/ask-canvas.h"

G_BEGIN_DECLS

#define ASK_TYPE_MINIMAP (ask_minimap_get_type ())
G_DECLARE_FINAL_TYPE (AskMinimap, ask_minimap, ASK, MINIMAP, GtkWidget)

GtkWidget *ask_minimap_new (AskCanvas *canvas);

G_END_DECLS
