/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dialog that binds an entity to a further place: a table of another source that holds the same rows.
 */
#pragma once

#include <adwaita.h>

#include "schema/edit/ask-schema-editor.h"

G_BEGIN_DECLS

#define ASK_TYPE_SCHEMA_BINDING (ask_schema_binding_get_type ())
G_DECLARE_FINAL_TYPE (AskSchemaBinding, ask_schema_binding, ASK, SCHEMA_BINDING, AdwWindow)

GtkWidget *ask_schema_binding_new        (AskSchemaEditor *editor,
                                          const char      *id);
GPtrArray *ask_schema_binding_list_places (AskSchema      *schema,
                                          const AskEntity *entity);

G_END_DECLS
