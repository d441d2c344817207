/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every edit of the schema goes to the workspace by itself, in order, one at a time; what other windows saved
 * meanwhile comes back the same way.
 */
#pragma once

#include "app/jobs/ask-session.h"
#include "schema/edit/ask-schema-editor.h"
#include "store/ask-workspace-draft.h"

G_BEGIN_DECLS

#define ASK_TYPE_SCHEMA_SAVER (ask_schema_saver_get_type ())
G_DECLARE_FINAL_TYPE (AskSchemaSaver, ask_schema_saver, ASK, SCHEMA_SAVER, GObject)

AskSchemaSaver *ask_schema_saver_new     (AskSession      *session,
                                          AskSchemaEditor *editor,
                                          const AskEditBase *base);
const AskEditBase *ask_schema_saver_get_base (AskSchemaSaver *self);
gboolean        ask_schema_saver_is_idle (AskSchemaSaver  *self);
void            ask_schema_saver_hold    (AskSchemaSaver  *self,
                                          gboolean         hold);
void            ask_schema_saver_retry   (AskSchemaSaver  *self);
void            ask_schema_saver_take    (AskSchemaSaver  *self,
                                          AskSchema       *schema,
                                          const AskEditBase *base,
                                          const char      *title,
                                          gboolean         give_way);

G_END_DECLS
