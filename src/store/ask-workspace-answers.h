/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model answered to a question about a value, kept so that the same is asked once. An answer is found by a digest of all
 * that it depends on; question and value themselves are not kept.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/** ASK_MODEL_ANSWERS_MAX: so many are kept; the oldest go first */
#define ASK_MODEL_ANSWERS_MAX 1000000

gboolean ask_workspace_find_model_answers  (AskWorkspace *self,
                                            GPtrArray    *keys,
                                            GPtrArray   **answers,
                                            GError      **error);
gboolean ask_workspace_add_model_answers   (AskWorkspace *self,
                                            GPtrArray    *keys,
                                            GPtrArray    *answers,
                                            GError      **error);
gboolean ask_workspace_count_model_answers (AskWorkspace *self,
                                            guint        *n,
                                            GError      **error);
gboolean ask_workspace_clear_model_answers (AskWorkspace *self,
                                            GError      **error);

G_END_DECLS
