/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a workspace keeps by the way, and a person may have it forget: each kind of it, with how it is counted and forgotten.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskForgettable:
 * @count: says how much there is; %FALSE with an error as of ask_workspace_list_sources()
 * @forget: removes all of it; %FALSE with %ASK_STORE_ERROR_WRITE
 *
 * Both are called on the workspace's own thread.
 */
typedef struct
{
  gboolean (*count) (AskWorkspace *workspace, guint *n, GError **error);
  gboolean (*forget) (AskWorkspace *workspace, GError **error);
} AskForgettable;

/* What people said of questions. */
extern const AskForgettable ask_forgettable_learned;
/* What models answered about values. */
extern const AskForgettable ask_forgettable_answers;

G_END_DECLS
