/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers of the history that a person wants to find again on the Ask page. The history keeps them however old they grow.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

gboolean   ask_workspace_pin         (AskWorkspace *self,
                                      gint64        history_id,
                                      gboolean      pinned,
                                      GError      **error);
GPtrArray *ask_workspace_list_pinned (AskWorkspace *self,
                                      GError      **error);

G_END_DECLS
