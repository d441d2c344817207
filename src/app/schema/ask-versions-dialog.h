/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The versions of the schema: what was saved when, by whom and why; what differs from now; and the way back.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-session.h"
#include "schema/edit/ask-schema-editor.h"

G_BEGIN_DECLS

#define ASK_TYPE_VERSIONS_DIALOG (ask_versions_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AskVersionsDialog, ask_versions_dialog, ASK, VERSIONS_DIALOG, AdwWindow)

GtkWidget *ask_versions_dialog_new (AskSession      *session,
                                    AskSchemaEditor *editor,
                                    gint64           version);

G_END_DECLS
