/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a source says of itself now, without anything being saved.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

GPtrArray *ask_workspace_read_notes   (AskWorkspace  *self,
                                       const char    *name,
                                       GCancellable  *cancellable,
                                       GError       **error);
gboolean   ask_workspace_renew_source (AskWorkspace  *self,
                                       const char    *name,
                                       GCancellable  *cancellable,
                                       GError       **error);
char      *ask_workspace_ensure_index (AskWorkspace  *self,
                                       const char    *name,
                                       GCancellable  *cancellable,
                                       GError       **error);
gboolean   ask_workspace_find_index   (AskWorkspace  *self,
                                       const char    *name,
                                       char         **path,
                                       GCancellable  *cancellable,
                                       GError       **error);

G_END_DECLS
