/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The history by conversations: a question stands with those that were asked after it, leaning on its answer.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskHistoryThread:
 * @entries: (element-type AskHistoryEntry): the first question, then those after it in the order they were asked
 *
 * A conversation; mostly of one question.
 */
typedef struct
{
  GPtrArray *entries;
} AskHistoryThread;

void       ask_history_thread_free    (AskHistoryThread *self);
GPtrArray *ask_workspace_list_threads (AskWorkspace     *self,
                                       guint             max,
                                       GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskHistoryThread, ask_history_thread_free)

G_END_DECLS
