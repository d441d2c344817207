/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Schema page: what questions can be about, as a readable list.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_SCHEMA_VIEW (ask_schema_view_get_type ())
G_DECLARE_FINAL_TYPE (AskSchemaView, ask_schema_view, ASK, SCHEMA_VIEW, GtkWidget)

GtkWidget  *ask_schema_view_new       (AskSession    *session);
void        ask_schema_view_focus     (AskSchemaView *self);
const char *ask_schema_view_get_state (AskSchemaView *self);

G_END_DECLS
