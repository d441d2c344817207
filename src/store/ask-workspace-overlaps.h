/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is remembered of joins that nobody declared: how many values of one column occur in another.
 */
#pragma once

#include "engine/ask-engine-overlap.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

gboolean ask_workspace_put_overlap  (AskWorkspace         *self,
                                     const AskOverlapEnds *ends,
                                     const AskOverlap     *overlap,
                                     GError              **error);
gboolean ask_workspace_find_overlap (AskWorkspace         *self,
                                     const AskOverlapEnds *ends,
                                     AskOverlap           *overlap,
                                     gboolean             *found,
                                     GError              **error);

G_END_DECLS
