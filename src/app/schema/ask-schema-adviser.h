/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the sources do not say of themselves, offered on the canvas while a steward wants to see it.
 */
#pragma once

#include "app/schema/ask-canvas.h"
#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_SCHEMA_ADVISER (ask_schema_adviser_get_type ())
G_DECLARE_FINAL_TYPE (AskSchemaAdviser, ask_schema_adviser, ASK, SCHEMA_ADVISER, GObject)

AskSchemaAdviser *ask_schema_adviser_new        (AskSession       *session,
                                                 AskCanvas        *canvas);
GtkWidget        *ask_schema_adviser_get_widget (AskSchemaAdviser *self);
gboolean          ask_schema_adviser_get_active (AskSchemaAdviser *self);
void              ask_schema_adviser_set_active (AskSchemaAdviser *self,
                                                 gboolean          active);

G_END_DECLS
