/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the colours of coverage mean, in a corner of the canvas while they mean something.
 */
#pragma once

#include "app/schema/ask-canvas.h"

G_BEGIN_DECLS

GtkWidget *ask_schema_legend_new  (AskCanvas *canvas);
void       ask_schema_legend_show (GtkWidget *legend);
void       ask_schema_legend_hide (GtkWidget *legend);

G_END_DECLS
