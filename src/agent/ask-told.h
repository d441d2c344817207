/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the model's server told of itself: asked for once, and kept among the workspace's settings as "told/…", so that a
 * question is not kept waiting for it. What a person sets counts for more.
 */
#pragma once

#include "llm/ask-openai-facts.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

AskModelFacts *ask_told_renew              (AskWorkspace *workspace,
                                            AskModel     *model,
                                            GCancellable *cancellable,
                                            GError      **error);
void           ask_told_ensure             (AskWorkspace *workspace,
                                            AskModel     *model,
                                            GCancellable *cancellable);
guint64        ask_told_get_context_length (AskWorkspace *workspace,
                                            AskModel     *model);
void           ask_told_recall_refused     (AskWorkspace *workspace,
                                            AskModel     *model);
gboolean       ask_told_keep_refused       (AskWorkspace *workspace,
                                            AskModel     *model,
                                            GError      **error);
gboolean       ask_told_forget_refused     (AskWorkspace *workspace,
                                            AskModel     *model,
                                            GError      **error);
gboolean       ask_told_is_refused         (AskModel     *model,
                                            const char   *parameter);
gboolean       ask_told_keep_form          (AskWorkspace *workspace,
                                            AskModel     *model,
                                            const char   *form,
                                            GError      **error);
char          *ask_told_dup_form           (AskWorkspace *workspace,
                                            AskModel     *model);

G_END_DECLS
