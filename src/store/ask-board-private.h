/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files about boards share.
 *
 *   ask-workspace-boards.c         boards, their versions, and what they are called after a rename
 *   ask-workspace-board-results.c  what their tiles gave
 *   ask-board-join.c               two who worked on the same version
 *   ask-rows-bytes.c               rows as bytes
 */
#pragma once

#include "store/ask-workspace-boards.h"
#include "store/ask-workspace-private.h"

G_BEGIN_DECLS

gboolean  ask_workspace_rename_board_results (AskWorkspace  *self,
                                     AskSchema     *before,
                                     AskSchema     *after,
                                     GError       **error);
gboolean  ask_board_rename_document (JsonObject *document,
                                     AskSchema  *before,
                                     AskSchema  *after);
JsonNode *ask_board_copy_document   (JsonNode *node);

G_END_DECLS
