/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sample that is installed with the program: a database to try everything on, and questions about it.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

char *ask_sample_find (void);
AskSourceRecord *ask_workspace_add_sample (AskWorkspace *self, GCancellable *cancellable, GError **error);
gboolean ask_workspace_find_sample (AskWorkspace *self, char **name, GError **error);
gboolean ask_workspace_drop_source (AskWorkspace *self, const char *name, GError **error);

G_END_DECLS
