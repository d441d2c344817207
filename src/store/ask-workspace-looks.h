/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person changed of the charts of answers. The store keeps it as text that it does not read.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

gboolean ask_workspace_set_look (AskWorkspace *self,
                                 gint64        history_id,
                                 const char   *look,
                                 GError      **error);
gboolean ask_workspace_get_look (AskWorkspace *self,
                                 gint64        history_id,
                                 char        **look,
                                 GError      **error);

G_END_DECLS
