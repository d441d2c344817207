/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files that become sources without a question to the person.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

gboolean ask_workspace_check_new_file (AskWorkspace *self, const char *path, GError **error);
AskSourceRecord *ask_workspace_add_file (AskWorkspace *self, const AskSourceKind *kind, const char *path,
                                         GPtrArray **notes, GCancellable *cancellable, GError **error);

G_END_DECLS
