/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files about boards share.
 *
 *   ask-workspace-boards.c         boards, and their versions
 *   ask-workspace-board-tiles.c    tiles with SQL, and what they are called after a rename
 *   ask-workspace-board-results.c  what their tiles gave
 *   ask-board-join.c               two who worked on the same version
 *   ask-rows-bytes.c               rows as bytes
 */
#pragma once

#include "store/ask-workspace-boards.h"
#include "store/ask-workspace-private.h"

G_BEGIN_DECLS

JsonNode *ask_workspace_read_board_document (AskWorkspace  *self,
                                     gint64         id,
                                     gint64         version,
                                     GError       **error);
gboolean  ask_workspace_write_board_version (AskWorkspace  *self,
                                     gint64         id,
                                     gint64         version,
                                     const char    *text,
                                     const char    *reason,
                                     GError       **error);
gboolean  ask_workspace_rename_board_results (AskWorkspace  *self,
                                     AskSchema     *before,
                                     AskSchema     *after,
                                     GError       **error);
gboolean  ask_board_rename_document (JsonObject *document,
                                     AskSchema  *before,
                                     AskSchema  *after);
JsonNode *ask_board_copy_document   (JsonNode *node);

G_END_DECLS
