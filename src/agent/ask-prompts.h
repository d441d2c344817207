/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The agent's prompts by name: compiled in from data/prompts, replaced where the workspace has its
 * own. What a prompt may contain is checked when it is replaced, not at the next question.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

const char *const *ask_prompts_list    (void);
char              *ask_prompts_load    (AskWorkspace *workspace,
                                        const char   *name,
                                        gboolean     *replaced,
                                        GError      **error);
char              *ask_prompts_load_file (const char *file);
char              *ask_prompts_load_system (AskWorkspace *workspace,
                                        const char   *form,
                                        const char   *entities,
                                        const char   *today,
                                        GError      **error);
char              *ask_prompts_load_fixed (const char *name,
                                        GError      **error);
gboolean           ask_prompts_replace (AskWorkspace *workspace,
                                        const char   *name,
                                        const char   *text,
                                        GError      **error);

G_END_DECLS
