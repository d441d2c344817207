/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The side panel of the Schema page: what is selected on the canvas, to be read and edited field by field.
 */
#pragma once

#include "app/schema/ask-canvas.h"

G_BEGIN_DECLS

#define ASK_TYPE_SCHEMA_PANEL (ask_schema_panel_get_type ())
G_DECLARE_FINAL_TYPE (AskSchemaPanel, ask_schema_panel, ASK, SCHEMA_PANEL, GtkWidget)

GtkWidget *ask_schema_panel_new        (AskCanvas       *canvas);
void       ask_schema_panel_set_editor (AskSchemaPanel  *self,
                                        AskSchemaEditor *editor);
void       ask_schema_panel_give       (AskSchemaPanel  *self);
void       ask_schema_panel_focus      (AskSchemaPanel  *self);

G_END_DECLS
