/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Schema page: what questions can be about, on a canvas or as a list, with a panel to edit it.
 */
#pragma once

#include "app/schema/ask-canvas.h"
#include "app/schema/ask-schema-saver.h"

G_BEGIN_DECLS

#define ASK_TYPE_SCHEMA_VIEW (ask_schema_view_get_type ())
G_DECLARE_FINAL_TYPE (AskSchemaView, ask_schema_view, ASK, SCHEMA_VIEW, GtkWidget)

GtkWidget       *ask_schema_view_new        (AskSession    *session);
void             ask_schema_view_focus      (AskSchemaView *self);
const char      *ask_schema_view_get_state  (AskSchemaView *self);
AskCanvas       *ask_schema_view_get_canvas (AskSchemaView *self);
AskSchemaEditor *ask_schema_view_get_editor (AskSchemaView *self);
AskSchemaSaver  *ask_schema_view_get_saver  (AskSchemaView *self);
gboolean         ask_schema_view_is_saved   (AskSchemaView *self);
void ask_schema_view_show_attribute (AskSchemaView *self, const char *entity, const char *attribute);
void             ask_schema_view_show_versions (AskSchemaView *self,
                                             gint64         version);

G_END_DECLS
