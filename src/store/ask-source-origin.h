/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sources that are read out of another source.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

gboolean   ask_workspace_settle_origin (AskWorkspace       *self,
                                        AskSourceConfig    *config,
                                        GCancellable       *cancellable,
                                        GError            **error);
gboolean   ask_origin_holds_text       (const AskAttribute *attribute);
GPtrArray *ask_workspace_list_origins  (AskWorkspace       *self,
                                        GError            **error);

G_END_DECLS
