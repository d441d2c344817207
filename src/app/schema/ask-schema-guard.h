/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person removes or renames is not saved before it is known what that breaks: where it breaks something, they
 * are asked first. Either way an Undo stands beside what was done.
 */
#pragma once

#include "app/jobs/ask-session.h"
#include "app/schema/ask-canvas.h"
#include "app/schema/ask-schema-saver.h"

G_BEGIN_DECLS

#define ASK_TYPE_SCHEMA_GUARD (ask_schema_guard_get_type ())
G_DECLARE_FINAL_TYPE (AskSchemaGuard, ask_schema_guard, ASK, SCHEMA_GUARD, GObject)

AskSchemaGuard *ask_schema_guard_new       (AskCanvas      *canvas,
                                            AskSession     *session);
void            ask_schema_guard_set_saver (AskSchemaGuard *self,
                                            AskSchemaSaver *saver);
void            ask_schema_guard_stop      (AskSchemaGuard *self);

G_END_DECLS
